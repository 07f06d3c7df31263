"""Exact judgement of a comparison: surds where every step is a rational or a square root of one, ball arithmetic where
it is not.

Two passes. The exact pass gives each subterm a `Surd` where it has one; there equality is decided. The ball pass
(flint's `arb`, rising precision) encloses the rest; there only < and > can be decided. A term may be *not defined* for
a run (division by zero, the root of a negative number, a logarithm of zero, a quantity that the run does not have):
then the comparison claims nothing, and such a run is never a counterexample.

For searching there is a quick look in floats, which ranks runs and never judges one: `compile_term` turns a term into nested closures over
`math`, or over any namespace of the same functions (numpy's ufuncs judge a batch at once). A term without a value on a run becomes NaN."""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias, cast

from flint import arb, ctx

from perceptron.errors import InputError
from perceptron.numbers.enclosure import EnclosedReal
from perceptron.numbers.exact import parse as parse_number
from proofs.conjecture import brief, nodes
from proofs.conjecture.nodes import (
    CONSTANTS,
    FUNCTIONS,
    Add,
    Call,
    Div,
    Mul,
    Name,
    Neg,
    Node,
    Number,
    Pow,
    Sub,
    VariablePow,
    children,
    walk,
)
from proofs.conjecture.surd import PRECISIONS, Surd, TooLarge, Undefined, apply, raise_base, sign


@dataclass(frozen=True, slots=True)
class Root:
    """The non-negative square root of an exact number ≥ 0: how lengths (R, U, W, H2) are handed over."""

    square: Fraction

    def __post_init__(self) -> None:
        if self.square < 0:
            raise InputError(f"the square of a length is negative: {self.square}")


SEEN = 40  # bits of a number of which ten digits are known
FINE = 256  # bits with which a decimal is rounded

Value: TypeAlias = "Fraction | int | Root | EnclosedReal | None"  # None: the run has no such quantity
Values: TypeAlias = Mapping[str, Value]


def exact(node: Node, values: Values) -> Surd | None:
    """The value of a term as a surd, None where it has none that is known. Raises Undefined, and InputError for a
    missing name."""
    return _Evaluation(values).exact(node)


def compare(left: Node, right: Node, values: Values) -> int | None:
    """The sign of left − right: −1, 0, 1, or None if it is undecided at the highest precision. Raises Undefined."""
    evaluation = _Evaluation(values)
    a, b = evaluation.exact(left), evaluation.exact(right)
    if a is not None and b is not None:
        try:
            return sign(a - b)
        except TooLarge:
            pass
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            difference = evaluation.ball(left) - evaluation.ball(right)
            if difference > 0:
                return 1
            if difference < 0:
                return -1
            if difference == 0:  # a ball of radius zero, as a power of two too large for a surd has
                return 0
    return None


def enclose(node: Node, values: Values, precision: int = 128) -> arb:
    """A ball that holds the value of a term (NaN where none was found). Raises Undefined."""
    return next(_balls(node, values, (precision,)))


def round_node(node: Node, values: Values, digits: int, up: bool) -> str:
    """A term's value as a decimal with a limited number of places, never below it if `up`, and else never above it. Raises Undefined."""
    scale, known = 10**digits, exact(node, values)
    if (rational := None if known is None else known.as_rational()) is not None:
        return decimal((math.ceil if up else math.floor)(rational * scale), digits)
    with ctx.workprec(FINE):
        ball = enclose(node, values, FINE) * scale
        if not ball.is_finite():
            raise Undefined(f"no number was found that it is certainly at {'most' if up else 'least'}")
        return decimal(int((ball.upper().ceil() if up else ball.lower().floor()).unique_fmpz()), digits)


def decimal(scaled: int, digits: int) -> str:
    """A multiple of 10^−digits, as a decimal without zeros at the end."""
    whole, part = divmod(abs(scaled), 10**digits)
    return f"{'-' * (scaled < 0)}{whole}.{part:0{digits}d}".rstrip("0").rstrip(".")


def describe(node: Node, values: Values, digits: int = brief.DIGITS) -> str:
    """The value of a term as text, at the first precision at which enough of its digits are known, else at the last. Raises Undefined."""
    known = exact(node, values)
    if known is not None and (rational := known.as_rational()) is not None:
        return brief.number(rational, digits)
    text = brief.UNKNOWN
    for ball in _balls(node, values, PRECISIONS):
        text = brief.enclose(ball, digits)
        if ball.rel_accuracy_bits() > SEEN * digits // brief.DIGITS:
            break
    return text


def tells(text: str, node: Node, values: Values) -> bool:
    """Whether that text is the value of a term: exactly if it is a fraction, to the last digit shown if it is "≈ 246.2"."""
    if text.startswith("≈"):
        return any(brief.tells(text, ball) for ball in _balls(node, values, PRECISIONS))
    try:
        recorded = parse_number(text)
    except InputError:
        return False
    known = exact(node, values)
    return known is not None and known.as_rational() == recorded


def _balls(node: Node, values: Values, precisions: Sequence[int]) -> Iterator[arb]:
    """Balls that hold the value of a term, one for each precision."""
    evaluation = _Evaluation(values)
    evaluation.exact(node)
    for precision in precisions:
        with ctx.workprec(precision):
            ball = evaluation.ball(node)
        yield ball


def constant_value(node: Node) -> Fraction | None:
    """The rational value of a term without quantities, None if it has any or is not known to be rational."""
    try:
        value = exact(node, {})
    except (InputError, Undefined):
        return None
    return None if value is None else value.as_rational()


