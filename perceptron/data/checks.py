"""Checks of what somebody passes as examples: sequences, rows, labels and the denominator. Each raises InputError."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from perceptron.numbers.exact import exact, vector


def iterated(values: Any, what: str) -> Iterable[Any]:
    """`values`, if it is a sequence and no text."""
    if isinstance(values, (str, bytes)):
        raise InputError(f"{what}: a text is not a sequence")
    if not hasattr(values, "__iter__"):
        raise InputError(f"{what}: {type(values).__name__} is not a sequence")
    iterable: Iterable[Any] = values
    return iterable


def row_of(x: Iterable[object], what: str) -> Sequence[int | Fraction]:
    """The entries of one x: ints as they are, everything else as Fractions."""
    row = x if type(x) in (tuple, list) else tuple(iterated(x, what))
    return row if {int}.issuperset(map(type, row)) else vector(row, what)  # type: ignore[return-value]


def scaled(value: int | Fraction, clear: int) -> int:
    """value · clear, an integer, where clear is a multiple of the value's denominator."""
    return value.numerator * (clear // value.denominator)


def positive_denominator(value: object) -> int:
    """`value`, if it is a positive int."""
    if type(value) is not int or value <= 0:
        raise InputError(f"the common denominator must be a positive int, not {value!r}")
    return value


def labels_of(ys: Iterable[object], length: int) -> tuple[int, ...]:
    """`length` labels, each −1 or +1."""
    labels = tuple(ys.tolist()) if hasattr(ys, "tolist") else tuple(iterated(ys, "labels"))
    if not ({int}.issuperset(map(type, labels)) and {1, -1}.issuperset(labels)):
        labels = tuple(_label(y, t) for t, y in enumerate(labels))
    if len(labels) != length:
        raise InputError(f"{length} examples but {len(labels)} labels")
    return labels


def _label(y: object, t: int) -> int:
    if isinstance(y, (float, bool)):
        raise InputError(f"label of example {t} is {y!r}; labels are the integers -1 and 1")
    value = exact(y, f"label of example {t}")
    if value not in (-1, 1):
        raise InputError(f"label of example {t} is {y!r}; labels are the integers -1 and 1")
    return int(value)
