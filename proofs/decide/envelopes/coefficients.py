"""The envelope X(σ) = σ + a₁σ² + a₂σ³ + … that proves a constant, by optimisation in floats.

With σ = γ√t and ‖w‖ ≤ X(σ)/γ after t updates, the envelope must grow at least as fast as an update may lengthen w: X² is a polynomial
Σ Eₚσᵖ, and (t+1)^(p/2) − t^(p/2) ≥ (p/2)t^(p/2−1), so

    room(σ) = (Σ (p/2)Eₚσᵖ⁻² − 1 − 2cX(σ))/σ ≥ 0   for 0 ≤ σ² ≤ C,   with every Eₚ ≥ 0

is enough.  And γt ≤ ‖w‖ says σ² ≤ X(σ), so that σ² ≤ C holds for ever if  lead(σ) = σ − 1 − a₁σ − a₂σ² − … > 0 from √C to √(C + 1), the
farthest that one update leads.  Nothing here is trusted: `lemma` proves both with the rational coefficients that come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
HIGHEST_DEGREE = 5
NEXT = 0.005  # a new coefficient to start from
DENOMINATORS = (10, 20, 50, 100, 200, 500, 1000, 5000, 20000, 10**5)
POINTS = 300
LEAST_ROOM = 1e-6


def squared(a: Sequence[Any]) -> list[Any]:
    """E₀, E₁, E₂, …, the coefficients of X²."""
    x = [0, 1, *a]
    found = [0 * x[0]] * (2 * len(x) - 1)
    for i, p in enumerate(x):
        for j, q in enumerate(x):
            found[i + j] = found[i + j] + p * q
    return found


def room(a: Sequence[Any], c: Any) -> list[Any]:
    """The coefficients of the room, by power of σ."""
    e, x = squared(a), [0, 1, *a]
    return [Fraction(p, 2) * e[p] - (2 * c * x[p - 2] if p - 2 < len(x) else 0) for p in range(3, len(e))] if len(a) else []


def lead(a: Sequence[Any]) -> list[Any]:
    """The coefficients of the lead, by power of σ."""
    return [-1, 1 - a[0], *(-x for x in a[1:])] if len(a) else [-1, 1]


def coefficients(c: Fraction, constant: Fraction) -> list[Fraction] | None:
    """Rational a₁, a₂, … of the least degree that prove `constant`, with room to spare; None if there are none."""
    if c == 0:
        return [] if constant >= 1 else None
    start = np.array([2 * float(c) / 3 + 0.05, 0.0])
    for _ in range(2, HIGHEST_DEGREE + 1):
        best = _optimised(start, float(c), float(constant))
        if best[-1] > LEAST_ROOM and (found := _rounded(best, float(c), float(constant))) is not None:
            return found
        start = np.insert(best, -1, NEXT)  # the next degree begins where this one ended
    return None


def _margins(a: Sequence[float], c: float, constant: float) -> Array:
    """The room and the lead where each is to be positive."""
    below, above = np.linspace(0, np.sqrt(constant), POINTS), np.linspace(np.sqrt(constant), np.sqrt(constant + 1), POINTS // 3)
    parts = ((below, room(a, c)), (above, lead(a)))
    return np.concatenate([np.polynomial.polynomial.polyval(at, np.array([float(x) for x in p])) for at, p in parts])


def _optimised(start: Array, c: float, constant: float) -> Array:
    """The coefficients for which the least margin is largest, and that margin."""
    from scipy.optimize import minimize

    margins = {"type": "ineq", "fun": lambda x: _margins(x[:-1], c, constant) - x[-1]}
    squares = {"type": "ineq", "fun": lambda x: np.array(squared(x[:-1])[3:])}
    return np.asarray(minimize(lambda x: -x[-1], start, constraints=[margins, squares], method="SLSQP", options={"maxiter": 300}).x)


def _rounded(best: Array, c: float, constant: float) -> list[Fraction] | None:
    """The coefficients as coarse fractions that leave a quarter of the margin."""
    for denominator in DENOMINATORS:
        a = [Fraction(round(x * denominator), denominator) for x in best[:-1]]
        if min(squared(a)[3:]) >= 0 and _margins([float(x) for x in a], c, constant).min() > best[-1] / 4:
            return a
    return None
