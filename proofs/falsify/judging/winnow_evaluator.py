"""The evaluator for Winnow: lengths are ‖x‖∞ and ‖u‖₁, and the sign of a score is told by floats where they can, exactly elsewhere."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from perceptron.errors import InputError
from perceptron.learners.perceptron import is_mistake
from proofs.conjecture import Root, Value
from proofs.conjecture.game import Game
from proofs.conjecture.learners.winnow import Winnow
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.runs.run import Measured, Run, Vector

_SURE = 1e-11  # relative to the sum of absolute terms, for each unit of the largest exponent: no rounding reaches that


@dataclass(slots=True)
class WinnowMeasured(Measured):
    """Lengths ‖x‖∞ and ‖u‖₁ stand in the fields for lengths; the weights are the exponents."""

    def floats(self, eps: float | None) -> dict[str, float]:
        return super(WinnowMeasured, self).floats(eps) | {"W": max(map(abs, self.weights)) / self.run.grid}

    def values(self, eps: Fraction | None) -> dict[str, Value]:
        longest = Fraction(max(map(abs, self.weights)), self.run.grid)
        return super(WinnowMeasured, self).values(eps) | {"W": Root(longest**2)}


class Scores:
    """Weights in floats, brought to a size that fits, and the exact sign where floats cannot tell."""

    def __init__(self, game: Game, gamma: Fraction, dimension: int, grid: int) -> None:
        self.learner, self.grid, self.always = cast(Winnow, game.opponent).rule(gamma), grid, game.always_updates
        beta, eta = self.learner.beta, self.learner.eta
        self.rate = (float(eta) if eta is not None else math.log(beta or 2)) / grid
        self.g = [0] * dimension
        self.weigh()

    def weigh(self) -> None:
        """The weights w⁺ − w⁻ (or w⁺), all divided by the largest power."""
        powers = [self.rate * n for n in self.g]
        self.top = max(map(abs, powers))
        if self.learner.balanced:
            self.weights = [math.exp(a - self.top) - math.exp(-a - self.top) for a in powers]
        else:
            self.weights = [math.exp(a - self.top) for a in powers]

    def sign(self, z: Vector) -> int:
        """The sign of y·score, exactly."""
        total, size = 0.0, 0.0
        for w, n in zip(self.weights, z, strict=True):
            total += w * n
            size += abs(w * n)
        if abs(total) > _SURE * (1 + self.top) * size:
            return 1 if total > 0 else -1
        return self.learner.sign(self.g, z, 0, self.grid)

    def update(self, z: Vector, y: int) -> bool:
        """Play a round; whether it is an update."""
        if not self.always and not is_mistake(self.sign(z), y, self.learner.ties):
            return False
        self.add(z)
        return True

    def add(self, z: Vector) -> None:
        """Make an update."""
        self.g = [a + b for a, b in zip(self.g, z, strict=True)]
        self.weigh()


class WinnowEvaluator(Evaluator):
    """The evaluator for Winnow."""

    def measure(self, run: Run) -> Measured | None:
        if run.start is not None or not run.moves:
            return None
        try:
            scores = Scores(self.game, run.gamma, run.dimension, run.grid)
        except InputError:
            return None  # told a gamma that is not positive
        totals, u2 = self.totals(run, scores.update), sum(map(abs, run.u)) ** 2
        return WinnowMeasured(run, *totals, scores.g, u2, self.keeps(run, totals.longest, totals.least, u2))

    def length2(self, z: Vector) -> int:
        return max(map(abs, z)) ** 2
