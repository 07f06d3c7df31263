"""The spiral in space by rational points: a player who sees w and chooses the next z, one vector at a time.

With u = (1, 0, 0), w = (a, b) and z = (γ, v), v in the plane, the player wants ⟨w,z⟩ = aγ + ⟨b,v⟩ as large as the rule
still punishes, that is up to σγ‖w‖ (σ = 0 for the Perceptron, 1−ε for the Margin Perceptron), and ‖v‖² as near 1−γ² as
can be. Integers decide that v is punished (strictly, after the first) and that ‖z‖ ≤ 1.

On the grid every coordinate has one denominator, so the weights after t rounds are integers of some 40 + log₂ t bits: a
run of a million updates is exact, and costs no more for each than a short one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import atan2, hypot, isqrt, lcm, pi, sqrt

from perceptron.errors import InputError
from perceptron.numbers.sphere import sqrt_exact

Point = tuple[int, int]

SPLIT_PRIMES = {5: (2, 1), 13: (3, 2), 17: (4, 1), 29: (5, 2), 37: (6, 1), 41: (5, 4), 53: (7, 2), 61: (6, 5), 73: (8, 3)}


GRID = 2**40


def wind(
    gamma: Fraction, share: Fraction, norm: str, limit: int, scale: int = GRID, behind: int = 0
) -> tuple[list[tuple[int, int, int]], int]:
    """The vectors z of the spiral as integers over one denominator: as many as the rule goes on punishing, at most `limit`.

    norm is "ball" or "unit"; scale is the grid's, for "ball"; `behind`: w starts that many moves behind 0, at −behind·γu
    ("ball" only).
    """
    if norm not in ("ball", "unit"):
        raise InputError(f"norm must be 'ball' or 'unit', not {norm!r}")
    spiral = Ball(gamma, share, scale, behind) if norm == "ball" else Circle(gamma, share)
    clear = lcm(gamma.denominator, spiral.scale)
    forward, unit = gamma.numerator * (clear // gamma.denominator), clear // spiral.scale
    return [(forward, unit * p, unit * q) for p, q in spiral.points(limit)], clear


class Spiral(ABC):
    """The state of the game: v = (p, q)/scale, b = Σ v, a = tγ, where t counts the moves, from 0 or from some below.

    All that is decided is decided in integers: with γ = m/n and σ = k/l, n²·scale²·⟨w,z⟩ = t·lift + n²·scale²⟨b,v⟩ and
    n²·scale²·‖w‖² = t²·lift + n²·scale²‖b‖² for lift = m²·scale².
    """

    def __init__(self, gamma: Fraction, share: Fraction, scale: int) -> None:
        self.gamma, self.share, self.scale = gamma, share, scale
        self.over, self.lift = gamma.denominator**2, (gamma.numerator * scale) ** 2
        self.b: Point = (0, 0)
        self.t = 0

    def points(self, limit: int) -> list[Point]:
        """The moves, until none is left or `limit` are made."""
        return list(islice(self.unwound(), limit))

    def unwound(self) -> Iterator[Point]:
        """The moves one by one, until none is left."""
        move: Point | None = self.first()
        while move is not None:
            yield move
            self.b = (self.b[0] + move[0], self.b[1] + move[1])
            self.t += 1
            move = self.next()

    def threshold2(self) -> int:
        """(k·γ‖w‖·n²·scale²)², which l·⟨w,z⟩·n²·scale² has to stay below the root of."""
        if not self.share:
            return 0
        length2 = self.t**2 * self.lift + self.over * (self.b[0] ** 2 + self.b[1] ** 2)
        return self.share.numerator**2 * self.lift * length2

    def punished(self, v: Point, threshold2: int) -> bool:
        """Whether ⟨w,z⟩ < σγ‖w‖, exactly."""
        inner = self.t * self.lift + self.over * (self.b[0] * v[0] + self.b[1] * v[1])
        return inner < 0 or (self.share.denominator * inner) ** 2 < threshold2

    @abstractmethod
    def first(self) -> Point:
        """The first move, with v as long as can be."""

    @abstractmethod
    def next(self) -> Point | None:
        """A punished move near the v with ⟨w,z⟩ = σγ‖w‖ and ‖z‖ = 1, or None."""


class Ball(Spiral):
    """v on a grid, within ‖v‖² ≤ 1−γ², by integers alone: all denominators are bounded and γ is any rational below 1.

    A v that is some grid steps off costs about as many times ‖b‖/scale of ‖w‖²: as near the irrational spiral as the scale says.
    """

    def __init__(self, gamma: Fraction, share: Fraction, scale: int, behind: int = 0) -> None:
        super().__init__(gamma, share, scale)
        self.t = -behind
        self.room = (self.over - gamma.numerator**2) * scale**2 // self.over  # scale²·(1−γ²)

    def first(self) -> Point:
        """Straight ahead."""
        return isqrt(self.room), 0

    def next(self) -> Point | None:
        """The wanted point, moved in by a few grid steps until rounding does no harm."""
        b0, b1 = self.b
        length2, threshold2 = b0 * b0 + b1 * b1, self.threshold2()
        slip = isqrt(length2) + 1
        along = (isqrt(threshold2) // self.share.denominator - self.t * self.lift) // self.over  # scale²·⟨b,v⟩ as wanted
        most = self.room * length2
        if along < 0 and along * along > most:
            return None
        for steps in (1, 2, 4, 8):
            inner = min(along, isqrt(most)) - steps * slip  # from far behind, v may go straight ahead
            across = isqrt(max(0, most - inner * inner)) - steps * slip
            p, q = (inner * b0 - across * b1) // length2, (inner * b1 + across * b0) // length2
            if across >= 0 and p * p + q * q <= self.room and self.punished((p, q), threshold2):
                return p, q
        return None


class Circle(Spiral):
    """v on the circle ‖v‖² = 1−γ², among the rational points over one denominator; floats only propose which."""

    def __init__(self, gamma: Fraction, share: Fraction) -> None:
        root = sqrt_exact(1 - gamma * gamma)
        if root is None:
            raise InputError(f"√(1−γ²) is irrational for gamma = {gamma}: on norm unit take gamma = 2m/(m²+1)")
        self.angles, self.table, self.denominator = rational_circle()
        self.stretch, self.radius = root.numerator, float(root)
        super().__init__(gamma, share, root.denominator * self.denominator)

    def first(self) -> Point:
        """Straight ahead."""
        return self.stretch * self.denominator, 0

    def next(self) -> Point | None:
        """The first punished point, going round from the wanted one in the direction that is punished more."""
        b, a = (self.b[0] / self.scale, self.b[1] / self.scale), self.t * float(self.gamma)
        along = (float(self.share) * hypot(a, *b) - a) * float(self.gamma) / hypot(*b)
        if abs(along) > self.radius:
            return None
        across = sqrt(max(0.0, self.radius**2 - along**2))
        start = bisect_left(self.angles, (atan2(b[1], b[0]) + atan2(across, along)) % (2 * pi)) - 1
        threshold2 = self.threshold2()
        for i in range(start, start + 8):
            p, q = self.table[i % len(self.table)]
            if self.punished(v := (self.stretch * p, self.stretch * q), threshold2):
                return v
        return None


@lru_cache(maxsize=1)
def rational_circle() -> tuple[list[float], list[Point], int]:
    """(angles in [0, 2π), points (p, q), n) of all p² + q² = n² for n = 5·13·…·73, by angle.

    A prime a² + b² has the Gaussian integers (a+bi)², (a−bi)² and a²+b², all of length a²+b²: nine such primes and the
    four units make 4·3⁹ = 78,732 points, about 8·10⁻⁵ apart.
    """
    points, n = [(1, 0), (0, 1), (-1, 0), (0, -1)], 1
    for prime, (a, b) in SPLIT_PRIMES.items():
        c, s = a * a - b * b, 2 * a * b
        turned = [(p * c - q * s, p * s + q * c) for p, q in points] + [(p * c + q * s, q * c - p * s) for p, q in points]
        points = [(p * prime, q * prime) for p, q in points] + turned
        n *= prime
    placed = sorted((atan2(q, p) % (2 * pi), (p, q)) for p, q in points)
    return [angle for angle, _ in placed], [point for _, point in placed], n
