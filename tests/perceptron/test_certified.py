"""The certified engine makes the run of the Fraction reference: the same updates and the same weights, over the whole range of floats."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse

from perceptron import InputError, MarginPerceptron, Perceptron
from perceptron.runs.engines.certified import float_errors, loops
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import rows_of
from perceptron.runs.engines.rational import RationalFold, rational_rows

near = st.sampled_from([0.1, 0.2, 0.3, -0.1, 1 / 3, 1.0, -1.0, 1 + 2**-52, 2**-53, 5e-324, -5e-324, 1e-160, 1e154, -1e154, 1.7e308, 0.0])
entries = st.one_of(near, st.floats(allow_nan=False, allow_infinity=False), st.integers(-3, 3).map(float))
shapes = st.tuples(st.integers(1, 9), st.integers(1, 4))
tables = st.one_of(
    arrays.arrays(np.float64, shapes, elements=entries),
    arrays.arrays(np.float32, shapes, elements=st.floats(width=32, allow_nan=False, allow_infinity=False)),
    arrays.arrays(np.int16, shapes),
    arrays.arrays(np.int64, shapes, elements=st.integers(-(2**53), 2**53)),
)
learners = st.sampled_from(
    [Perceptron(), Perceptron(1), Perceptron(-1), MarginPerceptron("1/3"), MarginPerceptron(5, 1), MarginPerceptron(10**40)]
)


def reference(
    X: Any, y: Any, learner: Any, intercept: bool, times: tuple[int, int], passes: int, order: Any
) -> tuple[list[int], list[Fraction]]:
    """The definition, on Fractions."""
    rows = [[*map(Fraction, row), *[Fraction(1)] * intercept] for row in X.tolist()]
    w, updates, fresh = [Fraction(0)] * len(rows[0]), [], learner.initialises
    for _ in range(passes):
        for t, i in enumerate(order):
            inner = Fraction(int(y[i])) * sum(a * b for a, b in zip(w, rows[i], strict=True))
            if fresh or learner.wants_update(inner, sum(a * a for a in w), int(y[i])):
                w = [a + times[int(y[i] > 0)] * int(y[i]) * b for a, b in zip(w, rows[i], strict=True)]
                updates.append(t)
            fresh = False
    return updates, w


@given(tables, st.data(), learners, st.booleans(), st.integers(1, 3), st.booleans())
def test_updates_and_weights_are_those_of_the_definition(
    X: Any, data: st.DataObject, learner: Any, intercept: bool, passes: int, zeros_left_out: bool
) -> None:
    n = len(X)
    y = data.draw(arrays.arrays(np.int64, n, elements=st.sampled_from([-1, 1])))
    order = np.array(data.draw(st.permutations(range(n))))
    times = (1, 1) if learner.initialises else data.draw(st.sampled_from([(1, 1), (2, 1), (0, 3), (10**7, 2**26)]))
    if learner.initialises and not intercept and not X[order[0]].any():
        return
    expected = reference(X, y, learner, intercept, times, passes, order)
    exact = rational_rows([{j: Fraction(v) for j, v in enumerate(row)} for row in X.tolist()], X.shape[1])
    given_rows = rows_of(sparse.csr_array(X) if zeros_left_out else X)
    averages = []
    for fold, rows in ((CertifiedFold, given_rows), (RationalFold, exact)):
        engine: Any = fold(learner, X.shape[1], intercept, times, averages=max(times) == 1)
        engine.start_batch(rows)
        out = np.zeros(n * passes, np.int64)
        for _ in range(passes):
            engine.go(rows, y, 1, order, out)
        assert (out[: engine.updates].tolist(), engine.weights()) == expected
        averages.append(engine.average() if max(times) == 1 else [])
    assert averages[0] == averages[1]


@given(tables, st.data())
def test_batches_columns_and_pickles_do_not_change_a_run(X: Any, data: st.DataObject) -> None:
    y = data.draw(arrays.arrays(np.int64, len(X), elements=st.sampled_from([-1, 1])))
    cut = data.draw(st.integers(0, len(X)))
    d = X.shape[1]
    fold = CertifiedFold(Perceptron(), d, True)
    for part, form in ((slice(0, cut), np.asarray), (slice(cut, None), data.draw(st.sampled_from([np.asarray, sparse.csr_array])))):
        rows = rows_of(form(X[part]))
        fold.start_batch(rows)
        fold.go(rows, y[part])
        fold = pickle.loads(pickle.dumps(fold))
        fold.widen(d)
    updates, weights = reference(X, y, Perceptron(), True, (1, 1), 1, range(len(X)))
    assert (fold.updates, fold.weights()) == (len(updates), weights)
    fold.widen(d + 2)
    assert fold.weights() == [*weights[:-1], 0, 0, weights[-1]]


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int16])
def test_rows_of_any_length_are_learned_exactly_for_all_that_their_entries_come_in_vectors(kind: Any, form: Any) -> None:
    rng = np.random.default_rng(11)
    for d in range(1, 80, 2):
        X = (rng.normal(size=(25, d)) * 2.0 ** rng.integers(-12, 12, (25, d)) * (rng.random((25, d)) < rng.random())).astype(kind)
        y = rng.choice([-1, 1], 25)
        engine, slow = CertifiedFold(Perceptron(), d, True), RationalFold(Perceptron(), d, True)
        rows, exact = rows_of(form(X)), rational_rows([{j: Fraction(v) for j, v in enumerate(row)} for row in X.tolist()], d)
        out, expected = np.zeros(25, np.int64), np.zeros(25, np.int64)
        engine.start_batch(rows)
        slow.start_batch(exact)
        engine.go(rows, y, 1, None, out)
        slow.go(exact, y, 1, None, expected)
        assert (out.tolist(), engine.weights()) == (expected.tolist(), slow.weights()), d


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_a_run_of_more_updates_than_roundings_are_allowed_stays_exact(form: Any) -> None:
    rng = np.random.default_rng(5)
    X, y = rng.choice([0.1, 0.2, -0.1, -0.3, 1 / 3, 0.0], (12_000, 3)), rng.choice([-1, 1], 12_000)
    exact = rational_rows([{j: Fraction(v) for j, v in enumerate(row)} for row in X.tolist()], 3)
    runs = []
    for fold, rows in ((CertifiedFold, rows_of(form(X))), (RationalFold, exact)):
        engine: Any = fold(Perceptron(), 3, True)
        engine.start_batch(rows)
        out = np.zeros(len(X), np.int64)
        engine.go(rows, y, 1, None, out)
        runs.append((out.tolist(), engine.weights()))
        if fold is CertifiedFold:
            assert engine.updates > float_errors.MOST_ROUNDINGS > engine.counts[loops.ROUNDINGS]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(("exponent", "loses"), [(-20, False), (-40, False), (-48, False), (-56, True), (-200, True)])
def test_what_two_floats_cannot_hold_is_kept_and_only_that(form: Any, exponent: int, loses: bool) -> None:
    rng = np.random.default_rng(7)
    X, y = rng.choice([0.1, 0.2, -0.1, -0.3, 1 / 3], (2_000, 3)), rng.choice([-1, 1], 2_000)
    X[rng.random(2_000) < 0.2] *= 2.0**exponent
    exact = rational_rows([{j: Fraction(v) for j, v in enumerate(row)} for row in X.tolist()], 3)
    engine, slow = CertifiedFold(Perceptron(), 3), RationalFold(Perceptron(), 3)
    rows = rows_of(form(X))
    engine.start_batch(rows)
    slow.start_batch(exact)
    assert engine.go(rows, y) == slow.go(exact, y)
    assert engine.weights() == slow.weights()
    assert engine.used.any() == loses


def test_the_average_is_the_mean_of_the_weights_after_each_round() -> None:
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(30, 3)), rng.choice([-1, 1], 30)
    fold, total = CertifiedFold(Perceptron(), 3, averages=True), [Fraction(0)] * 3
    for t in range(30):
        rows = rows_of(X[t : t + 1])
        fold.start_batch(rows)
        fold.go(rows, y[t : t + 1])
        total = [a + b for a, b in zip(total, fold.weights(), strict=True)]
    assert fold.average() == [a / 30 for a in total]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("learner", [Perceptron(), MarginPerceptron(1)])
def test_what_is_no_number_is_refused_wherever_it_stands(bad: float, learner: Any) -> None:
    for i in range(4):
        for j in range(2):
            X = np.array([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0], [-2.0, -2.0]])
            X[i, j] = bad
            for form in (X, sparse.csr_array(X), X.astype(np.float32)):
                rows, fold = rows_of(form), CertifiedFold(learner, 2)
                fold.start_batch(rows)
                with pytest.raises(InputError, match="NaN or infinite"):
                    fold.go(rows, np.array([1, 1, 1, 1]))


def test_what_float64_does_not_hold_is_not_taken() -> None:
    for X in (np.array([[2**53 + 1]]), np.array([[2**63]], np.uint64), np.array([[1]], object), np.zeros((1, 1), np.longdouble)):
        with pytest.raises(InputError, match="does not hold"):
            rows_of(X)
    with pytest.raises(InputError, match="far from 1"):
        CertifiedFold(MarginPerceptron(10**400), 1)
