"""`tight`: every number of the table is a run's, the required ratios are reached, and the files stand up to `check`."""

from __future__ import annotations

import json
import signal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs.theorems import catalogue
from tests.cli.running import pp, refused, start


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    result = pp("tight", "--json", "-")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def of(records: list[dict[str, Any]], id: str) -> list[dict[str, Any]]:
    return [r for r in records if r["id"] == id]


def test_the_records_are_as_documented(records: list[dict[str, Any]]) -> None:
    assert {r["id"] for r in records} == {t.id for t in catalogue.THEOREMS}
    for r in records:
        assert {"id", "witness", "M", "bound", "ratio", "status"} <= set(r)
        if r["status"] == "not-applicable":
            assert r["M"] is None and len(of(records, r["id"])) == 1
            continue
        assert r["status"] in ("attained", "asymptotic", "slack") and "faults" not in r
        for run in r["runs"]:
            assert "exceeded" not in run and "fault" not in run
            assert 0 < Fraction(run["ratio"]) <= 1 and Fraction(run["quotient"]) <= 1
            if run["fraction"] is not None:
                assert 0 <= Fraction(run["fraction"]) - Fraction(run["ratio"]) < Fraction(1, 10**6)
            if run["most"] is not None:
                low, high = sorted((run["M"], run["most"]))
                assert Fraction(run["fraction"]) == Fraction(low, high)


@pytest.mark.parametrize(
    "id", ["novikoff", "dimension-two", "dimension-three", "hinge-root", "hinge-l1", "hinge-l2", "hinge-l2-radius", "kernel-trace"]
)
def test_these_bounds_are_attained_exactly(records: list[dict[str, Any]], id: str) -> None:
    for r in of(records, id):
        assert r["status"] == "attained" and r["ratio"] == r["fraction"] == "1"


def test_novikoff_is_attained_in_space_and_in_many_dimensions(records: list[dict[str, Any]]) -> None:
    families = {r["family"]: r for r in of(records, "novikoff")}
    assert set(families) == {"orthonormal", "spiral", "spiral-unit"}
    assert families["orthonormal"]["quotient"] == "1"
    assert all(run["M"] == run["most"] for r in families.values() for run in r["runs"])


def test_the_hinge_bounds_are_attained_with_positive_loss(records: list[dict[str, Any]]) -> None:
    for id in ("hinge-root", "hinge-l1", "hinge-l2", "hinge-pareto"):
        for r in of(records, id):
            for run in r["runs"]:
                lossless = Fraction(run["gamma"]) ** 2 * run["M"] == 1
                assert run["attained"] and (not lossless or (run["value"] == "2" and id == "hinge-pareto"))
    assert [run["value"] for r in of(records, "hinge-pareto") for run in r["runs"]] == ["6/5", "3/2", "2", "11/10"]


def test_the_sharp_bound_is_approached_and_the_printed_one_is_not(records: list[dict[str, Any]]) -> None:
    sharp = of(records, "margin-perceptron-sharp")
    assert len(sharp) == 3
    for r in sharp:
        rising = [Fraction(run["quotient"]) for run in r["runs"]]
        assert r["status"] == "asymptotic" and rising == sorted(set(rising)) and rising[-1] > Fraction(995, 1000)
        assert all(Fraction(run["gamma"]) >= Fraction(1, 100) for run in r["runs"])
    (printed,) = of(records, "margin-perceptron")
    assert printed["status"] == "slack" and printed["ratio"].startswith("0.31")


def test_the_adversary_forces_exactly_the_theorem_for_every_margin(records: list[dict[str, Any]]) -> None:
    (game,) = of(records, "optimality")
    assert game["status"] == "attained" and len(game["runs"]) >= 5
    for run in game["runs"]:
        assert run["M"] == int(1 / Fraction(run["gamma"]) ** 2) == run["most"]


def test_a_long_run_is_exact() -> None:
    """25,127 updates at γ = 1/100 in seconds; the ratio rises further."""
    result = pp("tight", "margin-perceptron-constant", "--gamma", "1/100", "--json", "-")
    (record,) = json.loads(result.stdout)
    last = record["runs"][-1]
    assert result.exit_code == 0 and last["gamma"] == "1/100" and last["M"] > 25_000
    assert last["quotient"] == max(run["quotient"] for run in record["runs"])


def test_the_files_are_counterexamples_to_anything_sharper(tmp_path: Path) -> None:
    result = pp(
        "tight", "novikoff", "l1-dominates-l2", "optimality", "learning-rate", "--out", tmp_path / "new", "--json", tmp_path / "t.json"
    )
    assert result.exit_code == 0, result.output
    records = json.loads((tmp_path / "t.json").read_text())
    files = sorted((tmp_path / "new").glob("*.json"))
    assert len(files) == sum(len(r["runs"]) for r in records)
    for file in files:
        checked = pp("check", file)
        assert checked.exit_code == 0 and checked.stdout.startswith("valid: "), checked.output
    made = json.loads((tmp_path / "new" / "novikoff-spiral-20_101.json").read_text())
    assert made["conjecture"] == "(M + 1) <= R**2/gamma**2" and made["values"]["M"] == 25
    pictures = {p.name for p in (tmp_path / "new").glob("*.svg")}
    assert {"ratios.svg", "run-orthonormal.svg", "run-spiral.svg", "run-far-start.svg"} <= pictures
    assert not list((tmp_path / "new").glob(".*"))


def test_lines_for_programs_and_summary() -> None:
    result = pp("tight", "novikoff", "infima")
    *lines, last = result.stdout.splitlines()
    assert len(lines) == 3 and all(line.startswith("novikoff: attained; ") for line in lines)
    assert last == "2 theorems: 1 attained, 1 without runs of their own; no bound is exceeded"


def test_bad_input_is_refused(tmp_path: Path) -> None:
    refused(pp("tight", "novikov"), "no theorem 'novikov'", "did you mean novikoff")
    refused(pp("tight", "--gamma", "0", "novikoff"), "--gamma must be positive")
    refused(pp("tight", "--gamma", "0.1x", "novikoff"), "--gamma")
    refused(pp("tight", "--gamma", "1/100000", "novikoff"), "--gamma must be at least")
    refused(pp("tight", "--json", tmp_path / "no" / "t.json", "novikoff"), "no such folder")
    file = tmp_path / "file"
    file.write_text("")
    refused(pp("tight", "--out", file, "novikoff"), "file")
    result = pp("tight", "--gamma", "2", "dimension-three")
    assert result.exit_code == 2 and "gamma must be below 1" in result.stderr


def test_an_interrupted_run_keeps_what_it_has(tmp_path: Path) -> None:
    process = start("tight", "norm-growth", "dimension-three", "--gamma", "1/5000", "--out", tmp_path)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and first.startswith("norm-growth: attained") and err == "interrupted\n"
    assert (tmp_path / "norm-growth-orthonormal-25.json").exists() and not list(tmp_path.glob(".*"))
