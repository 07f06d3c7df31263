"""The sweep over the catalogue: it lists what there is, tells right from wrong, and its quick part holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.falsifier import sweep
from benchmarks.falsifier.sweep import FALLS, SURVIVES, Task, Told
from proofs.statements.provable import PRINTED
from proofs.theorems import catalogue, misprints
from tests.amounts import sampled

ROOT = Path(__file__).resolve().parents[2]
TASKS = list(sweep.tasks(without=True))
PRINTED_FORMS = [task for task in TASKS if task.without == PRINTED and misprints.find(task.id) is None]


def test_everything_is_in_it_once() -> None:
    assert len(set(TASKS)) == len(TASKS)
    assert {t.id for t in TASKS if t.expected == SURVIVES} == {theorem.id for theorem in catalogue.THEOREMS}
    refuted = {theorem.id for theorem in catalogue.THEOREMS if theorem.refuted} | {misprint.id for misprint in misprints.MISPRINTS}
    assert {t.id for t in TASKS if t.without == PRINTED} == refuted
    assert len(TASKS) > 2 * len(list(sweep.tasks(without=False)))


@pytest.mark.parametrize("task", sampled(PRINTED_FORMS, 2), ids=lambda task: task.id)
def test_every_printed_form_that_is_false_falls(task: Task) -> None:
    told = sweep.attack(task, 3600, 0, turns=40)
    assert told.fell and told.good


@pytest.mark.parametrize("id", sampled(["hinge-root", "winnow-rate", "gram-matrix"], 2))
def test_a_theorem_survives(id: str) -> None:
    told = sweep.attack(Task(id, SURVIVES), 3600, 1, turns=1)
    assert told.good and told.tried > 0


def test_what_is_wrong_is_said() -> None:
    wrong = Told(Task("novikoff", SURVIVES), True, 3, 0.1, 1.0)
    right = Told(Task("novikoff", FALLS, "separable"), True, 3, 0.1, 1.0)
    assert "WRONG" in sweep.line(wrong) and "WRONG" not in sweep.line(right)
    assert sweep.totals([wrong, right])[:2] == ["0 of 1 that should survive did", "1 of 1 that should fall did"]
    assert sweep.totals([wrong, right])[-1] == "  wrong: novikoff"


@pytest.mark.nocover
def test_it_runs_from_the_command_line(tmp_path: Path) -> None:
    target = tmp_path / "sweep.json"
    command = [sys.executable, "-m", "benchmarks.falsifier.sweep", "squared-hinge", "--falls-only", "--json", str(target)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and "1 of 1 that should fall did" in run.stdout, run.stderr
    assert json.loads(target.read_text())[0]["good"] is True
    nothing = subprocess.run([*command[:3], "no-such-id"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert nothing.returncode == 2 and "no theorem" in nothing.stderr
