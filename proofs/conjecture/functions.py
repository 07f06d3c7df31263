"""The functions and powers of the language, on surds (exactly, where the result is one) and on balls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx, fmpz

from proofs.conjecture.surd import Surd, TooLarge

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)  # bits
_SIGN_PRECISIONS = (*PRECISIONS, 8192, 16384, 65536)  # a surd that is not zero shows its sign at some precision
_MAX_INTEGER_EXPONENT = 100_000


class Undefined(ArithmeticError):
    """The term has no value for this run; the message says why."""


def sign(value: Surd) -> int:
    """The sign of a surd, decided: a surd without terms is 0, any other shows its sign at some precision."""
    if not value.terms:
        return 0
    if (rational := value.as_rational()) is not None:
        return 1 if rational > 0 else -1
    for precision in _SIGN_PRECISIONS:
        with ctx.workprec(precision):
            ball = value.ball()
            if ball > 0:
                return 1
            if ball < 0:
                return -1
    raise TooLarge


def zero_power(base: Surd, exponent_sign: int) -> Surd | None:
    """base ** irrational: only 0 and a negative base are settled exactly."""
    if not base.terms:
        if exponent_sign < 0:
            raise Undefined("division by zero")
        return base
    if sign(base) < 0:
        raise Undefined("a power of a negative number that is not an integer power")
    return None


def exact_power(base: Surd, exponent: Fraction) -> Surd | None:
    if exponent.denominator != 1:
        if not base.terms or sign(base) < 0:
            return zero_power(base, 1 if exponent > 0 else -1)
        root = base.sqrt() if exponent.denominator == 2 else _rational_root(base, exponent.denominator)
        return None if root is None else exact_power(root, Fraction(exponent.numerator))
    if abs(exponent.numerator) > _MAX_INTEGER_EXPONENT:
        raise TooLarge
    if not base.terms and exponent < 0:
        raise Undefined("division by zero")
    return base.power(exponent.numerator)


def _rational_root(base: Surd, degree: int) -> Surd | None:
    """The degree-th root of a positive rational, if it is rational."""
    value = base.as_rational()
    if value is None or degree > 1000:
        return None
    top, below = (int(fmpz(n).root(degree)) for n in (value.numerator, value.denominator))
    if top**degree == value.numerator and below**degree == value.denominator:
        return Surd.rational(Fraction(top, below))
    return None


def ball_power(base: arb, exponent: arb, integer: bool) -> arb:
    if not integer and base < 0:
        raise Undefined("a power of a negative number that is not an integer power")
    return base**exponent


def _exact_sqrt(args: list[Surd]) -> Surd:
    if sign(args[0]) < 0:
        raise Undefined("the square root of a negative number")
    return args[0].sqrt()


def _ball_sqrt(args: list[arb]) -> arb:
    if args[0] < 0:
        raise Undefined("the square root of a negative number")
    return args[0].sqrt()


def _exact_log(args: list[Surd]) -> Surd | None:
    if sign(args[0]) <= 0:
        raise Undefined("the logarithm of a number that is not positive")
    return Surd.rational(0) if args[0].as_rational() == 1 else None


def _ball_log(args: list[arb]) -> arb:
    if args[0] < 0:
        raise Undefined("the logarithm of a number that is not positive")
    return args[0].log()


def _exact_exp(args: list[Surd]) -> Surd | None:
    return None if args[0].terms else Surd.rational(1)


def _exact_floor(args: list[Surd]) -> Surd | None:
    value = args[0].as_rational()
    if value is not None:
        return Surd.rational(value.__floor__())
    for precision in _SIGN_PRECISIONS:
        with ctx.workprec(precision):
            whole = args[0].ball().floor().unique_fmpz()
            if whole is not None:
                return Surd.rational(int(whole))
    return None


def _exact_ceil(args: list[Surd]) -> Surd | None:
    below = _exact_floor([-args[0]])
    return None if below is None else -below


def _exact_least(args: list[Surd]) -> Surd:
    least = args[0]
    for other in args[1:]:
        least = other if sign(other - least) < 0 else least
    return least


def _exact_greatest(args: list[Surd]) -> Surd:
    return -_exact_least([-arg for arg in args])


def _fold(function: Callable[[arb, arb], arb]) -> Callable[[list[arb]], arb]:
    def folded(args: list[arb]) -> arb:
        result = args[0]
        for other in args[1:]:
            result = function(result, other)
        return result

    return folded


EXACT: dict[str, Callable[[list[Surd]], Surd | None]] = {
    "sqrt": _exact_sqrt,
    "log": _exact_log,
    "exp": _exact_exp,
    "floor": _exact_floor,
    "ceil": _exact_ceil,
    "min": _exact_least,
    "max": _exact_greatest,
}
BALL: dict[str, Callable[[list[arb]], arb]] = {
    "sqrt": _ball_sqrt,
    "log": _ball_log,
    "exp": lambda args: args[0].exp(),
    "floor": lambda args: args[0].floor(),
    "ceil": lambda args: args[0].ceil(),
    "min": _fold(lambda a, b: a.min(b)),
    "max": _fold(lambda a, b: a.max(b)),
}
