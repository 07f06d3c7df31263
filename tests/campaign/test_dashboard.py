"""A campaign as somebody watches it: events as they happen, what is not seen yet, tests for what was found."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron.errors import InputError
from proofs.campaign import Campaign
from proofs.campaign.status import Events
from proofs.counterexample import judge, read
from tests.campaign.helpers import ROOT, command

ITEMS = [{"conjecture": "M <= 0.9/gamma**2 + 1", "name": "nine tenths"}, "novikoff"]


def test_events_come_as_lines_with_a_pulse_between(tmp_path: Path) -> None:
    heard = io.StringIO()
    Campaign(tmp_path / "store.db").run(ITEMS, budget=2, workers=1, view=Events(heard, pulse=0.5))
    events = [json.loads(line) for line in heard.getvalue().splitlines()]
    of = [event for event in events if event.get("name") == "nine tenths"]
    assert [event["event"] for event in of][:2] == ["breaks", "broken"]
    assert of[0]["rounds"] >= of[1]["T"] and of[0]["time"] <= of[1]["time"]
    pulses = [event for event in events if event["event"] == "pulse"]
    assert len(pulses) >= 3 and any("novikoff" in pulse["running"] for pulse in pulses)
    assert pulses[-1]["broken"] == 1 and pulses[-1]["survived"] == 1 and pulses[-1]["runs"] > 0


def test_the_status_says_what_was_not_seen_and_what_shrinking_did(tmp_path: Path) -> None:
    status = Campaign(tmp_path / "store.db").run(ITEMS, budget=2, workers=1)
    broken, survived = status.conjectures
    assert broken.found is not None and broken.found["T_first"] >= broken.found["T"]
    assert survived.residual is not None and 0 <= survived.residual <= 1
    assert 0 <= survived.stale <= survived.seconds and "of runs would be new" in str(status)


def test_counterexamples_become_tests_that_pass(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path / "store.db")
    campaign.run(ITEMS[:1], budget=2, workers=1)
    written = campaign.export(tmp_path / "out", tests=True)
    (test,) = [path for path in written if path.suffix == ".py"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout
    file = test.with_name("nine-tenths.json")
    file.write_text(file.read_text().replace('"M": ', '"M": 1'))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 1


def passes(test: Path) -> bool:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    return subprocess.run(words, cwd=ROOT, capture_output=True).returncode == 0


def test_resume_says_when_a_budget_adds_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    campaign = Campaign(store)
    before = campaign.run(["novikoff"], budget=0.3, workers=1)
    told = command("resume", store, "--budget", "0.2", "--workers", "1")
    assert "nothing to do" in told.stdout and "has had its 0.3 s" in told.stdout and told.returncode == 0
    more = command("resume", store, "--more", "0.2", "--workers", "1", "--events", tmp_path / "events.jsonl")
    assert "nothing to do" not in more.stdout
    assert campaign.status().conjectures[0].seconds > before.conjectures[0].seconds
    assert "pulse" in (tmp_path / "events.jsonl").read_text()
    assert command("resume", store, "--more", "1", "--budget", "2").returncode == 2


def test_several_counterexamples_of_different_kinds_are_written_once_each(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path / "store.db")
    status = campaign.run([{"conjecture": "M <= 1", "name": "one", "several": 3}], budget=1.5, workers=1)
    assert [c.name for c in status.conjectures] == ["one", "one (d = 2)", "one (d = 3)"]
    assert {c.state for c in status.conjectures} == {"broken"}
    shown = [(c.lhs, c.rhs, len(c.rounds), c.dimension) for c in campaign.counterexamples().values()]
    written = [read(path) for path in campaign.export(tmp_path / "out")]
    assert len(written) == len(set(shown)) >= 2 and all(judge(found).valid for found in written)
    with pytest.raises(InputError, match="several"):
        Campaign(tmp_path / "other.db").run([{"conjecture": "M <= 1", "several": 0}])
