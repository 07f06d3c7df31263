"""What is measured over all rounds of a run and not over its updates alone: mistakes, losses, the final weights on every example."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from operator import mul
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import Enclosed
from proofs.conjecture import ALL_ROUNDS, Comparison, Root, Value
from proofs.conjecture.game import Game
from proofs.falsify.runs.run import Run, Vector


class AllRounds:
    """The sums over the rounds of one run, which are told one by one."""

    def __init__(self, run: Run, ties: str | int) -> None:
        self.run, self.ties = run, ties
        self.errors, self.squares, self.slack, self.slack2 = 0, 0, 0, 0
        self.loss: Any = Fraction(0)
        self.loss2: Any = Fraction(0)

    def note(self, z: Vector, y: int, inner: Any) -> None:
        """A round, and y times the learner's score before it."""
        run = self.run
        self.errors += is_mistake(inner, y, self.ties)
        if inner < 1:
            self.loss += 1 - inner
            self.loss2 += (1 - inner) ** 2
        self.squares += sum(map(mul, z, z))
        short = run.gamma.numerator * run.grid * run.unit - run.gamma.denominator * sum(map(mul, run.u, z))
        if short > 0:
            self.slack, self.slack2 = self.slack + short, self.slack2 + short * short

    def values(self, finals: Sequence[Any]) -> dict[str, Value]:
        """The names ALL_ROUNDS; finals: y times the final weights' score on every round."""
        run, g = self.run, self.run.gamma
        below = g.denominator * run.grid * run.unit
        return {
            "E": self.errors,
            "L": self.loss,
            "L2": length(self.loss2),
            "F": min(finals, default=None),
            "S2_all": Fraction(self.squares, run.grid**2),
            "TD_all": Fraction(self.slack, below),
            "H_all": Fraction(self.slack, below) / g if g else None,
            "H2_all": Root(Fraction(self.slack2, below * below) / (g * g)) if g else None,
        }


def euclidean(run: Run, game: Game) -> dict[str, Value]:
    """The names ALL_ROUNDS of a run of one of the learners with Euclid's lengths."""
    opponent, grid2 = game.opponent, run.grid**2
    rule, fresh = opponent.rule(run.gamma, run.grid), opponent.initialises  # type: ignore[attr-defined]
    w, sums = list(run.start or (0,) * run.dimension), AllRounds(run, opponent.ties)
    passes = chain.from_iterable(zip(run.moves, run.labels, strict=True) for _ in range(game.repeats))
    for z, y in passes:
        inner = sum(map(mul, w, z))
        sums.note(z, y, Fraction(inner, grid2))
        if fresh or rule(inner, sum(map(mul, w, w)), y):
            w = [a + b for a, b in zip(w, z, strict=True)]
        fresh = False
    return sums.values([Fraction(sum(map(mul, w, z)), grid2) for z in run.moves])


def length(square: Any) -> Value:
    """√square; None where a root that was taken leaves its sign open."""
    if isinstance(square, Enclosed):
        return Enclosed(square.ball.sqrt()) if square.ball > 0 else None
    return Root(Fraction(square))


def refuse(comparison: Comparison, game: Game, own: bool) -> bool:
    """Whether the conjecture asks about all rounds. Raises InputError where those are not measured."""
    asked = sorted(comparison.names & ALL_ROUNDS)
    if asked and not own and not game.is_euclidean:
        raise InputError(f"{', '.join(asked)}: not measured for the learner {game.learner}, only for those with Euclid's inner product")
    return bool(asked)
