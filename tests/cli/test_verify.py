"""`verify` and `replay`: what holds is said to hold, and nothing else is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from proofs.report.tables.verdicts import table
from proofs.theorems import catalogue
from proofs.verify.checks.verdict import REJECTED
from proofs.verify.pipeline import Options, verify
from tests.cli.running import pp

IDS = [page.id for page in catalogue.THEOREMS]


def test_every_theorem_is_proved_and_survives(records: dict[str, dict[str, Any]]) -> None:
    assert list(records) == IDS
    for record in records.values():
        assert record["status"] == "proved"
        assert record["referees"]["kernel"]["ok"] is True
        assert record["referees"]["z3"]["ok"] is not False
        assert record["attack"]["survived"] is True and record["attack"]["runs"] > 0
        assert "faults" not in record


def test_z3_agrees_on_every_step_of_the_first_bounds(records: dict[str, dict[str, Any]]) -> None:
    for id in ("progress", "norm-growth", "master-inequality", "novikoff", "hinge-root", "hinge-simple", "margin-perceptron"):
        assert records[id]["referees"]["z3"]["ok"] is True and records[id]["referees"]["z3"]["satisfiable"] is True


def test_a_record_is_as_documented(records: dict[str, dict[str, Any]]) -> None:
    documented = {"id", "title", "sources", "status", "printed", "refutation", "referees", "assumes", "hypotheses", "tightness"}
    for record in records.values():
        assert set(record) - {"misprints"} == documented | {"attack", "nonvacuous"}  # misprints: where a page has any
        assert record["nonvacuous"]["by"] in ("exact run", "exact instance", "no hypotheses") and record["nonvacuous"]["example"]
        assert set(record["referees"]) == {"kernel", "z3", "coq"} and "skipped" in record["referees"]["coq"]
        assert record["printed"] in ("true", "true-with-assumptions", "false")
        assert record["tightness"]["status"] in ("attained", "asymptotic", "slack", "not-applicable")


def test_each_hypothesis_of_the_first_bounds_is_needed_and_shown_to_be(records: dict[str, dict[str, Any]]) -> None:
    for id in ("novikoff", "hinge-root", "hinge-simple", "margin-perceptron"):
        for hypothesis in records[id]["hypotheses"]:
            assert (hypothesis["needed"], hypothesis["role"]) == (True, "needs"), (id, hypothesis)
            assert hypothesis["witness"]["file"].endswith(f"{id}/{hypothesis['name'].replace(' ', '-')}.json")
    assert [h["name"] for h in records["progress"]["hypotheses"] if h["needed"] is False] == ["mistake-driven", "positive margin"]


def test_a_hypothesis_by_which_there_is_something_is_told_from_one_without_which_it_is_false(records: dict[str, dict[str, Any]]) -> None:
    roles = {h["name"]: (h["role"], h["witness"] is not None) for h in records["hinge-chain-mr"]["hypotheses"]}
    assert roles["R ≥ 0"] == ("needs", True) and roles["positive margin"] == ("starts from", False)


def test_tightness_is_measured(records: dict[str, dict[str, Any]]) -> None:
    assert records["novikoff"]["tightness"] | {"witness": ""} == {"status": "attained", "witness": "", "M": 25, "bound": "25", "ratio": "1"}
    margin = records["margin-perceptron"]["tightness"]
    assert margin["status"] == "slack" and margin["ratio"].startswith("0.3")


def test_lines_for_programs_and_summary() -> None:
    result = pp("verify", "norm-growth", "--attack", "0", "--referee", "kernel")
    assert result.exit_code == 0
    first, last = result.stdout.splitlines()
    assert first.startswith("norm-growth: proved; ") and "kernel ok; z3 skipped; attack –" in first
    assert last.startswith("1 of 1 theorem holds")


@pytest.mark.nocover
def test_all_theorems_fit_eighty_columns_family_by_family() -> None:
    result = pp("verify", "--attack", "0", "--referee", "kernel")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and max(map(len, lines)) <= 80
    rows = [line for line in lines if line.startswith(("✓ ", "† ")) and " ✓––  " in line]
    assert [row.split()[1] for row in rows] == IDS
    assert {row.split()[1] for row in rows if row.startswith("†")} == set()
    names = [line.replace(" ", "_") for before, line in pairwise(lines) if not before][:-1]  # the last one begins the closing paragraph
    assert names == [family.__name__.rpartition(".")[2] for family in catalogue.FAMILIES if family.THEOREMS] and names[0] == "core"
    assert f"{len(IDS)} of {len(IDS)} theorems hold" in result.stdout and "M ≤ R²/γ²" in result.stdout


@pytest.mark.nocover
def test_what_is_assumed_is_named_in_the_line_and_explained_once() -> None:
    lines = pp("verify", "winnow", "online-to-batch", "--attack", "0", "--referee", "kernel").stdout.splitlines()
    winnow, batch = lines[:2]
    assert "axioms ln-one, ln-product, ln-quadratic, ln-tangent; sources" in winnow
    assert "axioms ln-exp, ln-one, ln-product, ln-quadratic, ln-sinh, ln-tangent; sources" in batch
    assert lines[2] == "what is assumed:" and sum("ln-product: ln(ab) = ln a + ln b" in line for line in lines) == 1
    assert any(line.startswith("    ln-exp: e^a > 0") and line.endswith("(online-to-batch)") for line in lines)
    assert "hypotheses hold on an exact instance" in winnow and lines[-1].startswith("2 of 2 theorems hold")


@pytest.mark.parametrize("width", [40, 80, 100, 150, 200])
def test_the_table_fits_the_terminal(width: int) -> None:
    from rich.console import Console

    verdicts = list(verify([catalogue.page("novikoff"), catalogue.page("margin-perceptron")], Options(z3=False, attack=0)))
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(table(verdicts, width))
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= width
    for word in ("novikoff", "margin-perceptron", "attained", "separable"):
        assert word in text.replace("\n", " ")


def test_a_verdict_on_a_theorem_that_is_broken_says_so() -> None:
    from dataclasses import replace

    page = catalogue.page("novikoff")
    false = replace(page, statement=replace(page.statement, id="false", bound="M <= R/gamma"))
    (found,) = verify([false], Options(z3=False, attack=0.5))
    assert found.status == REJECTED and not found.holds
    from proofs.verify.checks.attack import attack
    from proofs.verify.tightness import tightness

    assert attack(false, 0.5).survived is False
    assert "does not hold" in tightness(false).fault
