"""The constructors of `Examples`: from numbers, floats, matrices dense and sparse, and records.

All rows come over one denominator, in lowest terms. Large ones are held as the matrix that they came in, or in less.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Self

from perceptron.data.checks import iterated, labels_of, positive_denominator, row_of, scaled
from perceptron.data.dyadic import dyadic
from perceptron.data.integer_rows import INT64_MAX, MANY, IntegerRows
from perceptron.data.two_words import TwoWordMatrix
from perceptron.data.wide import WideMatrix, sparse_rows
from perceptron.errors import InputError
from perceptron.numbers.exact import from_float


class Constructors(IntegerRows):
    """What makes `Examples`, whose arguments are described there."""

    __slots__ = ()

    def __init__(self, xs: Iterable[Iterable[object]], ys: Iterable[object], dimension: int | None = None) -> None:
        rows = [row_of(x, f"example {t}") for t, x in enumerate(iterated(xs, "examples"))]
        clear = math.lcm(*(value.denominator for row in rows for value in row if type(value) is not int))
        self._adopt([tuple(scaled(value, clear) for value in row) for row in rows], ys, clear, dimension)

    def _adopt(self, rows: Sequence[tuple[int, ...]], ys: Iterable[object], denominator: int, dimension: int | None) -> None:
        """Check integer rows over `denominator`, reduce them to lowest terms and keep them."""
        d = len(rows[0]) if rows else dimension or 0
        if dimension is not None and d != dimension:
            raise InputError(f"example 0 has dimension {d}, not {dimension}")
        for t, row in enumerate(rows):
            if len(row) != d:
                raise InputError(f"example {t} has dimension {len(row)}, but example 0 has dimension {d}")
        if denominator > 1 and (common := math.gcd(denominator, *chain.from_iterable(rows))) > 1:
            denominator //= common
            rows = [tuple(n // common for n in row) for row in rows]
        self._set({"rows": tuple(rows)}, labels_of(ys, len(rows)), denominator, d)

    @classmethod
    def _made(cls, cache: dict[str, Any], labels: tuple[int, ...], denominator: int, dimension: int) -> Self:
        made = cls.__new__(cls)
        made._set(cache, labels, denominator, dimension)
        return made

    @classmethod
    def from_floats(cls, xs: Iterable[Iterable[float]], ys: Iterable[object]) -> Self:
        """Examples whose entries are the dyadic rationals that the floats are. Raises InputError for NaN and infinities.

        >>> from perceptron import Examples
        >>> Examples.from_floats([[0.5, 0.25]], [1])[0].x
        (Fraction(1, 2), Fraction(1, 4))
        """
        given = [list(iterated(x, f"example {t}")) for t, x in enumerate(iterated(xs, "examples"))]
        labels = [int(y) if isinstance(y, float) and y in (-1.0, 1.0) else y for y in iterated(ys, "labels")]
        if not all({float}.issuperset(map(type, row)) and all(map(math.isfinite, row)) for row in given):
            return cls([[from_float(v, f"example {t}, entry {i}") for i, v in enumerate(row)] for t, row in enumerate(given)], labels)
        ratios = [[value.as_integer_ratio() for value in row] for row in given]  # without a Fraction for each entry
        clear = max((q for row in ratios for _, q in row), default=1)  # powers of two
        made = cls.__new__(cls)
        made._adopt([tuple(p * (clear // q) for p, q in row) for row in ratios], labels, clear, None)
        return made

    @classmethod
    def from_float_array(cls, values: Any, ys: Iterable[object], copy: bool = True) -> Self:
        """The same from an array of floats of at most 64 bits, shape (T, d), which large data are held as. Raises InputError.

        copy    False gives an array of float64 up to the examples

        >>> import numpy as np
        >>> from perceptron import Examples
        >>> Examples.from_float_array(np.array([[0.5, 0.25]]), [1]).numerators
        ((2, 1),)
        """
        import numpy as np

        large = values.size >= MANY and np.isfinite(values).all()
        matrix = dyadic(values.astype(np.float64, order="C", copy=copy)) if large else None
        if matrix is None:
            return cls.from_floats(values.tolist(), ys) if values.size else cls([], ys, values.shape[1])
        if values.shape[1] * matrix.largest**2 <= INT64_MAX:
            return cls.from_array((matrix.data * 2.0**matrix.shift).astype("int64"), ys, 1 << matrix.shift, copy=False)
        matrix.data.flags.writeable = False
        return cls._made({"table": matrix}, labels_of(ys, len(values)), 1 << matrix.shift, values.shape[1])

    @classmethod
    def from_integers(cls, rows: Iterable[Iterable[int]], ys: Iterable[int], denominator: int = 1, dimension: int | None = None) -> Self:
        """Examples x = row/denominator from T rows of d ints, the quickest constructor. Raises InputError.

        >>> from perceptron import Examples
        >>> Examples.from_integers([[3, 4]], [1], denominator=5)[0].x
        (Fraction(3, 5), Fraction(4, 5))
        """
        integers = [tuple(row) for row in rows]
        for t, row in enumerate(integers):
            if not {int}.issuperset(map(type, row)):
                raise InputError(f"example {t} has an entry that is not an int")
        made = cls.__new__(cls)
        made._adopt(integers, ys, positive_denominator(denominator), dimension)
        return made

    @classmethod
    def from_array(cls, numerators: Any, ys: Iterable[object], denominator: int = 1, copy: bool = True) -> Self:
        """Examples x = row/denominator from a numpy matrix of integers, shape (T, d), which is copied. Raises InputError.

        copy    False gives a matrix of int16, int32 or int64 up to the examples, which change it
        """
        import numpy as np

        array = np.asarray(numerators)
        if array.ndim != 2 or array.dtype.kind not in "iu":
            raise InputError(f"expected a matrix of integers, not {array.dtype} of shape {array.shape}")
        denominator, labels = positive_denominator(denominator), labels_of(ys, len(array))
        largest = max(int(array.max()), -int(array.min())) if array.size else 0
        if largest > INT64_MAX:  # every |n| is to fit
            return cls.from_integers(array.tolist(), labels, denominator)
        kind = array.dtype if array.dtype in (np.int16, np.int32) and largest <= np.iinfo(array.dtype).max else np.int64
        array = np.array(array, dtype=kind, order="C", copy=True if copy else None)
        denominator = _reduced(array, denominator)
        array.flags.writeable = False
        return cls._made({"array": array}, labels, denominator, array.shape[1])

    @classmethod
    def from_two_words(cls, numerators: TwoWordMatrix, ys: Iterable[object], denominator: int = 1) -> Self:
        """Examples x = row/denominator from a matrix of long integers, which is not copied. Raises InputError."""
        denominator, labels = positive_denominator(denominator), labels_of(ys, len(numerators))
        if numerators.common(denominator) > 1 or not numerators.nnz or numerators.largest <= INT64_MAX:
            return cls.from_integers(numerators.toarray().tolist(), labels, denominator, numerators.shape[1])
        numerators.high.flags.writeable = numerators.low.flags.writeable = False
        return cls._made({"table": numerators}, labels, denominator, numerators.shape[1])

    @classmethod
    def from_sparse(cls, numerators: Any, ys: Iterable[object], denominator: int = 1) -> Self:
        """Examples x = row/denominator from a scipy sparse matrix of integers, shape (T, d), which is copied, or a sparse `WideMatrix`,
        which is not. Raises InputError."""
        import numpy as np
        from scipy.sparse import csr_array, issparse

        from perceptron.data.sparse import without_parts

        if isinstance(numerators, WideMatrix):
            return cls._from_wide(numerators, labels_of(ys, numerators.shape[0]), positive_denominator(denominator))
        matrix = csr_array(without_parts(numerators) if issparse(numerators) else numerators, copy=True)
        if matrix.dtype.kind not in "iu" or (matrix.nnz and int(matrix.data.max()) > INT64_MAX):
            raise InputError(f"expected a sparse matrix of 64-bit integers, not of {matrix.dtype}")
        matrix = matrix.astype(np.int64, copy=False)
        matrix.eliminate_zeros()
        denominator, labels = positive_denominator(denominator), labels_of(ys, matrix.shape[0])
        denominator = _reduced(matrix.data, denominator)
        return cls._made({"sparse": matrix}, labels, denominator, matrix.shape[1])

    @classmethod
    def _from_wide(cls, matrix: WideMatrix, labels: tuple[int, ...], denominator: int) -> Self:
        import numpy as np

        matrix = matrix.without_zeros()
        if (common := math.gcd(denominator, *matrix.data.tolist())) > 1:
            matrix, denominator = WideMatrix(matrix.data // common, matrix.indices, matrix.indptr, matrix.shape), denominator // common
        if abs(matrix.data).max(initial=0) <= INT64_MAX:
            narrow = sparse_rows(matrix.data.astype(np.int64), matrix.indices, matrix.indptr, matrix.shape)
            return cls.from_sparse(narrow, labels, denominator)
        return cls._made({"sparse": matrix}, labels, denominator, matrix.shape[1])

    @classmethod
    def from_records(cls, records: Iterable[Mapping[str, Any]]) -> Self:
        """Examples from a list of {"x": ["3/5", …], "y": 1}, as in a counterexample file. Raises InputError."""
        xs, ys = [], []
        for t, record in enumerate(iterated(records, "examples")):
            if not isinstance(record, Mapping) or set(record) != {"x", "y"} or not isinstance(record["x"], (list, tuple)):
                raise InputError(f"example {t} is not of the form {{'x': [...], 'y': 1}}")
            xs.append(record["x"])
            ys.append(record["y"])
        return cls(xs, ys)


def _reduced(numerators: Any, denominator: int) -> int:
    """Divide an array of integers, in place, by what all of them have in common with their denominator. Returns the denominator left."""
    import numpy as np

    common = math.gcd(denominator, int(np.gcd.reduce(numerators, axis=None)))
    if common > 1 and numerators.any():  # zeros alone have the whole denominator in common, which their type may not hold
        numerators //= common
    return denominator // common
