"""A potential for a table: what every counted round lowers by δ and no round raises.

Φ = A‖w‖² − 2b⟨u, w⟩ + Σ c·n² + Σ c·‖v‖² + Σ e·n over the numbers n and vectors v of the state, with u scaled so that ⟨u, z⟩ ≥ 1.  If
Φ + δ·M never rises, then A·δ·M ≤ b²‖u‖² + A·Φ(0), since ‖A·w − b·u‖² ≥ 0.  That a row does not raise it is a polynomial inequality in the
row's inner products.  It is proved by products of the row's guards (Handelman): their weights, b, δ, c and e are the unknowns of a linear
programme.  A is a power of R², and b²/δ is made least by tangents.  Floats find the unknowns; they are rounded, and the weights are then
found anew in exact numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from itertools import product as product_of
from math import prod
from time import monotonic
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix
from sympy import QQ, Symbol
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from proofs.derive.tracing.symbols import pair_name
from proofs.derive.tracing.trace import Row, Table

TANGENTS = 12
MOST_PRODUCTS = 12_000
GAP, SLACK, RADIUS, ALONG = "⟨u, z⟩ − 1", "ξ", "R", "⟨u, w⟩"
SHARES = (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4))


@dataclass(frozen=True)
class Factor:
    """Something that is not negative in a row: a name to find it by in the proof, and the polynomial."""

    name: str
    of: Any
    strict: bool = False


@dataclass(frozen=True)
class Case:
    """A row as the programme sees it: its target is Σ unknown·parts[unknown], to be written as Σ weight·product + Σ multiplier·equation."""

    row: Row
    counted: bool
    below: Any
    parts: Mapping[str, Any]
    products: tuple[tuple[tuple[Factor, ...], Any], ...]  # factors, and their product in which roots have no power above 1
    equations: tuple[tuple[Any, Factor], ...]
    null: bool = False  # its example is 0, and so not separated with a margin: no round is by it


@dataclass(frozen=True)
class Potential:
    """What was found, exactly.

    A, b, delta, slack, others    polynomials in R and the letters: `slack` is by how much Φ + δ·M may rise for each unit of slack, and
                           `others` goes by the name of the square that each multiplies
    weights                for each case the products with their weights, and the equations with their multipliers"""

    ring: Any
    A: Any
    b: Any
    delta: Any
    slack: Any
    others: Mapping[str, Any]
    cases: tuple[Case, ...]
    weights: tuple[tuple[tuple[tuple[Fraction, tuple[Factor, ...]], ...], tuple[tuple[Any, Factor], ...]], ...]
    turned: bool = False  # whether numerator and denominator of the bound are written with the other sign
    quality: float = 0.0  # the sum of the bound over sample values of R and the letters
    seconds: float = 0.0

    @property
    def bound(self) -> Any:
        """C with M ≤ C·‖u‖²/γ², in the field of the ring."""
        field = self.ring.to_field()
        bound = field.field_new(self.b) ** 2 / (field.field_new(self.A) * field.field_new(self.delta))
        return field.raw_new(-bound.numer, -bound.denom) if self.turned else bound


class NoPotential(Exception):
    """None of the shapes tried is one."""


@dataclass
class Problem:
    """A table, what is counted, and the letters over which coefficients are polynomials."""

    table: Table
    count: str = "updates"
    radius: bool = True  # R a letter, or 1
    agnostic: bool = False  # ⟨u, z⟩ ≥ 1 − ξ at updates, for a slack ξ ≥ 0, or ≥ 1 in every round
    conditions: tuple[tuple[str, Fraction], ...] = ()  # letter < value
    values: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        u = self.table.universe
        self.letters = u.positive
        self.state = [n for n in u.numbers if n not in self.letters and n in self.table.start]
        self.moved = sorted({v for row in self.table.rows for v in row.vectors})
        names = [symbol.name for symbol in u.ring.symbols]
        self.ring = PolyRing([Symbol(n) for n in (*names, GAP, SLACK, ALONG, *(f"⟨u, {v}⟩" for v in self.moved), RADIUS)], QQ, lex)
        self.gen = {symbol.name: g for symbol, g in zip(self.ring.symbols, self.ring.gens, strict=True)}
        self.extra = len(self.ring.symbols) - len(names)

    def lift(self, p: Any) -> Any:
        """A polynomial of the table's ring in this one."""
        return self.ring.from_dict({(*m, *(0,) * self.extra): c for m, c in p.items()})

    @property
    def R(self) -> Any:
        return self.gen[RADIUS] if self.radius else self.ring.one

    def coefficients(self) -> list[Any]:
        """The monomials of which coefficients are combinations."""
        powers = [self.ring.one, self.gen[RADIUS], self.gen[RADIUS] ** 2] if self.radius else [self.ring.one]
        room = [value.numerator - self.gen[n] * value.denominator for n, value in self.conditions]
        letters = [self.ring.one, *(self.gen[n] for n in self.letters), *room]
        squares = [a * b for a, b in combinations_with_replacement(letters, 2)]
        return list(dict.fromkeys(p * q for p in powers for q in squares))

    def pair(self, a: str, b: str) -> Any:
        return self.gen[pair_name(a, b)]

    # -- rows ---------------------------------------------------------------------------------------------------------------------

    def cases(self, degree: int, A: Any) -> Iterator[Case]:
        """The rows that change something or are counted; a row is two cases where only mistakes are counted."""
        for row in self.table.rows:
            if row.error:
                continue
            if self.count == "updates":
                if row.updates or self.changes(row):
                    yield self.case(row, row.updates, (), degree, A)
                continue
            for part in self.by_label(row):
                wrong = frozenset({-1}) if self.table.ties in part.labels else frozenset({-1, 0})
                inner = self.lift(part.inner.numer) * self.lift(part.inner.denom)
                signs = self.signs(part, inner)
                if signs & wrong:
                    yield self.case(part, True, (Factor("mistake", -inner),), degree, A)
                if signs - wrong and (part.updates or self.changes(part)):
                    yield self.case(part, False, (Factor("right", inner),), degree, A)

    def by_label(self, row: Row) -> list[Row]:
        """The row, or one for each label where a score of 0 predicts one of them."""
        if self.table.ties == "mistake" or len(row.labels) == 1:
            return [row]
        return [replace(row, labels=frozenset({y})) for y in sorted(row.labels)]

    def signs(self, row: Row, p: Any) -> frozenset[int]:
        """The signs that a polynomial may have in the row, as far as one guard says."""
        for g in row.guards:
            ratio = self.lift(g.of)
            if p.is_ground or ratio.is_ground or (p * ratio.LC - ratio * p.LC):
                continue
            return g.signs if p.LC * ratio.LC > 0 else frozenset(-s for s in g.signs)
        return frozenset({-1, 0, 1})

    def changes(self, row: Row) -> bool:
        u = self.table.universe
        return bool(
            row.weights != {"w": u.field.one}
            or any(c != {v: u.field.one} for v, c in row.vectors.items())
            or any(e != u.generators[n] for n, e in row.numbers.items())
        )

    def case(self, row: Row, counted: bool, more: Sequence[Factor], degree: int, A: Any) -> Case:
        """The row's target and the products that may make it up."""
        if not self.agnostic and any(self.lift(g.of) == self.pair("z", "z") and g.signs == {0} for g in row.guards):
            return Case(row, counted, self.ring.one, {}, (), (), null=True)
        elements = [*row.weights.values(), *(c for v in self.moved for c in row.vectors[v].values()), *(row.numbers[n] for n in self.state)]
        below = self.ring.one
        for e in elements:
            below = below.lcm(self.lift(e.denom))

        def cleared(e: Any) -> Any:
            return self.lift(e.numer) * (below // self.lift(e.denom))

        def moved(parts: Mapping[str, Any]) -> tuple[Any, Any]:
            """‖·‖² and ⟨u, ·⟩ of a combination, the first times below², the second times below."""
            c = {v: cleared(e) for v, e in parts.items()}
            progress = 1 + self.gen[GAP] - (self.gen[SLACK] if self.agnostic else 0)
            along = {"w": self.gen[ALONG], "z": progress} | {v: self.gen[f"⟨u, {v}⟩"] for v in self.moved}
            square = sum((c[a] * c[b] * self.pair(a, b) for a in c for b in c), self.ring.zero)
            return square, sum((c[v] * along[v] for v in c), self.ring.zero)

        square, along = moved(row.weights)
        parts: dict[str, Any] = {
            "A": A * (self.pair("w", "w") * below**2 - square),
            "b": 2 * below * (along - self.gen[ALONG] * below),
            "delta": -(below**2) if counted else self.ring.zero,
        }
        if self.agnostic:
            parts["h"] = self.gen[SLACK] * below**2 if row.updates else self.ring.zero
        for n in self.state:
            new = cleared(row.numbers[n])
            parts[f"{n}²"] = self.gen[n] ** 2 * below**2 - new**2
        for v in self.moved:
            parts[f"‖{v}‖²"] = self.pair(v, v) * below**2 - moved(row.vectors[v])[0]
        roots = [self.lift(p) for p in row.roots]
        parts = {name: self.reduced(p, roots) for name, p in parts.items()}
        factors, equalities = self.facts(row, roots)
        factors += more
        products = self.products(factors, degree, parts, roots)
        monomials = self.multipliers(parts, equalities)
        equations = tuple((self.reduced(m * e.of, roots), Factor(e.name, m)) for e in equalities for m in monomials)
        return Case(row, counted, below, parts, tuple(products), equations)

    def reduced(self, p: Any, roots: Sequence[Any]) -> Any:
        for i, of in enumerate(roots):
            while any(m[i] > 1 for m in p):
                low = {m: c for m, c in p.items() if m[i] < 2}
                high = {(*m[:i], m[i] - 2, *m[i + 1 :]): c for m, c in p.items() if m[i] > 1}
                p = self.ring.from_dict(low) + self.ring.from_dict(high) * of
        return p

    def facts(self, row: Row, roots: Sequence[Any]) -> tuple[list[Factor], list[Factor]]:
        """What is not negative in the row, and what is 0."""
        E, m, r = self.pair("w", "w"), self.pair("w", "z"), self.pair("z", "z")
        factors = [Factor("‖z‖² ≥ 0", r), Factor("ξ ≥ 0", self.gen[SLACK])] if self.agnostic else [Factor("‖z‖² > 0", r, True)]
        factors += [Factor("bounded examples", self.R**2 - r), Factor("separable", self.gen[GAP]), Factor("‖w‖² ≥ 0", E)]
        equations = []
        for i, of in enumerate(roots):
            factors.append(Factor(f"√{i} ≥ 0", self.gen[f"√{i}"]))
            if of == r:
                factors.append(Factor(f"√{i} ≤ R", self.R - self.gen[f"√{i}"]))
        for g in row.guards:
            p, name = self.lift(g.of), f"{g.of}"
            if g.signs == {0}:
                equations.append(Factor(name, p))
            elif g.signs <= {0, 1}:
                factors.append(Factor(name, p, 0 not in g.signs))
            elif g.signs <= {0, -1}:
                factors.append(Factor(name, -p, 0 not in g.signs))
        if any(pair_name("w", "w") in str(g.of) for g in row.guards) or any("w·w" in str(c) for c in row.weights.values()):
            factors.append(Factor("Cauchy–Schwarz", E * r - m**2))
        if any(m[self.ring.index(self.pair("w", "z"))] > 1 for f in factors for m in f.of):  # a guard with ⟨w, z⟩² bounds ⟨w, z⟩
            for share in SHARES:
                line = self.pair("w", "z") * share.denominator - self.R * share.numerator
                factors.append(Factor(f"({line})²", line**2))
        return factors, equations

    def products(
        self, factors: Sequence[Factor], degree: int, parts: Mapping[str, Any], roots: Sequence[Any]
    ) -> list[tuple[tuple[Factor, ...], Any]]:
        """Products of so many factors, none of a higher degree than the target's in any letter."""
        single = [*parts.values(), *(f.of for f in factors)]
        limit = [max((m[i] for p in single for m in p), default=0) for i in range(len(self.ring.symbols))]
        roomy = {self.ring.index(self.gen[n]): 4 for n in (RADIUS, *self.letters)}
        found: list[tuple[tuple[Factor, ...], Any]] = []
        for n in range(degree + 1):
            for core in combinations_with_replacement(factors, n):
                of = self.reduced(prod((f.of for f in core), start=self.ring.one), roots)
                for more in self.scales():
                    p = of * prod((f.of for f in more), start=self.ring.one)
                    if all(e <= max(limit[i], roomy.get(i, 0), 1) for m in p for i, e in enumerate(m)):
                        found.append(((*core, *more), p))
            if len(found) > MOST_PRODUCTS:
                raise NoPotential(f"more than {MOST_PRODUCTS} products of degree {degree}")
        return found

    def scales(self) -> list[tuple[Factor, ...]]:
        """What a product may be multiplied with: powers of R up to the fourth, and two letters or what is missing of a letter's most."""
        R, R2 = Factor("R > 0", self.R, True), Factor("R² > 0", self.R**2, True)
        powers = [(), (R,), (R2,), (R2, R), (R2, R2)] if self.radius else [()]
        signed = [Factor(f"{n} > 0", self.gen[n], True) for n in self.letters]
        signed += [Factor(f"{n} < {value}", value.numerator - self.gen[n] * value.denominator, True) for n, value in self.conditions]
        letters = [c for n in range(3) for c in combinations_with_replacement(signed, n)]
        return [(*power, *letter) for power in powers for letter in letters]

    def multipliers(self, parts: Mapping[str, Any], equations: Sequence[Factor]) -> list[Any]:
        """The monomials with which equations are multiplied."""
        if not equations:
            return []
        used = [g for name, g in self.gen.items() if any(m[self.ring.index(g)] for p in parts.values() for m in p) or name == RADIUS]
        return [prod(c, start=self.ring.one) for n in range(3) for c in combinations_with_replacement(used, n)]


# -- the programme ---------------------------------------------------------------------------------------------------------------


@dataclass
class Columns:
    """The unknowns of the linear programme, in order: a coefficient for each name and monomial, weights and multipliers of each case."""

    names: list[tuple[Any, ...]]

    def __post_init__(self) -> None:
        self.at = {name: i for i, name in enumerate(self.names)}


def best_potential(problem: Problem, seconds: float = 20.0) -> Potential:
    """The potential with the least bound, over the shapes that are tried. Raises NoPotential."""
    began, found, reasons = monotonic(), list[tuple[float, Potential]](), list[str]()
    shapes = [problem.ring.one, problem.R**2] if problem.radius else [problem.ring.one]
    for degree in (2, 3, 4):
        for A in shapes:
            if monotonic() - began > seconds:
                break
            try:
                one = potential(problem, degree, A, seconds - (monotonic() - began))
            except NoPotential as reason:
                reasons.append(str(reason))
                continue
            found.append((one.quality, one))
    if not found:
        raise NoPotential("; ".join(dict.fromkeys(reasons)) or "no time was left")
    least = min(quality for quality, _ in found)
    return next(one for quality, one in found if quality <= least * (1 + 1e-6))


def potential(problem: Problem, degree: int, A: Any, seconds: float = 20.0) -> Potential:
    """The least bound of this shape. Raises NoPotential."""
    began = monotonic()
    cases = list(problem.cases(degree, A))
    if not any(case.counted and not case.null for case in cases):
        raise NoPotential("no row is counted")
    monomials = problem.coefficients()
    extra = [name for name in next(case.parts for case in cases if case.parts) if name not in ("A", "b", "delta")]
    names: list[tuple[Any, ...]] = [(what, m) for what in ("b", "delta", *extra) for m in monomials]
    for i, case in enumerate(cases):
        names += [(i, "product", j) for j in range(len(case.products))] + [(i, "equation", j) for j in range(len(case.equations))]
    columns = Columns(names)
    programme = Programme(problem, cases, columns, extra, monomials, began + seconds)
    solution = programme.least()
    if solution is None:
        raise NoPotential(f"no products of degree {degree} make one up")
    for most in (1, 2, 3, 4, 6, 8, 12, 24, 60, 200, 1000):
        exact = programme.rounded(solution, most, A, began)
        if exact is not None:
            return exact
    raise NoPotential("what floats found is no simple number")


class Programme:
    """The linear programme of a problem: equal coefficients for every monomial of every case."""

    def __init__(
        self, problem: Problem, cases: Sequence[Case], columns: Columns, extra: Sequence[str], monomials: Sequence[Any], deadline: float
    ) -> None:
        self.problem, self.cases, self.columns, self.extra, self.deadline = problem, cases, columns, extra, deadline
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
            add(i, None, case.parts["A"])
            for what in ("b", "delta", *extra):
                for m in monomials:
                    add(i, columns.at[what, m], case.parts[what] * m)
            for j, (_, p) in enumerate(case.products):
                add(i, columns.at[i, "product", j], -p)
            for j, (p, _) in enumerate(case.equations):
                add(i, columns.at[i, "equation", j], -p)
        self.size = len(columns.names)
        self.bounds = [(None, None) if name[0] == "b" or name[1] == "equation" else (0, None) for name in columns.names]

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

    def least(self) -> Any:
        """The solution with about the least sum of b²/δ over the samples: τ ≥ 2cb − c²δ for every c, and equal at c = b/δ."""
        samples = self.samples()
        n, k = self.size, len(samples)
        b_rows = np.array([[self.at(name[1], s) if name[0] == "b" else 0.0 for name in self.columns.names] for s in samples])
        delta_rows = np.array([[self.at(name[1], s) if name[0] == "delta" else 0.0 for name in self.columns.names] for s in samples])
        slopes = [[2.0**e for e in range(-4, 7)] for _ in samples]
        equal = coo_matrix((self.data, (self.rows, self.cols)), shape=(len(self.right), n + k)).tocsr()
        best = None
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

    def rounded(self, solution: Any, most: int, A: Any, began: float) -> Potential | None:
        """With coefficients of b that are rounded to denominators up to `most`, the greatest δ, and exact weights."""
        names = self.columns.names
        fixed = {i: Fraction(float(solution[i])).limit_denominator(most) for i, name in enumerate(names) if name[0] == "b"}
        bounds = [(float(fixed[i]),) * 2 if i in fixed else bound for i, bound in enumerate(self.bounds)]
        samples = self.samples()
        costs = {"delta": -1.0, "h": 1e-3}  # of the greatest δ, the one with the least weight on the slack
        cost = np.array([costs[name[0]] * sum(self.at(name[1], s) for s in samples) if name[0] in costs else 0.0 for name in names])
        equal = coo_matrix((self.data, (self.rows, self.cols)), shape=(len(self.right), self.size)).tocsr()
        result = linprog(cost, A_eq=equal, b_eq=self.right, bounds=bounds, method="highs")
        if result.status != 0:
            return None

        def quality(x: Any) -> float:
            b = [sum(x[i] * self.at(name[1], s) for i, name in enumerate(names) if name[0] == "b") for s in samples]
            d = [sum(x[i] * self.at(name[1], s) for i, name in enumerate(names) if name[0] == "delta") for s in samples]
            return float(sum(p * p / q if q > 1e-9 else np.inf for p, q in zip(b, d, strict=True)))

        if quality(result.x) > (1.001 if most < 200 else 1.02) * quality(solution):
            return None
        coefficients = dict.fromkeys((name for name in names if name[0] in ("b", "delta", *self.extra)), Fraction(0))
        for i, name in enumerate(names):
            if name in coefficients:
                coefficients[name] = fixed[i] if i in fixed else Fraction(float(result.x[i])).limit_denominator(5000)
        exact = exactly(self.problem, self.cases, A, coefficients, result.x, self.columns, began)
        if exact is None:
            return None
        turned = self.at(exact.bound.denom, samples[0]) < 0
        return replace(exact, turned=turned, quality=sum(self.value(exact.bound, s) for s in samples))

    def value(self, element: Any, values: Mapping[str, Fraction]) -> float:
        """An element's value."""
        return self.at(element.numer, values) / self.at(element.denom, values)


def exactly(
    problem: Problem, cases: Sequence[Case], A: Any, rounded: Mapping[Any, Fraction], floats: Any, columns: Columns, began: float
) -> Potential | None:
    """The potential with these coefficients, if exact weights prove it."""
    from proofs.derive.authoring.certificate_search import weighted

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
        used = [j for j in range(len(case.products)) if floats[columns.at[i, "product", j]] > 1e-9]
        multiplied = [j for j in range(len(case.equations)) if abs(floats[columns.at[i, "equation", j]]) > 1e-9]
        terms = [_Dict(case.products[j][1]) for j in used]
        equations = [_Dict(case.equations[j][0]) for j in multiplied]
        solution = weighted(_Dict(-target), terms, equations, 10)  # type: ignore[arg-type]
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
