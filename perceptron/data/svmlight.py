"""The svm-light format: each line is a class and its non-zero entries, `class qid:7 index:value …`, and `# a comment`."""

from __future__ import annotations

import math
import re
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from perceptron.data.decimals import NotPlain, plain_entries
from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX
from perceptron.data.lines import Lines, blocks
from perceptron.data.packed import opened_text
from perceptron.data.tables import BadCell, Classes, Numbers
from perceptron.data.wide import sparse_rows
from perceptron.errors import InputError

MAX_INDEX = 2**31 - 2  # so that it fits into 32 bits
MANY_INDICES = 10**5  # beyond which those that no example has are no columns
LARGE, SPARSE = 10**6, 4  # entries from which the zeros of sparse data are not written out, and how many times more they must be
FIRST_LINES = 1000  # in which an svm-light file of any name has an entry
_LINE = re.compile(r"[^\s:,;]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?", re.ASCII)


def looks_like_svmlight(path: str | Path) -> bool:
    """Whether the first line of several words is a class and entries, a row of zeros being a class alone. Raises InputError for what
    cannot be read."""
    first = next((line for line in islice(Lines(path), FIRST_LINES) if line.partition("#")[0].split()[1:]), "")
    return _LINE.fullmatch(first.strip()) is not None


class SvmLight:
    """An svm-light file on its way into a matrix. Blocks of plain lines are read at once, others line by line.

    columns, lengths    the indices of all entries, and how many each row has, in blocks
    values              the same entries in blocks of integers, each over its own denominator
    """

    def __init__(self, path: str | Path, classes: Classes) -> None:
        self.lines, self.numbers, self.classes = Lines(path), Numbers(), classes
        self.columns: list[Any] = []
        self.lengths: list[Any] = []
        self.values: list[tuple[Any, int]] = []
        self.least, self.most = 1, 0
        with opened_text(path) as file:
            for block in blocks(path, file):
                if not self._quickly(block):
                    self._slowly(block)

    def _quickly(self, block: bytes) -> bool:
        import numpy as np

        if b"," in block:
            return False
        try:
            columns, values, denominator, lengths, texts = plain_entries(block)
        except NotPlain:
            return False
        if int(columns.max(initial=0)) > MAX_INDEX:
            return False
        chosen = np.array([self.classes.append(text, self.lines.number + i + 1) for i, text in enumerate(texts)])
        self.lines.number += len(texts)
        if not chosen.all():
            kept = np.repeat(chosen, lengths)
            columns, values, lengths = columns[kept], values[kept], lengths[chosen]
        self._add(columns, values, denominator, lengths)
        return True

    def _slowly(self, block: bytes) -> None:
        import numpy as np

        columns: list[int] = []
        pairs: list[tuple[int, int]] = []
        lengths: list[int] = []
        for text in map(self.lines.decoded, block.splitlines(keepends=True)):
            words = text.partition("#")[0].split()
            if words and ":" in words[0]:
                raise InputError(f"{self.lines.path}, line {self.lines.number}: the class is missing before {words[0][:40]!a}")
            if words and "," in words[0]:
                raise InputError(f"{self.lines.path}, line {self.lines.number}: {words[0][:40]!a} are several classes, and one is needed")
            if words and self.classes.append(words[0], self.lines.number):
                row = self._row(words[1:])
                columns += row
                pairs += row.values()
                lengths.append(len(row))
        clear = math.lcm(*{below for _, below in pairs})
        integers = [n * (clear // below) for n, below in pairs]
        fits = max(map(abs, integers), default=0) <= INT64_MAX
        self._add(
            np.array(columns, dtype=np.int64), np.array(integers, dtype=np.int64 if fits else object), clear, np.array(lengths, np.int64)
        )

    def _row(self, words: list[str]) -> dict[int, tuple[int, int]]:
        """The entries of a line by their indices."""
        here = f"{self.lines.path}, line {self.lines.number}"
        found: dict[int, tuple[int, int]] = {}
        for word in words[1:] if words and words[0].startswith("qid:") else words:
            index, colon, value = word.partition(":")
            if not (colon and index.isascii() and index.isdigit() and int(index[:20]) <= MAX_INDEX):
                raise InputError(f"{here}: {word[:40]!a} is not index:value with index from 1 (or from 0) to {MAX_INDEX}")
            if (column := int(index)) in found:
                raise InputError(f"{here}: index {column} occurs twice")
            try:
                found[column] = self.numbers.read(column, value)
            except BadCell as cell:
                raise InputError(f"{here}, index {column}: {cell.reason}") from None
        return found

    def _add(self, columns: Any, values: Any, denominator: int, lengths: Any) -> None:
        self.columns.append(columns.astype("int32"))
        self.lengths.append(lengths)
        self.values.append((values, denominator))
        self.least = min(self.least, int(columns.min(initial=1)))
        self.most = max(self.most, int(columns.max(initial=0)))

    @cached_property
    def indices(self) -> Any:
        """The index of each column: all from the first to the greatest, or if these are very many, those that occur."""
        import numpy as np

        if self.most <= MANY_INDICES:
            return np.arange(self.least, self.most + 1)
        return np.unique(np.concatenate([np.unique(block) for block in self.columns]))

    def examples(self, labels: list[int]) -> Examples:
        """The rows, as a sparse matrix if zeros are most of much data. The file's blocks are given up."""
        import numpy as np

        dimension = len(self.indices)
        columns, lengths = np.concatenate(self.columns), np.concatenate(self.lengths)
        self.columns.clear()
        columns = (np.searchsorted(self.indices, columns) if self.most > MANY_INDICES else columns - self.least).astype(np.int32)
        clear = math.lcm(*(below for _, below in self.values))
        fits = all(int(abs(block).max(initial=0)) * (clear // below) <= INT64_MAX for block, below in self.values)
        values = np.concatenate(
            [block * (clear // below) if fits else block.astype(object) * (clear // below) for block, below in self.values]
        )
        self.values.clear()
        size = len(lengths) * dimension
        if size > LARGE and size > SPARSE * len(columns):
            starts = np.concatenate([[0], np.cumsum(lengths)])
            return Examples.from_sparse(sparse_rows(values, columns, starts, (len(lengths), dimension)), labels, clear)
        matrix = np.zeros((len(lengths), dimension), dtype=values.dtype)
        matrix[np.repeat(np.arange(len(lengths)), lengths), columns] = values
        if fits:
            return Examples.from_array(matrix, labels, clear, copy=False)
        return Examples.from_integers(matrix.tolist(), labels, clear)
