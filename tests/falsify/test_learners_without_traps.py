"""What a learner of one's own may do: count, score, see x, take roots, be told γ, draw at random, take ever longer numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from benchmarks.falsifier.learners import HALF, LEARNERS, OnMistakes, PassiveAggressive, RandomBudget, Romma, Vector
from perceptron import Examples, MarginPerceptron, Perceptron, run
from perceptron.learners.custom import InExpectation, Play, Predictor, SideBySide
from perceptron.learners.perceptron import Additive
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import CustomLearner
from proofs.falsify import Found, Survived, falsify, judge_with
from proofs.falsify.custom_learner import CustomLearnerMoves
from proofs.falsify.genomes import GRIDS, PROGRESS_STEPS, alphabet
from proofs.falsify.geometries import evaluator_of

ROWS = Examples([["3/5", "4/5"], ["1/2", "-1/2"], ["1", "0"], ["-3/5", "4/5"]], [1, 1, -1, 1])


class Counts(OnMistakes):
    """A Perceptron that counts its updates."""

    def __init__(self) -> None:
        self.count = 0

    def start(self, dimension: int) -> Vector:
        self.count = 0
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.count += 1
        return super().step(w, x, y)


@dataclass
class LetsEveryThirdPass(Additive):
    """A third mistake is not learned from, so that the adversary has to lose a round on it."""

    seen: int = 0

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        self.seen = 0
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        self.seen += inner <= 0
        return inner <= 0 and self.seen % 3 != 0


def test_a_learner_that_lets_a_mistake_pass_is_waited_for() -> None:
    rule, game = CustomLearner(LetsEveryThirdPass()), Game()
    genome = alphabet(game, 100).make(rounds=99, dimension=2, grid=GRIDS.index(32768), progress=3 * PROGRESS_STEPS)
    run = CustomLearnerMoves(genome, game, rule).run(math.inf)
    measured = run and evaluator_of(parse("M <= 0.9/gamma**2 + 1"), game, rule=rule).measure(run)
    assert measured and measured.counted > 60 and len(measured.run.moves) > 90


def test_what_a_learner_counts_is_read_at_the_end_of_the_run() -> None:
    assert not falsify("M <= count", learner=Counts(), turns=1).found
    outcome = falsify("count <= 0.9/gamma**2", learner=Counts(), turns=8)
    assert isinstance(outcome, Found) and outcome.verdict.values["count"] == outcome.counterexample.M


def test_a_score_is_what_the_learner_predicts_by() -> None:
    """ROMMA scored the wrong way round is wrong where it should be right."""

    class Backwards(Counts):
        def score(self, w: Vector, x: Vector) -> Fraction:
            return -sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))

    outcome = falsify("M <= 1/gamma**2", learner=Backwards(), turns=8)
    assert isinstance(outcome, Found) and judge_with(Backwards(), outcome.counterexample)
    assert not judge_with(Counts(), outcome.counterexample)


def test_mistakes_and_updates_are_counted_apart() -> None:
    play = Play(PassiveAggressive(), 2)
    mistakes = sum(play.inner(x, y) <= 0 for x, y in [(tuple(x), y) for x, y in ROWS] if play.round(x, y) or True)
    assert mistakes <= len(ROWS)
    outcome = falsify("M <= E", learner=PassiveAggressive(), turns=8)
    assert isinstance(outcome, Found)
    values = outcome.verdict.values
    assert values["M"] > values["E"] >= 1  # type: ignore[operator]


@pytest.mark.nocover
def test_numbers_that_grow_with_every_step_keep_to_the_budget() -> None:
    """Exact ROMMA triples its digits with every step."""
    outcome = falsify("E <= 1/gamma**2", learner=Romma(), budget=12)
    assert isinstance(outcome, Survived) and any("grew too long" in note for note in outcome.report.notes)


def test_two_learners_on_one_sequence() -> None:
    both = lambda gamma: SideBySide(Perceptron(), MarginPerceptron(gamma, HALF))  # noqa: E731
    outcome = falsify("M <= M_2", learner=both, turns=8)
    assert isinstance(outcome, Found)
    found = outcome.counterexample
    alone = run(MarginPerceptron(found.gamma, HALF), Examples([x for x, _ in found.rounds], [y for _, y in found.rounds]))
    assert outcome.verdict.values["M_2"] == alone.M
    first = SideBySide(MarginPerceptron("1/10"), Perceptron())
    assert run(first, ROWS).updates == run(MarginPerceptron("1/10"), ROWS).updates
    assert first.parameters()["M_2"] == run(Perceptron(), ROWS).M


def test_a_random_learner_in_expectation_over_its_seeds() -> None:
    outcome = falsify("mean_M <= 0.9/gamma**2", learner=InExpectation(RandomBudget, range(4)), turns=8)
    assert isinstance(outcome, Found)
    rounds = outcome.counterexample.rounds
    plays = [Play(RandomBudget(seed), outcome.counterexample.dimension) for seed in range(4)]
    made = [sum([play.round(x, y) for x, y in rounds]) for play in plays]
    assert outcome.verdict.values["mean_M"] == Fraction(sum(made), 4)


def test_a_learner_that_only_predicts() -> None:
    def last_label(history: list[tuple[Vector, int]], x: Vector) -> int:
        return history[-1][1] if history else 1

    outcome = falsify("M <= 2", learner=Predictor(last_label), turns=8)
    assert isinstance(outcome, Found) and judge_with(Predictor(last_label), outcome.counterexample)


def test_a_rule_that_sees_x_runs_in_perceptron_too() -> None:
    learner: Any = LEARNERS["margin-of-length"]
    play = Play(learner, 2)
    assert run(learner, ROWS).updates == tuple(t for t, (x, y) in enumerate(ROWS) if play.round(tuple(x), y))
