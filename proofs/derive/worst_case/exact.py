"""From the solver's floats to an exact certificate, and to a proof: rational multipliers, and squares that add up to the remainder.

Rational multipliers y fix the remainder  objective − v − Σ y·hypothesis. It is then written as squares of vectors and of reals. Two
methods are tried in turn:

    recognised   the multipliers are simple fractions, at once or after the squares are rounded to simple ones, and the remainder's
                 matrix is exactly positive semidefinite (LDLᵀ over ℚ)
    rounded      the programme is solved again with a matrix that must be positive definite by a small amount; v becomes smaller by
                 about as much. A rounded Cholesky factor gives most of the matrix. The rest is diagonally dominant, so it is a sum of
                 squares of e ± f.

Nothing here is trusted: the kernel checks the sum.

In the proof the squares are lines, and one identity adds everything up. `prove` proves the statement for ⟨u, z(k)⟩ ≥ 1, `prove_margin` for
a unit comparator and its margin γ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from itertools import product as choices
from math import floor

import numpy as np

from perceptron.errors import InputError
from proofs.derive.authoring.certificate import Product, certificate, product, square
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import gt, inner, le, poly, real
from proofs.derive.semidefinite import Array, Place, dominant, ldl
from proofs.derive.worst_case.question import FloatSolution, Parts, Question, WorstCaseProgramme, u
from proofs.kernel import Compare, Formula, Polynomial, Proof, Vector
from proofs.kernel.polynomial import total

SIMPLE_DENOMINATOR = 12  # multipliers with at most this one are accepted at once; larger ones may fit by chance, so the best is taken
GRID = 2**40  # the denominator of rounded multipliers; even its square has fewer than the kernel's sixty digits
MAX_NUMBER = 10**50  # of numerators and denominators in a certificate


@dataclass(frozen=True)
class ExtremalCertificate:
    """objective − value = Σ multipliers·hypotheses + Σ c·‖v‖² + Σ c·p² + Σ constants, all coefficients ≥ 0."""

    value: Fraction
    multipliers: tuple[Fraction, ...]
    vectors: tuple[tuple[Fraction, Vector], ...]
    reals: tuple[tuple[Fraction, Polynomial], ...]
    constants: tuple[Fraction, ...]
    recognised: bool


def exact_certificate(programme: WorstCaseProgramme, solution: FloatSolution) -> ExtremalCertificate:
    """The exact certificate with the greatest value that is found, near the solver's. Raises InputError if none is found."""
    least_value = solution.value - 1e-5 * (1 + abs(solution.value))
    candidates: list[ExtremalCertificate] = []
    for floats, largest in _candidates(programme, solution):
        y = [max(Fraction(0), Fraction(float(m)).limit_denominator(largest)) for m in floats]
        recognised = _certificate(programme, y, recognised=True)
        if recognised is not None and recognised.value >= least_value:
            if largest <= SIMPLE_DENOMINATOR:
                return recognised
            candidates.append(recognised)
    for strictly in (1e-8, 1e-7, 1e-6, 1e-5, 1e-4):
        floats = programme.solve(strictly).multipliers
        rounded = _certificate(programme, [max(Fraction(0), Fraction(round(m * GRID), GRID)) for m in floats], recognised=False)
        if rounded is not None:
            candidates.append(rounded)
            break
    if not candidates:
        raise InputError(f"{programme.question.id}: the solver's multipliers are too rough to be made exact ({solution.status})")
    return max(candidates, key=lambda c: c.value)


def _candidates(programme: WorstCaseProgramme, solution: FloatSolution) -> Iterator[tuple[Array, int]]:
    """Multipliers in floats, each with a largest denominator for rounding them."""
    plain = solution.multipliers, _average(programme, solution)
    yield from choices(plain, (2, SIMPLE_DENOMINATOR))
    for largest in (12, 30, 100):
        yield from choices([_squares_first(programme, solution, largest)], (SIMPLE_DENOMINATOR, 10**4))
    yield from choices(plain, (100,))


