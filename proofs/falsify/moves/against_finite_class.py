"""Moves from a finite class of examples, such as {−1, 0, 1}ᵈ: every point of the class is looked at, and the one that hurts most is played.

The comparator cannot be turned to an axis here, so a gene chooses it: an axis, the diagonal, or a short whole vector of whole length."""

from __future__ import annotations

import math
import time
from fractions import Fraction
from itertools import product
from math import isqrt, lcm
from operator import mul

from proofs.conjecture.game import Game
from proofs.falsify.genomes.genome import FACTORS, MAX_ROUNDS, NAMES, PROGRESS_STEPS
from proofs.falsify.moves.arbitrary import UNITS
from proofs.falsify.runs.run import Run, Vector

MOST_POINTS = 300  # of a class that is looked at in every round


def run_of(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays against a learner that adds its examples, cut off at the deadline; None if it has no move."""
    gene = dict(zip(NAMES, genes, strict=False))
    d = game.dimension or gene["dimension"] + 1
    numbers = sorted(game.coordinates)
    while game.dimension is None and len(numbers) ** d > MOST_POINTS:
        d -= 1
    if len(numbers) ** d > MOST_POINTS:
        return None
    y = -int(game.ties) if game.ties in (1, -1) else 1
    grid, (u, unit) = lcm(*(value.denominator for value in numbers)), comparator(gene, game, d)
    signed = [tuple(y * int(value * grid) for value in point) for point in product(numbers, repeat=d)]
    least = max(1.0, 2.0 ** (-gene["progress"] / PROGRESS_STEPS) * max(sum(map(mul, u, z)) for z in signed))
    limit = None if game.norm == "any" or not game.demands("bounded examples") else grid * grid
    points = [z for z in signed if (limit is None or sum(map(mul, z, z)) <= limit)]
    points = [z for z in points if sum(map(mul, u, z)) >= least] if game.demands("separable") else points
    moves: list[Vector] = []
    w = [0] * d
    while len(moves) <= gene["rounds"] and time.monotonic() < deadline:
        hurtful = [z for z in points if (inner := sum(map(mul, w, z))) < 0 or inner == 0]
        if not hurtful:
            break
        z = max(hurtful, key=lambda z: hurt(w, z, u, gene["side"]))
        moves.append(z)
        w = [a + b for a, b in zip(w, z, strict=True)]
    if not moves:
        return None
    gamma = Fraction(min(sum(map(mul, u, z)) for z in moves), grid * unit)
    if not game.demands("separable"):
        gamma = abs(gamma) * FACTORS[gene["claim"]]
    passes = 1 if game.passes > 1 else min(gene["passes"] + 1, max(1, MAX_ROUNDS // len(moves)))
    radius = (
        Fraction(1 + isqrt(max(sum(map(mul, z, z)) for z in moves) - 1), grid)
        if game.radius == "declared" and any(map(any, moves))
        else None
    )
    return Run(grid, tuple(moves * passes), (y,) * (len(moves) * passes), u, unit, gamma, radius)


def hurt(w: list[int], z: Vector, u: Vector, side: int) -> tuple[int, ...]:
    """What a move is chosen by: the weights it leaves are long, or it gives little progress, or both in turn."""
    growth, progress = 2 * sum(map(mul, w, z)) + sum(map(mul, z, z)), -sum(map(mul, u, z))
    return ((progress, growth), (growth, progress), (progress, -growth), (growth + progress, growth))[side]


def comparator(gene: dict[str, int], game: Game, d: int) -> tuple[Vector, int]:
    """A comparator of the length that the rules ask for, as whole numbers over one."""
    ways: list[tuple[Vector, int]] = [((1,) * d, isqrt(d))] if isqrt(d) ** 2 == d or game.comparator == "any" else []
    ways += [((0,) * i + vector, length) for i in range(d) for vector, length in UNITS.get(d - i, ())]
    if game.comparator == "any" or not game.demands("unit comparator"):
        ways += [((1,) * k + (0,) * (d - k), 1) for k in range(1, d + 1)] + [
            (tuple(range(1, d + 1)), 1),
            (tuple(2**i for i in range(d)), 1),
        ]
    return ways[(gene["claim"] + gene["first"]) % len(ways)]
