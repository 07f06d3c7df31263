"""The classifiers: scikit-learn's own demands, and the exact run behind them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from perceptron import Examples, MarginPerceptron, Perceptron, passes, run
from perceptron.estimators import KernelPerceptronClassifier, MarginPerceptronClassifier, PerceptronClassifier
from perceptron.kernels import run_kernel

SQUARE = {"name": "polynomial", "degree": 2}
XOR = ([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 0, 0, 1])
MODELS = (PerceptronClassifier(), MarginPerceptronClassifier("1/3"), KernelPerceptronClassifier(SQUARE))
small = st.integers(-4, 4)
tables = st.integers(2, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(small, min_size=2, max_size=2), min_size=n, max_size=n),
        st.lists(st.sampled_from([0, 1]), min_size=n - 2, max_size=n - 2).map(lambda y: [1, 0, *y]),
    )
)


@parametrize_with_checks(
    [
        PerceptronClassifier(max_iter=50),
        PerceptronClassifier(ties=1, fit_intercept=False, max_iter=50),
        MarginPerceptronClassifier(max_iter=50),
        KernelPerceptronClassifier(max_iter=10),
        KernelPerceptronClassifier(kernel=SQUARE, max_iter=10),
    ]
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_classifiers_pass_scikit_learns_own_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@given(tables, st.integers(1, 4), st.booleans())
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_fit_is_the_perceptron_s_passes(table: tuple[list[list[int]], list[int]], limit: int, constant: bool) -> None:
    rows, y = table
    data = Examples(rows, [2 * label - 1 for label in y])
    data = data.with_constant() if constant else data
    made = passes(Perceptron(), data, limit)
    model = PerceptronClassifier(fit_intercept=constant, max_iter=limit).fit(rows, y)
    assert (model.n_mistakes_, model.weights_, model.n_iter_, model.halted_) == (made.M, made.final, made.passes, made.halted)
    assert (model.trace().M, model.trace().final) == (made.M, made.final)


@given(
    tables,
    st.integers(1, 6),
    st.sampled_from([PerceptronClassifier(), MarginPerceptronClassifier("1/3"), KernelPerceptronClassifier(SQUARE)]),
)
def test_batches_of_one_pass_are_one_run(table: tuple[list[list[int]], list[int]], cut: int, model: Any) -> None:
    rows, y = table
    cut = min(cut, len(rows) - 1)
    model = type(model)(**model.get_params()).partial_fit(rows[:cut], y[:cut], classes=[0, 1]).partial_fit(rows[cut:], y[cut:])
    labels = [2 * label - 1 for label in y]
    if isinstance(model, KernelPerceptronClassifier):
        alone = run_kernel(model._kernel(), rows, labels)
        assert model.alphas_ == alone.alphas and model.trace() == alone and model.n_mistakes_ == alone.M
        return
    learner = Perceptron() if isinstance(model, PerceptronClassifier) else MarginPerceptron("1/3")
    trace = run(learner, Examples(rows, labels).with_constant())
    assert (model.weights_, model.n_mistakes_, model.trace().updates) == (trace.final, trace.M, trace.updates)


@given(tables, st.integers(1, 4))
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_kernels_make_the_run_of_their_definition(table: tuple[list[list[int]], list[int]], limit: int) -> None:
    rows, y = table
    model = KernelPerceptronClassifier(SQUARE, max_iter=limit).fit(rows, y)
    trace = model.trace()
    assert limit * len(rows) == trace.T or model.halted_
    assert model.n_mistakes_ == trace.M
    assert [trace.score(row) > 0 for row in rows] == [value > 0 for value in model.decision_function(rows)]
    assert model.measure(gamma=1).M == trace.M


def test_xor_needs_the_square_kernel() -> None:
    model = KernelPerceptronClassifier(SQUARE).fit(*XOR)
    assert model.halted_ and model.score(*XOR) == 1 and list(model.support_) == [0, 1, 2, 3]
    with pytest.warns(ConvergenceWarning, match="no end in 9 passes"):
        assert KernelPerceptronClassifier(max_iter=9).fit(*XOR).score(*XOR) < 1


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


def test_bounds_of_the_run_are_exact_numbers() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = X[:, 0] + X[:, 1] > 0
    keep = np.abs(X[:, 0] + X[:, 1]) > 0.4
    model = PerceptronClassifier(fit_intercept=False).fit(X[keep], y[keep])
    q = model.measure()
    assert q.U2 == 1 and q.margin is not None and q.margin >= q.gamma > 0
    assert model.n_mistakes_ == q.M <= q.R2 / q.gamma**2
    near = model.measure(u=["1", "1"], gamma="1/4")
    assert (near.TD + near.R2) / near.gamma**2 >= near.M and near.U2 == 2
    hard = PerceptronClassifier(max_iter=2)
    with pytest.warns(ConvergenceWarning):
        hard.fit([[0.0], [1.0], [2.0]], [1, 0, 1])
    assert hard.measure().TD > 0


def test_margin_promised_too_large_is_said() -> None:
    with pytest.warns(ConvergenceWarning, match="above the true margin"):
        MarginPerceptronClassifier(gamma=5, fit_intercept=False).fit([[0, 1], [1, 0]], [1, 0])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (PerceptronClassifier(ties="heads"), "ties must be"),
        (PerceptronClassifier(max_iter=0), "max_iter must be a positive integer"),
        (MarginPerceptronClassifier(gamma=-1), "gamma must be positive"),
        (MarginPerceptronClassifier(eps=2), "eps must be at most 1"),
        (KernelPerceptronClassifier({"name": "polynomial"}), "kernel polynomial needs the field 'degree'"),
    ],
)
def test_what_fit_refuses(model: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        model.fit(*XOR)


def test_a_comparator_needs_its_gamma() -> None:
    model = PerceptronClassifier(fit_intercept=False).fit([[0, 1], [1, 0]], [1, 0])
    with pytest.raises(ValueError, match="needs its gamma"):
        model.measure(u=[1, 1])


def test_a_classifier_works_in_a_pipeline_and_survives_pickling() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 3)) + np.where(np.arange(80) % 2, 2.0, -2.0)[:, None]
    y = np.where(np.arange(80) % 2, "b", "a")
    assert cross_val_score(make_pipeline(StandardScaler(), PerceptronClassifier()), X, y).mean() > 0.9
    model = PerceptronClassifier().fit(X, y)
    assert pickle.loads(pickle.dumps(model)).trace() == model.trace()


def test_the_package_does_not_load_scikit_learn() -> None:
    code = "import sys, perceptron, perceptron.learners.ogd, perceptron.kernels, proofs.cli; sys.exit('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
