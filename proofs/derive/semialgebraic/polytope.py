"""The Newton polytope of a support: which monomials a sum that must vanish can hold.

If 0 = s + Σ μ·t·σ with squares σ, then (cancellation apart) every monomial of μ·t·σ lies in the convex hull of those of s.  This leaves a
few dozen unknowns where all monomials up to a degree would be thousands.  Computed in floats with a tolerance: it decides only what is
tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull

from proofs.derive.semialgebraic.laurent import Laurent, Monomial, Ring

Array = np.ndarray[Any, Any]
MOST_CANDIDATES = 4000
TINY = 1e-7


class Polytope:
    """The convex hull of finitely many exponents, inside the affine space that they span."""

    def __init__(self, support: Iterable[Monomial]) -> None:
        points = np.array(sorted(support), float)
        self.low, self.high = points.min(0), points.max(0)
        self.centre = points[0]
        around = points - self.centre
        _, sizes, directions = np.linalg.svd(np.linalg.qr(around, mode="r"))  # of the small factor: there may be thousands of points
        rank = int((sizes > 1e-9).sum())
        self.span, self.across = directions[:rank], directions[rank:]
        self.walls, self.offsets = _facets(around @ self.span.T)

    def holds(self, points: Array) -> Array:
        """Which of the points (n × dimension) lie inside."""
        around = points - self.centre
        flat = (np.abs(around @ self.across.T) < TINY).all(1)
        return flat & (around @ self.span.T @ self.walls.T <= self.offsets + TINY).all(1)

    def half(self, ring: Ring, p: Laurent, by: Monomial) -> list[Monomial]:
        """The monomials m with m²·by·p inside: the basis of a sum of squares times by·p."""
        return self._fitting(ring, np.array(list(p), float) + np.array(by), 2)

    def multipliers(self, ring: Ring, p: Laurent) -> list[Monomial]:
        """The monomials m with m·p inside."""
        return self._fitting(ring, np.array(list(p), float), 1)

    def _fitting(self, ring: Ring, points: Array, times: int) -> list[Monomial]:
        low = np.ceil((self.low - points.min(0)) / times - TINY).astype(int)
        high = np.floor((self.high - points.max(0)) / times + TINY).astype(int)
        for i in range(len(low)):
            if i not in ring.invertible:
                low[i] = max(low[i], 0)
        sizes = high - low + 1
        if (sizes <= 0).any() or sizes.prod() > MOST_CANDIDATES:
            return []
        candidates = list(product(*(range(a, b + 1) for a, b in zip(low, high, strict=True))))
        shifts = times * np.array(candidates, float)
        fits = np.ones(len(candidates), bool)
        for point in points:
            fits &= self.holds(shifts + point)
        return [m for m, ok in zip(candidates, fits, strict=True) if ok]


def _facets(points: Array) -> tuple[Array, Array]:
    """A and b such that the hull is A·x ≤ b."""
    rank = points.shape[1]
    if rank == 0:
        return np.zeros((0, 0)), np.zeros(0)
    if rank == 1:
        return np.array([[1.0], [-1.0]]), np.array([points.max(), -points.min()])
    hull = ConvexHull(points)
    return hull.equations[:, :-1], -hull.equations[:, -1]
