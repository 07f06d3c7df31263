"""The compiled steps w += times·x without any error: w = high + low + rest, two floats and, where they do not do, digits.

A row is `data[a:b]`, dense where `indices` is empty, else with its columns in `indices[a:b]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import add, normalise
from perceptron.runs.engines.compiling import compiled, inlined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

SPLITTER = 2.0**27 + 1  # cuts a float into two halves


@compiled
def sum_of(a: float, b: float) -> tuple[float, float]:
    """(s, e) with s + e = a + b, exactly, and s = a + b in floats: Knuth's sum of two."""
    s = a + b
    z = s - a
    return s, (a - (s - z)) + (b - z)


@compiled
def add_to(high: float, low: float, x: float) -> tuple[float, float, float]:
    """(high', low', lost) with high' + low' + lost = high + low + x, exactly, and high' = high + x in floats."""
    s, e = sum_of(high, x)
    r, lost = sum_of(low, e)
    return s, r, lost


@inlined
def upper_half(x: float) -> float:
    """x to 26 bits: it and what it leaves of x have multiples by up to 26 bits that are floats."""
    c = SPLITTER * x
    return c - (c - x)


@compiled
def product_of(a: float, b: float) -> tuple[float, float]:
    """(p, e) with p + e = a·b, exactly, and p = a·b in floats: Dekker's product."""
    p, c, d = a * b, upper_half(a), upper_half(b)
    return p, (((c * d - p) + c * (b - d)) + (a - c) * d) + (a - c) * (b - d)


@compiled
def settle(high: Array, low: Array, width: int) -> None:
    """Make every high_j the float nearest to high_j + low_j, and nothing lost."""
    for j in range(width):
        high[j], low[j], _ = add_to(high[j], 0.0, low[j])


@inlined
def add_dense(high: Array, data: Array, a: int, b: int, times: float) -> None:
    """w += times·x in floats, for a dense row on the grid, where that rounds nothing."""
    x = data[a:b]
    for k in range(len(x)):
        high[k] += times * np.float64(x[k])


@inlined
def add_sparse(high: Array, data: Array, indices: Array, a: int, b: int, times: float) -> None:
    """The same for a sparse row."""
    for k in range(np.uint64(a), np.uint64(b)):
        high[np.uint64(indices[k])] += times * np.float64(data[k])


@inlined
def step(
    data: Array, indices: Array, a: int, b: int, intercept: int, y: float, high: Array, low: Array, rest: Array, used: Array,
    lost: Array, carries: bool,
) -> None:  # fmt: skip
    """w += y·x for y = ±1; `carries` says that two floats lose nothing of a sparse row."""
    if carries:
        carry_sparse(high, low, data, indices, a, b, y)
        some = False
    elif len(indices) == 0:
        some = step_dense(high, low, data, a, b, y, lost)
    else:
        some = step_sparse(high, low, data, indices, a, b, y, lost)
    if some:
        keep_row(indices, a, b, lost, rest, used)
    if intercept:
        last = len(used) - 1
        high[last], low[last], off = add_to(high[last], low[last], y)
        keep(last, off, 1, rest, used)


@inlined
def step_dense(high: Array, low: Array, data: Array, a: int, b: int, y: float, lost: Array) -> bool:
    """w += y·x for y = ±1 and a dense row. Whether two floats lose something; then it is in `lost`."""
    x, some = data[a:b], False
    for k in range(len(x)):
        high[k], low[k], lost[k] = add_to(high[k], low[k], y * np.float64(x[k]))
        some |= lost[k] != 0.0
    return some


@inlined
def step_sparse(high: Array, low: Array, data: Array, indices: Array, a: int, b: int, y: float, lost: Array) -> bool:
    """The same for a sparse row, whose k-th entry loses lost[k]."""
    x, at = data[a:b], indices[a:b]
    some = False
    for k in range(len(x)):
        j = np.uint64(at[k])
        high[j], low[j], lost[k] = add_to(high[j], low[j], y * np.float64(x[k]))
        some |= lost[k] != 0.0
    return some


@inlined
def carry_sparse(high: Array, low: Array, data: Array, indices: Array, a: int, b: int, y: float) -> None:
    """The same where nothing is lost."""
    x, at = data[a:b], indices[a:b]
    for k in range(len(x)):
        j = np.uint64(at[k])
        high[j], e = sum_of(high[j], y * np.float64(x[k]))
        low[j] += e


@inlined
def step_half(high: Array, low: Array, data: Array, a: int, b: int, times: float, upper: bool, lost: Array) -> tuple[bool, bool]:
    """w += times·x for one half of each entry of a dense row. Whether two floats lose something, then in `lost`; whether there are lower
    halves."""
    x, some, more = data[a:b], False, False
    for k in range(len(x)):
        v = np.float64(x[k])
        top = upper_half(v)
        high[k], low[k], lost[k] = add_to(high[k], low[k], times * (top if upper else v - top))
        some |= lost[k] != 0.0
        more |= top != v
    return some, more


@inlined
def add_weight(j: int, x: float, times: float, high: Array, low: Array, rest: Array, used: Array) -> None:
    """w_j += times·x, for `times` of 26 bits: x in two halves, of which each multiple is a float."""
    top = upper_half(x)
    for part in (top, x - top):
        high[j], low[j], lost = add_to(high[j], low[j], times * part)
        if lost != 0.0:
            keep(j, lost, 1, rest, used)


@compiled
def keep(j: int, value: float, times: int, rest: Array, used: Array) -> None:
    """Add times·value to the digits of w_j."""
    if value != 0.0:
        add(rest[j], value, times)
        normalise(rest[j])
        used[j] = 1


@compiled
def give_up(high: Array, low: Array, rest: Array, used: Array) -> None:
    """Move all weights to the digits; every float score is NaN from here on."""
    for j in range(len(used)):
        keep(j, high[j], 1, rest, used)
        keep(j, low[j], 1, rest, used)
        high[j], low[j] = np.nan, 0.0


@compiled
def keep_row(indices: Array, a: int, b: int, lost: Array, rest: Array, used: Array) -> None:
    """Add to the digits what a step has lost."""
    for k in range(b - a):
        keep(int(indices[a + k]) if len(indices) else k, lost[k], 1, rest, used)


@compiled
def change(
    data: Array, indices: Array, a: int, b: int, intercept: int, times: float, high: Array, low: Array, rest: Array,
    used: Array, floats: bool, lost: Array,
) -> None:  # fmt: skip
    """w += times·x, exactly, also where `times` is not ±1 or floats gave up; it is a whole number of 26 bits, without the zeros at its end
    in floats."""
    start = 0
    if floats and len(indices) == 0:
        start = b - a
        some, more = step_half(high, low, data, a, b, times, True, lost)
        if some:
            keep_row(indices, a, b, lost, rest, used)
        if more:
            some, _ = step_half(high, low, data, a, b, times, False, lost)
            if some:
                keep_row(indices, a, b, lost, rest, used)
    for k in range(start, b - a + intercept):
        j, value = len(used) - 1, 1.0
        if k < b - a:
            j, value = int(indices[a + k]) if len(indices) else k, np.float64(data[a + k])
        if floats:
            add_weight(j, value, times, high, low, rest, used)
        else:
            keep(j, value, int(times), rest, used)
