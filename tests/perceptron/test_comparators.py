"""The float solvers may say what they like: what comes back is checked here in integers, and both answers carry a witness."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.datasets import load_breast_cancer

from perceptron import Examples, Perceptron, datasets, measure, passes, run
from perceptron.analysis.comparators import is_farkas, least_hinge, max_l1_margin, max_margin, separability, separates
from perceptron.analysis.hinge_path import NEWTON_DIMENSIONS, STEP, WIDE_STEPS, paths
from perceptron.data.matrix import IntegerMatrix
from perceptron.extremal.sequences import orthonormal, plane, spiral
from perceptron.runs.quantities import loss_over_all_rounds
from tests.amounts import sampled, tries
from tests.perceptron.strategies import examples, inner


def checked(data: Examples) -> bool:
    """The answer, after its witness has been checked by this test's own arithmetic."""
    answer = separability(data)
    assert answer.separable is not None
    if answer.separable:
        assert answer.u is not None and answer.farkas is None
        assert all(y * inner(answer.u, x) > 0 for x, y in data)
    else:
        assert answer.farkas and answer.u is None and min(answer.farkas.values()) > 0
        total = [Fraction(0)] * data.dimension
        for t, weight in answer.farkas.items():
            total = [a + weight * data[t].y * b for a, b in zip(total, data[t].x, strict=True)]
        assert not any(total)
    return answer.separable


@settings(max_examples=tries(60))
@given(examples(max_rounds=20))
def test_every_data_set_gets_one_of_the_two_witnesses(data: Examples) -> None:
    assume(len(data) > 0)
    if checked(data):
        assert passes(Perceptron(), data, limit=100_000).halted


@settings(max_examples=tries(20))
@given(st.integers(0, 2**32), st.integers(2, 8), st.booleans())
def test_larger_data_is_decided_with_a_witness(seed: int, d: int, noise: bool) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(-50, 50, size=(5000, d))
    w = rng.integers(-5, 6, size=d) | 1
    score = rows @ w
    rows, score = rows[score != 0], score[score != 0]
    labels = np.sign(score)
    if noise:
        labels[:3] = -labels[:3]
    assert checked(Examples.from_array(rows, labels)) or noise


CLOSE = [Fraction(1, 10**k) for k in (4, 7, 9, 30, 60)]


@pytest.mark.parametrize(
    ("rows", "labels", "separable"),
    [
        *(([[1, 0], [-1, e]], [1, 1], True) for e in CLOSE),
        *(([[1, 0], [-1, 0], [0, e]], [1, 1, 1], False) for e in CLOSE),
        *(([[1, 1 + e], [1, 1], [1, 1 + 2 * e]], ys, ys[2] > 0 > ys[1]) for e in CLOSE for ys in ([1, -1, -1], [1, -1, 1], [-1, 1, 1])),
        *(([[10**k, 0], [0, Fraction(1, 10**k)]], [1, 1], True) for k in (100, 200, 400)),
        *(([[10**k, 0], [-Fraction(1, 10**k), 0]], [1, 1], False) for k in (100, 200, 400)),
        ([[10**300, 2], [2, Fraction(1, 10**300)]], [-1, 1], True),
        ([[0, 0], [1, 0]], [1, 1], False),
        ([[5]], [-1], True),
        ([[1, 0], [0, 1], [-1, -1]], [1, 1, 1], False),
        ([[10**40, 1], [-(10**40), 1]], [1, 1], True),
    ],
)
def test_what_floats_can_hardly_tell_is_decided(rows: list[list[Fraction | int]], labels: list[int], separable: bool) -> None:
    assert checked(Examples(rows, labels)) is separable


@settings(max_examples=tries(60))
@given(examples(max_rounds=20), st.data())
def test_units_that_are_very_unlike_change_no_answer(data: Examples, drawn: st.DataObject) -> None:
    """Nor do they hide the margin of a separator."""
    assume(len(data) > 0)
    units = [Fraction(10) ** drawn.draw(st.integers(-60, 60)) for _ in range(data.dimension)]
    scaled = Examples([[a * unit for a, unit in zip(x, units, strict=True)] for x, _ in data], data.labels)
    answer = checked(scaled)
    assert answer is checked(data)
    if answer:
        assert max_margin(run(Perceptron(), scaled), separability(scaled).u).gamma > 0
        assert max_l1_margin(scaled, separability(scaled).u).gamma > 0


def test_false_certificates_are_seen() -> None:
    data = Examples([[1, 0], [-1, 0], [0, 1]], [1, 1, 1])
    assert is_farkas(data, {0: Fraction(1), 1: Fraction(1)})
    one, half = Fraction(1), Fraction(1, 2)
    for wrong in ({}, {0: one}, {0: one, 1: half}, {0: -one, 1: -one}, {0: Fraction(0)}, {3: one}, {-1: one}):
        assert not is_farkas(data, wrong)
    assert not separates(data, (one, one)) and not separates(data[1:], (Fraction(0), one)) and separates(data[1:], (-one, one))


