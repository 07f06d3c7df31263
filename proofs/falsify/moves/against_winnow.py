"""Moves against Winnow: the margin is measured in ‖x‖∞ and ‖u‖₁, and the score is linear in x with weights sinh(η·g).

The adversary's u has equal entries on a few coordinates. A move concedes just the progress that the margin asks for, where the weights
are least. It keeps the score at or below 0, and as near to 0 as it can with coordinates as large as allowed: the bound's potential Σ w±
then shrinks least. With u on one coordinate that comes as near to the bound as ln d is to ln 2d."""

from __future__ import annotations

import math
import time
from fractions import Fraction
from operator import mul

from perceptron.errors import InputError
from proofs.conjecture.game import Game
from proofs.falsify.genomes.decoding import Choices, Drawn, small
from proofs.falsify.genomes.genome import FACTORS, GRIDS, MAX_ROUNDS, PROGRESS_STEPS, WINNOW_DIMENSIONS
from proofs.falsify.judging.winnow_evaluator import Scores
from proofs.falsify.runs.run import Run, Vector

ROUNDS, WIDTH, HEAD = 12, 4, 10  # of short runs of anything
SIZES = (0, 0, 0, 1, 1, 1, 2, 2, 3)  # of entries
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
        if t & 255 == 0 and time.monotonic() > deadline:
            break
        off = gene["length"] if t else max(gene["length"], gene["first"])
        conceded, reach = -p * way if gene["swing"] and t & 1 else p * way, round(longest * (1 - off / 16))
        again = None
        for kind, much in chosen.deviations.get(t, ()):
            conceded += round(grid * much / 16) if kind == 1 else 0
            conceded = round(conceded * (1 - much / 8)) if kind == 2 else conceded
            reach = round(reach * (1 - much / 16.5)) if kind == 3 else reach
            again = moves[-1 - (much - 1) % len(moves)] if kind == 6 and moves else again
        z = again or aim(scores.weights, few, conceded, max(reach, abs(conceded)), gene["slack"])
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
    radius = chosen.radius(Fraction(max(max(map(abs, z)) for z in moves), grid))
    return Run(grid, tuple(moves) * times, tuple(labels) * times, u, few * chosen.U.denominator, gamma, radius)


def aim(weights: list[float], few: int, p: int, reach: int, slack: int) -> Vector | None:
    """A z with |z_i| ≤ reach, the mean of the first `few` coordinates p, and Σ weight·z at most 0 but hardly less; None if there is none.

    slack: how many sixteenths of what is missing to 0 are left."""
    z = [-reach] * few + [0] * (len(weights) - few)
    left = few * (p + reach)
    order = sorted(range(few), key=lambda i: (weights[i], i))
    for i in order:  # the progress, where it counts least
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
    room = -total * (1 - slack / 16)
    for i in reversed(order):  # exchanges that bring the score up
        for j in order:
            if weights[i] - weights[j] <= 0 or room <= 0:
                break
            step = min(reach - z[i], z[j] + reach, int(room / (weights[i] - weights[j])))
            if step > 0:
                z[i], z[j] = z[i] + step, z[j] - step
                room -= step * (weights[i] - weights[j])
    return tuple(z)


def arbitrary_run(data: bytes, game: Game) -> Run | None:
    """The short arbitrary run that the bytes spell."""
    drawn = Drawn(data, game)
    d = game.dimension or 1 + data[1] % WIDTH
    if d > WIDTH:
        return None
    cells = [data[HEAD + t * WIDTH : HEAD + t * WIDTH + d] for t in drawn.rounds(ROUNDS)]
    u = tuple(small(byte, SIZES) for byte in data[2 : 2 + d])
    u = u if any(u) else (1, *(0,) * (d - 1))
    moves = [tuple(small(byte, SIZES) for byte in cell) for cell in cells]
    if game.demands("separable"):
        moves = [z if sum(map(mul, u, z)) > 0 else tuple(-n for n in z) for z in moves]
        moves = [z for z in moves if sum(map(mul, u, z)) > 0]
    if not moves or not any(map(any, moves)):
        return None
    grid = max(abs(n) for z in moves for n in z) if game.norm != "any" else 1
    if game.unit_examples:
        moves = [z for z in moves if max(map(abs, z)) == grid]
    unit = sum(map(abs, u))
    gamma = drawn.gamma(Fraction(sum(map(mul, u, z)), grid * unit) for z in moves)
    radius = Fraction(max(abs(n) for z in moves for n in z), grid) if game.radius == "declared" else None
    labels = drawn.labels(len(moves))
    return Run(grid, tuple(moves * drawn.times), tuple(labels * drawn.times), u, unit, gamma, radius)
