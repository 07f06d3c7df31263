"""The theorem about a table: the potential never rises, by induction over the rounds that change something or are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.decide.range_facts import per_gamma
from proofs.decide.traced_code.facts import N, guard, split, u
from proofs.decide.traced_code.round import Claims, Round
from proofs.derive.authoring.certificate import Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, gt, inner, le, poly, real, seq
from proofs.derive.tracing.potential import ALONG, START
from proofs.derive.tracing.table import GAMMA
from proofs.derive.tracing.universe import is_ground, letters_of
from proofs.kernel import Formula, Index, Polynomial
from proofs.statements.standard_facts import M, R, gamma
from proofs.statements.statement import Statement


@dataclass
class TracedTheorem(Claims):
    """The facts of a table, and the proof of the bound that the potential gives."""

    def line(self, d: Derivation) -> str:
        """The line A·δ·γ²·count ≤ b² + A·γ²·Φ(0), in lowest terms."""
        if self.problem.radius:
            d.have(gt(R**2, 0), by=certificate(strict("R > 0", "R > 0"), product("z")), name="R² > 0")
        if GAMMA in self.problem.letters:
            d.have(gt(gamma, 0), "positive margin", name=f"{GAMMA} > 0")
        if START in self.problem.letters:
            d.have(gt(self.problem.table.distance * gamma, 0), "positive margin", name=f"{START} > 0")
        self.least = self.rises(d, lambda i: poly(0)) if self.problem.gain and self.problem.begun else ""
        self.delta_line = self.prove_sign(d, ge(self.constant(self.found.delta), 0))
        self.intervals = dict(self.stay(d))
        self.kept = self.keeps(d) if self.found.kept or self.found.still else ""
        always = d.induction(self.claim, lambda: self.base(d), lambda i, before: self.step(d, i, before, Round.lowers), upto=self.rounds)
        last = self.last = d.at(always, self.rounds)
        f, at = self.found, self.rounds
        A, b = self.constant(f.A), self.constant(f.b)
        joined = d.square(A * gamma * self.point(at) - b * u)
        parts: list[Any] = [self.times(f.A, last), joined, product("unit comparator", square(b))]
        squares: list[Any] = [(c, square(seq(n)(at))) for n, c in f.numbers.items()]
        squares += [(c, d.square(self.vector(v, at))) for v, c in f.vectors.items()]
        parts += [Product(w, (*factors, own, square(gamma))) for c, own in squares for w, factors in self.weigh_terms(f.A * c)]
        losses = A * gamma**self.problem.power * self.losses(f.slack)
        parts += [multiple(A * self.constant(f.slack), "H2_all")] if f.slack and self.problem.power == 2 else []
        goal = le(
            A * self.constant(f.delta) * gamma**2 * self.gain_of(at), self.constant(f.reach) ** 2 + A * gamma**2 * self.begins + losses
        )
        line = self.lowest(d, d.have(goal, by=certificate(*parts)))
        return self.squared_line(d, line) if self.problem.gain else line

    def length_line(self, d: Derivation, count: str) -> str:
        """The line A·γ·W ≤ 2b, after `line`: A·‖w‖² ≤ 2b⟨u, w⟩/γ, and ⟨u, w⟩ ≤ W. Raises NotFound if the potential is not of w alone."""
        f, w, W = self.found, self.vector("w", self.rounds), real("W")
        if self.problem.gain or self.problem.ahead or f.slack or f.still or self.begins.terms or START in self.problem.letters:
            raise NotFound("the potential does not bound the length of w")
        A, b = self.constant(f.A), self.constant(f.b)
        squares: list[Any] = [(c, square(seq(n)(self.rounds))) for n, c in f.numbers.items()]
        squares += [(c, d.square(self.vector(v, self.rounds))) for v, c in f.vectors.items()]
        parts = [Product(size, (*factors, own, square(gamma))) for c, own in squares for size, factors in self.weigh_terms(c)]
        falls = product(self.delta_line, count, square(gamma))
        along = le(A * gamma**2 * inner(w, w), 2 * b * gamma * inner(u, w))
        low = d.have(along, by=certificate(product(self.last), falls, *parts))
        return self.shorter(d, (A, 2 * b), low, w, W, ("W", "W ≥ 0"))

    def squared_line(self, d: Derivation, line: str) -> str:
        """den²γ⁴·count ≤ num·(num + 2·den·γ²·√n₀), from the line den·γ²·(√n − √n₀) ≤ num, since the counter n rises with the count."""
        n, at, begun = self.problem.gain, self.rounds, self.problem.begun
        counted = d.at(self.rises(d, self.count), at)
        den, num, _ = map(self.constant, self.common_form[1])
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
            return d.have(claim(here.i + 1), before, here.row_fact(f"{n}′"), *([here.counts()] if counted else []))

        def base() -> str:
            return d.have(claim(Index(None)), f"{n} starts", *(["count starts"] if counted else []))

        return d.induction(claim, base, lambda i, before: self.step(d, i, before, grow), upto=self.rounds)

    def stay(self, d: Derivation) -> Iterator[tuple[str, str]]:
        """By the names of the factors: the lines that a number of the state stays in its interval, in every round."""
        proofs = (of.weights for of in (self.found, self.found.kept) if of is not None)
        used = {f.name for weights in proofs for products, _ in weights for _, factors in products for f in factors}
        below = {name for case in self.cases for name in letters_of(case.below * (case.scale or 1))}
        for n, (low, high) in self.problem.intervals.items():
            known: list[str] = []
            ends = ((f"{n} ≥ {low}", -low, 1), (f"{n} ≤ {high}", high, -1))
            for name, end, sign in ends:
                if end is not None and (n in below or used & {name, ends[1][0]}):  # the upper end may need the lower one
                    known.append(self.stays(d, n, end, sign, known))
                    yield name, known[-1]

    def stays(self, d: Derivation, n: str, end: Fraction, sign: int, known: Sequence[str]) -> str:
        """end ± n ≥ 0 in every round, from the guards on n alone and from lines that are known."""

        def claim(i: Index) -> Formula:
            return ge(end + sign * seq(n)(i), 0)

        def move(here: Round, before: str) -> str:
            if here.case.null == "null":
                return here.no_round(claim(here.i + 1))
            own = [here.row_fact(guard(g)) for g in here.row.guards if letters_of(g.of) == {n}]
            return d.have(claim(here.i + 1), before, here.number_fact(n), *own, *(d.at(line, here.i) for line in known))

        known = tuple(known)
        return d.induction(
            claim, lambda: d.have(claim(Index(None)), f"{n} starts"), lambda i, before: self.step(d, i, before, move), upto=self.rounds
        )

    def times(self, p: Any, line: str) -> Product:
        ((weight, factors),) = self.weigh_terms(p)
        return Product(weight, (*factors, line))

    def weigh_terms(self, p: Any) -> list[tuple[Fraction, tuple[Any, ...]]]:
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
        scale, sides = self.common_form
        if self.begins.terms or scale == 1:
            return line
        positive = self.prove_sign(d, gt(self.constant(scale), 0))
        den, num, losses = self.constant(sides[0]), self.constant(sides[1]), self.losses(sides[2])
        goal = le(den * gamma**2 * self.gain_of(self.rounds), num + gamma**self.problem.power * losses)
        return d.have(goal, by=certificate(strict("z", positive), product(line)))

    def solve_for_count(self, d: Derivation, line: str, posed: Statement) -> str:
        """count ≤ num/(den·γ²) + losses·TD/(den·γ) from the line den·γ²·count ≤ num + γ·losses·TD, if the bound has a name for 1/den."""
        count, sides = self.count(self.rounds), self.common_form[1]
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
            return d.have(ge(self.slack_sum(here.i + 1), 0), before, *map(here.row_fact, ("TD", *slack)))

        def claim(i: Index) -> Formula:
            return ge(self.slack_sum(i), 0)

        always = d.induction(
            claim, lambda: d.have(claim(Index(None)), "TD starts"), lambda i, before: self.step(d, i, before, grow), upto=self.rounds
        )
        return d.at(always, self.rounds)

    def relations(self, d: Derivation, n: str) -> Iterator[str]:
        """By how much at most, and at least, a number of the state has risen for each counted round."""
        now = self.problem.table.universe.generators[n]
        risen = [(case.row.numbers[n] - now, case.counted) for case in self.cases if not case.null]
        if not all(is_ground(e) for e, _ in risen):
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
            known = [before, here.row_fact(f"{n}′")]
            if not self.single:
                signs = (f"row {j + 1} ≥ 0" for j in range(len(self.cases)))
                known += [here.here, *(d.at(name, here.i) for name in ("count", "one row", *signs))]
            return d.have(claim(here.i + 1), *known)

        return d.induction(claim, base, lambda i, before: self.step(d, i, before, grow), upto=self.rounds)

    def base(self, d: Derivation) -> str:
        f, equations = self.found, list[Any]()
        if far := self.problem.table.distance:
            w, A, b = self.vector("w", Index(None)), self.constant(f.A), self.constant(f.b)
            signs = [self.prove_sign(d, ge(A, 0)), self.prove_sign(d, ge(b, 0))]
            short = [product(d.cite("cauchy-schwarz", a=u, b=w)), product("unit comparator", d.square(w)), product("start")]
            back = d.have(ge(far + inner(u, w), 0), by=certificate(strict("z", "z"), product(2 * far, "z"), *short))
            equations += [product(signs[0], "start", square(gamma)), product(2, signs[1], "positive margin", back)]
        for tau, null in (
            *([] if far else [(Fraction(1), "zero start")]),
            *((tau, f"{v} starts") for v, tau in self.problem.ahead.items()),
        ):
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
        """The line that ‖w‖² has its bound in every round, or that ‖w‖² ≤ 0."""
        kept = self.found.kept

        def base() -> str:
            w = self.vector("w", Index(None))
            if kept is None:
                return d.have(self.kept_claim(Index(None)), by=certificate(strict("z"), multiple(-1, d.expand("zero start", w))))
            known = f"{kept.of} starts" if kept.of != ALONG else d.expand("zero start", u)
            ahead = kept.share * self.problem.table.start.get(kept.of, 0)
            start: list[Any] = [Product(ahead, ("R > 0",) * kept.power)] if ahead else []
            start += [multiple(self.share, known), multiple(-gamma if kept.of == ALONG else -1, d.expand("zero start", w))]
            return d.have(self.kept_claim(Index(None)), by=certificate(strict("z"), *start))

        return d.induction(self.kept_claim, base, lambda i, before: self.step(d, i, before, Round.keeps), upto=self.rounds)

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
