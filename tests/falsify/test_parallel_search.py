"""Several workers: the same result every time, what they tried added up, and a death that is said."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from perceptron.errors import InputError
from proofs.counterexample import judge
from proofs.falsify import Found, Interrupted, Survived, falsify
from proofs.falsify.parallel_search import ParallelSearch
from tests.falsify.custom_learners import HALF, FixedMargin


def test_two_workers_find_the_same_twice() -> None:
    one, two = (falsify("M <= 0.3/gamma**2 + 2", dimension=2, seed=5, shapes=False, budget=30, workers=2) for _ in range(2))
    assert isinstance(one, Found) and isinstance(two, Found)
    assert judge(one.counterexample).valid and one.counterexample == two.counterexample


def test_a_learner_that_cannot_be_pickled_is_searched_too() -> None:
    outcome = falsify("M <= 1/gamma**2", learner=lambda gamma: FixedMargin(HALF), budget=20, workers=2)
    assert isinstance(outcome, Found)


def test_a_dead_worker_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    listen, killed = ParallelSearch.listen, []

    def listen_and_kill(self: ParallelSearch, until: float) -> None:
        if not killed:
            time.sleep(1.5)
            import multiprocessing as mp

            victim = min(mp.active_children(), key=lambda child: child.name)
            killed.append(victim.pid)
            os.kill(victim.pid or 0, signal.SIGKILL)
        listen(self, until)

    monkeypatch.setattr(ParallelSearch, "listen", listen_and_kill)
    outcome = falsify("M <= 1/gamma**2", budget=4, workers=2)
    assert isinstance(outcome, Survived)
    assert len(outcome.report.notes) == 1 and "died with exit code -9" in str(outcome)


def test_interrupting_keeps_what_the_workers_tried() -> None:
    timer = threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(Interrupted) as stopped:
        falsify("M <= 1/gamma**2", budget=60, workers=2)
    report = stopped.value.report
    assert (report.best is not None) == (report.runs > 0)  # a worker may still have been starting


def test_workers_that_are_told_to_stop_say_what_they_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    listen, told = ParallelSearch.listen, []

    def listen_and_stop(self: ParallelSearch, until: float) -> None:
        if not told:
            time.sleep(2)
            import multiprocessing as mp

            for child in mp.active_children():
                told.append(child.pid)
                os.kill(child.pid or 0, signal.SIGTERM)
        listen(self, until)

    monkeypatch.setattr(ParallelSearch, "listen", listen_and_stop)
    outcome = falsify("M <= 1/gamma**2", budget=30, workers=2)
    assert isinstance(outcome, Survived)
    assert len(outcome.report.notes) == 2 and all(note.endswith("told to stop before its time") for note in outcome.report.notes)


def dies(*_: object) -> None:
    os._exit(1)


def test_no_worker_left_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.falsify.parallel_search.work", dies)
    with pytest.raises(InputError, match="all workers died"):
        falsify("M <= 1/gamma**2", budget=60, workers=2)


def test_a_number_of_workers_that_cannot_be_is_refused() -> None:
    for workers in (0, -1, True, 65, 1.5):
        with pytest.raises(InputError, match="workers"):
            falsify("M <= 1", workers=workers)  # type: ignore[arg-type]
