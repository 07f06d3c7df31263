"""Leaps: clutter goes, the margin is said by one gene, and conjectures that need long runs fall without any known family."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import FACTORS, GRIDS, PROGRESS_STEPS, Genome, alphabet
from proofs.falsify.geometries import run_of
from proofs.falsify.strategies.group_moves import factors, improve, longer, plain, put, tuned
from tests.amounts import tries

ANY = Game(setting="agnostic", norm="any", comparator="any")
GENES = alphabet(ANY, 4000)


@settings(max_examples=tries(60))
@given(st.binary(min_size=len(GENES.genes), max_size=len(GENES.genes)))
def test_a_plain_genome_says_nearly_the_same_margin_by_one_gene(data: bytes) -> None:
    genome = GENES.decode(data)
    made = plain(genome, GENES)
    kept = {"rounds", "dimension", "grid", "claim", "sign", "radius", "progress"}
    assert all(not value for gene, value in zip(GENES.genes, made, strict=True) if gene.name not in kept)
    grid, factor = GRIDS[genome[GENES.index("grid")]], float(FACTORS[genome[GENES.index("size")]])
    p = max(1, round(grid * factor * 2.0 ** (-genome[GENES.index("progress")] / PROGRESS_STEPS)) + genome[GENES.index("fine")])
    farthest = GENES.genes[GENES.index("progress")].size - 1
    if p <= grid * factor and made[GENES.index("progress")] < farthest:  # a smaller margin than the gene can say is said as its smallest
        said = 2.0 ** (-made[GENES.index("progress")] / PROGRESS_STEPS)
        assert abs(said * grid * factor / p - 1) < 0.01


def test_factors_are_the_neighbours_by_size() -> None:
    genome = GENES.make(rounds=9, claim=FACTORS.index(Fraction(4, 3)))
    near = {FACTORS[g[GENES.index("claim")]] for g in factors(genome, GENES)} - {Fraction(4, 3)}
    assert {Fraction(5, 4), Fraction(3, 2), Fraction(7, 4)} <= near and len(near) == 4


def test_longer_keeps_the_shape() -> None:
    made = longer(GENES.make(rounds=99, dimension=2, progress=200), 4, GENES)
    assert made == GENES.make(rounds=1599, dimension=2, progress=200 + 2 * PROGRESS_STEPS, grid=max(8, GRIDS.index(4096)))


def test_a_margin_is_tuned() -> None:
    genome = GENES.make(rounds=9, progress=100)
    best = GENES.make(rounds=9, progress=137)
    top, found = tuned(genome, -37.0, GENES, lambda g: -float(abs(g[GENES.index("progress")] - 137)))
    assert (top, found) == (0.0, best)


@pytest.mark.parametrize(
    "text, game, start, least",
    [
        ("M <= 1.1*R**2*U**2/gamma**2 + 1.5*H + 1", ANY, {"claim": 25, "size": 9, "length": 3, "passes": 2}, 0.97),
        ("M <= 20.083/gamma**2", Game(learner="margin", eps=Fraction(1, 10)), {"deviate0": 5, "much0": 9, "side": 3}, 0.95),
    ],
)
def test_a_leap_leads_far_from_a_cluttered_genome(text: str, game: Game, start: dict[str, int], least: float) -> None:
    genes, evaluator = alphabet(game, 1500), Evaluator(parse(text), game)

    def score(genome: Genome) -> float:
        run = run_of(genome, game)
        measured = run and evaluator.measure(run)
        found = evaluator.score(measured) if measured is not None and measured.keeps else -1.0
        return -0.5 if math.isnan(found) else found

    genome = genes.make(rounds=149, dimension=4, grid=16, progress=201, fine=12, **start)
    best, _ = improve(genome, genes, score)
    assert score(genome) < 0.9 * least and score(best) > least
    assert put(best, genes, dimension=0) != best
