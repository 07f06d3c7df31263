"""The record of what Coq has checked: its hashes are those of the theorems, a changed theorem is told, and a hostile file is one line."""

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.kernel import Compare, Formula
from proofs.referees.coq import CoqClaim
from proofs.referees.coq.gate import SHIPPED, CertificateStanding, CoqCertificate, CoqJudgement, certify, hashes, read_certificate
from proofs.theorems import catalogue
from proofs.verify.coq import catalogue_claims
from tests.amounts import rows, tries
from tests.cli.running import ROOT, Written, answered, pp, refused


@pytest.fixture(scope="module")
def today() -> list[CoqClaim]:
    return catalogue_claims()


def about(id: str) -> list[CoqClaim]:
    """A theorem and what it cites."""
    return [CoqClaim(b.proof, b.theorem, stated=b.page.id == id) for b in catalogue.build_ids([id]).values()]


def of(claims: list[CoqClaim]) -> CoqCertificate:
    """The certificate that Coq's acceptance of these claims would give."""
    return certify(CoqJudgement("8.16.1", {claim.id: () for claim in claims if claim.stated}), claims)


# --- the file in the package


def test_where_it_says_so_the_hash_is_that_of_the_printed_statement(today: list[CoqClaim]) -> None:
    """Each is made anew from `Claims.v`, as a reader can."""
    shipped = read_certificate()
    as_now = {id for id, standing in shipped.standings(today).items() if standing is CertificateStanding.AS_NOW}
    text = (ROOT / "proofs" / "referees" / "coq" / "Claims.v").read_text(encoding="utf-8")
    plain = re.sub(r"\(\*.*?\*\)", " ", text.partition("Notation ℕ := nat.")[2], flags=re.DOTALL)
    printed = {" ".join(part.split()) for part in re.findall(r"^Theorem .*?Qed\.", plain, flags=re.DOTALL | re.MULTILINE)}
    found = {hashlib.sha256(part.encode()).hexdigest() for part in printed}
    assert {id for id in as_now if shipped.theorems[id].statement not in found} == set()
    assert 2 * len(as_now) > len(catalogue.THEOREMS), "most of what it records has changed: run `make coq-certificate`"


def test_it_is_written_as_it_is_read() -> None:
    assert read_certificate().text == SHIPPED.read_text(encoding="utf-8")


def test_a_theorem_has_the_same_hash_alone_and_among_all(today: list[CoqClaim]) -> None:
    assert hashes(about("novikoff"))["novikoff"] == hashes(today)["novikoff"]


def test_the_command_says_what_is_covered() -> None:
    shipped = read_certificate()
    result = pp("replay", "--coq")
    assert result.exit_code in (0, 1) and f"Coq {shipped.version} has checked {len(shipped.theorems)} theorems." in result.stdout
    assert all(id in result.stdout for id in shipped.theorems) and all(axiom in result.stdout for axiom in shipped.assumes)


def test_verify_without_coq_names_it_and_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.verify.coq.find", lambda: None)
    result = pp("verify", "novikoff", "--referee", "coq", "--attack", "0")
    assert result.exit_code == 0 and re.search(r"skipped: coqc not found.*has checked [01] of 1 as they are now", result.stdout)
    assert "Coq ✓" not in result.stdout and "coq ok" not in result.stdout


# --- what has changed


def stricter(f: Formula) -> Formula:
    return replace(f, relation=">") if isinstance(f, Compare) else f


def test_an_altered_statement_is_told() -> None:
    *cited, true = about("novikoff")
    certificate = of([*cited, true])
    assert certificate.standings([*cited, true]) == {"novikoff": CertificateStanding.AS_NOW}
    false = replace(true, theorem=replace(true.theorem, conclusion=stricter(true.theorem.conclusion)))
    assert certificate.standings([*cited, false]) == {"novikoff": CertificateStanding.STATEMENT}
    weaker = replace(true, theorem=replace(true.theorem, hypotheses=true.theorem.hypotheses[1:]))
    assert certificate.standings([*cited, weaker]) == {"novikoff": CertificateStanding.STATEMENT}


