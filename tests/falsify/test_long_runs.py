"""Very long runs: a deadline cuts any play off, and giants fall by short recipes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from perceptron.errors import InputError
from perceptron.learners.perceptron import OverTuples
from proofs.conjecture import parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import from_json, judge
from proofs.counterexample.recipe import Recipe, recipe
from proofs.falsify import Found, Survived, falsify, judge_with
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import GRIDS, alphabet
from proofs.falsify.geometries import evaluator_of, run_of
from proofs.falsify.report import Report
from proofs.falsify.run import Run
from proofs.falsify.search import Search
from proofs.falsify.strategies.long_runs import CLAIMS, as_run, families, in_time, predict, predicted_runs, repeated_runs, rounds_needed
from proofs.system.work_clock import work_time
from proofs.theorems import catalogue
from tests.amounts import cases, sampled


@pytest.mark.parametrize("game", sampled([Game(dimension=1000), Game(dimension=1000, norm="unit")], 1))
def test_false_conjectures_fall_in_a_thousand_dimensions(game: Game) -> None:
    outcome = falsify("M <= 0.95/gamma**2 + 1", game, turns=40)
    assert isinstance(outcome, Found) and outcome.counterexample.dimension == 1000


def test_what_cannot_be_judged_in_time_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.falsify.pipeline.judging", lambda evaluator, run: 1000.0)
    outcome = falsify("M <= 0.9/gamma**2", budget=60)
    assert isinstance(outcome, Survived)
    assert "some 1000 s" in str(outcome) and "larger budget" in str(outcome)


def test_a_deadline_cuts_a_play_off() -> None:
    game = Game(dimension=1000)
    genes = alphabet(game, 4000)
    genome = genes.make(rounds=3999, dimension=6, grid=len(GRIDS) - 1, progress=64 * 6)
    assert genes.genes[1].size == 7
    made = run_of(genome, game, deadline=work_time() - 1)
    assert made is None
    outcome = falsify("M <= 1/gamma**2", game, budget=0.5)
    assert isinstance(outcome, Survived)


# --- Giants: what is predicted of the families comes true, and conjectures that only long runs break fall by a short recipe


# Games of which it is predicted what their families make.
PREDICTED = [
    Game(),
    Game(ties=1),
    Game(dimension=2),
    Game(dimension=5, setting="agnostic"),
    Game(learner="margin"),
    Game(radius="declared"),
    Game(norm="unit"),
    Game(norm="unit", dimension=4, ties=1),
    Game(learner="margin", eps=Fraction(1, 20), norm="unit"),
    Game(learner="margin", eps=Fraction(1, 4)),
]


@pytest.mark.parametrize("game", sampled(PREDICTED, 4))
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
        assert abs(evaluator.score(measured) / predict(kind, evaluator, updates) - 1) < (0.2 if updates < 100 else 0.03)


@pytest.mark.parametrize("page", sampled([page for page in catalogue.PAGES if not page.statement.learner], 12), ids=lambda page: page.id)
def test_no_theorem_is_predicted_to_fall(page: object) -> None:
    for comparison, game in getattr(page, "statement").attacks:  # noqa: B009
        assert not list(predicted_runs(Evaluator(comparison, game)))


@pytest.mark.parametrize("case", sampled(cases(__file__, "long_runs.txt"), 2))
def test_what_only_a_long_run_breaks_falls_by_a_recipe(case: list[str]) -> None:
    conjecture, game, workers = map(eval, case)
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
    evaluator = Evaluator(parse("M <= 1900000"), Game(learner="margin"))  # its rule asks for ‖w‖, so that each round is played
    shortest = min(predicted_runs(evaluator), key=lambda made: len(made.moves))
    assert len(shortest.moves) == 1_900_002
    assert in_time(evaluator, shortest, 3600) and not in_time(evaluator, shortest, 0.1)
    monkeypatch.setattr("proofs.falsify.strategies.long_runs.in_time", lambda *_: False)
    report = Report(evaluator.comparison, evaluator.game, seed=0, budget=3600)
    Search(evaluator, report, work_time() + 3600, True).try_predicted_runs()
    (note,) = report.notes
    assert "1,900,002 rounds" in note and "give a larger budget" in note and not report.strategies


def test_the_zigzag_can_be_read() -> None:
    (kind, *_), game = list(families(Game())), Game()
    found = recipe(kind.make(20_000), "M <= 1", game, (Fraction(1), Fraction(0)), Fraction(1, 201), 20_000, ("20000", "1"))
    assert judge(found).valid
    assert str(found.to_json()["again"]) == "[{'x': ['1/201', '-200/201'], 'y': 1}, {'x': ['1/201', '200/201'], 'y': 1}]"


# --- Giants of few examples: what goes on for ever is seen on a short run, of any learner, and is written in a few lines


@dataclass
class NeverEnough(OverTuples):
    """A threshold that no example reaches."""

    steps: int = 0

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        self.steps = 0
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        self.steps += 1
        return inner < 10**9


@pytest.mark.parametrize("case", sampled(cases(__file__, "for_ever.txt"), 2))
def test_what_goes_on_for_ever_breaks_any_limit_and_is_a_short_file(case: list[str]) -> None:
    conjecture, game = map(eval, case)
    evaluator = evaluator_of(parse(conjecture), game)
    run = next(run for run in repeated_runs(evaluator) if evaluator.breaks(run))
    found = evaluator.witness(run)
    assert isinstance(found, Recipe) and len(found.rounds) > 4000 and len(found.dumps()) < 700
    again = from_json(found.to_json())
    assert judge(found).valid and judge(again).valid and again.to_json() == found.to_json()


@pytest.mark.nocover
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
    assert rounds_needed(evaluator, once) is None


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
