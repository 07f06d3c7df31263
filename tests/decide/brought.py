"""Learners that users brought, of `brought.txt`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perceptron import Learner, Vector
from perceptron.learners.perceptron import OverTuples


class ByLength(Learner):
    """Steps by 1/‖x‖², so that it is not defined at x = 0, which no separable game has."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * x / (x @ x)


class BySquare(Learner):
    """Steps by ‖x‖² times the example, so that short examples hardly move it."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * (x @ x) * x


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


class WithItsLast(Learner):
    """Adds half of its last update to each."""

    def start(self, zero: Vector) -> Vector:
        self.last = zero
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        w, self.last = w + y * x + self.last / 2, y * x
        return w


class ThreeNorm(OverTuples):
    """A p-norm Perceptron for p = 3: its weights are the squares of θ, with the signs of θ."""

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)

    def start(self, dimension: int) -> Any:
        self.theta = (Fraction(0),) * dimension
        return self.theta

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.theta = tuple(a + y * b for a, b in zip(self.theta, x, strict=True))
        return tuple(a * abs(a) for a in self.theta)
