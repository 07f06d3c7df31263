"""What the readers of files share: a growing table of rationals, and the column of classes. `lines` reads the text."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from perceptron.data.cells import MISSING, TRUTHS, class_value, unusable
from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX, MANY, narrowest
from perceptron.data.memory import give_back
from perceptron.data.two_words import MOST_BITS, MOST_FACTOR, TwoWordMatrix
from perceptron.errors import InputError
from perceptron.numbers.exact import parse

BLOCK_ROWS = 1 << 14
BLOCKS_KEPT = 8  # that may be free before their memory is given back
MAX_REMEMBERED_CELLS = 200_000
SHORT = 30  # characters of a cell that `_plain` reads itself, and its decimals
PLAIN = re.compile(r"[ \t\r\n]*([+-]?[0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?[ \t\r\n]*")
FEW_PLACES = 6  # beyond which zeros at the end may keep a column out of 64 bits
CLASS_NAMES = {"class", "label", "target"}
POWERS_OF_TEN = [10**i for i in range(SHORT + 1)]


def class_column(names: Sequence[str], texts: Sequence[int]) -> int:
    """The column that looks like the classes: one that is called so, else the only one that has no numbers, else the last.

    texts    the columns without numbers
    """
    lower = [name.strip().lower() for name in names]
    called = [i for i, name in enumerate(lower) if name in CLASS_NAMES] or (
        [] if texts or "x" in lower else [i for i, name in enumerate(lower) if name == "y"]
    )
    return called[0] if len(called) == 1 else texts[0] if len(texts) == 1 else len(names) - 1


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


class BadCell(Exception):
    """A cell that is not a number: its column, and why."""

    def __init__(self, column: int, reason: str) -> None:
        self.column, self.reason = column, reason


class Numbers:
    """The numbers in cells of text. Values repeat in data, so most cells are looked up and not parsed."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[int, int]] = {}

    def read(self, column: int, cell: str) -> tuple[int, int]:
        """The numerator and denominator of a cell. Raises BadCell with the column."""
        if (pair := self.known.get(cell)) is None:
            if (pair := _plain(cell)) is None:
                pair = self._parsed(column, cell)
            if len(self.known) > MAX_REMEMBERED_CELLS:
                self.known.clear()
            self.known[cell] = pair
        return pair

    @staticmethod
    def _parsed(column: int, cell: str) -> tuple[int, int]:
        if (truth := TRUTHS.get(cell.strip().lower())) is not None:
            return truth, 1
        try:
            return parse(cell).as_integer_ratio()
        except InputError as error:
            raise BadCell(column, unusable(cell) or str(error)) from None

    def row(self, cells: Sequence[str]) -> list[tuple[int, int]]:
        """The numbers of a row as it is written in the file. Raises BadCell."""
        try:
            return [self.known[cell] for cell in cells]
        except KeyError:
            return [self.read(i, cell) for i, cell in enumerate(cells)]


class Table:
    """Rows of rational numbers, kept as blocks of integers, each block over its own denominator."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[list[tuple[int, int]]] = []
        self.blocks: list[tuple[Any, int]] = []

    def add(self, row: list[tuple[int, int]]) -> None:
        """Add a row of numbers, each as (numerator, denominator)."""
        self.rows.append(row)
        if len(self.rows) == BLOCK_ROWS:
            self._close()

    def add_block(self, integers: Any, denominator: int) -> None:
        """Add rows integers/denominator, an int64 matrix, which is kept in as few bytes as hold it."""
        self._close()
        largest = _largest(integers)
        if INT64_MAX < largest < 1 << MOST_BITS:
            integers = TwoWordMatrix.of(integers)
        self.blocks.append((integers if largest > INT64_MAX else integers.astype(narrowest(largest)), denominator))

    def add_first(self, row: list[tuple[int, int]]) -> None:
        """Add a row before all others."""
        clear = math.lcm(*(q for _, q in row))
        self.blocks.insert(0, ([[p * (clear // q) for p, q in row]], clear))

    def _close(self) -> None:
        import numpy as np

        if not self.rows:
            return
        clear = math.lcm(*{q for row in self.rows for _, q in row})
        integers = [[p * (clear // q) for p, q in row] for row in self.rows]
        self.rows = []
        try:
            self.blocks.append((np.array(integers, dtype=np.int64).reshape(len(integers), self.width), clear))
        except OverflowError:
            self.blocks.append((integers, clear))

    def examples(self, labels: list[int]) -> Examples:
        """All rows over one denominator, in int64 if they fit, else as integers of any size. The table is empty afterwards."""
        import numpy as np

        self._close()
        clear = math.lcm(*(c for _, c in self.blocks))
        largest = max((_largest(b) * (clear // c) for b, c in self.blocks), default=0)
        if largest <= INT64_MAX:
            matrix = np.empty((len(labels), self.width), dtype=narrowest(largest))
            end = len(labels)
            for block, c in self._given_up():
                matrix[end - len(block) : end] = np.multiply(block, np.int64(clear // c))
                end -= len(block)
            return Examples.from_array(matrix, labels, clear, copy=False)
        if largest < 1 << MOST_BITS and len(labels) * self.width >= MANY:
            return Examples.from_two_words(self._long(len(labels), clear), labels, clear)
        rows = []
        for block, c in self.blocks:
            rows += [[n * (clear // c) for n in row] for row in (block if isinstance(block, list) else _objects(block).tolist())]
        return Examples.from_integers(rows, labels, clear)

    def _given_up(self) -> Iterator[tuple[Any, int]]:
        """The blocks from the last one on. Their memory is free as soon as they are copied."""
        while self.blocks:
            if len(self.blocks) % BLOCKS_KEPT == 0:
                give_back()
            yield self.blocks.pop()

    def _long(self, end: int, clear: int) -> TwoWordMatrix:
        """All rows over one denominator, in two words. The table is empty afterwards."""
        import numpy as np

        matrix = TwoWordMatrix(np.empty((end, self.width), dtype=np.int32), np.empty((end, self.width), dtype=np.int64))
        for block, c in self._given_up():
            if clear // c > MOST_FACTOR:
                block, c = _objects(block) * (clear // c), clear
            words = block if isinstance(block, TwoWordMatrix) else TwoWordMatrix.of(_objects(block))
            part = words.times_factor(clear // c)
            matrix.high[end - len(block) : end], matrix.low[end - len(block) : end] = part.high, part.low
            end -= len(block)
        return matrix


def _plain(cell: str) -> tuple[int, int] | None:
    """The value of a short decimal, found quickly; None for a cell that `parse` must read. Long ones end in no zeros."""
    if len(cell) > SHORT or (found := PLAIN.fullmatch(cell)) is None:
        return None
    whole, part, power = found.groups("")
    places = len(part) - int(power or 0)
    if not 0 <= places <= SHORT or not (whole[-1:].isdigit() or part):
        return None
    value = int(whole + part)
    common = math.gcd(value, POWERS_OF_TEN[places]) if places > FEW_PLACES and value % 10 == 0 else 1
    return value // common, POWERS_OF_TEN[places] // common


def _objects(block: Any) -> Any:
    """A block as an array of Python's integers."""
    import numpy as np

    return block.toarray() if isinstance(block, TwoWordMatrix) else np.array(block, dtype=object)


