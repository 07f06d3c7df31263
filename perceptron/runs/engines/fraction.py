"""The definition of a run, on plain Fractions. It is slow and plain, and every other engine is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import MarginPerceptron
from perceptron.numbers.exact import clear_values, common_denominator

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import AnyLearner


class FractionFold(Stepper):
    """Any learner over a sequence, by its own methods, which `Stepper` asks. Each `go` continues where the last one stopped."""

    engine = "fraction"

    def __init__(self, learner: AnyLearner, examples: Examples) -> None:
        super().__init__(learner, examples.dimension)
        self.examples = examples

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        updates = []
        for t, (x, y) in enumerate(self.examples):
            if self.fresh:
                refuse_zero_start(self.learner, any(x))
            if self.step(x, y):
                updates.append(t)
        return updates

    @property
    def denominator(self) -> int:
        """The least common denominator of the weights."""
        return common_denominator(self.coordinates)

    @property
    def weights(self) -> list[int]:
        """The weights times `denominator`."""
        return clear_values(self.coordinates)[0]


def refuse_zero_start(learner: AnyLearner, nonzero: bool) -> None:
    """Raises InputError if the Margin Perceptron, whose rule divides by ‖w‖, starts from the zero vector."""
    if not nonzero and isinstance(learner, MarginPerceptron):
        raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start: its rule divides by ‖w‖")
