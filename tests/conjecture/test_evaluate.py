"""A term's value as a ball, as a decimal that is rounded up or down, and as text.  Each limit from both sides."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import Root, parse
from proofs.conjecture.evaluate import (
    Values,
    as_float,
    compare,
    compile_term,
    decimal,
    describe,
    enclose,
    exact,
    guard,
    numpy_functions,
    round_node,
    tells,
)
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
        with ctx.workprec(4096):
            assert ball.contains(known.ball())


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


@pytest.mark.parametrize("power", [200_000, -200_000])
def test_compare_orders_numbers_too_large_for_surds(power: int) -> None:
    """Numbers and squares of more than 200,000 bits have balls only, whether numerator or denominator is so long."""
    values: Values = {"R": Root(Fraction(9) ** power), "P": 2 * Fraction(3) ** power}
    assert [compare(term(side), term("P"), values) for side in ("R", "3*R")] == [-1, 1]


@pytest.mark.parametrize("text", ["-(e*P) + pi*M**2", "floor(sqrt(M)) + min(P, M, 3) + max(P, M, 3)", "P**(1/3) - P**M + P**1"])
def test_compile_term_agrees_with_enclose_singly_and_in_arrays(text: str) -> None:
    node, runs = term(text), [{"P": p, "M": m} for p in (Fraction(3, 2), 5) for m in (1, 4)]
    floats = [{name: as_float(value) for name, value in run.items()} for run in runs]
    batch = compile_term(node, numpy_functions())({name: np.array([run[name] for run in floats]) for name in floats[0]})
    exactly = [float(enclose(node, run)) for run in runs]
    assert list(map(guard(compile_term(node)), floats)) == pytest.approx(exactly)
    assert list(batch) == pytest.approx(exactly)


def test_as_float_is_nan_without_a_value_or_beyond_floats() -> None:
    assert as_float(Root(Fraction(9, 4))) == as_float(Fraction(3, 2)) == 1.5
    assert math.isnan(as_float(None)) and math.isnan(as_float(10**400)) and math.isnan(as_float(Root(Fraction(10**800))))
