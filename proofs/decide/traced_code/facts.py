"""A table and its potential as facts: the actions of a learner's code in a round, as hypotheses of a theorem, in words and as kernel
formulas.

With one row that is always counted, the k-th update is round k, as on the pages of the catalogue.  With more rows a number row(k) of 0 or 1
says for each whether round k is by it, and the count adds up those that are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofs.conjecture.pretty import named
from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, le, nat, null, number, poly, real, seq, vec, vseq
from proofs.derive.tracing.potential import ALONG, RADIUS, START, Case, Potential
from proofs.derive.tracing.problem import Problem
from proofs.derive.tracing.table import GAMMA, Row
from proofs.derive.tracing.universe import SIGNS, Guard, evaluate
from proofs.kernel import Compare, Formula, Index, Polynomial, Vector
from proofs.statements.standard_facts import M, R, gamma, positive_margin, unit_comparator, xi
from proofs.statements.statement import Fact

k, N = nat("k"), nat("N")
u = vec("u")
FAR = "γ‖w(0)‖"


def letter(name: str) -> Polynomial:
    """The kernel term of a letter of the learner, which has its Greek name."""
    return real(named(name))


@dataclass
class Facts:
    """The facts of a problem and the potential that solves it."""

    problem: Problem
    found: Potential
    length: bool = False  # whether W, the length of the final weights, has a name

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

    def slack_sum(self, i: Index | int | None = None) -> Polynomial:
        """The sum of the slacks of the first i rounds, or of their squares; without i the quantity of the run by its name."""
        if self.problem.power == 2:
            return real("H2_all") if i is None else seq("Q")(Index(None, i) if isinstance(i, int) else i)
        return seq(self.problem.losses)(self.rounds if i is None else Index(None, i) if isinstance(i, int) else i)

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
        rates = self.problem.rates(case.row) or ()
        of_rates = {root: f"√{named(self.problem.gain)}{'′' * rates.index(root)}" for root in rates}
        return {f"√{i}": known[p] for i, p in enumerate(case.row.roots)} | of_rates

    def atoms(self, i: Index, case: Case | None) -> dict[str, Polynomial]:
        """The kernel term of each generator in round i."""
        universe = self.problem.table.universe
        atoms = {name: inner(self.vector(a, i), self.vector(b, i)) for (a, b), name in universe.pairs.items()}
        atoms |= {n: seq(n)(i) for n in self.problem.state} | {n: letter(n) for n in self.problem.letters}
        atoms |= {ALONG: inner(u, self.vector("w", i)), RADIUS: R, START: self.problem.table.distance * gamma}
        return atoms | ({} if case is None else {root: self.root(root, i, case) for root in self.roots(case)})

    def root(self, root: str, i: Index, case: Case) -> Polynomial:
        """The kernel term of a root of a case in round i."""
        rates = self.problem.rates(case.row) or ()
        return self.rate(i + rates.index(root)) if root in rates else seq(self.roots(case)[root])(i)

    def rate(self, i: Index | int) -> Polynomial:
        """The root of the counter of the rates."""
        return seq(f"√{named(self.problem.gain)}")(Index(None, i) if isinstance(i, int) else i)

    def term(self, p: Any, i: Index, case: Case | None = None) -> Polynomial:
        """A polynomial of the table or of the problem as a kernel term of round i."""
        return poly(evaluate(p, self.atoms(i, case)))

    def constant(self, p: Any) -> Polynomial:
        """A polynomial in R² and the letters."""
        return self.term(p, Index(None))

    # -- facts --------------------------------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The table as facts, and the game's facts."""
        length = self.final_length() if self.length else ()
        return (*self.starts(), *self.by_row(), *(() if self.single else self.counting()), *length, *self.game())

    def starts(self) -> Iterator[Fact]:
        w, far = self.vector("w", Index(None)), self.problem.table.distance
        if far:
            yield Fact("start", f"the weights start at a length of {far} at most", le(inner(w, w), far**2))
        else:
            yield Fact("zero start", "the weights start at 0", null(w))
        if self.problem.agnostic:
            yield Fact("TD starts", "losses are a sum of slacks, or of their squares", eq(self.slack_sum(0), 0))
            if self.problem.power == 2:
                words = "H2_all is the root of the sum of the squares of ξ/γ"
                yield Fact("H2_all", words, eq(gamma**2 * self.slack_sum() ** 2, self.slack_sum(self.rounds)))
        for v in self.problem.moved:
            yield Fact(f"{v} starts", f"{v} starts at 0", null(self.vector(v, Index(None))))
        if n := self.problem.gain:
            yield Fact(f"√{n} ≥ 0", f"√{named(n)} is a root", every(k, ge(self.rate(k), 0)))
            yield Fact(f"√{n}", f"the square of √{named(n)} is {named(n)}", every(k, eq(self.rate(k) ** 2, seq(n)(k))))
        for n in self.problem.state:
            value = self.problem.table.start[n]
            yield Fact(f"{n} starts", f"{n} starts at {value}", eq(seq(n)(0), value))

    def final_length(self) -> Iterator[Fact]:
        w = self.vector("w", self.rounds)
        yield Fact("W ≥ 0", "W is a length", ge(real("W"), 0))
        yield Fact("W", "W is the length of the final weights", eq(real("W") ** 2, inner(w, w)))

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
            if f"√{i}" in (self.problem.rates(row) or ()):
                continue
            name = roots[f"√{i}"]
            yield f"{name} ≥ 0", f"{name} is a root", ge(seq(name)(k), 0)
            yield name, f"{name}² is {self.words(p, case)}", eq(seq(name)(k) ** 2, self.term(p, k, case))
        for g in row.guards:
            for relation, p in side(g.of, g.signs):
                sign = {">=": "≥", ">": ">", "=": "="}[relation]
                yield (guard(g), f"{self.words(p, case)} {sign} 0 ({g.line})", Compare(self.term(p, k, case), relation))
        if self.problem.count == "mistakes":
            p = self.problem.lift(row.inner.numer) * self.problem.lift(row.inner.denom)
            score = self.term(p, k, case)
            said = self.words(p, case)
            yield ("mistake", f"{said} ≤ 0", le(score, 0)) if case.counted else ("right", f"{said} ≥ 0", ge(score, 0))
        if self.problem.agnostic:
            words = f"the losses of {'updates' if self.problem.losses == 'TD' else 'all rounds'} grow by a slack, or by its square"
            if missing := self.problem.missing(row):
                yield "ξ ≥ 0", "a slack is not negative", ge(xi(k), 0)
                yield "ξ", "a slack makes up for what is missing from the margin", ge(xi(k), gamma - inner(u, self.vector("z", k)))
            yield "TD", words, eq(self.slack_sum(k + 1), self.slack_sum(k) + (xi(k) ** self.problem.power if missing else 0))
        yield "update", f"w′ = {self.combination(row.weights, case)}", null(self.vector_difference("w", row.weights, case))
        for v in self.problem.moved:
            yield f"{v}′", f"{v}′ = {self.combination(row.vectors[v], case)}", null(self.vector_difference(v, row.vectors[v], case))
        for n in self.problem.state:
            e = row.numbers[n]
            below, new = self.term(case.below, k, case), self.clear(e, case)
            if n == self.problem.gain:
                below, new = poly(1), self.term(self.problem.lift(e.numer), k, case)
            elif n in self.problem.table.kept and e.denom.is_ground:
                below, new = (self.term(self.problem.lift(p), k, case) for p in (e.denom, e.numer))
            yield f"{n}′", f"{n}′ = {e}", eq(below * seq(n)(k + 1), new)
            if n in self.problem.intervals and not case.below.is_ground:
                below, new = (self.term(self.problem.lift(p), k, case) for p in (e.denom, e.numer))
                yield f"{n}′ alone", f"{n}′ = {e}", eq(below * seq(n)(k + 1), new)

    def clear(self, e: Any, case: Case) -> Polynomial:
        """An element times the case's common denominator."""
        return self.term(self.problem.clear(e, case.row, case.below), k, case)

    def vector_difference(self, name: str, parts: Mapping[str, Any], case: Case) -> Vector:
        """below·v(k+1) − Σ c·(vectors of round k), which is null."""
        new = self.term(case.below, k, case) * self.vector(name, k + 1)
        for v, c in parts.items():
            new = new - self.clear(c, case) * self.vector(v, k)
        return new

    def words(self, p: Any, case: Case) -> str:
        """A polynomial as a reader writes it."""
        return spelt(p, self.roots(case))

    def combination(self, parts: Mapping[str, Any], case: Case) -> str:
        return combine(parts, self.roots(case))

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
            if n in (GAMMA, START):  # the margin of the game, which has a fact already, and a multiple of it
                continue
            yield Fact(f"{n} > 0", f"{n} is positive", gt(letter(n), 0))
        for j, p in enumerate(self.problem.caps if self.problem.capped else ()):
            yield Fact(f"cap {j + 1}", at_least(p), ge(self.constant(p), 0))
        for n, most in self.problem.conditions:
            yield Fact(f"{n} < {most}", f"{n} is less than {most}", gt(most, letter(n)))


