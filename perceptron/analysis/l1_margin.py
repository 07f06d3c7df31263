"""The greatest L1–L∞ margin: the u with ‖u‖₁ = 1 whose least y⟨u,x⟩ is greatest. A linear programme proposes it, integers measure it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron.analysis.comparators import Comparator
from perceptron.analysis.separability import whole
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.numbers.exact import common_denominator

if TYPE_CHECKING:
    from perceptron.analysis.separability import Floats

ROWS_AT_A_TIME = 2000  # that join the linear programme
BITS = range(4, 53, 4)  # of a rounded vector, coarsest first
LOST = Fraction(1, 1000)  # the share of the margin that rounding may cost


def max_l1_margin(examples: Examples, known: Sequence[Fraction] | None = None) -> Comparator:
    """The u with ‖u‖₁ = 1 and (nearly) the greatest margin, with this margin as γ.

    examples    at least one round
    known       a separator to fall back on, d exact numbers

    `deviation` and `total` of the result are 0, since every round has the margin. Raises InputError if no vector with a positive margin
    is found. Source: BL, ‘L2 margins and L1 margins’.

        >>> best = max_l1_margin(Examples([[1, 1, 0], [1, 0, 1]], [1, 1]))
        >>> best.u, best.margin
        ((Fraction(1, 1), Fraction(0, 1), Fraction(0, 1)), Fraction(1, 1))
    """
    import numpy as np

    if not examples.longest2():
        raise InputError("no vector with a positive margin was found")
    largest, n = Fraction(examples.largest()), len(examples)
    chosen = np.linspace(0, n - 1, min(ROWS_AT_A_TIME, n), dtype=np.int64)
    while True:
        u, margin = _programme(examples.in_floats(chosen.tolist(), largest))
        scores, _ = examples.scores(u)
        worst = np.setdiff1d(np.argsort(scores)[:ROWS_AT_A_TIME], chosen)
        if margin <= 0 or not len(worst) or scores[worst].min() >= margin * (1 - 1e-6):
            break
        chosen = np.union1d(chosen, worst)
    units = [unit for bits in BITS if (unit := _rounded(u, bits)) is not None]
    if known is not None and any(known):
        units.append(tuple(a / sum(map(abs, known)) for a in known))
    found = [(_margin(examples, unit), unit) for unit in units]
    best = max((own for own, _ in found), default=Fraction(0))
    if best <= 0:
        raise InputError("no vector with a positive margin was found")
    gamma, unit = next((own, unit) for own, unit in found if own >= best * (1 - LOST))
    return Comparator(unit, gamma, gamma, Fraction(0), Fraction(0))


def _programme(rows: Any) -> tuple[Floats, float]:
    """(u, m): max m with ⟨u, row⟩ ≥ m and ‖u‖₁ ≤ 1, where u is the difference of two vectors that are not negative. In floats."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import hstack, issparse

    n, d = rows.shape
    sides = (-rows, rows, np.ones((n, 1)))
    cost, sizes = np.zeros(2 * d + 1), np.ones((1, 2 * d + 1))
    cost[-1], sizes[0, -1] = -1.0, 0.0
    found = linprog(cost, hstack(sides, format="csr") if issparse(rows) else np.hstack(sides), np.zeros(n), sizes, [1.0], method="highs")
    return (np.zeros(d), 0.0) if found.x is None else (found.x[:d] - found.x[d:-1], float(found.x[-1]))


def _rounded(u: Floats, bits: int) -> tuple[Fraction, ...] | None:
    """u with whole entries of so many bits, divided by the sum of their sizes."""
    import numpy as np

    top = float(np.abs(u).max(initial=0.0))
    entries = [round(float(a) / top * 2**bits) for a in u] if top else []
    size = sum(map(abs, entries))
    return tuple(Fraction(n, size) for n in entries) if size else None


def _margin(examples: Examples, u: tuple[Fraction, ...]) -> Fraction:
    return Fraction(examples.least_against(whole(u)) or 0, examples.denominator * common_denominator(u))
