"""T rows of d integers over one common denominator, with a label for each row: the rows as the engines read them.

They are held in one of two ways. Small data are tuples of Python's integers. Large data, and what comes as an array, are an
`IntegerMatrix`. Each form is made of the other when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError

if TYPE_CHECKING:
    from perceptron.data.matrix import IntegerMatrix

    Rows = tuple[tuple[int, ...], ...]

INT64_MAX = 2**63 - 1
MANY = 10_000  # entries from which numpy is worth loading
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
        """The integer rows n with x = n/denominator. Raises InputError for a sparse matrix that is too large to be written out."""
        if "rows" not in self._cache:
            self._cache["rows"] = tuple(map(tuple, self._written_out().tolist()))
        rows: Rows = self._cache["rows"]
        return rows

    @property
    def integer_matrix(self) -> IntegerMatrix | None:
        """The numerators as a matrix, if they are held so."""
        return self._cache.get("matrix")

    @property
    def sparse(self) -> IntegerMatrix | None:
        """The numerators as a matrix without zeros, if they are held so."""
        return self.integer_matrix if self.integer_matrix is not None and self.integer_matrix.sparse else None

    def matrix(self) -> IntegerMatrix:
        """The numerators as a matrix, which is made for those that are held in tuples, and kept if there are many."""
        if (held := self.integer_matrix) is not None:
            return held
        import numpy as np

        from perceptron.data.matrix import IntegerMatrix

        fits = self.largest() <= INT64_MAX
        values = np.array(self.numerators, dtype=np.int64 if fits else object).reshape(len(self), self._dimension)
        matrix: IntegerMatrix = IntegerMatrix.of(values)
        if values.size >= MANY:
            self._cache["matrix"] = matrix
        return matrix

    def _written_out(self) -> Any:
        if self.sparse is not None and len(self) * self._dimension > MAX_WRITTEN:
            raise InputError(f"{len(self)} sparse examples in dimension {self._dimension} are too many to be written out")
        return self.matrix().toarray()

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
        if self.integer_matrix is not None:
            return self.integer_matrix.largest
        if "largest" not in self._cache:
            flat = list(chain.from_iterable(self.numerators))
            self._cache["largest"] = max(max(flat), -min(flat)) if flat else 0
        largest: int = self._cache["largest"]
        return largest

    def signed_rows(self) -> Rows:
        """The integer rows z = y·n. A learner sees no more of a round than z."""
        if "folded" not in self._cache:
            pairs = zip(self._labels, self.numerators, strict=True)
            self._cache["folded"] = tuple(row if y == 1 else tuple(-n for n in row) for y, row in pairs)
        folded: Rows = self._cache["folded"]
        return folded

    def blocks(self) -> Iterator[tuple[int, Rows, tuple[int, ...]]]:
        """(round of the first row, folded rows, labels); those of a large matrix some rows at a time, and with their zeros."""
        held = self.integer_matrix
        if held is None or len(self) <= held.dense_rows:
            yield 0, self.signed_rows(), self._labels
            return
        for first in range(0, len(self), held.dense_rows):
            at = slice(first, first + held.dense_rows)
            folded = held.take(at).toarray() * self.labels_array()[at, None].astype(object if held.long else "int64")
            yield first, tuple(map(tuple, folded.tolist())), self._labels[at]

    def stretches(self) -> Iterator[range]:
        """The rounds in order, in stretches, so that the derived arrays need not fit into memory at once."""
        size = max(1, len(self) if self.integer_matrix is None else self.integer_matrix.block_rows)
        return (range(first, min(first + size, len(self))) for first in range(0, len(self), size))

    def against(self, v: Sequence[int], rounds: Sequence[int] | None = None) -> list[int]:
        """y⟨v,n⟩ for every round, or for some, for an integer vector v."""
        at = range(len(self)) if rounds is None else rounds
        if (matrix := self._worth_numpy()) is None:
            return [sum(map(mul, v, self.signed_rows()[t])) for t in at]
        products = matrix.take(_places(at)).times(v)
        return [product if self._labels[t] == 1 else -product for t, product in zip(at, products, strict=True)]

    def least_against(self, v: Sequence[int]) -> int | None:
        """min y⟨v,n⟩, None if there is no round: floats find the rounds that can have it, and integers decide among them."""
        if self._worth_numpy() is None or not len(self):
            return min(self.against(v), default=None)
        import numpy as np

        top = max(map(abs, v), default=0) or 1
        scores, error = self.scores(np.array([value / top for value in v]))
        return min(self.against(v, np.flatnonzero(scores <= scores.min() + 2 * error).tolist()))

    def scores(self, v: Any) -> tuple[Any, float]:
        """y⟨v,n⟩ over the greatest |n| in floats, for every round, and how far off they may be.

        v    floats from −1 to 1, each within half a unit in the last place of the exact value
        """
        import numpy as np

        scores, error, unit = np.empty(len(self)), 0.0, Fraction(self.largest() or 1)
        for part in self.stretches():
            rows = self.in_floats(part, unit)
            scores[part.start : part.stop] = rows @ v
            error = max(error, (self._dimension + 8) * 2.0**-51 * float(abs(rows).sum(axis=1).max()))
        return scores, error

    def entries(self, t: int) -> list[tuple[int, int]]:
        """(column, numerator) of a round, without zeros if the matrix is sparse."""
        return list(enumerate(self.numerators[t])) if self.integer_matrix is None else self.integer_matrix.entries(t)

    def norms2(self, rounds: Sequence[int] | None = None) -> list[int]:
        """⟨n,n⟩ for every round, or for some."""
        at = range(len(self)) if rounds is None else rounds
        if (matrix := self._worth_numpy()) is None:
            return [sum(map(mul, z, z)) for z in map(self.numerators.__getitem__, at)]
        return matrix.take(_places(at)).norms2()

    def in_floats(self, rounds: Sequence[int], unit: Fraction) -> Any:
        """The vectors y·n/unit of some rounds in floats, sparse if they are held so."""
        at = _places(rounds)
        part = self.matrix().take(at)
        if part.long:
            values, unit = part.floats(self.largest().bit_length()), unit / (1 << self.largest().bit_length())
        else:
            values = part.fill(part.parts[0])
        return scaled_rows(values, self.labels_array()[at] / float(unit))

    def longest2(self) -> int:
        """max ⟨n,n⟩ over all rounds, 0 if there is none."""
        if "longest2" not in self._cache:
            self._cache["longest2"] = max((max(self.norms2(part)) for part in self.stretches()), default=0)
        longest2: int = self._cache["longest2"]
        return longest2

    def _worth_numpy(self) -> IntegerMatrix | None:
        """The numerators as a matrix, if they are held so or are many."""
        return self.matrix() if self.integer_matrix is not None or len(self) * self._dimension >= MANY else None


def _places(rounds: Sequence[int]) -> Any:
    """Rounds as an index of numpy that copies no more than it has to."""
    return slice(rounds.start, rounds.stop) if isinstance(rounds, range) and rounds.step == 1 else list(rounds)


def scaled_rows(matrix: Any, scale: Any) -> Any:
    """A matrix of numpy's or CSR in floats, each row times its number."""
    import numpy as np

    if not hasattr(matrix, "indptr"):
        return matrix * scale[:, None]
    return type(matrix)((matrix.data * np.repeat(scale, np.diff(matrix.indptr)), matrix.indices, matrix.indptr), shape=matrix.shape)
