"""Which engine learns, and scores in floats that have the signs of the exact ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from perceptron.errors import InputError
from perceptron.estimators.base import as_float
from perceptron.estimators.reading import AnyRows, as_rational
from perceptron.extras import installed
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.runs.engines.certified.rows import Rows
from perceptron.runs.engines.rational import RationalFold, RationalRows

Fold: TypeAlias = Any  # CertifiedFold or RationalFold

WORTH_LOADING = 300_000  # entries to go through, from which it pays to load compiled code; that takes half a second
USUAL_PASSES = 30
UNIT = 2.0**-53
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
        fold.start_batch(rows)
    return folds, rows


def certified_scores(rows: AnyRows, coef: Any, intercept: Any, exact: Callable[[int], list[Fraction]]) -> Any:
    """⟨w,x⟩ for every row and weight vector, shape (n, k): in floats, and in fractions where rounding could change the sign.

    coef, intercept    shapes (k, d) and (k,), each within 2⁻⁵² of the exact weight
    exact              the exact weights of the k-th, with the intercept last if there is one; asked for where they are needed

    With several vectors the fractions also decide between the two greatest scores of a row.
    """
    k = len(coef)
    if isinstance(rows, RationalRows):
        scores, unsure = np.zeros((rows.n, k)), np.ones((rows.n, k), bool)
    else:
        x = _matrix(rows)
        size = np.abs(np.column_stack([coef, intercept]))
        plain = not ((size > 0) & (size < SMALL) | (size > LARGE)).any()
        with np.errstate(all="ignore"):
            scores = np.asarray(x @ coef.T) + intercept
            error = (rows.d + 8) * 2 * UNIT * (np.asarray(abs(x) @ size[:, :-1].T) + size[:, -1]) + TINY
            unsure = ~(np.abs(scores) > error) | (not plain)
            if k > 1:
                order = np.argsort(scores, axis=1)
                best, next_best = (np.take_along_axis(scores, order[:, [j]], 1) for j in (-1, -2))
                unsure |= ~(best - next_best > 2 * error.max(axis=1, keepdims=True))
    _decide(rows, scores, unsure, exact)
    return scores


def _decide(rows: AnyRows, scores: Any, unsure: Any, exact: Callable[[int], list[Fraction]]) -> None:
    for j in np.flatnonzero(unsure.any(axis=0)).tolist():
        weights = exact(j)
        bias = weights[rows.d] if len(weights) > rows.d else Fraction(0)
        for i in np.flatnonzero(unsure[:, j]).tolist():
            at, values = rows.row(i)
            scores[i, j] = as_float(sum((weights[c] * Fraction(v) for c, v in zip(at, values, strict=True) if v), bias))


def _matrix(rows: Rows) -> Any:
    if rows.dense:
        return rows.data.reshape(rows.n, rows.d).astype(np.float64, copy=False)
    return csr_array((rows.data.astype(np.float64, copy=False), rows.indices, rows.indptr), shape=(rows.n, rows.d))
