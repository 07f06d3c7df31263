"""Winnow as a classifier."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from perceptron.estimators.base import LARGEST, SMALLEST, ExactClassifier, as_fraction
from perceptron.estimators.folds import LOST, TINY, make_highest, worth_compiling
from perceptron.estimators.reading import AnyRows, examples_of, matrix_of, refuse_large, row_lengths, signs
from perceptron.learners.perceptron import Vector
from perceptron.learners.winnow import Winnow, WinnowFold
from perceptron.runs.engines.certified.float_errors import STEEP, of_powers, of_sum
from perceptron.runs.engines.certified.rows import Rows
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
    classes_, n_features_in_, feature_names_in_
        the classes in order, how many columns there were, and their names where they had some

    Notes
    -----
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

    @property
    def exponents_(self) -> tuple[Vector, ...]:
        """The exponents of each class's learner, computed on first access."""
        check_is_fitted(self, "classes_")
        return tuple(_fractions(g) for g in self._exponents)

    def _start(self, rows: AnyRows, codes: Any, passes: int) -> None:
        self._rule, self._intercept = Winnow(eta=as_fraction(self.eta, "eta"), ties=self.ties), self.fit_intercept
        self._exponents: tuple[Any, ...] = ()  # of each learner, two floats each, of shape (2, d), or Fractions
        self.n_mistakes_ = self.n_iter_ = 0

    def _learn(self, rows: AnyRows, codes: Any, limit: int) -> None:
        """Make up to `limit` passes with each class's learner, from its present exponents."""
        self._finite()
        compiles, before = worth_compiling(rows, limit), self._exponents or [np.zeros((2, rows.d + self._intercept))] * len(self._positives)
        learners = [self._passes(g, rows, codes, code, compiles) for g, code in zip(before, self._positives, strict=True)]
        self._exponents = tuple(self._make_passes(learners, limit))

    def _passes(self, g: Any, rows: AnyRows, codes: Any, code: int, compiles: bool) -> Iterator[tuple[int, Any]]:
        """Of one pass after the other its mistakes, and the exponents after it: in compiled floats while these do, else in balls."""
        if compiles and isinstance(g, np.ndarray) and isinstance(rows, Rows):
            from perceptron.runs.engines.certified.fold import winnow_pass

            while (updates := winnow_pass(self._rule, rows, codes, code, self._intercept, after := g.copy())) is not None:
                g = after
                yield len(updates), g
        refuse_large(rows)
        examples = examples_of(rows, signs(codes.tolist(), code))
        fold = WinnowFold(self._rule, examples.with_constant() if self._intercept else examples, _fractions(g))
        while True:
            yield len(fold.go()), tuple(Fraction(n, fold.denominator) for n in fold.weights)

    def _scores(self, rows: AnyRows) -> Any:
        """The scores in floats; where rounding could change the sign, the sign itself in balls."""
        scores, errors = np.zeros((rows.n, len(self._exponents))), np.full((rows.n, len(self._exponents)), np.inf)
        with np.errstate(all="ignore"):
            if not isinstance(rows, RationalRows):
                x = matrix_of(rows).astype(np.float64, copy=False)
                lengths = row_lengths(x) + self._intercept + LOST
                for k, g in enumerate(self._exponents):
                    weights, sizes, share = self._floats(g)
                    scores[:, k] = x @ weights[: rows.d] + weights[rows.d :].sum()
                    errors[:, k] = share * lengths * (np.sqrt(sizes @ sizes) + LOST) + TINY
            unsure = np.argwhere(~(np.abs(scores) > errors) | ~np.isfinite(scores))

        def exact(t: int) -> tuple[list[int], Vector]:
            at, values = rows.row(t)
            return [*at, *[rows.d] * self._intercept], (*map(Fraction, values), *[Fraction(1)] * self._intercept)

        for t, k in unsure.tolist():
            at, x = exact(t)
            scores[t, k], errors[t, k] = _with_sign(scores[t, k], self._rule.score(_fractions(self._exponents[k], at), x)), np.inf
        make_highest(scores, errors, lambda t, a, b: self._compare(*exact(t), a, b))
        return scores

    def _floats(self, g: Any) -> tuple[Any, Any, float]:
        """The weights in floats, numbers no less than their powers, and by which share of Σ size·|x| a score may be off."""
        if isinstance(g, np.ndarray) and (most := np.abs(a := float(self._rule.eta or 0) * g.sum(axis=0)).max(initial=0.0)) < STEEP:
            return 2 * np.sinh(a), 2 * np.cosh(a) * (1 + 1e-9), of_powers(g.shape[1], float(most))
        weights = np.array(self._rule.float_weights(_fractions(g)))
        return weights, weights, 2 * of_sum(len(weights))

    def _compare(self, at: list[int], x: Vector, a: int, b: int) -> int:
        """The sign of the score of class a minus that of class b."""
        return self._rule.score(sum((_fractions(self._exponents[k], at) for k in (a, b)), ()), (*x, *(-value for value in x)))


def _fractions(g: Any, at: Any = slice(None)) -> Vector:
    """Exponents at some places: what two floats each add up to, if they are held so."""
    if isinstance(g, np.ndarray):
        return tuple(Fraction(high) + Fraction(low) for high, low in g[:, at].T.tolist())
    return g[at] if isinstance(at, slice) else tuple(g[j] for j in at)


def _with_sign(score: float, sign: int) -> float:
    """The nearest finite float with the sign."""
    size = abs(score) if np.isfinite(score) else LARGEST
    return sign * max(size, SMALLEST) if sign else 0.0
