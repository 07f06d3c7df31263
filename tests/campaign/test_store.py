"""The store: what is recorded stays, and a damaged or foreign file is recognised and never worked on."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.campaign import Campaign
from proofs.campaign.store import TABLES, is_locked, lock, lock_file
from proofs.counterexample import Counterexample, judge
from tests.amounts import cases, tries
from tests.campaign.helpers import ROOT, argv, rows
from tests.cli.running import pp, refused


def everything(store: Path) -> tuple[object, dict[str, Counterexample]]:
    campaign = Campaign(store)
    record = campaign.status().to_json()
    return {name: record[name] for name in record if name != "store"}, campaign.counterexamples()


def answers_or_says(copy: Path) -> None:
    """An answer, whose counterexamples break their conjectures; or one line that names the file."""
    try:
        _, counterexamples = everything(copy)
    except (InputError, OSError) as error:
        assert str(copy) in str(error) and "\n" not in str(error)
    else:
        assert all(judge(counterexample).valid for counterexample in counterexamples.values())
    finally:
        for path in copy.parent.glob(f"{copy.name}*"):
            path.unlink()


@given(st.data())
@settings(max_examples=tries(120))
def test_a_changed_byte_is_said_or_leaves_an_answer(finished: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """In the schema too, where SQLite then gives some texts back as bytes."""
    whole = finished.read_bytes()
    schema = st.integers(whole.index(b"CREATE TABLE"), whole.rindex(b"CREATE TABLE") + 600)
    at = data.draw(st.integers(0, len(whole) - 1) | st.integers(0, 200) | schema, label="at")
    value = data.draw(st.integers(1, 255), label="flipped bits")
    copy = tmp_path_factory.getbasetemp() / "changed.db"
    copy.write_bytes(whole[:at] + bytes([whole[at] ^ value]) + whole[at + 1 :])
    answers_or_says(copy)


@pytest.mark.parametrize(
    "change",
    [
        "text = 'M <= R**2/gamma**2'",
        "text = 'M <= 1/gamma**2 + TD/gamma + 1'",
        'game = replace(game, \'"setting": "agnostic"\', \'"setting": "separable"\')',
        'game = replace(game, \'"norm": "ball"\', \'"norm": "unit"\')',
    ],
)
def test_a_counterexample_beside_another_claim_is_refused(finished: Path, tmp_path: Path, change: str) -> None:
    """A store is anybody's file: it must not say that a theorem is broken, nor write a test that says so."""
    altered = tmp_path / "altered.db"
    shutil.copy(finished, altered)
    with sqlite3.connect(altered) as connection:
        assert connection.execute(f"UPDATE conjecture SET {change} WHERE name = 'halved'").rowcount == 1
    refused(pp("campaign", "status", altered), "altered.db: damaged: the counterexample to", "is one to another claim or other rules")
    refused(pp("campaign", "export", altered, tmp_path / "out", "--pytest"), "is one to another claim or other rules")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("part", [0.01, 0.3, 0.5, 0.8, 0.95, 0.999, 1])
def test_a_truncated_store_is_noticed(finished: Path, tmp_path: Path, part: float) -> None:
    whole, copy = finished.read_bytes(), tmp_path / "cut.db"
    copy.write_bytes(whole[: min(int(len(whole) * part), len(whole) - 1)])
    with pytest.raises((InputError, OSError), match=r"cut\.db: "):
        Campaign(copy).resume()


