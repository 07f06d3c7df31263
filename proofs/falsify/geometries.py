"""How the search plays and measures in the geometry of each learner: the one place where its rooms for kernels and Winnow are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify import against_kernel, against_winnow, aimed_moves, euclidean_starts
from proofs.falsify.against_kernel import KernelEvaluator
from proofs.falsify.against_winnow import WinnowEvaluator
from proofs.falsify.custom_learner import CustomLearnerEvaluator
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import Genome
from proofs.falsify.run import Run


@dataclass(frozen=True)
class Geometry:
    """Lengths and inner products, as the search meets them.

    evaluator measures runs; run_of plays a genome until a deadline; arbitrary_run reads bytes; extremal_runs and extremal_genomes are where
    to start."""

    evaluator: type[Evaluator]
    run_of: Callable[[Genome, Game, float], Run | None]
    arbitrary_run: Callable[[bytes, Game], Run | None]
    extremal_runs: Callable[[Game], Iterator[Run]]
    extremal_genomes: Callable[[Game], Iterator[Genome]]


EUCLIDEAN = Geometry(
    Evaluator, aimed_moves.run_of, euclidean_starts.arbitrary_run, euclidean_starts.extremal_runs, euclidean_starts.extremal_genomes
)
KERNEL = Geometry(
    KernelEvaluator, against_kernel.run_of, against_kernel.arbitrary_run, against_kernel.extremal_runs, against_kernel.extremal_genomes
)
WINNOW = Geometry(
    WinnowEvaluator, against_winnow.run_of, against_winnow.arbitrary_run, against_winnow.extremal_runs, against_winnow.extremal_genomes
)
_OTHERS = {"kernel": KERNEL, "winnow": WINNOW}


def geometry_of(game: Game) -> Geometry:
    """The geometry of the game's learner."""
    return _OTHERS.get(game.learner, EUCLIDEAN)


def evaluator_of(comparison: Comparison, game: Game, nontrivial: bool = False, rule: Rule | None = None) -> Evaluator:
    """The evaluator for a conjecture and a game, against the game's learner or somebody's own."""
    if rule is not None:
        return CustomLearnerEvaluator(comparison, game, rule, nontrivial)
    return geometry_of(game).evaluator(comparison, game, nontrivial)
