"""A learner of somebody's own that does something of its own before a step, and two things that do not end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.falsifier.learners import OnMistakes, Vector


@dataclass
class After(OnMistakes):
    """A Perceptron that does something before each step after so many."""

    action: Callable[[], object]
    after: int = 9
    steps: int = 0

    def start(self, dimension: int) -> Vector:
        self.steps = 0
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
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
