"""Conjectures as people write them: LaTeX for papers and notebooks, unicode for terminals."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from proofs.conjecture.nodes import Add, Call, Div, Mul, Name, Neg, Node, Number, Pow, Relation, Sub, VariablePow

_SUM, _PRODUCT, _MINUS, _POWER, _ATOM = 1, 2, 3, 4, 5
_LATEX_NAMES = {
    "gamma": r"\gamma",
    "eps": r"\varepsilon",
    "phi": r"\varphi",
    "e": r"\mathrm{e}",
    "TD": r"\mathrm{TD}",
    "S2": "S_2",
    "H2": "H_2",
    "L2": "L_2",
    "W": r"\lVert w\rVert",
    "P": r"\langle u, w\rangle",
    "S2_all": r"S_2^{\mathrm{all}}",
    "TD_all": r"\mathrm{TD}^{\mathrm{all}}",
    "H_all": r"H^{\mathrm{all}}",
    "H2_all": r"H_2^{\mathrm{all}}",
    "G2": "G_2",
    "G2_all": r"G_2^{\mathrm{all}}",
    "R_min": r"R_{\min}",
    "R_1": r"R_1",
    "R_inf": r"R_\infty",
    "U_1": r"\lVert u\rVert_1",
    "U_inf": r"\lVert u\rVert_\infty",
}
_LATEX_RELATIONS = {"<=": r"\le", ">=": r"\ge"}
_GREEK = {"alpha": "α", "beta": "β", "delta": "δ", "eta": "η", "kappa": "κ", "lambda": "λ", "mu": "μ", "omega": "ω"}
_GREEK |= {"phi": "φ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ"}
_LATEX_NAMES |= {name: rf"\{name}" for name in _GREEK if name != "phi"}
_UNICODE_NAMES = {**_GREEK, "gamma": "γ", "eps": "ε", "S2": "S₂", "H2": "H₂", "L2": "L₂"}
_OF_WEIGHTS = {"W": "‖w‖", "P": "⟨u, w⟩"}  # in a comparison; the names of roots and reciprocals keep the letters
_FUNCTIONS = {"log": "ln"}  # the grammar reads both
_UNICODE_RELATIONS = {"<=": "≤", ">=": "≥"}
_SUPERSCRIPT = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")


def latex(relation: Relation) -> str:
    """The comparison as LaTeX, for mathematics mode."""
    return _with_conditions(relation, _latex_one, r" \text{ where } ", r" \text{ and } ")


def unicode(relation: Relation) -> str:
    """The comparison in one line of unicode."""
    return _with_conditions(relation, _unicode_one, " where ", " and ")


def _latex_one(relation: Relation) -> str:
    return f"{_latex(relation.left)} {_LATEX_RELATIONS.get(relation.op, relation.op)} {_latex(relation.right)}"


def _unicode_one(relation: Relation) -> str:
    return f"{side(relation.left)} {_UNICODE_RELATIONS.get(relation.op, relation.op)} {side(relation.right)}"


def side(node: Node) -> str:
    """A side of a comparison in unicode."""
    return re.sub(r"(?<!\w)[WP](?![A-Za-z0-9_])", lambda name: _OF_WEIGHTS[name[0]], term(node))


def _with_conditions(relation: Relation, write: Callable[[Relation], str], where: str, joined: str) -> str:
    conditions = joined.join(write(condition) for condition in relation.conditions)
    return write(relation) + (where + conditions if conditions else "")


def _strength(node: Node) -> int:
    match node:
        case Add() | Sub():
            return _SUM
        case Mul() | Div():
            return _PRODUCT
        case Neg():
            return _MINUS
        case Pow() | VariablePow():
            return _POWER
        case Number(value) if value.denominator != 1 and "/" in number(value):
            return _PRODUCT
    return _ATOM


def _latex(node: Node, at_least: int = 0) -> str:
    text = _latex_bare(node)
    whole = isinstance(node, Div)
    open_call = isinstance(node, Call) and node.fn not in ("sqrt", "floor", "ceil")
    strength = _MINUS if whole or open_call else _strength(node)  # these group by themselves, except under a power
    return rf"\left({text}\right)" if strength < at_least else text


def _latex_bare(node: Node) -> str:
    match node:
        case Number(value):
            return number(value)
        case Name(name):
            escaped = name.replace("_", r"\_")
            return _LATEX_NAMES.get(name, name if len(name) == 1 else rf"\mathrm{{{escaped}}}")
        case Neg(arg):
            return f"-{_latex(arg, _PRODUCT)}"
        case Add(left, right):
            return f"{_latex(left, _SUM)} + {_latex(right, _PRODUCT)}"
        case Sub(left, right):
            return f"{_latex(left, _SUM)} - {_latex(right, _PRODUCT)}"
        case Mul(left, right):
            digits = isinstance(right, Number) or (isinstance(right, Pow) and isinstance(right.base, Number))
            sign = r"\cdot " if digits else r"\,"
            return f"{_latex(left, _PRODUCT)} {sign}{_latex(right, _MINUS + isinstance(right, Neg))}"
        case Div(left, right):
            return rf"\frac{{{_latex(left)}}}{{{_latex(right)}}}"
        case Pow(base, exponent):
            shown = str(exponent) if exponent.denominator == 1 else f"{exponent.numerator}/{exponent.denominator}"
            return f"{_latex_base(base)}^{{{shown}}}"
        case VariablePow(base, power):
            return f"{_latex_base(base)}^{{{_latex(power)}}}"
        case Call("sqrt", (arg,)):
            return rf"\sqrt{{{_latex(arg)}}}"
        case Call("floor", (arg,)):
            return rf"\left\lfloor {_latex(arg)} \right\rfloor"
        case Call("ceil", (arg,)):
            return rf"\left\lceil {_latex(arg)} \right\rceil"
        case Call(fn, args):
            return rf"\{_FUNCTIONS.get(fn, fn)}\left({', '.join(map(_latex, args))}\right)"


def _latex_base(base: Node) -> str:
    """What a power is of; a name with a superscript of its own is in parentheses."""
    below = _latex(base, _ATOM)
    return rf"\left({below}\right)" if isinstance(base, Name) and "^" in below else below


def _base(base: Node) -> str:
    """The same in unicode; √x is in parentheses, since √x² is the root of x²."""
    below = term(base, _ATOM)
    return f"({below})" if below.startswith("√") else below


def named(name: str) -> str:
    """A name in unicode: η for eta."""
    return _UNICODE_NAMES.get(name, name)


def term(node: Node, at_least: int = 0) -> str:
    """A term in one line of unicode, in parentheses if it binds less tightly than `at_least`."""
    text = _term_bare(node)
    return f"({text})" if _strength(node) < at_least else text


def _term_bare(node: Node) -> str:
    match node:
        case Number(value):
            return number(value)
        case Name(name):
            return named(name)
        case Neg(arg):
            return f"−{term(arg, _PRODUCT)}"
        case Add(left, right):
            return f"{term(left, _SUM)} + {term(right, _PRODUCT)}"
        case Sub(left, right):
            return f"{term(left, _SUM)} − {term(right, _PRODUCT)}"
        case Mul(left, right):
            return f"{term(left, _PRODUCT)}·{term(right, _MINUS + isinstance(right, Neg))}"
        case Div(left, right):
            return f"{term(left, _PRODUCT)}/{term(right, _MINUS + isinstance(right, Neg))}"
        case Pow(base, exponent):
            return _base(base) + _raised(exponent)
        case VariablePow(base, power):
            return f"{_base(base)}^{term(power, _ATOM)}"
        case Call("sqrt", (arg,)):
            inside = term(arg)
            return f"√{inside}" if _strength(arg) == _ATOM else f"√({inside})"
        case Call("floor", (arg,)):
            return f"⌊{term(arg)}⌋"
        case Call("ceil", (arg,)):
            return f"⌈{term(arg)}⌉"
        case Call(fn, args):
            return f"{_FUNCTIONS.get(fn, fn)}({', '.join(map(term, args))})"


def number(value: Fraction) -> str:
    """A number as a whole one or a decimal, which is all that the grammar has, and otherwise as p/q."""
    for places in range(41):
        scaled = abs(value) * 10**places
        if scaled.denominator == 1:
            digits = str(scaled.numerator).rjust(places + 1, "0")
            shown = f"{digits[:-places]}.{digits[-places:]}" if places else digits
            return f"-{shown}" if value < 0 else shown
    return str(value)


def _raised(exponent: Fraction) -> str:
    return str(exponent).translate(_SUPERSCRIPT) if exponent.denominator == 1 else f"^({exponent})"
