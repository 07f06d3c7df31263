"""Numbers: read exactly or refused, rational points of a circle, and roots that are certain of what they decide."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction
from math import atan2, cos, sin, tau
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

import perceptron
from perceptron import Examples, InputError, estimators, kernels
from perceptron.analysis import comparators, coverage, online_to_batch
from perceptron.extremal import forcing_games, sequences
from perceptron.learners import losses, ogd, winnow
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, exp, log, precision, sqrt
from perceptron.numbers.exact import exact, parse
from perceptron.numbers.rational_points import circle, fine_circle
from tests.amounts import rows
from tests.perceptron.strategies import XOR

TABLES = tomllib.loads((Path(__file__).parent / "tables.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "value"), TABLES["numbers"])
def test_reads_what_people_write(text: str, value: str) -> None:
    assert parse(text) == Fraction(value)


@given(st.fractions())
def test_reads_back_what_it_writes(value: Fraction) -> None:
    assert parse(str(value)) == value == exact(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20))
def test_decimals_are_exact(value: Decimal) -> None:
    assert exact(value) == parse(str(value)) == Fraction(value)


@pytest.mark.parametrize("text", [*TABLES["no_numbers"], "9" * 5000, "1/" + "9" * 5000, "1e" + "9" * 3000])
def test_refuses_what_is_no_number(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_takes_exact_numbers_of_other_libraries() -> None:
    assert exact(np.int64(-3)) == -3 and exact(fmpz(10**30)) == 10**30


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), np.float32(1), True, np.bool_(True), None, 1j, [1], float("nan"), b"1"], ids=repr)
def test_refuses_what_is_not_exact(value: Any) -> None:
    with pytest.raises(InputError, match=r"^example 0, entry 1: "):
        Examples([[1, value]], [1])


MODULES = (online_to_batch, coverage, comparators, sequences, forcing_games, ogd, winnow, kernels, estimators, perceptron)
NAMES = {name: value for module in MODULES for name, value in vars(module).items()} | {
    "losses": losses,
    "Fraction": Fraction,
    "np": np,
    "sparse": sparse,
    "XOR": XOR,
}


@pytest.mark.parametrize(("call", "words"), rows(__file__, "refusals.txt"))
def test_bad_input_is_refused_in_one_line(call: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        eval(call, dict(NAMES))
    assert words in str(refused.value) and "\n" not in str(refused.value)


def test_floats_only_on_request() -> None:
    data = Examples.from_floats([[0.1, -2.0]], [1.0])
    assert data == Examples([[Fraction(0.1), -2]], [1]) == Examples.from_floats([[0.1, -2]], [1])
    assert Examples.from_floats([[5e-324, 1e308]], [1])[0].x == (Fraction(5e-324), Fraction(1e308))
    assert not len(Examples.from_floats([], []))
    assert data[0].x == (Fraction(3602879701896397, 36028797018963968), -2) and data.labels == (1,)
    for bad in (float("nan"), float("inf")):
        with pytest.raises(InputError, match="not a finite number"):
            Examples.from_floats([[bad]], [1])


def test_array_refuses_what_int64_cannot_hold() -> None:
    top = np.array([[2**64 - 1]], dtype=np.uint64)
    assert Examples.from_array(top, [1])[0].x == (2**64 - 1,)
    assert Examples.from_array(np.array([[-(2**63)]]), [1]).largest() == 2**63
    for bad in (np.array([[0.5]]), np.array([1]), np.array([[True]])):
        with pytest.raises(InputError, match="matrix of integers"):
            Examples.from_array(bad, [1])
    with pytest.raises(InputError, match="common denominator"):
        Examples.from_array(np.array([[1]]), [1], 0)


def test_dummy_input_is_exact() -> None:
    data = Examples([["1/2"], [3]], [1, -1]).with_constant("1/3")
    assert [example.x for example in data] == [(Fraction(1, 2), Fraction(1, 3)), (3, Fraction(1, 3))]
    with pytest.raises(InputError, match="dummy input"):
        data.with_constant(0)


# --- Rational points of the circle over one denominator


@pytest.mark.parametrize("primes", [0, 1, 4, 9])
def test_the_points_of_a_circle(primes: int) -> None:
    angles, points, n = circle(primes)
    assert len(set(points)) == 4 * 3**primes and angles == sorted(angles) and angles[0] >= 0 and angles[-1] < tau
    assert all(p * p + q * q == n * n for p, q in points)


@given(st.floats(-10, 10), st.floats(1e-3, 1e9))
def test_near_every_direction_there_is_a_fine_point_beyond_it(angle: float, length: float) -> None:
    fine, ahead = fine_circle(), []
    for p, q in fine.beyond(length * cos(angle), length * sin(angle)):
        assert p * p + q * q == fine.denominator**2
        ahead.append((atan2(q, p) - angle) % tau)
    assert len(ahead) == 4 and max(ahead) < 5e-5 and ahead[0] < 2e-5


# --- Certified roots: what is decided is right, and what is not decided is not guessed


numbers = st.fractions(min_value=0, max_value=1000, max_denominator=1000)


@given(numbers, numbers)
def test_a_root_is_compared_as_its_square(a: Fraction, b: Fraction) -> None:
    root = sqrt(a)
    if isinstance(root, Fraction):
        assert root**2 == a
    if b != root:
        assert (root < b) == (a < b**2) and (root > b) == (a > b**2) and root != b
    assert isinstance(root + b - b, (Fraction, EnclosedReal)) and float(root) == pytest.approx(float(a) ** 0.5)


@given(numbers, numbers)
def test_sums_of_roots_are_told_apart_or_left_open(a: Fraction, b: Fraction) -> None:
    left, right = (sqrt(a) + sqrt(b)) ** 2, a + b + 2 * sqrt(a * b)
    try:
        assert left == right
    except NotSeparated:
        assert isinstance(left, EnclosedReal) or isinstance(right, EnclosedReal)
    assert left + 1 > right


def test_finer_balls_decide_more() -> None:
    def near() -> bool:
        return sqrt(Fraction(10**40 + 1)) > 10**20

    with precision(53), pytest.raises(NotSeparated):
        near()
    with precision(256):
        assert near()


def test_what_has_no_value_is_refused() -> None:
    for action in (lambda: sqrt(-1), lambda: log(0), lambda: sqrt(2) + 0.5):  # type: ignore[operator]
        with pytest.raises(InputError):
            action()
    with pytest.raises(ZeroDivisionError):
        1 / (sqrt(2) * 0)
    assert 2 < exp(1) < 3 and log(exp(Fraction(1, 2))) < 1
