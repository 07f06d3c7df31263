"""The labelled sequences that the learners run over: exact, immutable, held as integers over one common denominator.

First the checks of user-supplied examples, each of which raises InputError. Last what may be done to examples before a run.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import isqrt, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, Self, overload

from perceptron.data.integer_rows import MANY, IntegerRows
from perceptron.errors import InputError
from perceptron.numbers.exact import exact, from_float, vector

if TYPE_CHECKING:
    from perceptron.data.matrix import IntegerMatrix


def iterate(values: Any, what: str) -> Iterable[Any]:
    """`values`, if it is a sequence and no text."""
    if isinstance(values, (str, bytes)):
        raise InputError(f"{what}: a text is not a sequence of numbers: write [1, 2] for {values[:20]!r}")
    if not hasattr(values, "__iter__"):
        raise InputError(f"{what}: {type(values).__name__} is not a sequence")
    iterable: Iterable[Any] = values
    return iterable


def row_of(x: Iterable[object], what: str) -> Sequence[int | Fraction]:
    """The entries of one x: ints as they are, everything else as Fractions."""
    row = x if type(x) in (tuple, list) else tuple(iterate(x, what))
    return row if {int}.issuperset(map(type, row)) else vector(row, what)  # type: ignore[return-value]


def scale_value(value: int | Fraction, clear: int) -> int:
    """value · clear, an integer, where clear is a multiple of the value's denominator."""
    return value.numerator * (clear // value.denominator)


def positive_denominator(value: object) -> int:
    """`value`, if it is a positive int."""
    if type(value) is not int or value <= 0:
        raise InputError(f"the common denominator must be a positive int, not {value!r}")
    return value


def labels_of(ys: Iterable[object], length: int) -> tuple[int, ...]:
    """`length` labels, each −1 or +1."""
    labels = tuple(ys.tolist()) if hasattr(ys, "tolist") else tuple(iterate(ys, "labels"))
    if not ({int}.issuperset(map(type, labels)) and {1, -1}.issuperset(labels)):
        labels = tuple(_label(y, t) for t, y in enumerate(labels))
    if len(labels) != length:
        raise InputError(f"{length} examples but {len(labels)} labels")
    return labels


def _label(y: object, t: int) -> int:
    if isinstance(y, (float, bool)):
        raise InputError(f"label of example {t} is {y!r}; labels are the integers -1 and 1")
    value = exact(y, f"label of example {t}")
    if value not in (-1, 1):
        raise InputError(f"label of example {t} is {y!r}; labels are the integers -1 and 1")
    return int(value)


# -- the examples


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
        rows = [row_of(x, f"example {t}") for t, x in enumerate(iterate(xs, "examples"))]
        clear = math.lcm(*(value.denominator for row in rows for value in row if type(value) is not int))
        self._adopt([tuple(scale_value(value, clear) for value in row) for row in rows], ys, clear, dimension)

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
    def from_floats(cls, xs: Iterable[Iterable[float]], ys: Iterable[object]) -> Self:
        """Examples whose entries are the dyadic rationals that the floats are. Raises InputError for NaN and infinities.

        >>> from perceptron import Examples
        >>> Examples.from_floats([[0.5, 0.25]], [1])[0].x
        (Fraction(1, 2), Fraction(1, 4))
        """
        rows = [list(iterate(x, f"example {t}")) for t, x in enumerate(iterate(xs, "examples"))]
        labels = [int(y) if isinstance(y, float) and y in (-1.0, 1.0) else y for y in iterate(ys, "labels")]
        return cls([[from_float(v, f"example {t}, entry {i}") for i, v in enumerate(row)] for t, row in enumerate(rows)], labels)

    @classmethod
    def from_float_array(cls, values: Any, ys: Iterable[object]) -> Self:
        """Examples from an array of floats of at most 64 bits, shape (T, d), or from a sparse matrix; each float is a dyadic rational.

        Raises InputError.

        >>> import numpy as np
        >>> from perceptron import Examples
        >>> Examples.from_float_array(np.array([[0.5, 0.25]]), [1]).numerators
        ((2, 1),)
        """
        import numpy as np

        from perceptron.data.arrays import of_floats, without_parts

        if hasattr(values, "tocsr"):
            X = without_parts(values)
            X = X if X.data.all() else X.copy()
            X.eliminate_zeros()
            if not np.isfinite(X.data).all():
                raise InputError("an entry is NaN or infinite")
            return cls.from_matrix(*of_floats(X.data.astype(np.float64), X.indices, X.indptr, X.shape), ys, lowest=True)
        if values.size < MANY or not np.isfinite(values).all():
            return cls.from_floats(values.tolist(), ys) if values.size else cls([], ys, values.shape[1])
        return cls.from_matrix(*of_floats(np.ascontiguousarray(values, dtype=np.float64)), ys, lowest=True)

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
        examples = cls.__new__(cls)
        examples._adopt(integers, ys, positive_denominator(denominator), dimension)
        return examples

    @classmethod
    def from_array(cls, numerators: Any, ys: Iterable[object], denominator: int = 1, copy: bool = True) -> Self:
        """Examples x = row/denominator from a numpy matrix of integers, shape (T, d), which is copied. Raises InputError.

        copy    False gives a matrix of int16, int32 or int64 up to the examples
        """
        import numpy as np

        from perceptron.data.matrix import IntegerMatrix

        array = np.array(numerators) if copy else np.asarray(numerators)
        if array.ndim != 2 or array.dtype.kind not in "iu":
            raise InputError(f"expected a matrix of integers, not {array.dtype} of shape {array.shape}")
        return cls.from_matrix(IntegerMatrix.of(array), denominator, ys)

    @classmethod
    def from_sparse(cls, numerators: Any, ys: Iterable[object], denominator: int = 1) -> Self:
        """Examples x = row/denominator from a scipy sparse matrix of integers, shape (T, d), which is copied. Raises InputError."""
        from scipy.sparse import csr_array, issparse

        from perceptron.data.arrays import without_parts
        from perceptron.data.matrix import IntegerMatrix

        matrix = csr_array(without_parts(numerators) if issparse(numerators) else numerators, copy=True)
        if matrix.dtype.kind not in "iu":
            raise InputError(f"expected a sparse matrix of integers, not of {matrix.dtype}")
        return cls.from_matrix(IntegerMatrix.of_csr(matrix), denominator, ys)

    @classmethod
    def from_matrix(cls, numerators: IntegerMatrix, denominator: int, ys: Iterable[object], lowest: bool = False) -> Self:
        """Examples x = row/denominator from an `IntegerMatrix`, which is not copied. Raises InputError.

        lowest    whether the rows are in lowest terms for all of them together
        """
        labels, denominator = labels_of(ys, len(numerators)), positive_denominator(denominator)
        if not lowest and denominator > 1:
            numerators, denominator = numerators.divide(denominator)
        examples = cls.__new__(cls)
        examples._set({"matrix": numerators}, labels, denominator, numerators.shape[1])
        return examples

    def take(self, at: slice | Sequence[int]) -> Examples:
        """The rounds at these places, in that order, held as all are.

        >>> Examples([[1], [2], [3]], [1, 1, -1]).take([2, 0]).numerators
        ((3,), (1,))
        """
        places = at if isinstance(at, slice) else list(at)
        labels = self._labels[places] if isinstance(places, slice) else [self._labels[t] for t in places]
        if self.integer_matrix is not None:
            return Examples.from_matrix(self.integer_matrix.take(places), self._denominator, labels)
        rows = self.numerators[places] if isinstance(places, slice) else [self.numerators[t] for t in places]
        return Examples.from_integers(rows, labels, self._denominator, self._dimension)

    def repeat(self, times: int) -> Examples:
        """The sequence, `times` times in a row."""
        return self.take([*range(len(self))] * times)

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
        scale, last = clear // self._denominator, scale_value(constant, clear)
        return Examples.from_matrix(self.matrix().rescale([scale]).with_column(last), clear, self._labels, lowest=True)

    @overload
    def __getitem__(self, t: int) -> Example: ...

    @overload
    def __getitem__(self, t: slice) -> Examples: ...

    def __getitem__(self, t: int | slice) -> Example | Examples:
        if isinstance(t, slice):
            return self.take(t)
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


# -- before a run: shuffling them, weighting their classes, and bringing them to one length


FLOAT_BITS = 53  # of an integer that a float holds
PLACES = 6  # decimals to which the entries of `normalise_examples` are cut


def shuffle_examples(examples: Examples, seed: int) -> Examples:
    """The examples in an order that a seed determines: that of Python's `random.Random(seed).shuffle`.

    >>> shuffle_examples(Examples([[1], [2], [3]], [1, 1, -1]), 1).numerators
    ((2,), (3,), (1,))
    """
    order = list(range(len(examples)))
    random.Random(seed).shuffle(order)
    return examples.take(order)


def shorten(examples: Examples) -> Examples:
    """The examples, or if int64 does not hold them nearly a multiple of them: cut so that compiled floats do."""
    if (matrix := examples.integer_matrix) is None or not matrix.long:
        return examples
    import numpy as np

    from perceptron.data.matrix import IntegerMatrix

    floats = matrix.floats(matrix.largest.bit_length() - FLOAT_BITS)
    if not matrix.sparse:
        return Examples.from_array(floats.astype(np.int64), examples.labels, copy=False)
    return Examples.from_matrix(IntegerMatrix.of_csr(floats.astype(np.int64)), 1, examples.labels)


def weigh(examples: Examples, down: Fraction, up: Fraction) -> Examples:
    """Each x times the weight of its label: `down` for −1, `up` for +1.

    The Perceptron whose updates add weight·y·x makes the Perceptron's run on these, since a positive factor changes no sign of a score.
    Raises InputError for a weight that is not positive.

        >>> weigh(Examples([[3], [5]], [1, -1]), Fraction(1, 2), Fraction(1)).numerators
        ((6,), (5,))
    """
    if down == up == 1:
        return examples
    if min(down, up) <= 0:
        raise InputError("nothing bounds the mistakes on a class of weight 0, which move no weights: leave its rows out, or weigh it more")
    clear = lcm(down.denominator, up.denominator)
    factors = {-1: int(down * clear), 1: int(up * clear)}
    each, below = [factors[y] for y in examples.labels], examples.denominator * clear
    return Examples.from_matrix(examples.matrix().rescale(each), below, examples.labels)


def normalise_examples(examples: Examples) -> Examples:
    """Each x divided by its length, its entries cut (towards 0) to PLACES decimals, so that ‖x‖ ≤ 1 is exact, and ‖x‖ nearly 1.

    Raises InputError for a zero vector.

        >>> normalise_examples(Examples([[3, 4], [5, 12]], [1, -1]))[0].x
        (Fraction(3, 5), Fraction(4, 5))
    """
    import numpy as np

    from perceptron.data.matrix import IntegerMatrix

    norms = [norm for part in examples.stretches() for norm in examples.norms2(part)]
    if 0 in norms:
        raise InputError(f"example {norms.index(0)} is the zero vector, which has no direction")
    matrix = examples.matrix()
    each = np.repeat(np.arange(len(matrix)), np.diff(matrix.indptr) if matrix.sparse else matrix.shape[1])
    cut = [_cut(n, norms[t]) for n, t in zip(matrix.integers().reshape(-1).tolist(), each.tolist(), strict=True)]
    rows = matrix.fill(np.array(cut, dtype=np.int32).reshape(matrix.parts[0].shape))
    return Examples.from_matrix(IntegerMatrix.of_csr(rows) if matrix.sparse else IntegerMatrix.of(rows), 10**PLACES, examples.labels)


def rescale_examples(examples: Examples) -> Examples:
    """Each coordinate divided by a power of ten, so that its largest entry is from 1 up to 10; one that is always 0 stays.

    >>> rescale_examples(Examples([[250, "1/8"], [-3, 0]], [1, -1]))[0].x
    (Fraction(5, 2), Fraction(5, 4))
    """
    import numpy as np

    from perceptron.data.matrix import IntegerMatrix

    matrix, below = examples.matrix(), examples.denominator
    entries = np.abs(matrix.integers().astype(object))
    largest = [0] * examples.dimension
    for j, n in zip(matrix.indices, entries, strict=True) if matrix.sparse else enumerate(entries.max(axis=0, initial=0)):
        largest[j] = max(largest[j], n)
    powers = [_power_of_ten(Fraction(int(n), below)) if n else 0 for n in largest]
    top = max(0, *powers)
    factors = np.array([10 ** (top - power) for power in powers], dtype=object)
    values = matrix.integers().astype(object) * (factors[matrix.indices] if matrix.sparse else factors)
    return Examples.from_matrix(IntegerMatrix.of(values, matrix.indices, matrix.indptr, matrix.shape), below * 10**top, examples.labels)


def _power_of_ten(value: Fraction) -> int:
    """The k with 10^k ≤ value < 10^(k + 1)."""
    k = len(str(value.numerator)) - len(str(value.denominator))
    return k if Fraction(10) ** k <= value else k - 1


def _cut(n: int, norm2: int) -> int:
    """n/√norm2 in units of the last decimal, cut towards 0."""
    size = isqrt(n * n * 10 ** (2 * PLACES) // norm2)
    return size if n >= 0 else -size
