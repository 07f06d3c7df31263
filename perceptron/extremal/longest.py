"""The longest runs that there are, for any number of updates: how their margin goes with it, and the run itself.

After N updates the zig-zag of the plane has the margin m = 1/√(2N), or 1/√(2εN) against the Margin Perceptron; the spiral in space has
1/√N, and the Margin Perceptron's √(τ/N). Examples of length 1 do nearly as well. On the sphere the spiral is the same. On the circle
the zig-zag's first example is to be half as long across u, so it makes more progress than the others: √3/2 in place of m.

Against the Margin Perceptron, with the share c = 1−ε, ‖w‖² grows by 2cγ‖w‖ + 1 at each update. Among examples in the unit ball or of
length 1, in space or with more dimensions, nothing grows faster. So M + 1 is τ/γ² less a number that hardly depends on γ.

`sequences` makes the runs of one margin that can be listed. Those here are sources, for a million rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import isqrt, log1p, sqrt

from perceptron.extremal.sources import RepeatedExamples, Source, Spiral
from perceptron.numbers.exact import simplest
from perceptron.numbers.rational_points import sqrt_below, sqrt_exact

MOST = 10_000_000  # vectors that are counted
SHOWN = 20_000  # updates of the spirals that show how many are missing
HALVINGS = 44  # of an interval, to find a margin
TIMES = 12  # spirals of about that size, since M is whole
NEAR = 0.02  # the Perceptron's spiral makes n updates as long as 1/m² > n, here by so much
COUNTED = 200_000  # a spiral of fewer updates is gone through once more, in case it ends before
MORE = 0.5  # updates that the Margin Perceptron's spiral lacks beyond what it lacks for small margins
ROUGH = 1.5e-6  # times n√n: updates that n rational points of the sphere lack, being some 10⁻⁶ away from where they should be
BELOW = 1e-7  # share of the square of the largest margin by which a zig-zag's is smaller at least
LITTLE = 2e-6  # of a square, by which a short fraction is off


# -- how many updates ----------------------------------------------------------------------------------------------------------------------


def zigzag_updates(gamma: float | Fraction) -> int:
    """M of the Perceptron's zig-zag of the plane: no run in two dimensions makes more."""
    return int(1 / (2 * gamma * gamma)) + 1


def spiral_updates(gamma: float, share: float) -> int:
    """M of the Margin Perceptron's spiral: vectors with ⟨w, z⟩ = share·γ‖w‖ as long as such a one fits beside u. The first is not counted.

    >>> spiral_updates(0.1, 0.5)
    248
    """
    square, vectors, across = 1.0, 1, sqrt(1 - gamma * gamma)
    while vectors <= MOST:
        along, length = vectors * gamma, sqrt(square)
        if abs(share * gamma * length - along * gamma) > across * sqrt(max(square - along * along, 0.0)):
            return vectors - 1
        square += 2 * share * gamma * length + 1
        vectors += 1
    return MOST


def sharp_root(c: float) -> float:
    """τ > 0 with 2c(1−c)τ = ln(1 + 2cτ), for 0 < c < 1.

    >>> round(sharp_root(0.5), 4)
    2.5129
    """
    low, high = 1e-3, 1e12
    while 2 * c * (1 - c) * low > log1p(2 * c * low):
        low /= 2
    for _ in range(300):
        middle = (low + high) / 2
        low, high = (middle, high) if 2 * c * (1 - c) * middle < log1p(2 * c * middle) else (low, middle)
    return high


@cache
def missing_updates(share: float) -> float:
    """The most by which M of the spiral stays below τ/γ², for small γ."""
    constant = sharp_root(share) if share else 1.0
    squares = (constant / (SHOWN + k / TIMES) for k in range(TIMES))
    return max(constant / square - spiral_updates(sqrt(square), share) for square in squares)


