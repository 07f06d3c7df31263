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
from proofs.verify.checks.verdict import CITED, PROVED
from proofs.verify.pipeline import Options, verify
from tests.cli.running import pp

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


def test_the_record_the_line_the_table_and_the_summary_say_what_is_cited() -> None:
    (verdict,) = verify([short("Somebody (1899), Theorem 1")], QUICK)
    record = verdict.to_json()
    assert record["status"] == "cited"
    assert [said.split(":")[0] for said in record["assumes"]] == ["cited, Somebody (1899), Theorem 1"]
    assert line(verdict).startswith("short: cited; ")
    assert summary([verdict], 0).endswith("resting on cited theorems: short")
    assert "cited" not in summary([replace(verdict, status=PROVED)], 0)
    from rich.console import Console

    console = Console(width=100)
    with console.capture() as shown:
        console.print(table([verdict], 100))
    assert "short (cited)" in shown.get()


def test_no_theorem_of_the_catalogue_rests_on_what_is_only_cited() -> None:
    assert [(item.id, fact.name) for item in catalogue.THEOREMS for fact in item.facts if fact.cited] == []
    assert "Cited, not proved here" not in pp("show", "online-to-batch").stdout
