"""The false half: the ends of the range as exact runs, each judged before anything is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf, sqrt
from time import monotonic

import numpy as np

from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal, margin_spiral, plane, spiral
from perceptron.numbers.sphere import sqrt_below, sqrt_exact, unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.conjecture.kernel_specs import full_text
from proofs.counterexample import Counterexample, build, judge
from proofs.decide.extremes import BROKEN, Extremes, broken, broken_ones, direction
from proofs.decide.ranges import lifted
from proofs.system.time_limit import ended_after

Vector = tuple[Fraction, ...]
ROOM = 1e-5  # by how much a spiral's γ is below 1/√M: nearer to it the grid would have to be refined again and again
UPDATES_A_SECOND = 1500  # of a spiral, built and judged
LISTED = 300  # examples in as many dimensions; longer runs are spirals in space
MOST_RUNS = 25
GAMMA_DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 12, 20, 30, 60, 100, 1000, 10**5, 10**8)
LONGEST = 2000  # updates of a spiral of a given dimension
LINEAR = full_text("linear")
SPIRAL_STEPS = (2, 3, 4, 5, 6, 8, 10, 14, 20, 28, 40, 56, 80, 113, 160, 226, 320)


def refuted(comparison: Comparison, game: Game, seconds: float = 3.0) -> Counterexample | None:
    """An exact run that breaks the comparison, accepted by the judge, or None."""
    deadline = monotonic() + seconds
    with ended_after(seconds):  # a long run may take longer to build and to judge than all that there is
        for rounds, u, gamma in candidates(comparison, game, deadline):
            if monotonic() > deadline:
                break
            if (found := tried(comparison, game, rounds, u, gamma)) is not None:
                return found
    return None


def tried(comparison: Comparison, game: Game, rounds: Sequence[tuple[Vector, int]], u: Vector, gamma: Fraction) -> Counterexample | None:
    """The run as a counterexample, if the judge accepts it."""
    radius = None
    if game.radius == "declared":
        radius = sqrt_exact(max(sum((a * a for a in x), Fraction(0)) for x, _ in rounds))
        if radius is None:
            return None
        if "bounded examples" in game.dropped:
            radius /= 100
    start = (Fraction(-100), *(Fraction(0) for _ in u[1:])) if "zero start" in game.dropped else None
    points = tuple(tuple(Fraction(i == j) for j in range(len(u))) for i in range(len(u))) if game.learner == "kernel" else None
    with suppress(InputError):
        found = build(comparison, game, rounds, u, gamma, radius, start, points)
        if judge(found).valid:
            return found
    return None


Candidate = tuple[Sequence[tuple[Vector, int]], Vector, Fraction]


def candidates(comparison: Comparison, asked: Game, deadline: float = inf) -> Iterator[Candidate]:
    """Runs of the range, nearest first; without a hypothesis, those of the game that it leaves, and a few that only want it."""
    game = lifted(asked)
    if asked.dropped and game.learner in ("perceptron", "margin"):
        yield from without_a_rule(asked)
    if game.dropped:
        return
    if game.learner == "margin":
        yield from margin_candidates(comparison, game)
    elif game.learner == "perceptron" and (game.dimension is not None or "d" in comparison.names):
        yield from flat_candidates(comparison, game)
        yield from fitting(comparison, game)
    elif game.learner == "perceptron" or (game.learner == "kernel" and game.kernel == LINEAR):
        for place, run in enumerate(broken_ones(comparison, game)):
            if place >= MOST_RUNS:
                break
            yield from exact_runs(game, run, deadline)
        yield from seesaws(game)


def exact_runs(game: Game, run: Extremes, deadline: float = inf) -> Iterator[Candidate]:
    """The run with these numbers in rational vectors, for a few rational γ nearby."""
    if int(run.M[0]) > UPDATES_A_SECOND * (deadline - monotonic()):
        return  # it would not be built and judged in time
    if int(run.M[0]) > LISTED:
        yield from long_runs(run)
        return
    radius, length = (Fraction(float(a[0])).limit_denominator(4096) for a in (run.radius, run.length))
    unit = unit_near([Fraction(a).limit_denominator(10**6) for a in direction(run)], 2**30)
    u = tuple(length * a for a in unit)
    rounds = [(tuple(radius * (i == t) for i in range(len(u))), 1) for t in range(int(run.M[0]))]
    least = min(radius * a for a in u[: len(rounds)])
    for gamma in gammas(float(run.gamma[0]), least, game):
        yield rounds, u, gamma


def gammas(near: float, least: Fraction, game: Game) -> Iterator[Fraction]:
    """Rationals near γ, the least progress first if γ is just that."""
    if abs(near - least) < 1e-9 * abs(near):
        yield least
    for denominator in GAMMA_DENOMINATORS:
        gamma = Fraction(round(near * denominator), denominator)
        if gamma > 0 and (game.setting == "agnostic" or gamma <= least):
            yield gamma
    if least > 0:
        yield least


def long_runs(run: Extremes) -> Iterator[Candidate]:
    """Thousands of updates in three dimensions, where u makes the same progress at each."""
    count, progress = int(run.M[0]), float(run.p2[0])
    if int(run.j[0]) or progress <= 0 or float(run.radius[0]) != 1 or float(run.length[0]) != 1:
        return
    margin = Fraction(int(10**8 * (1 - ROOM) / sqrt(count)), 10**8)
    found = spiral(margin, limit=count)
    exactly = abs(float(run.gamma[0]) / progress - 1) < 1e-9
    if len(found.examples) == count:
        yield listed(found, margin if exactly else Fraction(float(run.gamma[0])).limit_denominator(1000))


def listed(run: Extremal, gamma: Fraction | None = None) -> Candidate:
    return [(e.x, e.y) for e in run.examples], run.u, run.gamma if gamma is None else gamma


def seesaws(game: Game) -> Iterator[Candidate]:
    """On the line z = −1, +1, −1, …: every second loss is γ + 1, the greatest that there is."""
    if game.setting == "separable" or game.dimension not in (None, 1):
        return
    one = Fraction(1)
    for sign in (-1, 1):
        for count in (1, 2, 3, 4, 5, 7, 9, 15, 25, 49, 101):
            for gamma in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), one, 2 * one):
                yield [((sign * one * (-1) ** t,), 1) for t in range(count)], (one,), gamma


def flat_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """On the line one example, in the plane the zig-zag and above it the spiral, where their numbers break the bound; and the seesaw."""
    for gamma in flat_margins():
        if game.dimension == 1:
            yield [((Fraction(1),), 1)], (Fraction(1),), gamma
            continue
        if game.dimension in (None, 2) and may_break(comparison, int(1 / (2 * gamma * gamma)) + 1.0, float(gamma), 2.0):
            yield listed(plane(gamma))
        if (
            game.dimension != 2
            and gamma < 1
            and 1 / gamma**2 <= LONGEST
            and may_break(comparison, float(int(1 / gamma**2)), float(gamma), 3.0)
        ):
            yield in_dimension(listed(spiral(gamma, limit=LONGEST)), game.dimension or 3)
    yield from seesaws(game)


def fitting(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """Orthogonal examples, of which a space has room for few."""
    for run in broken_ones(comparison, game):
        for found in exact_runs(game, run) if game.dimension is None or int(run.M[0]) <= game.dimension else ():
            if game.dimension is None or len(found[1]) <= game.dimension:
                yield found if game.dimension is None else in_dimension(found, game.dimension)


def in_dimension(run: Candidate, dimension: int) -> Candidate:
    """The same run among more coordinates."""
    rounds, u, gamma = run
    more = (Fraction(0),) * (dimension - len(u))
    return [((*x, *more), y) for x, y in rounds], (*u, *more), gamma


def without_a_rule(game: Game) -> Iterator[Candidate]:
    """On the line: one example again and again, with one label or both in turn, for a comparator of any length that the game allows."""
    one = Fraction(1)
    for u in (one, Fraction(100)) if game.comparator == "any" or "unit comparator" in game.dropped else (one,):
        for gamma in (u, -u, -10 * u, Fraction(0)) if "positive margin" in game.dropped else (u, u / 2):
            for count in (1, 2, 5, 20):
                for turns in (1, -1):
                    yield [((one,), turns**t) for t in range(count)], (u,), gamma


def flat_margins() -> Iterator[Fraction]:
    """Coarse to fine; among them those just below 1/√(2n), where the zig-zag gains an update."""
    for n in range(1, 60):
        yield from (Fraction(1, n), Fraction(2 * n, n * n + 1))
        yield from (sqrt_below(Fraction(1, 2 * n), scale) for scale in (100, 10**4, 10**7))


def may_break(comparison: Comparison, count: float, gamma: float, dimension: float, **more: float) -> bool:
    """Whether a separable run of unit examples with these numbers seems to break the comparison, or has others that it speaks of."""
    values = {"M": count, "T": count, "gamma": gamma, "R": 1.0, "U": 1.0, "d": dimension, "S2": count, **more}
    known = comparison.names <= values.keys()
    return not known or bool(broken(comparison, {name: np.array([value]) for name, value in values.items()})[0] > -BROKEN)


def margin_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """One example with γ = 1, then the Margin Perceptron's spiral with smaller and smaller γ, where its numbers break the bound."""
    yield [((Fraction(1),), 1)], (Fraction(1),), Fraction(1)
    for n in SPIRAL_STEPS:
        count = float(spiral_updates(1 / n, 1 - float(game.eps)))
        if may_break(comparison, count, 1 / n, 3.0, T=count + 1, eps=float(game.eps)):
            yield listed(margin_spiral(Fraction(1, n), game.eps))


def spiral_updates(gamma: float, share: float) -> int:
    """M of the spiral in floats: ‖w‖² grows by 2·share·γ‖w‖ + 1 as long as an example with ⟨w, z⟩ = share·γ‖w‖ fits beside u."""
    square, vectors, across = 1.0, 1, sqrt(1 - gamma * gamma)
    while True:
        along, length = vectors * gamma, sqrt(square)
        if abs(share * gamma * length - along * gamma) > across * sqrt(max(square - along * along, 0.0)):
            return vectors - 1
        square += 2 * share * gamma * length + 1
        vectors += 1
