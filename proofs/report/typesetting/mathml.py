"""Layout as MathML, which browsers show by themselves: no script, no font and no network."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from itertools import pairwise

from proofs.report.typesetting.nodes import Listed, Node, Row, Words
from proofs.report.typesetting.spelling import SMALL
from proofs.report.typesetting.writers import FRACTION, PRODUCT, UNICODE, Writer, close

APPLIED, TIMES = "\u2061", "\u2062"  # what is applied or multiplied without a sign


class MathMl(Writer):
    """The inside of a <math> element."""

    minus, tight = "−", FRACTION

    def words(self, text: str) -> str:
        if re.fullmatch(r" ?[≤≥<>=⇒,:+·()] ?", text):
            return f"<mo>{html.escape(text.strip())}</mo>"
        return f"<mtext>{html.escape(text).replace(' ', '&#xa0;')}</mtext>"

    def symbol(self, text: str) -> str:
        head, bracket, inside = text.partition("(")
        name, small, prime = re.fullmatch(r"(.*?)([₀-₉]*)(′?)", head, re.DOTALL).groups()  # type: ignore[union-attr]
        shown = f"<mi>{html.escape(name)}</mi>"
        if small:
            shown = f"<msub>{shown}<mn>{small.translate(SMALL)}</mn></msub>"
        if prime:
            shown = f"<msup>{shown}<mo>′</mo></msup>"
        return self.at(shown, f"<mtext>{html.escape(inside[:-1])}</mtext>") if bracket else shown

    def quoted(self, text: str) -> str:
        return f"<mtext>{html.escape(text)}</mtext>"

    def number(self, value: Fraction) -> str:
        if value.denominator != 1:
            return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"
        return f"<mn>{value}</mn>" if value >= 0 else f"<mrow><mo>−</mo><mn>{-value}</mn></mrow>"

    def decimal(self, text: str) -> str:
        return f"<mn>{text}</mn>"

    def index(self, argument: Node) -> str:
        return self.items(argument.items) if isinstance(argument, Listed) else self.write(argument)

    def at(self, name: str, argument: str) -> str:
        return f"<mrow>{name}<mo>{APPLIED}</mo>{self.wrapped(argument)}</mrow>"

    def norm(self, inside: str) -> str:
        return fenced("‖", inside, "‖")

    def bracket(self, left: str, right: str) -> str:
        return fenced("⟨", f"{left}<mo>,</mo>{right}", "⟩")

    def floor(self, inside: str) -> str:
        return fenced("⌊", inside, "⌋")

    def root(self, inside: str, short: bool) -> str:
        return f"<msqrt>{inside}</msqrt>"

    def power(self, base: str, exponent: int) -> str:
        return f"<msup>{base}<mn>{exponent}</mn></msup>"

    def product(self, factors: tuple[Node, ...]) -> str:
        text = self.write(factors[0], self.tight)
        for before, factor in pairwise(factors):
            text += f"<mo>{TIMES if close(before, factor) else '·'}</mo>{self.write(factor, self.tight)}"
        return f"<mrow>{text}</mrow>"

    def sum(self, terms: tuple[tuple[bool, Node], ...]) -> str:
        text = "".join(f"<mo>{self.minus if less else '+'}</mo>{self.write(term, PRODUCT)}" for less, term in terms)
        return f"<mrow>{text.removeprefix('<mo>+</mo>')}</mrow>"

    def quotient(self, top: Node, bottom: Node) -> str:
        return f"<mfrac>{self.write(top)}{self.write(bottom)}</mfrac>"

    def wrapped(self, text: str) -> str:
        return fenced("(", text, ")")


def fenced(left: str, inside: str, right: str) -> str:
    """Brackets as tall as what is in them; around what is not tall they are text, for an operator stretches, and then stands off."""
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
        return "".join(map(self.prose, node.items)) if isinstance(node, Row) else self.write(node)


class Letters(Html):
    """The same, with formulas as text too: a tenth of the length, for the depths of a long proof."""

    def write(self, node: Node) -> str:
        return html.escape(UNICODE.write(node))


MATHML, HTML, LETTERS = MathMl(), Html(), Letters()
