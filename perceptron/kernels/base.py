"""The interface of a kernel: an exact number for every pair of points, and the feature map where there is one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, TypeVar

from perceptron.errors import InputError
from perceptron.numbers.exact import exact, vector

Vector: TypeAlias = "tuple[Fraction, ...]"
Point: TypeAlias = "Vector | str | int"
Features: TypeAlias = "Mapping[Hashable, Fraction]"
P = TypeVar("P")


class Kernel(Protocol[P]):
    """K(x, z) = Σ weight(f)·φ_f(x)·φ_f(z) over features f, with weights that are not negative.

    `point` turns a value into a point of the kernel; the other methods take only such points.
    """

    def point(self, value: object, what: str = "point") -> P:
        """`value` as a point of this kernel: a tuple of Fractions, a string, or the number of a row. Raises InputError."""

    def __call__(self, x: P, z: P) -> Fraction:
        """K(x, z), exactly."""

    def features(self, x: P) -> Features:
        """The features of x that are not 0. Raises InputError where they are irrational."""

    def weight(self, feature: Hashable) -> Fraction:
        """The weight of a feature in K, at least 0."""

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data; `kernel_from_spec` reads it."""


class UnitWeights:
    """A kernel whose features weigh 1 each, if it says nothing else."""

    def weight(self, feature: Hashable) -> Fraction:
        """1."""
        return Fraction(1)


class OfVectors(UnitWeights):
    """A kernel whose points are vectors of exact numbers."""

    def point(self, value: object, what: str = "point") -> Vector:
        """The vector, as Fractions."""
        return vector(value, what)  # type: ignore[arg-type]  # `vector` refuses what is not iterable


class OfStrings(UnitWeights):
    """A kernel whose points are strings."""

    def point(self, value: object, what: str = "point") -> str:
        """The string itself."""
        if not isinstance(value, str):
            raise InputError(f"{what}: a string kernel compares strings, not {type(value).__name__}")
        return value


def same_length(x: Vector, z: Vector) -> None:
    """Raises InputError unless both vectors have the same dimension."""
    if len(x) != len(z):
        raise InputError(f"points of dimensions {len(x)} and {len(z)} cannot be compared")


def whole(value: object, what: str) -> int:
    """`value` as an integer ≥ 0. Raises InputError."""
    number = exact(value, what)
    if number.denominator != 1 or number < 0:
        raise InputError(f"{what} must be a whole number from 0 on, not {number}")
    return int(number)
