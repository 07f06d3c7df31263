"""The kernel Perceptron as a learner with the methods of `Learner`: it remembers its mistakes and scores by the kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perceptron.kernels.base import Kernel
from perceptron.learners.perceptron import Additive, Rule, Ties, Vector, is_mistake


class Remembering(Additive):
    """The kernel Perceptron on vectors, as a learner object: for a run beside another learner, or in `falsify(learner=…)`.

    Its weights are the sum of y·x over its mistakes, which is all that those who measure in the space of the examples can see of it; its
    score is Σ y(s)K(x(s), x).

        >>> from perceptron import Examples, run
        >>> from perceptron.kernels import Subsets
        >>> run(Remembering(Subsets()), Examples([[1], [-1]], [1, -1])).M
        2
    """

    def __init__(self, kernel: Kernel[Any], ties: Ties = "mistake") -> None:
        self.kernel, self.ties = kernel, ties
        self.mistakes: list[tuple[Vector, int]] = []

    def start(self, dimension: int) -> Vector:
        """No mistake yet."""
        self.mistakes = []
        return super().start(dimension)

    def score(self, w: Vector, x: Vector) -> Fraction:
        """Σ y(s)K(x(s), x)."""
        return sum((y * self.kernel(z, x) for z, y in self.mistakes), Fraction(0))

    def rule(self, scale: int = 1) -> Rule:
        """Mistakes, as the Perceptron."""
        return lambda score, norm2, y: is_mistake(score, y, self.ties)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """Remember the example."""
        self.mistakes = [*self.mistakes, (x, y)]
        return super().step(w, x, y)
