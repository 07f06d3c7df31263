"""The svm-light format: each line is a class and its non-zero entries, `class qid:7 index:value …`, and `# a comment`."""

from __future__ import annotations

import re
from array import array
from pathlib import Path

from perceptron.data.lines import Lines
from perceptron.data.tables import BadCell, Classes, Numbers, Table
from perceptron.errors import InputError

MAX_ENTRIES = 2 * 10**8  # numbers in one data set (1.6 GB); a sparse file with a huge index is refused, not expanded
_LINE = re.compile(r"[^\s:,;]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?", re.ASCII)


def looks_like_svmlight(path: str | Path) -> bool:
    """Whether the first line that is no comment is a class and entries. Raises InputError for what cannot be read."""
    first = next((line for line in Lines(path) if line.strip()), "")
    return _LINE.fullmatch(first.strip()) is not None


class SvmLight:
    """An svm-light file on its way into a table."""

    def __init__(self, path: str | Path, classes: Classes) -> None:
        self.lines, self.numbers, self.classes = Lines(path), Numbers(), classes
        self.columns, self.ends = array("q"), array("q")  # flat, so that a million rows are no million dictionaries
        self.values: list[tuple[int, int]] = []
        self.least, self.most = 1, 0
        for text in self.lines:
            words = text.partition("#")[0].split()
            if words and classes.append(words[0], self.lines.number):
                self._row(words[1:])

    def _row(self, words: list[str]) -> None:
        here, seen = self._place(), set()
        if words and words[0].startswith("qid:"):
            words = words[1:]
        for word in words:
            index, colon, value = word.partition(":")
            if not (colon and index.isascii() and index.isdigit() and int(index[:20]) <= MAX_ENTRIES):
                raise InputError(f"{here}: {word[:40]!a} is not index:value with index from 1 (or from 0)")
            if (column := int(index)) in seen:
                raise InputError(f"{here}: index {column} occurs twice")
            seen.add(column)
            self.columns.append(column)
            try:
                self.values.append(self.numbers.read(column, value))
            except BadCell as cell:
                raise InputError(f"{here}, index {column}: {cell.reason}") from None
        self.ends.append(len(self.columns))
        self.least, self.most = min(self.least, *seen, 1), max(self.most, *seen, 0)
        if self.dimension * len(self.ends) > MAX_ENTRIES:
            raise InputError(f"{here}: more than {MAX_ENTRIES} numbers ({self.dimension} to a row)")

    def _place(self) -> str:
        return f"{self.lines.path}, line {self.lines.number}"

    @property
    def dimension(self) -> int:
        """The greatest index, or one more if the index 0 occurs."""
        return self.most + 1 - self.least

    def table(self) -> Table:
        """The rows with their zeros."""
        made, start, shift = Table(self.dimension), 0, self.least
        for end in self.ends:
            row = [(0, 1)] * self.dimension
            for column, pair in zip(self.columns[start:end], self.values[start:end], strict=True):
                row[column - shift] = pair
            made.add(row)
            start = end
        return made
