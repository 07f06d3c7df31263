"""The feature map as rational vectors. With it the Perceptron makes the kernel Perceptron's run."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import isqrt
from typing import Any

from perceptron.kernels.base import Kernel, Vector

SEARCHED = 2**24  # up to which two squares are looked for one by one
BASES = (2, 3, 5, 7, 11, 13)  # of which one is almost always no square modulo a prime


def feature_vectors(kernel: Kernel[Any], points: Iterable[object]) -> list[Vector]:
    """Rational vectors φ(x_i) with ⟨φ(x_i), φ(x_j)⟩ = K(x_i, x_j), one for each point.

    kernel    any kernel
    points    values that `kernel.point` accepts

    The vectors have one dimension, as small as the features of these points allow (at least 1). A feature of weight q takes up to
    four coordinates: every rational q ≥ 0 is a sum of four squares of rationals (Lagrange), so no root is needed. Raises
    InputError where the kernel's features are irrational, or too many.

        >>> from perceptron.kernels import Polynomial
        >>> [list(map(int, v)) for v in feature_vectors(Polynomial(2), [[1], [2]])]
        [[1, 1, 1, 1], [1, 2, 2, 4]]
    """
    maps = [kernel.features(kernel.point(value, f"point {i}")) for i, value in enumerate(points)]
    names: dict[Hashable, tuple[Fraction, ...]] = {f: () for features in maps for f in features}
    for feature in names:
        names[feature] = four_squares(kernel.weight(feature))
    zero = Fraction(0)
    return [tuple(c * features.get(f, zero) for f, parts in names.items() for c in parts) or (zero,) for features in maps]


def four_squares(number: Fraction) -> tuple[Fraction, ...]:
    """At most four positive rationals whose squares add up to `number` ≥ 0."""
    found = _squares(number.numerator * number.denominator, 4)
    return tuple(Fraction(n, number.denominator) for n in found or ())


def _squares(n: int, most: int) -> tuple[int, ...] | None:
    """Positive integers, `most` at most, whose squares add up to n ≥ 0; of a greater n the first that are found."""
    if n == 0:
        return ()
    if n % 4 == 0 and (most < 4 or n % 8 == 0):  # then all of them are even
        halves = _squares(n // 4, most)
        return halves and tuple(2 * part for part in halves)
    if most == 3 and n % 8 == 7:  # Legendre: there are none
        return None
    if most == 2 and n > SEARCHED:
        return _two_squares(n)
    if most == 1:
        return (isqrt(n),) if isqrt(n) ** 2 == n else None
    for first in range(isqrt(n), 0, -1):
        if first * first * most < n:
            return None  # the others are no greater
        if (rest := _squares(n - first * first, most - 1)) is not None:
            return (first, *rest)
    return None


def _two_squares(n: int) -> tuple[int, int] | None:
    """The two of a prime of the form 4k + 1, or of twice one (Hermite and Serret); None for almost all other numbers."""
    if n % 2 == 0:
        half = _two_squares(n // 2)
        return half and (half[0] + half[1], abs(half[0] - half[1]))
    roots = (pow(base, n // 4, n) for base in BASES) if n % 4 == 1 else ()
    if (root := next((root for root in roots if root * root % n == n - 1), None)) is None:
        return None
    greater, less = n, root
    while less * less > n:
        greater, less = less, greater % less
    other = isqrt(n - less * less)
    return (less, other) if less * less + other * other == n else None
