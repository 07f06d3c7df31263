"""Learners that remember examples: on a budget, with a delay, averaged; and combinations of learners."""

from __future__ import annotations

import random
from collections import deque
from fractions import Fraction
from typing import Any

from benchmarks.falsifier.learners.common import HALF, OnMistakes, Vector, dot, moved
from perceptron import MarginPerceptron, Perceptron
from perceptron.learners.combined import InExpectation, SideBySide
from perceptron.numbers.enclosure import sqrt


class ForgetOldest(OnMistakes):
    """A Perceptron on a budget that forgets its oldest support example (Forgetron without its shrinking)."""

    def __init__(self, budget: int = 3) -> None:
        self.budget = budget

    def start(self, dimension: int) -> Vector:
        self.support: deque[Vector] = deque()
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.support.append(tuple(y * value for value in x))
        if len(self.support) <= self.budget:
            return moved(w, y, x)
        return moved(moved(w, y, x), -1, self.support.popleft())


class Forgetron(ForgetOldest):
    """The Forgetron (Dekel, Shalev-Shwartz and Singer 2008) with a fixed shrinking of all coefficients before it forgets the oldest."""

    def __init__(self, budget: int = 3, shrink: Fraction = Fraction(3, 4)) -> None:
        super().__init__(budget)
        self.shrink = shrink

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        w = super().step(w, x, y)
        if len(self.support) < self.budget:
            return w
        self.support = deque(tuple(self.shrink * value for value in z) for z in self.support)
        return tuple(self.shrink * value for value in w)


class RandomBudget(ForgetOldest):
    """The randomised budget Perceptron (Cavallanti, Cesa-Bianchi and Gentile 2007): it forgets one at random."""

    def __init__(self, seed: int, budget: int = 3) -> None:
        super().__init__(budget)
        self.seed = seed

    def start(self, dimension: int) -> Vector:
        self.draw = random.Random(self.seed)
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.support.rotate(self.draw.randrange(len(self.support) + 1))
        return super().step(w, x, y)


class Ballseptron(OnMistakes):
    """Ballseptron (Shalev-Shwartz and Singer 2005): right by less than r, it steps by the worst point of the ball around x."""

    def __init__(self, r: Fraction = Fraction(1, 10)) -> None:
        self.r = r

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        self.right = inner > 0
        return bool(inner <= 0 or inner**2 <= self.r**2 * norm2)

    def step(self, w: Any, x: Any, y: int) -> Any:
        new = moved(w, y, x)
        return moved(new, -self.r / sqrt(dot(w, w)), w) if self.right else new


class Delayed(OnMistakes):
    """Each step is made `delay` updates late."""

    def __init__(self, delay: int = 2) -> None:
        self.delay = delay

    def start(self, dimension: int) -> Vector:
        self.waiting: list[Vector] = []
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.waiting = [*self.waiting, tuple(y * value for value in x)]
        if len(self.waiting) <= self.delay:
            return w
        first, *self.waiting = self.waiting
        return moved(w, 1, first)


class MiniBatch(Delayed):
    """Mistakes are collected, and `delay` + 1 of them are added at once."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.waiting = [*self.waiting, tuple(y * value for value in x)]
        if len(self.waiting) <= self.delay:
            return w
        for z in self.waiting:
            w = moved(w, 1, z)
        self.waiting = []
        return w


class Averaged(OnMistakes):
    """It predicts with the mean of the weights after each of its updates (an averaged Perceptron that learns from what it predicts)."""

    def start(self, dimension: int) -> Vector:
        self.total, self.made = (Fraction(0),) * dimension, 0
        return super().start(dimension)

    def score(self, w: Vector, x: Vector) -> Fraction:
        found: Fraction = dot(self.total, x)
        return found

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        new = moved(w, y, x)
        self.total, self.made = moved(self.total, 1, new), self.made + 1
        return new


def random_budget_in_mean() -> Any:
    """Over eight seeds."""
    return InExpectation(RandomBudget, range(8))


def perceptron_beside_margin(gamma: Fraction) -> Any:
    """M of the Perceptron, M_2 of the Margin Perceptron."""
    return SideBySide(Perceptron(), MarginPerceptron(gamma, HALF))
