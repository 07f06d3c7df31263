"""Constants that are rational numbers in another form, such as log(8)/(3*log(2)) and sqrt(3 + 2*sqrt(2)) - sqrt(2), decided exactly.

Square roots are sums of surds (`surd`). A logarithm of a rational number is a sum of those of primes, which are linearly independent over ℚ
together with 1 (ln e). For other radicals a bound is known below which only 0 lies: such a term is U/L with algebraic integers U and L of
degree ≤ D, the product of the orders of its roots, and no conjugate of U and L is greater than u and l. If U is not 0 then its norm is at
least 1, so that |U/L| ≥ 1/(u^(D−1)·l) (Burnikel, Funke, Mehlhorn, Schirra and Schmitt 2001)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import ceil, log2

from flint import ctx

from proofs.conjecture.evaluate import constant_value, enclose
from proofs.conjecture.nodes import CONSTANTS, Add, Call, Div, Mul, Name, Neg, Node, Number, Pow, Sub, VariablePow, walk
from proofs.conjecture.surd import Undefined

ONE = Number(Fraction(1))
Form = dict[int, Fraction]  # Σ c·ln p over primes p; the key 1 is that of the number 1
MOST_BITS = 160  # of a number that is factorised
MOST_PRIME = 1_000_000  # by which it is divided
MOST_POWER = 400  # of a prime in a rational value
FINEST = 20_000  # bits with which a radical is compared with a rational number
GUESSED = 10_000  # the greatest denominator of such a number
READ = 10**40  # the numbers below are read in a conjecture


def with_plain_constants(left: Node, right: Node) -> tuple[Node, Node]:
    """The sides of a comparison with their rational constants as numbers. A positive constant factor of both is cancelled if their
    quotient is rational: 3·ln(2)·M ≤ ln(8)·T is M ≤ T."""
    left, right = plain(left), plain(right)
    (one, this), (two, other) = split(left), split(right)
    if is_written_plainly(one) and is_written_plainly(two):
        return left, right
    ratio = readable(Div(two, one)) if enclose(one, {}) > 0 else None
    return (left, right) if ratio is None else (this, times(ratio, other))


def plain(node: Node) -> Node:
    """A term with its greatest constant parts as numbers where they are rational and not written so."""
    constant, rest = split(node)
    if not is_written_plainly(constant) and (value := readable(constant)) is not None:
        return times(value, plain(rest))
    match node:
        case Number() | Name():
            return node
        case Neg(a):
            return Neg(plain(a))
        case Pow(base, exponent):
            return Pow(plain(base), exponent)
        case VariablePow(base, power):
            base, power = plain(base), plain(power)
            return Pow(base, power.value) if isinstance(power, Number) else VariablePow(base, power)
        case Call(fn, args):
            return Call(fn, tuple(map(plain, args)))
    return type(node)(plain(node.left), plain(node.right))


def split(node: Node) -> tuple[Node, Node]:
    """A term as its constant factors times the others."""
    if not any(isinstance(part, Name) and part.name not in CONSTANTS for part in walk(node)):
        return node, ONE
    if not isinstance(node, Mul | Div):
        return ONE, node
    (one, this), (two, other) = split(node.left), split(node.right)
    return product_of(type(node), one, two), product_of(type(node), this, other)


def product_of(kind: type[Mul] | type[Div], a: Node, b: Node) -> Node:
    """The product or the quotient, without factors of 1."""
    return a if b == ONE else b if kind is Mul and a == ONE else kind(a, b)


def times(value: Fraction, node: Node) -> Node:
    """A number times a term."""
    number = Number(value) if value >= 0 else Neg(Number(-value))
    if isinstance(node, Div) and node.left == ONE:
        return Div(number, node.right)
    return product_of(Mul, number, node)


def is_written_plainly(node: Node) -> bool:
    """Whether it consists of numbers, + − × ÷, whole powers and square roots of numbers, which the prover reads as they are."""

    def is_plain(part: Node) -> bool:
        match part:
            case Pow(_, exponent):
                return exponent.denominator == 1
            case Call(fn, args):
                return fn == "sqrt" and isinstance(args[0], Number)
        return isinstance(part, Number | Neg | Add | Sub | Mul | Div)

    return all(map(is_plain, walk(node)))


def readable(node: Node) -> Fraction | None:
    """As `rational`, and None for a number that would be printed with more digits than are read."""
    value = rational(node)
    return None if value is None or max(abs(value.numerator), value.denominator) >= READ else value


@lru_cache(4096)
def rational(node: Node) -> Fraction | None:
    """The value of a constant term if it is rational, None if it is not or that is not known."""
    if (value := constant_value(node)) is not None:
        return value
    if (form := value_form(node)) is not None and form.keys() <= {1}:
        return form.get(1, Fraction(0))
    if (form := log_form(node)) is not None and all(p > 1 and c.denominator == 1 and abs(c) <= MOST_POWER for p, c in form.items()):
        value = Fraction(1)
        for p, c in form.items():
            value *= Fraction(p) ** int(c)
        return value
    return _of_radicals(node)


@lru_cache(4096)
def value_form(node: Node) -> Form | None:
    """The value of a constant term as a sum of logarithms of primes."""
    if (value := constant_value(node)) is not None:
        return {1: value} if value else {}
    match node:
        case Call("log", (x,)):
            return log_form(x)
        case Neg(a):
            return _sum({}, value_form(a), -1)
        case Add(a, b) | Sub(a, b):
            return _sum(value_form(a), value_form(b), 1 if isinstance(node, Add) else -1)
        case Mul(a, b):
            one, two = value_form(a), value_form(b)
            for factor, other in ((one, two), (two, one)):
                if factor is not None and other is not None and factor.keys() <= {1}:
                    return _sum({}, other, factor.get(1, Fraction(0)))
        case Div(a, b):
            one, two = value_form(a), value_form(b)
            if one is not None and two:  # {} is 0, by which nothing is divided
                if not one:
                    return {}
                ratio = one.get(key := next(iter(two)), Fraction(0)) / two[key]
                if two.keys() <= {1}:
                    return _sum({}, one, 1 / two[1])
                return {1: ratio} if one == _sum({}, two, ratio) else None
    return None


@lru_cache(4096)
def prime_powers(n: int) -> dict[int, int] | None:
    """The exponents of the primes in a positive number; None if trial division up to MOST_PRIME does not end.

    It is the same in a page of the book, where no compiled library runs."""
    powers: dict[int, int] = {}
    if n.bit_length() > MOST_BITS:
        return None
    for p in chain((2,), range(3, MOST_PRIME, 2)):
        if p * p > n:
            return powers | ({n: 1} if n > 1 else {})
        while n % p == 0:
            n, powers[p] = n // p, powers.get(p, 0) + 1
    return None


@lru_cache(4096)
def log_form(node: Node) -> Form | None:
    """The logarithm of a positive constant term as a sum of logarithms of primes."""
    value = constant_value(node)
    if value is None and (form := value_form(node)) is not None and form.keys() <= {1}:
        value = form.get(1, Fraction(0))
    if value is not None:
        above, below = (prime_powers(n) if value > 0 else None for n in (value.numerator, value.denominator))
        return None if above is None or below is None else _sum(_fractions(above), _fractions(below), -1)
    match node:
        case Name("e"):
            return {1: Fraction(1)}
        case Call("exp", (x,)):
            return value_form(x)
        case Call("sqrt", (x,)):
            return _sum({}, log_form(x), Fraction(1, 2))
        case Pow(base, exponent):
            return _sum({}, log_form(base), exponent)
        case VariablePow(base, power):
            factor = value_form(power)
            return _sum({}, log_form(base), factor.get(1, Fraction(0))) if factor is not None and factor.keys() <= {1} else None
        case Mul(a, b) | Div(a, b):
            return _sum(log_form(a), log_form(b), 1 if isinstance(node, Mul) else -1)
    return None


def _fractions(powers: dict[int, int]) -> Form:
    return {p: Fraction(k) for p, k in powers.items()}


def _sum(one: Form | None, two: Form | None, factor: Fraction | int) -> Form | None:
    """The sum of a form and a multiple of another."""
    if one is None or two is None:
        return None
    total = {p: one.get(p, Fraction(0)) + factor * two.get(p, Fraction(0)) for p in {**one, **two}}
    return {p: c for p, c in total.items() if c}


def _of_radicals(node: Node) -> Fraction | None:
    """The rational number near a term of radicals, if the bound shows that it is the term's value."""
    if _size(node) is None:
        return None
    try:
        with ctx.workprec(256):
            near = enclose(node, {}, 256)
            if not near.is_finite() or not abs(near - near) * 10**30 < 1:  # how wide it is, twice
                return None
            guess = Fraction(str(near.str(40, radius=False))).limit_denominator(GUESSED)
        difference = Sub(node, Number(guess))
        above, below, degree = _size(difference) or (0.0, 0.0, FINEST)
        bits = ceil((degree - 1) * above + below) + 8
        if bits > FINEST:
            return None
        with ctx.workprec(bits + 64):
            ball = enclose(difference, {}, bits + 64)
            return guess if abs(ball) * 2**bits < 1 else None
    except (Undefined, ValueError, ArithmeticError):
        return None


