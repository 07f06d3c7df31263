"""A syntax tree of the conjecture grammar as a kernel term.  The kernel has neither quotients nor roots: each has to be a name."""

from __future__ import annotations

from collections.abc import Mapping

from perceptron.errors import InputError
from proofs.conjecture import nodes
from proofs.conjecture.pretty import term as unicode_text
from proofs.kernel import Polynomial, Vector
from proofs.kernel.axioms import ln


class Expansion:
    """`symbols` gives the kernel term of each name; subclasses say what a reciprocal, a root and a floor are called."""

    def __init__(self, symbols: Mapping[str, Polynomial | Vector]) -> None:
        self.symbols = symbols

    def term(self, node: nodes.Node) -> Polynomial:
        """The kernel term.  Raises InputError where there is none."""
        match node:
            case nodes.Number(value):
                return Polynomial.of(value)
            case nodes.Name(name) if isinstance(found := self.symbols.get(name), Polynomial):
                return found
            case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul():
                return nodes.arithmetic(node, self.term)
            case nodes.Div(left, right):
                return self.term(left) * self.inverse(right)
            case nodes.Pow(base, exponent) if exponent.denominator == 1:
                return self.term(base) ** exponent.numerator if exponent >= 0 else self.inverse(base) ** -exponent.numerator
            case nodes.Call("sqrt", (arg,)):
                return self.root(arg)
            case nodes.Call("log", (arg,)):
                return ln(self.term(arg))
            case nodes.Call("floor", (arg,)):
                return self.floor(arg)
        raise InputError(f"the kernel has no term for {unicode_text(node)}")

    def inverse(self, node: nodes.Node) -> Polynomial:
        """1/node, taken apart so that only the reciprocals of names and sums need a name of their own."""
        match node:
            case nodes.Number(value):
                if not value:
                    raise InputError("there is no number 1/0")
                return Polynomial.of(1 / value)
            case nodes.Mul(left, right):
                return self.inverse(left) * self.inverse(right)
            case nodes.Div(left, right):
                return self.inverse(left) * self.term(right)
            case nodes.Pow(base, exponent) if exponent.denominator == 1 and exponent >= 0:
                return self.inverse(base) ** exponent.numerator
        return self.reciprocal(node)

    def reciprocal(self, node: nodes.Node) -> Polynomial:
        raise InputError(f"there is no name for 1/({unicode_text(node)})")

    def root(self, node: nodes.Node) -> Polynomial:
        raise InputError(f"there is no name for √({unicode_text(node)})")

    def floor(self, node: nodes.Node) -> Polynomial:
        raise InputError(f"there is no name for ⌊{unicode_text(node)}⌋")
