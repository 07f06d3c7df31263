"""Cuts a budget into slices, each with its own seed. Slices are finished and recorded one by one.

The first slice is short, so that every conjecture is tried before one is tried for long. Each further slice is twice as long as the one
before. So a kill loses less work than was done before.
"""

from __future__ import annotations

from itertools import count

FIRST_SLICE = 5.0  # seconds
LONGEST_SLICE = 60.0  # seconds, for budgets that then have at most about MAX_SLICES slices; others have longer slices
MAX_SLICES = 100


def cut(budget: float, spent: float = 0.0, begun: int = 0) -> list[float]:
    """The lengths in seconds of the slices that complete a budget of which `spent` seconds, in `begun` slices, are planned already."""
    left = budget - spent
    longest = max(LONGEST_SLICE, budget / MAX_SLICES)
    made: list[float] = []
    for number in count(begun):
        length = min(FIRST_SLICE * 2 ** min(number, 60), longest)
        if left < 1.5 * length:
            return [*made, left] if left > 1e-9 else made
        made.append(length)
        left -= length
    return made
