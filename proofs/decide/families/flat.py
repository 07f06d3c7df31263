"""Few dimensions: the zig-zag of the plane, the spiral in space, unit vectors on the circle, and on the line the seesaw."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import atan2, cos, pi, radians, sin

import numpy as np

from perceptron.extremal.longest import zigzag_updates
from perceptron.extremal.sequences import plane, spiral
from perceptron.numbers.sphere import sqrt_below, unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.decide.families.candidate import Candidate, in_dimension, listed, may_break
from proofs.decide.families.orthogonal import BROKEN, broken

LONGEST = 2000  # updates of a spiral
SLACKS = np.concatenate([1 + np.geomspace(1e-3, 20, 60), [1.0]])  # γ over the margin
MOST_SLACK, SLACK_COUNTS = 12, (2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 50, 100, 200)
FINE, UNIT_FINE, ANGLE_FINE = 10**8, 2**9, 2**14
SCALES = (10**2, 10**4, 10**7, 10**10, 10**13)  # how far below a threshold: by one part in so many
UNIT_COUNTS = range(2, 40)  # updates of unit vectors in space, whose numbers grow long
ANGLES = [radians(degrees / 4) for degrees in range(180, 356)]  # of the examples that lie farthest from u on the circle
STARTS, TIES = 16, 6
NUDGE = 1e-6  # beyond a right angle, so that rounding leaves a mistake


def flat_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """Of a space of few dimensions those of its families whose numbers break the bound, with slack where that is allowed; the seesaw."""
    if game.norm == "unit":
        yield from unit_candidates(comparison, game)
    else:
        yield from tight(comparison, game)
        if game.setting == "agnostic":
            yield from slack(comparison, game)
    yield from seesaws(game)


def tight(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """On the line one example, in the plane the zig-zag, above it the spiral."""
    for gamma in flat_margins():
        if game.dimension == 1:
            yield Candidate([((Fraction(1),), 1)], (Fraction(1),), gamma)
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


def slack(comparison: Comparison, game: Game) -> Iterator[Candidate]:
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
        made = plane(min(least, Fraction(1))) if game.dimension == 2 else spiral(least, limit=int(count[i]))
        run = listed(made, Fraction(float(gamma[i])).limit_denominator(1000))
        yield run if game.dimension is None else in_dimension(run, game.dimension)


def seesaws(game: Game) -> Iterator[Candidate]:
    """On the line z = −1, +1, −1, …: every second loss is γ + 1, the greatest that there is."""
    if game.setting == "separable" or game.dimension not in (None, 1):
        return
    one = Fraction(1)
    for sign, count in product((-1, 1), (1, 2, 3, 4, 5, 7, 9, 15, 25, 49, 101)):
        for gamma in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), one, 2 * one):
            yield Candidate([((sign * one * (-1) ** t,), 1) for t in range(count)], (one,), gamma)


# -- examples of length one ----------------------------------------------------------------------------------------------------------------


def unit_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """One example, which has any loss where losses are allowed; on the circle what swings from side to side; in space the spiral."""
    one = in_dimension(Candidate([((Fraction(1),), 1)], (Fraction(1),), Fraction(1)), game.dimension or 1)
    for gamma in (1, *((Fraction(5, 4), 2, 3, 10, 100) if game.setting == "agnostic" else ())):
        yield one._replace(gamma=Fraction(gamma))
    if game.dimension == 2:
        yield from on_the_circle(comparison)
    if game.dimension is None or game.dimension > 2:
        for n in UNIT_COUNTS:
            gamma, _ = unit_near([Fraction(n**-0.5 * (1 - 1e-3)), Fraction((1 - 1 / n) ** 0.5)], UNIT_FINE)
            if gamma * gamma * n < 1 and may_break(comparison, float(n), float(gamma), 3.0):
                yield in_dimension(listed(spiral(gamma, norm="unit", limit=n)), game.dimension or 3)


def on_the_circle(comparison: Comparison) -> Iterator[Candidate]:
    """The longest runs found for each angle: from each start some right angles to w, then the farthest example on the other side of u."""
    for farthest in ANGLES:
        gamma = cos(farthest)
        if may_break(comparison, zigzag_updates(gamma), gamma, 2.0):
            best = max((swings(farthest, farthest * s / STARTS, ties) for s, ties in product(range(STARTS + 1), range(TIES))), key=len)
            if may_break(comparison, float(len(best)), gamma, 2.0):
                yield on_rational_points(best)


def swings(farthest: float, start: float, ties: int) -> list[float]:
    """Angles from u, each at least a right angle from w; after so many right angles the farthest."""
    found, x, y = [start], cos(start), sin(start)
    while len(found) < LONGEST:
        angle = atan2(y, x)
        side = 1 if angle > 0 else -1
        nearest = angle - side * (pi / 2 + NUDGE)
        if abs(nearest) > farthest:
            return found
        found.append(nearest if len(found) <= ties else -side * farthest)
        x, y = x + cos(found[-1]), y + sin(found[-1])
    return found


def on_rational_points(angles: list[float]) -> Candidate:
    """The unit vectors at these angles, nearly; γ is the least of their progress."""
    points = [unit_near([Fraction(cos(a)).limit_denominator(FINE), Fraction(sin(a)).limit_denominator(FINE)], ANGLE_FINE) for a in angles]
    return Candidate([(z, 1) for z in points], (Fraction(1), Fraction(0)), min(z[0] for z in points))
