"""The best potential of a problem: a linear programme in floats, then exact numbers.

The unknowns are the coefficients of b, δ and the squares of the state, and the weights of products. A is fixed, and b²/δ is made least by
tangents: b²/δ ≥ 2cb − c²δ for every c. What floats find is rounded, and the weights are then found anew in exact numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product as product_of
from math import prod
from time import monotonic
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix
from sympy import QQ

from proofs.derive.authoring.certificate_search import LINE, Work, weighted
from proofs.derive.tracing.potential import RADIUS, Case, Factor, NoPotential, Potential, Problem
from proofs.derive.tracing.trace import Row
from proofs.derive.tracing.units import OtherUnits, units, with_radius

TANGENTS = 12
LEAST = 5.0  # seconds for rates, after the ordinary potentials had theirs


Columns = dict[tuple[Any, ...], int]  # of unknowns: a coefficient for each name and monomial, weights and multipliers of each case


def best_potential(problem: Problem, seconds: float = 20.0) -> Potential:
    """The potential with the least bound, over the shapes that are tried. Raises NoPotential."""
    if problem.radius and (by_row := units(problem)) is not None:
        with suppress(OtherUnits):
            return with_radius(problem, best_potential(replace(problem, radius=False), seconds), by_row)
    until, reasons = monotonic() + seconds, list[str]()
    kept, least_degree = (None, 2) if problem.agnostic else keeps(replace(problem, kept=True), monotonic() + seconds / 2)
    shapes = _over_shapes(replace(problem, kept=kept is not None), least_degree, until, reasons)
    found = [replace(one, kept=kept) for one in shapes]
    if not found:
        raise NoPotential("; ".join(dict.fromkeys(reasons)) or "no time was left")
    least = min(one.quality for one in found)
    return next(one for one in found if one.quality <= least * (1 + 1e-6))


def solved(problem: Problem, seconds: float = 20.0) -> tuple[Problem, Potential]:
    """The problem with its best potential; where there is none, that with one for the root of a counter. Raises NoPotential."""
    try:
        return problem, best_potential(problem, seconds)
    except NoPotential:
        for n in problem.gains():
            rated = replace(problem, gain=n)
            return rated, best_potential(rated, max(seconds, LEAST))
        raise


def _over_shapes(problem: Problem, least_degree: int, until: float, reasons: list[str]) -> Iterator[Potential]:
    """The best potential of each shape; why there is none of a shape goes into `reasons`."""
    for degree in range(least_degree, 5):
        cases: list[Case] = []
        for A in [problem.R**2, problem.ring.one] if problem.radius else [problem.ring.one]:
            if monotonic() > until:
                break
            try:
                cases = cases or list(problem.cases(degree, problem.ring.one))
                with_A = [replace(c, parts={**c.parts, "A": c.parts["A"] * A}) if c.parts else c for c in cases]
                yield potential(problem, degree, A, until - monotonic(), with_A)
            except NoPotential as reason:
                reasons.append(str(reason))


def keeps(problem: Problem, until: float) -> tuple[Potential | None, int]:
    """Why ⟨u, w⟩ ≥ ‖w‖² in every round, as weights of products of this degree, for a learner that turns or shortens w; None if none is
    found."""
    one = problem.ring.one
    if problem.moved or all(
        set(row.weights) <= {"w", "z"} and row.weights.get("w") == row.inner.field.one for row in problem.table.rows if row.updates
    ):
        return None, 2
    for degree in (2, 3, 4):
        if monotonic() < until:
            try:
                cases = [replace(c, parts=dict.fromkeys(c.parts, 0 * one) | {"A": c.kept}) for c in problem.cases(degree, one)]
                kept = PotentialProgramme(problem, degree, one, until, cases).weighed({}, monotonic())
            except NoPotential:
                continue
            if kept is not None:
                return kept, degree
    return None, 2


def potential(problem: Problem, degree: int, A: Any, seconds: float, cases: Sequence[Case]) -> Potential:
    """The least bound of this shape. Raises NoPotential."""
    began = monotonic()
    programme = PotentialProgramme(problem, degree, A, began + seconds, cases)
    solution = programme.least()
    if solution is None:
        raise NoPotential("no products of two, three or four guards make one up")
    for most in (1, 2, 3, 4, 6, 8, 12, 24, 60, 200, 1000):
        exact = programme.rounded(solution, most, began)
        if exact is not None:
            return exact
    for most in (12, 100):  # where the best one has roots for coefficients, one beside it that is not as good
        exact = programme.fixed(programme.beside(solution, most), began)
        if exact is not None:
            return exact
    raise NoPotential("what floats found is no simple number")


def given_potential(problem: Problem, A: Any, coefficients: Mapping[str, Any]) -> Potential:
    """The potential with these polynomials for b, δ and so on. Raises NoPotential if no products are found that prove it."""
    began, R = monotonic(), problem.gen[RADIUS]
    if problem.radius and (by_row := units(problem)) is not None:
        with suppress(OtherUnits):
            at_one = {what: (problem.ring.zero + p).subs(R, 1) for what, p in {**coefficients, "A": A}.items()}
            return with_radius(problem, given_potential(replace(problem, radius=False), at_one.pop("A"), at_one), by_row)
    for degree in (2, 3, 4):
        programme = PotentialProgramme(problem, degree, A, began + 60)
        exact = programme.fixed({what: problem.ring.zero + p for what, p in coefficients.items()}, began)
        if exact is not None:
            return exact
    raise NoPotential("no products of its guards show that the potential does not rise")


def failing(problem: Problem, seconds: float) -> list[Row]:
    """Where the search for a potential fails: the rows without each of which there is one of the smallest degree, else those counted."""
    until, found = monotonic() + seconds, []
    cases = list(problem.cases(2, problem.ring.one))
    for i, case in enumerate(cases):
        if monotonic() < until and not case.null and any(c.counted and not c.null for c in cases if c is not case):
            rest = [replace(c, null=True) if j == i else c for j, c in enumerate(cases)]
            if PotentialProgramme(problem, 2, problem.ring.one, until, rest).least() is not None:
                found.append(case.row)
    return found or [case.row for case in cases if case.counted]


class PotentialProgramme:
    """The linear programme of a problem: equal coefficients for every monomial of every case."""

    def __init__(self, problem: Problem, degree: int, A: Any, deadline: float, cases: Sequence[Case] = ()) -> None:
        self.problem, self.A, self.deadline = problem, A, deadline
        self.cases = cases = list(cases or problem.cases(degree, A))
        if not any(case.counted and not case.null for case in cases):
            raise NoPotential("no row is counted")
        monomials = problem.coefficients()
        self.extra = extra = [name for name in next(case.parts for case in cases if case.parts) if name not in ("A", "b", "delta")]
        names: list[tuple[Any, ...]] = [(what, m) for what in ("b", "delta", *extra) for m in monomials]
        for i, case in enumerate(cases):
            names += [(i, "product", j) for j in range(len(case.products))] + [(i, "equation", j) for j in range(len(case.equations))]
        self.columns = columns = {name: i for i, name in enumerate(names)}
        self.rows: list[int] = []
        self.cols: list[int] = []
        self.data: list[float] = []
        self.right: list[float] = []
        index: dict[tuple[int, Any], int] = {}

        def add(case: int, column: int | None, p: Any) -> None:
            for m, c in p.terms():
                i = index.setdefault((case, m), len(index))
                while len(self.right) <= i:
                    self.right.append(0.0)
                if column is None:
                    self.right[i] -= float(c)
                else:
                    self.rows.append(i)
                    self.cols.append(column)
                    self.data.append(float(c))

        for i, case in enumerate(cases):
            if case.null:
                continue
            entries: list[tuple[Any, Any]] = [(None, case.parts["A"])]
            entries += [(columns[what, m], case.parts[what] * m) for what in ("b", "delta", *extra) for m in monomials]
            entries += [(columns[i, "product", j], -p) for j, (_, p) in enumerate(case.products)]
            entries += [(columns[i, "equation", j], -p) for j, (p, _) in enumerate(case.equations)]
            try:
                for column, p in entries:
                    add(i, column, p)
            except OverflowError:
                raise NoPotential("a number of its guards is too large for a linear programme") from None
        self.size = len(columns)
        self.bounds = [(None, None) if name[0] == "b" or name[1] == "equation" else (0, None) for name in columns]

    def samples(self) -> list[dict[str, Fraction]]:
        """Values of R² and the letters at which bounds are compared."""
        base = {n: self.problem.values.get(n, Fraction(1)) for n in self.problem.letters}
        radii = (Fraction(1), Fraction(1, 2), Fraction(3)) if self.problem.radius else (Fraction(1),)
        grid = product_of(*[(v, v / 2, v * Fraction(4, 3)) for v in base.values()])
        places = list(grid)[:: 1 if len(base) < 2 else 2]
        found = [{RADIUS: r} | dict(zip(base, place, strict=True)) for r in radii for place in places]
        return [p for p in found if all(p[n] < most for n, most in self.problem.conditions)]

    def at(self, monomial: Any, values: Mapping[str, Fraction]) -> float:
        """A monomial's value."""
        names = [symbol.name for symbol in self.problem.ring.symbols]
        terms = (float(c) * prod(float(values[n]) ** e for n, e in zip(names, m, strict=True) if e) for m, c in monomial.terms())
        return float(sum(terms))

    def sampled(self, what: str) -> Any:
        """The row that multiplies the unknowns to what they make up at each sample."""
        return np.array([[self.at(name[1], s) if name[0] == what else 0.0 for name in self.columns] for s in self.samples()])

    def quality(self, x: Any) -> float:
        """The sum of a solution's bounds over the samples."""
        return float(sum(b * b / d if d > 1e-9 else np.inf for b, d in zip(self.sampled("b") @ x, self.sampled("delta") @ x, strict=True)))

    def least(self) -> Any:
        """The solution with about the least sum of b²/δ over the samples: τ ≥ 2cb − c²δ for every c, and equal at c = b/δ."""
        samples = self.samples()
        n, k = self.size, len(samples)
        b_rows, delta_rows = self.sampled("b"), self.sampled("delta")
        slopes = [[2.0**e for e in range(-4, 7)] for _ in samples]
        equal, best = self.equal(k), None
        cost = np.concatenate([np.zeros(n), np.ones(k)])
        for _ in range(TANGENTS):
            upper = [
                [*(2 * c * b_rows[i] - c * c * delta_rows[i]), *(-float(i == j) for j in range(k))] for i in range(k) for c in slopes[i]
            ]
            needed = [[*(-delta_rows[i]), *(0.0,) * k] for i in range(k)]
            limits = [0.0] * len(upper) + [-1e-6] * k
            result = linprog(
                cost,
                A_ub=np.array(upper + needed),
                b_ub=limits,
                A_eq=equal,
                b_eq=self.right,
                bounds=[*self.bounds, *[(0, 1e9)] * k],
                method="highs",
            )
            if result.status != 0:
                return best
            best = result.x[:n]
            b, delta = b_rows @ best, delta_rows @ best
            off = [b[i] ** 2 / delta[i] - result.x[n + i] for i in range(k)]
            if max(off[i] / (1e-12 + b[i] ** 2 / delta[i]) for i in range(k)) < 1e-5 or monotonic() > self.deadline:
                return best
            for i in range(k):
                slopes[i].append(b[i] / delta[i])
        return best

    def fixed(self, given: Mapping[str, Any], began: float) -> Potential | None:
        """With the polynomials that are given for b, δ and the others, if products prove it."""
        found = self.weighed(given, began)
        return None if found is None else self.settled(found)

    def beside(self, solution: Any, most: int) -> dict[str, Any]:
        """b as the solution has it, about, and less of δ."""
        found = dict.fromkeys(("b", "delta", *self.extra), self.problem.ring.zero)
        for i, (what, m, *_) in enumerate(self.columns):
            if what in found:
                share = Fraction(float(solution[i])) * (1 - Fraction(1, most) if what == "delta" else 1)
                near = share.limit_denominator(most)
                found[what] += m * QQ(near.numerator, near.denominator)
        return found

    def weighed(self, given: Mapping[str, Any], began: float) -> Potential | None:
        """The same, also where δ is 0 and there is no bound."""
        names = list(self.columns)
        zero = {name: Fraction(0) for name in names if name[0] in ("b", "delta", *self.extra)}
        values = zero | {(what, m): c for what, p in given.items() for m, c in self.combined(p).items()}
        weights = self.with_fixed({self.columns[name]: value for name, value in values.items()})
        return None if weights is None else exactly(self.problem, self.cases, self.A, values, weights, self.columns, began)

    def with_fixed(self, values: Mapping[int, Fraction], cost: Any = None) -> Any:
        """The solution of the least cost in which some unknowns have these values; None if there is none."""
        bounds = [(float(values[i]),) * 2 if i in values else bound for i, bound in enumerate(self.bounds)]
        result = linprog(np.zeros(self.size) if cost is None else cost, A_eq=self.equal(), b_eq=self.right, bounds=bounds, method="highs")
        return result.x if result.status == 0 else None

    def equal(self, more: int = 0) -> Any:
        """The coefficients of the equations, and zeros for more unknowns."""
        return coo_matrix((self.data, (self.rows, self.cols)), shape=(len(self.right), self.size + more)).tocsr()

    def combined(self, p: Any) -> dict[Any, Fraction]:
        """A polynomial in R and letters by the monomials of coefficients. Raises NoPotential if it is no such combination."""
        found = {}
        for m in self.problem.coefficients():
            if m.is_term and (c := p.get(m.LM)):
                found[m], p = Fraction(int(c.numerator), int(c.denominator)), p - m * c
        if p:
            raise NoPotential(f"the coefficient has a term {p} that is not tried")
        return found

    def rounded(self, solution: Any, most: int, began: float) -> Potential | None:
        """With coefficients of b that are rounded to denominators up to `most`, the greatest δ, and exact weights."""
        names = list(self.columns)
        fixed = {i: Fraction(float(solution[i])).limit_denominator(most) for i, name in enumerate(names) if name[0] == "b"}
        slack, gain = (self.sampled(what).sum(axis=0) for what in ("h", "delta"))
        x = self.with_fixed(fixed, 1e-3 * slack - gain)  # of the greatest δ, the one with the least weight on the slack
        if x is None or self.quality(x) > (1.001 if most < 200 else 1.02) * self.quality(solution):
            return None
        coefficients = {
            name: fixed[i] if i in fixed else Fraction(float(x[i])).limit_denominator(5000)
            for i, name in enumerate(names)
            if name[0] in ("b", "delta", *self.extra)
        }
        found = exactly(self.problem, self.cases, self.A, coefficients, x, self.columns, began)
        return None if found is None else self.settled(found)

    def settled(self, found: Potential) -> Potential:
        """With the signs with which its bound is written, and its quality."""
        found = replace(found, turned=self.at(found.bound.denom, self.samples()[0]) < 0)
        return replace(found, quality=sum(self.value(found.bound, s) for s in self.samples()))

    def value(self, element: Any, values: Mapping[str, Fraction]) -> float:
        """An element's value."""
        return self.at(element.numer, values) / self.at(element.denom, values)


