"""Columns of numbers, of whatever type, as integers over one denominator. Text is read as the decimal that it is, so 0.1 is 1/10."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron.data.dyadic import of_floats
from perceptron.data.matrix import INT64_MAX, IntegerMatrix
from perceptron.errors import InputError
from perceptron.numbers.exact import MAX_CHARACTERS, common_denominator, exact, from_float, parse

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
    word = text.strip().lower()
    return word in MISSING or word in TRUTHS or LIKE_A_NUMBER.fullmatch(word) is not None


def has_decimal_commas(cells: Sequence[str]) -> bool:
    """Whether a cell such as 0,5 shows that commas are decimal points."""
    return any(DECIMAL_COMMA.fullmatch(cell.strip()) and not THOUSANDS.fullmatch(cell.strip()) for cell in cells)


def of_texts(texts: list[str], comma: bool = False) -> Column:
    """Cells of text. Raises BadCell.

    comma    whether commas are decimal points; then points are not
    """
    if not texts:
        return IntegerMatrix.of(np.zeros((0, 1), np.int16)), 1
    given, lines = texts, "\n".join(texts)
    if comma:
        if "." in lines:
            place = next(i for i, text in enumerate(texts) if "." in text)
            raise BadCell(place, f"{texts[place][:40]!a} has a point, where other numbers of the file have a decimal comma")
        lines = lines.replace(",", ".")
        texts = lines.split("\n")
    if PLAIN.fullmatch(lines) is None or not texts[-1] or len(texts) != len(given) or max(map(len, texts), default=0) > MAX_CHARACTERS:
        return of_exact(texts, _number)
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
    return parse(text)


def of_exact(values: Sequence[Any], read: Callable[[Any], int | Fraction]) -> Column:
    """Values that are read one by one. Raises BadCell."""
    known: dict[Any, Fraction] = {}
    for place, value in enumerate(values):
        if value not in known:
            try:
                known[value] = Fraction(read(value))
            except InputError as error:
                raise BadCell(place, str(error)) from None
    clear = common_denominator(known.values())
    whole = {value: fraction.numerator * (clear // fraction.denominator) for value, fraction in known.items()}
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
