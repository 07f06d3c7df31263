"""How many updates the Margin Perceptron's spiral makes, in floats: for one γ by its recursion, and as γ → 0 by its constant.

With the share c = 1−ε, ‖w‖² grows by 2cγ‖w‖ + 1 at each update. Among examples in the unit ball or of length 1, in space or with more
dimensions, nothing grows faster. So M + 1 is τ/γ² less a number that hardly depends on γ.
"""

from __future__ import annotations

from functools import cache
from math import log1p, sqrt

MOST = 10_000_000  # vectors that are counted
SHOWN = 20_000  # updates of the spirals that show how many are missing
HALVINGS = 44  # of an interval, to find a margin
TIMES = 12  # spirals of about that size, since M is whole


def spiral_updates(gamma: float, share: float) -> int:
    """M of the spiral: vectors with ⟨w, z⟩ = share·γ‖w‖ as long as such a one fits beside u. The first is not counted.

    >>> spiral_updates(0.1, 0.5)
    248
    """
    square, vectors, across = 1.0, 1, sqrt(1 - gamma * gamma)
    while vectors <= MOST:
        along, length = vectors * gamma, sqrt(square)
        if abs(share * gamma * length - along * gamma) > across * sqrt(max(square - along * along, 0.0)):
            return vectors - 1
        square += 2 * share * gamma * length + 1
        vectors += 1
    return MOST


def sharp_root(c: float) -> float:
    """τ > 0 with 2c(1−c)τ = ln(1 + 2cτ), for 0 < c < 1.

    >>> round(sharp_root(0.5), 4)
    2.5129
    """
    low, high = 1e-3, 1e12
    while 2 * c * (1 - c) * low > log1p(2 * c * low):
        low /= 2
    for _ in range(300):
        middle = (low + high) / 2
        low, high = (middle, high) if 2 * c * (1 - c) * middle < log1p(2 * c * middle) else (low, middle)
    return high


@cache
def missing_updates(share: float) -> float:
    """The most by which M stays below τ/γ², for small γ."""
    constant = sharp_root(share) if share else 1.0
    squares = (constant / (SHOWN + k / TIMES) for k in range(TIMES))
    return max(constant / square - spiral_updates(sqrt(square), share) for square in squares)


@cache
def spiral_margin(updates: int, share: float) -> float:
    """The largest γ, nearly, for which the spiral makes so many updates."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if spiral_updates(middle, share) >= updates else (low, middle)
    return low
