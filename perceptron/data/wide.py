"""Matrices of integers whose products int64 does not hold, cut into parts whose it does, so that numpy multiplies them without error."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

PART_BITS = 24  # of an entry in one part
SUM_BITS = 62  # of a sum over a row


class WideMatrix:
    """T rows of integers of any size.

    data       the entries, an array of Python's integers or of int64: of shape (T, d), or flat for a sparse matrix
    indices, indptr, shape   those of CSR, for a sparse matrix; no entry is given twice

    A sparse one is read as scipy's CSR is: `data`, `indices`, `indptr`, `nnz`, `shape`, rows by `[…]`, `toarray`.
    """

    def __init__(self, data: Any, indices: Any = None, indptr: Any = None, shape: tuple[int, int] | None = None) -> None:
        self.data, self.indices, self.indptr = data, indices, indptr
        self.shape = data.shape if shape is None else shape

    @property
    def dtype(self) -> Any:
        """That of the entries."""
        return self.data.dtype

    @property
    def nnz(self) -> int:
        """The number of entries that are stored."""
        return int(self.data.size)

    @cached_property
    def room(self) -> int:
        """The bits that two factors may have together, so that int64 holds a sum of such products over a row."""
        import numpy as np

        longest = self.shape[1] if self.indptr is None else int(np.diff(self.indptr).max(initial=0))
        return SUM_BITS - longest.bit_length()

    @property
    def bits(self) -> int:
        """The bits of a part, of which two are multiplied."""
        return min(PART_BITS, (self.room - 1) // 2)

    @cached_property
    def parts(self) -> list[Any]:
        """Matrices of int64, dense or CSR, of which the k-th times 2^(bits·k) add up to this one."""
        import numpy as np

        sizes, signs = abs(self.data), np.where(self.data < 0, -1, 1)
        made: list[Any] = []
        while not made or sizes.max(initial=0):
            made.append(self._like((sizes & ((1 << self.bits) - 1)).astype(np.int64) * signs))
            sizes = sizes >> self.bits
        return made

    def parts_at(self, at: Any) -> list[Any]:
        """The parts of the rows `at`."""
        return [rows_at(part, at) for part in self.parts]

    def floats_at(self, at: Any) -> Any:
        """The rows `at` over the greatest |entry|, in floats."""
        return rows_at(self.floats, at)

    @cached_property
    def floats(self) -> Any:
        """The entries over the greatest |entry|, to the nearest float but for a unit in the last place."""
        import numpy as np

        top = abs(self.data).max(initial=1)
        return self._like((self.data / top).astype(np.float64))

    def times(self, v: Sequence[int], at: Any, signs: Any = 1) -> list[int]:
        """The product with an integer vector, exactly, for the rows `at`; each times its sign, if an array of ±1 is given."""
        import numpy as np

        sizes, ways = [abs(a) for a in v], [1 if a >= 0 else -1 for a in v]
        step = self.room - self.bits  # the bits of a part of v
        total: list[int] = []
        chosen, below = self.parts_at(at), 0
        while not below or any(size >> below for size in sizes):
            piece = np.array([(size >> below) % (1 << step) * way for size, way in zip(sizes, ways, strict=True)], dtype=np.int64)
            product = added_up([(part @ piece) * signs for part in chosen], self.bits)
            total = [a + (b << below) for a, b in zip(total, product, strict=True)] if below else product
            below += step
        return total

    def norms2(self, at: Any) -> list[int]:
        """⟨n,n⟩ for the rows `at`, exactly."""
        return self._norms2[at] if isinstance(at, slice) else [self._norms2[t] for t in at]

    @cached_property
    def _norms2(self) -> list[int]:
        return self._squares(self.parts)

    def _squares(self, parts: list[Any]) -> list[int]:
        total: list[int] = []
        for j, left in enumerate(parts):
            products = (left * right if self.indptr is None else self._like(left.data * right.data) for right in parts[: j + 1])
            columns = [product.sum(axis=1) << (k != j) for k, product in enumerate(products)]
            row, shift = added_up(columns, self.bits), j * self.bits
            total = [a + (b << shift) for a, b in zip(total, row, strict=True)] if total else row
        return total

    def __getitem__(self, at: Any) -> WideMatrix:
        """Some of the rows: a slice or a list of places."""
        import numpy as np

        if self.indptr is None:
            return WideMatrix(self.data[at])
        places = self._like(np.arange(self.nnz))[at]
        return WideMatrix(self.data[places.data], places.indices, places.indptr, places.shape)

    def without_zeros(self) -> WideMatrix:
        """The same sparse matrix, no stored entry being 0."""
        import numpy as np

        kept = self.data != 0
        if kept.all():
            return self
        return WideMatrix(self.data[kept], self.indices[kept], np.concatenate([[0], np.cumsum(kept)])[self.indptr], self.shape)

    def toarray(self) -> Any:
        """The rows with their zeros, an array of Python's integers."""
        import numpy as np

        if self.indptr is None:
            return self.data
        whole = np.zeros(self.shape, dtype=object)
        whole[np.repeat(np.arange(self.shape[0]), np.diff(self.indptr)), self.indices] = self.data
        return whole

    def _like(self, data: Any) -> Any:
        """A matrix of numpy's or scipy's with these entries in the same places."""
        from scipy.sparse import csr_array

        return data if self.indptr is None else csr_array((data, self.indices, self.indptr), shape=self.shape)


