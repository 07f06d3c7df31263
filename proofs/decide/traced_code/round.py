"""One round of a traced learner: the claim about its potential, and the proof that a round by one row keeps the claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofs.decide.traced_code.facts import Facts, u
from proofs.decide.traced_code.facts import guard as said
from proofs.derive.authoring.arithmetic import atom
from proofs.derive.authoring.certificate import Multiple, Product, added_up, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, ge, gt, inner, le, poly, seq
from proofs.derive.semialgebraic.laurent import Rewriting
from proofs.derive.tracing.potential import ALONG, AT_REST, GAP, SLACK, START, Factor, Weights, root_of
from proofs.derive.tracing.table import GAMMA
from proofs.derive.tracing.universe import evaluate, letters_of
from proofs.kernel import Compare, Formula, Implies, Index, Polynomial, Vector
from proofs.statements.standard_facts import R, gamma, xi

GAPS = {
    "separable": 1,
    "ξ ≥ 0": 1,
    "⟨u, 0⟩ ≤ 0": 1,
    "⟨u, w⟩ kept": 1,
    "⟨u, w⟩ ≤ 0": 1,
    "⟨u, w⟩ ≥ 0": 1,
}  # how often γ is in what a factor is not below


@dataclass
class Claims(Facts):
    """The claims about the potential, for a number of rounds i.

    delta_line, least, kept    the lines that δ is not negative, that a counter is not below its start, and that `kept_claim` is true
    intervals                  the lines that numbers of the state stay in their intervals, by the names of the factors"""

    delta_line = least = kept = ""
    intervals: Mapping[str, str] = field(default_factory=dict)

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
        lost = self.per_loss * self.slack_sum(i) if self.found.slack else poly(0)
        return le(lowered, gamma**2 * self.begins + self.begins_away + lost)

    @property
    def begins_away(self) -> Polynomial:
        """γ²(A‖w(0)‖² + 2b‖w(0)‖/γ) for weights that start away from 0: at least what w adds to γ²Φ(0)."""
        f, far = self.found, self.problem.table.distance * gamma
        return self.constant(f.A) * far**2 + 2 * self.constant(f.b) * far

    @property
    def per_loss(self) -> Polynomial:
        """The coefficient of the losses in the claim."""
        return gamma ** (2 - self.problem.power) * self.constant(self.found.slack)

    def losses(self, share: Any) -> Polynomial:
        """A share of all losses; 0 if there is no slack."""
        return self.constant(share) * self.slack_sum() ** self.problem.power if share else poly(0)

    def gain_of(self, i: Index) -> Polynomial:
        """The gain that the potential bounds: the count, or the growth of the root of a counter."""
        return self.rate(i) - self.problem.begun if self.problem.gain else self.count(i)

    @cached_property
    def common_form(self) -> tuple[Any, tuple[Any, Any, Any]]:
        """The common factor of the sides of den·γ²·gained ≤ num + γ·losses·TD, and den, num and losses without it."""
        f = self.found
        sides = f.A * f.delta, f.reach**2, f.A * f.slack
        scale = sides[0] // f.bound.denom if not f.slack else sides[0].gcd(sides[1]).gcd(sides[2])
        return scale, (sides[0] // scale, sides[1] // scale, sides[2] // scale)

    def kept_claim(self, i: Index) -> Formula:
        """‖w‖² ≤ 0, or the bound on ‖w‖² that the potential uses."""
        w, kept = self.vector("w", i), self.found.kept
        if kept is None:
            return le(inner(w, w), 0)
        if kept.of == ALONG:
            return ge(self.share * inner(u, w) - gamma * inner(w, w), 0)
        return ge(self.share * seq(kept.of)(i) - inner(w, w), 0)

    @property
    def share(self) -> Polynomial:
        """The share of the bound on ‖w‖²."""
        kept = self.found.kept
        return poly(kept.share) * self.radius**kept.power if kept else poly(0)

    @property
    def radius(self) -> Polynomial:
        """The greatest length of an example."""
        return R if self.problem.radius else poly(1)

    def shorter(self, d: Derivation, sides: tuple[Polynomial, Polynomial], low: str, w: Vector, s: Polynomial, root: Sequence[str]) -> str:
        """The line A·γ·s ≤ B for s = ‖w‖, from the line A·γ²·‖w‖² ≤ B·γ·⟨u, w⟩ and those that s² = ‖w‖² and s ≥ 0."""
        A, B = sides
        signs = [self.prove_sign(d, ge(side, 0)) for side in sides]
        within = [product(2, "z", root[1]), product(d.cite("cauchy-schwarz", a=u, b=w)), product("unit comparator", d.square(w))]
        short = d.have(ge(s - inner(u, w), 0), by=certificate(strict("z", "z"), *within, multiple(1, root[0])))
        more = [product(signs[0], low), product(*signs, "positive margin", short), product(signs[1], "z")]
        return d.have(le(A * gamma * s, B), by=certificate(strict("z", "z"), *more, multiple(-(A**2) * gamma**2, root[0])))

    def prove_sign(self, d: Derivation, goal: Compare | Formula) -> str:
        names = [f.name for f in self.game() if isinstance(f.formula, Compare) and f.name not in ("positive margin", "unit comparator")]
        return d.have(goal, *names, *(f"{n} > 0" for n in (GAMMA, START) if n in self.problem.letters))


@dataclass
class Round:
    """The proved facts of round i, which follows row j, as the line `here` states."""

    theorem: Claims
    d: Derivation
    i: Index
    j: int
    here: str
    kept: str = ""  # the line that bounds ‖w‖² in this round

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
            null = self.row_fact(moves)
            parts += self.growth(null, theorem.point(i + 1), total, -tau * A * gamma**2 * scale)
            parts.append(multiple(2 * tau * b * gamma * B * scale, d.expand(null, u)))
        for n, c in f.numbers.items():
            new = self.clear(self.row.numbers[n])
            parts.append(multiple(-theorem.constant(c) * gamma**2 * scale * (B * seq(n)(i + 1) + new), self.row_fact(f"{n}′")))
        for v, c in f.vectors.items():
            parts += self.growth(
                self.row_fact(f"{v}′"), self.vector(v, i + 1), self.row.vectors[v], -theorem.constant(c) * gamma**2 * scale
            )
        if self.problem.gain:
            if len({*self.rates}) < 2:
                parts.append(multiple(-(gamma**2) * delta * B * B * scale, self.same_root()))
        elif not theorem.single:
            parts.append(product(self.counts(), theorem.delta_line, square(gamma * B * self.term(self.case.scale))))
        if f.slack:
            parts.append(multiple(theorem.per_loss * B * B * scale, self.row_fact("TD")))
        parts += self.weigh(f.weights[self.j], theorem.kept and d.at(theorem.kept, i))
        return self.close(goal, parts)

    def keeps(self, before: str) -> str:
        """The bound on ‖w‖² goes on, or ‖w‖² ≤ 0."""
        goal, kept = self.theorem.kept_claim(self.i + 1), self.theorem.found.kept
        if self.theorem.found.still and not self.case.null:
            if self.row.updates:
                return self.never(goal, before)
            equal = self.growth(self.row_fact("update"), self.vector("w", self.i + 1), self.row.weights, poly(-1))
            return self.close(goal, [product(before, square(self.term(self.case.below))), *equal])
        if self.case.null or kept is None:
            return self.no_round(goal, before)
        B, update, scale = self.term(self.case.below), self.row_fact("update"), self.term(self.case.scale) ** 2 * R**kept.more
        parts: list[Any] = [*self.growth(update, self.vector("w", self.i + 1), self.row.weights, -(gamma**2) * scale)]
        along = self.d.expand(update, u) if kept.of == ALONG else self.row_fact(f"{kept.of}′")
        parts.append(multiple(self.theorem.share * gamma ** (1 if kept.of == ALONG else 2) * B * scale, along))
        parts += self.weigh(kept.weights[self.j], before)
        return self.close(goal, parts, *["positive margin"] * (1 if kept.of == ALONG else 2), *["R > 0"] * kept.more)

    def never(self, goal: Formula, rests: str) -> str:
        """Anything, of a round whose guard fails where ‖w‖² ≤ 0, as the line `rests` states: there is none."""
        d, guard = self.d, self.problem.blocked(self.row)
        if guard is None:
            raise NotFound("an update may begin at w = 0")
        w, known = self.vector("w"), [self.row_fact(said(guard)), *(f"{n} > 0" for n in self.problem.letters)]
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

    def at_rest(self, null: str, sign: int) -> str:
        """±⟨v, w⟩ ≥ 0 in a round whose guard says that ‖w‖² or the counter that bounds it is 0, for v = u or v = z."""
        w, kept = self.vector("w"), self.theorem.found.kept
        of = ("w·w", kept.of) if kept else ("w·w",)
        guard = next(g for g in self.row.guards if g.signs == {0} and f"{g.of}" in of)
        known = [] if f"{guard.of}" == "w·w" else [self.kept]
        rests = self.d.have(le(inner(w, w), 0), self.row_fact(said(guard)), *known)
        return self.vanishes(w, u if null == ALONG else self.vector("z"), rests)[sign > 0]

    def close(self, goal: Formula, parts: Iterable[Any], *factors: str) -> str:
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
        """The products of a case with their weights, and multiples of its equations. `kept`: the bound on ‖w‖² in this round."""
        self.kept, own = kept, self.theorem.found.kept
        lines = {own.name: kept} if own else {}

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
                line = self.d.have(Compare(equation.p, "="), *known) if known else self.row_fact(self.names[name])
                yield multiple(-1 * multiplier, line)

    # -- lines of the round -----------------------------------------------------------------------------------------------------------

    def vector(self, name: str, i: Index | None = None) -> Vector:
        return self.theorem.vector(name, i or self.i)

    def term(self, p: Any) -> Polynomial:
        return self.theorem.term(p, self.i, self.case)

    def clear(self, e: Any) -> Polynomial:
        """An element times the case's common denominator."""
        return self.term(self.problem.clear(e, self.row, self.case.below))

    def row_fact(self, name: str) -> str:
        """A fact of the row."""
        if self.theorem.single:
            return self.d.at(name, self.i)
        taken = self.d.at(f"row {self.j + 1}: {name}", self.i)
        claim = self.d.claims[taken]
        if not isinstance(claim, Implies):
            raise TypeError(f"{taken} is no implication")
        here = self.here if self.d.claims[self.here] == claim.premise else self.d.have(claim.premise, self.here)
        return self.d.line("apply", claim.conclusion, [taken, here])

    def number_fact(self, n: str) -> str:
        """The new value of a number of the state, not multiplied by the denominator of the weights."""
        return self.row_fact(f"{n}′" if self.case.below.is_ground else f"{n}′ alone")

    def root_lines(self, *roots: str) -> list[str]:
        """That s² = p and s ≥ 0, of roots s that the code takes."""
        return [self.row_fact(self.names[root] + end) for root in roots for end in ("", " ≥ 0")]

    def root_facts(self) -> list[str]:
        """Of the root of the counter of the rates before and after the round: that they are roots, and how the counter moves."""
        n = self.problem.gain
        return [self.d.at(name, m) for m in (self.i, self.i + 1) for name in (f"√{n}", f"√{n} ≥ 0")] + [self.row_fact(f"{n}′")]

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

    def no_round(self, goal: Formula, kept: str = "") -> str:
        """Anything, of a round with the null vector, or with a multiple of the weights, of which `kept` is the bound: there is none."""
        if self.case.null == "parallel":
            return self.parallel(goal, kept or self.d.at(self.theorem.kept, self.i))
        nothing = self.row_fact(said(self.null_guard()))
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

    def parallel(self, goal: Formula, kept: str) -> str:
        """Anything, where ⟨w, z⟩ ≤ 0 and v = ‖w‖²z − ⟨w, z⟩w is null: ⟨u, v⟩² ≤ 0, but ⟨u, v⟩ ≥ γ‖w‖² since ⟨u, w⟩ ≥ 0."""
        d, w, z, problem = self.d, self.vector("w"), self.vector("z"), self.problem
        E, m = problem.pair("w", "w"), problem.pair("w", "z")
        guards = {problem.lift(g.of): self.row_fact(said(g)) for g in self.row.guards}
        equal, long, wrong = next((p, line) for p, line in guards.items() if p.degree(m) == 2), guards[E], guards[m]
        null = inner(w, w) * z - inner(w, z) * w
        short, apart = d.cite("cauchy-schwarz", a=u, b=null), 1 if equal[0].coeff(m**2) < 0 else -1
        vanishes = d.have(
            ge(-(inner(u, null) ** 2), 0),
            by=certificate(strict("z"), product(short), multiple(-apart * inner(u, u) * inner(w, w), equal[1])),
        )
        share = d.have(gt(self.theorem.share, 0), *(["R > 0"] if problem.radius else []))
        along = d.have(ge(inner(u, w), 0), by=certificate(strict("z", share), product(kept), product("positive margin", long)))
        far = [product(long, d.at("separable", self.i)), product(wrong, along)]
        beyond = d.have(ge(inner(u, null) - gamma * inner(w, w), 0), by=certificate(strict("z"), *far))
        sure = d.have(gt(inner(u, null), 0), by=certificate(strict("positive margin", long), product("z"), product(beyond)))
        return d.have(goal, by=certificate(strict(sure, sure), product(vanishes)))

    def positive(self) -> str:
        """below² > 0, and so for the scale of the case."""
        known = [self.row_fact(said(g)) for g in self.row.guards if 0 not in g.signs]
        known += self.root_facts() if self.rates else []
        known += self.root_lines(*(root for root in self.names if root not in self.rates))
        known += [self.d.square(self.vector("z")), self.d.square(self.vector("w")), *self.least]
        known += [f"{n} > 0" for n in self.problem.letters]
        known += [self.d.at(line, self.i) for line in self.theorem.intervals.values()]
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
            case "in the ball":
                return self.within()
            case "Cauchy–Schwarz":
                return d.cite("cauchy-schwarz", a=self.vector("w"), b=self.vector("z"))
            case "separable" if self.problem.agnostic:
                return self.row_fact("ξ")
            case "⟨u, 0⟩ ≤ 0":
                along, known = inner(u, self.vector("z")), self.row_fact(said(self.null_guard()))
                return d.have(le(along, 0), d.cite("cauchy-schwarz", a=u, b=self.vector("z")), known)
            case "bounded examples" | "separable" as name:
                return d.at(name, i)
            case "ξ ≥ 0" | "mistake" | "right" as name:
                return self.row_fact(name)
            case "bent":  # √n·(√n′ − √n)²
                bow, sign = self.theorem.rate(i + 1) - self.theorem.rate(i), d.at(f"√{self.problem.gain} ≥ 0", i)
                return d.have(ge(self.theorem.rate(i) * bow**2, 0), by=certificate(product(sign, square(bow))))
        if f.name in AT_REST:
            return self.at_rest(*AT_REST[f.name])
        if f.name in self.theorem.intervals:
            return d.at(self.theorem.intervals[f.name], i)
        if f.name in d.claims:
            return f.name
        if own := [g for g in self.row.guards if f"{g.of}" == f.name]:
            return self.row_fact(said(own[0]))
        if f.name.startswith("ξ "):
            (c, below), t = self.problem.step(self.row), Fraction(f.name.removeprefix("ξ "))
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
        elif rest == ["kept"]:
            w, share = self.vector("w"), self.theorem.share
            goal = le(gamma**2 * inner(w, w), gamma * share * inner(u, w))
            low = d.have(goal, by=certificate(strict("z"), product("positive margin", self.kept)))
            return self.theorem.shorter(d, (poly(1), share), low, w, self.theorem.root(root, self.i, self.case), self.root_lines(root))
        elif rest == ["≥", "0"]:
            return self.row_fact(f"{self.names[root]} ≥ 0")
        else:
            beyond = [self.row_fact(said(g)) for g in self.row.guards if f.name.endswith(f" beyond {g.of}")]
            known = [*beyond, *self.root_lines(root), *(f"{n} > 0" for n in self.problem.letters if beyond)]
            if rest == ["≤", "R"]:
                known += [d.at("bounded examples", self.i), *(["R > 0"] if self.problem.radius else [])]
        return d.have(ge(self.term(f.of), 0), *known)
