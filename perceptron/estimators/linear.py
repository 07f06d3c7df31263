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
from perceptron.estimators.base import ExactClassifier, as_float, told
from perceptron.learners.perceptron import Additive, Learner, MarginPerceptron, Perceptron, Vector
from perceptron.numbers.exact import inner
from perceptron.runs.passes import Passes, passes
from perceptron.runs.quantities import Quantities, measure
from perceptron.runs.trace import Trace, run


class LinearClassifier(ExactClassifier):
    """A learner with a weight vector.

    Fitted: `weights_` (exact, the intercept last if there is one), `coef_` and `intercept_` (the same in floats), `n_mistakes_` (M: the
    updates counted over all passes), `n_iter_` (passes), `halted_` (whether the last pass was without an update).
    """

    fit_intercept: bool
    max_iter: int

    def trace(self) -> Trace:
        """The exact run over every round that was fitted: all passes of `fit`, then the batches of `partial_fit`."""
        check_is_fitted(self)
        whole = self.parts_[0][0].repeat(self.parts_[0][1])
        for examples, times in self.parts_[1:]:
            whole = whole + examples.repeat(times)
        return run(self._learner(), whole)

    def measure(self, u: Iterable[object] | None = None, gamma: object = None) -> Quantities:
        """The exact quantities of the run against a comparator u and γ > 0: M, R², S², TD, H, ‖u‖² and so on.

        Without u one is sought: the separator of (nearly) the greatest margin, or the vector with (nearly) the least hinge bound where
        nothing separates; γ is then that vector's if not given. With fit_intercept, vectors end in the constant's coordinate. Novikoff:
        M ≤ R2·U2/γ² if `margin` ≥ γ. Raises InputError.
        """
        trace = self.trace()
        if u is not None:
            if gamma is None:
                raise InputError("a comparator u needs its gamma")
            return measure(trace, u, told(gamma, "gamma"))
        decided = separability(trace.examples)
        found = max_margin(trace, decided.u) if decided.separable else least_hinge(trace)
        return measure(trace, found.u, found.gamma if gamma is None else told(gamma, "gamma"))

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
        """The inner products in floats; where rounding could hide the sign, in fractions."""
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
    """The Perceptron. ties: what ⟨w,x⟩ = 0 is while learning, "mistake" or the label 1 or −1 that is predicted there.

    fit_intercept: every row gets a last coordinate 1. Without it the boundary goes through the origin, as in the theorems.
    """

    def __init__(self, ties: str | int = "mistake", fit_intercept: bool = True, max_iter: int = 1000) -> None:
        self.ties = ties
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter

    def _learner(self) -> Learner:
        return Perceptron(self.ties)


class MarginPerceptronClassifier(LinearClassifier):
    """The Margin Perceptron: it updates while the margin y⟨w,x⟩/‖w‖ is below (1−ε)γ, so that it ends with nearly the margin γ.

    gamma and eps: exact numbers, text such as "1/10", or floats as what they are. γ is in the units of the rows; where no vector has
    that margin it cannot halt, and stops when it has passed the bound 2R²/(ε²γ²) − 2/ε. M does not count the first row, which it
    starts from and which must not be zero.
    """

    def __init__(self, gamma: object = "1/10", eps: object = "1/2", fit_intercept: bool = True, max_iter: int = 1000) -> None:
        self.gamma = gamma
        self.eps = eps
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter

    def _learner(self) -> Learner:
        return MarginPerceptron(told(self.gamma, "gamma"), told(self.eps, "eps"))


class Continued(Additive):
    """A learner that goes on from weights that it had."""

    initialises = False

    def __init__(self, learner: Learner, weights: Vector) -> None:
        self.learner, self.weights = learner, weights

    def start(self, dimension: int) -> Vector:
        """Where it stopped."""
        return self.weights

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """As ever."""
        return self.learner.wants_update(inner, norm2, y)


def _warn(made: Passes) -> None:
    if not made.halted:
        warnings.warn(made.reason, ConvergenceWarning, stacklevel=4)
