"""The classifiers: scikit-learn's own demands, and the exact run behind them."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import subprocess
import sys
import warnings
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, Winnow, measure, passes, run
from perceptron.estimators import (
    KernelPerceptronClassifier,
    MarginPerceptronClassifier,
    PerceptronClassifier,
    VotedPerceptronClassifier,
    WinnowClassifier,
    folds,
)
from perceptron.estimators.folds import Mean
from perceptron.estimators.kernel_rows import Gaussian, OfMatrix, common_step
from perceptron.estimators.reading import read_rows
from perceptron.kernels import CommonSubstrings, Linear, kernel_from_spec, run_kernel
from perceptron.numbers.exact import precision
from perceptron.runs.engines.integer import RationalFold
from tests.amounts import sampled
from tests.perceptron.strategies import SQUARE, XOR, tables

pytestmark = pytest.mark.filterwarnings(
    "ignore::sklearn.exceptions.ConvergenceWarning", "ignore::sklearn.exceptions.SkipTestWarning", "ignore:X has feature names"
)

MOST_CHECKS = {PerceptronClassifier: 55, MarginPerceptronClassifier: 55}  # of those of scikit-learn 1.9; class_weight has one of its own


# Classifiers that are held to every check of scikit-learn.
CHECKED = [
    PerceptronClassifier(max_iter=50),
    PerceptronClassifier(ties=1, max_iter=50),
    PerceptronClassifier(shuffle=True, random_state=0),
    PerceptronClassifier(average=True, tol=0.0),
    PerceptronClassifier(tol=0.0),
    MarginPerceptronClassifier(max_iter=50),
    MarginPerceptronClassifier(average=True, floats="decimal", max_iter=5),
    KernelPerceptronClassifier(max_iter=10),
    KernelPerceptronClassifier(kernel=SQUARE, max_iter=10),
    KernelPerceptronClassifier(kernel="rbf", gamma="1/2", max_iter=10),
    VotedPerceptronClassifier(max_iter=5),
    WinnowClassifier(max_iter=5),
]


@pytest.mark.parametrize("model", sampled(list(CHECKED), 2), ids=repr)
def test_the_classifiers_pass_every_check_of_scikit_learn(model: Any) -> None:
    """None fails, none is expected to, and only the check for other array libraries, which has to be asked for, is left out."""
    results = check_estimator(model, on_skip=None)
    left_out = {result["check_name"] for result in results if result["status"] != "passed"}
    assert left_out <= {"check_array_api_input"} and len(results) - len(left_out) >= MOST_CHECKS.get(type(model), 54), len(results)


@pytest.mark.parametrize("kind", sorted({type(model) for model in CHECKED}, key=repr))
def test_sections_of_a_docstring_are_those_of_numpydoc(kind: Any) -> None:
    """Each parameter is named once, in order; what is set by a fit ends in _; and no sentence stands where a tool reads a name."""
    sections = dict(re.findall(r"^(\w+)\n-+\n(.*?)(?=^\w+\n-+\n|\Z)", inspect.getdoc(kind) or "", re.DOTALL | re.MULTILINE))
    named = {
        section: [name for line in text.splitlines() if line[:1].strip() for name in line.partition(" : ")[0].split(", ")]
        for section, text in sections.items()
    }
    assert named["Parameters"] == [*inspect.signature(kind).parameters]
    model = kind().fit(pd.DataFrame({"a": [0, 1]}), [0, 1])
    assert all(name.endswith("_") and hasattr(model, name) for name in named["Attributes"]) and "Examples" in sections


@given(tables, st.integers(1, 4), st.booleans())
def test_a_fit_is_the_perceptron_s_passes(table: tuple[list[list[int]], list[int]], limit: int, constant: bool) -> None:
    rows, y = table
    data = Examples(rows, [2 * label - 1 for label in y])
    data = data.with_constant() if constant else data
    made = passes(Perceptron(), data, limit)
    model = PerceptronClassifier(fit_intercept=constant, max_iter=limit, record=True).fit(rows, y)
    assert (model.n_mistakes_, model.weights_, model.n_iter_, model.halted_) == (made.M, made.final, made.passes, made.halted)
    assert (model.trace().M, model.trace().final) == (made.M, made.final)


@given(
    tables,
    st.integers(1, 6),
    st.sampled_from(
        [PerceptronClassifier(record=True), MarginPerceptronClassifier("1/3", record=True), KernelPerceptronClassifier(SQUARE, record=True)]
    ),
)
def test_batches_of_one_pass_are_one_run(table: tuple[list[list[int]], list[int]], cut: int, model: Any) -> None:
    rows, y = table
    cut = min(cut, len(rows) - 1)
    model = type(model)(**model.get_params()).partial_fit(rows[:cut], y[:cut], classes=[0, 1]).partial_fit(rows[cut:], y[cut:])
    labels = [2 * label - 1 for label in y]
    if isinstance(model, KernelPerceptronClassifier):
        alone = run_kernel(kernel_from_spec(SQUARE), rows, labels)
        assert model.alphas_ == alone.alphas and model.trace() == alone and model.n_mistakes_ == alone.M
        return
    learner = Perceptron() if isinstance(model, PerceptronClassifier) else MarginPerceptron("1/3")
    trace = run(learner, Examples(rows, labels).with_constant())
    assert (model.weights_, model.n_mistakes_, model.trace().updates) == (trace.final, trace.M, trace.updates)


def test_bounds_of_the_run_are_exact_numbers() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = X[:, 0] + X[:, 1] > 0
    keep = np.abs(X[:, 0] + X[:, 1]) > 0.4
    model = PerceptronClassifier(fit_intercept=False, record=True).fit(X[keep], y[keep])
    q = model.measure()
    assert q.U2 == 1 and q.margin is not None and q.margin >= q.gamma > 0
    assert model.n_mistakes_ == q.M <= q.R2 / q.gamma**2
    near = model.measure(u=["1", "1"], gamma="1/4")
    assert near == measure(model.trace(), ["1", "1"], "1/4")
    assert (near.TD + near.R2) / near.gamma**2 >= near.M and near.U2 == 2
    hard = PerceptronClassifier(max_iter=2, record=True)
    with pytest.warns(ConvergenceWarning):
        hard.fit([[0.0], [1.0], [2.0]], [1, 0, 1])
    assert hard.measure().TD > 0


@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_margin_promised_too_large_is_said(form: Any) -> None:
    import_module("perceptron.runs.engines.certified.loops")  # with which small fits are compiled too
    with pytest.warns(ConvergenceWarning, match="above the true margin"):
        MarginPerceptronClassifier(gamma=5, fit_intercept=False).fit(form([[0.0, 1.0], [1.0, 0.0]]), [1, 0])


def test_a_float_may_be_the_decimal_that_prints_it() -> None:
    X, y = load_digits(return_X_y=True)
    rows, exactly = np.round(X / 16, 1), [[Fraction(round(10 * n / 16, 0)) / 10 for n in row] for row in X.tolist()]
    assert exactly[0][2] == Fraction(3, 10) != Fraction(rows[0, 2])
    labels = [1 if n % 2 else -1 for n in y.tolist()]
    binary, decimal = (
        PerceptronClassifier(fit_intercept=False, max_iter=1, floats=floats).fit(rows, labels) for floats in ("binary", "decimal")
    )
    trace = run(Perceptron(), Examples(exactly, labels))
    assert (decimal.n_mistakes_, decimal.weights_) == (trace.M, trace.final) and decimal.n_mistakes_ != binary.n_mistakes_
    several = [PerceptronClassifier(max_iter=1, n_jobs=jobs).fit(rows, y) for jobs in (None, 2)]
    assert several[0].weights_ == several[1].weights_


def test_margin_perceptron_class_weights_equal_weighted_rows() -> None:
    rng = np.random.default_rng(0)
    X, weights = rng.integers(-5, 6, size=(40, 3)), {0: Fraction(2, 3), 1: Fraction(3)}
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    model = MarginPerceptronClassifier("1/3", class_weight=weights, max_iter=4, record=True).fit(X, y)
    rows = [[weights[label] * n for n in (*row, 1)] for row, label in zip(X.tolist(), y.tolist(), strict=True)]
    made = passes(MarginPerceptron("1/3"), Examples(rows, (2 * y - 1).tolist()), 4)
    assert (model.n_mistakes_, model.weights_, model.trace().M) == (made.M, made.final, made.M)


@pytest.mark.parametrize("learner", [Perceptron(start=[1, -2, 3]), MarginPerceptron("1/3")])
def test_a_scaled_learner_makes_the_same_updates_on_scaled_rows(learner: Any) -> None:
    rows = np.random.default_rng(0).integers(-5, 6, size=(40, 3)).tolist()
    labels, factor = [1 if row[0] + row[1] > 0 else -1 for row in rows], Fraction(3, 7)
    scaled = run(learner.rescale(factor), Examples([[factor * n for n in row] for row in rows], labels))
    assert scaled.updates == run(learner, Examples(rows, labels)).updates and scaled.M > 3


def test_each_margin_learner_knows_its_own_longest_row_over_all_batches() -> None:
    model = MarginPerceptronClassifier("1/3", fit_intercept=False, class_weight={0: 1, 1: 1, 2: 100})
    for size in (10, 1):
        model.partial_fit([[size, 0], [0, size], [size, size]], [0, 1, 2])
    assert [model.longest2(k) for k in range(3)] == [200, 200, 200 * 100**2]


def test_a_mean_is_multiplied_out_before_its_counts_leave_int64() -> None:
    mean, fold, rows, times, begun = Mean(), RationalFold(Perceptron(), 1), read_rows(np.array([[1]])), 2**26, 2**36
    mean.rounds, fold.whole = begun, [3 * times]
    for _ in range(3):
        mean.add(fold, rows, np.array([0]), np.array([0]), np.array([times]), 1)
    T = begun + 3
    assert Fraction(*mean.integers(fold)[0], mean.integers(fold)[1]) == Fraction(3 * times * (T + 1) - times * (3 * begun + 6), T)


def test_a_classifier_works_in_a_pipeline_and_survives_pickling() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 3)) + np.where(np.arange(80) % 2, 2.0, -2.0)[:, None]
    y = np.where(np.arange(80) % 2, "b", "a")
    assert cross_val_score(make_pipeline(StandardScaler(), PerceptronClassifier()), X, y).mean() > 0.9
    model = PerceptronClassifier(record=True).fit(X, y)
    assert pickle.loads(pickle.dumps(model)).trace() == model.trace()


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None  # as if neither were installed
import numpy as np
from perceptron.estimators import KernelPerceptronClassifier, PerceptronClassifier, VotedPerceptronClassifier
X = np.random.default_rng(0).normal(size=(2_000, 20))
y = X[:, 0] > 0
for model in (PerceptronClassifier(max_iter=1), VotedPerceptronClassifier(max_iter=1), KernelPerceptronClassifier("poly", max_iter=1)):
    n = 300 if "Kernel" in repr(model) else len(X)
    print(model.fit(X[:n], y[:n]).n_mistakes_, (model.predict(X[:n]) == y[:n]).sum())
"""


