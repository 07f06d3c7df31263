"""A kernel's points as tuples of whole numbers, and their products as one matrix of whole numbers over one denominator.

    vectors     the entries times the grid
    strings     the letters' code points
    rows        of a matrix that somebody gives: the number of the row, plus 1

So a move z = y·x, which is x with its label as a sign, is told from −z whatever x is. Machine integers where nothing can overflow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from perceptron.kernels import Linear, Polynomial, Precomputed
from proofs.conjecture.game import Game
from proofs.falsify.runs.run import Run, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]

SAFE = 2**48  # of an entry, so that thousands of them are added up in machine integers
Point = tuple[Fraction, ...] | str | int


@dataclass(frozen=True, slots=True)
class Named(Run):
    """A run on strings or on the rows of a matrix."""

    points_are: str = "strings"

    @property
    def dimension(self) -> int:
        return 0

    def listed(self) -> tuple[tuple[Any, int], ...]:
        """(x, y) of every round that is kept."""
        pairs = zip(self.moves, self.labels, strict=True)
        return tuple((as_point(tuple(y * n for n in z), self.points_are), y) for z, y in pairs)

    def points_named(self) -> Any:
        """The points that u is made of."""
        return tuple(as_point(p, self.points_are) for p in self.points or ())


def as_run(game: Game, *fields: Any) -> Run:
    """A run by the fields of Run, of the kind that the kernel's points need."""
    made = Run(*fields)
    if game.points_are == "vectors":
        return made
    kept = {field.name: getattr(made, field.name) for field in dataclass_fields(Run)}
    return Named(**kept, points_are=game.points_are)


def as_point(whole: Vector, points_are: str) -> str | int:
    """The string or the row's number."""
    return "".join(map(chr, whole)) if points_are == "strings" else whole[0] - 1


def coded(word: str) -> Vector:
    """A string as whole numbers."""
    return tuple(map(ord, word))


def product_of(game: Game, grid: int, x: Vector, z: Vector) -> Fraction:
    """K of two points."""
    matrix, below = whole_gram(game, grid, (x, z))
    return Fraction(int(matrix[0, 1]), below)


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
    """The same in machine integers, if they are small."""
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
