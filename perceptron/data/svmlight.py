"""The svm-light format: each line is a class and its non-zero entries, `class qid:7 index:value …`, and `# a comment`."""

from __future__ import annotations

import math
import re
from array import array
from pathlib import Path

from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX
from perceptron.data.lines import Lines
from perceptron.data.tables import BadCell, Classes, Numbers, Table
from perceptron.errors import InputError

MAX_INDEX = 2 * 10**7  # weights have an entry for each index
LARGE, SPARSE = 10**6, 4  # entries from which the zeros of sparse data are not written out, and how many times more they must be
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
            if not (colon and index.isascii() and index.isdigit() and int(index[:20]) <= MAX_INDEX):
                raise InputError(f"{here}: {word[:40]!a} is not index:value with index from 1 (or from 0) to {MAX_INDEX}")
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

    def _place(self) -> str:
        return f"{self.lines.path}, line {self.lines.number}"

    @property
    def dimension(self) -> int:
        """The greatest index, or one more if the index 0 occurs."""
        return self.most + 1 - self.least

    def examples(self, labels: list[int]) -> Examples:
        """The rows, as a sparse matrix if zeros are most of much data and all numbers fit into int64."""
        import numpy as np
        from scipy.sparse import csr_array

        size = len(self.ends) * self.dimension
        if size > LARGE and size > SPARSE * len(self.columns):
            clear = math.lcm(*{below for _, below in self.values})
            if max((abs(n) for n, _ in self.values), default=0) * clear <= INT64_MAX:
                integers = np.fromiter((n * (clear // below) for n, below in self.values), dtype=np.int64, count=len(self.values))
                places = np.array(self.columns, dtype=np.int64) - self.least, np.array([0, *self.ends], dtype=np.int64)
                return Examples.from_sparse(csr_array((integers, *places), shape=(len(self.ends), self.dimension)), labels, clear)
        return self._table().examples(labels)

    def _table(self) -> Table:
        """The rows with their zeros."""
        made, start, shift = Table(self.dimension), 0, self.least
        for end in self.ends:
            row = [(0, 1)] * self.dimension
            for column, pair in zip(self.columns[start:end], self.values[start:end], strict=True):
                row[column - shift] = pair
            made.add(row)
            start = end
        return made
