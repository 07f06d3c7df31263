"""Winnow as the search meets it: lengths are ‖x‖∞ and ‖u‖₁, and the score is linear in x with weights sinh(η·g).

Floats decide the sign of a score where they can, exact numbers elsewhere. The adversary's u has equal entries on a few coordinates. A move
concedes just the progress that the margin asks for, where the weights are least. It keeps the score at or below 0 with coordinates as large
as allowed: the bound's potential Σ w± then shrinks little. With u on one coordinate that comes as near to the bound as ln d is to ln 2d. So
the search starts with the plainest runs, with every margin, on one coordinate or on all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from operator import mul
from typing import cast

from perceptron.errors import InputError
from perceptron.learners.perceptron import is_mistake
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.euclidean import Step, WholeRun
from proofs.conjecture.learners.winnow import WinnowOpponent
from proofs.falsify.against_euclidean import whole_length
from proofs.falsify.genomes import FACTORS, GRIDS, MAX_ROUNDS, PROGRESS_STEPS, WINNOW_DIMENSIONS, Choices, Genome, alphabet
from proofs.falsify.run import Run, Vector
from proofs.system.work_clock import work_time

_SURE = 1e-11  # relative to the sum of absolute terms, for each unit of the largest exponent: no rounding reaches that


class Scores:
    """Weights in floats, brought to a size that fits, and the exact sign where floats cannot decide."""

    def __init__(self, game: Game, gamma: Fraction, dimension: int, grid: int) -> None:
        self.learner, self.grid, self.always = cast(WinnowOpponent, game.opponent).rule(gamma), grid, game.always_updates
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


class ExponentsRun(WholeRun):
    """A run of Winnow, whose exponents are whole numbers over the grid."""

    def __init__(self, run: Run, game: Game) -> None:
        if run.start is not None:
            raise InputError("Winnow starts with equal weights")
        super().__init__(run.steps(), run.grid, run.comparator())
        self.scores = Scores(game, run.gamma, run.dimension, run.grid)

    def length2(self, step: Step) -> int:
        return max(map(abs, step[0])) ** 2

    def update(self, step: Step) -> bool:
        return self.scores.update(*step)

    def weights(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(n, self.below) for n in self.scores.g)

    def weights2(self) -> Fraction:
        return Fraction(max(map(abs, self.scores.g)) ** 2, self.square)

    def along(self) -> Fraction:
        return Fraction(sum(map(mul, self.u, self.scores.g)), self.unit)

    def comparator2(self) -> Fraction:
        return Fraction(sum(map(abs, self.u)), self.under) ** 2


MAX_COORDINATES = 200_000  # coordinates of a run


def run_of(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays against Winnow; None if it cannot make a move."""
    chosen = Choices(genes, game)
    gene = chosen.gene
    d = game.dimension or WINNOW_DIMENSIONS[min(gene["dimension"], len(WINNOW_DIMENSIONS) - 1)]
    grid, most = GRIDS[gene["grid"]], max(12, min(MAX_ROUNDS, MAX_COORDINATES // d))
    few, way = min(d, 1 + gene["fine"]), -1 if gene["side"] & 1 else 1  # coordinates that u lies on, and where it points
    longest = grid * FACTORS[gene["size"]]
    p = max(1, round(longest * 2.0 ** (-gene["progress"] / PROGRESS_STEPS)))
    gamma = chosen.claimed * Fraction(p, grid) * chosen.U
    try:
        scores = Scores(game, gamma, d, grid)
    except InputError:
        return None
    moves: list[Vector] = []
    labels: list[int] = []
    for t in range(min(gene["rounds"] + 1, most)):
        if t & 255 == 0 and work_time() > deadline:
            break
        off = gene["length"] if t else max(gene["length"], gene["first"])
        conceded, reach = -p * way if gene["swing"] and t & 1 else p * way, round(longest * (1 - off / 16))
        again = None
        for kind, much in chosen.deviations.get(t, ()):
            conceded += round(grid * much / 16) if kind == 1 else 0
            conceded = round(conceded * (1 - much / 8)) if kind == 2 else conceded
            reach = round(reach * (1 - much / 16.5)) if kind == 3 else reach
            again = moves[-1 - (much - 1) % len(moves)] if kind == 6 and moves else again
        z = again or aim(scores.weights, few, conceded, max(reach, abs(conceded)))
        if z is None or max(map(abs, z)) > longest:
            break
        y = chosen.label(t)
        moves.append(z)
        labels.append(y)
        if not scores.update(z, y) and again is None:
            break  # nothing that errs is left
    if not moves:
        return None
    times = chosen.passes(len(moves), most)
    u = (*(way * chosen.U.numerator,) * few, *(0,) * (d - few))
    radius = chosen.radius(Fraction(max(whole_length(z, winnow=True) for z in moves), grid))
    return Run(grid, tuple(moves) * times, tuple(labels) * times, u, few * chosen.U.denominator, gamma, radius)


def aim(weights: list[float], few: int, p: int, reach: int) -> Vector | None:
    """A z with |z_i| ≤ reach, the mean of the first `few` coordinates p, and Σ weight·z at most 0 but not much less; None if there is
    none."""
    z = [-reach] * few + [0] * (len(weights) - few)
    left = few * (p + reach)
    for i in sorted(range(few), key=lambda i: (weights[i], i)):  # the progress, where it counts least
        step = min(left, 2 * reach)
        z[i] += step
        left -= step
    total = sum(map(mul, weights, z))
    for i in sorted(range(few, len(weights)), key=lambda i: -abs(weights[i])):  # the others, balanced
        z[i] = -reach if total * weights[i] > 0 else reach
        total += weights[i] * z[i]
    for i in sorted(range(few, len(weights)), key=lambda i: abs(weights[i])) if total > 0 else ():  # what is too much, of the least
        if (share := weights[i] * z[i]) > 0 and total > 0:
            step = min(2 * reach, math.ceil(total / abs(weights[i]))) if 2 * share >= total else 2 * reach
            z[i] -= step if z[i] > 0 else -step
            total -= step * abs(weights[i])
    if total > 1e-9 * reach:
        return None
    return tuple(z)


def extremal_genomes(game: Game) -> Iterator[Genome]:
    """The plainest genomes."""
    known = [i for i, d in enumerate(WINNOW_DIMENSIONS) if d & (d - 1) == 0 and d <= 64] if game.dimension is None else [0]
    for rounds in (4, 16, 256):
        genes = alphabet(game, rounds)
        for dimension, few, halves, side in product(known, (0, 1, 15), range(9), (0, 1)):
            if (side and game.demands(Hypothesis.BALANCED_WEIGHTS)) or (rounds > 16 and (few == 1 or dimension > 9)):
                continue  # both ways are alike
            yield genes.make(rounds=rounds - 1, dimension=dimension, grid=20, fine=few, progress=halves * PROGRESS_STEPS // 2, side=side)
    large = [i for i, d in enumerate(WINNOW_DIMENSIONS) if d > 128] if game.dimension is None else []
    for dimension, halves in product(large, range(0, 8, 2)):  # each takes its time
        yield alphabet(game, 16).make(rounds=15, dimension=dimension, grid=20, progress=halves * PROGRESS_STEPS // 2)
