"""Vectors that weigh their length against their hinge loss: a path of them, from short to long. In floats; nothing here is certified.

A hinge bound grows with ‖w*‖ and with the loss of w* = u/γ on the rounds with a mistake. Whatever the bound, the best w* for a given length
lies on the path of argmin λ‖w‖²/2 + Σ c·φ(1 − ⟨w,z⟩), with φ(s) = max(0, s) or its square. So one path of each kind serves all bounds. Each
λ starts from the solution of the one before. Newton's method ends after a few steps, since φ is a square in pieces (the hinge's corner is
rounded off). In many dimensions scipy's L-BFGS takes its place, which needs no Hessian.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
NEWTON_DIMENSIONS = 600  # up to which the Hessian is solved
WIDE_STEPS = 8  # of λ beyond those dimensions, by STEP² each
ENOUGH, WIDE_ENOUGH = 1e-9, 1e-4  # a step that gains less of the value is the last one; beyond those dimensions
HARD_STEP, HARD_DIMENSIONS, HARD_ENOUGH = 0.1, 2_000, 1e-6  # the same towards the greatest margin
MOST_READ, LEAST_EVALUATIONS = 5 * 10**8, 20  # entries for each λ there, in more dimensions
GROWN = 1e-3  # a margin that grows by less is the last one
STRETCHES = tuple(1.1**k for k in range(-10, 11))  # lengths that are worth a trial beside those of the path
LATEST, LEAST = 1e-6, 1e-13  # times the number of mistakes: where λ begins at the latest, and ends
LONGEST = 1e3  # times √(number of mistakes): a longer w* bounds nothing


def paths(rows: Floats, counts: Floats, corners: Sequence[float] = (CORNER, inf), limit: float = inf) -> Iterator[Floats]:
    """Vectors w along the paths, the shortest of each first, with λ from where the first row has no loss.

    rows       the z = y·x of rounds, of length 1 at most
    counts     the weight of the loss on each: how often it was a mistake
    corners    a path for each width of the rounded corner: by default the hinge, and its square
    limit      a path ends before the first vector that is longer
    """
    import numpy as np

    wide, total = rows.shape[1] > NEWTON_DIMENSIONS, float(counts.sum())
    for corner in corners:
        w, weight = np.zeros(rows.shape[1]), max(float((rows @ (rows.T @ counts)).max()), LATEST * total)
        for _ in range(WIDE_STEPS if wide else STEPS):
            method = {"ftol": WIDE_ENOUGH} if wide else None
            w = _solve(rows, counts, weight, corner, w, method)
            length = float(np.sqrt(w @ w))
            if not np.isfinite(length) or length > min(limit, LONGEST * np.sqrt(total)):
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


def hardest(rows: Any) -> Floats | None:
    """A vector with nearly the greatest margin, where the path of the squared hinge leads as λ falls to 0; None if none is found.

    rows    the z = y·x of all rounds, of length 1 at most, dense or sparse
    """
    import numpy as np
    from scipy.sparse import issparse

    n, d = rows.shape
    ones, w, best = np.ones(n), np.zeros(d), 0.0
    widest: Floats | None = None
    exact = d <= HARD_DIMENSIONS and not issparse(rows)
    method = None if exact else {"ftol": HARD_ENOUGH, "maxfun": max(LEAST_EVALUATIONS, MOST_READ // max(1, rows.size))}
    weight = max(float((rows @ (rows.T @ ones)).max()), LATEST * n)
    while weight > LEAST * n:
        w = _solve(rows, ones, weight, inf, w, method)
        margin = float((rows @ w).min()) / max(float(np.sqrt(w @ w)), LEAST)
        if widest is not None and margin <= best * (1 + GROWN):
            break
        if margin > best:
            best, widest = margin, w
        weight *= HARD_STEP
    return widest


def _solve(rows: Any, counts: Floats, weight: float, corner: float, w: Floats, method: dict[str, float] | None) -> Floats:
    """argmin weight·‖w‖²/2 + Σ counts·φ(1 − rows·w), from the start w: by L-BFGS with these options, else by Newton's method."""
    import numpy as np
    from scipy.optimize import minimize

    scale = corner if np.isfinite(corner) else 1.0

    def value(w: Floats) -> tuple[float, Floats]:
        """The sum, and its gradient."""
        short = (1 - rows @ w).clip(min=0)
        bent = np.minimum(short, corner)
        loss = float(counts @ (bent * (short - bent / 2))) / scale
        return weight * float(w @ w) / 2 + loss, weight * w - rows.T @ (counts * bent) / scale

    def bend(w: Floats) -> Floats:
        """Its Hessian."""
        short = 1 - rows @ w
        bent = (short > 0) & (short < corner)
        curved: Floats = (rows[bent].T * (counts[bent] / scale)) @ rows[bent] + weight * np.eye(len(w))
        return curved

    if method is None:
        return _newton(value, bend, w)
    least: Floats = minimize(value, w, jac=True, method="L-BFGS-B", options=method).x
    return least


def _newton(value: Callable[[Floats], tuple[float, Floats]], bend: Callable[[Floats], Floats], w: Floats) -> Floats:
    """Where a convex function is least, from the start w: Newton's method with halved steps. `value` gives its gradient too."""
    import numpy as np

    least, gradient = value(w)
    for _ in range(NEWTON_STEPS):
        step, size = np.linalg.solve(bend(w), gradient), 1.0
        gain = 1e-4 * float(gradient @ step)
        while (further := value(w - size * step))[0] > least - size * gain and size > 1e-6:
            size /= 2
        last = size <= 1e-6 or least - further[0] <= ENOUGH * abs(least)
        if further[0] >= least:
            return w
        w, (least, gradient) = w - size * step, further
        if last:
            break
    return w