def _squares_first(programme: WorstCaseProgramme, solution: FloatSolution, largest: int) -> Array:
    """Multipliers that leave simple squares, and so are nearer to the optimal ones.

    An optimal matrix S has small rank, so its LDLᵀ has few rows. These are rounded, and y solves S(y) = Σ d·rowᵀrow by least squares.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import lsqr

    y, goal, n = solution.multipliers, programme.goal, len(programme.place)
    rest, simple = np.zeros((n, n)), np.zeros((n, n))
    for m, part in zip((1.0, *-y), (goal, *programme.rows), strict=True):
        for (i, j), c in part.matrix().items():
            rest[i, j] = rest[j, i] = rest[i, j] + m * c
    for k in reversed(range(n)):  # u first: its own coefficient is simple
        if rest[k, k] > 1e-3:
            row = rest[k] / rest[k, k]
            rounded = np.array([float(Fraction(float(x)).limit_denominator(largest)) for x in row])
            simple += float(Fraction(float(rest[k, k])).limit_denominator(largest)) * np.outer(rounded, rounded)
            rest = rest - rest[k, k] * np.outer(row, row)
    at: dict[Place, int] = {}  # the entries that occur in a hypothesis
    entries = [(at.setdefault(ij, len(at)), k, c) for k, row in enumerate(programme.rows) for ij, c in row.matrix().items()]
    wanted = [goal.matrix().get(ij, 0.0) - simple[ij] for ij in at]
    if not any(part.squared for part in (goal, *programme.rows)):  # losses have to cancel
        entries += [(len(at) + i, k, float(c)) for k, row in enumerate(programme.rows) for i, c in row.linear.items()]
        wanted += [float(goal.linear.get(i, 0)) for i in range(len(programme.real))]
    rows, columns, values = zip(*entries, strict=True)
    equations = csr_array((values, (rows, columns)), shape=(len(wanted), len(y)))
    better: Array = y + lsqr(equations, wanted - equations @ y, atol=1e-15, btol=1e-15)[0]
    return better


def _average(programme: WorstCaseProgramme, solution: FloatSolution) -> Array:
    """The mean of its kind for every hypothesis: simpler multipliers, if many are optimal."""
    kinds: dict[str, list[float]] = {}
    for (name, _), m in zip(programme.question.hypotheses, solution.multipliers, strict=True):
        kinds.setdefault(name.split()[0], []).append(float(m))
    return np.array([np.mean(kinds[name.split()[0]]) for name, _ in programme.question.hypotheses])


def _certificate(programme: WorstCaseProgramme, y: list[Fraction], recognised: bool) -> ExtremalCertificate | None:
    """The certificate with these multipliers, or None."""
    y = _with_losses_cancelled(programme, y)
    rest = remainder(programme, y)
    size = len(programme.place)
    matrix = [[Fraction(0)] * size for _ in range(size)]
    for (i, j), c in rest.gram.items():
        matrix[i][j] = matrix[j][i] = c if i == j else c / 2
    squares, costs, spare = [], Fraction(0), []
    for i, loss in enumerate(programme.question.reals):
        a, b = rest.squared.get(i, Fraction(0)), rest.linear.get(i, Fraction(0))
        if a < 0 or (a == 0 and b != 0):
            return None
        if a:
            squares.append((a, Polynomial.atom(loss) + b / (2 * a)))
            cost = b * b / (4 * a)
            rounded_cost = cost if recognised else Fraction(-floor(-cost * GRID**2), GRID**2)
            costs += rounded_cost
            spare.append(rounded_cost - cost)
    rows = ldl(matrix) if recognised else dominant(matrix, GRID)
    if rows is None:
        return None
    value = rest.constant - costs
    short = value if recognised else Fraction(floor(value * 10**9), 10**9)
    spare.append(value - short)
    basis = [Vector.basic(v) for v in programme.question.vectors]
    vectors = [(c, sum((a * basis[i] for i, a in row.items()), Vector({}))) for c, row in rows]
    certificate = ExtremalCertificate(short, tuple(y), tuple(vectors), tuple(squares), tuple(c for c in spare if c), recognised)
    return certificate if _is_readable(certificate) else None


def _with_losses_cancelled(programme: WorstCaseProgramme, y: list[Fraction]) -> list[Fraction]:
    """y, changed so that each real that occurs only linearly (a loss) cancels exactly: the multiplier of ξ ≥ 0 takes the difference."""
    rest, y = remainder(programme, y), list(y)
    for i in range(len(programme.real)):
        missing = rest.linear.get(i, Fraction(0))
        users = [k for k, row in enumerate(programme.rows) if i in row.linear or i in row.squared]
        if any(i in programme.rows[k].squared for k in users) or i in rest.squared or not missing:
            continue
        sign = [k for k in users if not programme.rows[k].gram and programme.rows[k].linear == {i: 1}]
        margin = [k for k in users if programme.rows[k].gram]
        for k in sign:
            y[k] += missing
            if y[k] < 0 and margin:  # the margin's multiplier is too large
                y[margin[0]], y[k] = max(Fraction(0), y[margin[0]] + y[k]), Fraction(0)
    return y


def remainder(programme: WorstCaseProgramme, y: list[Fraction]) -> Parts:
    """objective − Σ y·hypothesis."""
    question = programme.question
    parts = [-m * f.left for m, (_, f) in zip(y, question.hypotheses, strict=True) if m]
    return programme.parts(total([question.objective, *parts]))


def _is_readable(c: ExtremalCertificate) -> bool:
    """Whether every coefficient has so few digits that the kernel reads it."""
    numbers = [c.value, *c.multipliers, *c.constants, *(a for a, _ in c.vectors), *(a for a, _ in c.reals)]
    numbers += [x for _, v in c.vectors for p in v.parts.values() for x in poly(p).terms.values()]
    numbers += [x for _, p in c.reals for x in p.terms.values()]
    return all(abs(x.numerator) < MAX_NUMBER and x.denominator < MAX_NUMBER for x in numbers)


SQUARES_PER_LINE = 40  # squares of e ± f that one line adds up, so that the kernel adds short polynomials
GAMMA = "positive margin"
gamma = real("γ")


def _squares(d: Derivation, vectors: Sequence[tuple[Fraction, Vector]]) -> list[Product]:
    """Lines for the certificate's squares of vectors, short ones added up together. Returns what they add up to."""
    terms: list[Product] = []
    for short, group in groupby(vectors, key=lambda square: len(square[1].parts) <= 2):
        squares, together = list(group), SQUARES_PER_LINE if short else 1
        for first in range(0, len(squares), together):
            some = squares[first : first + together]
            lines = [product(c, d.square(v, f"square {len(d.steps) + 1}")) for c, v in some]
            if len(lines) > 1:
                claim = Compare(total(c * inner(v, v) for c, v in some), ">=")
                lines = [product(d.have(claim, name=f"sum {len(d.steps) + 1}", by=certificate(*lines)))]
            terms += lines
    return terms


