"""Processes, signals and limits on time: what the operating system is asked for is what is done."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from itertools import count
from multiprocessing import get_context
from time import monotonic, sleep

import pytest

from perceptron.errors import InputError
from proofs.system.processes import Child, possible, told_by
from proofs.system.signals import ended_after, processor_limit


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to processors")
def test_only_the_processors_that_are_lent_are_counted() -> None:
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); from proofs.system.processes import cores; print(cores())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


@pytest.mark.skipif(not possible(), reason="this system does not copy processes")
def test_garbage_collections_in_a_copy_look_at_nothing_that_was_copied() -> None:
    many, here = [[i] for i in range(100_000)], len(gc.get_objects())
    [there] = told_by(lambda tell: tell(len(gc.get_objects())), lambda: float("inf"))
    assert there < 10_000 < len(many) < here
    child = Child(lambda line: line.send(len(gc.get_objects())), context=get_context("fork"))
    assert child.line.recv() < 10_000
    child.end(10)


# --- Signals: one that falls into a library's callback is not lost


BUSY_COLLECTING = """
import gc, time
from proofs.system.processes import answer_signals

def stop(*_):
    raise KeyboardInterrupt

def callback(phase, info):  # Python drops what is raised here
    print(phase, flush=True)
    time.sleep(1)

answer_signals(stop)
gc.callbacks.append(callback)
try:
    gc.collect()
    gc.callbacks.clear()
    time.sleep(20)
    print("slept to the end")
except KeyboardInterrupt:
    print("stopped")
"""


def test_a_signal_inside_a_callback_of_the_garbage_collector_is_heard_afterwards_and_without_a_message() -> None:
    run = subprocess.Popen([sys.executable, "-c", BUSY_COLLECTING], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None and run.stdout.readline() == "start\n"
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=120)
    assert out.splitlines()[-1] == "stopped" and err == ""


def test_anything_else_that_is_dropped_is_told() -> None:
    code = (
        "from proofs.system.processes import answer_signals\nanswer_signals()\nclass A:\n    def __del__(self): raise ValueError('x')\nA()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ValueError: x" in run.stderr


# --- What takes too long is left, and what was set before is as it was


def test_a_block_that_never_ends_is_left_by_the_clock() -> None:
    began, reached = monotonic(), False
    with ended_after(0.1):
        for _ in count():
            pass
        reached = True
    assert not reached and monotonic() - began >= 0.1


def test_a_block_that_ends_in_time_is_not_disturbed() -> None:
    with ended_after(60.0):
        done = sum(range(1000))
    assert done == 499500
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0 and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_an_error_inside_is_seen_outside() -> None:
    with pytest.raises(InputError, match="bad"), ended_after(60.0):
        raise InputError("bad")
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_somebody_elses_alarm_is_left_alone() -> None:
    def theirs(number: int, frame: object) -> None: ...

    before = signal.signal(signal.SIGALRM, theirs)
    try:
        with ended_after(0.001):
            assert signal.getsignal(signal.SIGALRM) is theirs and signal.getitimer(signal.ITIMER_REAL)[0] == 0.0
    finally:
        signal.signal(signal.SIGALRM, before)


def test_in_a_thread_there_is_no_limit() -> None:
    finished: list[bool] = []

    def work() -> None:
        with ended_after(0.001):
            threading.Event().wait(0.05)
            finished.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert finished == [True]


def test_too_much_work_is_refused_with_the_line_that_was_asked_for() -> None:
    with pytest.raises(InputError, match="too much"), processor_limit(0.1, "too much"):
        for _ in count():
            pass


def test_a_limit_that_falls_into_a_callback_of_the_garbage_collector_is_kept_a_moment_later(capsys: pytest.CaptureFixture[str]) -> None:
    def callback(phase: str, info: dict[str, int]) -> None:
        sleep(0.4)

    began = monotonic()
    gc.callbacks.append(callback)
    try:
        with ended_after(0.2):
            gc.collect()
            gc.callbacks.remove(callback)
            sleep(60)
    finally:
        gc.callbacks[:] = [one for one in gc.callbacks if one is not callback]
    assert monotonic() - began < 50 and capsys.readouterr().err == ""
