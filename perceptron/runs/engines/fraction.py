"""The definition of a run, on plain Fractions: slow, obviously right, and what every other engine is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron.errors import InputError
from perceptron.learners.perceptron import MarginPerceptron
from perceptron.numbers.exact import common_denominator, inner, vector

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import Learner


class FractionFold:
    """Any learner over a sequence, by its own methods. Stateful: `go` continues where it stopped.

    A learner with a method score(w, x) is asked about y·score instead of y⟨w,x⟩."""

    engine = "fraction"

    def __init__(self, learner: Learner, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        self.w = vector(learner.start(examples.dimension), "start of the learner")
        if len(self.w) != examples.dimension:
            raise InputError(f"start has dimension {len(self.w)}, but the examples have dimension {examples.dimension}")
        self.fresh = getattr(learner, "initialises", False)

    def go(self) -> list[int]:
        """One pass; the rounds (0-based) at which the learner made a step."""
        learner, w, updates = self.learner, self.w, []
        score = getattr(learner, "score", inner)
        for t, (x, y) in enumerate(self.examples):
            if self.fresh:
                refuse_zero_start(learner, any(x))
                self.fresh = False
            elif not learner.wants_update(y * score(w, x), inner(w, w), y):
                continue
            w = tuple(learner.step(w, x, y))
            updates.append(t)
        self.w = w
        return updates

    @property
    def denominator(self) -> int:
        """The least integer that clears the weights."""
        return common_denominator(self.w)

    @property
    def weights(self) -> list[int]:
        """The weights times `denominator`."""
        clear = self.denominator
        return [value.numerator * (clear // value.denominator) for value in self.w]


def refuse_zero_start(learner: Learner, nonzero: bool) -> None:
    """The Margin Perceptron divides by ‖w‖, so its first example cannot be the zero vector."""
    if not nonzero and isinstance(learner, MarginPerceptron):
        raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start: its rule divides by ‖w‖")
