"""The faults of a table, gathered so that one run reports all of them with the options by which it is read all the same."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from perceptron.data.columns import BadCell, is_missing, is_number, of_texts
from perceptron.errors import InputError

DROP_ROWS = "drop-rows"  # what may become of rows without a value; else they are refused
LACKING, NUMBER, NAME, CLASS, WIDTH = "lacking", "number", "name", "class", "width"  # kinds of faults


@dataclass
class Faults:
    """The faults of a table, one for each column and kind, so that one run reports all."""

    path: str | Path
    first: dict[tuple[int, str], tuple[str, str]] = field(default_factory=dict)  # by column and kind: the place, and why
    count: Counter[tuple[int, str]] = field(default_factory=Counter)

    def add(self, column: int, kind: str, place: str, reason: str) -> None:
        """Note a fault of a column; −1 for that of a whole row."""
        self.first.setdefault((column, kind), (place, reason))
        self.count[column, kind] += 1

    def of_column(self, column: int, cells: Sequence[str], places: Sequence[str | int], unit: str, comma: bool) -> None:
        """Note each kind of cell that is no number."""
        reasons: dict[str, str] = {}
        for cell, place in zip(cells, places, strict=True):
            if cell not in reasons:
                try:
                    of_texts([cell], comma)
                    reasons[cell] = ""
                except BadCell as bad:
                    reasons[cell] = bad.reason
            if reasons[cell]:
                kind = LACKING if is_missing(cell, True) else NUMBER if is_number(cell) else NAME
                self.add(column, kind, f"{unit} {place}", reasons[cell])

    def refuse(self, name: Callable[[int], str], named: bool) -> None:
        """Raise InputError if there is a fault. `named`: whether columns have names, which options can use."""
        if not self.first:
            return
        lines, options = [], []
        for (column, kind), (place, reason) in self.first.items():
            more = f", and in {self.count[column, kind] - 1:,} rows more" if self.count[column, kind] > 1 else ""
            where = f", column {name(column)}" if column >= 0 and kind != CLASS else ""
            ways = list(_ways(kind, name(column), named)) if column >= 0 else []
            hint = f" ({', '.join(f'{option} {does}' for option, does in ways)})" if ways else ""
            lines.append(f"{place}{where}: {reason}{more}{hint}")
            options += [option for option, _ in ways[:1] if option not in options]
        read = f"; to read it all the same: {' '.join(options)}" if options and len(lines) > 1 else ""
        raise InputError(f"{self.path}, {'; '.join(lines)}{read}")


def _ways(kind: str, column: str, named: bool) -> Iterator[tuple[str, str]]:
    """The options by which a table with such a fault is read, with what each does."""
    shown = shlex.quote(column)
    if kind == LACKING:
        yield f"--missing {DROP_ROWS}", "leaves such rows out"
    if kind == NAME and named:
        yield f"--one-hot {shown}", "makes a feature of each name"
    if kind in (LACKING, NUMBER, NAME) and named:
        yield f"--drop {shown}", "leaves the column out"