@pytest.mark.parametrize("changed", ["novikoff", "progress"])
def test_an_altered_proof_is_told_be_it_its_own_or_one_that_it_cites(changed: str) -> None:
    claims = about("novikoff")
    longer = [replace(c, proof=replace(c.proof, steps=(*c.proof.steps, replace(c.proof.steps[-1], name="again")))) for c in claims]
    altered = [new if new.id == changed else old for new, old in zip(longer, claims, strict=True)]
    assert altered != claims and of(claims).standings(altered) == {"novikoff": CertificateStanding.PROOF}


def test_other_rules_and_other_theorems_are_told() -> None:
    claims = about("novikoff")
    certificate = of(claims)
    other_rules = replace(certificate, theory=dict(certificate.theory) | {"theory/Rules": "0" * 64})
    assert other_rules.standings(claims) == {"novikoff": CertificateStanding.THEORY}
    renamed = replace(certificate, theorems={"vanished": certificate.theorems["novikoff"]})
    assert renamed.standings(claims) == {"novikoff": CertificateStanding.MISSING, "vanished": CertificateStanding.GONE}


def test_words_do_not_count() -> None:
    claims = about("novikoff")
    reworded = [replace(c, title="another (* title", words={name: '*) "' for name, _ in c.theorem.hypotheses}) for c in claims]
    assert of(claims).standings(reworded) == {"novikoff": CertificateStanding.AS_NOW}


def test_the_command_tells_what_has_changed_and_exits_with_1(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a catalogue of three theorems, of which one is as it was."""
    three = ("norm-growth", "master-inequality", "hinge-root")
    monkeypatch.setattr("proofs.verify.coq.catalogue_claims", lambda: [replace(c, stated=c.id in three) for c in about("hinge-root")])
    record = json.loads(SHIPPED.read_text(encoding="utf-8"))
    record["theorems"] = {id: record["theorems"][id] for id in three}
    record["theorems"]["master-inequality"]["statement"] = "0" * 64
    record["theorems"]["vanished"] = record["theorems"].pop("hinge-root")
    file = written("old.json", record)
    told = answered(pp("replay", "--coq", file), code=1).replace("\n    ", " ")
    for standing, id in zip(("AS_NOW", "STATEMENT", "MISSING", "GONE"), (*three, "vanished"), strict=True):
        assert f"{CertificateStanding[standing].value}: 1 {id}" in told


# --- hostile files


@pytest.mark.parametrize(("fault", "fields"), rows(__file__, "hostile.txt"))
def test_a_hostile_certificate_is_one_line(tmp_path: Path, fault: str, fields: str) -> None:
    file, record = tmp_path / "c.json", json.loads(SHIPPED.read_text(encoding="utf-8")) | json.loads(fields)
    file.write_text(json.dumps({name: value for name, value in record.items() if value is not None}), encoding="utf-8")
    refused(pp("replay", "--coq", file), "c.json: no certificate of what Coq has checked")


@pytest.mark.parametrize("data", [b"", b"\xff", b"{", b"[" * 100_000, b'{"coq": 1.5}', b'{"a": 1, "a": 2}', b" " * 2_000_000])
def test_what_is_no_json_is_one_line(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "c.json"
    file.write_bytes(data)
    refused(pp("replay", "--coq", file), "c.json")


def test_options_that_exclude_each_other_are_one_line(tmp_path: Path) -> None:
    refused(pp("replay", "--coq", tmp_path / "absent.json"), "absent.json")
    refused(pp("replay", "--coq", "--tamper"), "--coq")
    refused(pp("replay"), "FILE")


words = st.text(max_size=5)
leaves = st.none() | st.booleans() | st.integers() | words
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2), max_leaves=5)


@settings(max_examples=tries(60))
@given(st.sampled_from(["assumes", "coq", "format", "theorems", "theory", "novikoff"]), values)
def test_any_value_in_any_field_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, field: str, value: object) -> None:
    record = json.loads(SHIPPED.read_text(encoding="utf-8"))
    (record["theorems"] if field == "novikoff" else record)[field] = value
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    try:
        assert read_certificate(file).version
    except InputError as error:
        assert str(error).startswith(f"{file}: no certificate of what Coq has checked") and len(str(error).splitlines()) == 1
