"""The definition of a run, on plain Fractions: slow, obviously right, and what every other engine is compared with."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron.errors import InputError
from perceptron.exact import inner, vector

if TYPE_CHECKING:
    from perceptron.examples import Examples
    from perceptron.learners import Learner


class FractionFold:
    """Any learner over a sequence, by its own methods. Stateful: `go` continues where it stopped."""

    engine = "fraction"

    def __init__(self, learner: Learner, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        self.w = vector(learner.start(examples.dimension), "start of the learner")
        if len(self.w) != examples.dimension:
            raise InputError(f"start has dimension {len(self.w)}, but the examples have dimension {examples.dimension}")
        self.fresh = getattr(learner, "initialises", False)

    def go(self) -> list[int]:
        """One pass; the rounds (0-based) at which the learner made a step."""
        rounds = [(t, example.x, example.y) for t, example in enumerate(self.examples)]
        return fraction_fold(self, rounds)

    @property
    def final(self) -> tuple[Fraction, ...]:
        """The weights now."""
        return self.w


def fraction_fold(state: FractionFold, rounds: list[tuple[int, tuple[Fraction, ...], int]]) -> list[int]:
    """The loop itself, over rounds already turned into Fractions (so that the benchmark can time it alone)."""
    learner, w, updates = state.learner, state.w, []
    for t, x, y in rounds:
        if state.fresh:
            state.fresh = False
            refuse_zero_start(learner, any(x))
        elif not learner.wants_update(y * inner(w, x), inner(w, w), y):
            continue
        w = tuple(learner.step(w, x, y))
        updates.append(t)
    state.w = w
    return updates


def refuse_zero_start(learner: Learner, nonzero: bool) -> None:
    """The Margin Perceptron divides by ‖w‖, so its first example cannot be the zero vector."""
    from perceptron.learners import MarginPerceptron

    if not nonzero and isinstance(learner, MarginPerceptron):
        raise InputError(
            "example 0 is the zero vector, from which the Margin Perceptron cannot start: its rule divides by ‖w‖"
        )
