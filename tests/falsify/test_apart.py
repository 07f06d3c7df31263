"""Somebody's own learner runs in a process of its own: whatever it does there, the search ends in time and says what happened."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial  # noqa: F401  (in ways.txt)
from pathlib import Path
from typing import Any

import pytest

from benchmarks.falsifier.learners import OnMistakes, Tuple
from perceptron.errors import InputError
from proofs.counterexample.learner_object import CustomLearner
from proofs.falsify import Found, Interrupted, Survived, falsify
from proofs.falsify.pipeline import First
from proofs.falsify.processes import search_apart
from proofs.system.work_clock import by_the_clock, work_time
from tests.amounts import cases, sampled


@dataclass
class After(OnMistakes):
    """A Perceptron that does something before each step after so many."""

    action: Callable[[], object]
    after: int = 9
    steps: int = 0

    def start(self, dimension: int) -> Tuple:
        self.steps = 0
        return super().start(dimension)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.steps += 1
        if self.steps > self.after:
            self.action()
        return super().step(w, x, y)


def stuck() -> None:
    """For ever, in code that hears nothing that is an Exception."""
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0.01)


def deaf() -> None:
    """For hours, in C code that looks at no signals."""
    sum(range(10**13))


def swallows() -> None:
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722  # as users write it
            pass


def raises(error: BaseException) -> Callable[[], object]:
    def action() -> None:
        raise error

    return action


@pytest.mark.parametrize(("action", "workers"), sampled([(deaf, 1), (deaf, 2), (swallows, 1)], 1))
def test_runs_are_played_less_far_where_a_learner_hears_no_signals(action: Callable[[], object], workers: int) -> None:
    outcome = falsify("M <= 1/gamma**2 + 1000", learner=After(action), budget=4, workers=workers)
    assert isinstance(outcome, Survived)
    assert any("the learner After did not return from" in note for note in outcome.report.notes), str(outcome)


class DeafInThePlane(After):
    """Where shrinking lowers the dimension, it hears nothing."""

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        if len(x) < 3:
            deaf()
        return super().step(w, x, y)


def test_a_counterexample_in_hand_outlives_the_process() -> None:
    outcome = falsify("M <= 2", learner=DeafInThePlane(print, 10**9), budget=4, dimension=3)
    assert isinstance(outcome, Found) and outcome.counterexample.M > 2


@pytest.mark.parametrize("case", sampled(cases(__file__, "endings.txt"), 4))
def test_how_a_learner_ends_is_said_in_one_line(case: list[str]) -> None:
    action, said = map(eval, case)
    with pytest.raises(InputError, match=f"the learner After failed: .*{said}") as refused:
        falsify("M <= 1/gamma**2", learner=After(action), budget=600)
    assert "\n" not in str(refused.value)


def test_ctrl_c_ends_a_learner_that_hears_nothing(tmp_path: Path) -> None:
    here, first = os.getpid(), tmp_path / "first"

    def interrupts() -> None:
        """The first call has this process interrupted."""
        if not first.exists():
            first.touch()
            os.kill(here, signal.SIGINT)
        deaf()

    with pytest.raises(Interrupted):
        falsify("M <= 1/gamma**2", learner=After(interrupts, 5), budget=3600)


@pytest.mark.parametrize("text", ["here\n", "here" * 50])
def test_what_it_prints_is_kept_off_stdout(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert falsify("M <= 3", learner=After(lambda: print(text, end=""), 0), turns=8).found
    printed = capfd.readouterr()
    assert printed.out == "" and "here" in printed.err and "is not shown" in printed.err


class Told(After):
    def __init__(self, *, gamma: Fraction) -> None:
        super().__init__(lambda: None)
        self.margin = gamma


class Slotted:
    __slots__ = ("made", "rate")

    def __init__(self) -> None:
        self.rate = Fraction(1, 2)

    def start(self, dimension: int) -> Tuple:
        self.made = 0
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.made += 1
        return tuple(a + self.rate * y * b for a, b in zip(w, x, strict=True))


@pytest.mark.parametrize("case", cases(__file__, "ways.txt"))
def test_the_ways_to_hand_over_a_learner(case: list[str]) -> None:
    learner, names = map(eval, case)
    assert CustomLearner(learner).names == names


class Answers(After):
    def __init__(self, method: str, value: Any) -> None:
        super().__init__(lambda: None)
        setattr(self, method, lambda *told: value)


@pytest.mark.parametrize("case", sampled(cases(__file__, "inexact_answers.txt"), 4))
def test_what_is_no_exact_answer_is_refused(case: list[str]) -> None:
    method, value, said = map(eval, case)
    if method == "wants_update":
        learner: Any = type("Other", (After,), {method: lambda self, inner, norm2, y: value})(print, 10**9)
    else:
        learner = Answers(method, value)
    with pytest.raises(InputError, match=said):
        falsify("M <= 1/gamma**2", learner=learner, budget=600)


# --- Somebody's own code that never returns: the search ends all the same, and what it has in hand is kept


def test_the_counterexample_in_hand_is_kept() -> None:
    outcome = falsify("M <= 3", learner=After(stuck), budget=4)
    assert isinstance(outcome, Found) and outcome.verdict.valid and outcome.counterexample.M > 3


def test_a_start_that_never_returns_is_said_in_one_line() -> None:
    class NoStart(After):
        def start(self, dimension: int) -> Any:
            stuck()

    with pytest.raises(InputError, match="first calls"):
        falsify("M <= 3", learner=NoStart(stuck), budget=1)


def test_a_run_that_comes_after_the_end_is_still_judged() -> None:
    """On a busy machine the search may find it when the budget is over by the clock."""
    found = falsify("M <= 0", budget=5)
    assert isinstance(found, Found)

    def work_until(seconds: float) -> None:
        while work_time() < began + seconds:
            pass

    def attack(on_progress: Callable[[str, Any], object]) -> Found:
        on_progress("report", found.report)
        work_until(1.3)  # the end is at 1.1
        on_progress("first", First(1.3, 1, 1))
        work_until(1.8)  # the judge at work
        return found

    began = by_the_clock(work_time())
    assert isinstance(search_apart(attack, None, 0.1, began, lambda first: None), Found)
