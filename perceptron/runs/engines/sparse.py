"""The engine for integers of any size on sparse rows, of which only the entries are read."""

from __future__ import annotations

from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.runs.engines.fraction import refuse_zero_start
from perceptron.runs.engines.integer import IntegerFold


class SparseFold(IntegerFold):
    """`IntegerFold`, row by row. Each `go` continues where the last one stopped."""

    def go_from(self, first: int) -> list[int]:
        """Run the rounds from `first` to the end. Returns those with an update."""
        w, scale, updates = self.weights, self.scale, []
        norm2 = sum(value * value for value in w)
        for t in range(first, len(self.examples)):
            x, y = self.examples.entries(t), self.examples.labels[t]
            signed = y * sum(w[i] * n for i, n in x)
            if self.fresh:
                refuse_zero_start(self.learner, bool(x))
                self.fresh = False
            elif not self._wants_update(signed, norm2, y):
                continue
            for i, n in x:
                w[i] += scale * y * n
            norm2 += scale * (2 * signed + scale * sum(n * n for _, n in x))
            updates.append(t)
        return updates

    def _wants_update(self, signed: int, norm2: int, y: int) -> bool:
        if isinstance(self.learner, MarginPerceptron):
            return signed < 0 or (self.q * signed) ** 2 < self.p**2 * norm2
        if isinstance(self.learner, Perceptron):
            return signed <= 0 and bool(signed or y != self.learner.ties)
        return isinstance(self.learner, Hebb)
