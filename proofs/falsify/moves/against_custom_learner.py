"""The same moves against anybody's learner object: its rule is asked exactly, its threshold found by asking."""

from __future__ import annotations

import math
from collections.abc import Iterator

from perceptron.numbers.enclosure import Undecided, precision
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import PRECISIONS, Rule
from proofs.falsify.moves.against_euclidean import PUSHES, EuclideanMoves
from proofs.falsify.moves.aimed_move import aimed_move
from proofs.falsify.runs.custom_learner_session import Overlong, Session
from proofs.falsify.runs.run import Run, Vector

PATIENT_ROUNDS = 2
WRONG = 1e-3  # of a squared length


class CustomLearnerMoves(EuclideanMoves):
    """The moves that a genome makes against a learner object; `w` is what it multiplies an example with, in grid units."""

    def __init__(self, genes: tuple[int, ...], game: Game, rule: Rule, deadline: float = math.inf) -> None:
        super().__init__(genes, game)
        self.session = Session(rule, self.gamma, len(self.w), self.grid, deadline)
        self.w = self.session.floats()
        self.idle = 0  # rounds in a row that made no step

    def rolled(self, deadline: float) -> Iterator[Vector]:
        try:
            yield from super().rolled(deadline)
        except (Overlong, Undecided):
            return  # so far and no further

    def run(self, deadline: float) -> Run | None:
        with precision(PRECISIONS[0]):
            return super().run(deadline)

    def next_move(self, t: int) -> Vector | None:
        """The move of round t. Where no move makes a step, a learner whose state changes may wait for something: then the move that was
        aimed is played all the same, a few times in a row."""
        move = super().next_move(t)
        if move is not None or self.idle >= PATIENT_ROUNDS or not self.session.changed:
            self.idle = 0 if move is not None else self.idle
            return move
        self.idle += 1
        if self.pads or self.d == 1:
            return None
        wrong = -WRONG * self.longest**2  # well on the wrong side
        for push in PUSHES:
            turn = self.slack, self.side, push, self.played
            z = aimed_move(self.w[: self.d], self.p, self.length * self.longest, self.longest, self.grid, lambda: wrong, *turn)
            if z is not None and sum(n * n for n in z) <= self.longest**2:
                return z
        return None

    def take(self, z: Vector) -> None:
        y = self.next_label()
        if self.session.take(z, y):
            self.w = self.session.floats()
        self.note(z, y)

    def threshold(self) -> float:
        return 0.0 if self.session.fresh else self.session.threshold(self.next_label(), self.longest)

    def allowed(self, z: Vector) -> bool:
        return any(z) and self.session.wants(z, self.next_label())
