"""The best potential of a problem: a linear programme in floats, then exact numbers.

The unknowns are the coefficients of b, δ and the squares of the state, and the weights of products. A is fixed, and b²/δ is made least by
tangents: b²/δ ≥ 2cb − c²δ for every c. What floats find is rounded, and the weights are then found anew in exact numbers.

The letter R comes by a change of units: a potential for ‖x‖ ≤ 1 becomes one for ‖x‖ ≤ R.  If every letter of a table can be given a power
of R so that all it says stays the same in other units of length, then what holds at R = 1 holds for every R.  With Passive–Aggressive steps
⟨w, x⟩ is a number, so w has the power −1; with the Perceptron's w has 1, and a fixed margin β, if it is a letter, 2.  A potential and its
proof are filled up with powers of R, and no programme has the letter R.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product as product_of
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, hstack
from sympy import QQ, Integer, Symbol, linsolve

from proofs.derive.authoring.certificate_search import LINE, Work, weigh
from proofs.derive.tracing.potential import (
    ALONG,
    CAP,
    RADIUS,
    START,
    Case,
    Factor,
    LengthBound,
    NoPotential,
    Potential,
    Weights,
    next_share,
)
from proofs.derive.tracing.problem import Problem
from proofs.derive.tracing.table import GAMMA, Row
from proofs.derive.tracing.universe import evaluate
from proofs.system.work_clock import work_time

TANGENTS = 12
MOST_SHARES = 5  # that are tried for a bound on ‖w‖² in every round
SQUARES = 0.25  # what δ may fall by for each unit of squared slack that is saved
LEAST = 5.0  # seconds for rates, after the ordinary potentials had theirs


def best_potential(problem: Problem, seconds: float = 20.0) -> Potential:
    """The potential with the least bound, over the shapes that are tried. Raises NoPotential."""
    if problem.radius and (by_row := units(problem)) is not None:
        with suppress(OtherUnits):
            return with_radius(problem, best_potential(replace(problem, radius=False), seconds), by_row)
    until, reasons = work_time() + seconds, list[str]()
    kept, least_degree = keeps(problem, work_time() + seconds / 2)
    problem, potentials = replace(problem, kept=kept), list[Potential]()
    for degree in range(least_degree, 5):
        cases: list[Case] = []
        for A in [problem.gen[CAP]] if problem.capped else [problem.R**2, problem.ring.one] if problem.radius else [problem.ring.one]:
            if work_time() > until or (problem.capped and potentials):
                break
            try:
                cases = cases or list(problem.cases(degree, problem.ring.one))
                with_A = [replace(c, parts={**c.parts, "A": c.parts["A"] * A}) if c.parts else c for c in cases]
                potentials.append(replace(potential(problem, degree, A, until - work_time(), with_A), kept=kept))
            except NoPotential as reason:
                reasons.append(str(reason))
    if not potentials:
        raise NoPotential("; ".join(dict.fromkeys(reasons)) or "no time was left")
    least = min(one.quality for one in potentials)
    return next(one for one in potentials if one.quality <= least * (1 + 1e-6))


def solve(problem: Problem, seconds: float = 20.0) -> tuple[Problem, Potential]:
    """The problem with its best potential; where there is none, that for the root of a counter, or for the slacks of all rounds.

    Raises NoPotential."""
    if problem.still:
        return problem, at_rest(problem)
    try:
        return problem, best_potential(problem, seconds)
    except NoPotential:
        of_all = ("TD_all", "H2_all") if (problem.losses, problem.count) == ("TD", "mistakes") else ()
        others = [replace(problem, gain=n) for n in problem.gains()] + [replace(problem, losses=losses) for losses in of_all]
        others += [replace(problem, kept=kept) for kept in problem.holders()]
        for other in others:
            with suppress(NoPotential):
                return other, best_potential(other, max(seconds, LEAST))
        raise


def at_rest(problem: Problem) -> Potential:
    """The potential ‖w‖² of a learner whose weights stay 0: M ≤ 0."""
    cases, one, zero = tuple(problem.cases(1, problem.ring.one)), problem.ring.one, problem.ring.zero
    return Potential(problem.ring, one, zero, one, zero, {}, cases, (((), ()),) * len(cases), still=True)


def without_potential(problem: Problem) -> Potential:
    """The rows of a problem without a bound, for relations between their numbers."""
    one, zero = problem.ring.one, problem.ring.zero
    return Potential(problem.ring, zero, zero, zero, zero, {}, tuple(problem.cases(1, one)), ())


def keeps(problem: Problem, until: float) -> tuple[LengthBound | None, int]:
    """The bound on ‖w‖² that the problem asks for, or for a learner that turns or shortens w that by ⟨u, w⟩, and its products' degree.

    None if none is found. Raises NoPotential if the problem asks for it."""
    updates = [row for row in problem.table.rows if row.updates]
    turns = any(row.weights.get("w") != row.inner.field.one or not row.weights.keys() <= {"w", "z"} for row in updates)
    if problem.agnostic or problem.moved or any(problem.table.away) or not (problem.kept or turns):
        return None, 2
    kept, most = problem.kept or LengthBound(ALONG), MOST_SHARES if problem.kept else 1
    for degree in (2, 3, 4):
        tried: list[tuple[Fraction, float]] = []
        with suppress(NoPotential):
            while work_time() < until and len(tried) < most:
                kept = replace(kept, share=next_share(tried))
                now = replace(problem, kept=kept)
                cases = [replace(c, parts={**dict.fromkeys(c.parts, now.ring.zero), **c.kept}) for c in now.cases(degree, now.ring.one)]
                programme = PotentialProgramme(now, degree, now.ring.one, until, cases)
                if found := programme.weigh({"share": problem.ring.one * QQ(kept.share.numerator, kept.share.denominator)}):
                    return replace(kept, weights=found.weights), degree
                tried.append((kept.share, programme.least_share() if most > 1 else 0.0))
    if problem.kept:
        raise NoPotential(f"no share of {kept.of} bounds ‖w‖² in every round")
    return None, 2


def potential(problem: Problem, degree: int, A: Any, seconds: float, cases: Sequence[Case]) -> Potential:
    """The least bound of this shape. Raises NoPotential."""
    programme = PotentialProgramme(problem, degree, A, work_time() + seconds, cases)
    solution = programme.least()
    if solution is None:
        raise NoPotential("no products of two, three or four guards make one up")
    tried = (
        *(partial(programme.rounding, solution, most) for most in (1, 2, 3, 4, 6, 8, 12, 24, 60, 200, 1000)),
        *(partial(programme.beside, solution, most) for most in (12, 100)),  # where the best one has roots for coefficients
    )
    exact = next(filter(None, (attempt() for attempt in tried)), None)
    if exact is None:
        raise NoPotential("what floats found is no simple number")
    return exact


def given_potential(problem: Problem, A: Any, coefficients: Mapping[str, Any]) -> Potential:
    """The potential with these polynomials for b, δ and so on. Raises NoPotential if no products are found that prove it."""
    if problem.still:
        return at_rest(problem)
    R = problem.gen[RADIUS]
    if problem.radius and (by_row := units(problem)) is not None:
        with suppress(OtherUnits):
            at_one = {what: (problem.ring.zero + p).subs(R, 1) for what, p in {**coefficients, "A": A}.items()}
            return with_radius(problem, given_potential(replace(problem, radius=False), at_one.pop("A"), at_one), by_row)
    kept, least_degree = keeps(problem, work_time() + 60)
    for degree in range(least_degree, 5):
        programme = PotentialProgramme(replace(problem, kept=kept), degree, A, work_time() + 60)
        exact = programme.settle(programme.weigh({what: problem.ring.zero + p for what, p in coefficients.items()}))
        if exact is not None:
            return replace(exact, kept=kept)
    raise NoPotential("no products of its guards show that the potential does not rise")


def failing(problem: Problem, seconds: float) -> list[Row]:
    """Where the search for a potential fails: the rows without each of which there is one of the smallest degree, else those counted."""
    until, rows = work_time() + seconds, []
    cases = list(problem.cases(2, problem.ring.one))
    for i, case in enumerate(cases):
        if work_time() < until and not case.null and any(c.counted and not c.null for c in cases if c is not case):
            rest = [replace(c, null="null") if j == i else c for j, c in enumerate(cases)]
            if PotentialProgramme(problem, 2, problem.ring.one, until, rest).least() is not None:
                rows.append(case.row)
    return rows or [case.row for case in cases if case.counted]


class PotentialProgramme:
    """The linear programme of a problem: equal coefficients for every monomial of every case.

    Its columns are the unknowns: a coefficient for each name and monomial, then the weights and the multipliers of each case."""

    def __init__(self, problem: Problem, degree: int, A: Any, deadline: float, cases: Sequence[Case] = ()) -> None:
        self.problem, self.A, self.deadline = problem, A, deadline
        self.cases = cases = list(cases or problem.cases(degree, A))
        if not any(case.counted and not case.null for case in cases):
            raise NoPotential("no row is counted")
        self.asked = [name for name in next(case.parts for case in cases if not case.null) if name != "A"]
        coefficients = [(what, m) for what in self.asked for m in problem.coefficients(what)]
        names: list[tuple[Any, ...]] = [*coefficients]
        for i, case in enumerate(cases):
            names += [(i, "product", j) for j in range(len(case.products))] + [(i, "equation", j) for j in range(len(case.equations))]
        self.columns = columns = {name: i for i, name in enumerate(names)}
        self.size = known = len(columns)  # the last column is of what is known
        index: dict[tuple[int, Any], int] = {}
        entries: list[tuple[int, int, float]] = []
        for i, case in enumerate(cases):
            if case.null:
                continue
            parts = [(known, case.parts["A"]), *((columns[what, m], case.parts[what] * m) for what, m in coefficients)]
            parts += [(columns[i, "product", j], -p) for j, (_, p) in enumerate(case.products)]
            parts += [(columns[i, "equation", j], -p) for j, (p, _) in enumerate(case.equations)]
            try:
                entries += [(index.setdefault((i, m), len(index)), column, float(c)) for column, p in parts for m, c in p.terms()]
            except OverflowError:
                raise NoPotential("a number of its guards is too large for a linear programme") from None
        rows, places, values = zip(*entries, strict=True)
        whole = csc_matrix((values, (rows, places)), shape=(len(index), known + 1))
        self.equal, self.right = whole[:, :known], -whole[:, known].toarray().ravel()
        self.bounds = [(None, None) if name[0] == "b" or name[1] == "equation" else (0, None) for name in columns]

    @cached_property
    def samples(self) -> list[dict[str, Fraction]]:
        """Values of R² and the letters at which bounds are compared."""
        base = {n: self.problem.values.get(n, Fraction(1)) for n in self.problem.letters if n != CAP}
        radii = (Fraction(1), Fraction(1, 2), Fraction(3)) if self.problem.radius else (Fraction(1),)
        grid = product_of(*[(v, v / 2, v * Fraction(4, 3)) for v in base.values()])
        places = list(grid)[:: 1 if len(base) < 2 else 2]
        points = [{RADIUS: r} | dict(zip(base, place, strict=True)) for r in radii for place in places]
        points = [p | {CAP: self.problem.least_cap(p)} for p in points] if self.problem.capped else points
        return [p for p in points if all(p[n] < most for n, most in self.problem.conditions)]

    @cached_property
    def offsets(self) -> Any:
        """A·γ‖w(0)‖ at each sample, by which b is larger in the bound."""
        return np.array([float(evaluate(self.A, s)) * float(s.get(START, 0)) for s in self.samples])

    def draw_sample(self, what: str) -> Any:
        """The row that multiplies the unknowns to what they make up at each sample."""
        return np.array([[float(evaluate(name[1], s)) if name[0] == what else 0.0 for name in self.columns] for s in self.samples])

    def quality(self, x: Any) -> float:
        """The sum of a solution's bounds over the samples."""
        terms = zip(self.draw_sample("b") @ x + self.offsets, self.draw_sample("delta") @ x, strict=True)
        return float(sum(b * b / d if d > 1e-9 else np.inf for b, d in terms))

    def least(self) -> Any:
        """The solution with about the least sum of b²/δ over the samples: τ ≥ 2cb − c²δ for every c, and equal at c = b/δ."""
        n, k = self.size, len(self.samples)
        b_rows, delta_rows, one = self.draw_sample("b"), self.draw_sample("delta"), np.eye(k)
        slopes, best = [(2.0**e, i) for i in range(k) for e in range(-4, 7)], None
        for _ in range(TANGENTS):
            upper = [np.append(2 * c * b_rows[i] - c * c * delta_rows[i], -one[i]) for c, i in sorted(slopes, key=itemgetter(1))]
            result = linprog(
                np.append(np.zeros(n), np.ones(k)),
                A_ub=np.vstack([*upper, np.hstack([-delta_rows, 0 * one])]),
                b_ub=[-2 * c * self.offsets[i] for c, i in sorted(slopes, key=itemgetter(1))] + [-1e-6] * k,
                A_eq=hstack([self.equal, csc_matrix((self.equal.shape[0], k))]),
                b_eq=self.right,
                bounds=[*self.bounds, *[(0, 1e9)] * k],
                method="highs",
            )
            if result.status != 0:
                return best
            best = result.x[:n]
            b, delta = b_rows @ best + self.offsets, delta_rows @ best
            off = b**2 / delta - result.x[n:]
            if max(off / (1e-12 + b**2 / delta)) < 1e-5 or work_time() > self.deadline:
                return best
            slopes += [(b[i] / delta[i], i) for i in range(k)]
        return best

    def solution_with(self, values: Mapping[int, Fraction], cost: Any = None) -> Any:
        """The solution of the least cost in which some unknowns have these values; None if there is none."""
        bounds = [(float(values[i]),) * 2 if i in values else bound for i, bound in enumerate(self.bounds)]
        result = linprog(np.zeros(self.size) if cost is None else cost, A_eq=self.equal, b_eq=self.right, bounds=bounds, method="highs")
        return result.x if result.status == 0 else None

    def least_share(self) -> float:
        """The least share of a bound on ‖w‖². Raises NoPotential if there is none."""
        at = self.columns["share", self.problem.ring.one]
        solution = self.solution_with({}, np.eye(self.size)[at])
        if solution is None:
            raise NoPotential("‖w‖² has no bound of this kind")
        return float(solution[at])

    def rounding(self, solution: Any, most: int) -> Potential | None:
        """With coefficients of b that are rounded to denominators up to `most`, the greatest δ, and exact weights."""
        fixed = {i: Fraction(float(solution[i])).limit_denominator(most) for name, i in self.columns.items() if name[0] == "b"}
        slack, gain = (self.draw_sample(what).sum(axis=0) for what in ("h", "delta"))
        x = self.solution_with(
            fixed, (1e-3 if self.problem.power == 1 or self.problem.capped else SQUARES) * slack - gain
        )  # of the greatest δ, the one with least slack
        if x is None or (self.problem.power == 1 and self.quality(x) > (1.001 if most < 200 else 1.02) * self.quality(solution)):
            return None
        coefficients = {
            name: fixed[i] if i in fixed else Fraction(float(x[i])).limit_denominator(5000)
            for name, i in self.columns.items()
            if name[0] in self.asked
        }
        return self.settle(self.exactly(coefficients, x))

    def beside(self, solution: Any, most: int) -> Potential | None:
        """With b as the solution has it, about, and less of δ: a bound that is not as good."""
        sums = dict.fromkeys(self.asked, self.problem.ring.zero)
        for (what, m, *_), i in self.columns.items():
            if what in sums:
                share = Fraction(float(solution[i])) * (1 - Fraction(1, most) if what == "delta" else 1)
                near = share.limit_denominator(most)
                sums[what] += m * QQ(near.numerator, near.denominator)
        return self.settle(self.weigh(sums))

    def weigh(self, given: Mapping[str, Any]) -> Potential | None:
        """With the polynomials that are given for b, δ and the others, 0 by default, if products prove it."""
        values = {name: Fraction(0) for name in self.columns if name[0] in self.asked}
        values |= {(what, m): c for what, p in given.items() for m, c in self.combine(p, what).items()}
        weights = self.solution_with({self.columns[name]: value for name, value in values.items()})
        return None if weights is None else self.exactly(values, weights)

    def combine(self, p: Any, what: str) -> dict[Any, Fraction]:
        """A polynomial in R and letters by the monomials of coefficients. Raises NoPotential if it is no such combination."""
        terms = {}
        for m in self.problem.coefficients(what):
            if m.is_term and (c := p.get(m.LM)):
                terms[m], p = Fraction(int(c.numerator), int(c.denominator)), p - m * c
        if p:
            raise NoPotential(f"the coefficient has a term {p} that is not tried")
        return terms

    def settle(self, found: Potential | None) -> Potential | None:
        """With the signs with which its bound is written, and its quality; None if no round lowers it, since its δ was rounded to 0."""
        if found is None or not found.delta:
            return None
        found = replace(found, turned=evaluate(found.bound.denom, self.samples[0]) < 0)
        return replace(found, quality=sum(float(evaluate(found.bound.numer, s) / evaluate(found.bound.denom, s)) for s in self.samples))

    def exactly(self, coefficients: Mapping[Any, Fraction], floats: Any) -> Potential | None:
        """The potential with these coefficients, if the products that have a weight in floats prove it with exact weights."""
        zero = self.problem.ring.zero
        sums: dict[str, Any] = {"A": self.problem.ring.one}
        for (what, monomial), value in coefficients.items():
            sums[what] = sums.get(what, zero) + monomial * QQ(value.numerator, value.denominator)
        weights: list[Weights] = []
        for i, case in enumerate(self.cases):
            if case.null:
                weights.append(((), ()))
                continue
            target = sum((case.parts[name] * sums[name] for name in case.parts), zero)
            used = [product for j, product in enumerate(case.products) if floats[self.columns[i, "product", j]] > 1e-9]
            equal = [equation for j, equation in enumerate(case.equations) if abs(floats[self.columns[i, "equation", j]]) > 1e-9]
            solution = weigh(_terms(-target), [_terms(p) for _, p in used], [_terms(p) for p, _ in equal], Work(LINE))
            if solution is None:
                return None
            products = tuple((w, factors) for w, (factors, _) in zip(solution[0], used, strict=True) if w)
            multiples = tuple((w * m.of, Factor(m.name, None)) for w, (_, m) in zip(solution[1], equal, strict=True) if w)
            weights.append((products, multiples))
        others = {name: p for name, p in sums.items() if name not in ("A", "b", "delta", "h") and p}
        slack = sums.get("h", zero)
        return Potential(self.problem.ring, self.A, sums["b"], sums["delta"], slack, others, tuple(self.cases), tuple(weights))


