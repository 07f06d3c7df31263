"""Giants: what is predicted of the families comes true, and conjectures that only long runs break fall by a short recipe."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import from_json, judge
from proofs.counterexample.recipe import Recipe, recipe
from proofs.falsify import Found, falsify
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.report import Report
from proofs.falsify.search import Search
from proofs.falsify.strategies.long_runs import CLAIMS, as_run, families, in_time, predicted, predicted_runs
from proofs.theorems import catalogue
from tests.amounts import sampled

GAMES = [Game(), Game(ties=1), Game(dimension=2), Game(dimension=5, setting="agnostic"), Game(learner="margin"), Game(radius="declared")]
SPHERES = [Game(norm="unit"), Game(norm="unit", dimension=4, ties=1), Game(learner="margin", eps=Fraction(1, 20), norm="unit")]


@pytest.mark.parametrize("game", sampled([*GAMES, *SPHERES, Game(learner="margin", eps=Fraction(1, 4))], 4))
@pytest.mark.parametrize("updates", [50, 3000])
def test_every_family_makes_the_updates_that_it_promises(game: Game, updates: int) -> None:
    evaluator, kinds = Evaluator(parse("M*gamma**2 <= 1"), game), list(families(game))
    assert kinds
    for kind in kinds:
        made = as_run(kind.make(updates), game, Fraction(1))
        measured = evaluator.measure(made)
        assert measured is not None and measured.keeps and len(made.moves) == updates + kind.first
        if game.learner == "perceptron":
            assert measured.counted == updates
        assert abs(evaluator.score(measured) / predicted(kind, evaluator, updates) - 1) < (0.2 if updates < 100 else 0.03)


@pytest.mark.parametrize("page", sampled([page for page in catalogue.PAGES if not page.statement.learner], 12), ids=lambda page: page.id)
def test_no_theorem_is_predicted_to_fall(page: object) -> None:
    for comparison, game in getattr(page, "statement").attacks:  # noqa: B009
        assert not list(predicted_runs(Evaluator(comparison, game)))


@pytest.mark.parametrize(
    "conjecture, game, workers",
    sampled(
        [
            ("M <= 9000", Game(), 1),
            ("M <= 0.99/gamma**2 + 60", Game(), 1),
            ("M <= 2.49/gamma**2 + 60", Game(learner="margin"), 1),
            ("M <= 2.4/gamma**2 + 95", Game(learner="margin", norm="unit"), 1),
            ("M <= 1/gamma**2 + 0.98*TD/gamma + 700", Game(setting="agnostic"), 2),
        ],
        2,
    ),
)
def test_what_only_a_long_run_breaks_falls_by_a_recipe(conjecture: str, game: Game, workers: int) -> None:
    outcome = falsify(conjecture, game, turns=40, workers=workers)
    assert isinstance(outcome, Found), str(outcome)
    found = outcome.counterexample
    assert isinstance(found, Recipe) and len(found.rounds) > 2000 and len(found.dumps()) < 1000
    again = from_json(found.to_json())
    assert judge(again).valid and again.game == found.game and again.M == found.M
    assert f"T = {len(found.rounds):,}, " in str(outcome) and "more" in outcome._repr_html_()


def test_a_family_is_tried_only_where_its_rules_hold() -> None:
    none = [Game(dimension=1), Game(learner="margin", eps=Fraction(2)), Game(learner="winnow")]
    assert not any(list(families(game)) for game in none)
    assert not [kind for kind in families(Game(dropped=frozenset({"mistake-driven"})))]
    separable = Evaluator(parse("M <= 0.99/gamma**2 + 1000"), Game())
    found = list(predicted_runs(separable))
    assert found and all(made.gamma <= Fraction(next(iter(made.moves))[0], made.grid) for made in found)
    assert max(CLAIMS) > 1


def test_a_run_for_which_there_is_no_time_is_told_and_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = Evaluator(parse("M <= 1900000"), Game())
    shortest = min(predicted_runs(evaluator), key=lambda made: len(made.moves))
    assert len(shortest.moves) == 1_900_001
    assert in_time(evaluator, shortest, 3600) and not in_time(evaluator, shortest, 0.1)
    monkeypatch.setattr("proofs.falsify.strategies.long_runs.in_time", lambda *_: False)
    report = Report(evaluator.comparison, evaluator.game, seed=0, budget=3600)
    Search(evaluator, report, time.monotonic() + 3600, True).try_predicted_runs()
    (note,) = report.notes
    assert "1,900,001 rounds" in note and "give a larger budget" in note and not report.strategies


def test_the_zigzag_can_be_read() -> None:
    (kind, *_), game = list(families(Game())), Game()
    found = recipe(kind.make(20_000), "M <= 1", game, (Fraction(1), Fraction(0)), Fraction(1, 201), 20_000, ("20000", "1"))
    assert judge(found).valid
    assert str(found.to_json()["again"]) == "[{'x': ['1/201', '-200/201'], 'y': 1}, {'x': ['1/201', '200/201'], 'y': 1}]"
