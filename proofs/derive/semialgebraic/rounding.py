"""Weights of products and squares that make a sum vanish: a semidefinite programme in floats, then exact numbers.

We look for Gram matrices Hᵢ ⪰ 0 with  s + Σᵢ valueᵢ·⟨Hᵢ, bᵢ bᵢᵀ⟩ = 0, where bᵢ is a list of polynomials and valueᵢ a product of facts
that is ≥ 0.  An equation has one free number instead of a Gram matrix.  The solver maximises the least eigenvalue: where it is positive,
the solution lies inside the cone.

Where the solution is inside the cone, its numbers are rounded to small fractions and the equations solved exactly for the others; the
matrices stay positive semidefinite if the rounding is fine enough. Where it is not (a bound that is attained has certificates on the
boundary only), the null spaces of the matrices are read off as rational vectors and the programme is posed anew on the smaller face. A
contact point with √d in it has a null space over ℚ(√d): the rational part is then orthogonal to its conjugate too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import sqrt
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from proofs.derive.semialgebraic.laurent import Laurent, Monomial, plus, times
from proofs.derive.semidefinite import Array, ConicProgramme, Entry, Place, ldl
from proofs.system.work_clock import work_time


@dataclass(frozen=True)
class Block:
    """A product of facts times a monomial ≥ 0, to be multiplied by a sum of squares over `basis`; or an equation (`free`)."""

    names: tuple[str, ...]
    sign: Monomial
    value: Laurent
    basis: tuple[Laurent, ...]
    free: bool = False

    def entries(self) -> Iterator[tuple[int, int, Laurent]]:
        """The multiplier of entry (i, j) of the symmetric matrix, for i ≤ j."""
        for i, a in enumerate(self.basis):
            for j, b in enumerate(self.basis[i:], i):
                p = self.value if self.free else times(self.value, a, b)
                yield i, j, p if i == j else {m: 2 * c for m, c in p.items()}


@dataclass(frozen=True)
class Solution:
    """The matrices of the blocks, and the least eigenvalue that all of them have."""

    matrices: list[Array]
    least: float


@dataclass(frozen=True)
class SquaresProgramme:
    """target + Σ over the blocks = 0."""

    target: Laurent
    blocks: tuple[Block, ...]

    @cached_property
    def columns(self) -> list[tuple[int, int, int, Laurent]]:
        """The unknowns: block, row, column, and what that number is multiplied by."""
        return [(k, i, j, p) for k, block in enumerate(self.blocks) for i, j, p in block.entries()]

    @cached_property
    def rows(self) -> dict[Monomial, int]:
        """The monomials, each of which must vanish."""
        rows: dict[Monomial, int] = {}
        for p in (self.target, *(p for *_, p in self.columns)):
            for m in p:
                rows.setdefault(m, len(rows))
        return rows

    def solve(self, seconds: float, price: float = 0.0) -> Solution | None:
        """The solution farthest inside the cone, or None if the solver sees none, or a monomial of the target meets no unknown.

        A price on the size of the matrices gives numbers that can be read, but no longer the most that is inside."""
        if not self.target.keys() <= {m for *_, p in self.columns for m in p}:
            return None
        unknowns, diagonal = len(self.columns), [n for n, (k, i, j, _) in enumerate(self.columns) if i == j and not self.blocks[k].free]
        objective = np.zeros(unknowns + 1)
        objective[unknowns] = -1.0  # the least eigenvalue
        objective[diagonal] = price / max(1, len(diagonal))
        conic = ConicProgramme(objective)
        try:
            conic.zero(*self._equations())
        except OverflowError:  # a number beyond the floats that the solver works with
            return None
        parts: list[list[tuple[Place, int, float]]] = [[] for _ in self.blocks]
        for column, (k, i, j, _) in enumerate(self.columns):
            parts[k] += [((i, j), column, -1.0), *([((i, j), unknowns, 1.0)] if i == j else [])]
        for block, entries in zip(self.blocks, parts, strict=True):
            if entries and not block.free:
                conic.semidefinite(len(block.basis), {}, entries)
        conic.not_negative([1.0], [(0, unknowns, 1.0)])  # the least eigenvalue is at most 1
        answer = conic.solve(max(0.2, seconds), 1e-10)
        return Solution(self.matrices(answer.x[:unknowns]), float(answer.x[unknowns])) if answer.is_solved else None

    def matrices(self, x: Sequence[float] | Array) -> list[Array]:
        matrices = [np.zeros((len(b.basis), len(b.basis))) for b in self.blocks]
        for (k, i, j, _), value in zip(self.columns, x, strict=True):
            matrices[k][i, j] = matrices[k][j, i] = value
        return matrices

    def _equations(self) -> tuple[list[float], list[Entry]]:
        """b and A with A·x = b, one row a monomial, scaled to largest entry 1."""
        entries = [(self.rows[m], column, float(c)) for column, (*_, p) in enumerate(self.columns) for m, c in p.items()]
        largest = [1e-300] * len(self.rows)
        for row, _, value in entries:
            largest[row] = max(largest[row], abs(value))
        right = [0.0] * len(self.rows)
        for m, c in self.target.items():
            right[self.rows[m]] = -float(c) / largest[self.rows[m]]
        return right, [(row, column, value / largest[row]) for row, column, value in entries]


Weighted = list[tuple[Fraction, Laurent]]  # Σ c·p², c > 0


INSIDE = 1e-7  # a least eigenvalue above this is no rounding error
DENOMINATORS = (1, 2, 3, 4, 6, 8, 12, 20, 60, 200, 10**3, 10**4, 10**6)
SIMPLE = ((1e-6, 1000), (2e-4, 60), (2e-3, 12), (1.2e-2, 5), (4e-2, 2))  # entries of a null space: how near, largest denominator
PRICE = 0.1  # on large numbers, once it is known that there is an inside
MOST_FACES = 8
DEEPEST = 6
IRRATIONAL = ((1e-6, 12), (1e-5, 8), (1e-4, 4))  # the same for a and b of an entry a + b√d
LARGEST = 12  # of b


def exact(programme: SquaresProgramme, deadline: float, radicals: Sequence[int] = ()) -> list[Weighted] | None:
    """For each block its sum of squares (empty for equations), or None. `radicals`: the d of the roots √d that are among the variables."""
    return _Faces(deadline, radicals).search(programme, 0)


class _Faces:
    """The search over faces: how many more programmes it may solve."""

    def __init__(self, deadline: float, radicals: Sequence[int]) -> None:
        self.deadline, self.radicals = deadline, radicals
        self.left = MOST_FACES

    def search(self, programme: SquaresProgramme, depth: int) -> list[Weighted] | None:
        if not self.left or depth > DEEPEST or work_time() > self.deadline:
            return None
        self.left -= 1
        solution = programme.solve(self.deadline - work_time())
        if solution is None or solution.least < -1e-5:
            return None
        if solution.least > INSIDE:
            small = programme.solve(self.deadline - work_time(), PRICE)
            sums = round_programme(programme, small) if small is not None and small.least > INSIDE else None
            sums = sums or round_programme(programme, solution)
            if sums is not None or solution.least > 1e-4:
                return sums
        for face in faces(programme, solution, self.radicals):
            sums = self.search(face, depth + 1)
            if sums is not None:
                return sums
        return None


def round_programme(programme: SquaresProgramme, solution: Solution) -> list[Weighted] | None:
    """The solution with small denominators; pivots of the equations are where the matrices have the most room."""
    system = Echelon.of(programme, solution)
    if system is None:
        return None
    for denominator in DENOMINATORS:
        pairs = zip(programme.blocks, system.matrices(denominator), strict=True)
        squares = [[] if block.free else ldl(h) for block, h in pairs]
        if all(rows is not None for rows in squares):
            return [[(d, _combine(b.basis, row)) for d, row in rows or ()] for b, rows in zip(programme.blocks, squares, strict=True)]
    return None


@dataclass(frozen=True)
class Echelon:
    """The equations solved for some of the unknowns by the others, which are free to be rounded."""

    programme: SquaresProgramme
    values: list[float]
    loose: list[int]
    pivots: list[tuple[int, Fraction, list[tuple[int, Fraction]]]]  # x[i] = constant − Σ factor·x[j]

    @staticmethod
    def of(programme: SquaresProgramme, solution: Solution) -> Echelon | None:
        columns, rows = programme.columns, programme.rows
        values = [float(solution.matrices[k][i, j]) for k, i, j, _ in columns]
        order = sorted(range(len(columns)), key=lambda c: _room(programme, values[c], columns[c]))
        table = fmpq_mat(len(rows), len(columns) + 1)
        for place, column in enumerate(order):
            for m, c in columns[column][3].items():
                table[rows[m], place] = fmpq(c.numerator, c.denominator)
        for m, c in programme.target.items():
            table[rows[m], len(columns)] = fmpq(-c.numerator, c.denominator)
        reduced, rank = table.rref()
        pivots, taken = [], set()
        for row in range(rank):
            entries = [(place, value) for place in range(len(columns) + 1) if (value := _fraction(reduced[row, place]))]
            lead = entries[0][0]
            if lead == len(columns):
                return None  # 0 = 1
            constant = next((v for place, v in entries if place == len(columns)), Fraction(0))
            pivots.append((order[lead], constant, [(order[place], v) for place, v in entries[1:] if place < len(columns)]))
            taken.add(order[lead])
        return Echelon(programme, values, [c for c in order if c not in taken], pivots)

    def matrices(self, denominator: int) -> Iterator[list[list[Fraction]]]:
        """The exact matrices that result when the loose unknowns get this denominator."""
        x: dict[int, Fraction] = {c: Fraction(round(self.values[c] * denominator), denominator) for c in self.loose}
        for i, constant, terms in self.pivots:
            x[i] = constant - sum((v * x[j] for j, v in terms), Fraction(0))
        matrices = [[[Fraction(0)] * len(b.basis) for _ in b.basis] for b in self.programme.blocks]
        for column, (k, i, j, _) in enumerate(self.programme.columns):
            matrices[k][i][j] = matrices[k][j][i] = x[column]
        return iter(matrices)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _room(programme: SquaresProgramme, value: float, column: tuple[int, int, int, Laurent]) -> float:
    """First the free numbers, then large diagonals, then off-diagonals: the order in which unknowns are to absorb the rounding."""
    k, i, j, _ = column
    if programme.blocks[k].free:
        return -1e9
    return -value if i == j else 1e3 + abs(value)


def faces(programme: SquaresProgramme, solution: Solution, radicals: Sequence[int] = ()) -> Iterator[SquaresProgramme]:
    """Smaller programmes: eigenvalues below a gap of the spectrum are taken for zero."""
    spectra = [np.linalg.eigh(h) if h.size and not b.free else None for b, h in zip(programme.blocks, solution.matrices, strict=True)]
    sizes = np.concatenate([s[0] for s in spectra if s is not None] or [np.zeros(1)])
    for cut in _gaps(sizes):
        blocks, smaller = [], False
        for block, spectrum in zip(programme.blocks, spectra, strict=True):
            if spectrum is None or not (spectrum[0] < cut).any():
                blocks.append(block)
                continue
            span = rational_span(spectrum[1][:, spectrum[0] >= cut], radicals)
            if span is None:
                break
            smaller = True
            blocks.append(replace(block, basis=tuple(_combine(block.basis, {i: c for i, c in enumerate(row) if c}) for row in span)))
        else:
            if smaller:
                yield SquaresProgramme(programme.target, tuple(blocks))


def _combine(basis: Sequence[Laurent], weights: Mapping[int, Fraction]) -> Laurent:
    p: Laurent = {}
    for i, c in weights.items():
        p = plus(p, basis[i], c)
    return p


def _gaps(sizes: Array) -> list[float]:
    """Thresholds between zero and non-zero numbers: the widest gaps among small eigenvalues."""
    top = max(float(np.abs(sizes).max()), 1e-9)
    points = np.unique(np.concatenate([[1e-9 * top], np.sort(np.maximum(np.abs(sizes), 1e-9 * top))]))
    gaps = [(b / a, float(np.sqrt(a * b))) for a, b in pairwise(points) if a < 2e-2 * top and b / a > 8]
    return [cut for _, cut in sorted(gaps, reverse=True)[:3]]


def rational_span(vectors: Array, radicals: Sequence[int] = ()) -> list[list[Fraction]] | None:
    """A basis of the rational vectors in the span of the columns, if its reduced echelon form has simple entries, in ℚ or in ℚ(√d)."""
    form = _echelon_form(vectors.T.copy())
    for d, (tolerance, largest) in product(radicals, IRRATIONAL):  # first, since every number is near some fraction
        pairs = [[_simple_irrational(float(x), d, tolerance, largest) for x in row] for row in form]
        if all(x is not None for row in pairs for x in row):
            return _fixed_by_conjugation([[x for x in row if x is not None] for row in pairs])
    for tolerance, largest in SIMPLE:
        rows = [[_simple(float(x), tolerance, largest) for x in row] for row in form]
        if all(x is not None for row in rows for x in row):
            return [[x for x in row if x is not None] for row in rows]
    return None


def _fixed_by_conjugation(form: list[list[tuple[Fraction, Fraction]]]) -> list[list[Fraction]] | None:
    """A basis of the rational vectors in the row span of an echelon form over ℚ(√d): those that a and b of each null vector annul."""
    size = len(form[0]) if form else 0
    leads = [next(j for j in range(size) if all(o[j] == (Fraction(int(o is row)), Fraction(0)) for o in form)) for row in form]
    null = fmpq_mat(2 * (size - len(form)), size)
    for place, j in enumerate(j for j in range(size) if j not in leads):
        null[2 * place, j] = fmpq(1)
        for lead, row in zip(leads, form, strict=True):
            for part, value in enumerate(row[j]):
                null[2 * place + part, lead] = fmpq(-value.numerator, value.denominator)
    reduced, rank = null.rref()
    pivots = [next(j for j in range(size) if _fraction(reduced[i, j])) for i in range(rank)]
    free = [j for j in range(size) if j not in pivots]
    return [[-_fraction(reduced[pivots.index(i), j]) if i in pivots else Fraction(int(i == j)) for i in range(size)] for j in free]


def _simple(x: float, tolerance: float, largest: int) -> Fraction | None:
    """The fraction with the least denominator that is near enough."""
    return next((f for d in range(1, largest + 1) if abs(float(f := Fraction(round(x * d), d)) - x) < tolerance), None)


def _simple_irrational(x: float, d: int, tolerance: float, largest: int) -> tuple[Fraction, Fraction] | None:
    """(a, b) with a + b√d near enough, b = 0 if that will do."""
    for q in range(1, largest + 1):
        for p in sorted(range(-LARGEST * q, LARGEST * q + 1), key=abs):
            b = Fraction(p, q)
            a = Fraction(round((x - float(b) * sqrt(d)) * q), q)
            if abs(float(a) + float(b) * sqrt(d) - x) < tolerance:
                return a, b
    return None


def _echelon_form(m: Array) -> Array:
    """Reduced echelon form with the largest pivots first."""
    taken = np.zeros(m.shape[1], bool)
    for row in range(len(m)):
        rest = np.abs(m[row:]).copy()
        rest[:, taken] = 0
        i, j = divmod(int(np.argmax(rest)), rest.shape[1])
        if rest[i, j] < 1e-6:
            return m[:row]
        m[[row, row + i]] = m[[row + i, row]]
        m[row] /= m[row, j]
        for other in range(len(m)):
            if other != row:
                m[other] -= m[other, j] * m[row]
        taken[j] = True
    return m
