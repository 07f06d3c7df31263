"""How near M is to a bound: the greatest whole M that it allows, the real number that it is, and shares of them, all decided exactly.

A bound may have M on both sides, as ln(1 + τ) ≥ τ/2 with τ = γ²(M + 1) has.  So M is varied, the run's other quantities as they are, until
the comparison is false; bounds hold up to some M and not beyond (or, lower bounds, from some M on).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from perceptron.errors import InputError
from proofs.conjecture import Comparison, Div, Values
from proofs.conjecture.evaluate import enclose, exact

DIGITS = 6  # of a ratio as a decimal
MAX_BOUND = 2**80  # a bound on M above this is not evaluated


def quotient_of(made: int, bound: int | Fraction) -> Fraction:
    """The smaller over the greater; 1 where both are 0."""
    low, high = sorted((Fraction(made), Fraction(bound)))
    return low / high if high else Fraction(1)


def real_edge(comparison: Comparison, values: Values, most: int) -> Fraction:
    """The real number that bounds M, from outside and to within 2^−24: the whole one is `most`."""
    sign = -1 if is_lower(comparison, values) else 1
    steps = _edge(lambda k: comparison.status({**values, "M": most + Fraction(sign * k, 2**24)}) == "false", 2**24)
    return most + Fraction(sign * (steps + 1), 2**24)


def most_allowed(comparison: Comparison, values: Values) -> int | None:
    """The greatest M for which the comparison is not false, from the run's M up; the least where it bounds M from below; or None."""
    if "M" not in comparison.names:
        return None
    made = values["M"]
    if not isinstance(made, int):
        raise InputError("M is not a whole number")

    def broken(m: int) -> bool:
        return comparison.status({**values, "M": m}) == "false"

    if is_lower(comparison, values):
        return 0 if not broken(0) else made - _edge(lambda k: broken(made - k), made)
    step = 1
    while not broken(made + step):
        step *= 2
    return made + _edge(lambda k: broken(made + k), step)


def is_lower(comparison: Comparison, values: Values) -> bool:
    """Whether a larger M would never break the comparison."""
    return comparison.status({**values, "M": MAX_BOUND}) != "false"


def _edge(broken: Callable[[int], bool], high: int) -> int:
    """The last k ≥ 0 that is not broken, where 0 is not and `high` is."""
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if broken(middle) else (middle, high)
    return low


def share_of(comparison: Comparison, values: Values) -> tuple[Fraction | None, str]:
    """The smaller side over the greater one, as a fraction where it is rational and as a decimal rounded down."""
    sides = (comparison.left, comparison.right)
    quotient = Div(*sides) if comparison.op[0] in "<=" else Div(*reversed(sides))
    known = exact(quotient, values)
    rational = None if known is None else known.as_rational()
    if rational is not None:
        return rational, rounded_down(rational)
    return None, _decimal(int((enclose(quotient, values) * 10**DIGITS).lower().floor().unique_fmpz()))


def rounded_down(value: Fraction) -> str:
    """A decimal of `DIGITS` digits at most, never above the value."""
    return _decimal(value * 10**DIGITS // 1)


def _decimal(scaled: int) -> str:
    whole, part = divmod(scaled, 10**DIGITS)
    return f"{whole}.{part:0{DIGITS}d}".rstrip("0").rstrip(".")
