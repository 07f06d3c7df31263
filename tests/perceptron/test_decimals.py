"""Blocks of decimals are read at once, as exactly as one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron.data.decimals import NotPlain, plain_block, plain_entries
from perceptron.data.dialect import Dialect

COMMAS = Dialect(",")


def written(sign: str, zeros: int, digits: int, point: int, exponent: int | None, letter: str) -> str:
    """A decimal with up to 19 digits after its zeros."""
    text = "0" * zeros + str(digits)
    text = text[:point] + "." + text[point:] if point < len(text) else text
    return sign + text + ("" if exponent is None else f"{letter}{exponent:{'+' if exponent % 2 else ''}03d}")


decimals = st.builds(
    written,
    st.sampled_from(["", "-"]),
    st.integers(0, 12),
    st.one_of(st.integers(0, 99), st.integers(0, 10**19 - 1)),
    st.integers(0, 32),
    st.one_of(st.none(), st.integers(-30, 12)),
    st.sampled_from(["e", "E"]),
)
tables = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(decimals, min_size=width, max_size=width), min_size=1, max_size=8))


def fractions(integers: Any, denominator: int) -> list[Fraction]:
    return [Fraction(int(n), denominator) for n in np.ravel(integers).tolist()]


@given(tables)
@example([["0"], ["0e-19"]])
def test_a_block_of_cells_is_what_python_reads(rows: list[list[str]]) -> None:
    block = "".join(",".join([*row, "yes"]) + "\n" for row in rows).encode()
    integers, denominator, texts = plain_block(block, COMMAS, len(rows[0]) + 1, len(rows[0]))
    assert fractions(integers, denominator) == [Fraction(cell) for row in rows for cell in row]
    assert texts == ["yes"] * len(rows)


@given(tables)
def test_a_block_of_entries_is_what_python_reads(rows: list[list[str]]) -> None:
    block = "".join(" ".join(["-1", *(f"{j + 1}:{cell}" for j, cell in enumerate(row))]) + "\n" for row in rows).encode()
    indices, integers, denominator, lengths, texts = plain_entries(block)
    assert fractions(integers, denominator) == [Fraction(cell) for row in rows for cell in row]
    assert indices.tolist() == [j + 1 for row in rows for j in range(len(row))]
    assert (lengths.tolist(), texts) == ([len(row) for row in rows], ["-1"] * len(rows))


@pytest.mark.parametrize(
    "cell", ["1e", "e5", "1e5e5", "1e5.0", "1+5", "+1", "1e++5", "1e-+5", "--1", "1e999", "1" * 20, "0x1", "nan", "1.2.3", ""]
)
def test_what_is_no_plain_decimal_is_left_to_the_slow_way(cell: str) -> None:
    with pytest.raises(NotPlain):
        plain_block(f"{cell},yes\n2,no\n".encode(), COMMAS, 2, 1)
    with pytest.raises(NotPlain):
        plain_entries(f"yes 1:{cell}\nno 1:2\n".encode())


@pytest.mark.parametrize("index", ["1e1", "-1", "1.0", "9" * 19])
def test_an_index_is_a_whole_number_without_exponent(index: str) -> None:
    with pytest.raises(NotPlain):
        plain_entries(f"yes {index}:2\n".encode())
