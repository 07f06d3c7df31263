"""The compiled products of weights and rows, in floats, and the exact sign of one where floats leave it open.

A row is `data[a:b]`, dense, or sparse with its columns in `indices[a:b]`. Where the floats of w_j are, `steps` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import add_long_product, add_product, take_sign
from perceptron.runs.engines.compiling import compiled, inlined, summing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


ONE, SIZE, LAST = np.uint64(1), np.uint64(2**63 - 1), np.uint64(2**64 - 1)  # SIZE: the bits of a float but its sign


@summing
def dot(w: Array, data: Array, a: int, b: int) -> float:
    """⟨w,x⟩ in floats, for the row x = data[a:b]. It is sliced here: a slice handed over is a counted reference, which costs time.

    Three sums that do not wait for each other: over four vectors at once, over single vectors, and over what is left.
    """
    x = data[a:b]
    fours, ones, rest = len(x) & ~31, len(x) & 24, len(x) & 7
    s, s1, s2 = 0.0, 0.0, 0.0
    for k in range(fours):
        s += w[k] * np.float64(x[k])
    for k in range(ones):
        s1 += w[fours + k] * np.float64(x[fours + k])
    for k in range(rest):
        s2 += w[fours + ones + k] * np.float64(x[fours + ones + k])
    return s + (s1 + s2)


@summing
def dot_and_square(w: Array, data: Array, a: int, b: int) -> tuple[float, float]:
    """⟨w,x⟩ as `dot` makes it, and ‖x‖², while the row is at hand."""
    x = data[a:b]
    fours, ones, rest = len(x) & ~31, len(x) & 24, len(x) & 7
    s, s1, s2 = 0.0, 0.0, 0.0
    q, q1, q2 = 0.0, 0.0, 0.0
    for k in range(fours):
        v = np.float64(x[k])
        s += w[k] * v
        q += v * v
    for k in range(ones):
        v = np.float64(x[fours + k])
        s1 += w[fours + k] * v
        q1 += v * v
    for k in range(rest):
        v = np.float64(x[fours + ones + k])
        s2 += w[fours + ones + k] * v
        q2 += v * v
    return s + (s1 + s2), q + (q1 + q2)


@summing
def square(data: Array, a: int, b: int) -> float:
    """‖x‖² in floats."""
    x = data[a:b]
    q = 0.0
    for k in range(len(x)):
        v = np.float64(x[k])
        q += v * v
    return q


@summing
def length2_of(high: Array, stride: int, width: int) -> float:
    """‖high‖² in floats."""
    q = 0.0
    for j in range(width):
        v = high[stride * j]
        q += v * v
    return q


@summing
def dot_at(w: Array, data: Array, indices: Array, a: int, b: int) -> float:
    """⟨w,x⟩ for a sparse row, w at stride 2, in sums as those of `dot`.

    The indices are unsigned, so that none is below 0. A vector of weights is got by one instruction where the processor has it.
    """
    x, at = data[a:b], indices[a:b]
    s = 0.0
    for k in range(len(x)):
        s += w[np.uint64(2 * at[k])] * np.float64(x[k])
    return s


@inlined
def least_of(data: Array, a: int, b: int) -> float:
    """The least |entry| of a finite row that is not 0; infinite if all are. Sizes of floats are in the order of their bits, read as a
    whole number, and 0 less 1 is the greatest of these: so the least is found in vectors."""
    x, least = data[a:b], LAST
    for k in range(len(x)):
        least = min(least, (np.float64(x[k]).view(np.uint64) & SIZE) - ONE)
    return np.inf if least == LAST else np.uint64(least + ONE).view(np.float64)


@compiled
def all_finite(data: Array, a: int, b: int) -> bool:
    """Whether the row has no NaN and no infinity."""
    for x in data[a:b]:  # noqa: SIM110
        if not np.isfinite(np.float64(x)):
            return False
    return True


@compiled
def exact_sign(
    data: Array,
    indices: Array,
    a: int,
    b: int,
    intercept: int,
    high: Array,
    low: Array,
    stride: int,
    rest: Array,
    used: Array,
    floats: bool,
    total: Array,
    span: Array,
) -> int:
    """The sign of ⟨w,x⟩ by digits. `total` and `span` come and go as zero."""
    x, at = data[a:b], indices[a:b]
    cell = np.zeros(1)
    bits, left, right = cell.view(np.int64), np.empty(3, np.int64), np.empty(3, np.int64)
    for k in range(len(x) + intercept):
        j, value = len(used) - 1, 1.0
        if k < len(x):
            j, value = int(at[k]) if len(at) else k, np.float64(x[k])
        if floats:
            add_product(total, span, high[stride * j], value, cell, bits, left, right)
            add_product(total, span, low[stride * j], value, cell, bits, left, right)
        if used[j]:
            add_long_product(total, span, rest[j], value, cell, bits, right)
    return take_sign(total, span)
