"""Real numbers that are not rational, in certified enclosures, for learners whose rule takes a root.

    from perceptron.numbers.enclosure import sqrt

    step = x / sqrt(norm2)          a Fraction where the root is rational, else an `EnclosedReal` number

An `EnclosedReal` number is a ball that is certain to hold the number (flint's `arb`). It is calculated with like a Fraction, also
together with one. A comparison answers only where the balls settle it, and raises `NotSeparated` elsewhere. So nothing that is decided
rests on a rounding. `precision(bits)` sets how fine the balls are."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from flint import arb

from perceptron.errors import InputError
from perceptron.numbers.exact import precision as precision
from perceptron.numbers.rational_points import sqrt_exact

Exact: TypeAlias = "int | Fraction"
Real: TypeAlias = "int | Fraction | EnclosedReal"


class NotSeparated(ArithmeticError):
    """Two numbers could not be separated at this precision."""


class EnclosedReal:
    """A real number in a ball."""

    __slots__ = ("ball",)
    __hash__ = None  # type: ignore[assignment]  # equal numbers may have different balls

    def __init__(self, ball: arb) -> None:
        if not ball.is_finite():
            raise NotSeparated("a number that is not known to be finite")
        self.ball = ball

    def __reduce__(self) -> tuple[object, ...]:
        """How it is sent to another process: a ball that holds this one."""
        parts = (*self.ball.mid().man_exp(), *self.ball.rad().man_exp())
        return _enclose, tuple(map(int, parts))

    def __add__(self, other: Real) -> EnclosedReal:
        return EnclosedReal(self.ball + ball_of(other))

    def __sub__(self, other: Real) -> EnclosedReal:
        return EnclosedReal(self.ball - ball_of(other))

    def __rsub__(self, other: Real) -> EnclosedReal:
        return EnclosedReal(ball_of(other) - self.ball)

    def __mul__(self, other: Real) -> EnclosedReal:
        return EnclosedReal(self.ball * ball_of(other))

    def __truediv__(self, other: Real) -> EnclosedReal:
        if other == 0:
            raise ZeroDivisionError("division by zero")
        return EnclosedReal(self.ball / ball_of(other))

    def __rtruediv__(self, other: Real) -> EnclosedReal:
        return EnclosedReal(ball_of(other)) / self

    def __pow__(self, exponent: int) -> EnclosedReal:
        if not isinstance(exponent, int):
            return NotImplemented
        return EnclosedReal(self.ball**exponent)

    def __neg__(self) -> EnclosedReal:
        return EnclosedReal(-self.ball)

    def __pos__(self) -> EnclosedReal:
        return self

    def __abs__(self) -> EnclosedReal:
        return EnclosedReal(abs(self.ball))

    __radd__, __rmul__ = __add__, __mul__

    def sign_of_difference(self, other: Real) -> int:
        """The sign of self − other. Raises NotSeparated."""
        difference = self.ball - ball_of(other)
        if difference > 0:
            return 1
        if difference < 0:
            return -1
        if difference == 0:
            return 0
        raise NotSeparated("two numbers that could not be told apart")

    def __lt__(self, other: Real) -> bool:
        return self.sign_of_difference(other) < 0

    def __le__(self, other: Real) -> bool:
        return self.sign_of_difference(other) <= 0

    def __gt__(self, other: Real) -> bool:
        return self.sign_of_difference(other) > 0

    def __ge__(self, other: Real) -> bool:
        return self.sign_of_difference(other) >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (int, Fraction, EnclosedReal)):
            return NotImplemented
        return self.sign_of_difference(other) == 0

    def __bool__(self) -> bool:
        return self != 0

    def __float__(self) -> float:
        return float(self.ball)

    def __repr__(self) -> str:
        return f"≈ {self.ball.str(10, radius=False)}"


def _enclose(middle: int, exponent: int, radius: int, its_exponent: int) -> EnclosedReal:
    return EnclosedReal(arb((middle, exponent), (radius, its_exponent)))


def ball_of(number: Real) -> arb:
    """A ball that holds the number, at the present precision. Raises InputError for a float."""
    if isinstance(number, EnclosedReal):
        return number.ball
    if isinstance(number, (int, Fraction)):
        return arb(number.numerator) / arb(number.denominator)
    raise InputError(f"{number!r} is a {type(number).__name__} and so not exact: make it a Fraction")


def sqrt(number: Real) -> Fraction | EnclosedReal:
    """√number for number ≥ 0: a Fraction where that is rational. Raises InputError for a negative number.

    >>> sqrt(Fraction(9, 4)), sqrt(2)
    (Fraction(3, 2), ≈ 1.414213562)
    """
    if hasattr(number, "root"):  # a number of a kind that knows its own root
        return number.root()  # type: ignore[no-any-return]
    if number < 0:
        raise InputError(f"the square root of the negative number {number}")
    if not isinstance(number, EnclosedReal) and (root := sqrt_exact(number)) is not None:
        return root
    return EnclosedReal(ball_of(number).sqrt())


def exp(number: Real) -> EnclosedReal:
    """e to the number."""
    return EnclosedReal(ball_of(number).exp())


def log(number: Real) -> EnclosedReal:
    """The natural logarithm of a number > 0. Raises InputError for another."""
    if number <= 0:
        raise InputError(f"the logarithm of {number}, which is not positive")
    return EnclosedReal(ball_of(number).log())
