"""What may be done to examples before a run: shuffling them, weighting their classes, and bringing them to one length."""

from __future__ import annotations

import random
from fractions import Fraction
from math import isqrt, lcm
from typing import Any

from perceptron.data.examples import Examples
from perceptron.errors import InputError

FLOAT_BITS = 53  # of an integer that a float holds
PLACES = 6  # decimals to which the entries of `normalised` are cut
UNSURE = 1e-6  # of the last decimal; floats are off by less than a thousandth of it
MOST_BITS = 400  # of entries whose squares floats can be divided by


def shuffled(examples: Examples, seed: int) -> Examples:
    """The examples in an order that a seed determines: that of Python's `random.Random(seed).shuffle`.

    >>> shuffled(Examples([[1], [2], [3]], [1, 1, -1]), 1).numerators
    ((2,), (3,), (1,))
    """
    order = list(range(len(examples)))
    random.Random(seed).shuffle(order)
    return examples.taken(order)


def shortened(examples: Examples) -> Examples:
    """The examples, or if int64 does not hold them nearly a multiple of them: cut so that compiled floats do."""
    if (matrix := examples.held) is None or not matrix.long:
        return examples
    import numpy as np

    from perceptron.data.matrix import IntegerMatrix

    floats = matrix.floats(matrix.largest.bit_length() - FLOAT_BITS)
    if not matrix.sparse:
        return Examples.from_array(floats.astype(np.int64), examples.labels, copy=False)
    return Examples.from_matrix(IntegerMatrix.of_csr(floats.astype(np.int64)), 1, examples.labels)


def weighted(examples: Examples, down: Fraction, up: Fraction) -> Examples:
    """Each x times the weight of its label: `down` for −1, `up` for +1.

    The Perceptron whose updates add weight·y·x makes the Perceptron's run on these, since a positive factor changes no sign of a score.
    Raises InputError for a weight that is not positive.

        >>> weighted(Examples([[3], [5]], [1, -1]), Fraction(1, 2), Fraction(1)).numerators
        ((6,), (5,))
    """
    if down == up == 1:
        return examples
    if min(down, up) <= 0:
        raise InputError("nothing bounds the mistakes on a class of weight 0, which move no weights: leave its rows out, or weigh it more")
    clear = lcm(down.denominator, up.denominator)
    factors = {-1: int(down * clear), 1: int(up * clear)}
    each, below = [factors[y] for y in examples.labels], examples.denominator * clear
    if examples.held is not None:
        return Examples.from_matrix(examples.held.scaled(each), below, examples.labels)
    rows = [[n * factor for n in row] for row, factor in zip(examples.numerators, each, strict=True)]
    return Examples.from_integers(rows, examples.labels, below, examples.dimension)


def normalised(examples: Examples) -> Examples:
    """Each x divided by its length, its entries cut (towards 0) to PLACES decimals, so that ‖x‖ ≤ 1 is exact, and ‖x‖ nearly 1.

    Raises InputError for a zero vector.

        >>> normalised(Examples([[3, 4], [5, 12]], [1, -1]))[0].x
        (Fraction(3, 5), Fraction(4, 5))
    """
    norms = [norm for part in examples.stretches() for norm in examples.norms2(part)]
    if 0 in norms:
        raise InputError(f"example {norms.index(0)} is the zero vector, which has no direction")
    if (matrix := examples.held) is None or matrix.largest.bit_length() > MOST_BITS:
        rows = [[_cut(n, norm) for n in row] for row, norm in zip(examples.numerators, norms, strict=True)]
        return Examples.from_integers(rows, examples.labels, 10**PLACES, examples.dimension)
    import numpy as np

    from perceptron.data.matrix import IntegerMatrix

    cut = np.concatenate([_cut_rows(matrix.taken(part), norms[part]) for part in matrix.blocks()])
    if not matrix.sparse:
        return Examples.from_matrix(IntegerMatrix.of(cut.reshape(matrix.shape)), 10**PLACES, examples.labels)
    return Examples.from_matrix(IntegerMatrix.of_csr(matrix.filled(cut)), 10**PLACES, examples.labels)


def _cut(n: int, norm2: int) -> int:
    """n/√norm2 in units of the last decimal, cut towards 0."""
    size = isqrt(n * n * 10 ** (2 * PLACES) // norm2)
    return size if n >= 0 else -size


def _cut_rows(matrix: Any, norms: list[int]) -> Any:
    """`_cut` for the stored entries, one after the other: in floats, which decide unless a whole number is near."""
    import numpy as np

    each = np.repeat(np.arange(len(matrix)), np.diff(matrix.indptr) if matrix.sparse else matrix.shape[1])
    floats = matrix.floats(0)
    found = (floats.data if matrix.sparse else floats.reshape(-1)) / np.sqrt(np.array(norms, dtype=np.float64))[each] * 10**PLACES
    cut = found.astype(np.int32)
    near = np.flatnonzero((np.abs(found - np.rint(found)) < UNSURE) & (found != 0))
    digits = zip(*(part.reshape(-1)[near].tolist() for part in matrix.parts), strict=True)
    cut[near] = [_cut(matrix.whole(some), norms[t]) for some, t in zip(digits, each[near].tolist(), strict=True)]
    return cut
