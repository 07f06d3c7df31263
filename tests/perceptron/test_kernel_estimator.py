"""The kernel Perceptron as a classifier: every kind of kernel makes the exact run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from perceptron import InputError
from perceptron.estimators import KernelPerceptronClassifier
from perceptron.kernels import CommonSubstrings, kernel_from_spec, run_kernel
from perceptron.numbers.exact import precision
from tests.perceptron.strategies import SQUARE, XOR, tables

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore:X has feature names")


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


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_a_precomputed_kernel_that_is_not_symmetric_is_refused_by_row_and_column(form: Any) -> None:
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
