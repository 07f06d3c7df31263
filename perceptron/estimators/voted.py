"""The voted Perceptron: every weight vector that the run had votes, as often as it was used (Freund and Schapire 1999)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import lcm
from operator import mul
from typing import Any

import numpy as np
from scipy.sparse import vstack
from sklearn.utils.validation import check_is_fitted

from perceptron.estimators.base import ExactClassifier
from perceptron.estimators.folds import HUGE, LOST, TINY, continue_with, start_fold
from perceptron.estimators.reading import AnyRows, as_rational, integers_of, matrix_of, row_lengths, take
from perceptron.learners.perceptron import Perceptron
from perceptron.runs.engines.certified.float_errors import of_sum
from perceptron.runs.engines.certified.rows import Rows, rows_of
from perceptron.runs.engines.integer import RationalRows

TOGETHER = 1 << 18  # scores that are made at a time
LARGEST_WHOLE = 2.0**52  # below which floats add whole numbers without error


class VotedPerceptronClassifier(ExactClassifier):
    """The Perceptron's run, of which every weight vector votes with its sign, once for each round that it came through.

    Parameters
    ----------
    ties : default "mistake"
        as for `perceptron.Perceptron`
    fit_intercept : default True
        whether every row gets a last coordinate 1
    max_iter : default 10
        the passes in `fit`; fewer if one makes no mistake

    Attributes
    ----------
    votes_
        for each learner how many rounds each of its vectors lasted, the first being 0
    n_mistakes_
        M over all passes and classes
    n_iter_
        passes
    halted_
        whether the last pass made no mistake
    classes_, n_features_in_, feature_names_in_
        the classes in order, how many columns there were, and their names where they had some

    Notes
    -----
    It keeps the rows with mistakes, from which all its weight vectors are sums. Scores are whole numbers of votes.

    Examples
    --------
    >>> VotedPerceptronClassifier(fit_intercept=False).fit([[1, 0], [0, 1]], [0, 1]).votes_
    ((0, 1, 3),)
    """

    def __init__(self, ties: str | int = "mistake", fit_intercept: bool = True, max_iter: int = 10) -> None:
        self._keep_parameters(locals())

    @property
    def votes_(self) -> tuple[tuple[int, ...], ...]:
        """How many rounds each vector lasted."""
        return tuple(tuple(lasted.tolist()) for lasted in self._lasted)

    @property
    def learner_(self) -> Perceptron:
        """The learner, with the parameters that it learned with."""
        check_is_fitted(self)
        return self._learner

    def _start(self, rows: AnyRows, codes: Any, passes: int) -> None:
        count, learner = len(self._positives), Perceptron(self.ties)
        self._learner = learner
        self._intercept = self.fit_intercept
        self._folds = [start_fold(learner, rows, self._intercept, (1, 1), passes) for _ in range(count)]
        self._lasted = [np.zeros(1, np.int64) for _ in range(count)]
        self._steps: list[list[tuple[AnyRows, Any]]] = [[] for _ in range(count)]  # rows with mistakes, and their labels
        self.n_mistakes_ = self.n_iter_ = 0

    def _learn(self, rows: AnyRows, codes: Any, limit: int) -> None:
        """Make up to `limit` passes with each class's learner."""
        self._folds, read = continue_with(self._folds, rows)
        self._make_passes([self._passes(k, code, rows, read, codes) for k, code in enumerate(self._positives)], limit)

    def _passes(self, k: int, code: int, rows: AnyRows, read: AnyRows, codes: Any) -> Iterator[tuple[int, None]]:
        """The mistakes of one pass of the k-th learner after the other; `read`: the rows as its fold reads them."""
        fold = self._folds[k]
        while True:
            out = np.zeros(fold.updates + rows.n, np.int64)
            try:
                mistakes = int(fold.go(read, codes, code, None, out))
            except ValueError:
                self._finite()
                raise
            self._count(k, rows, codes == code, out[fold.updates - mistakes : fold.updates])
            yield mistakes, None

    def _count(self, k: int, rows: AnyRows, positive: Any, updates: Any) -> None:
        """Add the vectors of a pass, and the rounds that they lasted, from the mistake that made each to the next."""
        rounds, lasted = np.diff(updates, prepend=0, append=rows.n), self._lasted[k]
        self._lasted[k] = np.concatenate([lasted[:-1], lasted[-1:] + rounds[:1], rounds[1:]])
        self._steps[k].append((take(rows, updates), np.where(positive[updates], 1, -1)))

    def _scores(self, rows: AnyRows) -> Any:
        return np.column_stack([self._votes(k, rows) for k in range(len(self._folds))])

    def _votes(self, k: int, rows: AnyRows) -> Any:
        """Σ lasted·sign⟨w,x⟩ over the vectors w of the k-th learner, for each row."""
        score, (steps, signs) = np.zeros(rows.n), self._join(k)
        lasted, size = self._lasted[k][1:].astype(np.float64), max(1, TOGETHER // max(1, len(signs)))
        vectors = None if isinstance(steps, RationalRows) else Vectors(_floats(steps), signs, self._intercept)
        for first in range(0, rows.n, size):
            part = take(rows, np.arange(first, min(first + size, rows.n)))
            if vectors is None or isinstance(part, RationalRows):
                scores, errors = np.zeros((part.n, len(signs))), np.full(part.n, np.inf)
            else:
                scores, errors = vectors.scores(_floats(part))
            with np.errstate(all="ignore"):
                unsure = ~(np.abs(scores).min(axis=1, initial=np.inf) > errors) & (errors > 0)
            found = np.sign(scores, out=scores)
            if (places := np.flatnonzero(unsure)).size:
                found[places] = self._exactly(steps, signs, take(part, places))
            score[first : first + size] = found @ lasted
        return score

    def _join(self, k: int) -> tuple[AnyRows, Any]:
        """The rows with mistakes of the k-th learner and their labels, of which its vectors are the sums."""
        parts, signs = [rows for rows, _ in self._steps[k]], np.concatenate([signs for _, signs in self._steps[k]])
        if len(parts) == 1:
            return parts[0], signs
        if not any(isinstance(part, RationalRows) for part in parts):
            matrices = [matrix_of(part) for part in parts]  # type: ignore[arg-type]
            sparse = any(hasattr(matrix, "indptr") for matrix in matrices)
            return rows_of(vstack(matrices, format="csr") if sparse else np.vstack(matrices)), signs
        whole = [as_rational(part) for part in parts]
        below = lcm(*(part.denominator for part in whole))
        rows = [{j: n * (below // part.denominator) for j, n in row.items()} for part in whole for row in part.rows]
        return RationalRows(rows, below, len(rows), whole[0].d), signs

    def _exactly(self, steps: AnyRows, signs: Any, rows: AnyRows) -> list[list[int]]:
        """The sign of every row's score by every vector, by integers."""
        (matrix, unit), (xs, below), found = integers_of(steps), integers_of(rows), []
        for i in range(rows.n):
            x = [0] * rows.d
            for j, n in xs.entries(i):
                x[j] = n
            products = map(mul, signs.tolist(), matrix.times(x, unit * below * self._intercept))
            found.append([(value > 0) - (value < 0) for value in accumulate(products)])
        return found


class Vectors:
    """The weight vectors in floats: sums of y·z over rows z with mistakes, and what scores by them may be off by.

    sums    the vectors themselves, where rows are dense; of sparse rows the products with each z are added up instead
    """

    def __init__(self, z: Any, signs: Any, intercept: bool) -> None:
        self.z, self.signs, self.intercept, self.whole = z, signs, intercept, _whole(z)
        with np.errstate(all="ignore"):
            self.total = float((row_lengths(z) + intercept + LOST).sum())
            self.sums = None if hasattr(z, "indptr") else np.cumsum(z * signs[:, None], axis=0)

    def scores(self, x: Any) -> tuple[Any, Any]:
        """The scores of rows, shape (rows, vectors), and what those of each row may be off by."""
        with np.errstate(all="ignore"):
            if self.sums is not None:
                scores = x @ self.sums.T
                scores += self.intercept * np.cumsum(self.signs)
            else:
                products = x @ self.z.T
                products = products.toarray() if hasattr(products, "indptr") else products
                scores = np.cumsum((products + self.intercept) * self.signs, axis=1)
            most = (row_lengths(x) + self.intercept + LOST) * self.total
            errors = np.where(most < HUGE, of_sum(x.shape[1] + len(self.signs)) * most + TINY, np.inf)
        if self.whole and _whole(x):
            errors[most < LARGEST_WHOLE] = 0.0
        return scores, errors


def _floats(rows: Rows) -> Any:
    return matrix_of(rows).astype(np.float64, copy=False)


def _whole(X: Any) -> bool:
    """Whether all entries are whole numbers."""
    entries = X.data if hasattr(X, "indptr") else X
    return bool((entries == np.rint(entries)).all())
