"""Runs of up to a million rounds for conjectures that nothing shorter breaks: predicted in floats, then made once and followed.

The longest runs there are follow simple laws. After N updates the zig-zag of the plane has the margin m = 1/√(2N), or 1/√(2εN) against
the Margin Perceptron; the spiral in space has 1/√N, and the Margin Perceptron's √(τ/N). The 2ᵈ points of a cube are orthogonal to a
subset kernel. Gamma may be a multiple of m, and then each update has some loss. So both sides of the conjecture are known beforehand for
every N, and only the smallest N that would break it is tried. Such a run is written as a recipe (`proofs.counterexample.recipe`): three
examples over and over, or a spiral or a cube that is made while it is looked at. `repeated_examples` predicts what has no such law."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import cast

from perceptron.extremal.sequences import plane
from perceptron.kernels import Subsets
from perceptron.numbers.sphere import sqrt_below
from proofs.conjecture.game import Game
from proofs.counterexample.recipe import Cube, Repeated, Source, Spiral
from proofs.falsify.genomes.genome import FACTORS
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.judging.time_budget import judging, per_round
from proofs.falsify.runs.endless import Cycled, Moves
from proofs.falsify.runs.run import Run, Vector
from proofs.falsify.starts.euclidean_starts import as_runs

MAX_UPDATES = 2_000_000  # updates; enough for what a million is asked for
SHORT = 150  # updates that are for the other strategies to find
_LITTLE = sorted({round(1.12**k) for k in range(75)})  # 1 + 1/k: what a loss on every round gains is often little
CLAIMS = tuple(dict.fromkeys((*FACTORS[:10], *(1 + Fraction(1, k) for k in _LITTLE))))  # gamma over the margin
SAMPLED_LENGTHS = 60  # numbers of rounds looked at before the least one is found by halving
NEAR = 0.02  # the Perceptron's spiral makes n updates as long as 1/m² > n, here by so much
SHORT_SPIRAL = 1000  # updates of the spiral that shows how many the Margin Perceptron's one lacks
STRETCHES = (1.0, 1.0003, 1.01)  # times the least number of rounds, where rounding to rational numbers costs a little
DENOMINATORS = 60  # of the margins of short zig-zags
CUBES = range(5, 11)  # dimensions, for a kernel of subsets


@dataclass(frozen=True)
class Family:
    """A family: how its margin goes with the updates, and how the run of so many updates is made."""

    dimension: int
    first: int  # rounds that are not counted
    margin: Callable[[int], float]
    make: Callable[[int], Source]

    def predicted(self, evaluator: Evaluator, updates: int, claim: Fraction) -> float:
        """The left side over the right one after so many updates; NaN where it is not defined."""
        m, d = self.margin(updates), evaluator.game.dimension or self.dimension
        g, loss = m * float(claim), max(0.0, float(claim) - 1) * m
        eps = math.nan if evaluator.float_eps is None else evaluator.float_eps
        values = {
            "M": float(updates),
            "T": float(updates + self.first),
            "d": float(d),
            "gamma": g,
            "R": 1.0,
            "S2": float(updates),
            "TD": updates * loss,
            "H": updates * loss / g,
            "H2": math.sqrt(updates) * loss / g,
            "U": 1.0,
            "eps": eps,
            "W": updates * m,
            "P": updates * m,
        }
        return evaluator.ratio(values)

    def least(self, evaluator: Evaluator, claim: Fraction, shortest: int, most: int) -> int | None:
        """The least number of updates in this range that would break the conjecture, if one would."""
        return least(lambda updates: self.predicted(evaluator, updates, claim) > 1 + 1e-9, shortest, most)


def least(breaks: Callable[[int], bool], shortest: int, most: int) -> int | None:
    """About the least number in a range of which something is said, on a scale of ratios."""
    below = shortest - 1
    for k in range(SAMPLED_LENGTHS + 1):
        n = round(shortest * (most / shortest) ** (k / SAMPLED_LENGTHS))
        if breaks(n):
            while n - below > 1:
                middle = (n + below) // 2
                n, below = (middle, below) if breaks(middle) else (n, middle)
            return n
        below = n
    return None


def families(game: Game) -> Iterator[Family]:
    """The families whose rules are the game's, the shortest to write first."""
    d, share = game.dimension, game.opponent.share or Fraction(0)
    if not game.is_euclidean or game.always_updates or (game.norm == "unit" and game.demands("bounded examples")) or not 0 <= share < 1:
        return  # the last: no threshold that a spiral keeps to
    y, first = -int(game.ties) if game.ties in (1, -1) else 1, int(game.initialises)
    if d != 1:
        over = 2 * float(1 - share)
        yield Family(
            d or 2, first, lambda n: 1 / (1 + math.sqrt(over * (n - 1 + first))), lambda n: zigzag(n, d or 2, y, True, share, first)
        )
        yield Family(
            d or 2, first, lambda n: 1 / math.sqrt(over * (n - 1 + first) + 1), lambda n: zigzag(n, d or 2, y, False, share, first)
        )
    if d not in (1, 2):
        constant, lacks, room = (*_tau(share), 1.0) if first else (1.0, NEAR, NEAR / 2)
        yield Family(
            d or 3,
            first,
            lambda n: math.sqrt(constant / (n + lacks)),
            lambda n: Spiral(_between(constant / (n + lacks), constant / (n + lacks - room)), share, n + first, d or 3, y),
        )


