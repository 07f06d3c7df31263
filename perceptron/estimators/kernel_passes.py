"""Passes of the kernel Perceptron over points, and the kernel's values on some of them, as integers where these are exact.

The passes run in numpy: signs by floats with a bound on their error, else exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.estimators.kernel_rows import MOST, TINY, UNIT, Gaussian, KernelValues, OfMatrix, integers_over
from perceptron.kernels import CommonSubsequences, CommonSubstrings, Linear, Normalised, Polynomial, Subsets
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.exact import precision

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


def matrix_of(source: KernelValues, points: Any) -> KernelMatrix:
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
    values = [[Fraction(value, unit) for value in keys] for keys, unit in (source.keys(points[i], points[: i + 1]) for i in range(n))]
    below = lcm(*(value.denominator for row in values for value in row))
    whole = [[int(value * below) for value in row] for row in values]
    made = np.array([[whole[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)], dtype=object).reshape(n, n)
    if tested:
        _refuse_indefinite(source, points, made, below)
    return KernelMatrix(made, below)


def _is_kernel(source: KernelValues) -> bool:
    """Whether it is known that no matrix of its values has a negative eigenvalue."""
    kernel = getattr(source, "kernel", None)
    return isinstance(kernel.kernel if isinstance(kernel, Normalised) else kernel, KNOWN)


def _of_rows(source: Gaussian | OfMatrix, rows: Any) -> KernelMatrix:
    """The values on rows of fractions, by their inner products in integers."""
    matrix, below = integers_over(rows)
    whole = matrix.integers().astype(object)
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

    powers: dict[int, int] = {}
    bits = 2 * BITS
    while missing := [distance for distance in set(distances.ravel()) if distance not in powers]:
        with precision(bits):
            for distance in missing:
                power = (arb(-rate.numerator * distance) / rate.denominator).exp() * (1 << BITS) if distance else arb(1 << BITS)
                if (floor := power.floor().unique_fmpz()) is not None:
                    powers[distance] = int(floor)
        bits *= 2
    return np.vectorize(powers.__getitem__, otypes=[object])(distances)


def _refuse_indefinite(source: KernelValues, points: Any, made: Any, below: int) -> None:
    """Raise InputError unless the matrix is symmetric and no eigenvalue is negative: λⁿ − e₁λⁿ⁻¹ + e₂λⁿ⁻² − … with every e_k ≥ 0."""
    from flint import fmpz_mat

    n = len(made)
    for j in range(n):
        keys, unit = source.keys(points[j], points)
        for i in range(j + 1, n):
            if keys[i] * below != made[i, j] * unit:
                raise InputError(
                    f"the theorems need a kernel, and K({i}, {j}) is not K({j}, {i}) here; if rounding makes them differ, fit (K + K.T)/2"
                )
    terms = fmpz_mat(made.tolist()).charpoly().coeffs() if n else []
    if any(int(term) * (-1) ** (n - i) < 0 for i, term in enumerate(terms)):
        raise InputError("the theorems need a kernel, and these values are not one's: their matrix has a negative eigenvalue")


# -- passes


MOST_TOGETHER = 1 << 20  # kernel values that are made at a time
SMALL, FEW, TOGETHER = 1 << 14, 1 << 10, 16  # of fewer entries, and so few, values are made for 16 at once, hardly longer than for one
KEPT_VALUES = 3 * 10**7  # kernel values kept for later passes
MORE = 64  # mistakes for which the bounds on errors are made in advance


@dataclass
class KernelFold:
    """The mistakes of one class's learner: signed multiples of the points it erred on, and how often it erred on each row."""

    points: Any = None
    coefficients: list[int] = field(default_factory=list)
    alphas: list[int] = field(default_factory=list)

    def keep(self, hits: Any, labels: Any, points: Any) -> None:
        """Add the points of a batch on which there were mistakes."""
        at = np.flatnonzero(hits)
        self.points = points[at] if self.points is None else np.concatenate([self.points, points[at]])
        self.coefficients += (hits[at] * labels[at]).tolist()
        self.alphas += hits.tolist()


