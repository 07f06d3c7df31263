"""T rows of d integers over one common denominator, with a label for each row: what the engines read.

Small data is held as tuples of Python integers. Large data is held as a numpy int64 matrix, which is 4 to 8 times smaller and
which the compiled engine reads. Each form is made from the other when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = tuple[tuple[int, ...], ...]
    Matrix = NDArray[np.int64]

INT64_MAX = 2**63 - 1
LEAST_BITS, MOST_PARTS = 8, 8  # of the parts into which a vector is cut
BLOCK_ROWS = 1 << 16  # rows of a large matrix that `blocks` turns into tuples at a time


class IntegerRows:
    """Rows n of integers with labels y ∈ {−1, +1}; x = n/denominator."""

    __slots__ = ("_cache", "_denominator", "_dimension", "_labels")

    def _set(self, cache: dict[str, Any], labels: tuple[int, ...], denominator: int, dimension: int) -> None:
        self._cache, self._labels, self._denominator, self._dimension = cache, labels, denominator, dimension

    def __len__(self) -> int:
        return len(self._labels)

    @property
    def labels(self) -> tuple[int, ...]:
        """The labels, each −1 or +1."""
        return self._labels

    @property
    def denominator(self) -> int:
        """The positive integer D with x = n/D for every row n of `numerators`."""
        return self._denominator

    @property
    def dimension(self) -> int:
        """The number of entries of every x."""
        return self._dimension

    @property
    def numerators(self) -> Rows:
        """The integer rows n with x = n/denominator."""
        if "rows" not in self._cache:
            self._cache["rows"] = tuple(map(tuple, self._cache["array"].tolist()))
        rows: Rows = self._cache["rows"]
        return rows

    def array(self) -> Matrix | None:
        """The numerators as a read-only int64 matrix (T × d), or None if one of them does not fit."""
        if "array" not in self._cache:
            import numpy as np

            if self.largest() > INT64_MAX:
                self._cache["array"] = None
            else:
                array = np.array(self.numerators, dtype=np.int64).reshape(len(self), self.dimension)
                array.flags.writeable = False
                self._cache["array"] = array
        matrix: Matrix | None = self._cache["array"]
        return matrix

    def labels_array(self) -> Any:
        """The labels as a read-only int64 array of length T."""
        if "labels" not in self._cache:
            import numpy as np

            array = np.array(self._labels, dtype=np.int64)
            array.flags.writeable = False
            self._cache["labels"] = array
        return self._cache["labels"]

    def largest(self) -> int:
        """N = max |numerator|, 0 if there is none. The guards against overflow use it."""
        if "largest" not in self._cache:
            array = self._cache.get("array")
            if array is not None and array.size:
                self._cache["largest"] = max(int(array.max()), -int(array.min()))
            else:
                flat = list(chain.from_iterable(self.numerators))
                self._cache["largest"] = max(max(flat), -min(flat)) if flat else 0
        largest: int = self._cache["largest"]
        return largest

    def folded(self) -> Rows:
        """The integer rows z = y·n. A learner sees no more of a round than z."""
        if "folded" not in self._cache:
            pairs = zip(self._labels, self.numerators, strict=True)
            self._cache["folded"] = tuple(row if y == 1 else tuple(-n for n in row) for y, row in pairs)
        folded: Rows = self._cache["folded"]
        return folded

    def blocks(self, first: int = 0, size: int = BLOCK_ROWS) -> Iterator[tuple[int, Rows, tuple[int, ...]]]:
        """(round of the first row, folded rows, labels) from round `first` on; a large matrix comes in blocks of `size` rows."""
        array = self._cache.get("array")
        if array is None or len(self) <= size:
            yield first, self.folded()[first:] if first else self.folded(), self._labels[first:]
            return
        for start in range(first, len(self), size):
            folded = array[start : start + size] * self.labels_array()[start : start + size, None]
            yield start, tuple(map(tuple, folded.tolist())), self._labels[start : start + size]

    def against(self, v: Sequence[int]) -> list[int]:
        """y⟨v,n⟩ for every round, for an integer vector v; by numpy if there is the matrix, with v in parts that cannot overflow."""
        array = self._cache.get("array")
        most = max(map(abs, v), default=0)
        bits = min(62, (INT64_MAX // (2 * self.dimension * self.largest() or 1)).bit_length() - 1)  # of a part
        if array is not None and bits >= LEAST_BITS and most.bit_length() <= MOST_PARTS * bits:
            labels, shift = self.labels_array(), 0
            total: list[int] = []
            while not total or most >> shift:
                part = [(abs(a) >> shift) % (1 << bits) * (1 if a >= 0 else -1) for a in v]
                products = ((array @ _int64(part)) * labels).tolist()
                total = products if not total else [a + (b << shift) for a, b in zip(total, products, strict=True)]
                shift += bits
                if not products:
                    break
            return total
        return [sum(map(mul, v, z)) for _, rows, _ in self.blocks() for z in rows]

    def norms2(self) -> list[int]:
        """⟨n,n⟩ for every round."""
        array = self._cache.get("array")
        if array is not None and self.dimension * self.largest() ** 2 <= INT64_MAX:
            norms: list[int] = (array * array).sum(axis=1).tolist()
            return norms
        return [sum(map(mul, z, z)) for _, rows, _ in self.blocks() for z in rows]

    @property
    def holds_array(self) -> bool:
        """Whether the int64 matrix exists already."""
        return self._cache.get("array") is not None


def _int64(values: Sequence[int]) -> Matrix:
    import numpy as np

    return np.array(values, dtype=np.int64)
