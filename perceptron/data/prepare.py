"""What may be done to examples before a run: shuffling them, weighting their classes, and bringing them to one length."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import isqrt, lcm
from typing import Any

from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX
from perceptron.data.wide import sparse_rows
from perceptron.errors import InputError

FLOAT_BITS = 53  # of an integer that a float holds
PLACES = 6  # decimals to which the entries of `normalised` are cut
UNSURE = 1e-6  # of the last decimal; floats are off by less than a thousandth of it


def shuffled(examples: Examples, seed: int) -> Examples:
    """The examples in an order that a seed determines: that of Python's `random.Random(seed).shuffle`.

    >>> shuffled(Examples([[1], [2], [3]], [1, 1, -1]), 1).numerators
    ((2,), (3,), (1,))
    """
    order = list(range(len(examples)))
    random.Random(seed).shuffle(order)
    return examples.taken(order)


def shortened(examples: Examples) -> Examples:
    """Sparse examples that are nearly a multiple of these: their numerators cut so that compiled floats hold them."""
    matrix, cut = examples.sparse, max(0, examples.largest().bit_length() - FLOAT_BITS)
    data = (matrix.data >> cut).astype("int64")
    return Examples.from_sparse(sparse_rows(data, matrix.indices, matrix.indptr, matrix.shape), examples.labels)


def weighted(examples: Examples, down: Fraction, up: Fraction) -> Examples:
    """Each x times the weight of its label: `down` for −1, `up` for +1.

    The Perceptron whose updates add weight·y·x makes the Perceptron's run on these, since a positive factor changes no sign of a score.
    Raises InputError for a weight that is not positive.

        >>> weighted(Examples([[3], [5]], [1, -1]), Fraction(1, 2), Fraction(1)).numerators
        ((6,), (5,))
    """
    import numpy as np

    if down == up == 1:
        return examples
    if min(down, up) <= 0:
        raise InputError("nothing bounds the mistakes on a class of weight 0, which move no weights: leave its rows out, or weigh it more")
    clear = lcm(down.denominator, up.denominator)
    factors = {-1: int(down * clear), 1: int(up * clear)}
    each, below = [factors[y] for y in examples.labels], examples.denominator * clear
    matrix, fits = examples.matrix(), examples.largest() * max(each, default=1) <= INT64_MAX
    if examples.sparse is not None:
        factor = np.array(each, dtype=np.int64 if fits else object)
        entries = (matrix.data if fits else matrix.data.astype(object)) * np.repeat(factor, np.diff(matrix.indptr))
        return Examples.from_sparse(sparse_rows(entries, matrix.indices, matrix.indptr, matrix.shape), examples.labels, below)
    if matrix is None or not fits:
        rows = [[n * factor for n in row] for row, factor in zip(examples.numerators, each, strict=True)]
        return Examples.from_integers(rows, examples.labels, below, examples.dimension)
    return Examples.from_array(matrix * np.array(each, dtype=np.int64)[:, None], examples.labels, below, copy=False)


def normalised(examples: Examples) -> Examples:
    """Each x divided by its length, its entries cut (towards 0) to PLACES decimals, so that ‖x‖ ≤ 1 is exact, and ‖x‖ nearly 1.

    Raises InputError for a zero vector.

        >>> normalised(Examples([[3, 4], [5, 12]], [1, -1]))[0].x
        (Fraction(3, 5), Fraction(4, 5))
    """
    import numpy as np

    if examples.table is None and examples.matrix() is None:
        rows = [[_cut(n, norm2) for n in row] for row, norm2 in zip(examples.numerators, _norms2(examples), strict=True)]
        return Examples.from_integers(rows, examples.labels, 10**PLACES, examples.dimension)
    if (matrix := examples.sparse) is not None:
        entries = _cut_sparse(matrix, _norms2(examples))
        return Examples.from_sparse(sparse_rows(entries, matrix.indices, matrix.indptr, matrix.shape), examples.labels, 10**PLACES)
    cut = np.empty((len(examples), examples.dimension), dtype=np.int32)
    for part in examples.stretches():
        cut[part.start : part.stop] = _cut_dense(examples, part)
    return Examples.from_array(cut, examples.labels, 10**PLACES, copy=False)


def _norms2(examples: Examples, part: range | None = None) -> list[int]:
    """⟨n,n⟩ of all rounds, or of a part. Raises InputError for a zero vector."""
    norms = examples.norms2(part)
    if 0 in norms:
        raise InputError(f"example {norms.index(0) + (part.start if part else 0)} is the zero vector, which has no direction")
    return norms


def _cut(n: int, norm2: int) -> int:
    """n/√norm2 in units of the last decimal, cut towards 0."""
    size = isqrt(n * n * 10 ** (2 * PLACES) // norm2)
    return size if n >= 0 else -size


def _cut_sparse(matrix: Any, norms: Sequence[int]) -> Any:
    """`_cut` for the entries of a sparse matrix whose rows have these ⟨n,n⟩."""
    import numpy as np

    rounds = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    found = matrix.data.astype(np.float64) / np.sqrt(np.array(norms, dtype=np.float64))[rounds]
    return _all_cut(found, lambda near: zip(matrix.data[near].tolist(), map(norms.__getitem__, rounds[near].tolist()), strict=True))


def _cut_dense(examples: Examples, part: range) -> Any:
    """`_cut` for the rows of a part of the rounds."""
    import numpy as np

    norms, largest = _norms2(examples, part), Fraction(examples.largest())
    shares = examples.labels_array()[part.start : part.stop] * float(largest) / np.sqrt(np.array(norms, dtype=np.float64))

    def exact(near: Any) -> Iterator[tuple[int, int]]:
        if examples.table is None:
            entries = examples.matrix()[part.start : part.stop][near].tolist()
        else:
            entries = [examples.table.row(part[t])[i] for t, i in zip(*(axis.tolist() for axis in near), strict=True)]
        return zip(entries, map(norms.__getitem__, near[0].tolist()), strict=True)

    return _all_cut(examples.in_floats(part, largest) * shares[:, None], exact)


def _all_cut(shares: Any, exact: Callable[[Any], Iterable[tuple[int, int]]]) -> Any:
    """`_cut` for an array of n/√norm2 in floats, which decide unless a whole number is near; `exact` gives n and norm2 at such places."""
    import numpy as np

    found = shares * 10**PLACES
    cut = found.astype(np.int64)
    near = np.nonzero((np.abs(found - np.rint(found)) < UNSURE) & (found != 0))
    cut[near] = [_cut(n, norm2) for n, norm2 in exact(near)]
    return cut
