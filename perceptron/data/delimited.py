"""CSV files: numbers with commas, semicolons, tabs, bars or spaces between them, and one column of class names.

Most files hold plain decimals only. Those are read in blocks by `decimals`. A block with anything else in it is read again cell by cell,
which also finds the line and the column of what is no number.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from perceptron.data.cells import TRUTHS, class_value, is_number
from perceptron.data.decimals import NotPlain, plain_block
from perceptron.data.dialect import SAMPLE, Dialect, dialect_of
from perceptron.data.lines import Lines, blocks
from perceptron.data.packed import opened_text
from perceptron.data.tables import BadCell, Classes, Numbers, Table, chosen_column, class_column
from perceptron.errors import InputError

INDEX_NAMES = ("", "Unnamed: 0")  # of an index that pandas wrote
DELIMITER = re.compile(rb'"?sep=(.)"?\s*', re.IGNORECASE)  # Excel's first line


@dataclass
class Shape:
    """How the rows of a file are laid out.

    dialect      how its cells are written
    names        of all columns
    column       that of the class
    skipped      columns that are not read: an index that a library wrote
    header       whether the first row has the names; None if that depends on whether its class occurs again
    """

    dialect: Dialect
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
        with opened_text(self.path) as file:
            source = blocks(self.path, file)
            raw = next(source, b"").splitlines(keepends=True)
            told = DELIMITER.fullmatch(raw[0]) if raw else None
            if told is not None:
                raw[0] = b"#" + raw[0]  # from here on a comment
            self.shape, first = self._shape_of(raw, told and told[1].decode("latin-1"))
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
        if self.shape.dialect.comma:
            self.notes.append("commas in numbers are read as decimal points")

    def _shape_of(self, raw: list[bytes], delimiter: str | None) -> tuple[Shape, list[str]]:
        dialect = dialect_of(map(_loosely, raw[:SAMPLE]), delimiter)
        first, second = self._first_two(raw, dialect)
        width, names = len(first), [name.strip() for name in first]
        if width < 2:
            raise InputError(f"{self.path}, line {self.lines.number}: expected numbers and a class, found one column")
        guess = class_column(names, [i for i, cell in enumerate(second) if not is_number(cell)])
        if self.label is not None:
            by_name = self.header is True or (self.header is None and not is_number(self.label))
            guess = chosen_column(self.label, names if by_name else _unnamed(width, width - 1), f"{self.path}, line {self.lines.number}")
        header = self._header(names, guess, second) if self.header is None else self.header
        index = header is True and names[0] in INDEX_NAMES and width > 2 and guess != 0
        if header is not True:
            names = _unnamed(width, guess)
        self.classes.place = lambda line: f"line {line}, column {names[guess]}"
        return Shape(dialect, names, guess, (0,) if index else (), header), first

    def _header(self, names: list[str], guess: int, second: list[str]) -> bool | None:
        """Whether the first row has the names; None if that depends on whether its class occurs again."""
        others = [cell for i, cell in enumerate(names) if i != guess]
        numbers = [is_number(cell) or cell.lower() in TRUTHS for cell in others]
        indexed = names[0] in INDEX_NAMES and (_counts(others[1:]) or not all(numbers[1:]))
        named = self.label in names and not is_number(self.label or "")
        if named or indexed or not (any(numbers) or is_number(names[guess])):
            return True
        return None if not all(numbers) or _may_be_header(others, names[guess], second[guess]) else False

    def _first_two(self, raw: list[bytes], dialect: Dialect) -> tuple[list[str], list[str]]:
        """The first row and the one below it, or the first again if that is of another width. R leaves out the name of its row names."""
        rows = self._rows(raw, dialect)
        first = next(rows, None)
        if first is None:
            raise InputError(f"{self.path}: the file is empty")
        line = self.lines.number
        try:
            second = next(rows, first)
        except InputError:
            second = first  # what is wrong with it is found when it is read
        self.lines.number = line
        if len(second) == len(first) + 1 and second[-1].strip() and self.header is not False and not any(map(is_number, first)):
            first = ["", *first]
        return first, second if len(second) == len(first) else first

    def _quickly(self, block: bytes) -> bool:
        dialect = self.shape.dialect
        try:
            rows, denominator, texts = plain_block(block, dialect, self.width, self.shape.column)
        except NotPlain:
            return False
        texts = dialect.cells(texts)
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
        for row in self._rows(raw, self.shape.dialect):
            if len(row) != self.width:
                raise InputError(f"{self.path}, line {self.lines.number}: {len(row)} columns, but line {self.first_line} has {self.width}")
            if self.classes.append(row[self.shape.column], self.lines.number):
                self.table.add(self._numbers(row, self.lines.number))

    def _numbers(self, row: list[str], line: int) -> list[tuple[int, int]]:
        try:
            return self.numbers.row([row[i] for i in self.kept])
        except BadCell as cell:
            raise InputError(f"{self.path}, line {line}, column {self.shape.names[self.kept[cell.column]]}: {cell.reason}") from None

    def _rows(self, raw: Iterable[bytes], dialect: Dialect) -> Iterator[list[str]]:
        try:
            yield from dialect.rows(map(self.lines.decoded, raw))
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
            if _counts(first):
                self.notes.append("the first row counts 0, 1, 2, … and is read as an example, since others have its class; see --header")


def _unnamed(width: int, column: int) -> list[str]:
    return ["class" if i == column else f"x{i + 1 - (i > column)}" for i in range(width)]


def _may_be_header(others: list[str], name: str, below: str) -> bool:
    """Whether a row that has numbers beside the class may still name the columns, as pandas does by default: 0, 1, 2, …, label."""
    return not name.strip() or (len(others) > 1 and _counts(others)) or (not is_number(name) and is_number(below))


def _counts(cells: list[str]) -> bool:
    return [class_value(cell) for cell in cells] == list(range(len(cells)))


def _loosely(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
