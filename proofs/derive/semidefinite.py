"""Semidefinite programmes: solved in floats by Clarabel, and rational matrices written as sums of squares.

`semialgebraic` (which inequality follows from which) and `worst_case` (the extremal run of a game) pose their programmes here and
round what comes back. Nothing here is trusted: the kernel multiplies out every sum of squares.

A square (c, row) with c > 0 means c·rowᵀrow; a row is stored as its non-zero entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from proofs.system.work_clock import STRETCH

Array = np.ndarray[Any, Any]
Entry = tuple[int, int, float]  # row, column and value of a sparse matrix
Place = tuple[int, int]  # of a symmetric matrix: (i, j) with i ≤ j
Matrix = Sequence[Sequence[Fraction]]
Squares = list[tuple[Fraction, dict[int, Fraction]]]
ROOT2 = sqrt(2)


@dataclass(frozen=True)
class Answer:
    """The solver's x, the least value of price·x, and for each block the dual vector."""

    status: str
    value: float
    x: Array
    duals: list[Array]

    @property
    def is_solved(self) -> bool:
        """Whether x is a solution, perhaps with reduced accuracy."""
        return "Solved" in self.status


class ConicProgramme:
    """Minimise price·x, where each block b − A·x lies in a cone. Blocks are added one by one, A as sparse entries."""

    def __init__(self, price: Array) -> None:
        self.price = price
        self._rows: list[Any] = []
        self._right: list[Array] = []
        self._cones: list[Any] = []

    def zero(self, right: Sequence[float] | Array, entries: Iterable[Entry]) -> None:
        """b = A·x."""
        self._add("ZeroConeT", len(right), right, entries)

    def not_negative(self, right: Sequence[float] | Array, entries: Iterable[Entry]) -> None:
        """b − A·x ≥ 0."""
        self._add("NonnegativeConeT", len(right), right, entries)

    def second_order(self, right: Sequence[float], entries: Iterable[Entry]) -> None:
        """The first row is at least the length of the others."""
        self._add("SecondOrderConeT", len(right), right, entries)

    def semidefinite(self, size: int, constant: Mapping[Place, float], parts: Iterable[tuple[Place, int, float]]) -> None:
        """B − Σ x[column]·A[column] is positive semidefinite. Each entry is given once, as (place, column, value).

        The solver wants the upper triangle by columns, with off-diagonal entries times √2.
        """
        right = np.zeros(size * (size + 1) // 2)
        for place, c in constant.items():
            right[_in_triangle(place)] += _scale(place, c)
        cone = "PSDTriangleConeT" if size > 1 else "NonnegativeConeT"
        self._add(cone, size, right, ((_in_triangle(place), column, _scale(place, c)) for place, column, c in parts))

    def _add(self, cone: str, size: int, right: Sequence[float] | Array, entries: Iterable[Entry]) -> None:
        import clarabel
        from scipy import sparse

        rows, columns, values = zip(*entries, strict=True) if (entries := list(entries)) else ((), (), ())
        self._rows.append(sparse.csr_array((values, (rows, columns)), shape=(len(right), len(self.price))))
        self._right.append(np.asarray(right, float))
        self._cones.append(getattr(clarabel, cone)(size))

    def solve(self, seconds: float | None = None, tolerance: float | None = None) -> Answer:
        """Clarabel's answer, within a number of seconds of work.

        Clarabel reads the clock. On a busy machine it gets the time that a budget of work has by the clock, so that its iterations end it.
        """
        import clarabel
        from scipy import sparse

        settings = clarabel.DefaultSettings()
        settings.verbose = False
        if seconds is not None:
            settings.time_limit = STRETCH * seconds
        if tolerance is not None:
            settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tolerance
        empty, matrix = sparse.csc_matrix((len(self.price),) * 2), sparse.csc_matrix(sparse.vstack(self._rows, format="csc"))
        right = np.concatenate(self._right)
        ends = np.cumsum([len(block) for block in self._right])[:-1]
        try:
            answer = clarabel.DefaultSolver(empty, self.price, matrix, right, self._cones, settings).solve()
        except BaseException as error:  # Clarabel panics where it finds no eigenvalues of an iterate
            if type(error).__name__ != "PanicException":
                raise
            return Answer("no eigenvalues", np.nan, np.full(len(self.price), np.nan), np.split(np.full(len(right), np.nan), ends))
        return Answer(str(answer.status), float(answer.obj_val), np.array(answer.x), np.split(np.array(answer.z), ends))


def _in_triangle(place: Place) -> int:
    i, j = place
    return j * (j + 1) // 2 + i


def _scale(place: Place, value: float) -> float:
    return value if place[0] == place[1] else value * ROOT2


def symmetric(triangle: Array, size: int) -> Array:
    """The matrix with this dual vector of a semidefinite block."""
    matrix = np.zeros((size, size))
    columns, rows = np.tril_indices(size)  # column j holds the entries i ≤ j
    matrix[rows, columns] = matrix[columns, rows] = triangle / np.where(rows == columns, 1, ROOT2)
    return matrix


# -- exact -------------------------------------------------------------------------------------------------------------------------------


def ldl(matrix: Matrix) -> Squares | None:
    """A matrix as Σ d·rowᵀrow with d > 0, over ℚ; None if it is not positive semidefinite."""
    floats = np.array(matrix, dtype=float)
    if len(matrix) and np.linalg.eigvalsh(floats).min() < -1e-7 * max(1, abs(floats).max()):
        return None  # a quick test in floats
    rest, squares = [list(row) for row in matrix], []
    for k in range(len(rest)):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[k][k:])):
            return None
        if pivot:
            row = {i: rest[k][i] / pivot for i in range(k, len(rest)) if rest[k][i]}
            squares.append((pivot, row))
            for i, a in row.items():
                for j, b in row.items():
                    rest[i][j] -= pivot * a * b
    return squares


def dominant(matrix: Matrix, grid: int) -> Squares | None:
    """A positive definite matrix as squares with short coefficients: a rounded Cholesky factor and a diagonally dominant rest.

    Returns None if the matrix is not positive definite, or if the rest is not dominant.
    """
    floats = np.array(matrix, dtype=float)
    least = np.linalg.eigvalsh(floats).min()
    if least <= 0:
        return None
    factor = np.linalg.cholesky(floats - np.eye(len(floats)) * least / 2)
    columns = [[round(float(x) * grid) for x in column] for column in factor.T]
    squares = [(Fraction(1, grid**2), {i: Fraction(x) for i, x in enumerate(column) if x}) for column in columns]
    size = len(matrix)
    most = [[Fraction(sum(c[i] * c[j] for c in columns), grid**2) for j in range(size)] for i in range(size)]
    rest = [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(matrix, most, strict=True)]
    for i in range(size):
        spare = rest[i][i] - sum(abs(rest[i][j]) for j in range(size) if j != i)
        if spare < 0:
            return None
        squares += [(spare, {i: Fraction(1)})] if spare else []
        squares += [(abs(c), {i: Fraction(1), j: Fraction(1 if c > 0 else -1)}) for j in range(i) if (c := rest[i][j])]
    return squares
