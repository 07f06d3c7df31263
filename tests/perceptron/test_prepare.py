"""Examples in another order, and brought to length 1."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import sparse

from perceptron import Examples, InputError
from perceptron.data.prepare import normalised, shuffled
from perceptron.data.two_words import TwoWordMatrix
from tests.perceptron.strategies import examples


def test_a_seed_gives_one_order_of_the_same_examples() -> None:
    data = Examples([[i, -i] for i in range(50)], [1 if i % 3 else -1 for i in range(50)])
    assert shuffled(data, 7) == shuffled(data, 7) != shuffled(data, 8)
    assert sorted((e.x, e.y) for e in shuffled(data, 7)) == sorted((e.x, e.y) for e in data)


@given(examples(max_rounds=10))
def test_normalised_examples_are_as_long_as_six_decimals_allow(data: Examples) -> None:
    if any(not any(x) for x, _ in data):
        with pytest.raises(InputError, match="zero vector"):
            normalised(data)
        return
    for before, after in zip(data, normalised(data), strict=True):
        length2 = sum((a * a for a in after.x), Fraction(0))
        assert length2 <= 1 and after.y == before.y
        assert (1 - length2) < Fraction(2 * len(before.x), 10**6)
        along = sum((a * b for a, b in zip(before.x, after.x, strict=True)), Fraction(0))
        norm2 = sum((a * a for a in before.x), Fraction(0))
        assert along > 0 and along**2 >= norm2 * length2 * (1 - Fraction(4 * len(before.x), 10**6))


@given(
    st.lists(st.lists(st.integers(-99, 99) | st.integers(1 - 2**63, 2**63 - 1), min_size=3, max_size=3).filter(any), min_size=1, max_size=8)
)
@example([[29, 420, 0], [7, 0, 24], [0, 2**63 - 1, 0], [3, 4, 0]])
def test_normalised_entries_are_cut_exactly_however_the_rows_are_held(rows: list[list[int]]) -> None:
    labels, array = [1] * len(rows), np.array(rows, dtype=np.int64)
    exactly = [[(1 if n > 0 else -1) * isqrt(10**12 * n * n // sum(a * a for a in row)) for n in row] for row in rows]
    long = TwoWordMatrix.of(array.astype(object) << 20)
    for held in (
        Examples(rows, labels), Examples.from_array(array, labels), Examples.from_sparse(sparse.csr_array(array), labels),
        Examples.from_two_words(long, labels),
    ):  # fmt: skip
        assert normalised(held) == Examples.from_integers(exactly, labels, 10**6)
