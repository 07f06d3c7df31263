"""The point nearest to 0 of the convex hull of some vectors, whose direction has the greatest margin (Wolfe 1976).

The vectors that span the point are solved for in balls of 256 bits, since a margin of a hundred-millionth of the lengths, as unscaled
data has, leaves floats nothing. Which vector is on the wrong side is found in floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.data.examples import Examples
from perceptron.numbers.exact import common_denominator, precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BITS = 256
STEPS = 400
CLOSE = 1e-6  # by which no vector may lie below the point's own margin, relatively
MOST_VECTORS = 120  # that span a point


def nearest_point(rows: Floats) -> list[Fraction] | None:
    """The nearest point, or one on the way to it; None if it is 0 as far as can be told.

    rows     the vectors, shape (n, d)
    """
    with precision(BITS):
        hull = Hull(rows)
        for _ in range(STEPS):
            point = hull.point()
            floats = np.array([float(a) for a in point])
            length2 = float(sum(a * a for a in point))
            if not length2 > 0:
                return None
            scores = rows @ floats
            worst = int(scores.argmin())
            if scores[worst] >= length2 * (1 - CLOSE) or worst in hull.chosen or len(hull.chosen) >= MOST_VECTORS:
                break
            hull.enter(worst)
        return [Fraction(int(mantissa)) * Fraction(2) ** int(exponent) for mantissa, exponent in (a.mid().man_exp() for a in hull.point())]


class Hull:
    """The vectors that span the present point, with their weights: all positive, with the sum 1."""

    def __init__(self, rows: Floats) -> None:
        from flint import arb

        self.rows, self.chosen, self.weights = rows, [int((rows * rows).sum(axis=1).argmin())], [arb(1)]
        self.vectors = [self._vector(i) for i in self.chosen]
        self.products = [[self._product(a, b) for b in self.vectors] for a in self.vectors]

    def point(self) -> list[Any]:
        """Σ weight·vector."""
        return [sum(w * v[j] for w, v in zip(self.weights, self.vectors, strict=True)) for j in range(self.rows.shape[1])]

    def enter(self, i: int) -> None:
        """Let another vector in, and those out that are not needed beside it."""
        from flint import arb

        new = self._vector(i)
        column = [self._product(new, v) for v in self.vectors]
        self.products = [[*row, value] for row, value in zip(self.products, column, strict=True)] + [[*column, self._product(new, new)]]
        self.chosen.append(i)
        self.vectors.append(new)
        self.weights.append(arb(0))
        self._settle()

    def _settle(self) -> None:
        """Go to the nearest point of the affine hull; where that has a weight below 0, as far as the first weight reaches 0."""
        while True:
            target = self._affine()
            if target is None:  # dependent vectors, as far as balls can tell
                self._leave(min(range(len(self.weights)), key=lambda i: float(self.weights[i].mid())))
                continue
            if all(float(a.mid()) > 0 for a in target):
                self.weights = target
                return
            falling = [i for i, a in enumerate(target) if float(a.mid()) <= 0]
            steps = {
                i: self.weights[i] / (self.weights[i] - target[i]) if float((self.weights[i] - target[i]).mid()) else 0 for i in falling
            }
            first = min(falling, key=lambda i: float(steps[i]))
            step = steps[first]
            self.weights = [((1 - step) * w + step * a).mid() for w, a in zip(self.weights, target, strict=True)]
            self._leave(first)

    def _leave(self, i: int) -> None:
        del self.products[i]
        parts: list[list[Any]] = [self.chosen, self.vectors, self.weights, *self.products]
        for part in parts:
            del part[i]
        total = sum(self.weights)
        self.weights = [(w / total).mid() for w in self.weights] if float(total) > 0 else [w * 0 + 1 for w in self.weights]

    def _affine(self) -> list[Any] | None:
        """The weights of the affine hull's nearest point: (G + 11ᵀ)v = 1, with the sum made 1."""
        from flint import arb_mat

        k = len(self.chosen)
        if k == 1:
            return [self.weights[0] * 0 + 1]
        scale = self.products[0][0] if float(self.products[0][0]) > 0 else 1
        try:
            solved = arb_mat([[self.products[i][j] / scale + 1 for j in range(k)] for i in range(k)]).solve(arb_mat([[1]] * k))
        except ZeroDivisionError:
            return None
        values = [solved[i, 0] for i in range(k)]
        total = sum(values)
        shares = [(value / total).mid() for value in values]
        return shares if all(share.is_finite() for share in shares) else None

    def _vector(self, i: int) -> list[Any]:
        from flint import arb

        return [arb(float(a)) for a in self.rows[i]]

    @staticmethod
    def _product(a: list[Any], b: list[Any]) -> Any:
        return sum(p * q for p, q in zip(a, b, strict=True))


# -- whether 0 is in the hull, in integers alone: for data whose answer floats cannot tell
#
# Wolfe's algorithm goes from one point of the hull to another that is nearer to 0, each the nearest point of the affine hull of a few of
# the vectors, until no vector is on the wrong side of it. In exact arithmetic it ends: at 0, whose weights are Gordan's λ, or at a point
# that separates. Rows and columns may be multiplied by any positive numbers without another answer: it works on rows of equal sizes.


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
    weights = {0: Fraction(1)}
    for _ in range(CORRALS):
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
