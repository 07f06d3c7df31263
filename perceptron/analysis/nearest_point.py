"""The point nearest to 0 of the convex hull of some vectors, whose direction has the greatest margin (Wolfe 1976).

The vectors that span the point are solved for in balls of 256 bits, since a margin of a hundred-millionth of the lengths, as unscaled
data has, leaves floats nothing. Which vector is on the wrong side is found in floats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.learners.winnow import ball_precision

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
    with ball_precision(BITS):
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
