"""Sparse matrices with each entry once. One that is given in parts stands for their sum, which scipy rounds, or lets wrap around."""

from __future__ import annotations

from math import fsum, prod
from typing import Any

import numpy as np

from perceptron.errors import InputError

LARGEST_INTEGER = 2**53  # up to which every integer is a float
INT64 = np.iinfo(np.int64)


def without_parts(X: Any) -> Any:
    """A sparse matrix of numbers as CSR, shape (n, d), the parts of each entry added exactly. CSR without such parts is not copied.

    Integers add up to int64, floats to float64. Raises InputError where these do not hold a sum.

        >>> from scipy.sparse import coo_array
        >>> without_parts(coo_array(([100, 100], ([0, 0], [0, 0])), shape=(1, 2), dtype="int8")).toarray()
        array([[200,   0]])
    """
    if X.ndim != 2 or X.dtype.kind not in "biuf" or (X.format == "csr" and X.has_canonical_format):
        return X
    parts = X if X.format in ("csr", "csc") else X.tocoo(copy=False)
    once = parts.tocsr(copy=True)
    once.sum_duplicates()
    return once if once.nnz == parts.nnz or X.dtype.kind == "b" else _added(parts.tocoo(), once)


def _added(parts: Any, once: Any) -> Any:
    """The matrix `once` with the exact sums of the parts, given as COO."""
    fits = prod(parts.shape) <= INT64.max
    order = np.argsort(parts.row * np.int64(parts.shape[1]) + parts.col, kind="stable") if fits else np.lexsort((parts.col, parts.row))
    row, column, data = parts.row[order], parts.col[order], parts.data[order]
    starts = np.flatnonzero(np.append(True, (np.diff(row) != 0) | (np.diff(column) != 0)))
    sums, bad = _integer_sums(data, starts) if data.dtype.kind in "iu" else _float_sums(data, starts)
    if bad is not None:
        raise InputError(
            f"row {row[starts[bad]]}, column {column[starts[bad]]} of the sparse matrix is given in several parts, and {sums.dtype} is "
            "not known to hold their sum; to have it rounded, call the matrix's sum_duplicates() beforehand, else pass rows of Fractions"
        )
    return type(once)((sums, column[starts], once.indptr), shape=once.shape)


def _integer_sums(data: Any, starts: Any) -> tuple[Any, int | None]:
    """The sums from each start to the next in int64, and the first that does not fit."""
    largest = max(int(data.max()), -int(data.min())) * len(data)
    sums = np.add.reduceat(data.astype(np.int64 if largest <= INT64.max else object), starts)
    bad = np.flatnonzero((sums > INT64.max) | (sums < INT64.min))
    return (sums.astype(np.int64), None) if not len(bad) else (np.zeros(0, np.int64), int(bad[0]))


def _float_sums(data: Any, starts: Any) -> tuple[Any, int | None]:
    """The sums from each start to the next in float64, and the first that this does not hold."""
    ends = np.append(starts[1:], len(data))
    several = np.flatnonzero(ends - starts > 1)
    if data.dtype.itemsize > 8:
        return np.zeros(0), int(several[0])
    data = data.astype(np.float64)
    with np.errstate(all="ignore"):
        sums, size = np.add.reduceat(data, starts), np.abs(data).sum()
    if not np.isfinite(data).all() or (size < LARGEST_INTEGER and (data == np.rint(data)).all()):
        return sums, None  # what is not finite is refused where the rows are read
    for k in several.tolist():
        part = data[starts[k] : ends[k]].tolist()
        try:
            sums[k] = fsum(part)
        except OverflowError:
            return sums, k
        if fsum([*part, -sums[k]]):
            return sums, k
    return sums, None
