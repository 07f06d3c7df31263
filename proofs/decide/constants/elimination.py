"""The polynomials among which the boundary of the set of constants is, by SymPy.

At the ends of the range the losses are 0 (for x = γ√M ≤ 1) or γM − √M (for x ≥ 1).  Where every term of the bound has the same degree in
√M and 1/γ, only x is left, and the bound says that polynomials in x with the constants as coefficients keep their sign.  That can
change only where two roots meet, where one reaches an end of its interval, or where two of the polynomials change places: at the zeros of
discriminants, of resultants, and of the values at the ends.  This is the projection of a cylindrical algebraic decomposition.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from itertools import product as choices
from typing import Any

import sympy as sp

from proofs.conjecture import nodes
from proofs.decide.constants.question import Question

S, Q, X = sp.symbols("s q x", positive=True)  # √M, 1/γ, and γ√M
MOST_POLYNOMIALS = 8
Choice = dict[nodes.Node, nodes.Node]
CHECKED = ((1, 2, 3), (2, 3, 5), (3, 7, 2))  # points at which the degree is compared


class NotAlgebraic(Exception):
    """The bound has no such polynomials."""


def candidates(question: Question) -> list[sp.Expr]:
    """Irreducible polynomials in the constants, one of which vanishes wherever the boundary is smooth. Raises NotAlgebraic.

    Those without the first constant are upright boundaries."""
    found: dict[sp.Expr, None] = {}
    polynomials = [p for values in branches(question) for p in _polynomials(question, values)]
    parts = list(dict.fromkeys(f for p in polynomials for f, _ in sp.factor_list(p)[1] if f.has(X)))[:MOST_POLYNOMIALS]
    for projected in _projected(parts):
        for factor, _ in sp.factor_list(projected)[1]:
            found[factor] = None
    return sorted(found, key=sp.count_ops)


def branches(question: Question) -> list[dict[str, sp.Expr]]:
    """What the quantities are where nothing is lost, and where the losses are the least that they can be."""
    count = S**2
    plain = {"M": count, "gamma": 1 / Q, "S2": count, "W": S, "T": count, "R": sp.Integer(1), "U": sp.Integer(1)}
    unlost = {"TD": sp.Integer(0), "H": sp.Integer(0), "H2": sp.Integer(0), "P": S}
    lost = {"TD": count / Q - S, "H": count - S * Q, "H2": S - Q, "P": S}
    return [plain | unlost] + ([plain | lost] if question.game.setting == "agnostic" else [])


def _projected(parts: list[sp.Expr]) -> Iterator[sp.Expr]:
    for p in parts:
        poly = sp.Poly(p, X)
        yield from (poly.LC(), poly.eval(0), poly.eval(1))
        if poly.degree() > 1:
            yield poly.discriminant()
    for p, q in combinations(parts, 2):
        yield sp.resultant(p, q, X)


def _polynomials(question: Question, values: dict[str, sp.Expr]) -> Iterator[sp.Expr]:
    """right − left for every choice in max and min, and the differences of what they choose from, as polynomials in x."""
    comparison = question.comparison
    both = (comparison.left, comparison.right)
    extremes = [n for side in both for n in nodes.walk(side) if isinstance(n, nodes.Call) and n.fn in ("min", "max")]
    sides = [n for e in extremes for n in e.args]
    for chosen in choices(*(range(len(e.args)) for e in extremes)):
        choice: Choice = {e: e.args[i] for e, i in zip(extremes, chosen, strict=True)}
        reader = _Reader(values, question.over, choice)
        yield _in_x(reader.term(comparison.right) - reader.term(comparison.left), question.over)
    for a, b in combinations(sides, 2):
        reader = _Reader(values, question.over, {e: e.args[0] for e in extremes})
        yield _in_x(reader.term(a) - reader.term(b), question.over)


def _in_x(difference: sp.Expr, over: tuple[str, ...]) -> sp.Expr:
    """The numerator with q = 1 and s = x, without radicals. Raises NotAlgebraic unless the difference has one degree in s and q."""
    if difference == 0:
        return sp.Integer(1)
    ratios = []
    for s, q, c in CHECKED:
        constants = {sp.Symbol(name): sp.Rational(c + i, 3) for i, name in enumerate(over)}
        at = [sp.N(difference.subs({S: k * s, Q: k * q} | constants)) for k in (sp.Integer(1), sp.Integer(2))]
        if abs(at[0]) > 1e-9:
            ratios.append(complex(at[1] / at[0]))
    if ratios and max(abs(r - ratios[0]) for r in ratios) > 1e-9:
        raise NotAlgebraic("its terms have different degrees in √M and 1/γ")
    return _without_radicals(sp.sympify(difference.subs({S: X, Q: 1})))


def _without_radicals(term: sp.Expr) -> sp.Expr:
    """The numerator, multiplied by its conjugates."""
    radicals = {power: sp.Dummy() for power in term.atoms(sp.Pow) if power.exp.is_Rational and not power.exp.is_Integer}
    roots: dict[Any, sp.Dummy] = {}
    for power in radicals:
        root = roots.setdefault((power.base, power.exp.q), sp.Dummy())
        radicals[power] = root**power.exp.p
    polynomial = sp.fraction(sp.together(term.xreplace(radicals)))[0]
    for (base, order), root in roots.items():
        above, below = sp.fraction(sp.together(base.xreplace(radicals)))
        polynomial = sp.resultant(polynomial, below * root**order - above, root)
    return sp.expand(polynomial)


class _Reader:
    """A syntax tree as a SymPy term, with one argument chosen for each max and min."""

    def __init__(self, values: dict[str, sp.Expr], over: tuple[str, ...], choice: Choice) -> None:
        self.values = values | {name: sp.Symbol(name) for name in over} | {"phi": (1 + sp.sqrt(5)) / 2}
        self.choice = choice

    def term(self, node: nodes.Node) -> sp.Expr:
        match node:
            case nodes.Number(value):
                return sp.Rational(value.numerator, value.denominator)
            case nodes.Name(name) if name in self.values:
                return self.values[name]
            case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul():
                return nodes.arithmetic(node, self.term)
            case nodes.Div(a, b):
                if (below := self.term(b)) == 0:
                    raise NotAlgebraic("a denominator vanishes")
                return self.term(a) / below
            case nodes.Pow(base, exponent):
                return self.term(base) ** sp.Rational(exponent.numerator, exponent.denominator)
            case nodes.Call("sqrt", (inside,)):
                return sp.sqrt(self.term(inside))
            case nodes.Call("min" | "max"):
                return self.term(self.choice[node])
        raise NotAlgebraic("it is no algebraic function of √M and 1/γ")
