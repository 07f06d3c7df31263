"""The labelled sequences that the learners run over: exact, immutable, held as integers over one common denominator.

A round is a vector x ∈ ℚ^d with a label y ∈ {−1, +1}. The learners only use z = y·x, so an `Examples` gives the engines
the integers y·n (x = n/D), and makes Fractions only when somebody asks for an x.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, overload

from perceptron.data.checks import iterated, labels_of, positive_denominator, row_of, scaled
from perceptron.data.dyadic import dyadic
from perceptron.data.integer_rows import INT64_MAX, MANY, IntegerRows
from perceptron.data.two_words import TwoWordMatrix
from perceptron.data.wide import WideMatrix, sparse_rows
from perceptron.errors import InputError
from perceptron.numbers.exact import exact, from_float


class Example(NamedTuple):
    """One round.

    x    a tuple of d Fractions
    y    the label, −1 or +1

        >>> Example((Fraction(3, 5), Fraction(4, 5)), 1).y
        1
    """

    x: tuple[Fraction, ...]
    y: int


class Examples(IntegerRows):
    """An immutable sequence of labelled examples with exact rational entries.

    xs          T rows of d numbers: int, Fraction or text ("3/5", "0.25", read exactly)
    ys          T labels, each −1 or +1
    dimension   d; needed only for an empty sequence

    It behaves like a tuple: `len`, `[t]` (an Example), slices, iteration and `==`. `numerators` and `denominator` hold x as
    n/denominator, in lowest terms for all rows together. Raises InputError for floats and booleans (see `from_floats`), for
    rows of different lengths and for other labels.

        >>> examples = Examples([["3/5", "4/5"], [1, 0]], [1, -1])
        >>> examples[0]
        Example(x=(Fraction(3, 5), Fraction(4, 5)), y=1)
        >>> examples.numerators, examples.denominator
        (((3, 4), (5, 0)), 5)
        >>> len(examples[1:]), examples.dimension
        (1, 2)
    """

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
    def _made(cls, cache: dict[str, Any], labels: tuple[int, ...], denominator: int, dimension: int) -> Examples:
        made = cls.__new__(cls)
        made._set(cache, labels, denominator, dimension)
        return made

    @classmethod
    def from_floats(cls, xs: Iterable[Iterable[float]], ys: Iterable[object]) -> Examples:
        """Examples whose entries are the dyadic rationals that the floats are. Raises InputError for NaN and infinities.

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
    def from_float_array(cls, values: Any, ys: Iterable[object], copy: bool = True) -> Examples:
        """The same from an array of floats of at most 64 bits, shape (T, d), which large data are held as. Raises InputError.

        copy    False gives an array of float64 up to the examples

        >>> import numpy as np
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
    def from_integers(
        cls, rows: Iterable[Iterable[int]], ys: Iterable[int], denominator: int = 1, dimension: int | None = None
    ) -> Examples:
        """Examples x = row/denominator from T rows of d ints, the quickest constructor. Raises InputError.

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
    def from_array(cls, numerators: Any, ys: Iterable[object], denominator: int = 1, copy: bool = True) -> Examples:
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
    def from_two_words(cls, numerators: TwoWordMatrix, ys: Iterable[object], denominator: int = 1) -> Examples:
        """Examples x = row/denominator from a matrix of long integers, which is not copied. Raises InputError."""
        denominator, labels = positive_denominator(denominator), labels_of(ys, len(numerators))
        common = denominator
        for t in range(len(numerators)):  # the first rows mostly tell that these are the lowest terms
            if (common := math.gcd(common, *numerators.row(t))) == 1:
                break
        if common > 1 or not numerators.nnz or numerators.largest <= INT64_MAX:
            return cls.from_integers(numerators.toarray().tolist(), labels, denominator, numerators.shape[1])
        numerators.high.flags.writeable = numerators.low.flags.writeable = False
        return cls._made({"table": numerators}, labels, denominator, numerators.shape[1])

    @classmethod
    def from_sparse(cls, numerators: Any, ys: Iterable[object], denominator: int = 1) -> Examples:
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
    def _from_wide(cls, matrix: WideMatrix, labels: tuple[int, ...], denominator: int) -> Examples:
        import numpy as np

        matrix = matrix.without_zeros()
        if (common := math.gcd(denominator, *matrix.data.tolist())) > 1:
            matrix, denominator = WideMatrix(matrix.data // common, matrix.indices, matrix.indptr, matrix.shape), denominator // common
        if abs(matrix.data).max(initial=0) <= INT64_MAX:
            narrow = sparse_rows(matrix.data.astype(np.int64), matrix.indices, matrix.indptr, matrix.shape)
            return cls.from_sparse(narrow, labels, denominator)
        return cls._made({"sparse": matrix}, labels, denominator, matrix.shape[1])

    @classmethod
    def from_records(cls, records: Iterable[Mapping[str, Any]]) -> Examples:
        """Examples from a list of {"x": ["3/5", …], "y": 1}, as in a counterexample file. Raises InputError."""
        xs, ys = [], []
        for t, record in enumerate(iterated(records, "examples")):
            if not isinstance(record, Mapping) or set(record) != {"x", "y"} or not isinstance(record["x"], (list, tuple)):
                raise InputError(f"example {t} is not of the form {{'x': [...], 'y': 1}}")
            xs.append(record["x"])
            ys.append(record["y"])
        return cls(xs, ys)

    def to_records(self) -> list[dict[str, Any]]:
        """The examples as JSON data: [{"x": ["3/5", …], "y": 1}, …]; `from_records` reads it back."""
        return [{"x": [str(value) for value in example.x], "y": example.y} for example in self]

    def taken(self, at: slice | Sequence[int]) -> Examples:
        """The rounds at these places, in that order, held as all are.

        >>> Examples([[1], [2], [3]], [1, 1, -1]).taken([2, 0]).numerators
        ((3,), (1,))
        """
        places = at if isinstance(at, slice) else list(at)
        labels = self._labels[places] if isinstance(places, slice) else [self._labels[t] for t in places]
        if self.sparse is not None:
            return Examples.from_sparse(self.sparse[places], labels, self._denominator)
        if self.dyadic is not None:
            return Examples.from_float_array(self.dyadic.data[places], labels)
        if isinstance(self.table, TwoWordMatrix):
            return Examples.from_two_words(self.table[places], labels, self._denominator)
        array = self._held() if isinstance(places, slice) else self.matrix()
        if array is not None:
            return Examples.from_array(array[places], labels, self._denominator, copy=isinstance(places, slice))
        rows = self.numerators[places] if isinstance(places, slice) else [self.numerators[t] for t in places]
        return Examples.from_integers(rows, labels, self._denominator, self._dimension)

    def repeat(self, times: int) -> Examples:
        """The sequence, `times` times in a row."""
        return self.taken([*range(len(self))] * times)

    def __add__(self, other: Examples) -> Examples:
        """One sequence after the other; their dimensions must agree."""
        if not isinstance(other, Examples):
            return NotImplemented
        clear = math.lcm(self._denominator, other._denominator)
        rows = [tuple(n * (clear // part._denominator) for n in row) for part in (self, other) for row in part.numerators]
        dimension = other._dimension if other and not self else self._dimension
        return Examples.from_integers(rows, self._labels + other._labels, clear, dimension)

    def with_constant(self, value: object = 1) -> Examples:
        """Every x with one more entry, the "dummy input" that stands for a threshold.

        value    an exact number other than 0

        Raises InputError. Source: BL, section 1.

            >>> Examples([[2]], [1]).with_constant()[0].x
            (Fraction(2, 1), Fraction(1, 1))
        """
        constant = exact(value, "dummy input")
        if constant == 0:
            raise InputError("dummy input: a constant 0 adds nothing")
        clear = math.lcm(self._denominator, constant.denominator)
        scale, last = clear // self._denominator, scaled(constant, clear)
        fits = max(self.largest() * scale, abs(last)) <= INT64_MAX
        if (matrix := self.sparse) is not None:
            import numpy as np

            data, ends = matrix.data if fits else matrix.data.astype(object), matrix.indptr[1:]
            wider = np.insert(data * scale, ends, last), np.insert(matrix.indices, ends, self._dimension)
            indptr = matrix.indptr + np.arange(len(matrix.indptr))
            return Examples.from_sparse(sparse_rows(*wider, indptr, (len(self), self._dimension + 1)), self._labels, clear)
        if self.holds_array and fits:
            import numpy as np

            wide = np.full((len(self), self._dimension + 1), last, dtype=np.int64)
            wide[:, :-1] = self._cache["array"] * np.int64(scale)
            return Examples.from_array(wide, self._labels, clear)
        if self.dyadic is not None and (near := _float(constant)) is not None:
            import numpy as np

            return Examples.from_float_array(np.insert(self.dyadic.data, self._dimension, near, axis=1), self._labels)
        rows = [(*(n * scale for n in row), last) for row in self.numerators]
        return Examples.from_integers(rows, self._labels, clear, self._dimension + 1)

    @overload
    def __getitem__(self, t: int) -> Example: ...

    @overload
    def __getitem__(self, t: slice) -> Examples: ...

    def __getitem__(self, t: int | slice) -> Example | Examples:
        if isinstance(t, slice):
            return self.taken(t)
        row = [0] * self._dimension
        for i, n in self.entries(range(len(self))[t]):
            row[i] = n
        return Example(tuple(Fraction(n, self._denominator) for n in row), self._labels[t])

    def __iter__(self) -> Iterator[Example]:
        return (self[t] for t in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Examples):
            return NotImplemented
        same = (self._denominator, self._dimension, self._labels) == (other._denominator, other._dimension, other._labels)
        return same and self.numerators == other.numerators

    def __hash__(self) -> int:
        return hash((self._denominator, self._dimension, self._labels, self.numerators))

    def __repr__(self) -> str:
        shown = [f"({', '.join(map(str, e.x))}): {e.y:+d}" for e in (self[t] for t in range(min(len(self), 4)))]
        more = ", …" if len(self) > 4 else ""
        return f"<Examples T={len(self)} d={self.dimension} {{{', '.join(shown)}{more}}}>"


def _float(value: Fraction) -> float | None:
    """The float that is this number, if there is one."""
    try:
        near = float(value)
    except OverflowError:
        return None
    return near if Fraction(near) == value else None


def _reduced(numerators: Any, denominator: int) -> int:
    """Divide an array of integers, in place, by what all of them have in common with their denominator. Returns the denominator left."""
    import numpy as np

    common = math.gcd(denominator, int(np.gcd.reduce(numerators, axis=None)))
    if common > 1 and numerators.any():  # zeros alone have the whole denominator in common, which their type may not hold
        numerators //= common
    return denominator // common
