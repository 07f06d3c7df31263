"""The extremal families against the Perceptron: runs whose numbers are known beforehand, so that only those are built that should break a
conjecture.

    flat_candidates    few dimensions: the zig-zag of the plane, the spiral in space, unit vectors on the circle, the seesaw of the line
    plain_candidates   the known families as the search plays them, for wrong labels, coordinates from a list, numbers without a closed form
                       and somebody's own learner: each is played
    without_a_rule     a hypothesis that is dropped
    long_runs          thousands of updates, followed instead of listed. How the numbers go on is known from a law or seen on a few rounds
                       (`proofs.falsify.strategies.long_runs`), so the least length that should break a conjecture is found first

`orthogonal` has the ends of the range, `families_of_others` the other learners.  A family claims nothing: `refute` has each run judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import atan2, cos, pi, radians, sin
from typing import Any, NamedTuple

import numpy as np

from perceptron.extremal.longest import zigzag_updates
from perceptron.extremal.sequences import Extremal, plane, spiral
from perceptron.extremal.sources import Source, Spiral
from perceptron.numbers.rational_points import sqrt_below, unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, replay
from proofs.counterexample.recipe import as_rounds, recipe
from proofs.decide.orthogonal import BROKEN, broken
from proofs.falsify.evaluator import Evaluator, Unmeasured
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.run import Run
from proofs.falsify.strategies.known_families import plain_runs
from proofs.falsify.strategies.long_runs import CHOSEN, on_a_line, predicted_runs, repetition

Vector = tuple[Fraction, ...]
NO_LOSS = {"TD": 0.0, "H": 0.0, "H2": 0.0}


class CandidateRun(NamedTuple):
    """Rounds (x, y), or a spiral that is followed instead of listed, the comparator, and gamma.

    points   a kernel's: u holds the coefficients of φ(p) for these p
    """

    rounds: Any
    u: Vector
    gamma: Fraction
    points: tuple[Any, ...] | None = None


def listed(run: Extremal, gamma: Fraction | None = None) -> CandidateRun:
    """A sequence of `perceptron.extremal`, with its own gamma or another."""
    return CandidateRun([(e.x, e.y) for e in run.examples], run.u, run.gamma if gamma is None else gamma)


def in_dimension(run: CandidateRun, dimension: int) -> CandidateRun:
    """The run among more coordinates, which are 0."""
    more = (Fraction(0),) * (dimension - len(run.u))
    if isinstance(run.rounds, Spiral):
        return run._replace(rounds=replace(run.rounds, dimension=dimension), u=(*run.u, *more))
    return run._replace(rounds=[((*x, *more), y) for x, y in run.rounds], u=(*run.u, *more))


def may_break(comparison: Comparison, count: float, gamma: float, dimension: float, room: float = BROKEN, **more: float) -> bool:
    """Whether a separable run of unit examples with these numbers seems to break the comparison, or has others that it speaks of.

    room   by how much it may seem to hold; the float's error, unless equality is no matter"""
    values = {"M": count, "T": count, "gamma": gamma, "R": 1.0, "U": 1.0, "d": dimension, "S2": count, **NO_LOSS, **more}
    known = comparison.names <= values.keys()
    return not known or bool(broken(comparison, {name: np.array([value]) for name, value in values.items()})[0] > -room)


def axis(dimension: int, place: int = 0, size: Fraction | int = 1) -> Vector:
    """`size` times a vector of the standard basis."""
    return tuple(Fraction(size if i == place else 0) for i in range(dimension))


LONGEST = 2000  # updates of a spiral
SLACKS = np.concatenate([1 + np.geomspace(1e-3, 20, 60), [1.0]])  # γ over the margin
MOST_SLACK, SLACK_COUNTS = 12, (2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 50, 100, 200)
FINE, UNIT_FINE, ANGLE_FINE = 10**8, 2**9, 2**14
SCALES = (10**2, 10**4, 10**7, 10**10, 10**13)  # how far below a threshold: by one part in so many
UNIT_COUNTS = range(2, 40)  # updates of unit vectors in space, whose numbers grow long
ANGLES = [radians(degrees / 4) for degrees in range(180, 356)]  # of the examples that lie farthest from u on the circle
STARTS, TIES = 16, 6
NUDGE = 1e-6  # beyond a right angle, so that rounding leaves a mistake


