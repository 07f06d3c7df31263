"""A conjecture as a kernel formula: what a catalogue statement translates, and min, max, ceil, exp, roots of any order, φ, e and π besides.

None of them is new to the kernel.  Each becomes a name with facts that say what it is: m = max(a, b) has m ≥ a, m ≥ b and
(m − a)(m − b) = 0; an n-th root r ≥ 0 has rⁿ = p; E = exp(x) has E > 0 and ln E = x, and cˣ is
exp(x ln c).  π is no more than a number between two decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs.conjecture import nodes
from proofs.conjecture.pretty import term as unicode_text
from proofs.derive.authoring.terms import eq, ge, gt, nat, number, poly, real
from proofs.kernel import Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.statement import Translation

PI = (Fraction(31415926, 10**7), Fraction(31415927, 10**7))


class FullTranslation(Translation):
    """The whole grammar of conjectures."""

    def term(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Name("phi"):
                return Fraction(1, 2) * (1 + self.root(nodes.Number(Fraction(5))))
            case nodes.Name("pi"):
                return self.pi()
            case nodes.Name("e"):
                return self.exponential("e", poly(1), node)
            case nodes.Pow(base, exponent) if exponent.denominator != 1:
                return self.power(node, base, exponent)
            case nodes.Call("min" | "max" as which, arguments):
                return self.extreme(which, node, [self.term(a) for a in arguments])
            case nodes.Call("ceil", (argument,)):
                return self.ceiling(node, self.term(argument))
            case nodes.Call("exp", (argument,)):
                return self.exponential(unicode_text(node), self.term(argument), node)
            case nodes.VariablePow(nodes.Number(base), power) if base > 0:
                return self.exponential(unicode_text(node), self.term(power) * ln(poly(base)), node)
        return super().term(node)

    def inverse(self, node: nodes.Node) -> Polynomial:
        match node:
            case nodes.Name("phi"):  # 1/φ = φ − 1
                return self.term(node) - 1
            case nodes.Pow(base, exponent) if exponent.denominator != 1:
                return self.term(nodes.Pow(base, -exponent))
        return super().inverse(node)

    def pi(self) -> Polynomial:
        pi = real("π")
        self.define("π above", f"π is above {float(PI[0])}", gt(pi, PI[0]), pi)
        self.define("π below", f"π is below {float(PI[1])}", gt(PI[1], pi), pi)
        return pi

    def exponential(self, name: str, exponent: Polynomial, node: nodes.Node) -> Polynomial:
        value = real(name)
        self.meanings[name] = node
        self.define(f"{name} > 0", "an exponential is positive", gt(value, 0), value)
        self.define(name, "its logarithm is the exponent", eq(ln(value), exponent), value)
        return value

    def power(self, node: nodes.Node, base: nodes.Node, exponent: Fraction) -> Polynomial:
        """base^(p/q): the p-th power of the q-th root, or its reciprocal."""
        root = self.root(base) if exponent.denominator == 2 else self.root_of_order(base, exponent.denominator)
        power = root ** abs(exponent.numerator)
        if exponent > 0:
            return power
        name = f"1/({unicode_text(nodes.Pow(base, -exponent))})"
        reciprocal = real(name)
        self.meanings[name] = node
        self.define(name, "a reciprocal", eq(reciprocal * power, 1), reciprocal)
        return reciprocal

    def root_of_order(self, node: nodes.Node, order: int) -> Polynomial:
        name = f"({unicode_text(node)})^(1/{order})"
        root = real(name)
        self.meanings[name] = nodes.Pow(node, Fraction(1, order))
        self.define(f"{name} ≥ 0", "a root is not negative", ge(root, 0), root)
        self.define(name, f"its power {order}", eq(root**order, self.term(node)), root)
        return root

    def extreme(self, which: str, node: nodes.Node, terms: Sequence[Polynomial]) -> Polynomial:
        """The largest or least of some terms: on the right side of all of them, and one of them."""
        name = unicode_text(node)
        m = real(name)
        self.meanings[name] = node
        product = poly(1)
        for place, t in enumerate(terms, 1):
            side = "least" if which == "max" else "most"
            self.define(f"{name}, {place}", f"{name} is at {side} its argument {place}", ge(m, t) if which == "max" else ge(t, m), m)
            product = product * (m - t)
        self.define(name, f"{name} is one of its arguments", eq(product, 0), m)
        return m

    def ceiling(self, node: nodes.Node, x: Polynomial) -> Polynomial:
        name = unicode_text(node)
        whole = number(nat(name))
        self.meanings[name] = node
        self.define(name, f"{name} is a natural number not below its term", ge(whole, x), whole)
        self.define(f"{name} − 1", f"{name} is the least such number", gt(x + 1, whole), whole)
        return whole
