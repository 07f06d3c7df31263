"""Conjectures as people write them: LaTeX for papers and notebooks, unicode for terminals, and the plain notation that files have."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import ClassVar

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
_GREEK = {"alpha": "α", "beta": "β", "delta": "δ", "eta": "η", "kappa": "κ", "lambda": "λ", "mu": "μ", "omega": "ω"}
_GREEK |= {"phi": "φ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ"}
_LATEX_NAMES |= {name: rf"\{name}" for name in _GREEK if name != "phi"}
_UNICODE_NAMES = {**_GREEK, "gamma": "γ", "eps": "ε", "S2": "S₂", "H2": "H₂", "L2": "L₂"}
_OF_WEIGHTS = {"W": "‖w‖", "P": "⟨u, w⟩"}  # in a comparison; the names of roots and reciprocals keep the letters
MOST_PLACES = 38  # of a decimal that the parser reads: 40 characters with "0."
SUPERSCRIPT = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")


class Notation:
    """Unicode, in one line; LaTeX overrides what differs."""

    minus, where, joined = "−", " where ", " and "
    relations: ClassVar[dict[str, str]] = {"<=": "≤", ">=": "≥"}

    def comparison(self, relation: Relation) -> str:
        sides = self.side(relation.left), self.relations.get(relation.op, relation.op), self.side(relation.right)
        conditions = self.joined.join(map(self.comparison, relation.conditions))
        return " ".join(sides) + (self.where + conditions if conditions else "")

    def side(self, node: Node) -> str:
        """A side of a comparison."""
        return re.sub(r"(?<!\w)[WP](?![A-Za-z0-9_])", lambda name: _OF_WEIGHTS[name[0]], self.write(node))

    def write(self, node: Node, at_least: int = 0) -> str:
        """A term, in parentheses if it binds less tightly than `at_least`."""
        text = self.bare(node)
        return self.wrap(text) if self.strength(node) < at_least else text

    def strength(self, node: Node) -> int:
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

    def bare(self, node: Node) -> str:
        match node:
            case Number(value):
                return number(value)
            case Name(name):
                return self.name(name)
            case Neg(arg):
                return self.minus + self.write(arg, _PRODUCT)
            case Add(left, right):
                return f"{self.write(left, _SUM)} + {self.write(right, _PRODUCT)}"
            case Sub(left, right):
                return f"{self.write(left, _SUM)} {self.minus} {self.write(right, _PRODUCT)}"
            case Mul(left, right):
                return self.write(left, _PRODUCT) + self.times(right) + self.write(right, _MINUS + isinstance(right, Neg))
            case Div(left, right):
                return self.quotient(left, right)
            case Pow(base, exponent):
                return self.base(base) + self.write_power(exponent)
            case VariablePow(base, power):
                return self.base(base) + self.above(power)
            case Call("sqrt" | "floor" | "ceil" as fn, (arg,)):
                return self.enclose(fn, arg)
            case Call(fn, args):
                return self.write_call({"log": "ln"}.get(fn, fn), ", ".join(map(self.write, args)))  # the grammar reads both

    def wrap(self, text: str) -> str:
        return f"({text})"

    def name(self, name: str) -> str:
        return _UNICODE_NAMES.get(name, name)

    def times(self, right: Node) -> str:
        return "·"

    def quotient(self, left: Node, right: Node) -> str:
        return f"{self.write(left, _PRODUCT)}/{self.write(right, _MINUS + isinstance(right, Neg))}"

    def base(self, base: Node) -> str:
        """The base of a power; √x is in parentheses, because √x² is the root of x²."""
        below = self.write(base, _ATOM)
        return f"({below})" if below.startswith("√") else below

    def write_power(self, exponent: Fraction) -> str:
        return str(exponent).translate(SUPERSCRIPT) if exponent.denominator == 1 else f"^({exponent})"

    def above(self, power: Node) -> str:
        return f"^{self.write(power, _ATOM)}"

    def enclose(self, fn: str, arg: Node) -> str:
        inside = self.write(arg)
        return {"sqrt": f"√{inside}" if self.strength(arg) == _ATOM else f"√({inside})", "floor": f"⌊{inside}⌋", "ceil": f"⌈{inside}⌉"}[fn]

    def write_call(self, fn: str, args: str) -> str:
        return f"{fn}({args})"


class PlainNotation(Notation):
    """ASCII. The parser reads the tree that was printed."""

    minus = "-"
    relations: ClassVar[dict[str, str]] = {}

    def side(self, node: Node) -> str:
        return self.write(node)

    def strength(self, node: Node) -> int:
        return _MINUS if isinstance(node, Number) and node.value < 0 else super().strength(node)

    def bare(self, node: Node) -> str:
        match node:
            case Neg(arg):
                return f"-{self.write(arg, _MINUS)}"
            case Call(fn, args):
                return self.write_call(fn, ", ".join(map(self.write, args)))
        return super().bare(node)

    def name(self, name: str) -> str:
        return name

    def times(self, right: Node) -> str:
        return "*"

    def write_power(self, exponent: Fraction) -> str:
        return f"**{exponent}" if exponent.denominator == 1 and exponent >= 0 else f"**({exponent})"

    def above(self, power: Node) -> str:
        return f"**{self.write(power, _ATOM)}"


class LatexNotation(Notation):
    """For mathematics mode."""

    minus, where, joined = "-", r" \text{ where } ", r" \text{ and } "
    relations: ClassVar[dict[str, str]] = {"<=": r"\le", ">=": r"\ge"}

    def side(self, node: Node) -> str:
        return self.write(node)

    def strength(self, node: Node) -> int:
        """A fraction and a function group by themselves, except under a power."""
        open_call = isinstance(node, Call) and node.fn not in ("sqrt", "floor", "ceil")
        return _MINUS if isinstance(node, Div) or open_call else super().strength(node)

    def wrap(self, text: str) -> str:
        return rf"\left({text}\right)"

    def name(self, name: str) -> str:
        escaped = name.replace("_", r"\_")
        return _LATEX_NAMES.get(name, name if len(name) == 1 else rf"\mathrm{{{escaped}}}")

    def times(self, right: Node) -> str:
        digits = isinstance(right, Number) or (isinstance(right, Pow) and isinstance(right.base, Number))
        return r" \cdot " if digits else r" \,"

    def quotient(self, left: Node, right: Node) -> str:
        return rf"\frac{{{self.write(left)}}}{{{self.write(right)}}}"

    def base(self, base: Node) -> str:
        """The base of a power; a name with a superscript of its own is in parentheses."""
        below = self.write(base, _ATOM)
        return self.wrap(below) if isinstance(base, Name) and "^" in below else below

    def write_power(self, exponent: Fraction) -> str:
        return f"^{{{exponent}}}"

    def above(self, power: Node) -> str:
        return f"^{{{self.write(power)}}}"

    def enclose(self, fn: str, arg: Node) -> str:
        inside = self.write(arg)
        return rf"\sqrt{{{inside}}}" if fn == "sqrt" else rf"\left\l{fn} {inside} \right\r{fn}"

    def write_call(self, fn: str, args: str) -> str:
        return rf"\{fn}\left({args}\right)"


def number(value: Fraction) -> str:
    """A number as a whole one or a decimal, which is all that the grammar has, and otherwise as p/q, also if a decimal is too long."""
    for places in range(MOST_PLACES + 1):
        scaled = abs(value) * 10**places
        if scaled.denominator == 1:
            digits = str(scaled.numerator).rjust(places + 1, "0")
            shown = f"{digits[:-places]}.{digits[-places:]}" if places else digits
            return f"-{shown}" if value < 0 else shown
    return str(value)


UNICODE = Notation()
unicode, side, term, named = UNICODE.comparison, UNICODE.side, UNICODE.write, UNICODE.name
latex, plain_text = LatexNotation().comparison, PlainNotation().comparison
