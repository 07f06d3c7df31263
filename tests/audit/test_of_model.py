"""The bounds on a fitted classifier's mistakes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron import InputError
from perceptron.datasets import load
from perceptron.estimators import PerceptronClassifier
from proofs.audit import mistake_bound


def test_the_bound_on_a_model_s_mistakes_is_the_audit_s() -> None:
    data = load("penguins-adelie-gentoo").examples
    X, y = np.array([[float(v) for v in e.x] for e in data]), np.array([e.y for e in data])
    model = PerceptronClassifier().fit(X, y)
    found = mistake_bound(model, X, y)
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value) and found.best.certified and found.why
    assert {bound.id for bound in found.bounds} >= {"novikoff", "hinge-root"}
    weighted = PerceptronClassifier(class_weight="balanced").fit(X, y)
    with pytest.raises(InputError, match="without class weights"):
        mistake_bound(weighted, X, y)
