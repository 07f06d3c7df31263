"""A table as the problem to find a potential for: the counted rounds, the letters, and the cases of its rows.

A case has the polynomial that may not rise, and products of factors that are not negative in the row: of its guards, of Cauchy and
Schwarz's inequality, of the margin, and of a bound on ‖w‖² that every round keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import isqrt, prod
from typing import Any

from sympy import QQ, Symbol, linsolve
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from proofs.derive.tracing.intervals import intervals
from proofs.derive.tracing.potential import ALONG, AT_REST, CAP, GAP, RADIUS, SLACK, START, Case, Factor, LengthBound, NoPotential, root_of
from proofs.derive.tracing.table import GAMMA, Row, Table
from proofs.derive.tracing.universe import SIGNS, Guard, evaluate, is_ground, letters_of, pair_name, without_powers

MOST_PRODUCTS = 12_000
SHARES = (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4))


@dataclass
class Problem:
    """A table, the counted rounds, and the letters over which coefficients are polynomials."""

    table: Table
    count: str = "updates"
    radius: bool = True  # R a letter, or 1
    losses: str = ""  # ⟨u, z⟩ ≥ 1 in every round; ≥ 1 − ξ, for slacks ξ ≥ 0 of which "TD", "TD_all" or "H2_all" is the sum
    conditions: tuple[tuple[str, Fraction], ...] = ()  # letter < value
    values: Mapping[str, Fraction] = field(default_factory=dict)
    kept: LengthBound | None = None  # a bound on ‖w‖² in every round that is used, and to be shown; None: ⟨u, w⟩ for learners that turn w
    capped: bool = False  # whether the bound is in a letter K, and A is K
    gain: str = ""  # a counter n of the counted rounds: with rates like 1/√n, what Φ + δ·√n does not raise bounds √n

    def __post_init__(self) -> None:
        if self.gain:
            self.table = replace(self.table, rows=tuple(map(self.with_roots, self.table.rows)))
        if self.counter:
            self.table = replace(self.table, rows=tuple(part for row in self.table.rows for part in self.begun_or_not(row)))
        u = self.table.universe
        self.letters = (*u.positive, *([START] if any(self.table.away) else []), *([CAP] if self.capped else []))
        self.state = [n for n in u.numbers if n not in self.letters and n in self.table.start]
        self.moved = sorted({v for row in self.table.rows for v in row.vectors})
        names = [symbol.name for symbol in u.ring.symbols]
        more = (GAP, SLACK, ALONG, *(f"⟨u, {v}⟩" for v in self.moved), *self.letters[len(u.positive) :], RADIUS)
        self.ring = PolyRing([Symbol(n) for n in (*names, *more)], QQ, lex)
        self.gen = {symbol.name: g for symbol, g in zip(self.ring.symbols, self.ring.gens, strict=True)}
        self.extra = len(self.ring.symbols) - len(names)
        if self.capped:
            self.values = {**self.values, CAP: self.least_cap({RADIUS: Fraction(1), **self.values})}
        self.ahead = self.where_it_heads()
        self.intervals = {n: interval for n, interval in intervals(self.table).items() if n != self.gain}

    @property
    def agnostic(self) -> bool:
        """Whether examples may miss the margin."""
        return bool(self.losses)

    def missing(self, row: Row) -> bool:
        """Whether the slack of a round by this row is one of the losses."""
        return self.agnostic and (row.updates or self.losses != "TD")

    @property
    def power(self) -> int:
        """The power of the slacks that is added up."""
        return 2 if self.losses == "H2_all" else 1

    def gains(self) -> list[str]:
        """The counters of the counted rounds of which the code takes roots."""
        return [n for n in self.state if not (self.agnostic or self.gain or any(self.table.away)) and self.is_gain(n)]

    def is_gain(self, n: str) -> bool:
        if n not in self.table.universe.counters or isqrt(int(self.table.start[n])) ** 2 != self.table.start[n]:
            return False
        rows, now = [row for row in self.table.rows if not row.error], self.table.universe.generators[n]
        for row in rows:
            risen = row.numbers[n] - now
            if risen not in (0, 1) or (risen == 0 and any(counted for _, counted, _ in self.parts(row))):
                return False
        return any(n in letters_of(p) for row in rows for p in row.roots)

    @property
    def begun(self) -> int:
        """The root of the counter of the rates at the start."""
        return isqrt(int(self.table.start[self.gain]))

    def with_roots(self, row: Row) -> Row:
        """The row with the roots of the counter before and after it."""
        n = self.table.universe.in_ring[self.gain]
        return replace(row, roots=tuple(dict.fromkeys((*row.roots, n, row.numbers[self.gain].numer))))

    @property
    def counter(self) -> str:
        """The counter by which ‖w‖² is bounded, if it is by one."""
        return self.kept.of if self.kept and self.kept.of != ALONG else ""

    @property
    def begins(self) -> set[str]:
        """The counters that begin above 0."""
        return {n for n in self.table.universe.counters if self.table.start.get(n)}

    def begun_or_not(self, row: Row) -> list[Row]:
        """The row, or one each for the counter at 0 and above: only above can its polynomials be multiplied by the counter."""
        n = self.table.universe.in_ring[self.counter]
        if not row.updates or row.error or self.counter in self.begins or any(g.of == n for g in row.guards):
            return [row]
        return [replace(row, guards=(*row.guards, Guard(n, frozenset({sign}), ""))) for sign in (0, 1)]

    def holders(self) -> list[LengthBound]:
        """The bounds on ‖w‖² that are tried where a guard has the length of w: by a counter that a guard has, or by ⟨u, w⟩."""
        asked = set[str]()
        for row in self.table.rows:
            asked |= {n for g in row.guards if letters_of(g.of) & {"w·w", *self.table.roots_of_w(row)} for n in letters_of(g.of)}
        if self.agnostic or self.gain or self.kept or self.capped or self.moved or any(self.table.away):
            return []
        ways = [n for n in self.state if n in asked and n in self.table.universe.counters]
        return [LengthBound(of) for of in (*ways, *([ALONG] if GAMMA in asked else []))]

    def rates(self, row: Row) -> tuple[str, str] | None:
        """The generators of the counter's root before and after a row."""
        if not self.gain:
            return None
        n = self.table.universe.in_ring[self.gain]
        return f"√{row.roots.index(n)}", f"√{row.roots.index(row.numbers[self.gain].numer)}"

    def fraction(self, e: Any, row: Row) -> tuple[Any, Any]:
        """A coefficient's numerator and denominator. Where there are rates, √n/n is 1/√n, and so for other roots."""
        above, below = self.lift(e.numer), self.lift(e.denom)
        for i, of in enumerate(row.roots if self.gain else ()):
            s, inside = self.gen[f"√{i}"], self.lift(of)
            if not above % s and not inside.is_ground and not below % inside:
                above, below = above // s, (below // inside) * s
        return above, below

    def clear(self, e: Any, row: Row, common: Any) -> Any:
        """A coefficient times the common denominator of the row."""
        above, below = self.fraction(e, row)
        return above * (common // below)

    @cached_property
    def caps(self) -> list[Any]:
        """Polynomials a·K − p that are not negative, by which steps of a learner that are cut off are bounded.

        K is no less than the divisor of a step, for ‖x‖ ≤ R, and than ‖x‖² where a guard has its edge at w = 0."""
        r, found, at = self.pair("z", "z"), dict[Any, None](), {RADIUS: Fraction(1), **self.values}
        within = {"z·z", *self.letters}
        for row in (row for row in self.table.rows if row.updates):
            divisors = [(self.lift(row.weights["z"].denom), 1)] if "z" in row.weights else []
            for p, far in (*divisors, *((self.lift(self.at_rest(g.of)), 0) for g in row.guards)):
                slope = p.diff(r)
                if slope and letters_of(p) <= within and letters_of(slope) <= {*self.letters}:
                    sign, rest = (1 if evaluate(slope, at) > 0 else -1), p - slope * r
                    if far or evaluate(rest, at) * sign < 0:
                        found[(slope * (self.gen[CAP] - far * self.R**2) + (1 - 2 * far) * rest) * sign] = None
        return list(found)

    def least_cap(self, at: Mapping[str, Fraction]) -> Fraction:
        """The least K for R and letters with these values."""
        at = {**at, CAP: Fraction(0)}
        return max((-evaluate(p, at) / evaluate(p.diff(self.gen[CAP]), at) for p in self.caps), default=Fraction(1))

    @cached_property
    def still(self) -> bool:
        """Whether no path with an update begins at w = 0, whatever the state is: then M = 0 in every run."""
        return (
            self.count == "updates"
            and not any(self.table.away)
            and all(self.blocked(row) for row in self.table.rows if row.updates and not row.error)
        )

    def blocked(self, row: Row) -> Guard | None:
        """A guard of a row that fails at w = 0."""
        u = self.table.universe
        for g in row.guards:
            p = self.at_rest(g.of)
            signs = frozenset({(p.LC > 0) - (p.LC < 0) if p else 0}) if p.is_ground else SIGNS - u.never(p)
            if signs.isdisjoint(g.signs):
                return g
        return None

    def at_rest(self, p: Any) -> Any:
        """A polynomial of the table at w = 0."""
        u = self.table.universe
        for pair, name in u.pairs.items():
            p = p.subs(u.in_ring[name], 0) if "w" in pair else p
        return p

    def step(self, row: Row) -> tuple[Any, Any]:
        """The factor of z in the new weights, as numerator and denominator, without those factors of the numerator that are letters."""
        above, below = self.fraction(row.weights["z"], row)
        shared = (f**e for f, e in above.factor_list()[1] if self.capped and letters_of(f) <= {*self.letters})
        return above // prod(shared, start=self.ring.one), below

    def where_it_heads(self) -> dict[str, Fraction]:
        """τ for each vector v for which w + Σ τ·v moves along z alone in every round, as with momentum and delays: the potential is of that
        point."""
        zero, rows = self.table.universe.field.zero, [row for row in self.table.rows if not row.error]
        free = [v for v in self.moved if not any("w" in row.vectors[v] for row in rows)]
        shares = [e for row in rows for parts in (row.weights, *(row.vectors[v] for v in free)) for x, e in parts.items() if x in free]
        if not free or self.still or any(self.table.away) or not all(map(is_ground, shares)):
            return {}
        stays = [
            sum((Symbol(v) * (row.vectors[v].get(x, zero).as_expr() - int(v == x)) for v in free), row.weights.get(x, zero).as_expr())
            for row in rows
            for x in free
        ]
        for solution in linsolve(stays, [Symbol(v) for v in free]):
            taus = zip(free, solution.subs(dict.fromkeys(map(Symbol, free), 0)), strict=True)
            return {v: Fraction(str(tau)) for v, tau in taus if tau}
        return {}

    def point(self, w: Mapping[str, Any], vectors: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """w + Σ τv of these combinations: the point of which the potential is."""
        parts = dict(w)
        for v, tau in self.ahead.items():
            for x, c in vectors[v].items():
                parts[x] = parts[x] + c * QQ(tau.numerator, tau.denominator) if x in parts else c * QQ(tau.numerator, tau.denominator)
        return {x: c for x, c in parts.items() if c}

    def lift(self, p: Any) -> Any:
        """A polynomial of the table's ring in this one."""
        return self.ring.from_dict({(*m, *(0,) * self.extra): c for m, c in p.items()})

    @property
    def along(self) -> dict[str, Any]:
        """⟨u, ·⟩ of each vector."""
        progress = 1 + self.gen[GAP] - (self.gen[SLACK] if self.agnostic else 0)
        return {"w": self.gen[ALONG], "z": progress} | {v: self.gen[f"⟨u, {v}⟩"] for v in self.moved}

    @property
    def R(self) -> Any:
        return self.gen[RADIUS] if self.radius else self.ring.one

    def coefficients(self, name: str = "") -> list[Any]:
        """The monomials of which the coefficient with this name is a combination."""
        if name == "share":
            return [self.ring.one]
        if self.capped:
            K = self.gen[CAP]
            return {"b": [K], "delta": [self.ring.one]}.get(name, [K, *(K * self.gen[n] for n in self.letters if n != CAP)])
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
            if not row.error:
                yield from (self.case(part, counted, more, degree, A) for part, counted, more in self.parts(row))

    def parts(self, row: Row) -> Iterator[tuple[Row, bool, tuple[Factor, ...]]]:
        """The parts of a row that change something or are counted, whether each is, and what more is known in it."""
        if self.count == "updates":
            if row.updates or self.changes(row) or self.missing(row) or self.still:
                yield row, row.updates, ()
            return
        for part in self.by_label(row):
            wrong = frozenset({-1}) if self.table.ties in part.labels else frozenset({-1, 0})
            inner = self.lift(part.inner.numer) * self.lift(part.inner.denom)
            signs = self.signs(part, inner)
            if signs & wrong:
                yield part, True, (Factor("mistake", -inner),)
            if signs - wrong and (part.updates or self.changes(part) or self.missing(part)):
                yield part, False, (Factor("right", inner),)

    def by_label(self, row: Row) -> list[Row]:
        """The row, or one for each label where a score of 0 predicts one of them."""
        if self.table.ties == "mistake" or len(row.labels) == 1:
            return [row]
        return [replace(row, labels=frozenset({y})) for y in sorted(row.labels)]

    def signs(self, row: Row, p: Any) -> frozenset[int]:
        """The signs that a polynomial may have in the row, as far as one guard says."""
        if p == self.pair("w", "z") and any(map(self.table.universe.fails_at_a_mistake, row.guards)):
            return frozenset({1})
        for g in row.guards:
            ratio = self.lift(g.of)
            if p.is_ground or ratio.is_ground or (p * ratio.LC - ratio * p.LC):
                continue
            return g.signs if p.LC * ratio.LC > 0 else frozenset(-s for s in g.signs)
        return SIGNS

    def changes(self, row: Row) -> bool:
        u = self.table.universe
        return bool(
            row.weights != {"w": u.field.one}
            or any(c != {v: u.field.one} for v, c in row.vectors.items())
            or any(e != u.generators[n] for n, e in row.numbers.items())
        )

    def case(self, row: Row, counted: bool, more: Sequence[Factor], degree: int, A: Any) -> Case:
        """The row's target and the products that may make it up."""
        if null := self.null(row):
            return Case(row, counted, self.ring.one, {}, (), (), self.ring.one, null=null)
        elements = [*row.weights.values(), *(c for v in self.moved for c in row.vectors[v].values()), *(row.numbers[n] for n in self.state)]
        below = self.ring.one
        for e in elements:
            below = below.lcm(self.fraction(e, row)[1])
        begun = self.counter in self.begins or any(g.signs == {1} and f"{g.of}" == self.counter for g in row.guards)
        scale = self.gen[self.counter] if begun else self.ring.one

        def move(parts: Mapping[str, Any]) -> tuple[Any, Any]:
            """‖·‖² and ⟨u, ·⟩ of a combination, the first times below², the second times below."""
            c = {v: self.clear(e, row, below) for v, e in parts.items()}
            square = sum((c[a] * c[b] * self.pair(a, b) for a in c for b in c), self.ring.zero)
            return square, sum((c[v] * self.along[v] for v in c), self.ring.zero)

        one = self.table.universe.field.one
        square, along = move(self.point(row.weights, row.vectors))
        square_now, along_now = move(self.point({"w": one}, {v: {v: one} for v in self.moved}))
        parts: dict[str, Any] = {
            "A": A * (square_now - square),
            "b": 2 * below * (along - along_now),
            "delta": -(below**2) if counted else self.ring.zero,
        }
        if rates := self.rates(row):
            parts["delta"] = (self.gen[rates[0]] - self.gen[rates[1]]) * below**2
        if self.agnostic:
            parts["h"] = self.gen[SLACK] ** self.power * below**2 if self.missing(row) else self.ring.zero
        for n in (n for n in self.state if n != self.gain and n not in self.table.kept and self.intervals.get(n, (0, None))[1] is None):
            parts[f"{n}²"] = self.gen[n] ** 2 * below**2 - self.clear(row.numbers[n], row, below) ** 2
        for v in self.moved:
            parts[f"‖{v}‖²"] = self.pair(v, v) * below**2 - move(row.vectors[v])[0]
        roots = [self.lift(p) for p in row.roots]
        kept: dict[str, Any] = {}
        if self.kept:
            risen = below * (self.clear(row.numbers[self.counter], row, below) if self.counter else along)
            kept = {"A": -square, "share": risen}
        parts, kept = ({name: without_powers(p * scale**2, roots) for name, p in of.items()} for of in (parts, kept))
        factors, equalities = self.facts(row, roots)
        factors += more
        factors = list({f.of: f for f in factors}.values())
        products = self.products(factors, degree, [*parts.values(), *kept.values()], roots)
        monomials = self.multipliers(parts, equalities)
        equations = tuple((without_powers(m * e.of, roots), Factor(e.name, m)) for e in equalities for m in monomials)
        return Case(row, counted, below, parts, tuple(products), equations, scale, kept)

    def facts(self, row: Row, roots: Sequence[Any]) -> tuple[list[Factor], list[Factor]]:
        """The terms of the row that are ≥ 0, and those that are 0."""
        E, m, r = self.pair("w", "w"), self.pair("w", "z"), self.pair("z", "z")
        factors = [Factor("‖z‖² ≥ 0", r), Factor("ξ ≥ 0", self.gen[SLACK])] if self.agnostic else [Factor("‖z‖² > 0", r, True)]
        factors += [Factor("bounded examples", self.R**2 - r), Factor("separable", self.gen[GAP]), Factor("‖w‖² ≥ 0", E)]
        equations = []
        for v in self.moved:
            factors.append(Factor(f"‖{v}‖² ≥ 0", self.pair(v, v)))
            if v in self.ahead:
                apart = ((t, self.pair(v, v) - 2 * QQ(t.numerator, t.denominator) * self.pair(v, "z")) for t in SHARES)
                factors += [Factor(f"‖{v} − {t}·x‖² ≥ 0", p + QQ(t.numerator, t.denominator) ** 2 * r) for t, p in apart]
        for n, (low, high) in self.intervals.items():
            factors.append(Factor(f"{n} ≥ {low}", self.gen[n] - QQ(low.numerator, low.denominator)))
            if high is not None:
                factors.append(Factor(f"{n} ≤ {high}", QQ(high.numerator, high.denominator) - self.gen[n]))
        if self.kept:
            share = QQ(self.kept.share.numerator, self.kept.share.denominator)
            factors.append(Factor(self.kept.name, share * self.gen[self.kept.of] - E))
            if self.kept.of == ALONG and GAMMA in self.letters:
                factors += [Factor(f"{root} kept", share - self.gen[GAMMA] * self.gen[root]) for root in sorted(self.table.roots_of_w(row))]
        for i, of in enumerate(roots):
            factors.append(Factor(f"√{i} ≥ 0", self.gen[f"√{i}"]))
            if of == r:
                factors.append(Factor(f"√{i} ≤ R", self.R - self.gen[f"√{i}"]))
        if rates := self.rates(row):
            before, after = (self.gen[root] for root in rates)
            factors += [Factor(f"{rates[0]} ≥ {self.begun}", before - self.begun)] if self.begun else []
            if rates[0] != rates[1]:
                factors += [Factor(f"{rates[1]} ≥ {rates[0]}", after - before), Factor(f"{rates[1]} ≥ 1", after - 1)]
                bent = without_powers(before * (after - before) ** 2, roots)
                factors.append(Factor("bent", bent))
        for i, of in enumerate(roots):
            if of.is_ground:
                root, near = self.gen[f"√{i}"], Fraction(isqrt(int(of.LC * 10**4)), 100)
                low, high = (QQ(n.numerator, n.denominator) for n in (near, near + Fraction(1, 100)))
                factors += [Factor(f"√{i} ≥ {near}", root - low), Factor(f"√{i} ≤ {near + Fraction(1, 100)}", high - root)]
        within = {self.ring.index(self.gen[n]) for n in ("z·z", *self.letters)}
        for i, of in enumerate(roots):  # (s − c)² ≥ 0 bounds a root s of what is bounded
            if of not in (r, r * of.LC) and not of.is_ground and all(k in within for m in of for k, e in enumerate(m) if e):
                lines = (self.gen[f"√{i}"] * share.denominator - share.numerator for share in SHARES)
                factors += [Factor(f"({line})²", line**2) for line in lines]
        factors += self.beyond(row)
        if self.power == 2 and self.missing(row) and "z" in row.weights:
            above, below = self.step(row)
            for share in SHARES:
                factors.append(Factor(f"ξ {share}", (above * share.denominator - self.gen[SLACK] * below * share.numerator) ** 2))
        if self.missing(row) and any(g.signs == {0} and self.lift(g.of) == r for g in row.guards):
            factors.append(Factor("⟨u, 0⟩ ≤ 0", self.gen[SLACK] - 1 - self.gen[GAP]))
        if ball := self.onto_ball(row):
            apart = sum((c * self.along[x] for x, c in ball[1].items()), self.ring.zero)
            factors.append(Factor("in the ball", self.gen[ball[0]] - self.gen[GAMMA] * apart))
        for g in row.guards:
            p, name = self.lift(g.of), f"{g.of}"
            if g.signs == {0}:
                equations.append(Factor(name, p))
                rests = p == E or name == self.counter
                factors += [Factor(name, sign * self.gen[null]) for name, (null, sign) in AT_REST.items()] if rests else []
            elif g.signs <= {0, 1}:
                factors.append(Factor(name, p, 0 not in g.signs))
            elif g.signs <= {0, -1}:
                factors.append(Factor(name, -p, 0 not in g.signs))
        if any("w·w" in letters_of(e) for e in (*(g.of for g in row.guards), *row.weights.values())):
            factors.append(Factor("Cauchy–Schwarz", E * r - m**2))
        if any(m[self.ring.index(self.pair("w", "z"))] > 1 for f in factors for m in f.of):  # a guard with ⟨w, z⟩² bounds ⟨w, z⟩
            for share in SHARES:
                line = self.pair("w", "z") * share.denominator - self.R * share.numerator
                factors.append(Factor(f"({line})²", line**2))
        return factors, equations

    def onto_ball(self, row: Row) -> tuple[str, dict[str, Any]] | None:
        """For a projection onto a ball: the root that is the length of v, and v, whose direction the new weights have."""
        below = self.ring.one
        for e in row.weights.values():
            below = below.lcm(self.lift(e.denom))
        v = {x: self.lift(e.numer) * (below // self.lift(e.denom)) for x, e in row.weights.items()}
        if GAMMA not in self.letters or self.moved or not {"w", "z"} >= v.keys():
            return None
        shared = self.ring.zero
        for c in v.values():
            shared = shared.gcd(c)
        v = {x: c // shared for x, c in v.items()}
        square = sum((v[a] * v[b] * self.pair(a, b) for a in v for b in v), self.ring.zero)
        return next(((f"√{i}", v) for i, of in enumerate(row.roots) if self.lift(of) == square), None)

    def beyond(self, row: Row) -> Iterator[Factor]:
        """Of a root s = √p and a guard a²p > b²: a·s > b, for a and b of letters and numbers."""
        for g in row.guards:
            for i, of in enumerate(row.roots if g.signs <= {0, 1} and not g.of.is_ground else ()):
                (q,), rest = g.of.div([of])
                above, below = root_of(q), root_of(-rest)
                if above is not None and below is not None and q and rest and all(c > 0 for r in (above, below) for c in r.values()):
                    s = self.gen[f"√{i}"]
                    yield Factor(f"√{i} beyond {g.of}", self.lift(above) * s - self.lift(below))

    def null(self, row: Row) -> str:
        """Why no round is by a row: ⟨u, x⟩ is not above 0, or ⟨u, w⟩ is not though w is not null."""
        E, m, r = self.pair("w", "w"), self.pair("w", "z"), self.pair("z", "z")
        known = {self.lift(g.of): set(g.signs) for g in row.guards}
        if self.agnostic or known.get(r) == {0}:
            return "" if self.agnostic else "null"
        apart = E * r - m**2
        parallel = {0} in (known.get(apart), known.get(-apart)) and known.get(E) == {1} and known.get(m, {1}) <= {0, -1}
        return "parallel" if parallel and self.kept and self.kept.of == ALONG else ""

    def products(
        self, factors: Sequence[Factor], degree: int, targets: Sequence[Any], roots: Sequence[Any]
    ) -> list[tuple[tuple[Factor, ...], Any]]:
        """Products of that many factors, none of a higher degree than the targets in any letter."""
        single = [*targets, *(f.of for f in factors)]
        most = [max((m[i] for p in single for m in p), default=0) for i in range(len(self.ring.symbols))]
        roomy = {self.ring.index(self.gen[n]): 4 for n in (RADIUS, *self.letters)}
        most = [100 if i < len(roots) else max(e, roomy.get(i, 0), 1) for i, e in enumerate(most)]  # a root's power is lowered anyway

        def together(a: Sequence[int], of: Any) -> tuple[int, ...] | None:
            """The degrees of a product in each letter, if none is too high."""
            both = tuple(x + y for x, y in zip(a, of.degrees(), strict=True))
            return both if all(x <= e for x, e in zip(both, most, strict=True)) else None

        scales = [(more, prod((f.of for f in more), start=self.ring.one)) for more in self.scales()]
        products: list[tuple[tuple[Factor, ...], Any]] = []
        level: list[tuple[tuple[Factor, ...], Any, tuple[int, ...], int]] = [((), self.ring.one, (0,) * len(most), 0)]
        for n in range(degree + 1):
            for core, of, degrees, _ in level:
                products += [((*core, *more), of * p) for more, p in scales if together(degrees, p) is not None]
            if len(products) > MOST_PRODUCTS:
                raise NoPotential(f"more than {MOST_PRODUCTS} products of degree {n}")
            level = [
                ((*core, f), without_powers(of * f.of, roots), both, k)
                for core, of, degrees, start in (level if n < degree else ())
                for k, f in enumerate(factors[start:], start)
                if (both := together(degrees, f.of)) is not None
            ]
        return products

    def scales(self) -> list[tuple[Factor, ...]]:
        """The further factors of a product: powers of R up to the fourth, and two letters or a letter's upper bound minus the letter."""
        R, R2 = Factor("R > 0", self.R, True), Factor("R² > 0", self.R**2, True)
        powers = [(), (R,), (R2,), (R2, R), (R2, R2)] if self.radius else [()]
        signed = [Factor(f"{n} > 0", self.gen[n], True) for n in self.letters]
        signed += [Factor(f"cap {j + 1}", p) for j, p in enumerate(self.caps if self.capped else ())]
        signed += [Factor(f"{n} < {value}", value.numerator - self.gen[n] * value.denominator, True) for n, value in self.conditions]
        letters = [c for n in range(3) for c in combinations_with_replacement(signed, n)]
        return [(*power, *letter) for power in powers for letter in letters]

    def multipliers(self, parts: Mapping[str, Any], equations: Sequence[Factor]) -> list[Any]:
        """The monomials with which equations are multiplied."""
        if not equations:
            return []
        used = [g for name, g in self.gen.items() if any(m[self.ring.index(g)] for p in parts.values() for m in p) or name == RADIUS]
        return [prod(c, start=self.ring.one) for n in range(3) for c in combinations_with_replacement(used, n)]
