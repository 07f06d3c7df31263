"""Whether entries lie on a dyadic grid, on which floats make no error: pixels, counts, one-hot codes, and decimals such as 0.25."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.data.arrays import last_bit
from perceptron.runs.engines.compiling import compile_function, fuse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BLOCK = 1 << 12  # entries that are tested at once
WIDEST = 26  # bits of an entry in units of the grid, beyond which ‖w‖‖x‖ is above 2⁵² of them at once
COARSEST = 2.0**200  # a grid that is as good as coarser ones, whose powers might not be floats
LATTICES = 1e-60, 1e60  # so that their fourth powers are floats
FINEST = -45  # exponent g of grids that can help: below 2⁻⁴⁵ the data would have to be tiny


@compile_function
def whole_from(flat: Array, first: int) -> int:
    """How many entries from the first on are whole numbers up to 2^WIDEST, in blocks."""
    for start in range(first, len(flat), BLOCK):
        off = False
        for x in flat[start : start + BLOCK]:
            v = np.float64(x)
            off |= not (np.rint(v) == v and abs(v) <= 2.0**WIDEST)
        if off:
            return start - first
    return max(0, len(flat) - first)


def grid_limit(flat: Array, intercept: bool) -> float:
    """2^(104+4g) where all entries are multiples of 2^g, for which ‖w‖²‖x‖² below it means no rounding; 0 where no grid helps."""
    if flat.dtype.kind in "iub":
        return 2.0**104
    first, lowest, top = whole_from(flat, 0), 1.0 if intercept else np.inf, 0.0
    lowest = 1.0 if first else lowest
    with np.errstate(invalid="ignore"):  # NaN and infinities are found where the rows are learned
        while first < len(flat):
            block = flat[first : first + BLOCK].astype(np.float64)
            lowest, top = min(lowest, last_bit(block)), max(top, float(np.abs(block).max()))
            if not lowest >= 2.0**FINEST or not top <= lowest * 2.0**WIDEST:
                return 0.0
            first += BLOCK
            lowest = min(lowest, 1.0) if (whole := whole_from(flat, first)) else lowest
            first += whole
    return 2.0**104 * min(lowest, COARSEST) ** 4


@compile_function
def multiples_of(flat: Array, c: float) -> bool:
    """Whether all entries are whole multiples of c, exactly, in blocks."""
    for start in range(0, len(flat), BLOCK):
        off = False
        for x in flat[start : start + BLOCK]:
            v = np.float64(x)
            off |= fuse(np.rint(v * (1.0 / c)), c, -v) != 0.0
        if off:
            return False
    return True


def lattice(flat: Array) -> float:
    """A number of which all entries are whole multiples, the least of them; 0 where there is none, or it is far from 1."""
    first = np.abs(flat[:BLOCK].astype(np.float64))
    c = float(first.min(where=first > 0, initial=np.inf))
    return c if LATTICES[0] < c < LATTICES[1] and multiples_of(flat, c) else 0.0
