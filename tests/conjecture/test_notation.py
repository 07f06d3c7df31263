"""How conjectures are written: what is printed is read, by people's spellings too, and means the same in floats and in print."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import Add, Call, Div, Mul, Name, Neg, Node, Number, Pow, Sub, parse
from proofs.conjecture.evaluate import compile_term
from tests.conjecture.values import VALUES


def terms() -> st.SearchStrategy[Node]:
    leaves = st.builds(Number, st.integers(0, 20).map(Fraction)) | st.sampled_from([Name("M"), Name("gamma"), Name("R")])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(Neg, inner),
            *(st.builds(kind, inner, inner) for kind in (Add, Sub, Mul, Div)),
            st.builds(Pow, inner, st.sampled_from([Fraction(2), Fraction(3)])),
            st.builds(lambda arg: Call("sqrt", (arg,)), inner),
            st.builds(lambda a, b: Call("max", (a, b)), inner, inner),
        ),
        max_leaves=6,
    )


def written(node: Node) -> str:
    match node:
        case Number(value):
            return f"({value})"
        case Name(name):
            return name
        case Neg(arg):
            return f"(-{written(arg)})"
        case Pow(base, exponent):
            return f"({written(base)}**{exponent})"
        case Call(fn, args):
            return f"{fn}({', '.join(map(written, args))})"
        case Add(a, b) | Sub(a, b) | Mul(a, b) | Div(a, b):
            sign = {Add: "+", Sub: "-", Mul: "*", Div: "/"}[type(node)]
            return f"({written(a)} {sign} {written(b)})"
    raise AssertionError(node)


@given(terms())
def test_reading_undoes_writing(node: Node) -> None:
    try:
        comparison = parse(f"{written(node)} <= M")
    except InputError as refusal:
        assert "zero" in str(refusal) or "negative" in str(refusal)
    else:
        assert comparison.left == node
        assert comparison.unicode() and comparison.latex().count("{") == comparison.latex().count("}")


@given(terms())
def test_what_is_printed_is_read(node: Node) -> None:
    try:
        comparison = parse(f"{written(node)} <= M")
    except InputError:
        return
    printed = parse(comparison.unicode())
    assert printed.unicode() == comparison.unicode()
    assert printed.holds(VALUES) == comparison.holds(VALUES)


def test_people_may_write_as_the_companion_prints() -> None:
    assert parse("M ≤ 1/γ² + 2·TD/γ").left == parse("M <= 1").left
    assert parse("M ≤ ½·γ⁻² + R²‖u‖²/(4γ²)").right == parse("M <= 0.5*gamma**-2 + R**2*U**2/(4*gamma**2)").right
    assert parse("γM − 2TD ≤ ‖u‖√Σ‖x‖²").unicode() == "γ·M − 2·TD ≤ U·√S₂"
    assert parse("ln(‖u‖^2·√(1 + S₂)) ≥ −M⁻²").unicode() == "ln(U²·√(1 + S₂)) ≥ −M⁻²"
    assert parse("⌊M/2⌋ = ⌈H₂⌉ − π + φ·ε").names == {"M", "H2", "eps"}


@pytest.mark.parametrize("text", ["M <= 1/2γ", "M <= 2/γ²R", "M <= 1/γ(1 + H)"])
def test_a_product_without_a_sign_is_refused_where_it_is_unclear_what_is_divided(text: str) -> None:
    with pytest.raises(InputError, match=r"unclear whether this is divided|not a function"):
        parse(text)


def test_two_numbers_side_by_side_are_no_product() -> None:
    for text in ("M <= 2½", "M <= 2 3", "M <= γ 2"):
        with pytest.raises(InputError, match="unexpected"):
            parse(text)


@given(terms())
def test_floats_agree_with_the_exact_sides(node: Node) -> None:
    try:
        comparison = parse(f"{written(node)} <= M")
    except InputError:
        return
    floats = {"M": 4.0, "gamma": 0.6, "R": math.sqrt(2)}
    try:
        value = compile_term(comparison.left)(floats)
    except (ArithmeticError, ValueError):
        return
    if not isinstance(value, float) or not 1e-3 < abs(value) < 1e6 or comparison.status(VALUES) == "undefined":
        return
    shown = comparison.sides(VALUES)[0].removeprefix("≈ ")
    exact = Fraction(shown)
    assert math.isclose(value, exact, rel_tol=1e-4, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("text", "unicode", "latex"),
    [
        ("M <= 1/gamma**2 + 2*TD/gamma", "M ≤ 1/γ² + 2·TD/γ", None),
        ("M <= 8/gamma**2 - 4", "M ≤ 8/γ² − 4", r"M \le \frac{8}{\gamma^{2}} - 4"),
        ("M >= -(1+M)*(2-(3-d))", "M ≥ −(1 + M)·(2 − (3 − d))", None),
        ("M <= floor(1/gamma**2)", "M ≤ ⌊1/γ²⌋", r"M \le \left\lfloor \frac{1}{\gamma^{2}} \right\rfloor"),
        ("M < (R/gamma)**2", "M < (R/γ)²", r"M < \left(\frac{R}{\gamma}\right)^{2}"),
        ("M <= 2/(3*gamma)", "M ≤ 2/(3·γ)", None),
        ("M <= sqrt(S2) + sqrt(1+H2)", "M ≤ √S₂ + √(1 + H₂)", r"M \le \sqrt{S_2} + \sqrt{1 + H_2}"),
        ("M <= 2**d", "M ≤ 2^d", "M \\le 2^{d}"),
        ("M <= 2.45/gamma**2 + .05", "M ≤ 2.45/γ² + 0.05", r"M \le \frac{2.45}{\gamma^{2}} + 0.05"),
    ],
)
def test_a_conjecture_is_printed_in_unicode_and_latex(text: str, unicode: str, latex: str | None) -> None:
    comparison = parse(text)
    assert comparison.unicode() == unicode
    assert latex is None or comparison.latex() == latex
