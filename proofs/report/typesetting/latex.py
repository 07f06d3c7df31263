"""Layout as LaTeX for mathematics mode."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from itertools import pairwise

from proofs.report.typesetting.nodes import Node, Sum, Symbol
from proofs.report.typesetting.writers import FRACTION, SUPER, Writer

LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
SMALL = dict(zip(SUPER, "0123456789", strict=True)) | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))

GREEK = """α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho
σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega"""
LETTERS: dict[str, str] = dict(re.findall(r"(\w) (\w+)", GREEK))
SIGNS = {
    "≤": r"\leq",
    "≥": r"\geq",
    "·": r"\cdot",
    "−": "-",
    "‖": r"\|",
    "√": r"\surd",
    "⇒": r"\Rightarrow",
    "∀": r"\forall",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "ⁿ": "^n",
    "′": "'",
    "∞": r"\infty",
    "½": r"\frac{1}{2}",
    "…": r"\ldots",
    "∏": r"\prod",
    "⊗": r"\otimes",
    "ᵀ": r"^T",
    "∈": r"\in",
    "≠": r"\neq",
    "→": r"\to",
    "₊": r"_+",
    "°": r"^\circ",
    "ℓ": r"\ell",
    "⁺": r"^+",
    "ℝ": r"\mathbb{R}",
    "⊥": r"\perp",
    "×": r"\times",
    "±": r"\pm",
    "≈": r"\approx",
    "₋": "_-",
}
PLAIN = "<>|"  # which text fonts do not have
ESCAPED = {"\\": "\\backslash ", **{c: "\\" + c for c in "{}$&#_%"}, "^": "\\wedge ", "~": "\\sim "}


class Latex(Writer):
    """For mathematics mode."""

    minus, dot, tight = "-", r"\,", FRACTION

    def words(self, text: str) -> str:
        if re.fullmatch(r" ?[≤≥<>=,+·⇒()] ?", text):
            return f" {SIGNS.get(text.strip(), text.strip())} "
        return rf"\text{{{tex_text(text)}}}"

    def symbol(self, text: str) -> str:
        head, bracket, inside = text.partition("(")
        name, small, prime = re.fullmatch(r"(.*?)([₀-₉]*)(′?)", head, re.DOTALL).groups()  # type: ignore[union-attr]
        shown = re.sub(r"[^\W_]", lambda c: command(c[0]), name if len(name) == 1 else re.sub("[A-Za-z]+", r"\\mathrm{\g<0>}", name))
        shown = shown.strip() + (f"_{{{small.translate(LOWERED)}}}" if small else "") + ("'" if prime else "")
        if bracket:
            return f"{shown}({re.sub(r'[^ -~]', lambda c: command(c[0]), inside[:-1]).strip()})"
        return shown + " " if re.search(r"\\[A-Za-z]+$", shown) else shown

    def quoted(self, text: str) -> str:
        return rf"\text{{{tex_text(text)}}}"

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
            applied = isinstance(before, Symbol) and isinstance(factor, Sum)  # M(k + 1) would be M at k + 1
            text += (r"\cdot " if applied else self.dot) + self.write(factor, self.tight)
        return text

    def power(self, base: str, exponent: int) -> str:
        return f"{base.strip()}^{{{exponent}}}"

    def quotient(self, top: Node, bottom: Node) -> str:
        return rf"\frac{{{self.write(top)}}}{{{self.write(bottom)}}}"

    def wrapped(self, text: str) -> str:
        tall = r"\frac" in text or r"\sqrt" in text
        return rf"\left({text}\right)" if tall else f"({text})"  # between \left and \right a line cannot be broken


def command(c: str) -> str:
    """A letter or a sign of mathematics, where it has a command of its own."""
    return "\\" + LETTERS[c] + " " if c in LETTERS else SIGNS[c] + " " if c in SIGNS else _raised(c) or c


def _raised(c: str) -> str:
    """A raised or lowered letter, such as ᵈ, as mathematics; empty for any other character."""
    kind, _, plain = unicodedata.decomposition(c).partition("> ")
    sign = {"<super": "^", "<sub": "_"}.get(kind, "")
    return f"{sign}{{{chr(int(plain, 16))}}}" if sign and " " not in plain else ""


def tex_text(text: str) -> str:
    """Prose for LaTeX; mathematical letters go to mathematics mode."""
    out = []
    for c in text:
        if c in LETTERS or c in SIGNS or c in PLAIN or (c not in SMALL and _raised(c)):
            out.append("$" + command(c).strip() + "$")
        elif c in SMALL:
            out.append(f"$^{SMALL[c]}$" if c in "⁰¹²³⁴⁵⁶⁷⁸⁹" else f"$_{SMALL[c]}$")
        elif c == "\\":
            out.append(r"\textbackslash{}")
        elif c in "^~":
            out.append(rf"\{c}{{}}")
        else:
            out.append(ESCAPED.get(c, c))
    return "".join(out)


LATEX = Latex()
