"""Proofs in another form: without citations, and out of files of version 0.1.0. The kernel accepts them, of the same claims."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from proofs.derive.authoring.abbreviations import upgrade
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.inlining import inline
from proofs.derive.authoring.terms import eq, every, ge, le, real, seq
from proofs.kernel import Index, Rejected, replay, replay_all
from proofs.kernel.codec import read
from proofs.statements.page import BuiltProof, Lemma, build
from proofs.theorems import catalogue
from tests.cli.running import pp


@pytest.fixture(scope="module")
def built() -> Mapping[str, BuiltProof]:
    return catalogue.build_ids(["novikoff", "root-inequality"])


def test_each_line_says_what_it_supposes(built: Mapping[str, BuiltProof]) -> None:
    whole = inline("novikoff", built)
    assert not whole.supposed[whole.proof.conclusion]
    opened = [s.name for s in whole.proof.steps if s.rule == "assume"]
    assert len(opened) == 6 and all(name in whole.supposed[name] for name in opened)


def test_a_theorem_that_is_cited_twice_in_the_same_way_is_written_once(built: Mapping[str, BuiltProof]) -> None:
    """Both the scaled root inequality and the master inequality within it cite the growth of the length."""
    proof = inline("root-inequality", built).proof
    claims = [s.claim for s in proof.steps if s.rule == "induction"]
    assert len(claims) == len(set(claims)) == 3


def _lemma(prove: object, id: str, **facts: object) -> Lemma:
    return Lemma(id, id, "", prove, tuple(facts.items()))  # type: ignore[arg-type]


def test_names_of_a_cited_proof_do_not_capture_those_of_the_citing() -> None:
    """Both take a root called r, of different terms, and the cited one at the citing one's root."""
    x, a = real("x"), real("a")

    def inner(d: Derivation) -> None:
        _, _, square, star = d.root("x ≥ 0", "r")
        d.forget(d.have(ge(x + 1, 1), "x ≥ 0", square), star)

    def outer(d: Derivation) -> None:
        r, sign, square, star = d.root("a ≥ 0", "r")
        d.cite("inner", x=r)
        d.forget(d.have(ge(a + 1, 1), sign, square), star)

    library: dict[str, BuiltProof] = {}
    for lemma in (_lemma(inner, "inner", **{"x ≥ 0": ge(x, 0)}), _lemma(outer, "outer", **{"a ≥ 0": ge(a, 0)})):
        library[lemma.id] = build(lemma, {id: b.theorem for id, b in library.items()})
    assert replay(inline("outer", library).proof, {}).conclusion == ge(a + 1, 1)


def test_what_vanishes_at_the_terms_of_a_citation_is_left_out() -> None:
    """With b(k) = 0 the lines about b say 0 = 0, and nothing rests on them any more."""
    s, b, k = seq("s"), seq("b"), Index("k")

    def inner(d: Derivation) -> None:
        def step(k: Index, before: str) -> str:
            return d.have(le(s(k + 1), 0), before, d.at("s", k), d.at("b", k))

        d.induction(lambda k: le(s(k), 0), lambda: d.have(le(s(0), 0), "s starts"), step)

    facts = {"s starts": eq(s(0), 0), "s": every(k, eq(s(k + 1), s(k) + b(k))), "b": every(k, le(b(k), 0))}
    outer_facts = {"s starts": eq(s(0), 0), "s": every(k, eq(s(k + 1), s(k)))}
    library: dict[str, BuiltProof] = {}
    for lemma in (_lemma(inner, "inner", **facts), _lemma(lambda d: d.cite("inner", b=lambda k: 0), "outer", **outer_facts)):
        library[lemma.id] = build(lemma, {id: b.theorem for id, b in library.items()})
    proof = inline("outer", library).proof
    assert replay(proof, {}).conclusion == library["outer"].theorem.conclusion
    assert not [s for s in proof.steps if s.name.endswith("/b")] and len(proof.steps) < len(library["inner"].proof.steps) + 2


# --- Proof files of version 0.1.0, whose kernel had `let` and a named `sum` as rules, are read and accepted as before


FILE = Path(__file__).with_name("data") / "proofs-0.1.0.json"
OLD = read(json.loads(FILE.read_text(encoding="utf-8")))


def test_the_old_files_hold_what_the_kernel_no_longer_has() -> None:
    rules = {step.rule for proof in OLD for step in proof.steps}
    assert {"let", "sum"} <= rules
    with pytest.raises(Rejected):
        replay_all(OLD)


def test_every_old_proof_proves_what_it_proved() -> None:
    theorems = replay_all(upgrade(OLD))
    assert set(theorems) == {proof.id for proof in OLD}
    for proof in OLD:
        claims = {step.name: step.claim for step in proof.steps}
        assert theorems[proof.id].conclusion == claims[proof.conclusion]
    assert theorems["novikoff"].conclusion == catalogue.page("novikoff").claim


def test_a_proof_without_abbreviations_comes_back_as_it_is() -> None:
    proofs = catalogue.proofs(["novikoff"])
    assert upgrade(proofs) == list(proofs)


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
