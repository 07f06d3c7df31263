"""Against Winnow: u on one coordinate, γ of progress there, and all other coordinates ±1 so that the score is at most 0.

The potential Σ cosh(ηg) then grows by cosh η on all coordinates but one, so M comes near to the bound as ln d does to ln 2d."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import cosh, inf, log, sinh

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.decide.families.candidate import Candidate, axis, may_break
from proofs.decide.families.orthogonal import BROKEN

MARGINS = tuple(Fraction(1, n) for n in (1, 2, 3, 4, 6, 8))
LARGE = tuple(map(Fraction, (1, 2, 10, 100)))
DIMENSIONS = (1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
MANY = 16  # dimensions from which on the law of `about` holds
MOST_ENTRIES = 250_000  # of a run: rounds times dimensions
LARGEST = 100.0  # of an exponent
TIE = 1e-12  # relative to the weights; what is less may be 0


def winnow_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """Runs of each dimension and margin, as short as will break the comparison."""
    if "balanced weights" in game.dropped:
        yield from positive_scores(game)
        return
    if game.setting == "agnostic":  # γ is any number
        yield from (Candidate([(axis(game.dimension or 1), 1)], axis(game.dimension or 1), gamma) for gamma in LARGE)
        return
    for dimension, gamma in product(DIMENSIONS if game.dimension is None else (game.dimension,), MARGINS):
        rate = float(game.opponent.learner(gamma).rate())  # type: ignore[attr-defined]
        if dimension >= MANY and not may_break(comparison, about(rate, float(gamma), dimension), float(gamma), dimension):
            continue
        rows: list[list[int]] = []
        for row in balanced_rows(rate, float(gamma), dimension):
            rows.append(row)
            if may_break(comparison, len(rows), float(gamma), dimension, room=-BROKEN):
                yield Candidate([((gamma, *map(Fraction, rest)), 1) for _, *rest in rows], axis(dimension), gamma)
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


def positive_scores(game: Game) -> Iterator[Candidate]:
    """Without the second weights every score of a positive example is positive: the target −1 is never learnt."""
    dimension = game.dimension or 1
    for count, gamma in product((1, 2, 4, 8, 16, 32), MARGINS):
        x = axis(dimension)
        yield Candidate([(x, -1)] * count, axis(dimension, size=-1), gamma)
