"""What the theorems say about somebody's own data: the learner's run, and each bound at a comparator that was found in floats and
certified in integers.

The theorems speak of ‖u‖ ≤ 1 and ‖x‖ ≤ 1.  Scaling all examples by 1/R does not change a run from w = 0 (the Margin Perceptron's
neither, with γ scaled alike), so they hold for any lengths in the homogeneous form of `BOUNDS`, where R, U and H are what
`perceptron.measure` finds: R the longest example, U = ‖u‖, H = TD/γ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

from perceptron import Examples, MarginPerceptron, Perceptron, Quantities, Trace, measure, passes, run
from perceptron.analysis.comparators import Comparator, least_hinge, max_margin
from perceptron.analysis.separability import Separability, separability
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.evaluate import enclose, exact
from proofs.counterexample import values_of

DIGITS = 6
MAX_SEQUENCE = 2 * 10**7  # rounds over all passes

BOUNDS = {
    "novikoff": "M <= R**2*U**2/gamma**2",
    "hinge-root": "M <= H + R**2*U**2/(2*gamma**2) + sqrt((R**2*U**2/gamma**2)**2/4 + H*R**2*U**2/gamma**2)",
    "hinge-simple": "M <= R**2*U**2/gamma**2 + 2*H",
    "master-inequality": "M <= (TD + U*sqrt(S2))/gamma",
    "margin-perceptron": "M <= 8*R**2*U**2/gamma**2 - 4",
}
HINGE = ("hinge-root", "hinge-simple", "master-inequality")


@dataclass(frozen=True)
class Bound:
    """One bound at one comparator.  `value` is a decimal that is never below the exact one; `certified`: M is at most the exact value, and
    what the theorem asks of u and γ holds, both checked in exact arithmetic; `vacuous`: it says no more than M ≤ rounds."""

    id: str
    gamma: Fraction
    value: str
    certified: bool
    vacuous: bool
    u: tuple[Fraction, ...]
    margin: Fraction
    hinge: Fraction

    def to_json(self) -> dict[str, Any]:
        record: dict[str, Any] = {"id": self.id, "rho" if self.id in HINGE else "gamma": str(self.gamma), "value": self.value}
        record |= {"certified": self.certified, "vacuous": self.vacuous, "u": [str(a) for a in self.u]}
        return record | ({"hinge": str(self.hinge)} if self.id in HINGE else {"margin": str(self.margin)})


@dataclass
class Audit:
    """The run and the bounds.  `notes`: what could not be had, and why; `refused`: among that is something that was asked for."""

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
        """The record of design §6."""
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
            "notes": self.notes,
        }


def audit(
    data: Dataset,
    learner: Perceptron | MarginPerceptron,
    *,
    gamma: Fraction | None = None,
    rho: Fraction | None = None,
    limit: int = 1,
    tell: Callable[[str], None] = lambda stage: None,
) -> Audit:
    """Run the learner over the examples in their order, at most `limit` times over, and certify what the theorems say of the run.

    gamma: the margin to use in Novikoff's bound instead of the best that is found; for the Margin Perceptron it is the learner's own.
    rho: the γ to use in the hinge bounds.  Raises InputError as `run` does, for an empty set, or for too many rounds.
    """
    examples = data.examples
    if not len(examples):
        raise InputError(f"{data.name}: there are no examples")
    tell("running the learner")
    trace, times, halted, reason = _run(learner, examples, limit)
    tell("is it separable?")
    made = Audit(data, trace, times, halted, separability(examples))
    if reason:
        made.notes.append(reason)
    tell("looking for comparators")
    found = _comparators(run(learner, examples) if times > 1 else trace, made)
    if isinstance(learner, MarginPerceptron):
        if learner.eps == Fraction(1, 2):
            _margin_bound("margin-perceptron", made, found, learner.gamma)
        else:
            made.notes.append("margin-perceptron: the theorem proved here is the one for eps = 1/2")
        return made
    _margin_bound("novikoff", made, found, gamma)
    for id in HINGE:
        candidates = [_bound(id, made, c.u, c.gamma if rho is None else rho) for c in found.values()]
        made.bounds += sorted(candidates, key=lambda b: Fraction(b.value))[:1]
    return made


def _run(learner: Perceptron | MarginPerceptron, examples: Examples, limit: int) -> tuple[Trace, int, bool, str]:
    """The trace over all passes that were made, how many those were, whether the last one was without an update, and why it ended."""
    if limit == 1:
        trace = run(learner, examples)
        return trace, 1, not trace.updates, ""
    if limit * len(examples) > MAX_SEQUENCE:
        raise InputError(f"{limit} passes over {len(examples)} examples are more than {MAX_SEQUENCE} rounds")
    made = passes(learner, examples, limit)
    return run(learner, made.sequence()), made.passes, made.halted, "" if made.halted else made.reason


def _comparators(trace: Trace, made: Audit) -> dict[str, Comparator]:
    found: dict[str, Comparator] = {}
    if made.separable.separable:
        try:
            found["margin"] = max_margin(trace, made.separable.u)
        except InputError as error:
            made.notes.append(str(error))
    if isinstance(trace.learner, Perceptron):
        try:
            found["hinge"] = least_hinge(trace)
        except InputError as error:
            made.notes.append(f"hinge bounds: {error}")
    return found


def _margin_bound(id: str, made: Audit, found: dict[str, Comparator], gamma: Fraction | None) -> None:
    """The bound for separable data, or the reason why there is none."""
    best = found.get("margin")
    if best is None:
        why = {False: "the examples are not separable through the origin", None: "whether the examples are separable was not decided"}
        made.notes.append(f"{id}: {why.get(made.separable.separable, 'no comparator with a positive margin was found')}")
    elif gamma is not None and gamma > best.margin:
        found_margin = f"{best.margin} ≈ {float(best.margin):.6g}" if best.margin.denominator > 1 else str(best.margin)
        made.notes.append(f"{id}: γ = {gamma} is above the margin of the best comparator that was found ({found_margin})")
    else:
        made.bounds.append(_bound(id, made, best.u, best.margin if gamma is None else gamma))
        return
    if gamma is not None:
        made.refused = True
        if id == "margin-perceptron":
            made.notes.append("above the true margin the Margin Perceptron may never halt, however often it goes over the examples")


def _bound(id: str, made: Audit, u: tuple[Fraction, ...], gamma: Fraction) -> Bound:
    measured, comparison = measure(made.trace, u, gamma), parse(BOUNDS[id])
    values = values_of(measured)
    certified = comparison.status(values) == "true" and (id in HINGE or _has_margin(measured))
    value = decimal_above(comparison, values)
    vacuous = Fraction(value) >= made.rounds
    return Bound(id, gamma, value, certified, vacuous, u, measured.margin or Fraction(0), measured.H)


def _has_margin(measured: Quantities) -> bool:
    return measured.margin is not None and measured.margin >= measured.gamma > 0


def decimal_above(comparison: Comparison, values: Any) -> str:
    """The right side as a decimal with DIGITS places, rounded up, so never below the exact value."""
    scale = 10**DIGITS
    known = exact(comparison.right, values)
    rational = None if known is None else known.as_rational()
    if rational is not None:
        whole = ceil(rational * scale)
    else:
        whole = int((enclose(comparison.right, values) * scale).upper().ceil().unique_fmpz())
    sign, whole = ("-", -whole) if whole < 0 else ("", whole)
    text = f"{whole // scale}.{whole % scale:0{DIGITS}d}"
    return sign + text.rstrip("0").rstrip(".")
