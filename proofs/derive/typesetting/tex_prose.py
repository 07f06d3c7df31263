"""LaTeX text: the letters and signs of mathematics as LaTeX has them, and prose with mathematics in it, such as a title.

M ≤ H + √S₂/γ is set as one formula, not sign by sign.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

LOW, HIGH = "₀₁₂₃₄₅₆₇₈₉", "⁰¹²³⁴⁵⁶⁷⁸⁹"
LOWERED = str.maketrans(LOW, "0123456789")
SMALL = {small: str(i) for row in (HIGH, LOW) for i, small in enumerate(row)}

GREEK = """α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho
σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega"""
LETTERS: dict[str, str] = dict(re.findall(r"(\w) (\w+)", GREEK))
COMMANDS = r"""≤ \leq ≥ \geq · \cdot − - ‖ \| √ \surd ⇒ \Rightarrow ∀ \forall ⟨ \langle ⟩ \rangle ⌊ \lfloor ⌋ \rfloor ⌈ \lceil ⌉ \rceil ⁿ ^n
′ ' ∞ \infty ½ \frac{1}{2} … \ldots ∏ \prod ⊗ \otimes ᵀ ^T ∈ \in ≠ \neq → \to ₊ _+ ° ^\circ ℓ \ell ⁺ ^+ ℝ \mathbb{R} ⊥ \perp
× \times ± \pm ≈ \approx ₋ _-"""
SIGNS: dict[str, str] = dict(re.findall(r"(\S+) (\S+)", COMMANDS))
ESCAPED = {"\\": "\\backslash ", **{c: "\\" + c for c in "{}$&#_%"}, "^": "\\wedge ", "~": "\\sim "}


def command(c: str) -> str:
    """A letter or a sign of mathematics, where it has a command of its own."""
    shown = "\\" + LETTERS[c] if c in LETTERS else SIGNS.get(c) or raise_text(c) or c
    return shown + " " if re.search(r"\\[A-Za-z]+$", shown) else shown


def raise_text(c: str) -> str:
    """A raised or lowered letter, such as ᵈ, as mathematics; empty for any other character."""
    kind, _, plain = unicodedata.decomposition(c).partition("> ")
    sign = {"<super": "^", "<sub": "_"}.get(kind, "")
    if not sign or " " in plain:
        return ""
    letter = chr(int(plain, 16))
    return f"{sign}{{{SIGNS.get(letter, letter)}}}"


OPERATORS = frozenset(["≤", "≥", "<", ">", "=", "≠", "+", "−", "·", "∈", "→", "/", "×", "⇒"])
_SIGN = "".join({*SIGNS, *LETTERS, *SMALL, *"<>=+^|*"} - set("…’½→°"))
_ALLOWED = re.compile(rf"(?:[A-Za-z0-9.,()\[\]|/!'_*^½…→{re.escape(_SIGN)}]|[^ -~’–“”‘—∎]*[ᴬ-ᵿⁱⁿ])+")
_STRONG = re.compile(rf"[{re.escape(_SIGN.replace(chr(42), ''))}ᴬ-ᵿⁱⁿ]|[A-Za-z0-9)]/[(A-Za-z0-9φγ]|_[a-z]")
_WEAK = re.compile(r"\(?(?:…|[A-Za-z]['′]?|[0-9]+(?:\.[0-9]+)?…?|[0-9]?[A-Z]{1,2}|(?:[A-Za-z]\([A-Za-z0-9, ]+\))+|ln|min|max|cosh|sinh)\)?")
_NAMED = ("ln", "log", "exp", "min", "max", "cosh", "sinh")
_ENDS, _QUOTE = ".,;:?”", "“"


def tex_text(text: str) -> str:
    """Prose for LaTeX; text in `backticks` is typed, and mathematics goes to mathematics mode."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _prose(text)
    return "".join(rf"\texttt{{{escape(part)}}}" if i % 2 else _prose(part) for i, part in enumerate(parts))


def escape(text: str) -> str:
    """Text whose every letter stands for itself, mathematical ones in mathematics mode."""
    out = []
    for c in text:
        if c in LETTERS or c in SIGNS or c in "<>|" or (c not in SMALL and raise_text(c)):
            out.append("$" + command(c).strip() + "$")
        elif c in SMALL:
            out.append(f"$^{SMALL[c]}$" if c in HIGH else f"$_{SMALL[c]}$")
        elif c == "\\":
            out.append(r"\textbackslash{}")
        elif c in "^~":
            out.append(rf"\{c}{{}}")
        else:
            out.append(ESCAPED.get(c, c))
    return "".join(out)


