"""Where a search against the learners with Euclid's lengths starts: the extremal families of the literature, and short arbitrary runs.

    spiral      R³, the least progress at the threshold of an update: attains ⌊1/γ²⌋, and for the Margin Perceptron its
                own constant; with a γ a little above its margin it has loss on every update
    zig-zag     R², first example half as long: about 1/(2γ²); and the exact one, ⌊1/(2γ²)⌋ + 1
    orthonormal e₁ … e_k with u = (1, …, 1)/√k, k a square, or nearly so: attains every bound of the Perceptron, also with slack
    odd-max-bit the cube in binary order: many updates for its dimension, and a tiny margin
    dummy input two points of a line with a dummy 1: a margin that is small beside the threshold
    far start   the spiral from a start behind 0, where the start is free
    one point   the same example again, with alternating labels where that is allowed
    ties        runs that stay exactly on the boundary, with either label

The search is strong without them (`falsify(…, shapes=False)`); with them it starts from where the mathematics ends.

The adversary in feedback is strong where a bound is pressed by mistakes, but a conjecture may be false for a duller reason. So bytes also
spell small examples, labels and comparators one by one. This is the breadth beside that depth, and Hypothesis shrinks it well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import gcd, isqrt, lcm
from operator import mul

from perceptron.extremal import sequences, start_and_encoding
from perceptron.learners.perceptron import Perceptron
from perceptron.numbers.exact import common_denominator
from perceptron.numbers.sphere import unit_near
from proofs.conjecture.game import Game
from proofs.falsify.genomes import FACTORS, GRIDS, MAX_ROUNDS, PROGRESS_STEPS, alphabet, on_spheres
from proofs.falsify.run import Run, Vector

_FINE_GRID = GRIDS.index(32768)


def extremal_genomes(game: Game) -> Iterator[tuple[int, ...]]:
    """Genomes of the spirals, zig-zags and one-point runs, short before long."""
    for rounds in (4, 16, 64, 256, 1000, MAX_ROUNDS):
        genes, last = alphabet(game, rounds), rounds - 1
        for halves in range(10):
            if 2**halves > rounds or rounds > 64 * 2**halves:
                continue  # some 2^halves rounds are what such a margin is good for, for small ε some ten times more
            progress = halves * PROGRESS_STEPS // 2
            for claim in range(8 if rounds < 1000 else 1):
                yield genes.make(rounds=last, dimension=2, grid=_FINE_GRID, progress=progress, claim=claim)
            for claim in (0, 1):
                yield genes.make(rounds=last, dimension=1, grid=_FINE_GRID, progress=progress, claim=claim, first=8)
    if on_spheres(game):
        for rounds, halves in ((4, 2), (8, 3), (16, 4), (64, 6), (256, 8)):
            for sphere in (2, 1):
                for claim in range(4):
                    shape = {"progress": (halves + sphere % 2) * PROGRESS_STEPS // 2, "claim": claim, "sphere": sphere}
                    yield alphabet(game, rounds).make(rounds=rounds - 1, grid=12, **shape)
    genes = alphabet(game, 10)
    for grid in range(6):
        for claim in range(6):
            for swing in (0, 1):
                yield genes.make(rounds=9, grid=grid, claim=claim, swing=swing, label=claim % 3, start=5)
            yield genes.make(rounds=9, grid=grid, claim=claim, sign=1, swing=claim % 2, comparator=1, radius=1)


def extremal_runs(game: Game) -> Iterator[Run]:
    """Runs that are no genome's: orthonormal families with every slack, the exact zig-zag of the plane, odd-max-bit."""
    if game.dimension is None:
        for k in (1, 2, 3, 4, 5):
            n = k * k
            for claim in FACTORS[:8]:
                if game.demands("separable") and claim > 1:
                    continue
                moves = tuple(tuple(int(i == j) for j in range(n)) for i in range(n))
                for label in (1, -1):
                    radius = Fraction(1) if game.radius == "declared" else None
                    yield Run(1, moves, (label,) * n, (1,) * n, k, claim / k, radius)
    yield from _nearly_diagonal(game)
    if game.unit_examples:
        return
    if game.dimension in (None, 2):
        for below in (2, 3, 5, 8, 13, 21, 34):
            yield from as_runs(sequences.plane(Fraction(1, below), game.ties), game)
    for n in range(2, 8):
        if game.dimension in (None, n):
            for repeat in (1, 4, 16):
                yield from as_runs(start_and_encoding.odd_max_bit(n, repeat), game)
    if game.dimension in (None, 2):
        for halves in (4, 10, 20):
            yield from as_runs(start_and_encoding.dummy_input(Fraction(halves, 2)), game)
    if "zero start" in game.dropped and game.dimension in (None, 3):
        for below, behind in ((3, 2), (5, 10), (10, 100), (10, 1000)):
            yield from as_runs(start_and_encoding.far_start(Fraction(1, below), behind), game)
    if game.setting == "agnostic" and "mistake-driven" in game.possible and game.dimension in (None, 3):
        for below in (10, 20, 30):  # a spiral, asked for a little more than the margin that it has: each update has some loss
            for run in as_runs(sequences.spiral(Fraction(1, below)), game):
                for share in ("33/32", "21/20", "17/16", "9/8"):
                    yield replace(run, gamma=run.gamma * Fraction(share))


def _nearly_diagonal(game: Game) -> Iterator[Run]:
    """e₁ … e_k with a rational u of length 1 as near to (1, …, 1)/√k as asked for: M = k at margins just below 1/√k."""
    for k in (2, 3, 5, 6, 7, 8, 10, 11):
        if game.dimension not in (None, k):
            continue
        moves = tuple(tuple(int(i == j) for j in range(k)) for i in range(k))
        label = game.tie_label
        for fine in (2**5, 2**14, 2**24):
            u = unit_near((Fraction(1),) * k, fine)
            unit = common_denominator(u)
            whole = tuple(int(n * unit) for n in u)
            radius = Fraction(1) if game.radius == "declared" else None
            yield Run(1, moves, (label,) * k, whole, unit, Fraction(min(whole), unit), radius)


def as_runs(family: sequences.Extremal, game: Game) -> Iterator[Run]:
    """A family as a run: the examples within the unit ball and u of length one where the rules ask for that."""
    examples = family.examples
    moves = tuple(tuple(y * n for n in row) for row, y in zip(examples.numerators, examples.labels, strict=True))
    grid, square = examples.denominator, max(sum(n * n for n in z) for z in moves)
    longest = isqrt(square - 1) + 1
    if game.norm != "any" and game.demands("bounded examples"):
        grid = max(grid, longest)
    radius = Fraction(longest, grid) if game.radius == "declared" else None
    u = family.u
    if game.demands("unit comparator") and sum(n * n for n in u) != 1:
        u = unit_near(u, 1000)
    unit = common_denominator(u)
    whole = tuple(int(n * unit) for n in u)
    least = min(sum(a * b for a, b in zip(whole, z, strict=True)) for z in moves)
    origin = family.learner.origin if isinstance(family.learner, Perceptron) else None
    start = None if origin is None else tuple(int(n * examples.denominator) for n in origin)  # γu, hence on the examples' grid
    if least > 0:
        yield Run(grid, moves, examples.labels, whole, unit, Fraction(least, grid * unit), radius, start)


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
