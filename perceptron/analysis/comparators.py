"""Comparators for a user's data: computed by float solvers, rounded to rationals, and measured exactly.

A bound holds for every comparator u and every γ, so nothing here has to be optimal. The float solvers only make the bound
small. ‖u‖ = 1 and a γ that is the margin are exact: they are computed in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log10, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from perceptron.analysis.hinge_path import STRETCHES, hardest, longest, paths
from perceptron.analysis.nearest_point import nearest_point
from perceptron.analysis.separability import WIDE, Separability, Vector, float_rows, is_farkas, scaled_rows, separability, separates
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.numbers.exact import clear_values
from perceptron.numbers.rational_points import sqrt_below, unit_near
from perceptron.runs.passes import Passes
from perceptron.runs.trace import Trace

if TYPE_CHECKING:
    from perceptron.analysis.separability import Floats

__all__ = [
    "Comparator",
    "Separability",
    "is_farkas",
    "least_hinge",
    "max_l1_margin",
    "max_margin",
    "separability",
    "separates",
    "simple_near",
]

ROWS_AT_A_TIME = 2000  # that join the linear programme
BITS = range(4, 53, 4)  # of a rounded vector, coarsest first
LOST = Fraction(1, 1000)  # the share of the margin that rounding may cost


class Comparator(NamedTuple):
    """A comparator of length 1, and a γ > 0."""

    u: Vector
    gamma: Fraction


def max_l1_margin(examples: Examples, known: Sequence[Fraction] | None = None) -> Comparator:
    """The u with ‖u‖₁ = 1 and (nearly) the greatest margin, with this margin as γ.

    examples    at least one round
    known       a separator to fall back on, d exact numbers

    Raises InputError if no vector with a positive margin is found. Source: BL, ‘L2 margins and L1 margins’.

        >>> best = max_l1_margin(Examples([[1, 1, 0], [1, 0, 1]], [1, 1]))
        >>> best.u, best.gamma
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
    units = [unit for bits in BITS if (unit := _round(u, bits)) is not None]
    if known is not None and any(known):
        units.append(tuple(a / sum(map(abs, known)) for a in known))
    margins = [(_margin(examples, unit), unit) for unit in units]
    best = max((own for own, _ in margins), default=Fraction(0))
    if best <= 0:
        raise InputError("no vector with a positive margin was found")
    gamma, unit = next((own, unit) for own, unit in margins if own >= best * (1 - LOST))
    return Comparator(unit, gamma)


