"""The exact engine of any size: the rules of the known learners multiplied out until only integers are left.

With x = n/D, z = y·n and w = W/E (E a multiple of D) the sign of y⟨w,x⟩ is the sign of I = ⟨W,z⟩, a step is W +=
(E/D)·z, and the rule of the Margin Perceptron, y⟨w,x⟩ < c‖w‖ with c = (1−ε)γ, becomes I < (p/q)·‖W‖ with p/q = c·D,
that is I < 0 or q²I² < p²‖W‖².
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from operator import add, mul
from typing import TYPE_CHECKING

from perceptron.engines.fraction import refuse_zero_start
from perceptron.errors import InputError
from perceptron.exact import common_denominator
from perceptron.learners import Hebb, MarginPerceptron, Perceptron

if TYPE_CHECKING:
    from perceptron.examples import Examples
    from perceptron.learners import Learner


def is_known(learner: Learner) -> bool:
    """Whether this engine has the learner's rule: exactly these classes, since a subclass may change it."""
    return type(learner) in (Perceptron, MarginPerceptron, Hebb)


class IntegerFold:
    """A known learner over a sequence in Python integers. Stateful: `go` continues where it stopped."""

    engine = "int"

    def __init__(self, learner: Learner, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        start = learner.start(examples.dimension)
        clear = common_denominator(start)
        self.denominator = lcm(clear, examples.denominator)  # E
        self.scale = self.denominator // examples.denominator  # E/D
        self.weights = [value.numerator * (self.denominator // value.denominator) for value in start]  # W
        self.fresh = bool(getattr(learner, "initialises", False))
        self.ratio = learner.threshold * examples.denominator if isinstance(learner, MarginPerceptron) else None  # p/q

    def go(self) -> list[int]:
        """One pass; the rounds (0-based) at which the learner made a step."""
        return self._go(0)

    def _go(self, first: int) -> list[int]:
        """The rounds from `first` on."""
        updates = []
        rows = self.examples.folded()
        if self.fresh and first < len(rows):
            refuse_zero_start(self.learner, any(rows[first]))
            self.fresh = False
            self._add(rows[first])
            updates.append(first)
            first += 1
        return updates + self._fold(rows, first)

    def _add(self, z: tuple[int, ...]) -> None:
        self.weights = [w + self.scale * n for w, n in zip(self.weights, z, strict=True)]

    def _fold(self, rows: tuple[tuple[int, ...], ...], first: int) -> list[int]:
        if isinstance(self.learner, Hebb):
            for z in rows[first:]:
                self._add(z)
            return list(range(first, len(rows)))
        if isinstance(self.learner, MarginPerceptron):
            return self._fold_margin(rows, first)
        return self._fold_signs(rows, first)

    def _fold_signs(self, rows: tuple[tuple[int, ...], ...], first: int) -> list[int]:
        """The Perceptron: only the sign of I matters, and at 0 the label and the convention."""
        w, scale, labels, updates = self.weights, self.scale, self.examples.labels, []
        ties = self.learner.ties if isinstance(self.learner, Perceptron) else "mistake"
        for t in range(first, len(rows)):
            z = rows[t]
            signed = sum(map(mul, w, z))
            if signed < 0 or (signed == 0 and labels[t] != ties):
                w = list(map(add, w, z if scale == 1 else [scale * n for n in z]))
                updates.append(t)
        self.weights = w
        return updates

    def _fold_margin(self, rows: tuple[tuple[int, ...], ...], first: int) -> list[int]:
        """The Margin Perceptron; it starts at zero, so E = D and ‖W + z‖² = ‖W‖² + 2I + ‖z‖² carries the norm along."""
        w, norm2, updates = self.weights, sum(map(mul, self.weights, self.weights)), []
        if self.ratio is None:
            raise InputError("the margin rule needs a threshold")
        p2, q2 = self.ratio.numerator**2, self.ratio.denominator**2
        for t in range(first, len(rows)):
            z = rows[t]
            signed = sum(map(mul, w, z))
            if signed < 0 or q2 * signed * signed < p2 * norm2:
                w = list(map(add, w, z))
                norm2 += 2 * signed + sum(map(mul, z, z))
                updates.append(t)
        self.weights = w
        return updates

    @property
    def final(self) -> tuple[Fraction, ...]:
        """The weights now."""
        return tuple(Fraction(w, self.denominator) for w in self.weights)
