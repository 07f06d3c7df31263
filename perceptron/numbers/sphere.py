"""Rational points of the unit sphere, and rational square roots. They keep unit vectors exact.

There is a rational unit vector near every direction, by stereographic projection: from the pole −e_k each rational
point s of the plane goes to the rational point (2s, 1−|s|²)/(1+|s|²) of the sphere, and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from perceptron.errors import InputError
from perceptron.numbers.exact import common_denominator


def sqrt_exact(value: Fraction) -> Fraction | None:
    """The square root of value ≥ 0 if it is rational, else None."""
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
    clear = common_denominator(direction)
    whole = [a.numerator * (clear // a.denominator) for a in direction]
    length2 = sum(n * n for n in whole)
    if length2 == 0:
        raise InputError("the zero vector has no direction")
    if (length := isqrt(length2)) ** 2 == length2:
        return tuple(Fraction(n, length) for n in whole)
    pole = max(range(len(whole)), key=lambda i: abs(whole[i]))
    sign = 1 if whole[pole] > 0 else -1
    divisor = isqrt(length2 * scale**4) + abs(whole[pole]) * scale**2
    plane = [0 if i == pole else _rounded(n * scale**3, divisor) for i, n in enumerate(whole)]  # s · scale
    square, unit = sum(s * s for s in plane), scale * scale
    return tuple(Fraction(sign * (unit - square) if i == pole else 2 * s * scale, unit + square) for i, s in enumerate(plane))


def _rounded(n: int, below: int) -> int:
    """n/below rounded to an integer, halves away from 0."""
    size = (2 * abs(n) + below) // (2 * below)
    return size if n >= 0 else -size
