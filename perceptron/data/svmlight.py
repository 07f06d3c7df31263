"""The svm-light format: each line is a class and its non-zero entries, `class qid:7 index:value …`, and `# a comment`.

scikit-learn's reader of it makes floats of all values, and knows no classes with names. Here a value is the decimal that is written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from perceptron.data.classes import Classes
from perceptron.data.columns import BadCell, Column, of_texts
from perceptron.data.examples import Examples
from perceptron.data.files import first_lines, opened
from perceptron.data.matrix import IntegerMatrix, joined
from perceptron.errors import InputError

MAX_INDEX = 2**31 - 2  # so that it fits into 32 bits
MANY_INDICES = 10**5  # beyond which those that no example has are no columns
LARGE, SPARSE = 10**6, 4  # entries from which the zeros of sparse data are not written out, and how many times more they must be
MOST_VALUES = 1 << 18  # that are read at a time
FIRST_LINES = 1000  # in which an svm-light file of any name has an entry
LINE = re.compile(r"[^\s:,;]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?", re.ASCII)


def looks_like_it(path: str | Path) -> bool:
    """Whether the first line of several words is a class and entries, a row of zeros being a class alone. Raises InputError."""
    lines = (line for line in first_lines(path, FIRST_LINES) if not line.startswith("%"))
    return LINE.fullmatch(next((line for line in lines if line.partition("#")[0].split()[1:]), "").strip()) is not None


class SvmLight:
    """An svm-light file on its way into a matrix.

    Indices start at 1, or at 0 if that occurs, and none occurs twice on a line; d is the greatest of them. Where that is above 100,000,
    indices that no example has are left out. Raises InputError.
    """

    def __init__(self, path: str | Path, classes: Classes) -> None:
        self.path, self.classes = path, classes
        self.columns: list[int] = []
        self.starts, self.lines = [0], [0]  # of each row: its first entry, and its line
        self.values: list[Column] = []
        texts: list[str] = []
        with opened(path) as file:
            for number, raw in enumerate(file, 1):
                self._add(number, raw, texts)
                if len(texts) > MOST_VALUES:
                    self._close(texts)
        self._close(texts)

    def _add(self, number: int, raw: bytes, texts: list[str]) -> None:
        here = f"{self.path}, line {number}"
        try:
            words = raw.decode("utf-8-sig" if number == 1 else "utf-8").partition("#")[0].split()
        except UnicodeDecodeError as error:
            raise InputError(f"{here}: {error}") from None
        if not words or words[0].startswith("%"):
            return
        if ":" in words[0] or "," in words[0]:
            raise InputError(f"{here}: a line begins with one class, and {words[0][:40]!a} is none")
        if not self.classes.append(words[0], lambda: f"line {number}"):
            return
        row = set()
        for word in words[2:] if words[1:] and words[1].startswith("qid:") else words[1:]:
            index, colon, value = word.partition(":")
            if not (colon and index.isascii() and index.isdigit() and int(index[:20]) <= MAX_INDEX):
                raise InputError(f"{here}: {word[:40]!a} is not index:value with index from 1 (or from 0) to {MAX_INDEX}")
            if (column := int(index)) in row:
                raise InputError(f"{here}: index {column} occurs twice")
            row.add(column)
            self.columns.append(column)
            texts.append(value)
        self.starts.append(len(self.columns))
        self.lines.append(number)

    def _close(self, texts: list[str]) -> None:
        """Read the values that have come since the last call."""
        if not texts and self.values:
            return
        before = len(self.columns) - len(texts)
        try:
            self.values.append(of_texts(texts))
        except BadCell as cell:
            place = before + cell.place
            line = self.lines[bisect_right(self.starts, place)]
            raise InputError(f"{self.path}, line {line}, index {self.columns[place]}: {cell.reason}") from None
        texts.clear()

    @cached_property
    def indices(self) -> Any:
        """The index of each column: all from the first to the greatest, or if these are very many, those that occur."""
        most = max(self.columns, default=0)
        return np.arange(min(self.columns, default=1) and 1, most + 1) if most <= MANY_INDICES else np.unique(self.columns)

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(f"x{i}" for i in self.indices)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was made of the indices."""
        least, most = min(self.columns, default=1), max(self.columns, default=0)
        notes: tuple[str, ...] = () if least else ("the index 0 occurs, so indices count from 0",)
        if (missing := most + bool(not least) - len(self.indices)) > 0:
            notes += (f"{missing:,} of {most:,} indices occur in no example and are left out",)
        return notes

    def examples(self, labels: list[int]) -> Examples:
        """The rows, as a sparse matrix if zeros are most of much data."""
        values, denominator = joined(self.values)
        columns = np.searchsorted(self.indices, np.array(self.columns, dtype=np.int64)).astype(np.int32)
        starts, shape = np.array(self.starts, dtype=np.int64), (len(labels), len(self.indices))
        zero = np.any([part[:, 0] != 0 for part in values.parts], axis=0)
        kept = np.concatenate([[0], np.cumsum(zero)])[starts]
        rows = IntegerMatrix([part[zero, 0] for part in values.parts], columns[zero], kept, shape)
        size = shape[0] * shape[1]
        if size <= LARGE or size <= SPARSE * len(columns):
            rows = IntegerMatrix([rows.filled(part).toarray() for part in rows.parts])
        return Examples.from_matrix(rows, denominator, labels)
