"""Exact arithmetic with square roots: Σ cᵢ√nᵢ with rational cᵢ, so that equality in a bound is decided and not guessed.

A bound is attained exactly where the mathematics is most interesting (M = R²/γ²), and no ball of any radius can decide
an equality. Square roots of positive integers that lie pairwise in different square classes are linearly independent
over ℚ (Besicovitch 1940), so a sum kept with one term a class is zero only if it has no term at all. No integer need be
factored: √m joins √n iff m·n is a square.

The functions and powers of the language are here too. A surd has them as methods, exact where the result is a surd, and so has a ball:
`apply` and `raise_base` take either."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import gcd, isqrt
from typing import Any, TypeVar

from flint import arb, ctx, fmpz

MAX_TERMS = 16
MAX_BITS = 200_000
MAX_EXPONENT = 100_000
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)  # bits
OF_SURDS = (*PRECISIONS, 8192, 16384, 65536)  # a surd that is not zero shows its sign at some precision


class TooLarge(ArithmeticError):
    """The exact form does not exist here or would grow too large; ball arithmetic takes over."""


class Undefined(ArithmeticError):
    """The term has no value for this run; the message says why."""


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
        return Surd({1: value if isinstance(value, Fraction) else Fraction(value)} if value else {})

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

    def __truediv__(self, other: Surd) -> Surd:
        return self * other.inverse()

    def __lt__(self, other: Surd) -> bool:
        return sign(self - other) < 0

    def inverse(self, fuel: int = 4) -> Surd:
        """1/self for self ≠ 0, by conjugation: (s − r)(s + r) = s² − r² has fewer terms, up to three terms. Else
        TooLarge."""
        if not self.terms:
            raise Undefined("division by zero")
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
        if abs(exponent) > MAX_EXPONENT:
            raise TooLarge
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

    def to_power(self, exponent: Fraction | Surd) -> Surd:
        """self to a power, for self ≥ 0 unless the exponent is a whole number. Else TooLarge."""
        if isinstance(exponent, Fraction) and (self.terms or exponent.denominator == 1):
            root = self if exponent.denominator == 1 else self.root_of_order(exponent.denominator)
            return root.power(exponent.numerator)
        if self.terms:
            raise TooLarge
        if exponent < 0 if isinstance(exponent, Fraction) else negative(exponent):
            raise Undefined("division by zero")
        return self

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

    def root_of_order(self, order: int) -> Surd:
        """The root of a positive number, by an order that is not 2 if it is rational. Else TooLarge."""
        if order == 2:
            return self.sqrt()
        value = self.as_rational()
        if value is None or order > 1000:
            raise TooLarge
        top, below = (int(fmpz(n).root(order)) for n in (value.numerator, value.denominator))
        if top**order != value.numerator or below**order != value.denominator:
            raise TooLarge
        return Surd.rational(Fraction(top, below))

    def log(self) -> Surd:
        """ln 1 = 0. Else TooLarge."""
        return self.known_at(1, 0)

    def exp(self) -> Surd:
        """exp 0 = 1. Else TooLarge."""
        return self.known_at(0, 1)

    def known_at(self, argument: int, value: int) -> Surd:
        if self.as_rational() != argument:
            raise TooLarge
        return Surd.rational(value)

    def floor(self) -> Surd:
        """The whole number below. TooLarge where no precision decides it."""
        if (value := self.as_rational()) is not None:
            return Surd.rational(value.__floor__())
        for precision in OF_SURDS:
            with ctx.workprec(precision):
                if (whole := self.ball().floor().unique_fmpz()) is not None:
                    return Surd.rational(int(whole))
        raise TooLarge

    def ceil(self) -> Surd:
        return -(-self).floor()

    def min(self, other: Surd) -> Surd:
        return other if other < self else self

    def max(self, other: Surd) -> Surd:
        return other if self < other else self

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


def sign(value: Surd) -> int:
    """The sign of a surd, decided: a surd without terms is 0, any other shows its sign at some precision."""
    if not value.terms:
        return 0
    if (rational := value.as_rational()) is not None:
        return 1 if rational > 0 else -1
    for precision in OF_SURDS:
        with ctx.workprec(precision):
            ball = value.ball()
            if ball > 0:
                return 1
            if ball < 0:
                return -1
    raise TooLarge


Number = TypeVar("Number", Surd, arb)
ZERO = Surd({})


def negative(x: Surd | arb) -> bool:
    """Whether a number is certainly below 0."""
    return bool(x < ZERO if isinstance(x, Surd) else x < 0)


def apply(function: str, args: list[Number]) -> Number:
    """A function of the language. Raises Undefined, and TooLarge where the value at a surd is no surd."""
    first: Any = args[0]
    if function == "sqrt" and negative(first):
        raise Undefined("the square root of a negative number")
    if function == "log" and (negative(first) or (isinstance(first, Surd) and not first.terms)):
        raise Undefined("the logarithm of a number that is not positive")
    if len(args) > 1:
        return reduce(getattr(type(first), function), args)  # min and max
    image: Number = getattr(first, function)()
    return image


def raise_base(base: Number, exponent: Any) -> Number:
    """A power; the exponent is like the base, or a fraction where it is one. Raises Undefined, and TooLarge where the value is no surd."""
    if not (isinstance(exponent, Fraction) and exponent.denominator == 1) and negative(base):
        raise Undefined("a power of a negative number that is not an integer power")
    if isinstance(base, Surd):
        return base.to_power(exponent)
    return base ** (arb(exponent.numerator) / arb(exponent.denominator) if isinstance(exponent, Fraction) else exponent)
