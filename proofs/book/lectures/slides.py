"""Slides from a deck: Markdown with a line of dashes between slides, and fences for what is made from the proof data.

```{claim} ID             the claim of a theorem
```{lines} ID FROM TO     lines of its proof, as `show ID --linear` numbers them
```{figure} NAME          one of `figures.FIGURES`, in colours
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from perceptron.errors import InputError
from proofs.book.lectures.figures import FIGURES
from proofs.book.lectures.markdown import converted
from proofs.book.lectures.paper import Paper, drawn
from proofs.report.proofs.linear import Linear, linear
from proofs.report.proofs.linear_pages import claim, paper

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
