"""Misprints: each stands on a page, its file holds what the code says, and `check` finds the facts true and the printed form false."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perceptron import InputError
from proofs.report.proofs.theorem import shown
from proofs.statements.evaluation import holds
from proofs.statements.misprint import Misprint
from proofs.statements.provable import PRINTED
from proofs.theorems import catalogue, misprints, witnesses
from proofs.theorems.witnesses import models
from proofs.verify.pipeline import Options, verify
from tests.cli.running import pp

ALL = misprints.MISPRINTS


@pytest.mark.parametrize("misprint", ALL, ids=lambda m: m.id)
def test_its_file_is_accepted_and_is_what_the_code_says(misprint: Misprint) -> None:
    file = misprints.path(misprint)
    assert json.loads(file.read_text(encoding="utf-8")) == models.record(misprint, PRINTED, misprint.instance())
    assert misprints.judged(misprint) == (witnesses.shown(file), "")
    told = pp("check", file)
    assert told.exit_code == 0 and told.stdout.startswith(f"valid: {misprint.source.document} ") and "✓ the claim is false" in told.stdout


@pytest.mark.parametrize("misprint", ALL, ids=lambda m: m.id)
def test_it_stands_on_a_page_and_says_what_is_true(misprint: Misprint) -> None:
    assert misprint.source.remark and misprint.instead
    assert catalogue.theorem(misprint.of).id == misprint.of
    model = misprint.instance().model()
    assert all(holds(fact.formula, model) for fact in misprint.facts) and not holds(misprint.claim, model)


def test_ids_are_one_of_a_kind_and_no_file_is_left_over() -> None:
    assert len({m.id for m in ALL}) == len(ALL)
    assert {file.stem for file in (witnesses.FOLDER / "misprints").iterdir()} == {m.id for m in ALL}
    assert not {m.id for m in ALL} & {item.id for item in catalogue.THEOREMS}


def test_a_tampered_file_is_rejected_and_is_a_fault_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    misprint = misprints.find("BL-overshoot")
    assert misprint is not None
    document = json.loads(misprints.path(misprint).read_text(encoding="utf-8"))
    bad = misprints.path(misprint, tmp_path)
    bad.parent.mkdir()
    bad.write_text(json.dumps(document | {"reals": document["reals"] | {"γ": "1"}}))  # 1 + 3/4 is more than √2
    assert "the claim holds" in misprints.judged(misprint, tmp_path)[1]
    assert pp("check", bad).exit_code == 1
    real = misprints.judged
    monkeypatch.setattr(misprints, "judged", lambda m: real(m, tmp_path))
    (verdict,) = verify([catalogue.page("margin-perceptron")], Options(z3=False, attack=0))
    assert not verdict.holds and any("BL-overshoot" in fault for fault in verdict.faults)


def test_a_page_shows_its_misprints_and_the_record_names_their_files() -> None:
    page = catalogue.page("novikoff")
    text = shown(page, catalogue.built(["novikoff"])["novikoff"], "unicode")
    assert "Printed, and false" in text and "misprints/VE-potential" in text
    (verdict,) = verify([page], Options(z3=False, attack=0))
    assert verdict.holds
    assert [m["document"] for m in verdict.to_json()["misprints"]] == ["MR", "VE", "VE"]


def test_a_misprint_has_no_hypothesis_to_drop() -> None:
    with pytest.raises(InputError, match="as printed"):
        ALL[0].without("zero start")
