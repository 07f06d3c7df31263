"""Data as the compiled loop reads it: a matrix row by row, or the non-zero entries of a sparse one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.data.arrays import LARGEST_INTEGER, without_parts
from perceptron.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LARGEST_INDEX = 2**31 - 1
MOST_ENTRIES = 2**22  # of a row, for which the bound's constants are worked out


@dataclass(frozen=True)
class Rows:
    """n rows of d entries: `data` row after row if `indptr` is empty, else the entries of CSR with their columns in `indices`."""

    data: Array
    indices: Array
    indptr: Array
    n: int
    d: int

    @property
    def dense(self) -> bool:
        """Whether every entry is stored."""
        return not len(self.indptr)

    def row(self, i: int) -> tuple[list[int], list[Any]]:
        """The columns and the entries of row i, as Python's numbers."""
        if self.dense:
            return list(range(self.d)), self.data[i * self.d : (i + 1) * self.d].tolist()
        part = slice(self.indptr[i], self.indptr[i + 1])
        return self.indices[part].tolist(), self.data[part].tolist()


def rows_of(X: Any) -> Rows:
    """The rows of a matrix of floats (up to 64 bits) or integers, dense or a scipy.sparse matrix. Nothing is copied that need not be.

    Raises InputError where a float64 cannot hold an entry: see `holds`, and `without_parts` for entries in several parts.
    """
    X = without_parts(X) if hasattr(X, "tocsr") else X
    if not holds(X):
        raise InputError(f"entries of type {X.dtype} that float64 does not hold exactly")
    if hasattr(X, "tocsr"):
        if X.nnz > LARGEST_INDEX or int(np.diff(X.indptr).max(initial=0)) > MOST_ENTRIES:
            raise InputError(f"more than {LARGEST_INDEX} entries, or a row with more than {MOST_ENTRIES}")
        return Rows(_compilable(X.data), X.indices.astype(np.int32, copy=False), X.indptr.astype(np.int32, copy=False), *X.shape)
    if X.shape[1] > MOST_ENTRIES:
        raise InputError(f"rows with more than {MOST_ENTRIES} entries")
    nothing = np.empty(0, np.int32)
    return Rows(_compilable(np.ascontiguousarray(X).reshape(-1)), nothing, nothing, *X.shape)


def _compilable(data: Array) -> Array:
    """The entries in one of five types, so that the loop is compiled five times at most."""
    of = {"b": np.int16, "B": np.int16, "?": np.int16, "H": np.int32, "I": np.int64, "L": np.float64, "Q": np.float64, "e": np.float32}
    wider = of.get(data.dtype.char)
    return data if wider is None else data.astype(wider)


class Writeable:
    """An array that says it may be written to, which the loops never do: for arrays that may not they would be compiled once more."""

    def __init__(self, array: Array) -> None:
        self.array = array  # which owns the memory
        self.__array_interface__ = array.__array_interface__ | {"data": (array.__array_interface__["data"][0], False)}

    @classmethod
    def of(cls, array: Array) -> Array:
        """The array itself, if it may be written to."""
        return array if array.flags.writeable else np.asarray(cls(array))


def holds(X: Any) -> bool:
    """Whether float64 holds every entry of the matrix exactly; NaN counts as held."""
    if X.dtype.kind not in "iu" or X.dtype.itemsize <= 4:
        return X.dtype.kind in "iub" or X.dtype in (np.float64, np.float32, np.float16)
    data = X.tocsr().data if hasattr(X, "tocsr") else X
    if not data.size or max(top := int(data.max()), -int(data.min())) <= LARGEST_INTEGER:
        return True
    floats = data.astype(np.float64)
    return float(top) <= float(floats.max()) < 2.0 ** (63 + (data.dtype.kind == "u")) and bool((floats.astype(data.dtype) == data).all())