def _largest(block: Any) -> int:
    if isinstance(block, TwoWordMatrix):
        return block.largest
    if isinstance(block, list):
        return max((abs(n) for row in block for n in row), default=0)
    return max(int(block.max()), -int(block.min())) if block.size else 0


class Classes:
    """The class column. A class that is a number may be written in several ways.

    positive    the class that becomes +1; by default the greater number, or the later name in alphabetical order
    only        the two classes that are read, the second of them as +1; rows of others are left out. By default there are two at most.
    """

    def __init__(self, path: str | Path, positive: str | None, only: tuple[str, str] | None = None) -> None:
        self.path, self.positive, self.only = path, positive, only
        self.known: dict[str, int] = {}  # each spelling → 0 or 1, by order of appearance; −1 for a class that is left out
        self.names: list[str] = []
        self.column = array("b")
        self.left_out = 0
        self.place: Callable[[int], str] = "line {}".format  # what a message says of a row

    def append(self, text: str, line: int) -> bool:
        """Add the class of a row. False if the row is left out. Raises InputError."""
        if (code := self.known.get(text)) is None:
            code = self.known[text] = self._code(text.strip(), line)
        if code < 0:
            self.left_out += 1
            return False
        self.column.append(code)
        return True

    def is_new(self, text: str) -> bool:
        """Whether a text is none of the classes that were read."""
        return not any(_same(text.strip(), name) for name in self.names)

    def _code(self, name: str, line: int) -> int:
        if not name:
            raise InputError(f"{self.path}, {self.place(line)}: the class is missing")
        if self.only is None and name.lower() in MISSING:
            raise InputError(f"{self.path}, {self.place(line)}: the class is missing ({name}); --classes A,B reads a class of that name")
        if self.only is not None and not any(_same(name, other) for other in self.only):
            return -1
        for code, other in enumerate(self.names):
            if _same(name, other):
                return code
        if len(self.names) == 2:
            others = " and ".join(map(repr, self.names))
            raise InputError(f"{self.path}, {self.place(line)}: a third class {name!r:.60} beside {others} (--classes A,B chooses two)")
        self.names.append(name)
        return len(self.names) - 1

    def joined(self, table: Table) -> tuple[Examples, dict[str, int]]:
        """The examples, and the label that each class became."""
        labels, classes = self.labels()
        return table.examples(labels), classes

    def labels(self) -> tuple[list[int], dict[str, int]]:
        """The label of each row, and the label that each class became. Raises InputError."""
        if not self.column:
            none = (
                f"no example has one of the classes {' and '.join(self.only)}"
                if self.only and self.left_out
                else "the file has no examples"
            )
            raise InputError(f"{self.path}: {none}")
        if len(self.names) < 2:
            raise InputError(f"{self.path}: all {len(self.column)} examples have the class {self.names[0]!r}; two are needed")
        order = self._order()
        classes = {order[0]: -1, order[1]: 1}
        by_code = [classes[name] for name in self.names]
        return [by_code[code] for code in self.column], classes

    def _order(self) -> list[str]:
        """The names of the two classes, that of +1 last."""
        if self.only is not None:
            order = sorted(self.names, key=lambda name: _same(name, self.only[1]))  # type: ignore[index]
        else:
            values = [class_value(name) for name in self.names]
            order = sorted(self.names) if None in values else sorted(self.names, key=lambda name: class_value(name) or 0)
        if self.positive is not None:
            named = [_same(name, self.positive) for name in order]
            if True not in named:
                raise InputError(f"{self.path}: no class is named {self.positive!r}, only {' and '.join(order)}")
            order = order if named[1] else order[::-1]
        return order


def _same(name: str, other: str) -> bool:
    return name == other or ((value := class_value(name)) is not None and value == class_value(other))
