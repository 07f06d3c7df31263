"""Exact rational numbers from what people write.

Every decision of this package is a comparison of integers, so a float never stands for the number that the user meant: `exact` refuses 0.1
and reads "0.1" as 1/10. Only `from_float` reads a float, as the dyadic rational that it is. Text is read by one ASCII grammar with limits
on length and exponent, so that "1e999999999" is refused at once instead of filling the memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from operator import index
from typing import TypeAlias

from perceptron.errors import InputError

Number: TypeAlias = "int | Fraction | str | Rational"

MAX_CHARACTERS = 4000  # below CPython's limit on int(str), above any number a person writes
MAX_EXPONENT = 1000  # covers every double (1e-324 … 1e308) with room to spare

_NUMBER = re.compile(r"[+-]?(?:[0-9]+/([0-9]+)|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?)", re.ASCII)


def parse(text: str) -> Fraction:
    """The rational number written in `text`: an integer, a decimal (read exactly) or a ratio p/q.

    Raises InputError if it is none, is longer than MAX_CHARACTERS, or has an exponent beyond ±MAX_EXPONENT.

        >>> parse("1.5e-3"), parse("3/5")
        (Fraction(3, 2000), Fraction(3, 5))
    """
    text = text.strip(" \t\r\n")
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"number of {len(text)} characters is longer than {MAX_CHARACTERS}")
    if (match := _NUMBER.fullmatch(text)) is None:
        raise InputError(f"{_quote(text)} is not a rational number such as 3, -0.25, 1.5e-3 or 3/5")
    below, power = match[1], (match[2] or "").lstrip("+-0")
    if len(power) > 4 or int(power or "0") > MAX_EXPONENT:
        raise InputError(f"{_quote(text)} has an exponent beyond ±{MAX_EXPONENT}")
    if below and not int(below):
        raise InputError(f"{_quote(text)} divides by zero")
    return Fraction(text)


def exact(value: object, what: str = "number") -> Fraction:
    """`value` as a Fraction, if it is exact: int, Fraction (any numbers.Rational), Decimal or text.

    `what` names the value in the message. Raises InputError for floats (also numpy's), booleans and everything else.

        >>> exact("0.1"), exact(2)
        (Fraction(1, 10), Fraction(2, 1))
        >>> exact(0.1)
        Traceback (most recent call last):
        perceptron.errors.InputError: number: is the float 0.1; write it as text or a Fraction, or convert explicitly with from_floats
    """
    if type(value) is Fraction:  # the common cases first
        return value
    if type(value) is int:
        return Fraction(value)
    try:
        if isinstance(value, (str, Decimal)):
            return parse(str(value))
        if isinstance(value, bool) or type(value).__name__ == "bool_":
            raise InputError("is a truth value, not a number")
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        with suppress(TypeError):  # of an array, which has the method too
            return Fraction(index(value))  # type: ignore[arg-type]  # integers of numpy, python-flint, SymPy
        if isinstance(value, float) or hasattr(value, "is_integer"):
            raise InputError(f"is the float {value!r}; write it as text or a Fraction, or convert explicitly with from_floats")
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
    raise InputError(f"{what}: {type(value).__name__} is not an exact number (int, Fraction or text such as '3/5')")


def from_float(value: float, what: str = "number") -> Fraction:
    """The dyadic rational that a float is, exactly: 0.1 is not 1/10. Raises InputError for NaN and infinities.

    >>> from_float(0.5), from_float(0.1) == exact("0.1")
    (Fraction(1, 2), False)
    """
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise InputError(f"{what}: {type(value).__name__} is not a float")
    if isinstance(value, (int, Rational)):
        return Fraction(value)
    own = getattr(value, "as_integer_ratio", None)  # a longdouble's, which float() would round
    try:
        return Fraction(*(float(value).as_integer_ratio() if own is None else own()))
    except (OverflowError, ValueError):
        raise InputError(f"{what} is {float(value)}, not a finite number") from None


def vector(values: Iterable[object], what: str = "vector") -> tuple[Fraction, ...]:
    """The entries of a vector as Fractions. Raises InputError, which names the entry that is not exact."""
    if isinstance(values, (str, bytes)):
        raise InputError(f"{what}: a text is not a vector of numbers")
    try:
        entries = list(values)
    except TypeError:
        raise InputError(f"{what}: {type(values).__name__} is not a vector of numbers") from None
    if {Fraction}.issuperset(map(type, entries)):
        return tuple(entries)  # type: ignore[arg-type]
    return tuple(exact(value, f"{what}, entry {i}") for i, value in enumerate(entries))


def positive(value: object, what: str) -> Fraction:
    """`value` as a Fraction above zero. Raises InputError otherwise."""
    number = exact(value, what)
    if number <= 0:
        raise InputError(f"{what} must be positive, not {number}")
    return number


def at_least(value: int, least: int, what: str) -> int:
    """`value` if it is an int of at least `least`. Raises InputError otherwise."""
    if type(value) is not int or value < least:
        raise InputError(f"{what} must be an integer of at least {least}, not {value!r}")
    return value


def dot(a: Iterable[Fraction], b: Iterable[Fraction]) -> Fraction:
    """The inner product Σ a_i b_i of two vectors of the same length, exactly."""
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def simplest(low: float | Fraction, high: float | Fraction) -> Fraction:
    """The fraction with the least denominator from low to high, for low ≤ high.

    >>> simplest(0.3, 0.34), simplest(0.31, 0.32)
    (Fraction(1, 3), Fraction(5, 16))
    """
    below, above = Fraction(low), Fraction(high)
    whole = -(-below.numerator // below.denominator)  # rounded up
    if whole <= above:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (above - whole + 1), 1 / (below - whole + 1))


def common_denominator(values: Iterable[Fraction]) -> int:
    """The least positive integer that clears every denominator. Raises InputError for a number that is known by an enclosure."""
    try:
        return math.lcm(*(value.denominator for value in values))
    except AttributeError:
        raise InputError("a number that is known by an enclosure has no denominator") from None


def clear_values(values: Iterable[Fraction], multiple_of: int = 1) -> tuple[list[int], int]:
    """Numbers as integers over one denominator, the least that is a multiple of a given one. Raises InputError as `common_denominator`.

    >>> clear_values([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    numbers = list(values)
    below = math.lcm(common_denominator(numbers), multiple_of)
    return [value.numerator * (below // value.denominator) for value in numbers], below


def _quote(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:37] + "...")


PRECISION = 128  # bits of a ball


def precision(bits: int = PRECISION) -> AbstractContextManager[object]:
    """A context in which the balls of python-flint, which is loaded here, have this precision in bits."""
    from flint import ctx

    return ctx.workprec(bits)