@pytest.mark.parametrize("dummy", sampled([None, 1, 10], 1))
def test_comparators_of_the_penguins_keep_the_master_inequality(dummy: int | None) -> None:
    for name, separable in (("penguins-adelie-gentoo", True), ("penguins-adelie-chinstrap", False)):
        data = datasets.load(name).examples
        data = data if dummy is None else data.with_constant(dummy)
        assert checked(data) is separable
        trace = run(Perceptron(), data)
        comparator = least_hinge(trace)
        q = measure(trace, comparator.u, comparator.gamma)
        assert q.U2 == 1
        assert (q.gamma * q.M - q.TD) ** 2 <= q.S2 or q.gamma * q.M <= q.TD
        if separable:
            best = max_margin(trace, separability(data).u)
            q = measure(trace, best.u, best.gamma)
            assert q.U2 == 1 and q.margin == best.gamma and q.TD == 0
            assert q.R2 / best.gamma**2 >= passes(Perceptron(), data, limit=10_000).M


@pytest.mark.parametrize("witness", [orthonormal(9), plane("5/13"), spiral("20/101", "unit")], ids=["basis", "plane", "spiral"])
def test_max_margin_is_nearly_the_greatest(witness: object) -> None:
    """No separator can have a margin above R/√M, and the constructions' own γ is close to it or known."""
    e = witness
    trace = run(e.learner, e.examples)  # type: ignore[attr-defined]
    best = max_margin(trace)
    assert best.gamma >= e.gamma * Fraction(998, 1000)  # type: ignore[attr-defined]
    assert best.gamma <= Fraction(1, isqrt(trace.M))
    assert inner(best.u, best.u) == 1


@pytest.mark.nocover
def test_margin_of_many_rows_in_100_dimensions_is_nearly_greatest() -> None:
    """Wolfe's steps ended at a third of it. It is 0.0017531 of the longest row at most, the length of a point of the convex hull."""
    rng = np.random.default_rng(3)
    rows = rng.integers(-99, 100, size=(5000, 100))
    made = passes(Perceptron(), Examples.from_array(rows, np.where(rows @ rng.normal(size=100) > 0, 1, -1).tolist()))
    assert float(max_margin(made).gamma) > 0.00175 * made.examples.longest2() ** 0.5


@pytest.mark.parametrize("kind", sampled(["integers", "floats", "long decimals", "lists"], 1))
@pytest.mark.parametrize("dimension", sampled([12, 2, 60], 1))
def test_rows_that_are_no_sample_decide_the_greatest_margin_too(dimension: int, kind: str) -> None:
    """Sums of z = y·x with weights that add up to 1 or more have no smaller margin, so the margin of all is that of a few."""
    rng = np.random.default_rng(dimension)
    w = rng.normal(size=dimension)
    few = rng.normal(size=(5 * dimension, dimension))
    few = few * np.sign(few @ w)[:, None] + w / 40
    many = rng.uniform(1, 3, size=(22_000, 1)) * (rng.dirichlet(np.full(len(few), 0.02), size=22_000) @ few)
    labels = rng.choice([-1, 1], 22_000 + len(few))
    rows = np.vstack([many[:777], few, many[777:]]) * labels[:, None]
    whole = np.round(rows * 2**40).astype(np.int64)
    held = {
        "integers": lambda: Examples.from_array(whole >> 20, labels),
        "lists": lambda: Examples((whole >> 20).tolist(), labels.tolist()),
        "floats": lambda: Examples.from_float_array(rows, labels),
        "long decimals": lambda: Examples.from_matrix(IntegerMatrix.of((whole.astype(object) << 40) + 1), 1, labels),
    }[kind]()
    assert held.matrix().long == (kind in ("floats", "long decimals"))
    best, known = (max_margin(passes(Perceptron(), e, limit=2)) for e in (held, held.take(slice(777, 777 + len(few)))))
    assert known.gamma * 999 <= best.gamma * 1000 <= known.gamma * 1001


def test_least_hinge_keeps_away_from_the_comparator_that_says_nothing() -> None:
    """Four good rounds and one bad one, over and over: a bound well below T exists, and is found."""
    good = Examples([["3/5", "4/5"], ["3/5", "-4/5"], [1, 0], ["4/5", "3/5"], [1, 0]], [1, 1, 1, 1, -1]).repeat(40)
    trace = run(Perceptron(), good)
    comparator = least_hinge(trace)
    assert loss_over_all_rounds(trace, *comparator) < len(good) * Fraction(3, 4)


def test_least_hinge_minds_no_unit_of_measure() -> None:
    data = datasets.load("penguins-adelie-chinstrap").examples
    shares = []
    for scale in (Fraction(1), Fraction(1, 10**8), Fraction(10**40)):
        comparator = least_hinge(run(Perceptron(), Examples([[a * scale for a in x] for x, _ in data], [y for _, y in data])))
        shares.append(float(comparator.gamma / scale))
    assert shares == pytest.approx([shares[0]] * 3, rel=1e-3)


