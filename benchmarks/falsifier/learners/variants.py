"""Perceptrons to which labels, their own past or the loss matter: uneven margins and costs, a bias, restarts, momentum, projections."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.falsifier.learners.common import HALF, OnMistakes, Vector, dot, moved
from perceptron.numbers.enclosure import sqrt


class UnevenMargins(OnMistakes):
    """PAUM (Li, Zaragoza, Herbrich, Shawe-Taylor and Kandola 2002): a threshold for each label."""

    def __init__(self, plus: Fraction = HALF, minus: Fraction = Fraction(1, 8)) -> None:
        self.plus, self.minus = plus, minus

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= (self.plus if y > 0 else self.minus)


class CostSensitive(OnMistakes):
    """A mistake on the label 1 counts twice: 2x is added."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return moved(w, 2 if y > 0 else -1, x)


class Biased(OnMistakes):
    """The sign of ⟨w,x⟩ + b, where every update adds y to b."""

    def start(self, dimension: int) -> Vector:
        self.b = Fraction(0)
        return super().start(dimension)

    def score(self, w: Vector, x: Vector) -> Fraction:
        found: Fraction = dot(w, x) + self.b
        return found

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.b += y
        return moved(w, y, x)


class Restarting(OnMistakes):
    """It begins anew after every five updates."""

    def start(self, dimension: int) -> Vector:
        self.made = 0
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.made += 1
        return moved((Fraction(0),) * len(w) if self.made % 5 == 1 else w, y, x)


class Momentum(OnMistakes):
    """The heavy ball: each step is y·x and half of the step before."""

    def start(self, dimension: int) -> Vector:
        self.last = super().start(dimension)
        return self.last

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.last = moved(tuple(HALF * value for value in self.last), y, x)
        return moved(w, 1, self.last)


class Spherical(OnMistakes):
    """Weights are brought to length 1 after every step."""

    def step(self, w: Any, x: Any, y: int) -> Any:
        new = moved(w, y, x)
        length2 = dot(new, new)
        return tuple(value / sqrt(length2) for value in new) if length2 != 0 else new


class SquaredHinge(OnMistakes):
    """Half a gradient step on half the squared hinge loss."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner < 1

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return moved(w, HALF * y * (1 - y * dot(w, x)), x)


class Projectron(OnMistakes):
    """Projectron (Orabona, Keshet and Caputo 2008): an example nearer than eta to the span of those kept is projected onto it."""

    def __init__(self, eta: Fraction = Fraction(1, 4)) -> None:
        self.eta = eta

    def start(self, dimension: int) -> Vector:
        self.kept: tuple[Vector, ...] = ()  # made orthogonal
        self.support = 0
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        rest = x
        for z in self.kept:
            rest = moved(rest, -dot(rest, z) / dot(z, z), z)
        if dot(rest, rest) > self.eta**2:
            self.kept, self.support = (*self.kept, rest), self.support + 1
            return moved(w, y, x)
        return moved(w, y, moved(x, -1, rest))
