"""Text out of anybody's file, to be printed: on one line, with every character visible.

Letters that look like others (Greek ν, Cyrillic М) are shown by their number, as are line ends, escape sequences and whatever has no
width or turns the direction of writing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import combining

GREEK = "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
LABEL = re.compile(rf"[A-Za-z0-9{GREEK}₀-₉′]+(?:[ -][A-Za-z0-9{GREEK}₀-₉′]+)*")
LONGEST = 60  # characters of a name that are shown
DIGITS = 32  # of the hash of a longer one: so many that nobody makes two names with the same
OVERLAY = 1  # the class of signs that are printed across the one before
_MATHEMATICS = set(f"{GREEK}₀₁₂₃₄₅₆₇₈₉′⁰¹²³⁴⁵⁶⁷⁸⁹√‖⟨⟩⌊⌋≤≥≠·−½±…⇒∀")


def escape(text: str, most: int = LONGEST, strictly: bool = False) -> str:
    """On one line, with every character visible: others than those of a keyboard and of mathematics by their number, and so is a blank
    after a blank. `strictly`: those of mathematics too, which may look like others."""

    def render(c: str, before: str) -> str:
        if c in "“”\\" or (c == " " == before) or not (" " <= c <= "~" or (c in _MATHEMATICS and not strictly)):
            return f"\\u{{{ord(c):x}}}"
        return c

    cut = "".join(map(render, text[:most], f"-{text}"))
    if len(text) <= most:
        return cut
    return f"{cut}… ({len(text)} characters, SHA-256 {hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:DIGITS]})"


def quote(text: str, strictly: bool = False) -> str:
    """In quotation marks, escaped."""
    return f"“{escape(text, strictly=strictly)}”"


def label(text: str) -> str:
    """The name of a theorem, of a hypothesis or of a line: as it is if it is words, else in quotation marks."""
    return text if len(text) <= LONGEST and LABEL.fullmatch(text) else quote(text)


def near(name: str, known: Iterable[str]) -> str:
    """A question, to be put after a name that is not known: which one was meant?  Empty if none is like it."""
    like = get_close_matches(name, list(known), 3, 0.6)
    return f"; did you mean {' or '.join(like)}?" if like else ""


def visible(text: str) -> str:
    """Prose, which may hold any letter, without signs that cannot be seen or that strike out the sign before them, as U+0338 does."""
    return "".join(c if c.isprintable() and combining(c) != OVERLAY else f"\\u{{{ord(c):x}}}" for c in text)