def _programme(rows: Any) -> tuple[Floats, float]:
    """(u, m): max m with ⟨u, row⟩ ≥ m and ‖u‖₁ ≤ 1, where u is the difference of two vectors that are not negative. In floats."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import hstack, issparse

    n, d = rows.shape
    sides = (-rows, rows, np.ones((n, 1)))
    cost, sizes = np.zeros(2 * d + 1), np.ones((1, 2 * d + 1))
    cost[-1], sizes[0, -1] = -1.0, 0.0
    solution = linprog(cost, hstack(sides, format="csr") if issparse(rows) else np.hstack(sides), np.zeros(n), sizes, [1.0], method="highs")
    return (np.zeros(d), 0.0) if solution.x is None else (solution.x[:d] - solution.x[d:-1], float(solution.x[-1]))


def _round(u: Floats, bits: int) -> tuple[Fraction, ...] | None:
    """u with whole entries of a given number of bits, divided by the sum of their sizes."""
    import numpy as np

    top = float(np.abs(u).max(initial=0.0))
    entries = [round(float(a) / top * 2**bits) for a in u] if top else []
    size = sum(map(abs, entries))
    return tuple(Fraction(n, size) for n in entries) if size else None


# -- the greatest margin, and the least loss


ROUNDINGS = [2**k for k in range(4, 84, 2)]  # of the sphere's rational points, coarsest first
FINEST = 2**2000  # beyond which no separator is rounded
FEW = 30  # dimensions up to which the nearest point is looked for with many digits, whatever floats find
FITTED = 20_000  # rows to which a comparator is fitted
JOINING = 2_000  # rows that join those to which a vector with the greatest margin is fitted
NEARLY = 1e-5  # what a margin may be smaller elsewhere, relatively


def max_margin(trace: Trace | Passes, known: Sequence[Fraction] | None = None) -> Comparator:
    """The unit vector with (nearly) the greatest margin, with this margin as γ, for separable examples.

    trace    a run on the examples
    known    the separator of `separability` to fall back on, d exact numbers: in many dimensions it has nearly the greatest margin already

    It is the direction of the point nearest to 0 of the convex hull of the y·x. The rational u has the smallest denominators that keep
    its margin within a thousandth. Raises InputError if it finds no vector with a positive margin.

        >>> from perceptron import Perceptron, run
        >>> best = max_margin(run(Perceptron(), Examples([[3, 4], [3, -4]], [1, 1])))
        >>> best.u, best.gamma
        ((Fraction(1, 1), Fraction(0, 1)), Fraction(3, 1))
    """
    examples = trace.examples
    candidates, scales = [] if known is None else [tuple(known)], ROUNDINGS
    if known is None or examples.dimension <= WIDE:
        candidates += _widest(examples)
    while (best := max((_margin(examples, unit_near(c, scales[-1])) for c in candidates), default=Fraction(0))) <= 0:
        if known is None or scales[-1] > FINEST or not separates(examples, known):
            raise InputError("no vector with a positive margin was found")
        scales = [scales[-1] ** 2]  # `known` has one, in columns whose units are very unlike
    for scale in scales:
        for candidate in candidates:
            unit = unit_near(candidate, scale)
            if (margin := _margin(examples, unit)) > 0 and margin * 1000 >= best * 999:
                return Comparator(unit, margin)
    raise InputError("no vector with a positive margin was found")


def _widest(examples: Examples) -> list[Vector]:
    """Vectors of which one has nearly the greatest margin: that of a few of many rows, which those join on which it falls short."""
    import numpy as np

    n, chosen = len(examples), np.arange(0, len(examples), max(1, len(examples) * 4 // FITTED))
    while n > FITTED > len(chosen) and examples.sparse is None:
        few = examples.take(chosen.tolist())
        directions = _widest_of_few(few)
        if not directions:
            break
        best, scores = max(((w, _scores(examples, w)) for w in directions), key=lambda one: float(one[1][chosen].min()))
        least = float(scores[chosen].min())
        short = np.flatnonzero(scores < least - NEARLY * abs(least))
        if not len(short):
            unit = unit_near(best, ROUNDINGS[-1])
            if _margin(examples, unit) * 1000 >= _margin(few, unit) * 999:
                return directions
            break  # floats cannot tell which rows these are
        chosen = np.union1d(chosen, short[np.argsort(scores[short])[:JOINING]])
    return _widest_of_few(examples)


def _scores(examples: Examples, w: Vector) -> Any:
    """y⟨w,x⟩/‖w‖ for every round, in floats and in a unit of its own."""
    import numpy as np

    top = max(map(abs, w))
    direction = np.array([float(a / top) for a in w])
    return examples.scores(direction)[0] / np.linalg.norm(direction)


def _widest_of_few(examples: Examples) -> list[Vector]:
    if not examples.longest2():
        return []
    rows = scaled_rows(examples)
    hard = hardest(rows)
    vectors: list[Vector] = [] if hard is None else [tuple(map(Fraction, hard.tolist()))]
    if examples.dimension <= FEW or (examples.dimension <= WIDE and not _is_nearly_widest(rows, hard)):
        point = nearest_point(float_rows(examples))
        vectors += [] if point is None else [tuple(map(Fraction, point))]
    return vectors


def _is_nearly_widest(rows: Any, w: Any) -> bool:
    """Whether no vector has a margin a thousandth above that of w, as far as floats show: none has one above the length of a point of the
    convex hull, and what w leaves of 1 on each row are weights of one."""
    import numpy as np

    if w is None:
        return False
    gains = rows @ w
    short = (1 - gains).clip(min=0)
    least = float(np.linalg.norm(rows.T @ short)) / max(float(short.sum()), 1e-300)
    return bool(gains.min() / np.linalg.norm(w) * 1001 >= least * 1000)


def least_hinge(trace: Trace | Passes) -> Comparator:
    """A comparator for which the hinge bound on these examples is (nearly) least, whether they are separable or not.

    trace    a run on the examples

    The bound grows with ‖w*‖ and with the hinge loss H(w*) of w* = u/γ. `hinge_path` weighs one against the other, in floats, with
    the loss over all rounds, and the w* with the least exact root H + m/2 + √(m²/4 + mH), m = R²‖w*‖², is rounded. A w* near 0
    has hinge loss 1 on every round, so it bounds M by M. Therefore vectors with H ≤ T/2 are preferred. Raises InputError if
    there are no rounds or only zero vectors.

        >>> from perceptron import Perceptron, run
        >>> found = least_hinge(run(Perceptron(), Examples([[1, 0], [0, 1], [1, 0]], [1, 1, -1])))
        >>> sum(a * a for a in found.u), found.gamma > 0
        (Fraction(1, 1), True)
    """
    import numpy as np

    examples = trace.examples
    if not (top := examples.longest2()):
        raise InputError("every example is the zero vector, on which every comparator has the hinge loss 1")
    unit, n = sqrt_below(Fraction(top)), len(examples)
    rows = examples.in_floats(range(n), unit)
    sample = rows[np.linspace(0, n - 1, min(FITTED, n), dtype=np.int64)]
    best, chosen = (True, float("inf")), longest(rows)
    for w in [*paths(sample, np.full(sample.shape[0], n / sample.shape[0]))] or [chosen]:
        gains = rows @ w
        for stretch in STRETCHES:
            loss, square = float((1 - stretch * gains).clip(min=0).sum()), float(w @ w) * stretch**2
            root = loss + square / 2 + sqrt(square * square / 4 + square * loss)
            if (key := (2 * loss > n, root)) < best:
                best, chosen = key, stretch * w
    gamma = simple_near(unit / examples.denominator / Fraction(float(np.linalg.norm(chosen))))
    return Comparator(unit_near([Fraction(float(a)) for a in chosen], 2**16), gamma)


def simple_near(value: Fraction) -> Fraction:
    """A number with a short numerator and denominator, within a hundred-thousandth of a positive one, relatively."""
    unit = Fraction(10) ** round((value.numerator.bit_length() - value.denominator.bit_length()) * log10(2))
    return unit * (value / unit).limit_denominator(2**16)


def _margin(examples: Examples, u: Sequence[Fraction]) -> Fraction:
    """The least y⟨u,x⟩ of a round, exactly."""
    v, below = clear_values(u)
    return Fraction(examples.least_against(v) or 0, examples.denominator * below)
