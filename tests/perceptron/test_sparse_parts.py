"""Sparse matrices in which an entry is given in several parts: their sum is exact, or refused."""

from __future__ import annotations

import warnings
from collections import defaultdict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from perceptron import Examples, InputError
from perceptron.data.sparse import without_parts
from perceptron.estimators import KernelPerceptronClassifier, MarginPerceptronClassifier, PerceptronClassifier
from perceptron.runs.engines.certified.rows import rows_of

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
finite = st.floats(allow_nan=False, allow_infinity=False)
floats = st.one_of(finite, st.integers(-9, 9).map(float), st.sampled_from([0.1, 0.2, 2.0**53, 1e-300]))


@given(st.lists(st.tuples(*places, floats), min_size=1, max_size=12), st.sampled_from(FORMS), st.sampled_from([np.float64, np.float32]))
def test_sums_of_floats_are_exact_or_refused(parts: list[tuple[int, int, float]], form: Any, kind: Any) -> None:
    with np.errstate(over="ignore"):
        parts = [(i, j, float(kind(value))) for i, j, value in parts if np.isfinite(kind(value))] or [(0, 0, 1.0)]
    expected: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for i, j, value in parts:
        expected[i, j] += Fraction(value)
    matrix = in_parts(form, parts, kind)
    try:
        made = without_parts(matrix)
    except InputError as error:
        assert any(not _held(value) for value in expected.values()) or _large(parts), error
        return
    assert all(Fraction(float(made[i, j])) == value for (i, j), value in expected.items())
    assert made.format == "csr" and made.has_canonical_format


def _held(value: Fraction) -> bool:
    try:
        return Fraction(float(value)) == value
    except OverflowError:
        return False


def _large(parts: list[tuple[int, int, float]]) -> bool:
    """Whether parts may go beyond all floats on the way to their sum."""
    return max(abs(value) for _, _, value in parts) > 1e307


@given(
    st.lists(st.tuples(*places, st.integers(-128, 127) | st.integers(-(2**63), 2**63 - 1)), min_size=1, max_size=12), st.sampled_from(FORMS)
)
def test_sums_of_integers_do_not_wrap_around(parts: list[tuple[int, int, int]], form: Any) -> None:
    small = all(-128 <= value < 128 for _, _, value in parts)
    expected: dict[tuple[int, int], int] = defaultdict(int)
    for i, j, value in parts:
        expected[i, j] += value
    matrix = in_parts(form, parts, np.int8 if small else np.int64)
    if all(-(2**63) <= value < 2**63 for value in expected.values()):
        assert {place: int(without_parts(matrix)[place]) for place in expected} == expected
        if all(abs(value) < 2**63 for value in expected.values()):
            found = Examples.from_sparse(matrix, [1, -1, 1])
            assert all(found[i].x[j] == value for (i, j), value in expected.items())
    else:
        with pytest.raises(InputError, match="int64 is not known to hold their sum"):
            without_parts(matrix)


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