def exactly(
    problem: Problem, cases: Sequence[Case], A: Any, rounded: Mapping[Any, Fraction], floats: Any, columns: Columns, began: float
) -> Potential | None:
    """The potential with these coefficients, if exact weights prove it."""
    sums: dict[str, Any] = {}
    for (what, monomial), value in rounded.items():
        sums[what] = sums.get(what, problem.ring.zero) + monomial * QQ(value.numerator, value.denominator)
    sums["A"] = problem.ring.one
    weights: list[Any] = []
    for i, case in enumerate(cases):
        if case.null:
            weights.append(((), ()))
            continue
        target = sum((case.parts[name] * sums[name] for name in case.parts), problem.ring.zero)
        used = [j for j in range(len(case.products)) if floats[columns[i, "product", j]] > 1e-9]
        multiplied = [j for j in range(len(case.equations)) if abs(floats[columns[i, "equation", j]]) > 1e-9]
        terms = [_Dict(case.products[j][1]) for j in used]
        equations = [_Dict(case.equations[j][0]) for j in multiplied]
        solution = weighted(_Dict(-target), terms, equations, Work(LINE))  # type: ignore[arg-type]
        if solution is None:
            return None
        kept = tuple((w, case.products[j][0]) for w, j in zip(solution[0], used, strict=True) if w)
        multiples = tuple(
            (w * case.equations[j][1].of, Factor(case.equations[j][1].name, None))
            for w, j in zip(solution[1], multiplied, strict=True)
            if w
        )
        weights.append((kept, multiples))
    others = {name: p for name, p in sums.items() if name not in ("A", "b", "delta", "h") and p}
    slack = sums.get("h", problem.ring.zero)
    return Potential(problem.ring, A, sums["b"], sums["delta"], slack, others, tuple(cases), tuple(weights), seconds=monotonic() - began)


class _Dict:
    """A polynomial of SymPy's as `weighted` reads one: its terms with fractions."""

    def __init__(self, p: Any) -> None:
        self.terms = {m: Fraction(int(c.numerator), int(c.denominator)) for m, c in p.items()}
