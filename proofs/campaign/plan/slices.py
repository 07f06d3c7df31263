"""How a budget is cut into slices, each with a seed of its own: what is finished and recorded one by one.

The first slice is short, so that every conjecture is tried before any is tried for long, and each further one is twice as long as the one
before, so that a search cut short by a kill loses less than it has done.
"""

from __future__ import annotations

from itertools import count

FIRST = 5.0  # seconds
LONGEST = 60.0
MOST = 100  # slices, about; longer budgets have longer slices


def cut(budget: float, spent: float = 0.0, begun: int = 0) -> list[float]:
    """The lengths of the slices that bring `spent` seconds, in `begun` slices, up to the budget."""
    left = budget - spent
    longest = max(LONGEST, budget / MOST)
    made: list[float] = []
    for number in count(begun):
        length = min(FIRST * 2 ** min(number, 60), longest)
        if left < 1.5 * length:
            return [*made, left] if left > 1e-9 else made
        made.append(length)
        left -= length
    return made
