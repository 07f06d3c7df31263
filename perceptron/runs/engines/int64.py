"""The fast engine: compiled int64 loops, entered only where they cannot overflow.

The guard is simple. With |n| ≤ N and |W| ≤ A before a stretch of T rounds, every |W_i| stays within B = A + T·(E/D)·N,
every partial sum of ⟨W,z⟩ within d·B·N, and ‖W‖² within d·B². The compiled loop runs a stretch if all of these, and the
products that the Margin Perceptron compares, are below 2^63. From the first stretch where one is not, Python's integers go on.
Nothing wraps around, and there is no floating point.
"""

from __future__ import annotations

from math import isqrt

from perceptron.learners.perceptron import Hebb, MarginPerceptron
from perceptron.runs.engines.integer import IntegerFold

LIMIT = 2**63
SHORTEST_STRETCH = 1 << 10  # rounds; for fewer the compiled loop is not entered


class Int64Fold(IntegerFold):
    """`IntegerFold`, with as many rounds in compiled int64 as the guard allows."""

    engine = "numba"

    def go_from(self, first: int) -> list[int]:
        """Run the rounds from `first` to the end. Returns those with an update."""
        x, total = self.examples.array(), len(self.examples)
        if x is None or isinstance(self.learner, Hebb) or total == 0:
            return self._in_integers(first)
        import numpy as np

        from perceptron.runs.engines import compiled_loops

        updates = self._first_round(first) if self.fresh else []
        done = first + len(updates)
        y = self.examples.labels_array()
        while done < total:
            last = min(total, done + self.room())
            if last - done < min(SHORTEST_STRETCH, total - done):
                return updates + self._in_integers(done)
            w, out = np.array(self.weights, dtype=np.int64), np.empty(last - done, dtype=np.int64)
            if isinstance(self.learner, MarginPerceptron):
                p, q = self.p, self.q
                count = compiled_loops.fold_margin(x, y, done, last, p * p, q, w, out)
            else:
                ties = 0 if self.learner.ties == "mistake" else self.learner.ties
                count = compiled_loops.fold_signs(x, y, done, last, ties, self.scale, w, out)
            updates += out[:count].tolist()
            self.weights = w.tolist()
            done = last
        return updates

    def room(self) -> int:
        """How many more rounds, whatever they are, cannot bring an intermediate result to 2^63."""
        d, n, most = max(1, self.examples.dimension), max(1, self.examples.largest()), LIMIT - 1
        largest_weight = most // (d * n)  # the greatest B
        if isinstance(self.learner, MarginPerceptron):
            p, q = self.p, self.q
            if p * p > most:
                return 0
            largest_weight = min(most // (q * d * n), isqrt(most // d))
        return max(0, largest_weight - max(map(abs, self.weights), default=0)) // (self.scale * n)

    def is_worth_it(self) -> bool:
        """Whether the guard allows a first stretch."""
        return self.room() >= min(SHORTEST_STRETCH, len(self.examples))

    def _first_round(self, first: int) -> list[int]:
        _, rows, _ = next(self.examples.blocks(first, size=1))
        return self.begin(first, rows[:1])

    def _in_integers(self, first: int) -> list[int]:
        self.engine = IntegerFold.engine
        return IntegerFold.go_from(self, first)
