"""What the readers of CSV and svm-light share: numbered lines, a growing table of rationals, and the column of classes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX
from perceptron.errors import InputError
from perceptron.numbers.exact import parse

BLOCK_ROWS = 1 << 14
MAX_REMEMBERED_CELLS = 200_000
SHORT = 30  # characters of a cell that `_plain` reads itself
POWERS_OF_TEN = [10**i for i in range(SHORT + 1)]


class Lines:
    """The decoded lines of a file; `number` is that of the line read last, from 1."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.number = path, 0

    def __iter__(self) -> Iterator[str]:
        try:
            with open(self.path, "rb") as file:
                for raw in file:
                    self.number += 1
                    text = raw.decode("utf-8-sig" if self.number == 1 else "utf-8")
                    if "\0" in text:
                        raise InputError(f"{self.path}, line {self.number}: a NUL byte; this is not a text file")
                    yield text
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise InputError(f"{self.path}, line {self.number}: byte 0x{byte:02x} is not UTF-8 text") from None
        except OSError as error:
            raise InputError(f"{self.path}: {error.strerror or error}") from None


def unusable(text: str) -> str | None:
    """Why a value is not a number (it is missing, NaN or infinite), or None if it is not one of these."""
    word = text.strip().lower().lstrip("+-")
    if word in ("", "?", "na", "n/a", "null", "none"):
        return "a value is missing"
    return f"{text.strip()} is not a finite number" if word in ("nan", "inf", "infinity") else None


class BadCell(Exception):
    """A cell that is not a number: its column, and why."""

    def __init__(self, column: int, reason: str) -> None:
        self.column, self.reason = column, reason


class Table:
    """Rows of rational numbers, kept as blocks of integers, each block over its own denominator."""

    def __init__(self, width: int) -> None:
        self.width, self.length = width, 0
        self.rows: list[list[tuple[int, int]]] = []
        self.known: dict[str, tuple[int, int]] = {}  # values repeat in data, so most cells are looked up and not parsed
        self.blocks: list[tuple[Any, int]] = []

    def append(self, cells: Sequence[str]) -> None:
        """Add a row as it is written in the file. Raises BadCell."""
        try:
            row = [self.known[cell] for cell in cells]
        except KeyError:
            row = [self.number(i, cell) for i, cell in enumerate(cells)]
        self.add(row)

    def add(self, row: list[tuple[int, int]]) -> None:
        """Add a row of numbers, each as (numerator, denominator)."""
        self.rows.append(row)
        self.length += 1
        if len(self.rows) == BLOCK_ROWS:
            self._close()

    def number(self, column: int, cell: str) -> tuple[int, int]:
        """The numerator and denominator of a cell. Raises BadCell with the column."""
        if (pair := self.known.get(cell)) is None:
            if (pair := _plain(cell)) is None:
                try:
                    value = parse(cell)
                except InputError as error:
                    raise BadCell(column, unusable(cell) or str(error)) from None
                pair = value.numerator, value.denominator
            if len(self.known) > MAX_REMEMBERED_CELLS:
                self.known.clear()
            self.known[cell] = pair
        return pair

    def _close(self) -> None:
        import numpy as np

        clear = math.lcm(*{q for row in self.rows for _, q in row})
        integers = [[p * (clear // q) for p, q in row] for row in self.rows]
        self.rows = []
        try:
            self.blocks.append((np.array(integers, dtype=np.int64).reshape(len(integers), self.width), clear))
        except OverflowError:
            self.blocks.append((integers, clear))

    def examples(self, labels: list[int]) -> Examples:
        """All rows over one denominator, in int64 if they fit, else as integers of any size."""
        import numpy as np

        if self.rows:
            self._close()
        clear = math.lcm(*(c for _, c in self.blocks))
        fits = all(isinstance(b, np.ndarray) and _largest(b) * (clear // c) <= INT64_MAX for b, c in self.blocks)
        if fits:
            for i, (block, c) in enumerate(self.blocks):
                self.blocks[i] = (block * np.int64(clear // c) if c != clear else block, clear)
            return Examples.from_array(np.concatenate([block for block, _ in self.blocks]), labels, clear)
        rows = []
        for block, c in self.blocks:
            rows += [[n * (clear // c) for n in row] for row in (block.tolist() if isinstance(block, np.ndarray) else block)]
        return Examples.from_integers(rows, labels, clear)


def _plain(cell: str) -> tuple[int, int] | None:
    """The value of a short decimal without exponent, found quickly; None for a cell that `parse` must read."""
    whole, _, part = cell.partition(".")
    if len(cell) > SHORT or not cell.isascii() or "_" in cell:
        return None
    try:
        return int(whole + part), POWERS_OF_TEN[len(part.rstrip())]
    except ValueError:
        return None


def _largest(block: Any) -> int:
    return max(int(block.max()), -int(block.min())) if block.size else 0


class Classes:
    """The class column. It has at most two classes; a class that is a number may be written in several ways."""

    def __init__(self, path: str | Path, positive: str | None) -> None:
        self.path, self.positive = path, positive
        self.known: dict[str, int] = {}  # each spelling → 0 or 1, by order of appearance
        self.names: list[str] = []
        self.column: list[int] = []

    def append(self, text: str, line: int) -> None:
        """Add the class of a row."""
        if (code := self.known.get(text)) is None:
            code = self.known[text] = self._code(text.strip(), line)
        self.column.append(code)

    def _code(self, name: str, line: int) -> int:
        if not name:
            raise InputError(f"{self.path}, line {line}: the class is missing")
        for code, other in enumerate(self.names):
            if name == other or (_value(name) is not None and _value(name) == _value(other)):
                return code
        if len(self.names) == 2:
            raise InputError(f"{self.path}, line {line}: a third class {name!r} beside {' and '.join(map(repr, self.names))}")
        self.names.append(name)
        return len(self.names) - 1

    def joined(self, table: Table) -> tuple[Examples, dict[str, int]]:
        """The examples, and the label that each class became."""
        if not self.column:
            raise InputError(f"{self.path}: the file has no examples")
        if len(self.names) < 2:
            raise InputError(f"{self.path}: all {len(self.column)} examples have the class {self.names[0]!r}; two are needed")
        values = [_value(name) for name in self.names]
        order = sorted(self.names) if None in values else sorted(self.names, key=lambda name: _value(name) or 0)
        if self.positive is not None:
            if self.positive not in self.names:
                raise InputError(f"{self.path}: no class is named {self.positive!r}, only {' and '.join(order)}")
            order.sort(key=lambda name: name == self.positive)
        classes = {order[0]: -1, order[1]: 1}
        labels = [classes[name] for name in self.names]
        return table.examples([labels[code] for code in self.column]), classes


def _value(name: str) -> Fraction | None:
    try:
        return parse(name)
    except InputError:
        return None
