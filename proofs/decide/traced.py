"""A table and its potential as a theorem: the facts are the table, the proof is an induction over the rounds that change something.

With one row that is always counted, the k-th update is round k, as on the pages of the catalogue.  With more rows a number row(k) of 0 or 1
says for each whether round k is by it, and the count adds up those that are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from time import monotonic
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.decide.named_terms import learn
from proofs.decide.posed import Posed, proved_about
from proofs.decide.prove import Proved, finished, library
from proofs.decide.range_facts import per_gamma
from proofs.decide.structure import Structure
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import Multiple, Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, le, nat, null, number, poly, real, seq, vec, vseq
from proofs.derive.tracing import Case, Factor, NoPotential, Potential, Problem, Untraceable, best_potential, hold, traced
from proofs.derive.tracing.potential import ALONG, RADIUS
from proofs.derive.tracing.trace import attributes
from proofs.kernel import Compare, Formula, Implies, Index, Polynomial, Vector
from proofs.statements.standard_facts import TD, M, R, gamma, positive_margin, unit_comparator, xi
from proofs.statements.statement import Fact

k, N = nat("k"), nat("N")
u = vec("u")
CITED = ("cauchy-schwarz",)


@dataclass
class Theorem:
    """The facts and the proof for a problem and the potential that solves it."""

    problem: Problem
    found: Potential

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        return self.found.cases

    @property
    def single(self) -> bool:
        """Whether every round that leaves a trace is counted and by the same row."""
        return len(self.cases) == 1 and self.cases[0].counted

    @property
    def rounds(self) -> Index:
        return M if self.single else N

    def count(self, i: Index | int) -> Polynomial:
        """How many of the first i rounds are counted."""
        index = Index(None, i) if isinstance(i, int) else i
        return number(index) if self.single else seq("count")(index)

    def row(self, j: int, i: Index) -> Polynomial:
        """1 if round i is by row j, else 0."""
        return seq(f"row{j + 1}")(i)

    # -- terms --------------------------------------------------------------------------------------------------------------------

    def vector(self, name: str, i: Index) -> Vector:
        return vseq(name)(i)

    def roots(self, case: Case) -> dict[str, str]:
        """The kernel's names of the roots of a case: equal roots have one name."""
        known: dict[Any, str] = {}
        for other in self.cases:
            for p in other.row.roots:
                known.setdefault(p, f"s{len(known) + 1}")
        return {f"√{i}": known[p] for i, p in enumerate(case.row.roots)}

    def atoms(self, i: Index, case: Case | None) -> dict[str, Polynomial]:
        """The kernel term of each generator in round i."""
        universe = self.problem.table.universe
        found = {name: inner(self.vector(a, i), self.vector(b, i)) for (a, b), name in universe.pairs.items()}
        found |= {n: seq(n)(i) for n in self.problem.state} | {n: real(n) for n in self.problem.letters}
        found |= {ALONG: inner(u, self.vector("w", i)), RADIUS: R}
        return found | ({} if case is None else {root: seq(name)(i) for root, name in self.roots(case).items()})

    def term(self, p: Any, i: Index, case: Case | None = None) -> Polynomial:
        """A polynomial of the table or of the problem as a kernel term of round i."""
        atoms, total = self.atoms(i, case), poly(0)
        names = [symbol.name for symbol in p.ring.symbols]
        for m, c in p.terms():
            factor = poly(Fraction(int(c.numerator), int(c.denominator)))
            for name, e in zip(names, m, strict=True):
                if e:
                    factor = factor * atoms[name] ** e
            total = total + factor
        return total

    def constant(self, p: Any) -> Polynomial:
        """A polynomial in R² and the letters."""
        return self.term(p, Index(None))

    # -- facts --------------------------------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The table as facts, and what the game grants."""
        return (*self.starts(), *self.by_row(), *(() if self.single else self.counting()), *self.game())

    def starts(self) -> Iterator[Fact]:
        yield Fact("zero start", "the weights start at 0", null(self.vector("w", Index(None))))
        if self.problem.agnostic:
            yield Fact("TD starts", "TD is a sum of slacks", eq(TD(0), 0))
        for v in self.problem.moved:
            yield Fact(f"{v} starts", f"{v} starts at 0", null(self.vector(v, Index(None))))
        for n in self.problem.state:
            value = self.problem.table.start[n]
            yield Fact(f"{n} starts", f"{n} starts at {value}", eq(seq(n)(0), value))

    def by_row(self) -> Iterator[Fact]:
        for j, case in enumerate(self.cases):
            for name, words, formula in self.row_facts(case):
                said = f"{name}" if self.single else f"row {j + 1}: {name}"
                body = formula if self.single else implies(ge(self.row(j, k), 1), formula)
                yield Fact(said, words, every(k, body, below=number(self.rounds)))

    def row_facts(self, case: Case) -> Iterator[tuple[str, str, Formula]]:
        """(name, words, formula) for a round by this row."""
        row = case.row
        roots = self.roots(case)
        for i, p in enumerate(row.roots):
            name = roots[f"√{i}"]
            yield f"{name} ≥ 0", f"{name} is a root", ge(seq(name)(k), 0)
            yield name, f"{name}² is {self.words(p, case)}", eq(seq(name)(k) ** 2, self.term(p, k, case))
        for g in row.guards:
            for relation, p in sided(g.of, g.signs):
                sign = {">=": "≥", ">": ">", "=": "="}[relation]
                yield (f"{g.of} {sorted(g.signs)}", f"{self.words(p, case)} {sign} 0 ({g.line})", Compare(self.term(p, k, case), relation))
        if self.problem.count == "mistakes":
            p = self.problem.lift(row.inner.numer) * self.problem.lift(row.inner.denom)
            score = self.term(p, k, case)
            said = self.words(p, case)
            yield ("mistake", f"{said} ≤ 0", le(score, 0)) if case.counted else ("right", f"{said} ≥ 0", ge(score, 0))
        if self.problem.agnostic:
            words = "TD grows by the slack of an update, and by nothing else"
            if row.updates:
                missing = gamma - inner(u, self.vector("z", k))
                yield "ξ ≥ 0", "a slack is not negative", ge(xi(k), 0)
                yield "ξ", "a slack makes up for what is missing from the margin", ge(xi(k), missing)
            yield "TD", words, eq(TD(k + 1), TD(k) + (xi(k) if row.updates else 0))
        yield "update", f"w′ = {self.combination(row.weights, case)}", null(self.moved("w", row.weights, case))
        for v in self.problem.moved:
            yield f"{v}′", f"{v}′ = {self.combination(row.vectors[v], case)}", null(self.moved(v, row.vectors[v], case))
        for n in self.problem.state:
            e = row.numbers[n]
            below = self.term(case.below, k, case)
            yield f"{n}′", f"{n}′ = {e}", eq(below * seq(n)(k + 1), self.cleared(e, case))

    def cleared(self, e: Any, case: Case) -> Polynomial:
        """An element times the case's common denominator."""
        lifted = self.problem.lift(e.numer) * (case.below // self.problem.lift(e.denom))
        return self.term(lifted, k, case)

    def moved(self, name: str, parts: Mapping[str, Any], case: Case) -> Vector:
        """below·v(k+1) − Σ c·(vectors of round k), which is null."""
        new = self.term(case.below, k, case) * self.vector(name, k + 1)
        for v, c in parts.items():
            new = new - self.cleared(c, case) * self.vector(v, k)
        return new

    def words(self, p: Any, case: Case) -> str:
        """A polynomial as a reader writes it."""
        return spelt(p, self.roots(case))

    def combination(self, parts: Mapping[str, Any], case: Case) -> str:
        return combined(parts, self.roots(case))

    def counting(self) -> Iterator[Fact]:
        rows = [self.row(j, k) for j in range(len(self.cases))]
        below = number(N)
        yield Fact("one row", "each of these rounds is by one row", every(k, eq(sum(rows, poly(0)), 1), below=below))
        for j, a in enumerate(rows):
            yield Fact(f"row {j + 1} ≥ 0", f"row{j + 1} is 0 or 1", every(k, ge(a, 0), below=below))
            yield Fact(f"row {j + 1}", f"row{j + 1} is 0 or 1", every(k, eq(a * (1 - a), 0), below=below))
        counted = sum((a for a, case in zip(rows, self.cases, strict=True) if case.counted), poly(0))
        yield Fact("count starts", "the count starts at 0", eq(self.count(0), 0))
        yield Fact("count", "the count adds up the rounds that are counted", every(k, eq(self.count(k + 1), self.count(k) + counted)))

    def game(self) -> Iterator[Fact]:
        z, below = self.vector("z", k), number(self.rounds)
        radius = R if self.problem.radius else poly(1)
        yield positive_margin()
        yield unit_comparator()
        if self.problem.radius:
            yield Fact("R > 0", "R is a positive length", gt(R, 0))
        yield Fact(
            "bounded examples", f"‖x‖ ≤ {'R' if self.problem.radius else 1}", every(k, le(inner(z, z), radius * radius), below=below)
        )
        if not self.problem.agnostic:
            yield Fact("separable", "y⟨u, x⟩ ≥ γ on every example", every(k, ge(inner(u, z), gamma), below=below))
        for n in self.problem.letters:
            yield Fact(f"{n} > 0", f"{n} is positive", gt(real(n), 0))
        for n, most in self.problem.conditions:
            yield Fact(f"{n} < {most}", f"{n} is less than {most}", gt(most, real(n)))

    # -- proof --------------------------------------------------------------------------------------------------------------------

    def potential(self, i: Index) -> Polynomial:
        """γ²·Φ(i), unscaled."""
        f = self.found
        w = self.vector("w", i)
        total = self.constant(f.A) * gamma**2 * inner(w, w) - 2 * self.constant(f.b) * gamma * inner(u, w)
        for name, c in f.others.items():
            total = total + self.constant(c) * gamma**2 * self.squared(name, i)
        return total

    def squared(self, name: str, i: Index) -> Polynomial:
        if name.startswith("‖"):
            v = self.vector(name.strip("‖²"), i)
            return inner(v, v)
        return seq(name.removesuffix("²"))(i) ** 2

    @cached_property
    def begins(self) -> Polynomial:
        """Φ(0): what the squares of the state's numbers are at the start."""
        f, total = self.found, poly(0)
        for name, c in f.others.items():
            if not name.startswith("‖"):
                total = total + self.constant(c) * self.problem.table.start[name.removesuffix("²")] ** 2
        return total

    def claim(self, i: Index) -> Formula:
        """γ²δ·count(i) + γ²Φ(i) ≤ γ²Φ(0) + γ·h·TD(i), where h·TD is there only if there is slack."""
        lowered = gamma**2 * self.constant(self.found.delta) * self.count(i) + self.potential(i)
        return le(lowered, gamma**2 * self.begins + gamma * self.constant(self.found.slack) * TD(i))

    def line(self, d: Derivation) -> str:
        """The line A·δ·γ²·count ≤ b² + A·γ²·Φ(0), in lowest terms."""
        if self.problem.radius:
            d.have(gt(R**2, 0), by=certificate(strict("R > 0", "R > 0"), product("z")), name="R² > 0")
        self.delta_line = self.prove_sign(d, ge(self.constant(self.found.delta), 0))
        always = d.induction(self.claim, lambda: self.base(d), lambda i, before: self.step(d, i, before), upto=self.rounds)
        last = d.at(always, self.rounds)
        f, at = self.found, self.rounds
        A, b = self.constant(f.A), self.constant(f.b)
        joined = d.square(A * gamma * self.vector("w", at) - b * u)
        parts: list[Any] = [self.times(f.A, last), joined, product("unit comparator", square(b))]
        for name, c in f.others.items():
            own = d.square(self.vector(name.strip("‖²"), at)) if name.startswith("‖") else square(seq(name.removesuffix("²"))(at))
            parts += [Product(w, (*factors, own, square(gamma))) for w, factors in self.signed(f.A * c)]
        losses = A * gamma * self.constant(f.slack) * TD(at)
        goal = le(A * self.constant(f.delta) * gamma**2 * self.count(at), b**2 + A * gamma**2 * self.begins + losses)
        line = d.have(goal, by=certificate(*parts))
        return self.lowest(d, line)

    def times(self, p: Any, line: str) -> Product:
        ((weight, factors),) = self.signed(p)
        return Product(weight, (*factors, line))

    def signed(self, p: Any) -> list[tuple[Fraction, tuple[Any, ...]]]:
        """A polynomial in R² and letters with positive coefficients as weights and factors."""
        found = []
        for m, c in p.terms():
            factors: list[Any] = []
            for symbol, e in zip(p.ring.symbols, m, strict=True):
                factors += [f"{symbol.name} > 0"] * e
            found.append((Fraction(int(c.numerator), int(c.denominator)), tuple(factors)))
        return found

    def lowest(self, d: Derivation, line: str) -> str:
        """The line without the factor that both sides share."""
        f = self.found
        if self.begins.terms:
            return line
        sides = f.A * f.delta, f.b**2, f.A * f.slack
        shared = sides[0].gcd(sides[1]).gcd(sides[2])
        scale = sides[0] // f.bound.denom if not f.slack else shared
        if scale == 1:
            return line
        positive = self.prove_sign(d, gt(self.constant(scale), 0))
        den, num, losses = (self.constant(side // scale) for side in sides)
        goal = le(den * gamma**2 * self.count(self.rounds), num + gamma * losses * TD(self.rounds))
        return d.have(goal, by=certificate(strict("z", positive), product(line)))

    def solved(self, d: Derivation, line: str, posed: Posed) -> str:
        """count ≤ num/(den·γ²) + losses·TD/(den·γ) from the line den·γ²·count ≤ num + γ·losses·TD, if the bound has a name for 1/den."""
        f, count = self.found, self.count(self.rounds)
        sides = f.A * f.delta, f.b**2, f.A * f.slack
        scale = sides[0] // f.bound.denom if not f.slack else sides[0].gcd(sides[1]).gcd(sides[2])
        den, num, losses = (self.constant(side // scale) for side in sides)
        losses = losses * TD(self.rounds)
        named = [n for n in posed.definitions if n.startswith("1/") and d.claims[n] == eq(real(n) * den, 1)]
        if self.begins.terms or not (named or den == poly(1)):
            return line
        q, parts = poly(1), list[Any]()
        if named:
            q = real(named[0])
            sign = d.have(gt(q, 0), named[0], self.prove_sign(d, gt(den, 0)))
            parts = [multiple(count * gamma**2 * per_gamma**2, named[0])]
        once = multiple(count * (gamma * per_gamma + 1) - losses * q * per_gamma, "1/γ")
        goal = le(count, num * q * per_gamma**2 + losses * q * per_gamma)
        scaled = product(line, square(per_gamma), *([sign] if named else []))
        return d.have(goal, by=certificate(scaled, *parts, once))

    def prove_sign(self, d: Derivation, goal: Compare | Formula) -> str:
        names = [f.name for f in self.game() if isinstance(f.formula, Compare) and f.name not in ("positive margin", "unit comparator")]
        return d.have(goal, *names)

    def not_negative(self, d: Derivation) -> str:
        """The count is not negative."""
        if self.single:
            return d.natural(M)

        def step(i: Index, before: str) -> str:
            signs = [d.at(f"row {j + 1} ≥ 0", i) for j in range(len(self.cases))]
            return d.have(ge(self.count(i + 1), 0), before, d.at("count", i), *signs)

        always = d.induction(lambda i: ge(self.count(i), 0), lambda: d.have(ge(self.count(0), 0), "count starts"), step, upto=N)
        return d.at(always, N)

    def base(self, d: Derivation) -> str:
        start = d.expand("zero start", self.vector("w", Index(None)))
        along = d.expand("zero start", u)
        f = self.found
        equations = [multiple(-self.constant(f.A) * gamma**2, start), multiple(2 * self.constant(f.b) * gamma, along)]
        for name, c in f.others.items():
            e = self.constant(c) * gamma**2
            if name.startswith("‖"):
                v = name.strip("‖²")
                equations.append(multiple(-e, d.expand(f"{v} starts", self.vector(v, Index(None)))))
            else:
                n = name.removesuffix("²")
                equations.append(multiple(-e * (seq(n)(0) + self.problem.table.start[n]), f"{n} starts"))
        if not self.single:
            equations.append(multiple(-(gamma**2) * self.constant(f.delta), "count starts"))
        if f.slack:
            equations.append(multiple(gamma * self.constant(f.slack), "TD starts"))
        return d.have(self.claim(Index(None)), by=certificate(strict("z"), *equations))

    def step(self, d: Derivation, i: Index, before: str) -> str:
        if self.single:
            return self.by_case(d, i, before, 0, "")
        return self.split(d, i, before, 0, [])

    def split(self, d: Derivation, i: Index, before: str, j: int, none: list[str]) -> str:
        """Row j or one of those after it."""
        if j == len(self.cases) - 1:
            rows = [d.at(f"row {n + 1}", i) for n in range(j)]
            zero = []
            for n, less in enumerate(none):  # row n is below 1, and so 0
                own = self.row(n, i)
                zero.append(d.have(le(own, 0), less, rows[n], d.at(f"row {n + 1} ≥ 0", i)))
            here = d.have(ge(self.row(j, i), 1), d.at("one row", i), *zero)
            return self.by_case(d, i, before, j, here)

        def one(assumed: str) -> str:
            if d.claims[assumed] == ge(self.row(j, i) - 1, 0):
                return self.by_case(d, i, before, j, assumed)
            return self.split(d, i, before, j + 1, [*none, assumed])

        return d.cases(self.row(j, i) - 1, one)

    def given(self, d: Derivation, name: str, i: Index, j: int, here: str) -> str:
        """A fact of row j at round i."""
        if self.single:
            return d.at(name, i)
        taken = d.at(f"row {j + 1}: {name}", i)
        claim = d.claims[taken]
        if not isinstance(claim, Implies):
            raise TypeError(f"{taken} is no implication")
        if d.claims[here] != claim.premise:
            here = d.have(claim.premise, here)
        return d.line("apply", claim.conclusion, [taken, here])

    def not_null(self, d: Derivation, i: Index) -> str:
        """‖z‖² > 0, since 0 < γ ≤ ⟨u, z⟩."""
        z = self.vector("z", i)
        joined, apart = d.cite("cauchy-schwarz", a=u, b=z), d.at("separable", i)
        far = d.have(ge(inner(u, z) ** 2, gamma**2), apart, "positive margin")
        long = d.have(ge(inner(z, z), gamma**2), joined, far, "unit comparator", d.square(z))
        return d.have(gt(inner(z, z), 0), by=certificate(strict("positive margin", "positive margin"), product("z"), product(long)))

    def by_case(self, d: Derivation, i: Index, before: str, j: int, here: str) -> str:
        """The claim for i + 1 in a round by row j."""
        case, f = self.cases[j], self.found
        if case.null:
            guard = next(g for g in case.row.guards if g.signs == {0} and self.problem.lift(g.of) == self.problem.pair("z", "z"))
            nothing = self.given(d, f"{guard.of} {sorted(guard.signs)}", i, j, here)
            return d.have(self.claim(i + 1), by=certificate(strict(self.not_null(d, i)), multiple(-1, nothing)))
        weights = f.weights[j]
        B = self.term(case.below, i, case)
        A, b = self.constant(f.A), self.constant(f.b)
        parts: list[Any] = [product(before, square(B))]
        update = self.given(d, "update", i, j, here)
        parts += self.grown(d, update, "w", case.row.weights, case, i, -A * gamma**2)
        parts.append(multiple(2 * b * gamma * B, d.expand(update, u)))
        for name, c in f.others.items():
            e = self.constant(c) * gamma**2
            if name.startswith("‖"):
                v = name.strip("‖²")
                parts += self.grown(d, self.given(d, f"{v}′", i, j, here), v, case.row.vectors[v], case, i, -e)
            else:
                n = name.removesuffix("²")
                new = self.at_round(self.cleared(case.row.numbers[n], case), i)
                parts.append(multiple(-e * (B * seq(n)(i + 1) + new), self.given(d, f"{n}′", i, j, here)))
        if not self.single:
            parts += self.counted(d, i, j, here, case, B)
        if f.slack:
            parts.append(multiple(gamma * self.constant(f.slack) * B * B, self.given(d, "TD", i, j, here)))
        lines: dict[str, str] = {}

        def factor(f: Factor) -> str:
            if f.name not in lines:
                lines[f.name] = self.factor_line(d, f, i, j, here, case)
            return lines[f.name]

        for weight, factors in weights[0]:
            gaps = sum(f.name in ("separable", "ξ ≥ 0") for f in factors)
            if gaps > 2:
                raise NotFound("a product with more than two margins or slacks")
            scale = [square(gamma)] if gaps == 0 else ["positive margin"] if gaps == 1 else []
            parts.append(Product(weight, (*scale, *(factor(f) for f in factors))))
        for weight, f_ in weights[1]:
            parts.append(multiple(gamma**2 * self.term(weight, i, case), factor(f_)))
        first = strict("z") if case.below == 1 else strict("z", self.positive(d, i, j, here, case, B))
        goal = self.claim(i + 1)
        parts += self.root_multiples(d, goal, first, parts, i, j, here, case)
        return d.have(goal, by=certificate(first, *parts))

    def at_round(self, p: Polynomial, i: Index) -> Polynomial:
        from proofs.kernel.term import Substitution

        return Substitution({("nat", "k"): i}).real(p)

    def grown(
        self, d: Derivation, null_line: str, name: str, parts: Mapping[str, Any], case: Case, i: Index, scale: Polynomial
    ) -> Iterator[Multiple]:
        """below²·‖v(i+1)‖² in terms of round i, times the scale."""
        B = self.term(case.below, i, case)
        yield multiple(scale * B, d.expand(null_line, self.vector(name, i + 1)))
        for v, c in parts.items():
            yield multiple(scale * self.at_round(self.cleared(c, case), i), d.expand(null_line, self.vector(v, i)))

    def counted(self, d: Derivation, i: Index, j: int, here: str, case: Case, B: Polynomial) -> list[Any]:
        """The count rises by at most 1, or not at all."""
        signs = [d.at(f"row {n + 1} ≥ 0", i) for n in range(len(self.cases)) if n != j]
        rises = d.have(le(self.count(i + 1), self.count(i) + int(case.counted)), d.at("count", i), d.at("one row", i), here, *signs)
        return [product(rises, self.delta_line, square(gamma * B))]

    def factor_line(self, d: Derivation, f: Factor, i: Index, j: int, here: str, case: Case) -> str:
        match f.name:
            case "‖z‖² > 0":
                return self.not_null(d, i)
            case "‖w‖² ≥ 0":
                return d.square(self.vector("w", i))
            case "Cauchy–Schwarz":
                return d.cite("cauchy-schwarz", a=self.vector("w", i), b=self.vector("z", i))
            case "‖z‖² ≥ 0":
                return d.square(self.vector("z", i))
            case "ξ ≥ 0":
                return self.given(d, "ξ ≥ 0", i, j, here)
            case "separable" if self.problem.agnostic:
                return self.given(d, "ξ", i, j, here)
            case "bounded examples" | "separable" as name:
                return d.at(name, i)
            case "mistake" | "right" as name:
                return self.given(d, name, i, j, here)
        if f.name in d.claims:
            return f.name
        if f.name.startswith("("):
            return d.have(ge(self.term(f.of, i, case), 0), by=certificate(square(self.term(root_of(f.of), i, case))))
        if f.name.endswith("≤ R"):
            return self.short_root(d, self.roots(case)[f.name.split(" ")[0]], i, j, here)
        if f.name.startswith("√"):
            root = self.roots(case)[f.name.split(" ")[0]]
            return self.given(d, root + f.name.removeprefix(f.name.split(" ")[0]), i, j, here)
        guard = next(g for g in case.row.guards if f"{g.of}" == f.name)
        return self.given(d, f"{guard.of} {sorted(guard.signs)}", i, j, here)

    def short_root(self, d: Derivation, root: str, i: Index, j: int, here: str) -> str:
        """‖z‖ ≤ R."""
        lines = [self.given(d, root + end, i, j, here) for end in ("", " ≥ 0")]
        radius = R if self.problem.radius else poly(1)
        return d.have(le(seq(root)(i), radius), *lines, d.at("bounded examples", i), *(["R > 0"] if self.problem.radius else []))

    def positive(self, d: Derivation, i: Index, j: int, here: str, case: Case, B: Polynomial) -> str:
        """below² > 0."""
        known = [self.given(d, f"{g.of} {sorted(g.signs)}", i, j, here) for g in case.row.guards if 0 not in g.signs]
        known += [self.given(d, name + end, i, j, here) for name in self.roots(case).values() for end in ("", " ≥ 0")]
        known += [d.square(self.vector("z", i)), d.square(self.vector("w", i))]
        for sign in (1, -1):
            try:
                line = d.have(gt(sign * B, 0), *known)
            except NotFound:
                continue
            return d.have(gt(B * B, 0), by=certificate(strict(line, line), product("z")))
        raise NotFound(f"the sign of the denominator {case.below} is not known")

    def root_multiples(
        self, d: Derivation, goal: Formula, first: Any, parts: Sequence[Any], i: Index, j: int, here: str, case: Case
    ) -> list[Multiple]:
        """Multiples of s² = p that take away what is left of the sum."""
        from proofs.kernel.polynomial import total

        if not case.row.roots or not isinstance(goal, Compare):
            return []
        lefts = {"z": -goal.left}

        def value(entry: Any) -> Polynomial:
            if isinstance(entry, Multiple):
                return poly(entry.multiplier) * d.claims[entry.equation].left  # type: ignore[union-attr]
            inside = entry.product if hasattr(entry, "product") else entry
            inside = product(inside) if isinstance(inside, str) else inside
            result = poly(inside.weight)
            for f in inside.factors:
                result = result * (lefts.get(f) or d.claims[f].left if isinstance(f, str) else f.of * f.of)  # type: ignore[union-attr]
            return result

        rest = total([value(first), *map(value, parts)])
        found = []
        for index, of in enumerate(case.row.roots):
            name = self.roots(case)[f"√{index}"]
            atom = next(iter(next(iter(seq(name)(i).terms))))[0]
            p = self.term(of, i, case)
            multiplier = poly(0)
            while True:
                high = {m: c for m, c in rest.terms.items() if dict(m).get(atom, 0) > 1}
                if not high:
                    break
                lowered = {}
                for m, c in high.items():
                    powers = dict(m)
                    powers[atom] -= 2
                    lowered[frozenset((a, e) for a, e in powers.items() if e)] = c
                q = Polynomial(lowered)
                multiplier = multiplier + q
                rest = rest - q * (seq(name)(i) ** 2 - p)
            if multiplier.terms:
                found.append(multiple(-1 * multiplier, self.given(d, name, i, j, here)))
        return found


def sided(p: Any, signs: frozenset[int]) -> Iterator[tuple[str, Any]]:
    """The comparisons with 0 that a set of signs is; none for ≠."""
    if signs == {0}:
        yield "=", p
    elif signs == {1} or signs == {0, 1}:
        yield (">=" if 0 in signs else ">"), p
    elif signs == {-1} or signs == {0, -1}:
        yield (">=" if 0 in signs else ">"), -p
    elif signs == {-1, 1}:
        yield ">", p**2


def root_of(p: Any) -> Any:
    """What a square is the square of."""
    return p.sqf_list()[1][0][0] if p.sqf_list()[0] == 1 else (p.factor_list()[1][0][0])


def spelt(p: Any, roots: Mapping[str, str] | None = None) -> str:
    """A polynomial or a fraction with ‖w‖² for w·w and so on."""
    text = str(p).replace("**", "^")
    for symbol in (p.ring if hasattr(p, "ring") else p.field).symbols:
        name = symbol.name
        if "·" in name:
            a, b = name.split("·")
            text = text.replace(
                name, f"‖{a if a != 'z' else 'x'}‖²" if a == b else f"⟨{a}, {b}⟩" if "z" not in (a, b) else f"y⟨{a if b == 'z' else b}, x⟩"
            )
    for name, said in (roots or {}).items():
        text = text.replace(name, said)
    return text.replace("*", "·")


def combined(parts: Mapping[str, Any], roots: Mapping[str, str] | None = None) -> str:
    """A combination as a reader writes it."""
    names = {"z": "y·x"}
    written = []
    for v, c in parts.items():
        coefficient = spelt(c, roots)
        written.append(names.get(v, v) if coefficient == "1" else f"({coefficient})·{names.get(v, v)}")
    return " + ".join(written) or "0"


# -- a conjecture about the code -------------------------------------------------------------------------------------------------


def proved_of_code(rule: Rule, comparison: Comparison, game: Game, seconds: float) -> Proved:
    """The conjecture from the table of a learner's code and its best potential. Raises NotFound, with the reason why there is none."""
    began, game = monotonic(), proved_about(game)
    if rule.told:
        raise NotFound(f"{rule.label} is made for a gamma, which is not traced")
    if game.dropped or game.comparator == "any" or (game.norm == "any" and game.radius != "declared"):
        raise NotFound("a traced learner is known for ‖x‖ ≤ 1 or a declared R, with ‖u‖ ≤ 1 and no hypothesis dropped")
    if len(counted := comparison.names & {"M", "E"}) != 1:
        raise NotFound("a traced learner is known for bounds on M, or on E")
    made = rule.fresh(Fraction(1, 2))
    try:
        table = traced(made)
        hold(table, made)
        count = "updates" if counted == {"M"} else "mistakes"
        problem = Problem(table, count, game.norm == "any", agnostic=game.setting == "agnostic")
        theorem = Theorem(problem, best_potential(problem, seconds / 3))
    except (Untraceable, NoPotential) as reason:
        raise NotFound(f"by tracing: {reason}") from None
    exact = {n: Fraction(v) for n, v in attributes(made).items() if n in rule.names and n not in table.changed}
    statement = posed_traced(theorem, comparison, game, {n: v for n, v in exact.items() if n in comparison.names})
    return from_potential(statement, began + seconds, "by a potential of its code, which was traced", theorem)


def posed_traced(theorem: Theorem, comparison: Comparison, game: Game, constants: Mapping[str, Fraction] | None = None) -> Posed:
    """The conjecture with the table for its facts; `constants` are numbers of the learner that no round changes.

    Raises NotFound for names of which the table says nothing."""
    constants = constants or {}
    problem = theorem.problem
    known = {"M" if problem.count == "updates" else "E", "gamma", *problem.letters, *constants, *(["R"] if problem.radius else [])}
    known |= {"TD"} if problem.agnostic else set()
    if unknown := comparison.names - known:
        raise NotFound(f"of {', '.join(sorted(unknown))} the table says nothing")
    if comparison.conditions:
        raise NotFound("a traced learner is known without conditions")
    counted = "M" if problem.count == "updates" else "E"
    terms = {counted: theorem.count(theorem.rounds), "gamma": gamma} | {n: real(n) for n in problem.letters}
    terms |= ({"R": R} if problem.radius else {}) | ({"TD": TD(theorem.rounds)} if problem.agnostic else {})
    terms |= {n: poly(value) for n, value in constants.items()}
    values: dict[str, tuple[str, ...]] = {n: () for n in (*problem.letters, *constants)}
    posed = Posed("bound", comparison.unicode(), (), game, comparison.text, theorem.facts, terms, parameters=values)
    try:
        posed.conclusion  # noqa: B018  # translated here, where what has no term in the kernel can be said
    except InputError as reason:
        raise NotFound(str(reason)) from None
    return posed


def from_potential(posed: Posed, deadline: float, how: str, theorem: Theorem) -> Proved:
    """The conjecture from the bound that the potential gives. Raises NotFound."""
    built = library(CITED)
    d = Derivation(posed.id, posed.named, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    arithmetic = Arithmetic(d)
    introduced = []
    line = "1/γ"
    if line not in d.claims:
        _, line = d.inverse("positive margin", "1/γ")
        introduced.append(line)
    arithmetic.sign(gamma, "positive margin")
    arithmetic.sign(per_gamma, d.have(gt(per_gamma, 0), line, "positive margin"))
    arithmetic.reciprocal(per_gamma, gamma, line)
    for name in (*(["R"] if theorem.problem.radius else []), *theorem.problem.letters):
        arithmetic.sign(R if name == "R" else real(name), f"{name} > 0")
    count = theorem.not_negative(d)
    if theorem.single:
        arithmetic.sign(number(M), count)
    else:
        arithmetic.fact(count)
    multiplied = theorem.line(d)
    solved = theorem.solved(d, multiplied, posed)
    if d.claims[solved] == posed.conclusion:
        return finished(d, posed, solved, introduced, built, how)
    arithmetic.fact(multiplied, *(f"{n} < {most}" for n, most in theorem.problem.conditions))
    learn(arithmetic, posed)
    structure = Structure(arithmetic, posed.translation, deadline)
    comparison = posed.comparison
    return finished(d, posed, structure.line(comparison.left, comparison.op, comparison.right), introduced, built, how)


def bound_text(potential: Potential, problem: Problem) -> str:
    """The potential's bound as a conjecture."""
    num, den = written(potential.bound.numer), written(potential.bound.denom)
    starts = any(problem.table.start[n.removesuffix("²")] for n in potential.others if not n.startswith("‖"))
    if starts:
        raise NotFound("the state does not start at 0")
    counted = "M" if problem.count == "updates" else "E"
    losses = ""
    if potential.slack:
        field = potential.ring.to_field()
        weight = field.field_new(potential.slack) / field.field_new(potential.delta)
        over = written(weight.denom)
        losses = f" + ({written(weight.numer)})*TD/gamma" if over == "1" else f" + ({written(weight.numer)})*TD/(({over})*gamma)"
    return (f"{counted} <= ({num})/gamma**2" if den == "1" else f"{counted} <= ({num})/(({den})*gamma**2)") + losses


def written(p: Any) -> str:
    """A polynomial in R and letters in the language of conjectures, its content taken out."""
    names = [symbol.name for symbol in p.ring.symbols]
    terms = []
    for m, c in sorted(p.terms(), key=lambda term: term[1] < 0):  # what is added comes first
        factors = [f"{n}**{e}" if e > 1 else n for n, e in zip(names, m, strict=True) if e]
        size = Fraction(int(c.numerator), int(c.denominator))
        head = [] if abs(size) == 1 and factors else [str(abs(size))]
        terms.append(("- " if size < 0 else "+ ") + "*".join([*head, *factors]))
    text = " ".join(terms) or "0"
    return text.removeprefix("+ ").replace("- ", "-", 1) if text.startswith("- ") else text.removeprefix("+ ")