def test_the_classifiers_need_no_numba(capsys: pytest.CaptureFixture[str]) -> None:
    found = subprocess.run([sys.executable, "-W", "ignore", "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True).stdout
    exec(WITHOUT_NUMBA.partition("\n")[2].replace('sys.modules["numba"] = sys.modules["llvmlite"] = None', "sys"), {})
    assert found == capsys.readouterr().out and found.count("\n") == 3


def test_nothing_of_the_data_is_kept_unless_asked_for() -> None:
    X = np.random.default_rng(0).normal(size=(2000, 5))
    y = X[:, 0] > 0
    model = PerceptronClassifier(max_iter=1).fit(X, y).partial_fit(X, y)
    assert len(pickle.dumps(model)) < 4000
    with pytest.raises(InputError, match="record=True"):
        model.trace()
    assert len(pickle.dumps(KernelPerceptronClassifier("rbf").partial_fit(X, y))) < X.nbytes / 2


@given(tables, st.integers(1, 3), st.sampled_from([np.float64, np.float32, np.int16]), st.booleans(), st.booleans())
def test_sparse_and_dense_rows_are_one_run(table: Any, limit: int, kind: Any, shuffle: bool, average: bool) -> None:
    rows, y = np.array(table[0], dtype=kind) / (3 if kind is not np.int16 else 1), table[1]
    rows = rows.astype(kind)
    models = [
        PerceptronClassifier(max_iter=limit, shuffle=shuffle, random_state=1, average=average, warm_start=warm).fit(form, y)
        for form, warm in ((rows, False), (sparse.csr_matrix(rows), True), (rows.astype(object), False))
    ]
    assert len({(model.weights_, model.n_mistakes_, model.n_iter_) for model in models}) == 1
    dense, thin = models[0].decision_function(rows), models[1].decision_function(sparse.csr_array(rows))
    assert (np.sign(dense) == np.sign(thin)).all()


def test_several_classes_are_one_against_the_rest() -> None:
    X, y = load_iris(return_X_y=True)
    model = PerceptronClassifier(max_iter=3, record=True).fit(X, y)
    for k in range(3):
        alone = PerceptronClassifier(max_iter=3, record=True).fit(X, y == k)
        assert model.weights_[k] == alone.weights_ and model.trace(k) == alone.trace()
    assert model.coef_.shape == (3, 4) and model.decision_function(X).shape == (150, 3)
    assert (model.predict(X) == model.decision_function(X).argmax(axis=1)).all()
    kernel = KernelPerceptronClassifier("rbf", gamma=0.5, max_iter=30).fit(X, y)
    assert kernel.score(X, y) > 0.9 and len(kernel.alphas_) == 3


def test_perceptron_on_nand_goes_on_until_it_separates() -> None:
    """Passes over NAND make 2, 3, 3, 2, 2, 3, 2, 1 and 0 mistakes: a stop for want of progress left one row wrong, without a word."""
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [1, 1, 1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = PerceptronClassifier().fit(X, y)
    assert (model.n_iter_, model.n_mistakes_, model.score(X, y)) == (9, 18, 1.0)
    with pytest.warns(ConvergenceWarning, match="stopped by tol after 6 passes, the last with mistakes; tol=None goes on"):
        assert PerceptronClassifier(tol=1e-3).fit(X, y).score(X, y) < 1


def test_a_fit_stops_when_it_makes_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(200, 3))
    y = np.where(rng.random(200) < 0.2, 0, X[:, 0] > 0)
    model = PerceptronClassifier(tol=0.001, n_iter_no_change=3, verbose=True).fit(X, y)
    lines = capsys.readouterr().out.splitlines()
    assert model.n_iter_ == len(lines) < 1000 and sum(int(line.split()[2]) for line in lines) == model.n_mistakes_
    held = PerceptronClassifier(early_stopping=True, random_state=0, shuffle=True).fit(X, y)
    assert held.n_iter_ < 1000 and held.weights_ == clone(held).fit(X, y).weights_


@pytest.mark.parametrize("compiled", [False, True])
def test_one_example_at_a_time_is_the_same_run(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    monkeypatch.setattr("perceptron.estimators.folds.is_installed", lambda name: compiled)
    monkeypatch.setattr("perceptron.estimators.folds.WORTH_LOADING", 0)
    rng = np.random.default_rng(2)
    X, y = np.round(rng.normal(size=(60, 20)), 1), rng.random(60) < 0.5
    X[:20] = np.tril(X[:20])  # so that each of the first examples names one feature more
    whole = PerceptronClassifier().partial_fit(X, y)
    one = PerceptronClassifier(record=True)
    assert one.predict_one({"x0": 1.0}) is False
    for t, (row, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True), 1):
        one.learn_one({f"x{j}": value for j, value in enumerate(row[:t])}, label)
    assert (one.weights_, one.n_mistakes_) == (whole.weights_, whole.n_mistakes_) and one.trace().final == one.weights_
    assert (
        [one.predict_one({f"x{j}": v for j, v in enumerate(row)}) for row in X.tolist()]
        == whole.predict(X).tolist()
        == one.predict(X).tolist()
    )
    assert one.predict(sparse.csr_array(X)).tolist() == one.predict(X).tolist()
    with pytest.raises(InputError, match="columns have no names"):
        whole.learn_one({"x0": 1.0}, True)
    with pytest.raises(InputError, match="NaN"):
        one.learn_one({"x0": float("nan")}, True)
    with pytest.raises(InputError, match="learned examples with names"):
        one.partial_fit(X, y)
    assert one.fit(X, y).weights_ == whole.fit(X, y).weights_
    with pytest.raises(InputError, match="columns have no names"):
        one.learn_one({"x0": 1.0}, True)


@given(tables, st.integers(1, 3))
def test_votes_and_averages_are_those_of_every_round(table: tuple[list[list[int]], list[int]], limit: int) -> None:
    rows, y = table
    made = passes(Perceptron(), Examples(rows, [2 * label - 1 for label in y]).with_constant(), limit)
    weights = [*(w for _, w in run(Perceptron(), made.sequence()).weights()), made.final][1:]  # after each round
    model = VotedPerceptronClassifier(max_iter=limit).fit(rows, y)
    assert model.n_mistakes_ == made.M and sum(model.votes_[0]) == len(weights)
    points = [(*map(Fraction, row), Fraction(1)) for row in rows]
    scores = [[sum(a * b for a, b in zip(w, x, strict=True)) for w in weights] for x in points]
    assert list(model.decision_function(rows)) == [sum((s > 0) - (s < 0) for s in row) for row in scores]
    mean = PerceptronClassifier(max_iter=limit, average=True).fit(rows, y)
    assert mean.weights_ == tuple(sum(column) / len(weights) for column in zip(*weights, strict=True))


@given(tables, st.integers(1, 3))
def test_winnow_is_the_exact_run_of_winnow(table: tuple[list[list[int]], list[int]], limit: int) -> None:
    rows, y = table
    labels = [2 * label - 1 for label in y]
    made = passes(Winnow(eta="1/3"), Examples(rows, labels), limit)
    model = WinnowClassifier(eta="1/3", fit_intercept=False, max_iter=limit).fit(rows, y)
    assert (model.exponents_, model.n_mistakes_, model.halted_) == ((made.final,), made.M, made.halted)
    score = [Winnow(eta="1/3").score(made.final, tuple(map(Fraction, row))) for row in rows]
    assert list(np.sign(model.decision_function(rows))) == score
    halves = WinnowClassifier(eta="1/3", fit_intercept=False).partial_fit(np.array(rows) / 2, y, classes=[0, 1]).partial_fit(rows, y)
    both = run(Winnow(eta="1/3"), Examples([[Fraction(v, 2) for v in row] for row in rows] + rows, labels * 2))
    assert halves.exponents_ == (both.final,)


@pytest.mark.parametrize("rows", [np.asarray, sparse.csr_array, pd.DataFrame])
def test_rows_a_bit_beside_a_tie_are_on_their_side_of_it(rows: Any) -> None:
    rng = np.random.default_rng(0)
    X = (rng.random((600, 6)) > 0.5) * 0.1  # on a lattice, where many scores are 0
    model = PerceptronClassifier(fit_intercept=False, max_iter=1).fit(np.tile(X, (100, 1)), np.tile(X.sum(axis=1) > 0.3, 100))
    new = np.concatenate([X, np.where(rng.random(X.shape) < 0.2, np.nextafter(X, 1), X)])
    exact = [sum(w * Fraction(v) for w, v in zip(model.weights_, row, strict=True)) for row in new.tolist()]
    assert 0 in exact[:600]
    assert np.sign(model.decision_function(rows(new))).tolist() == [(score > 0) - (score < 0) for score in exact]


@pytest.mark.parametrize("eta", ["1/10", "1/1000", "30"])
@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_compiled_winnow_on_sparse_rows_equals_winnow_on_used_columns(eta: str, scale: float) -> None:
    import_module("perceptron.runs.engines.certified.loops")
    rng = np.random.default_rng(3)
    X, y = rng.integers(-2, 3, (200, 6)) * (rng.random((200, 6)) < 0.5) * scale, rng.integers(0, 3, 200)
    wide = sparse.csr_array(X)
    wide = sparse.csr_array((wide.data, 10**5 * wide.indices + 7, wide.indptr), shape=(200, 10**6))
    few, many = (WinnowClassifier(eta, max_iter=4).fit(form, y) for form in (X, wide))
    made = [passes(Winnow(eta=eta), Examples.from_float_array(X, np.where(y == k, 1, -1).tolist()).with_constant(), 4) for k in range(3)]
    assert few.n_mistakes_ == many.n_mistakes_ == sum(run.M for run in made)
    assert few.exponents_ == tuple(tuple(run.final) for run in made)
    assert (few.predict(X) == many.predict(wide)).all()


def test_the_voted_perceptron_scores_sparse_rows_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = np.random.default_rng(0).integers(-3, 4, size=(60, 4)), np.arange(60) % 2
    model = VotedPerceptronClassifier(max_iter=2).fit(sparse.csr_array(X), y)
    whole = model.decision_function(sparse.csr_array(X))
    monkeypatch.setattr("perceptron.estimators.voted.TOGETHER", 3)
    assert (model.decision_function(sparse.csr_array(X)) == whole).all()


# --- The kernel Perceptron as a classifier: every kind of kernel makes the exact run


@given(tables, st.integers(1, 4))
def test_kernels_make_the_run_of_their_definition(table: tuple[list[list[int]], list[int]], limit: int) -> None:
    rows, y = table
    model = KernelPerceptronClassifier(SQUARE, max_iter=limit, record=True).fit(rows, y)
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


@pytest.mark.parametrize("name", ["linear", "poly"])
def test_a_kernel_goes_on_with_fractions_after_floats(name: str) -> None:
    floats, y = np.array([[1.5, 1.0], [-1.0, 0.5], [0.25, -2.0]]), [1, 0, 1]
    thirds = [[Fraction(v) + Fraction(1, 3) for v in row] for row in floats.tolist()]
    model = KernelPerceptronClassifier(name, degree=2, record=True).partial_fit(floats, y).partial_fit(thirds, y)
    whole = [*([Fraction(v) for v in row] for row in floats.tolist()), *thirds]
    assert model.trace() == run_kernel(model.kernel_, whole, [1, -1, 1] * 2) and model.n_mistakes_ == model.trace().M
    assert [model.trace().score(row) > 0 for row in thirds] == [value > 0 for value in model.decision_function(thirds)]


def test_a_kernel_compares_a_column_of_texts() -> None:
    words, y = pd.Series(["abba", "bbbb", "aaaa"]), [1, 0, 1]
    model = KernelPerceptronClassifier(CommonSubstrings()).fit(words, y)
    again = KernelPerceptronClassifier(CommonSubstrings()).fit(words.to_frame(), y)
    assert list(model.predict(words)) == list(again.predict(words.to_frame())) == y and model.alphas_ == again.alphas_


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint8, np.uint16])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, np.asfortranarray])
def test_small_integers_are_scored_as_floats_are_in_parts_too(kind: Any, form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import_module("perceptron.runs.engines.certified.loops")  # which reads them once they are wider
    monkeypatch.setattr(folds, "COPIED", 7)
    X, y = np.random.default_rng(1).integers(0, 2, (20, 3)), np.arange(20) % 3 == 0
    model = PerceptronClassifier(fit_intercept=False, max_iter=2).fit(X, y)
    scores = [sum(w * n for w, n in zip(model.weights_, row, strict=True)) for row in X.tolist()]
    assert 0 in scores and (model.decision_function(form(X.astype(kind))) == np.array(scores, float)).all()


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("largest, adds_up", [(3, False), (2**50, True)])
def test_whole_numbers_tell_several_classes_apart_in_floats(
    compiled: bool, largest: int, adds_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exact ties too. Where sums may be above 2⁵² the digits have to say."""
    rng, asked = np.random.default_rng(2), []
    monkeypatch.setattr(folds, "worth_compiling", lambda rows, passes: compiled)
    monkeypatch.setattr(folds, "_settle", lambda *args, old=folds._settle: (asked.append(1), old(*args)))
    X, y = (rng.integers(0, 3, (60, 4)) * float(largest) + rng.integers(0, 2, (60, 4))), rng.integers(0, 4, 60)
    model = PerceptronClassifier(fit_intercept=False, max_iter=3).fit(X, y)
    X[:5] = 0
    exact = [[sum(w * Fraction(n) for w, n in zip(weights, row, strict=True)) for weights in model.weights_] for row in X.tolist()]
    assert list(model.predict(X)) == [row.index(max(row)) for row in exact] and bool(asked) == adds_up
    assert any(row.count(max(row)) > 1 for row in exact)


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf", "precomputed", "function", "strings"])
def test_kernels_of_every_kind_make_the_exact_run(kernel: str) -> None:
    """Compared with the definition; for the Gaussian in balls of 400 bits."""
    rng = np.random.default_rng(4)
    X, y = np.round(rng.normal(size=(40, 3)), 1), rng.random(40) < 0.5
    words = ["".join(rng.choice(list("ab"), 4)) for _ in range(40)]
    exact = [[Fraction(v) for v in row] for row in X.tolist()]

    def product(a: Any, b: Any) -> Fraction:
        return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))

    def gaussian(s: int, t: int) -> Any:
        distance = product(*[[p - q for p, q in zip(exact[s], exact[t], strict=True)]] * 2) / 2
        return (-arb(distance.numerator) / distance.denominator).exp()

    gram = X @ X.T
    strings = CommonSubstrings("distinct")
    values: dict[str, Any] = {
        "linear": lambda s, t: product(exact[s], exact[t]),
        "poly": lambda s, t: (1 + product(exact[s], exact[t])) ** 2,
        "rbf": gaussian,
        "precomputed": lambda s, t: Fraction(float(gram[s, t])),
        "function": lambda s, t: Fraction(float(X[s] @ X[t])),
        "strings": lambda s, t: strings(words[s], words[t]),
    }
    signs, alphas = [1 if label else -1 for label in y], [0] * 40
    with precision(400):
        for _ in range(3):
            for t in range(40):
                score = sum((signs[s] * alphas[s] * values[kernel](s, t) for s in range(40) if alphas[s]), 0)
                alphas[t] += not (signs[t] * score > 0)
    made = {"function": lambda a, b: float(a @ b), "strings": strings}.get(kernel, kernel)
    data = {"precomputed": gram, "strings": words}.get(kernel, X)
    model = KernelPerceptronClassifier(made, degree=2, gamma=0.5, max_iter=3).fit(data, y)
    assert model.alphas_ == tuple(alphas)
    if kernel != "precomputed":
        halves = type(model)(**model.get_params()).partial_fit(data[:20], y[:20], [False, True]).partial_fit(data[20:], y[20:])
        once = type(model)(**model.get_params()).partial_fit(data, y)
        assert halves.alphas_ == once.alphas_
    assert model.decision_function(data).shape == (40,)


@pytest.mark.parametrize("scale", [1e-170, 1e-80, 1.0, 1e90, 1e160])
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_kernels_are_exact_over_the_range_of_floats(scale: float, degree: int) -> None:
    rng = np.random.default_rng(degree)
    X, y = rng.choice([0.1, -0.2, 0.3, 1.0], (30, 2)) * scale, rng.random(30) < 0.5
    model = KernelPerceptronClassifier("poly", degree=degree, coef0=0, max_iter=1).fit(X, y)
    kernel = kernel_from_spec({"name": "polynomial", "degree": degree, "offset": 0})
    exact = run_kernel(kernel, [[Fraction(v) for v in row] for row in X.tolist()], [1 if label else -1 for label in y])
    assert model.alphas_ == exact.alphas


def test_values_of_a_gaussian_that_nearly_vanish_need_balls_only_near_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    """What each may be off by is a share of it; a bound by the greatest value, 1, decided none of these rows."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 20)), rng.random(60) < 0.5
    gauss, exact = Gaussian(Fraction(1)), Gaussian.total
    for t in range(30):
        c = rng.integers(-2, 3, 60).tolist()
        assert np.sign(gauss.nearly(c, X[t] + 1, X)) == exact(gauss, c, *gauss.keys(X[t] + 1, X))[0]
    assert gauss.nearly([1, -1], X[0], X[[1, 1]]) == gauss.nearly([1, -1], 0 * X[0], np.array([X[1], -X[1]])) == 0
    monkeypatch.setattr(Gaussian, "total", lambda *args: asked.append(1) or exact(*args))
    asked: list[int] = []
    model = KernelPerceptronClassifier("rbf", max_iter=2).fit(X, y)
    assert (model.predict(X) == y).all() and len(asked) < 5


def test_ties_of_a_kernel_on_multiples_of_one_number_need_no_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of its values are whole multiples too, so one that floats have nearer to 0 than the least of these is 0."""
    X, y = 0.1 * np.random.default_rng(0).integers(0, 2, (200, 6)), np.arange(200) % 3 == 0
    exact = run_kernel(Linear(), [[Fraction(v) for v in row] for row in X.tolist()], (2 * y - 1).tolist())
    monkeypatch.setattr(OfMatrix, "keys", None)
    model = KernelPerceptronClassifier(max_iter=1).fit(X, y)
    assert model.alphas_ == exact.alphas and model.n_mistakes_ > 60
    weights = sum(a * s * X[i] for i, (a, s) in enumerate(zip(exact.alphas, 2 * y - 1, strict=True)))
    assert (model.predict(X) == (np.rint((X @ weights) * 100) > 0)).all()


@pytest.mark.parametrize(
    "entries, step",
    [([0.1, 0.2, -0.8], 0.1), ([0.0, 0.5, 1.5], 0.5), ([6.0, 12.0], 6.0), ([6.0, 9.0], 0.0), ([0.1, 0.3], 0.0), ([0.0], None), ([], None)],
)
def test_a_common_step_is_one_exactly(entries: list[float], step: float | None) -> None:
    assert common_step(np.array(entries), None) == step
    if step:
        assert common_step(np.array([0.0, 4 * step]), step) == step
        assert common_step(np.nextafter([2 * step], 9), step) == 0.0 == common_step(np.array([step / 2]), step)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_asymmetric_kernel_matrix_is_refused_by_row_and_column(form: Any) -> None:
    """Wherever it is not, unless by rounding. Rows that are predicted need no symmetry."""
    points = np.random.default_rng(5).normal(size=(150, 3))
    gram, y = points @ points.T, (points[:, 0] > 0).astype(int)
    for i, j in ((0, 1), (3, 140), (149, 2), (148, 149)):
        wrong = gram.copy()
        wrong[i, j] += 1e-4
        first, second = sorted((i, j))
        for learn in (KernelPerceptronClassifier("precomputed").fit, KernelPerceptronClassifier("precomputed").partial_fit):
            with pytest.raises(InputError, match=rf"symmetric, and here row {first} has .* in column {second}, but row {second} has"):
                learn(form(wrong), y)
        KernelPerceptronClassifier("precomputed", max_iter=2).fit(form((wrong + wrong.T) / 2), y)
    model = KernelPerceptronClassifier("precomputed", max_iter=2).fit(form(gram), y)
    assert len(model.predict(gram[:7] + 0.5)) == 7
    gram[3, 140] = np.nextafter(gram[3, 140], np.inf)
    nearly = KernelPerceptronClassifier("precomputed", max_iter=2).fit(form(gram), y)
    assert nearly.n_mistakes_ == model.n_mistakes_


def _mistakes(rows: list[list[Fraction]], y: Any, offset: int, degree: int, passes: int) -> tuple[int, ...]:
    """The kernel Perceptron by its definition."""
    alphas, signs = [0] * len(rows), [1 if label else -1 for label in y]
    kernel = [[(offset + sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0))) ** degree for q in rows] for p in rows]
    for _ in range(passes):
        for t, row in enumerate(kernel):
            alphas[t] += signs[t] * sum(signs[s] * alphas[s] * value for s, value in enumerate(row)) <= 0
    return tuple(alphas)


def test_kernels_are_exact_where_rows_of_very_different_lengths_meet() -> None:
    """The square of a short row's length is 0 in floats, while its product with a long row is not."""
    for X in ([[-2e149, 1e149, 3e149], [-2e-166, -1e-166, -1e-166]], [[6.999999999999999e149, 1e149, -2e149], [1e-166, 7e-166, 7e-166]]):
        model = KernelPerceptronClassifier("linear", max_iter=1).fit(X, [1, 0])
        assert model.alphas_ == _mistakes([[*map(Fraction, row)] for row in X], [1, 0], 0, 1, 1)


def test_kernels_are_exact_beyond_the_largest_float() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        rows = [[Fraction(int(a)) * 10 ** int(e) for a, e in zip(*pair, strict=True)] for pair in _entries(rng)]
        y = [0, 1, *rng.integers(0, 2, 3).tolist()]
        model = KernelPerceptronClassifier("poly", degree=3, max_iter=2).fit(rows, y)
        assert model.alphas_ == _mistakes(rows, y, 1, 3, model.n_iter_)


def _entries(rng: Any) -> Any:
    return zip(rng.integers(-9, 10, (5, 2)), rng.choice([0, 100, 155, 200, 300], (5, 2)), strict=True)


def test_a_kernel_s_parameters_may_be_beyond_the_largest_float() -> None:
    X, y = [[1.5], [2.0], [-1.0]], [0, 1, 0]
    assert list(KernelPerceptronClassifier("rbf", gamma="1e400").fit(X, y).predict(X)) == y
    model = KernelPerceptronClassifier("poly", coef0="1e400", max_iter=3).fit(X, y)
    assert model.alphas_ == _mistakes([[Fraction(v) for v in row] for row in X], y, 10**400, 3, 3)


def test_large_whole_values_of_a_matrix_are_multiplied_exactly() -> None:
    """7·v rounds in floats although v and the score are whole; the score is −2 here."""
    gram = [[13, -6, 4, 0, 0], [-6, 7, 0, -3, 5], [4, 0, 5, 3, -7], [0, -3, 3, 4, -5], [0, 5, -7, -5, 0]]
    model = KernelPerceptronClassifier("precomputed", max_iter=7).fit(gram, [0, 1, 1, 1, 1])
    row = np.array([[-58068209189477816, 62304023410160416, -41447425419401000, 44626891693020368, 5730697782541466]], float)
    exact = sum(int(c) * int(row[0, j]) for c, j in zip(model.dual_coef_, model.support_, strict=True))
    assert exact == -2 and model.decision_function(row)[0] == -2 and model.predict(row)[0] == 0


def test_the_scale_of_a_gaussian_is_svc_s() -> None:
    X, y = np.random.default_rng(3).normal(size=(30, 4)), np.arange(30) % 2
    scaled, given_ = (KernelPerceptronClassifier("rbf", gamma=g, max_iter=2).fit(X, y) for g in ("scale", SVC().fit(X, y)._gamma))
    assert scaled.alphas_ == given_.alphas_ and (scaled.decision_function(X) == given_.decision_function(X)).all()
    with pytest.raises(InputError, match="give gamma"):
        KernelPerceptronClassifier("rbf", gamma="scale").fit([[Fraction(1, 3)], [Fraction(2, 3)]], [0, 1])
    assert not hasattr(scaled, "predict_proba")
    with pytest.raises(AttributeError, match="a score is no probability"):
        scaled.predict_proba(X)


def test_a_function_s_long_doubles_are_not_rounded() -> None:
    near = np.longdouble(1) - np.longdouble(2) ** -60

    def kernel(a: Any, b: Any) -> Any:
        return np.longdouble(1) if a[0] == b[0] else near

    model = KernelPerceptronClassifier(kernel).fit([[1.0], [2.0]], [1, 0])
    assert model.alphas_ == (1, 1) and list(model.predict([[1.0], [2.0]])) == [1, 0]


OF_TENTHS = """
import numpy as np
from perceptron.estimators import PerceptronClassifier

rows = np.random.default_rng(0).integers(-9, 10, (200, 17)) / 10
labels = np.where(rows[:, 0] + rows[:, 1] - rows[:, 2] >= 0, 1, -1)
found = PerceptronClassifier(max_iter=20, tol=0.0).fit(rows, labels)
w, updates = np.zeros(17), 0
for x, y in zip(np.tile(rows, (50, 1)), np.tile(labels, 50)):
    if y * (w @ x) <= 0:
        w, updates = w + y * x, updates + 1
print(found.n_mistakes_, found.coef_.tolist(), updates)
"""


def test_mistakes_do_not_depend_on_the_kernels_of_the_processor() -> None:
    """A loop with numpy's `@` does another number of updates with each of these kernels, which OpenBLAS takes on two processors."""
    cpu = Path("/proc/cpuinfo")
    if not cpu.exists() or "avx2" not in cpu.read_text():
        pytest.skip("the kernels of Haswell need a processor with AVX2")
    runs = [
        subprocess.run(
            [sys.executable, "-c", OF_TENTHS], env={**os.environ, "OPENBLAS_CORETYPE": kernels}, capture_output=True, text=True, check=True
        ).stdout.rpartition(" ")
        for kernels in ("Nehalem", "Haswell")
    ]
    (exact, _, loop), (other, _, other_loop) = runs
    assert exact == other and loop != other_loop
