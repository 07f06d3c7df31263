"""Which umpire a game has: the learners differ in how lengths and inner products are meant, or are somebody's own."""

from __future__ import annotations

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify.judging.custom_learner_evaluator import ObjectUmpire
from proofs.falsify.judging.evaluator import Umpire
from proofs.falsify.judging.kernel_evaluator import KernelUmpire
from proofs.falsify.judging.winnow_evaluator import WinnowUmpire

_OF_LEARNERS: dict[str, type[Umpire]] = {"kernel": KernelUmpire, "winnow": WinnowUmpire}


def umpire_of(comparison: Comparison, game: Game, nontrivial: bool = False, rule: Rule | None = None) -> Umpire:
    """The umpire for a conjecture and a game, against the game's learner or somebody's own."""
    if rule is not None:
        return ObjectUmpire(comparison, game, rule, nontrivial)
    return _OF_LEARNERS.get(game.learner, Umpire)(comparison, game, nontrivial)