def flat_candidates(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """Of a space of few dimensions those of its families whose numbers break the bound, with slack where that is allowed; the seesaw."""
    if game.norm == "unit":
        yield from unit_candidates(comparison, game)
    else:
        yield from tight(comparison, game)
        if game.setting == "agnostic":
            yield from slack(comparison, game)
    yield from seesaws(game)


def tight(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """On the line one example, in the plane the zig-zag, above it the spiral."""
    for gamma in flat_margins():
        if game.dimension == 1:
            yield CandidateRun([((Fraction(1),), 1)], (Fraction(1),), gamma)
            continue
        if game.dimension in (None, 2) and may_break(comparison, zigzag_updates(gamma), float(gamma), 2.0):
            yield listed(plane(gamma))
        most = float(int(1 / gamma**2))
        if game.dimension != 2 and gamma < 1 and most <= LONGEST and may_break(comparison, most, float(gamma), 3.0):
            yield in_dimension(listed(spiral(gamma, limit=LONGEST)), game.dimension or 3)


def flat_margins() -> Iterator[Fraction]:
    """Coarse to fine; among them those just below 1/√n, where the spiral gains an update, and for even n the zig-zag."""
    for n in range(1, 60):
        yield from (Fraction(1, n), Fraction(2 * n, n * n + 1))
        for count, scale in product((2 * n, 2 * n - 1), SCALES):
            yield sqrt_below(Fraction(1, count) * (1 - Fraction(1, scale)), 10 * scale)


def slack(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """The shortest zig-zags or spirals that seem to break the bound with γ above their margin m: every update has the loss γ − m."""
    if game.dimension == 1:
        return
    pairs = [(n, c) for n in SLACK_COUNTS for c in SLACKS]
    count, claim = np.array([n for n, _ in pairs], dtype=float), np.array([c for _, c in pairs])
    margin = 1 / np.sqrt(2 * (count - 1) + 1e-6) if game.dimension == 2 else 1 / np.sqrt(count + 0.02)
    gamma, loss = margin * claim, margin * (claim - 1)
    values = {"M": count, "T": count, "gamma": gamma, "R": 1 + 0 * count, "U": 1 + 0 * count, "d": (game.dimension or 3) + 0 * count}
    values |= {"TD": count * loss, "H": count * loss / gamma, "H2": np.sqrt(count) * loss / gamma, "S2": count}
    if not comparison.names <= values.keys():
        return
    size = broken(comparison, values)
    for i in [i for i in range(len(pairs)) if size[i] > BROKEN][:MOST_SLACK]:
        least = Fraction(int(FINE * margin[i]), FINE)
        sequence = plane(min(least, Fraction(1))) if game.dimension == 2 else spiral(least, limit=int(count[i]))
        run = listed(sequence, Fraction(float(gamma[i])).limit_denominator(1000))
        yield run if game.dimension is None else in_dimension(run, game.dimension)


def seesaws(game: Game) -> Iterator[CandidateRun]:
    """On the line z = −1, +1, −1, …: every second loss is γ + 1, the greatest that there is."""
    if game.setting == "separable" or game.dimension not in (None, 1):
        return
    one = Fraction(1)
    for sign, count in product((-1, 1), (1, 2, 3, 4, 5, 7, 9, 15, 25, 49, 101)):
        for gamma in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), one, 2 * one):
            yield CandidateRun([((sign * one * (-1) ** t,), 1) for t in range(count)], (one,), gamma)


# -- examples of length one ----------------------------------------------------------------------------------------------------------------


def unit_candidates(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """One example, which has any loss where losses are allowed; on the circle what swings from side to side; in space the spiral."""
    one = in_dimension(CandidateRun([((Fraction(1),), 1)], (Fraction(1),), Fraction(1)), game.dimension or 1)
    for gamma in (1, *((Fraction(5, 4), 2, 3, 10, 100) if game.setting == "agnostic" else ())):
        yield one._replace(gamma=Fraction(gamma))
    if game.dimension == 2:
        yield from on_the_circle(comparison)
    if game.dimension is None or game.dimension > 2:
        for n in UNIT_COUNTS:
            gamma, _ = unit_near([Fraction(n**-0.5 * (1 - 1e-3)), Fraction((1 - 1 / n) ** 0.5)], UNIT_FINE)
            if gamma * gamma * n < 1 and may_break(comparison, float(n), float(gamma), 3.0):
                yield in_dimension(listed(spiral(gamma, norm="unit", limit=n)), game.dimension or 3)


def on_the_circle(comparison: Comparison) -> Iterator[CandidateRun]:
    """The longest runs found for each angle: from each start some right angles to w, then the farthest example on the other side of u."""
    for farthest in ANGLES:
        gamma = cos(farthest)
        if may_break(comparison, zigzag_updates(gamma), gamma, 2.0):
            best = max((swings(farthest, farthest * s / STARTS, ties) for s, ties in product(range(STARTS + 1), range(TIES))), key=len)
            if may_break(comparison, float(len(best)), gamma, 2.0):
                yield on_rational_points(best)


def swings(farthest: float, start: float, ties: int) -> list[float]:
    """Angles from u, each at least a right angle from w; after so many right angles the farthest."""
    angles, x, y = [start], cos(start), sin(start)
    while len(angles) < LONGEST:
        angle = atan2(y, x)
        side = 1 if angle > 0 else -1
        nearest = angle - side * (pi / 2 + NUDGE)
        if abs(nearest) > farthest:
            return angles
        angles.append(nearest if len(angles) <= ties else -side * farthest)
        x, y = x + cos(angles[-1]), y + sin(angles[-1])
    return angles


def on_rational_points(angles: list[float]) -> CandidateRun:
    """The unit vectors at these angles, nearly; γ is the least of their progress."""
    points = [unit_near([Fraction(cos(a)).limit_denominator(FINE), Fraction(sin(a)).limit_denominator(FINE)], ANGLE_FINE) for a in angles]
    return CandidateRun([(z, 1) for z in points], (Fraction(1), Fraction(0)), min(z[0] for z in points))


def without_a_rule(game: Game) -> Iterator[CandidateRun]:
    """On the line: one example again and again, with one label or both in turn, for a comparator of any length that the game allows."""
    one = Fraction(1)
    for u in (one, Fraction(100)) if game.comparator == "any" or "unit comparator" in game.dropped else (one,):
        for gamma in (u, -u, -10 * u, Fraction(0)) if "positive margin" in game.dropped else (u, u / 2):
            for count in (1, 2, 5, 20):
                for turns in (1, -1):
                    yield CandidateRun([((one,), turns**t) for t in range(count)], (u,), gamma)


MOST_ROUNDS = 200  # of a run that is played


def plain_candidates(game: Game) -> Iterator[CandidateRun]:
    """The known families with the parameters of their ranges, as far as the game has room for them and the runs are short; one example with
    labels in turn."""
    for count, turns, gamma in product((1, 2, 3, 10, 30), (1, -1), (1, 3)):
        yield in_dimension(CandidateRun([(axis(1), turns**t) for t in range(count)], axis(1), Fraction(gamma)), game.dimension or 1)
    for run in plain_runs(game, remembers=True):
        if len(run.moves) <= MOST_ROUNDS:
            yield CandidateRun(list(run.listed()), run.comparator(), run.gamma)


def played(evaluator: Evaluator, candidate: CandidateRun) -> Counterexample | None:
    """The run of somebody's own learner as a counterexample that nobody has judged yet; None where it breaks nothing."""
    run = Run.of(*candidate[:3])
    measured = evaluator.measure(run)
    if measured is None or not evaluator.breaks(run, measured):
        return None
    return evaluator.named(measured, evaluator.comparison.sides(evaluator.values(measured)))


SHORTEST = 20  # updates
MOST_PATTERNS = 24


def followed(comparison: Comparison, game: Game, source: Source, u: tuple[Fraction, ...], gamma: Fraction) -> Counterexample:
    """The run of a source as a counterexample that nobody has judged yet."""
    run = replay(game, as_rounds(source), u, gamma)
    radius = Fraction(1) if game.radius == "declared" else None
    return recipe(source, comparison.text, game, u, gamma, len(run.counted), comparison.sides(run.values(radius)), radius)


def long_runs(comparison: Comparison, game: Game) -> Iterator[Counterexample]:
    """Runs as counterexamples that nobody has judged yet."""
    if not game.is_plain:
        return
    evaluator = evaluator_of(comparison, game)
    for run in predicted_runs(evaluator, SHORTEST):
        with suppress(Unmeasured):
            yield evaluator.witness(run)
    if evaluator.wide:
        return  # over all rounds nothing is predicted
    known = ((run, law) for run in islice(turns(game), MOST_PATTERNS) if (law := repetition(evaluator, run)) is not None)
    for run, law in islice(((run, law) for run, law in known if law.least() is not None), CHOSEN):
        with suppress(Unmeasured):
            yield evaluator.witness(run.prolonged(law.least() or 0))


def turns(game: Game) -> Iterator[Run]:
    """One example whose label takes turns, or one again and again."""
    if game.is_euclidean:
        yield from on_a_line(game)
        return
    radius, origin = Fraction(1) if game.radius == "declared" else None, (Fraction(0),)
    points = None
    if game.learner == "kernel" and game.points_are == "vectors":
        points = ((0,),) if game.kernel_object()(origin, origin) == 1 else ((1,),)
    if game.points_are == "vectors" and (game.dimension or 1) == 1:
        for labels in ((1, -1), (1, 1)):
            moves = tuple((y,) for y in labels)
            yield Run(1, moves, labels, (1,), 1, Fraction(1), radius, None, points)
