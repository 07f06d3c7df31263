"""Campaigns really run, of conjectures and of properties: what they record, say, show and export."""

from __future__ import annotations

import io
import json
import runpy
import sqlite3
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from perceptron.errors import InputError
from proofs.campaign import Campaign
from proofs.campaign import status as documented
from proofs.campaign.entries import Entry
from proofs.campaign.rules import rules_to_data
from proofs.campaign.status import Events, Live, Standing
from proofs.campaign.store import Store
from proofs.campaign.units import Result, Unit, examine, work
from proofs.campaign.workers import result_of
from proofs.conjecture.game import Game
from proofs.counterexample import judge, read
from proofs.falsify import Found, falsify
from proofs.system.files import object_in
from proofs.system.processes import Event
from proofs.theorems import catalogue
from proofs.theorems.witnesses import models
from tests.campaign.helpers import Watch, rows, settled
from tests.campaign.test_entries import OWN
from tests.cli.running import pp


def test_the_outcome_and_the_record(finished: Path) -> None:
    """A slice is the search that `falsify` does, so that what a campaign found can be had again without it."""
    campaign = Campaign(finished)
    status, found = campaign.status(), campaign.counterexamples()
    halved, novikoff, linear = status.conjectures
    assert [c.state for c in status.conjectures] == ["broken", "survived", "broken"]
    assert [c.as_expected for c in status.conjectures] == [True, True, False]
    assert status.is_done and not status.holds and not status.running
    assert novikoff.runs > 0 and novikoff.ratio == 1.0 and novikoff.found is None and novikoff.seconds_left == 0
    assert novikoff.residual is not None and 0 <= novikoff.residual <= 1 and "of runs would be new" in str(status)
    assert 0 <= novikoff.stale <= novikoff.seconds
    assert halved.found is not None and linear.found is not None and linear.found["M"] > 1 and halved.found["T_first"] >= halved.found["T"]
    assert set(found) == {"halved", "linear 2"} and all(judge(counterexample) for counterexample in found.values())
    outcome = falsify("M <= 1/gamma**2 + TD/gamma", seed=0, budget=5)
    assert isinstance(outcome, Found) and found["halved"] == outcome.counterexample
    assert {path.name for path in finished.parent.iterdir()} == {finished.name}
    page = campaign._repr_html_()
    assert page.count("<tr>") == 4 and r"\gamma" in page and "2 broken, 1 survived" in page
    assert Campaign(finished.with_name("none.db"))._repr_html_().endswith("not begun")


