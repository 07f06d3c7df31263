"""Tables of floats as the dyadic rationals that they are, held as floats: as integers of Python they take ten times the memory."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from perceptron.data.wide import CompactMatrix

MOST_SHIFT, MOST_BITS = 900, 400  # within which the powers of two below are floats, and the parts few
BLOCK_CELLS = 1 << 17  # entries that are looked at at a time


class DyadicMatrix(CompactMatrix):
    """T rows of the integers f·2^shift.

    data     the floats f, shape (T, d), of which one at least is not 0
    shift    the least number ≥ 0 for which all these are integers, at most MOST_SHIFT; none of them has more than MOST_BITS bits
    """

    def __init__(self, data: Any, shift: int) -> None:
        super().__init__(data)
        self.shift = shift

    @cached_property
    def top(self) -> float:
        """The greatest |f|."""
        return max(float(self.data.max()), -float(self.data.min()))

    @property
    def largest(self) -> int:
        """The greatest |f·2^shift|."""
        return self.whole([self.top])[0]

    def whole(self, row: list[float]) -> list[int]:
        """The integers f·2^shift."""
        return [p * ((1 << self.shift) // q) for p, q in (f.as_integer_ratio() for f in row)]

    def parts_at(self, at: Any) -> list[Any]:
        """Digits to the base 2^bits, from the top: what is left over after each of them is a float, and so is every multiple of a digit."""
        import numpy as np

        rest, made = self.data[at].copy(), []
        for k in reversed(range(-(-self.largest.bit_length() // self.bits))):
            place = self.bits * k - self.shift
            digits = np.trunc(rest * 2.0**-place)
            rest -= digits * 2.0**place
            made.append(digits.astype(np.int64))
        return made[::-1]

    def floats_at(self, at: Any) -> Any:
        """The rows `at` over the greatest |entry|, to the nearest floats."""
        return self.data[at] / self.top

    def row(self, t: int) -> list[int]:
        """The integers of a row."""
        return self.whole(self.data[t].tolist())

    def __getitem__(self, at: Any) -> DyadicMatrix:
        return DyadicMatrix(self.data[at], self.shift)

    def toarray(self) -> Any:
        """The rows as an array of Python's integers."""
        return sum(part.astype(object) << self.bits * k for k, part in enumerate(self.parts_at(slice(None))))


def dyadic(values: Any) -> DyadicMatrix | None:
    """The integers that finite floats are multiples of a power of two of; None if all are 0, or if their sizes are very unlike.

    values    float64, of shape (T, d); not copied
    """
    import numpy as np

    last, flat = 2000, values.reshape(-1)
    for first in range(0, flat.size, BLOCK_CELLS):
        mantissas, exponents = np.frexp(flat[first : first + BLOCK_CELLS])
        whole = (mantissas * 2.0**53).astype(np.int64)
        places = exponents - 54 + np.frexp((whole & -whole).astype(np.float64))[1]  # of the last bit that is not 0
        last = min(last, int(places.min(where=whole != 0, initial=last)))
    matrix = DyadicMatrix(values, max(0, -last))
    fits = last < 2000 and matrix.shift <= MOST_SHIFT and matrix.largest.bit_length() <= MOST_BITS
    return matrix if fits else None
