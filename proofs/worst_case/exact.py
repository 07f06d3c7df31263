"""From the solver's floats to an exact certificate: rational multipliers, and squares that add up to what they leave.

With rational multipliers y the remainder  objective − v − Σ y·hypothesis  is fixed, and it remains to write it as squares of vectors
and of reals.  Two ways, tried in turn:

    recognised   the multipliers are simple fractions, as they stand or after the squares were rounded to simple ones, and the
                 remainder's matrix is positive semidefinite exactly (LDLᵀ over ℚ)
    rounded      the multipliers of ‖z‖² ≤ r² are raised by a little, which makes the matrix positive definite and costs as little of
                 v; a rounded Cholesky factor gives most of it, and the rest is diagonally dominant, hence squares of e ± f

Nothing here is trusted: the kernel adds it all up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from perceptron.errors import InputError
from proofs.derive.terms import poly
from proofs.kernel import Polynomial, Vector
from proofs.worst_case.programme import Array, Parts, Programme, Solution

Matrix = list[list[Fraction]]
DENOMINATORS = (2, 12, 100, 10**4)  # of multipliers that are recognised
GRID = 2**36  # of multipliers that are rounded: within the kernel's sixty digits even after squaring
LONGEST = 10**50


@dataclass(frozen=True)
class Certificate:
    """objective − value = Σ multipliers·hypotheses + Σ c·‖v‖² + Σ c·p² + Σ constants, all coefficients ≥ 0."""

    value: Fraction
    multipliers: tuple[Fraction, ...]
    vectors: tuple[tuple[Fraction, Vector], ...]
    reals: tuple[tuple[Fraction, Polynomial], ...]
    constants: tuple[Fraction, ...]
    recognised: bool


def certify(programme: Programme, solution: Solution) -> Certificate:
    """An exact certificate with a value as near to the solver's as it will go.  Raises InputError if none is found."""
    enough = solution.value - 1e-6 * (1 + abs(solution.value))
    nearer = _squares_first(programme, solution)
    for largest in DENOMINATORS:
        for floats in (solution.multipliers, nearer) if largest <= 100 else (nearer,):  # the solver gives four digits, not eight
            y = [max(Fraction(0), Fraction(float(m)).limit_denominator(largest)) for m in floats]
            found = _from(programme, y, recognised=True)
            if found is not None and found.value >= enough:
                return found
    for raised in (Fraction(1, 10**k) for k in (8, 7, 6, 5, 4, 3)):
        y = [max(Fraction(0), Fraction(round(m * GRID), GRID)) for m in solution.multipliers]
        rise = Fraction(round(raised * GRID), GRID)
        y = [m + rise if _only_bounds_a_length(row) else m for m, row in zip(y, programme.rows, strict=True)]
        found = _from(programme, y, recognised=False)
        if found is not None:
            return found
    raise InputError(f"{programme.question.id}: the solver's multipliers are too rough to be made exact ({solution.status})")


def _squares_first(programme: Programme, solution: Solution) -> Array:
    """Multipliers nearer to the optimal ones: those that leave simple squares.

    An optimal matrix S has small rank, so its rows of LDLᵀ are few; they are rounded, and y solves S(y) = Σ d·rowᵀrow by least squares.
    """
    a, y = programme.arrays, solution.multipliers
    goal, losses = a["objective"][1], a["objective"][2]
    rest = goal - (a["gram"] @ y).reshape(goal.shape)
    simple = np.zeros_like(goal)
    for k in range(len(rest)):
        if rest[k, k] > 1e-3:
            row = rest[k] / rest[k, k]
            rounded = np.array([float(Fraction(float(x)).limit_denominator(100)) for x in row])
            simple += float(Fraction(float(rest[k, k])).limit_denominator(100)) * np.outer(rounded, rounded)
            rest = rest - rest[k, k] * np.outer(row, row)
    equations, wanted = a["gram"].todense(), (goal - simple).ravel()
    if len(losses) and not a["squared"].count_nonzero() and not a["objective"][3].any():  # losses have to cancel
        equations, wanted = np.vstack([equations, a["linear"].todense()]), np.concatenate([wanted, losses])
    better: Array = y + np.linalg.lstsq(np.asarray(equations), wanted - np.asarray(equations @ y).ravel(), rcond=1e-9)[0]
    return better


def _only_bounds_a_length(row: Parts) -> bool:
    return not row.linear and not row.squared and len(row.gram) == 1 and all(i == j and c < 0 for (i, j), c in row.gram.items())


