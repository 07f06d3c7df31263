"""Tables, vectors and numbers as HTML for notebooks: plain, no script, no network."""

from __future__ import annotations

import html
from collections.abc import Iterable
from fractions import Fraction

ROWS = 12  # examples shown at most
ENTRIES = 6  # of a vector
DIGITS = 15  # of a fraction; a longer one is shown as a decimal

escape = html.escape


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><tr>{''.join(cell(name, 'th') for name in head)}</tr>{body}</table>"


def cell(text: str, tag: str = "td") -> str:
    return f'<{tag} style="text-align:left">{html.escape(text)}</{tag}>'


def vector(values: tuple[Fraction, ...] | str | int) -> str:
    if isinstance(values, str | int):
        return f"({values!r})"
    shown = [number(value) for value in values[:ENTRIES]]
    return f"({', '.join([*shown, '…'] if len(values) > ENTRIES else shown)})"


def number(value: Fraction) -> str:
    text = str(value)
    return (text if len(text) <= DIGITS else f"≈ {value.numerator / value.denominator:.6g}").replace("-", "−", 1)
