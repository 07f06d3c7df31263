"""The labelled sequences that the learners run over: exact, immutable, held as integers over one common denominator.

A round is a vector x ∈ ℚ^d with a label y ∈ {−1, +1}. The learners only ever use z = y·x, so an `Examples` hands the
engines the integers y·n (x = n/D) and makes Fractions at its edge, when somebody asks for them. Large data lives in a
numpy int64 matrix instead of tuples of ints: 4 to 8 times smaller, and what the fast engine reads.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from perceptron.errors import InputError
from perceptron.numbers.exact import exact, from_float, vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = tuple[tuple[int, ...], ...]
    Matrix = NDArray[np.int64]

INT64_MAX = 2**63 - 1


class Example(NamedTuple):
    """One round: the vector x, exactly, and its label y ∈ {−1, +1}."""

    x: tuple[Fraction, ...]
    y: int


class Examples:
    """An immutable sequence of labelled examples with exact rational entries.

    Examples(xs, ys): xs are rows of int, Fraction or text ("3/5", "0.25", read exactly), all of one length; ys are −1
    or +1. Floats and booleans are refused (see `from_floats`). `dimension` need only be given for an empty sequence.
    Raises InputError.

    Attributes: `numerators` and `denominator` (x = n/denominator, in lowest terms as a whole), `labels`, `dimension`;
    `len`, `[t]` (an Example), slices, iteration and `==` as for a tuple.
    """

    __slots__ = ("_cache", "_denominator", "_dimension", "_labels")

    def __init__(self, xs: Iterable[Iterable[object]], ys: Iterable[object], dimension: int | None = None) -> None:
        rows = [_row(x, f"example {t}") for t, x in enumerate(_iterated(xs, "examples"))]
        clear = math.lcm(*(value.denominator for row in rows for value in row if type(value) is not int))
        self._adopt([tuple(_times(value, clear) for value in row) for row in rows], ys, clear, dimension)

    def _adopt(self, rows: Sequence[tuple[int, ...]], ys: Iterable[object], denominator: int, dimension: int | None) -> None:
        """Take integer rows over `denominator` after the checks that every constructor owes, in lowest terms."""
        d = len(rows[0]) if rows else dimension or 0
        if dimension is not None and d != dimension:
            raise InputError(f"example 0 has dimension {d}, not {dimension}")
        for t, row in enumerate(rows):
            if len(row) != d:
                raise InputError(f"example {t} has dimension {len(row)}, but example 0 has dimension {d}")
        if denominator > 1 and (common := math.gcd(denominator, *chain.from_iterable(rows))) > 1:
            denominator //= common
            rows = [tuple(n // common for n in row) for row in rows]
        self._set({"rows": tuple(rows)}, _labels(ys, len(rows)), denominator, d)

    def _set(self, cache: dict[str, Any], labels: tuple[int, ...], denominator: int, dimension: int) -> None:
        self._cache, self._labels, self._denominator, self._dimension = cache, labels, denominator, dimension

    @classmethod
    def _made(cls, cache: dict[str, Any], labels: tuple[int, ...], denominator: int, dimension: int) -> Examples:
        made = cls.__new__(cls)
        made._set(cache, labels, denominator, dimension)
        return made

    @classmethod
    def from_floats(cls, xs: Iterable[Iterable[float]], ys: Iterable[object]) -> Examples:
        """Examples whose entries are the dyadic rationals that the floats are. NaN and infinities are refused."""
        given = [list(_iterated(x, f"example {t}")) for t, x in enumerate(_iterated(xs, "examples"))]
        labels = [int(y) if isinstance(y, float) and y in (-1.0, 1.0) else y for y in _iterated(ys, "labels")]
        if not all({float}.issuperset(map(type, row)) and all(map(math.isfinite, row)) for row in given):
            return cls([[from_float(v, f"example {t}, entry {i}") for i, v in enumerate(row)] for t, row in enumerate(given)], labels)
        ratios = [[value.as_integer_ratio() for value in row] for row in given]  # without a Fraction for each entry
        clear = max((q for row in ratios for _, q in row), default=1)  # powers of two
        made = cls.__new__(cls)
        made._adopt([tuple(p * (clear // q) for p, q in row) for row in ratios], labels, clear, None)
        return made

    @classmethod
    def from_integers(
        cls, rows: Iterable[Iterable[int]], ys: Iterable[int], denominator: int = 1, dimension: int | None = None
    ) -> Examples:
        """Examples x = row / denominator from rows of ints: the quick way in for a search. Raises InputError."""
        integers = [tuple(row) for row in rows]
        for t, row in enumerate(integers):
            if not {int}.issuperset(map(type, row)):
                raise InputError(f"example {t} has an entry that is not an int")
        made = cls.__new__(cls)
        made._adopt(integers, ys, _denominator(denominator), dimension)
        return made

    @classmethod
    def from_array(cls, numerators: Any, ys: Iterable[object], denominator: int = 1) -> Examples:
        """Examples x = row / denominator from a numpy matrix of integers, kept (copied) as int64. Raises InputError."""
        import numpy as np

        array = np.asarray(numerators)
        if array.ndim != 2 or array.dtype.kind not in "iu":
            raise InputError(f"expected a matrix of integers, not {array.dtype} of shape {array.shape}")
        denominator, labels = _denominator(denominator), _labels(ys, len(array))
        if array.size and (int(array.max()) > INT64_MAX or int(array.min()) < -INT64_MAX):  # so that every |n| fits
            return cls.from_integers(array.tolist(), labels, denominator)
        array = np.array(array, dtype=np.int64, order="C")
        if denominator > 1 and array.size and (common := math.gcd(denominator, int(np.gcd.reduce(array, axis=None)))) > 1:
            denominator //= common
            array //= common
        array.flags.writeable = False
        return cls._made({"array": array}, labels, denominator, array.shape[1])

    @classmethod
    def from_records(cls, records: Iterable[Mapping[str, Any]]) -> Examples:
        """Examples from a list of {"x": ["3/5", …], "y": 1}, as in a counterexample file. Raises InputError."""
        xs, ys = [], []
        for t, record in enumerate(_iterated(records, "examples")):
            if not isinstance(record, Mapping) or set(record) != {"x", "y"} or not isinstance(record["x"], (list, tuple)):
                raise InputError(f"example {t} is not of the form {{'x': [...], 'y': 1}}")
            xs.append(record["x"])
            ys.append(record["y"])
        return cls(xs, ys)

    def to_records(self) -> list[dict[str, Any]]:
        """The examples as JSON data: [{"x": ["3/5", …], "y": 1}, …]; `from_records` reads it back."""
        return [{"x": [str(value) for value in example.x], "y": example.y} for example in self]

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
        """The labels as a read-only int64 array, beside `array`."""
        if "labels" not in self._cache:
            import numpy as np

            array = np.array(self._labels, dtype=np.int64)
            array.flags.writeable = False
            self._cache["labels"] = array
        return self._cache["labels"]

    def largest(self) -> int:
        """N = max |numerator| (0 if there is none): what the overflow guards ask for."""
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
        """The integer rows z = y·n: all that a learner ever sees of a round."""
        if "folded" not in self._cache:
            pairs = zip(self._labels, self.numerators, strict=True)
            self._cache["folded"] = tuple(row if y == 1 else tuple(-n for n in row) for y, row in pairs)
        folded: Rows = self._cache["folded"]
        return folded

    def blocks(self, first: int = 0, size: int = 1 << 16) -> Iterator[tuple[int, Rows, tuple[int, ...]]]:
        """(round of the first row, folded rows, labels) from round `first` on; large matrices come in blocks."""
        array = self._cache.get("array")
        if array is None or len(self) <= size:
            yield first, self.folded()[first:] if first else self.folded(), self._labels[first:]
            return
        for start in range(first, len(self), size):
            folded = array[start : start + size] * self.labels_array()[start : start + size, None]
            yield start, tuple(map(tuple, folded.tolist())), self._labels[start : start + size]

    def against(self, v: Sequence[int]) -> list[int]:
        """y⟨v,n⟩ for every round, for an integer vector v (by numpy if the matrix is there and none can overflow)."""
        array = self._cache.get("array")
        reach = self.dimension * self.largest() * max(map(abs, v), default=0)
        if array is not None and reach <= INT64_MAX and max(map(abs, v), default=0) <= INT64_MAX:
            products: list[int] = ((array @ _int64(v)) * self.labels_array()).tolist()
            return products
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
        """Whether the int64 matrix is there already."""
        return self._cache.get("array") is not None

    def repeat(self, times: int) -> Examples:
        """The sequence gone through `times` times over."""
        return Examples._made({"rows": self.numerators * times}, self._labels * times, self._denominator, self._dimension)

    def __add__(self, other: Examples) -> Examples:
        """One sequence after the other; their dimensions must agree."""
        if not isinstance(other, Examples):
            return NotImplemented
        clear = math.lcm(self._denominator, other._denominator)
        rows = [tuple(n * (clear // part._denominator) for n in row) for part in (self, other) for row in part.numerators]
        dimension = other._dimension if other and not self else self._dimension
        return Examples.from_integers(rows, self._labels + other._labels, clear, dimension)

    def with_constant(self, value: object = 1) -> Examples:
        """Every x with one more entry, the "dummy input" that stands for a threshold; `value` is exact and not zero."""
        constant = exact(value, "dummy input")
        if constant == 0:
            raise InputError("dummy input: a constant 0 adds nothing")
        clear = math.lcm(self._denominator, constant.denominator)
        scale, last = clear // self._denominator, _times(constant, clear)
        if self.holds_array and max(self.largest() * scale, abs(last)) <= INT64_MAX:
            import numpy as np

            wide = np.full((len(self), self._dimension + 1), last, dtype=np.int64)
            wide[:, :-1] = self._cache["array"] * np.int64(scale)
            return Examples.from_array(wide, self._labels, clear)
        rows = [(*(n * scale for n in row), last) for row in self.numerators]
        return Examples.from_integers(rows, self._labels, clear, self._dimension + 1)

    def __len__(self) -> int:
        return len(self._labels)

    @overload
    def __getitem__(self, t: int) -> Example: ...

    @overload
    def __getitem__(self, t: slice) -> Examples: ...

    def __getitem__(self, t: int | slice) -> Example | Examples:
        if isinstance(t, slice) and "rows" not in self._cache:
            return Examples.from_array(self._cache["array"][t], self._labels[t], self._denominator)
        if isinstance(t, slice):
            return Examples.from_integers(self.numerators[t], self._labels[t], self._denominator, self._dimension)
        row = self._cache["rows"][t] if "rows" in self._cache else self._cache["array"][t].tolist()
        return Example(tuple(Fraction(n, self._denominator) for n in row), self._labels[t])

    def __iter__(self) -> Iterator[Example]:
        return (self[t] for t in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Examples):
            return NotImplemented
        mine = (self._denominator, self._dimension, self._labels)
        return mine == (other._denominator, other._dimension, other._labels) and self.numerators == other.numerators

    def __hash__(self) -> int:
        return hash((self._denominator, self._dimension, self._labels, self.numerators))

    def __repr__(self) -> str:
        shown = [f"({', '.join(map(str, e.x))}): {e.y:+d}" for e in (self[t] for t in range(min(len(self), 4)))]
        more = ", …" if len(self) > 4 else ""
        return f"<Examples T={len(self)} d={self.dimension} {{{', '.join(shown)}{more}}}>"


def _int64(values: Sequence[int]) -> Matrix:
    import numpy as np

    return np.array(values, dtype=np.int64)


def _iterated(values: Any, what: str) -> Iterable[Any]:
    if isinstance(values, (str, bytes)):
        raise InputError(f"{what}: a text is not a sequence")
    if not hasattr(values, "__iter__"):
        raise InputError(f"{what}: {type(values).__name__} is not a sequence")
    iterable: Iterable[Any] = values
    return iterable


def _row(x: Iterable[object], what: str) -> Sequence[int | Fraction]:
    row = x if type(x) in (tuple, list) else tuple(_iterated(x, what))
    return row if {int}.issuperset(map(type, row)) else vector(row, what)  # type: ignore[return-value]


def _times(value: int | Fraction, clear: int) -> int:
    """value · clear, where clear is a multiple of the denominator."""
    return value.numerator * (clear // value.denominator)


def _denominator(value: object) -> int:
    if type(value) is not int or value <= 0:
        raise InputError(f"the common denominator must be a positive int, not {value!r}")
    return value


def _labels(ys: Iterable[object], length: int) -> tuple[int, ...]:
    labels = tuple(ys.tolist()) if hasattr(ys, "tolist") else tuple(_iterated(ys, "labels"))
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
