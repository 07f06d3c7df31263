"""Letters and signs of mathematics as LaTeX has them."""

from __future__ import annotations

import re
import unicodedata

from proofs.report.typesetting.writers import SUPER

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
ESCAPED = {"\\": "\\backslash ", **{c: "\\" + c for c in "{}$&#_%"}, "^": "\\wedge ", "~": "\\sim "}


def command(c: str) -> str:
    """A letter or a sign of mathematics, where it has a command of its own."""
    shown = "\\" + LETTERS[c] if c in LETTERS else SIGNS.get(c) or raised(c) or c
    return shown + " " if re.search(r"\\[A-Za-z]+$", shown) else shown


def raised(c: str) -> str:
    """A raised or lowered letter, such as ᵈ, as mathematics; empty for any other character."""
    kind, _, plain = unicodedata.decomposition(c).partition("> ")
    sign = {"<super": "^", "<sub": "_"}.get(kind, "")
    return f"{sign}{{{chr(int(plain, 16))}}}" if sign and " " not in plain else ""
