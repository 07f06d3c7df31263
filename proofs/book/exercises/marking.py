"""What an answer gets: accepted or not, why, and the exact numbers or the run that show it."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from proofs.counterexample import Counterexample
from proofs.report.proofs.render import Rendered
from proofs.report.tables import listing, rounds

Values = Mapping[str, Fraction]

LISTED = 5000  # rounds of a run that is followed


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
            lines += ["", self._chosen, str(self._followed)]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<p class="pp-mark"><b>{self.verdict}</b>: {html.escape(self.words)}</p>{self.evidence}'

    @property
    def evidence(self) -> str:
        """The numbers or the run that show it, as HTML; empty where the words are all there is."""
        told = ""
        if self.values:
            told += listing.table(tuple(self.values), [[rounds.real(value) for value in self.values.values()]]).html
        if self.found is not None:
            told += f"<p>{html.escape(self._chosen)}</p>{self._followed.html}"
        return told

    @property
    def _chosen(self) -> str:
        """What the run chose beside its examples."""
        found = self.found
        return "" if found is None else f"u = {rounds.point(found.u)}, γ = {rounds.real(found.gamma)}"

    @property
    def _followed(self) -> Rendered:
        """The first rounds of the run; a run too long to be listed has only its length."""
        found = self.found
        if found is None or len(found.rounds) > LISTED:
            return listing.listed([] if found is None else [f"a run of {len(found.rounds):,} rounds"])
        return rounds.rounds(found)


class Task(Protocol):
    """What is asked: it says how to answer, and marks an answer, which is a text."""

    @property
    def asks(self) -> str:
        """What an answer is, in Markdown."""

    def mark(self, answer: str) -> Marked:
        """Raises InputError where the answer cannot be read."""
