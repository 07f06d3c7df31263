"""A claim as its author writes it, beside the one that the kernel multiplies out: (φ(x) − φ(y))² and not φ(x)² − 2φ(x)φ(y) + φ(y)².

It is a text of the conjecture grammar over names for kernel terms.  It is not believed: multiplied out, each quotient and root being the
name that a fact defines as such, it has to be the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from proofs.conjecture import nodes, parse
from proofs.derive.authoring.terms import eq, ge, gt
from proofs.kernel import Compare, Formula, Polynomial, Real, Rejected
from proofs.kernel.axioms import ln


@dataclass(frozen=True)
class Displayed:
    """`text` is parsed; `symbols` gives the kernel term of each name in it."""

    text: str
    symbols: Mapping[str, Polynomial]

    @cached_property
    def relation(self) -> nodes.Relation:
        return parse(self.text, extra=self.symbols)

    def formula(self, facts: Iterable[Formula]) -> Formula:
        """The text multiplied out.  Raises Rejected where no fact defines a quotient or a root in it."""
        equations = [f.left for f in facts if isinstance(f, Compare) and f.relation == "="]
        left, right = (_Expansion(self.symbols, equations).term(side) for side in (self.relation.left, self.relation.right))
        op = self.relation.op
        if op == "=":
            return eq(left, right)
        larger, smaller = (left, right) if op.startswith(">") else (right, left)
        return ge(larger, smaller) if op.endswith("=") else gt(larger, smaller)

    def check(self, claim: Formula | None, facts: Iterable[Formula]) -> None:
        """Raises Rejected if this is not the claim."""
        found = self.formula(facts)
        if found != claim and not (isinstance(claim, Compare) and claim.relation == "=" and found == Compare(-claim.left, "=")):
            raise Rejected(f"what is displayed, {self.text}, is not the claim")


@dataclass(frozen=True)
class _Expansion:
    symbols: Mapping[str, Polynomial]
    equations: list[Polynomial]

    def term(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Number(value):
                return Polynomial.of(value)
            case nodes.Name(name) if name in self.symbols:
                return self.symbols[name]
            case nodes.Neg(arg):
                return -self.term(arg)
            case nodes.Add(left, right):
                return self.term(left) + self.term(right)
            case nodes.Sub(left, right):
                return self.term(left) - self.term(right)
            case nodes.Mul(left, right):
                return self.term(left) * self.term(right)
            case nodes.Div(left, right):
                return self.term(left) * self.reciprocal(right)
            case nodes.Pow(base, exponent) if exponent.denominator == 1 and exponent > 0:
                return self.term(base) ** exponent.numerator
            case nodes.Call("sqrt", (arg,)):
                radicand = self.term(arg)
                return self.defined("√", lambda r: r * r - radicand, "root")
            case nodes.Call("log", (arg,)):
                return ln(self.term(arg))
        raise Rejected("the kernel has no such term")

    def reciprocal(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Number(value):
                return Polynomial.of(1 / value)
            case nodes.Mul(left, right):
                return self.reciprocal(left) * self.reciprocal(right)
            case nodes.Pow(base, exponent) if exponent.denominator == 1 and exponent > 0:
                return self.reciprocal(base) ** exponent.numerator
        divisor = self.term(node)
        return self.defined("1/", lambda q: q * divisor - 1, "reciprocal")

    def defined(self, start: str, equation: object, what: str) -> Polynomial:
        """The name that is spelled so and of which a fact says so."""
        for p in self.equations:
            for atom in {a for m in p.terms for a, _ in m if isinstance(a, Real) and a.name.startswith(start)}:
                name = Polynomial.atom(atom)
                wanted = equation(name)  # type: ignore[operator]
                if p in (wanted, -wanted):
                    return name
        raise Rejected(f"no fact defines that {what}")
