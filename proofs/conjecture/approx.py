"""Terms as functions of floats, for searching: a quick look that ranks runs and never judges one.

`compile_term` turns a term into nested closures over `math`, or over any namespace of the same functions (numpy's
ufuncs judge a batch at once). What is not defined for a run comes out as NaN."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from proofs.conjecture.evaluate import Root, Value, enclose
from proofs.conjecture.functions import Undefined
from proofs.conjecture.nodes import CONSTANTS, Add, Call, Div, Mul, Name, Neg, Node, Pow, Sub, children, walk

Term: TypeAlias = Callable[[Mapping[str, Any]], Any]


def compile_term(node: Node, functions: Mapping[str, Callable[..., Any]] | None = None) -> Term:
    """A function from {name: float} to the term's value in floats. With Python's floats it may raise; see `guarded`."""
    namespace = _MATH if functions is None else functions

    def build(node: Node) -> Term:
        if not any(isinstance(part, Name) and part.name not in CONSTANTS for part in walk(node)):
            number = _constant(node)
            return lambda values: number
        match node:
            case Name(name):
                return lambda values: values[name]
            case Neg(arg):
                inside = build(arg)
                return lambda values: -inside(values)
            case Pow(base, exponent):
                below = build(base)
                if exponent == 2:
                    return lambda values: below(values) * below(values)
                power = exponent.numerator / exponent.denominator
                return lambda values: _real(below(values) ** power)
            case Call(fn, args):
                function, terms = namespace[fn], [build(arg) for arg in args]
                if len(terms) == 1:
                    only = terms[0]
                    return lambda values: function(only(values))
                return lambda values: function(*(term(values) for term in terms))
            case _:
                left, right = children(node)
                return _binary(type(node), build(left), build(right))

    return build(node)


def _constant(node: Node) -> float:
    """The float nearest to a constant: 9**200/9**199 is 9, whatever its parts are."""
    try:
        return float(enclose(node, {}))
    except Undefined:
        return math.nan


def _real(power: Any) -> Any:
    """NaN for a power of a negative number that Python makes complex."""
    return math.nan if isinstance(power, complex) else power


def _binary(kind: type, a: Term, b: Term) -> Term:
    if kind is Add:
        return lambda values: a(values) + b(values)
    if kind is Sub:
        return lambda values: a(values) - b(values)
    if kind is Mul:
        return lambda values: a(values) * b(values)
    if kind is Div:
        return lambda values: a(values) / b(values)
    return lambda values: _real(a(values) ** b(values))


def guarded(term: Term) -> Callable[[Mapping[str, float]], float]:
    """A term on plain floats, with NaN instead of an exception."""

    def value(values: Mapping[str, float]) -> float:
        try:
            return float(term(values))
        except (ArithmeticError, ValueError):
            return math.nan

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


def as_float(value: Value) -> float:
    """A value as a float; NaN where there is none, or none so large."""
    try:
        return math.nan if value is None else math.sqrt(value.square) if isinstance(value, Root) else float(value)
    except OverflowError:
        return math.nan
