"""The families that a search starts from keep the rules, and press what they are known to press."""

from __future__ import annotations

from fractions import Fraction
from math import cos, sin, sqrt, tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.extremal.start_and_encoding import dummy_input
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import judge
from proofs.falsify import Found, against_euclidean, falsify
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import alphabet
from proofs.falsify.geometries import run_of
from proofs.falsify.spheres import Sphere
from tests.amounts import sampled

ANYTHING = Game(setting="agnostic", norm="any", comparator="any")
GAMES = [Game(), Game(dimension=2), Game(norm="any", radius="declared"), ANYTHING, Game(ties=1)]


@pytest.mark.parametrize("game", GAMES)
def test_families_keep_the_rules(game: Game) -> None:
    evaluator = Evaluator(parse("M <= 1"), game)
    measured = [evaluator.measure(made) for made in against_euclidean.extremal_runs(game)]
    assert len(measured) > 5 and all(one is not None and one.keeps for one in measured)
    ratios = [one.counted * one.run.gamma**2 / Fraction(one.longest, one.run.grid**2) for one in measured if one is not None]
    if game.dimension == 2:
        assert max(ratios) > Fraction(1, 2)  # ⌊1/(2γ²)⌋ + 1


def test_odd_max_bit_makes_many_updates_for_its_dimension() -> None:
    evaluator = Evaluator(parse("M <= 4*d**2"), Game(norm="any"))
    assert any(evaluator.breaks(made) for made in against_euclidean.extremal_runs(evaluator.game))


def test_a_start_of_the_adversary_s_own_is_far_away() -> None:
    """Without "zero start" the spiral from behind 0 is among the families: its M is far beyond 1/γ²."""
    evaluator = Evaluator(parse("M <= 1/gamma**2 + 1500"), Game().drop("zero start"))
    broken = [made for made in against_euclidean.extremal_runs(evaluator.game) if evaluator.breaks(made)]
    assert broken and all(made.start is not None for made in broken)
    assert not any(made.start for made in against_euclidean.extremal_runs(Game()))


def test_a_dummy_input_of_one_is_among_the_families_of_the_plane() -> None:
    game = Game(norm="any", comparator="any", dimension=2)
    measured = [Evaluator(parse("M <= 1"), game).measure(made) for made in against_euclidean.extremal_runs(game)]
    assert any(one is not None and one.counted == dummy_input(10).M for one in measured)


@given(st.integers(1, 3), st.integers(1, 5), st.floats(0, 1), st.floats(0, tau))
def test_the_points_of_a_sphere(d: int, primes: int, progress: float, angle: float) -> None:
    sphere, across = Sphere(d, primes), sqrt(1 - progress**2)
    ideal = [progress, across * cos(angle), across * sin(angle)][:d] if d != 2 else [progress, across]
    for z in sphere.near(ideal):
        assert len(z) == d and sum(n * n for n in z) == sphere.grid**2
        if d == 3:
            assert z[0] >= (progress - 1e-9) * sphere.grid


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 5])
@given(st.data())
def test_play_on_the_sphere_keeps_the_rules(dimension: int, data: st.DataObject) -> None:
    game = Game(norm="unit", dimension=dimension, learner=data.draw(st.sampled_from(["perceptron", "margin"])))
    genes = alphabet(game, 8)
    made = run_of(genes.decode(data.draw(st.binary(min_size=len(genes.genes), max_size=len(genes.genes)))), game)
    if made is not None:
        measured = Evaluator(parse("M <= 1"), game).measure(made)
        assert measured is not None and measured.run.dimension == dimension
        assert all(sum(n * n for n in z) == made.grid**2 for z in made.moves)


@pytest.mark.parametrize(
    ("dimension", "text"), sampled([(2, "M <= 0.35/gamma**2 + 3"), (3, "M <= 0.9/gamma**2 + 1"), (5, "M <= 0.9/gamma**2 + 1")], 1)
)
def test_length_one_in_a_given_dimension_is_no_refuge(dimension: int, text: str) -> None:
    outcome = falsify(text, Game(norm="unit", dimension=dimension), turns=40)
    assert isinstance(outcome, Found) and judge(outcome.counterexample).valid
