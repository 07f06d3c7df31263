"""Weights of products and squares that make a sum vanish, by a semidefinite programme in floats.

We look for Gram matrices Hᵢ ⪰ 0 with  s + Σᵢ valueᵢ·⟨Hᵢ, bᵢ bᵢᵀ⟩ = 0, where bᵢ is a list of polynomials and valueᵢ a product of facts
that is ≥ 0.  An equation has one free number instead of a Gram matrix.  The solver maximises the least eigenvalue: where it is positive,
the solution lies inside the cone, and `rounding` can move it to exact numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
import scipy.sparse as sparse

from perceptron.extras import optional
from proofs.derive.semialgebraic.laurent import Laurent, Monomial, times

Array = np.ndarray[Any, Any]
ROOT2 = sqrt(2)


@dataclass(frozen=True)
class Block:
    """A product of facts times a monomial ≥ 0, to be multiplied by a sum of squares over `basis`; or an equation (`free`)."""

    names: tuple[str, ...]
    sign: Monomial
    value: Laurent
    basis: tuple[Laurent, ...]
    free: bool = False

    def entries(self) -> Iterator[tuple[int, int, Laurent]]:
        """What the entry (i, j) of the symmetric matrix is multiplied by, for i ≤ j."""
        for i, a in enumerate(self.basis):
            for j, b in enumerate(self.basis[i:], i):
                p = self.value if self.free else times(self.value, a, b)
                yield i, j, p if i == j else {m: 2 * c for m, c in p.items()}


@dataclass(frozen=True)
class Solution:
    """The matrices of the blocks, and the least eigenvalue that all of them have."""

    matrices: list[Array]
    least: float


@dataclass(frozen=True)
class Programme:
    """target + Σ over the blocks = 0."""

    target: Laurent
    blocks: tuple[Block, ...]

    @cached_property
    def columns(self) -> list[tuple[int, int, int, Laurent]]:
        """The unknowns: block, row, column, and what that number is multiplied by."""
        return [(k, i, j, p) for k, block in enumerate(self.blocks) for i, j, p in block.entries()]

    @cached_property
    def rows(self) -> dict[Monomial, int]:
        """The monomials, each of which must vanish."""
        found: dict[Monomial, int] = {}
        for p in (self.target, *(p for *_, p in self.columns)):
            for m in p:
                found.setdefault(m, len(found))
        return found

    def solve(self, seconds: float, price: float = 0.0) -> Solution | None:
        """The solution farthest inside the cone, or None if the solver sees none.

        A price on the size of the matrices gives numbers that can be read, but no longer the most that is inside."""
        clarabel = optional("clarabel", "proofs by semidefinite programmes")
        n, height = len(self.columns), len(self.rows)
        matrix, right = self._equations()
        cones = [clarabel.ZeroConeT(height)]
        parts, sides = [matrix], [right]
        for part, side, cone in self._cones(clarabel):
            parts.append(part)
            sides.append(side)
            cones.append(cone)
        objective = np.zeros(n + 1)
        objective[n] = -1.0
        diagonal = [column for column, (k, i, j, _) in enumerate(self.columns) if i == j and not self.blocks[k].free]
        objective[diagonal] = price / max(1, len(diagonal))
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.time_limit = max(0.2, seconds)
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
        stacked = sparse.vstack(parts, format="csc")
        empty = sparse.csc_matrix((n + 1, n + 1))
        answer = clarabel.DefaultSolver(empty, objective, stacked, np.concatenate(sides), cones, settings).solve()
        if "Solved" not in str(answer.status):
            return None
        x = np.array(answer.x)
        return Solution(self.matrices(x[:n]), float(x[n]))

    def matrices(self, x: Sequence[float] | Array) -> list[Array]:
        found = [np.zeros((len(b.basis), len(b.basis))) for b in self.blocks]
        for (k, i, j, _), value in zip(self.columns, x, strict=True):
            found[k][i, j] = found[k][j, i] = value
        return found

    def _equations(self) -> tuple[Any, Array]:
        """A·x = b, one row a monomial, scaled to largest entry 1; the last unknown is the least eigenvalue."""
        matrix = sparse.lil_matrix((len(self.rows), len(self.columns) + 1))
        for column, (*_, p) in enumerate(self.columns):
            for m, c in p.items():
                matrix[self.rows[m], column] = float(c)
        right = np.zeros(len(self.rows))
        for m, c in self.target.items():
            right[self.rows[m]] = -float(c)
        matrix = matrix.tocsr()
        largest = np.maximum(abs(matrix).max(axis=1).toarray().ravel(), 1e-300)
        return sparse.diags(1 / largest) @ matrix, right / largest

    def _cones(self, clarabel: Any) -> Iterator[tuple[Any, Array, Any]]:
        """H − t·1 ⪰ 0 for each block, as the solver wants it (upper triangles by columns, off-diagonals times √2), and t ≤ 1."""
        n = len(self.columns)
        places = {(k, i, j): column for column, (k, i, j, _) in enumerate(self.columns)}
        for k, block in enumerate(self.blocks):
            size = len(block.basis)
            if block.free or not size:
                continue
            part = sparse.lil_matrix((size * (size + 1) // 2, n + 1))
            for row, (i, j) in enumerate((above, column) for column in range(size) for above in range(column + 1)):
                part[row, places[k, i, j]] = -1.0 if i == j else -ROOT2
                if i == j:
                    part[row, n] = 1.0
            cone = clarabel.NonnegativeConeT(1) if size == 1 else clarabel.PSDTriangleConeT(size)
            yield part.tocsr(), np.zeros(part.shape[0]), cone
        last = sparse.csr_matrix(([1.0], ([0], [n])), shape=(1, n + 1))
        yield last, np.ones(1), clarabel.NonnegativeConeT(1)


Weighted = list[tuple[Fraction, Laurent]]  # Σ c·p², c > 0
