"""`falsify ID` for what is not a bound on runs: instances, drawn, judged, shrunk and written for `check`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance, read
from proofs.statements.property import Misprint
from proofs.statements.provable import PRINTED
from proofs.theorems import catalogue, misprints
from proofs.theorems.witnesses import models
from proofs.verify.checks.property_search import BYTES, PropertySearch, PropertySearchInterrupted, nearness
from tests.cli.running import answered, pp


def test_a_property_survives_and_says_what_was_tried() -> None:
    result = pp("falsify", "ogd-regret", "--turns", "1", "--seed", "3")
    assert result.exit_code == 4
    assert "survived this search\ndrew " in result.stdout and "(seed 3, " in result.stdout and ", 1 turns)" in result.stdout


def test_the_account_as_json_has_the_nearest_instance() -> None:
    told = json.loads(pp("falsify", "hinge-order-bl", "--turns", "1", "--json", "-").stdout)
    assert told["found"] is False and told["outcome"] == "survived" and told["counterexample"] is None and 0 < told["held"] <= told["drawn"]
    assert told["drawn"] == told["held"] + sum(told["outside"].values())
    item, (_, _, instance) = catalogue.theorem("hinge-order-bl"), read(told["witness"])
    assert nearness(item.claim, instance.model()) == told["ratio"] > 0.5 and holds(item.claim, instance.model())


BROKEN = [("ogd-regret", "zero start"), ("support-vectors-nearest", "short"), ("admissible-loss-huber", PRINTED)]


@pytest.mark.parametrize("id, what", BROKEN)
def test_without_a_hypothesis_it_falls_and_check_agrees(tmp_path: Path, id: str, what: str) -> None:
    file = tmp_path / "broken.json"
    answered(pp("falsify", id, "--drop", what.replace(" ", "-"), "--turns", "40", "--out", file), "is false", code=1)
    assert answered(pp("check", file)).startswith("valid: ")
    assert json.loads(file.read_text())["without"] == what


def test_the_same_seed_finds_the_same_instance() -> None:
    item = catalogue.theorem("support-vectors-nearest").without("short")
    one, two = (PropertySearch(item, 3600, seed=5, turns=40).run().found for _ in range(2))
    assert one is not None and two is not None and one.to_json() == two.to_json()


def test_a_property_that_is_a_bound_on_runs_is_played_too() -> None:
    answered(pp("falsify", "winnow-rate", "--turns", "1"), "as a bound on runs:", " runs, ", code=4)


def test_a_file_that_drops_nothing_is_judged_against_the_theorem_itself(tmp_path: Path) -> None:
    item = catalogue.theorem("ogd-regret")
    file = tmp_path / "whole.json"
    file.write_text(models.dumps(item, "", item.drawn(Draw(bytes(BYTES)))))
    answered(pp("check", file), "with every hypothesis", "the claim holds", code=1)


@pytest.mark.parametrize("misprint", misprints.MISPRINTS[:2], ids=lambda m: m.id)
def test_a_misprint_is_judged(tmp_path: Path, misprint: Misprint) -> None:
    file, id = tmp_path / "m.json", misprint.id
    answered(pp("falsify", id, "--out", file), "nothing was searched", code=1)
    assert pp("check", file).exit_code == 0


def test_the_printed_form_of_a_page_falls() -> None:
    assert pp("falsify", "squared-hinge", "--drop", "as-printed", "--turns", "40").exit_code == 1


def test_where_the_draws_keep_what_is_dropped_the_kept_instance_is_judged() -> None:
    item = catalogue.property_("hinge-order-mr")
    tried = PropertySearch(item, 3600, "b ≥ 0", turns=1).run()
    assert tried.found is not None and tried.kept and item.without("b ≥ 0").broken_by(tried.found)
    assert any("kept with the theorem" in line for line in tried.lines())
    assert PropertySearch(item, 3600, "b ≥ 0", shape=(7, 7), turns=1).run().found is None  # not of the shape that was asked for


def test_ctrl_c_keeps_what_was_tried() -> None:
    item = catalogue.theorem("hinge-order-bl")
    drawn = 0

    def sample(draw: Draw) -> Instance:
        nonlocal drawn
        drawn += 1
        if drawn == 40:
            raise KeyboardInterrupt
        return item.drawn(draw)

    with pytest.raises(PropertySearchInterrupted) as stopped:
        PropertySearch(replace(item, sample=sample), 3600).run()
    trial = stopped.value.trial
    assert trial.drawn == 40 and trial.held == 39 and trial.found is None and "39 keep all hypotheses" in next(trial.lines())