class CompactMatrix(WideMatrix):
    """Dense rows in a form smaller than Python's integers. Parts and integers are made of the rows that are asked for, and not kept."""

    @property
    def bits(self) -> int:
        """The bits of a part, of which two are multiplied."""
        return (self.room - 1) // 2

    @property
    def largest(self) -> int:
        """The greatest |n|."""
        raise NotImplementedError

    def norms2(self, at: Any) -> list[int]:
        """⟨n,n⟩ for the rows `at`, exactly."""
        return self._squares(self.parts_at(at))

    def row(self, t: int) -> list[int]:
        """The integers of a row."""
        raise NotImplementedError


def added_up(columns: list[Any], bits: int) -> list[int]:
    """Σ column·2^(bits·k) over the k-th columns, arrays of int64 below 2⁶² in size: most of it before they are integers of Python."""
    digits: list[Any] = []
    carry, width = 0, SUM_BITS // bits * bits
    for column in columns[:-1]:
        digits.append((column + carry) & ((1 << bits) - 1))
        carry = (column + carry) >> bits
    total: list[int] = (columns[-1] + carry).tolist()
    for first in reversed(range(0, len(digits), width // bits)):
        group = digits[first : first + width // bits]
        low = sum(digit << bits * k for k, digit in enumerate(group)).tolist()
        shift = bits * len(group)
        total = [(a << shift) + b for a, b in zip(total, low, strict=True)]
    return total


def rows_at(matrix: Any, at: Any) -> Any:
    """Some rows of a matrix of numpy's or of CSR: a slice or a list of places. Neighbouring rows are not copied."""
    if not isinstance(at, slice) or not hasattr(matrix, "indptr"):
        return matrix[at]
    first, end, _ = at.indices(matrix.shape[0])
    a, b = matrix.indptr[first], matrix.indptr[max(first, end)]
    indptr = matrix.indptr[first : max(first, end) + 1] - a
    return type(matrix)((matrix.data[a:b], matrix.indices[a:b], indptr), shape=(len(indptr) - 1, matrix.shape[1]))


def scaled_rows(matrix: Any, scale: Any) -> Any:
    """A matrix of numpy's or CSR in floats, each row times its number."""
    import numpy as np

    if not hasattr(matrix, "indptr"):
        return matrix * scale[:, None]
    return type(matrix)((matrix.data * np.repeat(scale, np.diff(matrix.indptr)), matrix.indices, matrix.indptr), shape=matrix.shape)


def sparse_rows(data: Any, indices: Any, indptr: Any, shape: tuple[int, int]) -> Any:
    """CSR of int64, or a `WideMatrix` if the entries are Python's integers."""
    from scipy.sparse import csr_array

    return WideMatrix(data, indices, indptr, shape) if data.dtype == object else csr_array((data, indices, indptr), shape=shape)
