"""The compiled products of weights and rows, in floats, and the exact sign of one where floats leave it open.

A row is `data[a:b]`, dense, or sparse with its columns in `indices[a:b]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import add_long_product, add_product, take_sign
from perceptron.runs.engines.compiling import compile_function, inline, summing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


ONE, TWO = np.uint64(1), np.uint64(2)


@summing
def dot(w: Array, data: Array, a: int, b: int) -> float:
    """⟨w,x⟩ in floats, for the row x = data[a:b]."""
    x, s = data[a:b], 0.0
    for k in range(len(x)):
        s += w[k] * np.float64(x[k])
    return s


@summing
def dot_and_square(w: Array, data: Array, a: int, b: int) -> tuple[float, float]:
    """⟨w,x⟩ and ‖x‖², while the row is at hand."""
    x, s, q = data[a:b], 0.0, 0.0
    for k in range(len(x)):
        v = np.float64(x[k])
        s += w[k] * v
        q += v * v
    return s, q


@summing
def dot_and_sum(w: Array, data: Array, a: int, b: int) -> tuple[float, float]:
    """⟨w,x⟩ and Σ |x_j|."""
    x, s, size = data[a:b], 0.0, 0.0
    for k in range(len(x)):
        v = np.float64(x[k])
        s += w[k] * v
        size += abs(v)
    return s, size


@summing
def sum_at(data: Array, a: int, b: int) -> float:
    """Σ |x_j|."""
    x, size = data[a:b], 0.0
    for k in range(len(x)):
        size += abs(np.float64(x[k]))
    return size


@summing
def square(data: Array, a: int, b: int) -> float:
    """‖x‖² in floats."""
    x, q = data[a:b], 0.0
    for k in range(len(x)):
        v = np.float64(x[k])
        q += v * v
    return q


@inline
def dot_at(w: Array, data: Array, indices: Array, a: int, b: int) -> float:
    """⟨w,x⟩ for a sparse row, in two sums: rows are short, and vectors would be put together entry by entry.

    All places are unsigned, so that none can be below 0, which would be asked for each.
    """
    k, end = np.uint64(a), np.uint64(b)
    s, s1 = 0.0, 0.0
    while k + ONE < end:
        s += w[np.uint64(indices[k])] * np.float64(data[k])
        s1 += w[np.uint64(indices[k + ONE])] * np.float64(data[k + ONE])
        k += TWO
    if k < end:
        s += w[np.uint64(indices[k])] * np.float64(data[k])
    return s + s1


@compile_function
def all_finite(data: Array, a: int, b: int) -> bool:
    """Whether the row has no NaN and no infinity."""
    for x in data[a:b]:  # noqa: SIM110
        if not np.isfinite(np.float64(x)):
            return False
    return True


@compile_function
def exact_sign(
    data: Array, indices: Array, a: int, b: int, intercept: int, high: Array, low: Array, rest: Array, used: Array, floats: bool,
    total: Array, span: Array,
) -> int:  # fmt: skip
    """The sign of ⟨w,x⟩ by digits, for w = high + low + rest. `total` and `span` come and go as zero."""
    for k in range(b - a + intercept):
        j, value = len(used) - 1, 1.0
        if k < b - a:
            j, value = int(indices[a + k]) if len(indices) else k, np.float64(data[a + k])
        if floats:
            add_product(total, span, high[j], value)
            add_product(total, span, low[j], value)
        if used[j]:
            add_long_product(total, span, rest[j], value)
    return take_sign(total, span)