def side(p: Any, signs: frozenset[int]) -> Iterator[tuple[str, Any]]:
    """The comparison with 0 that a set of signs is."""
    if signs == {0}:
        yield "=", p
    elif signs == {-1, 1}:
        yield ">", p**2
    elif signs != SIGNS:
        yield (">=" if 0 in signs else ">"), p if 1 in signs else -p


def split(problem: Problem, p: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
    """A polynomial in R and letters as a number and powers of factors, each positive at the values that the letters have."""
    lead, factors = p.factor_list()
    size, powers = Fraction(int(lead.numerator), int(lead.denominator)), []
    at = {RADIUS: Fraction(1)} | {n: problem.values.get(n, Fraction(1)) for n in problem.letters}
    for factor, power in factors:
        if evaluate(factor, at) < 0:
            factor, size = -factor, size * (-1) ** power
        powers.append((factor, power))
    return size, powers


def spelt(p: Any, roots: Mapping[str, str] | None = None) -> str:
    """A polynomial or a fraction as a reader writes it: ‖w‖² for w·w, R² for R**2, added terms before subtracted ones."""
    if hasattr(p, "numer"):
        over = spelt(p.denom, roots)
        above = spelt(p.numer, roots)
        return above if over == "1" else f"{wrap(above)}/{wrap(over, product=True)}"
    names = [said_name(symbol.name, roots or {}) for symbol in p.ring.symbols]
    return sum_text(p, names, power, "·", lambda term: term[1] < 0).replace("-", "−")


def at_least(p: Any) -> str:
    """The inequality p ≥ 0, with the subtracted terms on its right side."""
    added = p.ring.from_dict({m: c for m, c in p.terms() if c > 0})
    return f"{spelt(added)} ≥ {spelt(added - p)}"


def sum_text(p: Any, names: Sequence[str], raised: Callable[[str, int], str], times: str, order: Callable[[Any], Any]) -> str:
    """A polynomial as a sum of products of powers of these names, its terms in this order."""
    terms = []
    for m, c in sorted(p.terms(), key=order):
        factors = [raised(name, e) for name, e in zip(names, m, strict=True) if e]
        size = abs(Fraction(int(c.numerator), int(c.denominator)))
        terms.append(("- " if c < 0 else "+ ") + times.join([*([] if size == 1 and factors else [str(size)]), *factors]))
    text = " ".join(terms) or "0"
    return "-" + text.removeprefix("- ") if text.startswith("-") else text.removeprefix("+ ")


def said_name(name: str, roots: Mapping[str, str]) -> str:
    """A generator as a reader writes it."""
    if "·" not in name:
        return FAR if name == START else roots.get(name, named(name))
    a, b = name.split("·")
    if a == b:
        return f"‖{a if a != 'z' else 'x'}‖²"
    return f"y⟨{a if b == 'z' else b}, x⟩" if "z" in (a, b) else f"⟨{a}, {b}⟩"


def power(name: str, e: int) -> str:
    if e == 1:
        return name
    return f"{f'({name})' if name.endswith('²') or name == FAR else name}{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(e))}"


def wrap(text: str, product: bool = False) -> str:
    """A text in brackets if it is a sum, or for a divisor, a product."""
    return f"({text})" if any(sign in text.strip("−") for sign in (" + ", " − ", *(("·", "/") if product else ()))) else text


def factor(text: str) -> str:
    return f"({text})" if set(text) & set("/−+") else text


def combine(parts: Mapping[str, Any], roots: Mapping[str, str] | None = None) -> str:
    """A combination as a reader writes it."""
    names = {"z": "y·x"}
    written = []
    for v, c in parts.items():
        coefficient = spelt(c, roots)
        written.append(names.get(v, v) if coefficient == "1" else f"{factor(coefficient)}·{names.get(v, v)}")
    return " + ".join(written) or "0"


def guard(g: Guard) -> str:
    """A guard as a reader writes it."""
    relation = {(1,): "> 0", (0, 1): "≥ 0", (0,): "= 0", (-1,): "< 0", (-1, 0): "≤ 0", (-1, 1): "≠ 0"}[tuple(sorted(g.signs))]
    return f"{spelt(g.of)} {relation}"


def action(row: Row) -> str:
    """A row's action, in words."""
    if row.error:
        return f"ends in {row.error}"
    state = [f"{v}′ = {combine(c)}" for v, c in row.vectors.items() if c != {v: row.inner.field.one}]
    numbers = [(said_name(n, {}).replace("-", "−"), spelt(e)) for n, e in row.numbers.items()]
    state += [f"{n}′ = {e}" for n, e in numbers if e != n]
    parts = ([f"w′ = {combine(row.weights)}"] if row.updates else ["no update"]) + state
    return ", ".join(parts) + (f" with {', '.join(f'√{i} = √({spelt(p)})' for i, p in enumerate(row.roots))}" if row.roots else "")


def said_row(row: Row) -> str:
    """A row in mathematics."""
    labels = "" if row.labels == {1, -1} else f"y = {next(iter(row.labels)):+d}, "
    return f"if {labels}{', '.join(map(guard, row.guards)) or 'always'}: {action(row)}"
