"""Runs for rules of play that others have not: wrong labels, coordinates from a list, a hypothesis that is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from operator import add, mul

from proofs.conjecture.game import Game
from proofs.decide.families.candidate import Candidate, axis

ROOTS = (1, 2, 3, 4)  # √n for n orthonormal examples
BLOCKS = (1, 2, 3, 4, 8)  # ones in an example
CUBES = (2, 3, 4, 5)  # dimensions


def flipped(game: Game) -> Iterator[Candidate]:
    """Orthonormal examples; the first comes back with the wrong label and once more with the right one, as often as is allowed."""
    for root in ROOTS:
        n = root * root
        if game.dimension in (None, n):
            again = [(axis(n), -1), (axis(n), 1)] * game.flips
            rounds = [(axis(n), 1), *again, *((axis(n, i), 1) for i in range(1, n))]
            yield Candidate(rounds, (Fraction(1, root),) * n, Fraction(1, root))


def of_coordinates(game: Game) -> Iterator[Candidate]:
    """Where 0 is a coordinate, the basis, and blocks of ones: 11000000, 00110000, …, the smallest first. Where a and −a are, corners of the
    cube."""
    largest = max(map(abs, game.coordinates))
    if 0 in game.coordinates and largest in game.coordinates:
        for size, root in product(BLOCKS, ROOTS):
            n = root * root
            if game.dimension in (None, n) and n % size == 0:
                rounds = [(tuple(largest * (i // size == k) for i in range(n)), 1) for k in range(n // size)]
                yield Candidate(rounds, (Fraction(1, root),) * n, largest * size / root)
    if {largest, -largest} <= set(game.coordinates):
        for d in CUBES:
            if game.dimension in (None, d):
                yield wrong_corners(d, largest)


def wrong_corners(dimension: int, size: Fraction) -> Candidate:
    """The corners of a cube against the target (1, 2, …, d): as long as some are wrong, the one with the least progress."""
    target = range(1, dimension + 1)
    along = {corner: sum(map(mul, target, corner)) for corner in product((1, -1), repeat=dimension)}
    w, chosen = (0,) * dimension, []
    while wrong := [corner for corner, progress in along.items() if progress > 0 and sum(map(mul, w, corner)) <= 0]:
        chosen.append(min(wrong, key=lambda corner: along[corner]))
        w = tuple(map(add, w, chosen[-1]))
    rounds = [(tuple(size * a for a in corner), 1) for corner in chosen]
    return Candidate(rounds, tuple(map(Fraction, target)), size * min(along[corner] for corner in chosen))


def without_a_rule(game: Game) -> Iterator[Candidate]:
    """On the line: one example again and again, with one label or both in turn, for a comparator of any length that the game allows."""
    one = Fraction(1)
    for u in (one, Fraction(100)) if game.comparator == "any" or "unit comparator" in game.dropped else (one,):
        for gamma in (u, -u, -10 * u, Fraction(0)) if "positive margin" in game.dropped else (u, u / 2):
            for count in (1, 2, 5, 20):
                for turns in (1, -1):
                    yield Candidate([((one,), turns**t) for t in range(count)], (u,), gamma)
