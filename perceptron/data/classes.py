"""The class column: which of the columns it is, and the labels that its two classes become."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from perceptron.errors import InputError
from perceptron.numbers.exact import parse

CLASS_NAMES = {"class", "label", "target"}
MISSING = {"", "?", "na", "n/a", "n.a.", "nan", "null", "#n/a"}


def class_column(names: Sequence[str], texts: Sequence[int]) -> int:
    """The column that looks like the classes: one that is called so, else the only one that has no numbers, else the last.

    texts    the columns without numbers
    """
    lower = [name.strip().lower() for name in names]
    called = [i for i, name in enumerate(lower) if name in CLASS_NAMES]
    if not called and not texts and "x" not in lower:
        called = [i for i, name in enumerate(lower) if name == "y"]
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
        if not name or (self.only is None and name.lower() in MISSING):
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
        """What was left out."""
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
