"""A term of the conjecture grammar as it was written: nothing is multiplied out and no side is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from proofs.conjecture import nodes
from proofs.conjecture.pretty import number as decimal
from proofs.kernel import Formula, Index, Polynomial, Vector
from proofs.report.typesetting.layout import Names, polynomial, vector
from proofs.report.typesetting.nodes import (
    At,
    Bracket,
    Decimal,
    Floor,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Row,
    Sum,
    Symbol,
    Words,
)
from proofs.report.typesetting.sentences import sentence

RELATIONS = {"<=": "≤", ">=": "≥"}
Symbols = Mapping[str, Polynomial | Vector]


def claim(f: Formula, r: nodes.Relation, symbols: Symbols, indices: tuple[Index, ...], names: Names) -> Node:
    """`f` with its own quantifiers; what they speak of is `r`, which calls their numbers `indices`."""

    def matrix(inside: Names) -> Node:
        called = {("nat", str(i.name)): letter for i, letter in zip(indices, inside.bound, strict=True)}
        return relation(r, symbols, replace(inside, spelled={**inside.spelled, **called}))

    return sentence(f, names, matrix)


def relation(r: nodes.Relation, symbols: Symbols, names: Names) -> Node:
    """A comparison; `symbols` gives the kernel term of each name in it."""
    sides = (term(side, symbols, names) for side in (r.left, r.right))
    return Row((next(sides), Words(f" {RELATIONS.get(r.op, r.op)} "), next(sides)))


def term(node: nodes.Node, symbols: Symbols, names: Names) -> Node:
    def inside(part: nodes.Node) -> Node:
        return term(part, symbols, names)

    match node:
        case nodes.Number(value):
            return Number(value) if value.denominator == 1 else Decimal(decimal(value))
        case nodes.Name(name):
            symbol = symbols[name]
            return polynomial(symbol, names) if isinstance(symbol, Polynomial) else vector(symbol, names)
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
        case nodes.Call("norm", (arg,)):
            return Norm(inside(arg))
        case nodes.Call("inner", (left, right)):
            return Bracket(inside(left), inside(right))
        case nodes.Call("floor", (arg,)):
            return Floor(inside(arg))
        case nodes.Call("log", (arg,)):
            return At(Symbol("ln"), inside(arg))
    raise ValueError(f"no layout for {node}")
