"""A formula of a question as numbers for a solver."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Parts:
    """The coefficients of a polynomial that is linear in inner products and at most quadratic in each real."""

    constant: Fraction
    gram: dict[tuple[int, int], Fraction]
    linear: dict[int, Fraction]
    squared: dict[int, Fraction]
