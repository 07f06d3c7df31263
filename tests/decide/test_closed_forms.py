"""What decides without a search: the extremal families, and the joint range, whose table is the code's and names theorems."""

from __future__ import annotations

import html
import json
import warnings
from pathlib import Path

import pytest

from benchmarks.decide.suite import Entry, entries
from benchmarks.falsifier.suite import load
from proofs.campaign.rules import rules_to_data
from proofs.campaign.units import Unit, examine, work
from proofs.conjecture import parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import judge, read
from proofs.counterexample.learner_object import CustomLearner
from proofs.decide import DecideFirst, decide
from proofs.decide.attempts import prove
from proofs.decide.posed import pose
from proofs.decide.ranges import RANGES, lift, range_of
from proofs.decide.refute import refute
from proofs.falsify import Found, falsify, judge_with
from proofs.theorems import catalogue
from tests.amounts import cases, rows, sampled
from tests.cli.running import pp, refused
from tests.decide.replaying import holds_up

SUITE = {item.id: item for item in load()}
PATIENT = 60  # seconds, on a busy machine


@pytest.mark.parametrize(("truth", "id"), sampled(rows(__file__, "families.txt", " | "), 9))
def test_families_refute_false_conjectures_without_a_search(truth: str, id: str) -> None:
    item, seconds = SUITE[id], PATIENT if truth == "F" else 2
    rule = None if item.learner is None else CustomLearner(item.learner)
    found = refute(item.comparison, item.game, seconds, rule)
    assert (found is None) is (truth == "T")
    assert found is None or (judge(found) if rule is None else judge_with(item.learner, found)).valid


def test_no_giant_is_followed_against_a_kernel() -> None:
    """Such a learner looks back at every mistake. It crashed on the spiral."""
    claim = parse("M <= 3000")
    assert refute(claim, default_game(claim.names, learner="kernel", kernel="linear"), PATIENT) is None


# --- The joint range: its table is the code's and names theorems that there are, and `decide` says by which of them it decided


ROOT = Path(__file__).parents[2]
IDS = {theorem.id for theorem in catalogue.THEOREMS}


@pytest.mark.parametrize("known", RANGES, ids=lambda known: known.name)
def test_each_half_of_a_range_is_theorems_of_the_catalogue(known: object) -> None:
    assert set(known.ids) <= IDS and known.every_run  # type: ignore[attr-defined]


def test_the_table_of_the_documentation_is_the_codes() -> None:
    assert pp("decide", "--ranges", "--markdown").stdout == (ROOT / "docs" / "ranges.md").read_text(encoding="utf-8")
    listed = pp("decide", "--ranges").stdout
    assert all(known.name in listed and (known.open or "exact") in listed for known in RANGES)
    refused(pp("decide"))


def test_a_verdict_names_the_range_that_it_rests_on() -> None:
    told = json.loads(pp("decide", "M <= 1/gamma**2", "--json", "-").stdout)
    assert told["range"]["name"] == "separable, any dimension" and "range-attained" in told["range"]["theorems"]
    assert "range-attained" in str(decide("M <= 0.9/gamma**2"))


@pytest.mark.parametrize("case", cases(__file__, "ranges.txt"))
def test_every_game_has_its_range(case: list[str]) -> None:
    game, name = map(eval, case)
    found = range_of(game)
    assert found is not None and found.name == name


def test_dropped_hypothesis_that_leaves_no_game_has_no_theorem() -> None:
    assert range_of(Game().drop("mistake-driven")) is None
    declared = Game(norm="any", radius="declared").drop("bounded examples")
    assert lift(declared) == declared and range_of(declared) is None


@pytest.mark.parametrize("entry", sampled(entries(Path(__file__).with_name("without_a_search.txt")), 6), ids=lambda entry: entry.text)
def test_games_of_every_kind_are_decided_without_a_search(entry: Entry) -> None:
    (claim,) = entry.claimed
    if entry.true:
        assert prove(pose(claim, entry.game), PATIENT).theorem
    else:
        assert (found := refute(claim, entry.game, PATIENT)) is not None and judge(found).valid


PATIENTLY = ("--budget", "200")  # on a busy machine; what is proved ends far earlier


