"""All that a lecturer takes along, in one folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from proofs.book import pdf
from proofs.book.exercises import CHAPTERS
from proofs.book.lectures.figures import FIGURES, grey
from proofs.book.lectures.handout import handout
from proofs.book.lectures.paper import Paper
from proofs.book.lectures.problems import problems
from proofs.book.lectures.slides import DECKS, deck

MAIN = (  # theorems that a course would hand out; `handout ID` makes those of the others
    "novikoff",
    "dimension-two",
    "dimension-three",
    "hinge-root",
    "hinge-simple",
    "hinge-l2",
    "margin-perceptron",
    "margin-perceptron-golden",
    "margin-perceptron-sharp",
    "ogd-perceptron",
    "ogd-regret",
    "littlestone",
    "kernel-perceptron",
    "winnow",
    "optimality",
    "online-to-batch",
)


def pack(
    folder: Path, tell: Callable[[str], None] = lambda line: None, theorems: Sequence[str] = MAIN, chapters: Sequence[str] = CHAPTERS
) -> list[str]:
    """Write the handouts of `theorems`, slides, the problem sheets of `chapters` and figures to a folder, as HTML and as PDF.

    Returns what is missing, a line each: without Chromium there are no PDFs of pages.  Raises OSError.
    """
    missing = [] if pdf.browser() else ["no PDFs of pages: Chromium, which prints them, is not installed"]
    for name, paper in _papers(tell, theorems, chapters):
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        paper.save(file)
        if not missing and (reason := paper.printed(file.with_suffix(".pdf"))):
            return [f"{name}: {reason}"]
    tell("figures")
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for name, make in FIGURES.items():
        grey(make()).save(folder / "figures" / f"{name}.pdf")
    return missing


def _papers(tell: Callable[[str], None], theorems: Sequence[str], chapters: Sequence[str]) -> Iterator[tuple[str, Paper]]:
    """Each paper with the name of its file."""
    for name in DECKS:
        tell(f"slides: {name}")
        yield f"slides/{name}", deck(name)
    for chapter in chapters:
        tell(f"problems: {chapter}")
        yield f"problems/{chapter}", problems(chapter)
        yield f"problems/{chapter}-solved", problems(chapter, solutions=True)
    for id in theorems:
        tell(f"handout: {id}")
        yield f"handouts/{id}", handout(id)
