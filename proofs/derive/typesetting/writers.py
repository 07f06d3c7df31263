"""Layout, the pieces of which shown mathematics is made, and its three writers: unicode, LaTeX, MathML.

`layout` builds the pieces.  MathML is shown by browsers themselves: no script, no font and no network.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeGuard

from proofs.derive.typesetting.tex_prose import HIGH, LOWERED, SIGNS, command, escape, tex_text


@dataclass(frozen=True, slots=True)
class Text:
    """Text written as it is, of one of four kinds."""

    text: str


class Words(Text):
    """Prose, or punctuation with its own spaces."""


class Symbol(Text):
    """A plain name: γ, M, TD, S₂, φ(0)."""


class QuotedName(Text):
    """A name that is no plain one, already in quotation marks and escaped."""


class Decimal(Text):
    """A number that its author wrote with a point: 2.513."""


@dataclass(frozen=True, slots=True)
class Numeral:
    value: Fraction


@dataclass(frozen=True, slots=True)
class At:
    """A sequence at an index, or a function at an argument."""

    name: Node
    argument: Node


@dataclass(frozen=True, slots=True)
class NumberList:
    """A list of numbers, itself a number or an index: (i, j), (i,), ()."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """A sign around a term: one of three."""

    inside: Node


class Norm(Around):
    """‖inside‖"""


class Radical(Around):
    """√inside"""


class Floor(Around):
    """⌊inside⌋"""


@dataclass(frozen=True, slots=True)
class Bracket:
    """⟨left, right⟩"""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Power:
    base: Node
    exponent: int


@dataclass(frozen=True, slots=True)
class Factors:
    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    top: Node
    bottom: Node


@dataclass(frozen=True, slots=True)
class SignedTerms:
    """Terms with their signs: (False, t) is added, (True, t) subtracted."""

    terms: tuple[tuple[bool, Node], ...]


@dataclass(frozen=True, slots=True)
class Strung:
    """One after the other."""

    items: tuple[Node, ...]


Node = Text | Numeral | At | NumberList | Around | Bracket | Power | Factors | Quotient | SignedTerms | Strung


SUM, PRODUCT, FRACTION, ATOM = 1, 2, 3, 4  # how tightly a node binds


def strength(node: Node) -> int:
    if isinstance(node, (SignedTerms, Strung)):
        return SUM
    if isinstance(node, Quotient) or (isinstance(node, Numeral) and node.value.denominator != 1):
        return FRACTION
    return PRODUCT if isinstance(node, Factors) else ATOM


class Writer:
    """Unicode, one line; the other notations override what differs."""

    minus, dot, comma, tight = "−", "·", ", ", ATOM

    def write(self, node: Node, at_least: int = 0) -> str:
        text = self.bare(node)
        return self.wrap(text) if strength(node) < at_least else text

    def bare(self, node: Node) -> str:
        match node:
            case Words(text):
                return self.words(text)
            case Symbol(text):
                return self.symbol(text)
            case QuotedName(text):
                return self.quote(text)
            case Numeral(value):
                return self.number(value)
            case Text(text):  # a Decimal
                return self.decimal(text)
            case At(name, argument):
                return self.at(self.write(name), self.index(argument))
            case NumberList(items):
                return self.wrap(self.items(items))
            case Norm(inside):
                return self.fence("‖", self.write(inside), "‖")
            case Bracket(left, right):
                return self.fence("⟨", f"{self.write(left)}{self.comma}{self.write(right)}", "⟩")
            case Radical(inside):
                return self.root(self.write(inside), isinstance(inside, (Symbol, Numeral)) and strength(inside) == ATOM)
            case Around(inside):  # a Floor
                return self.fence("⌊", self.write(inside), "⌋")
            case Power(base, exponent):
                return self.power(self.base(base), exponent)
            case Factors(factors):
                return self.product(factors)
            case Quotient(top, bottom):
                return self.quotient(top, bottom)
            case SignedTerms(terms):
                return self.sum(terms)
            case Strung(items):
                return "".join(self.write(item) for item in items)

    def index(self, argument: Node) -> str:
        """An argument; k + 1 is written closely, and a list without brackets of its own."""
        if isinstance(argument, NumberList):
            return self.items(argument.items)
        text = self.write(argument)
        close = isinstance(argument, SignedTerms) and all(isinstance(t, (Symbol, Numeral)) for _, t in argument.terms)
        return text.replace(" + ", "+") if close else text

    def items(self, items: tuple[Node, ...]) -> str:
        """The entries of a list; a list with a single entry ends in a comma, because it is not that entry."""
        written = [self.write(item) for item in items]
        return self.words(", ").join(written) + (self.words(",") if len(written) == 1 else "")

    def base(self, node: Node) -> str:
        """The base of a power."""
        text = self.write(node, ATOM)
        return self.wrap(text) if isinstance(node, (Radical, Power)) else text

    def sum(self, terms: tuple[tuple[bool, Node], ...]) -> str:
        signed = [(self.minus if less else "+", self.write(term, PRODUCT)) for less, term in terms]
        first = f"{self.minus}{signed[0][1]}" if terms[0][0] else signed[0][1]
        return " ".join([first, *(f"{sign} {text}" for sign, text in signed[1:])])

    def product(self, factors: tuple[Node, ...]) -> str:
        between = (self.between(before, factor) + self.write(factor, self.tight) for before, factor in pairwise(factors))
        return "".join([self.write(factors[0], self.tight), *between])

    def between(self, before: Node, factor: Node) -> str:
        """The sign between two factors."""
        return "" if close(before, factor) else self.dot

    def quotient(self, top: Node, bottom: Node) -> str:
        return f"{self.write(top, PRODUCT)}/{self.write(bottom, ATOM)}"

    def words(self, text: str) -> str:
        return text

    def symbol(self, text: str) -> str:
        return text

    def quote(self, text: str) -> str:
        return text

    def number(self, value: Fraction) -> str:
        return str(value).replace("-", self.minus)

    def decimal(self, text: str) -> str:
        return text

    def at(self, name: str, argument: str) -> str:
        return f"{name}({argument})"

    def fence(self, left: str, inside: str, right: str) -> str:
        """‖v‖, ⟨v, w⟩ and ⌊x⌋."""
        return left + inside + right

    def root(self, inside: str, short: bool) -> str:
        return f"√{inside}" if short else f"√({inside})"

    def power(self, base: str, exponent: int) -> str:
        return base + str(exponent).translate(str.maketrans("0123456789", HIGH))

    def wrap(self, text: str) -> str:
        return f"({text})"


def close(before: Node, after: Node) -> bool:
    """Whether a product needs no dot there: γM, 2(a + b), R√M, and not two Latin letters, which would read as a word, nor γ(a + b)."""
    if not short(before) or not (short(after) or isinstance(after, (Norm, Radical, SignedTerms))):
        return False
    if isinstance(after, SignedTerms) or (isinstance(after, Power) and not isinstance(after.base, (Symbol, Numeral, Norm))):
        return not isinstance(before, Symbol)  # in brackets, where γ(a + b) would be γ at a + b
    first = after.base if isinstance(after, Power) else after
    letters = isinstance(before, Symbol) and isinstance(first, Symbol) and before.text.isascii() and first.text[0].isascii()
    return not letters and not isinstance(first, Numeral)


def short(node: Node) -> bool:
    """A number or a single letter, perhaps to a power, needs no dot."""
    if isinstance(node, Power):
        return short(node.base)
    return (isinstance(node, Numeral) and node.value.denominator == 1) or (isinstance(node, Symbol) and len(node.text) == 1)


UNICODE = Writer()


__all__ = ["LATEX", "Latex", "command", "tex_text"]


def _taken_apart(name: str) -> tuple[str, str, str, str]:
    """A name without its ending: its lowered number, its prime, and its argument."""
    head, _, inside = name.partition("(")
    letters, small, prime = re.fullmatch(r"(.*?)([₀-₉]*)(′?)", head, re.DOTALL).groups()  # type: ignore[union-attr]
    return letters, small, prime, inside[:-1]


LONGEST = 36  # signs below a root and above or below the line of a fraction, which is otherwise written with a slash
NAMED = {"ln": r"\ln ", "exp": r"\exp "}


class Latex(Writer):
    """For mathematics mode.  Whatever may be long can be broken: no \\left and \\right, and no long line of a fraction."""

    minus, dot, tight = "-", r"\,", FRACTION

    def write(self, node: Node, at_least: int = 0) -> str:
        slashed = isinstance(node, Quotient) and at_least > PRODUCT and _long(node)
        return self.wrap(self.bare(node)) if slashed else super().write(node, at_least)

    def bare(self, node: Node) -> str:
        if _long_root(node):
            return self.wrap(self.write(node.inside)) + "^{1/2}"  # a line cannot end below a root
        return super().bare(node)

    def words(self, text: str) -> str:
        if re.fullmatch(r" ?[≤≥<>=,+·⇒()] ?", text):
            return f" {SIGNS.get(text.strip(), text.strip())} "
        return rf"\text{{{tex_text(text)}}}"

    def symbol(self, text: str) -> str:
        if text in NAMED:
            return NAMED[text]
        name, small, prime, inside = _taken_apart(text)
        shown = re.sub(r"[^\W_]", lambda c: command(c[0]), name if len(name) == 1 else re.sub("[A-Za-z]+", r"\\mathrm{\g<0>}", name))
        shown = shown.strip() + (f"_{{{small.translate(LOWERED)}}}" if small else "") + ("'" if prime else "")
        if inside:
            return f"{shown}({re.sub(r'[^ -~]', lambda c: command(c[0]), inside).strip()})"
        return shown + " " if re.search(r"\\[A-Za-z]+$", shown) else shown

    def quote(self, text: str) -> str:
        """Letter by letter: no two dashes or quotation marks become one sign."""
        apart = re.sub(r"([-'`,?!])(?=[-'`,])", r"\1{}", escape(text).replace('"', r'\texttt{"}'))
        return rf"\text{{{apart}}}"

    def number(self, value: Fraction) -> str:
        return str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"

    def at(self, name: str, argument: str) -> str:
        return f"{name.strip()}({argument})"

    def fence(self, left: str, inside: str, right: str) -> str:
        return command(left) + inside + command(right)

    def root(self, inside: str, short: bool) -> str:
        return rf"\sqrt{{{inside}}}"

    def between(self, before: Node, factor: Node) -> str:
        applied = isinstance(before, Symbol) and (isinstance(factor, SignedTerms) or _long_root(factor))  # M(k + 1) would be M at k + 1
        sign = r"\cdot " if applied else super().between(before, factor)
        return sign + r"\allowbreak " * (len(UNICODE.write(before)) > LONGEST)

    def power(self, base: str, exponent: int) -> str:
        return f"{base.strip()}^{{{exponent}}}"

    def quotient(self, top: Node, bottom: Node) -> str:
        if _long(Quotient(top, bottom)):
            return f"{self.write(top, PRODUCT)}/{self.write(bottom, ATOM)}"
        return rf"\frac{{{self.write(top)}}}{{{self.write(bottom)}}}"

    def wrap(self, text: str) -> str:
        size = r"\Big" if r"\frac" in text else r"\big" if r"\sqrt" in text else ""
        return f"{size}l({text}{size}r)" if size else f"({text})"


def _long_root(node: Node) -> TypeGuard[Radical]:
    return isinstance(node, Radical) and len(UNICODE.write(node.inside)) > LONGEST


def _long(node: Quotient) -> bool:
    return max(len(UNICODE.write(side)) for side in (node.top, node.bottom)) > LONGEST


LATEX = Latex()


APPLIED, TIMES = "\u2061", "\u2062"  # what is applied or multiplied without a sign


class MathMl(Writer):
    """The inside of a <math> element."""

    minus, comma, tight = "−", "<mo>,</mo>", FRACTION

    def words(self, text: str) -> str:
        if re.fullmatch(r" ?[≤≥<>=⇒,:+·()] ?", text):
            return f"<mo>{html.escape(text.strip())}</mo>"
        return f"<mtext>{html.escape(text).replace(' ', '&#xa0;')}</mtext>"

    def symbol(self, text: str) -> str:
        name, small, prime, inside = _taken_apart(text)
        shown = f"<mi>{html.escape(name)}</mi>"
        if small:
            shown = f"<msub>{shown}<mn>{small.translate(LOWERED)}</mn></msub>"
        if prime:
            shown = f"<msup>{shown}<mo>′</mo></msup>"
        return self.at(shown, f"<mtext>{html.escape(inside)}</mtext>") if inside else shown

    def quote(self, text: str) -> str:
        return f"<mtext>{html.escape(text)}</mtext>"

    def number(self, value: Fraction) -> str:
        if value.denominator != 1:
            return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"
        return f"<mn>{value}</mn>" if value >= 0 else f"<mrow><mo>−</mo><mn>{-value}</mn></mrow>"

    def decimal(self, text: str) -> str:
        return f"<mn>{text}</mn>"

    def index(self, argument: Node) -> str:
        return self.items(argument.items) if isinstance(argument, NumberList) else self.write(argument)

    def at(self, name: str, argument: str) -> str:
        return f"<mrow>{name}<mo>{APPLIED}</mo>{self.wrap(argument)}</mrow>"

    def fence(self, left: str, inside: str, right: str) -> str:
        return fence_left(left, inside, right)

    def root(self, inside: str, short: bool) -> str:
        return f"<msqrt>{inside}</msqrt>"

    def power(self, base: str, exponent: int) -> str:
        return f"<msup>{base}<mn>{exponent}</mn></msup>"

    def product(self, factors: tuple[Node, ...]) -> str:
        return f"<mrow>{super().product(factors)}</mrow>"

    def between(self, before: Node, factor: Node) -> str:
        return f"<mo>{TIMES if close(before, factor) else '·'}</mo>"

    def sum(self, terms: tuple[tuple[bool, Node], ...]) -> str:
        text = "".join(f"<mo>{self.minus if less else '+'}</mo>{self.write(term, PRODUCT)}" for less, term in terms)
        return f"<mrow>{text.removeprefix('<mo>+</mo>')}</mrow>"

    def quotient(self, top: Node, bottom: Node) -> str:
        return f"<mfrac>{self.write(top)}{self.write(bottom)}</mfrac>"

    def wrap(self, text: str) -> str:
        return fence_left("(", text, ")")


def fence_left(left: str, inside: str, right: str) -> str:
    """Brackets as tall as their content; around low content they are text, for an operator stretches, and then stands off."""
    tag = "mo" if "<mfrac" in inside or "<msqrt" in inside else "mtext"
    return f"<mrow><{tag}>{left}</{tag}>{inside}<{tag}>{right}</{tag}></mrow>"


class Html:
    """Mathematics as a <math> element, prose as text."""

    def write(self, node: Node) -> str:
        return f"<math>{MATHML.write(node)}</math>"

    def prose(self, node: Node) -> str:
        """A reason: mostly words."""
        if isinstance(node, Words):
            return html.escape(node.text)
        return "".join(map(self.prose, node.items)) if isinstance(node, Strung) else self.write(node)


class Letters(Html):
    """Formulas and prose as text: a tenth of the length, for the depths of a long proof."""

    def write(self, node: Node) -> str:
        return html.escape(UNICODE.write(node))


MATHML, HTML, LETTERS = MathMl(), Html(), Letters()
