"""Equations of a derivation read from left to right, with a record of which multiples of them were used."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from proofs.derive.semialgebraic.laurent import MOST_REWRITES, NoNormalForm
from proofs.kernel import Polynomial

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
        """What the lead is replaced by."""
        lead = frozenset(self.lead.items())
        return Polynomial({m: -c / self.coefficient for m, c in self.p.terms.items() if m != lead})


@dataclass
class Rewriting:
    equations: list[Equation] = field(default_factory=list)

    def add(self, name: str, p: Polynomial, lead: Mapping[Atom, int]) -> None:
        self.equations.append(Equation(name, p, lead))

    def normal(self, p: Polynomial) -> Polynomial:
        return self.divided(p)[0]

    def divided(self, p: Polynomial) -> tuple[Polynomial, dict[str, Polynomial]]:
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
