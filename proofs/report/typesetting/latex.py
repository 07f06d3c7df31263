"""Layout as LaTeX for mathematics mode."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from proofs.report.typesetting.nodes import Node
from proofs.report.typesetting.writers import FRACTION, SMALL, Writer

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
        if text in LETTERS:
            return "\\" + LETTERS[text] + " "
        if len(text) == 1 and text.isascii() and text.isalnum():
            return text
        if indexed := re.fullmatch(r"(\w)([0-9]+|[₀-₉]+)", text):
            return f"{self.symbol(indexed[1]).strip()}_{{{''.join(SMALL.get(c, c) for c in indexed[2])}}}"
        if text.isascii() and text.isalnum():
            return rf"\mathrm{{{text}}}"
        return tex(text)

    def number(self, value: Fraction) -> str:
        return str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"

    def at(self, name: str, argument: str) -> str:
        return f"{self.symbol(name).strip()}({argument})"

    def norm(self, inside: str) -> str:
        return rf"\|{inside}\|"

    def bracket(self, left: str, right: str) -> str:
        return rf"\langle {left}, {right}\rangle "

    def root(self, inside: str, short: bool) -> str:
        return rf"\sqrt{{{inside}}}"

    def power(self, base: str, exponent: int) -> str:
        return f"{base.strip()}^{{{exponent}}}"

    def quotient(self, top: Node, bottom: Node) -> str:
        return rf"\frac{{{self.write(top)}}}{{{self.write(bottom)}}}"

    def wrapped(self, text: str) -> str:
        tall = r"\frac" in text or r"\sqrt" in text
        return rf"\left({text}\right)" if tall else f"({text})"  # between \left and \right a line cannot be broken


def tex(name: str) -> str:
    """A name that is spelled out, such as 1 + √(4·γ·TD), as mathematics."""
    if "√" in name:
        before, _, after = name.partition("√")
        end = _closing(after) if after.startswith("(") else re.match(r"\w?[₀-₉]*", after).end()  # type: ignore[union-attr]
        inside = after[1 : end - 1] if after.startswith("(") else after[:end]
        return rf"{tex(before)}\sqrt{{{tex(inside)}}}{tex(after[end:])}"
    text = "".join(ESCAPED.get(c, c) for c in name)
    text = re.sub(r"(?<![A-Za-z\\])[A-Za-z]{2,}", lambda word: rf"\mathrm{{{word[0]}}}", text)
    text = re.sub("[⁰-⁹¹²³]+", lambda run: "^{" + "".join(SMALL[c] for c in run[0]) + "}", text)
    text = re.sub("[₀-₉]+", lambda run: "_{" + "".join(SMALL[c] for c in run[0]) + "}", text)
    return "".join("\\" + LETTERS[c] + " " if c in LETTERS else SIGNS[c] + " " if c in SIGNS else _raised(c) or c for c in text)


def _raised(c: str) -> str:
    """A raised or lowered letter, such as ᵈ, as mathematics; empty for any other character."""
    kind, _, plain = unicodedata.decomposition(c).partition("> ")
    sign = {"<super": "^", "<sub": "_"}.get(kind, "")
    return f"{sign}{{{chr(int(plain, 16))}}}" if sign and " " not in plain else ""


def _closing(text: str) -> int:
    """Where the parenthesis that `text` opens with has been closed; the end of a text that never closes it."""
    depth = 0
    for position, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return position + 1
    return len(text)


def tex_text(text: str) -> str:
    """Prose for LaTeX; mathematical letters go to mathematics mode."""
    out = []
    for c in text:
        if c in LETTERS or c in SIGNS or c in PLAIN or (c not in SMALL and _raised(c)):
            out.append("$" + tex(c).strip() + "$")
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
