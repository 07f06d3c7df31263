"""What rests on an outside theorem says so, in every form of the verdict; what does not use one does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, real
from proofs.report.tables.verdicts import line, summary, table
from proofs.statements.instance import Instance
from proofs.statements.property import Property
from proofs.statements.statement import Fact
from proofs.theorems import catalogue
from proofs.theorems.batch.online_to_batch import AZUMA, HOEFFDING
from proofs.verify.checks.verdict import CITED, PROVED, Verdict
from proofs.verify.pipeline import Options, verify
from tests.commands.running import pp

QUICK = Options(z3=False, attack=0)
x = real("x")


def short(cited: str) -> Property:
    """x ≥ 1 gives x ≥ 0, where x ≥ 1 may be somebody's theorem; a second theorem is not used."""
    return Property(
        id="short",
        title="x ≥ 0",
        sources=(),
        claim=ge(x, 0),
        words="x is not negative",
        sample=lambda draw: Instance(0, reals={"x": 1}),
        facts=(Fact("large", "x is at least 1", ge(x, 1), cited=cited), Fact("huge", "x is at least 2", ge(x, 2), cited="Nobody (1900)")),
        prove=prove,
    )


def prove(d: Derivation) -> None:
    d.conclude("large")


@pytest.mark.parametrize("cited, status", [("Somebody (1899), Theorem 1", CITED), ("", PROVED)])
def test_only_a_cited_hypothesis_that_the_proof_uses_makes_a_theorem_cited(cited: str, status: str) -> None:
    (verdict,) = verify([short(cited)], QUICK)
    assert verdict.status == status and verdict.holds
    assert verdict.assumes == ((f"cited, {cited}: x is at least 1",) if cited else ())


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    return next(verify([catalogue.theorem("online-to-batch")], QUICK))


def test_the_record_the_line_the_table_and_the_summary_say_what_is_cited(verdict: Verdict) -> None:
    record = verdict.to_json()
    assert record["status"] == "cited"
    assert [said.split(":")[0] for said in record["assumes"][:3]] == [f"cited, {HOEFFDING}", f"cited, {HOEFFDING}", f"cited, {AZUMA}"]
    assert line(verdict).startswith("online-to-batch: cited; ")
    assert summary([verdict], 0).endswith("resting on cited theorems: online-to-batch")
    assert "cited" not in summary([replace(verdict, status=PROVED)], 0)
    from rich.console import Console

    console = Console(width=100)
    with console.capture() as shown:
        console.print(table([verdict], 100))
    assert "online-to-batch (cited)" in shown.get()


def test_show_tells_what_is_cited_from_what_is_proved() -> None:
    printed = pp("show", "online-to-batch").stdout
    cited = printed.split("Cited, not proved here")[1].split("Sources")[0]
    assert cited.count("measurable loss") == 2 and "measurable; it is assumed" in printed
    assert cited.count("Hoeffding (1963)") == 3 and "Hoeffding above" in cited and "Azuma" in cited
    assert "Cited, not proved here" not in pp("show", "online-to-batch-constant").stdout


def test_who_takes_a_cited_theorem_over_is_cited_too() -> None:
    for id in ("generalisation-l1", "generalisation-l2"):
        (verdict,) = verify([catalogue.theorem(id)], QUICK)
        assert verdict.status == CITED and sum(said.startswith("cited, ") for said in verdict.assumes) == 3
