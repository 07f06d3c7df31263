"""What takes too long is left, and what was set before is as it was."""

from __future__ import annotations

import gc
import signal
import threading
from itertools import count
from time import monotonic, sleep

import pytest

from perceptron.errors import InputError
from proofs.system.time_limit import ended_after, processor_limit


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
            sleep(20)
    finally:
        gc.callbacks[:] = [one for one in gc.callbacks if one is not callback]
    assert monotonic() - began < 10 and capsys.readouterr().err == ""
