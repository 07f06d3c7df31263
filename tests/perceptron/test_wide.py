"""Data whose integers int64 does not hold: the same numbers as from tuples of Python's integers, and a run on the entries alone."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptron import Examples, MarginPerceptron, Perceptron, run
from perceptron.analysis.separability import separability
from perceptron.data.prepare import normalised, shuffled, weighted
from perceptron.data.wide import WideMatrix
from perceptron.learners.perceptron import Hebb
from perceptron.runs.engines.integer import IntegerFold
from tests.cli.running import pp

integers = st.one_of(st.just(0), st.integers(-5, 5), st.integers(-(2**100), 2**100))
tables = st.tuples(st.integers(1, 6), st.integers(1, 5)).flatmap(
    lambda shape: st.lists(st.lists(integers, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0])
)


def sparse_of(rows: Any) -> WideMatrix:
    """The rows without their zeros."""
    data = np.array([n for row in rows for n in row if n], dtype=object)
    indices = np.array([j for row in rows for j, n in enumerate(row) if n], dtype=np.int32)
    return WideMatrix(data, indices, np.concatenate([[0], np.cumsum([sum(map(bool, row)) for row in rows])]), (len(rows), len(rows[0])))


def both(rows: Any, labels: list[int]) -> tuple[Examples, Examples]:
    """The examples from tuples and from a sparse matrix. One entry is so long that int64 does not hold it."""
    rows = [[*row, 3 + 2**80 if t == 0 else 0] for t, row in enumerate(rows)]
    wide = Examples.from_sparse(sparse_of(rows), labels, 6)
    assert wide.is_wide
    return Examples.from_integers(rows, labels, 6), wide


@given(tables, st.data())
def test_products_are_those_of_python(rows: Any, data: st.DataObject) -> None:
    v = data.draw(st.lists(integers, min_size=len(rows[0]), max_size=len(rows[0])))
    at = data.draw(st.sampled_from([slice(None), slice(1, None), list(range(len(rows)))[::-1]]))
    chosen = rows[at] if isinstance(at, slice) else [rows[i] for i in at]
    for matrix in sparse_of(rows), WideMatrix(np.array(rows, dtype=object)):
        assert matrix.times(v, at) == [sum(a * b for a, b in zip(v, row, strict=True)) for row in chosen]
        assert matrix.norms2(at) == [sum(a * a for a in row) for row in chosen]
        assert matrix[at].toarray().tolist() == chosen
        top = max((abs(n) for row in rows for n in row), default=0) or 1
        floats = matrix.floats if matrix.indptr is None else matrix.floats.toarray()
        assert np.allclose(floats, [[n / top for n in row] for row in rows], rtol=1e-15, atol=0)


@given(tables, st.data(), st.sampled_from([Perceptron(), Perceptron(ties=1), MarginPerceptron("1/3"), Hebb(), Perceptron(start=[1] * 6)]))
def test_sparse_examples_are_the_dense_ones(rows: Any, data: st.DataObject, learner: Any) -> None:
    labels = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    dense, wide = both(rows, labels)
    assert wide == dense
    assert [wide[t] for t in range(len(wide))] == list(dense)
    assert (wide.largest(), wide.longest2(), wide[1:] == dense[1:]) == (dense.largest(), dense.longest2(), True)
    assert wide.repeat(2) == dense.repeat(2)
    assert wide.with_constant(Fraction(2, 7)) == dense.with_constant(Fraction(2, 7))
    assert shuffled(wide, 3) == shuffled(dense, 3)
    assert weighted(wide, Fraction(1, 3), Fraction(5)) == weighted(dense, Fraction(1, 3), Fraction(5))
    if all(map(any, wide.numerators)):
        assert normalised(wide) == normalised(dense)
    if isinstance(learner, Perceptron) and learner.origin is not None:
        learner = Perceptron(start=[1] * dense.dimension)
    made, expected = run(learner, wide), run(learner, dense, engine="fraction")
    assert (made.updates, made.final) == (expected.updates, expected.final)


def test_sparse_integers_beyond_floats_are_run_on_their_entries() -> None:
    examples = Examples.from_sparse(csr_array(np.array([[2**60 + 1, 0, 3], [0, 2**61, -1]])), [1, 1])
    fold = IntegerFold(Perceptron(), examples)
    assert fold.go() == [0, 1]
    assert run(Perceptron(), examples).final == tuple(map(Fraction, fold.weights))


def test_much_dense_data_is_measured_as_python_does() -> None:
    rng = np.random.default_rng(2)
    rows = [[int(n) * 10**18 + 1 for n in row] for row in rng.integers(-(10**6), 10**6, (600, 20)).tolist()]
    examples, v, some = Examples.from_integers(rows, [1, -1] * 300, 10**20), rng.integers(-(10**12), 10**12, 20).tolist(), [3, 500, 4]
    expected = [y * sum(a * n for a, n in zip(v, row, strict=True)) for y, row in zip(examples.labels, rows, strict=True)]
    assert examples.against(v) == expected
    assert examples.against(v, some) == [expected[t] for t in some]
    assert examples.norms2(some) == [sum(n * n for n in rows[t]) for t in some]
    near = [[examples.labels[t] * n / 10**20 for n in rows[t]] for t in some]
    assert np.allclose(examples.in_floats(some, Fraction(10**20)), near, rtol=1e-14, atol=0)


def test_separability_of_long_numbers_is_found_in_short_ones_and_holds_for_the_long() -> None:
    rng = np.random.default_rng(0)
    rows = [[int(n) << 40 | 1 if rng.random() < 0.1 else 0 for n in rng.integers(1, 2**62, 2001)] for _ in range(30)]
    examples = Examples.from_sparse(sparse_of(rows), [1 if row[0] else -1 for row in rows], 10**25)
    assert examples.is_wide
    found = separability(examples)
    assert found.u is not None
    assert min(examples.against([int(a) for a in found.u])) > 0


@pytest.mark.parametrize("digits", [16, 24])
@pytest.mark.nocover
def test_an_audit_reads_the_svm_light_files_that_other_programs_write(tmp_path: Path, digits: int) -> None:
    rng, file = np.random.default_rng(1), tmp_path / "written.svm"
    rows = [sorted(rng.choice(40_000, 12, replace=False).tolist()) for _ in range(60)]
    entries = [" ".join(f"{j + 1}:{rng.normal():.{digits}g}" for j in row) for row in rows]
    file.write_text("".join(f"{1 - 2 * (t % 2)} {line}\n" for t, line in enumerate(entries)))
    printed = pp("audit", str(file)).output
    assert "60 examples in dimension" in printed
    assert "certified, the best" in printed
