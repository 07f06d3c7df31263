"""Columns of a table, of whatever type: numbers as integers over one denominator, and the class as labels.

Text is read as the decimal that it is, so 0.1 is 1/10.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from perceptron.data.arrays import of_floats
from perceptron.data.matrix import INT64_MAX, IntegerMatrix
from perceptron.errors import InputError
from perceptron.numbers.exact import MAX_CHARACTERS, clear_values, exact, from_float, parse

PLAIN = re.compile(r"(?:[+-]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]{1,3}+)?+(?:\n|\Z))*+", re.ASCII)  # decimals, one a line
TRUTHS = {"true": 1, "false": 0}  # as pandas and R write them
MISSING = {"", "?", "-", ".", "na", "n/a", "#n/a", "none", "null", "missing"}
DECIMAL_COMMA = re.compile(r"[+-]?([0-9]+,[0-9]*|,[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", re.ASCII)  # 1,234 may be a thousand and more
LIKE_A_NUMBER = re.compile(
    r"[-+.,:/%\s]*[0-9][-+.,:/%\s0-9]*([eE][-+]?[0-9]+)?|[+-]?(nan|inf|infinity)|0x[0-9a-f]+", re.IGNORECASE | re.ASCII
)

Column = tuple[IntegerMatrix, int]  # integers of shape (T, 1), or as the values were, over a denominator


class BadCell(Exception):
    """An entry that is no number: its place in the column, and why."""

    def __init__(self, place: int, reason: str) -> None:
        self.place, self.reason = place, reason


def is_number(text: str) -> bool:
    """Whether a cell was meant as a number, be it a missing or an infinite one."""
    word = text.strip().lower().replace("−", "-")
    return word in MISSING or word in TRUTHS or LIKE_A_NUMBER.fullmatch(word) is not None


def is_missing(text: str, number: bool) -> bool:
    """Whether a cell stands for no value: of a column of numbers, else of one of names, among which - and . are names."""
    word = text.strip().lower()
    return word in (MISSING if number else NO_CLASS) or word == "nan"


def has_decimal_commas(cells: Sequence[str]) -> bool:
    """Whether a cell such as 0,5 shows that commas are decimal points."""
    return any(DECIMAL_COMMA.fullmatch(cell.strip()) and not THOUSANDS.fullmatch(cell.strip()) for cell in cells)


def of_texts(texts: list[str], comma: bool = False) -> Column:
    """Cells of text. Raises BadCell.

    comma    whether commas are decimal points; then points are not
    """
    if not texts:
        return IntegerMatrix.of(np.zeros((0, 1), np.int16)), 1
    lines = "\n".join(texts)
    longer = lines.count("\n") >= len(texts)  # some cell has several lines
    if comma:
        if "." in lines:
            place = next(i for i, text in enumerate(texts) if "." in text)
            raise BadCell(place, f"{texts[place][:40]!a} has a point, where other numbers of the file have a decimal comma")
        if longer:
            return of_exact(texts, _with_comma)
        written, lines = texts, lines.replace(",", ".")
        texts = lines.split("\n")
    if longer or PLAIN.fullmatch(lines) is None or not texts[-1] or max(map(len, texts)) > MAX_CHARACTERS:
        return of_exact(written, _with_comma) if comma else of_exact(texts, _number)
    if "e" in lines or "E" in lines:
        texts = [format(Decimal(text), "f") if "e" in text or "E" in text else text for text in texts]
        lines = "\n".join(texts)
    points = np.fromiter((text.find(".") for text in texts), np.int64, len(texts))
    places = np.where(points < 0, 0, np.fromiter(map(len, texts), np.int64, len(texts)) - points - 1)
    integers = list(map(int, lines.replace(".", "").split("\n")))
    most, largest = int(places.max(initial=0)), max(map(abs, integers), default=0)
    powers = [10**k for k in range(most + 1)][::-1]
    kind = np.int64 if largest * 10**most <= INT64_MAX else object
    values = np.array(integers, dtype=kind) * np.array(powers, dtype=kind)[places]
    return IntegerMatrix.of(values[:, None]), 10**most


def _number(text: str) -> int | Fraction:
    word = text.strip().lower()
    if (truth := TRUTHS.get(word)) is not None:
        return truth
    if word in MISSING:
        raise InputError("a value is missing")
    if word.lstrip("+-") in ("nan", "inf", "infinity"):
        raise InputError(f"{text.strip()} is not a finite number")
    return parse(text.replace("−", "-"))


def _with_comma(text: str) -> int | Fraction:
    try:
        return _number(text.replace(",", "."))
    except InputError:
        return _number(text)  # which quotes the cell as it is


def of_exact(values: Sequence[Any], read: Callable[[Any], int | Fraction]) -> Column:
    """Values that are read one by one. Raises BadCell."""
    known: dict[Any, Fraction] = {}
    for place, value in enumerate(values):
        if value not in known:
            try:
                known[value] = Fraction(read(value))
            except InputError as error:
                raise BadCell(place, str(error)) from None
    integers, clear = clear_values(known.values())
    whole = dict(zip(known, integers, strict=True))
    return IntegerMatrix.of(np.array([whole[value] for value in values], dtype=object)[:, None]), clear


def of_array(values: Any) -> Column:
    """An array of integers, floats, truth values, or numbers of Python's, of one dimension or two. Raises BadCell.

    A float is the dyadic rational that it is.
    """
    if values.dtype.kind == "f" and not (finite := np.isfinite(values)).all():
        place = int(np.argmin(finite.reshape(-1)))
        raise BadCell(place, f"{values.reshape(-1)[place]} is not a finite number")
    shape = values.shape if values.ndim == 2 else (len(values), 1)
    if values.dtype.kind in "iub":
        return IntegerMatrix.of(values.reshape(shape).astype(np.int16 if values.dtype.kind == "b" else values.dtype)), 1
    if values.dtype.kind == "f" and values.dtype.itemsize <= 8:
        return of_floats(np.ascontiguousarray(values.reshape(shape), dtype=np.float64))
    if values.dtype.kind not in "fO":
        raise BadCell(0, f"{values.dtype} is no type of numbers")
    flat, clear = of_exact(list(values.reshape(-1)), _of_python)
    return IntegerMatrix([part.reshape(shape) for part in flat.parts]), clear


def _of_python(value: Any) -> Fraction:
    if value is None:
        raise InputError("a value is missing")
    return from_float(value, "it") if isinstance(value, (float, np.floating)) else exact(value, "it")  # type: ignore[arg-type]


# -- the class column: which of them it is, and the labels that its two classes become


NO_NAMES = ("", "Unnamed: 0")  # of an index that pandas wrote
CLASS_NAMES = {"class", "label", "target"}
NO_CLASS = {"", "?", "na", "n/a", "n.a.", "nan", "null", "#n/a"}


def class_column(names: Sequence[str], texts: Sequence[int], rows: Sequence[Sequence[object]], path: str | Path) -> int:
    """The column of the classes, where only one can be it: one that is called so, else one without numbers, else one of two values.

    texts    the columns without numbers
    rows     the first rows, by which the values of a column are counted

    Raises InputError, with the columns that can be it, if there is not exactly one.
    """
    called = [i for i, name in enumerate(names) if name.strip().lower() in CLASS_NAMES]
    values = [{str(row[i]).strip() for row in rows if i < len(row)} for i in range(len(names))]
    two = [i for i, of_column in enumerate(values) if sum(not is_missing(value, False) for value in of_column) == 2]
    can = called or texts or two
    if len(can) == 1:
        return can[0]
    shown = ", ".join(names[i] for i in can[:5]) + ", …" * (len(can) > 5)
    found = f"{len(can)} that can be it: {shown}" if can else "none with two values"
    raise InputError(f"{path}: expected one column of classes, found {found}; choose by --label NAME, such as --label last")


def chosen_column(label: str, names: Sequence[str], where: str) -> int:
    """The column of a label: a name, a number from 1, "first" or "last". Raises InputError, which begins with `where`."""
    if names.count(label) == 1:
        return names.index(label)
    if label in ("first", "last"):
        return 0 if label == "first" else len(names) - 1
    if label.isascii() and label.isdigit() and 0 < int(label[:9]) <= len(names):
        return int(label) - 1
    shown = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    raise InputError(f"{where}: no column (or more than one) is named {label!r} in {shown}")


def names_columns(first: Sequence[str], second: Sequence[str], where: str) -> bool:
    """Whether the first row names the columns: it does if it has no number.

    Raises InputError if it has a number and also a name that no example would have, one of CLASS_NAMES or one above a number."""
    numbers = [bool(cell) and is_number(cell) for cell in first]
    if not any(numbers):
        return True
    for cell, below, number in zip(first, second, numbers, strict=False):
        if cell and not number and (cell.lower() in CLASS_NAMES or (is_number(below) and not is_missing(below, True))):
            place = f"the name {cell!r:.40} beside the number {first[numbers.index(True)]}"
            raise InputError(f"{where}: expected names of columns or an example, found {place}; say which by --header or --no-header")
    return False


def remarks_on_numbering(kept: Sequence[int], names: Sequence[str], where: str) -> list[str]:
    """A remark if a feature is called id. Raises InputError for a first column without a name, which is an index."""
    if 0 in kept and names[0] in NO_NAMES:
        raise InputError(f"{where}: the first column has no name; an index that numbers the rows is left out by --drop first")
    ids = [names[j] for j in kept if names[j].strip().lower() == "id"]
    return [f"the column {name} is read as a feature; --drop {name} leaves it out" for name in ids]


def class_value(name: str) -> Fraction | None:
    """The number that a class's name is, or None."""
    try:
        return parse(name)
    except InputError:
        return None


