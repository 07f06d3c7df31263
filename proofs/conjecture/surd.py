"""Exact arithmetic with square roots: Σ cᵢ√nᵢ with rational cᵢ, so that equality in a bound is decided and not guessed.

A bound is attained exactly where the mathematics is most interesting (M = R²/γ²), and no ball of any radius can decide
an equality. Square roots of positive integers that lie pairwise in different square classes are linearly independent
over ℚ (Besicovitch 1940), so a sum kept with one term a class is zero only if it has no term at all. No integer need be
factored: √m joins √n iff m·n is a square.

The functions and powers of the language are here too, on surds (exactly, where the result is one) and on balls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd, isqrt

from flint import arb, ctx, fmpz

MAX_TERMS = 16
MAX_BITS = 200_000


class TooLarge(ArithmeticError):
    """The exact form does not exist here or would grow too large; ball arithmetic takes over."""


class Surd:
    """An immutable sum Σ cᵢ√nᵢ: `terms` maps nᵢ ≥ 1 (pairwise in different square classes) to cᵢ ≠ 0; 1 is the rational
    part."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[int, Fraction]) -> None:
        if len(terms) > MAX_TERMS:
            raise TooLarge
        for n, c in terms.items():
            if max(n, abs(c.numerator), c.denominator).bit_length() > MAX_BITS:
                raise TooLarge
        self.terms = terms

    @staticmethod
    def rational(value: Fraction | int) -> Surd:
        """The rational number itself."""
        return Surd({1: Fraction(value)} if value else {})

    @staticmethod
    def root(value: Fraction) -> Surd:
        """√value for a rational value ≥ 0."""
        n = value.numerator * value.denominator
        if n.bit_length() > MAX_BITS:
            raise TooLarge
        if n == 0:
            return Surd({})
        root = isqrt(n)
        if root * root == n:
            return Surd({1: Fraction(root, value.denominator)})
        return Surd({n: Fraction(1, value.denominator)})

    def as_rational(self) -> Fraction | None:
        """The value as a Fraction if it is rational, else None."""
        if not self.terms:
            return Fraction(0)
        return self.terms.get(1) if len(self.terms) == 1 else None

    def __neg__(self) -> Surd:
        return Surd({n: -c for n, c in self.terms.items()})

    def __add__(self, other: Surd) -> Surd:
        terms = dict(self.terms)
        for n, c in other.terms.items():
            _add(terms, n, c)
        return Surd(terms)

    def __sub__(self, other: Surd) -> Surd:
        return self + -other

    def __mul__(self, other: Surd) -> Surd:
        terms: dict[int, Fraction] = {}
        for m, a in self.terms.items():
            for n, b in other.terms.items():
                common = gcd(m, n)
                _add(terms, (m // common) * (n // common), a * b * common)
        return Surd(terms)

    def inverse(self, fuel: int = 4) -> Surd:
        """1/self for self ≠ 0, by conjugation: (s − r)(s + r) = s² − r² has fewer terms, up to three terms. Else
        TooLarge."""
        if not self.terms:
            raise ZeroDivisionError
        if len(self.terms) == 1:
            ((n, c),) = self.terms.items()
            return Surd({n: 1 / (c * n)})
        if fuel == 0:
            raise TooLarge
        last = max(self.terms)
        s, r = Surd({last: self.terms[last]}), Surd({n: c for n, c in self.terms.items() if n != last})
        return (s - r) * (s * s - r * r).inverse(fuel - 1)

    def power(self, exponent: int) -> Surd:
        """self to an integer power (negative ones for self ≠ 0)."""
        base = self.inverse() if exponent < 0 else self
        bits = sum(max(c.numerator.bit_length(), c.denominator.bit_length()) for c in base.terms.values())
        if bits * abs(exponent) > MAX_BITS:
            raise TooLarge
        result, exponent = Surd.rational(1), abs(exponent)
        while exponent:
            if exponent & 1:
                result *= base
            exponent >>= 1
            if exponent:
                base *= base
        return result

    def sqrt(self) -> Surd:
        """√self for self > 0 where that is again a surd: of a rational, or a + b√n with a² − b²n a square. Else
        TooLarge."""
        value = self.as_rational()
        if value is not None:
            return Surd.root(value)
        a = self.terms.get(1, Fraction(0))
        irrational = [(n, c) for n, c in self.terms.items() if n != 1]
        if len(irrational) == 1 and a > 0:
            ((n, b),) = irrational
            inner = Surd.root(max(Fraction(0), a * a - b * b * n)).as_rational()
            if inner:
                one, two = Surd.root((a + inner) / 2), Surd.root((a - inner) / 2)
                return one + two if b > 0 else one - two
        raise TooLarge

    def ball(self) -> arb:
        """An enclosure at flint's working precision."""
        total = arb(0)
        for n, c in self.terms.items():
            total += arb(c.numerator) / arb(c.denominator) * arb(n).sqrt()
        return total


def _add(terms: dict[int, Fraction], n: int, c: Fraction) -> None:
    """terms += c·√n, keeping one term a square class."""
    if n not in terms:
        for m in terms:
            root = isqrt(m * n)
            if root * root == m * n:
                n, c = m, c * root / m
                break
        else:
            root = isqrt(n)
            n, c = (1, c * root) if root * root == n else (n, c)
    c += terms.get(n, 0)
    if c:
        terms[n] = c
    else:
        terms.pop(n, None)


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
