"""The adversary that plays in feedback: from a genome to exact moves, each one chosen after a look at the learner's weights.

A run of many rounds can also be streamed: its moves are then made while they are looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import cast

from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify import custom_learner, passes_and_classes
from proofs.falsify.aimed_moves import EuclideanMoves
from proofs.falsify.geometries import geometry_of
from proofs.falsify.run import Run, Vector

_KEPT = 64  # moves that a streamed run remembers, more than a deviation looks back


def run_of(genes: tuple[int, ...], game: Game, rule: Rule | None = None, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays against the game's learner, or somebody's own, cut off at the deadline (monotonic time); None if it
    cannot make a single move."""
    made = _once(genes, game, rule, deadline)
    if made is None or not passes_and_classes.are_asked(game):
        return made
    return passes_and_classes.in_passes(made, game, genes[passes_and_classes.GENE], rule, deadline)


def _once(genes: tuple[int, ...], game: Game, rule: Rule | None, deadline: float) -> Run | None:
    """The run of a genome, or the first pass of it."""
    if game.coordinates:
        return passes_and_classes.run_of_class(genes, game, deadline)
    if rule is None:
        return geometry_of(game).run_of(genes, game, deadline)
    return custom_learner.run_of(genes, game, rule, deadline)


def streamed_run(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run:
    """The run of a genome, with moves that are made while they are looked at and not kept, so that a million rounds take no more
    memory than a hundred. Its length is known only afterwards; no passes, and no declared radius."""
    state = EuclideanMoves(genes, game)
    made = Moves(genes, game, deadline)
    u = (state.U.numerator, *(0,) * (made.dimension - 1))
    labels = cast("tuple[int, ...]", Labels(state, made))
    return Run(state.grid, cast("tuple[Vector, ...]", made), labels, u, state.U.denominator, state.gamma)


class _Rolling(EuclideanMoves):
    """Moves of which only the last are kept."""

    def note(self, z: Vector, y: int) -> None:
        super().note(z, y)
        if len(self.moves) > 2 * _KEPT:
            del self.moves[:_KEPT], self.labels[:_KEPT]


class Moves:
    """The moves of a genome, made afresh each time they are gone through; the length is that of the last time."""

    def __init__(self, genes: tuple[int, ...], game: Game, deadline: float) -> None:
        self.genes, self.game, self.deadline, self.count = genes, game, deadline, 0
        self.dimension = game.dimension or len(EuclideanMoves(genes, game).w)

    def __iter__(self) -> Iterator[Vector]:
        self.count = 0
        for z in _Rolling(self.genes, self.game).rolled(self.deadline):
            self.count += 1
            yield (*z, *(0,) * (self.dimension - len(z))) if len(z) < self.dimension else z

    def __len__(self) -> int:
        return self.count


class Labels:
    """The labels that go with them."""

    def __init__(self, state: EuclideanMoves, moves: Moves) -> None:
        self.state, self.moves = state, moves

    def __getitem__(self, t: int) -> int:
        return self.state.label_at(t)

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[int]:
        return map(self.state.label_at, range(len(self)))
