"""Long runs and many dimensions: streamed runs are the kept ones, and a deadline cuts any play off."""

from __future__ import annotations

import json
import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import judge
from proofs.falsify import Found, Survived, falsify
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import GRIDS, Alphabet, Genome, alphabet
from proofs.falsify.geometries import run_of, streamed_run
from proofs.falsify.search import Search
from proofs.falsify.strategies.long_runs import recall
from tests.amounts import sampled, tries

ANY = Game(setting="agnostic", norm="any")
GAMES = [Game(), Game(ties=-1), Game(learner="margin"), Game(norm="unit", dimension=3), ANY, Game(dimension=9)]


@settings(max_examples=tries(40))
@given(st.data())
def test_a_streamed_run_is_the_kept_one(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    genes = alphabet(game, 200)
    genome = genes.decode(data.draw(st.binary(min_size=len(genes.genes), max_size=len(genes.genes))))
    genome = (*genome[: genes.index("passes")], 0, *genome[genes.index("passes") + 1 :])
    kept, evaluator = run_of(genome, game), Evaluator(parse("M <= 1"), game)
    one, two = kept and evaluator.measure(kept), evaluator.measure(streamed_run(genome, game))
    assert (one is None) == (two is None)
    if one is not None and two is not None:
        assert evaluator.values(one) == evaluator.values(two) and one.keeps == two.keeps


def test_memory_does_not_grow_with_the_rounds() -> None:
    evaluator, peaks = Evaluator(parse("M <= 1/gamma**2"), Game()), []
    for rounds in (1_000, 8_000):
        genes = alphabet(evaluator.game, rounds)
        made = streamed_run(genes.make(rounds=rounds - 1, dimension=2, grid=len(GRIDS) - 1, progress=64 * 7), evaluator.game)
        tracemalloc.start()
        measured = evaluator.measure(made)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert measured is not None and len(made.moves) == measured.counted == rounds
    assert peaks[1] < 1.5 * peaks[0] + 100_000


def test_a_constant_that_only_long_runs_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """M stays below 2.5128…/γ², so that the conjecture holds as long as M < 5,900."""
    game = Game(learner="margin")

    def only_long(self: Search) -> None:
        genes: Alphabet = alphabet(game, 1000)
        start: Genome = genes.make(rounds=999, dimension=2, grid=len(GRIDS) - 1, progress=272)
        self.consider("genomes", self.run_of(start), start)
        self.stream(self.population.genomes()[:2], 0)

    monkeypatch.setattr(Search, "run", only_long)
    monkeypatch.setattr("proofs.falsify.pipeline.shrink", lambda evaluator, broken, genome, span: iter([broken]))
    outcome = falsify("M <= 2.45/gamma**2 + 150", game, turns=40)
    assert isinstance(outcome, Found) and len(outcome.counterexample.rounds) > 4000


@pytest.mark.parametrize("game", sampled([Game(dimension=1000), Game(dimension=1000, norm="unit")], 1))
def test_false_conjectures_fall_in_a_thousand_dimensions(game: Game) -> None:
    outcome = falsify("M <= 0.95/gamma**2 + 1", game, turns=40)
    assert isinstance(outcome, Found) and outcome.counterexample.dimension == 1000


def test_a_run_too_long_to_keep_leaves_its_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest run of all is then the one that the recipe makes, with the values that were told."""
    game = Game(learner="margin")

    def only_long(self: Search) -> None:
        start = alphabet(game, 1000).make(rounds=999, dimension=2, grid=len(GRIDS) - 1, progress=272)
        self.consider("genomes", self.run_of(start), start)
        self.stream(self.population.genomes()[:2], 0)

    monkeypatch.setattr(Search, "run", only_long)
    monkeypatch.setattr("proofs.falsify.strategies.long_runs.COORDINATES", 5_000)
    report = falsify("M <= 2.5129/gamma**2", game, turns=40).report
    assert report.recipe is not None and report.best is not None and report.recipe.ratio > report.ratio
    assert f"{report.recipe.rounds:,}" in "\n".join(report.lines())
    told = json.loads(json.dumps(report.to_json()["recipe"]))
    run = recall(told, report.comparison, game).run()
    verdict = judge(run)
    assert len(run.rounds) == told["rounds"] > 4000 and verdict.sides == (told["lhs"], told["rhs"])
    assert verdict.reasons and all("the comparison holds" in why for why in verdict.reasons)  # a legal run, and no counterexample
    monkeypatch.undo()


def test_what_cannot_be_judged_in_time_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.falsify.pipeline.judging", lambda evaluator, run: 1000.0)
    outcome = falsify("M <= 0.9/gamma**2", budget=60)
    assert isinstance(outcome, Survived)
    assert "some 1000 s" in str(outcome) and "larger budget" in str(outcome)


def test_judging_long_runs_is_within_the_budget() -> None:
    """Some 4,000 rounds in seven dimensions, which plain Fractions take half a second for."""
    began = time.monotonic()
    outcome = falsify("M <= 900", Game(norm="unit"), budget=3)
    assert time.monotonic() - began < 60, str(outcome)  # a hang, not a timing


def test_a_deadline_cuts_a_play_off() -> None:
    game = Game(dimension=1000)
    genes = alphabet(game, 4000)
    genome = genes.make(rounds=3999, dimension=6, grid=len(GRIDS) - 1, progress=64 * 6)
    assert genes.genes[1].size == 7
    made = run_of(genome, game, deadline=time.monotonic() - 1)
    assert made is None
    outcome = falsify("M <= 1/gamma**2", game, budget=0.5)
    assert isinstance(outcome, Survived)