@pytest.mark.nocover
def test_falsify_does_not_search_on_where_there_is_a_proof() -> None:
    proved = pp("falsify", "M <= 1.1/gamma**2", *PATIENTLY, "--json", "-")
    said = json.loads(proved.stdout)
    assert proved.exit_code == 0 and "accepted by the kernel" in said["proof"] and said["found"] is False and said["outcome"] == "proved"
    assert said["runs"] > 0 and said["strategies"]["extremal starts"]["runs"] > 0 and said["seconds"] < 200
    several = pp("falsify", "M <= 1.1/gamma**2 and M <= 1/gamma**2 + 1", *PATIENTLY).stdout
    assert "is proved, and so not searched further" in several and "is proved: " in several
    for alone in (["M <= 1.1/gamma**2", "--search"], ["novikoff"], ["M <= 3/gamma**2 + E - E"]):
        left = pp("falsify", *alone, "--turns", "2")
        assert left.exit_code == 4 and "survived this search" in left.stdout


def test_a_run_of_a_closed_form_is_shrunk_and_judged_as_every_other(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    found = falsify("M <= 1.408/gamma**2 + 1.3*TD/gamma", turns=40, shapes=False, strategies=[DecideFirst()])
    assert isinstance(found, Found) and list(found.report.strategies) == ["closed forms"]
    assert judge(found.counterexample).valid and found.original is not None
    assert len(found.counterexample.rounds) <= len(found.original.rounds)
    assert pp("falsify", "M <= 0.9*sqrt(S2)/gamma", "--learner", "kernel:linear", "--turns", "40", "--out", file).exit_code == 1
    assert judge(read(file)).valid


@pytest.mark.parametrize(("claim", "first"), rows(__file__, "defined.txt"))
def test_the_first_line_names_what_the_claim_needs(claim: str, first: str) -> None:
    """A condition that no run meets, and values that a side does not have on every run: quotients, roots, logarithms, powers."""
    decision = decide(claim, budget=PATIENT)
    assert f"{decision.comparison.unicode()} {first}" in str(decision).splitlines()[0]
    holds_up(decision)
    told = decision.to_json()
    assert (decision.ending.code == 6) == (told["vacuous"] != "") == first.startswith("says nothing")
    assert bool(told["where"]) == (" where " in first)


def test_a_search_says_what_its_runs_did_not_meet() -> None:
    conditioned = falsify("M <= 1/gamma**2 where F > 3*W", turns=1)
    assert conditioned.ending.code == 3 and f"none of the {conditioned.report.runs:,} runs tried met the condition" in str(conditioned)
    valueless = falsify("sqrt(gamma - 2) >= 5", turns=1)
    assert valueless.ending.code == 3 and "runs tried gives it a value" in str(valueless)
    assert falsify("M <= 1/gamma**2 where gamma <= 1/4", turns=1).ending.code == 4
    first = [DecideFirst(proof_turn=0, seconds=PATIENT)]
    assert falsify("M >= 1000 where gamma > 1", budget=2 * PATIENT, strategies=first).ending.word == "vacuous"
    partly = falsify("M <= 1/gamma**2 + 1/(2*gamma - 1)**2", budget=2 * PATIENT, strategies=first)
    assert partly.ending.code == 0 and "is proved where 2·γ ≠ 1" in str(partly).splitlines()[0]
    unit = Unit(1, 1, "far", "M <= 1/gamma**2 where F > 3*W", rules_to_data(Game()), 0, 0, 2.0, True)
    assert examine(work(unit, lambda found: None), unit).columns["note"].startswith("not tried: none of the runs")


def test_sides_that_print_alike_are_told_apart_by_more_digits() -> None:
    refuted_claim = decide("M < 25 - 1/10**30 where gamma = 1/5")
    assert refuted_claim.counterexample is not None and judge(refuted_claim.counterexample).valid
    assert "25 < ≈ 24.999999999999999999999999999999" in str(refuted_claim).splitlines()[0]


def test_no_warning_of_a_library_reaches_the_user() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert decide("M <= 1/gamma**2 where gamma <= 0", budget=PATIENT).ending.code == 6


def test_verdict_in_a_notebook_shows_premises_and_proof_or_run() -> None:
    proved = decide("M <= 1.1/gamma**2")
    shown = html.unescape(proved._repr_html_())
    assert all(f"<code>{id}</code>" in shown for id in proved.rests_on) and "<details>" in shown
    assert proved.proof is not None and shown.count("<tr>") == len(proved.proof.proof.steps)
    assert "<table" in decide("M <= 0.9/gamma**2")._repr_html_()


@pytest.mark.parametrize(
    "text", ["M < 1/gamma", "M <= 1.2/gamma**2 + H2/gamma", "TD <= M*gamma/2", "W <= sqrt(M)*99/100", "M >= 1/gamma", "P < M/3"]
)
def test_short_refutation_has_a_margin_that_can_be_read(text: str) -> None:
    """A quotient of eighteen digits refutes as well, but who reads it does not see why."""
    run = decide(text).counterexample
    assert run is not None and judge(run).valid and len(run.rounds) <= 3 and run.gamma.denominator <= 8
