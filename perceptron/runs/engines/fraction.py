"""The definition of a run, on plain Fractions. It is slow and plain, and every other engine is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron.errors import InputError
from perceptron.learners.perceptron import MarginPerceptron
from perceptron.numbers.exact import common_denominator, dot, vector

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import Learner


class FractionFold:
    """Any learner over a sequence, by its own methods. Each `go` continues where the last one stopped.

    For a learner with a method score(w, x), y·score takes the place of y⟨w,x⟩.
    """

    engine = "fraction"

    def __init__(self, learner: Learner, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        self.w = vector(learner.start(examples.dimension), "start of the learner")
        if len(self.w) != examples.dimension:
            raise InputError(f"start has dimension {len(self.w)}, but the examples have dimension {examples.dimension}")
        self.fresh = getattr(learner, "initialises", False)

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        learner, w, updates = self.learner, self.w, []
        score = getattr(learner, "score", dot)
        for t, (x, y) in enumerate(self.examples):
            if self.fresh:
                refuse_zero_start(learner, any(x))
                self.fresh = False
            elif not learner.wants_update(y * score(w, x), dot(w, w), y):
                continue
            w = tuple(learner.step(w, x, y))
            updates.append(t)
        self.w = w
        return updates

    @property
    def denominator(self) -> int:
        """The least common denominator of the weights."""
        return common_denominator(self.w)

    @property
    def weights(self) -> list[int]:
        """The weights times `denominator`."""
        clear = self.denominator
        return [value.numerator * (clear // value.denominator) for value in self.w]


def refuse_zero_start(learner: Learner, nonzero: bool) -> None:
    """Raises InputError if the Margin Perceptron, whose rule divides by ‖w‖, starts from the zero vector."""
    if not nonzero and isinstance(learner, MarginPerceptron):
        raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start: its rule divides by ‖w‖")
