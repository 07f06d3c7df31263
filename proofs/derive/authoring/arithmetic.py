"""From the lines of a derivation to Laurent polynomials, and back to a `certificate` step.

An `Arithmetic` is given the lines to try, the names that are not negative with the line of each, the reciprocals, and a reading of the
equations. `prove` then adds a line to the derivation or raises `NotFound`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, Generic, Protocol, TypeVar

from proofs.derive.authoring.certificate import Certificate, Product, added_up, multiple, product, square, strict
from proofs.derive.authoring.certificate import certificate as written
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.semialgebraic.laurent import Atom, Laurent, Monomial, RewriteRule, Rewriting, Ring, atoms, plus
from proofs.derive.semialgebraic.search import PolynomialFact, RingCertificate, Term, certificate
from proofs.kernel import Compare, Formula, Polynomial, Step
from proofs.system.work_clock import work_time


@dataclass(frozen=True)
class Sign:
    """The line that says a name is ≥ 0, or > 0 (`strict`)."""

    line: str
    strict: bool


@dataclass(frozen=True)
class Denominator:
    """q·p = 1 for a sum p > 0: the name q, the sum, the line q·p = 1 and the line q > 0."""

    q: Atom
    p: Polynomial
    equation: str
    positive: str


class Lines(Protocol):
    """The derivation's methods that this module calls; it does not import the derivation's module, which calls this one where products do
    not suffice."""

    claims: dict[str, Formula]
    steps: list[Step]
    hypotheses: tuple[tuple[str, Formula], ...]

    def have(self, claim: Formula, *using: str, name: str | None = None, note: str = "", by: Certificate | None = None) -> str: ...


D = TypeVar("D", bound=Lines)


@dataclass
class Arithmetic(Generic[D]):
    """The derivation's methods that the search may call."""

    derivation: D
    signs: dict[Atom, Sign] = field(default_factory=dict)
    reciprocals: dict[Atom, Atom] = field(default_factory=dict)  # q -> g, where q·g = 1
    rewriting: Rewriting = field(default_factory=Rewriting)
    facts: dict[str, None] = field(default_factory=dict)  # the lines worth trying, in that order
    denominators: list[Denominator] = field(default_factory=list)  # reciprocals of sums, which a claim is multiplied by
    until: float = math.inf  # the work time at which each search ends

    # -- what is known ---------------------------------------------------------------------------------------------------------------

    def sign(self, of: Polynomial, line: str) -> None:
        """The line says that this name is ≥ 0 or > 0."""
        self.signs[atom(of)] = Sign(line, compare_claim(self.derivation.claims[line]).relation == ">")

    def reciprocal(self, q: Polynomial, g: Polynomial, line: str) -> None:
        """The line says q·g = 1."""
        self.reciprocals[atom(q)] = atom(g)
        self.equation(line, q * g)

    def equation(self, line: str, lead: Polynomial) -> None:
        """The line is an equation; `lead` is the monomial to replace."""
        ((monomial, _),) = lead.terms.items()
        self.rewriting.add(line, compare_claim(self.derivation.claims[line]).left, dict(monomial))

    def fact(self, *lines: str) -> None:
        self.facts.update(dict.fromkeys(lines))

    # -- the search ------------------------------------------------------------------------------------------------------------------

    def prove(self, claim: Formula, seconds: float = 20, using: Iterable[str] | None = None, note: str = "") -> str:
        """A line of the claim, a comparison, with denominators cleared where it has some. Raises NotFound."""
        goal = compare_claim(claim)
        for denominator in self.denominators:
            if denominator.q in atoms(goal.left):
                return self._clear(goal, denominator, seconds, using, note)
        return self._search(goal, seconds, using, note)

    def _clear(self, goal: Compare, by: Denominator, seconds: float, using: Iterable[str] | None, note: str) -> str:
        """Σ cⱼqʲ ≥ 0 from Σ cⱼpⁿ⁻ʲ ≥ 0, which is pⁿ times as much: their difference is a multiple of qp − 1."""
        parts = by_power(goal.left, by.q)
        n, q = max(parts), Polynomial.atom(by.q)
        multiplied = sum((c * by.p ** (n - j) for j, c in parts.items()), Polynomial({}))
        line = self.prove(Compare(multiplied, goal.relation), seconds, using)
        rest = sum((c * q**j * (q * by.p) ** i for j, c in parts.items() for i in range(n - j)), Polynomial({}))
        scaled, equation = (line, *[by.positive] * n), multiple(-rest, by.equation)
        products = [strict("z"), product(*scaled)] if goal.relation == ">=" else [strict(*scaled), product("z")]
        return self.derivation.have(goal, note=note, by=written(*products, equation))

    def _search(self, goal: Compare, seconds: float, using: Iterable[str] | None, note: str) -> str:
        deadline = min(work_time() + seconds, self.until)
        lines = list(self.facts if using is None else using)
        known = {*lines, *(name for name, _ in self.derivation.hypotheses)}
        for name in known:
            if self.derivation.claims.get(name) == goal:
                return name
        world = _World(self, goal, lines)
        proof = certificate(world.ring, world.goal, goal.relation == ">", tuple(world.facts.values()), deadline)
        if proof is None:
            from proofs.derive.typesetting.sentences import print_formula

            raise NotFound(f"not shown: {print_formula(goal)}")
        return self.derivation.have(goal, note=note, by=world.for_kernel(proof, goal))


