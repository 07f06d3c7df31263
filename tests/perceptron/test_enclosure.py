"""Certified roots: what is decided is right, and what is not decided is not guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from perceptron.numbers.enclosure import Enclosed, Undecided, exp, log, precision, sqrt

numbers = st.fractions(min_value=0, max_value=1000, max_denominator=1000)


@given(numbers, numbers)
def test_a_root_is_compared_as_its_square(a: Fraction, b: Fraction) -> None:
    root = sqrt(a)
    if isinstance(root, Fraction):
        assert root**2 == a
    if b != root:
        assert (root < b) == (a < b**2) and (root > b) == (a > b**2) and root != b
    assert isinstance(root + b - b, (Fraction, Enclosed)) and float(root) == pytest.approx(float(a) ** 0.5)


@given(numbers, numbers)
def test_sums_of_roots_are_told_apart_or_left_open(a: Fraction, b: Fraction) -> None:
    left, right = (sqrt(a) + sqrt(b)) ** 2, a + b + 2 * sqrt(a * b)
    try:
        assert left == right
    except Undecided:
        assert isinstance(left, Enclosed) or isinstance(right, Enclosed)
    assert left + 1 > right


def test_finer_balls_decide_more() -> None:
    def near() -> bool:
        return sqrt(Fraction(10**40 + 1)) > 10**20

    with precision(53), pytest.raises(Undecided):
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
