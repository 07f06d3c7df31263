"""Repeated passes over the same examples, until a pass makes no update or it is certain that the learner will not halt as promised."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.learner import initialises
from perceptron.learners.perceptron import AnyLearner, MarginPerceptron
from perceptron.runs.engines import final_weights, start_fold


@dataclass(frozen=True)
class Passes:
    """The result of repeated passes.

    passes     how many were made; the last one without an update if `halted`
    rounds     of every update, counted from 0 over all passes; M does not count an initialising one
    final      the weights after the last pass, d Fractions
    halted     whether the last pass made no update
    reason     one line that says why the passes ended
    engine     the engine that made them
    """

    learner: AnyLearner
    examples: Examples
    passes: int
    rounds: array[int]
    final: tuple[Fraction, ...]
    halted: bool
    reason: str
    engine: str = ""

    @property
    def updates(self) -> tuple[tuple[int, int], ...]:
        """(pass, round) of every update, both from 0."""
        return tuple(divmod(t, len(self.examples)) for t in self.rounds)

    @property
    def counted_rounds(self) -> list[int]:
        """The round, from 0 in each pass, of every update that M counts."""
        n = len(self.examples)
        return [t % n for t in self.rounds[initialises(self.learner) :]]

    @property
    def T(self) -> int:
        """The number of rounds over all passes."""
        return self.passes * len(self.examples)

    @property
    def M(self) -> int:
        """The number of counted updates over all passes."""
        return max(0, len(self.rounds) - initialises(self.learner))

    def sequence(self) -> Examples:
        """The examples of all passes in a row. One run over it makes the same updates."""
        return self.examples.repeat(self.passes)


def passes(learner: AnyLearner, examples: Examples, limit: int = 1000, engine: str = "auto") -> Passes:
    """Run over the examples until a pass makes no update, but at most `limit` times.

    learner     any `Learner`
    examples    T rounds of dimension d
    limit       the most passes, at least 1
    engine      as for `run`

    The Margin Perceptron stops earlier, after the first pass that takes it beyond 2R²/(ε²γ²) − 2/ε updates, where R is the length of the
    longest example (8/γ² − 4 for unit examples and ε = 1/2). No data with margin γ allows this number of updates. So γ exceeds the true
    margin, and the learner may never halt. Raises InputError as `run` does, and for a limit below 1.

        >>> from perceptron import Examples, Perceptron
        >>> result = passes(Perceptron(), Examples([[2, 1], [1, 1]], [1, -1]))
        >>> result.halted, result.passes, result.M
        (True, 9, 13)
    """
    if type(limit) is not int or limit < 1:
        raise InputError(f"the limit of passes must be a positive integer, not {limit!r}")
    fold = start_fold(learner, examples, engine)
    margin = learner if isinstance(learner, MarginPerceptron) else None
    most = floor(margin.bound(Fraction(examples.longest2(), examples.denominator**2))) if margin else 0
    rounds = array("q")
    reason = f"no end in {limit} {'pass' if limit == 1 else 'passes'}: the examples may not be separable, or only by a small margin"
    halted, count = False, 0
    while count < limit and not halted:
        new = fold.go()
        rounds.extend(count * len(examples) + t for t in new)
        count += 1
        halted = not new
        updates = len(rounds) - 1
        if not halted and margin is not None and updates > most:
            reason = (
                f"{updates} updates exceed ⌊2R²/(ε²γ²) − 2/ε⌋ = {most}: gamma = {margin.gamma} is above the true "
                "margin of the examples, and the Margin Perceptron may never halt on them"
            )
            break
    if halted:
        reason = "a pass without an update"
    return Passes(learner, examples, count, rounds, final_weights(fold), halted, reason, fold.engine)
