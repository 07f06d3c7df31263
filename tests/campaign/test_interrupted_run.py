"""A campaign whose workers die, or that is interrupted or killed, loses nothing and repeats nothing."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from proofs.campaign import Campaign
from proofs.counterexample import judge
from tests.campaign.helpers import ROOT, argv, rows, run_with, settled


@pytest.mark.parametrize("deaths", [1, 9])
def test_a_unit_that_loses_its_worker_is_tried_once_more_and_by_resume(tmp_path: Path, deaths: int) -> None:
    def kill(pids: list[int]) -> None:
        if pids and len(killed) < deaths and pids[0] not in killed:
            os.kill(pids[0], signal.SIGKILL)
            killed.append(pids[0])

    killed: list[int] = []
    first, second = run_with(tmp_path / "store.db", ["novikoff"], 1.2, kill)
    why = "its worker was killed by signal 9 (SIGKILL, perhaps for want of memory)"
    assert first == f"novikoff, slice 0: {why}; tried once more"
    campaign = Campaign(tmp_path / "store.db")
    status = campaign.status()
    if deaths == 1:
        assert second.startswith("novikoff: slice 0 survived") and status.is_done
    else:
        assert second == f"novikoff, slice 0: {why}; given up until the next resume"
        assert [c.state for c in status.conjectures] == ["failed"] and not status.holds and not status.is_done
        assert status.conjectures[0].note == why and status.conjectures[0].seconds_left == 1.2
        assert campaign.resume(workers=1).is_done


def test_an_interruption_keeps_what_was_found_and_still_shrinks(tmp_path: Path) -> None:
    """The margin bound falls in a fraction of a second; the rest of its budget goes into shrinking, which Ctrl-C cuts short."""

    def stop(pids: list[int]) -> None:
        if len(pids) == 2:
            since.append(time.monotonic())
            if since[-1] - since[0] > 1.5:
                raise KeyboardInterrupt

    since: list[float] = []
    campaign = Campaign(tmp_path / "store.db")
    with pytest.raises(KeyboardInterrupt):
        run_with(campaign.store, [{"conjecture": "M <= 2.4/gamma**2", "learner": "margin"}, "novikoff"], 60, stop, workers=2)
    assert time.monotonic() - since[-1] < 30  # and not to the end of its 60 seconds
    assert [c.state for c in campaign.status().conjectures] == ["broken", "open"]
    assert [judge(found).valid for found in campaign.counterexamples().values()] == [True]
    assert not multiprocessing.active_children()


def begun(store: Path, workers: int) -> subprocess.Popen[str]:
    """A campaign in a session of its own, of which the first conjecture is broken."""
    path = store.with_name("c.txt")
    path.write_text("M <= 0.5/gamma**2\nnovikoff\n")
    words = argv("run", store, "--conjectures", path, "--budget", "60", "--workers", workers)
    run = subprocess.Popen(words, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert run.stdout is not None and "broken" in run.stdout.readline()
    return run


def test_ctrl_c_in_a_terminal_exits_130_with_one_line(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    run = begun(store, workers=2)
    os.killpg(run.pid, signal.SIGINT)  # to the whole foreground group, as a terminal does
    out, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (130, "interrupted\n")
    assert "1 broken, 1 open" in out and "campaign resume" in out
    assert Campaign(store).status().conjectures[0].state == "broken"


@pytest.mark.nocover
def test_a_kill_at_any_moment_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    """Killed again and again with SIGKILL, workers and all left to themselves; then the campaign is done to its end."""
    path, store = tmp_path / "c.txt", tmp_path / "store.db"
    path.write_text("\n".join(f"M <= {i}/(4*gamma**2) + {2 * (i % 4)}*TD/gamma" for i in range(2, 12)))
    moments = random.Random(3)
    before: set[tuple[object, ...]] = set()
    said: Counter[str] = Counter()
    for kills in range(40):
        words = ("resume", store) if is_planned(store) else ("run", store, "--conjectures", path, "--budget", "0.4")
        run = subprocess.Popen(argv(*words, "--workers", "2"), cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = run.communicate(timeout=moments.uniform(0.4, 1.7) if kills < 5 else None)
            assert run.returncode == 1, err
        except subprocess.TimeoutExpired:
            os.kill(run.pid, signal.SIGKILL)
            out, _ = run.communicate()
        now = settled(store) if store.exists() else set()
        assert before <= now
        said.update(line.split(":")[0] for line in out.splitlines() if "slice 0" in line)
        before = now
        if run.returncode == 1:
            break
    assert kills >= 2
    status = Campaign(store).status()
    assert status.is_done and len(status.conjectures) == 10
    assert set(said.values()) == {1}
    assert {path.name for path in tmp_path.iterdir()} == {"c.txt", "store.db"}


def is_planned(store: Path) -> bool:
    return store.exists() and bool(rows(store, "campaign"))


def test_orphaned_workers_end_by_themselves(tmp_path: Path) -> None:
    run = begun(tmp_path / "store.db", workers=1)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    until = time.monotonic() + 60
    while time.monotonic() < until and group_is_alive(run.pid):
        time.sleep(0.05)
    assert not group_is_alive(run.pid)


def group_is_alive(group: int) -> bool:
    listing = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    return any(int(line.split()[0]) == group and not line.split()[1].startswith("Z") for line in listing.splitlines())
