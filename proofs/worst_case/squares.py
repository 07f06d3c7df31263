"""A rational matrix as a sum of squares: by LDLᵀ, or with short coefficients if it is definite.

A square (c, row) with c > 0 means c·rowᵀrow; a row is stored as its non-zero entries.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

Matrix = list[list[Fraction]]
Squares = list[tuple[Fraction, dict[int, Fraction]]]


def ldl(matrix: Matrix) -> Squares | None:
    """A matrix as Σ d·rowᵀrow with d > 0, over ℚ; None if it is not positive semidefinite."""
    if np.linalg.eigvalsh(np.array(matrix, dtype=float)).min() < -1e-7:
        return None  # a quick test in floats
    rest, found = [list(row) for row in matrix], []
    for k in range(len(rest)):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[k][k:])):
            return None
        if pivot:
            row = {i: rest[k][i] / pivot for i in range(k, len(rest)) if rest[k][i]}
            found.append((pivot, row))
            for i, a in row.items():
                for j, b in row.items():
                    rest[i][j] -= pivot * a * b
    return found


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
    found = [(Fraction(1, grid**2), {i: Fraction(x) for i, x in enumerate(column) if x}) for column in columns]
    size = len(matrix)
    most = [[Fraction(sum(c[i] * c[j] for c in columns), grid**2) for j in range(size)] for i in range(size)]
    rest = [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(matrix, most, strict=True)]
    for i in range(size):
        spare = rest[i][i] - sum(abs(rest[i][j]) for j in range(size) if j != i)
        if spare < 0:
            return None
        found += [(spare, {i: Fraction(1)})] if spare else []
        found += [(abs(c), {i: Fraction(1), j: Fraction(1 if c > 0 else -1)}) for j in range(i) if (c := rest[i][j])]
    return found
