"""Vectors that weigh their length against their hinge loss: a path of them, from short to long. In floats; nothing here is certified.

A hinge bound grows with ‖w*‖ and with the loss of w* = u/γ on the rounds with a mistake. Whatever the bound, the best w* for a given length
lies on the path of argmin λ‖w‖²/2 + Σ c·φ(1 − ⟨w,z⟩), with φ(s) = max(0, s) or its square. So one path of each kind serves all bounds. Each
λ starts from the solution of the one before. Newton's method ends after a few steps, since φ is a square in pieces (the hinge's corner is
rounded off).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS = 40  # of λ, each a factor STEP below the one before
STEP = 10**-0.25
CORNER = 0.1  # width of the hinge's rounded corner
NEWTON_STEPS = 60
NEWTON_DIMENSIONS = 600  # up to which the Hessian is solved; beyond, conjugate gradients
WIDE_STEPS, WIDE_NEWTON_STEPS, GRADIENT_STEPS = 8, 6, 12  # there: of λ, by STEP² each; of Newton; of conjugate gradients
STRETCHES = tuple(1.1**k for k in range(-10, 11))  # lengths that are worth a trial beside those of the path
LATEST, LEAST = 1e-6, 1e-13  # times the number of mistakes: where λ begins at the latest, and ends
LONGEST = 1e3  # times √(number of mistakes): a longer w* bounds nothing


def paths(rows: Floats, counts: Floats, corners: Sequence[float] = (CORNER, inf)) -> Iterator[Floats]:
    """Vectors w along the paths, the shortest of each first, with λ from where the first row has no loss.

    rows       the z = y·x of rounds, of length 1 at most
    counts     what the loss on each weighs: how often it was a mistake
    corners    a path for each width of the rounded corner: by default the hinge, and its square
    """
    import numpy as np

    wide, total = rows.shape[1] > NEWTON_DIMENSIONS, float(counts.sum())
    for corner in corners:
        w, weight = np.zeros(rows.shape[1]), max(float((rows @ (rows.T @ counts)).max()), LATEST * total)
        for _ in range(WIDE_STEPS if wide else STEPS):
            w = _solved(rows, counts, weight, corner, w)
            length = float(np.sqrt(w @ w))
            if not np.isfinite(length) or length > LONGEST * np.sqrt(total):
                break
            if length:
                yield w
            weight *= STEP**2 if wide else STEP
            if weight < LEAST * total or not (rows @ w < 1).any():
                break  # floats tell no more, or nothing is lost any more


def longest(rows: Any) -> Floats:
    """The longest row: a comparator where every path stays at 0, since examples contradict each other."""
    import numpy as np
    from scipy.sparse import issparse

    squares = rows.multiply(rows) if issparse(rows) else rows * rows
    row = rows[int(np.asarray(squares.sum(axis=1)).ravel().argmax())]
    return row.toarray().ravel() if issparse(row) else np.asarray(row)


def _solved(rows: Floats, counts: Floats, weight: float, corner: float, w: Floats) -> Floats:
    """argmin weight·‖w‖²/2 + Σ counts·φ(1 − rows·w), from the start w: Newton's method with halved steps."""
    import numpy as np

    value = _value(rows, counts, weight, corner, w)
    for _ in range(NEWTON_STEPS if len(w) <= NEWTON_DIMENSIONS else WIDE_NEWTON_STEPS):
        short = 1 - rows @ w
        slope = np.minimum(short, corner).clip(min=0) if np.isfinite(corner) else short.clip(min=0)
        scale = 1 / corner if np.isfinite(corner) else 1.0
        gradient = weight * w - rows.T @ (counts * slope) * scale
        bent = (short > 0) & (short < corner)
        step = _newton(rows[bent], counts[bent] * scale, weight, gradient)
        size, gain = 1.0, float(gradient @ step)
        while (moved := _value(rows, counts, weight, corner, w - size * step)) > value - 1e-4 * size * gain and size > 1e-6:
            size /= 2
        if size <= 1e-6 or value - moved <= 1e-9 * abs(value):
            return w - size * step if moved < value else w
        w, value = w - size * step, moved
    return w


def _value(rows: Floats, counts: Floats, weight: float, corner: float, w: Floats) -> float:
    import numpy as np

    short = (1 - rows @ w).clip(min=0)
    squares = short * short / 2
    loss = np.where(short < corner, squares / corner, short - corner / 2) if np.isfinite(corner) else squares
    return weight * float(w @ w) / 2 + float(counts @ loss)


def _newton(rows: Floats, counts: Floats, weight: float, gradient: Floats) -> Floats:
    """(weight·1 + Σ counts·row·rowᵀ)⁻¹ gradient."""
    import numpy as np
    from scipy.sparse.linalg import LinearOperator, cg

    d = len(gradient)
    if d <= NEWTON_DIMENSIONS:
        matrix = (rows.T * counts) @ rows
        matrix[np.diag_indices(d)] += weight
        return np.asarray(np.linalg.solve(matrix, gradient))
    hessian = LinearOperator((d, d), matvec=lambda v: weight * v + rows.T @ (counts * (rows @ v)))
    return np.asarray(cg(hessian, gradient, rtol=1e-3, maxiter=GRADIENT_STEPS)[0])
