"""Small tables and lists that read well on a terminal and in a notebook; a run as a table that one can follow with a pencil, and an
instance likewise.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from proofs.conjecture import Root
from proofs.conjecture.surd import Surd
from proofs.counterexample import Counterexample
from proofs.counterexample.format import table as html_table
from proofs.report import columns
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.proofs.render import RenderedText
from proofs.statements.evaluation import Coordinates
from proofs.statements.instance import Exact, Instance, InstanceTable


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderedText:
    """Rows below a head."""
    text = "\n".join(columns([head, *rows]))
    return RenderedText(text, text, html_table(head, rows), mathematics=False)


def list_lines(lines: Sequence[str]) -> RenderedText:
    """Sentences as a list; if there are none, it says so."""
    if not lines:
        return RenderedText("none", "none", "<p>none</p>", mathematics=False)
    text = "\n".join(f"- {line}" for line in lines)
    return RenderedText(text, text, f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in lines)}</ul>", mathematics=False)


MOST = 14  # rounds that are listed
ENTRIES = 6  # of a vector
NOTHING = set("0(), ")  # signs of what is zero: a number or a vector
DIGITS = 12  # of a fraction; a longer one is shown as a decimal


def rounds(broken: Counterexample, most: int = MOST) -> RenderedText:
    """The rounds of a run, the first `most` of them: the example, the weights before it, both scores, and whether it is an update."""
    exact = broken.opponent.is_euclidean
    head = ["round", "x", "y", "w before" if exact else "exponents before", *(["y⟨w, x⟩"] if exact else []), "y⟨u, x⟩", ""]
    try:
        run = PlottedRun.of(broken)
    except InputError:  # no space has these inner products
        return table(("round", "x", "y"), [(str(t), point(x), _label(y)) for t, (x, y) in enumerate(broken.rounds[:most], 1)])
    updates, counted = set(run.trace.updates), set(run.trace.counted_rounds)
    rows = []
    for (t, w), (z, _), (x, y) in zip(run.trace.weights(), run.trace.examples, broken.rounds, strict=False):
        if t == most:
            break
        scores = [y * dot(w, z)] if exact else []
        mark = "update" if t in counted else "start" if t in updates else ""
        rows.append((str(t + 1), point(x), _label(y), point(w), *map(_number, [*scores, y * dot(run.u, z)]), mark))
    return table(head, rows)


def circle(broken: Counterexample) -> tuple[int, int] | None:
    """Two rounds, from 1, before which the weights are the same and from which the same examples come: so it goes on for ever."""
    if broken.points is not None:
        return None
    seen: dict[Coordinates, int] = {}
    for t, w in PlottedRun.of(broken).trace.weights():
        start = seen.setdefault(w, t)
        if start < t and broken.rounds[start:t] == broken.rounds[t : 2 * t - start]:
            return start + 1, t + 1
        seen[w] = t
    return None


def values(instance: Instance) -> tuple[RenderedText | None, RenderedText | None]:
    """An instance's value of each name, and its sequences where they are not 0, a row for each k; None where there is nothing to show."""
    single = [(name, str(n)) for name, n in instance.naturals.items()]
    single += [(name, real(value)) for name, value in instance.reals.items()]
    single += [(name, point(v)) for name, v in instance.vectors.items()]
    columns = {f"{name}(k)": list(map(real, v)) for name, v in instance.sequences.items()}
    columns |= {f"{name}(k)": list(map(point, v)) for name, v in instance.vector_sequences.items()}
    longest = max(map(len, columns.values()), default=0)
    every = ([str(k), *(c[k] if k < len(c) else "" for c in columns.values())] for k in range(longest))
    rows = [row for row in every if not set("".join(row[1:])) <= NOTHING][:MOST]
    rows += [["others", *("0" for _ in columns)]] if len(rows) < min(longest, MOST) else []
    return table(("", "value"), single) if single else None, table(("k", *columns), rows) if rows else None


def follow(instance: InstanceTable) -> tuple[str, RenderedText]:
    """The choices at the start, in a line, and the rounds."""
    rows = [tuple(map(_entry, row)) for row in instance.rounds[:MOST]]
    return ", ".join(f"{name} = {_entry(value)}" for name, value in instance.chosen), table(instance.heads, rows)


def _entry(value: Exact | int | Coordinates) -> str:
    return point(value) if isinstance(value, tuple) else real(value)


def point(x: Any) -> str:
    """A vector by its entries, the first few of many; a string or the number of a row as it is."""
    if isinstance(x, str | int):
        return f"‘{x}’" if isinstance(x, str) else str(x)
    shown = [_number(a) for a in x[:ENTRIES]]
    if len(shown) == 1:
        return shown[0]
    return f"({', '.join([*shown, '…'] if len(x) > ENTRIES else shown)})"


def _label(y: int) -> str:
    return "+1" if y > 0 else "−1"


def _number(value: Fraction) -> str:
    text = str(value)
    return text.replace("-", "−") if len(text) <= DIGITS else f"≈ {float(value):.6g}".replace("-", "−")


def real(value: Fraction | int | Root | Surd) -> str:
    """An exact number: a fraction, a root, or a sum of roots with their factors."""
    if isinstance(value, Root):
        return real(Surd.root(value.square))
    if not isinstance(value, Surd):
        return _number(Fraction(value))
    text = "".join(_term(c, n) for n, c in sorted(value.terms.items()))
    return text.removeprefix(" + ").replace(" − ", "−", 1) if text.startswith(" − ") else text.removeprefix(" + ") or "0"


def _term(c: Fraction, n: int) -> str:
    factor = "" if abs(c) == 1 and n != 1 else _number(abs(c))
    return f" {'−' if c < 0 else '+'} {factor}{f'√{n}' if n != 1 else ''}"
