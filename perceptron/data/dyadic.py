"""Floats as what they are: whole multiples of a power of two."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptron.data.matrix import BITS, ROOM, IntegerMatrix, narrowest

BLOCK = 1 << 14  # entries that are looked at at a time, so that they stay in the processor's nearest cache
MANTISSA = (1 << 52) - 1
LARGEST_WHOLE = 2.0**53  # from which every float is whole


def last_bit(block: Any) -> float:
    """The greatest power of two of which some finite float64 are whole multiples; infinite if all are 0.

    It is 1 for whole numbers of ordinary size, even if they are all multiples of 2: to see that they are whole is much faster.
    """
    if (block == np.rint(block)).all() and (top := np.abs(block).max(initial=0.0)) < LARGEST_WHOLE:
        return 1.0 if top else np.inf
    bits = block.view(np.int64)
    without = (bits & (bits - 1)).view(np.float64)  # its last bit is gone, unless it has the leading one alone
    lowest = np.where(bits & MANTISSA != 0, np.abs(block - without), np.abs(block))
    return float(lowest.min(where=lowest != 0, initial=np.inf))


def of_floats(values: Any, *csr: Any) -> tuple[IntegerMatrix, int]:
    """A matrix of finite float64 as integers over a power of two: in int64 if that holds them, else in digits.

    csr    for entries of sparse rows the other arguments of `IntegerMatrix`
    """
    flat = values.reshape(-1)
    lowest = min((last_bit(flat[first : first + BLOCK]) for first in range(0, flat.size, BLOCK)), default=np.inf)
    shift = 0 if lowest >= 1 else 1 - int(np.frexp(lowest)[1])
    top = max(float(values.max(initial=0)), -float(values.min(initial=0)))
    bits = int(np.frexp(top)[1]) + shift  # of the greatest integer
    if bits <= ROOM:
        kind = narrowest((1 << max(0, bits)) - 1)
        return IntegerMatrix([np.ldexp(values, shift).astype(kind)], *csr), 1 << shift
    rest, digits = values.copy(), []
    for place in range((bits - 1) // BITS * BITS, -1, -BITS):  # what is left over after each digit is a float, and so are its multiples
        digit = np.trunc(np.ldexp(rest, shift - place))
        rest -= np.ldexp(digit, place - shift)
        digits.append(digit.astype(np.int32))
    return IntegerMatrix(digits[::-1], *csr), 1 << shift
