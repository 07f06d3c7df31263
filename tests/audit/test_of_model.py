"""The bounds on a fitted classifier's mistakes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron import InputError
from perceptron.datasets import load
from perceptron.estimators import (
    KernelPerceptronClassifier,
    MarginPerceptronClassifier,
    PerceptronClassifier,
    VotedPerceptronClassifier,
    WinnowClassifier,
)
from proofs import mistake_bound

data = load("penguins-adelie-gentoo").examples
X, y = np.array([[float(v) for v in e.x] for e in data]), np.array([e.y for e in data])


def test_the_bound_on_a_model_s_mistakes_is_the_audit_s() -> None:
    model = PerceptronClassifier().fit(X, y)
    found = mistake_bound(model, X, y)
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value) and found.best.certified and found.why
    assert {bound.id for bound in found.bounds} >= {"novikoff", "hinge-root"}


@pytest.mark.parametrize(
    "model",
    [
        MarginPerceptronClassifier(gamma="1/20"),
        VotedPerceptronClassifier(max_iter=2),
        WinnowClassifier(eta="1/100", max_iter=2),
        KernelPerceptronClassifier("poly", degree=2, max_iter=2),
    ],
    ids=repr,
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_every_classifier_s_run_is_bounded(model: Any) -> None:
    rows, labels = np.rint(X[::5] - X.mean(axis=0)), y[::5]
    found = mistake_bound(model.fit(rows, labels), rows, labels)
    assert model.n_mistakes_ == found.run.M and found.bounds and all(bound.certified for bound in found.bounds)


@pytest.mark.parametrize(
    "model",
    [
        PerceptronClassifier(max_iter=5),
        PerceptronClassifier(max_iter=5, class_weight={0: "1/3", 2: 2}),
        VotedPerceptronClassifier(max_iter=2),
        KernelPerceptronClassifier("rbf", gamma="1/50", max_iter=5),
    ],
    ids=repr,
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_several_classes_have_bounds_by_name_that_add_up(model: Any) -> None:
    labels = np.arange(45) % 3
    rows = 9 * np.eye(3, dtype=int)[labels] + np.random.default_rng(0).integers(-3, 4, size=(45, 3))
    found = mistake_bound(model.fit(rows, labels), rows, labels)
    assert list(found) == [0, 1, 2] and model.n_mistakes_ == found.M
    assert all(bound.certified for audit in found.values() for bound in audit.bounds)
    best = [Fraction(audit.best.value) for audit in found.values()]
    assert all(value >= audit.run.M for audit, value in zip(found.values(), best, strict=True)) and found.value == sum(best)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_class_weights_are_bounded_as_the_run_on_weighted_rows() -> None:
    model = PerceptronClassifier(max_iter=10, class_weight="balanced").fit(X[::4], y[::4])
    found = mistake_bound(model, X[::4], y[::4])
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value) and found.run.final == model.weights_


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_class_of_weight_0_has_no_bound() -> None:
    model = PerceptronClassifier(class_weight={-1: 0}, max_iter=1).fit(X, y)
    with pytest.raises(InputError, match="weight 0"):
        mistake_bound(model, X, y)


@pytest.mark.parametrize("passes", [0, -1, 2.5, "3", True])
def test_a_bound_is_asked_for_a_positive_number_of_passes(passes: Any) -> None:
    rows, labels = [[1.0], [-1.0]], [1, 0]
    model = PerceptronClassifier().fit(rows, labels)
    with pytest.raises(InputError, match="passes must be a positive integer"):
        mistake_bound(model, rows, labels, passes)
    assert mistake_bound(model, rows, labels, np.int64(1)).run.T == 2


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_gram_matrix_that_rounding_has_made_unsymmetric_has_no_bound() -> None:
    points = np.random.default_rng(5).normal(size=(20, 3))
    gram, labels = points @ points.T, (points[:, 0] > 0).astype(int)
    gram[3, 14] = np.nextafter(gram[3, 14], np.inf)
    model = KernelPerceptronClassifier("precomputed", max_iter=2).fit(gram, labels)
    with pytest.raises(InputError, match=r"K\(14, 3\) is not K\(3, 14\) here; if rounding makes them differ"):
        mistake_bound(model, gram, labels)


@pytest.mark.parametrize("how", [{"shuffle": True}, {"early_stopping": True}, {"shuffle": True, "early_stopping": True}])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_fit_in_an_order_of_its_own_is_bounded_in_that_order(how: dict[str, Any]) -> None:
    """The run in the order of the rows makes other mistakes, and its bound would say nothing of the fit."""
    rows, labels = np.rint(X[::3] - X.mean(axis=0)), y[::3] * np.where(np.arange(len(y[::3])) % 9, 1, -1)  # some labels are wrong
    model = PerceptronClassifier(max_iter=4, random_state=1, record=True, **how).fit(rows, labels)
    found = mistake_bound(model, rows, labels)
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value)
    assert found.run.M != mistake_bound(model, rows, labels, passes=4).run.M
    with pytest.raises(InputError, match="not the rows of one fit"):
        mistake_bound(model, rows[1:], labels[1:])
    model.set_params(record=False).fit(rows, labels)
    with pytest.raises(InputError, match="record=True"):
        mistake_bound(model, rows, labels)
