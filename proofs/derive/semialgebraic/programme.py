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

import numpy as np

from proofs.derive.semialgebraic.laurent import Laurent, Monomial, times
from proofs.derive.semidefinite import Array, ConicProgramme, Entry, Place


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
class SquaresProgramme:
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
        rows: dict[Monomial, int] = {}
        for p in (self.target, *(p for *_, p in self.columns)):
            for m in p:
                rows.setdefault(m, len(rows))
        return rows

    def solve(self, seconds: float, price: float = 0.0) -> Solution | None:
        """The solution farthest inside the cone, or None if the solver sees none, or a monomial of the target meets no unknown.

        A price on the size of the matrices gives numbers that can be read, but no longer the most that is inside."""
        if not self.target.keys() <= {m for *_, p in self.columns for m in p}:
            return None
        unknowns, diagonal = len(self.columns), [n for n, (k, i, j, _) in enumerate(self.columns) if i == j and not self.blocks[k].free]
        objective = np.zeros(unknowns + 1)
        objective[unknowns] = -1.0  # the least eigenvalue
        objective[diagonal] = price / max(1, len(diagonal))
        conic = ConicProgramme(objective)
        try:
            conic.zero(*self._equations())
        except OverflowError:  # a number beyond the floats that the solver works with
            return None
        parts: list[list[tuple[Place, int, float]]] = [[] for _ in self.blocks]
        for column, (k, i, j, _) in enumerate(self.columns):
            parts[k] += [((i, j), column, -1.0), *([((i, j), unknowns, 1.0)] if i == j else [])]
        for block, entries in zip(self.blocks, parts, strict=True):
            if entries and not block.free:
                conic.semidefinite(len(block.basis), {}, entries)
        conic.not_negative([1.0], [(0, unknowns, 1.0)])  # the least eigenvalue is at most 1
        answer = conic.solve(max(0.2, seconds), 1e-10)
        return Solution(self.matrices(answer.x[:unknowns]), float(answer.x[unknowns])) if answer.solved else None

    def matrices(self, x: Sequence[float] | Array) -> list[Array]:
        matrices = [np.zeros((len(b.basis), len(b.basis))) for b in self.blocks]
        for (k, i, j, _), value in zip(self.columns, x, strict=True):
            matrices[k][i, j] = matrices[k][j, i] = value
        return matrices

    def _equations(self) -> tuple[list[float], list[Entry]]:
        """b and A with A·x = b, one row a monomial, scaled to largest entry 1."""
        entries = [(self.rows[m], column, float(c)) for column, (*_, p) in enumerate(self.columns) for m, c in p.items()]
        largest = [1e-300] * len(self.rows)
        for row, _, value in entries:
            largest[row] = max(largest[row], abs(value))
        right = [0.0] * len(self.rows)
        for m, c in self.target.items():
            right[self.rows[m]] = -float(c) / largest[self.rows[m]]
        return right, [(row, column, value / largest[row]) for row, column, value in entries]


Weighted = list[tuple[Fraction, Laurent]]  # Σ c·p², c > 0
