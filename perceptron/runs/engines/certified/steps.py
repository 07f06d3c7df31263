"""The compiled steps: high += times·x in floats, and w += times·x without any error, for w = high + low + rest: two floats and, where they
do not do, digits.

A row is `data[a:b]`, dense where `indices` is empty, else with its columns in `indices[a:b]`. `times` is a whole number below 2⁵³, so that
the rounding error of its product with a float is a float too.
"""

from __future__ import annotations

from math import ldexp
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import LOWEST_EXPONENT, add, normalise
from perceptron.runs.engines.certified.float_errors import UNIT
from perceptron.runs.engines.compiling import compile_function, fuse, inline

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


ROOM, HIGH, LOW = range(3)
OFTEN = 2.0**16  # rows between two times at which floats are settled, at least
ONE, SIZE, LAST = np.uint64(1), np.uint64(2**63 - 1), np.uint64(2**64 - 1)  # SIZE: the bits of a float but its sign


@compile_function
def sum_of(a: float, b: float) -> tuple[float, float]:
    """(s, e) with s + e = a + b, exactly, and s = a + b in floats: Knuth's sum of two."""
    s = a + b
    z = s - a
    return s, (a - (s - z)) + (b - z)


@compile_function
def product_of(a: float, b: float) -> tuple[float, float]:
    """(p, e) with p + e = a·b, exactly, and p = a·b in floats, where e is a float."""
    p = a * b
    return p, fuse(a, b, -p)


@inline
def add_floats(high: Array, data: Array, indices: Array, a: int, b: int, intercept: int, times: float) -> None:
    """high += times·x in floats."""
    if len(indices) == 0:
        x = data[a:b]
        for k in range(len(x)):
            high[k] += times * np.float64(x[k])
    else:
        for k in range(np.uint64(a), np.uint64(b)):
            high[np.uint64(indices[k])] += times * np.float64(data[k])
    if intercept:
        high[len(high) - 1] += times


@inline
def add_part(high: float, low: float, times: float, x: float) -> tuple[float, float, float, float]:
    """(high', low', e, f) with high' + low' + e + f = high + low + times·x, exactly."""
    p, rest = product_of(times, x)
    low, e = sum_of(low, rest)
    high, rest = sum_of(high, p)
    low, f = sum_of(low, rest)
    return high, low, e, f


@inline
def add_exactly(
    data: Array, indices: Array, a: int, b: int, intercept: int, times: float, size: float, high: Array, low: Array, rest: Array,
    used: Array, reach: Array, lost: Array,
) -> None:  # fmt: skip
    """w += times·x. What two floats lose goes to `lost`, and to the digits after the row, so that rows are added in vectors.

    size     a bound on every |high_j| after it; 0 if none is known
    reach    for sparse rows the least |entry| ≠ 0, and bounds on |high_j| and |low_j|, by which nothing may be lost
    """
    x, some, last, parts = data[a:b], False, len(used) - 1, 2
    if len(indices) == 0:
        reach[ROOM] = 0.0
        if times * times == 1.0:  # then products round nothing
            parts = 1
            for k in range(len(x)):
                high[k], e = sum_of(high[k], times * np.float64(x[k]))
                low[k], lost[k] = sum_of(low[k], e)
                some |= lost[k] != 0.0
        else:
            for k in range(len(x)):
                high[k], low[k], lost[2 * k], lost[2 * k + 1] = add_part(high[k], low[k], times, np.float64(x[k]))
                some |= (lost[2 * k] != 0.0) | (lost[2 * k + 1] != 0.0)
    else:
        at = indices[a:b]
        least, most = range_of(data, a, b)
        if not room_for(times * most, least, size, high, low, rest, used, reach):
            for k in range(len(x)):
                j = np.uint64(at[k])
                high[j], low[j], lost[2 * k], lost[2 * k + 1] = add_part(high[j], low[j], times, np.float64(x[k]))
                some |= (lost[2 * k] != 0.0) | (lost[2 * k + 1] != 0.0)
        else:
            for k in range(len(x)):
                j = np.uint64(at[k])
                p, below = product_of(times, np.float64(x[k]))
                high[j], e = sum_of(high[j], p)
                low[j] += e + below
    if some:
        for n in range(parts * len(x)):
            k = n // parts
            keep(int(indices[a + k]) if len(indices) else k, lost[n], 1, rest, used)
    if intercept:
        high[last], low[last], off, more = add_part(high[last], low[last], times, 1.0)
        keep(last, off, 1, rest, used)
        keep(last, more, 1, rest, used)


