"""Which names are printed as they are.  A name comes from a page or from anybody's file, so what is no plain name is quoted and escaped.

A plain name is a letter or a word, perhaps with a number or a prime, perhaps applied to such names: γ, TD, x₂, b′, φ(0), Σφ.  Letters that
look like others (Greek ν, Cyrillic М) and words that formulas are written with (ln, exp, and) are not among them.  Of two names that would
look alike both are quoted, with their kinds before them.  So what is printed says which name is meant: the kind is outside the quotation
marks, and nothing inside them is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from proofs.system.escaping import GREEK, quoted

_WORD = rf"Σ?(?:[{GREEK}]|[A-Za-z]{{1,12}})(?:[0-9]{{1,3}}|[₀-₉]{{1,3}})?[′']?"
_INSIDE = rf"(?:{_WORD}|[0-9]{{1,3}})"
PLAIN = re.compile(rf"{_WORD}(?:\({_INSIDE}(?:, {_INSIDE})*\))?")
FUNCTIONS = ("ln", "exp")
WORDS = ("for", "all", "and", "if", "where", "its", "own", "function", "Σ")
KINDS = {"real": "real", "nat": "natural", "vec": "vector", "seq": "sequence", "vseq": "vectors"}
_SUBSCRIPTS = str.maketrans("0123456789'", "₀₁₂₃₄₅₆₇₈₉′")
SMALL = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
RESERVED = frozenset((*FUNCTIONS, *WORDS, *KINDS.values()))
LOOKS = str.maketrans(  # signs that a reader may take for others
    dict(zip("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹−′·⟨⟩⌊⌋", "01234567890123456789-'.<>[]", strict=True))
    | {"‖": "||", "½": "1/2", "…": "...", "≤": "<=", "≥": ">=", "⇒": "=>", "±": "+-"}
)


def plain(name: str) -> bool:
    """Whether a name may be printed as it is."""
    return PLAIN.fullmatch(name) is not None and name.partition("(")[0] not in RESERVED


def canonical(name: str) -> str:
    """How a plain name is written: its number lowered, x₂ for x2, and one kind of prime."""
    head, bracket, inside = name.partition("(")
    return head.translate(_SUBSCRIPTS) + bracket + inside.replace("'", "′")


def spelled(names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """How each (kind, name) of one theorem is printed: the same for the same, and different for different ones."""
    names = sorted(set(names))
    applied = {canonical(name) for kind, name in names if kind in ("seq", "vseq")}
    said = {key: canonical(key[1]) if plain(key[1]) else quoted(key[1]) for key in names}
    often = Counter(text.translate(LOOKS) for text in said.values())

    def alike(text: str) -> bool:
        return often[text.translate(LOOKS)] > 1 or text.partition("(")[0] in applied - {text}

    return {key: f"{KINDS[key[0]]} {quoted(key[1], strictly=True)}" if alike(text) else text for key, text in said.items()}
