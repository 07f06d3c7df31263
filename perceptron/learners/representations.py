"""Representations of a run's vectors: coordinates over a denominator, coordinates with roots, examples with a kernel.

Each can be added (`plus`), multiplied by a number (`times`), and has inner products (`inner`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import Any

from perceptron.errors import OtherDimension
from perceptron.learners.vectors import Vector


class Whole:
    """Coordinates in whole numbers over a denominator."""

    __slots__ = ("below", "entries")

    def __init__(self, entries: tuple[int, ...], below: int = 1) -> None:
        self.entries, self.below = entries, below

    @classmethod
    def of(cls, fractions: tuple[Any, ...]) -> Whole | EnclosedCoordinates:
        """From Fractions, or from enclosures."""
        if any(hasattr(a, "ball") for a in fractions):
            return EnclosedCoordinates(fractions)
        below = lcm(*(a.denominator for a in fractions))
        return cls(tuple(a.numerator * (below // a.denominator) for a in fractions), below)

    def at(self, coordinates: tuple[Fraction, ...]) -> Whole | EnclosedCoordinates:
        if len(coordinates) != len(self.entries):
            raise OtherDimension(len(coordinates), len(self.entries))
        return Whole.of(coordinates)

    def plus(self, other: Any) -> Any:
        if isinstance(other, EnclosedCoordinates):
            return other.plus(self)
        if self.below == other.below:
            return Whole(tuple(a + b for a, b in zip(self.entries, other.entries, strict=True)), self.below)
        below = lcm(self.below, other.below)
        p, q = below // self.below, below // other.below
        return Whole(tuple(p * a + q * b for a, b in zip(self.entries, other.entries, strict=True)), below)

    def times(self, c: Any) -> Any:
        if not isinstance(c, Fraction):
            return EnclosedCoordinates(self.fractions()).times(c)
        p, q = c.numerator, c.denominator * self.below
        if c.denominator == 1:
            return Whole(tuple(p * a for a in self.entries), self.below)
        common = gcd(q, *(entries := tuple(p * a for a in self.entries)))
        return Whole(tuple(a // common for a in entries), q // common)

    def inner(self, other: Any) -> Any:
        if isinstance(other, EnclosedCoordinates):
            return other.inner(self)
        return Fraction(sum(map(mul, self.entries, other.entries)), self.below * other.below)

    def fractions(self) -> tuple[Fraction, ...]:
        """The coordinates."""
        return tuple(Fraction(a, self.below) for a in self.entries)

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self.fractions()))})"


class EnclosedCoordinates:
    """Coordinates that are known by enclosures."""

    __slots__ = ("entries",)

    def __init__(self, entries: tuple[Any, ...]) -> None:
        self.entries = entries

    def plus(self, other: Any) -> Any:
        return EnclosedCoordinates(tuple(a + b for a, b in zip(self.entries, other.fractions(), strict=True)))

    def times(self, c: Any) -> Any:
        return EnclosedCoordinates(tuple(a * c for a in self.entries))

    def inner(self, other: Any) -> Any:
        return sum((a * b for a, b in zip(self.entries, other.fractions(), strict=True)), Fraction(0))

    def fractions(self) -> tuple[Any, ...]:
        """The coordinates."""
        return self.entries

    __repr__ = Whole.__repr__


class Combination:
    """A combination {name: coefficient} of vectors of which only inner products are known, by `pair`: `zero` is the null number."""

    def __init__(self, parts: Mapping[Any, Any], pair: Callable[[Any, Any], Any], zero: Any = Fraction(0)) -> None:
        self.parts, self.pair, self.zero = {k: c for k, c in parts.items() if c}, pair, zero

    def plus(self, other: Combination) -> Combination:
        names = {**self.parts, **other.parts}
        return type(self)({k: self.parts.get(k, self.zero) + other.parts.get(k, self.zero) for k in names}, self.pair, self.zero)

    def times(self, c: Any) -> Combination:
        return type(self)({k: c * v for k, v in self.parts.items()}, self.pair, self.zero)

    def inner(self, other: Combination) -> Any:
        products = (a * b * self.pair(i, j) for i, a in self.parts.items() for j, b in other.parts.items())
        return sum(products, self.zero)

    def __repr__(self) -> str:
        return " + ".join(f"({c})·{k}" for k, c in self.parts.items()) or "0"


def vector_of(entries: tuple[Any, ...]) -> Vector:
    """A vector with these coordinates."""
    return Vector(Whole.of(entries))


def coordinates(vector: Vector) -> tuple[Any, ...]:
    """The coordinates of a vector of a run."""
    entries: tuple[Any, ...] = vector.behind.fractions()
    return entries
