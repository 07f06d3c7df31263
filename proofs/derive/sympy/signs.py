"""Signs and equalities of SymPy terms: a term is tried in several forms, and first at a few points, where a wrong claim fails at once.

A point can only reject. An accepted step follows from the assumptions on the symbols, by a form in which SymPy sees the sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

POINTS = 4  # points at which a claim is tried before SymPy looks for a form
NEAR = 1e-9  # a term that is farther from 0 than this at a point is not 0 there


class WrongStep(Exception):
    """A step of a derivation is wrong, or SymPy cannot show that it is right."""


def require(holds: bool, words: str, *formulas: Any) -> None:
    """Raise WrongStep with the words and the formulas unless the condition holds."""
    if not holds:
        raise WrongStep(f"{words}: {', '.join(map(str, formulas))}")


def _at(term: sp.Expr, point: int) -> float | None:
    """The value at one point, or None where the term has no number there."""
    if term.has(AppliedUndef, sp.Sum, sp.Derivative, sp.Integral):
        return None
    values = {}
    for number, name in enumerate(sorted(term.free_symbols, key=str), 2):
        size = sp.Rational(7 * number + 5 * point, 3 + (number * point) % 11)
        if point == 2 and name.is_zero is None and not name.is_integer:
            size /= 37
        sign = 1 if name.is_nonnegative else (-1) ** (number * point % 3)
        values[name] = sp.ceiling(size) if name.is_integer else sign * size
    try:
        value = sp.N(term.subs(values), 20, maxn=60)
        return float(value) if value.is_real and value.is_finite else None
    except (TypeError, ValueError, ZeroDivisionError, AttributeError):
        return None


@lru_cache(maxsize=20_000)
def vanishes(term: sp.Expr) -> bool:
    """Whether one of the forms of the term is 0."""
    if term == 0:
        return True
    for point in range(POINTS):
        value = _at(term, point)
        if value is not None and abs(value) > NEAR:
            return False
    forms = sp.expand, sp.simplify, lambda t: sp.simplify(sp.radsimp(t)), lambda t: sp.simplify(sp.expand_log(t, force=True))
    return any(form(term) == 0 for form in forms)


def _forms(term: sp.Expr) -> Iterator[sp.Expr]:
    yield term
    yield sp.expand(term)
    yield sp.factor(term)
    yield sp.factor(sp.expand(term))
    yield sp.factor(sp.simplify(term))
    yield sp.radsimp(term)


@lru_cache(maxsize=20_000)
def is_nonnegative(term: Any, strict: bool = False) -> bool:
    """Whether one of the forms of the term shows that it is not negative (with `strict`, positive)."""
    term = sp.sympify(term)
    for point in range(POINTS):
        value = _at(term, point)
        if value is not None and value < -NEAR:
            return False
    return any(bool(form.is_positive if strict else form.is_nonnegative) for form in _forms(term))


Triple = tuple[sp.Expr, str, sp.Expr]


def _parameters(premise: Triple, number: int) -> Iterator[dict[sp.Expr, sp.Expr]]:
    """Ways to write a symbol of the premise as a term in which every value that the premise allows occurs."""
    left, op, right = premise
    spare = sp.Symbol(f"e_{number}", positive=True) if op == "<" else sp.Symbol(f"e_{number}", nonnegative=True)
    if op == "=":
        if left.is_Symbol:
            yield {left: right}
        if right.is_Symbol:
            yield {right: left}
        return
    if left.is_Symbol and not right.has(left):
        yield {left: right - spare}
        if right.is_positive and left.is_nonnegative:
            yield {left: right / (1 + spare)}
    if right.is_Symbol and not left.has(right):
        yield {right: left + spare}
        if left.is_positive:
            yield {right: left * (1 + spare)}


def follows(term: sp.Expr, premises: Sequence[Triple], strict: bool = False) -> bool:
    """Whether the term is shown to be non-negative (with `strict`, positive) where all premises hold."""
    if is_nonnegative(term, strict):
        return True
    for left, op, right in premises:
        gap = sp.simplify(right - left)
        if gap != 0:
            ratio = sp.simplify(term / gap)
            if (is_nonnegative(ratio, strict) and not (strict and op != "<")) or (op == "=" and ratio.is_number and not strict):
                return True
    ways: Iterable[tuple[dict[sp.Expr, sp.Expr], ...]] = product(*(list(_parameters(p, n)) for n, p in enumerate(premises)))
    for way in ways:
        written = term
        for values in way:
            written = written.subs(values)
        if is_nonnegative(written, strict):
            return True
    return False
