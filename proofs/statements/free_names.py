"""Instances drawn by the names of a page alone, where the page has no `sample` of its own.

The names that no definition introduces are free. Numbers are small and mostly positive, every second vector has length 1, and a natural
number is mostly that of the rounds drawn. Hypotheses are left to rejection, so a page whose hypotheses hold in fewer than one instance in
four had better say how to draw one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from proofs.kernel import Formula
from proofs.kernel.formula import names
from proofs.statements.completion import definitions
from proofs.statements.definitions import Fact
from proofs.statements.evaluation import Coordinates
from proofs.statements.instance import Draw, Instance
from proofs.statements.sample_runs import UNITS

ROUNDS = DIMENSIONS = 3  # drawn at most
BEYOND = 1  # further rounds, for entries after the last


@dataclass(frozen=True)
class FreeNames:
    """A `sample` of the names in these facts and this claim that no definition introduces."""

    facts: tuple[Fact, ...]
    claim: Formula

    @cached_property
    def all_names(self) -> list[tuple[str, str | int]]:
        """The free names, each as (kind, name): nat, real, vec, seq or vseq; in an order that no hash decides, so that draws repeat."""
        return list(dict.fromkeys(key for f in (*(fact.formula for fact in self.facts), self.claim) for key in sorted(names(f), key=str)))

    @cached_property
    def names_of_facts(self) -> set[str | int]:
        """The names that a fact mentions; a number that none mentions has any sign."""
        return {name for fact in self.facts for _, name in names(fact.formula)}

    @cached_property
    def names_by_kind(self) -> dict[str, list[str]]:
        """The names to draw, by their kind."""
        found: dict[str, list[str]] = {kind: [] for kind in ("nat", "real", "vec", "seq", "vseq")}
        known = definitions(self.facts)
        for kind, name in self.all_names:
            if (kind, name) not in known:
                found[kind].append(str(name))
        return found

    def __call__(self, draw: Draw) -> Instance:
        in_rounds = any(kind in ("nat", "seq", "vseq") for kind, _ in self.all_names)
        rounds, dimension = draw.upto(ROUNDS) if in_rounds else 0, 1 + draw.upto(DIMENSIONS - 1)
        entries = range(rounds + BEYOND + 2)
        return Instance(
            rounds + BEYOND if in_rounds else 0,
            {name: draw.upto(rounds) if draw.rarely() else rounds for name in self.names_by_kind["nat"]},
            {name: draw.positive() if name in self.names_of_facts else _number(draw) for name in self.names_by_kind["real"]},
            {name: [_number(draw) for _ in entries] for name in self.names_by_kind["seq"]},
            {name: _vector(draw, dimension) for name in self.names_by_kind["vec"]},
            {name: [_vector(draw, dimension) for _ in entries] for name in self.names_by_kind["vseq"]},
        )


def _number(draw: Draw) -> Fraction:
    return draw.positive() if draw.upto(1) else draw.number()


def _vector(draw: Draw, dimension: int) -> Coordinates:
    units = UNITS.get(dimension)
    return units[draw.upto(len(units) - 1)] if units and draw.upto(1) else draw.vector(dimension)
