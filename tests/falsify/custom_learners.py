"""Learners of somebody's own, as a user would write them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from perceptron.learners.perceptron import Additive

Vector = tuple[Fraction, ...]
HALF = Fraction(1, 2)


@dataclass
class FixedMargin(Additive):
    """y⟨w,x⟩ ≤ beta. By the core lemma M ≤ (1 + 2·beta)/γ²."""

    beta: Fraction

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self.beta


class Decaying:
    """The k-th update adds x/k."""

    def start(self, dimension: int) -> Vector:
        self.updates = 0
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.updates += 1
        return tuple(a + y * b / self.updates for a, b in zip(w, x, strict=True))


@dataclass
class Clipped(Additive):
    """Every step is followed by a projection onto the box |w_i| ≤ c."""

    c: Fraction

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return tuple(max(-self.c, min(self.c, a)) for a in super().step(w, x, y))


@dataclass
class After(Additive):
    """A Perceptron that does something in place of the step after so many."""

    action: Callable[[], object]
    after: int = 9
    steps: int = 0

    def start(self, dimension: int) -> Vector:
        self.steps = 0
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

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
