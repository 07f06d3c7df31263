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

data = load("penguins-adelie-gentoo").examples
X, y = np.array([[float(v) for v in e.x] for e in data]), np.array([e.y for e in data])


def test_the_bound_on_a_model_s_mistakes_is_the_audit_s() -> None:
    model = PerceptronClassifier().fit(X, y)
    found = model.mistake_bound(X, y)
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
    found = model.fit(rows, labels).mistake_bound(rows, labels)
    assert model.n_mistakes_ == found.run.M and found.bounds and all(bound.certified for bound in found.bounds)


@pytest.mark.parametrize(
    ("model", "labels", "words"),
    [
        (PerceptronClassifier(class_weight="balanced"), y, "class weights"),
        (PerceptronClassifier(max_iter=1), np.arange(len(y)) % 3, "two classes"),
        (KernelPerceptronClassifier("rbf", max_iter=1), y, "rational"),
    ],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_what_no_theorem_speaks_of_is_refused(model: Any, labels: Any, words: str) -> None:
    model.fit(X, labels)
    with pytest.raises(InputError, match=words):
        model.mistake_bound(X, labels)
