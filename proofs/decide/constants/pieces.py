"""Which polynomial the boundary follows, and where one piece of it ends and the next begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp

from proofs.decide.constants.elimination import NotAlgebraic
from proofs.decide.constants.numbers import least
from proofs.decide.constants.question import Question

GRID = tuple(Fraction(i, 16) for i in range(-16, 81))  # of the second constant
ON = 1e-6  # relative: how near to 0 a polynomial is on the boundary
Curve = list[tuple[Fraction, float]]  # the second constant, and the least first one


@dataclass(frozen=True)
class Piece:
    """Between two values of the second constant (None: no end), the boundary is where `factor` vanishes."""

    factor: sp.Expr
    value: float  # of the first constant at a point of the piece
    at: Fraction | None = None  # the second one there
    low: Fraction | None = None
    high: Fraction | None = None
    opens: bool = False  # the lower end does not belong to it


def curve(question: Question) -> Curve:
    return [(b, least(question, float(b))) for b in GRID]


def only_piece(question: Question, factors: Sequence[sp.Expr]) -> Piece:
    """For one constant: the polynomial whose root is its best value. Raises NotAlgebraic."""
    value = least(question)
    for factor in factors:
        if vanishes(factor, question, value, None):
            return Piece(factor, value)
    raise NotAlgebraic("none of its polynomials vanishes at the best value")


def pieces(question: Question, factors: Sequence[sp.Expr], points: Curve) -> list[Piece]:
    """The pieces in the order of the second constant. Raises NotAlgebraic where no polynomial fits."""
    finite = [(b, a) for b, a in points if np.isfinite(a)]
    sloping = [factor for factor in factors if factor.has(sp.Symbol(question.first))]
    found: list[tuple[sp.Expr, int, int]] = []
    place = 0
    while place < len(finite):
        ends = {factor: _end(question, factor, finite, place) for factor in sloping}
        factor = max(sloping, key=lambda f: ends[f], default=None)
        if factor is None or ends[factor] == place:
            raise NotAlgebraic(f"no polynomial fits at {question.over[1]} = {finite[place][0]}")
        found.append((factor, place, ends[factor]))
        place = ends[factor]
    made: list[Piece] = []
    for number, (factor, start, end) in enumerate(found):
        middle = finite[(start + end - 1) // 2]
        low, opens = made[-1].high if made else None, False
        if not made and finite[0][0] != points[0][0]:
            low, opens = _begins(question, factor, factors, points[points.index(finite[0]) - 1][0], finite[0][0])
        high = None
        if number + 1 < len(found):
            high = _meet(question, factor, found[number + 1][0], finite[end - 1][0], finite[end][0])
        elif finite[-1][0] != points[-1][0]:
            raise NotAlgebraic("the set ends before the grid")
        made.append(Piece(factor, middle[1], middle[0], low, high, opens))
    return made


def vanishes(factor: sp.Expr, question: Question, first: float, second: Fraction | None) -> bool:
    """Whether the polynomial is zero there, relative to what its terms would be if no constant were less than 1."""
    values = {question.first: sp.Float(first, 30)}
    if second is not None:
        values[question.over[1]] = sp.Rational(second.numerator, second.denominator)
    terms = sp.Add.make_args(sp.expand(factor))
    size = sum(abs(float(term.subs({name: max(1, abs(value)) for name, value in values.items()}))) for term in terms)
    return abs(sum(float(term.subs(values)) for term in terms)) <= ON * size


def _end(question: Question, factor: sp.Expr, finite: Curve, place: int) -> int:
    while place < len(finite) and vanishes(factor, question, finite[place][1], finite[place][0]):
        place += 1
    return place


def _meet(question: Question, one: sp.Expr, other: sp.Expr, low: Fraction, high: Fraction) -> Fraction:
    """Where two pieces meet, between these values of the second constant. Raises NotAlgebraic unless that is rational."""
    a, b = (sp.Symbol(name) for name in question.over)
    return _root(sp.resultant(one, other, a), b, low, high)


def _begins(question: Question, factor: sp.Expr, factors: Sequence[sp.Expr], low: Fraction, high: Fraction) -> tuple[Fraction, bool]:
    """The lower end of the first piece, and whether it is left out: where the first constant would be infinite, or a vertical boundary."""
    a, b = (sp.Symbol(name) for name in question.over)
    leading = sp.Poly(factor, a).LC()
    if leading.has(b):
        return _root(leading, b, low, high), True
    upright = sp.prod([other for other in factors if not other.has(a)])
    end = _root(upright, b, low, high)
    return end, not np.isfinite(least(question, float(end)))


def _root(p: sp.Expr, b: sp.Symbol, low: Fraction, high: Fraction) -> Fraction:
    roots = sp.real_roots(sp.Poly(p, b)) if sp.sympify(p).has(b) else []
    for root in roots:
        if root.is_Rational and low <= Fraction(int(root.p), int(root.q)) <= high:
            return Fraction(int(root.p), int(root.q))
    raise NotAlgebraic(f"no rational end of a piece between {low} and {high}")
