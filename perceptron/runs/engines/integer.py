"""The exact engine for integers of any size: the rules of the known learners multiplied out until only integers are left.

Let x = n/D, z = y·n and w = W/E, with E a multiple of D. The sign of y⟨w,x⟩ is the sign of I = ⟨W,z⟩, and a step is
W += (E/D)·z. The rule of the Margin Perceptron, y⟨w,x⟩ < c‖w‖ with c = (1−ε)γ, becomes I < (p/q)·‖W‖ with p/q = c·D. That
is, I < 0 or q²I² < p²‖W‖².
"""

from __future__ import annotations

from math import gcd, lcm
from operator import add, mul
from typing import TYPE_CHECKING

from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.numbers.exact import common_denominator
from perceptron.runs.engines.fraction import refuse_zero_start

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import Learner

    Known = Perceptron | MarginPerceptron | Hebb
    Rows = tuple[tuple[int, ...], ...]


def is_known(learner: Learner) -> bool:
    """Whether this engine knows the learner's rule. It does for exactly these classes; a subclass may change the rule."""
    return type(learner) in (Perceptron, MarginPerceptron, Hebb)


class IntegerFold:
    """A known learner over a sequence in Python integers. Each `go` continues where the last one stopped."""

    engine = "int"

    def __init__(self, learner: Known, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        self.denominator, self.scale = examples.denominator, 1  # E, E/D
        if isinstance(learner, Perceptron) and learner.origin is not None:
            start = learner.start(examples.dimension)
            self.denominator = lcm(common_denominator(start), examples.denominator)
            self.scale = self.denominator // examples.denominator
            self.weights = [value.numerator * (self.denominator // value.denominator) for value in start]  # W
        else:
            self.weights = [0] * examples.dimension
        self.fresh = learner.initialises
        if isinstance(learner, MarginPerceptron):
            common = gcd(learner.threshold.denominator, examples.denominator)
            self.p = learner.threshold.numerator * (examples.denominator // common)
            self.q = learner.threshold.denominator // common

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        return self.go_from(0)

    def go_from(self, first: int) -> list[int]:
        """Run the rounds from `first` to the end. Returns those with an update."""
        updates: list[int] = []
        for start, rows, labels in self.examples.blocks(first):
            updates += self.begin(start, rows)
            updates += self.fold(start, rows, labels, len(updates) if start == first else 0)
        return updates

    def begin(self, start: int, rows: Rows) -> list[int]:
        """Make the initialising round w = y·x, if the learner has one and has not made it."""
        if not self.fresh or not rows:
            return []
        refuse_zero_start(self.learner, any(rows[0]))
        self.fresh = False
        self.weights = [w + self.scale * n for w, n in zip(self.weights, rows[0], strict=True)]
        return [start]

    def fold(self, start: int, rows: Rows, labels: tuple[int, ...], skip: int = 0) -> list[int]:
        """Apply the rule to a block of rows without its first `skip`; `start` is the round of the block's first row."""
        if isinstance(self.learner, MarginPerceptron):
            return self.fold_margin(start, rows, skip)
        if isinstance(self.learner, Perceptron):
            return self.fold_signs(start, rows, labels, skip)
        for z in rows[skip:]:
            self.weights = list(map(add, self.weights, z))
        return list(range(start + skip, start + len(rows)))

    def fold_signs(self, start: int, rows: Rows, labels: tuple[int, ...], skip: int) -> list[int]:
        """The Perceptron: the sign of I decides, and at 0 the convention for ties."""
        w, scale, updates = self.weights, self.scale, []
        ties = self.learner.ties if isinstance(self.learner, Perceptron) else "mistake"
        for t, z in enumerate(rows[skip:] if skip else rows, skip):
            if (signed := sum(map(mul, w, z))) <= 0 and (signed or labels[t] != ties):
                w = list(map(add, w, z if scale == 1 else [scale * n for n in z]))
                updates.append(start + t)
        self.weights = w
        return updates

    def fold_margin(self, start: int, rows: Rows, skip: int) -> list[int]:
        """The Margin Perceptron. It starts at zero, so E = D, and ‖W + z‖² = ‖W‖² + 2I + ‖z‖² updates the norm."""
        w, norm2, updates = self.weights, sum(map(mul, self.weights, self.weights)), []
        p2, q2 = self.p**2, self.q**2
        limit = p2 * norm2
        for t, z in enumerate(rows[skip:], skip):
            signed = sum(map(mul, w, z))
            if signed < 0 or q2 * signed * signed < limit:
                w = list(map(add, w, z))
                norm2 += 2 * signed + sum(map(mul, z, z))
                limit = p2 * norm2
                updates.append(start + t)
        self.weights = w
        return updates
