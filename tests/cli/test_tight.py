"""`tight` and `online-to-batch`: every number is a run's, and what is printed is what the JSON says."""

import json
import signal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron import Perceptron, datasets
from perceptron.analysis import coverage as room
from perceptron.analysis.online_to_batch import online_to_batch
from proofs.statements.page import Page
from proofs.theorems import catalogue
from tests.amounts import exhaustive, sampled
from tests.cli.running import answered, pp, start

# Those that a test names; the others are left to `make test-all`.
NAMED = ["novikoff", "dimension-two", "dimension-three", "hinge-root", "hinge-l1", "hinge-l2", "hinge-l2-radius", "hinge-pareto"]
NAMED += ["kernel-trace", "margin-perceptron", "margin-perceptron-sharp", "optimality", "infima"]
ASKED = [] if exhaustive() else NAMED


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return json.loads(answered(pp("tight", *ASKED, "--json", "-")))


def of(records: list[dict[str, Any]], id: str) -> list[dict[str, Any]]:
    return [r for r in records if r["id"] == id]


@pytest.mark.more
def test_the_records_are_as_documented(records: list[dict[str, Any]]) -> None:
    assert {r["id"] for r in records} == set(ASKED or (t.id for t in catalogue.THEOREMS))
    for r in records:
        assert {"id", "witness", "M", "bound", "ratio", "status"} <= set(r)
        if "runs" not in r:
            assert len(of(records, r["id"])) == 1 and r["status"] in ("attained", "slack", "not-applicable")
            assert r["M"] is None or isinstance(catalogue.theorem(r["id"]), Page)  # the nearest run of a search, where there is no family
            if r["status"] == "not-applicable":
                assert r["reason"].startswith("no bound: ") and r["M"] is None
            else:
                assert r["witness"] and (r["ratio"] if r["M"] is None else r["bound"])
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


ATTAINED = {  # each with the families of runs that have it
    "novikoff": {"orthonormal", "spiral", "spiral-unit"},
    **{id: set() for id in ("dimension-two", "dimension-three", "hinge-root", "hinge-l1", "hinge-l2", "hinge-l2-radius", "kernel-trace")},
}


def test_bounds_are_attained_exactly_also_with_positive_loss(records: list[dict[str, Any]]) -> None:
    for id, families in ATTAINED.items():
        assert not families or families == {r["family"] for r in of(records, id)}
        for r in of(records, id):
            assert r["status"] == "attained" and r["ratio"] == r["fraction"] == "1"
            assert not families or all(run["M"] == run["most"] for run in r["runs"])
    for id in ("hinge-root", "hinge-l1", "hinge-l2", "hinge-pareto"):
        for run in (run for r in of(records, id) for run in r["runs"]):
            lossless = Fraction(run["gamma"]) ** 2 * run["M"] == 1
            assert run["attained"] and (not lossless or (run["value"] == "2" and id == "hinge-pareto"))
    assert [run["value"] for r in of(records, "hinge-pareto") for run in r["runs"]] == ["6/5", "3/2", "2", "11/10"]
    (game,) = of(records, "optimality")
    assert game["status"] == "attained" and len(game["runs"]) >= 5
    assert all(run["M"] == int(1 / Fraction(run["gamma"]) ** 2) == run["most"] for run in game["runs"])


def test_the_sharp_bound_is_approached_and_the_printed_one_is_not(records: list[dict[str, Any]]) -> None:
    sharp = of(records, "margin-perceptron-sharp")
    assert len(sharp) == 3
    for r in sharp:
        rising = [Fraction(run["quotient"]) for run in r["runs"]]
        assert r["status"] == "asymptotic" and rising == sorted(set(rising)) and rising[-1] > Fraction(995, 1000)
        assert all(Fraction(run["gamma"]) >= Fraction(1, 100) for run in r["runs"])
    (printed,) = of(records, "margin-perceptron")
    assert printed["status"] == "slack" and printed["ratio"].startswith("0.31")


def test_a_long_run_is_exact() -> None:
    """25,127 updates at γ = 1/100 in seconds; the ratio rises further."""
    result = pp("tight", "margin-perceptron-constant", "--gamma", "1/100", "--json", "-")
    (record,) = json.loads(result.stdout)
    last = record["runs"][-1]
    assert result.exit_code == 0 and last["gamma"] == "1/100" and last["M"] > 25_000
    assert last["quotient"] == max(run["quotient"] for run in record["runs"])


