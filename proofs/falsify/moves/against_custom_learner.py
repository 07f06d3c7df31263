"""The same moves against anybody's learner object: its rule is asked exactly, its threshold found by asking."""

from __future__ import annotations

import math
from collections.abc import Iterator

from perceptron.numbers.enclosure import Undecided, precision
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import PRECISIONS, Rule
from proofs.falsify.moves.against_euclidean import EuclideanMoves
from proofs.falsify.runs.custom_learner_session import Overlong, Session
from proofs.falsify.runs.run import Run, Vector


class CustomLearnerMoves(EuclideanMoves):
    """The moves that a genome makes against a learner object; `w` is what it multiplies an example with, in grid units."""

    def __init__(self, genes: tuple[int, ...], game: Game, rule: Rule, deadline: float = math.inf) -> None:
        super().__init__(genes, game)
        self.session = Session(rule, self.gamma, len(self.w), self.grid, deadline)
        self.w = self.session.floats()

    def rolled(self, deadline: float) -> Iterator[Vector]:
        try:
            yield from super().rolled(deadline)
        except (Overlong, Undecided):
            return  # so far and no further

    def run(self, deadline: float) -> Run | None:
        with precision(PRECISIONS[0]):
            return super().run(deadline)

    def take(self, z: Vector) -> None:
        y = self.next_label()
        if self.session.take(z, y):
            self.w = self.session.floats()
        self.note(z, y)

    def threshold(self) -> float:
        return 0.0 if self.session.fresh else self.session.threshold(self.next_label(), self.longest)

    def allowed(self, z: Vector) -> bool:
        return any(z) and self.session.wants(z, self.next_label())