def _terms(p: Any) -> Any:
    """A polynomial of SymPy's as `weigh` reads one: its terms with fractions."""
    return SimpleNamespace(terms={m: Fraction(int(c.numerator), int(c.denominator)) for m, c in p.items()})


Powers = Mapping[str, int]


class OtherUnits(Exception):
    """A letter without a whole power of R."""


def units(problem: Problem) -> list[Powers] | None:
    """The power of R of each generator, for each row of the table; None if there are no such powers."""
    equations = list(_equations(problem))
    names = sorted(set().union(*(e.free_symbols for e in equations)), key=str)
    for of_w in (1, -1, 0):
        for solution in linsolve([*equations, Symbol("w") - of_w], names):
            powers = {str(n): power.subs(dict.fromkeys(names, 0)) for n, power in zip(names, solution, strict=True)}
            if all(power.is_integer for power in powers.values()):
                return [_by_generator(problem, j, {n: int(p) for n, p in powers.items()}) for j in range(len(problem.table.rows))]
    return None


def _by_generator(problem: Problem, j: int, powers: Powers) -> Powers:
    """The powers of all generators of the problem's ring in a row."""
    vectors = problem.table.universe.vectors
    exponents = {name: powers[a] + powers[b] for (a, b), name in problem.table.universe.pairs.items() if a in powers and b in powers}
    exponents |= {f"√{i}": powers[f"{j}√{i}"] for i in range(len(problem.table.rows[j].roots))}
    exponents |= {n: powers.get(n, 0) for n in problem.table.universe.numbers} | {START: powers["w"] + 1, CAP: 2}
    return exponents | {f"⟨u, {v}⟩": powers.get(v, 0) - 1 for v in vectors} | {ALONG: powers["w"] - 1, RADIUS: 1}


