"""The classifiers learn the numbers that they are given, also those that float64 does not hold."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from perceptron import InputError, Perceptron
from perceptron.estimators import KernelPerceptronClassifier, PerceptronClassifier, WinnowClassifier
from perceptron.runs.engines.certified.fold import CertifiedFold


def test_predictions_are_exact_where_floats_cannot_tell() -> None:
    """The boundary is x₁ = x₂, and 2⁻⁶⁰ to either side of it is told apart by fractions only."""
    model = PerceptronClassifier(fit_intercept=False).fit([[3.0, 1.0], [1.0, 3.0]], ["right", "left"])
    assert model.weights_ == (2, -2)
    big = 2.0**52
    rows = [[big + 1, big], [big, big + 1], [big, big]]
    assert list(model.predict(rows)) == ["right", "left", "left"]
    assert list(np.sign(model.decision_function(rows))) == [1, -1, 0]
    fine = PerceptronClassifier(fit_intercept=False).fit([[0.1, 0.0], [0.0, -0.3]], [1, 0])
    x = [0.1, float.fromhex("-0x1.0p-1070")]
    exactly = sum(a * Fraction(b) for a, b in zip(fine.weights_, x, strict=True))
    assert (fine.decision_function([x])[0] > 0) == (exactly > 0)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[2**70 + 1], [2**70]], [Fraction(1)]),
        (np.array([[np.longdouble(1) + np.longdouble(2) ** -60], [np.longdouble(1)]]), [Fraction(1, 2**60)]),
        ([[Fraction(1, 3)], [Fraction(1, 3) - Fraction(1, 10**30)]], [Fraction(1, 10**30)]),
        (pd.DataFrame({"a": [2**62 + 1, 2**62], "b": [0.5, 0.5]}), [Fraction(1), Fraction(0)]),
        (np.array([[2**64 - 1], [2**64 - 2]], dtype=np.uint64), [Fraction(1)]),
        (sparse.csr_array(np.array([[2**60 + 1], [2**60]])), [Fraction(1)]),
        ([[10**400 + 1], [10**400]], [Fraction(1)]),
        ([[Fraction(3, 2)], [Fraction(1, 2)]], [Fraction(1)]),
        (np.array([[1.5], [0.5]], np.longdouble), [Fraction(1)]),
        (np.array([["1", 2**70 + 1], [1, 2**70]], dtype=object), [Fraction(0), Fraction(1)]),
    ],
    ids=["integers", "longdouble", "fractions", "frame", "uint64", "sparse", "beyond floats", "halves", "wide halves", "beside text"],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore:X has feature names")
def test_what_floats_do_not_hold_is_learned_exactly(rows: Any, expected: list[Fraction]) -> None:
    """A conversion to float64 would make the two rows equal, and the weights 0."""
    model = PerceptronClassifier(fit_intercept=False, max_iter=1)
    model.fit(rows, [1, 0])
    assert list(model.weights_) == expected
    assert list(model.predict(rows)) == [1, 1]
    ones = [[1] * len(expected)]
    again = PerceptronClassifier(fit_intercept=False).partial_fit(np.array(ones, float), [1], classes=[0, 1]).partial_fit(rows, [1, 0])
    small = PerceptronClassifier(fit_intercept=False).partial_fit(ones, [1], classes=[0, 1]).partial_fit(rows, [1, 0])
    assert again.weights_ == small.weights_


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("nan"), Decimal("-inf"), np.longdouble("nan")])
def test_what_is_no_number_is_said_beside_numbers_beyond_floats(value: Any) -> None:
    for model in (PerceptronClassifier(), KernelPerceptronClassifier(), WinnowClassifier()):
        with pytest.raises(ValueError, match=r"NaN|infinity"):
            model.fit(np.array([[value, 2**70 + 1], [1, 2**70]], dtype=object), [0, 1])


def test_large_floats_beside_whole_numbers_are_floats() -> None:
    """They need no fractions, which the Gaussian does not take."""
    for X in ([[1e300, 1], [0, 0]], pd.DataFrame({"a": [1e300, 0.0], "b": [1, 0]})):
        assert list(KernelPerceptronClassifier("rbf").fit(X, [1, 0]).predict(X)) == [1, 0]


@pytest.mark.parametrize("kind", [">f8", ">f4", ">i4"])
def test_the_order_of_bytes_makes_no_difference(kind: str) -> None:
    X = np.array([[1, 2], [-3, 4], [5, -6]]) / (1 if kind[1] == "i" else 3)
    swapped = X.astype(kind)
    assert (
        PerceptronClassifier().fit(swapped, [0, 1, 0]).weights_ == PerceptronClassifier().fit(swapped.astype(kind[1:]), [0, 1, 0]).weights_
    )


def test_labels_of_one_byte_may_be_far_apart() -> None:
    X, y = [[1, 0], [0, 1], [-1, -1]], np.array([-100, 0, 100], np.int8)
    assert list(PerceptronClassifier().fit(X, y).predict(X)) == [-100, 0, 100]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_classes_whose_weights_need_fractions_are_averaged_beside_others() -> None:
    """The loops are loaded, and average whole multiples only for weights of 1."""
    X, y = np.round(np.random.default_rng(3).normal(size=(30, 2)), 1), np.arange(30) % 3
    CertifiedFold(Perceptron(), 1)
    weighted = PerceptronClassifier(average=True, class_weight={0: 2}, max_iter=2).fit(X, y)
    alone = PerceptronClassifier(average=True, max_iter=2).fit(X, y)
    assert weighted.weights_[1:] == alone.weights_[1:]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore:X has feature names")
def test_class_weights_are_exact_multiples() -> None:
    X, y = np.array([[1.0, 0.1], [0.3, -1.0], [0.2, 0.7]]), [1, 0, 0]
    model = PerceptronClassifier(fit_intercept=False, max_iter=1, class_weight={0: 0.1, 1: 3}).fit(X, y)
    w = [Fraction(0)] * 2
    for row, label in zip(X.tolist(), y, strict=True):
        side, weight = (1, Fraction(3)) if label else (-1, Fraction(1, 10))
        if side * sum(a * Fraction(b) for a, b in zip(w, row, strict=True)) <= 0:
            w = [a + side * weight * Fraction(b) for a, b in zip(w, row, strict=True)]
    assert list(model.weights_) == w
    tenth = PerceptronClassifier(fit_intercept=False, max_iter=1, class_weight={0: np.float32(0.1), 1: np.int64(3)}).fit(X, y)
    assert tenth.weights_ == model.weights_  # the decimal that it prints as
    with pytest.raises(InputError, match="26 bits"):
        PerceptronClassifier(class_weight={0: 1, 1: "1/1000000007"}).fit(X, y)
    with pytest.raises(InputError, match="sample_weight is refused"):
        PerceptronClassifier().fit(X, y, sample_weight=[1, 2, 1])


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, lambda X: [[Fraction(a) / 3 for a in row] for row in X.tolist()]])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_run_with_class_weights_is_the_run_on_rows_times_their_weights(form: Any) -> None:
    rng = np.random.default_rng(3)
    X, y, several = rng.integers(-9, 9, size=(60, 3)), rng.integers(0, 2, 60), rng.integers(0, 3, 60)
    model = PerceptronClassifier(max_iter=3, class_weight={0: "1/3", 1: 2}, record=True).fit(form(X), y)
    assert model.trace().final == model.weights_ and model.n_mistakes_ == model.trace().M
    assert model.trace(positive=0).final == tuple(-a for a in model.weights_)
    several_model = PerceptronClassifier(max_iter=3, class_weight={0: 3, 2: "1/2"}, record=True).fit(form(X), several)
    assert [several_model.trace(name).final for name in range(3)] == list(several_model.weights_)
    with pytest.raises(InputError, match="weight 0"):
        PerceptronClassifier(max_iter=1, class_weight={0: 0}, record=True).fit(form(X), y).trace()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_winnow_is_exact_where_its_weights_are_subnormal() -> None:
    """Such floats have few digits, so that a score of long rows is far off."""
    model = WinnowClassifier(eta="1/3", fit_intercept=False, max_iter=1).fit([[-2e-323, -1.63e-322], [2.2e-322, -9e-323]], [1, 0])
    row = [3.5000000000000004e301, -1.1433333333333347e302]
    assert model.learner_.score(model.exponents_[0], tuple(map(Fraction, row))) == 1
    assert model.decision_function([row])[0] > 0
