"""A family of extremal runs against one bound: attained, asymptotic with its ratios, or the gap that is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from perceptron.errors import InputError
from perceptron.extremal.families import Family
from proofs.statements.provable import Stated
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED, NOT_APPLICABLE, SLACK, Tightness
from proofs.verify.tightness.judged_run import Judged, judged

QUICK_RUNS = 2  # runs of each family that `verify` makes
ASYMPTOTIC_RATIO = Fraction(99, 100)  # what a family that is said to tend to 1 has to reach


@dataclass(frozen=True)
class Witness:
    """One family of runs against the bound of the theorem `id`; `limit` is the reason given why the ratio tends to 1."""

    id: str
    family: Family
    runs: tuple[Judged, ...]
    limit: str = ""

    @property
    def best(self) -> Judged:
        """The run that comes nearest; of several the one with most updates."""
        return max(self.runs, key=_near)

    @property
    def status(self) -> str:
        """What the runs show.

        attained: a run has equality, or every run has the greatest whole M that the bound allows; asymptotic: a reason is given, and M
        over the bound rises from run to run, to `ASYMPTOTIC_RATIO` or more; slack: neither.
        """
        if any(run.equal for run in self.runs) or all(run.attained for run in self.runs):
            return ATTAINED
        quotients = [Fraction(run.quotient or "-1") for run in self.runs]
        rising = all(a < b for a, b in pairwise(quotients))
        return ASYMPTOTIC if self.limit and rising and quotients[-1] >= ASYMPTOTIC_RATIO else SLACK

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with runs of the family, one sentence each."""
        return tuple(f"{self.family.name} at {self.family.parameter} = {r.parameter}: {r.fault}" for r in self.runs if r.fault)

    @property
    def exceeded(self) -> tuple[Judged, ...]:
        """Runs that break the bound: each of them refutes a proof."""
        return tuple(run for run in self.runs if run.exceeded)

    def to_json(self) -> dict[str, Any]:
        """What `verify --json` has of it, with the family's runs beside it."""
        best = self.best
        record: dict[str, Any] = {
            "id": self.id,
            "witness": self.family.words,
            "M": best.M,
            "bound": best.bound,
            "ratio": best.decimal,
            "status": self.status,
            "fraction": None if best.ratio is None else str(best.ratio),
            "quotient": best.quotient,
            "most": best.most,
            "family": self.family.name,
            "parameter": self.family.parameter,
            "runs": [_run(run) for run in self.runs],
        }
        record |= {"limit": self.limit} if self.status == ASYMPTOTIC else {}
        return record | ({"faults": list(self.faults)} if self.faults else {})


def _near(run: Judged) -> tuple[Fraction, int]:
    """An order by nearness to the bound, M over it, and then by length."""
    return Fraction("-1" if run.fault else run.quotient or "-1"), run.M


def _run(run: Judged) -> dict[str, Any]:
    record = {
        "value": str(run.parameter),
        "gamma": str(run.extremal.gamma),
        "M": run.M,
        "bound": run.bound,
        "most": run.most,
        "ratio": run.decimal,
        "fraction": None if run.ratio is None else str(run.ratio),
        "quotient": run.quotient,
        "attained": run.attained,
    }
    return record | ({"exceeded": True} if run.exceeded else {}) | ({"fault": run.fault} if run.fault else {})


def witnesses(
    theorem: Stated, more: Iterable[Fraction] = (), quick: bool = False, tell: Callable[[str], None] = lambda what: None
) -> Iterator[Witness]:
    """The families of a theorem, run and judged, one after the other.

    more: further values of γ for the families that have one; quick: only the first `QUICK_RUNS` values.  Raises InputError where a family
    cannot be made for a value.
    """
    reach = theorem.reach
    if reach is None:
        return
    for family in reach.families:
        values = family.parameters[:QUICK_RUNS] if quick else (*family.parameters, *(more if family.parameter == "γ" else ()))
        runs = []
        for value in values:
            tell(f"{theorem.id}: {family.name}, {family.parameter} = {value}")
            runs.append(judged(reach, family, value))
        yield Witness(theorem.id, family, tuple(runs), reach.limit)


def best(found: Iterable[Witness]) -> Witness | None:
    """The witness that comes nearest its bound; the first of equals."""
    order = (SLACK, ASYMPTOTIC, ATTAINED)
    return max(found, key=lambda w: (order.index(w.status), _near(w.best)[0]), default=None)


def tightness(theorem: Stated) -> Tightness:
    """What `verify` says: the nearest witness among short runs; whatever goes wrong in an author's family is a fault."""
    try:
        found = list(witnesses(theorem, quick=True))
    except InputError as error:
        return Tightness(SLACK, fault=f"an extremal run cannot be made: {error}")
    except Exception as error:  # a page is the author's code
        return Tightness(SLACK, fault=f"an extremal run cannot be made: {type(error).__name__}: {error}")
    top = best(found)
    if top is None:
        return Tightness(NOT_APPLICABLE)
    faults = [fault for w in found for fault in w.faults]
    faults += [f"the bound does not hold on {w.family.name}: {run.M} updates against {run.bound}" for w in found for run in w.exceeded]
    return Tightness(top.status, top.family.words, top.best.M, top.best.bound, top.best.decimal, "; ".join(faults))
