"""`replay --tamper`: every field altered, what carries the proof told from what does not."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import ge, gt, real
from proofs.kernel import Rejected, Theorem, replay_all
from proofs.kernel.codec import read
from proofs.referees.tampering import ANOTHER, REJECTED, SAME, mutants, tampering
from tests.cli.running import pp, refused
from tests.kernel.helpers import certificate, proof

x, y = real("x"), real("y")
LEMMA = proof({"x": gt(x, 0)}, certificate("c", ge(x, 0), "x", terms=[[Fraction(1), ["x"]]]), id="lemma")
SUM = proof(
    {"x": ge(x, 0), "y": ge(y, 0), "idle": ge(-x, 5)},
    certificate("c", ge(2 * x + y, 0), "x", "y", terms=[[Fraction(2), ["x"]], [Fraction(1), ["y"]]]),
    id="sum",
)


def document(*proofs: Any) -> Any:
    return json.loads(json.dumps(write(proofs)))


def test_every_scalar_of_a_record_is_a_field() -> None:
    record = document(SUM)["theorems"][0]
    altered = {m.field.path for m in mutants(record)}

    def scalars(value: Any, path: tuple[str | int, ...] = ()) -> Any:
        if isinstance(value, (dict, list)):
            for key in value if isinstance(value, dict) else range(len(value)):
                yield from scalars(value[key], (*path, key))
        else:
            yield path

    assert set(scalars(record)) - altered == {("id",)}


def test_what_carries_a_proof() -> None:
    (found,) = tampering(document(SUM))
    verdicts = {(f.field.path, f.field.place): f for f in found.fields}
    coefficient = verdicts[("steps", 0, "data", "terms", 0, 0, "Fraction"), "step c (certificate), terms, coefficient"]
    assert coefficient.carries and coefficient.rejected == 6
    relation = verdicts[("hypotheses", 0, 1, "Compare", 1), "hypothesis x, relation"]
    assert [(change, verdict) for change, verdict, _ in relation.accepted] == [(">= becomes >", ANOTHER)] and relation.rejected == 1
    idle = [f for f in found.fields if f.field.place.startswith("hypothesis idle")]
    assert idle and all(verdict == SAME for f in idle for _, verdict, _ in f.accepted)
    assert found.counts[REJECTED] + found.counts[SAME] + found.counts[ANOTHER] == len(list(mutants(document(SUM)["theorems"][0])))


def test_every_accepted_alteration_is_a_proof_of_what_is_told(tmp_path: Path) -> None:
    """The same record again, through the command that knows nothing of tampering."""
    content = document(LEMMA)
    (found,) = tampering(content)
    fate = {(f.field.path, f.field.place, change): (verdict, theorem) for f in found.fields for change, verdict, theorem in f.accepted}
    for mutant in mutants(content["theorems"][0]):
        file = tmp_path / "mutant.json"
        file.write_text(json.dumps({**content, "theorems": [mutant.record]}))
        told = fate.get((mutant.field.path, mutant.field.place, mutant.change))
        assert pp("replay", file).exit_code == (1 if told is None else 0), mutant.what
        if told is not None:
            theorem: Theorem = replay_all(read(json.loads(file.read_text())))["lemma"]
            same = (theorem.hypotheses, theorem.conclusion) == (found.theorem.hypotheses, found.theorem.conclusion)
            assert told == ((SAME, None) if same else (ANOTHER, theorem))


def test_a_lemma_altered_is_judged_with_what_cites_it() -> None:
    """x > 0 ⊢ x ≥ 0, weakened to a premise that its citation does not have, is rejected with the whole file."""
    from tests.kernel.helpers import step

    one = certificate("one", gt(y * y + 1, 0), strict=[Fraction(1), []], terms=[[Fraction(1), [y]], [Fraction(1), ["z"]]])
    cited = step("cited", "cut", ge(y * y + 1, 0), "one", theorem="lemma", substitution=[["real", "x", y * y + 1]])
    user = proof({}, one, cited, id="user")
    alone = next(iter(tampering(document(LEMMA))))
    together = next(iter(tampering(document(LEMMA, user))))
    assert alone.counts[ANOTHER] > 0 and together.counts[REJECTED] > alone.counts[REJECTED]
    assert [t.proof.id for t in tampering(document(LEMMA, user))] == ["lemma", "user"]


def test_what_is_no_proof_is_not_altered(tmp_path: Path) -> None:
    broken = document(proof({}, certificate("c", ge(x, 0))))
    with pytest.raises(Rejected):
        list(tampering(broken))
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(broken))
    result = pp("replay", "--tamper", file)
    assert result.exit_code == 1 and result.stdout.startswith("rejected: ")
    file.write_text("[")
    refused(pp("replay", "--tamper", file))


def test_the_command(tmp_path: Path) -> None:
    file, out = tmp_path / "sum.json", tmp_path / "out.json"
    file.write_text(json.dumps(document(SUM)))
    result = pp("replay", "--tamper", file, "--json", out)
    assert (
        result.exit_code == 0 and "fields carry the proof" in result.stdout and "another theorem: hypothesis x, relation" in result.stdout
    )
    (record,) = json.loads(out.read_text())
    assert record["id"] == "sum" and record["alterations"] == record[REJECTED] + record[SAME] + record[ANOTHER]
    strict = [f for f in record["fields"] if f["path"] == "/hypotheses/0/1/Compare/1"]
    assert strict[0]["accepted"][0]["proves"].startswith("2x + y ≥ 0")
    assert json.loads(pp("replay", "--tamper", file, "--json", "-").stdout) == [record]
    refused(pp("replay", file, "--json", "-"), "--tamper")
