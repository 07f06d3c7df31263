"""The numbers with which comparators can be looked for, which is done in floats."""

from __future__ import annotations

from fractions import Fraction

from perceptron.data.examples import Examples
from perceptron.errors import InputError

MOST = 10**100  # so that floats hold products of three


def refuse_beyond_floats(examples: Examples, rho: Fraction | None = None) -> None:
    """Raise InputError for entries, or a γ, so large or small that the search would overflow or divide by zero."""
    below = examples.denominator
    beyond = examples.largest() > MOST * below
    if not beyond and below > MOST:  # else no entry but 0 is below 1/MOST
        beyond = any(0 < max(map(abs, column)) * MOST < below for column in zip(*examples.numerators, strict=True))
    if beyond:
        raise InputError(
            "there are entries beyond 1e100, or a coordinate in which all are below 1e-100; comparators are looked for in floats, whose "
            "range their products would leave: write the data in other units"
        )
    if rho is not None and not 1 <= rho * MOST <= MOST**2:
        raise InputError("the γ of the hinge bounds must be between 1e-100 and 1e100: comparators are looked for in floats")
