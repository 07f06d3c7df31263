"""Whether data lies on a dyadic grid, on which floats make no error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

SAMPLE = 1 << 10  # entries after which data that is on no useful grid is left
WIDEST = 26  # bits of an entry in units of the grid, beyond which ‖w‖‖x‖ is above 2⁵² of them at once
COARSEST, FINEST = 200, -45  # exponents g of grids that can help: below 2⁻⁴⁵ the data would have to be tiny
NO_ENTRY = 999


@compiled
def grid_exponent(flat: Array) -> int:
    """The greatest g with every entry a multiple of 2^g, NO_ENTRY if all are 0. Data on no useful grid is left early, with FINEST − 1."""
    cell = np.zeros(1)
    bits = cell.view(np.int64)
    g, top = NO_ENTRY, -NO_ENTRY
    for i in range(len(flat)):
        cell[0] = np.float64(flat[i])
        mantissa, exponent = bits[0] & ((1 << 52) - 1), (bits[0] >> 52) & 0x7FF
        if exponent:
            mantissa |= 1 << 52
        elif mantissa:
            exponent = 1
        else:
            continue
        place = exponent - 1075
        top = max(top, place + 53)
        if place >= g:
            continue
        while place < g and mantissa & 1 == 0:
            mantissa >>= 1
            place += 1
        g = min(g, place)
        if i > SAMPLE and (g < FINEST or top - g > WIDEST):
            return FINEST - 1
    return g


def grid_limit(flat: Array, intercept: bool) -> float:
    """2^(104+4g) where all entries are multiples of 2^g, for which ‖w‖²‖x‖² below it means no rounding; 0 where no grid helps."""
    if flat.dtype.kind in "iub":
        return 2.0**104
    g = min(grid_exponent(flat), 0 if intercept else NO_ENTRY)
    return 2.0 ** min(1000, 104 + 4 * g) if FINEST <= g <= COARSEST else 0.0
