"""Examples are the same however they are held: in tuples, in an array of integers, in digits, without their zeros, or in several parts."""

from __future__ import annotations

import warnings
from collections import defaultdict
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import sparse
from scipy.sparse import csr_array

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, Winnow, measure, passes, run
from perceptron.analysis.separability import separability, separates
from perceptron.data.arrays import without_parts
from perceptron.data.examples import normalise_examples, shuffle_examples, weigh
from perceptron.data.matrix import IntegerMatrix
from perceptron.estimators import KernelPerceptronClassifier, MarginPerceptronClassifier, PerceptronClassifier
from perceptron.learners.perceptron import Hebb
from perceptron.runs.engines.certified.rows import rows_of
from tests.amounts import sampled

ENDS = [sign * (2**k + off) for k in (19, 20, 31, 40, 53, 62, 63, 80, 200) for off in (-1, 0, 1) for sign in (1, -1)]
integers = st.one_of(st.just(0), st.integers(-5, 5), st.sampled_from(ENDS), st.integers(-(2**100), 2**100))
tables = st.tuples(st.integers(1, 6), st.integers(1, 5)).flatmap(
    lambda shape: st.lists(st.lists(integers, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0])
)


def sparse_of(rows: Any) -> IntegerMatrix:
    """The rows without their zeros."""
    data = np.array([n for row in rows for n in row if n], dtype=object)
    indices = np.array([j for row in rows for j, n in enumerate(row) if n], dtype=np.int32)
    return IntegerMatrix.of(data, indices, np.cumsum([0, *(sum(map(bool, row)) for row in rows)]), (len(rows), len(rows[0])))


def forms(rows: Any, labels: list[int], below: int) -> list[Examples]:
    """The examples in each of the forms in which they are held."""
    dense = IntegerMatrix.of(np.array(rows, dtype=object))
    made = [
        Examples.from_integers(rows, labels, below),
        Examples.from_matrix(dense, below, labels),
        Examples.from_matrix(sparse_of(rows), below, labels),
    ]
    return made if dense.long else [*made, Examples.from_array(dense.parts[0], labels, below)]


def in_order(places: Any, values: list[Any]) -> list[Any]:
    return values if places is None else [values[t] for t in places]


