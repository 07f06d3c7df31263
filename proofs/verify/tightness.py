"""Tightness: extremal runs of the real learner, in exact arithmetic, held against the bounds of the catalogue.

    witnesses(theorem)           for each family of runs that the theorem names, its runs, judged (`judge_reach`)
    best(witnesses)              the one that comes nearest
    Witness.to_json, JudgedRun.sharper   what `tight --json` and `tight --out` write

`tight --json` is a list with a record for each theorem and family, the theorem's nearest family first:

    id, witness             the theorem, and the family of runs in words; family, parameter: its short name and its parameter
    M, bound, most          of the run that comes nearest: its updates, the bound on that run (exact, or "≈ " and ten digits), and the
                            greatest whole M that the bound allows it (null where the bound does not mention M)
    ratio, fraction         M/most as a decimal rounded down and as an exact fraction; for a lower bound most/M; without M the smaller
                            side over the greater (fraction null where that is irrational)
    quotient                M over the bound itself, a decimal rounded down
    status                  attained (a run has equality, or every run M = most), asymptotic (`limit` says why the quotient tends to 1,
                            and it rises along the runs), slack, or not-applicable (then `reason` says why the claim bounds nothing)
    where, elsewhere        only if there is such a thing: differences that are 0 in all runs with equality; the others' best ratio
    runs                    the same of every run, with the parameter's value, γ and whether it attains; "exceeded" refutes a proof
    faults                  only if there are any: why runs do not count

A bound that is not on M has no family: the nearest of the instances that are drawn stands in the place of a run (`by_instances`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Any

from perceptron import Perceptron
from perceptron.errors import InputError
from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from perceptron.numbers.rational_points import sqrt_exact
from proofs.conjecture import Comparison, Values, compose, term_of
from proofs.conjecture.evaluate import decimal, exact, round_node
from proofs.conjecture.nodes import Div, Mul, Name
from proofs.counterexample import Counterexample, build, judge
from proofs.counterexample.judge import HOLDS
from proofs.statements.page import StatedTheorem
from proofs.statements.property import Property
from proofs.statements.statement import Reach
from proofs.verify.checks.nearness import nearest, no_bound
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED, NOT_APPLICABLE, SLACK, Tightness

DIGITS = 6  # of a ratio as a decimal
MAX_BOUND = 2**80  # a bound on M above this is not evaluated


def quotient_of(updates: int, bound: int | Fraction) -> Fraction:
    """The smaller over the greater; 1 where both are 0."""
    low, high = sorted((Fraction(updates), Fraction(bound)))
    return low / high if high else Fraction(1)


def real_edge(comparison: Comparison, values: Values, most: int) -> Fraction:
    """The real number that bounds M, from outside and to within 2^−24: the whole one is `most`."""
    sign = -1 if is_lower(comparison, values) else 1
    steps = _edge(lambda k: comparison.status({**values, "M": most + Fraction(sign * k, 2**24)}) == "false", 2**24)
    return most + Fraction(sign * (steps + 1), 2**24)


def most_allowed(comparison: Comparison, values: Values) -> int | None:
    """The greatest M for which the comparison is not false, from the run's M up; the least where it bounds M from below; or None."""
    if "M" not in comparison.names:
        return None
    updates = values["M"]
    if not isinstance(updates, int):
        raise InputError("M is not a whole number")

    def is_broken(m: int) -> bool:
        return comparison.status({**values, "M": m}) == "false"

    if is_lower(comparison, values):
        return 0 if not is_broken(0) else updates - _edge(lambda k: is_broken(updates - k), updates)
    step = 1
    while not is_broken(updates + step):
        step *= 2
    return updates + _edge(lambda k: is_broken(updates + k), step)


def is_lower(comparison: Comparison, values: Values) -> bool:
    """Whether a larger M would never break the comparison."""
    return comparison.status({**values, "M": MAX_BOUND}) != "false"


def _edge(broken: Callable[[int], bool], high: int) -> int:
    """The last k ≥ 0 that is not broken, where 0 is not and `high` is."""
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if broken(middle) else (middle, high)
    return low


