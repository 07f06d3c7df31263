"""How much was not seen yet, by Good and Turing: the share of the trials that ended as no other did is about the chance that one more
trial shows an outcome that was not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

MOST_OUTCOMES = 100_000  # that are told apart; further ones are not counted


class Outcomes:
    """`judged`: the trials whose outcomes were compared; `once`: how many of these ended as no other did."""

    def __init__(self) -> None:
        self.judged = self.once = 0
        self._seen: Counter[Hashable] = Counter()

    def compare(self, outcome: Hashable) -> None:
        """Count one trial."""
        before = self._seen[outcome]
        if before or len(self._seen) <= MOST_OUTCOMES:
            self._seen[outcome] = before + 1
            self.judged += 1
            self.once += (before == 0) - (before == 1)
