"""Large tables of floats or long integers, held as arrays: the same examples, products and runs as from tuples of Python's integers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, Winnow
from perceptron.analysis.separability import separability
from perceptron.data.prepare import normalised, shuffled, weighted
from perceptron.data.two_words import TwoWordMatrix
from perceptron.runs.passes import passes
from tests.cli.running import pp

ROWS = 3_000
RNG = np.random.default_rng(0)
NORMAL = RNG.normal(size=(ROWS, 4))
TABLES = {
    "normal": NORMAL,
    "more rows than are read at a time": RNG.normal(size=(70_000, 3)),
    "float32": NORMAL.astype(np.float32),
    "two decimals": np.round(NORMAL, 2),
    "eighths": np.round(8 * NORMAL) / 8,
    "half of them 0": NORMAL * (RNG.random((ROWS, 4)) < 0.5),
    "a row and a column of 0": NORMAL * (np.arange(ROWS) != 7)[:, None] * (np.arange(4) != 2),
    "2^-100 to 2^100": NORMAL * 2.0 ** RNG.integers(-100, 100, (ROWS, 4)),
    "2^-300 to 2^300": NORMAL * 2.0 ** RNG.integers(-300, 300, (ROWS, 4)),
    "about 1e-250": NORMAL * 1e-250,
    "about 1e250": NORMAL * 1e250,
    "the least floats": RNG.integers(-3, 4, (ROWS, 4)) * 5e-324,
    "all 0": np.zeros((ROWS, 4)),
    "Fortran's order, reversed": np.asfortranarray(NORMAL)[::-1],
}
LONG = RNG.integers(-(2**62), 2**62, (ROWS, 4))


def tell(many: Examples, few: Examples, d: int) -> None:
    """Both forms give the same of everything that is asked of examples."""
    v = [int(n) << int(bits) for n, bits in zip(RNG.integers(-(2**60), 2**60, d), RNG.integers(0, 90, d), strict=True)]
    places: list[Any] = [None, range(3, 9), [5, 1, 7, 1]]
    for at in places:
        assert many.against(v, at) == few.against(v, at)
        assert many.norms2(at) == few.norms2(at)
    assert (many.largest(), many.longest2(), many.least_against(v)) == (few.largest(), few.longest2(), few.least_against(v))
    assert many[3] == few[3]
    assert many.entries(3) == few.entries(3)
    assert many[2:40] == few[2:40]
    assert [row for _, rows, _ in many.blocks(5, 100) for row in rows] == [row for _, rows, _ in few.blocks(5) for row in rows]
    unit = Fraction(many.largest() or 1)
    for some in range(9), range(len(many)), range(len(many))[::-7]:
        assert np.allclose(many.in_floats(some, unit), few.in_floats(some, unit), rtol=1e-14, atol=0)
    for changed in (
        lambda e: e.with_constant(Fraction(1, 3)), lambda e: e.with_constant(2), lambda e: shuffled(e, 3),
        lambda e: weighted(e, Fraction(1, 3), Fraction(2)), lambda e: e.repeat(2),
    ):  # fmt: skip
        assert changed(many) == changed(few)
    if 0 not in few.norms2():
        assert normalised(many) == normalised(few)
    assert many == few
    assert hash(many) == hash(few)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_floats_is_what_its_fractions_are(name: str) -> None:
    values = TABLES[name]
    labels = RNG.choice([-1, 1], len(values)).tolist()
    few = Examples.from_floats(values.tolist(), labels)
    rules = [Perceptron(), Perceptron(1)] + [MarginPerceptron("1/3")] * bool(values[0].any())
    for rule in rules:
        many = Examples.from_float_array(values, labels)
        one, other = passes(rule, many, 2), passes(rule, few, 2, engine="int")
        assert (one.updates, one.final) == (other.updates, other.final)
    tell(Examples.from_float_array(values, labels), few, values.shape[1])


def test_long_integers_are_multiplied_in_parts() -> None:
    labels = RNG.choice([-1, 1], ROWS).tolist()
    tell(Examples.from_array(LONG, labels, 7), Examples.from_integers(LONG.tolist(), labels, 7), 4)
    one, other = (normalised(made) for made in (Examples.from_array(LONG, labels), Examples.from_integers(LONG.tolist(), labels)))
    assert one == other


@pytest.mark.parametrize("name", ["normal", "two decimals", "about 1e-250"])
def test_whether_a_table_of_floats_is_separable(name: str) -> None:
    values = TABLES[name]
    sides = np.where(values @ [1, 2, 3, 4] > 0, 1, -1)
    assert separability(Examples.from_float_array(values, sides.tolist())).separable
    sides[::100] *= -1
    assert separability(Examples.from_float_array(values, sides.tolist())).separable is False


def test_winnow_goes_over_many_rows_in_blocks() -> None:
    rows, labels = RNG.integers(-2, 3, (3_000, 200)), RNG.choice([-1, 1], 3_000).tolist()
    many, few = Examples.from_array(rows, labels), Examples(rows.tolist(), labels)
    assert len(many) > 2 * many.block_rows and not few.holds_array
    made, expected = (passes(Winnow("3/2"), e, 2) for e in (many, few))
    assert (made.rounds, made.final) == (expected.rounds, expected.final)


@pytest.mark.parametrize("kind", ["floats", "long decimals", "integers"])
def test_a_zero_vector_is_found_beyond_the_rows_that_are_read_at_a_time(kind: str) -> None:
    values = RNG.normal(size=(70_000, 2))
    values[69_999] = 0
    whole = np.round(values * 2**20).astype(np.int64)
    labels = [1] * len(values)
    data = {
        "floats": lambda: Examples.from_float_array(values, labels),
        "long decimals": lambda: Examples.from_two_words(TwoWordMatrix.of((whole.astype(object) << 60) + 1 * (whole != 0)), labels),
        "integers": lambda: Examples.from_array(whole, labels),
    }[kind]()
    assert data.table is not None or kind == "integers"
    assert separability(data).farkas == {69_999: 1}
    with pytest.raises(InputError, match="example 69999 is the zero vector"):
        normalised(data)


@pytest.mark.parametrize("noise", [0, 2])
def test_narrow_integers_stay_narrow(noise: float) -> None:
    """An audit of a million rows of decimals took a quarter more memory when its int16 became int64."""
    table = np.round(NORMAL * 1000).astype(np.int16)
    examples = Examples.from_array(table, np.where(NORMAL[:, 0] + noise * NORMAL[:, 1] ** 3 > 0, 1, -1))
    assert separability(examples).separable is (noise == 0)
    assert examples.matrix().dtype == np.int16


def test_the_examples_do_not_change_with_the_array_nor_it_with_them(tmp_path: Path) -> None:
    values = NORMAL.copy()
    made = Examples.from_float_array(values, [1] * ROWS)
    first = made[0]
    values[0] = 0
    assert made[0] == first
    values[5, 2] = np.nan
    with pytest.raises(InputError, match="example 5, entry 2"):
        Examples.from_float_array(values, [1] * ROWS)
    np.savez(tmp_path / "t.npz", X=NORMAL, y=np.where(NORMAL[:, 0] > 0, 1, 0))
    result = pp("audit", tmp_path / "t.npz")
    assert result.exit_code == 0
    assert "separable through the origin: yes" in result.output
