"""The theorem about a table: the potential never rises, by induction over the rounds that change something or are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofs.decide.range_facts import per_gamma
from proofs.decide.traced_code.facts import Facts, N, split, u
from proofs.decide.traced_code.facts import guard as said
from proofs.derive.authoring.certificate import Multiple, Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, gt, inner, le, poly, real, seq
from proofs.derive.tracing import GAMMA, Case, Factor
from proofs.derive.tracing.potential import ALONG, GAP, SLACK, root_of
from proofs.kernel import Compare, Formula, Implies, Index, Polynomial, Vector
from proofs.statements.standard_facts import TD, M, R, gamma, xi
from proofs.statements.statement import Statement

GAPS = {"separable": 1, "ξ ≥ 0": 1, "⟨u, w⟩ ≥ ‖w‖²": 1, "parallel": 2}  # how often γ is in what a factor is not below
ByCase = Callable[[Derivation, Index, str, int, str], str]
Weights = tuple[tuple[tuple[Fraction, tuple[Factor, ...]], ...], tuple[tuple[Any, Factor], ...]]


@dataclass
class TracedTheorem(Facts):
    """The facts of a table, and the proof of the bound that the potential gives."""

    def potential(self, i: Index) -> Polynomial:
        """γ²·Φ(i), unscaled."""
        f = self.found
        w = self.point(i)
        total = self.constant(f.A) * gamma**2 * inner(w, w) - 2 * self.constant(f.b) * gamma * inner(u, w)
        for name, c in f.others.items():
            total = total + self.constant(c) * gamma**2 * self.squared(name, i)
        return total

    def point(self, i: Index) -> Vector:
        """What the potential is of: w, or w + τv for a vector v of the state by which it will go on."""
        total = self.vector("w", i)
        for v, tau in self.problem.ahead.items():
            total = total + tau * self.vector(v, i)
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
        lowered = gamma**2 * self.constant(self.found.delta) * self.gained(i) + self.potential(i)
        return le(lowered, gamma**2 * self.begins + gamma * self.constant(self.found.slack) * TD(i))

    def gained(self, i: Index) -> Polynomial:
        """What the potential pays for: the count, or by how much the root of a counter has grown."""
        return self.rate(i) - self.problem.begun if self.problem.gain else self.count(i)

    def line(self, d: Derivation) -> str:
        """The line A·δ·γ²·count ≤ b² + A·γ²·Φ(0), in lowest terms."""
        if self.problem.radius:
            d.have(gt(R**2, 0), by=certificate(strict("R > 0", "R > 0"), product("z")), name="R² > 0")
        if GAMMA in self.problem.letters:
            d.have(gt(gamma, 0), "positive margin", name=f"{GAMMA} > 0")
        self.least = self.rises(d, lambda i: poly(0)) if self.problem.gain and self.problem.begun else ""
        self.delta_line = self.prove_sign(d, ge(self.constant(self.found.delta), 0))
        self.kept = "" if self.found.kept is None else self.keeps(d)
        always = d.induction(self.claim, lambda: self.base(d), lambda i, before: self.step(d, i, before, self.by_case), upto=self.rounds)
        last = d.at(always, self.rounds)
        f, at = self.found, self.rounds
        A, b = self.constant(f.A), self.constant(f.b)
        joined = d.square(A * gamma * self.point(at) - b * u)
        parts: list[Any] = [self.times(f.A, last), joined, product("unit comparator", square(b))]
        for name, c in f.others.items():
            own = d.square(self.vector(name.strip("‖²"), at)) if name.startswith("‖") else square(seq(name.removesuffix("²"))(at))
            parts += [Product(w, (*factors, own, square(gamma))) for w, factors in self.signed(f.A * c)]
        losses = A * gamma * self.constant(f.slack) * TD(at)
        goal = le(A * self.constant(f.delta) * gamma**2 * self.gained(at), b**2 + A * gamma**2 * self.begins + losses)
        line = self.lowest(d, d.have(goal, by=certificate(*parts)))
        return self.squared_line(d, line) if self.problem.gain else line

    def squared_line(self, d: Derivation, line: str) -> str:
        """den²γ⁴·count ≤ num·(num + 2·den·γ²·√n₀), from the line den·γ²·(√n − √n₀) ≤ num, since the counter n rises with the count."""
        n, at, begun = self.problem.gain, self.rounds, self.problem.begun
        counted = d.at(self.rises(d, self.count), at)
        den, num, _ = map(self.constant, self.reduced[1])
        root, square_line, sign = self.rate(at), d.at(f"√{n}", at), d.at(f"√{n} ≥ 0", at)
        positive = self.prove_sign(d, gt(den, 0))
        other = d.have(ge(num + den * gamma**2 * (root + begun), 0), positive, sign, "positive margin", line)
        scale = den**2 * gamma**4
        parts: list[Any] = [product(line, other), multiple(scale, square_line), product(square(den * gamma**2), counted)]
        return d.have(le(scale * self.count(at), num * (num + 2 * den * gamma**2 * begun)), by=certificate(*parts))

    def rises(self, d: Derivation, by: Callable[[Index], Polynomial]) -> str:
        """In every round the counter of the rates has risen at least by as much: by the count, or by nothing."""
        n = self.problem.gain
        counted = not self.single and bool(by(N).terms)

        def claim(i: Index) -> Formula:
            return le(by(i) + self.problem.table.start[n], seq(n)(i))

        def grown(d: Derivation, i: Index, before: str, j: int, here: str) -> str:
            counts = [self.counts(d, i, j, here)] if counted else []
            return d.have(claim(i + 1), before, self.given(d, f"{n}′", i, j, here), *counts)

        def base() -> str:
            return d.have(claim(Index(None)), f"{n} starts", *(["count starts"] if counted else []))

        return d.induction(claim, base, lambda i, before: self.step(d, i, before, grown), upto=self.rounds)

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
        scale, sides = self.reduced
        if self.begins.terms or scale == 1:
            return line
        positive = self.prove_sign(d, gt(self.constant(scale), 0))
        den, num, losses = map(self.constant, sides)
        goal = le(den * gamma**2 * self.gained(self.rounds), num + gamma * losses * TD(self.rounds))
        return d.have(goal, by=certificate(strict("z", positive), product(line)))

    @cached_property
    def reduced(self) -> tuple[Any, tuple[Any, Any, Any]]:
        """What the sides of den·γ²·gained ≤ num + γ·losses·TD share, and den, num and losses without it."""
        f = self.found
        sides = f.A * f.delta, f.b**2, f.A * f.slack
        scale = sides[0] // f.bound.denom if not f.slack else sides[0].gcd(sides[1]).gcd(sides[2])
        return scale, (sides[0] // scale, sides[1] // scale, sides[2] // scale)

    def solved(self, d: Derivation, line: str, posed: Statement) -> str:
        """count ≤ num/(den·γ²) + losses·TD/(den·γ) from the line den·γ²·count ≤ num + γ·losses·TD, if the bound has a name for 1/den."""
        count, sides = self.count(self.rounds), self.reduced[1]
        den, num, losses = map(self.constant, sides)
        losses = losses * TD(self.rounds)
        size, factors = split(self.problem, sides[0])
        inverses = [(self.constant(f), power, self.inverse(d, posed, f)) for f, power in factors]
        if self.problem.gain or self.begins.terms or any(name is None for _, _, name in inverses):
            return line
        q, value, steps, signs = poly(1 / size), poly(size), list[Any](), list[Any]()
        for factor, power, name in inverses:
            sign = d.have(gt(real(name), 0), name, self.prove_sign(d, gt(factor, 0)))
            for _ in range(power):  # value·q is 1 for the factors so far
                steps.append(multiple(value * q, name))
                q, value = q * real(name), value * factor
                signs.append(sign)
        scaled = Product(1 / size, (line, square(per_gamma), *signs))
        parts = [multiple(count * gamma**2 * per_gamma**2, d.have(eq(den * q, 1), by=certificate(strict("z"), *steps)))] if steps else []
        once = multiple(count * (gamma * per_gamma + 1) - losses * q * per_gamma, "1/γ")
        goal = le(count, num * q * per_gamma**2 + losses * q * per_gamma)
        return d.have(goal, by=certificate(scaled, *parts, once))

    def inverse(self, d: Derivation, posed: Statement, factor: Any) -> Any:
        """The name that the bound has for the reciprocal of a factor, if it has one."""
        of = self.constant(factor)
        return next((n for n in posed.definitions if n.startswith("1/") and d.claims[n] == eq(real(n) * of, 1)), None)

    def prove_sign(self, d: Derivation, goal: Compare | Formula) -> str:
        names = [f.name for f in self.game() if isinstance(f.formula, Compare) and f.name not in ("positive margin", "unit comparator")]
        return d.have(goal, *names, *([f"{GAMMA} > 0"] if GAMMA in self.problem.letters else []))

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
        f, equations = self.found, list[Any]()
        for tau, null in ((Fraction(1), "zero start"), *((tau, f"{v} starts") for v, tau in self.problem.ahead.items())):
            equations.append(multiple(-tau * self.constant(f.A) * gamma**2, d.expand(null, self.point(Index(None)))))
            equations.append(multiple(2 * tau * self.constant(f.b) * gamma, d.expand(null, u)))
        for name, c in f.others.items():
            e = self.constant(c) * gamma**2
            if name.startswith("‖"):
                v = name.strip("‖²")
                equations.append(multiple(-e, d.expand(f"{v} starts", self.vector(v, Index(None)))))
            else:
                n = name.removesuffix("²")
                equations.append(multiple(-e * (seq(n)(0) + self.problem.table.start[n]), f"{n} starts"))
        if self.problem.gain:
            low = multiple(-1, d.at(f"√{self.problem.gain}", Index(None))), multiple(-1, f"{self.problem.gain} starts")
            twice = [product(2 * self.problem.begun, "z")] if self.problem.begun else []
            below = d.have(le(self.rate(0), self.problem.begun), by=certificate(strict("z", "z"), *twice, *low))
            equations.append(product(below, square(gamma), self.delta_line))
        elif not self.single:
            equations.append(multiple(-(gamma**2) * self.constant(f.delta), "count starts"))
        if f.slack:
            equations.append(multiple(gamma * self.constant(f.slack), "TD starts"))
        return d.have(self.claim(Index(None)), by=certificate(strict("z"), *equations))

    def keeps(self, d: Derivation) -> str:
        """The line that ⟨u, w⟩ ≥ γ‖w‖² in every round."""

        def claim(i: Index) -> Formula:
            w = self.vector("w", i)
            return ge(inner(u, w) - gamma * inner(w, w), 0)

        def base() -> str:
            w = self.vector("w", Index(None))
            start = [multiple(1, d.expand("zero start", u)), multiple(-gamma, d.expand("zero start", w))]
            return d.have(claim(Index(None)), by=certificate(strict("z"), *start))

        def by_case(d: Derivation, i: Index, before: str, j: int, here: str) -> str:
            case = self.cases[j]
            if case.null:
                return self.no_round(d, claim(i + 1), i, j, here)
            B, S = self.term(case.below, i, case), self.term(case.scale, i, case)
            update = self.given(d, "update", i, j, here)
            parts: list[Any] = [*self.grown(d, update, self.vector("w", i + 1), case.row.weights, case, i, -(gamma**2) * S * S)]
            parts.append(multiple(gamma * B * S * S, d.expand(update, u)))
            parts += self.weighed(d, i, j, here, self.found.kept.weights[j], before)  # type: ignore[union-attr]
            sign = [] if case.below * case.scale == 1 else [self.positive(d, i, j, here, case, B * S)]
            first = strict("z", "positive margin", *sign)
            parts += self.root_multiples(d, claim(i + 1), first, parts, i, j, here, case)
            return d.have(claim(i + 1), by=certificate(first, *parts))

        return d.induction(claim, base, lambda i, before: self.step(d, i, before, by_case), upto=self.rounds)

    def step(self, d: Derivation, i: Index, before: str, by_case: ByCase) -> str:
        if self.single:
            return by_case(d, i, before, 0, "")
        return self.split(d, i, before, 0, [], by_case)

    def split(self, d: Derivation, i: Index, before: str, j: int, none: list[str], by_case: ByCase) -> str:
        """Row j or one of those after it."""
        if j == len(self.cases) - 1:
            rows = [d.at(f"row {n + 1}", i) for n in range(j)]
            zero = []
            for n, less in enumerate(none):  # row n is below 1, and so 0
                own = self.row(n, i)
                zero.append(d.have(le(own, 0), less, rows[n], d.at(f"row {n + 1} ≥ 0", i)))
            here = d.have(ge(self.row(j, i), 1), d.at("one row", i), *zero)
            return by_case(d, i, before, j, here)

        def one(assumed: str) -> str:
            if d.claims[assumed] == ge(self.row(j, i) - 1, 0):
                return by_case(d, i, before, j, assumed)
            return self.split(d, i, before, j + 1, [*none, assumed], by_case)

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
            return self.no_round(d, self.claim(i + 1), i, j, here)
        B, S = self.term(case.below, i, case), self.term(case.scale, i, case)
        A, b = self.constant(f.A), self.constant(f.b)
        parts: list[Any] = [product(before, square(B * S))]
        total = self.problem.point(case.row.weights, case.row.vectors)
        for tau, moves in ((Fraction(1), "update"), *((tau, f"{v}′") for v, tau in self.problem.ahead.items())):
            null = self.given(d, moves, i, j, here)
            parts += self.grown(d, null, self.point(i + 1), total, case, i, -tau * A * gamma**2 * S * S)
            parts.append(multiple(2 * tau * b * gamma * B * S * S, d.expand(null, u)))
        for name, c in f.others.items():
            e = self.constant(c) * gamma**2 * S * S
            if name.startswith("‖"):
                v = name.strip("‖²")
                parts += self.grown(d, self.given(d, f"{v}′", i, j, here), self.vector(v, i + 1), case.row.vectors[v], case, i, -e)
            else:
                n = name.removesuffix("²")
                new = self.at_round(self.cleared(case.row.numbers[n], case), i)
                parts.append(multiple(-e * (B * seq(n)(i + 1) + new), self.given(d, f"{n}′", i, j, here)))
        if self.problem.gain:
            before_root, after = self.problem.rates(case.row) or ("", "")
            if before_root == after:
                parts.append(multiple(-(gamma**2) * self.constant(f.delta) * B * B * S * S, self.same_root(d, i, j, here)))
        elif not self.single:
            parts += self.counted(d, i, j, here, case, B * S)
        if f.slack:
            parts.append(multiple(gamma * self.constant(f.slack) * B * B * S * S, self.given(d, "TD", i, j, here)))
        parts += self.weighed(d, i, j, here, f.weights[j], self.kept and d.at(self.kept, i))
        first = strict("z") if case.below * case.scale == 1 else strict("z", self.positive(d, i, j, here, case, B * S))
        goal = self.claim(i + 1)
        parts += self.root_multiples(d, goal, first, parts, i, j, here, case)
        return d.have(goal, by=certificate(first, *parts))

    def weighed(self, d: Derivation, i: Index, j: int, here: str, weights: Weights, kept: str) -> Iterator[Any]:
        """The products of a case with their weights, and multiples of its equations. `kept`: the line that ⟨u, w⟩ ≥ γ‖w‖² in this round."""
        case, lines = self.cases[j], {"⟨u, w⟩ ≥ ‖w‖²": kept}

        def factor(f: Factor) -> str:
            if f.name not in lines:
                lines[f.name] = self.factor_line(d, f, i, j, here, case)
            return lines[f.name]

        for weight, factors in weights[0]:
            gaps = sum(GAPS.get(f.name, 0) for f in factors)
            if gaps > 2:
                raise NotFound("a product with more than two margins or slacks")
            scale = [square(gamma)] if gaps == 0 else ["positive margin"] if gaps == 1 else []
            yield Product(weight, (*scale, *(factor(f) for f in factors)))
        for weight, f_ in weights[1]:
            yield multiple(self.unscaled(weight, i, case), factor(f_))

    def unscaled(self, p: Any, i: Index, case: Case) -> Polynomial:
        """γ² times a polynomial in which u is divided by γ."""
        z = self.vector("z", i)
        own = {ALONG: inner(u, self.vector("w", i)), SLACK: xi(i), GAP: inner(u, z) - gamma + (xi(i) if self.problem.agnostic else 0)}
        own |= {f"⟨u, {v}⟩": inner(u, self.vector(v, i)) for v in self.problem.moved}
        atoms, total = self.atoms(i, case), poly(0)
        for m, c in p.terms():
            factor, left = poly(Fraction(int(c.numerator), int(c.denominator))), 2
            for symbol, e in zip(p.ring.symbols, m, strict=True):
                left -= e if symbol.name in own else 0
                factor = factor * (own.get(symbol.name) or atoms[symbol.name]) ** e if e else factor
            if left < 0:
                raise NotFound("a multiplier with more than two margins or slacks")
            total = total + factor * gamma**left
        return total

    def no_round(self, d: Derivation, goal: Compare | Formula, i: Index, j: int, here: str) -> str:
        """Anything, of a round with the null vector: there is none."""
        row = self.cases[j].row
        guard = next(g for g in row.guards if g.signs == {0} and self.problem.lift(g.of) == self.problem.pair("z", "z"))
        nothing = self.given(d, said(guard), i, j, here)
        return d.have(goal, by=certificate(strict(self.not_null(d, i)), multiple(-1, nothing)))

    def within(self, d: Derivation, i: Index, j: int, here: str) -> str:
        """⟨u, v⟩ ≤ ‖v‖, for the vector v that is projected."""
        case = self.cases[j]
        root, parts = self.problem.onto_ball(case.row) or ("", {})
        v = sum((self.term(c, i, case) * self.vector(x, i) for x, c in parts.items()), Vector({}))
        s, name = self.root(root, i, case), self.roots(case)[root]
        square_line, sign = (self.given(d, name + end, i, j, here) for end in ("", " ≥ 0"))
        short = d.cite("cauchy-schwarz", a=u, b=v)
        more: list[Any] = [product(2, "z", sign), product(short), product("unit comparator", d.square(v)), multiple(1, square_line)]
        return d.have(ge(s - inner(u, v), 0), by=certificate(strict("z", "z"), *more))

    def parallel(self, d: Derivation, i: Index, j: int, here: str) -> str:
        """(‖w‖²⟨u, z⟩ − ⟨w, z⟩⟨u, w⟩)² ≤ 0 where w and z are parallel: the vector ‖w‖²z − ⟨w, z⟩w is null."""
        w, z, problem = self.vector("w", i), self.vector("z", i), self.problem
        guard = next(g for g in self.cases[j].row.guards if problem.parallel(g))
        apart = 1 if problem.lift(guard.of).coeff(problem.pair("w", "z") ** 2) < 0 else -1
        null = inner(w, w) * z - inner(w, z) * w
        short = d.cite("cauchy-schwarz", a=u, b=null)
        equal = multiple(-apart * inner(u, u) * inner(w, w), self.given(d, said(guard), i, j, here))
        return d.have(ge(-(inner(u, null) ** 2), 0), by=certificate(strict("z"), product(short), equal))

    def at_round(self, p: Polynomial, i: Index) -> Polynomial:
        from proofs.kernel.term import Substitution

        return Substitution({("nat", "k"): i}).real(p)

    def grown(
        self, d: Derivation, null_line: str, new: Vector, parts: Mapping[str, Any], case: Case, i: Index, scale: Polynomial
    ) -> Iterator[Multiple]:
        """below²·‖new‖² in terms of round i, times the scale."""
        B = self.term(case.below, i, case)
        yield multiple(scale * B, d.expand(null_line, new))
        for v, c in parts.items():
            yield multiple(scale * self.at_round(self.cleared(c, case), i), d.expand(null_line, self.vector(v, i)))

    def counted(self, d: Derivation, i: Index, j: int, here: str, case: Case, B: Polynomial) -> list[Any]:
        """The count rises by at most 1, or not at all."""
        return [product(self.counts(d, i, j, here), self.delta_line, square(gamma * B))]

    def counts(self, d: Derivation, i: Index, j: int, here: str) -> str:
        """The count rises by at most 1 in a round by row j, or not at all."""
        signs = [d.at(f"row {n + 1} ≥ 0", i) for n in range(len(self.cases)) if n != j]
        goal = le(self.count(i + 1), self.count(i) + int(self.cases[j].counted))
        return d.have(goal, d.at("count", i), d.at("one row", i), here, *signs)

    def root_facts(self, d: Derivation, i: Index, j: int, here: str) -> list[str]:
        """Of the root of the counter of the rates before and after a round by row j: that they are roots, and how the counter moves."""
        n = self.problem.gain
        return [d.at(name, m) for m in (i, i + 1) for name in (f"√{n}", f"√{n} ≥ 0")] + [self.given(d, f"{n}′", i, j, here)]

    def same_root(self, d: Derivation, i: Index, j: int, here: str) -> str:
        """The root of a counter that stays is the same."""
        facts, now, then = self.root_facts(d, i, j, here), self.rate(i), self.rate(i + 1)
        less, more = d.have(le(then, now), *facts), d.have(le(now, then), *facts)
        return d.have(eq(then, now), less, more)

    def factor_line(self, d: Derivation, f: Factor, i: Index, j: int, here: str, case: Case) -> str:
        match f.name:
            case "‖z‖² > 0":
                return self.not_null(d, i)
            case "parallel":
                return self.parallel(d, i, j, here)
            case "‖w‖² ≥ 0":
                return d.square(self.vector("w", i))
            case "in the ball":
                return self.within(d, i, j, here)
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
        if own := [g for g in case.row.guards if f"{g.of}" == f.name]:
            return self.given(d, said(own[0]), i, j, here)
        if f.name.startswith("‖"):
            v, _, share = f.name.removeprefix("‖").removesuffix("‖² ≥ 0").partition(" − ")
            less = Fraction(share.removesuffix("·x")) * self.vector("z", i) if share else None
            return d.square(self.vector(v, i) if less is None else self.vector(v, i) - less)
        if f.name.startswith("("):
            return d.have(ge(self.term(f.of, i, case), 0), by=certificate(square(self.term(root_of(f.of), i, case))))
        if f.name == "bent":  # √n·(√n′ − √n)²
            bow, sign = self.rate(i + 1) - self.rate(i), d.at(f"√{self.problem.gain} ≥ 0", i)
            return d.have(ge(self.rate(i) * bow**2, 0), by=certificate(product(sign, square(bow))))
        if " beyond " in f.name:
            own_name = self.roots(case)[f.name.split(" ")[0]]
            guard = next(g for g in case.row.guards if f.name.endswith(f" beyond {g.of}"))
            known = [self.given(d, said(guard), i, j, here), *(self.given(d, own_name + end, i, j, here) for end in ("", " ≥ 0"))]
            return d.have(ge(self.term(f.of, i, case), 0), *known, *(f"{n} > 0" for n in self.problem.letters))
        root, rates = f.name.split(" ")[0], self.problem.rates(case.row) or ()
        if root in rates and f.name.endswith(" ≥ 0"):
            return d.at(f"√{self.problem.gain} ≥ 0", i + rates.index(root))
        if root in rates:
            least = [d.at(self.least, i)] if self.least else []
            return d.have(ge(self.term(f.of, i, case), 0), *self.root_facts(d, i, j, here), *least)
        if root in self.roots(case) and case.row.roots[int(root[1:])].is_ground and not f.name.endswith(" ≥ 0"):
            both = (self.given(d, self.roots(case)[root] + end, i, j, here) for end in ("", " ≥ 0"))
            return d.have(ge(self.term(f.of, i, case), 0), *both)
        if f.name.endswith("≤ R"):
            return self.short_root(d, self.roots(case)[f.name.split(" ")[0]], i, j, here)
        if f.name.startswith("√"):
            root = self.roots(case)[f.name.split(" ")[0]]
            return self.given(d, root + f.name.removeprefix(f.name.split(" ")[0]), i, j, here)
        raise NotFound(f"nothing says that {f.name}")

    def short_root(self, d: Derivation, root: str, i: Index, j: int, here: str) -> str:
        """‖z‖ ≤ R."""
        lines = [self.given(d, root + end, i, j, here) for end in ("", " ≥ 0")]
        radius = R if self.problem.radius else poly(1)
        return d.have(le(seq(root)(i), radius), *lines, d.at("bounded examples", i), *(["R > 0"] if self.problem.radius else []))

    def positive(self, d: Derivation, i: Index, j: int, here: str, case: Case, B: Polynomial) -> str:
        """below² > 0."""
        known = [self.given(d, said(g), i, j, here) for g in case.row.guards if 0 not in g.signs]
        rates = self.problem.rates(case.row) or ()
        known += self.root_facts(d, i, j, here) if rates else []
        own = [name for root, name in self.roots(case).items() if root not in rates]
        known += [self.given(d, name + end, i, j, here) for name in own for end in ("", " ≥ 0")]
        known += [d.square(self.vector("z", i)), d.square(self.vector("w", i))]
        known += [d.at(self.least, i)] if self.least else []
        known += [f"{n} > 0" for n in self.problem.letters]
        lead, factors = (case.below * case.scale).factor_list()
        both = list[str]()
        for of, e in factors:
            for sign in (1, -1):
                with suppress(NotFound):
                    both += [d.have(gt(sign * self.term(of, i, case), 0), *known)] * (2 * e)
                    break
            else:
                raise NotFound(f"the sign of the denominator {case.below} is not known")
        return d.have(gt(B * B, 0), by=certificate(strict(Fraction(str(lead)) ** 2, *both), product("z")))

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
            name, rates, p = self.roots(case)[f"√{index}"], self.problem.rates(case.row) or (), self.term(of, i, case)
            root = self.root(f"√{index}", i, case)
            atom = next(iter(next(iter(root.terms))))[0]
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
                rest = rest - q * (root**2 - p)
            if multiplier.terms:
                known = self.root_facts(d, i, j, here) if f"√{index}" in rates else []
                line = d.have(eq(root**2, p), *known) if known else self.given(d, name, i, j, here)
                found.append(multiple(-1 * multiplier, line))
        return found
