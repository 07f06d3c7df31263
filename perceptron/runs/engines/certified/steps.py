"""The compiled steps w += times·x without any error: w = high + low + rest, two floats and, where they do not do, digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import add, normalise
from perceptron.runs.engines.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

SPLITTER = 2.0**27 + 1  # cuts a float into two halves


@compiled
def add_to(high: float, low: float, x: float) -> tuple[float, float, float]:
    """(high', low', lost) with high' + low' + lost = high + low + x, exactly, and |low'| ≤ u·|high'|. Knuth's sum of two, three times."""
    s = high + x
    z = s - high
    e = (high - (s - z)) + (x - z)
    r = low + e
    z = r - low
    lost = (low - (r - z)) + (e - z)
    h = s + r
    z = h - s
    return h, (s - (h - z)) + (r - z), lost


@compiled
def step_dense(high: Array, low: Array, data: Array, a: int, b: int, y: float, lost: Array) -> bool:
    """w += y·x for y = ±1 and a dense row. Whether something was lost, that is, is in `lost`."""
    x = data[a:b]
    some = False
    for k in range(len(x)):
        high[k], low[k], lost[k] = add_to(high[k], low[k], y * np.float64(x[k]))
        some |= lost[k] != 0.0
    return some


@compiled
def step_sparse(high: Array, low: Array, data: Array, indices: Array, a: int, b: int, y: float, lost: Array) -> bool:
    """The same for a sparse row, whose k-th entry loses lost[k]."""
    x, at = data[a:b], indices[a:b]
    some = False
    for k in range(len(x)):
        j = np.uint64(at[k])
        high[j], low[j], lost[k] = add_to(high[j], low[j], y * np.float64(x[k]))
        some |= lost[k] != 0.0
    return some


@compiled
def add_weight(j: int, x: float, times: int, high: Array, low: Array, rest: Array, used: Array, scratch: Array) -> None:
    """w_j += times·x, for |times| ≤ 2²⁶: x in two halves, of which each multiple is a float."""
    c = SPLITTER * x
    top = c - (c - x)
    for part in (top, x - top):
        high[j], low[j], lost = add_to(high[j], low[j], times * part)
        keep(j, lost, rest, used, scratch)


@compiled
def keep(j: int, lost: float, rest: Array, used: Array, scratch: Array) -> None:
    """Add to the digits of w_j what two floats do not hold."""
    if lost != 0.0:
        add(rest[j], lost, 1, scratch, scratch.view(np.int64), np.empty(3, np.int64))
        normalise(rest[j])
        used[j] = 1


@compiled
def give_up(high: Array, low: Array, rest: Array, used: Array, scratch: Array) -> None:
    """Move all weights to the digits; every float score is NaN from here on."""
    for j in range(len(high)):
        keep(j, high[j], rest, used, scratch)
        keep(j, low[j], rest, used, scratch)
        high[j], low[j] = np.nan, 0.0


@compiled
def keep_row(indices: Array, a: int, b: int, intercept: int, lost: Array, rest: Array, used: Array, scratch: Array) -> None:
    """Add to the digits what a step has lost."""
    for k in range(b - a):
        keep(int(indices[a + k]) if len(indices) else k, lost[k], rest, used, scratch)
    if intercept:
        keep(len(used) - 1, lost[len(lost) - 1], rest, used, scratch)


@compiled
def change(
    data: Array,
    indices: Array,
    a: int,
    b: int,
    intercept: int,
    times: int,
    high: Array,
    low: Array,
    rest: Array,
    used: Array,
    floats: bool,
    scratch: Array,
) -> None:
    """w += times·x, exactly, also where `times` is not ±1 or floats gave up."""
    for k in range(b - a + intercept):
        j, value = len(high) - 1, 1.0
        if k < b - a:
            j, value = int(indices[a + k]) if len(indices) else k, np.float64(data[a + k])
        if floats:
            add_weight(j, value, times, high, low, rest, used, scratch)
        else:
            add(rest[j], value, times, scratch, scratch.view(np.int64), np.empty(3, np.int64))
            normalise(rest[j])
            used[j] = 1


@compiled
def add_late(data: Array, indices: Array, a: int, b: int, intercept: int, times: int, late: Array, scratch: Array) -> None:
    """late += times·x, exactly."""
    three = np.empty(3, np.int64)
    for k in range(b - a):
        add(late[int(indices[a + k]) if len(indices) else k], np.float64(data[a + k]), times, scratch, scratch.view(np.int64), three)
    if intercept:
        add(late[len(late) - 1], 1.0, times, scratch, scratch.view(np.int64), three)
