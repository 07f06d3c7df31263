"""What an audit finds: the run, whether the data are separable, and the bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from perceptron import Trace
from perceptron.analysis.separability import Separability
from perceptron.data.read import Dataset


@dataclass(frozen=True)
class Bound:
    """One bound at one comparator.  `value` is a decimal that is never below the exact one; `certified`: M is at most the exact value, and
    what the theorem asks of u and γ holds, both checked in exact arithmetic; `vacuous`: it says no more than M ≤ rounds;
    `asks_for_margin`: γ is a margin on every round, and no number ρ that hinge losses are measured at."""

    id: str
    asks_for_margin: bool
    gamma: Fraction
    value: str
    certified: bool
    vacuous: bool
    u: tuple[Fraction, ...]
    margin: Fraction
    hinge: Fraction

    def to_json(self) -> dict[str, Any]:
        number, found = ("gamma", {"margin": str(self.margin)}) if self.asks_for_margin else ("rho", {"hinge": str(self.hinge)})
        head = {"id": self.id, number: str(self.gamma), "value": self.value, "certified": self.certified, "vacuous": self.vacuous}
        return head | {"u": [str(a) for a in self.u]} | found


@dataclass
class Audit:
    """The run and the bounds, the least first.  `notes`: what could not be had, and why; `refused`: some of it was asked for."""

    data: Dataset
    trace: Trace
    passes: int
    halted: bool
    separable: Separability
    bounds: list[Bound] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused: bool = False

    @property
    def rounds(self) -> int:
        """Rounds over all passes."""
        return len(self.data.examples) * self.passes

    def to_json(self) -> dict[str, Any]:
        """The record that `audit --json` writes."""
        s = self.separable
        certificate: dict[str, Any] = {}
        if s.u is not None:
            certificate = {"u": [str(a) for a in s.u]}
        if s.farkas is not None:
            certificate = {"farkas": {str(t): str(weight) for t, weight in s.farkas.items()}}
        return {
            "data": self.data.name,
            "classes": self.data.classes,
            "learner": self.trace.learner.spec(),  # type: ignore[attr-defined]
            "rounds": self.rounds,
            "passes": self.passes,
            "halted": self.halted,
            "dimension": self.data.examples.dimension,
            "updates": self.trace.M,
            "engine": self.trace.engine,
            "separable": s.separable,
            "certificate": certificate or None,
            "bounds": [b.to_json() for b in self.bounds],
            "notes": [*self.data.notes, *self.notes],
        }
