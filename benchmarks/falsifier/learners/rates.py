"""Learners whose rate changes with the number of updates, or that have second-order or quasi-additive weights."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.falsifier.learners.common import HALF, OnMistakes, Vector, dot, moved
from perceptron.numbers.enclosure import sqrt


class OneOverT(OnMistakes):
    """The k-th update adds x/k."""

    def start(self, dimension: int) -> Vector:
        self.made = 0
        return super().start(dimension)

    def rate(self) -> Any:
        return Fraction(1, self.made)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.made += 1
        return moved(w, y * self.rate(), x)


class OneOverRoot(OneOverT):
    """The k-th update adds x/√k."""

    def rate(self) -> Any:
        return 1 / sqrt(Fraction(self.made))


class Alma:
    """ALMA₂(α; √8/α, √2) (Gentile 2001): margins and steps that go down with 1/√k, weights kept in the unit ball."""

    def __init__(self, alpha: Fraction = HALF) -> None:
        self.alpha = alpha

    def start(self, dimension: int) -> Vector:
        self.k = 1
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Vector) -> bool:
        threshold2 = (1 - self.alpha) ** 2 * Fraction(8, self.k) / self.alpha**2 * dot(x, x)
        return any(x) and bool(inner <= 0 or inner**2 <= threshold2)

    def step(self, w: Any, x: Any, y: int) -> Any:
        new = moved(w, y * sqrt(Fraction(2, self.k) / dot(x, x)), x)
        self.k += 1
        length2 = dot(new, new)
        return new if length2 <= 1 else tuple(value / sqrt(length2) for value in new)


class SecondOrder:
    """The second-order Perceptron (Cesa-Bianchi, Conconi and Gentile 2005): ⟨v, (a + S + xxᵀ)⁻¹x⟩, S over the mistakes."""

    def __init__(self, a: Fraction = Fraction(1)) -> None:
        self.a = a

    def start(self, dimension: int) -> Vector:
        self.inverse = tuple(tuple(Fraction(i == j) / self.a for j in range(dimension)) for i in range(dimension))
        return (Fraction(0),) * dimension

    def with_example(self, x: Vector) -> tuple[Vector, ...]:
        """The inverse with xxᵀ added, by Sherman and Morrison."""
        turned = tuple(dot(row, x) for row in self.inverse)
        scale = 1 + dot(turned, x)
        return tuple(
            tuple(a - p * q / scale for a, q in zip(row, turned, strict=True)) for row, p in zip(self.inverse, turned, strict=True)
        )

    def score(self, w: Vector, x: Vector) -> Fraction:
        turned = tuple(dot(row, x) for row in self.inverse)
        found: Fraction = dot(w, turned) / (1 + dot(turned, x))
        return found

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.inverse = self.with_example(x)
        return moved(w, y, x)


class Arow:
    """AROW (Crammer, Kulesza and Dredze 2009): a mean and a covariance, with updates wherever there is a hinge loss."""

    def __init__(self, r: Fraction = Fraction(1)) -> None:
        self.r = r

    def start(self, dimension: int) -> Vector:
        self.spread = tuple(tuple(Fraction(i == j) for j in range(dimension)) for i in range(dimension))
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner < 1

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        turned = tuple(dot(row, x) for row in self.spread)
        share = 1 / (dot(turned, x) + self.r)
        new = moved(w, y * share * (1 - y * dot(w, x)), turned)
        self.spread = tuple(moved(row, -share * p, turned) for row, p in zip(self.spread, turned, strict=True))
        return new


class FourNorm(OnMistakes):
    """The p-norm Perceptron for p = 4 (Grove, Littlestone and Schuurmans 2001): the sign of Σ θ_i³ x_i."""

    def score(self, w: Vector, x: Vector) -> Fraction:
        found: Fraction = dot([a**3 for a in w], x)
        return found
