"""Exact values of arrays: floats as whole multiples of a power of two, sparse matrices with each entry once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perceptron.data.matrix import BITS, ROOM, IntegerMatrix, narrowest
from perceptron.errors import InputError

BLOCK = 1 << 14  # entries that are looked at at a time, so that they stay in the processor's nearest cache
MANTISSA = (1 << 52) - 1
LARGEST_WHOLE = 2.0**53  # from which every float is whole


def last_bit(block: Any) -> float:
    """The greatest power of two of which some finite float64 are whole multiples; infinite if all are 0.

    It is 1 for whole numbers of ordinary size, even if they are all multiples of 2: to see that they are whole is much faster.
    """
    if (block == np.rint(block)).all() and (top := np.abs(block).max(initial=0.0)) < LARGEST_WHOLE:
        return 1.0 if top else np.inf
    bits = block.view(np.int64)
    without = (bits & (bits - 1)).view(np.float64)  # its last bit is gone, unless it has the leading one alone
    lowest = np.where(bits & MANTISSA != 0, np.abs(block - without), np.abs(block))
    return float(lowest.min(where=lowest != 0, initial=np.inf))


def of_floats(values: Any, *csr: Any) -> tuple[IntegerMatrix, int]:
    """A matrix of finite float64 as integers over a power of two: in int64 if that holds them, else in digits.

    csr    for entries of sparse rows the other arguments of `IntegerMatrix`
    """
    flat = values.reshape(-1)
    lowest = min((last_bit(flat[first : first + BLOCK]) for first in range(0, flat.size, BLOCK)), default=np.inf)
    shift = 0 if lowest >= 1 else 1 - int(np.frexp(lowest)[1])
    top = max(float(values.max(initial=0)), -float(values.min(initial=0)))
    bits = int(np.frexp(top)[1]) + shift  # of the greatest integer
    if bits <= ROOM:
        kind = narrowest((1 << max(0, bits)) - 1)
        return IntegerMatrix([np.ldexp(values, shift).astype(kind)], *csr), 1 << shift
    rest, digits = values.copy(), []
    for place in range((bits - 1) // BITS * BITS, -1, -BITS):  # what is left over after each digit is a float, and so are its multiples
        digit = np.trunc(np.ldexp(rest, shift - place))
        rest -= np.ldexp(digit, place - shift)
        digits.append(digit.astype(np.int32))
    return IntegerMatrix(digits[::-1], *csr), 1 << shift


# -- sparse matrices: an entry that is given in parts stands for their sum, which scipy rounds, or lets wrap around


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
    return once if once.nnz == parts.nnz or X.dtype.kind == "b" else _add(parts.tocoo(), once)


def _add(parts: Any, once: Any) -> Any:
    """The matrix `once` with the exact sums of the parts, given as COO."""
    order = np.lexsort((parts.col, parts.row))
    row, column, data = parts.row[order], parts.col[order], parts.data[order]
    starts = np.flatnonzero(np.append(True, (np.diff(row) != 0) | (np.diff(column) != 0)))
    ends = np.append(starts[1:], len(data))
    kind = np.int64 if data.dtype.kind in "iu" else np.float64
    with np.errstate(all="ignore"):
        sums = np.add.reduceat(data.astype(kind), starts)  # for what is in one part, or not finite: that is refused where rows are read
    for k in np.flatnonzero(ends - starts > 1).tolist():
        some = data[starts[k] : ends[k]]
        total = sum(map(Fraction, some.tolist()), Fraction(0)) if data.dtype.itemsize <= 8 and np.isfinite(some).all() else None
        if total is not None and (INT64.min <= total <= INT64.max if kind is np.int64 else _is_float(total)):
            sums[k] = int(total) if kind is np.int64 else float(total)
        elif total is not None or data.dtype.itemsize > 8:
            raise InputError(
                f"row {row[starts[k]]}, column {column[starts[k]]} of the sparse matrix is given in several parts, and {sums.dtype} "
                "is not known to hold their sum; to have it rounded, call the matrix's sum_duplicates() beforehand, else pass rows of "
                "Fractions"
            )
    return type(once)((sums, column[starts], once.indptr), shape=once.shape)


def _is_float(value: Fraction) -> bool:
    try:
        return Fraction(float(value)) == value
    except OverflowError:
        return False
