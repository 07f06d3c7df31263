"""The compiled loops. Importing this module imports numba, which takes half a second, so only `engines.int64` does it, when needed.

Nothing here checks for overflow: `engines.int64` calls a loop only for so many rounds that no intermediate result can
reach 2^63. There is no floating point. The compiled code is cached on disk where possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron.runs.engines.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.int64]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@compiled
def product_below(a: int, b: int, c: int, d: int) -> bool:
    """a·b < c·d for 0 ≤ a, b, c, d < 2^63, by the two halves of each 126-bit product."""
    a1, a0 = np.uint64(a) >> _HALF, np.uint64(a) & _LOW
    b1, b0 = np.uint64(b) >> _HALF, np.uint64(b) & _LOW
    c1, c0 = np.uint64(c) >> _HALF, np.uint64(c) & _LOW
    d1, d0 = np.uint64(d) >> _HALF, np.uint64(d) & _LOW
    left = (a0 * b0 >> _HALF) + (a1 * b0 & _LOW) + (a0 * b1 & _LOW)
    right = (c0 * d0 >> _HALF) + (c1 * d0 & _LOW) + (c0 * d1 & _LOW)
    left_high = a1 * b1 + (a1 * b0 >> _HALF) + (a0 * b1 >> _HALF) + (left >> _HALF)
    right_high = c1 * d1 + (c1 * d0 >> _HALF) + (c0 * d1 >> _HALF) + (right >> _HALF)
    if left_high != right_high:
        return bool(left_high < right_high)
    return bool(np.uint64(a) * np.uint64(b) < np.uint64(c) * np.uint64(d))  # modulo 2^64: the low halves


@compiled
def fold_signs(x: Array, y: Array, first: int, last: int, ties: int, scale: int, w: Array, out: Array) -> int:
    """The Perceptron on rounds first … last−1. It changes w, writes the update rounds to out and returns their number.

    ties is 0 for "mistake", else the label that is predicted at 0.
    """
    d = x.shape[1]
    count = 0
    for t in range(first, last):
        inner = 0
        for i in range(d):
            inner += w[i] * x[t, i]
        if y[t] < 0:
            inner = -inner
        if inner < 0 or (inner == 0 and y[t] != ties):
            step = y[t] * scale
            for i in range(d):
                w[i] += step * x[t, i]
            out[count] = t
            count += 1
    return count


@compiled
def fold_margin(x: Array, y: Array, first: int, last: int, p2: int, q: int, w: Array, out: Array) -> int:
    """The Margin Perceptron on rounds first … last−1, with p/q given as p2 = p² and q; otherwise as `fold_signs`."""
    d = x.shape[1]
    count = 0
    norm2 = 0
    for i in range(d):
        norm2 += w[i] * w[i]
    for t in range(first, last):
        inner = 0
        for i in range(d):
            inner += w[i] * x[t, i]
        if y[t] < 0:
            inner = -inner
        if inner < 0 or product_below(q * inner, q * inner, p2, norm2):
            norm2 = 0
            for i in range(d):
                w[i] += y[t] * x[t, i]
                norm2 += w[i] * w[i]
            out[count] = t
            count += 1
    return count
