"""A counterexample and its judgement as HTML, for notebooks: the rules, the run, both sides.  Plain tables, no script, no network."""

from __future__ import annotations

import html
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.counterexample.format import Counterexample
    from proofs.counterexample.judge import Verdict

ROWS = 12  # examples shown at most
ENTRIES = 6  # of a vector
DIGITS = 15  # of a fraction; a longer one is shown as a decimal


def counterexample(c: Counterexample) -> str:
    """The conjecture, what the adversary chose, and the examples."""
    game = c.game
    fields = [
        ("learner", ", ".join(f"{name} {value}" if name != "name" else str(value) for name, value in game.learner_spec().items())),
        ("rules", ", ".join(game.hypotheses)),
        ("dropped", ", ".join(sorted(game.dropped))),
        ("chosen", f"u = {_comparator(c)}, γ = {_number(c.gamma)}" + ("" if c.radius is None else f", R = {_number(c.radius)}")),
        ("start", "" if c.start is None else f"w = {_vector(c.start)}"),
        ("sides", f"{c.lhs} against {c.rhs}, after M = {c.M} updates in {len(c.rounds)} rounds"),
    ]
    told = "".join(f"<tr>{_cell(name)}{_cell(text)}</tr>" for name, text in fields if text)
    rows = [(str(t), _vector(x), f"{y:+d}") for t, (x, y) in enumerate(c.rounds[:ROWS])]
    if len(c.rounds) > ROWS:
        rows.append(("…", f"and {len(c.rounds) - ROWS} more", ""))
    return f"<p><b>{html.escape(c.comparison.unicode())}</b></p><table>{told}</table>{_table(('round', 'x', 'y'), rows)}"


def verdict(v: Verdict) -> str:
    """What was checked, and what failed."""
    lines = [*(f"✓ {line}" for line in v.checked), *(f"✗ {line}" for line in v.reasons)]
    listed = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return f"<p><b>{'valid' if v.valid else 'invalid'}</b>: {html.escape(' against '.join(v.sides))}</p><ul>{listed}</ul>"


def _comparator(c: Counterexample) -> str:
    if c.points is None:
        return _vector(c.u)
    terms = [f"{_number(a)}·φ{_vector(p)}" for a, p in zip(c.u[:ENTRIES], c.points, strict=False)]
    return " + ".join([*terms, "…"] if len(c.u) > ENTRIES else terms)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><tr>{''.join(_cell(name, 'th') for name in head)}</tr>{body}</table>"


def _cell(text: str, tag: str = "td") -> str:
    return f'<{tag} style="text-align:left">{html.escape(text)}</{tag}>'


def _vector(values: tuple[Fraction, ...] | str | int) -> str:
    if isinstance(values, str | int):
        return f"({values!r})"
    shown = [_number(value) for value in values[:ENTRIES]]
    return f"({', '.join([*shown, '…'] if len(values) > ENTRIES else shown)})"


def _number(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= DIGITS else f"≈ {value.numerator / value.denominator:.6g}"
