"""Every sentence of the grammar is evaluated or refused in one line: what the search calls broken the judge accepts, from a file too."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import claims
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import judge
from proofs.counterexample.custom_learner import Beside, claims_for
from proofs.counterexample.reader import from_json
from proofs.decide.posed import posed
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify.genomes import alphabet
from proofs.falsify.geometries import evaluator_of, geometry_of, run_of
from tests.amounts import tries
from tests.conjecture.sentences import sentences

GAMES: list[dict[str, Any]] = [
    {},
    {"ties": 1, "norm": "unit"},
    {"setting": "agnostic", "comparator": "any"},
    {"learner": "margin", "norm": "any"},
    {"learner": "kernel", "kernel": "poly:degree=2"},
    {"learner": "winnow", "rate": "eta=1/4"},
    {"passes": 2, "flips": 1},
    {"dropped": frozenset({"positive margin", "unit comparator"})},
]
ISSUE = ["M <= e*TD/gamma", "M <= pi*TD", "M <= TD*log(2)", "floor(P**(1/3)) <= 1", "0**0 = 1", "M <= 9**200", "M < 1/(d - 1)"]


def with_all(test: Any) -> Any:
    for text in ISSUE:
        test = example(text, {"setting": "agnostic"}, False)(example(text, {}, False)(test))
    return test


@with_all
@settings(max_examples=tries(1500, 60))
@given(sentences(), st.sampled_from(GAMES), st.booleans())
def test_a_run_that_breaks_a_sentence_is_a_counterexample_that_the_judge_accepts(
    text: str, rules: dict[str, Any], nontrivial: bool
) -> None:
    try:
        comparisons = claims(text)
        game = default_game(frozenset[str]().union(*(one.names for one in comparisons)), **rules)
        evaluators = [evaluator_of(one, game, nontrivial) for one in comparisons]
    except InputError as refusal:
        assert "\n" not in str(refusal)
        return
    genes, geometry = alphabet(game, 12), geometry_of(game)
    genomes = (genome for genome in geometry.extremal_genomes(game) if genome[0] < 12)
    runs = [*islice(geometry.extremal_runs(game), 3), *(run_of(genome, game) for genome in islice(genomes, 6))]
    for evaluator in evaluators:
        assert len(genes.genes) and evaluator.comparison.unicode()
        for run in runs:
            measured = None if run is None else evaluator.measure(run)
            if run is None or measured is None:
                continue
            evaluator.score(measured)
            if evaluator.breaks(run, measured):
                found = from_json(json.loads(evaluator.witness(run).dumps()))
                assert judge(found).valid, judge(found)
        try:
            assert posed(evaluator.comparison, game).conclusion is not None
        except NotFound:
            continue


@settings(max_examples=tries(200, 15))
@given(sentences(("M_2", "E_2")))
def test_two_learners_beside_each_other_are_said_by_a_file(text: str) -> None:
    game, other = Game(), Game(learner="margin")
    rule = Beside(game.opponent, other.opponent)
    try:
        evaluators = [evaluator_of(one, game, rule=rule) for one in claims_for(text, rule)]
    except InputError:
        return
    genomes = (genome for genome in geometry_of(game).extremal_genomes(game) if genome[0] < 12)
    for genome in islice(genomes, 3):
        run = run_of(genome, game, rule)
        for evaluator in evaluators:
            if run is not None and evaluator.breaks(run):
                found = from_json(json.loads(evaluator.witness(run).dumps()))
                assert judge(found).valid, judge(found)


def test_a_learner_beside_another_is_refused_in_a_file_where_it_cannot_be() -> None:
    rule = Beside(Game().opponent, Game(learner="margin").opponent)
    run = next(geometry_of(Game()).extremal_runs(Game()))
    evaluator = evaluator_of(claims_for("M <= 0", rule)[0], Game(), rule=rule)
    data = evaluator.witness(run).to_json()
    for record, words in (
        ({"name": "winnow", "eta": "1/4", "beside": {"name": "margin"}}, "lengths are Euclid's"),
        (data["learner"] | {"beside": {"name": "kernel", "kernel": {"name": "substrings"}}}, "compares strings"),
        (data["learner"] | {"beside": "margin"}, "must be an object"),
        (data["learner"] | {"start": ["1"]}, "begin as they do"),
    ):
        with pytest.raises(InputError, match=words):
            from_json(data | {"learner": record})
