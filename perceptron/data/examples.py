"""The labelled sequences that the learners run over: exact, immutable, held as integers over one common denominator.

A round is a vector x ∈ ℚ^d with a label y ∈ {−1, +1}. The learners only use z = y·x, so an `Examples` gives the engines
the integers y·n (x = n/D), and makes Fractions only when somebody asks for an x.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, overload

from perceptron.data.checks import scaled
from perceptron.data.constructors import Constructors
from perceptron.data.integer_rows import INT64_MAX, narrowest
from perceptron.data.two_words import MOST_BITS, MOST_FACTOR, TwoWordMatrix
from perceptron.data.wide import sparse_rows
from perceptron.errors import InputError
from perceptron.numbers.exact import exact


class Example(NamedTuple):
    """One round.

    x    a tuple of d Fractions
    y    the label, −1 or +1

        >>> Example((Fraction(3, 5), Fraction(4, 5)), 1).y
        1
    """

    x: tuple[Fraction, ...]
    y: int


class Examples(Constructors):
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
        most = max(self.largest() * scale, abs(last), scale)
        fits = most <= INT64_MAX
        if (matrix := self.sparse) is not None:
            import numpy as np

            data, ends = matrix.data if fits else matrix.data.astype(object), matrix.indptr[1:]
            wider = np.insert(data * scale, ends, last), np.insert(matrix.indices, ends, self._dimension)
            indptr = matrix.indptr + np.arange(len(matrix.indptr))
            return Examples.from_sparse(sparse_rows(*wider, indptr, (len(self), self._dimension + 1)), self._labels, clear)
        if self.holds_array and fits:
            import numpy as np

            wide = np.full((len(self), self._dimension + 1), last, dtype=narrowest(most))
            np.multiply(self._cache["array"], scale, out=wide[:, :-1], dtype=wide.dtype)
            return Examples.from_array(wide, self._labels, clear, copy=False)
        if self.dyadic is not None and (near := _float(constant)) is not None:
            import numpy as np

            return Examples.from_float_array(np.insert(self.dyadic.data, self._dimension, near, axis=1), self._labels, copy=False)
        if isinstance(self.table, TwoWordMatrix) and most < 1 << MOST_BITS and scale <= MOST_FACTOR:
            return Examples.from_two_words(self.table.times_factor(scale).with_column(last), self._labels, clear)
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