def tex_formula(text: str) -> str:
    """A formula in unicode, as it stands in prose, for mathematics mode."""
    out, at = "", 0
    while at < len(text):
        c = text[at]
        if c == "√":
            end = _radicand(text, at + 1)
            inside = text[at + 1 : end]
            whole = inside.startswith("(") and _closing(inside, 0) == len(inside) - 1
            out += rf"\sqrt{{{tex_formula(inside[1:-1] if whole else inside)}}}"
            at = end
        elif c in SMALL:
            sign, row = ("_", LOW) if c in LOW else ("^", HIGH)
            at, digits = _while(text, at, row.__contains__)
            out += f"{_free(out, sign)}{{{''.join(SMALL[x] for x in digits)}}}"
        elif c in "^_" and at + 1 < len(text):
            end = _closing(text, at + 1) + 1 if text[at + 1] == "(" else at + 2
            raised = text[at + 1 : end] if end == at + 2 else text[at + 2 : end - 1]
            out += f"{_free(out, c)}{{{tex_formula(raised)}}}"
            at = end
        elif c == "∞" and out.endswith(r"\| "):
            out, at = out.rstrip() + r"_{\infty}", at + 1
        elif c.isascii() and c.isalpha():
            at, word = _while(text, at, lambda x: x.isascii() and x.isalpha())
            out += rf"\{word} " if word in _NAMED else word if len(word) == 1 or word.islower() else rf"\mathrm{{{word}}}"
        else:
            sign = "^{*}" if c == "*" else command(c) if not c.isascii() else ESCAPED.get(c, c)
            out += _free(out, sign[0]) + sign[1:] if sign[0] in "^_" and len(sign) > 1 else sign
            at += 1
    return out.strip()


def _free(out: str, script: str) -> str:
    """`script`, a ^ or a _, on nothing where the text before it has one already."""
    scripts = re.search(r"(?:[_^](?:\{[^{}]*\}|\S)\s*)*$", out)
    return "{}" + script if scripts and script in re.sub(r"\{[^{}]*\}", "", scripts[0]) else script


def _while(text: str, at: int, holds: Callable[[str], bool]) -> tuple[int, str]:
    end = at
    while end < len(text) and holds(text[end]):
        end += 1
    return end, text[at:end]


def _radicand(text: str, at: int) -> int:
    """The end of the text that a √ covers: a bracket, or all up to the next operator."""
    if at < len(text) and text[at] == "(":
        return _closing(text, at) + 1
    return next((i for i in range(at, len(text)) if text[i] in " /)]+−·≤≥<>=,⟩⌋" or (i > at and text[i] in "√(")), len(text))


def _closing(text: str, at: int) -> int:
    """The bracket that closes the one at `at`, or the end."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return len(text) - 1


def _prose(text: str) -> str:
    words = text.split(" ")
    kinds = [_kind(word) for word in words]
    for i, kind in enumerate(kinds):
        beside = [words[j] for j in (i - 1, i + 1) if 0 <= j < len(words)]
        if kind == "weak" and any(word.strip("()") in OPERATORS for word in beside):
            kinds[i] = "math"
    for i, word in enumerate(words[:-1]):
        if word in _NAMED and kinds[i + 1]:
            kinds[i] = kinds[i + 1] = "math"
    out: list[str] = []
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and kinds[end] == "math" and (end == at or not _is_ended(words[at:end])):
            end += 1
        out.append(_set(" ".join(words[at:end])) if end > at else escape(words[at]))
        at = max(end, at + 1)
    return " ".join(out)


def _kind(word: str) -> str:
    core = word.strip(_ENDS + _QUOTE)
    if word in OPERATORS or (_ALLOWED.fullmatch(core) and "**" not in core and _STRONG.search(core) and not re.fullmatch(r"\W", core)):
        return "math"
    return "weak" if _WEAK.fullmatch(core) else ""


def _is_ended(words: list[str]) -> bool:
    """Whether a stop ends the formula; a comma within brackets does not."""
    run = "".join(words)
    return run[-1:] in _ENDS and all(run.count(left) <= run.count(right) for left, right in ("()", "⟨⟩"))


def _set(run: str) -> str:
    """A run of words that is a formula, its outer brackets and stops beside it."""
    core = run.rstrip(_ENDS)
    head, tail = _QUOTE * core.startswith(_QUOTE), run[len(core) :]
    core = core.removeprefix(_QUOTE)
    while core.endswith(")") and core.count(")") > core.count("("):
        core, tail = core[:-1], ")" + tail
    while core.startswith("(") and core.count("(") > core.count(")"):
        core, head = core[1:], head + "("
    first, *rest = core.split(" ")
    before, after = ("{}" if rest and word in OPERATORS else "" for word in (first, rest[-1] if rest else ""))  # keeps an operator's space
    return f"{head}${before}{tex_formula(core)}{after}${tail}" if core else escape(run)
