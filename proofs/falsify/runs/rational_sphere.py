"""Rational points of the unit circle and of the sphere over one denominator, for games with ‖x‖ = 1 in a given dimension.

On the sphere a latitude is a point of one circle and the longitude one of another, so that everything is over the product; in higher
dimensions the rest is zeros, since the sphere already attains what there is to attain."""

from __future__ import annotations

from bisect import bisect_left
from math import acos, atan2, pi

from perceptron.numbers.circle import SPLIT_PRIMES, Point, circle

MOST_PRIMES = len(SPLIT_PRIMES)
LATITUDE_PRIMES = 7  # what a latitude may use; longitudes matter more
OFFSETS = (0, 1, -1, 2, -2, 3, -3, 5, -5, 8, -8, 13, -13)


class Sphere:
    """The unit vectors of dimension d ≤ 3 that a choice of primes gives, as whole vectors over `grid`."""

    def __init__(self, dimension: int, primes: int) -> None:
        self.d = dimension
        self.longitudes = circle(primes)
        self.latitudes = circle(min(primes, LATITUDE_PRIMES))
        self.grid = (1, 1, self.longitudes[2], self.longitudes[2] * self.latitudes[2])[dimension]

    def latitude(self, progress: float, finer: int = 0) -> Point:
        """A point (p, s), s ≥ 0, with p at least `progress` of the circle's radius; `finer` steps further in."""
        angles, points, _ = self.latitudes if self.d == 3 else self.longitudes
        at = bisect_left(angles, acos(min(1.0, max(-1.0, progress))) + 1e-15) - 1 - finer
        p, s = points[max(0, at)]
        return p, abs(s)

    def least(self, progress: float, finer: int) -> int:
        """The first coordinate, over the grid, of the moves that concede so much progress."""
        if self.d == 1:
            return 1
        return self.latitude(progress, finer)[0] * (self.longitudes[2] if self.d == 3 else 1)

    def near(self, ideal: list[float]) -> list[tuple[int, ...]]:
        """Points near an ideal unit vector, nearly the nearest first. On the sphere none has a smaller first coordinate."""
        if self.d == 1:
            return [(1 if ideal[0] >= 0 else -1,)]
        angles, points, _ = self.longitudes
        across = ideal[1] if self.d == 2 else ideal[2]
        along = ideal[0] if self.d == 2 else ideal[1]
        at = bisect_left(angles, atan2(across, along) % (2 * pi))
        found = [points[(at + offset) % len(points)] for offset in OFFSETS]
        if self.d == 2:
            return list(found)
        p, s = self.latitude(ideal[0])
        return [(p * self.longitudes[2], s * q, s * r) for q, r in found]