@given(tables, st.data(), st.sampled_from([1, 6, 2**70, 10**20]))
@example([[-(2**63)], [2**63]], None, 1)
def test_what_examples_are_asked_for_is_what_python_computes(rows: Any, data: Any, below: int) -> None:
    d, T = len(rows[0]), len(rows)
    draw = (lambda s: [3**60] * d) if data is None else data.draw
    v, labels = draw(st.lists(integers, min_size=d, max_size=d)), [1 if t % 3 else -1 for t in range(T)]
    for made in forms(rows, labels, below):
        D = made.denominator
        whole = [[n * D // below for n in row] for row in rows]  # in lowest terms
        assert [e.x for e in made] == [tuple(Fraction(n, below) for n in row) for row in rows]
        products = [y * sum(a * n for a, n in zip(v, row, strict=True)) for y, row in zip(labels, whole, strict=True)]
        norms = [sum(n * n for n in row) for row in whole]
        for at in (None, range(1, T), [T - 1, 0]):
            assert made.against(v, at) == in_order(at, products)
            assert made.norms2(at) == in_order(at, norms)
            floats = made.in_floats(range(T) if at is None else at, Fraction(made.largest() or 1))
            near = [
                [float(Fraction(y * n, made.largest() or 1)) for n in row] for y, row in in_order(at, [*zip(labels, whole, strict=True)])
            ]
            assert np.allclose(floats.toarray() if made.sparse else floats, np.array(near).reshape(-1, d), rtol=1e-14, atol=0)
        assert (made.largest(), made.longest2(), made.least_against(v)) == (
            max(abs(n) for r in whole for n in r),
            max(norms),
            min(products),
        )
        assert [n for _, n in made.entries(0) if n] == [n for n in whole[0] if n]
        assert [row for _, part, _ in made.blocks() for row in part] == [
            tuple(y * n for n in row) for y, row in zip(labels, whole, strict=True)
        ]


@given(tables, st.sampled_from([1, 6, 2**70]))
def test_what_is_made_of_examples_is_the_same_in_every_form(rows: Any, below: int) -> None:
    labels = [1 if t % 3 else -1 for t in range(len(rows))]
    plain, *others = forms(rows, labels, below)
    for made in others:
        assert made == plain and hash(made) == hash(plain)
        for change in (
            lambda e: e.with_constant(Fraction(2, 7)), lambda e: e.with_constant(10**40), lambda e: shuffle_examples(e, 3), lambda e: e[1:],
            lambda e: e[:0], lambda e: e.repeat(2), lambda e: weigh(e, Fraction(1, 3), Fraction(5)), lambda e: e + e,
        ):  # fmt: skip
            assert change(made) == change(plain)
            assert change(made).denominator == change(plain).denominator


@given(tables, st.sampled_from([Perceptron(), Perceptron(1), MarginPerceptron("1/3"), Hebb(), Winnow(eta="1/4")]))
def test_a_run_is_the_same_in_every_form_and_by_every_engine(rows: Any, learner: Any) -> None:
    rows = [[*row, 1] for row in rows]
    plain, *others = forms(rows, [1 if t % 2 else -1 for t in range(len(rows))], 6)
    expected = run(learner, plain, engine="auto" if isinstance(learner, Winnow) else "fraction")
    engines = ["auto"] if isinstance(learner, Winnow) else ["auto", "int"]
    engines += ["certified"] * (plain.largest() <= 2**53 and isinstance(learner, (Perceptron, MarginPerceptron)))
    for made in others:
        for engine in engines:
            found = run(learner, made, engine)
            assert (found.updates, found.final) == (expected.updates, expected.final)
            assert measure(found, [1] * made.dimension, "1/2") == measure(expected, [1] * made.dimension, "1/2")


ROWS = 3_000
RNG = np.random.default_rng(0)
NORMAL = RNG.normal(size=(ROWS, 4))
# What a table of floats is like, and the table.
TABLES = {
    "normal": NORMAL,
    "float32, in Fortran's order": np.asfortranarray(NORMAL).astype(np.float32)[::-1],
    "whole": np.round(8 * NORMAL),
    "eighths": np.round(8 * NORMAL) / 8,
    "half of them 0": NORMAL * (RNG.random((ROWS, 4)) < 0.5),
    "2^-100 to 2^100": NORMAL * 2.0 ** RNG.integers(-100, 100, (ROWS, 4)),
    "about 1e250": NORMAL * 1e250,
    "the least floats": RNG.integers(-3, 4, (ROWS, 4)) * 5e-324,
    "all 0": np.zeros((ROWS, 4)),
}


@pytest.mark.parametrize("name", sampled(list(TABLES), 4))
def test_a_table_of_floats_is_what_its_fractions_are(name: str) -> None:
    values, labels = TABLES[name], RNG.choice([-1, 1], ROWS).tolist()
    few = Examples.from_floats(values.tolist(), labels)
    many, sparse = Examples.from_float_array(values, labels), Examples.from_float_array(csr_array(values), labels)
    assert many == few == sparse and few.integer_matrix is None and many.integer_matrix is not None and sparse.sparse is not None
    for rule in [Perceptron(), Perceptron(1)] + [MarginPerceptron("1/3")] * bool(values[0].any()):
        expected = passes(rule, few, 2, engine="int")
        for made in (many, sparse):
            found = passes(rule, made, 2)
            assert (found.updates, found.final) == (expected.updates, expected.final)
            if isinstance(rule, Perceptron):
                assert passes(rule, made, 2, engine="certified").updates == expected.updates


def test_the_examples_do_not_change_with_the_array_nor_it_with_them() -> None:
    values = NORMAL.copy()
    made = Examples.from_float_array(values, [1] * ROWS)
    first, table = made[0], np.ones((2, 2), np.int64)
    whole = Examples.from_array(table, [1, 1])
    values[0], table[0] = 0, 7
    assert made[0] == first and whole[0].x == (1, 1)
    values[5, 2] = np.nan
    with pytest.raises(InputError, match="example 5, entry 2"):
        Examples.from_float_array(values, [1] * ROWS)


@pytest.mark.parametrize("shift", [0, 60])
def test_whether_large_data_are_separable_is_told_as_of_small(shift: int) -> None:
    """60 more bits in some entries are no fewer reasons."""
    whole = np.round(NORMAL * 1000).astype(np.int64).astype(object)
    whole = (whole << shift) + (whole != 0)
    sides = np.where(NORMAL @ [1, 2, 3, 4] > 0, 1, -1)
    for form in (lambda rows: IntegerMatrix.of(rows), lambda rows: sparse_of(rows.tolist())):
        clean, noisy = (
            Examples.from_matrix(form(whole), 7, sides),
            Examples.from_matrix(form(whole), 7, sides * np.where(np.arange(ROWS) % 99, 1, -1)),
        )
        found = separability(clean)
        assert found.u is not None and separates(Examples.from_integers(whole[::50].tolist(), sides[::50].tolist()), found.u)
        assert separability(noisy).separable is False


def test_a_zero_vector_is_found_beyond_the_rows_that_are_read_at_a_time() -> None:
    values = RNG.normal(size=(70_000, 2))
    values[69_999] = 0
    for data in (
        Examples.from_float_array(values, [1] * 70_000),
        Examples.from_array(np.round(values * 2**20).astype(np.int64), [1] * 70_000),
    ):
        assert separability(data).farkas == {69_999: 1}
        with pytest.raises(InputError, match="example 69999 is the zero vector"):
            normalise_examples(data)


def test_a_seed_gives_one_order_of_the_same_examples() -> None:
    data = Examples([[i, -i] for i in range(50)], [1 if i % 3 else -1 for i in range(50)])
    assert shuffle_examples(data, 7) == shuffle_examples(data, 7) != shuffle_examples(data, 8)
    assert sorted((e.x, e.y) for e in shuffle_examples(data, 7)) == sorted((e.x, e.y) for e in data)


@given(tables.map(lambda rows: [row for row in rows if any(row)] or [[3, 4]]))
@example([[29, 420, 0], [7, 0, 24], [0, 2**63 - 1, 0], [3, 4, 0]])
def test_normalised_entries_are_cut_exactly_to_six_decimals(rows: Any) -> None:
    exactly = [[(1 if n > 0 else -1) * isqrt(10**12 * n * n // sum(a * a for a in row)) for n in row] for row in rows]
    for held in forms(rows, [1] * len(rows), 3):
        assert normalise_examples(held) == Examples.from_integers(exactly, [1] * len(rows), 10**6)


# --- Sparse matrices in which an entry is given in several parts: their sum is exact, or refused


FORMS = [sparse.coo_array, sparse.coo_matrix, sparse.csr_array, sparse.csr_matrix, sparse.csc_array]


def in_parts(form: Any, parts: list[tuple[int, int, Any]], kind: Any, shape: tuple[int, int] = (3, 4)) -> Any:
    """A matrix of these parts (row, column, value), none of them added up."""
    rows, columns, values = zip(*sorted(parts, key=lambda p: p[1] if form is sparse.csc_array else p[0]), strict=True)
    data = np.array(values, dtype=kind)
    if form in (sparse.coo_array, sparse.coo_matrix):
        return form((data, (rows, columns)), shape=shape)
    major, minor = (columns, rows) if form is sparse.csc_array else (rows, columns)
    starts = np.searchsorted(major, range(shape[form is sparse.csc_array] + 1))
    return form((data, np.array(minor), starts), shape=shape)


places = st.integers(0, 2), st.integers(0, 3)
floats = st.floats(allow_nan=False, allow_infinity=False, width=32) | st.sampled_from([0.1, 0.2, 2.0**53, 1e-300, 1e308])
parts_of = {
    np.float64: st.one_of(floats, st.integers(-9, 9).map(float)),
    np.float32: st.floats(allow_nan=False, allow_infinity=False, width=32),
    np.int8: st.integers(-128, 127),
    np.int64: st.integers(-128, 127) | st.integers(-(2**63), 2**63 - 1),
}


@pytest.mark.parametrize("kind", list(parts_of))
@given(st.data(), st.sampled_from(FORMS))
def test_sums_of_parts_are_exact_or_refused(kind: Any, data: st.DataObject, form: Any) -> None:
    parts = data.draw(st.lists(st.tuples(*places, parts_of[kind]), min_size=1, max_size=12))
    sums: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for i, j, value in parts:
        sums[i, j] += Fraction(value)
    matrix = in_parts(form, parts, kind)
    try:
        made = without_parts(matrix)
    except InputError:
        assert not all(_held(value, kind) for value in sums.values()) or max(abs(value) for *_, value in parts) > 1e307
        return
    assert made.format == "csr" and made.has_canonical_format
    assert all(_held(value, kind) and Fraction(made[place].item()) == value for place, value in sums.items())
    if kind in (np.int8, np.int64):
        found = Examples.from_sparse(matrix, [1, -1, 1])
        assert all(found[i].x[j] == value for (i, j), value in sums.items())


def _held(value: Fraction, kind: Any) -> bool:
    if kind in (np.int8, np.int64):
        return -(2**63) <= value < 2**63
    try:
        return Fraction(float(value)) == value
    except OverflowError:
        return False


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("model", [PerceptronClassifier(), MarginPerceptronClassifier(), KernelPerceptronClassifier("linear")])
def test_a_fit_adds_the_parts_exactly_or_says_which_it_cannot(model: Any, form: Any) -> None:
    tenths = in_parts(form, [(0, 0, 1.0), (1, 2, 0.1), (1, 2, 0.2), (2, 1, 3.0)], np.float64)
    with pytest.raises(InputError, match=r"row 1, column 2 of the sparse matrix .* sum_duplicates"):
        model.fit(tenths, [0, 1, 0])
    bytes_ = in_parts(form, [(0, 0, 1), (1, 2, 100), (1, 2, 100), (2, 1, 3)], np.int8)
    dense = np.array([[1, 0, 0, 0], [0, 0, 200, 0], [0, 3, 0, 0]])
    found, wanted = model.fit(bytes_, [0, 1, 0]).decision_function(bytes_), model.fit(dense, [0, 1, 0]).decision_function(dense)
    assert (found == wanted).all()
    with pytest.raises(InputError, match="row 1, column 2"):
        model.decision_function(tenths)


def test_sums_beyond_floats_go_on_in_fractions() -> None:
    wide = in_parts(sparse.csr_array, [(0, 0, 2**53), (0, 0, 1), (1, 0, -1)], np.int64, (2, 1))
    model = PerceptronClassifier(fit_intercept=False).fit(wide, [1, 0])
    assert model.weights_ == (Fraction(2**53 + 1),)
    with pytest.raises(InputError, match="float64 does not hold"):
        rows_of(wide)


def test_matrices_without_parts_are_not_copied_and_not_changed() -> None:
    matrix = sparse.csr_array(np.array([[0.1, 0.2], [0.0, 0.3]]))
    assert without_parts(matrix) is matrix
    unsorted = sparse.csr_array((np.array([0.2, 0.1]), np.array([1, 0]), np.array([0, 2])), shape=(1, 2))
    assert without_parts(unsorted).toarray().tolist() == [[0.1, 0.2]] and unsorted.indices.tolist() == [1, 0]
    truths = sparse.coo_array((np.array([True, True]), ([0, 0], [0, 0])), shape=(1, 1))
    assert without_parts(truths).toarray().tolist() == [[True]]


def test_what_is_not_finite_or_too_wide_is_refused_in_one_line() -> None:
    for value in (np.nan, np.inf):
        with warnings.catch_warnings(), pytest.raises(ValueError, match=r"NaN|infinity"):
            warnings.simplefilter("error")
            PerceptronClassifier().fit(in_parts(sparse.csr_array, [(0, 0, value), (0, 0, 1.0), (1, 1, 1.0)], np.float64), [0, 1, 0])
    with pytest.raises(InputError, match="row 0, column 0"):
        without_parts(in_parts(sparse.coo_array, [(0, 0, 1), (0, 0, 2)], np.longdouble))


def test_a_masked_entry_is_missing() -> None:
    X = np.ma.masked_array([[1.0, 2.0], [3.0, -4.0]], mask=[[False, False], [False, True]])
    for model in (PerceptronClassifier(), KernelPerceptronClassifier("linear")):
        with pytest.raises(InputError, match=r"entry \(1, 1\) of X is masked"):
            model.fit(X, [0, 1])
        fitted = model.fit(np.ma.masked_array(X.data), [0, 1])
        with pytest.raises(InputError, match=r"entry \(1, 1\) of X is masked"):
            fitted.predict(X)
