"""Formulas in words, as labels for a PDF: of a page's formulas Chromium writes nothing else into the tags by which a screen reader reads.

A page in a browser keeps its MathML, which screen readers read by themselves."""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

MATH = re.compile(r"<math\b([^>]*)>(.*?)</math>", re.DOTALL)
OPENING = {"⟨": "the inner product (", "⌊": "the floor of (", "⌈": "the ceiling of ("}
CLOSING = {"⟩": ")", "⌋": ")", "⌉": ")"}
SILENT = "\u2061\u2062"  # signs for a function applied and for a product, which are not printed
POWERS = {"2": "squared", "3": "cubed", "−1": "inverse"}


def label_formulas(page: str) -> str:
    """The page with each formula as a picture whose label is the formula in words."""
    return MATH.sub(lambda math: f'<math role="img" aria-label="{html.escape(describe_formula(math[0]))}"{math[1]}>{math[2]}</math>', page)


def describe_formula(math: str) -> str:
    """A <math> element in words.

    >>> describe_formula("<math><mtext>‖</mtext><mi>w</mi><msup><mtext>‖</mtext><mn>2</mn></msup></math>")
    'the norm of ( w ) squared'
    """
    return " ".join(_words(ElementTree.fromstring(math), [False]).split())


def _words(part: Element, norms: list[bool]) -> str:
    """The words of a part; `norms` says whether the sign ‖ closes a norm."""
    tag, inner = part.tag, [_words(child, norms) for child in part]
    if tag == "mfrac" and part.get("linethickness") == "0":
        return f"{inner[0]} choose {inner[1]}"
    if tag == "mfrac":
        return f"( {inner[0]} ) over ( {inner[1]} )"
    if tag == "msqrt":
        return f"the square root of ( {' '.join(inner)} )"
    if tag == "mroot":
        return f"the root of ( {inner[0]} ) of order {inner[1]}"
    if tag in ("msup", "mover"):
        return f"{inner[0]} {POWERS.get(inner[1].strip(), f'to the power ( {inner[1]} )' if tag == 'msup' else inner[1])}"
    if tag in ("msub", "munder"):
        return f"{inner[0]} sub {inner[1]}"
    if tag in ("msubsup", "munderover"):
        limits = "from {} to {}" if tag == "munderover" else "sub {} to the power ( {} )"
        return f"{inner[0]} {limits.format(*inner[1:])}"
    if tag == "mtr":
        return " , ".join(inner) + " ;"
    return " ".join([_sign(sign, norms) for sign in re.findall(r"[‖⟨⟩⌊⌋⌈⌉]|[^‖⟨⟩⌊⌋⌈⌉]+", part.text or "")] + inner)


def _sign(text: str, norms: list[bool]) -> str:
    if text == "‖":
        norms[0] = not norms[0]
        return "the norm of (" if norms[0] else ")"
    return OPENING.get(text, CLOSING.get(text, text.strip(SILENT)))
