"""Runs of up to a million rounds for conjectures that nothing shorter breaks: predicted in floats, then made once and followed.

The longest runs there are follow simple laws. After N updates the zig-zag of the plane has the margin m = 1/√(2N), the spiral in space
1/√N, and the Margin Perceptron's √(τ/N). Gamma may be a multiple of m, and then each update has some loss. So both sides of the
conjecture are known beforehand for every N, and only the smallest N that would break it is tried. Such a run is written as a recipe
(`proofs.counterexample.recipe`): three examples over and over, or a spiral that is made while it is looked at."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import cast

from perceptron.numbers.sphere import sqrt_below
from proofs.conjecture.game import Game
from proofs.counterexample.recipe import Repeated, Source, Spiral
from proofs.falsify.genomes.genome import FACTORS, MAX_ROUNDS
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.judging.time_budget import per_round
from proofs.falsify.runs.run import Run, Vector

MAX_UPDATES = 2_000_000  # updates; enough for what a million is asked for
CLAIMS = FACTORS[:10]  # gamma over the margin
SAMPLED_LENGTHS = 60  # numbers of rounds looked at before the least one is found by halving
SHORT_SPIRAL = 1000  # updates of the spiral that shows how many the Margin Perceptron's one lacks
STRETCHES = (1.0, 1.0003, 1.01)  # times the least number of rounds, where rounding to rational numbers costs a little


class Moves:
    """The moves of a source for a `Run`, made afresh each time they are gone through; a slice from the beginning is shorter."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __len__(self) -> int:
        return self.source.count

    def __iter__(self) -> Iterator[Vector]:
        return (z for z, _ in self.source.steps())

    def __getitem__(self, which: slice) -> Moves:
        return Moves(self.source.cut(which.stop))


class Labels:
    """The labels that go with them: all the same, or those of a source round by round."""

    def __init__(self, y: int, count: int) -> None:
        self.y, self.count = y, count

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        return (self.y for _ in range(self.count))

    def __getitem__(self, which: int | slice) -> int | Labels:
        return Labels(self.y, min(which.stop, self.count)) if isinstance(which, slice) else self.y


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

    def least(self, evaluator: Evaluator, claim: Fraction) -> int | None:
        """The least number of updates that would break the conjecture; None if none up to MAX_UPDATES would, or a short run does too."""

        def breaks(updates: int) -> bool:
            return self.predicted(evaluator, updates, claim) > 1 + 1e-9

        if any(breaks(n) for n in (10, 100, 1000, MAX_ROUNDS)):
            return None
        below = MAX_ROUNDS
        for k in range(1, SAMPLED_LENGTHS + 1):
            n = round(MAX_ROUNDS * (MAX_UPDATES / MAX_ROUNDS) ** (k / SAMPLED_LENGTHS))
            if breaks(n):
                while n - below > 1:
                    middle = (n + below) // 2
                    n, below = (middle, below) if breaks(middle) else (n, middle)
                return n
            below = n
        return None


def families(game: Game) -> Iterator[Family]:
    """The families whose rules are the game's, the shortest to write first."""
    d = game.dimension
    if not game.is_euclidean or game.always_updates or (game.norm == "unit" and game.demands("bounded examples")):
        return
    if not 0 <= (game.opponent.share or 0) < 1:
        return  # no threshold that a spiral keeps to
    y = -int(game.ties) if game.ties in (1, -1) else 1
    if game.opponent.share is None and d != 1:
        yield Family(d or 2, 0, lambda n: 1 / (1 + math.sqrt(2 * n - 2)), lambda n: zigzag(n, d or 2, y, coarse=True))
        yield Family(d or 2, 0, lambda n: 1 / math.sqrt(2 * n), lambda n: zigzag(n, d or 2, y, coarse=False))
    if d not in (1, 2):
        share, first = game.opponent.share or Fraction(0), int(game.initialises)
        constant, lacks = _tau(share) if first else (1.0, 1.0)
        yield Family(
            d or 3,
            first,
            lambda n: math.sqrt(constant / (n + lacks)),
            lambda n: Spiral(_between(constant / (n + lacks), constant / (n + lacks - 1)), share, n + first, d or 3, y),
        )


def predicted_runs(evaluator: Evaluator) -> Iterator[Run]:
    """Runs that should break the conjecture as predicted, the shortest of each family."""
    game = evaluator.game
    for family in families(game):
        claims = [c for c in CLAIMS if (c <= 1 or not game.demands("separable")) and (c == 1 or game.opponent.share is None)]
        found = sorted((least, CLAIMS.index(c)) for c in claims if (least := family.least(evaluator, c)) is not None)
        for least, c in found[:1]:
            for more in STRETCHES:
                yield as_run(family.make(math.ceil(least * more)), game, CLAIMS[c])


def in_time(evaluator: Evaluator, made: Run, seconds: float) -> bool:
    """Whether so many seconds are enough to follow a run, measure it again, and judge it."""
    return 1.6 * per_round(evaluator, made) * len(made.moves) < seconds


def as_run(source: Source, game: Game, claim: Fraction) -> Run:
    """A source as a run; gamma is so many times its margin."""
    z, y = next(source.steps())
    margin, d = Fraction(z[0], source.below), len(z)
    moves, labels = cast("tuple[Vector, ...]", Moves(source)), cast("tuple[int, ...]", Labels(y, source.count))
    radius = Fraction(1) if game.radius == "declared" else None
    return Run(source.below, moves, labels, (1, *(0,) * (d - 1)), 1, margin * claim, radius)


def zigzag(updates: int, dimension: int, y: int, coarse: bool) -> Repeated:
    """So many updates by three examples: (m, C/2), then (m, −C) and (m, C) in turn.

    At w = (tm, ±C/2) the next one is a mistake as long as 2tm² ≤ C², which is to hold up to t = updates − 1. `coarse`: m = 1/n and
    C = 1 − m, which can be read; otherwise m is as large and C² as near to 1 − m² as short fractions come."""
    if coarse:
        n = max(2, 1 + math.isqrt(2 * (updates - 1)))
        while (n - 1) ** 2 < 2 * (updates - 1):
            n += 1
        m, c = Fraction(1, n), Fraction(n - 1, n)
    else:
        most = 1 / (2 * updates - 1)
        m = _between(most * (1 - 1e-6), most)
        c = sqrt_below(1 - m * m, 10**8)
    rest = (Fraction(0),) * (dimension - 2)
    first, down, up = ((tuple(y * value for value in (m, v, *rest)), y) for v in (c / 2, -c, c))
    return Repeated((first,), (down, up), updates)


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
