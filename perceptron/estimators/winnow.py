"""Winnow as a classifier."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from perceptron.estimators.base import LARGEST, SMALLEST, ExactClassifier, as_fraction
from perceptron.estimators.folds import LOST, TINY, make_highest
from perceptron.estimators.reading import AnyRows, examples_of, refuse_large, signs, written_out
from perceptron.learners.perceptron import Vector
from perceptron.learners.winnow import Winnow
from perceptron.runs.engines import winnow_fold
from perceptron.runs.engines.certified.float_errors import of_sum
from perceptron.runs.engines.integer import RationalRows


class WinnowClassifier(ExactClassifier):
    """Balanced Winnow, whose weights are multiplied by e^{±η·x} on a mistake. Its signs are decided in balls, so its run is exact too.

    Parameters
    ----------
    eta : default "1/10"
        η > 0, an exact number, or a float as the rational that it is; choose it near γ/max|x_i|²
    ties : default "mistake"
        as for `perceptron.Winnow`
    fit_intercept : default True
        whether every row gets a last coordinate 1
    max_iter : default 100
        the most passes in `fit`

    Attributes
    ----------
    exponents_
        for each class's learner the sum of y·x over its mistakes, exact; one learner for two classes
    n_mistakes_
        M over all passes and classes
    n_iter_
        passes
    halted_
        whether the last pass made no mistake

    The weights are e^{ηg} − e^{−ηg} of the exponents g. Source: BL.

    Examples
    --------
    >>> WinnowClassifier(eta="1/2", fit_intercept=False).fit([[1, 1], [1, -1]], [0, 1]).exponents_
    ((Fraction(0, 1), Fraction(-2, 1)),)
    """

    eta: object

    def __init__(self, eta: object = "1/10", ties: str | int = "mistake", fit_intercept: bool = True, max_iter: int = 100) -> None:
        self._keep_parameters(locals())

    @property
    def learner_(self) -> Winnow:
        """The learner, with the parameters that it learned with."""
        check_is_fitted(self)
        return self._rule

    def _begin(self, rows: AnyRows, codes: Any, new: bool) -> None:
        self._refuse_rows(rows)
        self._start()
        self._learn(rows, codes, self.max_iter)
        if not self.halted_:
            warnings.warn(f"no end in {self.max_iter} passes: the rows may not be separable", ConvergenceWarning, stacklevel=3)

    def _go_on(self, rows: AnyRows, codes: Any, new: bool) -> None:
        self._refuse_rows(rows)
        if new:
            self._start()
        self._learn(rows, codes, 1)

    def _start(self) -> None:
        self._rule, self._intercept = Winnow(eta=as_fraction(self.eta, "eta"), ties=self.ties), self.fit_intercept
        self.exponents_: tuple[Vector, ...] = ()
        self.n_mistakes_ = self.n_iter_ = 0

    def _refuse_rows(self, rows: AnyRows) -> None:
        """Raise ValueError for rows that are too many, and for NaN and infinities."""
        self._finite()
        self._matrix = None
        refuse_large(rows)

    def _learn(self, rows: AnyRows, codes: Any, limit: int) -> None:
        """Make up to `limit` passes with each class's learner, from its present exponents."""
        count = 1 if len(self.classes_) == 2 else len(self.classes_)
        start = self.exponents_ or ((Fraction(0),) * (rows.d + self._intercept),) * count
        made, most, halted = [], 0, True
        for k in range(count):
            examples = examples_of(rows, signs(codes.tolist(), 1 if count == 1 else k))
            fold = winnow_fold(self._rule, examples.with_constant() if self._intercept else examples, start[k])
            passes, last = 0, 1
            while passes < limit and last:
                last = len(fold.go())
                passes += 1
                self.n_mistakes_ += last
            most, halted = max(most, passes), halted and not last
            made.append(tuple(Fraction(n, fold.denominator) for n in fold.weights))
        self.exponents_, self.n_iter_, self.halted_ = tuple(made), self.n_iter_ + most, halted

    def _scores(self, rows: AnyRows) -> Any:
        """The scores in floats; where rounding could change the sign, the sign itself in balls."""
        refuse_large(rows)
        scores, errors = np.zeros((rows.n, len(self.exponents_))), np.full((rows.n, len(self.exponents_)), np.inf)
        with np.errstate(all="ignore"):
            if not isinstance(rows, RationalRows):
                x = written_out(rows).astype(np.float64, copy=False)
                lengths = np.sqrt(np.einsum("ij,ij->i", x, x)) + self._intercept + LOST
                for k, g in enumerate(self.exponents_):
                    weights = np.array(self._rule.float_weights(g))
                    scores[:, k] = x @ weights[: rows.d] + weights[rows.d :].sum()
                    errors[:, k] = 2 * of_sum(rows.d) * lengths * (np.sqrt(weights @ weights) + LOST) + TINY
            unsure = np.argwhere(~(np.abs(scores) > errors) | ~np.isfinite(scores))

        def exact(t: int) -> Vector:
            values = dict(zip(*rows.row(t), strict=True))
            return (*(Fraction(values.get(j, 0)) for j in range(rows.d)), *[Fraction(1)] * self._intercept)

        for t, k in unsure.tolist():
            scores[t, k], errors[t, k] = _with_sign(scores[t, k], self._rule.score(self.exponents_[k], exact(t))), np.inf
        make_highest(scores, errors, lambda t, a, b: self._compare(exact(t), a, b))
        return scores

    def _compare(self, x: Vector, a: int, b: int) -> int:
        """The sign of the score of class a minus that of class b."""
        return self._rule.score((*self.exponents_[a], *self.exponents_[b]), (*x, *(-value for value in x)))


def _with_sign(score: float, sign: int) -> float:
    """The nearest finite float with the sign."""
    size = abs(score) if np.isfinite(score) else LARGEST
    return sign * max(size, SMALLEST) if sign else 0.0
