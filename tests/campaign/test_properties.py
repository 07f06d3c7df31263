"""Properties in a campaign: attacked on instances that their pages draw, recorded and shown as conjectures are."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.campaign import Campaign
from proofs.campaign.status import Events
from proofs.theorems import catalogue
from proofs.theorems.witnesses import models
from tests.campaign.helpers import ROOT, command

ITEMS = [
    {"theorem": "hinge-order-ssbd-bl", "drop": ["much loss"], "name": "little loss", "expected": "falls"},
    {"theorem": "hinge-order-ssbd-bl", "name": "whole", "expected": "survives"},
    {"theorem": "admissible-loss-huber", "drop": ["as-printed"], "name": "as printed", "expected": "falls"},
]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, object]]]:
    """A store whose campaign is over, and the events of it."""
    store, heard = tmp_path_factory.mktemp("properties") / "store.db", io.StringIO()
    Campaign(store).run(ITEMS, budget=1.5, workers=1, view=Events(heard, pulse=0.2))
    return store, [json.loads(line) for line in heard.getvalue().splitlines()]


def test_what_falls_without_a_hypothesis_is_an_instance_that_breaks_it(ended: tuple[Path, object]) -> None:
    campaign = Campaign(ended[0])
    status, found = campaign.status(), campaign.instances()
    assert [c.state for c in status.conjectures] == ["broken", "survived", "broken"] and status.holds
    assert set(found) == {"little loss", "as printed"} and not campaign.counterexamples()
    item = catalogue.property_("hinge-order-ssbd-bl")
    assert item is not None and models.judge(item, "much loss", found["little loss"]).valid
    fell, survived, _ = status.conjectures
    assert fell.found is not None and "√H = " in fell.found["where"] and fell.found["horizon_first"] == 0
    assert survived.runs > 0 and survived.ratio is not None and survived.residual is not None
    assert f"{survived.runs:,} instances" in str(status) and "without &#x27;much loss&#x27;" in status._repr_html_()


def test_the_events_of_a_property(ended: tuple[Path, list[dict[str, object]]]) -> None:
    of = [event for event in ended[1] if event.get("name") == "little loss"]
    assert [event["event"] for event in of][:2] == ["breaks", "broken"] and "where" in of[1]
    pulses = [event for event in ended[1] if event["event"] == "pulse"]
    assert len(pulses) >= 3 and (pulses[-1]["broken"], pulses[-1]["survived"]) == (2, 1)


def test_the_status_as_json_and_resume_go_on_with_properties(ended: tuple[Path, object]) -> None:
    shown = json.loads(command("status", ended[0], "--json", "-").stdout)
    assert shown["conjectures"][0]["rules"] == {"property": "hinge-order-ssbd-bl", "without": "much loss", "shape": None}
    before = Campaign(ended[0]).status().conjectures
    after = Campaign(ended[0]).resume(budget=1.9, workers=1).conjectures
    assert (after[1].state, after[1].slices_done) == ("survived", before[1].slices_done + 1) and after[0] == before[0]


@pytest.mark.nocover
def test_instances_are_exported_with_tests_that_fail_once_the_hypothesis_is_back(ended: tuple[Path, object], tmp_path: Path) -> None:
    written = Campaign(ended[0]).export(tmp_path, tests=True)
    tests = [path for path in written if path.suffix == ".py"]
    assert len(tests) == 2 and (tmp_path / "nearest" / "whole.json") in written
    (test,) = [path for path in tests if "little" in path.name]
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    assert subprocess.run(words, cwd=ROOT, capture_output=True).returncode == 0
    test.write_text(test.read_text().replace("'much loss'", "''"))
    file = test.with_name("little-loss.json")
    file.write_text(file.read_text().replace('"much loss"', '""'))
    assert subprocess.run(words, cwd=ROOT, capture_output=True).returncode == 1
