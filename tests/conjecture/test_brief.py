"""Numbers as text: what is written out, and of how many numbers a text may be true.  Each limit from both sides."""

from fractions import Fraction

import pytest
from flint import arb

from proofs.conjecture.brief import UNKNOWN, ZERO, alike, enclose, number, tells
from tests.amounts import rows

HUGE = 10**5000


@pytest.mark.parametrize(("value", "text"), rows(__file__, "brief.txt"))
def test_a_number_is_written_out_if_it_is_short(value: str, text: str) -> None:
    assert number(eval(value, {"Fraction": Fraction, "HUGE": HUGE})) == text


@pytest.mark.parametrize(("text", "value", "true"), rows(__file__, "tells.txt"))
def test_a_text_is_true_to_its_last_digit_if_it_shows_enough(text: str, value: str, true: str) -> None:
    exact = Fraction(value)
    assert tells(text, arb(exact.numerator) / exact.denominator) is (true == "true")


def test_a_ball_is_written_as_far_as_it_is_known() -> None:
    assert enclose(arb(2).sqrt()) == "≈ 1.414213562"
    assert enclose(arb(0)) == ZERO and enclose(arb(0, 1)) == UNKNOWN
    assert not tells("≈ 1.41", arb(1.41, 1)) and tells("≈ 1.41", arb(1.41, 2**-10))


@pytest.mark.parametrize(("one", "other", "are_alike"), rows(__file__, "alike.txt"))
def test_two_texts_are_alike_if_one_of_them_hides_the_difference(one: str, other: str, are_alike: str) -> None:
    """Both sides of a refuted claim are then written with more digits."""
    assert alike(one, other) is (are_alike == "alike")
