"""Problem sheets for print."""

from __future__ import annotations

import html

from proofs.book.exercises import TITLES, sheet
from proofs.book.lectures.markdown import converted
from proofs.book.lectures.paper import Paper

SPACED = "main>p>strong:first-child{display:inline-block;margin-top:1em}"  # the head of each exercise


def problems(chapter: str, solutions: bool = False) -> Paper:
    """The exercises of a chapter, without solutions or with them.  Raises InputError for another chapter."""
    text = str(sheet(chapter, "solved" if solutions else "plain"))
    return Paper(html.escape(TITLES[chapter]), converted(text), style=SPACED)
