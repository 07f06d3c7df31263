"""Tables of long decimals, which are held in two words: the same integers, products, runs and files as from Python's integers."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron import Examples, MarginPerceptron, Perceptron
from perceptron.analysis.separability import is_farkas, separability, separates
from perceptron.data.prepare import normalised, shuffled
from perceptron.data.read import read
from perceptron.data.two_words import MOST_BITS, MOST_FACTOR, TwoWordMatrix
from perceptron.runs.passes import passes
from perceptron.runs.quantities import measure

ends = [sign * (2**k + off) for k in (0, 30, 31, 60, 61, 62, 63, 91) for off in (-1, 0, 1) for sign in (1, -1)]
integers = st.one_of(st.sampled_from([0, 2**MOST_BITS - 1, 1 - 2**MOST_BITS, *ends]), st.integers(1 - 2**MOST_BITS, 2**MOST_BITS - 1))
tables = st.tuples(st.integers(1, 6), st.integers(1, 9)).flatmap(
    lambda shape: st.lists(st.lists(integers, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0])
)


def long(rows: Any) -> TwoWordMatrix:
    """The rows in two words."""
    return TwoWordMatrix.of(np.array(rows, dtype=object))


@given(tables, st.data())
@example([[-(2**61)], [2**61]], None)
def test_a_table_in_two_words_is_that_of_integers(rows: Any, data: st.DataObject | None) -> None:
    matrix, v = long(rows), [3**60 - 5 * i for i in range(len(rows[0]))]
    at = slice(None) if data is None else data.draw(st.sampled_from([slice(None), slice(1, None), list(range(len(rows)))[::-1]]))
    chosen = rows[at] if isinstance(at, slice) else [rows[i] for i in at]
    assert (matrix[at].toarray().tolist(), [matrix.row(t) for t in range(len(rows))]) == (chosen, rows)
    assert matrix.largest == max(abs(n) for row in rows for n in row)
    assert matrix.times(v, at) == [sum(a * b for a, b in zip(v, row, strict=True)) for row in chosen]
    assert matrix.norms2(at) == [sum(a * a for a in row) for row in chosen]
    if matrix.largest:
        expected = np.array([[n / matrix.largest for n in row] for row in chosen]).reshape(-1, len(rows[0]))
        assert np.allclose(matrix.floats_at(at), expected, rtol=1e-15, atol=0)


@given(tables, st.integers(1, MOST_FACTOR))
def test_a_factor_leaves_no_carry_behind(rows: Any, factor: int) -> None:
    rows = [[n // factor for n in row] for row in rows]
    assert long(rows).times_factor(factor).toarray().tolist() == [[n * factor for n in row] for row in rows]


@given(tables, st.sampled_from([1, 2, 7, 10**6, 2**40, 3**25]), st.integers(1, 2**80))
@example([[2**61], [2**61 + 2**30]], 1, MOST_FACTOR + 2)
def test_what_all_integers_have_in_common(rows: Any, divisor: int, factor: int) -> None:
    rows = [[n // divisor * divisor for n in row] for row in rows]
    for other in factor, divisor, factor % MOST_FACTOR or 1:
        assert long(rows).common(other) == math.gcd(other, *chain(*rows))


@pytest.mark.parametrize("last", [1, 10])
def test_the_last_rows_decide_what_all_have_in_common(last: int) -> None:
    rows = [[10**20 * k, 10**21] for k in range(1, 5_000)] + [[10**20 + last, 0]]
    assert long(rows).common(10**9) == last


WRITTEN = {
    "to_csv": lambda rng: repr(float(rng.normal())),
    "savetxt": lambda rng: f"{rng.normal():.18e}",
    "some of them whole": lambda rng: repr(float(rng.normal())) if rng.random() < 0.5 else str(int(rng.integers(-3, 4))),
    "sizes unlike": lambda rng: repr(float(rng.normal() * 10.0 ** rng.integers(-6, 3))),
    "integers": lambda rng: str(int(rng.integers(-(2**62), 2**62)) * int(rng.integers(1, 2**29))),
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("noise", [0, 0.1])
def test_a_file_of_long_decimals_is_read_as_its_fractions_are(written: str, noise: float, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    cells = [[WRITTEN[written](rng) for _ in range(4)] for _ in range(3_000)]
    labels = [1 if (Fraction(row[0]) > Fraction(row[1])) != (rng.random() < noise) else -1 for row in cells]
    path = tmp_path / "d.csv"
    path.write_text("\n".join(",".join([*row, str(y)]) for row, y in zip(cells, labels, strict=True)) + "\n")
    many, few = read(path).examples, Examples([[Fraction(cell) for cell in row] for row in cells], labels)
    assert isinstance(many.table, TwoWordMatrix) and few.table is None
    assert (many.denominator, many.longest2(), many.entries(7)) == (few.denominator, few.longest2(), few.entries(7))
    for learner in Perceptron(), MarginPerceptron("1/100"):
        made, expected = passes(learner, many, 2), passes(learner, few, 2)
        assert (made.rounds, made.final) == (expected.rounds, expected.final)
        u = [Fraction(k, 7) for k in (3, -5, 2, 1)]
        assert measure(made, u, "1/9") == measure(expected, u, "1/9")
    decided = separability(many)
    assert decided.separable is separability(few).separable
    assert separates(few, decided.u) if decided.u else is_farkas(few, decided.farkas or {})
    assert (many[5:2005], shuffled(many, 1), normalised(many)) == (few[5:2005], shuffled(few, 1), normalised(few))
    for constant in 1, Fraction(-7, 3), 10**40:
        assert many.with_constant(constant) == few.with_constant(constant)
    assert isinstance(many.with_constant().table, TwoWordMatrix)
    assert many == few


def test_a_slice_is_in_lowest_terms_too() -> None:
    few = Examples([["1/3", 2**70], [2**70, 5]] * 3_000, [1, -1] * 3_000)
    many = Examples.from_two_words(long(few.numerators), few.labels, few.denominator)
    assert isinstance(many.table, TwoWordMatrix)
    for part in slice(1, 2), slice(0, 4), slice(3, 3):
        assert many[part] == few[part] and many[part].denominator == few[part].denominator


def test_zeros_alone_are_in_lowest_terms() -> None:
    for kind in np.int16, np.int64:
        assert Examples.from_array(np.zeros((2, 3), kind), [1, -1], 10**30) == Examples([[0] * 3] * 2, [1, -1])
    assert Examples([["1/3", 2]] * 5, [1] * 5)[2:2] == Examples.from_array(np.ones((5, 2), np.int64), [1] * 5, 3)[2:2]
