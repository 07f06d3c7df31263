"""Whether 0 is in the convex hull of the y·x, in integers alone: for data whose answer floats cannot tell.

Wolfe's algorithm (1976) goes from one point of the hull to another that is nearer to 0, each the nearest point of the affine hull of a few
of the vectors, until no vector is on the wrong side of it. In exact arithmetic it ends: at 0, whose weights are Gordan's λ, or at a point
that separates. Rows and columns may be multiplied by any positive numbers without another answer, so it works on rows of equal sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from perceptron.data.examples import Examples
from perceptron.numbers.exact import common_denominator

STEPS = 1000
MOST_ENTRIES, MOST_DIMENSIONS = 10**5, 60  # of the examples, so that the steps end within seconds


def either_witness(examples: Examples) -> tuple[list[int] | None, dict[int, Fraction] | None]:
    """(u, None) with a u that separates, (None, λ) with Σ λ_t y_t x_t = 0, λ > 0; (None, None) if there is too much to compute.

    examples    of which no x is 0
    """
    d = examples.dimension
    if len(examples) * d > MOST_ENTRIES or d > MOST_DIMENSIONS:
        return None, None
    rows, factors, columns = _of_equal_sizes(examples)
    weights = {0: Fraction(1)}
    for _ in range(STEPS):
        point = _whole_sum(weights, rows)
        if not any(point):
            return None, {t: weight * factors[t] for t, weight in sorted(weights.items())}
        scores = [sum(map(int.__mul__, point, row)) for row in rows]
        worst = min(range(len(rows)), key=scores.__getitem__)
        if scores[worst] > 0:
            return [a * factor for a, factor in zip(point, columns, strict=True)], None
        weights = _nearest({**weights, worst: Fraction(0)}, rows)
    return None, None


def _of_equal_sizes(examples: Examples) -> tuple[list[list[int]], list[int], list[int]]:
    """The vectors y·x times powers of two for rows and columns, so that the greatest entries are of a like size; the powers of both."""
    rows = [[int(n) for n in row] for row in examples.folded()]
    sizes = [max(abs(row[j]) for row in rows).bit_length() for j in range(examples.dimension)]
    columns = [1 << (max(sizes) - size) for size in sizes]
    rows = [[a * factor for a, factor in zip(row, columns, strict=True)] for row in rows]
    lengths = [max(map(abs, row)).bit_length() for row in rows]
    factors = [1 << (max(lengths) - length) for length in lengths]
    return [[a * factor for a in row] for row, factor in zip(rows, factors, strict=True)], factors, columns


def _whole_sum(weights: dict[int, Fraction], rows: Sequence[Sequence[int]]) -> list[int]:
    """A positive multiple of Σ weight·row, in lowest whole numbers."""
    clear = common_denominator(list(weights.values()))
    whole = [(weight.numerator * (clear // weight.denominator), rows[t]) for t, weight in weights.items()]
    point = [sum(n * row[j] for n, row in whole) for j in range(len(rows[0]))]
    common = gcd(*point) or 1
    return [a // common for a in point]


def _nearest(weights: dict[int, Fraction], rows: Sequence[Sequence[int]]) -> dict[int, Fraction]:
    """From a point of the hull to the nearest of the affine hull of fewer vectors, with positive weights. The vectors are independent."""
    while True:
        target = _affine([rows[t] for t in weights])
        falling = [(old / (old - new), t) for (t, old), new in zip(weights.items(), target, strict=True) if new <= 0]
        if not falling:
            return dict(zip(weights, target, strict=True))
        step, leaves = min(falling)
        moved = {t: old + step * (new - old) for (t, old), new in zip(weights.items(), target, strict=True)}
        weights = {t: weight for t, weight in moved.items() if weight and t != leaves}


def _affine(vectors: Sequence[Sequence[int]]) -> list[Fraction]:
    """The weights, of the sum 1, of the point of the affine hull that is nearest to 0: (G + 11ᵀ)v = 1, divided by the sum of v."""
    from flint import fmpz_mat

    k, matrix = len(vectors), fmpz_mat([list(vector) for vector in vectors])
    ones = fmpz_mat(k, k, [1] * (k * k))
    solved = (matrix * matrix.transpose() + ones).solve(fmpz_mat(k, 1, [1] * k))
    values = [Fraction(int(solved[i, 0].p), int(solved[i, 0].q)) for i in range(k)]
    total = sum(values)
    return [value / total for value in values]
