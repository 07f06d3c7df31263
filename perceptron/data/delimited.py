"""CSV files: numbers with commas, semicolons, tabs, bars or spaces between them, and one column of class names.

Most files hold plain decimals only. Those are read in blocks by `decimals`. A block with anything else in it is read again cell by cell,
which also finds the line and the column of what is no number.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from perceptron.data.decimals import NotPlain, plain_block
from perceptron.data.lines import Lines, blocks, opened
from perceptron.data.tables import BadCell, Classes, Numbers, Table, class_value, is_number
from perceptron.errors import InputError

CLASS_NAMES = {"class", "label", "target"}
BOM = b"\xef\xbb\xbf"


@dataclass
class Shape:
    """How the rows of a file are laid out.

    delimiter    the character between cells, or a space for any number of blanks
    names        of all columns
    column       that of the class
    skipped      columns that are not read: an index that a library wrote
    header       whether the first row has the names; None if that depends on whether its class occurs again
    """

    delimiter: str
    names: list[str]
    column: int
    skipped: tuple[int, ...]
    header: bool | None

    @property
    def kept(self) -> list[int]:
        """The columns with numbers."""
        return [i for i in range(len(self.names)) if i != self.column and i not in self.skipped]


class Delimited:
    """A CSV file on its way into a table. The arguments are those of `read_csv`."""

    def __init__(self, path: str | Path, label: str | None, header: bool | None, classes: Classes) -> None:
        self.path, self.label, self.header, self.classes = path, label, header, classes
        self.lines, self.numbers = Lines(path), Numbers()
        self.notes: list[str] = []
        self._read()

    def _read(self) -> None:
        with opened(self.path) as file:
            source = blocks(file)
            head = next(source, b"").removeprefix(BOM)
            raw = head.splitlines(keepends=True)
            self.shape, first = self._shape_of(raw)
            self.width, self.first_line = len(first), self.lines.number
            self.table = Table(len(self.shape.kept))
            self.kept = self.shape.kept
            begin = self.lines.number if self.shape.header is not False else 0
            self.lines.number = begin
            for block in chain([b"".join(raw[begin:])], source):
                if b'"' in block:  # a quoted cell may hold line ends, also that of the block
                    self._slowly(chain(block.splitlines(keepends=True), *(b.splitlines(keepends=True) for b in source)))
                elif not self._quickly(block):
                    self._slowly(block.splitlines(keepends=True))
        if self.shape.header is None:
            self._decide(first)
        if self.shape.skipped:
            self.notes.append("the first column has no name: it is taken for an index that numbers the rows, and not for a feature")

    def _shape_of(self, raw: list[bytes]) -> tuple[Shape, list[str]]:
        delimiter = _delimiter(next((text for text in map(_loosely, raw) if text.strip() and not text.lstrip().startswith("#")), ""))
        rows = self._rows(raw, delimiter)
        first = next(rows, None)
        if first is None:
            raise InputError(f"{self.path}: the file is empty")
        line = self.lines.number
        width = len(first)
        if width < 2:
            raise InputError(f"{self.path}, line {line}: expected numbers and a class, found one column")
        try:
            second = next(rows, first)
        except InputError:
            second = first  # what is wrong with it is found when it is read
        self.lines.number = line
        second = second if len(second) == width else first
        texts = [i for i, cell in enumerate(second) if not is_number(cell)]
        guess = texts[0] if len(texts) == 1 else width - 1
        names = [name.strip() for name in first]
        if self.label is not None:
            guess = self._column(self.label, names, width)
        elif (known := [i for i, name in enumerate(names) if name.lower() in CLASS_NAMES]) and len(known) == 1:
            guess = known[0]
        header = self.header
        if header is None:
            others = [cell for i, cell in enumerate(first) if i != guess]
            named = self.label is not None and self.label in names and not is_number(self.label)
            indexed = not names[0] and _counts(others[1:])
            if named or indexed or not all(map(is_number, others)):
                header = True
            elif not _may_be_header(others, first[guess], second[guess]):
                header = False
        index = header is True and not names[0] and width > 2 and guess != 0
        if header is not True:
            names = _unnamed(width, guess)
        return Shape(delimiter, names, guess, (0,) if index else (), header), first

    def _column(self, label: str, names: list[str], width: int) -> int:
        if names.count(label) == 1 and self.header is not False:
            return names.index(label)
        if label in ("first", "last"):
            return 0 if label == "first" else width - 1
        if label.isascii() and label.isdigit() and 0 < int(label[:9]) <= width:
            return int(label) - 1
        shown = ", ".join(names[:20]) + (", …" if width > 20 else "")
        raise InputError(f"{self.path}, line {self.lines.number}: no column (or more than one) is named {label!r} in {shown}")

    def _quickly(self, block: bytes) -> bool:
        try:
            rows, denominator, texts = plain_block(block, self.shape.delimiter, self.width, self.shape.column)
        except NotPlain:
            return False
        before, line = len(self.classes.column), self.lines.number
        chosen = [self.classes.append(text, line + i + 1) for i, text in enumerate(texts)]
        self.lines.number += len(texts)
        if len(self.classes.column) - before < len(texts):
            rows = rows[chosen]
        if self.shape.skipped:
            rows = rows[:, 1:]
        self.table.add_block(rows, denominator)
        return True

    def _slowly(self, raw: Iterable[bytes]) -> None:
        for row in self._rows(raw, self.shape.delimiter):
            if len(row) != self.width:
                raise InputError(f"{self.path}, line {self.lines.number}: {len(row)} columns, but line 1 has {self.width}")
            if self.classes.append(row[self.shape.column], self.lines.number):
                self.table.add(self._numbers(row, self.lines.number))

    def _numbers(self, row: list[str], line: int) -> list[tuple[int, int]]:
        try:
            return self.numbers.row([row[i] for i in self.kept])
        except BadCell as cell:
            raise InputError(f"{self.path}, line {line}, column {self.shape.names[self.kept[cell.column]]}: {cell.reason}") from None

    def _rows(self, raw: Iterable[bytes], delimiter: str) -> Iterator[list[str]]:
        texts = map(self.lines.decoded, raw)
        if delimiter == " ":
            yield from filter(None, map(str.split, texts))
            return
        try:
            for row in csv.reader(texts, delimiter=delimiter, skipinitialspace=True, strict=True):
                if any(cell.strip() for cell in row):
                    yield row
        except csv.Error as error:
            raise InputError(f"{self.path}, line {self.lines.number}: {error}") from None

    def _decide(self, first: list[str]) -> None:
        """Whether a first row of numbers names the columns: it does if the others have two classes, and its own is none of them."""
        if len(self.classes.names) == 2 and self.classes.is_new(first[self.shape.column]):
            self.shape.names = [name.strip() for name in first]
            return
        if self.classes.append(first[self.shape.column], self.first_line):
            self.classes.column.insert(0, self.classes.column.pop())
            self.table.add_first(self._numbers(first, self.first_line))


def _unnamed(width: int, column: int) -> list[str]:
    return ["class" if i == column else f"x{i + 1 - (i > column)}" for i in range(width)]


def _may_be_header(others: list[str], name: str, below: str) -> bool:
    """Whether a row that has numbers beside the class may still name the columns, as pandas does by default: 0, 1, 2, …, label."""
    return not name.strip() or (len(others) > 1 and _counts(others)) or (not is_number(name) and is_number(below))


def _counts(cells: list[str]) -> bool:
    return [class_value(cell) for cell in cells] == list(range(len(cells)))


def _delimiter(line: str) -> str:
    found = max(",;\t|", key=line.count)
    return found if found in line else " " if line.split()[1:] else ","


def _loosely(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
