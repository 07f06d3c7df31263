"""Somebody's own data as exact examples: CSV and svm-light files with two classes.

Decimals are read as the rationals that they are (0.1 is 1/10), so nothing is rounded between the file and the verdict.
A file that cannot be read exactly is refused in one line that names the file and the line in it. A million rows fit:
each number is parsed once, stored in blocks of int64 where it fits, and put over one common denominator at the end.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perceptron.data.examples import Examples
from perceptron.data.tables import BadCell, Classes, Lines, Table, unusable
from perceptron.errors import InputError
from perceptron.numbers.exact import parse

SVM_SUFFIXES = {".svm", ".svmlight", ".libsvm"}
MAX_ENTRIES = 2 * 10**8  # numbers in one data set (1.6 GB); a sparse file with a huge index is refused, not expanded


@dataclass(frozen=True)
class Dataset:
    """Examples in the order of their file.

    classes     which label, −1 or +1, each of the two class names became
    features    the names of the d columns
    """

    name: str
    examples: Examples
    classes: dict[str, int]
    features: tuple[str, ...]


def read(path: str | Path, label: str | None = None, positive: str | None = None) -> Dataset:
    """Read a data set by its suffix: .svm, .svmlight and .libsvm as svm-light, anything else as CSV. Raises InputError.

    label, positive    as in `read_csv`

        >>> from perceptron import datasets
        >>> penguins = read(datasets.path("penguins-adelie-gentoo"))
        >>> penguins.classes, penguins.examples.dimension
        ({'Adelie': -1, 'Gentoo': 1}, 4)
    """
    if Path(path).suffix.lower() in SVM_SUFFIXES:
        if label is not None:
            raise InputError(f"{path}: a label column can be named for CSV only")
        return read_svm(path, positive)
    return read_csv(path, label, positive)


def read_csv(path: str | Path, label: str | None = None, positive: str | None = None, header: bool | None = None) -> Dataset:
    """Read comma-, semicolon- or tab-separated values: numbers, and one column of class names.

    label       the name of the class column; by default the last column
    positive    the class that becomes +1; by default the greater number, or the later name in alphabetical order
    header      whether the first row names the columns; by default it does if one of its values, the class aside, is not a number

    Raises InputError, which names the file and the line.
    """
    lines = Lines(path)
    rows = _csv_rows(lines)
    first = next(rows, None)
    if first is None:
        raise InputError(f"{path}: the file is empty")
    named = header if header is not None else label is not None or not all(map(_is_number, first[:-1]))
    names = [name.strip() for name in first] if named else [f"x{i + 1}" for i in range(len(first) - 1)] + ["class"]
    if label is not None and names.count(label) != 1:
        raise InputError(f"{path}, line 1: no column (or more than one) is named {label!r} in {', '.join(names)}")
    column, width = names.index(label) if label is not None else len(names) - 1, len(names)
    if width < 2:
        raise InputError(f"{path}, line {lines.number}: expected numbers and a class, found one column")
    classes, table = Classes(path, positive), Table(width - 1)
    for row in rows if named else _chain(first, rows):
        if len(row) != width:
            raise InputError(f"{path}, line {lines.number}: {len(row)} columns, but line 1 has {width}")
        try:
            table.append(row[:column] + row[column + 1 :])
        except BadCell as cell:
            name = names[cell.column + (cell.column >= column)]
            raise InputError(f"{path}, line {lines.number}, column {name}: {cell.reason}") from None
        classes.append(row[column], lines.number)
    return Dataset(Path(path).name, *classes.joined(table), tuple(names[:column] + names[column + 1 :]))


def read_svm(path: str | Path, positive: str | None = None) -> Dataset:
    """Read the svm-light format: each line is a class and its non-zero entries, `class index:value …`, and `# a comment`.

    Indices start at 1, and none occurs twice on a line; d is the greatest of them.

    positive    as in `read_csv`

    Raises InputError, which names the file and the line.
    """
    lines = Lines(path)
    classes, table, dimension = Classes(path, positive), Table(0), 0
    columns, values, ends = array("q"), [], array("q")  # flat, so that a million rows are not a million dictionaries
    for text in lines:
        words = text.partition("#")[0].split()
        if not words:
            continue
        seen: set[int] = set()
        for word in words[1:]:
            index, colon, value = word.partition(":")
            if not (colon and index.isascii() and index.isdigit() and 0 < int(index[:20]) <= MAX_ENTRIES):
                raise InputError(f"{path}, line {lines.number}: {word[:40]!a} is not index:value with index from 1")
            if (column := int(index)) in seen:
                raise InputError(f"{path}, line {lines.number}: index {column} occurs twice")
            seen.add(column)
            columns.append(column - 1)
            try:
                values.append(table.number(column, value))
            except BadCell as cell:
                raise InputError(f"{path}, line {lines.number}, index {column}: {cell.reason}") from None
        classes.append(words[0], lines.number)
        ends.append(len(columns))
        dimension = max(dimension, max(seen, default=0))
        if dimension * len(ends) > MAX_ENTRIES:
            raise InputError(f"{path}, line {lines.number}: more than {MAX_ENTRIES} numbers ({dimension} to a row)")
    start, table.width = 0, dimension
    for end in ends:
        row = [(0, 1)] * dimension
        for column, pair in zip(columns[start:end], values[start:end], strict=True):
            row[column] = pair
        table.add(row)
        start = end
    return Dataset(Path(path).name, *classes.joined(table), tuple(f"x{i + 1}" for i in range(dimension)))


def _csv_rows(lines: Lines) -> Iterator[list[str]]:
    source = iter(lines)
    first = next((line for line in source if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(_chain(first, source), delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        yield from (row for row in reader if any(cell.strip() for cell in row))
    except csv.Error as error:
        raise InputError(f"{lines.path}, line {lines.number}: {error}") from None


def _chain(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _is_number(text: str) -> bool:
    try:
        parse(text)
    except InputError:
        return unusable(text) is not None
    return True