def _equations(problem: Problem) -> Iterator[Any]:
    """Sums of powers that are 0."""
    table = problem.table
    pairs = {name: pair for pair, name in table.universe.pairs.items()}
    yield Symbol("z") - 1
    yield from (Symbol(n) for n, _ in problem.conditions)
    yield from (Symbol(n) for n in problem.state if table.start[n] or n in problem.intervals)
    if any(map(problem.onto_ball, table.rows)):  # where γ⟨u, v⟩ ≤ ‖v‖ is used, the margin is one of the game
        yield Symbol(GAMMA) - 1
    for j, row in enumerate(table.rows):

        def of(p: Any, j: int = j) -> list[Any]:
            """The power of each monomial; of 0 none."""
            names = [pairs.get(s.name, (f"{j}{s.name}" if "√" in s.name else s.name,)) for s in p.ring.symbols]
            return [sum((e * Symbol(n) for by, e in zip(names, m, strict=True) if e for n in by), Integer(0)) for m in p]

        def move(e: Any, old: Any, new: Any, of: Any = of) -> list[Any]:
            """An element times a number with the one power has the other."""
            first, *more = of(e.denom)
            return [power - first for power in more] + [power + old - new - first for power in of(e.numer)]

        for p in (*(g.of for g in row.guards), row.inner.numer, row.inner.denom):
            yield from (power - powers[0] for powers in [of(p)] for power in powers[1:])
        for i, p in enumerate(row.roots):
            yield from (power - 2 * Symbol(f"{j}√{i}") for power in of(p))
        for v, parts in (("w", row.weights), *((v, row.vectors[v]) for v in problem.moved)):
            yield from (e for x, c in parts.items() for e in move(c, Symbol(x), Symbol(v)))
        yield from (e for n in problem.state for e in move(row.numbers[n], Integer(0), Symbol(n)))


