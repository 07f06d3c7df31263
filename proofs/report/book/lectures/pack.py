"""All that a lecturer takes along, in one folder."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from perceptron.errors import InputError
from proofs.report.book import pdf
from proofs.report.book.exercises import CHAPTERS, TITLES, sheet
from proofs.report.book.lectures.handout import handout
from proofs.report.book.lectures.paper import FIGURES, Paper, converted, drawn, grey
from proofs.report.proofs.linear import Linear, linear
from proofs.report.proofs.linear_pages import claim, paper

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
    for name, printed in _papers(tell, theorems, chapters):
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        printed.save(file)
        if not missing and (reason := printed.printed(file.with_suffix(".pdf"))):
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


FOLDER = Path(__file__).parent / "decks"
DECKS = tuple(sorted(file.stem for file in FOLDER.glob("*.md")))


def deck(name: str) -> Paper:
    """The slides of a lecture.  Raises InputError with the known ones."""
    if name not in DECKS:
        raise InputError(f"no lecture {name!r:.40}; there are {', '.join(DECKS)}")
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    made = [converted(part, MAKERS) for part in re.split(r"(?m)^---$", text)]
    sections = [
        f'<section aria-label="slide {i}">{part}<div class="number">{i} / {len(made)}</div></section>' for i, part in enumerate(made, 1)
    ]
    title = re.search(r"<h1>(.*?)</h1>", made[0])
    return Paper(re.sub("<.*?>", "", title[1]) if title else name, "\n".join(sections), ("slides",))


@cache
def _proof(id: str) -> Linear:
    return linear(id)


def _claim(argument: str) -> str:
    return f'<div class="claim">{claim(_proof(argument.strip()))}</div>'


def _lines(argument: str) -> str:
    """The lines of a proof from one number to another."""
    id, first, last = argument.split()
    level = [line for line in _proof(id).all() if line.label.count(".") == first.count(".")]
    chosen = [line for line in level if _key(first) <= _key(line.label) <= _key(last)]
    if not chosen:
        raise InputError(f"{id} has no lines {first} to {last}")
    return paper(chosen)


def _key(label: str) -> list[int]:
    return [int(part) for part in label.split(".")]


def _figure(argument: str) -> str:
    name = argument.strip()
    if name not in FIGURES:
        raise InputError(f"no figure {name!r}; there are {', '.join(FIGURES)}")
    return drawn(FIGURES[name]())


MAKERS = {"claim": _claim, "lines": _lines, "figure": _figure}


SPACED = "main>p>strong:first-child{display:inline-block;margin-top:1em}"  # the head of each exercise


def problems(chapter: str, solutions: bool = False) -> Paper:
    """The exercises of a chapter, without solutions or with them.  Raises InputError for another chapter."""
    text = str(sheet(chapter, "solved" if solutions else "plain"))
    return Paper(html.escape(TITLES[chapter]), converted(text), style=SPACED)
