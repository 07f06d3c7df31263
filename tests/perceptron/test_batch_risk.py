"""Averaged and voted hypotheses, exact binomial intervals, and how often the bounds of online to batch fail."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, datasets, run
from perceptron.analysis.online_to_batch import averaged, beside, coverage, errors_of, interval, online_to_batch, voted_errors
from perceptron.data.matrix import IntegerMatrix
from perceptron.learners.ogd import OGD
from perceptron.learners.winnow import Winnow
from tests.amounts import tries
from tests.perceptron.strategies import examples


def score(w: tuple[Fraction, ...], x: tuple[Fraction, ...]) -> Fraction:
    return sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))


class Forgetful(Perceptron):
    """It halves its weights at an update."""

    def step(self, w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int) -> tuple[Fraction, ...]:
        return super().step(tuple(a / 2 for a in w), x, y)


@settings(max_examples=tries(60))
@given(examples(max_rounds=12), st.sampled_from([Perceptron(), Perceptron(1), OGD("1/3"), Forgetful()]))
def test_averaged_and_voted_are_what_their_definitions_say(data: Examples, learner: Perceptron) -> None:
    assume(len(data) > 0)
    trace = run(learner, data)
    weights = [w for _, w in trace.weights()]
    mean = tuple(sum(column, Fraction(0)) / len(weights) for column in zip(*weights, strict=True))
    assert averaged(trace) == mean
    for ties in ("mistake", 1, -1):

        def errs(w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int, ties: str | int = ties) -> bool:
            s = y * score(w, x)
            return s < 0 or (s == 0 and ties != y)

        assert errors_of(learner, mean, data, ties) == sum(errs(mean, x, y) for x, y in data)
        assert voted_errors(trace, data, ties) == sum(2 * sum(errs(w, x, y) for w in weights) >= len(weights) for x, y in data)


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from(["19/20", "9/10", "99/100"]))
def test_the_ends_of_an_interval_have_the_tails_that_define_them(drawn: tuple[int, int], confidence: str) -> None:
    k, n = drawn
    low, high = interval(k, n, confidence)
    half = float(1 - Fraction(confidence)) / 2

    def tail(p: float, counts: range) -> float:
        return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in counts)

    assert (low == 0) if k == 0 else tail(low, range(k, n + 1)) == pytest.approx(half, rel=1e-6)
    assert (high == 1) if k == n else tail(high, range(k + 1)) == pytest.approx(half, rel=1e-6)


@pytest.mark.parametrize("arguments", [(3, 2), (-1, 2), (0, 0), (0, 1, "1"), (0, 1, 0)])
def test_an_interval_for_nothing_is_refused(arguments: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        interval(*arguments)


@pytest.mark.parametrize("learner", [Perceptron(), MarginPerceptron("1/10"), Winnow(eta="1/4")], ids=["perceptron", "margin", "winnow"])
def test_the_bounds_fail_no_more_often_than_they_may(learner: Perceptron | MarginPerceptron | Winnow) -> None:
    data = datasets.load("penguins-adelie-chinstrap").examples
    found = coverage(learner, data, T=60, runs=25, delta="1/4", seed=1)
    assert found == coverage(learner, data, T=60, runs=25, delta="1/4", seed=1)
    for name in found.failures:
        assert found.interval(name)[0] <= Fraction(1, 4)  # no contradiction to 1 − δ
        assert found.failures[name] + found.vacuous[name] <= 25
    assert 0 < found.risk < 1
    with pytest.raises(InputError, match="runs and examples"):
        coverage(learner, data, T=0, runs=1)


def test_a_long_experiment_tells_how_far_it_is() -> None:
    told: list[int] = []
    coverage(Perceptron(), Examples([[1, 2], [2, 1]], [1, -1]), T=2, runs=3, tell=told.append)
    assert told == [0, 1, 2]


def test_hypotheses_side_by_side() -> None:
    data = datasets.load("penguins-adelie-gentoo").examples
    sample, held = data[::2], data[1::2]
    chosen, found = beside(Perceptron(), sample, held)
    by_name = {c.name: c for c in found}
    assert list(by_name) == ["chosen", "voted", "averaged", "last"]
    assert by_name["chosen"].bound == chosen.penalised and float(by_name["voted"].bound) == 2 * float(chosen.spread)
    assert by_name["last"].errors == errors_of(Perceptron(), run(Perceptron(), sample).final, held)
    _, without = beside(Winnow(eta=1), sample, None)
    assert [(c.name, c.errors) for c in without] == [("chosen", None), ("voted", None), ("last", None)]


@settings(max_examples=tries(60))
@given(examples(max_rounds=12), st.sampled_from([Perceptron(), Perceptron(-1), MarginPerceptron("1/3"), Winnow(eta="1/4")]))
def test_sparse_examples_have_the_same_hypotheses(data: Examples, learner: Any) -> None:
    dense = data.array()
    assume(dense is not None and len(data) > 1 and any(data[0].x))
    sparse = Examples.from_sparse(csr_array(dense), data.labels, data.denominator)
    assert beside(learner, sparse, sparse, "1/3") == beside(learner, data, data, "1/3")
    assert online_to_batch(learner, sparse) == online_to_batch(learner, data)


@pytest.mark.nocover
def test_sparse_examples_that_nobody_could_write_out() -> None:
    """4,000 × 100,000; each example has an entry of the target, and one that is seen nowhere else."""
    T, d = 4000, 100_000
    rng = np.random.default_rng(0)
    signs, target = rng.choice([-1, 1], T), rng.integers(0, 20, T)
    indices = np.column_stack([target, np.arange(T) + 20]).ravel()
    entries = np.column_stack([2 * signs, rng.choice([-1, 1], T)]).ravel()
    sparse = Examples.from_sparse(csr_array((entries, indices, 2 * np.arange(T + 1)), shape=(T, d)), signs.tolist())
    chosen, found = beside(Perceptron(), sparse[:3000], sparse[3000:])
    assert chosen.average == Fraction(20, 3000) and chosen.empirical == 0
    assert [c.errors for c in found] == [0, 0, 0, 0]


@pytest.mark.parametrize("kind", ["floats", "long decimals", "sparse"])
@pytest.mark.parametrize("learner", [Perceptron(), MarginPerceptron("1/100"), Winnow(eta="1/4")], ids=["perceptron", "margin", "winnow"])
def test_tables_in_a_form_of_their_own_have_the_same_hypotheses(kind: str, learner: Any) -> None:
    """Half the labels are noise, some rows are those before them, and one in nine is 0: ties too are decided exactly."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((120, 90))
    X[1::4], X[::9] = X[::4], 0
    X[0] = 1
    ys = np.where((X[:, 0] >= 0) ^ (rng.random(120) < 0.5), 1, -1).tolist()
    plain = Examples([[Fraction(str(v)) if kind == "long decimals" else Fraction(v) for v in row] for row in X.tolist()], ys)
    whole = np.array(plain.numerators, dtype=object)
    if kind == "floats":
        table = Examples.from_float_array(X, ys)
    elif kind == "long decimals":
        table = Examples.from_matrix(IntegerMatrix.of(whole), plain.denominator, ys)
    else:
        table = Examples.from_float_array(csr_array(X), ys)
    assert table == plain and table.matrix().long
    assert beside(learner, table[:100], table[100:], "1/3") == beside(learner, plain[:100], plain[100:], "1/3")
    assert online_to_batch(learner, table) == online_to_batch(learner, plain)


def test_a_long_choice_tells_how_far_it_is() -> None:
    told: list[int] = []
    data = datasets.load("penguins-adelie-chinstrap").examples
    beside(Perceptron(), data, None, tell=told.append)
    assert told[0] == 0 and told == sorted(told) and told[-1] < len(data)
