"""The same moves against anybody's learner object: its rule is asked exactly, its threshold found by asking."""

from __future__ import annotations

from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify.moves.against_euclidean import EuclideanMoves
from proofs.falsify.runs.custom_learner_session import Session
from proofs.falsify.runs.run import Vector


class CustomLearnerMoves(EuclideanMoves):
    """The moves that a genome makes against a learner object; `w` are its weights in grid units."""

    def __init__(self, genes: tuple[int, ...], game: Game, rule: Rule) -> None:
        super().__init__(genes, game)
        self.session = Session(rule, self.gamma, len(self.w), self.grid)
        self.w = self.session.floats()

    def take(self, z: Vector) -> None:
        y = self.next_label()
        if self.session.take(z, y):
            self.w = self.session.floats()
        self.note(z, y)

    def threshold(self) -> float:
        return 0.0 if self.session.fresh else self.session.threshold(self.next_label(), self.longest)

    def allowed(self, z: Vector) -> bool:
        return any(z) and self.session.wants(z, self.next_label())
