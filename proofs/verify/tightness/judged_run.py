"""One extremal run judged against one bound, by the code that judges counterexamples: its rules, two independent runs, both sides.

A run is made and replayed once, and judged against every theorem that names it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from perceptron import MarginPerceptron, Perceptron
from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from perceptron.learners.winnow import Winnow
from perceptron.numbers.sphere import sqrt_exact
from proofs.conjecture import Comparison, Name, Values, parse
from proofs.conjecture.evaluate import exact
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, replay
from proofs.counterexample.judge import disagreement, hypotheses
from proofs.counterexample.replay import Replay, Round
from proofs.statements.run_bound import Reach
from proofs.verify.tightness.ratio import is_lower, most_allowed, quotient_of, real_edge, rounded_down, share_of


@dataclass(frozen=True)
class Judged:
    """A run and what came of it.

    most: the greatest whole M that the bound allows the run, its other quantities as they are (for a lower bound, the least); None if the
    bound does not speak of M.  ratio: M/most (for a lower bound most/M), and otherwise the smaller side over the greater, as a fraction
    where it is one; decimal: the same rounded down.  quotient: M over the bound itself, a real number, rounded down.  equal: both sides
    are the same number.  exceeded: the run breaks the bound, so the theorem is false.  fault: why it does not count.
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
    def attained(self) -> bool:
        """Whether the run reaches the bound, or the last whole number below it."""
        return self.equal or self.ratio == 1

    def sharper(self) -> Counterexample:
        """The run as a counterexample to the next sharper bound (or, where it exceeds it, to the bound itself)."""
        if self.exceeded:
            return self.found
        comparison = self.found.comparison
        if self.most is not None:
            off = self.most - self.M
            shifted = f"(M - {1 - off})" if is_lower(comparison, self.values) else f"(M + {1 + off})"
            text = re.sub(r"\bM\b", shifted, comparison.text)
        elif self.equal:
            text = comparison.text.replace(comparison.op, comparison.op[0], 1)
        else:
            left, right = comparison.text.split(comparison.op, 1)
            less = comparison.op[0] == "<"
            left, right = (left, f" {self.decimal}*({right.strip()})") if less else (f"{self.decimal}*({left.strip()}) ", right)
            text = left + comparison.op + right
        claim = parse(text)
        lhs, rhs = claim.sides(self.values)
        return replace(self.found, conjecture=claim.text, lhs=lhs, rhs=rhs)


def judged(reach: Reach, family: Family, parameter: Fraction) -> Judged:
    """Make the run, check that it keeps the rules, and measure it against the bound.  Raises InputError if it cannot be made."""
    comparison, played = reach.comparison(family, parameter), _played(family, parameter)
    extremal, play = played.extremal, played.replay
    game, radius = reach.rules(extremal), None
    if game.radius == "declared":
        radius = _radius(play.R2)
    values = play.values(radius)
    lhs, rhs = comparison.sides(values)
    start = extremal.learner.origin if isinstance(extremal.learner, Perceptron) else None
    found = Counterexample(
        conjecture=comparison.text,
        game=game,
        u=extremal.u,
        gamma=extremal.gamma,
        rounds=played.rounds,
        M=len(play.counted),
        lhs=lhs,
        rhs=rhs,
        radius=radius,
        start=start,
    )
    fault = _fault(found, played)
    result = Judged(parameter, extremal, found, values, len(play.counted), rhs, fault=fault)
    status = comparison.status(values)
    if fault or status == "false":
        return replace(result, exceeded=not fault)
    if status != "true":
        return replace(result, fault=f"the bound is {status} on this run: {lhs} {comparison.op} {rhs}")
    return _compared(result, comparison, values)


def _compared(result: Judged, comparison: Comparison, values: Values) -> Judged:
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
    """A radius to declare: the longest ‖x‖, or 1 for what is meant to be of length 1 and is irrational; else rounded up to a rational."""
    if (root := sqrt_exact(square)) is not None:
        return root
    near = Fraction(isqrt(square.numerator * square.denominator) + 1, square.denominator)
    return Fraction(1) if 1 - Fraction(1, 2**16) < square < 1 else near


@dataclass(frozen=True)
class _Played:
    extremal: Extremal
    rounds: tuple[Round, ...]
    replay: Replay
    difference: str  # between two independent runs; empty if they agree


@lru_cache(maxsize=64)
def _played(family: Family, parameter: Fraction) -> _Played:
    extremal = family.make(parameter)
    rounds = tuple((example.x, example.y) for example in extremal.examples)
    game, start = _rule(extremal)
    play = replay(game, rounds, extremal.u, extremal.gamma, start)
    found = Counterexample(
        conjecture="M >= 0", game=game, u=extremal.u, gamma=extremal.gamma, rounds=rounds, M=len(play.counted), lhs="", rhs="", start=start
    )
    return _Played(extremal, rounds, play, disagreement(found, play))


def _rule(extremal: Extremal) -> tuple[Game, tuple[Fraction, ...] | None]:
    """A game with the run's learner, and where it starts."""
    learner = extremal.learner
    if isinstance(learner, MarginPerceptron):
        return Game(learner="margin", eps=learner.eps), None
    if isinstance(learner, Winnow):
        return Game(learner="winnow", ties=learner.ties, rate=f"beta={learner.beta}" if learner.beta else f"eta={learner.eta}"), None
    return Game(ties=learner.ties, dropped=frozenset({"zero start"} if learner.origin else ())), learner.origin


def _fault(found: Counterexample, played: _Played) -> str:
    """Which rule of the game the run breaks; empty if it keeps them all and counts as many updates as it promised."""
    if found.learner != played.extremal.learner:
        return "it is a run of another learner"
    kept = hypotheses(found, played.replay)
    reasons = [f"{name} does not hold: {why}" for name, (holds, why) in kept.items() if not holds]
    reasons += [f"two independent runs differ in {played.difference}"] if played.difference else []
    reasons += [] if found.M == played.extremal.M else [f"M is {found.M}, not {played.extremal.M}"]
    return "; ".join(reasons)
