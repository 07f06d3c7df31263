"""Sums of floats without any error, in compiled code: digits to the base 2³² in int64, wide enough for every float.

Digit k stands for 2^(32k − 1074). A float fills three neighbouring digits (`split`). Digits may grow beyond 32 bits, and have any
signs, until `normalise` brings them into [−2³¹, 2³¹).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.compiling import compile_function

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LENGTH = 72  # digits of a sum: 2^1024 is in digit 65, and there is room for 2¹⁶⁰ terms
LOWEST_EXPONENT = -1074  # of digit 0
PRODUCT_LENGTH = 2 * LENGTH + 8  # digits of a sum of products
MASK = (1 << 32) - 1


@compile_function
def split(value: float) -> tuple[int, tuple[int, int, int]]:
    """The place of the first of three digits, and the digits of |value|."""
    bits: Any = np.float64(value).view(np.int64)
    exponent = (bits >> 52) & 0x7FF
    mantissa = bits & ((1 << 52) - 1)
    if exponent:
        mantissa |= 1 << 52
        exponent -= 1
    low = (mantissa & MASK) << (exponent & 31)
    high = ((mantissa >> 32) << (exponent & 31)) + ((low >> 32) & MASK)
    return exponent >> 5, (low & MASK, high & MASK, (high >> 32) & MASK)


@compile_function
def add(digits: Array, value: float, times: int) -> None:
    """digits += times·value, for |times| < 2³¹."""
    place, three = split(value)
    if value < 0:
        times = -times
    for k in range(3):
        product = times * three[k]
        digits[place + k] += product & MASK
        digits[place + k + 1] += product >> 32


@compile_function
def normalise(digits: Array) -> None:
    """Bring every digit into [−2³¹, 2³¹)."""
    carry = 0
    for k in range(len(digits)):
        total = digits[k] + carry
        digit = ((total + 0x80000000) & MASK) - 0x80000000
        carry = (total - digit) >> 32
        digits[k] = digit


@compile_function
def add_product(total: Array, span: Array, a: float, b: float) -> None:
    """total += a·b."""
    if a == 0.0 or b == 0.0:
        return
    p, left = split(a)
    q, right = split(b)
    sign = -1 if (a < 0) != (b < 0) else 1
    for i in range(3):
        for j in range(3):
            add_digits(total, p + q + i + j, left[i], right[j], sign)
    span[0], span[1] = min(span[0], p + q), max(span[1], p + q + 5)


@compile_function
def add_digits(total: Array, place: int, a: int, b: int, sign: int) -> None:
    """total += sign·a·b at a place, for digits 0 ≤ a, b < 2³²."""
    product = np.uint64(a) * np.uint64(b)
    total[place] += sign * np.int64(product & np.uint64(MASK))
    total[place + 1] += sign * np.int64(product >> np.uint64(32))


@compile_function
def add_long_product(total: Array, span: Array, digits: Array, b: float) -> None:
    """total += digits·b, for normalised digits."""
    if b == 0.0:
        return
    q, right = split(b)
    for k in range(len(digits)):
        if digits[k]:
            sign = -1 if (digits[k] < 0) != (b < 0) else 1
            for j in range(3):
                add_digits(total, k + q + j, abs(digits[k]), right[j], sign)
            span[0], span[1] = min(span[0], k + q), max(span[1], k + q + 4)


@compile_function
def take_sign(total: Array, span: Array) -> int:
    """The sign of the sum, which is 0 again afterwards."""
    carry, some = 0, False
    for k in range(span[0], min(span[1] + 3, len(total))):
        digit = total[k] + carry
        total[k] = 0
        some = some or digit & MASK != 0
        carry = digit >> 32
    span[0], span[1] = len(total), -1
    return -1 if carry < 0 else 1 if carry > 0 or some else 0
