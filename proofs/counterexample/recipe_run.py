"""A recipe's run, followed example by example in whole numbers: what `replay` does for a run that is kept, in bounded memory.

The run is made twice at once, by definition and by the learner object of `perceptron`, each with weights of its own; they have to agree in
every round."""

from __future__ import annotations

from fractions import Fraction

from perceptron.errors import InputError
from proofs.conjecture.learners.euclidean import Euclidean, EuclideanRun, Step, inner
from proofs.counterexample.measurement import Replay
from proofs.counterexample.recipe import Recipe
from proofs.counterexample.replay import measured


class DoubleRun(EuclideanRun):
    """A run, and the learner object beside it; `difference` says where that one does otherwise (empty if nowhere)."""

    def __init__(self, found: Recipe, opponent: Euclidean) -> None:
        source = found.source
        super().__init__(opponent, source.steps(), source.below, found.u, found.gamma)
        self.learner, self.other, self.played, self.difference = found.learner, list(self.w), 0, ""

    def update(self, step: Step) -> bool:
        z, y = step
        first = self.fresh
        counted = super().update(step)
        length2 = inner(self.other, self.other) if self.asks_length else 0  # the Perceptron's rule does not ask for it
        product, square = Fraction(inner(self.other, z), self.square), Fraction(length2, self.square)
        also = first or self.learner.wants_update(product, square, y)
        if also:
            self.other = [a + b for a, b in zip(self.other, z, strict=True)]
        if also != (counted or first) and not self.difference:
            self.difference = f"round {self.played}"
        self.played += 1
        return counted


def followed(found: Recipe) -> tuple[Replay, str]:
    """The run and its measurements, and where the learner object does otherwise. Raises InputError where the learner cannot begin."""
    opponent = found.game.opponent
    if not isinstance(opponent, Euclidean):
        raise InputError(f"learner {opponent.name}: its runs are not recipes")
    run = DoubleRun(found, opponent)
    play = measured(run, found.gamma, opponent.eps, listed=False)
    if not play.T:
        raise InputError("there is no example")
    return play, run.difference or ("the final weights" if run.w != run.other else "")
