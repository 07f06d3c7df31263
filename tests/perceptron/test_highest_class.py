"""Of several classes the one with the greatest exact score is predicted, the first of them where several have it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from perceptron.estimators import KernelPerceptronClassifier, PerceptronClassifier, VotedPerceptronClassifier, WinnowClassifier
from perceptron.estimators.folds import make_highest
from perceptron.learners.winnow import ball_precision

MODELS = [
    PerceptronClassifier(fit_intercept=False, max_iter=2),
    KernelPerceptronClassifier("poly", degree=2, max_iter=2),
    KernelPerceptronClassifier("rbf", gamma="1/3", max_iter=2),
    WinnowClassifier(eta="1/3", fit_intercept=False, max_iter=2),
]


def _ball(value: Fraction) -> Any:
    return arb(value.numerator) / value.denominator


def _scores(model: Any, x: list[Fraction]) -> list[Any]:
    """The scores of a row by their definition, in balls of the present precision."""
    if isinstance(model, PerceptronClassifier):
        return [_ball(sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))) for w in model.weights_]
    if isinstance(model, WinnowClassifier):
        return [sum((2 * (_ball(a) / 3).sinh() * _ball(b) for a, b in zip(g, x, strict=True)), arb(0)) for g in model.exponents_]

    def kernel(z: list[Fraction]) -> Any:
        if model.kernel == "rbf":
            return (-_ball(sum(((a - b) ** 2 for a, b in zip(x, z, strict=True)), Fraction(0))) / 3).exp()
        return _ball((1 + sum(a * b for a, b in zip(x, z, strict=True))) ** 2)

    parts = zip(model.dual_coef_, model.support_vectors_, strict=True)
    return [sum((int(c) * kernel([*map(Fraction, z)]) for c, z in zip(cs, zs.tolist(), strict=True)), arb(0)) for cs, zs in parts]


def _tables() -> Iterator[tuple[Any, Any]]:
    """Rows whose scores often are equal, or nearly so, since their entries are the same in another order."""
    rng = np.random.default_rng(0)
    for _ in range(40):
        entries = rng.choice([0.1, 0.2, 0.3, -0.1, 0.7], 3)
        X = np.array([np.roll(entries, k) for k in range(3)] * 2)
        yield X, np.vstack([np.full((1, 3), 0.1), np.full((1, 3), 0.7), rng.choice([0.1, 0.2, 0.3, 0.1 + 0.2], (3, 3))])


@pytest.mark.parametrize("model", MODELS, ids=lambda model: f"{type(model).__name__} {getattr(model, 'kernel', '')}")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_class_with_the_greatest_exact_score_is_predicted(model: Any) -> None:
    zero = 2.0**-300  # below every difference of these scores that is not 0
    with ball_precision(500):
        for X, points in _tables():
            model.fit(X, [0, 1, 2] * 2)
            for point, predicted, floats in zip(points, model.predict(points), model.decision_function(points), strict=True):
                exact, best = _scores(model, [*map(Fraction, point.tolist())]), 0
                for j, score in enumerate(exact):
                    best = j if score - exact[best] > zero else best
                assert predicted == best
                assert [*np.sign(floats)] == [1 if score > zero else -1 if score < -zero else 0 for score in exact]


@pytest.mark.parametrize("top", [5e-324, 1.0, 1.7976931348623157e308, -5e-324, -1.0, -1.7976931348623157e308])
def test_a_score_is_put_first_without_changing_a_sign(top: float) -> None:
    scores = np.array([[-1.7976931348623157e308, top, top]])
    signs = np.sign(scores)
    make_highest(scores, np.full((1, 3), np.inf), lambda _, a, b: a - b)
    assert scores.argmax() == 2 and (np.sign(scores) == signs).all() and np.isfinite(scores).all()


@pytest.mark.parametrize("model", [VotedPerceptronClassifier(max_iter=2), WinnowClassifier("1e-299", max_iter=2)])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_rows_beyond_the_largest_float_are_scored(model: Any) -> None:
    X, y = [[10**300], [-(10**309)]], [0, 1]
    assert list(model.fit(X, y).predict(X)) == y
