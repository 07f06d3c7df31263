"""What may be done to examples before a run: shuffling them, and bringing them to one length."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX
from perceptron.errors import InputError

PLACES = 6  # decimals to which the entries of `normalised` are cut


def shuffled(examples: Examples, seed: int) -> Examples:
    """The examples in an order that a seed determines: that of Python's `random.Random(seed).shuffle`.

    >>> shuffled(Examples([[1], [2], [3]], [1, 1, -1]), 1).numerators
    ((2,), (3,), (1,))
    """
    order = list(range(len(examples)))
    random.Random(seed).shuffle(order)
    return taken(examples, order)


def taken(examples: Examples, order: Sequence[int]) -> Examples:
    """The rounds whose numbers are given, in that order."""
    labels = examples.labels
    if examples.sparse is not None:
        return Examples.from_sparse(examples.sparse[list(order)], [labels[t] for t in order], examples.denominator)
    array = examples.matrix()
    if array is not None:
        return Examples.from_array(array[order], [labels[t] for t in order], examples.denominator, copy=False)
    rows = examples.numerators
    return Examples.from_integers([rows[t] for t in order], [labels[t] for t in order], examples.denominator, examples.dimension)


def normalised(examples: Examples) -> Examples:
    """Each x divided by its length, its entries cut (towards 0) to PLACES decimals, so that ‖x‖ ≤ 1 is exact, and ‖x‖ nearly 1.

    Raises InputError for a zero vector.

        >>> normalised(Examples([[3, 4], [5, 12]], [1, -1]))[0].x
        (Fraction(3, 5), Fraction(4, 5))
    """
    import numpy as np

    scale, array = 10**PLACES, examples.array()
    norms = examples.norms2()
    if 0 in norms:
        raise InputError(f"example {norms.index(0)} is the zero vector, which has no direction")
    if array is not None and examples.largest() < 2**53 and max(norms, default=0) <= INT64_MAX:
        lengths = np.sqrt(np.array(norms, dtype=np.float64))
        cut = np.trunc(array / lengths[:, None] * scale).astype(np.int64)
        long = np.flatnonzero((cut * cut).sum(axis=1) > scale * scale)
        cut[long] -= np.sign(cut[long])  # rounding carried an entry over
        return Examples.from_array(cut, examples.labels, scale, copy=False)
    rows = [[_cut(n, norm2, scale) for n in row] for row, norm2 in zip(examples.numerators, norms, strict=True)]
    return Examples.from_integers(rows, examples.labels, scale, examples.dimension)


def _cut(n: int, norm2: int, scale: int) -> int:
    """scale·n/√norm2, cut towards 0."""
    size = isqrt(int(Fraction(n * n * scale * scale, norm2)))
    return size if n >= 0 else -size
