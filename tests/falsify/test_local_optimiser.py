"""The local optimiser: what it proposes keeps the rules as measured exactly, and presses harder than what it was given."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

import pytest

from perceptron import MarginPerceptron
from perceptron.learners.perceptron import Additive
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule, parse_for
from proofs.falsify import Found, falsify
from proofs.falsify.custom_learner import CustomLearnerEvaluator
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import alphabet
from proofs.falsify.geometries import run_of
from proofs.falsify.search import Search
from proofs.falsify.strategies.local_optimiser import LocalOptimiser, fits
from tests.amounts import sampled


@pytest.mark.parametrize(
    ("text", "game", "dimension", "rounds", "at_least"),
    sampled(
        [
            ("M <= 1/gamma**2", Game(), 3, 8, 0.999),
            ("M <= 1/gamma**2", Game(ties=1), 3, 8, 0.999),
            ("M <= R**2/gamma**2", Game(norm="any", radius="declared"), 3, 8, 0.999),
            ("M <= 2.5/gamma**2", Game(learner="margin"), 3, 16, 0.85),
            ("M <= 1/gamma**2 + TD/gamma", Game(setting="agnostic"), 2, 6, 1.3),
            ("gamma*M - TD <= U*sqrt(S2)", Game(setting="agnostic", norm="any", comparator="any"), 2, 6, 0.999),
            ("P >= gamma*M - TD", Game(setting="agnostic"), 2, 6, 0.999),
            ("M <= 1/gamma**2", Game(norm="unit"), 3, 8, 0.999),
            ("M <= 1/gamma**2 + TD/gamma", Game(setting="agnostic", norm="unit"), 2, 6, 1.3),
        ],
        3,
    ),
)
def test_it_presses_as_hard_as_there_is(text: str, game: Game, dimension: int, rounds: int, at_least: float) -> None:
    evaluator, genes = Evaluator(parse(text), game), alphabet(game, rounds)
    optimiser = LocalOptimiser(evaluator.comparison, game)
    measured = evaluator.measure(run_of(genes.make(rounds=rounds - 1, dimension=dimension - 1, grid=20, progress=96), game))  # type: ignore[arg-type]
    assert measured is not None and fits(game)
    start = optimiser.start(measured)
    assert start is not None
    best = 0.0
    for seed in range(3):
        made = optimiser.optimise(start, 0.02, random.Random(seed))
        again = made and evaluator.measure(made)
        if made is not None and again is not None:
            assert again.keeps
            best = max(best, evaluator.score(again))
    assert best >= at_least


def test_the_search_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("draw_genomes", "mutate"):
        monkeypatch.setattr(Search, other, lambda *_: None)
    outcome = falsify("M <= 1/gamma**2 + 0.6*TD/gamma", turns=40, shapes=False, seed=3)
    assert isinstance(outcome, Found)
    assert set(outcome.report.strategies) <= {"arbitrary runs", "local optimiser", "compiled batches", "margin windows"}


@dataclass
class FixedMargin(Additive):
    beta: Fraction

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self.beta


class Fading(Additive):
    """Every step forgets a tenth of the weights."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int) -> tuple[Fraction, ...]:
        return tuple(Fraction(9, 10) * a + y * b for a, b in zip(w, x, strict=True))


class Decaying(Fading):
    """The k-th step adds x/k, and the weights are its own: asked about others it fails."""

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        self.w, self.k = (Fraction(0),) * dimension, 0
        return self.w

    def step(self, w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int) -> tuple[Fraction, ...]:
        if w != self.w:
            raise ValueError("these are not my weights")
        self.k += 1
        self.w = tuple(a + y * b / self.k for a, b in zip(w, x, strict=True))
        return self.w


@pytest.mark.parametrize(
    ("text", "learner", "norm", "rounds", "before", "after"),
    sampled(
        [
            ("M <= (1 + 2*beta)/gamma**2", FixedMargin(Fraction(1, 2)), "ball", 12, 0.76, 0.95),
            ("M <= (1 + 2*beta)/gamma**2", FixedMargin(Fraction(1, 2)), "unit", 8, 0.51, 0.92),
            ("M <= 2.5128/gamma**2", lambda gamma: MarginPerceptron(gamma, Fraction(1, 2)), "ball", 12, 0.75, 0.77),
            ("M <= 5/gamma**2", Fading(), "ball", 12, 0.201, 0.207),
            ("M <= 5/gamma**2", Decaying(), "ball", 12, 0.302, None),
        ],
        2,
    ),
)
def test_somebodys_own_learner_is_followed(text: str, learner: object, norm: str, rounds: int, before: float, after: float | None) -> None:
    """A few rounds press as hard as the learner's thresholds allow, whatever they are: asked for, not known."""
    game, rule = Game(norm=norm), Rule(learner)
    evaluator = CustomLearnerEvaluator(parse_for(text, rule), game, rule)
    optimiser, genes = LocalOptimiser(evaluator.comparison, game, rule), alphabet(game, rounds)
    measured = evaluator.measure(run_of(genes.make(rounds=rounds - 1, dimension=2, grid=20, progress=96), game, rule))  # type: ignore[arg-type]
    assert measured is not None and evaluator.score(measured) < before
    start = optimiser.start(measured)
    if after is None:
        assert start is None
        return
    assert start is not None
    made = optimiser.optimise(start, 0.02, random.Random(0))
    again = made and evaluator.measure(made)
    assert again is not None and again.keeps and evaluator.score(again) > after


def test_it_leaves_alone_what_it_does_not_know() -> None:
    assert fits(Game(norm="unit", dimension=3)) and not fits(Game(passes=2)) and not fits(Game().drop("zero start"))


@pytest.mark.parametrize(
    ("text", "game"),
    sampled(
        [
            ("M <= 0.995/gamma**2 where M >= 7 and gamma <= 0.377", Game(norm="unit", dimension=3)),
            ("d >= 4 where M >= 6 and gamma >= 0.3", Game(norm="unit")),
            ("M <= 2 where gamma >= 0.3", Game(norm="unit", dimension=2)),
        ],
        1,
    ),
)
def test_the_circle_and_the_sphere_are_played(text: str, game: Game) -> None:
    outcome = falsify(text, game, turns=40)
    assert isinstance(outcome, Found), str(outcome)
    assert outcome.counterexample.dimension <= 3


def test_a_run_on_the_sphere_is_moved_on_it() -> None:
    game = Game(norm="unit", dimension=3)
    evaluator, genes = Evaluator(parse("M <= 1/gamma**2"), game), alphabet(game, 7)
    optimiser, run = LocalOptimiser(evaluator.comparison, game), run_of(genes.make(rounds=6, grid=8, progress=92), game)
    measured = run and evaluator.measure(run)
    assert measured is not None
    start = optimiser.start(measured)
    assert start is not None
    scores = [
        evaluator.score(one)
        for made in optimiser.optimised(start, 0.01, random.Random(1))
        if (one := evaluator.measure(made)) and one.keeps
    ]
    assert max(scores) > evaluator.score(measured) and max(scores) > 0.98
