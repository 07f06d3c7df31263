"""Numbers of a trace: what stands behind a `Number` of `perceptron.learners.vectors` while a learner is traced.

A `Scalar` is a rational function of inner products, of the learner's numbers and of roots. It calculates as a Fraction does, and a
comparison of it asks the path. Nothing here is sampled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub
from typing import Any

from sympy import QQ

from perceptron.learners.representations import Combination, Whole
from proofs.derive.tracing.universe import ABOVE, BELOW, PATH, ZERO, refuse


def lift(value: object) -> Any:
    """An exact number or a scalar as an element of the field; None for anything else."""
    if isinstance(value, Scalar):
        return value.value
    if isinstance(value, (int, Fraction)):
        return PATH.get().universe.field(QQ(value.numerator, value.denominator))
    if hasattr(value, "ball"):
        refuse("the root of a number that is no number of the run", "sqrt from perceptron in wants_update or step")
    return None


def operation(calculate: Callable[[Any, Any], Any]) -> Any:
    """The operation on the values of two numbers."""

    def calculated(self: Scalar, other: object) -> Any:
        return NotImplemented if (o := lift(other)) is None else Scalar(calculate(self.value, o))

    return calculated


def comparison(yes: frozenset[int]) -> Any:
    """The comparison that holds if the difference of its sides has one of these signs: it asks the path."""

    def compare(self: Scalar, other: object) -> Any:
        return NotImplemented if (o := lift(other)) is None else PATH.get().sign(self.value - o, yes)

    return compare


class Generic(Combination):
    """A combination of vectors of which nothing is known."""

    def at(self, coordinates: tuple[Any, ...]) -> Any:
        """Weights away from 0, in `start` alone."""
        if not PATH.get().begins or any(isinstance(entry, Scalar) for entry in coordinates):
            refuse("a vector with coordinates that are no start, or are letters", "zero.at((1, 0)) in start, or zero")
        return Whole.of(coordinates)

    def __repr__(self) -> str:
        refuse("a number of the run is made a text", "the number itself")


class Scalar:
    """A rational function, with the operations of a Fraction."""

    __slots__ = ("value",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any) -> None:
        self.value = value

    __add__ = __radd__ = operation(add)
    __mul__ = __rmul__ = operation(mul)
    __sub__ = operation(sub)

    def __neg__(self) -> Scalar:
        return Scalar(-self.value)

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __truediv__(self, other: object) -> Any:
        if (o := lift(other)) is None:
            return NotImplemented
        if PATH.get().sign(o, ZERO):
            raise ZeroDivisionError("division by zero")
        return Scalar(self.value / o)

    def __rtruediv__(self, other: object) -> Any:
        return NotImplemented if (o := lift(other)) is None else Scalar(o) / self

    def __pow__(self, exponent: int) -> Scalar:
        return Scalar(self.value**exponent)

    def __mod__(self, modulus: Fraction) -> Fraction:
        return PATH.get().remainder(self.value, int(modulus))

    def whole(self) -> int:
        """The whole number that it is on this path, for the entry of a list."""
        return PATH.get().whole(self.value)

    def root(self) -> Scalar:
        """√, which `perceptron.numbers.enclosure.sqrt` asks for."""
        return Scalar(PATH.get().root(self.value))

    __lt__, __le__, __gt__ = comparison(BELOW), comparison(BELOW | ZERO), comparison(ABOVE)
    __ge__, __eq__, __ne__ = comparison(ABOVE | ZERO), comparison(ZERO), comparison(ABOVE | BELOW)

    def __bool__(self) -> bool:
        return bool(self.value)  # whether it is the null function: of a coefficient

    def __repr__(self) -> str:
        refuse("a number of the run is made a text", "the number itself")
