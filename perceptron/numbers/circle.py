"""Rational points of the unit circle over one denominator, so that sums of them keep it.

A prime a² + b² has the Gaussian integers (a+bi)², (a−bi)² and a²+b², all of length a²+b². Products of one for each of k primes, and of
the four units, are 4·3ᵏ points over the product n of the primes, fairly evenly spread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import atan2, pi
from typing import Any

Point = tuple[int, int]

# Each prime p ≡ 1 mod 4 as a² + b².
SPLIT_PRIMES = {5: (2, 1), 13: (3, 2), 17: (4, 1), 29: (5, 2), 37: (6, 1), 41: (5, 4), 53: (7, 2), 61: (6, 5), 73: (8, 3)}
FURTHER_PRIMES = {89: (8, 5), 97: (9, 4), 101: (10, 1), 109: (10, 3)}
NEAREST = 4  # points that are offered


@cache
def circle(primes: int = len(SPLIT_PRIMES)) -> tuple[list[float], list[Point], int]:
    """(angles in [0, 2π), the points (p, q) with p² + q² = n², n), in the order of their angles, for the first so many primes."""
    points, n = products(dict(list(SPLIT_PRIMES.items())[:primes]))
    points += [(-q, p) for p, q in points]
    placed = sorted((atan2(q, p) % (2 * pi), (p, q)) for p, q in (*points, *((-p, -q) for p, q in points)))
    return [angle for angle, _ in placed], [point for _, point in placed], n


def products(primes: Mapping[int, Point]) -> tuple[list[Point], int]:
    """The points without the units' part, and n."""
    points, n = [(1, 0)], 1
    for prime, (a, b) in primes.items():
        c, s = a * a - b * b, 2 * a * b
        points = [
            turned for p, q in points for turned in ((p * prime, q * prime), (p * c - q * s, p * s + q * c), (p * c + q * s, q * c - p * s))
        ]
        n *= prime
    return points, n


class FineCircle:
    """The points of the circle of all primes, turned by those of the further ones: 4·3¹³ over one denominator, some 10⁻⁶ apart.

    Directions are compared by 1 − x/(|x| + |y|), which goes round as the angle does. It needs no more than IEEE's + · / and √, so that the
    same points are chosen on every machine.
    """

    def __init__(self) -> None:
        import numpy as np

        _, self.points, n = circle()
        self.turns, more = products(FURTHER_PRIMES)
        self.denominator = n * more
        self.around = _around(*(np.array([point[i] / n for point in self.points]) for i in (0, 1)))
        self.cosines, self.sines = (np.array([turn[i] / more for turn in self.turns]) for i in (0, 1))

    def beyond(self, x: float, y: float) -> Iterator[Point]:
        """Points that are a little further round than (x, y), the nearest first, as whole numbers over the denominator."""
        place = _around(x * self.cosines + y * self.sines, y * self.cosines - x * self.sines)
        at = self.around.searchsorted(place, "right") % len(self.points)
        nearest = ((self.around[at] - place) % 4).argsort(kind="stable")[:NEAREST]
        for turn in nearest.tolist():
            (p, q), (c, s) = self.points[at[turn]], self.turns[turn]
            yield p * c - q * s, p * s + q * c


def _around(x: Any, y: Any) -> Any:
    """Which way (x, y) lies: from 0 along the first axis up to 4, once round."""
    share, below = x / (abs(x) + abs(y)), y < 0
    return below * (2 + 2 * share) + 1 - share


@lru_cache(maxsize=1)
def fine_circle() -> FineCircle:
    """The points of the fine circle, made once, which takes a moment."""
    return FineCircle()
