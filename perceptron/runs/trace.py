"""One run of one learner over one sequence, and the record of it that proofs, search and audits read.

Every trace of an additive learner satisfies, exactly (tests/perceptron/test_engines.py):

    w(k+1) = w(k) + z(k)       z(k) = y·x of the k-th update round; w does not change between updates
    ⟨w(k), z(k)⟩ ≤ 0           at every update of the Perceptron, and never < 0 on another round
    ⟨w(k), z(k)⟩ < (1−ε)γ‖w(k)‖   at every counted update of the Margin Perceptron, and on no other round
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction

from perceptron.data.examples import Examples
from perceptron.learners.learner import Stepper, initialises
from perceptron.learners.perceptron import AnyLearner
from perceptron.runs.engines import final_weights, start_fold

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Trace:
    """A finished run.

    updates    the rounds with an update, from 0, in order. A round with x = 0 can be one (y⟨w,x⟩ = 0): it counts, though w
               does not change. The initialising round of the Margin Perceptron is one of them, but not one of `counted`.
    final      the weights after the last round, d Fractions
    engine     the engine that made the run
    """

    learner: AnyLearner
    examples: Examples
    updates: tuple[int, ...]
    final: Vector
    engine: str

    @property
    def counted_rounds(self) -> tuple[int, ...]:
        """The update rounds that M counts: all except the initialising one."""
        return self.updates[initialises(self.learner) :]

    @property
    def M(self) -> int:
        """The number of counted updates."""
        return len(self.counted_rounds)

    @property
    def T(self) -> int:
        """The number of rounds."""
        return len(self.examples)

    def steps(self) -> Iterator[Vector]:
        """z(k) = y·x of the update rounds, in order, with the initialising one."""
        for t in self.updates:
            example = self.examples[t]
            yield tuple(example.y * value for value in example.x)

    def states(self) -> Iterator[Vector]:
        """The weights at the start and after each update, by the learner's own steps."""
        stepper = Stepper(deepcopy(self.learner), self.examples.dimension)
        yield stepper.coordinates
        for t in self.updates:
            stepper.move(*self.examples[t])
            yield stepper.coordinates

    def lives(self) -> Iterator[tuple[int, int, Vector]]:
        """(first, last, w) for each of `states` that a round met: w before the rounds first … last − 1."""
        ends = (*(t + 1 for t in self.updates), self.T)
        for first, last, w in zip((0, *ends), ends, self.states(), strict=False):
            if first < last:
                yield first, last, w

    def weights(self) -> Iterator[tuple[int, Vector]]:
        """(t, w before round t) for every round t. While w does not change, the same tuple object is yielded."""
        return ((t, w) for first, last, w in self.lives() for t in range(first, last))


def run(learner: AnyLearner, examples: Examples, engine: str = "auto") -> Trace:
    """Run the learner once over the examples, in order.

    learner     any `Learner`
    examples    T rounds of dimension d
    engine      "auto", "fraction", "int" or "certified" (see `perceptron.runs.engines`); all give the same trace

    Raises InputError if the learner starts from another dimension than d, or if the Margin Perceptron's first example is the
    zero vector.

        >>> from perceptron import Perceptron
        >>> trace = run(Perceptron(), Examples([["3/5", "4/5"], [1, 0]], [1, -1]))
        >>> trace.updates, trace.final
        ((0, 1), (Fraction(-2, 5), Fraction(4, 5)))
    """
    fold = start_fold(learner, examples, engine)
    return Trace(learner, examples, tuple(fold.go()), final_weights(fold), fold.engine)
