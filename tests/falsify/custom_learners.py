"""Learners of somebody's own, as a user would write them."""

from __future__ import annotations

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
