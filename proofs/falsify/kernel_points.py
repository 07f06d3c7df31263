"""The points that an adversary plays against a kernel learner, their products, and the comparators that are made of them.

Points are tuples of whole numbers, and their products one matrix of whole numbers over one denominator:

    vectors     the entries times the grid
    strings     the letters' code points
    rows        of a given matrix: the number of the row, plus 1

So a move z = y·x, which is x with its label as a sign, differs from −z whatever x is. Machine integers where nothing can overflow.

The points of a `lattice`, whose Gram matrix is made once:

    box     vectors with small entries, or in many dimensions with up to two that are not 0
    cube    vectors of entries ±1: among the features of products these are orthogonal, and among those of squares many are
    axes    one entry that is not 0
    words   short strings, or powers of letters

A comparator u = Σ a·φ(p) has length exactly 1 in rational numbers. A point, or a few with small coefficients, whose length is rational is
where it begins. Reflected, u − 2⟨u,b⟩b/⟨b,b⟩, such a one is as long and points anywhere, so that any direction is reached, nearly or
exactly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product, zip_longest
from math import isqrt
from typing import TYPE_CHECKING, Any

from perceptron.kernels import Linear, Polynomial, Precomputed
from perceptron.numbers.exact import common_denominator
from perceptron.numbers.rational_points import sqrt_exact
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.falsify.run import Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]


SAFE = 2**48  # of an entry, so that thousands of them are added up in machine integers


def code(word: str) -> Vector:
    """A string as whole numbers."""
    return tuple(map(ord, word))


@lru_cache(512)
def whole_gram(game: Game, grid: int, points: tuple[Vector, ...]) -> tuple[Matrix, int]:
    """K(x,z)·below for all pairs of points, and below."""
    import numpy as np

    kernel, square = game.kernel_object(), grid * grid
    if isinstance(kernel, Precomputed):
        whole, below = _rows(kernel)
        at = [p[0] - 1 for p in points]
        return whole[np.ix_(at, at)], below
    if game.points_are == "strings":
        words = ["".join(map(chr, p)) for p in points]
        half = [[_common(game, x, z) for z in words[: i + 1]] for i, x in enumerate(words)]
        values = [[half[max(i, j)][min(i, j)] for j in range(len(words))] for i in range(len(words))]
        return _fitting(np.array(values, dtype=object).reshape(len(words), len(words))), 1
    x = np.array(points)
    if x.dtype != np.int64 or int(np.abs(x).max()) >= 1 << 26:
        x = np.array(points, dtype=object)
    if isinstance(kernel, Linear | Polynomial):
        inner = x @ x.T
        if isinstance(kernel, Linear):
            return _fitting(inner), square
        offset, under = kernel.offset.numerator * square, kernel.offset.denominator
        most = (offset + under * int(np.abs(inner).max())) ** max(kernel.degree, 1)
        if most >= SAFE:
            inner = inner.astype(object)
        return (offset + under * inner) ** kernel.degree, (under * square) ** kernel.degree
    nonzero = (x != 0).astype(np.int64)
    shared = nonzero @ nonzero.T
    most = int(shared.max())  # coordinates in which both points are not 0: only these count
    kind: Any = object if (square + int(np.abs(x).max()) ** 2) ** most >= SAFE else np.int64
    matrix = np.ones(shared.shape, dtype=kind)
    for column in x.T:
        if column.any():
            matrix = matrix * (1 + (square - 1 + np.outer(column, column)) * np.outer(column != 0, column != 0))
    return matrix * np.array([square**n for n in range(most + 1)], dtype=kind)[most - shared], square**most


def _fitting(matrix: Matrix) -> Matrix:
    """The matrix in machine integers, if they are small."""
    import numpy as np

    return matrix.astype(np.int64 if all(abs(int(n)) < SAFE for n in matrix.ravel()) else object)


@lru_cache(8)
def _rows(kernel: Precomputed) -> tuple[Matrix, int]:
    import numpy as np

    below = math.lcm(*(value.denominator for row in kernel.matrix for value in row))
    return _fitting(np.array([[int(value * below) for value in row] for row in kernel.matrix], dtype=object)), below


@lru_cache(200_000)
def _common(game: Game, x: str, z: str) -> int:
    return int(game.kernel_object()(x, z)) if set(x) & set(z) else 0


def against(coefficients: Sequence[int], matrix: Matrix, at: Sequence[int]) -> list[int]:
    """Σ c·K(p, x) for every x, the p being the points with these numbers."""
    import numpy as np

    rows = matrix[list(at)].astype(object)
    return [int(n) for n in np.array(list(coefficients), dtype=object) @ rows]


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
        points = [code(word) for word in words(size, kind, 1 + min(scale.numerator, 7))]
    else:
        grid = scale.denominator
        points = [tuple(x) for x in (np.array(vectors(size, kind)) * scale.numerator).tolist()]
    points = list(dict.fromkeys(points))
    matrix, below = whole_gram(game, grid, tuple(points))
    if game.demands(Hypothesis.BOUNDED_EXAMPLES) and game.norm != "any":
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


Comparator = tuple[tuple[Fraction, ...], tuple[Vector, ...]]  # coefficients and their points
FINE = 10**7  # of a length that is no rational number
TRIED_TOGETHER = 6  # points tried together, with these coefficients
COEFFICIENTS = (1, -1, 2, -2, 3, -3, 4, -4)


def inner(game: Game, grid: int, a: Comparator, b: Comparator) -> Fraction:
    """⟨Σ a·φ(p), Σ b·φ(q)⟩."""
    matrix, below = whole_gram(game, grid, (*a[1], *b[1]))
    m, n = common_denominator(a[0]), common_denominator(b[0])
    rows = against([int(c * m) for c in a[0]], matrix, range(len(a[1])))[len(a[1]) :]
    return Fraction(sum(int(c * n) * row for c, row in zip(b[0], rows, strict=True)), m * n * below)


def unit_point(game: Game, grid: int, point: Vector) -> Comparator | None:
    """φ(p)/‖φ(p)‖, if ‖φ(p)‖ is rational and not 0."""
    matrix, below = whole_gram(game, grid, (point,))
    root = sqrt_exact(Fraction(int(matrix[0, 0]), below))
    return ((1 / root,), (point,)) if root else None


def root_above(square: Fraction) -> Fraction:
    """√square, or hardly more."""
    n, m = square.numerator, square.denominator
    root = isqrt(n * m)
    return Fraction(root, m) if root * root == n * m else Fraction(isqrt(n * m * 10**8) + 1, m * 10**4)


def reflect(game: Game, grid: int, u: Comparator, b: Comparator) -> Comparator:
    """u − 2⟨u,b⟩b/⟨b,b⟩; u itself if φ-b is null."""
    if not (length2 := inner(game, grid, b, b)):
        return u
    share = 2 * inner(game, grid, u, b) / length2
    coefficients: dict[Vector, Fraction] = dict(zip(u[1], u[0], strict=True))
    for c, p in zip(*b, strict=True):
        coefficients[p] = coefficients.get(p, Fraction(0)) - share * c
    kept = {p: c for p, c in coefficients.items() if c} or {u[1][0]: Fraction(0)}
    return tuple(kept.values()), tuple(kept)


def towards(game: Game, grid: int, terms: Sequence[tuple[int, Vector]]) -> Comparator | None:
    """A unit vector along Σ c·φ(p), or all but along it; None if that is null, or no unit vector is known to begin with."""
    coefficients: dict[Vector, Fraction] = {}
    for c, p in terms:
        coefficients[p] = coefficients.get(p, Fraction(0)) + c
    along = (tuple(coefficients.values()), tuple(coefficients))
    length2 = inner(game, grid, along, along)
    if length2 <= 0:
        return None
    if (root := sqrt_exact(length2)) is not None:
        return tuple(c / root for c in along[0]), along[1]
    n, m = length2.numerator, length2.denominator
    near = Fraction(isqrt(n * m * FINE**2), m * FINE)
    near = near if near else Fraction(1)
    if game.comparator != "unit" or not game.demands(Hypothesis.UNIT_COMPARATOR):
        over = near + Fraction(1, m * FINE)  # a little too short
        return tuple(c / over for c in along[0]), along[1]
    basic = bases(game, grid, len(terms[0][1]))
    if not basic:
        return None
    base, point = basic[0]
    return reflect(game, grid, (base, point), ((*base, *(-c / near for c in along[0])), (*point, *along[1])))


@lru_cache(256)
def bases(game: Game, grid: int, size: int) -> tuple[Comparator, ...]:
    """Some unit comparators on one point, or if there is none, on a few. size: of a vector, or of a string's alphabet."""
    tried = list(dict.fromkeys(_candidates(game, grid, size)))
    units = [u for p in tried if (u := unit_point(game, grid, p)) is not None]
    if units:
        return tuple(units)
    if (few := _of_few(game)) is not None:
        a, points = few
        rest = (0,) * (size - 1)
        return ((a, tuple((p[0] * grid, *rest) for p in points) if game.points_are == "vectors" else points),)
    if game.comparator != "unit" or not game.demands(Hypothesis.UNIT_COMPARATOR):
        nearly = [towards(game, grid, [(1, p)]) for p in tried[:3]]
        return tuple(u for u in nearly if u is not None)
    return ()


