"""A term's value as a ball, as a decimal that is rounded up or down, and as text.  Each limit from both sides."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import Root, parse
from proofs.conjecture.evaluate import Values, compare, decimal, describe, enclose, exact, round_node, tells
from proofs.conjecture.nodes import Node, Number
from proofs.conjecture.surd import Undefined
from tests.amounts import rows
from tests.conjecture.sentences import terms
from tests.conjecture.test_language import VALUES

FRACTIONS = st.fractions(-20, 20, max_denominator=10**6)
PLACES = st.integers(0, 20)
UNBOUNDED = "exp(exp(9^99))"  # no precision gives it an upper limit


def term(text: str) -> Node:
    return parse(f"M <= {text}").right


@given(terms())
def test_enclose_any_term_holds_its_exact_value(text: str) -> None:
    try:
        node = term(text)
        known, ball = exact(node, VALUES), enclose(node, VALUES)
    except (InputError, Undefined):
        return
    if known is not None:
        rational = known.as_rational()
        assert ball.overlaps(known.ball()) if rational is None else ball.contains(fmpq(rational.numerator, rational.denominator))


@pytest.mark.parametrize("text", ["P", "U", "exp(P)", "P*U", "P - exp(P)"])
@given(value=FRACTIONS, digits=PLACES)
def test_round_node_is_within_one_unit_on_its_side(text: str, value: Fraction, digits: int) -> None:
    """The sides are rational, a root, and two that only a ball encloses; the comparisons are exact."""
    values: Values = {"P": value, "U": Root(abs(value))}
    node, unit = term(text), Fraction(1, 10**digits)
    below, above = (Fraction(round_node(node, values, digits, up)) for up in (False, True))
    assert compare(Number(below), node, values) != 1 and compare(node, Number(above), values) != 1
    assert compare(node, Number(below + unit), values) == compare(Number(above - unit), node, values) == -1
    assert (below / unit).denominator == (above / unit).denominator == 1


@pytest.mark.parametrize(("up", "side"), [(True, "most"), (False, "least")])
def test_round_node_without_a_finite_ball_names_its_side(up: bool, side: str) -> None:
    with pytest.raises(Undefined, match=f"certainly at {side}$"):
        round_node(term(UNBOUNDED), {}, 6, up)


@given(st.integers(-(10**30), 10**30) | st.integers(-20, 20), PLACES)
def test_decimal_is_the_multiple_without_zeros_at_the_end(scaled: int, digits: int) -> None:
    text = decimal(scaled, digits)
    assert re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?", text) and text != "-0"
    assert Fraction(text) == Fraction(scaled, 10**digits)


@given(st.integers(0, 60), st.integers(3, 30))
def test_describe_after_cancellation_shows_all_digits(places: int, digits: int) -> None:
    """Subtraction of near numbers leaves few digits at 64 bits, so that a higher precision is needed."""
    values: Values = {"P": Fraction(1, 10**places)}
    node = term("exp(P) - 1")
    text = describe(node, values, digits)
    mantissa = text.removeprefix("≈ ").partition("e")[0].replace(".", "").lstrip("0")
    assert len(mantissa) == digits and tells(text, node, values)


@pytest.mark.parametrize(("text", "side", "true"), rows(__file__, "values.txt"))
def test_tells_accepts_a_value_exactly_or_to_its_last_digit(text: str, side: str, true: str) -> None:
    assert tells(text, term(side), VALUES) is (true == "true")
