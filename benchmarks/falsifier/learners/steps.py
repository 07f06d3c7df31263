"""Learners whose threshold or step is another: margins, passive-aggressive steps, projections, weights that are cut or rounded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from benchmarks.falsifier.learners.common import HALF, OnMistakes, Vector, dot, moved
from perceptron.learners.perceptron import Additive
from perceptron.numbers.enclosure import sqrt


@dataclass
class FixedMargin(Additive):
    """y⟨w,x⟩ ≤ beta (Krauth and Mézard 1987)."""

    beta: Fraction = HALF

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self.beta


@dataclass
class RateAndMargin:
    """y⟨w,x⟩ ≤ beta, with steps of length eta."""

    eta: Fraction = Fraction(1, 4)
    beta: Fraction = HALF

    def start(self, dimension: int) -> Vector:
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self.beta

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return moved(w, y * self.eta, x)


@dataclass
class MarginOfLength(Additive):
    """y⟨w,x⟩ ≤ beta·‖x‖: its rule sees x."""

    beta: Fraction = HALF

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int, x: Vector) -> bool:
        return inner <= 0 or inner**2 <= self.beta**2 * dot(x, x)


class PassiveAggressive:
    """PA (Crammer et al. 2006): the nearest weights with hinge loss 0; it updates wherever there is a loss."""

    def start(self, dimension: int) -> Vector:
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int, x: Vector) -> bool:
        self.loss, self.length2 = 1 - inner, dot(x, x)
        return self.loss > 0 and self.length2 > 0

    def rate(self) -> Fraction:
        return self.loss / self.length2

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return moved(w, y * self.rate(), x)


class PassiveAggressiveI(PassiveAggressive):
    """PA-I: steps of at most C."""

    def __init__(self, C: Fraction = HALF) -> None:
        self.C = C

    def rate(self) -> Fraction:
        return min(self.C, super().rate())


class PassiveAggressiveII(PassiveAggressiveI):
    """PA-II: steps of ℓ/(‖x‖² + 1/(2C))."""

    def rate(self) -> Fraction:
        return self.loss / (self.length2 + 1 / (2 * self.C))


class Relaxation(PassiveAggressive):
    """The relaxation method of Agmon and of Motzkin and Schoenberg (1954): `relax` times the step of PA."""

    def __init__(self, relax: Fraction = HALF) -> None:
        self.relax = relax

    def rate(self) -> Fraction:
        return self.relax * super().rate()


class Romma(OnMistakes):
    """ROMMA (Li and Long 2002): the shortest weights that keep the last constraints."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        w2, x2, inner = dot(w, w), dot(x, x), dot(w, x)
        if not w2 or not x2:
            return moved(w, y / x2, x) if x2 else w
        gap = x2 * w2 - inner**2
        if not gap:
            return w
        kept, added = (x2 * w2 - y * inner) / gap, w2 * (y - inner) / gap
        return tuple(kept * a + added * b for a, b in zip(w, x, strict=True))


class AggressiveRomma(Romma):
    """The same, which also updates on correct labels with y⟨w,x⟩ < 1."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner < 1


class Normalised(OnMistakes):
    """Steps of length 1: w + y·x/‖x‖."""

    def step(self, w: Any, x: Any, y: int) -> Any:
        return moved(w, y / sqrt(dot(x, x)), x) if any(x) else w


class Leaky(OnMistakes):
    """Weights fade by the factor 1 − leak before each step."""

    def __init__(self, leak: Fraction = HALF) -> None:
        self.leak = leak

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return moved(tuple((1 - self.leak) * value for value in w), y, x)


class InABox(OnMistakes):
    """Every step is followed by a projection onto the box |w_i| ≤ c."""

    def __init__(self, c: Fraction = Fraction(1)) -> None:
        self.c = c

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return tuple(max(-self.c, min(self.c, value)) for value in moved(w, y, x))


class Quantised(OnMistakes):
    """Weights are rounded to multiples of `fine` after every step."""

    def __init__(self, fine: Fraction = Fraction(1, 10)) -> None:
        self.fine = fine

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return tuple(round(value / self.fine) * self.fine for value in moved(w, y, x))


class Reflecting(OnMistakes):
    """The reflection w − 2⟨w,x⟩x/‖x‖² (after Blum, Frieze, Kannan and Vempala 1998), from the first example."""

    initialises = True

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        if not any(w):
            return moved(w, y, x)
        return moved(w, -2 * dot(w, x) / dot(x, x), x) if any(x) else w
