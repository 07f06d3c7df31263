"""Rational points of the unit circle and sphere, and rational square roots, so that unit vectors are exact.

Circle: a prime a² + b² has the Gaussian integers (a+bi)², (a−bi)² and a²+b², all of length a²+b². Products of one for each of k primes, and
of the four units, are 4·3ᵏ points over the product n of the primes, fairly evenly spread.

Sphere: there is a rational unit vector near every direction, by stereographic projection. From the pole −e_k each rational point s of the
plane goes to the rational point (2s, 1−|s|²)/(1+|s|²) of the sphere, and back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import atan2, isqrt, pi
from typing import Any

from perceptron.errors import InputError
from perceptron.numbers.exact import clear_values

Point = tuple[int, int]

# Each prime p ≡ 1 mod 4 as a² + b².
SPLIT_PRIMES = {5: (2, 1), 13: (3, 2), 17: (4, 1), 29: (5, 2), 37: (6, 1), 41: (5, 4), 53: (7, 2), 61: (6, 5), 73: (8, 3)}
FURTHER_PRIMES = {89: (8, 5), 97: (9, 4), 101: (10, 1), 109: (10, 3)}
NEAREST = 4  # points that are offered


@cache
def circle(primes: int = len(SPLIT_PRIMES)) -> tuple[list[float], list[Point], int]:
    """(angles in [0, 2π), the points (p, q) with p² + q² = n², n), in the order of their angles, for the first primes."""
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


# -- the sphere


def sqrt_exact(value: int | Fraction) -> Fraction | None:
    """The square root of a value if it is rational, else None."""
    if value < 0:
        return None
    p, q = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(p, q) if p * p == value.numerator and q * q == value.denominator else None


def sqrt_below(value: Fraction, scale: int = 2**64) -> Fraction:
    """A rational r with r² ≤ value, for value ≥ 0: the root itself if it is rational, else a number less than 1/scale below it."""
    root = sqrt_exact(value)
    return Fraction(isqrt(value.numerator * scale**2 // value.denominator), scale) if root is None else root


def unit_near(direction: Sequence[Fraction], scale: int = 2**20) -> tuple[Fraction, ...]:
    """A rational u with ‖u‖ = 1 exactly and within about √d·2/scale of direction/‖direction‖.

    If ‖direction‖ is rational, u is direction/‖direction‖ itself. Denominators are about scale². Raises InputError for
    the zero vector.
    """
    whole, _ = clear_values(direction)
    length2 = sum(n * n for n in whole)
    if length2 == 0:
        raise InputError("the zero vector has no direction")
    if (length := isqrt(length2)) ** 2 == length2:
        return tuple(Fraction(n, length) for n in whole)
    pole = max(range(len(whole)), key=lambda i: abs(whole[i]))
    sign = 1 if whole[pole] > 0 else -1
    divisor = isqrt(length2 * scale**4) + abs(whole[pole]) * scale**2
    plane = [0 if i == pole else _round(n * scale**3, divisor) for i, n in enumerate(whole)]  # s · scale
    square, unit = sum(s * s for s in plane), scale * scale
    return tuple(Fraction(sign * (unit - square) if i == pole else 2 * s * scale, unit + square) for i, s in enumerate(plane))


def _round(n: int, below: int) -> int:
    """n/below rounded to an integer, halves away from 0."""
    size = (2 * abs(n) + below) // (2 * below)
    return size if n >= 0 else -size
