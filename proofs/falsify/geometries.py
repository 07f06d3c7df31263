"""The search's interface to each learner, by its geometry: how a genome is played, how a run is measured, where to start.

This is the one place where the rooms for kernels and Winnow are named. The adversary plays in feedback: from a genome to exact moves, each
one chosen after a look at the learner's weights (`run_of`). `draw_game` gives a few runs of a game, for callers that check a claim on runs
instead of attacking it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.learners import ExactRun
from proofs.counterexample.learner_object import CustomLearner
from proofs.falsify import against_euclidean, against_kernel, against_learner_object, against_winnow, passes_and_classes
from proofs.falsify.against_euclidean import LENGTH
from proofs.falsify.against_kernel import PointsRun
from proofs.falsify.against_winnow import ExponentsRun
from proofs.falsify.evaluator import Evaluator, exact_run
from proofs.falsify.genomes import Genome, alphabet
from proofs.falsify.run import Run


@dataclass(frozen=True)
class Geometry:
    """Lengths and inner products, as the search meets them.

    exact_run plays a run; run_of plays a genome until a deadline; arbitrary_run reads bytes; extremal_genomes are where to start, and so
    are the known families, or for a kernel its own."""

    exact_run: Callable[[Run, Game], ExactRun]
    run_of: Callable[[Genome, Game, float], Run | None]
    arbitrary_run: Callable[[bytes, Game], Run | None]
    extremal_genomes: Callable[[Game], Iterator[Genome]]


EUCLIDEAN = Geometry(exact_run, against_euclidean.run_of, against_euclidean.arbitrary_run, against_euclidean.extremal_genomes)
_OTHERS = {
    "kernel": Geometry(PointsRun, against_kernel.run_of, against_kernel.arbitrary_run, against_kernel.extremal_genomes),
    "winnow": Geometry(ExponentsRun, against_winnow.run_of, against_euclidean.arbitrary_run, against_winnow.extremal_genomes),
}


def geometry_of(game: Game) -> Geometry:
    """The geometry of the game's learner."""
    return _OTHERS.get(game.learner, EUCLIDEAN)


def evaluator_of(comparison: Comparison, game: Game, nontrivial: bool = False, rule: CustomLearner | None = None) -> Evaluator:
    """The evaluator for a conjecture and a game, against the game's learner or a user-supplied one."""
    if game.learner == "kernel":
        against_kernel.refuse_unplayable(game)
    return Evaluator(comparison, game, nontrivial, geometry_of(game).exact_run, rule)


def run_of(genes: tuple[int, ...], game: Game, rule: CustomLearner | None = None, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays against the game's learner, or a user-supplied one, cut off at the deadline (work time); None if it
    cannot make a single move."""
    run = _once(genes, game, rule, deadline)
    return passes_and_classes.in_passes(run, game, genes[passes_and_classes.GENE], rule, deadline)


def _once(genes: tuple[int, ...], game: Game, rule: CustomLearner | None, deadline: float) -> Run | None:
    """The run of a genome, or the first pass of it."""
    if game.coordinates:
        return passes_and_classes.run_of_class(genes, game, deadline)
    if rule is None:
        return geometry_of(game).run_of(genes, game, deadline)
    return against_learner_object.run_of(genes, game, rule, deadline)


RUNS, TRIES, ROUNDS = 12, 60, 8  # runs, how many are drawn for them at most, and how long they are


@lru_cache(maxsize=32)
def draw_game(game: Game) -> tuple[Run, ...]:
    """Runs of a game against its own learner."""
    return tuple(draw(game))


def draw(game: Game, rule: CustomLearner | None = None) -> Iterator[Run]:
    """RUNS runs within the rules, the same ones each time: arbitrary ones, and ones that answer to the weights; with flips where labels may
    be flipped."""
    random, genes = Random(0), alphabet(game, ROUNDS)
    evaluator, kept = evaluator_of(parse("M >= 0"), game, rule=rule), 0
    for t in range(TRIES):
        if t % 2:
            run = run_of(genes.decode(random.randbytes(len(genes.genes))), game, rule)
        else:
            run = geometry_of(game).arbitrary_run(random.randbytes(LENGTH), game)
        if run is not None and game.flips and t % 3:
            run = flip(run, random.sample(range(len(run.moves)), min(game.flips, len(run.moves))))
        if run is not None and t % 2:
            run = passes_and_classes.first_pass(run, game)
        run = passes_and_classes.in_passes(run, game, t, rule)
        if run is not None and (measured := evaluator.measure(run)) is not None and measured.keeps:
            yield run
            if (kept := kept + 1) == RUNS:
                return


def flip(run: Run, places: list[int]) -> Run:
    """The run with the labels of some rounds flipped."""
    signs = [-1 if t in places else 1 for t in range(len(run.moves))]
    moves = tuple(tuple(s * n for n in z) for s, z in zip(signs, run.moves, strict=True))
    return replace(run, moves=moves, labels=tuple(s * y for s, y in zip(signs, run.labels, strict=True)))
