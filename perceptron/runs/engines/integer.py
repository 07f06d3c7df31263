"""The exact engine for integers of any size: a rule multiplied out until only integers are left.

Let E be a common denominator of the examples and the start, x = n/E, z = y·n and w = W/E. Then y⟨w,x⟩ = ⟨W,z⟩/E² and a step is
W += z. A learner's `rule(E)` decides on ⟨W,z⟩ and ‖W‖².
"""

from __future__ import annotations

from math import lcm
from operator import add, mul
from typing import TYPE_CHECKING, TypeGuard

from perceptron.learners.perceptron import Additive
from perceptron.numbers.exact import common_denominator
from perceptron.runs.engines.fraction import refuse_zero_start

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import Learner


def is_known(learner: Learner) -> TypeGuard[Additive]:
    """Whether this engine may run the learner: it adds y·x when its `rule` says so, and no subclass has changed that."""
    kind, plain = type(learner), ("step", "wants_update")
    return isinstance(learner, Additive) and not hasattr(learner, "score") and all(getattr(kind, m) is getattr(Additive, m) for m in plain)


class IntegerFold:
    """A learner over a sequence in Python integers, dense or sparse. Each `go` continues where the last one stopped."""

    engine = "int"

    def __init__(self, learner: Additive, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        start = learner.start(examples.dimension)
        self.denominator = lcm(common_denominator(start), examples.denominator)
        self.scale = self.denominator // examples.denominator
        self.weights = [value.numerator * (self.denominator // value.denominator) for value in start]
        self.rule, self.fresh = learner.rule(self.denominator), learner.initialises

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        return self._dense() if self.examples.sparse is None else self._sparse()

    def _dense(self) -> list[int]:
        w, rule, scale, updates = self.weights, self.rule, self.scale, []
        norm2 = sum(map(mul, w, w))
        for first, rows, labels in self.examples.blocks():
            for t, z in enumerate(rows):
                inner = sum(map(mul, w, z)) * scale
                if self.fresh:
                    self._begin(any(z))
                elif not rule(inner, norm2, labels[t]):
                    continue
                w = list(map(add, w, z if scale == 1 else [scale * n for n in z]))
                if self.learner.reads_length:
                    norm2 += 2 * inner + scale**2 * sum(map(mul, z, z))
                updates.append(first + t)
        self.weights = w
        return updates

    def _sparse(self) -> list[int]:
        """The pass on the entries other than 0 alone."""
        w, scale, updates = self.weights, self.scale, []
        norm2 = sum(map(mul, w, w))
        for t, y in enumerate(self.examples.labels):
            x = self.examples.entries(t)
            inner = y * scale * sum(w[i] * n for i, n in x)
            if self.fresh:
                self._begin(bool(x))
            elif not self.rule(inner, norm2, y):
                continue
            for i, n in x:
                w[i] += scale * y * n
            norm2 += 2 * inner + scale**2 * sum(n * n for _, n in x)
            updates.append(t)
        return updates

    def _begin(self, nonzero: bool) -> None:
        refuse_zero_start(self.learner, nonzero)
        self.fresh = False
