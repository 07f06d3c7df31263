"""What an answer gets: accepted or not, why, and the exact numbers or the run that show it."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from proofs.counterexample import Counterexample
from proofs.counterexample.html import ROWS, number, table, vector

Values = Mapping[str, Fraction]


@dataclass(frozen=True)
class Marked:
    """The mark of an answer.  As a condition it is whether the answer is accepted.

    accepted    False also where nothing is decided; the words then say so
    words       why, in a sentence or two
    found       the run that shows it, if a run does
    values      the numbers that show it, if numbers do
    """

    accepted: bool
    words: str
    found: Counterexample | None = None
    values: Values = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.accepted

    @property
    def verdict(self) -> str:
        return "accepted" if self.accepted else "not accepted"

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.words}"]
        if self.values:
            lines.append("    " + ", ".join(f"{name} = {value}" for name, value in self.values.items()))
        if self.found is not None:
            lines += [f"    u = {vector(self.found.u)}, γ = {self.found.gamma}", *("    " + "  ".join(row) for row in followed(self.found))]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        told = f'<p class="pp-mark"><b>{self.verdict}</b>: {html.escape(self.words)}</p>'
        if self.values:
            told += table(self.values, [[str(value) for value in self.values.values()]])
        if self.found is not None:
            told += f"<p>u = {vector(self.found.u)}, γ = {number(self.found.gamma)}</p>" + table(HEAD, followed(self.found))
        return told


class Task(Protocol):
    """What is asked: it says how to answer, and marks an answer, which is a text."""

    @property
    def asks(self) -> str:
        """What an answer is, in Markdown."""

    def mark(self, answer: str) -> Marked:
        """Raises InputError where the answer cannot be read."""


HEAD = ("round", "x", "y", "w before it", "y⟨w,x⟩", "")


def followed(found: Counterexample) -> list[tuple[str, ...]]:
    """The rounds of a run, one by one: the example, the weights before it, and whether the learner updates or only starts with it.

    Winnow's w is what it exponentiates, and its score another; a kernel's w has no coordinates.  Both are left out."""
    run = found.opponent.exact_run(found.given)
    plain = found.game.is_euclidean
    rows: list[tuple[str, ...]] = []
    for t, (step, (x, y)) in enumerate(zip(run.steps(), found.rounds, strict=True)):
        w = run.weights()
        if plain:
            score = y * sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0)) if w else Fraction(0)
            seen = (vector(w), number(score))
        else:
            seen = ("", "")
        what = "update" if run.update(step) else "start" if run.weights() != w else ""
        if t < ROWS:
            rows.append((str(t), vector(x), f"{y:+d}", *seen, what))
    return rows + ([("…", f"{len(found.rounds) - ROWS} more", "", "", "", "")] if len(found.rounds) > ROWS else [])