def test_the_files_are_counterexamples_to_anything_sharper(tmp_path: Path) -> None:
    ids = "novikoff", "l1-dominates-l2", "optimality", "learning-rate"
    answered(pp("tight", *ids, "--out", tmp_path / "new", "--json", tmp_path / "t.json"))
    records = json.loads((tmp_path / "t.json").read_text())
    files = sorted((tmp_path / "new").glob("*.json"))
    assert len(files) == sum(len(r["runs"]) for r in records)
    for file in files:
        assert answered(pp("check", file)).startswith("valid: ")
    made = json.loads((tmp_path / "new" / "novikoff-spiral-20_101.json").read_text())
    assert made["conjecture"] == "M + 1 <= R**2/gamma**2" and made["values"]["M"] == 25
    pictures = {p.name for p in (tmp_path / "new").glob("*.svg")}
    assert {"ratios.svg", "run-orthonormal.svg", "run-spiral.svg", "run-far-start.svg"} <= pictures
    assert not list((tmp_path / "new").glob(".*"))


def test_lines_for_programs_and_summary() -> None:
    result = pp("tight", "novikoff", "infima")
    *lines, last = result.stdout.splitlines()
    assert len(lines) == 4 and all(line.startswith("novikoff: attained; ") for line in lines[:3])
    assert lines[3].startswith("infima: slack, 0.9") and lines[3].endswith("instances drawn)")
    assert last == "2 theorems: 1 attained, 1 slack; no bound is exceeded"


def test_an_interrupted_run_keeps_what_it_has(tmp_path: Path) -> None:
    process = start("tight", "norm-growth", "dimension-three", "--gamma", "1/5000", "--out", tmp_path)
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and first.startswith("norm-growth: attained") and err == "interrupted\n"
    assert (tmp_path / "norm-growth-orthonormal-25.json").exists() and not list(tmp_path.glob(".*"))


# --- `online-to-batch`: what it prints is what its JSON says; what it refuses


NAME = "penguins-adelie-gentoo"


def test_the_choice_and_its_bounds_are_those_of_the_api(tmp_path: Path) -> None:
    chosen, _ = online_to_batch(Perceptron(), datasets.load(NAME).examples)
    result = pp("online-to-batch", NAME, "--json", tmp_path / "o.json")
    assert result.exit_code == 0, result.output
    record = json.loads((tmp_path / "o.json").read_text())
    assert (record["round"], record["penalised"], record["printed"]) == (chosen.round, chosen.penalised, chosen.printed)
    assert chosen.penalised in result.stdout and f"{chosen.printed} (vacuous)" in result.stdout
    assert f"before round {chosen.round + 1}" in result.stdout and "as proved here from 182, MR (9) from 344" in result.stdout


@pytest.mark.parametrize("delta, shown", [("0.05", "1 − 1/20"), ("1e-20", "1 − 1e-20"), ("1e-1000", "1 − 1e-1000")])
def test_a_small_delta_does_not_become_certainty(delta: str, shown: str) -> None:
    answered(pp("online-to-batch", NAME, "--delta", delta), f"with probability {shown} each")


@pytest.mark.parametrize(
    "options",
    sampled([["--learner", "winnow:eta=1/100"], ["--learner", "margin", "--gamma", "1/10"], ["--learner", "kernel:poly:degree=2"]], 1),
)
def test_held_out_examples_and_coverage(options: list[str]) -> None:
    asked = "--shuffle", "3", "--holdout", "1/4", "--coverage", "4", *options
    record = json.loads(answered(pp("online-to-batch", NAME, *asked, "--json", "-")))
    assert (record["examples"], record["held_out"]) == (206, 68)
    assert all(0 <= h["errors"] <= 68 and (h["theorem"] is None) == (h["bound"] is None) for h in record["hypotheses"])
    assert {*record["theorems"].values(), *(h["theorem"] for h in record["hypotheses"])} - {None} <= set(catalogue.items_by_id())
    assert record["coverage"]["runs"] == 4 and all(low == 0 for low, _ in record["coverage"]["intervals"].values())


def test_a_coverage_without_a_number_draws_enough_samples_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    real = room.coverage

    def few(learner: Any, population: Any, T: int, runs: int, *rest: Any) -> Any:
        drawn.append(runs)
        return real(learner, population, T, 2, *rest)

    monkeypatch.setattr(room, "coverage", few)
    assert pp("online-to-batch", NAME, "--coverage").exit_code == pp("online-to-batch", NAME, "--coverage", "7").exit_code == 0
    assert drawn == [2000, 7] and room.interval(0, drawn[0])[1] < 1 / 20 / 10


def test_written_files_are_named_with_the_command_for_them(tmp_path: Path) -> None:
    """A newcomer who asked for a file learns where it is and what to do with it; the command printed works."""
    runs, file, named = tmp_path / "runs", tmp_path / "novikoff.json", "written to {}; next: perceptron-proofs replay {}"
    result = pp("tight", "novikoff", "--out", runs)
    written = sorted(runs.glob("*.json"))
    assert f"{len(written)} runs and their figures are in {runs}; next: perceptron-proofs check" in result.stderr and written
    assert pp("check", written[0]).exit_code == 0
    assert named.format(file, file) in pp("export", "novikoff", "-o", file).stderr
    assert pp("replay", file).exit_code == 0
    assert "next:" not in pp("export", "novikoff", "-o", "-").stderr
