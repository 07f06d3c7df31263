"""T rows of d integers over one common denominator, with a label for each row: what the engines read.

Small data is held as tuples of Python integers. Large data is held as a numpy matrix, which is 4 to 30 times smaller and which the
compiled engine reads, or as a sparse one. A matrix is of int64, or of int16 or int32 if its numbers came so. Longer numbers are in a
`WideMatrix`, tables of floats in a `DyadicMatrix`, tables of long decimals in a `TwoWordMatrix`. The other forms are made when they are
first asked for, if they fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any

from perceptron.data.dyadic import DyadicMatrix
from perceptron.data.wide import CompactMatrix, WideMatrix, rows_at, scaled_rows
from perceptron.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = tuple[tuple[int, ...], ...]
    Matrix = NDArray[np.int64]

INT64_MAX = 2**63 - 1
LEAST_BITS, MOST_PARTS = 8, 8  # of the parts into which a vector is cut
MANY = 10_000  # entries from which numpy is worth loading
SPARSE_BLOCK = 1 << 16  # rows of a sparse matrix that are worked on at a time
BLOCK_CELLS, LEAST_BLOCK = 1 << 17, 1 << 10  # entries of a dense one, so that they stay in the processor's cache, and its rows at least
MAX_WRITTEN = 2 * 10**8  # entries of a sparse matrix that are written out, zeros included


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
            dense: Any = self._cache.get("array") if self.table is None else self.table.toarray()
            array = dense if self.sparse is None else self._written_out()
            self._cache["rows"] = tuple(map(tuple, array.tolist()))
        rows: Rows = self._cache["rows"]
        return rows

    def array(self) -> Matrix | None:
        """The numerators as a read-only int64 matrix (T × d), or None if one of them does not fit.

        Raises InputError for a sparse matrix that is too large to be written out.
        """
        if "array" not in self._cache:
            import numpy as np

            if self.sparse is not None:
                if self.is_wide:
                    return None
                self._cache["array"] = self._written_out()
                self._cache["array"].flags.writeable = False
            elif self.largest() > INT64_MAX:
                self._cache["array"] = None
            else:
                rows = self.numerators if self.table is None else self.table.toarray()
                array = np.array(rows, dtype=np.int64).reshape(len(self), self.dimension)
                array.flags.writeable = False
                self._cache["array"] = array
        elif self._cache["array"] is not None and self._cache["array"].itemsize < 8:
            self._cache["array"] = self._cache["array"].astype("int64")  # in place of the narrow one
            self._cache["array"].flags.writeable = False
        matrix: Matrix | None = self._cache["array"]
        return matrix

    def _written_out(self) -> Any:
        if len(self) * self._dimension > MAX_WRITTEN:
            raise InputError(f"{len(self)} sparse examples in dimension {self._dimension} are too many to be written out")
        return self.sparse.toarray()

    @property
    def sparse(self) -> Any:
        """The numerators as a scipy CSR matrix of int64 or a sparse `WideMatrix`, if they are held so; else None."""
        return self._cache.get("sparse")

    @property
    def table(self) -> CompactMatrix | None:
        """The numerators as multiples of floats or in two words, if they are held so."""
        return self._cache.get("table")

    @property
    def dyadic(self) -> DyadicMatrix | None:
        """The numerators as multiples of floats, if they are held so."""
        return self.table if isinstance(self.table, DyadicMatrix) else None

    @property
    def is_wide(self) -> bool:
        """Whether the numerators are held as a sparse `WideMatrix`."""
        return isinstance(self.sparse, WideMatrix)

    def matrix(self) -> Any:
        """The numerators as a matrix of signed integers, as it is held; None for dense ones of which one does not fit into int64."""
        return self.array() if self._held() is None else self._held()

    def multiple(self, rounds: Sequence[int] | None = None) -> Any:
        """A positive multiple of the numerators of all rounds, or of some, as a dense matrix: of integers, as narrow as it is held, or of
        floats, which may be off by a few units in the last place. None if only integers of Python hold it."""
        at = self._places(rounds)
        if self.table is not None:
            return self.table.data[at] if isinstance(self.table, DyadicMatrix) else self.table.floats_at(at)
        matrix: Any = self.matrix() if self.sparse is None else self.array()
        return None if matrix is None else matrix[at]

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
            array = self._cache.get("array") if self.sparse is None else self.sparse.data
            if self.table is not None:
                self._cache["largest"] = self.table.largest
            elif array is not None and array.size:
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

    @property
    def block_rows(self) -> int:
        """How many rows are worked on at a time, so that what is made of them need not be held for all at once."""
        return SPARSE_BLOCK if self.sparse is not None else max(LEAST_BLOCK, BLOCK_CELLS // max(1, self.dimension))

    def blocks(self, first: int = 0, size: int | None = None) -> Iterator[tuple[int, Rows, tuple[int, ...]]]:
        """(round of the first row, folded rows, labels) from round `first` on; a large matrix comes in blocks of `size` rows."""
        size = size or self.block_rows
        array = (self._cache.get("array") if self.table is None else self.table) if self.sparse is None else self.sparse
        if array is None or (len(self) <= size and self.sparse is None):
            yield first, self.folded()[first:] if first else self.folded(), self._labels[first:]
            return
        for start in range(first, len(self), size):
            part = array[start : start + size]
            part = part.toarray() if hasattr(part, "toarray") else part
            folded = part * self.labels_array()[start : start + size, None]
            yield start, tuple(map(tuple, folded.tolist())), self._labels[start : start + size]

    def stretches(self) -> Iterator[range]:
        """The rounds in order, `block_rows` at a time."""
        return (range(first, min(first + self.block_rows, len(self))) for first in range(0, len(self), self.block_rows))

    def against(self, v: Sequence[int], rounds: Sequence[int] | None = None) -> list[int]:
        """y⟨v,n⟩ for every round, or for some, for an integer vector v; by numpy if there is a matrix, v in parts."""
        if (wide := self._wide()) is not None:
            at = self._places(rounds)
            return wide.times(v, at, self.labels_array()[at])
        matrix = self._held()
        most = max(map(abs, v), default=0)
        bits = min(62, (INT64_MAX // (2 * self.dimension * self.largest() or 1)).bit_length() - 1)  # of a part
        if matrix is not None and bits >= LEAST_BITS and most.bit_length() <= MOST_PARTS * bits:
            at, shift = self._places(rounds), 0
            matrix, labels = rows_at(matrix, at), self.labels_array()[at]
            total: list[int] = []
            while not shift or most >> shift:
                part = [(abs(a) >> shift) % (1 << bits) * (1 if a >= 0 else -1) for a in v]
                products = ((matrix @ _int64(part)) * labels).tolist()
                total = products if not total else [a + (b << shift) for a, b in zip(total, products, strict=True)]
                shift += bits
            return total
        if rounds is None and self.sparse is None:
            return [sum(map(mul, v, z)) for _, rows, _ in self.blocks() for z in rows]
        return [self._labels[t] * sum(v[i] * n for i, n in self.entries(t)) for t in (range(len(self)) if rounds is None else rounds)]

    def least_against(self, v: Sequence[int]) -> int | None:
        """min y⟨v,n⟩, None if there is no round: floats find the rounds that can have it, and integers decide among them."""
        if (self._held() is None and self.table is None) or self.is_wide or not len(self):
            return min((min(self.against(v, part)) for part in self.stretches()), default=None)
        import numpy as np

        top = max(map(abs, v), default=0) or 1
        scores, error = self.scores(np.array([value / top for value in v]))
        return min(self.against(v, np.flatnonzero(scores <= scores.min() + 2 * error).tolist()))

    def scores(self, v: Any) -> tuple[Any, float]:
        """y⟨v,n⟩ over the greatest |n| in floats, for every round, and how far off they may be.

        v    floats from −1 to 1, each within half a unit in the last place of what it stands for
        """
        import numpy as np

        scores, error, unit = np.empty(len(self)), 0.0, Fraction(self.largest() or 1)
        for part in self.stretches():
            rows = self.in_floats(part, unit)
            scores[part.start : part.stop] = rows @ v
            error = max(error, (self.dimension + 8) * 2.0**-52 * float(abs(rows).sum(axis=1).max()))
        return scores, error

    def entries(self, t: int) -> list[tuple[int, int]]:
        """(column, numerator) of a round, without zeros if the matrix is sparse."""
        if self.sparse is not None:
            part = slice(self.sparse.indptr[t], self.sparse.indptr[t + 1])
            return list(zip(self.sparse.indices[part].tolist(), self.sparse.data[part].tolist(), strict=True))
        if self.table is not None:
            return list(enumerate(self.table.row(t)))
        row = self._cache["rows"][t] if "rows" in self._cache else self._cache["array"][t].tolist()
        return list(enumerate(row))

    def norms2(self, rounds: Sequence[int] | None = None) -> list[int]:
        """⟨n,n⟩ for every round, or for some."""
        if (wide := self._wide()) is not None:
            return wide.norms2(self._places(rounds))
        matrix = self._held()
        if matrix is not None and self.dimension * self.largest() ** 2 <= INT64_MAX:
            part = matrix[self._places(rounds)].astype("int64")
            norms: list[int] = (part * part).sum(axis=1).tolist()
            return norms
        if rounds is None and self.sparse is None:
            return [sum(map(mul, z, z)) for _, rows, _ in self.blocks() for z in rows]
        return [sum(n * n for _, n in self.entries(t)) for t in (range(len(self)) if rounds is None else rounds)]

    def in_floats(self, rounds: Sequence[int], unit: Fraction) -> Any:
        """The vectors y·n/unit of some rounds in floats, sparse if they are held so."""
        import numpy as np

        matrix, at = self._held(), self._places(rounds)
        if (wide := self._wide()) is not None:
            scale = self.labels_array()[at] * float(self.largest() / unit)
            if not isinstance(wide, CompactMatrix):
                return scaled_rows(wide.floats_at(at), scale)
            made = np.empty((len(rounds), self.dimension))
            for first in range(0, len(rounds), self.block_rows):  # in parts, since what comes up on the way takes twice as much
                part = slice(first, first + self.block_rows)
                made[part] = scaled_rows(wide.floats_at(self._places(rounds[part])), scale[part])
            return made
        if matrix is None:
            rows = [[float(self._labels[t] * n / unit) for n in self.numerators[t]] for t in rounds]
            return np.array(rows, dtype=np.float64).reshape(len(rows), self.dimension)  # of no rounds too
        return scaled_rows(rows_at(matrix, at), self.labels_array()[at] / float(unit))

    def longest2(self) -> int:
        """max ⟨n,n⟩ over all rounds, 0 if there is none."""
        if "longest2" not in self._cache:
            self._cache["longest2"] = max((max(self.norms2(part)) for part in self.stretches()), default=0)
        longest2: int = self._cache["longest2"]
        return longest2

    @staticmethod
    def _places(rounds: Sequence[int] | None) -> Any:
        """Rounds as an index of numpy that copies no more than it has to."""
        if rounds is None:
            return slice(None)
        return slice(rounds.start, rounds.stop) if isinstance(rounds, range) and rounds.step == 1 else list(rounds)

    def _held(self) -> Any:
        return self._cache.get("array") if self.sparse is None else self.sparse

    def _wide(self) -> WideMatrix | None:
        """The numerators as a `WideMatrix`, if they are many and squares of lengths do not fit into int64."""
        if "wide" not in self._cache:
            self._cache["wide"] = self.sparse if self.is_wide else self.table
            if self._cache["wide"] is None and self._stored() >= MANY and self.dimension * self.largest() ** 2 > INT64_MAX:
                self._cache["wide"] = self._cut_into_parts()
        wide: WideMatrix | None = self._cache["wide"]
        return wide

    def _stored(self) -> int:
        return len(self) * self.dimension if self.sparse is None else int(self.sparse.nnz)

    def _cut_into_parts(self) -> WideMatrix:
        import numpy as np

        if self.sparse is not None:
            return WideMatrix(self.sparse.data, self.sparse.indices, self.sparse.indptr, self.sparse.shape)
        array = self.array()
        return WideMatrix(np.array(self.numerators, dtype=object) if array is None else array)

    @property
    def holds_array(self) -> bool:
        """Whether a dense matrix exists already."""
        return self._cache.get("array") is not None


def _int64(values: Sequence[int]) -> Matrix:
    import numpy as np

    return np.array(values, dtype=np.int64)


def narrowest(largest: int) -> Any:
    """The narrowest type for numbers up to ±largest, of those in which examples are held."""
    import numpy as np

    return next((kind for kind in (np.int16, np.int32) if largest <= np.iinfo(kind).max), np.int64)