def test_other_files_are_refused_in_one_line_and_left_as_they_are(finished: Path, tmp_path: Path) -> None:
    garbage, short, other, future, gone = (tmp_path / name for name in ("garbage", "short", "other.db", "future.db", "gone.db"))
    garbage.write_bytes(random.Random(1).randbytes(9000))
    short.write_text("no")
    for path, statement in ((other, "CREATE TABLE t (x)"), (future, "PRAGMA user_version = 5"), (gone, "DROP TABLE witness")):
        if path is not other:
            shutil.copy(finished, path)
        with sqlite3.connect(path) as connection:
            connection.execute(statement)
        connection.close()
    empty = tmp_path / "empty.db"
    empty.touch()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    cases = {
        garbage: "not a campaign store",
        short: "",
        other: "another program",
        future: "version 5, and this program reads versions 1 to 4",
        gone: "damaged",
        empty: "no campaign in it yet",
        tmp_path: "directory",
        pipe: "not a file",
        tmp_path / "missing": "No such file",
    }
    for path, why in cases.items():
        before = path.read_bytes() if path.is_file() else None
        for action in (Campaign(path).status, Campaign(path).resume):
            with pytest.raises((InputError, OSError)) as refusal:
                action()
            said = str(refusal.value)
            assert str(path) in said and why in said and "\n" not in said
        assert before is None or path.read_bytes() == before
    for path in (garbage, short, other, future, tmp_path, pipe):
        with pytest.raises((InputError, OSError)):
            Campaign(path).run(["novikoff"], budget=0.1)
    refused(pp("campaign", "status", garbage), str(garbage), "not a campaign store")
    refused(pp("campaign", "resume", tmp_path / "nowhere" / "store"), "no such folder")


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_earlier_version_is_read_and_goes_on(finished: Path, tmp_path: Path, version: int) -> None:
    """Its rows had digests, triggers kept finished units as they were, and a journal (WAL) was left. Version 1 had sizes as a pair."""
    old = tmp_path / "old.db"
    shutil.copy(finished, old)
    with sqlite3.connect(old) as connection:
        for id, tallies in connection.execute("SELECT id, tallies FROM unit").fetchall():
            content = json.loads(tallies)
            if version == 1 and (sizes := content.pop("sizes", {})):
                content["first"] = [sizes["T_first"], sizes["d_first"]]
            connection.execute("UPDATE unit SET tallies = ? WHERE id = ?", (json.dumps(content), id))
        for table in TABLES:
            connection.execute(f"ALTER TABLE {table} ADD COLUMN digest TEXT NOT NULL DEFAULT 'of the row'")
        connection.execute(
            "CREATE TRIGGER unit_is_final BEFORE UPDATE ON unit WHEN OLD.state IN ('survived', 'broken', 'skipped') "
            "BEGIN SELECT RAISE (ABORT, 'a finished unit is final'); END"
        )
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert everything(old) == everything(finished)
    assert any("T_first" in (standing.found or ()) for standing in Campaign(old).status().conjectures)
    planned = Campaign(old).status().conjectures[1].seconds_planned
    assert Campaign(old).resume(budget=planned + 0.2, workers=1).conjectures[1].seconds >= planned
    assert {row[:13] for row in rows(finished)} < {row[:13] for row in rows(old)} and {path.name for path in tmp_path.iterdir()} == {
        "old.db"
    }


def test_a_store_with_a_campaign_is_not_begun_again(finished: Path) -> None:
    before = finished.read_bytes()
    with pytest.raises(FileExistsError, match="resume"):
        Campaign(finished).run(["novikoff"], budget=0.1)
    assert finished.read_bytes() == before
    assert [path.name for path in finished.parent.iterdir()] == [finished.name]


@pytest.mark.parametrize("case", cases(__file__, "nonsense.txt"))
def test_a_row_that_was_changed_to_nonsense_is_noticed(finished: Path, tmp_path: Path, case: list[str]) -> None:
    statement, why = map(eval, case)
    copy = tmp_path / "copy.db"
    shutil.copy(finished, copy)
    with sqlite3.connect(copy) as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(InputError, match=rf"copy\.db: damaged: .*{re.escape(why)}"):
        everything(copy)


def test_a_kill_before_the_plan_leaves_a_file_that_can_be_begun(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    connection = sqlite3.connect(store)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert Campaign(store).run(["M <= 0.5/gamma**2"], budget=0.2, workers=1).is_done


def test_one_process_at_a_time(finished: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(finished, copy)
    link = tmp_path / "link.db"
    link.symlink_to(copy)
    with lock(copy):
        assert is_locked(copy) and Campaign(copy).status().running
        refused(pp("campaign", "resume", link), str(link), f"in use by another campaign (process {os.getpid()})")
        for begin in (Campaign(copy).resume, lambda: Campaign(copy).run(["novikoff"])):
            with pytest.raises(InputError, match="in use by another campaign"):
                begin()
    assert not is_locked(copy) and not lock_file(copy).exists()
    lock_file(copy).write_text("99999")  # what a killed process leaves behind
    assert Campaign(copy).resume().is_done
    assert not Campaign(copy).status().running


def test_a_full_disk_while_the_plan_is_written_leaves_nothing(tmp_path: Path) -> None:
    """The limit on the size of files stands for the full disk: the same system calls fail."""
    run = limited(12, "run", tmp_path / "store.db", "--catalogue")
    assert run.returncode == 2 and re.fullmatch("error: .*store.db: .*kept.*\n", run.stderr)
    assert not list(tmp_path.iterdir())


@pytest.mark.nocover
def test_a_full_disk_later_loses_nothing_that_was_recorded(tmp_path: Path) -> None:
    path, store = tmp_path / "c.txt", tmp_path / "store.db"
    path.write_text("\n".join(f"M <= {i}/gamma**2 + TD/gamma" for i in range(1, 60)))
    run = limited(80, "run", store, "--conjectures", path, "--budget", "1", "--workers", "2")
    assert run.returncode == 2 and len(run.stderr.splitlines()) == 1 and "store.db: " in run.stderr
    said = [line for line in run.stdout.splitlines() if "survived" in line or "broken" in line]
    status = Campaign(store).status()
    assert not status.is_done
    assert len(said) <= sum(c.slices_done for c in status.conjectures) <= len(said) + 2


def limited(kibibytes: int, *words: object) -> subprocess.CompletedProcess[str]:
    """The command where no file can be larger."""
    size = kibibytes * 1024
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))  # noqa: E731
    return subprocess.run(argv(*words), cwd=ROOT, capture_output=True, text=True, preexec_fn=limit)
