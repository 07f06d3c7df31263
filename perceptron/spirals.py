"""The spiral in space by rational points: a player who sees w and chooses the next z, one vector at a time.

With u = (1, 0, 0), w = (a, b) and z = (γ, v), v in the plane, the player wants ⟨w,z⟩ = aγ + ⟨b,v⟩ as large as the rule
still punishes, that is up to σγ‖w‖ (σ = 0 for the Perceptron, 1−ε for the Margin Perceptron), and ‖v‖² as near 1−γ² as
can be. Floats only propose v; integers decide that it is punished (strictly, after the first) and that ‖z‖ ≤ 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache
from math import atan2, hypot, isqrt, pi, sqrt

from perceptron.errors import InputError
from perceptron.sphere import sqrt_exact

Point = tuple[int, int]

SPLIT_PRIMES = {5: (2, 1), 13: (3, 2), 17: (4, 1), 29: (5, 2), 37: (6, 1), 41: (5, 4), 53: (7, 2), 61: (6, 5), 73: (8, 3)}


def wind(gamma: Fraction, share: Fraction, norm: str, limit: int) -> list[tuple[Fraction, Fraction, Fraction]]:
    """The vectors z of the spiral: as many as the rule goes on punishing, at most `limit`. norm is "ball" or "unit"."""
    if norm not in ("ball", "unit"):
        raise InputError(f"norm must be 'ball' or 'unit', not {norm!r}")
    spiral = Ball(gamma, share) if norm == "ball" else Circle(gamma, share)
    return [(gamma, Fraction(p, spiral.scale), Fraction(q, spiral.scale)) for p, q in spiral.points(limit)]


class Spiral(ABC):
    """The state of the game after t moves: v = (p, q)/scale, b = Σ v, a = tγ."""

    scale: int

    def __init__(self, gamma: Fraction, share: Fraction) -> None:
        self.gamma, self.share, self.radius = gamma, share, sqrt(1 - gamma * gamma)
        self.b: Point = (0, 0)
        self.t = 0

    def points(self, limit: int) -> list[Point]:
        """The moves, until none is left or `limit` are made."""
        moves: list[Point] = []
        while len(moves) < limit and (move := self._move() if moves else self.first()) is not None:
            moves.append(move)
            self.b = (self.b[0] + move[0], self.b[1] + move[1])
            self.t += 1
        return moves

    def _move(self) -> Point | None:
        b, a = (self.b[0] / self.scale, self.b[1] / self.scale), self.t * float(self.gamma)
        along = (float(self.share) * hypot(a, *b) - a) * float(self.gamma) / hypot(*b)
        return self.near(along, b) if abs(along) <= self.radius else None

    def punished(self, v: Point) -> bool:
        """Whether ⟨w,z⟩ < σγ‖w‖, exactly; both sides times scale²."""
        square, lift = self.scale**2, self.gamma * self.gamma * self.t
        inner = lift * square + self.b[0] * v[0] + self.b[1] * v[1]
        norm2 = (lift * self.t * square + self.b[0] ** 2 + self.b[1] ** 2) * square
        return inner < 0 or inner * inner < (self.share * self.gamma) ** 2 * norm2

    @abstractmethod
    def first(self) -> Point:
        """The first move, with v as long as can be."""

    @abstractmethod
    def near(self, along: float, b: tuple[float, float]) -> Point | None:
        """A punished move near the v with ⟨b,v⟩/‖b‖ = along and ‖v‖ = √(1−γ²), or None."""


class Ball(Spiral):
    """v on a grid, within ‖v‖² ≤ 1−γ²: all denominators are bounded and γ is any rational below 1."""

    scale = 2**40

    def first(self) -> Point:
        """Straight ahead."""
        return isqrt(self._room()), 0

    def near(self, along: float, b: tuple[float, float]) -> Point | None:
        """The wanted point, moved in by a few grid steps until rounding does no harm."""
        length = hypot(*b)
        for slip in (4.0**i / self.scale for i in range(1, 9)):
            inner = along - slip
            across = sqrt(max(0.0, self.radius**2 - inner**2)) - slip
            p, q = (inner * b[0] - across * b[1]) / length, (inner * b[1] + across * b[0]) / length
            v = round(p * self.scale), round(q * self.scale)
            if across > 0 and v[0] ** 2 + v[1] ** 2 <= self._room() and self.punished(v):
                return v
        return None

    def _room(self) -> int:
        return int((1 - self.gamma * self.gamma) * self.scale**2)


class Circle(Spiral):
    """v on the circle ‖v‖² = 1−γ², among the rational points over one denominator."""

    def __init__(self, gamma: Fraction, share: Fraction) -> None:
        super().__init__(gamma, share)
        root = sqrt_exact(1 - gamma * gamma)
        if root is None:
            raise InputError(f"√(1−γ²) is irrational for gamma = {gamma}: on norm unit take gamma = 2m/(m²+1)")
        self.angles, self.table, self.denominator = rational_circle()
        self.stretch, self.scale = root.numerator, root.denominator * self.denominator

    def first(self) -> Point:
        """Straight ahead."""
        return self.stretch * self.denominator, 0

    def near(self, along: float, b: tuple[float, float]) -> Point | None:
        """The first punished point, going round from the wanted one in the direction that is punished more."""
        across = sqrt(max(0.0, self.radius**2 - along**2))
        start = bisect_left(self.angles, (atan2(b[1], b[0]) + atan2(across, along)) % (2 * pi)) - 1
        for i in range(start, start + 8):
            p, q = self.table[i % len(self.table)]
            if self.punished(v := (self.stretch * p, self.stretch * q)):
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
