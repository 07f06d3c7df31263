"""Against the Margin Perceptron, Winnow and the kernel Perceptron: spirals, a target on one coordinate, orthogonal features."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import cosh, inf, log, sinh, sqrt
from typing import Any

from perceptron.extremal.longest import sharp_root, spiral_updates
from perceptron.extremal.sequences import margin_spiral
from perceptron.kernels import Kernel, Polynomial, Precomputed, Subsets
from perceptron.kernels.vectors import four_squares
from perceptron.numbers.rational_points import sqrt_exact
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.decide.families import CandidateRun, Vector, axis, listed, may_break
from proofs.decide.orthogonal import BROKEN, Extremes, broken_ones, direction

STEPS = (2, 3, 4, 5, 6, 8, 10, 14, 20, 28, 40, 56, 80, 113, 160, 226, 320)
UNIT_STEPS = (2, 3, 4, 5, 6, 7, 8, 9, 10)  # of spirals of unit vectors, whose numbers grow long


def margin_candidates(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """One example with γ = 1, then spirals with smaller and smaller γ, where their numbers break the bound."""
    one = (Fraction(1),)
    yield CandidateRun([(one, 1)], one, Fraction(1))
    if game.setting == "agnostic":  # γ is any number, and so is what a bound makes of it
        for claim, repeated in ((2, 2), (10, 2), (100, 2), (10, 20)):
            yield CandidateRun([(one, 1)] * repeated, one, Fraction(claim))
    if game.dimension is not None and game.dimension < 3:
        return  # the zig-zag of the plane is among the long runs
    unit, most = game.norm == "unit", sharp_root(1 - float(game.eps)) if 0 < game.eps < 1 else inf
    for gamma in (Fraction(2 * n, n * n + 1) for n in UNIT_STEPS) if unit else (Fraction(1, n) for n in STEPS):
        if not may_break(comparison, most / float(gamma) ** 2, float(gamma), 3.0, T=most / float(gamma) ** 2 + 1, eps=float(game.eps)):
            continue
        count = float(spiral_updates(float(gamma), 1 - float(game.eps)))
        if may_break(comparison, count, float(gamma), 3.0, T=count + 1, eps=float(game.eps)):
            yield listed(margin_spiral(gamma, game.eps, "unit" if unit else "ball"))


POWERS = (0, 1, 2, 3, 4, 5, 6, 7)  # of 2: how many points
LETTERS = 100
SIZES = (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(8), Fraction(1, 8))
FINE = 10**6  # of a comparator's coefficients
MOST_RUNS = 8


@dataclass(frozen=True)
class Stock:
    """`count` points p with K(p, p) = square > 0 and K(p, q) = 0."""

    count: int
    square: Fraction
    points: Callable[[], Sequence[Any]]


def kernel_candidates(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """Of each stock the runs that should break the comparison; for a matrix also one row against another."""
    kernel = game.kernel_object()
    bound, exact = game.norm != "any", game.norm == "unit"
    known = [s for s in stocks(kernel, game.points_are) if (s.square == 1 if exact else s.square <= 1 or not bound)]
    pool = [(k, sqrt(s.square)) for s in known for k in range(1, s.count + 1)]
    for place, run in enumerate(broken_ones(comparison, game, stock=pool) if pool else ()):
        if place >= MOST_RUNS:
            break
        yield from of_stock(run, known)
    if isinstance(kernel, Precomputed):
        yield from one_row_for_another(kernel)


def of_stock(run: Extremes, known: list[Stock]) -> Iterator[CandidateRun]:
    """The run with these numbers, where there are so many points of that length."""
    along, length = direction(run), Fraction(float(run.length[0])).limit_denominator(4096)
    for stock in known:
        if stock.count < len(along) or sqrt(stock.square) != run.radius[0]:
            continue
        points = tuple(stock.points()[: len(along)])
        u = near_on_sphere([Fraction(a).limit_denominator(FINE) for a in along], length**2 / stock.square)
        if u is None:
            continue
        rounds, least = [(point, 1) for point in points[: int(run.M[0])]], min(u[: int(run.M[0])]) * stock.square
        gamma = float(run.gamma[0])
        yield CandidateRun(rounds, u, least, points)
        if gamma > float(least) * (1 + 1e-9):
            yield CandidateRun(rounds, u, Fraction(gamma).limit_denominator(1000), points)
        return


def near_on_sphere(direction: Sequence[Fraction], square: Fraction) -> Vector | None:
    """A rational vector of this square near the direction: one that is known, reflected. None in fewer dimensions than that one needs."""
    root = sqrt_exact(square)
    parts = four_squares(square) if root is None else (root,)
    if len(parts) > len(direction):
        return None
    known = (*parts, *(Fraction(0),) * (len(direction) - len(parts)))
    size = sqrt(square / sum(a * a for a in direction))
    mirror = [a - Fraction(float(b) * size).limit_denominator(FINE) for a, b in zip(known, direction, strict=True)]
    below = sum(m * m for m in mirror)
    if below == 0:
        return known
    share = 2 * sum(a * m for a, m in zip(known, mirror, strict=True)) / below
    return tuple(a - share * m for a, m in zip(known, mirror, strict=True))


def stocks(kernel: Kernel[Any], points_are: str) -> Iterator[Stock]:
    """What is known of this kernel."""
    if points_are == "strings":
        word: int = getattr(kernel, "length", None) or 1
        yield Stock(LETTERS, kernel("a" * word, "a" * word), lambda: [chr(0x4E00 + i) * word for i in range(LETTERS)])
    elif isinstance(kernel, Precomputed):
        yield from orthogonal_rows(kernel)
    elif isinstance(kernel, Subsets):
        yield from (Stock(2**power, Fraction(2**power), lambda power=power: corners(power)) for power in POWERS[1:])  # type: ignore[misc]
    elif isinstance(kernel, Polynomial) and kernel.offset:
        for power in POWERS:
            yield Stock(2**power, (kernel.offset * 2**power) ** kernel.degree, lambda power=power: simplex(power, kernel.offset))  # type: ignore[misc]
    elif isinstance(kernel, Polynomial):
        for size in SIZES:
            yield Stock(64, size ** (2 * kernel.degree), lambda size=size: [axis(64, i, size) for i in range(64)])  # type: ignore[misc]


def corners(power: int) -> list[Vector]:
    """The cube {−1, 1}ᵈ: 1 + x_i z_i is 0 where two of its points differ."""
    return [tuple(map(Fraction, point)) for point in product((1, -1), repeat=power)]


def simplex(power: int, offset: Fraction) -> list[Vector]:
    """2^power points with ⟨p, q⟩ = −offset: the rows of Sylvester's matrix without their first entry, once for each of four squares."""
    n = 2**power
    rows = [[1 - 2 * ((i & j).bit_count() & 1) for j in range(1, n)] for i in range(n)]
    return [tuple(part * sign for part in four_squares(offset) for sign in row) or (Fraction(0),) for row in rows]