@dataclass
class KernelPasses:
    """A kernel's values, and the prediction at a score of 0."""

    source: KernelValues
    ties: Any
    top: float = 0.0  # the greatest |value| that was seen

    @np.errstate(all="ignore")
    def passes(self, fold: KernelFold, points: Any, labels: Any, limit: int, kept: dict[int, Any]) -> tuple[Any, int, bool]:
        """How often the learner errs on each point, in how many passes, and whether the last is without a mistake.

        kept    kernel values of points with all points, which learners of other classes share
        """
        known = points if fold.points is None else np.concatenate([fold.points, points])
        limits = self.source.limits(points, known)
        scores, total = self._scores(fold, points), sum(map(abs, fold.coefficients))
        room, top, errors = total, self.top, self._errors(limits, total, len(points))
        hits, exact = np.zeros(len(points), np.int64), {}  # type: ignore[var-annotated]
        wrongly = {1: labels * 1.0, -1: labels * -1.0}  # what a mistake on this label makes of a row of kernel values
        margins, ours = labels * scores, labels.tolist()
        together = TOGETHER if limits is not None and len(points) <= FEW and points.size < SMALL else 1
        passes, ended = 0, False
        while passes < limit and not ended:
            passes, ended, t = passes + 1, True, -1
            while (t := _next(margins, errors, t + 1)) < len(points):
                sign = -1
                if not -margins.item(t) > errors.item(t):
                    tie = errors.item(t) <= self.source.apart
                    sign = 0 if tie else ours[t] * self._sign(fold, hits * labels, points, known, t, exact)
                if not is_mistake(sign, ours[t], self.ties):
                    continue
                hits[t], total, ended = hits[t] + 1, total + 1, False
                margins += wrongly[ours[t]] * self._row(points, t, together, kept)
                if total > room or self.top > top:
                    room, top = total + total // 8 + MORE, self.top
                    errors = self._errors(limits, room, len(points))
        return hits, passes, ended

    def _sign(self, fold: KernelFold, signed: Any, points: Any, known: Any, t: int, exact: dict[int, Any]) -> int:
        """The exact sign of the score of point t. Its exact values are kept for the next time."""
        signed = [*fold.coefficients, *signed.tolist()]
        if near := self.source.nearly(signed, points[t], known):
            return 1 if near > 0 else -1
        if t not in exact:
            if len(exact) * len(known) > KEPT_VALUES // 8:
                exact.clear()
            exact[t] = self.source.keys(points[t], known)
        return self.source.total(signed, *exact[t])[0]

    def _row(self, points: Any, t: int, together: int, kept: dict[int, Any]) -> Any:
        """The kernel values of point t with all points. They are kept, with those of its block, for the next mistake there."""
        block, place = divmod(t, together)
        if block not in kept:
            if (len(kept) + 1) * together * len(points) > KEPT_VALUES:
                return self._view(self.source.values(points[t : t + 1], points))[0]
            kept[block] = self._view(self.source.values(points[t - place : t - place + together], points))
        return kept[block][place]

    def _view(self, values: Any) -> Any:
        self.top = max(self.top, float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
        return values

    def _errors(self, limits: Any, total: int, n: int) -> Any:
        """The error bound of each score after a number of mistakes: values up to `sizes`, each off by `off`, and as many sums rounded."""
        sizes, off = (np.full(n, self.top), 2 * UNIT * self.top + TINY) if limits is None else limits
        with np.errstate(all="ignore"):
            errors = total * (off + UNIT * (total + 4) * sizes) * 1.01
            return np.where(total * sizes < MOST, 0.0, errors) if self.source.whole else errors

    def scores(self, fold: KernelFold, points: Any) -> tuple[Any, Any]:
        """The scores of points by a learner, in floats, and bounds on their errors."""
        if fold.points is None:
            return np.zeros(len(points)), np.zeros(len(points))
        scores, total = self._scores(fold, points), sum(map(abs, fold.coefficients))
        errors = self._errors(self.source.limits(points, fold.points), total, len(points))
        ties = (np.abs(scores) <= errors) & (errors <= self.source.apart)
        return np.where(ties, 0.0, scores), np.where(ties, 0.0, errors)

    def _scores(self, fold: KernelFold, points: Any) -> Any:
        scores, step = np.zeros(len(points)), max(1, MOST_TOGETHER // max(1, len(points)))
        for first in range(0, len(fold.coefficients), step):
            part = slice(first, first + step)
            with np.errstate(all="ignore"):
                scores += np.array(fold.coefficients[part], np.float64) @ self._view(self.source.values(fold.points[part], points))
        return scores


def _next(margins: Any, errors: Any, start: int) -> int:
    """The first point from `start` on that floats do not certainly get right."""
    width = 64
    while start < len(margins):
        certain = margins[start : start + width] > errors[start : start + width]
        if not certain[first := int(certain.argmin())]:
            return start + first
        start, width = start + width, 2 * width
    return start