@pytest.mark.parametrize("copies", [0, pytest.param(40, marks=pytest.mark.nocover)])
def test_an_unscaled_table_s_greatest_margin_is_found(copies: int) -> None:
    """It is a hundred-millionth of its lengths, which an absolute tolerance of 1e-14 cuts off at 3.9e17. Longer copies of its rows change
    nothing: of so many rows only some are looked at, and floats hardly tell which."""
    X, y = load_breast_cancer(return_X_y=True)
    longer = [X * np.random.default_rng(k).uniform(1, 2, size=(len(X), 1)) for k in range(copies)]
    data = Examples.from_float_array(np.vstack([*longer, X]), np.tile(2 * y - 1, copies + 1).tolist())
    best, table = max_margin(passes(Perceptron(), data, limit=1), separability(data).u), data[-len(X) :]
    assert 1.50e16 < max(table.norms2()) / (best.gamma * table.denominator) ** 2 < 1.52e16


def test_rows_of_zeros_meet_a_vector_that_int64_does_not_hold() -> None:
    for rows in (np.zeros((1, 2), dtype=np.int64), sparse.csr_array((1, 2), dtype=np.int64)):
        assert list((Examples.from_sparse if sparse.issparse(rows) else Examples)(rows, [1]).against([3, -(10**20)])) == [0]


def test_the_path_in_many_dimensions_is_the_one_in_few() -> None:
    """Columns of zeros change nothing, but beyond NEWTON_DIMENSIONS another method takes steps that are twice as long."""
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(60, 12)) + 0.3
    rows /= np.linalg.norm(rows, axis=1).max()
    padded = sparse.csr_array(np.hstack([rows, np.zeros((60, NEWTON_DIMENSIONS))]))
    few, many = list(paths(rows, np.ones(60), (inf,)))[::2], list(paths(padded, np.ones(60), (inf,)))
    assert len(many) == WIDE_STEPS
    weight = float((rows @ rows.sum(axis=0)).max())
    for near, w in zip(few, many, strict=False):
        assert not w[12:].any()
        found, least = (weight * v @ v / 2 + ((1 - rows @ v).clip(min=0) ** 2).sum() / 2 for v in (w[:12], near))
        assert least * (1 - 1e-6) <= found <= least * 1.01
        weight *= STEP**2


def test_a_path_ends_before_the_limit() -> None:
    rows = np.array([[1.0, 0.0], [0.5, 0.5], [-0.1, 0.9]])
    lengths = [float(np.linalg.norm(w)) for w in paths(rows, np.ones(3))]
    limit = sorted(lengths)[len(lengths) // 2]
    assert 0 < len(kept := list(paths(rows, np.ones(3), limit=limit))) < len(lengths)
    assert max(float(np.linalg.norm(w)) for w in kept) <= limit


@pytest.mark.parametrize("entry", [1, 2**70])
def test_contradictory_sparse_rows_are_found_in_many_dimensions(entry: int) -> None:
    columns = np.arange(3000).reshape(1000, 3)
    columns[700] = columns[20]
    data = np.full(3000, entry, dtype=object)
    data[2100:2103] = data[60:63] = [3, -entry, 5]
    rows = IntegerMatrix.of(data, columns.ravel(), np.arange(0, 3001, 3), (1000, 3000))
    assert separability(Examples.from_matrix(rows, 1, [1] * 700 + [-1] * 300)).farkas == {20: 1, 700: 1}
    assert separability(Examples.from_matrix(rows, 1, [1] * 1000)).separable


@pytest.mark.nocover
@pytest.mark.parametrize("sparse_rows_of", [False, True])
def test_wide_examples_are_separated_with_nearly_the_greatest_margin(sparse_rows_of: bool) -> None:
    """Columns of zeros do not change the margin, which for few columns is that of the nearest point."""
    draw = np.random.default_rng(5)
    X, u = draw.integers(-9, 10, size=(150, 8)), draw.integers(-9, 10, size=8)
    X = X[abs(X @ u) > 20]
    y = np.where(X @ u > 0, 1, -1)
    few = max_margin(passes(Perceptron(), Examples.from_array(X, y), limit=2))
    many = np.hstack([X, np.zeros((len(X), 2500 if sparse_rows_of else 600), dtype=int)])
    wide = Examples.from_sparse(sparse.csr_array(many), y) if sparse_rows_of else Examples.from_array(many, y)
    decided = separability(wide)
    assert decided.separable and decided.u is not None and separates(wide, decided.u)
    found = max_margin(passes(Perceptron(), wide, limit=2), decided.u)
    assert few.gamma * 998 <= found.gamma * 1000 <= few.gamma * 1001
    assert max_margin(passes(Perceptron(), wide, limit=2)).gamma * 1000 >= few.gamma * 998


@pytest.mark.nocover
def test_wide_examples_of_which_nothing_separates_all_keep_their_proof() -> None:
    draw = np.random.default_rng(6)
    X = np.hstack([draw.integers(-3, 4, size=(40, 5)), np.zeros((40, 600), dtype=int)])
    assert not checked(Examples.from_array(X, draw.choice([-1, 1], size=40)))