@cache
def spiral_margin(updates: int, share: float) -> float:
    """The largest γ, nearly, for which the spiral makes this number of updates."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if spiral_updates(middle, share) >= updates else (low, middle)
    return low


# -- the runs ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """The setting in which a longest run is made.

    dimension    of the examples, None where the run chooses
    unit         whether they have length 1
    share        1 − ε of the Margin Perceptron, from 0 to below 1; None for the Perceptron
    y            the label for which a tie is an update
    """

    dimension: int | None
    unit: bool
    share: Fraction | None
    y: int

    @property
    def threshold(self) -> Fraction:
        """Of γ‖w‖, below which there is an update."""
        return self.share or Fraction(0)

    @property
    def first(self) -> int:
        """The rounds that are not counted."""
        return int(self.share is not None)


@dataclass(frozen=True)
class Longest:
    """Runs of one kind: the relation of margin and updates, and the run with a given number of updates.

    repeats    whether the run repeats some examples"""

    dimension: int
    first: int  # rounds that are not counted
    margin: Callable[[int], float]
    make: Callable[[int], Source]
    repeats: bool = True


def longest(to: Setting) -> Iterator[Longest]:
    """The kinds of a setting, the shortest to write first: the zig-zags, and the spiral last."""
    if to.dimension != 1:
        yield from (on_the_circle if to.unit else in_the_plane)(to)
    if to.dimension not in (1, 2):
        yield in_space(to)


def in_the_plane(to: Setting) -> Iterator[Longest]:
    """Zig-zags of the plane: one that can be read, and one as long as there is."""
    for coarse in (True, False):

        def margin(n: int, coarse: bool = coarse) -> float:
            room = zigzag_room(n, to, coarse)
            return 1 / (1 + sqrt(room)) if coarse else sqrt((1 - 2 * BELOW) / (room + 1))

        yield Longest(to.dimension or 2, to.first, margin, lambda n, coarse=coarse: zigzag(n, to, coarse))  # type: ignore[misc]


def on_the_circle(to: Setting) -> Iterator[Longest]:
    """The zig-zag of unit vectors."""
    yield Longest(to.dimension or 2, to.first, lambda n: circle_margin(n, to), lambda n: circle_zigzag(n, to))


def in_space(to: Setting) -> Longest:
    """The spiral."""
    c = float(to.threshold)
    constant = sharp_root(c) if c else 1.0
    lacked, room = (missing_updates(c) + MORE, MORE / 2) if to.first else (NEAR, NEAR / 2)

    def lacks(n: int) -> float:
        return lacked + (ROUGH * n * sqrt(n) if to.unit else 0.0)

    def make(n: int) -> Source:
        return spiral_between(constant / (n + lacks(n)), constant / (n + lacks(n) - room), to, n)

    return Longest(to.dimension or 3, to.first, lambda n: sqrt(constant / (n + lacks(n))), make, repeats=False)


def spiral_between(low: float, high: float, to: Setting, updates: int) -> Spiral:
    """The spiral with the square of its margin between these two, and at most this number of updates."""
    margin, norm = (sine_between(low, high), "unit") if to.unit else (square_between(low, high), "ball")
    spiral = Spiral(margin, to.threshold, updates + to.first, to.dimension or 3, to.y, norm=norm)
    return replace(spiral, count=sum(1 for _ in spiral.steps())) if updates < COUNTED else spiral


def zigzag_room(updates: int, to: Setting, coarse: bool) -> Fraction:
    """The least C²/m² for this number of updates of the zig-zag."""
    return (1 - to.threshold) * max(0, 2 * (updates - 1 + to.first) - (not coarse))


def zigzag(updates: int, to: Setting, coarse: bool) -> RepeatedExamples:
    """A run with a given number of updates by three examples: (m, c), then (m, −C) and (m, C) in turn; before them as many rounds as are
    not counted.

    At w = (tm, c) for odd t and w = (tm, c − C) for even t the next one is an update if (1 − share)tm² ≤ cC or (C − c)C, which is to hold
    up to t = updates − 1 + first. `coarse`: m = 1/n, C = 1 − m and c = C/2, which can be read; otherwise c divides C as the last odd and
    the last even t do, m is as large and C² as near to 1 − m² as short fractions come."""
    room, last = zigzag_room(updates, to, coarse), updates - 1 + to.first
    share = Fraction(1, 2) if coarse else Fraction(last - 1 + last % 2, 2 * last - 1)
    if coarse:
        n = max(2, 1 + isqrt(int(room)))
        while (n - 1) ** 2 < room:
            n += 1
        m, c = Fraction(1, n), Fraction(n - 1, n)
    else:
        most = 1 / (float(room) + 1)
        m = square_between(most * (1 - 2 * BELOW), most * (1 - BELOW))
        c = sqrt_below(1 - m * m, 10**8)
    return _in_turn(((m, c * share), (m, -c), (m, c)), updates, to)


def circle_margin(updates: int, to: Setting) -> float:
    """The margin of the unit vectors' zig-zag.

    At the last update w = (a, ±C/2) with a = e + steps·m, where (e, C/2) is the first example, and a(1 − share)m is to be C²/2."""
    k, steps, m = 1 - float(to.threshold), updates - 2 + to.first, 0.0
    for _ in range(20):
        e = sqrt(1 - (1 - m * m) / 4)
        m = 1 / (k * e + sqrt((k * e) ** 2 + 2 * k * steps + 1))
    return m


def circle_zigzag(updates: int, to: Setting) -> RepeatedExamples:
    """A run with a given number of updates by three examples of length 1: (e, C/2) nearly, then (m, −C) and (m, C) in turn."""
    square = circle_margin(updates, to) ** 2
    m = sine_between(square * (1 - 5 * LITTLE), square * (1 - 3 * LITTLE))
    c = cosine_of(m)
    h = sine_between(float(c * c) / 4 * (1 - LITTLE), float(c * c) / 4)
    return _in_turn(((cosine_of(h), h), (m, -c), (m, c)), updates, to)


def _in_turn(zs: tuple[tuple[Fraction, Fraction], ...], updates: int, to: Setting) -> RepeatedExamples:
    """The first vector y·x once, then the other two in turn."""
    rest = (Fraction(0),) * ((to.dimension or 2) - 2)
    start, *turns = ((tuple(to.y * value for value in (*z, *rest)), to.y) for z in zs)
    return RepeatedExamples((start,), tuple(turns), updates + to.first)


def sine_between(low: float, high: float) -> Fraction:
    """A short fraction with its square from low to high for which 1 − its square is one too."""
    s = square_between(*(square / (1 + sqrt(1 - square)) ** 2 for square in (low, high)))
    return 2 * s / (1 + s * s)


def cosine_of(sine: Fraction) -> Fraction:
    """√(1 − sine²), which is rational."""
    return sqrt_exact(1 - sine * sine) or Fraction(0)


def square_between(low: float, high: float) -> Fraction:
    """A short fraction with its square from low to high."""
    return simplest(sqrt(low), sqrt(high))
