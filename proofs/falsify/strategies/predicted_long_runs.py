"""Runs of up to a million rounds for conjectures that nothing shorter breaks: predicted in floats, then made once and followed.

The longest runs there are follow simple laws, those of `long_families`. The 2ᵈ points of a cube are orthogonal to a subset kernel. Gamma
may be a multiple of a run's margin, and then each update has some loss. So both sides of the conjecture are known beforehand for every
number of updates, and only the smallest that would break it is tried. Such a run is written as a recipe (`proofs.counterexample.recipe`):
three examples over and over, or a spiral or a cube that is made while it is looked at. `repeated_examples` predicts what has no such law.

The families of runs as long as runs can be, with the laws by which they go.

After N updates the zig-zag of the plane has the margin m = 1/√(2N), or 1/√(2εN) against the Margin Perceptron; the spiral in space has
1/√N, and the Margin Perceptron's √(τ/N). Examples of length 1 do nearly as well. On the sphere the spiral is the same. On the circle
the zig-zag's first example is to be half as long across u, so it makes more progress than the others: √3/2 in place of m."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from perceptron.extremal.margin_law import missing_updates, sharp_root
from perceptron.extremal.sequences import plane
from perceptron.kernels import Subsets
from perceptron.numbers.exact import simplest
from perceptron.numbers.sphere import sqrt_below, sqrt_exact
from proofs.conjecture.game import Game
from proofs.counterexample.recipe import Cube, Repeated, Source, Spiral
from proofs.falsify.clock import judging, per_round
from proofs.falsify.euclidean_starts import as_runs
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import FACTORS
from proofs.falsify.run import Cycled, Moves, Run, Vector

NEAR = 0.02  # the Perceptron's spiral makes n updates as long as 1/m² > n, here by so much
COUNTED = 200_000  # a spiral of fewer updates is gone through once more, in case it ends before
MORE = 0.5  # updates that the Margin Perceptron's spiral lacks beyond what it lacks for small margins
ROUGH = 1.5e-6  # times n√n: updates that n rational points of the sphere lack, being some 10⁻⁶ away from where they should be
LITTLE = 2e-6  # of a square, by which a short fraction is off


@dataclass(frozen=True)
class Family:
    """A family: how its margin goes with the updates, and how the run of so many updates is made."""

    dimension: int
    first: int  # rounds that are not counted
    margin: Callable[[int], float]
    make: Callable[[int], Source]

    def predicted(self, evaluator: Evaluator, updates: int, claim: Fraction = Fraction(1), margin: float = 0.0) -> float:
        """The left side over the right one after so many updates, with the margin that goes with them or another; NaN where it is not
        defined."""
        m, d = margin or self.margin(updates), evaluator.game.dimension or self.dimension
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


def families(game: Game) -> Iterator[Family]:
    """The families whose rules are the game's, the shortest to write first."""
    share = game.opponent.share or Fraction(0)
    if not game.is_euclidean or game.always_updates or not 0 <= share < 1:
        return  # for another share there is no threshold that a spiral keeps to
    if game.dimension != 1:
        yield from (on_the_circle if game.unit_examples else in_the_plane)(game, share)
    if game.dimension not in (1, 2):
        yield in_space(game, share)


def in_the_plane(game: Game, share: Fraction) -> Iterator[Family]:
    """Zig-zags of the plane: one that can be read, and one as long as there is."""
    d, y, first, over = game.dimension or 2, label(game), int(game.initialises), 2 * float(1 - share)
    for coarse in (True, False):

        def margin(n: int, coarse: bool = coarse) -> float:
            room = over * (n - 1 + first)
            return 1 / (1 + math.sqrt(room)) if coarse else 1 / math.sqrt(room + 1)

        yield Family(d, first, margin, lambda n, coarse=coarse: zigzag(n, d, y, coarse, share, first))  # type: ignore[misc]


def on_the_circle(game: Game, share: Fraction) -> Iterator[Family]:
    """The zig-zag of unit vectors."""
    d, y, first = game.dimension or 2, label(game), int(game.initialises)
    yield Family(d, first, lambda n: circle_margin(n, share, first), lambda n: circle_zigzag(n, d, y, share, first))


def in_space(game: Game, share: Fraction) -> Family:
    """The spiral."""
    first, c = int(game.initialises), float(share)
    constant = sharp_root(c) if c else 1.0
    lacked, room = (missing_updates(c) + MORE, MORE / 2) if first else (NEAR, NEAR / 2)

    def lacks(n: int) -> float:
        return lacked + (ROUGH * n * math.sqrt(n) if game.unit_examples else 0.0)

    def make(n: int) -> Source:
        return spiral_between(constant / (n + lacks(n)), constant / (n + lacks(n) - room), game, n)

    return Family(game.dimension or 3, first, lambda n: math.sqrt(constant / (n + lacks(n))), make)


def spiral_between(low: float, high: float, game: Game, updates: int) -> Spiral:
    """The spiral with the square of its margin between these two, and so many updates at most."""
    margin, norm = (sine_between(low, high), "unit") if game.unit_examples else (square_between(low, high), "ball")
    made = Spiral(margin, game.opponent.share or Fraction(0), updates + int(game.initialises), game.dimension or 3, label(game), norm=norm)
    return made.cut(sum(1 for _ in made.steps())) if updates < COUNTED else made