@lru_cache(64)
def _of_few(game: Game) -> Comparator | None:
    """A few of the first points with small coefficients and a rational length. Vectors are on a line: in more dimensions and on another
    grid the same ones have the same inner products."""
    points = list(dict.fromkeys(_candidates(game, 1, 1)))[: TRIED_TOGETHER + 2]
    matrix, below = whole_gram(game, 1, tuple(points))
    rows = [[int(n) for n in row] for row in matrix]
    for count in (2, 3, 4):
        for at in combinations(range(len(points) if count == 2 else min(TRIED_TOGETHER, len(points))), count):
            for c in product(COEFFICIENTS[: 8 - 2 * (count - 2)], repeat=count):
                square = sum(a * b * rows[i][j] for a, i in zip(c, at, strict=True) for b, j in zip(c, at, strict=True))
                if square > 0 and isqrt(square * below) ** 2 == square * below:
                    length = Fraction(isqrt(square * below), below)
                    return tuple(Fraction(a) / length for a in c), tuple(points[i] for i in at)
    return None


def _candidates(game: Game, grid: int, size: int) -> Iterator[Vector]:
    if game.points_are == "strings":
        yield from (code(letter * n) for n in (1, 2, 3, 4, 5, 8) for letter in "ab")
    elif game.points_are == "rows":
        yield from ((i + 1,) for i in range(len(game.kernel_object().matrix)))  # type: ignore[attr-defined]
    else:
        rest = (0,) * (size - 1)
        yield (0, *rest)
        yield from ((k * grid, *rest) for k in (1, 3, 4, 5, 2, 8, 12))
        yield (1, *rest)
        yield from ((k * grid // 4, *rest) for k in (3, 5) if grid % 4 == 0)
