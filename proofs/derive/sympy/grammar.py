"""Terms of the conjecture grammar as SymPy expressions, and the symbols that derivations use for its names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.conjecture import Comparison, nodes

if TYPE_CHECKING:
    import sympy as sp
else:
    from proofs.derive.on_demand import sympy as sp  # imported when a derivation is computed

POSITIVE = {"gamma", "R", "eps", "B", "eta"}
REAL = {"P"}  # an inner product
SHOWN = {"eps": "epsilon", "S2": "S_2", "H2": "H_2"}


def symbol(name: str) -> sp.Symbol:
    """The SymPy symbol for a name of the conjecture grammar. γ, R, ε, B and η are positive, P is real, the others are non-negative."""
    shown = SHOWN.get(name, name)
    if name in POSITIVE:
        return sp.Symbol(shown, positive=True)
    return sp.Symbol(shown, real=True) if name in REAL else sp.Symbol(shown, nonnegative=True)


def relation(bound: Comparison) -> Any:
    """A comparison of the conjecture grammar as a SymPy relation."""
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "=": sp.Eq}
    return kinds[bound.op](to_sympy(bound.left), to_sympy(bound.right), evaluate=False)


def to_sympy(node: nodes.Node) -> sp.Expr:
    """A term of the conjecture grammar as a SymPy expression, for display and for SymPy's own derivations."""
    match node:
        case nodes.Number(value):
            return sp.Rational(value.numerator, value.denominator)
        case nodes.Name(name):
            return {"phi": sp.GoldenRatio, "e": sp.E, "pi": sp.pi}.get(name, symbol(name))
        case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul():
            return nodes.arithmetic(node, to_sympy)
        case nodes.Div(left, right):
            return to_sympy(left) / to_sympy(right)
        case nodes.Pow(base, exponent):
            return to_sympy(base) ** sp.Rational(exponent.numerator, exponent.denominator)
        case nodes.VariablePow(base, power):
            return to_sympy(base) ** to_sympy(power)
        case nodes.Call(fn, args):
            functions = {"sqrt": sp.sqrt, "log": sp.log, "exp": sp.exp, "floor": sp.floor, "ceil": sp.ceiling, "min": sp.Min, "max": sp.Max}
            return functions[fn](*map(to_sympy, args))
    raise TypeError(f"{node!r} is not a term")
