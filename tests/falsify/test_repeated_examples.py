"""Giants of few examples: what goes on for ever is seen on a short run, of any learner, and is written in a few lines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive
from proofs.conjecture import parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import from_json, judge
from proofs.counterexample.recipe import Recipe
from proofs.falsify import Found, falsify, judge_with
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.run import Run
from proofs.falsify.strategies.long_runs import predicted_runs, repeated_runs, repetition
from tests.amounts import sampled


@dataclass
class NeverEnough(Additive):
    """A threshold that no example reaches."""

    steps: int = 0

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        self.steps = 0
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        self.steps += 1
        return inner < 10**9


FOR_EVER = [
    ("M <= 20000", Game(learner="margin", comparator="any")),
    ("M <= 20000", Game(learner="hebb")),
    ("M <= 9000", Game(setting="agnostic", ties=1)),
    ("M <= 5000 + 1/gamma", Game(learner="winnow", setting="agnostic")),
    ("M <= 5000", default_game(frozenset("M"), "kernel", setting="agnostic", kernel="polynomial:degree=2:offset=1")),
]


@pytest.mark.parametrize("conjecture, game", sampled(list(FOR_EVER), 2))
def test_what_goes_on_for_ever_breaks_any_limit_and_is_a_short_file(conjecture: str, game: Game) -> None:
    evaluator = evaluator_of(parse(conjecture), game)
    run = next(run for run in repeated_runs(evaluator) if evaluator.breaks(run))
    found = evaluator.witness(run)
    assert isinstance(found, Recipe) and len(found.rounds) > 4000 and len(found.dumps()) < 700
    again = from_json(found.to_json())
    assert judge(found).valid and judge(again).valid and again.to_json() == found.to_json()


def test_a_learner_of_ones_own_too_and_its_file_needs_the_object() -> None:
    outcome = falsify("M <= 7000", learner=NeverEnough(), turns=40)
    assert isinstance(outcome, Found), str(outcome)
    found = outcome.counterexample
    assert isinstance(found, Recipe) and len(found.rounds) == 7001 and judge_with(NeverEnough(), found).valid
    with pytest.raises(InputError, match="judge_with"):
        from_json(found.to_json())


def test_a_perceptron_has_enough_of_examples_that_a_vector_separates() -> None:
    evaluator = evaluator_of(parse("M <= 9000"), Game())
    assert not list(repeated_runs(evaluator))
    once = Run(1, ((1,),), (1,), (1,), 1, Fraction(1))
    assert repetition(evaluator, once) is None


def test_a_cube_is_orthogonal_to_a_subset_kernel() -> None:
    game = default_game(frozenset("M"), "kernel", kernel="subsets")
    evaluator = evaluator_of(parse("M <= 130"), game)
    run = next(run for run in predicted_runs(evaluator) if evaluator.breaks(run))
    found = evaluator.witness(run)
    assert found.M == 256 and found.dimension == 8 and len(found.dumps()) < 500
    again = from_json(found.to_json())
    assert judge(again).valid and again.to_json() == found.to_json()
    for change in ({"rounds": 257}, {"cube": {"y": 2}}, {"cube": {}}):
        with pytest.raises(InputError, match="cube"):
            from_json(found.to_json() | change)
    wrong = judge(from_json(found.to_json() | {"cube": {"y": -1}}))
    assert not wrong.valid and "separable" in "; ".join(wrong.reasons)


def test_a_long_run_that_repeats_itself_is_written_by_a_count() -> None:
    outcome = falsify("M <= 300", turns=40)
    assert isinstance(outcome, Found) and len(outcome.counterexample.rounds) == 301
    assert isinstance(outcome.counterexample, Recipe) and len(outcome.counterexample.dumps()) < 600
