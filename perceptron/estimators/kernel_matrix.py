"""The values of a kernel on some points with each other, as integers: exact ones, or for the Gaussian certified to the last bit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.estimators.kernel_rows import Gaussian, OfMatrix, Source
from perceptron.kernels import CommonSubsequences, CommonSubstrings, Linear, Normalised, Polynomial, Subsets
from perceptron.learners.winnow import ball_precision

BITS = 96  # of the values of a Gaussian kernel
MOST_POINTS = 1000
MOST_TESTED = 200  # of a matrix that is tested for being a kernel's
KNOWN = (CommonSubsequences, CommonSubstrings, Linear, Polynomial, Subsets)  # by their features


@dataclass(frozen=True)
class KernelMatrix:
    """K(x_i, x_j) is from n_ij/denominator to (n_ij + slack)/denominator.

    numerators    the integers n_ij, an array of Python's integers of shape (n, n)
    """

    numerators: Any
    denominator: int
    slack: int = 0

    def margins(self, coefficients: Any, labels: Any) -> Any:
        """Lower ends of y_i⟨v, φ(x_i)⟩·denominator, where v = Σ c_j φ(x_j) with integers c_j."""
        below, above = (self.slack * int(coefficients[side].sum()) for side in (coefficients < 0, coefficients > 0))
        return labels * (self.numerators @ coefficients) + np.where(labels > 0, below, -above)

    def square(self, coefficients: Any) -> Fraction:
        """An upper end of ‖v‖²."""
        total = int(np.abs(coefficients).sum())
        return Fraction(int(coefficients @ (self.numerators @ coefficients)) + self.slack * total**2, self.denominator)

    @property
    def lengths2(self) -> list[Fraction]:
        """Upper ends of the K(x_i, x_i)."""
        return [Fraction(n + self.slack, self.denominator) for n in np.diag(self.numerators).tolist()]

    @property
    def longest2(self) -> Fraction:
        """The greatest of them, 0 if there is no point."""
        return max(self.lengths2, default=Fraction(0))

    def floats(self) -> Any:
        """The values in floats."""
        return (self.numerators / self.denominator).astype(np.float64)


@dataclass(frozen=True)
class KernelRun:
    """Passes of the kernel Perceptron over some points.

    labels    −1 or +1 for each of n points, an array
    hits      how often each was a mistake, an array
    passes    how many were made; `halted`: the last one without a mistake
    """

    matrix: KernelMatrix
    labels: Any
    hits: Any
    passes: int
    halted: bool

    @property
    def M(self) -> int:
        """The mistakes."""
        return int(self.hits.sum())

    @property
    def T(self) -> int:
        """The rounds over all passes."""
        return self.passes * len(self.labels)


def matrix_of(source: Source, points: Any) -> KernelMatrix:
    """The values of a source on its points. Raises InputError for more than 1000 points, and for values that no kernel has."""
    n = len(points)
    if n > MOST_POINTS:
        raise InputError(f"the bounds of this kernel read its values on all pairs of rows: give {MOST_POINTS} rows at most, not {n:,}")
    if isinstance(source, (Gaussian, OfMatrix)):
        return _of_rows(source, np.array([[Fraction(a) for a in row] for row in points.tolist()], dtype=object).reshape(n, -1))
    if (tested := not _is_kernel(source)) and n > MOST_TESTED:
        raise InputError(
            f"the theorems need a kernel, and whether these values are one's is tested on {MOST_TESTED} rows at most, not {n}: give fewer"
        )
    values = [[source.exact(points[i], [(1, points[j])]) for j in range(i + 1)] for i in range(n)]  # type: ignore[attr-defined]
    below = lcm(*(value.denominator for row in values for value in row))
    whole = [[int(value * below) for value in row] for row in values]
    made = np.array([[whole[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)], dtype=object).reshape(n, n)
    if tested:
        _refuse_indefinite(source, points, made, below)
    return KernelMatrix(made, below)


def _is_kernel(source: Source) -> bool:
    """Whether it is known that no matrix of its values has a negative eigenvalue."""
    kernel = getattr(source, "kernel", None)
    return isinstance(kernel.kernel if isinstance(kernel, Normalised) else kernel, KNOWN)


def _of_rows(source: Gaussian | OfMatrix, rows: Any) -> KernelMatrix:
    """The values on rows of fractions, by their inner products in integers."""
    below = lcm(*(a.denominator for a in rows.ravel()))
    whole = np.array([[int(a * below) for a in row] for row in rows], dtype=object).reshape(rows.shape)
    inner, unit = whole @ whole.T, below**2
    if isinstance(source, OfMatrix):
        offset, clear = source.offset, source.offset.denominator
        return KernelMatrix((int(offset * clear) * unit + clear * inner) ** source.degree, (unit * clear) ** source.degree)
    squares = np.diag(inner)
    distances = squares[:, None] + squares[None] - 2 * inner
    return KernelMatrix(_exponentials(distances, source.gamma / unit), 1 << BITS, 1)


def _exponentials(distances: Any, rate: Fraction) -> Any:
    """⌊2^BITS·exp(−rate·distance)⌋, or one more where that is a whole number."""
    from flint import arb

    found: dict[int, int] = {}
    bits = 2 * BITS
    while missing := [distance for distance in set(distances.ravel()) if distance not in found]:
        with ball_precision(bits):
            for distance in missing:
                power = (arb(-rate.numerator * distance) / rate.denominator).exp() * (1 << BITS) if distance else arb(1 << BITS)
                if (floor := power.floor().unique_fmpz()) is not None:
                    found[distance] = int(floor)
        bits *= 2
    return np.vectorize(found.__getitem__, otypes=[object])(distances)


def _refuse_indefinite(source: Source, points: Any, made: Any, below: int) -> None:
    """Raise InputError unless the matrix is symmetric and no eigenvalue is negative: λⁿ − e₁λⁿ⁻¹ + e₂λⁿ⁻² − … with every e_k ≥ 0."""
    from flint import fmpz_mat

    n = len(made)
    for i in range(n):
        for j in range(i):
            if source.exact(points[j], [(1, points[i])]) * below != made[i, j]:  # type: ignore[attr-defined]
                raise InputError(
                    f"the theorems need a kernel, and K({i}, {j}) is not K({j}, {i}) here; if rounding makes them differ, fit (K + K.T)/2"
                )
    terms = fmpz_mat(made.tolist()).charpoly().coeffs() if n else []
    if any(int(term) * (-1) ** (n - i) < 0 for i, term in enumerate(terms)):
        raise InputError("the theorems need a kernel, and these values are not one's: their matrix has a negative eigenvalue")
