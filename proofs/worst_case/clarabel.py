"""The programme handed to Clarabel as it is: sparse rows instead of cvxpy's expressions.

Variables: the multipliers y, and for each real that occurs as a square its cost q.  Clarabel minimises q·x over A·x + s = b, s in a cone:

    y ≥ 0                                       the multipliers
    b + a·y = 0                                 reals that occur linearly (losses) cancel
    S = G − Σ yₖGₖ ⪰ 0                          upper triangle by columns, off-diagonal entries times √2
    (q + s, l, q − s), first the longest        l² ≤ 4qs, where the real x occurs as s·x² + l·x, which is at least −q
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.extras import optional
from proofs.worst_case.parts import Parts

Array = np.ndarray[Any, Any]
ROOT2 = sqrt(2)


class Rows:
    """A sparse matrix with right sides, written entry by entry."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, float]] = []
        self.right: list[float] = []

    def add(self, right: float = 0.0) -> int:
        self.right.append(right)
        return len(self.right) - 1


def solved(goal: Parts, hypotheses: Sequence[Parts], diagonal: Array, reals: int, what: str) -> tuple[float, Array, Array, str]:
    """The value, the multipliers, the Gram matrix and the solver's status; `diagonal` is taken from that of S. Raises InputError."""
    from scipy import sparse

    clarabel = optional("clarabel", "worst cases by computation")
    m, n = len(hypotheses), len(diagonal)
    rows, cones = Rows(), [clarabel.NonnegativeConeT(m)]
    rows.right = [0.0] * m
    rows.entries = [(k, k, -1.0) for k in range(m)]
    squared = sorted({i for part in (goal, *hypotheses) for i in part.squared})
    plain = [i for i in range(reals) if i not in squared]
    if plain:
        _linear(goal, hypotheses, plain, rows)
        cones.append(clarabel.ZeroConeT(len(plain)))
    _semidefinite(goal, hypotheses, diagonal, rows)
    first_of_matrix = len(rows.right) - n * (n + 1) // 2
    cones.append(clarabel.PSDTriangleConeT(n))
    for place, i in enumerate(squared):
        _cost(goal, hypotheses, i, m + place, rows)
        cones.append(clarabel.SecondOrderConeT(3))
    height, width = len(rows.right), m + len(squared)
    at, to, values = zip(*rows.entries, strict=True)
    matrix = sparse.csc_matrix((values, (at, to)), shape=(height, width))
    price = np.array([float(row.constant) for row in hypotheses] + [1.0] * len(squared))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    empty = sparse.csc_matrix((width, width))
    answer = clarabel.DefaultSolver(empty, price, matrix, np.array(rows.right), cones, settings).solve()
    status = str(answer.status)
    if "Solved" not in status:
        raise InputError(f"{what}: the solver CLARABEL found no multipliers ({status})")
    triangle = np.array(answer.z)[first_of_matrix : first_of_matrix + n * (n + 1) // 2]
    value = float(goal.constant) - float(answer.obj_val)
    return value, np.array(answer.x)[:m], _gram(triangle, n), "optimal" if status == "Solved" else "optimal_inaccurate"


def _linear(goal: Parts, hypotheses: Sequence[Parts], plain: list[int], rows: Rows) -> None:
    place = {i: rows.add(float(goal.linear.get(i, 0))) for i in plain}
    for k, row in enumerate(hypotheses):
        rows.entries += [(place[i], k, float(c)) for i, c in row.linear.items() if i in place]


def _semidefinite(goal: Parts, hypotheses: Sequence[Parts], diagonal: Array, rows: Rows) -> None:
    n, first = len(diagonal), len(rows.right)
    right = np.zeros(n * (n + 1) // 2)
    right[[_entry(i, i) for i in range(n)]] = -diagonal
    for (i, j), c in goal.gram.items():
        right[_entry(i, j)] += float(c) if i == j else float(c) / ROOT2
    rows.right += right.tolist()
    for k, row in enumerate(hypotheses):
        rows.entries += [(first + _entry(i, j), k, float(c) if i == j else float(c) / ROOT2) for (i, j), c in row.gram.items()]


def _cost(goal: Parts, hypotheses: Sequence[Parts], i: int, cost: int, rows: Rows) -> None:
    square = float(goal.squared.get(i, 0))
    above, across, below = rows.add(square), rows.add(float(goal.linear.get(i, 0))), rows.add(-square)
    rows.entries += [(above, cost, -1.0), (below, cost, -1.0)]
    for k, row in enumerate(hypotheses):
        if i in row.squared:
            rows.entries += [(above, k, float(row.squared[i])), (below, k, -float(row.squared[i]))]
        if i in row.linear:
            rows.entries.append((across, k, float(row.linear[i])))


def _entry(i: int, j: int) -> int:
    """The place of the entry (i, j) with i ≤ j in the triangle."""
    return j * (j + 1) // 2 + i


def _gram(triangle: Array, n: int) -> Array:
    found = np.zeros((n, n))
    columns, rows = np.tril_indices(n)  # column j holds the entries i ≤ j
    found[rows, columns] = found[columns, rows] = triangle / np.where(rows == columns, 1, ROOT2)
    return found
