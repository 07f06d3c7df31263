"""One run of one learner over one sequence: the only fold, and the record that proofs, search and audits read.

What every trace of an additive learner satisfies, exactly (tests/perceptron/test_trace_facts.py):

    w(k+1) = w(k) + z(k)       z(k) = y·x of the k-th update round; w does not change between updates
    ⟨w(k), z(k)⟩ ≤ 0           at every update of the Perceptron, and never < 0 on another round
    ⟨w(k), z(k)⟩ < (1−ε)γ‖w(k)‖   at every counted update of the Margin Perceptron, and on no other round
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from perceptron.data.examples import Examples
from perceptron.learners.perceptron import Learner
from perceptron.runs.engines import start_fold

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Trace:
    """A finished run.

    updates: the 0-based rounds at which the rule fired, in order. An x = 0 can fire it too (y⟨w,x⟩ = 0): that round
    counts, though w stays. The initialising round of the Margin Perceptron is among them, but not among `counted`.
    final: the weights after the last round, kept as final_numerators / final_denominator. engine: which engine did the
    work.
    """

    learner: Learner
    examples: Examples
    updates: tuple[int, ...]
    final_numerators: tuple[int, ...]
    final_denominator: int
    engine: str

    @property
    def final(self) -> Vector:
        """The weights after the last round."""
        return tuple(Fraction(n, self.final_denominator) for n in self.final_numerators)

    @property
    def counted(self) -> tuple[int, ...]:
        """The update rounds that M counts: all but the initialising one."""
        return self.updates[1:] if getattr(self.learner, "initialises", False) else self.updates

    @property
    def M(self) -> int:
        """The number of counted updates."""
        return len(self.counted)

    @property
    def T(self) -> int:
        """The number of rounds."""
        return len(self.examples)

    def steps(self) -> Iterator[Vector]:
        """z(k) = y·x of the update rounds, in order (the initialising round included)."""
        for t in self.updates:
            example = self.examples[t]
            yield tuple(example.y * value for value in example.x)

    def weights(self) -> Iterator[tuple[int, Vector]]:
        """(t, w before round t) for every round t, exactly. The same tuple is yielded while w does not change."""
        w = tuple(self.learner.start(self.examples.dimension))
        updates = set(self.updates)
        for t in range(self.T):
            yield t, w
            if t in updates:
                example = self.examples[t]
                w = tuple(self.learner.step(w, example.x, example.y))


def run(learner: Learner, examples: Examples, engine: str = "auto") -> Trace:
    """Run the learner once over the examples, in order.

    engine: "auto", or one of "fraction", "int", "flint", "numba" (see `perceptron.runs.engines`; all give the same trace).
    Raises InputError if the dimension of the learner's start is not that of the examples, or the Margin Perceptron's
    first example is the zero vector.
    """
    fold = start_fold(learner, examples, engine)
    updates = tuple(fold.go())
    return Trace(learner, examples, updates, tuple(fold.weights), fold.denominator, fold.engine)
