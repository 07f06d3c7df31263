"""Which umpire a game has: the learners differ in how lengths and inner products are meant, or are somebody's own."""

from __future__ import annotations

from proofs.falsify.kernel_umpire import KernelUmpire
from proofs.falsify.learner import Rule
from proofs.falsify.objects import ObjectUmpire
from proofs.falsify.play import Umpire
from proofs.falsify.winnow_umpire import WinnowUmpire
from proofs.game import Game
from proofs.language import Comparison

_OF_LEARNERS: dict[str, type[Umpire]] = {"kernel": KernelUmpire, "winnow": WinnowUmpire}


def umpire_of(comparison: Comparison, game: Game, nontrivial: bool = False, rule: Rule | None = None) -> Umpire:
    """The umpire for a conjecture and a game, against the game's learner or somebody's own."""
    if rule is not None:
        return ObjectUmpire(comparison, game, rule, nontrivial)
    return _OF_LEARNERS.get(game.learner, Umpire)(comparison, game, nontrivial)
