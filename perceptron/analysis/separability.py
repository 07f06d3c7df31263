"""Whether the examples can be separated through the origin, with an exact witness for either answer.

Gordan's alternative: either there is a u with y⟨u,x⟩ > 0 on every round, or there are weights λ ≥ 0, not all zero, with
Σ λ_t y_t x_t = 0. The second excludes the first, since then Σ λ_t y_t⟨u,x_t⟩ = 0 for every u. A float solver proposes one of
the two, and integers check it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron.analysis.hinge_path import hardest
from perceptron.analysis.nearest_point import either_witness
from perceptron.data.examples import Examples, shorten
from perceptron.errors import InputError
from perceptron.learners.perceptron import Perceptron
from perceptron.numbers.exact import clear_values
from perceptron.numbers.rational_points import sqrt_below
from perceptron.runs.passes import passes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Vector = tuple[Fraction, ...]

ROWS_AT_A_TIME = 2000  # that join the linear programme
MANY_ROWS, MANY_COLUMNS = 20_000, 2_000
HALTING_PASSES = 50
WIDE = 500  # dimensions beyond which a vector with a great margin is looked for first
FINE_BITS = 40  # of its entries
FLOAT_BITS = 900  # within which sizes may differ for floats to hold all of them
LEAST_POSITIVE = 1e-9  # what the solver says is positive only above this


@dataclass(frozen=True)
class Separability:
    """Whether some u has y⟨u,x⟩ > 0 on every round, with an exact witness.

    separable    True, False, or None if the float solver's answer could not be made exact: then nothing is claimed
    u            if True: a separator with d whole entries
    farkas       if False: positive weights λ of some rounds with Σ λ y x = 0
    """

    separable: bool | None
    u: Vector | None = None
    farkas: dict[int, Fraction] | None = None


def separates(examples: Examples, u: Sequence[Fraction]) -> bool:
    """Whether y⟨u,x⟩ > 0 on every round, exactly."""
    least = examples.least_against(clear_values(u)[0])
    return least is None or least > 0


def is_farkas(examples: Examples, weights: Mapping[int, Fraction]) -> bool:
    """Whether weights of rounds prove that nothing separates: λ ≥ 0, some λ > 0 and Σ λ_t y_t x_t = 0, exactly."""
    if not weights or min(weights.values()) < 0 or not any(weights.values()) or not 0 <= min(weights) <= max(weights):
        return False
    if max(weights) >= len(examples):
        return False
    total = [0] * examples.dimension
    for t, weight in zip(weights, clear_values(weights.values())[0], strict=True):
        for i, n in examples.entries(t):
            total[i] += weight * examples.labels[t] * n
    return not any(total)


def separability(examples: Examples) -> Separability:
    """Decide whether some u separates the examples through the origin, with an exact witness for either answer.

    examples    at least one round

    The linear programme max m, y⟨u,x⟩ ≥ m, |u_i| ≤ 1 (rows scaled to length 1) is solved in floats on a growing set of rows. Its u is
    rounded; its multipliers are solved for exactly on their support. In many dimensions a u with nearly the greatest margin is looked for
    before that. Where floats cannot decide, integers decide alone, if the data are not too many. Raises InputError if there is no example.

        >>> separability(Examples([[2, 1], [1, 2]], [1, -1])).separable
        True
        >>> separability(Examples([[1], [2]], [1, -1])).farkas
        {0: Fraction(1, 1), 1: Fraction(1, 2)}
    """
    import numpy as np

    if not len(examples):
        raise InputError("there are no examples to separate")
    if (zero := _zero(examples)) is not None:
        return Separability(False, farkas={zero: Fraction(1)})
    if examples.sparse is not None and examples.dimension > MANY_COLUMNS:
        opposed = _oppose(examples)
        return Separability(False, farkas=opposed) if opposed else _by_margin(examples) or _in_integers(examples, None)
    if examples.dimension > WIDE and (by_margin := _by_margin(examples)):
        return by_margin
    if len(examples) > MANY_ROWS:  # a few of them may already be inseparable
        some = np.linspace(0, len(examples) - 1, ROWS_AT_A_TIME, dtype=np.int64).tolist()
        of_some = separability(examples.take(some))
        if of_some.farkas is not None:
            return Separability(False, farkas={some[t]: weight for t, weight in of_some.farkas.items()})
    scale = np.max([np.abs(_directions(examples, part)).max(axis=0) for part in examples.stretches()], axis=0)
    scale[scale == 0] = 1.0
    chosen = np.linspace(0, len(examples) - 1, min(ROWS_AT_A_TIME, len(examples)), dtype=np.int64)
    while True:
        u, margin, weights = _programme(_directions(examples, chosen.tolist()) / scale)
        short = np.concatenate([_directions(examples, part) @ (u / scale) for part in examples.stretches()])
        if margin > LEAST_POSITIVE and short.min() > 0 and (exact := _separator(examples, u / scale)):
            return Separability(True, u=exact)
        if margin <= 1e-6 and (farkas := _farkas(examples, chosen, weights)):
            return Separability(False, farkas=farkas)
        worst = np.setdiff1d(np.argsort(short)[:ROWS_AT_A_TIME], chosen)
        if not len(worst) or (short[worst] >= margin).all():
            break
        chosen = np.union1d(chosen, worst)
    return _in_integers(examples, [Fraction(round(float(a) * 2**30)) for a in np.nan_to_num(u / scale)])


def _by_margin(examples: Examples) -> Separability | None:
    """Whether the vector with nearly the greatest margin that floats find separates the examples exactly. None if it does not."""
    u = hardest(scaled_rows(examples))
    exact = None if u is None else _separator(examples, u, FINE_BITS)
    return None if exact is None else Separability(True, u=exact)


def scaled_rows(examples: Examples) -> Any:
    """The vectors y·x in floats, dense or sparse as they are held, all divided by the greatest length."""
    return examples.in_floats(range(len(examples)), sqrt_below(Fraction(examples.longest2())))


def _in_integers(examples: Examples, start: Sequence[Fraction] | None) -> Separability:
    """Whether the Perceptron halts within a few passes from `start`, with weights that separate exactly; if not, the answer of integers.

    Of very long numbers it reads the first digits: its weights are nearly as good, and it is much faster.
    """
    mended = passes(Perceptron(start=start), shorten(examples), limit=HALTING_PASSES)
    if mended.halted and separates(examples, mended.final):
        return Separability(True, u=tuple(map(Fraction, clear_values(mended.final)[0])))
    u, farkas = either_witness(examples)
    if u is not None and separates(examples, exact := tuple(map(Fraction, u))):
        return Separability(True, u=exact)
    return Separability(False, farkas=farkas) if farkas and is_farkas(examples, farkas) else Separability(None)


def float_rows(examples: Examples) -> Floats:
    """The vectors y·x in floats, all divided by the greatest |entry|."""
    rows = examples.in_floats(range(len(examples)), Fraction(examples.largest() or 1))
    dense: Floats = rows.toarray() if examples.sparse is not None else rows
    return dense


def _zero(examples: Examples) -> int | None:
    """The first round whose x is the zero vector."""
    import numpy as np

    if (held := examples.integer_matrix) is None:
        return next((t for t, row in enumerate(examples.numerators) if not any(row)), None)
    empty = np.diff(held.indptr) == 0 if held.sparse else ~np.any([part.any(axis=1) for part in held.parts], axis=0)
    return int(empty.argmax()) if empty.any() else None


def _oppose(examples: Examples) -> dict[int, Fraction] | None:
    """Weights of two rounds of sparse rows with the same x and both labels, or with x and −x and the same label; None if there are none."""
    import numpy as np

    rows = examples.matrix()
    signed = rows.integers() * np.repeat(examples.labels_array(), np.diff(rows.indptr))
    seen: dict[int, int] = {}  # the last round of each z, by a hash; equal ones are compared below
    for t in range(len(examples)):
        part = slice(rows.indptr[t], rows.indptr[t + 1])
        key, against = (hash((rows.indices[part].tobytes(), _hash(z))) for z in (signed[part], -signed[part]))
        if against in seen and is_farkas(examples, pair := {seen[against]: Fraction(1), t: Fraction(1)}):
            return pair
        seen[key] = t
    return None


def _hash(numbers: Any) -> int:
    return hash(tuple(numbers)) if numbers.dtype == object else hash(numbers.tobytes())


def _directions(examples: Examples, rounds: Sequence[int]) -> Floats:
    """The vectors y·x of some rounds in floats, each over its own length, so that no row vanishes beside a much longer one."""
    import numpy as np

    if examples.largest().bit_length() <= FLOAT_BITS:
        rows = examples.in_floats(rounds, Fraction(examples.largest()))
        rows = rows.toarray() if examples.sparse is not None else rows
    else:  # floats would lose the rows that are much shorter than others
        folded = ((z, max(map(abs, z))) for z in map(examples.signed_rows().__getitem__, rounds))
        rows = np.array([[n / top for n in z] for z, top in folded], dtype=np.float64)
    rows /= np.abs(rows).max(axis=1, keepdims=True)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    directions: Floats = rows
    return directions


def _programme(rows: Floats) -> tuple[Floats, float, Floats]:
    """(u, m, λ): max m with ⟨u, row⟩ ≥ m ≥ 0 and |u_i| ≤ 1, and the multipliers of the rows. In floats."""
    import numpy as np
    from scipy.optimize import linprog

    n, d = rows.shape
    cost = np.zeros(d + 1)
    cost[-1] = -1.0
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    bounds = [(-1.0, 1.0)] * d + [(0.0, None)]
    solution = linprog(cost, np.hstack([-rows, np.ones((n, 1))]), np.zeros(n), bounds=bounds, method="highs", options=tight)
    if solution.x is None:
        return np.zeros(d), 0.0, np.zeros(n)
    return solution.x[:-1], float(solution.x[-1]), -solution.ineqlin.marginals


def _separator(examples: Examples, u: Floats, bits: int = 4) -> Vector | None:
    """u rounded to the smallest whole entries, of a given number of bits at least, that still separate, exactly; else unrounded; else
    None."""
    import numpy as np

    if not np.isfinite(u).all():
        return None
    top = float(np.abs(u).max())
    for scale in (2.0**k for k in range(bits, 53, 4)):
        rounded = tuple(Fraction(round(float(a) / top * scale)) for a in u)
        if separates(examples, rounded):
            return rounded
    unrounded = tuple(Fraction(float(a)) for a in u)
    return tuple(map(Fraction, clear_values(unrounded)[0])) if separates(examples, unrounded) else None


def _farkas(examples: Examples, chosen: Any, weights: Floats) -> dict[int, Fraction] | None:
    """The multipliers made exact: Σ λ z = 0 solved over the rationals on their support."""
    from flint import fmpq_mat, fmpz_mat

    support = [i for i, weight in enumerate(weights) if weight > LEAST_POSITIVE * float(weights.max())]
    while support:
        columns = [examples[int(chosen[i])] for i in support]
        entries = [y * (x[j] * examples.denominator).numerator for j in range(examples.dimension) for x, y in columns]
        reduced, rank = fmpq_mat(fmpz_mat(examples.dimension, len(support), entries)).rref()
        pivots = [next(j for j in range(len(support)) if reduced[i, j] != 0) for i in range(rank)]
        values = {j: Fraction(float(weights[support[j]])).limit_denominator(10**6) for j in range(len(support)) if j not in set(pivots)}
        for i, pivot in enumerate(pivots):
            solved = (Fraction(int(reduced[i, j].p), int(reduced[i, j].q)) * values[j] for j in sorted(set(values) - set(pivots)))
            values[pivot] = -sum(solved, Fraction(0))
        exact = {int(chosen[support[j]]): value for j, value in values.items() if value}
        if is_farkas(examples, exact):
            return dict(sorted(exact.items()))
        smaller = [support[j] for j in range(len(support)) if values[j] > 0]
        if len(smaller) == len(support):
            return None
        support = smaller
    return None