def degrees(p: Any, powers: Powers) -> dict[Any, int]:
    """The power of R that each monomial has."""
    names = [symbol.name for symbol in p.ring.symbols]
    return {m: sum(powers.get(n, 0) * e for n, e in zip(names, m, strict=True) if e) for m in p}


def power_of(p: Any, powers: Powers) -> int:
    """The greatest power of R that a monomial has."""
    return max(degrees(p, powers).values(), default=0)


def fill(p: Any, powers: Powers, power: int) -> Any:
    """A polynomial whose monomials are filled up with powers of R. Raises OtherUnits."""
    degree_of = degrees(p, powers)
    if any(degree > power for degree in degree_of.values()):
        raise OtherUnits
    return sum((p.ring.from_dict({m: p[m]}) * p.ring.gens[-1] ** (power - degree) for m, degree in degree_of.items()), p.ring.zero)


def with_radius(problem: Problem, found: Potential, by_row: Sequence[Powers]) -> Potential:
    """The potential that was found for ‖x‖ ≤ 1, for ‖x‖ ≤ R. Raises OtherUnits."""
    powers, rows = by_row[0], problem.table.rows
    places = [next(by_row[j] for j, row in enumerate(rows) if row.guards == case.row.guards) for case in found.cases]
    along = powers[ALONG]

    def least(weights: Any, base: Sequence[int]) -> int:
        """How much more than its base a case's target needs for all its products."""
        more = [
            sum(power_of(f.of, at) for f in factors) - base[j]
            for j, (at, (products, _)) in enumerate(zip(places, weights, strict=True))
            for _, factors in products
        ]
        return max(more, default=0)

    def proof(weights: Any, targets: Sequence[int]) -> Any:
        return tuple(
            (
                tuple((w, _with_factors(factors, at, target)) for w, factors in products),
                tuple((fill(m, at, target - power_of(_equation(problem, c, f), at)), f) for m, f in equations),
            )
            for c, at, target, (products, equations) in zip(found.cases, places, targets, weights, strict=True)
        )

    base = [2 * power_of(c.below, at) + 2 * power_of(c.scale, at) for c, at in zip(found.cases, places, strict=True)]
    beside = {"A": powers["w·w"], "b": along, "delta": 0, "slack": 0}  # the power of what each coefficient multiplies
    squares = {f"{n}²": 2 * powers[n] for n in found.numbers} | {f"‖{v}‖²": powers[f"{v}·{v}"] for v in found.vectors}
    coefficients = {name: getattr(found, name) for name in beside}
    top = max(
        *(power_of(c, powers) + (beside | squares)[name] for name, c in (coefficients | dict(found.others)).items()),
        least(found.weights, base),
    )
    kept = found.kept
    if kept is not None:
        power = powers["w·w"] - (along if kept.of == ALONG else powers[kept.of])
        if power < 0:
            raise OtherUnits
        targets = [at + powers["w·w"] for at in base]
        more = max(0, least(kept.weights, targets))
        kept = replace(kept, power=power, more=more, weights=proof(kept.weights, [at + more for at in targets]))
    return replace(
        found,
        **{name: fill(c, powers, top - beside[name]) for name, c in coefficients.items()},
        others={name: fill(c, powers, top - squares[name]) for name, c in found.others.items()},
        weights=proof(found.weights, [at + top for at in base]),
        kept=kept,
    )


def _with_factors(factors: Sequence[Factor], powers: Powers, target: int) -> tuple[Factor, ...]:
    """A product's factors with R in them, and with as many R as are missing."""
    own = tuple(replace(f, of=fill(f.of, powers, power_of(f.of, powers))) for f in factors)
    missing = target - sum(power_of(f.of, powers) for f in factors)
    if missing < 0:
        raise OtherUnits
    R = factors[0].of.ring.gens[-1] if factors else None
    return (*own, *(Factor("R² > 0", R and R**2, True),) * (missing // 2), *(Factor("R > 0", R, True),) * (missing % 2))


def _equation(problem: Problem, case: Any, f: Factor) -> Any:
    return next(problem.lift(g.of) for g in case.row.guards if f"{g.of}" == f.name)
