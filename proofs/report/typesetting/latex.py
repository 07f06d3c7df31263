"""Layout as LaTeX for mathematics mode."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import TypeGuard

from proofs.report.typesetting.nodes import Node, Quotient, Root, Sum, Symbol
from proofs.report.typesetting.signs import LOWERED, SIGNS, command
from proofs.report.typesetting.tex_prose import escaped, tex_text
from proofs.report.typesetting.writers import ATOM, FRACTION, PRODUCT, UNICODE, Writer, close

__all__ = ["LATEX", "Latex", "command", "tex_text"]


LONGEST = 36  # signs below a root and above or below the line of a fraction, which is otherwise written with a slash
NAMED = {"ln": r"\ln ", "exp": r"\exp "}


class Latex(Writer):
    """For mathematics mode.  Whatever may be long can be broken: no \\left and \\right, and no long line of a fraction."""

    minus, dot, tight = "-", r"\,", FRACTION

    def write(self, node: Node, at_least: int = 0) -> str:
        slashed = isinstance(node, Quotient) and at_least > PRODUCT and _long(node)
        return self.wrapped(self.bare(node)) if slashed else super().write(node, at_least)

    def bare(self, node: Node) -> str:
        if _long_root(node):
            return self.wrapped(self.write(node.inside)) + "^{1/2}"  # a line cannot end below a root
        return super().bare(node)

    def words(self, text: str) -> str:
        if re.fullmatch(r" ?[≤≥<>=,+·⇒()] ?", text):
            return f" {SIGNS.get(text.strip(), text.strip())} "
        return rf"\text{{{tex_text(text)}}}"

    def symbol(self, text: str) -> str:
        if text in NAMED:
            return NAMED[text]
        head, bracket, inside = text.partition("(")
        name, small, prime = re.fullmatch(r"(.*?)([₀-₉]*)(′?)", head, re.DOTALL).groups()  # type: ignore[union-attr]
        shown = re.sub(r"[^\W_]", lambda c: command(c[0]), name if len(name) == 1 else re.sub("[A-Za-z]+", r"\\mathrm{\g<0>}", name))
        shown = shown.strip() + (f"_{{{small.translate(LOWERED)}}}" if small else "") + ("'" if prime else "")
        if bracket:
            return f"{shown}({re.sub(r'[^ -~]', lambda c: command(c[0]), inside[:-1]).strip()})"
        return shown + " " if re.search(r"\\[A-Za-z]+$", shown) else shown

    def quoted(self, text: str) -> str:
        """Letter by letter: no two dashes or quotation marks become one sign."""
        apart = re.sub(r"([-'`,?!])(?=[-'`,])", r"\1{}", escaped(text).replace('"', r'\texttt{"}'))
        return rf"\text{{{apart}}}"

    def number(self, value: Fraction) -> str:
        return str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"

    def at(self, name: str, argument: str) -> str:
        return f"{name.strip()}({argument})"

    def norm(self, inside: str) -> str:
        return rf"\|{inside}\|"

    def bracket(self, left: str, right: str) -> str:
        return rf"\langle {left}, {right}\rangle "

    def root(self, inside: str, short: bool) -> str:
        return rf"\sqrt{{{inside}}}"

    def floor(self, inside: str) -> str:
        return rf"\lfloor {inside}\rfloor "

    def product(self, factors: tuple[Node, ...]) -> str:
        text = self.write(factors[0], self.tight)
        for before, factor in pairwise(factors):
            applied = isinstance(before, Symbol) and (isinstance(factor, Sum) or _long_root(factor))  # M(k + 1) would be M at k + 1
            text += r"\cdot " if applied else "" if close(before, factor) else self.dot
            text += r"\allowbreak " if len(UNICODE.write(before)) > LONGEST else ""
            text += self.write(factor, self.tight)
        return text

    def power(self, base: str, exponent: int) -> str:
        return f"{base.strip()}^{{{exponent}}}"

    def quotient(self, top: Node, bottom: Node) -> str:
        if _long(Quotient(top, bottom)):
            return f"{self.write(top, PRODUCT)}/{self.write(bottom, ATOM)}"
        return rf"\frac{{{self.write(top)}}}{{{self.write(bottom)}}}"

    def wrapped(self, text: str) -> str:
        size = r"\Big" if r"\frac" in text else r"\big" if r"\sqrt" in text else ""
        return f"{size}l({text}{size}r)" if size else f"({text})"


def _long_root(node: Node) -> TypeGuard[Root]:
    return isinstance(node, Root) and len(UNICODE.write(node.inside)) > LONGEST


def _long(node: Quotient) -> bool:
    return max(len(UNICODE.write(side)) for side in (node.top, node.bottom)) > LONGEST


LATEX = Latex()
