"""Numbers as text, shortly: exact where that is short, else ten digits.  Nobody reads more, and Python refuses to write very long ones."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

LONGEST = 24  # characters of a fraction that is written out


def number(value: Fraction | int) -> str:
    """A rational number: "25/9", or "≈ 1.234567890e+40"."""
    value = Fraction(value)
    if max(abs(value.numerator), value.denominator).bit_length() < 4 * LONGEST and len(text := str(value)) <= LONGEST:
        return text
    return enclosed(arb(value.numerator) / value.denominator)


def enclosed(ball: arb) -> str:
    """A number in a ball: "≈ 1.414213562"."""
    return f"≈ {ball.str(10, radius=False) if ball.is_finite() else 'beyond reach'}"
