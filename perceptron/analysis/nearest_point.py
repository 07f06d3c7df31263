"""The point nearest to 0 of the convex hull of some vectors, whose direction has the greatest margin (Wolfe 1976).

Wolfe's algorithm goes from one point of the hull to another that is nearer to 0, each the nearest point of the affine hull of a few of
the vectors, until no vector is on the wrong side of it. Here that point is solved for in balls of 256 bits, since a margin of a
hundred-millionth of the lengths, as unscaled data has, leaves floats nothing. Which vector is on the wrong side is found in floats.
`either_witness` takes whole numbers for both: it ends at 0, whose weights are Gordan's λ, or at a point that separates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.data.arrays import of_floats
from perceptron.data.examples import Examples
from perceptron.numbers.exact import precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Weights = dict[int, Any]  # of some of the vectors: whole numbers, whose sum stands for 1
    Vectors = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]

STEPS = 400
BITS = 256
CLOSE = 1e-6  # by which no vector may lie below the point's own margin, relatively
MOST_VECTORS = 120  # that span a point


def nearest_point(rows: Floats) -> list[int] | None:
    """A positive multiple of the nearest point, or of one on the way to it; None if it is 0.

    rows     the vectors, shape (n, d)
    """
    matrix, _ = of_floats(np.ascontiguousarray(rows))
    shortest = int((rows * rows).sum(axis=1).argmin())
    weights: Weights = {shortest: 1}
    vectors = {shortest: [n for _, n in matrix.entries(shortest)]}
    for _ in range(STEPS):
        point = _whole_sum(weights, vectors)
        if not any(point):
            return None
        top = max(map(abs, point))
        scores = rows @ np.array([a / top for a in point])
        worst, own = int(scores.argmin()), min(scores[t] for t in weights)
        if scores[worst] >= own * (1 - CLOSE) or worst in weights or len(weights) >= MOST_VECTORS:
            break
        vectors[worst] = [n for _, n in matrix.entries(worst)]
        try:
            weights = _nearest({**weights, worst: 0}, vectors, _nearly_affine)
        except ZeroDivisionError:  # it depends on the others, as floats did not see
            break
    return point


# -- whether 0 is in the hull, without floats: rows and columns may be multiplied by any positive numbers without another answer


CORRALS = 1000
MOST_ENTRIES, MOST_DIMENSIONS = 10**5, 60  # of the examples, so that the steps end within seconds


def either_witness(examples: Examples) -> tuple[list[int] | None, dict[int, Fraction] | None]:
    """(u, None) with a u that separates, (None, λ) with Σ λ_t y_t x_t = 0, λ > 0; (None, None) if there is too much to compute.

    examples    of which no x is 0
    """
    d = examples.dimension
    if len(examples) * d > MOST_ENTRIES or d > MOST_DIMENSIONS:
        return None, None
    rows, factors, columns = _of_equal_sizes(examples)
    weights: Weights = {0: 1}
    for _ in range(CORRALS):
        point = _whole_sum(weights, rows)
        if not any(point):
            return None, {t: Fraction(int(weight) * factors[t]) for t, weight in sorted(weights.items())}
        scores = [sum(map(int.__mul__, point, row)) for row in rows]
        worst = min(range(len(rows)), key=scores.__getitem__)
        if scores[worst] > 0:
            return [a * factor for a, factor in zip(point, columns, strict=True)], None
        weights = _nearest({**weights, worst: 0}, rows, _affine)
    return None, None


def _of_equal_sizes(examples: Examples) -> tuple[list[list[int]], list[int], list[int]]:
    """The vectors y·x times powers of two for rows and columns, so that the greatest entries are of a like size; the powers of both."""
    rows = [[int(n) for n in row] for row in examples.signed_rows()]
    sizes = [max(abs(row[j]) for row in rows).bit_length() for j in range(examples.dimension)]
    columns = [1 << (max(sizes) - size) for size in sizes]
    rows = [[a * factor for a, factor in zip(row, columns, strict=True)] for row in rows]
    lengths = [max(map(abs, row)).bit_length() for row in rows]
    factors = [1 << (max(lengths) - length) for length in lengths]
    return [[a * factor for a in row] for row, factor in zip(rows, factors, strict=True)], factors, columns


def _whole_sum(weights: Weights, rows: Vectors) -> list[int]:
    """A positive multiple of Σ weight·row, in lowest whole numbers."""
    from flint import fmpz_mat

    product = fmpz_mat([list(weights.values())]) * fmpz_mat([rows[t] for t in weights])
    point = [int(a) for a in product.entries()]
    common = gcd(*point) or 1
    return [a // common for a in point]


def _nearest(weights: Weights, rows: Vectors, affine: Callable[[Sequence[Sequence[int]]], list[Any]]) -> Weights:
    """From a point of the hull to the nearest of the affine hull of fewer vectors, with positive weights. The vectors are independent."""
    from flint import fmpq

    while True:
        target = affine([rows[t] for t in weights])
        if min(target) > 0:
            return dict(zip(weights, target, strict=True))
        old, new = ([n * size for n in each] for each, size in ((weights.values(), sum(target)), (target, sum(weights.values()))))
        step, leaves = min((fmpq(p, p - q), t) for t, p, q in zip(weights, old, new, strict=True) if q <= 0)
        moved = {t: step.q * p + step.p * (q - p) for t, p, q in zip(weights, old, new, strict=True)}
        weights = {t: weight for t, weight in moved.items() if weight and t != leaves}


def _affine(vectors: Sequence[Sequence[int]]) -> list[Any]:
    """The weights of the point of the affine hull that is nearest to 0: the v with (G + s·11ᵀ)v = 1, times a positive number."""
    matrix, ones = _equations(vectors)
    weights: list[Any] = matrix.solve(ones).numer_denom()[0].entries()
    return weights


def _nearly_affine(vectors: Sequence[Sequence[int]]) -> list[int]:
    """`_affine` to BITS bits, and much faster."""
    from flint import arb_mat

    with precision(BITS):
        parts = [a.mid().man_exp() for a in arb_mat(_equations(vectors)[0]).solve(arb_mat(len(vectors), 1, [1] * len(vectors))).entries()]
    least = min(int(exponent) for _, exponent in parts)
    return [int(mantissa) << int(exponent) - least for mantissa, exponent in parts]


def _equations(vectors: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """G + s·11ᵀ and 1, where s is the first entry of the vectors' Gram matrix G."""
    from flint import fmpz_mat

    k, matrix = len(vectors), fmpz_mat(vectors)
    gram = matrix * matrix.transpose()
    return gram + fmpz_mat(k, k, [gram[0, 0]] * (k * k)), fmpz_mat(k, 1, [1] * k)
