"""The feature map as rational vectors, so that a kernel learner can be set beside the Perceptron that it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import isqrt
from typing import Any

from perceptron.kernels.base import Kernel, Vector


def feature_vectors(kernel: Kernel[Any], points: Iterable[object]) -> list[Vector]:
    """Rational vectors with ⟨φ(x_i), φ(x_j)⟩ = K(x_i, x_j), one a point, in as many dimensions as these points need (at least one).

    A weight q of a feature becomes up to four coordinates, since every rational q ≥ 0 is a sum of four squares of rationals (Lagrange):
    no root is taken.  Raises InputError where the kernel has no features in rational numbers, or too many.
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
    if n == 0:
        return ()
    if most == 1:
        return (isqrt(n),) if isqrt(n) ** 2 == n else None
    for first in range(isqrt(n), 0, -1):
        if first * first * most < n:
            return None  # the others are no greater
        if (rest := _squares(n - first * first, most - 1)) is not None:
            return (first, *rest)
    return None
