"""What the learners share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perceptron.learners.perceptron import Additive

Vector = tuple[Fraction, ...]
HALF = Fraction(1, 2)


def dot(a: Any, b: Any) -> Any:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def moved(w: Any, by: Any, x: Any) -> Any:
    """w + by·x"""
    return tuple(a + by * b for a, b in zip(w, x, strict=True))


class OnMistakes(Additive):
    """Updates where y⟨w,x⟩ ≤ 0."""

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)
