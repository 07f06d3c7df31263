"""Equality by algebra: what it says yes to is equal and defined on every run."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import Undefined, parse
from proofs.conjecture.evaluate import compare
from proofs.conjecture.nodes import Node
from proofs.report.book.exercises.algebra import same
from tests.amounts import rows

ABOVE_ZERO = frozenset({"R", "U"})


def term(text: str) -> Node:
    return parse(f"M <= {text}").right


@pytest.mark.parametrize(("one", "other"), rows(__file__, "same.txt"))
def test_terms_that_are_one_by_algebra_are_the_same(one: str, other: str) -> None:
    assert same(term(one), term(other), ABOVE_ZERO) and same(term(other), term(one), ABOVE_ZERO)


@pytest.mark.parametrize(("one", "other"), rows(__file__, "not_the_same.txt"))
def test_terms_that_differ_on_a_run_or_have_no_value_there_are_not(one: str, other: str) -> None:
    assert not same(term(one), term(other), ABOVE_ZERO) and not same(term(other), term(one), ABOVE_ZERO)


LEAVES = st.sampled_from(["R", "gamma", "TD", "T", "P", "2", "1/3", "4"])
TERMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda a: f"({a})**2"),
        inner.map(lambda a: f"sqrt({a})"),
        st.tuples(inner, inner).map(lambda t: f"max({t[0]}, {t[1]})"),
        inner.map(lambda a: f"floor({a})"),
    ),
    max_leaves=5,
)
NUMBERS = st.sampled_from([Fraction(n, d) for n in range(1, 6) for d in (1, 2, 3)])


@given(one=TERMS, other=TERMS, values=st.fixed_dictionaries(dict.fromkeys(("R", "gamma", "TD", "T", "P"), NUMBERS)), negative=st.booleans())
def test_what_is_the_same_has_one_value_at_any_numbers(one: str, other: str, values: dict[str, Fraction], negative: bool) -> None:
    """Also where ⟨u, w⟩ is negative and the losses are 0."""
    values |= {"P": -values["P"], "TD": Fraction(0)} if negative else {}
    for left, right in (
        (one, other),
        (f"({one}) - ({other}) + ({other})", one),
        (f"sqrt(({one})**2)", one),
        (f"({one})*({other})/({other})", one),
    ):
        try:
            sides = term(left), term(right)
        except InputError:  # a division by zero, as in 1/floor(1/3)
            reject()
        if same(*sides, ABOVE_ZERO):
            try:
                assert compare(*sides, values) in (0, None), (left, right, values)
            except Undefined:
                raise AssertionError((left, right, values)) from None
