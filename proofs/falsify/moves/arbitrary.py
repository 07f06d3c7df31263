"""Short arbitrary runs: bytes spell small examples, labels and comparators one by one.

The adversary in feedback is strong where a bound is pressed by mistakes, but a conjecture may be false for a duller reason. This is the
breadth beside that depth, and Hypothesis shrinks it well."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm
from operator import mul

from proofs.conjecture.game import Game
from proofs.falsify.genomes.genome import FACTORS
from proofs.falsify.runs.run import Run, Vector

ROUNDS, DIMENSION, HEAD = 12, 4, 10
LENGTH = HEAD + ROUNDS * DIMENSION

# Whole vectors of whole length: dimension -> (vector, length).
UNITS: dict[int, tuple[tuple[Vector, int], ...]] = {
    1: (((1,), 1),),
    2: (((1, 0), 1), ((3, 4), 5), ((5, 12), 13), ((8, 15), 17), ((7, 24), 25), ((20, 21), 29)),
    3: (((1, 0, 0), 1), ((1, 2, 2), 3), ((2, 3, 6), 7), ((1, 4, 8), 9), ((2, 6, 9), 11), ((3, 4, 12), 13)),
    5: (((1, 0, 0, 0, 0), 1), ((1, 1, 1, 2, 3), 4)),
    4: (((1, 0, 0, 0), 1), ((1, 1, 1, 1), 2), ((1, 1, 3, 5), 6), ((1, 2, 2, 4), 5), ((2, 4, 5, 6), 9)),
}


def arbitrary_run(data: bytes, game: Game) -> Run | None:
    """The run that LENGTH bytes spell; None if the rules leave nothing of it."""
    d = game.dimension or 1 + data[1] % DIMENSION
    if d > DIMENSION:
        return None
    rounds = 1 + data[0] * ROUNDS // 256
    cells = data[HEAD:]
    unit_length = game.unit_examples
    vectors: list[tuple[Vector, int]] = []
    for t in range(rounds):
        cell = cells[t * DIMENSION : (t + 1) * DIMENSION]
        vectors.append(_unit(cell, d) if unit_length else _of_class(cell, d, game) if game.coordinates else _plain(cell, d))
    u, unit = _unit(data[2:6], d)
    factor = FACTORS[data[6] % len(FACTORS)]
    if not game.demands("unit comparator") or (game.comparator == "ball" and factor <= 1):
        u, unit = tuple(factor.numerator * n for n in u), factor.denominator * unit
    grid = 1
    for _, length in vectors:
        grid = grid * length // gcd(grid, length)
    moves = [tuple(n * (grid // length) for n in z) for z, length in vectors]
    if game.demands("separable") and "positive margin" not in game.dropped:  # turn every example to u's side
        moves = [z if sum(map(mul, u, z)) > 0 else tuple(-n for n in z) for z in moves]
        moves = [z for z in moves if sum(map(mul, u, z)) > 0]
    if not moves:
        return None
    longest2 = max(sum(map(mul, z, z)) for z in moves)
    if not unit_length and game.norm != "any" and game.demands("bounded examples") and not game.coordinates:
        grid = max(1, isqrt(longest2 - 1) + 1 if longest2 else 1)
    labels = [1 - 2 * ((data[7] >> (t & 7)) & 1) for t in range(len(moves))]
    least = min(sum(map(mul, u, z)) for z in moves)
    claim = FACTORS[data[8] % len(FACTORS)]
    gamma = claim
    if game.demands("separable"):
        gamma = Fraction(least, grid * unit) / max(claim, 1 / claim)
    elif data[9] & 1 and least > 0:
        gamma = Fraction(least, grid * unit) * claim
    if "positive margin" in game.dropped and data[9] & 2:
        gamma = -claim
    radius = None
    if game.radius == "declared":
        root = isqrt(longest2)
        radius = Fraction(root if root * root == longest2 else root + 1, grid)
        if not game.demands("bounded examples"):
            radius /= claim
    start = None
    if "zero start" in game.dropped:
        start = tuple(-4 * grid * n for n in u)
    passes = 1 if game.passes > 1 else 1 + (data[9] >> 4) % 4
    return Run(grid, tuple(moves * passes), tuple(labels * passes), u, unit, gamma, radius, start)


def _plain(cell: bytes, d: int) -> tuple[Vector, int]:
    return tuple(_small(byte) for byte in cell[:d]), 1


def _of_class(cell: bytes, d: int, game: Game) -> tuple[Vector, int]:
    """A point of a finite class."""
    below = lcm(*(value.denominator for value in game.coordinates))
    return tuple(int(game.coordinates[byte % len(game.coordinates)] * below) for byte in cell[:d]), below


def _small(byte: int) -> int:
    """0 for half of the bytes, else ±1, ±2, ±3, ±4."""
    if byte < 128:
        return 0
    size = 1 + ((byte - 128) >> 1) % 16
    size = 1 if size < 8 else 2 if size < 12 else 3 if size < 15 else 4
    return -size if byte & 1 else size


def _unit(cell: bytes, d: int) -> tuple[Vector, int]:
    """A vector of whole length, its coordinates turned round and their signs changed, as the bytes say."""
    choices = UNITS[d]
    vector, length = choices[cell[0] % len(choices)]
    shift, signs = cell[1] % d, cell[2]
    vector = vector[shift:] + vector[:shift]
    return tuple(-n if (signs >> i) & 1 else n for i, n in enumerate(vector)), length
