"""The Perceptron and the Margin Perceptron as classifiers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from perceptron.analysis.comparators import least_hinge, max_margin
from perceptron.analysis.separability import separability
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.estimators.base import ExactClassifier, as_float, as_fraction
from perceptron.learners.perceptron import Additive, Learner, MarginPerceptron, Perceptron, Vector
from perceptron.numbers.exact import inner
from perceptron.runs.passes import Passes, passes
from perceptron.runs.quantities import Quantities, measure
from perceptron.runs.trace import Trace, run


class LinearClassifier(ExactClassifier):
    """A learner with a weight vector.

    Attributes after a fit: `weights_` (exact, the intercept last if there is one), `coef_` and `intercept_` (the same in floats, shapes
    (1, d) and (1,)), `n_mistakes_` (M over all passes), `n_iter_` (passes) and `halted_` (whether the last pass made no update).
    """

    fit_intercept: bool
    max_iter: int

    def trace(self) -> Trace:
        """The exact run over every round that was learned: all passes of `fit`, then the batches of `partial_fit`."""
        check_is_fitted(self)
        whole = self.parts_[0][0].repeat(self.parts_[0][1])
        for examples, times in self.parts_[1:]:
            whole = whole + examples.repeat(times)
        return run(self._learner(), whole)

    def measure(self, u: Iterable[object] | None = None, gamma: object = None) -> Quantities:
        """The exact quantities of the run against a comparator u and γ: M, R², S², TD, H, ‖u‖² and so on.

        u        d exact numbers, and one more for the intercept with fit_intercept. By default it is computed: the separator of
                 (nearly) the greatest margin, or if nothing separates the vector with (nearly) the least hinge bound.
        gamma    γ > 0; needed with u; by default that of the computed u

        If `margin` ≥ γ, Novikoff's bound is M ≤ R2·U2/γ². Raises InputError.
        """
        trace = self.trace()
        if u is not None:
            if gamma is None:
                raise InputError("a comparator u needs its gamma")
            return measure(trace, u, as_fraction(gamma, "gamma"))
        decided = separability(trace.examples)
        found = max_margin(trace, decided.u) if decided.separable else least_hinge(trace)
        return measure(trace, found.u, found.gamma if gamma is None else as_fraction(gamma, "gamma"))

    def _learner(self) -> Learner:
        raise NotImplementedError

    def _begin(self, rows: Any, labels: list[int]) -> None:
        examples = self._examples(rows, labels)
        made = passes(self._learner(), examples, self.max_iter)
        self.parts_ = [(examples, made.passes)]
        self._keep(made.final, made.M, made.passes, made.halted)
        _warn(made)

    def _go_on(self, rows: Any, labels: list[int], new: bool) -> None:
        examples = self._examples(rows, labels)
        trace = run(self._learner() if new else Continued(self._learner(), self.weights_), examples)
        self.parts_ = [*([] if new else self.parts_), (examples, 1)]
        self._keep(trace.final, trace.M + (0 if new else self.n_mistakes_), 1 + (0 if new else self.n_iter_), not trace.updates)

    def _examples(self, rows: Any, labels: list[int]) -> Examples:
        made = Examples.from_array(rows, labels) if rows.dtype.kind in "iu" else Examples.from_floats(rows.tolist(), labels)
        return made.with_constant() if self.fit_intercept else made

    def _keep(self, weights: Vector, mistakes: int, made: int, halted: bool) -> None:
        self.weights_, self.n_mistakes_, self.n_iter_, self.halted_ = weights, mistakes, made, halted
        floats = np.array([as_float(value) for value in weights])
        self.coef_ = floats[None, : self.n_features_in_]
        self.intercept_ = floats[self.n_features_in_ :] if self.fit_intercept else np.zeros(1)

    def _scores(self, rows: Any) -> Any:
        """The inner products in floats; in fractions where rounding could change the sign."""
        weights = np.abs(np.append(self.coef_, self.intercept_))
        plain = not ((weights > 0) & (weights < 1e-290) | (weights > 1e290)).any()  # each within 2⁻⁵³ of the exact one
        with np.errstate(all="ignore"):
            floats = rows.astype(np.float64)
            scores = floats @ self.coef_[0] + self.intercept_[0]
            size = np.abs(floats) @ weights[:-1] + weights[-1]
            unsure = ~(np.abs(scores) > (len(weights) + 4) * 2.0**-52 * size + 1e-290) | (not plain)
        for t in np.flatnonzero(unsure):
            x = (*(Fraction(value) for value in rows[t].tolist()), Fraction(1))
            scores[t] = as_float(inner(x[: len(self.weights_)], self.weights_))
        return scores


class PerceptronClassifier(LinearClassifier):
    """The Perceptron.

    ties             as for `perceptron.Perceptron`
    fit_intercept    whether every row gets a last coordinate 1; without it the boundary goes through the origin, as in the theorems
    max_iter         the most passes in `fit`

        >>> model = PerceptronClassifier(fit_intercept=False).fit([[1, 0], [0, 1]], [0, 1])
        >>> model.weights_, model.measure([-1, 1], 1).margin
        ((Fraction(-1, 1), Fraction(1, 1)), Fraction(1, 1))
    """

    def __init__(self, ties: str | int = "mistake", fit_intercept: bool = True, max_iter: int = 1000) -> None:
        self.ties = ties
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter

    def _learner(self) -> Learner:
        return Perceptron(self.ties)


class MarginPerceptronClassifier(LinearClassifier):
    """The Margin Perceptron. It updates while the margin y⟨w,x⟩/‖w‖ is below (1−ε)γ, so it ends with nearly the margin γ.

    gamma            γ > 0, in the units of the rows: an exact number, text such as "1/10", or a float as the rational that it is
    eps              0 < ε ≤ 1, likewise
    fit_intercept    as for `PerceptronClassifier`
    max_iter         the most passes in `fit`

    If no vector has the margin γ it need not halt. It then stops when it has made more updates than 2R²/(ε²γ²) − 2/ε. M does not
    count the first row, which initialises w and must not be zero.

        >>> MarginPerceptronClassifier(gamma="1/2", fit_intercept=False).fit([[1, 0], [0, 1]], [0, 1]).halted_
        True
    """

    def __init__(self, gamma: object = "1/10", eps: object = "1/2", fit_intercept: bool = True, max_iter: int = 1000) -> None:
        self.gamma = gamma
        self.eps = eps
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter

    def _learner(self) -> Learner:
        return MarginPerceptron(as_fraction(self.gamma, "gamma"), as_fraction(self.eps, "eps"))


class Continued(Additive):
    """A learner that continues from given weights."""

    initialises = False

    def __init__(self, learner: Learner, weights: Vector) -> None:
        self.learner, self.weights = learner, weights

    def start(self, dimension: int) -> Vector:
        """The given weights."""
        return self.weights

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """The learner's own rule."""
        return self.learner.wants_update(inner, norm2, y)


def _warn(made: Passes) -> None:
    if not made.halted:
        warnings.warn(made.reason, ConvergenceWarning, stacklevel=4)
