"""Starting shapes: the extremal families of the literature, to be deformed by the climber.

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
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import isqrt

from perceptron.extremal import sequences, start_and_encoding
from perceptron.learners.perceptron import Perceptron
from perceptron.numbers.exact import common_denominator
from perceptron.numbers.sphere import unit_near
from proofs.conjecture.game import Game
from proofs.falsify.genomes.genome import FACTORS, GRIDS, MAX_ROUNDS, PROGRESS_STEPS, alphabet, on_spheres
from proofs.falsify.runs.run import Run

_FINE_GRID = GRIDS.index(32768)


def genomes(game: Game) -> Iterator[tuple[int, ...]]:
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


def runs(game: Game) -> Iterator[Run]:
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
        label = -int(game.ties) if game.ties in (1, -1) else 1
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
