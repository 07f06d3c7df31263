"""The patient climb: plainer where nothing is lost, better than all neighbours at its end, and no kind crowds out the others."""

from __future__ import annotations

import random

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import Genome, Population, alphabet
from proofs.falsify.geometries import run_of
from proofs.falsify.strategies.coordinate_climb import climb


def test_it_climbs_to_the_top_and_says_so() -> None:
    genes = alphabet(Game(), 50)
    at = {gene.name: genes.index(gene.name) for gene in genes.genes}

    def score(genome: Genome) -> float:
        return -abs(genome[at["progress"]] - 77) - abs(genome[at["grid"]] - 3) - (genome[at["side"]] != 2)

    best, topped = genes.make(rounds=20, when1=9, deviate0=2, much0=5), False
    for _ in range(20):
        if not topped:
            best, topped = climb(best, genes, score, random.Random(1))
    assert topped and score(best) == 0 and best == genes.make(progress=77, grid=3, side=2, when1=9, much0=5)


def test_from_a_spoilt_run_to_a_plain_one() -> None:
    """A run with deviations presses the conjecture less; what they spoil is found and undone."""
    game = Game(learner="margin")
    evaluator, genes = Evaluator(parse("M <= 2.5129/gamma**2"), game), alphabet(game, 60)

    def score(genome: Genome) -> float:
        measured = (run := run_of(genome, game)) and evaluator.measure(run)
        return evaluator.score(measured) if measured and measured.keeps else -1.0

    start = genes.make(rounds=40, dimension=2, grid=8, progress=100, length=2, deviate0=4, when0=3, much0=9, deviate1=6, when1=8)
    best, _ = climb(start, genes, score, random.Random(0))
    assert score(start) < 0.8 < 0.92 < score(best)


def test_no_kind_crowds_out_the_others() -> None:
    population = Population(random.Random(0), 12, kind=0, per_kind=4)
    for k in range(200):
        population.offer(1 - 1 / (k + 2), k, (0, k))
    for kind in (1, 2):
        population.offer(0.1 * kind, 1, (kind, 0))
    families = [genome[0] for genome in population.genomes()]
    assert families == [0, 0, 0, 0, 2, 1]