def test_a_campaign_attacks_a_claim_about_a_learner_object(tmp_path: Path) -> None:
    """A finding is judged with the object of the file, and no longer once the file has another learner under the name."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    learner, campaign = f"{tmp_path}/own.py:Fixed", Campaign(tmp_path / "own.db")
    campaign.run([{"conjecture": "M <= (1 + beta)/gamma**2", "learner": learner, "name": "beta"}], budget=5, workers=1)
    (broken,) = (status := campaign.status()).conjectures
    assert broken.state == "broken" and judge(campaign.counterexamples()["beta"])
    path, test = campaign.export(tmp_path / "out", tests=True)
    assert judge(read(path, object_in(learner)))
    for name, run in runpy.run_path(str(test)).items():
        if name.startswith("test_"):
            run()
    (tmp_path / "own.py").write_text(OWN.replace("1, 2", "3, 4"), encoding="utf-8")
    for use in (campaign.status, campaign.resume):
        with pytest.raises(InputError, match=r"own\.py has changed since the campaign began; put it back"):
            use()
    (tmp_path / "own.py").rename(tmp_path / "elsewhere.py")
    with pytest.raises(InputError, match=r"own\.db: the learner's file .*own\.py: No such file or directory; put it back"):
        campaign.status()
    (tmp_path / "elsewhere.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "elsewhere.py").rename(tmp_path / "own.py")
    assert campaign.status() == status


def test_status_as_json_has_the_documented_fields(finished: Path, tmp_path: Path) -> None:
    run = pp("campaign", "status", finished, "--json", "-")
    assert run.exit_code == 0 and not run.stderr
    record = json.loads(run.stdout)
    assert record.pop("conjectures") and record == {
        "format": "perceptron-proofs/campaign-1",
        "store": str(finished),
        "running": False,
        "seed": 0,
        "created": record["created"],
        "program": record["program"],
        "state": "done",
    }
    for standing in json.loads(run.stdout)["conjectures"]:
        assert standing.keys() == {f.name for f in fields(Standing)} and all(name in str(documented.__doc__) for name in standing)
        if standing["found"] is not None:
            assert set(standing["found"]) == {"M", "T", "d", "gamma", "lhs", "rhs", "seed", "seconds", "T_first", "d_first"}
    assert pp("campaign", "status", finished, "--json", tmp_path / "s.json").stdout == f"{Campaign(finished).status()}\n"
    assert json.loads((tmp_path / "s.json").read_text()) == json.loads(run.stdout)


def test_exit_codes_follow_what_was_expected(tmp_path: Path) -> None:
    path, half = tmp_path / "c.txt", '{"conjecture": "M <= 0.5/gamma**2", "name": "half"%s}\n'
    for store, expected, code in (("a.db", ', "expected": "falls"', 0), ("b.db", "", 1)):
        path.write_text(half % expected)
        run = pp("campaign", "run", tmp_path / store, "--conjectures", path, "--budget", "0.2", "--workers", "1")
        assert run.exit_code == code and "half: broken: M = 1" in run.stdout, run.stderr
    again = pp("campaign", "resume", tmp_path / "b.db")
    assert again.exit_code == 1 and again.stdout.splitlines()[0].startswith("half: M ≤ 0.5/γ²: broken: M = 1")


def test_resume_goes_on_with_new_seeds_or_says_that_a_budget_adds_nothing(tmp_path: Path) -> None:
    store, events = tmp_path / "store.db", tmp_path / "events.jsonl"
    campaign = Campaign(store)
    first, before = campaign.run(["novikoff"], budget=0.3, seed=7, workers=1), settled(store)
    told = pp("campaign", "resume", store, "--budget", "0.2", "--workers", "1")
    assert "nothing to do" in told.stdout and "has had its 0.3 s" in told.stdout and told.exit_code == 0
    assert campaign.status().conjectures == first.conjectures
    more = pp("campaign", "resume", store, "--more", "0.3", "--workers", "1", "--events", events)
    assert "nothing to do" not in more.stdout and "pulse" in events.read_text()
    assert before < settled(store) and {row[3] for row in rows(store)} == {7, 8}
    [second] = campaign.status().conjectures
    assert second.slices_done == 2 and second.runs > first.conjectures[0].runs and second.seconds >= 0.6 and second.seconds_left == 0
    assert pp("campaign", "resume", store, "--more", "1", "--budget", "2").exit_code == 2


def test_late_find_is_shrunk_within_the_budget_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, first_slice in enumerate((0.05, 0.1, 0.2, 0.4, 0.8, 1.6)):  # which is enough to find and too short to shrink?
        monkeypatch.setattr("proofs.campaign.units.FIRST_SLICE", first_slice)
        campaign, watch = Campaign(tmp_path / f"store{number}.db"), Watch()
        assert campaign.run(["M <= 0.9/gamma**2 + 1"], budget=6, workers=1, view=watch).is_done
        if len(watch.said) == 2 and "broken" in watch.said[0]:
            break
    assert "broken" in watch.said[0] and "shrunk to T = " in watch.said[1] and len(watch.said) == 2
    assert {row[5] for row in rows(campaign.store, "witness", "kind = 'counterexample'")} == {1}
    assert judge(campaign.counterexamples()["conjecture 1"])
    before = rows(campaign.store), rows(campaign.store, "witness")
    assert campaign.resume(view=watch).is_done and len(watch.said) == 2
    assert (rows(campaign.store), rows(campaign.store, "witness")) == before


def test_without_a_run_nothing_has_survived(tmp_path: Path) -> None:
    campaign, watch = Campaign(tmp_path / "hasty.db"), Watch()
    hasty = campaign.run(["M <= 1/gamma**2"], budget=1e-6, workers=1, view=watch)
    assert (hasty.conjectures[0].state, hasty.conjectures[0].runs, hasty.conjectures[0].slices_done) == ("not tried", 0, 0)
    assert hasty.is_done and not hasty.holds and "not tried" in str(hasty) and "survived" not in str(hasty) + watch.said[0]
    assert campaign.resume(workers=1).conjectures[0].state == "not tried"
    patient = campaign.resume(budget=0.5, workers=1)
    assert patient.conjectures[0].state == "survived" and patient.conjectures[0].runs > 0 and patient.holds


@pytest.mark.nocover
def test_what_decide_settles_is_not_searched(tmp_path: Path) -> None:
    """A proof and a closed form leave nothing to search; what is neither is searched as ever, and resume adds no slice to a proof."""
    store = tmp_path / "decided.db"
    texts = ["M <= 1/gamma**2 + 2*TD/gamma", "M <= 1/gamma**2 + 1.9*TD/gamma", "log(M)**3 <= 6*M"]
    found = Campaign(store).run(texts, budget=4, workers=2, decide=True)
    proved, broken, searched = found.conjectures
    assert proved.state == "proved" and proved.as_expected and "accepted by the kernel" in proved.outcome
    assert broken.state == "broken" and judge(Campaign(store).counterexamples()[broken.name]).valid
    assert searched.runs > 0 and searched.note is None
    again = Campaign(store).resume(budget=5, workers=1)
    assert again.conjectures[0].slices == proved.slices and again.conjectures[2].slices > searched.slices


def test_the_live_table_fits_the_terminal_and_tells_the_state(finished: Path) -> None:
    campaign = Campaign(finished)
    console = Console(file=io.StringIO(), width=100, height=9, force_terminal=True, color_system=None)
    view = Live(console)
    with view.showing(campaign.status):
        view.tick([], 2)
    with console.capture() as shown:
        console.print(view.render())
    lines = shown.get().splitlines()
    assert len(lines) <= 9 and max(map(len, lines)) <= 100
    text = "\n".join(lines)
    assert "broken" in text and "survived" in text and "3 of 3 settled, 2 workers" in text


def test_only_examined_answers_are_believed(finished: Path) -> None:
    """A worker elsewhere may answer anything: what is no counterexample for the judge here is no result."""
    unit = Unit(1, 1, "half", "M <= 0.5/gamma**2", rules_to_data(Game()), 0, 0, 0.3, True)
    answer = work(unit, lambda first: None)
    result = examine(answer, unit)
    assert isinstance(result, Result) and result.has_counterexample and result.whole
    lie = json.loads(json.dumps(answer).replace("0.5/gamma", "9.5/gamma"))
    easier = json.loads(json.dumps(answer))
    easier["counterexample"]["examples"][0]["y"] *= -1
    for wrong in (lie, easier, {}, answer | {"counterexample": 3}, answer | {"report": None}):
        with pytest.raises(InputError):
            examine(wrong, unit)
    with pytest.raises(InputError, match="it was stopped"):  # and a worker's KeyboardInterrupt is nobody's Ctrl-C
        result_of(Event(unit, "raised", KeyboardInterrupt()))


# --- A campaign as somebody watches it: events as they happen, what is not seen yet, tests for what was found


def test_events_come_as_lines_with_a_pulse_between(watched: tuple[Path, list[dict[str, Any]]], ended: tuple[Path, list[Any]]) -> None:
    for name, unbroken, heard in (("halved", "novikoff", watched[1]), ("little loss", "whole", ended[1])):
        breaks, broken, *_ = [event for event in heard if event.get("name") == name]
        assert (breaks["event"], broken["event"]) == ("breaks", "broken") and breaks["time"] <= broken["time"]
        assert breaks["rounds"] >= broken["T"] if name == "halved" else "where" in broken
        pulses = [event for event in heard if event["event"] == "pulse"]
        assert len(pulses) >= 3 and any(unbroken in pulse["running"] for pulse in pulses)
        assert (pulses[-1]["broken"], pulses[-1]["survived"]) == (2, 1) and pulses[-1]["runs"] > 0


def passes(test: Path) -> bool:
    """Whether the tests of a file pass, which are functions that take nothing."""
    try:
        for name, thing in runpy.run_path(str(test)).items():
            if name.startswith("test_"):
                thing()
    except AssertionError:
        return False
    return True


def test_export_writes_files_that_check_accepts_and_tests_that_pass(finished: Path, tmp_path: Path) -> None:
    written = Campaign(finished).export(tmp_path, tests=True)
    files = {path.relative_to(tmp_path).as_posix(): read(path) for path in written if path.suffix == ".json"}
    assert {name: judge(found).valid for name, found in files.items()} == {
        "broken/halved.json": True,
        "broken/linear-2.json": True,
        "nearest/novikoff.json": False,
    }
    [why] = judge(files["nearest/novikoff.json"]).reasons
    assert why.startswith("the comparison holds") and Campaign(finished).export(tmp_path, tests=True) == written
    test, _ = sorted(path for path in written if path.suffix == ".py")
    assert passes(test)
    file = test.with_name("halved.json")
    file.write_text(file.read_text().replace('"M": ', '"M": 1'))
    assert not passes(test)


def test_several_counterexamples_of_different_kinds_are_written_once_each(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path / "store.db")
    status = campaign.run([{"conjecture": "M <= 1", "name": "one", "several": 3}], budget=1, workers=1)
    assert [c.name for c in status.conjectures] == ["one", "one (d = 2)", "one (d = 3)"]
    assert {c.state for c in status.conjectures} == {"broken"}
    shown = [(c.lhs, c.rhs, len(c.rounds), c.dimension) for c in campaign.counterexamples().values()]
    written = [read(path) for path in campaign.export(tmp_path / "out")]
    assert len(written) == len(set(shown)) >= 2 and all(judge(found).valid for found in written)
    with pytest.raises(InputError, match="several"):
        Campaign(tmp_path / "other.db").run([{"conjecture": "M <= 1", "several": 0}])


# --- Properties in a campaign: attacked on instances that their pages draw, recorded and shown as conjectures are


OF_PROPERTIES = [
    {"theorem": "hinge-order-ssbd-bl", "drop": ["much loss"], "name": "little loss", "expected": "falls"},
    {"theorem": "hinge-order-ssbd-bl", "name": "whole", "expected": "survives"},
    {"theorem": "admissible-loss-huber", "drop": ["as-printed"], "name": "as printed", "expected": "falls"},
]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, object]]]:
    """A store whose campaign is over, and the events of it."""
    store, heard = tmp_path_factory.mktemp("properties") / "store.db", io.StringIO()
    Campaign(store).run(OF_PROPERTIES, budget=0.9, workers=1, view=Events(heard, pulse=0.2))
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
    assert fell.rules == {"property": "hinge-order-ssbd-bl", "without": "much loss", "shape": None}
    after = campaign.resume(budget=3, workers=1).conjectures  # in a fraction of a second a busy machine may try nothing
    assert after[1].state == "survived" and after[1].slices_done > survived.slices_done and after[0] == fell


@pytest.mark.nocover
def test_exported_instances_fail_once_the_hypothesis_is_back(ended: tuple[Path, object], tmp_path: Path) -> None:
    written = Campaign(ended[0]).export(tmp_path, tests=True)
    tests = [path for path in written if path.suffix == ".py"]
    assert len(tests) == 2 and (tmp_path / "nearest" / "whole.json") in written
    (test,) = [path for path in tests if "little" in path.name]
    assert passes(test)
    test.write_text(test.read_text().replace("'much loss'", "''"))
    file = test.with_name("little-loss.json")
    file.write_text(file.read_text().replace('"much loss"', '""'))
    assert not passes(test)


def test_proved_conjecture_is_counted_as_proved(tmp_path: Path) -> None:
    """A survived search is no proof, so the two are counted apart, in the table, the JSON and the events."""
    events = io.StringIO()
    status = Campaign(tmp_path / "p.db").run(["M <= 1/gamma**2 + 2*TD/gamma"], budget=8, workers=1, decide=True, view=Events(events))
    assert [c.state for c in status.conjectures] == ["proved"] and status.is_done and status.holds
    assert "1 proved" in status.summary() and "survived" not in str(status) + status._repr_html_()
    assert status.to_json()["conjectures"][0]["state"] == "proved"
    ended = [json.loads(line) for line in events.getvalue().splitlines()]
    assert "proved" in {one["event"] for one in ended} and ended[-1]["proved"] == 1 and ended[-1]["survived"] == 0
    assert "proved" in states(tmp_path / "p.db") and "survived" not in states(tmp_path / "p.db")


def test_store_of_the_version_before_counts_a_proof_without_its_word(tmp_path: Path) -> None:
    """Its table allows no other states, so the note alone says that the conjecture is proved."""
    columns = dict.fromkeys(("runs", "rounds", "longest", "undecided", "undefined"), 0) | {"seconds": 0.0, "tallies": '{"strategies": {}}'}
    columns |= {"state": "proved", "note": "proved: 12 steps", "ratio": None}
    with Store.create(tmp_path / "p.db", [Entry("sure", "M <= 1/gamma**2", Game())], 0, 1.0) as store:
        store.connection.execute("PRAGMA user_version = 3")
        assert store.finish(store.open_units()[0], Result(True, columns, None, None, 0.0, True))
        assert [c.state for c in documented.status(store).conjectures] == ["proved"]
    assert "proved" not in states(tmp_path / "p.db")


def states(store: Path) -> set[str]:
    """The states of the units in the database."""
    with sqlite3.connect(store) as connection:
        found = {state for (state,) in connection.execute("SELECT state FROM unit")}
    connection.close()
    return found
