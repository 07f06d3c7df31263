"""Gram matrices, and whether a symmetric matrix is one. LDLᵀ over ℚ decides; where it is not one, a vector v with vᵀKv < 0 shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from perceptron.errors import InputError
from perceptron.kernels.base import Kernel, P, Vector
from perceptron.numbers.exact import vector

Matrix: TypeAlias = "tuple[Vector, ...]"


@dataclass(frozen=True)
class Definiteness:
    """Whether a symmetric n × n matrix K is positive semi-definite, with a witness. As a condition it is true or false.

    pivots     n numbers ≥ 0 with K = L·diag(pivots)·Lᵀ, if K is positive semi-definite; else those found before the witness
    lower      L, unit lower triangular
    witness    None, or a v with vᵀKv = `value` < 0
    """

    pivots: Vector
    lower: Matrix
    witness: Vector | None = None
    value: Fraction = Fraction(0)

    def __bool__(self) -> bool:
        return self.witness is None


def gram(kernel: Kernel[P], points: Iterable[object]) -> Matrix:
    """The n × n matrix of K(x_i, x_j).

    kernel    any kernel
    points    n values that `kernel.point` accepts

    Raises InputError.

        >>> from perceptron.kernels import Linear
        >>> gram(Linear(), [[1, 0], [1, 1]])[1]
        (Fraction(1, 1), Fraction(2, 1))
    """
    read = [kernel.point(value, f"point {i}") for i, value in enumerate(points)]
    rows = [[kernel(x, z) for z in read[: i + 1]] for i, x in enumerate(read)]
    return tuple(tuple(rows[max(i, j)][min(i, j)] for j in range(len(rows))) for i in range(len(rows)))


def symmetric(values: object, what: str = "matrix") -> Matrix:
    """A symmetric matrix of exact numbers from nested lists. Raises InputError."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"{what}: {type(values).__name__} is not a list of rows")
    rows = tuple(vector(row, f"{what}, row {i}") for i, row in enumerate(values))
    for i, row in enumerate(rows):
        if len(row) != len(rows):
            raise InputError(f"{what}, row {i} has {len(row)} entries; a square matrix of {len(rows)} rows is needed")
        for j in range(i):
            if row[j] != rows[j][i]:
                raise InputError(f"{what} is not symmetric: entry ({i}, {j}) is {row[j]}, entry ({j}, {i}) is {rows[j][i]}")
    return rows


def quadratic(matrix: Sequence[Sequence[Fraction]], v: Sequence[Fraction]) -> Fraction:
    """vᵀKv."""
    return sum((v[i] * v[j] * entry for i, row in enumerate(matrix) for j, entry in enumerate(row)), Fraction(0))


def is_positive_semidefinite(matrix: object) -> Definiteness:
    """Whether a symmetric matrix is positive semi-definite, with a witness, by LDLᵀ without pivoting in fractions.

    matrix    n rows of n exact numbers, symmetric

    A negative pivot, or a zero pivot with an entry below it, gives the witness. It takes about n³/3 operations on fractions.
    Raises InputError.

        >>> bool(is_positive_semidefinite([[1, "1/2"], ["1/2", 1]]))
        True
        >>> verdict = is_positive_semidefinite([[1, 2], [2, 1]])
        >>> verdict.witness, verdict.value
        ((Fraction(-2, 1), Fraction(1, 1)), Fraction(-3, 1))
    """
    original = symmetric(matrix)
    rest = [list(row) for row in original]
    n = len(rest)
    lower = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    pivots: list[Fraction] = []
    for k in range(n):
        pivot = rest[k][k]
        below = next((i for i in range(k + 1, n) if rest[i][k]), None)
        v = [Fraction(0)] * n
        if pivot < 0:
            v[k] = Fraction(1)
        elif pivot == 0 and below is not None:  # v is t at k and 1 at below, so vᵀKv = 2t·rest[below][k] + rest[below][below] = −1
            v[below], v[k] = Fraction(1), -(rest[below][below] + 1) / (2 * rest[below][k])
        if any(v):
            for j in reversed(range(k)):  # so that (Lᵀv)_j = 0, and the earlier pivots contribute nothing
                v[j] = -sum((lower[i][j] * v[i] for i in range(j + 1, n)), Fraction(0))
            return Definiteness(tuple(pivots), tuple(map(tuple, lower)), tuple(v), quadratic(original, v))
        pivots.append(pivot)
        for i in range(k + 1, n) if pivot else ():
            lower[i][k] = rest[i][k] / pivot
            for j in range(k + 1, i + 1):
                rest[i][j] -= lower[i][k] * rest[j][k]
                rest[j][i] = rest[i][j]
    return Definiteness(tuple(pivots), tuple(map(tuple, lower)))
