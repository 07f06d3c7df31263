"""Several workers: the same result every time, what they tried added up, and a death that is said."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from perceptron.errors import InputError
from proofs.counterexample import judge
from proofs.falsify import Found, Interrupted, Survived, falsify
from proofs.falsify.run import Run
from proofs.falsify.strategies.interface import Seen
from tests.falsify.custom_learners import HALF, FixedMargin


def test_two_workers_find_the_same_twice() -> None:
    one, two = (falsify("M <= 0.3/gamma**2 + 2", dimension=2, seed=5, shapes=False, turns=40, workers=2) for _ in range(2))
    assert isinstance(one, Found) and isinstance(two, Found)
    assert judge(one.counterexample).valid and one.counterexample == two.counterexample


def test_a_learner_that_cannot_be_pickled_is_searched_too() -> None:
    outcome = falsify("M <= 1/gamma**2", learner=lambda gamma: FixedMargin(HALF), turns=40, workers=2)
    assert isinstance(outcome, Found)


@dataclass
class Signals:
    """A strategy that proposes nothing. When it is first asked, it sends a signal to its worker, or to the process that started it."""

    number: int
    upwards: bool = False
    alone: bool = False  # in the first worker only
    name = "signals"

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        if turn == 0:
            os.kill(os.getppid() if self.upwards else os.getpid(), self.number)
        yield from ()


def test_a_dead_worker_is_said() -> None:
    outcome = falsify("M <= 1/gamma**2", turns=8, workers=2, strategies=[Signals(signal.SIGKILL, alone=True)])
    assert isinstance(outcome, Survived)
    assert len(outcome.report.notes) == 1 and "died with exit code -9" in str(outcome)


def test_interrupting_keeps_what_the_workers_tried() -> None:
    with pytest.raises(Interrupted) as stopped:
        falsify("M <= 1/gamma**2", budget=3600, workers=2, strategies=[Signals(signal.SIGINT, upwards=True, alone=True)])
    assert stopped.value.report.runs > 0 and stopped.value.report.best is not None


def test_workers_that_are_told_to_stop_say_what_they_tried() -> None:
    outcome = falsify("M <= 1/gamma**2", budget=3600, workers=2, strategies=[Signals(signal.SIGTERM)])
    assert isinstance(outcome, Survived) and outcome.report.runs > 0
    assert len(outcome.report.notes) == 2 and all(note.endswith("told to stop before its time") for note in outcome.report.notes)


def dies(*_: object) -> None:
    os._exit(1)


def test_no_worker_left_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.falsify.processes.work", dies)
    with pytest.raises(InputError, match="all workers died"):
        falsify("M <= 1/gamma**2", budget=3600, workers=2)


def test_a_number_of_workers_that_cannot_be_is_refused() -> None:
    for workers in (0, -1, True, 65, 1.5):
        with pytest.raises(InputError, match="workers"):
            falsify("M <= 1", workers=workers)  # type: ignore[arg-type]
