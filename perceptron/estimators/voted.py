"""The voted Perceptron: every weight vector that the run had votes, as often as it was used (Freund and Schapire 1999)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from perceptron.estimators.base import ExactClassifier, rounded
from perceptron.estimators.folds import continue_with, start_fold
from perceptron.estimators.reading import MOST_WRITTEN, AnyRows, as_rational, take
from perceptron.learners.perceptron import Perceptron
from perceptron.runs.engines.certified.float_errors import of_sum
from perceptron.runs.engines.integer import RationalRows


class VotedPerceptronClassifier(ExactClassifier):
    """The Perceptron's run, of which every weight vector votes with its sign, once for each round that it came through.

    ties             as for `perceptron.Perceptron`
    fit_intercept    whether every row gets a last coordinate 1
    max_iter         the passes in `fit`; fewer if one makes no mistake

    It keeps the rows with mistakes, from which all its weight vectors are sums. Attributes after a fit: `votes_` (for each learner how many
    rounds each of its vectors lasted, the first being 0), `n_mistakes_`, `n_iter_` and `halted_`. Scores are whole numbers of votes.

        >>> VotedPerceptronClassifier(fit_intercept=False).fit([[1, 0], [0, 1]], [0, 1]).votes_
        ((0, 1, 3),)
    """

    def __init__(self, ties: str | int = "mistake", fit_intercept: bool = True, max_iter: int = 10) -> None:
        self.ties = ties
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter

    @property
    def votes_(self) -> tuple[tuple[int, ...], ...]:
        """How many rounds each vector lasted."""
        return tuple(tuple(lasted) for lasted in self._lasted)

    @property
    def learner_(self) -> Perceptron:
        """The learner, with the parameters that it learned with."""
        check_is_fitted(self)
        return self._learner

    def _begin(self, rows: AnyRows, codes: Any, new: bool) -> None:
        self._start(rows)
        self._learn(rows, codes, self.max_iter)

    def _go_on(self, rows: AnyRows, codes: Any, new: bool) -> None:
        if new:
            self._start(rows)
        self._learn(rows, codes, 1)

    def _start(self, rows: AnyRows) -> None:
        count = 1 if len(self.classes_) == 2 else len(self.classes_)
        learner = self._learner = Perceptron(self.ties)
        self._intercept = self.fit_intercept
        self._folds = [start_fold(learner, rows, self._intercept, (1, 1), False, self.max_iter) for _ in range(count)]
        self._lasted: list[list[int]] = [[0] for _ in range(count)]
        self._steps: list[list[dict[int, Fraction]]] = [[] for _ in range(count)]
        self.n_mistakes_ = self.n_iter_ = 0

    def _learn(self, rows: AnyRows, codes: Any, limit: int) -> None:
        """Make up to `limit` passes with each class's learner."""
        self._folds, read = continue_with(self._folds, rows)
        most, halted = 0, True
        for k, fold in enumerate(self._folds):
            code, made, passes, out = 1 if len(self._folds) == 1 else k, 1, 0, np.zeros(0, np.int64)
            while passes < limit and made:
                out = np.zeros(fold.updates + rows.n, np.int64)
                made = self._pass(fold, read, codes, code, out)
                self._count(k, rows, codes == code, out[fold.updates - made : fold.updates])
                passes += 1
            most, halted = max(most, passes), halted and not made
        self._matrix = None
        self.n_iter_, self.halted_ = self.n_iter_ + most, halted

    def _pass(self, fold: Any, rows: AnyRows, codes: Any, code: int, out: Any) -> int:
        try:
            made = int(fold.go(rows, codes, code, None, out))
        except ValueError:
            self._finite()
            raise
        self.n_mistakes_ += made
        return made

    def _count(self, k: int, rows: AnyRows, positive: Any, updates: Any) -> None:
        """Add the vectors of a pass, and the rounds that they lasted, from the mistake that made each to the next."""
        places = [-1, *updates.tolist()]
        self._lasted[k][-1] += places[1] if len(places) > 1 else rows.n
        exact = as_rational(take(rows, updates))
        for i, (t, after) in enumerate(zip(places[1:], [*places[2:], rows.n], strict=False)):
            sign = 1 if positive[t] else -1
            step = {j: Fraction(sign * n, exact.denominator) for j, n in exact.rows[i].items()}
            self._steps[k].append(step | ({rows.d: Fraction(sign)} if self._intercept else {}))
            self._lasted[k].append(after - t)

    def _scores(self, rows: AnyRows) -> Any:
        size = max(1, MOST_WRITTEN // (rows.d + 1))  # rows whose zeros are written out at a time
        parts = [as_rational(take(rows, np.arange(first, min(first + size, rows.n)))) for first in range(0, rows.n, size)]
        return np.vstack([np.column_stack([self._votes(k, part) for k in range(len(self._folds))]) for part in parts])

    def _votes(self, k: int, rows: RationalRows) -> Any:
        """Σ lasted·sign⟨w,x⟩ over the vectors w of the k-th learner, for each row: in floats where they tell the sign."""
        width = rows.d + self._intercept
        x = np.zeros((rows.n, width))
        for i, row in enumerate(rows.rows):
            for j, n in row.items():
                x[i, j] = rounded(n, rows.denominator)
        if self._intercept:
            x[:, -1] = 1.0
        with np.errstate(all="ignore"):
            lengths = np.sqrt((x * x).sum(axis=1)) + 1e-140
        w, exact = np.zeros(width), [Fraction(0)] * width
        score = np.zeros(rows.n)
        for step, lasted in zip(self._steps[k], self._lasted[k][1:], strict=True):
            for j, value in step.items():
                exact[j] += value
                w[j] = rounded(exact[j])
            with np.errstate(all="ignore"):
                products = x @ w
                unsure = ~(np.abs(products) > 2.1 * of_sum(width) * lengths * (np.sqrt(w @ w) + 1e-140))
            signs = np.sign(products)
            for i in np.flatnonzero(unsure).tolist():
                bias = exact[-1] * rows.denominator if self._intercept else Fraction(0)
                value = sum((exact[j] * n for j, n in rows.rows[i].items()), bias)
                signs[i] = (value > 0) - (value < 0)
            score += lasted * signs
        return score
