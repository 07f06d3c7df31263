"""Rational points of the unit sphere, and rational square roots. They keep unit vectors exact.

There is a rational unit vector near every direction, by stereographic projection: from the pole −e_k each rational
point s of the plane goes to the rational point (2s, 1−|s|²)/(1+|s|²) of the sphere, and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from perceptron.errors import InputError


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
    length2 = sum((a * a for a in direction), Fraction(0))
    if length2 == 0:
        raise InputError("the zero vector has no direction")
    if (length := sqrt_exact(length2)) is not None:
        return tuple(a / length for a in direction)
    pole = max(range(len(direction)), key=lambda i: abs(direction[i]))
    sign = 1 if direction[pole] > 0 else -1
    divisor = sqrt_below(length2, scale**2) + abs(direction[pole])
    plane = [0 if i == pole else round(a * scale / divisor) for i, a in enumerate(direction)]  # s · scale
    square, whole = sum(s * s for s in plane), scale * scale
    return tuple(Fraction(sign * (whole - square) if i == pole else 2 * s * scale, whole + square) for i, s in enumerate(plane))
