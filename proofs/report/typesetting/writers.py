"""Layout as unicode for a terminal and as plain HTML for notebooks and pages without a network; `latex` is the third notation."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from itertools import pairwise

from proofs.report.typesetting.nodes import At, Bracket, Node, Norm, Number, Power, Product, Quotient, Root, Row, Sum, Symbol, Words

SUM, PRODUCT, FRACTION, ATOM = 1, 2, 3, 4  # how tightly a node binds
SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def strength(node: Node) -> int:
    if isinstance(node, (Sum, Row)):
        return SUM
    if isinstance(node, Quotient) or (isinstance(node, Number) and node.value.denominator != 1):
        return FRACTION
    return PRODUCT if isinstance(node, Product) else ATOM


class Writer:
    """Unicode, one line; the other notations override what differs."""

    minus, dot, tight = "−", "·", ATOM

    def write(self, node: Node, at_least: int = 0) -> str:
        text = self.bare(node)
        return self.wrapped(text) if strength(node) < at_least else text

    def bare(self, node: Node) -> str:
        match node:
            case Words(text):
                return self.words(text)
            case Symbol(text):
                return self.symbol(text)
            case Number(value):
                return self.number(value)
            case At(name, argument):
                text = self.write(argument)
                index = isinstance(argument, Sum) and all(isinstance(t, (Symbol, Number)) for _, t in argument.terms)
                return self.at(name, text.replace(" + ", "+") if index else text)
            case Norm(inside):
                return self.norm(self.write(inside))
            case Bracket(left, right):
                return self.bracket(self.write(left), self.write(right))
            case Root(inside):
                return self.root(self.write(inside), strength(inside) == ATOM)
            case Power(base, exponent):
                text = self.write(base, ATOM)
                raised = isinstance(base, (Root, Power)) or (isinstance(base, Symbol) and base.text[-1:] in SUPER)  # R² as a name, squared
                return self.power(self.wrapped(text) if raised else text, exponent)
            case Product(factors):
                return self.product(factors)
            case Quotient(top, bottom):
                return self.quotient(top, bottom)
            case Sum(terms):
                return self.sum(terms)
            case Row(items):
                return "".join(self.write(item) for item in items)

    def sum(self, terms: tuple[tuple[bool, Node], ...]) -> str:
        signed = [(self.minus if less else "+", self.write(term, PRODUCT)) for less, term in terms]
        first = f"{self.minus}{signed[0][1]}" if terms[0][0] else signed[0][1]
        return " ".join([first, *(f"{sign} {text}" for sign, text in signed[1:])])

    def product(self, factors: tuple[Node, ...]) -> str:
        text = self.write(factors[0], self.tight)
        for before, factor in pairwise(factors):
            close = short(before) and (short(factor) or isinstance(factor, (Norm, Root, Sum)))
            text += ("" if close else self.dot) + self.write(factor, self.tight)
        return text

    def quotient(self, top: Node, bottom: Node) -> str:
        return f"{self.write(top, FRACTION if isinstance(top, Sum) else PRODUCT)}/{self.write(bottom, ATOM)}"

    def words(self, text: str) -> str:
        return text

    def symbol(self, text: str) -> str:
        return text

    def number(self, value: Fraction) -> str:
        return str(value)

    def at(self, name: str, argument: str) -> str:
        return f"{self.symbol(name)}({argument})"

    def norm(self, inside: str) -> str:
        return f"‖{inside}‖"

    def bracket(self, left: str, right: str) -> str:
        return f"⟨{left}, {right}⟩"

    def root(self, inside: str, short: bool) -> str:
        return f"√{inside}" if short and len(inside) < 3 else f"√({inside})"

    def power(self, base: str, exponent: int) -> str:
        return base + str(exponent).translate(str.maketrans("0123456789", SUPER))

    def wrapped(self, text: str) -> str:
        return f"({text})"


def short(node: Node) -> bool:
    """A number or a single letter, perhaps to a power, needs no dot."""
    if isinstance(node, Power):
        return short(node.base)
    return (isinstance(node, Number) and node.value.denominator == 1) or (isinstance(node, Symbol) and len(node.text) == 1)


SMALL = dict(zip(SUPER, "0123456789", strict=True)) | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))


class Html(Writer):
    """Plain HTML: italics, <sup>, <sub>; needs no script and no network."""

    def words(self, text: str) -> str:
        return html.escape(text)

    def symbol(self, text: str) -> str:
        if indexed := re.fullmatch(r"(\w)([0-9]+|[₀-₉]+)", text):
            return f"<i>{html.escape(indexed[1])}</i><sub>{''.join(SMALL.get(c, c) for c in indexed[2])}</sub>"
        return f"<i>{html.escape(text)}</i>"

    def root(self, inside: str, short: bool) -> str:
        return f'√<span class="root" style="border-top:1px solid">{inside}</span>'

    def power(self, base: str, exponent: int) -> str:
        return f"{base}<sup>{exponent}</sup>"


UNICODE, HTML = Writer(), Html()
