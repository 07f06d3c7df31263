"""python-flint's `arb`, as far as conjecture and judge use it, on mpmath's intervals: no compiled library runs in a page.

A number is enclosed between two binary fractions, rounded outwards.  Beyond sums, products, quotients and square roots mpmath promises no
direction of rounding, so those results are computed with more bits and then widened.  Bounds of None are flint's NaN: nothing is known, and
every comparison is False.  `fmpz` has the integer root.  In the page this file is called flint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

from mpmath.libmp import from_int, mpf_ceil, mpf_e, mpf_floor, mpf_gt, mpf_lt, mpf_pi, mpf_shift, mpf_sub, to_float, to_int, to_str
from mpmath.libmp.libmpi import mpi_add, mpi_div, mpi_exp, mpi_log, mpi_mid, mpi_mul, mpi_neg, mpi_pow_int, mpi_sqrt, mpi_sub

Bounds: TypeAlias = Any  # two of mpmath's numbers, or None
SPARE = 16  # bits of an inexact function beyond those that are kept
MOST_WHOLE = 10**6  # a larger exponent goes by the logarithm
LARGEST_EXP = 1 << 24  # beyond e to that a number would fill the memory
DEEPEST_FLOOR = 1 << 20  # bits of a number whose floor is asked for


class Precision:
    """The working precision in bits."""

    prec = 53

    @contextmanager
    def workprec(self, bits: int) -> Iterator[None]:
        before, self.prec = self.prec, bits
        try:
            yield
        finally:
            self.prec = before


ctx = Precision()
ONE = (from_int(1), from_int(1))
KNOWN = 2**62  # bits of a number that is known exactly


def _widen(bounds: Bounds) -> Bounds:
    """The bounds of a result that was computed with SPARE more bits, a unit in the last place further apart on either side."""
    near = mpf_shift(from_int(1), -ctx.prec)
    return mpi_mul(bounds, mpi_add(ONE, (mpf_sub(from_int(0), near), near), ctx.prec + SPARE), ctx.prec)


class arb:
    """A real number, enclosed."""

    __slots__ = ("bounds",)

    def __init__(self, value: int = 0) -> None:
        self.bounds: Bounds = (from_int(value, ctx.prec, "f"), from_int(value, ctx.prec, "c"))

    @staticmethod
    def of(bounds: Bounds) -> arb:
        ball = arb.__new__(arb)
        ball.bounds = bounds
        return ball

    @staticmethod
    def pi() -> arb:
        return arb.of((mpf_pi(ctx.prec, "f"), mpf_pi(ctx.prec, "c"))).wide()

    @staticmethod
    def const_e() -> arb:
        return arb.of((mpf_e(ctx.prec, "f"), mpf_e(ctx.prec, "c"))).wide()

    def wide(self) -> arb:
        return arb.of(_widen(self.bounds))

    # arithmetic

    def combine(self, function: Callable[[Bounds, Bounds, int], Bounds], other: arb | int) -> arb:
        bounds = (arb(other) if isinstance(other, int) else other).bounds
        return arb.of(None if self.bounds is None or bounds is None else function(self.bounds, bounds, ctx.prec))

    def __add__(self, other: arb | int) -> arb:
        return self.combine(mpi_add, other)

    __radd__ = __add__

    def __sub__(self, other: arb | int) -> arb:
        return self.combine(mpi_sub, other)

    def __rsub__(self, other: int) -> arb:
        return -self + other

    def __mul__(self, other: arb | int) -> arb:
        return self.combine(mpi_mul, other)

    __rmul__ = __mul__

    def __truediv__(self, other: arb | int) -> arb:
        divisor = arb(other) if isinstance(other, int) else other
        return self.combine(mpi_div, divisor) if divisor > 0 or divisor < 0 else arb.of(None)

    def __rtruediv__(self, other: int) -> arb:
        return arb(other) / self

    def __neg__(self) -> arb:
        return arb.of(None if self.bounds is None else mpi_neg(self.bounds))

    def __abs__(self) -> arb:
        return self.max(-self)

    def __pow__(self, exponent: arb | int) -> arb:
        whole = exponent if isinstance(exponent, int) else exponent.unique_fmpz() if exponent.is_exact() else None
        if whole is None or exponent != whole or abs(whole) > MOST_WHOLE:
            if self == 0:
                return self if exponent > 0 else arb.of(None)
            return (self.log() * exponent).exp()
        if self.bounds is None or (whole < 0 and not (self > 0 or self < 0)):
            return arb.of(None)
        power = arb.of(mpi_pow_int(self.bounds, abs(whole), ctx.prec + SPARE)).wide()
        return 1 / power if whole < 0 else power

    # functions

    def sqrt(self) -> arb:
        return arb.of(mpi_sqrt(self.bounds, ctx.prec)) if self >= 0 else arb.of(None)

    def log(self) -> arb:
        return arb.of(mpi_log(self.bounds, ctx.prec + SPARE)).wide() if self > 0 else arb.of(None)

    def exp(self) -> arb:
        within = self < LARGEST_EXP and self > -LARGEST_EXP
        return arb.of(mpi_exp(self.bounds, ctx.prec + SPARE)).wide() if within else arb.of(None)

    def sinh(self) -> arb:
        return (self.exp() - (-self).exp()) / 2

    def floor(self) -> arb:
        return self.rounding(mpf_floor)

    def ceil(self) -> arb:
        return self.rounding(mpf_ceil)

    def rounding(self, function: Callable[[Any], Any]) -> arb:
        return arb.of(None if self.bounds is None else tuple(map(function, self.bounds)))

    def min(self, other: arb) -> arb:
        return -(-self).max(-other)

    def max(self, other: arb) -> arb:
        if self.bounds is None or other.bounds is None:
            return arb.of(None)
        return arb.of(tuple(a if mpf_gt(a, b) else b for a, b in zip(self.bounds, other.bounds, strict=True)))

    # what is known of it

    def __lt__(self, other: arb | int) -> bool:
        other = arb(other) if isinstance(other, int) else other
        return self.bounds is not None and other.bounds is not None and bool(mpf_lt(self.bounds[1], other.bounds[0]))

    def __gt__(self, other: arb | int) -> bool:
        return (arb(other) if isinstance(other, int) else other) < self

    def __le__(self, other: arb | int) -> bool:
        other = arb(other) if isinstance(other, int) else other
        return self.bounds is not None and other.bounds is not None and not mpf_gt(self.bounds[1], other.bounds[0])

    def __ge__(self, other: arb | int) -> bool:
        return (arb(other) if isinstance(other, int) else other) <= self

    def __eq__(self, other: object) -> bool:
        other = arb(other) if isinstance(other, int) else other
        return isinstance(other, arb) and self.is_exact() and self.bounds == other.bounds

    __hash__ = None  # type: ignore[assignment]  # a ball is no key, in flint either

    def is_exact(self) -> bool:
        return self.bounds is not None and self.bounds[0] == self.bounds[1]

    def is_finite(self) -> bool:
        return self.bounds is not None

    def rel_accuracy_bits(self) -> int:
        """About how many bits of the number are known."""
        if self.bounds is None or self.is_exact():
            return -KNOWN if self.bounds is None else KNOWN
        low, high = (exponent + bits for _, _, exponent, bits in self.bounds)
        _, _, exponent, bits = mpf_sub(self.bounds[1], self.bounds[0])
        return int(max(low, high) - exponent - bits + 1)

    def unique_fmpz(self) -> int | None:
        """The one integer in the ball."""
        if self.bounds is None or any(exponent + bits > DEEPEST_FLOOR for _, _, exponent, bits in self.bounds):
            return None
        low, high = to_int(mpf_ceil(self.bounds[0])), to_int(mpf_floor(self.bounds[1]))
        return low if low == high else None

    def __float__(self) -> float:
        """A float near the middle of the ball."""
        return float("nan") if self.bounds is None else float(to_float(mpi_mid(self.bounds, ctx.prec)))

    def str(self, digits: int, radius: bool = False) -> str:
        """The middle of the ball, to a number of digits."""
        if self.bounds is None:
            return "nan"
        return f"{to_str(mpi_mid(self.bounds, ctx.prec), digits, strip_zeros=False)}"


fmpq = Fraction  # for its arithmetic


class fmpz:
    """An integer with its integer root."""

    def __init__(self, value: int) -> None:
        self.value = value

    def root(self, degree: int) -> int:
        """⌊value^(1/degree)⌋ for value ≥ 0, by bisection."""
        low, high = 0, 1 << (self.value.bit_length() // degree + 1)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**degree <= self.value else (low, middle)
        return low
