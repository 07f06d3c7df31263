"""The theorem about a table: the potential never rises, by induction over the rounds that change something or are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofs.decide.range_facts import per_gamma
from proofs.decide.traced_code.facts import Facts, N, split, u
from proofs.decide.traced_code.facts import guard as said
from proofs.derive.authoring.arithmetic import atom
from proofs.derive.authoring.certificate import Multiple, Product, added_up, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, gt, inner, le, poly, real, seq
from proofs.derive.semialgebraic.laurent import Rewriting
from proofs.derive.tracing.potential import ALONG, GAP, SLACK, Factor, Weights, root_of
from proofs.derive.tracing.trace import GAMMA
from proofs.derive.tracing.universe import evaluate, letters_of
from proofs.kernel import Compare, Formula, Implies, Index, Polynomial, Vector
from proofs.statements.standard_facts import M, R, gamma, xi
from proofs.statements.statement import Statement

GAPS = {"separable": 1, "ξ ≥ 0": 1, "⟨u, 0⟩ ≤ 0": 1, "⟨u, w⟩ ≥ ‖w‖²": 1, "parallel": 2}  # how often γ is in what a factor is not below


@dataclass
class TracedTheorem(Facts):
    """The facts of a table, and the proof of the bound that the potential gives."""

    def potential(self, i: Index) -> Polynomial:
        """γ²·Φ(i), unscaled."""
        f = self.found
        w = self.point(i)
        total = self.constant(f.A) * gamma**2 * inner(w, w) - 2 * self.constant(f.b) * gamma * inner(u, w)
        for n, c in f.numbers.items():
            total = total + self.constant(c) * gamma**2 * seq(n)(i) ** 2
        for v, c in f.vectors.items():
            total = total + self.constant(c) * gamma**2 * inner(self.vector(v, i), self.vector(v, i))
        return total

    def point(self, i: Index) -> Vector:
        """The argument of the potential: w, or w + τv for a vector v of the state by which it will go on."""
        return sum((tau * self.vector(v, i) for v, tau in self.problem.ahead.items()), self.vector("w", i))

    @cached_property
    def begins(self) -> Polynomial:
        """Φ(0): the squares of the state's numbers at the start."""
        start = self.problem.table.start
        return sum((self.constant(c) * start[n] ** 2 for n, c in self.found.numbers.items()), poly(0))

    def claim(self, i: Index) -> Formula:
        """γ²δ·count(i) + γ²Φ(i) ≤ γ²Φ(0) + γ·h·TD(i), where h·TD is there only if there is slack."""
        lowered = gamma**2 * self.constant(self.found.delta) * self.gain_of(i) + self.potential(i)
        lost = self.per_loss * self.lost(i) if self.found.slack else poly(0)
        return le(lowered, gamma**2 * self.begins + lost)

    @property
    def per_loss(self) -> Polynomial:
        """The coefficient of the losses in the claim."""
        return gamma ** (2 - self.problem.power) * self.constant(self.found.slack)

    def losses(self, share: Any) -> Polynomial:
        """A share of all losses; 0 if there is no slack."""
        return self.constant(share) * self.lost() ** self.problem.power if share else poly(0)

    def gain_of(self, i: Index) -> Polynomial:
        """The gain that the potential bounds: the count, or the growth of the root of a counter."""
        return self.rate(i) - self.problem.begun if self.problem.gain else self.count(i)

    def line(self, d: Derivation) -> str:
        """The line A·δ·γ²·count ≤ b² + A·γ²·Φ(0), in lowest terms."""
        if self.problem.radius:
            d.have(gt(R**2, 0), by=certificate(strict("R > 0", "R > 0"), product("z")), name="R² > 0")
        if GAMMA in self.problem.letters:
            d.have(gt(gamma, 0), "positive margin", name=f"{GAMMA} > 0")
        self.least = self.rises(d, lambda i: poly(0)) if self.problem.gain and self.problem.begun else ""
        self.delta_line = self.prove_sign(d, ge(self.constant(self.found.delta), 0))
        self.kept = self.keeps(d) if self.found.kept or self.found.still else ""
        always = d.induction(self.claim, lambda: self.base(d), lambda i, before: self.step(d, i, before, Round.lowers), upto=self.rounds)
        last = d.at(always, self.rounds)
        f, at = self.found, self.rounds
        A, b = self.constant(f.A), self.constant(f.b)
        joined = d.square(A * gamma * self.point(at) - b * u)
        parts: list[Any] = [self.times(f.A, last), joined, product("unit comparator", square(b))]
        squares: list[Any] = [(c, square(seq(n)(at))) for n, c in f.numbers.items()]
        squares += [(c, d.square(self.vector(v, at))) for v, c in f.vectors.items()]
        parts += [Product(w, (*factors, own, square(gamma))) for c, own in squares for w, factors in self.signed(f.A * c)]
        losses = A * gamma**self.problem.power * self.losses(f.slack)
        parts += [multiple(A * self.constant(f.slack), "H2_all")] if f.slack and self.problem.power == 2 else []
        goal = le(A * self.constant(f.delta) * gamma**2 * self.gain_of(at), b**2 + A * gamma**2 * self.begins + losses)
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

        def grow(here: Round, before: str) -> str:
            return d.have(claim(here.i + 1), before, here.given(f"{n}′"), *([here.counts()] if counted else []))

        def base() -> str:
            return d.have(claim(Index(None)), f"{n} starts", *(["count starts"] if counted else []))

        return d.induction(claim, base, lambda i, before: self.step(d, i, before, grow), upto=self.rounds)

    def times(self, p: Any, line: str) -> Product:
        ((weight, factors),) = self.signed(p)
        return Product(weight, (*factors, line))

    def signed(self, p: Any) -> list[tuple[Fraction, tuple[Any, ...]]]:
        """A polynomial in R² and letters with positive coefficients as weights and factors."""
        terms = []
        for m, c in p.terms():
            factors: list[Any] = []
            for symbol, e in zip(p.ring.symbols, m, strict=True):
                factors += [f"{symbol.name} > 0"] * e
            terms.append((Fraction(int(c.numerator), int(c.denominator)), tuple(factors)))
        return terms

    def lowest(self, d: Derivation, line: str) -> str:
        """The line without the factor that both sides share."""
        scale, sides = self.reduced
        if self.begins.terms or scale == 1:
            return line
        positive = self.prove_sign(d, gt(self.constant(scale), 0))
        den, num, losses = self.constant(sides[0]), self.constant(sides[1]), self.losses(sides[2])
        goal = le(den * gamma**2 * self.gain_of(self.rounds), num + gamma**self.problem.power * losses)
        return d.have(goal, by=certificate(strict("z", positive), product(line)))

    @cached_property
    def reduced(self) -> tuple[Any, tuple[Any, Any, Any]]:
        """The common factor of the sides of den·γ²·gained ≤ num + γ·losses·TD, and den, num and losses without it."""
        f = self.found
        sides = f.A * f.delta, f.b**2, f.A * f.slack
        scale = sides[0] // f.bound.denom if not f.slack else sides[0].gcd(sides[1]).gcd(sides[2])
        return scale, (sides[0] // scale, sides[1] // scale, sides[2] // scale)

    def solved(self, d: Derivation, line: str, posed: Statement) -> str:
        """count ≤ num/(den·γ²) + losses·TD/(den·γ) from the line den·γ²·count ≤ num + γ·losses·TD, if the bound has a name for 1/den."""
        count, sides = self.count(self.rounds), self.reduced[1]
        den, num, losses = self.constant(sides[0]), self.constant(sides[1]), self.losses(sides[2])
        if self.found.still:
            return d.have(le(count, 0), by=certificate(strict("z", "positive margin", "positive margin"), product(line)))
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
        lost = losses * q * (gamma * per_gamma + 1 if self.problem.power == 2 else per_gamma)
        once = multiple(count * (gamma * per_gamma + 1) - lost, "1/γ")
        goal = le(count, num * q * per_gamma**2 + losses * q * per_gamma ** (2 - self.problem.power))
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

    def lost_not_negative(self, d: Derivation) -> str:
        """The sum of the losses is not negative."""

        def grow(here: Round, before: str) -> str:
            slack = ["ξ ≥ 0"] if self.problem.missing(here.row) else []
            return d.have(ge(self.lost(here.i + 1), 0), before, *map(here.given, ("TD", *slack)))

        def claim(i: Index) -> Formula:
            return ge(self.lost(i), 0)

        always = d.induction(
            claim, lambda: d.have(claim(Index(None)), "TD starts"), lambda i, before: self.step(d, i, before, grow), upto=self.rounds
        )
        return d.at(always, self.rounds)

    def relations(self, d: Derivation, n: str) -> Iterator[str]:
        """By how much at most, and at least, a number of the state has risen for each counted round."""
        now = self.problem.table.universe.generators[n]
        risen = [(case.row.numbers[n] - now, case.counted) for case in self.cases if not case.null]
        if not all(e.numer.is_ground and e.denom.is_ground for e, _ in risen):
            return
        rises = [(Fraction(str(e.as_expr())), counted) for e, counted in risen]
        for sign in (1, -1):
            if all(sign * rise <= 0 for rise, counted in rises if not counted):
                slope = max((sign * rise for rise, counted in rises if counted), default=Fraction(0))
                yield d.at(self.follows_count(d, n, sign, slope), self.rounds)

    def follows_count(self, d: Derivation, n: str, sign: int, slope: Fraction) -> str:
        """sign·(n(i) − n(0)) ≤ slope·count(i) in every round."""

        def claim(i: Index) -> Formula:
            return le(sign * (seq(n)(i) - self.problem.table.start[n]), slope * self.count(i))

        def base() -> str:
            return d.have(claim(Index(None)), f"{n} starts", *([] if self.single else ["count starts"]))

        def grow(here: Round, before: str) -> str:
            if here.case.null:
                return here.no_round(claim(here.i + 1))
            known = [before, here.given(f"{n}′")]
            if not self.single:
                signs = (f"row {j + 1} ≥ 0" for j in range(len(self.cases)))
                known += [here.here, *(d.at(name, here.i) for name in ("count", "one row", *signs))]
            return d.have(claim(here.i + 1), *known)

        return d.induction(claim, base, lambda i, before: self.step(d, i, before, grow), upto=self.rounds)

    def base(self, d: Derivation) -> str:
        f, equations = self.found, list[Any]()
        for tau, null in ((Fraction(1), "zero start"), *((tau, f"{v} starts") for v, tau in self.problem.ahead.items())):
            equations.append(multiple(-tau * self.constant(f.A) * gamma**2, d.expand(null, self.point(Index(None)))))
            equations.append(multiple(2 * tau * self.constant(f.b) * gamma, d.expand(null, u)))
        for n, c in f.numbers.items():
            equations.append(multiple(-self.constant(c) * gamma**2 * (seq(n)(0) + self.problem.table.start[n]), f"{n} starts"))
        for v, c in f.vectors.items():
            equations.append(multiple(-self.constant(c) * gamma**2, d.expand(f"{v} starts", self.vector(v, Index(None)))))
        if self.problem.gain:
            low = multiple(-1, d.at(f"√{self.problem.gain}", Index(None))), multiple(-1, f"{self.problem.gain} starts")
            twice = [product(2 * self.problem.begun, "z")] if self.problem.begun else []
            below = d.have(le(self.rate(0), self.problem.begun), by=certificate(strict("z", "z"), *twice, *low))
            equations.append(product(below, square(gamma), self.delta_line))
        elif not self.single:
            equations.append(multiple(-(gamma**2) * self.constant(f.delta), "count starts"))
        if f.slack:
            equations.append(multiple(self.per_loss, "TD starts"))
        return d.have(self.claim(Index(None)), by=certificate(strict("z"), *equations))

    def keeps(self, d: Derivation) -> str:
        """The line that ⟨u, w⟩ ≥ γ‖w‖² in every round, or that ‖w‖² ≤ 0."""

        def base() -> str:
            w = self.vector("w", Index(None))
            if self.found.still:
                return d.have(self.kept_claim(Index(None)), by=certificate(strict("z"), multiple(-1, d.expand("zero start", w))))
            start = [multiple(1, d.expand("zero start", u)), multiple(-gamma, d.expand("zero start", w))]
            return d.have(self.kept_claim(Index(None)), by=certificate(strict("z"), *start))

        return d.induction(self.kept_claim, base, lambda i, before: self.step(d, i, before, Round.keeps), upto=self.rounds)

    def kept_claim(self, i: Index) -> Formula:
        w = self.vector("w", i)
        return le(inner(w, w), 0) if self.found.still else ge(inner(u, w) - gamma * inner(w, w), 0)

    def step(self, d: Derivation, i: Index, before: str, by_case: Callable[[Round, str], str]) -> str:
        """A claim for i + 1, from what proves it in a round by one row."""
        return by_case(Round(self, d, i, 0, ""), before) if self.single else self.among_rows(d, i, before, by_case, [])

    def among_rows(self, d: Derivation, i: Index, before: str, by_case: Callable[[Round, str], str], none: list[str]) -> str:
        """A claim for i + 1 where the lines `none` say of the first rows that round i is by none of them."""
        j = len(none)
        if j == len(self.cases) - 1:
            rows = [d.at(f"row {n + 1}", i) for n in range(j)]
            zero = [
                d.have(le(self.row(n, i), 0), less, row, d.at(f"row {n + 1} ≥ 0", i))
                for n, (less, row) in enumerate(zip(none, rows, strict=True))  # row n is below 1, and so 0
            ]
            here = d.have(ge(self.row(j, i), 1), d.at("one row", i), *zero)
            return by_case(Round(self, d, i, j, here), before)

        return d.cases(
            self.row(j, i) - 1,
            lambda here: by_case(Round(self, d, i, j, here), before),
            lambda less: self.among_rows(d, i, before, by_case, [*none, less]),
        )


@dataclass
class Round:
    """The proved facts of round i, which follows row j, as the line `here` states."""

    theorem: TracedTheorem
    d: Derivation
    i: Index
    j: int
    here: str

    def __post_init__(self) -> None:
        self.problem, self.case = self.theorem.problem, self.theorem.cases[self.j]
        self.row, self.names, self.rates = self.case.row, self.theorem.roots(self.case), self.problem.rates(self.case.row) or ()

    # -- the two claims ---------------------------------------------------------------------------------------------------------------

    def lowers(self, before: str) -> str:
        """The potential does not rise, and if the round is counted it falls."""
        theorem, d, f, i = self.theorem, self.d, self.theorem.found, self.i
        goal = theorem.claim(i + 1)
        if self.case.null:
            return self.no_round(goal)
        if f.still and self.row.updates:
            return self.never(goal, d.at(theorem.kept, i))
        B, scale = self.term(self.case.below), self.term(self.case.scale) ** 2
        A, b, delta = map(theorem.constant, (f.A, f.b, f.delta))
        parts: list[Any] = [product(before, square(B * self.term(self.case.scale)))]
        total = self.problem.point(self.row.weights, self.row.vectors)
        for tau, moves in ((Fraction(1), "update"), *((tau, f"{v}′") for v, tau in self.problem.ahead.items())):
            null = self.given(moves)
            parts += self.growth(null, theorem.point(i + 1), total, -tau * A * gamma**2 * scale)
            parts.append(multiple(2 * tau * b * gamma * B * scale, d.expand(null, u)))
        for n, c in f.numbers.items():
            new = self.clear(self.row.numbers[n])
            parts.append(multiple(-theorem.constant(c) * gamma**2 * scale * (B * seq(n)(i + 1) + new), self.given(f"{n}′")))
        for v, c in f.vectors.items():
            parts += self.growth(self.given(f"{v}′"), self.vector(v, i + 1), self.row.vectors[v], -theorem.constant(c) * gamma**2 * scale)
        if self.problem.gain:
            if len({*self.rates}) < 2:
                parts.append(multiple(-(gamma**2) * delta * B * B * scale, self.same_root()))
        elif not theorem.single:
            parts.append(product(self.counts(), theorem.delta_line, square(gamma * B * self.term(self.case.scale))))
        if f.slack:
            parts.append(multiple(theorem.per_loss * B * B * scale, self.given("TD")))
        parts += self.weigh(f.weights[self.j], theorem.kept and d.at(theorem.kept, i))
        return self.ended(goal, parts)

    def keeps(self, before: str) -> str:
        """⟨u, w⟩ ≥ γ‖w‖² goes on, or ‖w‖² ≤ 0."""
        goal, kept = self.theorem.kept_claim(self.i + 1), self.theorem.found.kept
        if self.theorem.found.still and not self.case.null:
            if self.row.updates:
                return self.never(goal, before)
            equal = self.growth(self.given("update"), self.vector("w", self.i + 1), self.row.weights, poly(-1))
            return self.ended(goal, [product(before, square(self.term(self.case.below))), *equal])
        if self.case.null or kept is None:
            return self.no_round(goal)
        B, scale, update = self.term(self.case.below), self.term(self.case.scale) ** 2, self.given("update")
        parts: list[Any] = [*self.growth(update, self.vector("w", self.i + 1), self.row.weights, -(gamma**2) * scale)]
        parts.append(multiple(gamma * B * scale, self.d.expand(update, u)))
        parts += self.weigh(kept.weights[self.j], before)
        return self.ended(goal, parts, "positive margin")

    def never(self, goal: Formula, rests: str) -> str:
        """Anything, of a round whose guard fails where ‖w‖² ≤ 0, as the line `rests` states: there is none."""
        d, guard = self.d, self.problem.blocked(self.row)
        if guard is None:
            raise NotFound("an update may begin at w = 0")
        w, known = self.vector("w"), [self.given(said(guard)), *(f"{n} > 0" for n in self.problem.letters)]
        for pair, name in self.problem.table.universe.pairs.items():
            if "w" in pair and name in letters_of(guard.of):
                known += self.vanishes(w, self.vector(pair[pair[0] == "w"]), rests)
            elif name in letters_of(guard.of):
                known.append(d.square(self.vector(pair[0])))
        z = self.vector("z")
        nothing = d.have(le(inner(z, z), -1), *known, d.square(z))
        return d.have(goal, by=certificate(strict(), product(nothing), product(d.square(z))))

    def vanishes(self, w: Vector, v: Vector, rests: str) -> list[str]:
        """0 ≤ ⟨w, v⟩ ≤ 0, since ⟨w, v⟩² ≤ ‖w‖²‖v‖² and ‖w‖² ≤ 0."""
        d, term = self.d, inner(w, v)
        short = product(d.cite("cauchy-schwarz", a=w, b=v)), product(rests, d.square(v))
        null = d.have(le(term**2, 0), by=certificate(strict("z"), *short))
        return [d.have(side, by=certificate(strict("z", "z"), product(null))) for side in (le(term, 0), ge(term, 0))]

    def ended(self, goal: Formula, parts: Iterable[Any], *factors: str) -> str:
        """The goal, by a certificate of these parts and of what they leave over of squares of roots."""
        sign = [] if self.case.below * self.case.scale == 1 else [self.positive()]
        parts = [strict("z", *factors, *sign), *parts]
        return self.d.have(goal, by=certificate(*parts, *self.root_multiples(goal, certificate(*parts).data)))

    def growth(self, null_line: str, new: Vector, parts: Mapping[str, Any], scale: Polynomial) -> Iterator[Multiple]:
        """below²·‖new‖² in terms of round i, times the scale."""
        yield multiple(scale * self.term(self.case.below), self.d.expand(null_line, new))
        for v, c in parts.items():
            yield multiple(scale * self.clear(c), self.d.expand(null_line, self.vector(v)))

    def weigh(self, weights: Weights, kept: str) -> Iterator[Any]:
        """The products of a case with their weights, and multiples of its equations. `kept`: the line that ⟨u, w⟩ ≥ γ‖w‖² in this round."""
        lines = {"⟨u, w⟩ ≥ ‖w‖²": kept}

        def factor(f: Factor) -> str:
            if f.name not in lines:
                lines[f.name] = self.factor_line(f)
            return lines[f.name]

        for weight, factors in weights[0]:
            gaps = sum(GAPS.get(f.name, 2 * f.name.startswith("ξ ")) for f in factors)
            if gaps > 2:
                raise NotFound("a product with more than two margins or slacks")
            scale = [square(gamma)] if gaps == 0 else ["positive margin"] if gaps == 1 else []
            yield Product(weight, (*scale, *(factor(f) for f in factors)))
        for weight, f_ in weights[1]:
            yield multiple(self.unscale(weight), factor(f_))

    def unscale(self, p: Any) -> Polynomial:
        """γ² times a polynomial in which u is divided by γ."""
        agnostic, z = self.problem.agnostic, self.vector("z")
        own = {ALONG: inner(u, self.vector("w")), SLACK: xi(self.i), GAP: inner(u, z) - gamma + (xi(self.i) if agnostic else 0)}
        own |= {f"⟨u, {v}⟩": inner(u, self.vector(v)) for v in self.problem.moved}
        values, total = self.theorem.atoms(self.i, self.case) | own, poly(0)
        for m, c in p.terms():
            left = 2 - sum(e for symbol, e in zip(p.ring.symbols, m, strict=True) if symbol.name in own)
            if left < 0:
                raise NotFound("a multiplier with more than two margins or slacks")
            total = total + evaluate(p.ring.from_dict({m: c}), values) * gamma**left
        return total

    def root_multiples(self, goal: Formula, data: Mapping[str, Any]) -> Iterator[Multiple]:
        """Multiples of s² = p that cancel the rest of the sum."""
        if not self.row.roots or not isinstance(goal, Compare):
            return
        squares = Rewriting()
        for name, of in zip(self.names, self.row.roots, strict=True):
            root = self.theorem.root(name, self.i, self.case)
            squares.add(name, root**2 - self.term(of), {atom(root): 2})
        left = {name: claim.left for name, claim in self.d.claims.items() if isinstance(claim, Compare)} | {"z": -goal.left}
        _, multipliers = squares.divide(added_up(data, left))
        for equation in squares.equations:
            name = equation.name
            if (multiplier := multipliers.get(name, poly(0))).terms:
                known = self.root_facts() if name in self.rates else []
                line = self.d.have(Compare(equation.p, "="), *known) if known else self.given(self.names[name])
                yield multiple(-1 * multiplier, line)

    # -- lines of the round -----------------------------------------------------------------------------------------------------------

    def vector(self, name: str, i: Index | None = None) -> Vector:
        return self.theorem.vector(name, i or self.i)

    def term(self, p: Any) -> Polynomial:
        return self.theorem.term(p, self.i, self.case)

    def clear(self, e: Any) -> Polynomial:
        """An element times the case's common denominator."""
        return self.term(self.problem.clear(e, self.row, self.case.below))

    def given(self, name: str) -> str:
        """A fact of the row."""
        if self.theorem.single:
            return self.d.at(name, self.i)
        taken = self.d.at(f"row {self.j + 1}: {name}", self.i)
        claim = self.d.claims[taken]
        if not isinstance(claim, Implies):
            raise TypeError(f"{taken} is no implication")
        here = self.here if self.d.claims[self.here] == claim.premise else self.d.have(claim.premise, self.here)
        return self.d.line("apply", claim.conclusion, [taken, here])

    def root_lines(self, *roots: str) -> list[str]:
        """That s² = p and s ≥ 0, of roots s that the code takes."""
        return [self.given(self.names[root] + end) for root in roots for end in ("", " ≥ 0")]

    def root_facts(self) -> list[str]:
        """Of the root of the counter of the rates before and after the round: that they are roots, and how the counter moves."""
        n = self.problem.gain
        return [self.d.at(name, m) for m in (self.i, self.i + 1) for name in (f"√{n}", f"√{n} ≥ 0")] + [self.given(f"{n}′")]

    def same_root(self) -> str:
        """The root of a counter that stays is the same."""
        facts, now, then = self.root_facts(), self.theorem.rate(self.i), self.theorem.rate(self.i + 1)
        less, more = self.d.have(le(then, now), *facts), self.d.have(le(now, then), *facts)
        return self.d.have(eq(then, now), less, more)

    def counts(self) -> str:
        """The count rises by at most 1, or not at all."""
        d, count = self.d, self.theorem.count
        signs = [d.at(f"row {n + 1} ≥ 0", self.i) for n in range(len(self.theorem.cases)) if n != self.j]
        goal = le(count(self.i + 1), count(self.i) + int(self.case.counted))
        return d.have(goal, d.at("count", self.i), d.at("one row", self.i), self.here, *signs)

    def not_null(self) -> str:
        """‖z‖² > 0, since 0 < γ ≤ ⟨u, z⟩."""
        d, z = self.d, self.vector("z")
        joined, apart = d.cite("cauchy-schwarz", a=u, b=z), d.at("separable", self.i)
        far = d.have(ge(inner(u, z) ** 2, gamma**2), apart, "positive margin")
        long = d.have(ge(inner(z, z), gamma**2), joined, far, "unit comparator", d.square(z))
        return d.have(gt(inner(z, z), 0), by=certificate(strict("positive margin", "positive margin"), product("z"), product(long)))

    def no_round(self, goal: Formula) -> str:
        """Anything, of a round with the null vector: there is none."""
        nothing = self.given(said(self.null_guard()))
        return self.d.have(goal, by=certificate(strict(self.not_null()), multiple(-1, nothing)))

    def null_guard(self) -> Any:
        """The guard that the example is the null vector."""
        return next(g for g in self.row.guards if g.signs == {0} and self.problem.lift(g.of) == self.problem.pair("z", "z"))

    def within(self) -> str:
        """⟨u, v⟩ ≤ ‖v‖, for the vector v that is projected."""
        root, parts = self.problem.onto_ball(self.row) or ("", {})
        v = sum((self.term(c) * self.vector(x) for x, c in parts.items()), Vector({}))
        (square_line, sign), short = self.root_lines(root), self.d.cite("cauchy-schwarz", a=u, b=v)
        more: list[Any] = [product(2, "z", sign), product(short), product("unit comparator", self.d.square(v)), multiple(1, square_line)]
        return self.d.have(ge(self.theorem.root(root, self.i, self.case) - inner(u, v), 0), by=certificate(strict("z", "z"), *more))

    def parallel(self) -> str:
        """(‖w‖²⟨u, z⟩ − ⟨w, z⟩⟨u, w⟩)² ≤ 0 where w and z are parallel: the vector ‖w‖²z − ⟨w, z⟩w is null."""
        w, z, problem = self.vector("w"), self.vector("z"), self.problem
        guard = next(g for g in self.row.guards if problem.parallel(g))
        apart = 1 if problem.lift(guard.of).coeff(problem.pair("w", "z") ** 2) < 0 else -1
        null = inner(w, w) * z - inner(w, z) * w
        short = self.d.cite("cauchy-schwarz", a=u, b=null)
        equal = multiple(-apart * inner(u, u) * inner(w, w), self.given(said(guard)))
        return self.d.have(ge(-(inner(u, null) ** 2), 0), by=certificate(strict("z"), product(short), equal))

    def positive(self) -> str:
        """below² > 0, and so for the scale of the case."""
        known = [self.given(said(g)) for g in self.row.guards if 0 not in g.signs]
        known += self.root_facts() if self.rates else []
        known += self.root_lines(*(root for root in self.names if root not in self.rates))
        known += [self.d.square(self.vector("z")), self.d.square(self.vector("w")), *self.least]
        known += [f"{n} > 0" for n in self.problem.letters]
        both, (lead, factors) = list[str](), (self.case.below * self.case.scale).factor_list()
        for of, e in factors:
            for sign in (1, -1):
                with suppress(NotFound):
                    both += [self.d.have(gt(sign * self.term(of), 0), *known)] * (2 * e)
                    break
            else:
                raise NotFound(f"the sign of the denominator {self.case.below} is not known")
        scaled = self.term(self.case.below * self.case.scale)
        return self.d.have(gt(scaled * scaled, 0), by=certificate(strict(Fraction(str(lead)) ** 2, *both), product("z")))

    @property
    def least(self) -> list[str]:
        """That the counter of the rates is not below its start, if it starts above 0."""
        return [self.d.at(self.theorem.least, self.i)] if self.theorem.least else []

    def factor_line(self, f: Factor) -> str:
        """The line that a factor is not negative, or 0."""
        d, i = self.d, self.i
        match f.name:
            case "‖z‖² > 0":
                return self.not_null()
            case "parallel":
                return self.parallel()
            case "in the ball":
                return self.within()
            case "Cauchy–Schwarz":
                return d.cite("cauchy-schwarz", a=self.vector("w"), b=self.vector("z"))
            case "separable" if self.problem.agnostic:
                return self.given("ξ")
            case "⟨u, 0⟩ ≤ 0":
                along, known = inner(u, self.vector("z")), self.given(said(self.null_guard()))
                return d.have(le(along, 0), d.cite("cauchy-schwarz", a=u, b=self.vector("z")), known)
            case "bounded examples" | "separable" as name:
                return d.at(name, i)
            case "ξ ≥ 0" | "mistake" | "right" as name:
                return self.given(name)
            case "bent":  # √n·(√n′ − √n)²
                bow, sign = self.theorem.rate(i + 1) - self.theorem.rate(i), d.at(f"√{self.problem.gain} ≥ 0", i)
                return d.have(ge(self.theorem.rate(i) * bow**2, 0), by=certificate(product(sign, square(bow))))
        if f.name in d.claims:
            return f.name
        if own := [g for g in self.row.guards if f"{g.of}" == f.name]:
            return self.given(said(own[0]))
        if f.name.startswith("ξ "):
            (c, below), t = self.problem.fraction(self.row.weights["z"], self.row), Fraction(f.name.removeprefix("ξ "))
            apart = gamma * t.denominator * self.term(c) - t.numerator * self.term(below) * xi(i)
            return d.have(ge(apart**2, 0), by=certificate(square(apart)))
        if f.name.startswith("‖"):
            v, _, share = f.name.removeprefix("‖").removesuffix("‖² ≥ 0").partition(" − ")
            less = Fraction(share.removesuffix("·x")) * self.vector("z") if share else Vector({})
            return d.square(self.vector(v) - less)
        if f.name.startswith("("):
            return d.have(ge(self.term(f.of), 0), by=certificate(square(self.term(root_of(f.of)))))
        return self.of_root(f)

    def of_root(self, f: Factor) -> str:
        """The line that a factor which bounds a root is not negative; its name begins with the root's."""
        d, (root, *rest) = self.d, f.name.split(" ")
        if root in self.rates:
            if rest == ["≥", "0"]:
                return d.at(f"√{self.problem.gain} ≥ 0", self.i + self.rates.index(root))
            known = [*self.root_facts(), *self.least]
        elif rest == ["≥", "0"]:
            return self.given(f"{self.names[root]} ≥ 0")
        else:
            beyond = [self.given(said(g)) for g in self.row.guards if f.name.endswith(f" beyond {g.of}")]
            known = [*beyond, *self.root_lines(root), *(f"{n} > 0" for n in self.problem.letters if beyond)]
            if rest == ["≤", "R"]:
                known += [d.at("bounded examples", self.i), *(["R > 0"] if self.problem.radius else [])]
        return d.have(ge(self.term(f.of), 0), *known)