def orthogonal_rows(kernel: Precomputed) -> Iterator[Stock]:
    """Each row, with those after it that are orthogonal to it and each other and as long."""
    matrix = kernel.matrix
    for i, row in enumerate(matrix):
        chosen = [i]
        for j in range(i + 1, len(matrix)):
            if matrix[j][j] == row[i] and all(matrix[j][k] == 0 for k in chosen):
                chosen.append(j)
        if row[i] > 0:
            yield Stock(len(chosen), row[i], lambda chosen=chosen: chosen)  # type: ignore[misc]


def one_row_for_another(kernel: Precomputed) -> Iterator[CandidateRun]:
    """A single example, the comparator along another: of a matrix that is no kernel that may be more than any length allows."""
    for i, row in enumerate(kernel.matrix):
        root = sqrt_exact(row[i]) if row[i] > 0 else None
        for j, inner in enumerate(row):
            if root and inner and i != j:
                sign = 1 if inner > 0 else -1
                yield CandidateRun([(j, 1)], (sign / root,), abs(inner) / root, (i,))


MARGINS = tuple(Fraction(1, n) for n in (1, 2, 3, 4, 6, 8))
LARGE = tuple(map(Fraction, (1, 2, 10, 100)))
DIMENSIONS = (1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
MANY = 16  # dimensions from which on the law of `about` holds
MOST_ENTRIES = 250_000  # of a run: rounds times dimensions
LARGEST = 100.0  # of an exponent
TIE = 1e-12  # relative to the weights; what is less may be 0


def winnow_candidates(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """Runs of each dimension and margin, as short as will break the comparison."""
    if "balanced weights" in game.dropped:
        yield from positive_scores(game)
        return
    if game.setting == "agnostic":  # γ is any number
        yield from (CandidateRun([(axis(game.dimension or 1), 1)], axis(game.dimension or 1), gamma) for gamma in LARGE)
        return
    for dimension, gamma in product(DIMENSIONS if game.dimension is None else (game.dimension,), MARGINS):
        rate = float(game.opponent.learner(gamma).rate())  # type: ignore[attr-defined]
        if dimension >= MANY and not may_break(comparison, about(rate, float(gamma), dimension), float(gamma), dimension):
            continue
        rows: list[list[int]] = []
        for row in balanced_rows(rate, float(gamma), dimension):
            rows.append(row)
            if may_break(comparison, len(rows), float(gamma), dimension, room=-BROKEN):
                yield CandidateRun([((gamma, *map(Fraction, rest)), 1) for _, *rest in rows], axis(dimension), gamma)
                break


def about(rate: float, gamma: float, dimension: int) -> float:
    """Nearly the most updates there can be: each multiplies Σ cosh(ηg) by cosh η, as long as no weight exceeds all others together."""
    least = rate * gamma - log(cosh(rate))
    return log(dimension) / least + 2 if least > 0 else inf


def balanced_rows(rate: float, gamma: float, dimension: int) -> Iterator[list[int]]:
    """Examples of label 1, each a mistake; the first entry stands for γ."""
    along, across = 0.0, [0] * (dimension - 1)
    for _ in range(MOST_ENTRIES // dimension):
        if rate * max(along, *map(abs, across), 0) > LARGEST:
            return
        weights = [sinh(rate * g) for g in across]
        row = below_zero(gamma * sinh(rate * along), weights)
        if row is None:
            return
        yield [0, *row]
        along += gamma
        across = [g + z for g, z in zip(across, row, strict=True)]


def below_zero(score: float, weights: list[float]) -> list[int] | None:
    """Signs with score + Σ sign·weight at most 0 and near it: the largest weights first, then a few of the least turned round."""
    row = [1] * len(weights)
    for i in sorted(range(len(weights)), key=lambda i: -abs(weights[i])):
        row[i] = -1 if score * weights[i] > 0 else 1
        score += row[i] * weights[i]
    tie = TIE * max(1.0, *map(abs, weights), 0.0)
    for i in sorted(range(len(weights)), key=lambda i: abs(weights[i])):
        if score > tie and (share := row[i] * weights[i]) > 0:
            row[i] = -row[i]
            score -= 2 * share
    return row if score <= tie else None


def positive_scores(game: Game) -> Iterator[CandidateRun]:
    """Without the second weights every score of a positive example is positive: the target −1 is never learnt."""
    dimension = game.dimension or 1
    for count, gamma in product((1, 2, 4, 8, 16, 32), MARGINS):
        x = axis(dimension)
        yield CandidateRun([(x, -1)] * count, axis(dimension, size=-1), gamma)
