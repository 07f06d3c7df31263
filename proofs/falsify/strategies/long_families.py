"""The families of runs as long as runs can be, with the laws by which they go.

After N updates the zig-zag of the plane has the margin m = 1/√(2N), or 1/√(2εN) against the Margin Perceptron; the spiral in space has
1/√N, and the Margin Perceptron's √(τ/N). Examples of length 1 do nearly as well. On the sphere the spiral is the same. On the circle
the zig-zag's first example is to be half as long across u, so it makes more progress than the others: √3/2 in place of m."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from perceptron.extremal.margin_law import missing_updates, sharp_root
from perceptron.numbers.exact import simplest
from perceptron.numbers.sphere import sqrt_below, sqrt_exact
from proofs.conjecture.game import Game
from proofs.counterexample.recipe import Repeated, Source, Spiral
from proofs.falsify.judging.evaluator import Evaluator

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
