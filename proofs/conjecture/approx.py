"""Terms as functions of floats, for searching: a quick look that ranks runs and never judges one.

`compile_term` turns a term into nested closures over `math`, or over any namespace of the same functions (numpy's
ufuncs judge a batch at once). What is not defined for a run comes out as NaN."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from proofs.conjecture.nodes import Add, Call, Div, Mul, Name, Neg, Node, Number, Pow, Sub, VariablePow

Term: TypeAlias = Callable[[Mapping[str, Any]], Any]

_CONSTANTS = {"phi": (1 + math.sqrt(5)) / 2, "e": math.e, "pi": math.pi}


def compile_term(node: Node, functions: Mapping[str, Callable[..., Any]] | None = None) -> Term:
    """A function from {name: float} to the term's value in floats. With Python's floats it may raise; see `guarded`."""
    namespace = _MATH if functions is None else functions

    def build(node: Node) -> Term:
        match node:
            case Number(value):
                number = value.numerator / value.denominator
                return lambda values: number
            case Name(name):
                if name in _CONSTANTS:
                    constant = _CONSTANTS[name]
                    return lambda values: constant
                return lambda values: values[name]
            case Neg(arg):
                inside = build(arg)
                return lambda values: -inside(values)
            case Pow(base, exponent):
                below = build(base)
                if exponent == 2:
                    return lambda values: below(values) * below(values)
                power = exponent.numerator / exponent.denominator
                return lambda values: below(values) ** power
            case Call(fn, args):
                function, terms = namespace[fn], [build(arg) for arg in args]
                if len(terms) == 1:
                    only = terms[0]
                    return lambda values: function(only(values))
                return lambda values: function(*(term(values) for term in terms))
            case VariablePow(left, right) | Add(left, right) | Sub(left, right) | Mul(left, right) | Div(left, right):
                return _binary(type(node), build(left), build(right))

    return build(node)


def _binary(kind: type, a: Term, b: Term) -> Term:
    if kind is Add:
        return lambda values: a(values) + b(values)
    if kind is Sub:
        return lambda values: a(values) - b(values)
    if kind is Mul:
        return lambda values: a(values) * b(values)
    if kind is Div:
        return lambda values: a(values) / b(values)
    return lambda values: a(values) ** b(values)


def guarded(term: Term) -> Callable[[Mapping[str, float]], float]:
    """The same on plain floats, with NaN instead of an exception."""

    def value(values: Mapping[str, float]) -> float:
        try:
            result = term(values)
        except (ArithmeticError, ValueError):
            return math.nan
        return result if isinstance(result, (int, float)) else math.nan  # a power of a negative number is complex

    return value


_MATH: dict[str, Callable[..., Any]] = {
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "floor": math.floor,
    "ceil": math.ceil,
    "min": min,
    "max": max,
}
