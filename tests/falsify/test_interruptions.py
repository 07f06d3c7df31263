"""Somebody's own code that never returns: the search ends all the same, and what it has in hand is kept."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive
from proofs.falsify import Found, Survived, falsify

Vector = tuple[Fraction, ...]


@dataclass
class Stuck(Additive):
    """A Perceptron that stops answering after so many updates, and hears nothing that is an Exception."""

    after: int
    steps: int = 0

    def start(self, dimension: int) -> Vector:
        self.steps = 0
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.steps += 1
        while self.steps > self.after:
            with contextlib.suppress(Exception):
                time.sleep(0.01)
        return super().step(w, x, y)


@pytest.mark.parametrize("workers, budget", [(1, 3.0), (2, 15.0)])
def test_a_step_that_never_returns_ends_with_the_budget(workers: int, budget: float) -> None:
    outcome = falsify("M <= 1/gamma**2", learner=Stuck(9), budget=budget, workers=workers)
    ended = "did not return from a call", "did not answer and was ended"  # the second on a machine too busy for a worker's answer
    assert isinstance(outcome, Survived) and any(said in str(outcome) for said in ended[:workers])


class Deaf(Additive):
    """A Perceptron that goes into C code, which looks at no signals, for hours."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return sum(range(10**13 if norm2 > 6 else 1)) >= 0 and inner <= 0


def test_workers_in_c_code_that_looks_at_no_signals_are_ended() -> None:
    outcome = falsify("M <= 1/gamma**2 + 1000", learner=Deaf(), budget=2, workers=2)
    assert isinstance(outcome, Survived)
    assert outcome.report.runs or "did not answer and was ended" in str(outcome)


def test_the_counterexample_in_hand_is_kept() -> None:
    outcome = falsify("M <= 3", learner=Stuck(9), budget=4)
    assert isinstance(outcome, Found) and outcome.verdict.valid and outcome.counterexample.M > 3


def test_a_start_that_never_returns_is_said_in_one_line() -> None:
    class NoStart(Stuck):
        def start(self, dimension: int) -> Any:
            while True:
                time.sleep(0.01)

    with pytest.raises(InputError, match="first calls"):
        falsify("M <= 3", learner=NoStart(9), budget=1)
