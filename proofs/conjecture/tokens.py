"""Text to tokens, in the one spelling that the grammar has.

What `pretty` prints is read as well: ≤ ≥ · − ² ½ γ √ ⌊ ⌋, and so are ^, ln, ‖u‖, ‖w‖, ⟨u, w⟩ and Σ‖x‖²."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

MAX_TOKENS = 400

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PARTS = {
    "½": "1/2",
    "⅓": "1/3",
    "⅔": "2/3",
    "¼": "1/4",
    "¾": "3/4",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅛": "1/8",
}
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+|[{''.join(_PARTS)}])"
    rf"|(?P<name>[A-Za-z][A-Za-z0-9_]*₂?|‖[uw]‖|⟨u, ?w⟩|Σ‖x‖²|[γεφπη])"
    rf"|(?P<raised>⁻?[{_RAISED}]+)|(?P<symbol>\*\*|<=|>=|[-+*/(),<>=:≤≥·×−^√⌊⌋⌈⌉]))",
    re.ASCII,
)
_SPELT = {"≤": "<=", "≥": ">=", "·": "*", "×": "*", "−": "-", "^": "**"}  # symbols as they are printed
_GREEK = {"γ": "gamma", "ε": "eps", "φ": "phi", "π": "pi", "η": "eta"}
_LENGTHS = {"‖u‖": "U", "‖w‖": "W", "⟨u, w⟩": "P", "⟨u,w⟩": "P", "Σ‖x‖²": "S2"}
_CALLED = _GREEK | _LENGTHS | {"ln": "log", "S₂": "S2", "H₂": "H2", "L₂": "L2"}
_WORDS = ("if", "and", "where")


class Token(NamedTuple):
    """One token; `at` is the position of its first character, counted from 1, and `end` that of its last."""

    kind: str
    text: str
    at: int
    end: int

    @property
    def begins_factor(self) -> bool:
        """Whether it can follow a factor as in 2TD or γ²M, with no sign between."""
        return self.kind == "name" or (self.kind == "symbol" and self.text in ("(", "√", "⌊", "⌈"))

    def shown(self) -> str:
        """As a message has it."""
        if self.kind == "end":
            return self.text
        return ascii(self.text if len(self.text) <= 40 else self.text[:37] + "...")


def tokenise(text: str, refuse: Callable[[int, str], NoReturn]) -> list[Token]:
    """The tokens of a text, and one for its end. `refuse` is called with a position and what is wrong there."""
    tokens: list[Token] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            at = position + len(text[position:]) - len(text[position:].lstrip())
            refuse(at + 1, f"unexpected character {text[at]!a}")
        tokens += _spelt(match)
        if len(tokens) > MAX_TOKENS:
            refuse(tokens[-1].at, f"more than {MAX_TOKENS} numbers, names and signs")
        position = match.end()
    return [*tokens, Token("end", "the end", end + 1, end + 1)]


def _spelt(match: re.Match[str]) -> Iterator[Token]:
    """The tokens that a match stands for."""
    kind = match.lastgroup or ""
    text, at, end = match[kind], match.start(kind) + 1, match.end(kind)
    if kind == "raised":  # ² is **2, and ⁻² is **(−2)
        digits = "".join(str(_RAISED.index(digit)) for digit in text.removeprefix("⁻"))
        yield Token("symbol", "**", at, end)
        if text.startswith("⁻"):
            yield Token("symbol", "-", at, end)
        yield Token("number", digits, at, end)
    elif kind == "name" and text in _WORDS:
        yield Token("word", text, at, end)
    else:
        spelling = {"name": _CALLED, "number": _PARTS}.get(kind, _SPELT)
        yield Token(kind, spelling.get(text, text), at, end)