def _end(d: Derivation, claim: Formula, terms: list[Product]) -> Proof:
    """The proof whose last line is the claim, by the sum of these products."""
    end = d.have(claim, name="worst case", by=certificate(*terms))
    return Proof(d.id, d.hypotheses, tuple(d.steps), end)


def prove(question: Question, certified: ExtremalCertificate) -> Proof:
    """The proof of objective ≥ value from the hypotheses of the question."""
    d = Derivation(question.id, question.hypotheses)
    terms = _squares(d, certified.vectors)
    terms += [product(m, name) for (name, _), m in zip(question.hypotheses, certified.multipliers, strict=True) if m]
    terms += [product(c, square(p)) for c, p in certified.reals]
    terms += [product(c) for c in certified.constants]
    return _end(d, Compare(question.objective - certified.value, ">="), terms)


def prove_margin(question: Question, certified: ExtremalCertificate) -> Proof:
    """The proof of value·γ² ≤ 1 for ‖u‖ ≤ 1 and ⟨u, z(k)⟩ ≥ γ > 0: the identity at u/γ, times γ².

    A question without loss has this; its only hypotheses on u are the margins."""
    hypotheses: list[tuple[str, Formula]] = [(GAMMA, gt(gamma, 0)), ("unit comparator", le(inner(u, u), 1))]
    terms: list[Product] = []
    for (name, f), m in zip(question.hypotheses, certified.multipliers, strict=True):
        margin = name.startswith("margin ")
        hypotheses.append((name, Compare(f.left + (1 - gamma), ">=") if margin else f))
        if m:
            terms.append(product(m, GAMMA, name) if margin else product(m, square(gamma), name))
    terms += [product(c, square(gamma * p)) for c, p in certified.reals]
    terms += [product(c, square(gamma)) for c in certified.constants]
    d = Derivation(f"{question.id}-margin", hypotheses)
    terms = [product("unit comparator"), *_squares(d, [(c, _times_gamma(v)) for c, v in certified.vectors]), *terms]
    return _end(d, le(certified.value * gamma**2, 1), terms)


def _times_gamma(v: Vector) -> Vector:
    """γ·v(u/γ): the part without u times γ."""
    ((comparator, _),) = u.parts.items()
    return Vector({b: c if b == comparator else c * gamma for b, c in v.parts.items()})