def share_of(comparison: Comparison, values: Values) -> tuple[Fraction | None, str]:
    """The smaller side over the greater one, as a fraction where it is rational and as a decimal rounded down."""
    sides = (comparison.left, comparison.right)
    quotient = Div(*sides) if comparison.op[0] in "<=" else Div(*reversed(sides))
    known = exact(quotient, values)
    return None if known is None else known.as_rational(), round_node(quotient, values, DIGITS, up=False)


def rounded_down(value: Fraction) -> str:
    """A decimal of `DIGITS` digits at most, never above the value."""
    return decimal(value * 10**DIGITS // 1, DIGITS)


@dataclass(frozen=True)
class JudgedRun:
    """A run and what came of it.

    most: the greatest whole M that the bound allows the run, its other quantities as they are (for a lower bound, the least); None if M
    does not occur in the bound. ratio: M/most (for a lower bound most/M), and otherwise the smaller side over the greater, as a fraction
    where it is one; decimal: the same rounded down. quotient: M over the bound itself, a real number, rounded down. equal: both sides are
    the same number. exceeded: the run breaks the bound, so the theorem is false. fault: why it does not count.
    """

    parameter: Fraction
    extremal: Extremal = field(repr=False)
    found: Counterexample = field(repr=False)
    values: Values = field(repr=False)
    M: int
    bound: str
    most: int | None = None
    ratio: Fraction | None = None
    decimal: str = ""
    quotient: str = ""
    equal: bool = False
    exceeded: bool = False
    fault: str = ""

    @property
    def is_attained(self) -> bool:
        """Whether the run reaches the bound, or the last whole number below it."""
        return self.equal or self.ratio == 1

    def sharper(self) -> Counterexample:
        """The run as a counterexample to the next sharper bound (or, where it exceeds it, to the bound itself)."""
        if self.exceeded:
            return self.found
        comparison = self.found.comparison
        if self.most is not None:
            off = self.most - self.M
            claim = comparison.substitute({"M": f"M - {1 - off}" if is_lower(comparison, self.values) else f"M + {1 + off}"})
        elif self.equal:
            claim = compose(comparison.left, comparison.op[0], comparison.right)
        else:
            less = comparison.op[0] == "<"
            small, large = (comparison.left, comparison.right) if less else (comparison.right, comparison.left)
            shrunk = Mul(term_of(self.decimal), large)
            claim = compose(*((small, comparison.op, shrunk) if less else (shrunk, comparison.op, small)))
        lhs, rhs = claim.sides(self.values)
        return replace(self.found, conjecture=claim.text, lhs=lhs, rhs=rhs)


def judge_reach(reach: Reach, family: Family, parameter: Fraction) -> JudgedRun:
    """Make the run, have it judged, and measure it against the bound.  Raises InputError if it cannot be made.

    The judge decides whether the run breaks the bound. Whatever it objects is a fault, but for one thing: that the bound holds."""
    comparison, extremal = reach.comparison(family, parameter), _make(family, parameter)
    game, learner = reach.rules(extremal), extremal.learner
    rounds = _rounds(family, parameter)
    radius = _radius(max(game.length2(x) for x, _ in rounds)) if game.radius == "declared" else None
    start = learner.origin if isinstance(learner, Perceptron) else None
    counterexample = build(comparison, game, rounds, extremal.u, extremal.gamma, radius, start)
    verdict = judge(counterexample)
    faults = [reason for reason in verdict.reasons if not reason.startswith(HOLDS)]
    faults += [] if counterexample.learner == learner else ["it is a run of another learner"]
    faults += [] if counterexample.M == extremal.M else [f"M is {counterexample.M}, not {extremal.M}"]
    result = JudgedRun(parameter, extremal, counterexample, verdict.values, counterexample.M, counterexample.rhs, fault="; ".join(faults))
    if faults or verdict.valid:
        return replace(result, exceeded=not faults)
    return _compare(result, comparison, verdict.values)


@lru_cache(maxsize=64)
def _make(family: Family, parameter: Fraction) -> Extremal:
    return family.make(parameter)


@lru_cache(maxsize=64)
def _rounds(family: Family, parameter: Fraction) -> tuple[tuple[tuple[Fraction, ...], int], ...]:
    """The examples of a family's run, which several theorems share."""
    return tuple((example.x, example.y) for example in _make(family, parameter).examples)


def _compare(result: JudgedRun, comparison: Comparison, values: Values) -> JudgedRun:
    equal = replace(comparison, op="=").status(values) == "true"
    most = most_allowed(comparison, values)
    if most is None:
        share, decimal = share_of(comparison, values)
        ratio, decimal = (Fraction(1), "1") if equal else (share, decimal)
        return replace(result, ratio=ratio, decimal=decimal, quotient=decimal, equal=equal)
    ratio = quotient_of(result.M, most)
    plain = comparison.left == Name("M")
    known = exact(comparison.right, values) if plain else None
    rational = None if known is None else known.as_rational()
    real = real_edge(comparison, values, most) if rational is None else rational
    quotient = ratio if equal else quotient_of(result.M, real)
    bound = result.bound if plain else str(most)
    return replace(result, most=most, ratio=ratio, decimal=rounded_down(ratio), quotient=rounded_down(quotient), equal=equal, bound=bound)


def _radius(square: Fraction) -> Fraction:
    """A radius to declare: the longest ‖x‖, or 1 for vectors that are meant to be of length 1 and are irrational; else rounded up to a
    rational."""
    if (root := sqrt_exact(square)) is not None:
        return root
    near = Fraction(isqrt(square.numerator * square.denominator) + 1, square.denominator)
    return Fraction(1) if 1 - Fraction(1, 2**16) < square < 1 else near


QUICK_RUNS = 2  # runs of each family that `verify` makes
ASYMPTOTIC_RATIO = Fraction(99, 100)  # what a family that is said to tend to 1 has to reach


@dataclass(frozen=True)
class Witness:
    """One family of runs against the bound of the theorem `id`; `limit` is the reason given why the ratio tends to 1."""

    id: str
    family: Family
    runs: tuple[JudgedRun, ...]
    limit: str = ""

    @property
    def best(self) -> JudgedRun:
        """The run that comes nearest; of several the one with most updates."""
        return max(self.runs, key=_near)

    @property
    def status(self) -> str:
        """The status that the runs show.

        attained: a run has equality, or every run has the greatest whole M that the bound allows; asymptotic: a reason is given, and M
        over the bound rises from run to run, to `ASYMPTOTIC_RATIO` or more; slack: neither.
        """
        if any(run.equal for run in self.runs) or all(run.is_attained for run in self.runs):
            return ATTAINED
        quotients = [Fraction(run.quotient or "-1") for run in self.runs]
        rising = all(a < b for a, b in pairwise(quotients))
        return ASYMPTOTIC if self.limit and rising and quotients[-1] >= ASYMPTOTIC_RATIO else SLACK

    @property
    def where(self) -> tuple[str, ...]:
        """The term that is 0 in all runs that attain the bound, such as "TD = 0"."""
        return _zeros([self]) if self.status == ATTAINED else ()

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the family's runs, one sentence each."""
        return tuple(f"{self.family.name} at {self.family.parameter} = {r.parameter}: {r.fault}" for r in self.runs if r.fault)

    @property
    def runs_above(self) -> tuple[JudgedRun, ...]:
        """Runs that break the bound: each of them refutes a proof."""
        return tuple(run for run in self.runs if run.exceeded)

    def to_json(self) -> dict[str, Any]:
        """The tightness in `verify --json`, with the family's runs beside it."""
        best = _run(self.best)
        record: dict[str, Any] = {
            "id": self.id,
            "witness": self.family.words,
            **{name: best[name] for name in ("M", "bound", "ratio")},
            "status": self.status,
            **{name: best[name] for name in ("fraction", "quotient", "most")},
            "family": self.family.name,
            "parameter": self.family.parameter,
            "runs": [_run(run) for run in self.runs],
        }
        record |= {"limit": self.limit} if self.status == ASYMPTOTIC else {}
        record |= {"where": list(self.where)} if self.where else {}
        return record | ({"faults": list(self.faults)} if self.faults else {})


def _near(run: JudgedRun) -> tuple[Fraction, int]:
    """An order by nearness to the bound, M over it, and then by length."""
    return Fraction("-1" if run.fault else run.quotient or "-1"), run.M


def _run(run: JudgedRun) -> dict[str, Any]:
    record = {
        "value": str(run.parameter),
        "gamma": str(run.extremal.gamma),
        "M": run.M,
        "bound": run.bound,
        "most": run.most,
        "ratio": run.decimal,
        "fraction": None if run.ratio is None else str(run.ratio),
        "quotient": run.quotient,
        "attained": run.is_attained,
    }
    return record | ({"exceeded": True} if run.exceeded else {}) | ({"fault": run.fault} if run.fault else {})


def witnesses(
    theorem: StatedTheorem, more: Iterable[Fraction] = (), quick: bool = False, on_progress: Callable[[str], None] = lambda what: None
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
            on_progress(f"{theorem.id}: {family.name}, {family.parameter} = {value}")
            runs.append(judge_reach(reach, family, value))
        yield Witness(theorem.id, family, tuple(runs), reach.limit)


def best(among: Iterable[Witness]) -> Witness | None:
    """The witness that comes nearest its bound; the first of equals."""
    order = (SLACK, ASYMPTOTIC, ATTAINED)
    return max(among, key=lambda w: (order.index(w.status), _near(w.best)[0]), default=None)


def _zeros(attained: Iterable[Witness]) -> tuple[str, ...]:
    """The names in the bound that are 0 in every run which attains it."""
    runs = [run for w in attained for run in w.runs if run.is_attained]
    names = set.intersection(*({n for n in run.found.comparison.names if run.values.get(n) == 0} for run in runs)) if runs else set()
    return tuple(f"{name} = 0" for name in sorted(names))


def tightness(theorem: StatedTheorem) -> Tightness:
    """The tightness that `verify` prints: the nearest witness among short runs; an error in an author's family is a fault."""
    try:
        known = list(witnesses(theorem, quick=True))
    except InputError as error:
        return Tightness(SLACK, fault=f"an extremal run cannot be made: {error}")
    except Exception as error:  # a page is the author's code
        return Tightness(SLACK, fault=f"an extremal run cannot be made: {type(error).__name__}: {error}")
    top = best(known)
    if top is None:
        return (
            by_instances(theorem, quick=True)
            if isinstance(theorem, Property)
            else Tightness(NOT_APPLICABLE, reason="the page names no family of runs")
        )
    faults = [fault for w in known for fault in w.faults]
    faults += [f"the bound does not hold on {w.family.name}: {run.M} updates against {run.bound}" for w in known for run in w.runs_above]
    where = _zeros(w for w in known if w.status == ATTAINED)
    others = (run for w in known for run in w.runs if not run.fault and any(run.values.get(zero.split()[0]) != 0 for zero in where))
    elsewhere = max(others, key=_near, default=None)
    return Tightness(
        top.status,
        top.family.words,
        top.best.M,
        top.best.bound,
        top.best.decimal,
        "; ".join(faults),
        where if elsewhere is not None else (),
        elsewhere.quotient if elsewhere is not None else "",
    )


def by_instances(item: Property, quick: bool = False) -> Tightness:
    """The nearest of the instances that are drawn, and of the learners that are played on longer samples; or why nothing is bounded."""
    if why := no_bound(item):
        return Tightness(NOT_APPLICABLE, reason=f"no bound: {why}")
    try:
        found = nearest(item, quick)
    except Exception as error:  # a page is the author's code
        return Tightness(SLACK, fault=f"no instance can be drawn: {type(error).__name__}: {error}")
    tail = max(item.tails(item), key=lambda tail: tail.ratio, default=None) if item.tails is not None else None
    if tail is not None and tail.ratio > Fraction(found.ratio):
        return Tightness(SLACK, str(tail), ratio=tail.share)
    fault = "the claim fails in an instance that keeps all hypotheses" if found.broken else ""
    words = f"the nearest of {found.held} instances drawn"
    return Tightness(ATTAINED if found.equal else SLACK, words, None, "", found.ratio, fault, found.zeros, found.elsewhere)
