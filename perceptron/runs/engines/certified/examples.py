"""The certified engine on `Examples`, as the other engines run them."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.errors import InputError
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import rows_of

if TYPE_CHECKING:
    from perceptron.data.examples import Examples

LARGEST_WHOLE = 2**53  # up to which every integer is a float


class MatrixFold:
    """A Perceptron or Margin Perceptron from 0 over numbers that float64 holds. Each `go` continues where the last one stopped.

    Raises InputError for other numbers, and for learners that `CertifiedFold` does not take.
    """

    engine = CertifiedFold.engine

    def __init__(self, learner: Perceptron | MarginPerceptron, examples: Examples) -> None:
        matrix, self.below = matrix_of_floats(examples)
        scaled = MarginPerceptron(learner.gamma * self.below, learner.eps) if isinstance(learner, MarginPerceptron) else learner
        self.learner, self.rows, self.codes = learner, rows_of(matrix), examples.labels_array()
        self.fold = CertifiedFold(scaled, examples.dimension)
        self.fold.start_batch(self.rows)

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        out = np.empty(self.fold.updates + self.rows.n, np.int64)
        made = self.fold.go(self.rows, self.codes, out=out)
        updates: list[int] = out[self.fold.updates - made : self.fold.updates].tolist()
        return updates

    @property
    def denominator(self) -> int:
        """A common denominator of the weights."""
        return self.below * lcm(*(value.denominator for value in self.fold.weights()))

    @property
    def weights(self) -> list[int]:
        """The weights times `denominator`."""
        values, scale = self.fold.weights(), self.denominator // self.below
        return [int(value * scale) for value in values]


def matrix_of_floats(examples: Examples) -> tuple[Any, int]:
    """A matrix of numpy's or CSR that float64 holds, and D with x = row/D: the numerators, or where these are too long the x themselves.

    The run on x is that on n = D·x with γ·D for γ. Raises InputError where float64 holds neither.
    """
    matrix = examples.matrix()
    if examples.largest() <= LARGEST_WHOLE:
        return matrix.filled(matrix.parts[0]), examples.denominator
    if (floats := matrix.exact_floats(examples.denominator)) is None:
        raise InputError("entries that float64 does not hold exactly")
    return floats, 1
