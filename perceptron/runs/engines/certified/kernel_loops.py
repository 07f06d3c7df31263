"""The kernel Perceptron in compiled floats, block by block, for (offset + ⟨x,z⟩)^degree and exp(−γ‖x−z‖²).

At the start of a block its rows are scored against the support by one product of matrices. Within it a mistake adds its kernel values
to the rows that follow. So memory is block × support, and no value is computed for a row that is past. A row whose score the error bound
does not settle is handed to the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified import float_errors
from perceptron.runs.engines.compiling import compiled, summing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BLOCK = 256
UNIT = float_errors.UNIT * 1.02
TINY = 1e-290  # for what underflows
MOST = 2.0**52  # below which floats add whole numbers without error


@summing
def power(base: float, degree: int) -> float:
    """base^degree for degree ≥ 1."""
    made = base
    for _ in range(degree - 1):
        made *= base
    return made


@summing
def score_block(
    products: Array, coefficients: Array, squares: Array, own: Array, degree: int, offset: float, gamma: float, out: Array
) -> None:
    """out = Σ coefficient·K for each row of the products ⟨row, support⟩; `degree` is 0 for the Gaussian."""
    for i in range(products.shape[0]):
        total = 0.0
        for j in range(products.shape[1]):
            g = products[i, j]
            value = np.exp(min(0.0, gamma * (2 * g - squares[i] - own[j]))) if degree == 0 else power(g + offset, degree)
            total += coefficients[j] * value
        out[i] = total


@summing
def add_row(
    x: Array, squares: Array, t: int, last: int, first: int, y: float, degree: int, offset: float, gamma: float, scores: Array
) -> None:
    """Add y·K(x_t, x_r) to the scores of the rows t < r < last of the block that begins at `first`."""
    d = x.shape[1]
    for r in range(t + 1, last):
        g = 0.0
        for k in range(d):
            g += x[t, k] * x[r, k]
        value = np.exp(min(0.0, gamma * (2 * g - squares[t] - squares[r]))) if degree == 0 else power(g + offset, degree)
        scores[r - first] += y * value


@compiled
def go_on(
    x: Array,
    squares: Array,
    labels: Array,
    sizes: Array,
    t: int,
    first: int,
    last: int,
    ties: int,
    whole: bool,
    total: float,
    degree: int,
    offset: float,
    gamma: float,
    scores: Array,
    hits: Array,
    decided: int,
) -> tuple[int, float]:
    """Go on from row t of a block. Returns (last, mistakes) at its end, or the row that floats do not settle.

    sizes      for the power a bound on its values with each row, for the Gaussian one on the error of its values
    total      the mistakes so far, with those of former passes
    decided    of row t: 1 a mistake, −1 none, 0 not decided
    """
    d = x.shape[1]
    while t < last:
        signed = labels[t] * scores[t - first]
        if degree == 0:
            error = total * (sizes[t] + (total + 4) * UNIT)
        elif whole and total * sizes[t] < MOST:
            error = 0.0
        else:
            error = total * (sizes[t] * UNIT * (degree * (d + 8) + total + 4) + TINY)
        wrong = signed < 0.0
        if decided != 0:
            wrong, decided = decided > 0, 0
        elif error == 0.0 and signed == 0.0:
            wrong = labels[t] != ties
        elif not abs(signed) > error:
            return t, total
        if wrong:
            hits[t] += 1
            total += 1.0
            add_row(x, squares, t, last, first, float(labels[t]), degree, offset, gamma, scores)
        t += 1
    return t, total
