"""`decide`: what is proved the kernel has replayed, what is refuted the judge has accepted, and both can be checked from files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.decide.suite import Entry, entries
from proofs.conjecture import parse
from proofs.conjecture.game import Game, default_game
from proofs.decide import decide
from proofs.decide.attempts import prove
from proofs.decide.posed import pose
from proofs.decide.prove import refuse_contradicted
from proofs.decide.refute import BROKEN, draws, shortfall
from proofs.derive.authoring.certificate_search import NotFound
from tests.amounts import sampled, tries
from tests.cli.running import pp
from tests.decide.replaying import holds_up

PATIENT = 120  # seconds, on a busy machine; a budget is not what is tested


SUITE = entries()


@pytest.mark.parametrize("entry", sampled(SUITE[::4], 8), ids=lambda entry: entry.text)
def test_the_suite_is_decided_as_it_says(entry: Entry) -> None:
    """Conditions are hypotheses of the proof and bind the run; roots, logarithms and floors, every learner, flips, given dimensions."""
    decision = decide(entry.claimed, entry.game, budget=PATIENT)
    assert decision.ending.code in ((0, 5) if entry.true else (1,)), decision
    holds_up(decision)


@pytest.mark.parametrize("text, learner, lemma", [
    ("T >= M", "perceptron", "updates-are-rounds"), ("T >= M", "winnow", "updates-are-rounds"), ("T > M", "margin", "updates-are-rounds"),
    ("E <= M + 1", "margin", "margin-mistakes"), ("E >= 1", "margin", "updates-at-least-one"),
    ("E == M", "perceptron", "mistakes-are-updates"), ("M >= 1", "perceptron", "updates-at-least-one"),
    ("M >= 1", "winnow", "updates-at-least-one"), ("H_all >= 0", "perceptron", "losses-sign"),
])  # fmt: skip
def test_a_claim_about_all_rounds_is_no_given_of_its_own_proof(text: str, learner: str, lemma: str) -> None:
    """The kernel proves it of any run of T rounds; the facts of the game only say which rounds are updates."""
    comparison = parse(text)
    proved = prove(pose(comparison, default_game(comparison.names, learner=learner)), PATIENT)
    assert lemma in proved.rests_on and proved.theorem.conclusion not in [formula for _, formula in proved.theorem.hypotheses]


@pytest.mark.parametrize("ties", ["mistake", 1, -1])
def test_mistakes_are_counted_as_the_learner_predicts_at_a_tie(ties: str | int) -> None:
    statement = pose(parse("E == M"), Game(ties=ties))
    proved, compared = prove(statement, PATIENT), refuse_contradicted(statement)
    assert proved.rests_on == "mistakes-are-updates" and {"mistake-driven rounds", "E"} <= compared.seen


def test_a_proof_without_citations_names_the_facts_that_it_uses() -> None:
    assert prove(pose(parse("T >= 1"), Game()), PATIENT).rests_on == "no theorem, only the given ‘positive margin’ and ‘T ≥ 1’"


def test_facts_of_the_first_round_are_given_only_to_a_proof_that_uses_them() -> None:
    with_it, without = (prove(pose(parse(text), Game()), PATIENT) for text in ("M >= 1", "M <= 1/gamma**2"))
    given = [{name for name, _ in proved.proof.hypotheses} for proved in (with_it, without)]
    assert given[0] - given[1] == {"χ", "N starts", "N", "M rounds", "first example", "T ≥ 1"} and given[1] - given[0] == {"1/γ"}


def test_a_proof_file_is_accepted_by_replay_and_a_counterexample_by_check(tmp_path: Path) -> None:
    proof, run = tmp_path / "proof.json", tmp_path / "run.json"
    assert pp("decide", "M <= 2/gamma**2 + 2*H2**2", "--out", proof).exit_code == 0
    replayed = pp("replay", proof)
    assert replayed.exit_code == 0 and "accepted: conjecture: M ≤ 2/γ² + 2·H₂²" in replayed.stdout
    assert pp("decide", "M <= 2/gamma**2 + 1.99*H2**2", "--out", run).exit_code == 1
    assert pp("check", run).exit_code == 0


@pytest.mark.nocover
def test_what_cannot_be_decided_says_what_was_tried_and_exits_with_3() -> None:
    odd = "log(M)**5 <= 22*M"
    result = pp("decide", odd, "--budget", "3", "--json", "-")
    told = json.loads(result.stdout)
    assert result.exit_code == 3
    assert told["verdict"] == "undecided" and told["evidence"] is None and told["nearest"] is not None
    assert told["how"].count("ln(M)⁵") == 1  # the inequality that is missing, once
    assert "nearest theorem: " in pp("decide", odd, "--budget", "3").stdout


def test_a_logarithm_of_what_may_be_negative_is_passed_over() -> None:
    """It ended the attempt in an error instead."""
    claim = parse("log(log(e + M)) <= log(log(e + 1/gamma**2))")
    with pytest.raises(NotFound) as missing:
        prove(pose(claim, Game()), 2)
    assert "a step failed" not in str(missing.value)


def test_a_claim_of_several_comparisons_is_decided_as_a_whole(tmp_path: Path) -> None:
    """The headline names every part, and the file has a proof of each."""
    proof = tmp_path / "proof.json"
    result = pp("decide", "1 <= M and W <= sqrt(M)", "--out", proof)
    assert result.exit_code == 0 and "1 ≤ M and ‖w‖ ≤ √M is true" in result.stdout
    replayed = pp("replay", proof).stdout
    assert "conjecture: " in replayed and "conjecture1: " in replayed
    told = json.loads(pp("decide", "W <= sqrt(M) and M <= 3", "--json", "-").stdout)
    assert told["verdict"] == "refuted" and [part["verdict"] for part in told["parts"]] == ["proved", "refuted"]


def test_dropped_hypothesis_is_not_proved_but_refuted() -> None:
    assert pp("decide", "novikoff", "--drop", "separable", "--budget", "100").exit_code == 1


@pytest.mark.parametrize("eps", [Fraction(5, 2), Fraction(0), Fraction(-1, 2)])
def test_beyond_the_range_of_the_threshold_nothing_is_proved(eps: Fraction) -> None:
    with pytest.raises(NotFound, match="0 < ε ≤ 1"):
        pose(parse("M + 1 <= 3/gamma**2"), Game(learner="margin", setting="separable", eps=eps))


@pytest.mark.parametrize("entry", sampled(entries(Path(__file__).with_name("not_to_be_proved.txt")), 8), ids=lambda entry: entry.text)
def test_nothing_is_proved_from_facts_that_the_game_does_not_impose(entry: Entry) -> None:
    """The closed forms and the search are left out."""
    with pytest.raises(NotFound):
        prove(pose(entry.claimed[0], entry.game), 2)


@settings(max_examples=tries(6, few=2))
@given(
    a=st.fractions(Fraction(1, 2), 3, max_denominator=8),
    b=st.fractions(Fraction(1, 2), 3, max_denominator=8),
    loss=st.sampled_from(("H", "TD", "H2", "H2**2")),
)
def test_a_verdict_never_contradicts_the_numbers_of_runs(a: Fraction, b: Fraction, loss: str) -> None:
    """Thousands of runs with closed forms: none breaks what is proved."""
    import numpy as np

    comparison = parse(f"M <= {a}/gamma**2 + {b}*{loss}")
    game = default_game(comparison.names)
    decision = decide(comparison, game, budget=4)
    holds_up(decision)
    if decision.verdict == "proved":
        for drawn in draws(game, np.random.default_rng(1)):
            assert not (shortfall(comparison, drawn.values()) > BROKEN).any()


def test_the_benchmark_names_every_kind_of_conjecture() -> None:
    true = sum(entry.true for entry in SUITE)
    assert len(SUITE) >= 150 and min(true, len(SUITE) - true) >= 75
    for function in ("sqrt", "min", "max", "floor", "ceil", "log", "exp", "**(2/3)"):
        assert any(function in entry.text for entry in SUITE), function


def test_a_finite_class_that_is_gone_through_is_decided() -> None:
    result = pp("decide", "M <= 2", "--coordinates=0,1", "--dim", "2", "--norm", "ball", "--budget", "5", "--json", "-")
    told = json.loads(result.stdout)
    assert result.exit_code == 0 and told["verdict"] == "proved by exhaustion" and told["how"].startswith("by exhaustion: every")
    assert pp("decide", "M <= 1", "--coordinates=0,1", "--dim", "2", "--norm", "ball").exit_code == 1


@pytest.mark.parametrize(
    "claim, other, verdict",
    [
        ("M_2 <= 1/gamma**2", "perceptron:ties=+1", "proved"),
        ("E_2 <= M_2", "perceptron:ties=+1", "proved"),  # what the second learner predicts at a tie is no mistake
        ("M_2 <= 1/gamma**2", "margin", "refuted"),
    ],
)
def test_claim_about_the_second_learner_is_decided_like_the_first(claim: str, other: str, verdict: str) -> None:
    assert json.loads(pp("decide", claim, "--beside", other, "--budget", PATIENT, "--json", "-").stdout)["verdict"] == verdict


@pytest.mark.parametrize(
    "claim, other",
    [
        ("M_2 <= S2/gamma**2", "perceptron:ties=+1"),  # S2 and ‖w‖ are the first learner's
        ("gamma*M_2 <= W", "perceptron:ties=+1"),
        ("M_2 <= 1/gamma**2 where W <= 1", "margin"),
        ("M_2 <= 2*log(2*d)/gamma**2", "winnow"),  # its lengths are others
    ],
)
def test_of_two_learners_together_nothing_is_proved(claim: str, other: str) -> None:
    """The quantities of one are not taken for the other's."""
    assert json.loads(pp("decide", claim, "--beside", other, "--budget", "2", "--json", "-").stdout)["verdict"] != "proved"


def test_what_holds_for_any_sequence_holds_for_shuffled_passes() -> None:
    decision = decide("M <= 1/gamma**2", Game(passes=3, shuffled=True))
    assert decision.verdict == "proved" and "any sequence" in str(decision)
    assert decide("M <= 1/gamma**2", Game(flips=1), budget=1).verdict != "proved"
    for text, dimension in (("M <= 0.4/gamma**2 + 3", 2), ("M <= 0.9/gamma**2 + 10", None)):  # by runs that are listed, no recipes
        assert decide(text, Game(dimension=dimension, passes=2)).verdict == "refuted"
