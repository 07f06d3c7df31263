"""Numbers as text, shortly: exact where that is short, else ten digits. Longer numbers are rounded to ten digits, because Python limits the
conversion of integers to text.

`tells` decides whether a text is true of a number that is known by a ball."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from flint import arb, ctx

LONGEST = 24  # characters of a fraction that is written out
DIGITS = 10
LEAST_DIGITS, LEAST_PLACES = 3, 9  # a text that shows less is true of too many numbers: "≈ 0e1000" of all
PRECISION = 512  # bits, more than the digits of a text have
ZERO = "≈ 0.000000000"
UNKNOWN = "≈ beyond reach"
_NUMBER = re.compile(r"-?[0-9.]{1,60}(e[+-]?[0-9]{1,9})?", re.ASCII)
_DECIMAL = re.compile(r"≈ ?(-?)([0-9]{1,40})(?:\.([0-9]{0,40}))?(?:e([+-]?[0-9]{1,100}))?", re.ASCII | re.IGNORECASE)


def number(value: Fraction | int, digits: int = DIGITS) -> str:
    """A rational number: "25/9", or "≈ 1.234567890e+40"."""
    value = Fraction(value)
    if max(abs(value.numerator), value.denominator).bit_length() < 4 * LONGEST and len(text := str(value)) <= LONGEST:
        return text
    with ctx.workprec(PRECISION):
        return enclose(arb(value.numerator) / value.denominator, digits)


def enclose(ball: arb, digits: int = DIGITS) -> str:
    """A number in a ball: "≈ 1.414213562", ZERO where that is all that is known of it, and UNKNOWN where not even that is."""
    shown = ball.str(digits, radius=False)
    text = ZERO if shown.partition("e")[0] == "0" else f"≈ {shown}"
    return text if tells(text, ball) else UNKNOWN


def alike(one: str, other: str) -> bool:
    """Whether two texts show the same decimal, and not both exactly."""
    shown = [text.removeprefix("≈ ") for text in (one, other)]
    return one.startswith("≈") | other.startswith("≈") and all(map(_NUMBER.fullmatch, shown)) and Decimal(shown[0]) == Decimal(shown[1])


def tells(text: str, ball: arb) -> bool:
    """Whether a text such as "≈ 246.2" is true of all numbers in a ball, to the last digit that it shows, and shows enough digits."""
    if (match := _DECIMAL.fullmatch(text)) is None:
        return False
    sign, whole, places, power = match[1], match[2], match[3] or "", int(match[4] or 0)
    shown, last = int(whole + places), power - len(places)
    if shown < 10 ** (LEAST_DIGITS - 1) and last > -LEAST_PLACES:
        return False
    with ctx.workprec(PRECISION):
        unit = arb(10) ** last
        return bool(abs(ball - (-shown if sign else shown) * unit) <= unit)
