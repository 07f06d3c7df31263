"""Proof files of version 0.1.0, whose kernel had `let` and a named `sum` as rules, are read and accepted as before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs.derive.authoring.abbreviations import upgraded
from proofs.derive.authoring.encoding import write
from proofs.kernel import Rejected, replay_all
from proofs.kernel.codec import read
from proofs.theorems import catalogue
from tests.cli.running import pp

FILE = Path(__file__).with_name("data") / "proofs-0.1.0.json"
OLD = read(json.loads(FILE.read_text(encoding="utf-8")))


def test_the_old_files_hold_what_the_kernel_no_longer_has() -> None:
    rules = {step.rule for proof in OLD for step in proof.steps}
    assert {"let", "sum"} <= rules
    with pytest.raises(Rejected):
        replay_all(OLD)


def test_every_old_proof_proves_what_it_proved() -> None:
    theorems = replay_all(upgraded(OLD))
    assert set(theorems) == {proof.id for proof in OLD}
    for proof in OLD:
        claims = {step.name: step.claim for step in proof.steps}
        assert theorems[proof.id].conclusion == claims[proof.conclusion]
    assert theorems["novikoff"].conclusion == catalogue.page("novikoff").claim


def test_a_proof_without_abbreviations_comes_back_as_it_is() -> None:
    proofs = catalogue.proofs(["novikoff"])
    assert upgraded(proofs) == list(proofs)


def test_replay_takes_an_old_file() -> None:
    result = pp("replay", str(FILE))
    assert result.exit_code == 0 and "accepted: novikoff: M ≤ R²/γ²" in result.stdout


def test_a_forged_old_proof_is_rejected(tmp_path: Path) -> None:
    text = json.dumps(write(OLD))
    forged = tmp_path / "forged.json"
    forged.write_text(text.replace('"let"', '"axiom"'), encoding="utf-8")
    assert pp("replay", str(forged)).exit_code == 1
    record = json.loads(text)
    proofs = next(value for value in record.values() if isinstance(value, list))
    proofs[-1]["conclusion"] = "nowhere"
    forged.write_text(json.dumps(record), encoding="utf-8")
    assert pp("replay", str(forged)).exit_code == 1