def label(game: Game) -> int:
    """The label for which a tie is an update."""
    return -int(game.ties) if game.ties in (1, -1) else 1


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
        m = square_between(most * (1 - 1e-6), most)
        c = sqrt_below(1 - m * m, 10**8)
    rest = (Fraction(0),) * (dimension - 2)
    start, down, up = ((tuple(y * value for value in (m, v, *rest)), y) for v in (c / 2, -c, c))
    return Repeated((start,), (down, up), updates + first)


def circle_margin(updates: int, share: Fraction, first: int) -> float:
    """The margin of the unit vectors' zig-zag.

    At the last update w = (a, ±C/2) with a = e + steps·m, where (e, C/2) is the first example, and a(1 − share)m is to be C²/2."""
    k, steps, m = 1 - float(share), updates - 2 + first, 0.0
    for _ in range(20):
        e = math.sqrt(1 - (1 - m * m) / 4)
        m = 1 / (k * e + math.sqrt((k * e) ** 2 + 2 * k * steps + 1))
    return m


def circle_zigzag(updates: int, dimension: int, y: int, share: Fraction, first: int) -> Repeated:
    """So many updates by three examples of length 1: (e, C/2) nearly, then (m, −C) and (m, C) in turn."""
    square, rest = circle_margin(updates, share, first) ** 2, (Fraction(0),) * (dimension - 2)
    m = sine_between(square * (1 - 5 * LITTLE), square * (1 - 3 * LITTLE))
    c = cosine_of(m)
    h = sine_between(float(c * c) / 4 * (1 - LITTLE), float(c * c) / 4)
    start, down, up = ((tuple(y * value for value in (*z, *rest)), y) for z in ((cosine_of(h), h), (m, -c), (m, c)))
    return Repeated((start,), (down, up), updates + first)


def sine_between(low: float, high: float) -> Fraction:
    """A short fraction with its square from low to high for which 1 − its square is one too."""
    s = square_between(*((1 - math.sqrt(1 - square)) ** 2 / square for square in (low, high)))
    return 2 * s / (1 + s * s)


def cosine_of(sine: Fraction) -> Fraction:
    """√(1 − sine²), which is rational."""
    return sqrt_exact(1 - sine * sine) or Fraction(0)


def square_between(low: float, high: float) -> Fraction:
    """A short fraction with its square from low to high."""
    return simplest(math.sqrt(low), math.sqrt(high))


MAX_UPDATES = 2_000_000  # updates; enough for what a million is asked for
SHORT = 150  # updates that are for the other strategies to find
_LITTLE = sorted({round(1.12**k) for k in range(75)})  # 1 + 1/k: what a loss on every round gains is often little
CLAIMS = tuple(dict.fromkeys((*FACTORS[:10], *(1 + Fraction(1, k) for k in _LITTLE))))  # gamma over the margin
SAMPLED_LENGTHS = 60  # numbers of rounds looked at before the least one is found by halving
STRETCHES = (1.0, 1.0003, 1.01)  # times the least number of rounds, where rounding to rational numbers costs a little
DENOMINATORS = 60  # of the margins of short zig-zags
CUBES = range(5, 11)  # dimensions, for a kernel of subsets


def least(breaks: Callable[[int], bool], shortest: int, most: int) -> int | None:
    """About the least number in a range for which `breaks` holds, looked for on a scale of ratios."""
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


def least_updates(family: Family, evaluator: Evaluator, claim: Fraction, shortest: int, most: int) -> int | None:
    """The least number of updates in this range that would break the conjecture, if one would."""
    return least(lambda updates: family.predicted(evaluator, updates, claim) > 1 + 1e-9, shortest, most)


def predicted_runs(evaluator: Evaluator, shortest: int = SHORT, most: int = MAX_UPDATES) -> Iterator[Run]:
    """Runs with so many updates that should break the conjecture as predicted, the shortest of each family."""
    game = evaluator.game
    if evaluator.rule is not None or evaluator.wide or most < shortest:
        return  # somebody's own learner, or quantities over all rounds: no law is known
    if isinstance(game.opponent.kernel and game.kernel_object(), Subsets):
        yield from cubes(game, shortest, most)
    for family in families(game):
        claims = [c for c in CLAIMS if (c <= 1 or not game.demands("separable")) and (c == 1 or game.opponent.share is None)]
        found = sorted((n, CLAIMS.index(c)) for c in claims if (n := least_updates(family, evaluator, c, shortest, most)) is not None)
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
    d = len(z)
    margin = min(y * x[0] for x, y in (*source.first, *source.again)) if isinstance(source, Repeated) else Fraction(z[0], source.below)
    moves, labels = cast("tuple[Vector, ...]", Moves(source)), cast("tuple[int, ...]", Cycled((), (y,), source.count))
    radius = Fraction(1) if game.radius == "declared" else None
    return Run(source.below, moves, labels, (1, *(0,) * (d - 1)), 1, margin * claim, radius)
