"""The data of the headline benchmark: made from a seed, in the shapes that the promises speak of."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix


class Table(NamedTuple):
    """A name, the rows, and their labels −1 and +1."""

    name: str
    X: Any
    y: Any


def tables(n: int, seed: int = 0, flipped: float = 0.05) -> list[Table]:
    """Rows with labels of a random weight vector, of which a share is flipped."""
    rng = np.random.default_rng(seed)
    normal, u = rng.normal(size=(n, 50)), rng.normal(size=50)
    flips = np.where(rng.random(n) < flipped, -1, 1)
    y = np.where(normal @ u > 0, 1, -1) * flips
    tenths, bits = np.round(normal, 1), (normal[:, :20] > 0) * 0.1
    columns = np.sort(rng.integers(0, 50_000, size=(n, 100), dtype=np.int32), axis=1)
    pointers = np.arange(0, 100 * n + 1, 100, dtype=np.int32)
    sparse = csr_matrix((rng.normal(size=100 * n), columns.ravel(), pointers), shape=(n, 50_000))
    sparse.sum_duplicates()
    return [
        Table("float64, 50 columns", normal, y),
        Table("float32, 50 columns", normal.astype(np.float32), y),
        Table("int16, 50 columns", np.round(100 * normal).astype(np.int16), y),
        Table("one decimal, 50 columns", tenths, y),
        Table("0 or 0.1, 20 columns", bits, np.where(bits @ u[:20] > u[:20].sum() * 0.05, 1, -1) * flips),
        Table("sparse, 100 of 50,000 columns", sparse, np.where(sparse @ rng.normal(size=50_000) > 0, 1, -1) * flips),
    ]
