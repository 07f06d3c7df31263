"""Which engine learns, scores in floats that have the signs of the exact ones, and which of several classes has the highest."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from perceptron.errors import InputError
from perceptron.estimators.base import LARGEST, as_float
from perceptron.estimators.reading import AnyRows, as_rational
from perceptron.extras import installed
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.runs.engines.certified.float_errors import UNIT, of_sum
from perceptron.runs.engines.certified.rows import Rows
from perceptron.runs.engines.integer import RationalFold, RationalRows


def make_highest(scores: Any, errors: Any, compare: Callable[[int, int, int], int]) -> None:
    """Change the scores so that the first greatest of each row belongs to the first class with the greatest exact score.

    scores     finite floats with the signs of the exact scores, shape (n, classes)
    errors     what each may be off by, possibly infinite or NaN
    compare    (row, a, b) → the sign of the exact score of class a minus that of class b
    """
    if scores.shape[1] == 1:
        return
    first = scores.argmax(axis=1)[:, None]
    best, off = np.take_along_axis(scores, first, 1), np.take_along_axis(errors, first, 1)
    with np.errstate(all="ignore"):
        rivals = ~(best - scores > (errors + off) * 1.01) & ~(errors + off == 0)
    np.put_along_axis(rivals, first, True, 1)
    for i in np.flatnonzero(rivals.sum(axis=1) > 1).tolist():
        highest, *others = np.flatnonzero(rivals[i]).tolist()
        for j in others:
            if compare(i, j, highest) > 0:
                highest = j
        _put_first(scores[i], highest)


def _put_first(row: Any, place: int) -> None:
    """Make the entry at a place the first greatest one, where no sign and no infinity is in the way."""
    top = row.max()
    if row.argmax() == place:
        return
    if 0 < top < LARGEST or top == -LARGEST:
        row[place] = np.nextafter(top, np.inf)
    else:
        np.minimum(row, np.nextafter(top, -np.inf), out=row)
        row[place] = top


# -- engines and scores


Fold: TypeAlias = Any  # CertifiedFold or RationalFold

WORTH_LOADING = 300_000  # entries to go through, from which it pays to load compiled code; that takes half a second
USUAL_PASSES = 30
TINY, SMALL, LARGE = 1e-290, 1e-140, 1e140


def start_fold(
    learner: Perceptron | MarginPerceptron, rows: AnyRows, intercept: bool, times: tuple[int, int], averages: bool, passes: int
) -> Fold:
    """The engine for these rows: compiled floats where they are exact enough to begin with and the work is worth it."""
    arguments = learner, rows.d, intercept, times, averages
    if isinstance(rows, Rows) and installed("numba") and (not averages or max(times) == 1):
        loaded = "perceptron.runs.engines.certified.loops" in sys.modules
        if loaded or len(rows.data) * min(passes, USUAL_PASSES) >= WORTH_LOADING:
            from perceptron.runs.engines.certified.fold import CertifiedFold

            try:
                return CertifiedFold(*arguments)
            except InputError:
                pass  # numbers that only fractions hold
    return RationalFold(*arguments)


def continue_with(folds: list[Fold], rows: AnyRows) -> tuple[list[Fold], AnyRows]:
    """The folds, ready for passes over these rows, and the rows as they read them: all in fractions, if one of them needs that."""
    if isinstance(rows, RationalRows) or any(isinstance(fold, RationalFold) for fold in folds):
        folds = [fold if isinstance(fold, RationalFold) else RationalFold.continuing(fold) for fold in folds]
        rows = as_rational(rows)
    for fold in folds:
        _make_writeable(fold)
        fold.start_batch(rows)
    return folds, rows


def _make_writeable(fold: Fold) -> None:
    """Copy the arrays that joblib has mapped into memory, for a worker or with mmap_mode="r"."""
    for name, value in vars(fold).items():
        if isinstance(value, np.ndarray) and not value.flags.writeable:
            setattr(fold, name, np.array(value))


def certified_scores(rows: AnyRows, coef: Any, intercept: Any, exact: Callable[[int], list[Fraction]]) -> Any:
    """⟨w,x⟩ for every row and weight vector, shape (n, k): in floats, and in fractions where rounding could change the sign.

    coef, intercept    shapes (k, d) and (k,), each within 2⁻⁵² of the exact weight
    exact              the exact weights of the k-th, with the intercept last if there is one; asked for where they are needed

    With several vectors the greatest score of a row is that of the vector for which it is the greatest exactly.
    """
    k = len(coef)
    if isinstance(rows, RationalRows):
        scores, errors = np.zeros((rows.n, k)), np.full((rows.n, k), np.inf)
    else:
        x = _matrix(rows)
        size = np.abs(np.column_stack([coef, intercept]))
        plain = not ((size > 0) & (size < SMALL) | (size > LARGE)).any()
        with np.errstate(all="ignore"):
            scores = np.asarray(x @ coef.T) + intercept
            errors = of_sum(rows.d) * (np.asarray(abs(x) @ size[:, :-1].T) + size[:, -1]) + (TINY if plain else np.inf)

    weights = cache(exact)

    def value(i: int, j: int) -> Fraction:
        w, (at, values) = weights(j), rows.row(i)
        bias = w[rows.d] if len(w) > rows.d else Fraction(0)
        return sum((w[c] * Fraction(v) for c, v in zip(at, values, strict=True) if v), bias)

    with np.errstate(invalid="ignore"):
        unsure = np.argwhere(~(np.abs(scores) > errors))
    for i, j in unsure.tolist():
        near = scores[i, j] = as_float(value(i, j))
        errors[i, j] = (4 * UNIT * abs(near) + TINY if abs(near) < LARGEST else np.inf) if near else 0.0
    make_highest(scores, errors, lambda i, a, b: _sign(value(i, a) - value(i, b)))
    return scores


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _matrix(rows: Rows) -> Any:
    if rows.dense:
        return rows.data.reshape(rows.n, rows.d).astype(np.float64, copy=False)
    return csr_array((rows.data.astype(np.float64, copy=False), rows.indices, rows.indptr), shape=(rows.n, rows.d))