def _size(node: Node) -> tuple[float, float, int] | None:
    """log₂ u, log₂ l and D of a term of radicals, as above; None for another term."""
    match node:
        case Number(q):
            return log2(max(1, abs(q.numerator))), log2(q.denominator), 1
        case Name("phi"):
            return _size(Div(Add(Number(Fraction(1)), Call("sqrt", (Number(Fraction(5)),))), Number(Fraction(2))))
        case Neg(a):
            return _size(a)
        case Call("sqrt", (a,)):
            return _root_size(_size(a), 2)
        case Pow(a, k) if k > 0 and (of := _size(a)) is not None:
            return _root_size((of[0] * k.numerator, of[1] * k.numerator, of[2]), k.denominator)
        case Add(a, b) | Sub(a, b) | Mul(a, b) | Div(a, b):
            one, two = _size(a), _size(b)
            if one is None or two is None:
                return None
            degree = one[2] * two[2]
            if isinstance(node, Mul):
                return one[0] + two[0], one[1] + two[1], degree
            if isinstance(node, Div):
                return one[0] + two[1], one[1] + two[0], degree
            return max(one[0] + two[1], two[0] + one[1]) + 1, one[1] + two[1], degree
    return None


def _root_size(of: tuple[float, float, int] | None, order: int) -> tuple[float, float, int] | None:
    if of is None:
        return None
    above, below, degree = of
    if above >= below:
        return (above + (order - 1) * below) / order, below, degree * order
    return above, ((order - 1) * above + below) / order, degree * order
