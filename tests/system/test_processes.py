"""Processes, signals and limits on time: what the operating system is asked for is what is done."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from itertools import count
from time import monotonic, sleep
from types import ModuleType

import pytest

from perceptron.errors import InputError
from proofs.system.processes import Event, Pool, ending, possible
from proofs.system.signals import ended_after, insist, processor_limit


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to processors")
def test_only_the_processors_that_are_lent_are_counted() -> None:
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); from proofs.system.processes import cores; print(cores())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


@pytest.mark.skipif(not possible(), reason="this system does not copy processes")
@pytest.mark.parametrize("apart", [False, True])
def test_garbage_collections_in_a_copy_look_at_nothing_that_was_copied(apart: bool) -> None:
    many, here = [[i] for i in range(100_000)], len(gc.get_objects())
    with closing(Pool(lambda job, on_progress: len(gc.get_objects()), copies=True, apart=apart)) as pool:
        pool.give("count")
        [said] = pool.wait()
    assert said.content < 10_000 < len(many) < here


# --- A pool: what its processes tell comes in, a death costs one job, and a signal reaches the job that it is for


def does(job: str, on_progress: Callable[[object], None], shared: list[int]) -> object:
    """The job of a fresh process."""
    on_progress(shared)
    match job:
        case "dies":
            os._exit(3)
        case "raises":
            raise KeyError("why")
        case "hangs":
            sleep(600)
        case "hangs in a callback":  # where Python drops what is raised
            gc.callbacks.append(lambda phase, info: (on_progress("inside"), sleep(1)))
            gc.collect()
            gc.callbacks.clear()
            sleep(600)
    return job, os.getpid()


def test_what_becomes_of_each_job_is_said() -> None:
    shared, ends = [1, 2], dict[str, Event]()
    with closing(Pool(does, shared, size=2)) as pool:
        for job in ("one", "dies", "raises", "two"):
            pool.give(job)
        assert pool.free < 0
        while pool.busy:
            for event in pool.wait():
                if event.kind == "message":
                    assert event.content is shared
                else:
                    ends[event.job] = event
    assert {job: event.kind for job, event in ends.items()} == {"one": "done", "two": "done", "dies": "lost", "raises": "raised"}
    assert ending(ends["dies"].content) == "ended its process, with exit code 3"
    assert isinstance(ends["raises"].content, KeyError) and "in does" in ends["raises"].content.__notes__[0]
    with pytest.raises(ProcessLookupError):
        os.kill(ends["two"].content[1], 0)


@pytest.mark.parametrize("job", ["hangs", "hangs in a callback"])
def test_a_job_that_is_stopped_is_interrupted_even_in_a_callback(job: str, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(Pool(does, None)) as pool:
        pool.give(job)
        for _ in range(1 if job == "hangs" else 2):
            [told] = pool.wait()
            assert told.kind == "message"
        pool.stop(job)
        *_, said = [event for _ in range(2) for event in (pool.wait(20) if pool.busy else ())]
    assert said.kind == "raised" and isinstance(said.content, KeyboardInterrupt) and capfd.readouterr().err == ""


@pytest.mark.skipif(not possible(), reason="this system does not copy processes")
def test_an_exception_that_only_the_other_process_knows_is_said_in_a_line() -> None:
    def work(job: str, on_progress: Callable[[object], None]) -> None:
        sys.modules["theirs"] = theirs = ModuleType("theirs")
        exec("class Odd(BaseException): pass", theirs.__dict__)
        raise theirs.Odd("two\nlines")

    with closing(Pool(work, copies=True, apart=True)) as pool:
        pool.give("raises")
        [said] = pool.wait()
    assert said.kind == "raised" and isinstance(said.content, InputError) and str(said.content) == "Odd: two lines"


def test_an_event_that_was_not_handled_to_the_end_comes_again() -> None:
    seen = []
    with closing(Pool(does, None)) as pool:
        pool.give("one")
        with pytest.raises(KeyboardInterrupt):
            for event in pool.wait():
                seen.append(event)
                raise KeyboardInterrupt
        assert next(pool.wait()) is seen[0]


def test_what_else_is_dropped_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Raises:
        def __del__(self) -> None:
            raise ValueError("x")

    monkeypatch.setattr(sys, "unraisablehook", insist)
    Raises()
    assert "ValueError: x" in capsys.readouterr().err


# --- What takes too long is left, and what was set before is as it was


def test_a_block_that_never_ends_is_left_by_the_clock() -> None:
    began, reached = monotonic(), False
    with ended_after(0.1):
        for _ in count():
            pass
        reached = True
    assert not reached and monotonic() - began >= 0.1


def test_block_that_ends_in_time_keeps_its_own_error() -> None:
    with pytest.raises(InputError, match="499500"), ended_after(60.0):
        raise InputError(str(sum(range(1000))))
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0 and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@pytest.mark.parametrize("moment", ["beginning", "ending"])
def test_ended_after_rings_while_it_begins_or_ends_waits(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An alarm that rang on the way into the block left its handler behind, and the next block was ended by it."""
    setitimer, reached = signal.setitimer, False

    def ring_at_once(timer: int, seconds: float, again: float = 0.0) -> None:
        setitimer(timer, seconds, again)
        if (seconds > 0) == (moment == "beginning"):
            sleep(0.002)  # so that the time is up
            signal.raise_signal(signal.SIGALRM)

    with monkeypatch.context() as patched:
        patched.setattr(signal, "setitimer", ring_at_once)
        with ended_after(0.001):
            reached = True
    assert reached
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0 and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_processor_limit_inside_a_shorter_one_leaves_its_end_to_the_outer() -> None:
    """Both limits are of one kind: the inner block must not swallow the end of the outer one."""
    with pytest.raises(InputError, match="outer"), processor_limit(0.05, "outer"), ended_after(60.0):
        for _ in count():
            pass


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


def test_limit_during_garbage_collection_is_kept_a_moment_later(capsys: pytest.CaptureFixture[str]) -> None:
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
