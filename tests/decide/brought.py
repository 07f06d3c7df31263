"""Learners that users brought, of `brought.txt`."""

from __future__ import annotations

from typing import Any

from perceptron import Learner, Vector


class ByLength(Learner):
    """Steps by 1/‖x‖², so that it is not defined at x = 0, which no separable game has."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * x / (x @ x)


class Always(Learner):
    """Updates in every round, so that M = T."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return True


class FarStart(Learner):
    """Starts at (3/5, 4/5), which may point away from u."""

    def start(self, zero: Vector) -> Vector:
        return zero.at((0.6, 0.8))


class FarInFive(Learner):
    """Starts along no axis, in five dimensions."""

    def start(self, zero: Vector) -> Vector:
        return zero.at((0.5, 0.5, 0.5, 0.5, 0))
