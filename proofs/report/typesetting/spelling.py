"""Which names are printed as they are.  A name comes from a page or from anybody's file, so what is no plain name is quoted and escaped.

A plain name is a letter or a word, perhaps with a number or a prime, perhaps applied to such names: γ, TD, x₂, b′, φ(0), Σφ.  Letters that
look like others (Greek ν, Cyrillic М) are not among them, and of two names that would look alike both are quoted, with their kinds.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

GREEK = "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
_WORD = rf"Σ?(?:[{GREEK}]|[A-Za-z]{{1,12}})(?:[0-9]{{1,3}}|[₀-₉]{{1,3}})?[′']?"
_INSIDE = rf"(?:{_WORD}|[0-9]{{1,3}})"
PLAIN = re.compile(rf"{_WORD}(?:\({_INSIDE}(?:, {_INSIDE})*\))?")
LABEL = re.compile(rf"[A-Za-z0-9{GREEK}](?:[ -]?[A-Za-z0-9{GREEK}₀-₉′]+)*")
RESERVED = {"for", "all", "and", "ln", "if"}
KINDS = {"real": "real", "nat": "natural", "vec": "vector", "seq": "sequence", "vseq": "vectors", "fn": "function"}
LONGEST = 60  # characters of a name that are shown
_SUBSCRIPTS = str.maketrans("0123456789'", "₀₁₂₃₄₅₆₇₈₉′")
SMALL = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_MATHEMATICS = set(f"{GREEK}₀₁₂₃₄₅₆₇₈₉′⁰¹²³⁴⁵⁶⁷⁸⁹√‖⟨⟩⌊⌋≤≥≠·−½±…⇒∀")


def plain(name: str) -> bool:
    """Whether a name may be printed as it is."""
    return PLAIN.fullmatch(name) is not None and name not in RESERVED


def canonical(name: str) -> str:
    """How a plain name is written: its number lowered, x₂ for x2, and one kind of prime."""
    head, bracket, inside = name.partition("(")
    return head.translate(_SUBSCRIPTS) + bracket + inside.replace("'", "′")


def escaped(text: str, most: int = LONGEST) -> str:
    """On one line, every character to be seen for what it is: others than those of a keyboard and of mathematics by their number."""

    def shown(c: str) -> str:
        if c in "“”\\" or not (" " <= c <= "~" or c in _MATHEMATICS):
            return f"\\u{{{ord(c):x}}}"
        return c

    cut = "".join(map(shown, text[:most]))
    if len(text) <= most:
        return cut
    return f"{cut}… ({len(text)} characters, SHA-256 {hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]})"


def quoted(text: str, kind: str = "") -> str:
    """In quotation marks, escaped, with its kind if that has to be said."""
    return f"“{escaped(text)}{f' ({KINDS[kind]})' if kind else ''}”"


def label(text: str) -> str:
    """The name of a theorem, of a hypothesis or of a line: as it is if it is words, else in quotation marks."""
    return text if len(text) <= LONGEST and LABEL.fullmatch(text) else quoted(text)


def spelled(names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """How each (kind, name) of one theorem is printed: the same for the same, and different for different ones."""
    names = sorted(set(names))
    applied = {canonical(name) for kind, name in names if kind in ("seq", "vseq", "fn")}
    said = {key: canonical(key[1]) if plain(key[1]) else quoted(key[1]) for key in names}
    often = Counter(said.values())

    def alike(key: tuple[str, str]) -> bool:
        text = said[key]
        return often[text] > 1 or (key[0] != "fn" and text.partition("(")[0] in applied - {text})

    return {key: quoted(key[1], key[0]) if alike(key) else text for key, text in said.items()}