def predicted_runs(evaluator: Evaluator, shortest: int = SHORT, most: int = MAX_UPDATES) -> Iterator[Run]:
    """Runs with so many updates that should break the conjecture as predicted, the shortest of each family."""
    game = evaluator.game
    if evaluator.rule is not None or evaluator.wide or most < shortest:
        return  # somebody's own learner, or quantities over all rounds: no law is known
    if isinstance(game.opponent.kernel and game.kernel_object(), Subsets):
        yield from cubes(game, shortest, most)
    for family in families(game):
        claims = [c for c in CLAIMS if (c <= 1 or not game.demands("separable")) and (c == 1 or game.opponent.share is None)]
        found = sorted((n, CLAIMS.index(c)) for c in claims if (n := family.least(evaluator, c, shortest, most)) is not None)
        for n, c in found[:1]:
            for more in STRETCHES:
                yield as_run(family.make(math.ceil(n * more)), game, CLAIMS[c])


def short_zigzags(evaluator: Evaluator, most: int) -> Iterator[Run]:
    """Zig-zags of the plane with as many updates as their margin allows, at most so many, that should break the conjecture."""
    game = evaluator.game
    if (
        evaluator.rule is not None
        or evaluator.wide
        or game.dimension not in (None, 2)
        or not list(families(game))
        or game.opponent.share is not None
    ):
        return
    margins = sorted({Fraction(p, q) for q in range(2, DENOMINATORS) for p in range(1, q)}, reverse=True)
    for margin in margins:
        updates = int(1 / (2 * margin * margin)) + 1
        if updates > most:
            return
        exact = Family(2, 0, lambda n, m=margin: float(m), lambda n: zigzag(n, 2, 1, coarse=True))  # type: ignore[misc]
        for claim in FACTORS[:10] if not game.demands("separable") else FACTORS[:1]:
            if exact.predicted(evaluator, updates, claim) > 1 - 1e-9:
                for run in as_runs(plane(margin, game.ties), game):
                    yield replace(run, gamma=run.gamma * claim)


def cubes(game: Game, shortest: int, most: int) -> Iterator[Run]:
    """The points of {−1, 1}ᵈ, all with one label, and u = ±φ(0): the margin is 1 and no two points have anything in common."""
    if game.demands("bounded examples") and (game.norm != "any" or game.radius == "declared"):
        return
    y = -int(game.ties) if game.ties in (1, -1) else 1
    for d in CUBES:
        if shortest <= 2**d <= most and game.dimension in (None, d):
            moves, labels = cast("tuple[Vector, ...]", Moves(Cube(d, 2**d, y))), cast("tuple[int, ...]", Cycled((), (y,), 2**d))
            yield Run(1, moves, labels, (y,), 1, Fraction(1), None, None, ((0,) * d,))


def in_time(evaluator: Evaluator, made: Run, seconds: float) -> bool:
    """Whether so many seconds are enough to follow a run, measure it again, and judge it."""
    if made.points is not None:
        return 1.6 * judging(evaluator, made) < seconds
    return 1.6 * per_round(evaluator, made) * len(made.moves) < seconds


def as_run(source: Source, game: Game, claim: Fraction) -> Run:
    """A source as a run; gamma is so many times its margin."""
    z, y = next(source.steps())
    margin, d = Fraction(z[0], source.below), len(z)
    moves, labels = cast("tuple[Vector, ...]", Moves(source)), cast("tuple[int, ...]", Cycled((), (y,), source.count))
    radius = Fraction(1) if game.radius == "declared" else None
    return Run(source.below, moves, labels, (1, *(0,) * (d - 1)), 1, margin * claim, radius)


def zigzag(updates: int, dimension: int, y: int, coarse: bool, share: Fraction = Fraction(0), first: int = 0) -> Repeated:
    """So many updates by three examples: (m, C/2), then (m, −C) and (m, C) in turn; before them as many rounds as are not counted.

    At w = (tm, ±C/2) the next one is an update if 2(1 − share)tm² ≤ C², which is to hold up to t = updates − 1 + first. `coarse`: m = 1/n
    and C = 1 − m, which can be read; otherwise m is as large and C² as near to 1 − m² as short fractions come."""
    room = 2 * (1 - share) * (updates - 1 + first)
    if coarse:
        n = max(2, 1 + math.isqrt(int(room)))
        while (n - 1) ** 2 < room:
            n += 1
        m, c = Fraction(1, n), Fraction(n - 1, n)
    else:
        most = 1 / (float(room) + 1)
        m = _between(most * (1 - 1e-6), most)
        c = sqrt_below(1 - m * m, 10**8)
    rest = (Fraction(0),) * (dimension - 2)
    start, down, up = ((tuple(y * value for value in (m, v, *rest)), y) for v in (c / 2, -c, c))
    return Repeated((start,), (down, up), updates + first)


def _between(low: float, high: float) -> Fraction:
    """A short fraction with its square in [low, high)."""
    a, b = math.sqrt(low), math.sqrt(high)
    for p in range(1, 100_000):
        q = math.ceil(p / b)
        if p / q > a:
            return Fraction(p, q)
    return Fraction((a + b) / 2)


@cache
def _tau(c: Fraction) -> tuple[float, float]:
    """The Margin Perceptron's constant, the positive root of 2c(1 − c)τ = ln(1 + 2cτ); and how many updates its spiral lacks to τ/m²,
    some few for every m, as a short one shows."""

    def over(t: float) -> bool:
        return 2 * share * (1 - share) * t > math.log1p(2 * share * t)

    share, low, high = float(c), 1.0, 2.0
    if not share:
        return 1.0, 2.0
    while not over(high) and high < 1e9:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if over(middle) else (middle, high)
    m = Fraction(1, math.ceil(math.sqrt(SHORT_SPIRAL / high)))
    made = sum(1 for _ in Spiral(m, c, 10 * SHORT_SPIRAL).steps()) - 1
    return high, high / float(m) ** 2 - made + 2