def is_undefined_constant(node: Node) -> str:
    """Why a term without quantities has no value; empty if nothing is wrong with it."""
    try:
        enclose(node, {})
    except Undefined as why:
        return str(why)
    return ""


class _Evaluation:
    """One set of values; remembers the exact value of every subterm, so that the ball passes start from them."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.known: dict[int, Surd | None] = {}

    def exact(self, node: Node) -> Surd | None:
        key = id(node)
        if key not in self.known:
            try:
                self.known[key] = self._exact(node)
            except TooLarge:
                self.known[key] = None
        return self.known[key]

    def _exact(self, node: Node) -> Surd | None:
        if isinstance(node, Number):
            return Surd.rational(node.value)
        if isinstance(node, Name):
            return self._name_of(node.name)
        parts = [self.exact(child) for child in children(node)]
        if isinstance(node, Div) and parts[1] is not None and not parts[1].terms:
            raise Undefined("division by zero")
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            if isinstance(node, Mul) and any(not part.terms for part in known):
                return Surd.rational(0) if all(self.ball(child).is_finite() for child in children(node)) else None
            return self._whole(node) if isinstance(node, Call) and node.fn in ("floor", "ceil") else None
        return cast(Surd, self._combine(node, known))

    def _combine(self, node: Node, parts: Sequence[Any]) -> Any:
        """The value of a node from those of its children, all surds or all balls."""
        match node:
            case Neg() | Add() | Sub() | Mul():
                return nodes.OPERATIONS[type(node)](*parts)
            case Div():
                return parts[0] / parts[1]
            case Pow(_, exponent):
                return raise_base(parts[0], exponent)
            case VariablePow(_, variable):
                rational = None if (fixed := self.exact(variable)) is None else fixed.as_rational()
                return raise_base(parts[0], parts[1] if rational is None else rational)
            case Call(fn, _):
                return apply(fn, list(parts))
        raise AssertionError(node)

    def _whole(self, node: Node) -> Surd | None:
        """The whole number that a floor or ceiling is, if some precision decides it."""
        for precision in PRECISIONS:
            with ctx.workprec(precision):
                if (whole := self._ball(node).unique_fmpz()) is not None:
                    return Surd.rational(int(whole))
        return None

    def _name_of(self, name: str) -> Surd | None:
        if name == "phi":
            return Surd({1: Fraction(1, 2), 5: Fraction(1, 2)})
        if name in ("e", "pi"):
            return None
        if name not in self.values:
            raise InputError(f"no value was given for {name}")
        value = self.values[name]
        if value is None:
            raise Undefined(f"{name} is not defined")
        if isinstance(value, EnclosedReal):
            return None
        return Surd.root(value.square) if isinstance(value, Root) else Surd.rational(value)

    def ball(self, node: Node) -> arb:
        value = self.exact(node)
        return self._ball(node) if value is None else value.ball()

    def _ball(self, node: Node) -> arb:
        if isinstance(node, Name):
            return self._ball_named(node.name)
        return cast(arb, self._combine(node, [self.ball(child) for child in children(node)]))

    def _ball_named(self, name: str) -> arb:
        if name == "e":
            return arb.const_e()
        if name == "pi":
            return arb.pi()
        value = self.values[name]
        if isinstance(value, Root):
            return (arb(value.square.numerator) / arb(value.square.denominator)).sqrt()
        if value is None:
            raise Undefined(f"{name} is not defined")
        if isinstance(value, EnclosedReal):
            return value.ball
        return arb(Fraction(value).numerator) / arb(Fraction(value).denominator)


Term: TypeAlias = Callable[[Mapping[str, Any]], Any]


def compile_term(node: Node, functions: Mapping[str, Callable[..., Any]] | None = None) -> Term:
    """A function from {name: float} to the term's value in floats. With Python's floats it may raise; see `guard`."""
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
                operation, (left, right) = _BINARY[type(node)], map(build, children(node))
                return lambda values: operation(left(values), right(values))

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


_BINARY: Mapping[type, Callable[[Any, Any], Any]] = {
    Add: operator.add,
    Sub: operator.sub,
    Mul: operator.mul,
    Div: operator.truediv,
    VariablePow: lambda base, exponent: _real(base**exponent),
}


def guard(term: Term) -> Callable[[Mapping[str, float]], float]:
    """A term on plain floats, with NaN instead of an exception."""

    def value(values: Mapping[str, float]) -> float:
        try:
            return float(term(values))
        except (ArithmeticError, ValueError):
            return math.nan

    return value


def numpy_functions() -> dict[str, Callable[..., Any]]:
    """The functions of the language on numpy arrays."""
    import numpy as np

    plain: dict[str, Callable[..., Any]] = {name: getattr(np, name) for name in ("sqrt", "log", "exp", "floor", "ceil")}
    return plain | {"min": lambda *terms: reduce(np.minimum, terms), "max": lambda *terms: reduce(np.maximum, terms)}


_MATH: dict[str, Callable[..., Any]] = {name: getattr(math, name, None) or getattr(builtins, name) for name in FUNCTIONS}


def as_float(value: Value) -> float:
    """A value as a float; NaN where there is none, or none so large."""
    try:
        return math.nan if value is None else math.sqrt(value.square) if isinstance(value, Root) else float(value)
    except OverflowError:
        return math.nan
