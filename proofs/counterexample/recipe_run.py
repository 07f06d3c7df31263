"""A recipe's run, followed example by example: what `replay` does for a run that is kept, in bounded memory.

The run is made twice, by definition and by the learner object of `perceptron`, each with weights of its own; they have to agree. Against a
kernel, the second way keeps the score of every point and the first one the coefficients."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from perceptron.errors import InputError
from perceptron.learners.foreign import Play
from perceptron.numbers.enclosure import Enclosed
from proofs.conjecture import ALL_ROUNDS
from proofs.conjecture.learners.euclidean import Euclidean, EuclideanRun, Step, inner
from proofs.conjecture.learners.kernel import KernelRun
from proofs.counterexample.measurement import Replay
from proofs.counterexample.recipe import Recipe, Source
from proofs.counterexample.replay import measured


class Steps:
    """A source's rounds in whole numbers over `below`; they can be gone through any number of times."""

    def __init__(self, source: Source, below: int) -> None:
        self.source, self.times = source, below // source.below

    def __iter__(self) -> Iterator[Step]:
        if self.times == 1:
            return self.source.steps()
        return ((tuple(self.times * n for n in z), y) for z, y in self.source.steps())


class DoubleRun(EuclideanRun):
    """A run, and the learner object beside it; `difference` says where that one does otherwise (empty if nowhere)."""

    def __init__(self, found: Recipe, opponent: Euclidean) -> None:
        below = lcm(found.source.below, *(value.denominator for value in found.start or ()))
        super().__init__(opponent, Steps(found.source, below), below, found.u, found.gamma, found.start)
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
    opponent, wide = found.opponent, bool(found.comparison.names & ALL_ROUNDS)
    run = DoubleRun(found, opponent) if isinstance(opponent, Euclidean) else opponent.exact_run(found.given)
    play = measured(run, found.gamma, opponent.eps, listed=False, wide=wide)
    if not play.T:
        raise InputError("there is no example")
    if isinstance(run, DoubleRun):
        return play, run.difference or ("the final weights" if run.w != run.other else "")
    return play, _kernel_difference(found, run, play) if isinstance(run, KernelRun) else _difference(found, play)


def _difference(found: Recipe, play: Replay) -> str:
    """Where the learner object, asked round by round, does otherwise."""
    again = Play(found.learner, found.dimension)
    updates = sum(again.round(x, y) for x, y in found.rounds)
    if updates != len(play.counted):
        return "the number of updates"
    known = not any(isinstance(value, Enclosed) for value in play.final)
    return "the final weights" if known and again.w != play.final else ""


def _kernel_difference(found: Recipe, run: KernelRun, play: Replay) -> str:
    """Where a run that keeps the score of every point does otherwise."""
    numbers = sorted({x for x, _ in run.rounds})
    scores = dict.fromkeys(numbers, Fraction(0))
    for (x, y), weight in zip(run.rounds, play.final, strict=True):
        score = y * scores[x]
        updates = run.always or score < 0 or (score == 0 and found.game.ties != y)
        if updates != bool(weight):
            return "the update rounds"
        for z in numbers if updates else ():
            if k := run.product(x, z):
                scores[z] += y * k
    return ""