class Classes:
    """The classes of a file's rows, as they come. A class that is a number may be written in several ways.

    positive    the class that becomes +1; by default the greater number, or the later name in alphabetical order
    only        the two classes that are read, the second of them as +1; rows of others are left out. By default there are two at most.
    """

    def __init__(self, path: str | Path, positive: str | None, only: tuple[str, str] | None = None) -> None:
        self.path, self.positive, self.only = path, positive, only
        self.known: dict[str, int] = {}  # each spelling → 0 or 1, by order of appearance; −1 for a class that is left out
        self.names: list[str] = []
        self.column = array("b")
        self.left_out = 0

    def append(self, text: str, place: Callable[[], str]) -> bool:
        """Add the class of a row; `place` says which, for a message. False if the row is left out. Raises InputError."""
        if (code := self.known.get(text)) is None:
            code = self.known[text] = self._code(text.strip(), place)
        if code < 0:
            self.left_out += 1
            return False
        self.column.append(code)
        return True

    def is_new(self, text: str) -> bool:
        """Whether a text is none of the classes that were read."""
        return not any(_same(text.strip(), name) for name in self.names)

    def _code(self, name: str, place: Callable[[], str]) -> int:
        if not name or (self.only is None and name.lower() in NO_CLASS):
            raise InputError(
                f"{self.path}, {place()}: the class is missing" + (f" ({name}); --classes A,B reads one of that name" * bool(name))
            )
        if self.only is not None and not any(_same(name, other) for other in self.only):
            return -1
        for code, other in enumerate(self.names):
            if _same(name, other):
                return code
        if len(self.names) == 2:
            others = " and ".join(map(repr, self.names))
            raise InputError(f"{self.path}, {place()}: a third class {name!r:.60} beside {others} (--classes A,B chooses two)")
        self.names.append(name)
        return len(self.names) - 1

    def labels(self) -> tuple[list[int], dict[str, int]]:
        """The label of each row, and the label that each class became. Raises InputError."""
        if not self.column:
            only = f"no example has one of the classes {' and '.join(self.only or ())}"
            raise InputError(f"{self.path}: {only if self.only and self.left_out else 'the file has no examples'}")
        if len(self.names) < 2:
            raise InputError(f"{self.path}: all {len(self.column)} examples have the class {self.names[0]!r}; two are needed")
        order = self._order()
        classes = {order[0]: -1, order[1]: 1}
        by_code = [classes[name] for name in self.names]
        return [by_code[code] for code in self.column], classes

    def notes(self) -> tuple[str, ...]:
        """Notes on the columns that were left out."""
        return (f"{self.left_out:,} row{'s' * (self.left_out != 1)} of other classes left out",) if self.left_out else ()

    def _order(self) -> list[str]:
        """The names of the two classes, that of +1 last."""
        values = [class_value(name) for name in self.names]
        order = sorted(self.names) if None in values else sorted(self.names, key=lambda name: class_value(name) or 0)
        if self.only is not None:
            order = sorted(self.names, key=lambda name: _same(name, self.only[1]))  # type: ignore[index]
        if self.positive is not None:
            named = [_same(name, self.positive) for name in order]
            if True not in named:
                raise InputError(f"{self.path}: no class is named {self.positive!r}, only {' and '.join(order)}")
            order = order if named[1] else order[::-1]
        return order


def _same(name: str, other: str) -> bool:
    return name == other or ((value := class_value(name)) is not None and value == class_value(other))
