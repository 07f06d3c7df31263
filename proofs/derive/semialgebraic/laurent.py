"""Polynomials reduced by equations: those of a search, in Laurent form, and the kernel's, with a record of those used.

Laurent polynomials over ℚ are in named variables.  The search works with them and not in the kernel's polynomials, because 1/γ is γ to the
power −1 here: one variable instead of two and an equation.  A monomial is the tuple of its exponents.

`Rewriting` reads the equations of a derivation from left to right, and records which multiples of them were used.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from proofs.kernel import Polynomial

Monomial = tuple[int, ...]
Laurent = dict[Monomial, Fraction]  # without zero coefficients
MOST_REWRITES = 10_000


class NoNormalForm(Exception):
    """The equations rewrite in circles, or for too long."""


def times_monomials(a: Monomial, b: Monomial) -> Monomial:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def monomial(exponents: Iterable[int], coefficient: Fraction | int = 1) -> Laurent:
    return {tuple(exponents): Fraction(coefficient)}


def plus(a: Laurent, b: Laurent, scale: Fraction | int = 1) -> Laurent:
    """a + scale·b"""
    total = dict(a)
    for m, c in b.items():
        if value := total.get(m, 0) + scale * c:
            total[m] = Fraction(value)
        else:
            total.pop(m, None)
    return total


def shift(p: Laurent, by: Monomial) -> Laurent:
    """p times a monomial."""
    return {times_monomials(m, by): c for m, c in p.items()}


def times(*factors: Laurent) -> Laurent:
    return reduce(_times, factors)


def _times(a: Laurent, b: Laurent) -> Laurent:
    total: Laurent = {}
    for m, c in a.items():
        total = plus(total, shift(b, m), c)
    return total


@dataclass(frozen=True)
class RewriteRule:
    """An equation read from left to right: `lead` may be replaced by `rest`."""

    lead: Monomial
    rest: Laurent

    @property
    def equation(self) -> Laurent:
        return plus(monomial(self.lead), self.rest, -1)


@dataclass(frozen=True)
class Ring:
    """How many variables there are, those of them that have a reciprocal, those known to be ≥ 0 and > 0, and the equations among them."""

    size: int
    invertible: frozenset[int]
    nonnegative: frozenset[int]
    positive: frozenset[int]
    rules: tuple[RewriteRule, ...] = ()

    @property
    def one(self) -> Monomial:
        return (0,) * self.size

    @property
    def radicals(self) -> tuple[int, ...]:
        """The whole numbers d whose roots are variables."""
        squares = [
            rule.rest[self.one]
            for rule in self.rules
            if sorted(rule.lead)[-1:] == [2] == [e for e in rule.lead if e] and rule.rest.keys() == {self.one}
        ]
        return tuple(dict.fromkeys(int(d) for d in squares if d.denominator == 1 and d > 0))

    def has(self, m: Monomial) -> bool:
        """Only invertible variables have negative exponents."""
        return all(e >= 0 or i in self.invertible for i, e in enumerate(m))

    def reduce(self, p: Laurent) -> Laurent:
        """The normal form of p."""
        p = dict(p)
        for _ in range(MOST_REWRITES):
            hit = next(((m, rule) for m in p for rule in self.rules if _divides(rule.lead, m)), None)
            if hit is None:
                return p
            m, rule = hit
            rest = tuple(a - b for a, b in zip(m, rule.lead, strict=True))
            p = plus(p, shift(rule.rest, rest), p.pop(m))
        raise NoNormalForm("no normal form")


def _divides(lead: Monomial, m: Monomial) -> bool:
    return all(e >= needed for e, needed in zip(m, lead, strict=True) if needed)


Atom = Hashable


@dataclass(frozen=True)
class Equation:
    """The line `name` says p = 0; its monomial `lead` is replaced by the rest."""

    name: str
    p: Polynomial
    lead: Mapping[Atom, int]

    @property
    def coefficient(self) -> Fraction:
        return self.p.terms[frozenset(self.lead.items())]

    @property
    def rest(self) -> Polynomial:
        """The terms that replace the lead."""
        lead = frozenset(self.lead.items())
        return Polynomial({m: -c / self.coefficient for m, c in self.p.terms.items() if m != lead})


@dataclass
class Rewriting:
    equations: list[Equation] = field(default_factory=list)

    def add(self, name: str, p: Polynomial, lead: Mapping[Atom, int]) -> None:
        self.equations.append(Equation(name, p, lead))

    def normal(self, p: Polynomial) -> Polynomial:
        return self.divide(p)[0]

    def divide(self, p: Polynomial) -> tuple[Polynomial, dict[str, Polynomial]]:
        """The normal form of p, and multipliers with p = normal form + Σ multiplier·equation."""
        multipliers: dict[str, Polynomial] = {}
        for _ in range(MOST_REWRITES):
            hit = self._first(p)
            if hit is None:
                return p, multipliers
            m, equation = hit
            left = {a: e - equation.lead.get(a, 0) for a, e in m if e > equation.lead.get(a, 0)}
            multiplier = Polynomial({frozenset(left.items()): p.terms[m] / equation.coefficient})
            multipliers[equation.name] = multipliers.get(equation.name, Polynomial({})) + multiplier
            p = p - multiplier * equation.p
        raise NoNormalForm("no normal form")

    def _first(self, p: Polynomial) -> tuple[frozenset[tuple[Atom, int]], Equation] | None:
        for m in p.terms:
            exponents = dict(m)
            for equation in self.equations:
                if all(exponents.get(a, 0) >= e for a, e in equation.lead.items()):
                    return m, equation
        return None


def atoms(*ps: Polynomial) -> list[Atom]:
    """The atoms of some polynomials, each once, in the order of their monomials."""
    return list(dict.fromkeys(a for p in ps for m in sorted(p.terms, key=repr) for a, _ in sorted(m, key=repr)))
