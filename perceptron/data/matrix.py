"""Many rows of integers: a matrix of numpy's integers, dense or sparse, or several of digits where int64 does not hold the integers.

A long integer is the sum of digit·2^(20·place). The digits are small enough that int64 holds sums of their products, so that numpy
multiplies long integers without error too. They take 4 bytes each, where Python's integers take 40 in all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_array

from perceptron.errors import InputError

BITS = 20  # of a digit
MASK = (1 << BITS) - 1
ROOM = 62  # bits of a sum in int64, without its sign
MOST_LONG = 1 << (ROOM - 2 * BITS - 2)  # entries of a row, so that twice the sum of products of digits is within that
LEAST_STEP = 8  # bits of the parts in which a vector is multiplied with numbers that are no digits
INT64_MAX = 2**63 - 1
BLOCK_CELLS = 1 << 17  # entries that are worked on at a time, so that they stay in the processor's cache
LEAST_BLOCK, SPARSE_BLOCK = 1 << 10, 1 << 16  # rows at a time, of dense and of sparse matrices
HIGHEST_BIT = 1000  # of a float, to be far from the largest


class IntegerMatrix:
    """T rows of d integers, n = Σ parts[k]·2^(BITS·k).

    parts              one array of int16, int32 or int64, or several of int32 with entries up to ±2^BITS: of shape (T, d), or flat for
                       sparse rows
    indices, indptr    those of CSR for sparse rows, in which no entry is given twice and none is 0; else None
    shape              (T, d)
    """

    def __init__(self, parts: Sequence[Any], indices: Any = None, indptr: Any = None, shape: tuple[int, int] | None = None) -> None:
        self.parts, self.indices, self.indptr = [part.view() for part in parts], indices, indptr
        self.shape = parts[0].shape if shape is None else shape
        for part in self.parts:
            part.flags.writeable = False

    @classmethod
    def of(cls, values: Any, indices: Any = None, indptr: Any = None, shape: tuple[int, int] | None = None) -> Self:
        """From integers in an array of numpy's or of Python's; where they fit they are kept as narrow as they are."""
        largest = max(int(values.max()), -int(values.min())) if values.size else 0
        if largest > INT64_MAX:
            return cls(digits_of(values), indices, indptr, shape)
        kind = values.dtype if values.dtype in (np.int16, np.int32, np.int64) and largest <= np.iinfo(values.dtype).max else None
        return cls([np.asarray(values, dtype=kind or narrowest(largest), order="C")], indices, indptr, shape)

    @classmethod
    def of_csr(cls, matrix: Any) -> Self:
        """From CSR of numpy's integers in which no entry is given twice."""
        kept = matrix.data != 0
        if kept.all():
            return cls.of(matrix.data, matrix.indices, matrix.indptr, matrix.shape)
        starts = np.concatenate([[0], np.cumsum(kept)])[matrix.indptr]
        return cls.of(matrix.data[kept], matrix.indices[kept], starts, matrix.shape)

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def sparse(self) -> bool:
        """Whether zeros are left out."""
        return self.indptr is not None

    @property
    def long(self) -> bool:
        """Whether int64 does not hold the integers."""
        return len(self.parts) > 1

    @property
    def stored_count(self) -> int:
        """How many entries are stored."""
        return int(self.parts[0].size)

    @property
    def longest(self) -> int:
        """The entries of the row that has the most."""
        return int(np.diff(self.indptr).max(initial=0)) if self.sparse else self.shape[1]

    @cached_property
    def largest(self) -> int:
        """The greatest |n|."""
        if not self.stored_count:
            return 0
        if not self.long:
            return max(int(self.parts[0].max()), -int(self.parts[0].min()))
        sizes = abs(sum(np.ldexp(part.astype(np.float64), BITS * (k - len(self.parts))) for k, part in enumerate(self.parts)))
        near = np.nonzero(sizes >= sizes.max() - 2.0**-45)  # floats are off by much less, and one of these has the greatest
        digits = zip(*(part[near].tolist() for part in self.parts), strict=True)
        return max(abs(self.whole(each)) for each in digits)

    @cached_property
    def digits(self) -> IntegerMatrix:
        """The integers in digits, if int64 may not hold a sum of squares over a row."""
        if self.long or self.longest * self.largest**2 <= INT64_MAX:
            return self
        return self._like(digits_of(self.parts[0].astype(np.int64)))

    @property
    def dense_rows(self) -> int:
        """How many rows are worked on at a time, with their zeros."""
        return max(1 if self.sparse else LEAST_BLOCK, BLOCK_CELLS // max(1, self.shape[1]))

    @property
    def block_rows(self) -> int:
        """How many rows are worked on at a time."""
        return SPARSE_BLOCK if self.sparse else self.dense_rows

    def take(self, at: Any) -> IntegerMatrix:
        """Some of the rows: a slice or a list of places. Neighbouring rows are not copied."""
        if not self.sparse:
            return IntegerMatrix([part[at] for part in self.parts])
        if isinstance(at, slice) and at.step in (None, 1):
            first, end, _ = at.indices(len(self))
            a, b = self.indptr[first], self.indptr[max(first, end)]
            indptr = self.indptr[first : max(first, end) + 1] - a
            return IntegerMatrix([part[a:b] for part in self.parts], self.indices[a:b], indptr, (len(indptr) - 1, self.shape[1]))
        places = self.fill(np.arange(self.stored_count))[at]
        return IntegerMatrix([part[places.data] for part in self.parts], places.indices, places.indptr, places.shape)

    def fill(self, data: Any) -> Any:
        """A matrix of numpy's or scipy's with these in place of the entries."""
        return csr_array((data, self.indices, self.indptr), shape=self.shape) if self.sparse else data

    def integers(self) -> Any:
        """The entries as an array of numpy's integers, or of Python's where int64 does not hold them."""
        return sum(part.astype(object) << BITS * k for k, part in enumerate(self.parts)) if self.long else self.parts[0]

    def toarray(self) -> Any:
        """The rows with their zeros."""
        values = self.integers()
        if not self.sparse:
            return values
        whole = np.zeros(self.shape, dtype=values.dtype)
        whole[np.repeat(np.arange(len(self)), np.diff(self.indptr)), self.indices] = values
        return whole

    def entries(self, t: int) -> list[tuple[int, int]]:
        """(column, integer) of row t, without zeros if the rows are sparse."""
        part = slice(self.indptr[t], self.indptr[t + 1]) if self.sparse else t
        columns: Any = self.indices[part].tolist() if self.sparse else range(self.shape[1])
        digits = zip(*(digit[part].tolist() for digit in self.parts), strict=True)
        return list(zip(columns, map(self.whole, digits), strict=True))

    @staticmethod
    def whole(digits: Sequence[int]) -> int:
        """The integer with these digits."""
        return sum(digit << BITS * k for k, digit in enumerate(digits))

    def times(self, v: Sequence[int], plus: int = 0) -> list[int]:
        """The product with an integer vector, and `plus` added to each entry, exactly."""
        most = max(map(abs, v), default=0)
        if not self.long and max(1, self.longest * self.largest) * most + abs(plus) <= INT64_MAX:
            product: list[int] = (self.fill(self.parts[0]) @ np.array(v, dtype=np.int64) + plus).tolist()
            return product
        size = BITS + 1 if self.long else self.largest.bit_length()
        step = ROOM - self.longest.bit_length() - size
        if step < min(LEAST_STEP, most.bit_length()):
            return self.digits.times(v, plus)
        total = [plus] * len(self)
        matrices, below = [self.fill(part) for part in self.parts], 0
        while most >> below:
            piece = np.array([(abs(a) >> below) % (1 << step) * (1 if a >= 0 else -1) for a in v], dtype=np.int64)
            product = added_up([matrix @ piece for matrix in matrices])
            total = [a + (b << below) for a, b in zip(total, product, strict=True)]
            below += step
        return total

    def norms2(self) -> list[int]:
        """⟨n,n⟩ of every row, exactly."""
        if self.digits.long and self.longest >= MOST_LONG:
            raise InputError(f"a row with {MOST_LONG} entries and more, some of which int64 does not hold")
        total: list[int] = []
        parts = [part.astype(np.int64) for part in self.digits.parts]
        for j, left in enumerate(parts):
            products = (self.fill(left * right) for right in parts[: j + 1])
            row = added_up([product.sum(axis=1) << (k != j) for k, product in enumerate(products)])
            total = [a + (b << j * BITS) for a, b in zip(total, row, strict=True)] if total else row
        return total

    def floats(self, bits: int) -> Any:
        """The rows over 2^bits, each entry within three units in the last place; sparse if they are."""
        values = np.zeros(self.parts[0].shape)
        for k in reversed(range(len(self.parts))):
            values += np.ldexp(self.parts[k].astype(np.float64), BITS * k - bits)
        return self.fill(values)

    def exact_floats(self, denominator: int) -> Any:
        """The rows over a power of two as float64, if these hold them exactly; else None."""
        shift = denominator.bit_length() - 1
        if denominator != 1 << shift or self.largest.bit_length() - shift > HIGHEST_BIT or shift > HIGHEST_BIT:
            return None
        values = np.zeros(self.parts[0].shape)
        for k in reversed(range(len(self.parts))):
            whole = self.parts[k].astype(np.float64)
            part = np.ldexp(whole, BITS * k - shift)
            total = values + part
            exact = whole.max(initial=0) < 2.0**63 and (whole.astype(self.parts[k].dtype) == self.parts[k]).all()
            if not exact or (total - values != part).any() or (total - part != values).any():
                return None
            values = total
        return self.fill(values)

    def rescale(self, factors: Sequence[int]) -> IntegerMatrix:
        """The rows times a positive integer each, or all times one."""
        most = max(factors, default=1)
        if most == 1 or not self.largest:
            return self
        each = np.array(factors, dtype=np.int64 if most <= INT64_MAX else object)
        each = each if len(each) == 1 else np.repeat(each, np.diff(self.indptr)) if self.sparse else each[:, None]
        if not self.long and self.largest * most <= INT64_MAX:
            return self._like([self.parts[0].astype(narrowest(self.largest * most)) * each.astype(narrowest(self.largest * most))])
        return self._like(multiply([part.astype(np.int64) for part in self.digits_always()], digits_of(each)))

    def digits_always(self) -> list[Any]:
        """The digits, whatever the size."""
        return self.parts if self.long else digits_of(self.parts[0].astype(np.int64))

    def with_column(self, value: int) -> IntegerMatrix:
        """The rows with one more entry, which is not 0, at the end of each."""
        other = IntegerMatrix.of(np.array([value], dtype=object if abs(value) > INT64_MAX else np.int64))
        parts = self.parts
        if self.long or other.long:
            parts, last = pad([self.digits_always(), other.digits_always()])
        else:
            kind = narrowest(max(self.largest, abs(value)))
            parts, last = [parts[0].astype(kind)], [other.parts[0].astype(kind)]
        shape = (len(self), self.shape[1] + 1)
        if not self.sparse:
            return IntegerMatrix([np.insert(part, self.shape[1], digit[0], axis=1) for part, digit in zip(parts, last, strict=True)])
        ends = self.indptr[1:]
        parts = [np.insert(part, ends, digit[0]) for part, digit in zip(parts, last, strict=True)]
        return IntegerMatrix(parts, np.insert(self.indices, ends, self.shape[1]), self.indptr + np.arange(len(self.indptr)), shape)

    def divide(self, denominator: int) -> tuple[IntegerMatrix, int]:
        """The integers over a denominator in lowest terms for all of them together."""
        two, common = denominator & -denominator, 1
        if lowest := next((int(low) << BITS * k for k, part in enumerate(self.parts) if (low := np.bitwise_or.reduce(part, axis=None))), 0):
            common = min(two, lowest & -lowest)
        odd, flat = denominator // two, [part.reshape(-1) for part in self.parts]
        for first in range(0, self.stored_count, BLOCK_CELLS):
            if odd == 1:
                break
            piece = IntegerMatrix([part[first : first + BLOCK_CELLS] for part in flat], shape=(1, 1)).integers()
            odd = math.gcd(odd, int(np.gcd.reduce(piece)))
        if not lowest:
            return self, 1
        if (common := common * odd) == 1:
            return self, denominator
        return self._like(IntegerMatrix.of(self.integers() // common).parts), denominator // common

    def _like(self, parts: Sequence[Any]) -> IntegerMatrix:
        return IntegerMatrix(parts, self.indices, self.indptr, self.shape)


def narrowest(largest: int) -> Any:
    """The narrowest type for numbers up to ±largest, of those in which integers are held."""
    return next((kind for kind in (np.int16, np.int32) if largest <= np.iinfo(kind).max), np.int64)


def digits_of(values: Any) -> list[Any]:
    """The digits of integers in an array of int64 or of Python's integers."""
    digits: list[Any] = []
    while not digits or ((values > 0) | (values < -1)).any():
        digits.append((values & MASK).astype(np.int32))
        values = values >> BITS
    digits[-1] += (values << BITS).astype(np.int32)  # −1 where the integer is negative
    return digits


def carry(columns: Sequence[Any]) -> list[Any]:
    """The digits of Σ columns[k]·2^(BITS·k), for arrays of int64 below 2^ROOM in size."""
    digits, carry = [], 0
    for column in columns[:-1]:
        digits.append(((column + carry) & MASK).astype(np.int32))
        carry = (column + carry) >> BITS
    return [*digits, *digits_of(columns[-1] + carry)]


def multiply(digits: Sequence[Any], factor: Sequence[Any]) -> list[Any]:
    """The digits of the products of integers by others, both given in digits."""
    columns: list[Any] = [0] * (len(digits) + len(factor) - 1)
    for i, left in enumerate(digits):
        for j, right in enumerate(factor):
            columns[i + j] = columns[i + j] + left * right.astype(np.int64)
    return carry(columns)


def added_up(columns: Sequence[Any]) -> list[int]:
    """Σ columns[k]·2^(BITS·k) over arrays of int64 below 2^ROOM in size: most of it before they are integers of Python."""
    made, carry, width = [], 0, ROOM // BITS
    for column in columns[:-1]:
        made.append((column + carry) & MASK)
        carry = (column + carry) >> BITS
    total: list[int] = (columns[-1] + carry).tolist()
    for first in reversed(range(0, len(made), width)):
        group = made[first : first + width]
        low = sum(digit << BITS * k for k, digit in enumerate(group)).tolist()
        shift = BITS * len(group)
        total = [(a << shift) + b for a, b in zip(total, low, strict=True)]
    return total


def join(blocks: Sequence[tuple[IntegerMatrix, int]], axis: int = 0) -> tuple[IntegerMatrix, int]:
    """Dense matrices, each over its own denominator, over one: one below the other, or with axis=1 side by side."""
    clear = math.lcm(*(denominator for _, denominator in blocks))
    matrices = [matrix.rescale([clear // denominator]) for matrix, denominator in blocks]
    if any(matrix.long for matrix in matrices):
        columns = zip(*pad([matrix.digits_always() for matrix in matrices]), strict=True)
        return IntegerMatrix([np.concatenate(column, axis=axis) for column in columns]), clear
    kind = narrowest(max((matrix.largest for matrix in matrices), default=0))
    return IntegerMatrix([np.concatenate([matrix.parts[0].astype(kind, copy=False) for matrix in matrices], axis=axis)]), clear


def pad(digits: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Lists of digits with as many of them each."""
    count = max(map(len, digits))
    return [[*parts, *[np.zeros_like(parts[0])] * (count - len(parts))] for parts in digits]