def _from(programme: Programme, y: list[Fraction], recognised: bool) -> Certificate | None:
    """The certificate with these multipliers, if there is one."""
    y = _mended(programme, y)
    rest = remainder(programme, y)
    size = len(programme.place)
    matrix = [[Fraction(0)] * size for _ in range(size)]
    for (i, j), c in rest.gram.items():
        matrix[i][j] = matrix[j][i] = c if i == j else c / 2
    squares, costs, spare = [], Fraction(0), []
    for i, real in enumerate(programme.question.reals):
        a, b = rest.squared.get(i, Fraction(0)), rest.linear.get(i, Fraction(0))
        if a < 0 or (a == 0 and b != 0):
            return None
        if a:
            squares.append((a, Polynomial.atom(real) + b / (2 * a)))
            cost = b * b / (4 * a)
            dear = cost if recognised else Fraction(-floor(-cost * GRID**2), GRID**2)
            costs += dear
            spare.append(dear - cost)
    found = ldl(matrix) if recognised else dominant(matrix)
    if found is None:
        return None
    value = rest.constant - costs
    short = value if recognised else Fraction(floor(value * 10**9), 10**9)
    spare.append(value - short)
    basis = [Vector.basic(v) for v in programme.question.vectors]
    vectors = [(c, sum((a * basis[i] for i, a in row.items()), Vector({}))) for c, row in found]
    certificate = Certificate(short, tuple(y), tuple(vectors), tuple(squares), tuple(c for c in spare if c), recognised)
    return certificate if _fits(certificate) else None


def _mended(programme: Programme, y: list[Fraction]) -> list[Fraction]:
    """y changed so that a real that occurs only linearly (a loss) cancels exactly: the multiplier of ξ ≥ 0 takes up what is missing."""
    rest, y = remainder(programme, y), list(y)
    for i in range(len(programme.real)):
        missing = rest.linear.get(i, Fraction(0))
        users = [k for k, row in enumerate(programme.rows) if i in row.linear or i in row.squared]
        if any(i in programme.rows[k].squared for k in users) or i in rest.squared or not missing:
            continue
        sign = [k for k in users if not programme.rows[k].gram and programme.rows[k].linear == {i: 1}]
        margin = [k for k in users if programme.rows[k].gram]
        for k in sign:
            y[k] += missing
            if y[k] < 0 and margin:  # too much was given to the margin: take it back
                y[margin[0]], y[k] = max(Fraction(0), y[margin[0]] + y[k]), Fraction(0)
    return y


def remainder(programme: Programme, y: list[Fraction]) -> Parts:
    """objective − Σ y·hypothesis."""
    goal = programme.parts(programme.question.objective)
    constant, totals = goal.constant, (dict(goal.gram), dict(goal.linear), dict(goal.squared))
    for m, row in zip(y, programme.rows, strict=True):
        if m:
            constant -= m * row.constant
            _subtract(totals[0], m, row.gram)
            _subtract(totals[1], m, row.linear)
            _subtract(totals[2], m, row.squared)
    return Parts(constant, *totals)


def _subtract(total: dict[Any, Fraction], m: Fraction, part: dict[Any, Fraction]) -> None:
    for key, c in part.items():
        total[key] = total.get(key, Fraction(0)) - m * c


def ldl(matrix: Matrix) -> list[tuple[Fraction, dict[int, Fraction]]] | None:
    """A matrix as Σ d·rowᵀrow with d > 0, over ℚ; None if it is not positive semidefinite."""
    if np.linalg.eigvalsh(np.array(matrix, dtype=float)).min() < -1e-7:
        return None  # a cheap look first
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


def dominant(matrix: Matrix) -> list[tuple[Fraction, dict[int, Fraction]]] | None:
    """A positive definite matrix as squares with short coefficients: a rounded Cholesky factor and a diagonally dominant rest."""
    floats = np.array(matrix, dtype=float)
    least = np.linalg.eigvalsh(floats).min()
    if least <= 0:
        return None
    factor = np.linalg.cholesky(floats - np.eye(len(floats)) * least / 2)
    columns = [[round(float(x) * GRID) for x in column] for column in factor.T]
    found = [(Fraction(1, GRID**2), {i: Fraction(x) for i, x in enumerate(column) if x}) for column in columns]
    size = len(matrix)
    product = [[Fraction(sum(c[i] * c[j] for c in columns), GRID**2) for j in range(size)] for i in range(size)]
    rest = [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(matrix, product, strict=True)]
    for i in range(size):
        spare = rest[i][i] - sum(abs(rest[i][j]) for j in range(size) if j != i)
        if spare < 0:
            return None
        found += [(spare, {i: Fraction(1)})] if spare else []
        found += [(abs(c), {i: Fraction(1), j: Fraction(1 if c > 0 else -1)}) for j in range(i) if (c := rest[i][j])]
    return found


def _fits(c: Certificate) -> bool:
    """Whether every coefficient has as few digits as the kernel reads."""
    numbers = [c.value, *c.multipliers, *c.constants, *(a for a, _ in c.vectors), *(a for a, _ in c.reals)]
    numbers += [x for _, v in c.vectors for p in v.parts.values() for x in poly(p).terms.values()]
    numbers += [x for _, p in c.reals for x in p.terms.values()]
    return all(abs(x.numerator) < LONGEST and x.denominator < LONGEST for x in numbers)
