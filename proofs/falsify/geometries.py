"""How the search plays and measures in the geometry of each learner: the one place where its rooms for kernels and Winnow are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify.genomes.population import Genome
from proofs.falsify.judging.custom_learner_evaluator import CustomLearnerEvaluator
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.judging.kernel_evaluator import KernelEvaluator
from proofs.falsify.judging.winnow_evaluator import WinnowEvaluator
from proofs.falsify.moves import against_euclidean, against_kernel, against_winnow, arbitrary
from proofs.falsify.runs.run import Run
from proofs.falsify.starts import euclidean_starts, kernel_starts, winnow_starts


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


EUCLIDEAN = Geometry(Evaluator, against_euclidean.run_of, arbitrary.arbitrary_run, euclidean_starts.runs, euclidean_starts.genomes)
KERNEL = Geometry(KernelEvaluator, against_kernel.run_of, against_kernel.arbitrary_run, kernel_starts.runs, kernel_starts.genomes)
WINNOW = Geometry(WinnowEvaluator, against_winnow.run_of, against_winnow.arbitrary_run, winnow_starts.runs, winnow_starts.genomes)
_OTHERS = {"kernel": KERNEL, "winnow": WINNOW}


def geometry_of(game: Game) -> Geometry:
    """The geometry of the game's learner."""
    return _OTHERS.get(game.learner, EUCLIDEAN)


def evaluator_of(comparison: Comparison, game: Game, nontrivial: bool = False, rule: Rule | None = None) -> Evaluator:
    """The evaluator for a conjecture and a game, against the game's learner or somebody's own."""
    if rule is not None:
        return CustomLearnerEvaluator(comparison, game, rule, nontrivial)
    return geometry_of(game).evaluator(comparison, game, nontrivial)
