"""The compiled steps: near += times·x in floats, and w += times·x without any error, for w = high + low + rest: two floats and, where they
do not do, digits.

A row is `data[a:b]`, dense where `indices` is empty, else with its columns in `indices[a:b]`. `times` is a whole number below 2⁵³, so that
what the product with a float loses is a float too.
"""

from __future__ import annotations

from math import ldexp
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import LOWEST_EXPONENT, add, normalise
from perceptron.runs.engines.compiling import compiled, fused, inlined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


@compiled
def sum_of(a: float, b: float) -> tuple[float, float]:
    """(s, e) with s + e = a + b, exactly, and s = a + b in floats: Knuth's sum of two."""
    s = a + b
    z = s - a
    return s, (a - (s - z)) + (b - z)


@compiled
def product_of(a: float, b: float) -> tuple[float, float]:
    """(p, e) with p + e = a·b, exactly, and p = a·b in floats, where e is a float."""
    p = a * b
    return p, fused(a, b, -p)


@inlined
def add_near(near: Array, data: Array, indices: Array, a: int, b: int, intercept: int, times: float) -> None:
    """near += times·x in floats."""
    if len(indices) == 0:
        x = data[a:b]
        for k in range(len(x)):
            near[k] += times * np.float64(x[k])
    else:
        for k in range(np.uint64(a), np.uint64(b)):
            near[np.uint64(indices[k])] += times * np.float64(data[k])
    if intercept:
        near[len(near) - 1] += times


@inlined
def add_part(high: float, low: float, times: float, x: float) -> tuple[float, float, float, float]:
    """(high', low', e, f) with high' + low' + e + f = high + low + times·x, exactly."""
    p, rest = product_of(times, x)
    low, e = sum_of(low, rest)
    high, rest = sum_of(high, p)
    low, f = sum_of(low, rest)
    return high, low, e, f


@inlined
def add_exactly(
    data: Array,
    indices: Array,
    a: int,
    b: int,
    intercept: int,
    times: float,
    high: Array,
    low: Array,
    rest: Array,
    used: Array,
    lost: Array,
) -> None:
    """w += times·x. What two floats lose is in `lost` at first, so that rows are added in vectors."""
    x, e, f, some, last = data[a:b], lost[0], lost[1], False, len(used) - 1
    if len(indices) == 0:
        for k in range(len(x)):
            high[k], low[k], e[k], f[k] = add_part(high[k], low[k], times, np.float64(x[k]))
            some |= (e[k] != 0.0) | (f[k] != 0.0)
    else:
        at = indices[a:b]
        for k in range(len(x)):
            j = np.uint64(at[k])
            high[j], low[j], e[k], f[k] = add_part(high[j], low[j], times, np.float64(x[k]))
            some |= (e[k] != 0.0) | (f[k] != 0.0)
    if some:
        for k in range(b - a):
            j = int(indices[a + k]) if len(indices) else k
            keep(j, e[k], 1, rest, used)
            keep(j, f[k], 1, rest, used)
    if intercept:
        high[last], low[last], off, more = add_part(high[last], low[last], times, 1.0)
        keep(last, off, 1, rest, used)
        keep(last, more, 1, rest, used)


@inlined
def add_digits_of(data: Array, indices: Array, a: int, b: int, intercept: int, times: int, rest: Array, used: Array) -> None:
    """w += times·x in digits, for |times| up to 2²⁶: of rows or weights that are too long for floats."""
    for k in range(b - a):
        keep(int(indices[a + k]) if len(indices) else k, np.float64(data[a + k]), times, rest, used)
    if intercept:
        keep(len(used) - 1, 1.0, times, rest, used)


@compiled
def keep(j: int, value: float, times: int, rest: Array, used: Array) -> None:
    """Add times·value to the digits of w_j."""
    if value != 0.0:
        add(rest[j], value, times)
        normalise(rest[j])
        used[j] = 1


@compiled
def settle(high: Array, low: Array, rest: Array, used: Array, near: Array) -> None:
    """Make every high_j the float nearest to high_j + low_j, without losing any, and near_j that nearest to w_j: of what the digits hold,
    which is little, the leading bits do."""
    for j in range(len(used)):
        high[j], low[j] = sum_of(high[j], low[j])
        below = 0.0
        if used[j]:
            for k in range(len(rest[j])):
                below += ldexp(float(rest[j, k]), 32 * k + LOWEST_EXPONENT)
        near[j] = high[j] + (low[j] + below)