def atom(p: Polynomial) -> Atom:
    """The atom that a polynomial consists of."""
    ((monomial, _),) = p.terms.items()
    ((only, _),) = monomial
    return only


def by_power(p: Polynomial, of: Atom) -> dict[int, Polynomial]:
    """p as a polynomial in one atom: its coefficients by exponent."""
    parts: dict[int, dict[frozenset[tuple[Atom, int]], Fraction]] = {}
    for m, c in p.terms.items():
        power = dict(m).get(of, 0)
        parts.setdefault(power, {})[frozenset((a, e) for a, e in m if a != of)] = c
    return {power: Polynomial(terms) for power, terms in parts.items()}


def compare_claim(claim: Formula) -> Compare:
    if not isinstance(claim, Compare):
        raise TypeError("arithmetic knows comparisons only")
    return claim


class _World:
    """One claim and its facts as Laurent polynomials."""

    def __init__(self, arithmetic: Arithmetic[Any], goal: Compare, lines: list[str]) -> None:
        claims = arithmetic.derivation.claims
        normal = {name: arithmetic.rewriting.normal(compare_claim(claims[name]).left) for name in lines}
        aim = arithmetic.rewriting.normal(goal.left)
        self.arithmetic, self.atoms = arithmetic, _variables(arithmetic, [aim, *normal.values()])
        self.ring, self.goal = _ring(arithmetic, self.atoms), _laurent(arithmetic, aim, self.atoms)
        self.facts: dict[object, PolynomialFact] = {}
        for name, p in normal.items():
            value = _laurent(arithmetic, p, self.atoms)
            if value and not _is_sign(self.ring, value):
                self.facts.setdefault(frozenset(value.items()), PolynomialFact(name, value, compare_claim(claims[name]).relation == ">"))

    def for_kernel(self, proof: RingCertificate, goal: Compare) -> Certificate:
        """The certificate as the kernel reads it."""
        parts = [strict(*["z"] * proof.power, *proof.names, *self._factors(proof.monomial)), *map(self._product, proof.terms)]
        left = {name: claim.left for name, claim in self.arithmetic.derivation.claims.items() if isinstance(claim, Compare)}
        rest, multipliers = self.arithmetic.rewriting.divide(added_up(written(*parts).data, left | {"z": -goal.left}))
        if rest.terms:
            raise NotFound("the certificate does not vanish by the equations at hand")
        return written(*parts, *(multiple(-m, name) for name, m in multipliers.items() if m.terms))

    def _product(self, term: Term) -> Product:
        """A weight, lines, and the square of the rest of a monomial ≥ 0 times the root."""
        odd = [self.arithmetic.signs[a].line for a, e in self._powers(term.sign) if e % 2]
        root = prod((Polynomial.atom(a) ** (e // 2) for a, e in self._powers(term.sign)), start=self._polynomial(term.root))
        return Product(term.weight, (*term.names, *odd, *([] if root == Polynomial.of(1) else [square(root)])))

    def _factors(self, m: Monomial) -> list[str]:
        """A monomial > 0 as factors, each the line that says so."""
        return [name for a, e in self._powers(m) for name in [self.arithmetic.signs[a].line] * e]

    def _polynomial(self, p: Laurent) -> Polynomial:
        parts = (prod((Polynomial.atom(a) ** e for a, e in self._powers(m)), start=Polynomial.of(c)) for m, c in p.items())
        return sum(parts, Polynomial({}))

    def _powers(self, m: Monomial) -> list[tuple[Atom, int]]:
        """The names of a monomial with positive exponents, reciprocals by their own name."""
        inverse = {g: q for q, g in self.arithmetic.reciprocals.items()}
        return [(a, e) if e > 0 else (inverse[a], -e) for a, e in zip(self.atoms, m, strict=True) if e]


def _variables(arithmetic: Arithmetic[Any], polynomials: list[Polynomial]) -> tuple[Atom, ...]:
    """The atoms that occur, and those that the equations of their roots bring with them; never a reciprocal."""
    variables = dict.fromkeys(arithmetic.reciprocals.get(a, a) for a in atoms(*polynomials))
    grown = True
    while grown:
        before = len(variables)
        for equation in arithmetic.rewriting.equations:
            if len(equation.lead) == 1 and set(equation.lead) <= variables.keys() and max(equation.lead.values()) > 1:
                more = atoms(arithmetic.rewriting.normal(equation.rest))
                variables.update(dict.fromkeys(arithmetic.reciprocals.get(a, a) for a in more))
        grown = len(variables) > before
    return tuple(variables)


def _ring(arithmetic: Arithmetic[Any], names: tuple[Atom, ...]) -> Ring:
    place = {a: i for i, a in enumerate(names)}
    signs = {place[a]: s for a, s in arithmetic.signs.items() if a in place}
    rules = []
    for equation in arithmetic.rewriting.equations:
        rest = arithmetic.rewriting.normal(equation.rest)
        if set(equation.lead) <= place.keys() and set(_variables(arithmetic, [rest])) <= place.keys():
            rules.append(RewriteRule(tuple(equation.lead.get(a, 0) for a in names), _laurent(arithmetic, rest, names)))
    return Ring(
        size=len(names),
        invertible=frozenset(place[g] for g in arithmetic.reciprocals.values() if g in place),
        nonnegative=frozenset(signs),
        positive=frozenset(i for i, s in signs.items() if s.strict),
        rules=tuple(rules),
    )


def _laurent(arithmetic: Arithmetic[Any], p: Polynomial, names: tuple[Atom, ...]) -> Laurent:
    place = {a: i for i, a in enumerate(names)}
    laurent: Laurent = {}
    for m, c in p.terms.items():
        exponents = [0] * len(names)
        for a, e in m:
            inverse = a in arithmetic.reciprocals
            exponents[place[arithmetic.reciprocals[a] if inverse else a]] += -e if inverse else e
        laurent = plus(laurent, {tuple(exponents): c})
    return laurent


def _is_sign(ring: Ring, p: Laurent) -> bool:
    """One monomial of non-negative variables: its sign lines say the same."""
    return len(p) == 1 and all(c > 0 and all(i in ring.nonnegative for i, e in enumerate(m) if e) for m, c in p.items())
