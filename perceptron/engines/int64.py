"""The fast engine: compiled int64 loops, entered only where they cannot overflow.

The guard is the crude and certain one. With |n| ≤ N and |W| ≤ A before a stretch of T rounds, every |W_i| stays within
B = A + T·(E/D)·N, every partial sum of ⟨W,z⟩ within d·B·N, and ‖W‖² within d·B². A stretch is run compiled if all of
these (and what the Margin Perceptron's comparison needs) are below 2^63; from the first stretch where that fails,
Python integers go on. Nothing wraps around and no float takes part.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from perceptron.engines.integer import IntegerFold
from perceptron.learners import Hebb, MarginPerceptron

if TYPE_CHECKING:
    from perceptron.examples import Examples

LIMIT = 2**63
STRETCH = 1 << 16


def is_loaded() -> bool:
    """Whether the compiled loops are in memory already."""
    return "perceptron.engines.kernels" in sys.modules


class Int64Fold(IntegerFold):
    """`IntegerFold`, with as many rounds as the guard allows done in compiled int64."""

    engine = "numba"

    def go_from(self, first: int) -> list[int]:
        """The rounds from `first` to the end."""
        x, total = self.examples.array(), len(self.examples)
        if x is None or isinstance(self.learner, Hebb) or total == 0:
            return self._in_integers(first)
        import numpy as np

        from perceptron.engines import kernels

        updates = self._first_round(first) if self.fresh else []
        done = first + len(updates)
        y = self.examples.labels_array()
        while done < total:
            last = total if self.safe(total - done) else min(done + STRETCH, total)
            if not self.safe(last - done):
                return updates + self._in_integers(done)
            w, out = np.array(self.weights, dtype=np.int64), np.empty(last - done, dtype=np.int64)
            if isinstance(self.learner, MarginPerceptron):
                p, q = self.ratio.numerator, self.ratio.denominator
                count = kernels.fold_margin(x, y, done, last, p * p, q, w, out)
            else:
                ties = 0 if self.learner.ties == "mistake" else self.learner.ties
                count = kernels.fold_signs(x, y, done, last, ties, self.scale, w, out)
            updates += out[:count].tolist()
            self.weights = w.tolist()
            done = last
        return updates

    def safe(self, rounds: int) -> bool:
        """Whether `rounds` more rounds from here cannot bring any intermediate result to 2^63."""
        d, n = self.examples.dimension, self.examples.largest()
        b = max(map(abs, self.weights), default=0) + rounds * self.scale * n
        if self.scale * n >= LIMIT or b >= LIMIT or d * b * n >= LIMIT:
            return False
        if isinstance(self.learner, MarginPerceptron):
            p, q = self.ratio.numerator, self.ratio.denominator
            return d * b * b < LIMIT and q * max(1, d * b * n) < LIMIT and p * p < LIMIT
        return True

    def _first_round(self, first: int) -> list[int]:
        _, rows, _ = next(self.examples.blocks(first, size=1))
        return self.begin(first, rows[:1])

    def _in_integers(self, first: int) -> list[int]:
        self.engine = IntegerFold.engine
        return IntegerFold.go_from(self, first)


def is_safe(examples: Examples, rounds: int) -> bool:
    """The guard for a Perceptron from zero over `rounds` rounds: d·(T·N)·N < 2^63."""
    return examples.dimension * rounds * examples.largest() ** 2 < LIMIT
