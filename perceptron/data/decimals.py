"""Blocks of plain decimals, read exactly and many at a time.

A decimal is its digits read as one integer, over a power of ten. So a block needs only where its digits, points, signs and
delimiters are, and sums of digits times powers of ten, which numpy does for all cells at once. An exponent is read as a cell of its own.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from perceptron.data.integer_rows import INT64_MAX

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from perceptron.data.dialect import Dialect

MOST_DIGITS = 19  # an integer of so many digits fits into uint64
MOST_PLACES = 100  # between the highest and the lowest digit of a block


class NotPlain(Exception):
    """A block that holds something other than plain decimals and class names."""


def plain_block(block: bytes, dialect: Dialect, width: int, column: int) -> tuple[NDArray[np.int64], int, list[str]]:
    """The rows of a block of whole lines, without the column of the classes, over one denominator, and the texts of that column.

    The rows are of int64, or of Python's integers where that does not hold one. Raises NotPlain if a cell is no decimal of up to 19
    digits, if a row has another width, or for blanks, comments and empty lines.
    """
    import numpy as np

    delimiter = dialect.delimiter.encode()
    if delimiter == b" " or (dialect.comma and b"." in block):
        raise NotPlain
    block = _lines(block)
    if dialect.trailing:
        block = _without_last(block, delimiter)
    data = np.frombuffer(block.replace(b",", b".") if dialect.comma else block, dtype=np.uint8)
    ends = np.flatnonzero((data == ord(delimiter)) | (data == ord("\n")))
    if len(ends) % width or not (data[ends.reshape(-1, width)] == [*[ord(delimiter)] * (width - 1), ord("\n")]).all():
        raise NotPlain
    starts = np.concatenate([[0], ends[:-1] + 1])
    texts = _texts(block, starts[column::width], ends[column::width])
    cells = [i for i in range(len(ends[:width])) if i != column]
    data = _without(data, starts[column::width], ends[column::width])
    values, places = _decimals(data, starts, ends)
    values, places = values.reshape(-1, width)[:, cells], places.reshape(-1, width)[:, cells]
    return *_over_one(values, places), texts


def plain_entries(block: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64], int, NDArray[np.int64], list[str]]:
    """The lines `class index:value …` of a block: indices, values over one denominator, that denominator, how many of them each line has,
    and the texts of the classes.

    The values are as in `plain_block`. Raises NotPlain if a value is no decimal of up to 19 digits, if indices do not rise, for comments,
    empty lines and other blanks than one space.
    """
    import numpy as np

    block = _lines(block)
    data = np.frombuffer(block, dtype=np.uint8)
    ends = np.flatnonzero((data == ord(" ")) | (data == ord(":")) | (data == ord("\n")))
    starts = np.concatenate([[0], ends[:-1] + 1])
    colon, last = data[ends] == ord(":"), np.flatnonzero(data[ends] == ord("\n"))
    classes = np.concatenate([[0], last[:-1] + 1])  # which cells are classes
    pairs = np.delete(np.arange(len(ends)), classes)
    if colon[classes].any() or len(pairs) % 2 or not colon[pairs[::2]].all() or colon[pairs[1::2]].any():
        raise NotPlain
    texts = _texts(block, starts[classes], ends[classes])
    data = _without(data, starts[classes], ends[classes])
    values, places = _decimals(data, starts, ends)
    marks = np.cumsum((data == ord(".")) | (data == ord("-")) | _exponents(data), dtype=np.int64)[ends]
    indices, lengths = values[pairs[::2]], np.diff(last, prepend=-1) // 2
    if indices.max(initial=0) > INT64_MAX:
        raise NotPlain
    indices = indices.astype(np.int64, copy=False)
    new = np.zeros(len(indices) + 1, dtype=bool)
    new[np.concatenate([[0], np.cumsum(lengths)])] = True
    if np.diff(marks, prepend=0)[pairs[::2]].any() or not ((np.diff(indices) > 0) | new[1:-1]).all():
        raise NotPlain
    return indices, *_over_one(values[pairs[1::2]], places[pairs[1::2]]), lengths, texts


def _lines(block: bytes) -> bytes:
    """A block with \\n at the end of each line. Raises NotPlain if it is empty or may have a comment."""
    if b"#" in block or b"%" in block or not block:
        raise NotPlain
    block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in block else block
    return block if block.endswith(b"\n") else block + b"\n"


def _without_last(block: bytes, delimiter: bytes) -> bytes:
    """The lines without the delimiter that ends each of them. Raises NotPlain if one has none."""
    if block.count(delimiter + b"\n") < block.count(b"\n"):
        raise NotPlain
    return block.replace(delimiter + b"\n", b"\n")


def _over_one(values: Any, places: Any) -> tuple[Any, int]:
    """Integers over 10^places as integers over one denominator, in int64 if that holds them in lowest terms. Raises NotPlain for places far
    apart."""
    import numpy as np

    most, least = max(0, int(places.max(initial=0))), min(0, int(places.min(initial=0)))
    if most - least > MOST_PLACES:
        raise NotPlain
    powers = np.array([10**k for k in range(most - int(places.min(initial=most)) + 1)], dtype=object)
    if max(1, int(np.abs(values).max(initial=0))) * powers[-1] <= INT64_MAX:
        return values * powers.astype(np.int64)[most - places], 10**most
    wide = values.astype(object) * powers[most - places]
    if (common := math.gcd(10**most, *wide.ravel().tolist())) > 1:
        wide //= common
    return (wide.astype(np.int64) if abs(wide).max() <= INT64_MAX else wide), 10**most // common


def _texts(block: bytes, starts: Any, ends: Any) -> list[str]:
    try:
        return [block[a:b].decode() for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    except UnicodeDecodeError:
        raise NotPlain from None


def _without(data: Any, starts: Any, ends: Any) -> Any:
    """The bytes with the digit 0 in place of the class names."""
    import numpy as np

    if (ends == starts).any():
        raise NotPlain  # the class is missing
    change = np.zeros(len(data) + 1, dtype=np.int8)
    change[starts] += 1
    change[ends] -= 1
    return np.where(np.cumsum(change[:-1], dtype=np.int8) > 0, np.uint8(ord("0")), data)


def _exponents(data: Any) -> Any:
    return (data == ord("e")) | (data == ord("E"))


def _decimals(data: Any, starts: Any, ends: Any) -> tuple[Any, Any]:
    """The cells as integers over powers of ten: these, and those. Raises NotPlain."""
    import numpy as np

    if not (marks := _exponents(data)).any():
        return _digits(data, starts, ends)
    split = marks.copy()
    split[ends] = True
    ends = np.flatnonzero(split)
    starts, marked = np.concatenate([[0], ends[:-1] + 1]), marks[ends]
    plus = np.flatnonzero(data == ord("+"))
    if not marks[plus - 1].all() or (marked[1:] & marked[:-1]).any():
        raise NotPlain
    signless = data.copy()
    signless[plus] = ord("0")
    values, places = _digits(signless, starts, ends)
    exponents = np.flatnonzero(marked) + 1
    if places[exponents].any() or np.abs(values[exponents]).max() > MOST_PLACES:
        raise NotPlain
    places[exponents - 1] -= values[exponents].astype(np.int64)
    return np.delete(values, exponents), np.delete(places, exponents)


def _digits(data: Any, starts: Any, ends: Any) -> tuple[Any, Any]:
    """The integer of each cell's digits, with its sign, and how many of them come after the point. Raises NotPlain."""
    import numpy as np

    digit = (data >= ord("0")) & (data <= ord("9"))
    points, signs = np.flatnonzero(data == ord(".")), np.flatnonzero(data == ord("-"))
    where = np.flatnonzero(digit)
    seen = np.cumsum(digit, dtype=np.int64)
    upto = seen[ends]  # digits up to the end of each cell
    count = np.diff(upto, prepend=0)
    pointed, signed = np.searchsorted(ends, points), np.searchsorted(ends, signs)
    plain = len(where) + len(points) + len(signs) + len(ends) == len(data) and count.min() > 0
    if not plain or (np.diff(pointed) == 0).any() or not (starts[signed] == signs).all():
        raise NotPlain
    power = np.repeat(upto, count) - np.arange(1, len(where) + 1)
    digits = (data[where] - ord("0")).astype(np.uint64)
    if count.max() > MOST_DIGITS:  # all before the last ones are to be zeros
        if digits[power >= MOST_DIGITS].any():
            raise NotPlain
        power = np.minimum(power, MOST_DIGITS - 1)
    values = np.add.reduceat(digits * (np.uint64(10) ** np.arange(MOST_DIGITS, dtype=np.uint64))[power], upto - count)
    values = values.astype(np.int64 if int(values.max()) <= INT64_MAX else object)
    values[signed] *= -1
    places = np.zeros(len(ends), dtype=np.int64)
    places[pointed] = upto[pointed] - seen[points]
    return values, places
