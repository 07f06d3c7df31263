"""Layout as unicode for a terminal; `latex` and `mathml` are the other notations."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from proofs.report.typesetting.nodes import (
    At,
    Bracket,
    Decimal,
    Floor,
    Listed,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quoted,
    Quotient,
    Root,
    Row,
    Sum,
    Symbol,
    Words,
)

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
            case Quoted(text):
                return self.quoted(text)
            case Number(value):
                return self.number(value)
            case Decimal(text):
                return self.decimal(text)
            case At(name, argument):
                return self.at(self.write(name), self.index(argument))
            case Listed(items):
                return self.wrapped(self.items(items))
            case Norm(inside):
                return self.norm(self.write(inside))
            case Bracket(left, right):
                return self.bracket(self.write(left), self.write(right))
            case Root(inside):
                return self.root(self.write(inside), isinstance(inside, (Symbol, Number)) and strength(inside) == ATOM)
            case Floor(inside):
                return self.floor(self.write(inside))
            case Power(base, exponent):
                return self.power(self.base(base), exponent)
            case Product(factors):
                return self.product(factors)
            case Quotient(top, bottom):
                return self.quotient(top, bottom)
            case Sum(terms):
                return self.sum(terms)
            case Row(items):
                return "".join(self.write(item) for item in items)

    def index(self, argument: Node) -> str:
        """An argument; k + 1 is written closely, and a list without brackets of its own."""
        if isinstance(argument, Listed):
            return self.items(argument.items)
        text = self.write(argument)
        close = isinstance(argument, Sum) and all(isinstance(t, (Symbol, Number)) for _, t in argument.terms)
        return text.replace(" + ", "+") if close else text

    def items(self, items: tuple[Node, ...]) -> str:
        """What is in a list; one with a single entry ends in a comma, for it is not that entry."""
        written = [self.write(item) for item in items]
        return self.words(", ").join(written) + (self.words(",") if len(written) == 1 else "")

    def base(self, node: Node) -> str:
        """What is raised to a power."""
        text = self.write(node, ATOM)
        return self.wrapped(text) if isinstance(node, (Root, Power)) else text

    def sum(self, terms: tuple[tuple[bool, Node], ...]) -> str:
        signed = [(self.minus if less else "+", self.write(term, PRODUCT)) for less, term in terms]
        first = f"{self.minus}{signed[0][1]}" if terms[0][0] else signed[0][1]
        return " ".join([first, *(f"{sign} {text}" for sign, text in signed[1:])])

    def product(self, factors: tuple[Node, ...]) -> str:
        text = self.write(factors[0], self.tight)
        for before, factor in pairwise(factors):
            text += ("" if close(before, factor) else self.dot) + self.write(factor, self.tight)
        return text

    def quotient(self, top: Node, bottom: Node) -> str:
        return f"{self.write(top, PRODUCT)}/{self.write(bottom, ATOM)}"

    def words(self, text: str) -> str:
        return text

    def symbol(self, text: str) -> str:
        return text

    def quoted(self, text: str) -> str:
        return text

    def number(self, value: Fraction) -> str:
        return str(value).replace("-", self.minus)

    def decimal(self, text: str) -> str:
        return text

    def at(self, name: str, argument: str) -> str:
        return f"{name}({argument})"

    def norm(self, inside: str) -> str:
        return f"‖{inside}‖"

    def bracket(self, left: str, right: str) -> str:
        return f"⟨{left}, {right}⟩"

    def root(self, inside: str, short: bool) -> str:
        return f"√{inside}" if short else f"√({inside})"

    def floor(self, inside: str) -> str:
        return f"⌊{inside}⌋"

    def power(self, base: str, exponent: int) -> str:
        return base + str(exponent).translate(str.maketrans("0123456789", SUPER))

    def wrapped(self, text: str) -> str:
        return f"({text})"


def close(before: Node, after: Node) -> bool:
    """Whether a product needs no dot there: γM, 2(a + b), R√M, and not two Latin letters, which would read as a word, nor γ(a + b)."""
    if not short(before) or not (short(after) or isinstance(after, (Norm, Root, Sum))):
        return False
    if isinstance(after, Sum) or (isinstance(after, Power) and not isinstance(after.base, (Symbol, Number, Norm))):
        return not isinstance(before, Symbol)  # in brackets, where γ(a + b) would be γ at a + b
    first = after.base if isinstance(after, Power) else after
    letters = isinstance(before, Symbol) and isinstance(first, Symbol) and before.text.isascii() and first.text[0].isascii()
    return not letters and not isinstance(first, Number)


def short(node: Node) -> bool:
    """A number or a single letter, perhaps to a power, needs no dot."""
    if isinstance(node, Power):
        return short(node.base)
    return (isinstance(node, Number) and node.value.denominator == 1) or (isinstance(node, Symbol) and len(node.text) == 1)


UNICODE = Writer()
