"""Making lattice vectors as long as the grid without touching what they already are: Lagrange's four squares.

Where the rules ask for ‖x‖ = 1 exactly, a move z with ‖z‖ < N (N the grid) gets up to four further coordinates with
a² + b² + c² + e² = N² − ‖z‖². The comparator has zeros there, so the margin stays; their signs are chosen so that a
mistake stays one.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

WIDTH = 4


@lru_cache(maxsize=50_000)
def four_squares(n: int) -> tuple[int, int, int, int]:
    """Whole numbers ≥ 0 whose squares sum to n ≥ 0. Greedy: what two large squares leave is small, and often two
    squares."""
    if n and n % 8 == 0:  # then all four are even, and the numbers 2·4^k have few ways
        a, b, c, e = four_squares(n // 4)
        return 2 * a, 2 * b, 2 * c, 2 * e
    for width in (30, n):
        for a in range(isqrt(n), -1, -1):
            second = isqrt(n - a * a)
            for b in range(second, max(-1, second - width), -1):
                two = _two_squares(n - a * a - b * b)
                if two is not None:
                    return a, b, *two
    raise AssertionError(n)  # Lagrange (1770)


def _two_squares(n: int) -> tuple[int, int] | None:
    for c in range(isqrt(n), isqrt(n // 2) - 1, -1):
        e = isqrt(n - c * c)
        if c * c + e * e == n:
            return c, e
    return None
