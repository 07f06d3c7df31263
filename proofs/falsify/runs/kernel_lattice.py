"""The points that an adversary plays against a kernel learner, and their Gram matrix, made once.

box     vectors with small entries, or in many dimensions with up to two that are not 0
cube    vectors of entries ±1: among the features of products these are orthogonal, and among those of squares many are
axes    one entry that is not 0
words   short strings, or powers of letters"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product, zip_longest
from typing import TYPE_CHECKING

from proofs.conjecture.game import Game
from proofs.falsify.runs.kernel_points import coded, whole_gram
from proofs.falsify.runs.run import Vector

if TYPE_CHECKING:
    from proofs.falsify.runs.kernel_points import Matrix

_LARGER = "1 2 3 4 8 16 32 64 128 5 6 10 12"  # at even places, so that a finer grid, as elsewhere, is a larger scale here
_OTHERS = "1/2 3/4 1/3 3/2 1/4 2/3 1/8 1/10 5/2 1/16 1/100 1/5"
SCALES = tuple(Fraction(text) for pair in zip_longest(_LARGER.split(" "), _OTHERS.split(" ")) for text in pair if text)
MOST_POINTS, MOST_WORDS = 130, 50
LONGEST_WORD = 5  # 12 of one letter
KINDS = ("box", "cube", "axes")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Lattice:
    """Points over a grid that the rules allow, and their Gram matrix over `below`."""

    grid: int
    points: tuple[Vector, ...]
    matrix: Matrix
    below: int
    size: int  # the dimension, or the letters of the alphabet


@lru_cache(256)
def lattice(game: Game, size: int, scale: Fraction, kind: str) -> Lattice:
    """Small points times the scale."""
    import numpy as np

    grid = 1
    points: list[Vector]
    if game.points_are == "rows":
        points = [(i + 1,) for i in range(len(game.kernel_object().matrix))]  # type: ignore[attr-defined]
    elif game.points_are == "strings":
        points = [coded(word) for word in words(size, kind, 1 + min(scale.numerator, 7))]
    else:
        grid = scale.denominator
        points = [tuple(x) for x in (np.array(vectors(size, kind)) * scale.numerator).tolist()]
    points = list(dict.fromkeys(points))
    matrix, below = whole_gram(game, grid, tuple(points))
    if game.demands("bounded examples") and game.norm != "any":
        lengths = [int(n) for n in matrix.diagonal()]
        kept = [i for i, k in enumerate(lengths) if k == below or (k < below and game.norm == "ball")]
        points, matrix = [points[i] for i in kept], matrix[kept][:, kept]
    return Lattice(grid, tuple(points), matrix, below, size)


@lru_cache(64)
def vectors(d: int, kind: str) -> list[Vector]:
    """Vectors with small whole entries."""
    axes = [tuple(s * (i == j) for j in range(d)) for s in (1, -1) for i in range(d)]
    if kind == "axes" or d > 16:
        return axes[:MOST_POINTS] if d <= MOST_POINTS else axes[:d]
    if kind == "cube":
        if 2**d <= MOST_POINTS:
            return list(product((1, -1), repeat=d))
        rows = [tuple(1 - 2 * ((i & j).bit_count() & 1) for j in range(1, d + 1)) for i in range(1 << d.bit_length())]
        return [*rows, *(tuple(-n for n in x) for x in rows)][:MOST_POINTS]
    most = next(n for n in (2, 1, 0) if (2 * n + 1) ** d <= MOST_POINTS or not n)
    if most:
        return sorted(product(range(-most, most + 1), repeat=d), key=lambda x: (sum(map(abs, x)), x))
    pairs = [tuple(a + b for a, b in zip(axes[i], axes[j], strict=True)) for i in range(len(axes)) for j in range(i)]
    return [(0,) * d, *axes, *pairs][:MOST_POINTS]


def words(letters: int, kind: str, power: int) -> list[str]:
    """Strings over an alphabet: short ones in order, or the powers of its letters."""
    alphabet = [letter(i) for i in range(letters)]
    if kind == "axes":
        return [a * power for a in alphabet]
    if kind == "cube":
        return [a * n for n in range(power + 2) for a in alphabet][:MOST_WORDS]
    return [word for word, _ in zip(_words(alphabet), range(MOST_WORDS), strict=False)]


def letter(i: int) -> str:
    """The i-th letter, from 0."""
    return _LETTERS[i] if i < len(_LETTERS) else chr(0x3B1 + i)


def _words(alphabet: list[str]) -> Iterator[str]:
    for length in range(1 + (LONGEST_WORD if len(alphabet) > 1 else 12)):
        yield from map("".join, product(alphabet, repeat=length))
