"""The sign of Σ c_i·√r_i, exactly. It decides whether a round is a mistake under a normalised kernel."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt


def rational_root(square: Fraction) -> Fraction | None:
    """√square for square ≥ 0, or None if it is irrational."""
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root * root == square else None


def sign(terms: Iterable[tuple[Fraction, Fraction]]) -> int:
    """The sign, −1, 0 or 1, of Σ c·√r over terms (c, r) with r > 0.

    Terms whose roots have a rational quotient are added up. The remaining roots are linearly independent over ℚ (Besicovitch
    1940), so the sum is 0 only if no term remains. Otherwise integer bounds on the roots are refined until they decide.
    """
    classes: dict[Fraction, Fraction] = {}
    for c, r in terms:
        for known in classes:
            if (root := rational_root(r / known)) is not None:
                classes[known] += c * root
                break
        else:
            classes[r] = c
    left = [(c, r) for r, c in classes.items() if c]
    if len(left) < 2:
        return 0 if not left else 1 if left[0][0] > 0 else -1
    bits = 32
    while True:
        low = high = Fraction(0)
        for c, r in left:
            below = Fraction(isqrt((r.numerator << 2 * bits) // r.denominator), 1 << bits)  # ≤ √r < below + 2^−bits
            ends = c * below, c * (below + Fraction(1, 1 << bits))
            low, high = low + min(ends), high + max(ends)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        bits *= 2
