"""Class weights as whole multiples: an update on a row of weight 3/2 beside one of weight 1 adds the row three times, not twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.numbers.exact import exact

MOST_TIMES = 2**26  # as in perceptron.runs.engines.certified, which is not loaded for this


@dataclass(frozen=True)
class Multiples:
    """The weight of each class, exactly."""

    weights: tuple[Fraction, ...]

    def pair(self, code: int) -> tuple[Fraction, Fraction]:
        """The weights of the rest and of the class with this place; of several classes the rest has weight 1, as in scikit-learn."""
        return (self.weights[1 - code] if len(self.weights) == 2 else Fraction(1)), self.weights[code]

    def times(self) -> list[tuple[int, int]]:
        """How often an update of each learner adds its row, for the labels −1 and +1, in units of `scale`."""
        return [self._whole(*self.pair(code)) for code in ([1] if len(self.weights) == 2 else range(len(self.weights)))]

    def scale(self, k: int) -> Fraction:
        """What the multiples of the k-th learner are to be multiplied by."""
        return _unit(*self.pair(k))

    def _whole(self, down: Fraction, up: Fraction) -> tuple[int, int]:
        unit = _unit(down, up)
        times = int(down / unit), int(up / unit)
        if max(times) > MOST_TIMES:
            raise InputError(f"class weights {down} and {up} are refused: their ratio needs more than 26 bits to be kept exactly")
        return times


def _unit(a: Fraction, b: Fraction) -> Fraction:
    """The greatest rational of which both are whole multiples; 1 if both are 0."""
    clear = lcm(a.denominator, b.denominator)
    return Fraction(gcd(int(a * clear), int(b * clear)), clear) or Fraction(1)


def multiples(given: Any, classes: Any, codes: Any) -> Multiples:
    """The class weights that scikit-learn's parameter describes: None, "balanced" (rows/(classes·rows of the class)) or {class: weight}.

    codes    the place of each label among the classes

    Raises InputError.
    """
    ones = (Fraction(1),) * len(classes)
    if given is None:
        return Multiples(ones)
    if isinstance(given, str) and given == "balanced":
        counts = np.bincount(codes, minlength=len(classes)).tolist()
        return Multiples(tuple(Fraction(len(codes), len(classes) * count) if count else Fraction(1) for count in counts))
    if not isinstance(given, Mapping):
        raise InputError(f"class_weight must be None, 'balanced' or a mapping of classes to weights, not {given!r}")
    known = classes.tolist()
    if unknown := [name for name in given if name not in known]:
        raise InputError(f"class_weight names {unknown[0]!r}, which is none of the classes {known}")
    weights = tuple(_weight(given.get(name, 1)) for name in known)
    return Multiples(weights)


def _weight(value: object) -> Fraction:
    weight = exact(str(value) if isinstance(value, (float, np.floating)) else value, "class weight")
    if weight < 0:
        raise InputError(f"a class weight must not be negative, not {weight}")
    return weight
