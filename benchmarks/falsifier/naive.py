"""The baseline: the Hypothesis test that a competent person writes first, with lists of Fractions.

It draws a comparator, examples and a number gamma that keep the rules, runs the learner on Fractions, evaluates both sides exactly, aims
with `target`, and lets Hypothesis shrink.  It knows nothing of adversaries: its examples are drawn before the learner is run.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis import strategies as st

from perceptron.errors import InputError
from perceptron.numbers.rational_points import unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.evaluate import compile_term, guard
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, build, judge, replay

Vector = tuple[Fraction, ...]
EXAMPLES, DIMENSION, ENTRIES, LARGE = 30, 4, 12, 20


@dataclass(frozen=True)
class DrawnRun:
    """A run to be tried."""

    rounds: tuple[tuple[Vector, int], ...]
    u: Vector
    gamma: Fraction
    radius: Fraction | None
    start: Vector | None


@dataclass
class Attempt:
    """What the baseline came to: sequences tried, and the smallest valid counterexample with the seconds until the first."""

    runs: int = 0
    seconds: float = 0.0
    found: Counterexample | None = None


class OutOfTime(BaseException):
    """The budget is spent; no Exception, so that Hypothesis lets it pass."""


@st.composite
def plays(draw: st.DrawFn, game: Game) -> DrawnRun | None:
    """A run that keeps the rules of the game; None where what was drawn cannot."""
    d = game.dimension or draw(st.integers(1, DIMENSION))
    entry = st.fractions(-1, 1, max_denominator=ENTRIES)
    vector = st.lists(entry, min_size=d, max_size=d).map(tuple)
    positive = st.fractions(Fraction(1, 16), 4, max_denominator=16)
    free_u = game.comparator == "any" or not game.demands("unit comparator")
    u = draw(vector) if free_u else _unit(draw(vector))
    if u is None:
        return None
    if free_u:
        u = tuple(draw(positive) * a for a in u)
    elif game.comparator == "ball":
        u = tuple(draw(st.fractions(0, 1, max_denominator=8)) * a for a in u)
    xs: list[Vector | None] = [_fit(x, game, draw) for x in draw(st.lists(vector, min_size=1, max_size=EXAMPLES))]
    ys = [draw(st.sampled_from((1, -1))) for _ in xs]
    rounds = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None]
    gamma = draw(positive)
    if not game.demands("positive margin") and draw(st.booleans()):
        gamma = -gamma
    if game.demands("separable"):
        rounds = [(x, 1 if _dot(u, x) > 0 else -1) for x, _ in rounds if _dot(u, x) or gamma < 0]
        least = min((y * _dot(u, x) for x, y in rounds), default=Fraction(0))
        gamma = gamma if gamma < 0 else least * min(Fraction(1), gamma)
        if game.demands("positive margin") and gamma <= 0:
            return None
    radius = None
    if game.radius == "declared":
        longest2 = max((_dot(x, x) for x, _ in rounds), default=Fraction(0))
        radius = _above(longest2) if game.demands("bounded examples") else draw(positive)
    start = None if game.demands("zero start") or game.learner != "perceptron" else tuple(LARGE * a for a in draw(vector))
    return DrawnRun(tuple(rounds), u, gamma, radius, start) if rounds else None


def attack(comparison: Comparison, game: Game, budget: float, number: int = 0, shrink: bool = True) -> Attempt:
    """Search for `budget` seconds; once something is found, only to shrink it, or not at all if not `shrink`."""
    attempt, began = Attempt(), time.monotonic()
    left, right = (guard(compile_term(side)) for side in (comparison.left, comparison.right))

    def trial(drawn: DrawnRun | None) -> None:
        if time.monotonic() - began > budget:
            raise OutOfTime
        if drawn is None:
            return
        try:
            values = replay(game, drawn.rounds, drawn.u, drawn.gamma, drawn.start).values(drawn.radius)
        except InputError:  # the learner cannot begin
            return
        attempt.runs += 1
        if comparison.holds(values) is False:
            found = build(comparison, game, drawn.rounds, drawn.u, drawn.gamma, drawn.radius, drawn.start)
            if judge(found).valid:
                if attempt.found is None:
                    attempt.seconds = time.monotonic() - began
                attempt.found = found
                raise AssertionError if shrink else OutOfTime
        floats = {name: _float(value) for name, value in values.items()}
        small, large = left(floats), right(floats)
        if comparison.op in (">=", ">"):
            small, large = large, small
        if large > 0 and -1e9 < small / large < 1e9:
            target(small / large)

    try:
        while attempt.found is None:
            _tried(trial, game, number)
            number += 1
    except OutOfTime:
        pass
    return attempt


def _tried(trial: Any, game: Game, number: int) -> None:
    wrapped = seed(number)(given(plays(game))(trial))
    phases = (Phase.generate, Phase.target, Phase.shrink)
    quiet = settings(max_examples=2000, database=None, deadline=None, phases=phases, suppress_health_check=list(HealthCheck))
    with contextlib.suppress(AssertionError):
        quiet(wrapped)()


def _fit(x: Vector, game: Game, draw: Any) -> Vector | None:
    """An example that keeps the norm."""
    if not game.demands("bounded examples") or game.norm == "any":
        return tuple(draw(st.sampled_from((1, 1, LARGE))) * a for a in x)
    if game.norm == "unit":
        return _unit(x)
    length2 = _dot(x, x)
    return x if length2 <= 1 else tuple(a / _above(length2) for a in x)


def _unit(direction: Vector) -> Vector | None:
    return unit_near(direction, 16) if any(direction) else None


def _above(square: Fraction) -> Fraction:
    """A short rational that is at least √square: the root itself if it is rational."""
    if isqrt(square.numerator) ** 2 == square.numerator and isqrt(square.denominator) ** 2 == square.denominator:
        return Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return Fraction(isqrt(square.numerator * 64 * 64 // square.denominator) + 1, 64)


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def _float(value: Any) -> float:
    square = getattr(value, "square", None)
    return float("nan") if value is None else float(square) ** 0.5 if square is not None else float(value)
