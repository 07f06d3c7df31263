"""The clock of budgets, beside busy processes and in copies of this one."""

from __future__ import annotations

import multiprocessing
import os
import time

import pytest

from proofs.system import work_clock
from proofs.system.work_clock import STRETCH, Work, WorkClock, work_time

needs_count = pytest.mark.skipif(
    not os.path.exists("/proc/self/schedstat"), reason="the system does not count the time that a process waits"
)


def _worked(report: multiprocessing.SimpleQueue[tuple[float, float, float]], seconds: float) -> None:
    clock, began, worked = time.monotonic(), work_time(), time.process_time()
    while work_time() - began < seconds:
        pass
    report.put((time.monotonic() - clock, work_time() - began, time.process_time() - worked))


@needs_count
def test_work_time_of_processes_that_share_a_core_buys_equal_work() -> None:
    """Four processes on one core: a budget by the clock would buy each a quarter of the work."""
    context, core = multiprocessing.get_context("fork"), min(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    report: multiprocessing.SimpleQueue[tuple[float, float, float]] = context.SimpleQueue()
    os.sched_setaffinity(0, {core})
    try:
        processes = [context.Process(target=_worked, args=(report, 0.4)) for _ in range(4)]
        for process in processes:
            process.start()
    finally:
        os.sched_setaffinity(0, before)
    measured = [report.get() for _ in processes]
    for process in processes:
        process.join()
    assert all(worked > 0.6 * counted for _, counted, worked in measured)
    assert max(clock for clock, *_ in measured) > 2 * 0.4


def test_work_time_of_a_process_that_sleeps_goes_on() -> None:
    """A learner that sleeps must come to the end of its budget."""
    began = work_time()
    time.sleep(0.2)
    assert work_time() - began > 0.15


class Starved(WorkClock):
    """The clock of a process that has waited since it began."""

    def _waiting(self) -> float:
        return time.monotonic()


class Scripted(WorkClock):
    """A clock whose process has waited for a given number of seconds."""

    waits = 0.0

    def _waiting(self) -> float:
        return self.waits


@needs_count
def test_work_clock_read_seldom_leaves_out_a_long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may compute for seconds between two readings; most of a wait of four seconds was counted as work."""
    now = 100.0
    monkeypatch.setattr(work_clock.time, "monotonic", lambda: now)
    clock = Scripted()
    began = clock.read()
    now, clock.waits = 105.0, 4.0
    assert clock.read() - began == pytest.approx(1.0)
    assert clock.waiting_seconds == 0.0
    clock.close()


@needs_count
def test_work_clock_of_a_starved_process_ends_its_budget_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget takes at most STRETCH times as long by the clock, and what was lost is counted."""
    monkeypatch.setattr(work_clock, "BURST", 0.01)
    clock = Starved()
    began, seconds = clock.read(), time.monotonic()
    while (passed := time.monotonic() - seconds) < 0.4:
        clock.read()
    assert 0.3 * passed / STRETCH < clock.read() - began < 2 * passed / STRETCH
    assert clock.waiting_seconds > 0
    clock.close()


def test_cut_short_of_work_that_lost_most_of_its_budget_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The note names the work that was done, not the time."""
    work = Work(20.0)
    assert work.cut_short() == ""
    monkeypatch.setattr(work, "_unserved", work._unserved - 17.0)
    assert work.cut_short() == "3.0 of 20 s of work done: other programs had the processor"
