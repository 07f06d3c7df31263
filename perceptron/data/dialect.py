"""How the cells of a CSV file are written: what stands between them, and whether commas are decimal points."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from perceptron.data.cells import is_number
from perceptron.data.lines import COMMENT

DELIMITERS = ";\t|,"  # of equally frequent ones the first is taken
SAMPLE = 200  # lines from which a dialect is told
DECIMAL_COMMA = re.compile(r"[+-]?([0-9]+,[0-9]*|,[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", re.ASCII)  # 1,234 may be a thousand and more


@dataclass(frozen=True)
class Dialect:
    """How a file's cells are written.

    delimiter    the character between cells, or a space for any number of blanks
    comma        whether commas are decimal points
    trailing     whether a delimiter ends every row
    """

    delimiter: str
    comma: bool = False
    trailing: bool = False

    def rows(self, texts: Iterable[str]) -> Iterator[list[str]]:
        """The cells of each row that has any, with points for decimal commas. Raises csv.Error."""
        lines = (" ".join(text.split()) for text in texts) if self.delimiter == " " else texts
        for row in csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True, strict=True):
            if any(map(str.strip, row)):
                row = row[:-1] if self.trailing and not row[-1].strip() else row
                yield self.cells(row)

    def cells(self, row: list[str]) -> list[str]:
        """Cells with points for decimal commas. Raises csv.Error for a point in a number."""
        return [_with_point(cell, i) for i, cell in enumerate(row)] if self.comma else row


def dialect_of(lines: Iterable[str], delimiter: str | None = None) -> Dialect:
    """The dialect of the lines that are neither blank nor comments.

    Commas are decimal points if a cell such as 0,5 shows it. One such as 1,234 does not: its comma may separate thousands.
    """
    texts = [line for line in lines if line.strip() and not COMMENT.match(line)]
    delimiter = delimiter or _delimiter(texts)
    try:
        rows = list(Dialect(delimiter).rows(texts))
    except csv.Error:
        rows = []  # what is wrong is found when they are read
    cells = [cell.strip() for row in rows for cell in row]
    comma = any(DECIMAL_COMMA.fullmatch(cell) and not THOUSANDS.fullmatch(cell) for cell in cells)
    trailing = delimiter != " " and len(rows) > 1 and all(len(row) > 2 and not row[-1].strip() for row in rows)
    return Dialect(delimiter, comma, trailing)


def _delimiter(lines: list[str]) -> str:
    """What stands between cells: a character that is as often on each line, if there is one, since commas may be decimal points."""
    first = lines[0] if lines else ""
    if _blank_by_commas(lines):
        return " "
    steady = [c for c in DELIMITERS if c in first and len({line.count(c) for line in lines}) == 1]
    found = max(steady or DELIMITERS, key=first.count)
    return found if found in first else " " if first.split()[1:] else ","


def _blank_by_commas(lines: list[str]) -> bool:
    """Whether blanks stand between cells and every comma is decimal, as in 1,5 2,5 a."""
    rows = [line.split() for line in lines]
    commas = [cell for row in rows for cell in row if "," in cell]
    decimal = any(commas) and all(DECIMAL_COMMA.fullmatch(cell) and cell[-1] != "," for cell in commas)
    return decimal and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1


def _with_point(cell: str, place: int) -> str:
    if DECIMAL_COMMA.fullmatch(cell.strip()):
        return cell.replace(",", ".")
    if "." in cell and is_number(cell):
        raise csv.Error(f"column {place + 1}: {cell[:40]!a} has a point, where other numbers of the file have a decimal comma")
    return cell