@compile_function
def room_for(added: float, least: float, size: float, high: Array, low: Array, rest: Array, used: Array, reach: Array) -> bool:
    """Whether no sum below the floats loses anything when a row of entries from `least` on is added that adds at most this much to a
    weight."""
    reach[ROOM] = min(reach[ROOM], least)
    size = size if size > 0.0 else reach[HIGH] + abs(added)
    step = 4 * UNIT * size  # what is added to a |low_j| at most
    if reach[LOW] + step > reach[ROOM] >= OFTEN * step:
        settle(high, low, rest, used, reach)
    reach[HIGH], reach[LOW] = max(reach[HIGH], size), reach[LOW] + step
    return bool(reach[LOW] <= reach[ROOM])


@inline
def range_of(data: Array, a: int, b: int) -> tuple[float, float]:
    """The least |entry| of a finite row that is not 0, infinite if all are, and the greatest. Sizes of floats are in the order of their
    bits, read as a whole number, and 0 less 1 is the greatest of these: so they are found in vectors."""
    x, least, most = data[a:b], LAST, np.uint64(0)
    for k in range(len(x)):
        size = np.float64(x[k]).view(np.uint64) & SIZE
        least, most = min(least, size - ONE), max(most, size)
    return np.inf if least == LAST else np.uint64(least + ONE).view(np.float64), np.uint64(most).view(np.float64)


@inline
def add_digits_of(data: Array, indices: Array, a: int, b: int, intercept: int, times: int, rest: Array, used: Array) -> None:
    """w += times·x in digits, for |times| up to 2²⁶: of rows or weights that are too long for floats."""
    for k in range(b - a):
        keep(int(indices[a + k]) if len(indices) else k, np.float64(data[a + k]), times, rest, used)
    if intercept:
        keep(len(used) - 1, 1.0, times, rest, used)


@compile_function
def keep(j: int, value: float, times: int, rest: Array, used: Array) -> None:
    """Add times·value to the digits of w_j."""
    if value != 0.0:
        add(rest[j], value, times)
        normalise(rest[j])
        used[j] = 1


@compile_function
def give_up(high: Array, low: Array, rest: Array, used: Array) -> None:
    """Move all weights to the digits; every float score is NaN from here on."""
    for j in range(len(used)):
        keep(j, high[j], 1, rest, used)
        keep(j, low[j], 1, rest, used)
        high[j], low[j] = np.nan, 0.0


@compile_function
def settle(high: Array, low: Array, rest: Array, used: Array, reach: Array) -> None:
    """Make every high_j the float nearest to w_j but for a rounding, without losing anything: what digits hold goes to floats as well."""
    reach[HIGH], reach[LOW] = 0.0, 0.0
    for j in range(len(used)):
        if used[j]:
            below = 0.0
            for k in range(len(rest[j])):
                below += ldexp(float(rest[j, k]), 32 * k + LOWEST_EXPONENT)
            keep(j, below, -1, rest, used)
            low[j], e = sum_of(low[j], below)
            keep(j, e, 1, rest, used)
        high[j], low[j] = sum_of(high[j], low[j])
        reach[HIGH], reach[LOW] = max(reach[HIGH], abs(high[j])), max(reach[LOW], abs(low[j]))
