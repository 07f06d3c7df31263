"""A term of the conjecture grammar as it was written: nothing is multiplied out and no side is changed."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.conjecture import nodes
from proofs.kernel import Polynomial
from proofs.report.typesetting.layout import Names, polynomial
from proofs.report.typesetting.nodes import At, Floor, Node, Number, Power, Product, Quotient, Root, Row, Sum, Symbol, Words

RELATIONS = {"<=": "≤", ">=": "≥"}


def relation(r: nodes.Relation, symbols: Mapping[str, Polynomial], names: Names) -> Node:
    """A comparison; `symbols` gives the kernel term of each name in it."""
    sides = (term(side, symbols, names) for side in (r.left, r.right))
    return Row((next(sides), Words(f" {RELATIONS.get(r.op, r.op)} "), next(sides)))


def term(node: nodes.Node, symbols: Mapping[str, Polynomial], names: Names) -> Node:
    def inside(part: nodes.Node) -> Node:
        return term(part, symbols, names)

    match node:
        case nodes.Number(value):
            return Number(value)
        case nodes.Name(name):
            return polynomial(symbols[name], names)
        case nodes.Neg(arg):
            return Sum(((True, inside(arg)),))
        case nodes.Add(left, right) | nodes.Sub(left, right):
            first = inside(left)
            return Sum((*(first.terms if isinstance(first, Sum) else ((False, first),)), (isinstance(node, nodes.Sub), inside(right))))
        case nodes.Mul(left, right):
            factors = (inside(left), inside(right))
            return Product(tuple(f for part in factors for f in (part.factors if isinstance(part, Product) else (part,))))
        case nodes.Div(left, right):
            return Quotient(inside(left), inside(right))
        case nodes.Pow(base, exponent) if exponent.denominator == 1 and exponent > 0:
            return Power(inside(base), exponent.numerator)
        case nodes.Call("sqrt", (arg,)):
            return Root(inside(arg))
        case nodes.Call("floor", (arg,)):
            return Floor(inside(arg))
        case nodes.Call("log", (arg,)):
            return At(Symbol("ln"), inside(arg))
    raise ValueError(f"no layout for {node}")
