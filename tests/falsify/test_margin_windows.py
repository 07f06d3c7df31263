"""Margins that are solved for: bounds that fail only in a window that nobody would draw. And strategies of one's own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import pytest

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.falsify import Found, Survived, falsify
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.report import Report
from proofs.falsify.run import Run
from proofs.falsify.search import Search
from proofs.falsify.strategies.interface import Seen
from proofs.falsify.strategies.margin_windows import MarginWindows, SpiralWindows, with_margins
from tests.amounts import sampled


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("M <= floor(1/gamma**2 - 0.00001) where 0.6 <= gamma <= 0.9", "0.7071", "0.70711"),
        ("M <= max(1, 0.99995/gamma**2) where gamma >= 0.706", "0.706", "0.70711"),
    ],
)
def test_windows_of_a_hundred_thousandth_are_found(text: str, low: str, high: str) -> None:
    outcome = falsify(text, turns=40)
    assert isinstance(outcome, Found), str(outcome)
    assert Fraction(low) <= outcome.counterexample.gamma <= Fraction(high)


@pytest.mark.parametrize(
    ("text", "game", "updates"),
    sampled(
        [
            ("M <= 29 where gamma >= 0.1824742", Game(norm="unit", dimension=3), 30),
            ("M <= 11 where gamma >= 0.4150016", Game(learner="margin", norm="unit", dimension=4, ties=1), 12),
            ("M <= 59 where gamma >= 0.1999", Game(learner="margin"), 60),
            ("M <= 230 where 0.1 <= gamma <= 0.1001", Game(learner="margin", norm="unit"), 231),
        ],
        2,
    ),
)
def test_the_margin_of_a_spiral_is_solved_for(text: str, game: Game, updates: int) -> None:
    evaluator = Evaluator(parse(text, conditions=True), game)
    assert SpiralWindows.fits(evaluator)
    made = list(SpiralWindows().runs(Search(evaluator, Report(evaluator.comparison, game, 0, 60.0), math.inf), 0))
    broken = [measured for run in made if evaluator.breaks(run) and (measured := evaluator.measure(run)) is not None]
    assert broken and all(measured.counted >= updates for measured in broken)


def test_spirals_are_for_space_and_for_the_learners_that_have_them() -> None:
    games = [
        Game(dimension=2),
        Game(learner="winnow"),
        Game(learner="margin", eps=Fraction(2)),
        Game(dropped=frozenset({"mistake-driven"})),
    ]
    assert not any(SpiralWindows.fits(Evaluator(parse("M <= 1/gamma**2"), game)) for game in games)


def test_points_of_the_sphere_are_short_in_a_narrow_window() -> None:
    outcome = falsify(parse("M <= 4 where gamma >= 0.4471", conditions=True), Game(norm="unit", dimension=3), turns=40)
    assert isinstance(outcome, Found), str(outcome)
    assert max(len(str(value)) for x, _ in outcome.counterexample.rounds for value in x) <= 22


def test_the_margin_of_a_run_is_solved_for() -> None:
    """Two orthogonal examples have M = 2, and the bound is below 2 only in a window some 10⁻⁵ wide about c."""
    game = Game(setting="agnostic")
    run = Run(1, ((1, 0), (0, 1)), (1, 1), (3, 4), 5, Fraction(1, 2))
    for centre in ("1.2345678", "0.0765432", "2.7182818"):
        evaluator = Evaluator(parse(f"M <= 1.9999 + 10**6*(gamma - {centre})**2"), game)
        measured = evaluator.measure(run)
        assert measured is not None and not evaluator.breaks(run) and MarginWindows.fits(evaluator)
        made = [one for one in with_margins(measured, evaluator) if evaluator.breaks(one)]
        assert made and all(abs(one.gamma - Fraction(centre)) < Fraction(1, 10**4) for one in made)


@pytest.mark.parametrize(
    "text",
    [
        "M <= 4.5 - exp(-10**10*(1/gamma**2 - 4.00001)**2) where gamma > 0.46",  # some 10⁻⁶ wide
        "M <= max(3, 5 - 2/(1 + 10**14*(gamma - 0.4321)**2))",  # 10⁻⁷
        "M <= floor(1/gamma**2 - 10**-11)",  # and 10⁻¹² below 1/2
    ],
)
def test_a_window_of_any_width_is_found_where_a_difference_inside_vanishes(text: str) -> None:
    evaluator = Evaluator(parse(text, conditions=True), Game())
    basis = tuple(tuple(int(i == j) for i in range(4)) for j in range(4))
    measured = evaluator.measure(Run(1, basis, (1,) * 4, (1,) * 4, 2, Fraction(1, 3)))
    assert measured is not None and not evaluator.breaks(measured.run)
    assert any(evaluator.breaks(run) for run in with_margins(measured, evaluator))


def test_a_learner_that_is_told_the_margin_keeps_it() -> None:
    assert not MarginWindows.fits(Evaluator(parse("M <= 1/gamma**2"), Game(learner="margin")))
    assert not MarginWindows.fits(Evaluator(parse("M <= T"), Game()))


def test_equality_of_nothing_with_nothing_is_not_near() -> None:
    outcome = falsify("M <= 1000*M", turns=8, nontrivial=True)
    assert isinstance(outcome, Survived) and outcome.report.ratio < 0.5


class TwoExamples:
    """A strategy of one's own."""

    name = "two examples"

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        assert seen.left() > 0 and len(seen.best_runs(3)) <= 3
        yield Run(5, ((3, 4), (3, -4)), (1, 1), (1, 0), 1, Fraction(3, 5))


def test_a_strategy_of_ones_own_takes_its_turns() -> None:
    outcome = falsify("M <= 1/gamma**2", turns=1, shapes=False, strategies=[TwoExamples()])
    assert outcome.report.strategies["two examples"].runs >= 1


def test_what_it_proposes_against_the_rules_does_not_count() -> None:
    class Cheats(TwoExamples):
        name = "cheats"

        def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
            yield Run(1, ((1, 0),) * 9, (1,) * 9, (1, 0), 1, Fraction(5))

    outcome = falsify("M <= 1/gamma**2", turns=4, strategies=[Cheats()])
    assert not outcome.found and "cheats" not in outcome.report.strategies
