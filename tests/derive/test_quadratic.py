"""SymPy's share: the quadratic in √M, its roots, and that the bound it arrives at is the bound that is stated and proved."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from proofs.derive.quadratic import Quadratic, symbol, to_sympy
from proofs.language import parse
from proofs.theorems import hinge_root, hinge_simple

positive = st.fractions(Fraction(1, 20), 20, max_denominator=20)


def test_sympy_arrives_at_the_stated_bound_and_at_no_other() -> None:
    solved = hinge_root.derivation()
    assert solved.matches(hinge_root.statement.comparison)
    assert not solved.matches(hinge_simple.statement.comparison)
    assert not solved.matches(parse("M <= ((1 + sqrt(1 + 2*gamma*TD))/(2*gamma))**2"))
    assert not solved.matches(parse("M <= ((1 - sqrt(1 + 4*gamma*TD))/(2*gamma))**2"))


@given(positive, positive, positive)
def test_both_roots_are_roots_and_the_larger_is_chosen(a: Fraction, b: Fraction, c: Fraction) -> None:
    q = Quadratic(*(sp.Rational(x.numerator, x.denominator) for x in (a, b, c)))
    low, high = q.roots
    for root in q.roots:
        assert sp.expand(q.polynomial.subs(q.s, root)) == 0
    assert low < 0 < high == q.root
    assert sp.simplify(q.bound - high**2) == 0


def test_the_steps_tell_the_derivation_in_latex() -> None:
    words = [w for w, _ in hinge_root.derivation().steps()]
    latex = hinge_root.derivation()._repr_latex_()
    assert all(w in latex for w in words)
    assert r"\gamma s^{2}" in latex and r"M \le" in latex


@given(positive, positive)
def test_a_term_of_the_grammar_means_the_same_to_sympy(gamma: Fraction, loss: Fraction) -> None:
    comparison = parse("M <= max(1/gamma**2 + 2*TD/gamma, floor(TD)) - min(ceil(gamma), 1/3)")
    values = {symbol("gamma"): sp.Rational(str(gamma)), symbol("TD"): sp.Rational(str(loss))}
    number = to_sympy(comparison.right).subs(values)
    assert comparison.sides({"M": 1, "gamma": gamma, "TD": loss})[1] == str(number) or len(str(number)) > 24
