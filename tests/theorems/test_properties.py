"""Properties: each holds wherever its facts do, needs what it says it needs, and its files are judged; and a theorem of one's own."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import chain
from math import log, sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import InputError
from proofs.cli import main
from proofs.conjecture import Root
from proofs.conjecture.surd import Surd
from proofs.derive.authoring.terms import eq, real
from proofs.statements.docstrings import PRINTED
from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance, read
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.theorems import catalogue, witnesses
from proofs.theorems.lookup import page_in
from proofs.theorems.witnesses import models
from proofs.verify.checks import evidence
from proofs.verify.checks.definitions import introduce
from proofs.verify.checks.nearness import BYTES
from proofs.verify.checks.property_search import attack
from proofs.verify.pipeline import Options, verify
from tests.amounts import rows, sampled, tries
from tests.cli.running import GUIDE, Written, answered, pp, refused

PROPERTIES = catalogue.PROPERTIES
BREAKABLE = [pytest.param(item, what, id=f"{item.id}-{what}") for item in PROPERTIES for what in item.breakable]


@pytest.mark.parametrize("item", PROPERTIES, ids=lambda p: p.id)
@given(data=st.binary(min_size=BYTES, max_size=BYTES))
@settings(max_examples=tries(20, few=3))
def test_definitions_hold_in_what_is_sampled_and_the_claim_follows(item: Property, data: bytes) -> None:
    instance = item.draw(Draw(data))
    model = instance.model()
    if all(holds(fact.formula, model) for fact in item.facts):
        assert holds(item.claim, model)
    assert read(record(item, instance))[2].to_json() == instance.to_json()


def record(item: Property, instance: Instance) -> dict[str, Any]:
    return {"format": "perceptron-proofs/model-1", "theorem": item.id, "without": "", **instance.to_json()}


# What no file shows to be needed: whatever the run and u are, these two bounds are above one on a sample that a file can hold.
SHARED = ("zero start", "update", "mistake-driven", "unit comparator", "r", "ξ")
OWN = ("H₂ ≥ 0", "H₂", "q ≥ 0", "q")  # of which the other two do not speak
ABOVE_ONE = {"generalisation-squared-hinge": SHARED, "generalisation-l2": (*SHARED, "r ≥ 0", "slope", *OWN)}


def test_bound_is_above_one_on_at_most_a_hundred_examples() -> None:
    assert all((4 + sqrt(0.5)) * sqrt(log(T + 1) / T) > 1 for T in range(1, 101))
    for what in {*chain(*ABOVE_ONE.values())} - {*OWN}:  # what these two need the other two show, of which the first has no ξ
        assert models.load(catalogue.theorem("generalisation-hinge"), what)
        assert models.load(catalogue.theorem("generalisation-l1"), what) or what == "ξ"


@pytest.mark.parametrize("item, what", sampled(BREAKABLE, 200))
def test_a_stored_instance_breaks_what_it_says_and_nothing_else(item: Property, what: str) -> None:
    instance = models.load(item, what)
    if instance is None:  # it is not used, or there is something by it, which other facts speak of
        assert what != PRINTED
        assert (
            what in ABOVE_ONE.get(item.id, ())
            or what not in dict(catalogue.build_ids([item.id])[item.id].theorem.hypotheses)
            or what in introduce(item, item.facts).lets_be
        )
        return
    assert what not in ABOVE_ONE.get(item.id, ()) and models.judge(item, what, instance).valid
    model = instance.model()
    if what != PRINTED:
        broken = {fact.name for fact in item.facts if not holds(fact.formula, model)}
        assert broken == {what}
    assert read(json.loads(json.dumps(models.record(item, what, instance))))[0] == item.id


def test_check_rejects_a_stored_instance_for_another_hypothesis(written: Written) -> None:
    file = witnesses.path("ogd-regret", "zero start")
    assert answered(pp("check", file), "✓ the claim is false").startswith("valid: OGD's regret")
    document = json.loads(file.read_text(encoding="utf-8"))
    other = written("other.json", document | {"without": "subgradient"})
    answered(pp("check", other), "✗ zero start does not hold", code=1)


@pytest.mark.parametrize(("change", "words"), rows(__file__, "malformed.txt"))
def test_a_malformed_instance_is_refused(written: Written, change: str, words: str) -> None:
    document = json.loads(witnesses.path("ogd-regret", "zero start").read_text(encoding="utf-8"))
    file = written("model.json", document | json.loads(change))
    refused(pp("check", file), words)


def test_a_tampered_file_is_a_fault_of_the_theorem(tmp_path: Path) -> None:
    item = catalogue.theorem("hinge-subgradient")
    document = json.loads(witnesses.path(item.id, "mistake").read_text(encoding="utf-8"))
    file = witnesses.path(item.id, "mistake", tmp_path)
    file.parent.mkdir()
    file.write_text(json.dumps(document | {"reals": document["reals"] | {"f(w)": "7"}}))
    (verdict,) = verify([item], Options(z3=False, attack=0, witnesses=tmp_path))
    assert not verdict.holds and "not valid" in verdict.faults[0]


def test_a_false_property_is_broken_and_the_instance_is_small() -> None:
    item = catalogue.theorem("learning-rate")
    trial = attack(item.without(PRINTED), 20)
    assert trial.found is not None and item.without(PRINTED).broken_by(trial.found)
    assert trial.found.naturals["M"] <= 3


def test_a_property_has_only_its_own_hypotheses() -> None:
    item = catalogue.theorem("hinge-convex")
    with pytest.raises(InputError, match="weight from 0, weight to 1"):
        item.without("convex")
    with pytest.raises(InputError, match="not a bound on runs"):
        catalogue.page("hinge-convex")


def test_values_are_exact_roots_and_fractions() -> None:
    instance = Instance(0, reals={"a": Root(Fraction(2)), "b": Fraction(1, 3)})
    written = record(catalogue.PROPERTIES[0], instance)
    assert written["reals"] == {"a": {"root": "2"}, "b": "1/3"}
    assert read(written)[2].reals == instance.reals


def test_a_sum_of_roots_is_exact_too() -> None:
    """(√17 − 1)/8 is a root of 4v² + v = 1, and a rational near it is not."""
    v = real("v")
    golden = Instance(0, reals={"v": Surd({1: Fraction(-1, 8), 17: Fraction(1, 8)})})
    written = record(catalogue.PROPERTIES[0], golden)
    assert written["reals"] == {"v": {"sum": [["-1/8", "1"], ["1/8", "17"]]}}
    assert holds(eq(4 * v**2 + v, 1), read(written)[2].model())
    assert not holds(eq(4 * v**2 + v, 1), Instance(0, reals={"v": Fraction(390388, 10**6)}).model())
    unreduced = read(written | {"reals": {"v": {"sum": [["-1/8", "1"], ["1/16", "68"]]}}})[2]
    assert holds(eq(4 * v**2 + v, 1), unreduced.model())


# --- A theorem of one's own: a short file that `verify` takes, and what becomes of it when it claims too much


def test_statement_proof_attack_and_verdict_fit_in_less_than_forty_lines() -> None:
    assert len(GUIDE.read_text(encoding="utf-8").splitlines()) < 40
    result = CliRunner().invoke(main, ["verify", str(GUIDE)])
    assert result.exit_code == 0, result.output
    assert "proved" in result.output and "survived" in result.output
    for name in ("positive margin", "unit comparator", "bounded examples", "separable"):
        assert name in result.output.split("needs")[1]


@pytest.mark.parametrize("seconds", [1e-6, evidence.SEARCH_SECONDS])
def test_a_need_is_found_by_turns_where_the_seconds_are_too_few(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """A busy machine may take all of them before the first run."""
    monkeypatch.setattr(evidence, "SEARCH_SECONDS", seconds)
    page = page_in(GUIDE)
    assert isinstance(page, Page)
    assert evidence.evidence(page, "unit comparator") is not None


@pytest.mark.parametrize("old, new", sampled([("2*beta)/gamma", "beta)/gamma"), ("Fraction(1, 2)\n\n", "Fraction(9)\n\n")], 1))
def test_a_stronger_claim_is_not_proved_and_another_learner_breaks_it(written: Written, old: str, new: str) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert old in text
    file = written("claims_too_much.py", text.replace(old, new))
    result = CliRunner().invoke(main, ["verify", str(file), "--attack", "1"])
    assert result.exit_code == 1, result.output


DRAWN = """
from proofs.statements.instance import Draw
from proofs.theorems import catalogue
print(*(catalogue.theorem(id).draw(Draw(bytes(range(80, 160)))) for id in ("hinge-dominates", "hinge-convex", "littlestone-line")))
"""


def test_an_instance_of_free_names_does_not_depend_on_hashes() -> None:
    """The names stand in sets, whose order differs from one process to the next."""
    drawn = {
        subprocess.run(
            [sys.executable, "-c", DRAWN], env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True, text=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(drawn) == 1
