"""The boundary of the set of constants, by SymPy: the polynomials among which it is, which of them it follows, and each piece as a theorem.

Discriminants, resultants and values at the ends give the polynomials. Floats give the least first constant, by which the pieces are
separated. The kernel proves the bound for all constants on a piece's side at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count, pairwise
from itertools import product as choices
from typing import Any

import numpy as np
import sympy as sp

from perceptron.errors import InputError
from proofs.conjecture import nodes
from proofs.conjecture.game import Game
from proofs.decide.attempts import prove
from proofs.decide.constants.answer import Cell, ConstantsQuestion
from proofs.decide.posed import pose
from proofs.decide.refute import COUNTS, Array, Extremes, allow, draws, shortfall
from proofs.derive.authoring.certificate_search import NotFound

LIMIT = 1e4  # a constant beyond it is none: γ√M reaches 10⁶ on the grid, so where ever larger ones are asked for they are seen
STEPS = 60  # halvings of [−LIMIT, LIMIT]
EXACT = 1e-15  # relative; less is rounding
SAMPLED = 1000  # of the other runs
MARGINS = np.exp(np.linspace(-14, 14, 281))  # γ√M
NEAREST, ZOOMS, FINE = 12, 10, np.linspace(-1, 1, 25)


def least(question: ConstantsQuestion, second: float | None = None) -> float:
    """The least first constant that no run breaks (the greatest where it strengthens); ±∞ if there is none, or all will do."""
    runs = _runs(question.game)
    asked = need(question, runs, second)
    best = float(asked.max())
    width = float(np.log(MARGINS[1] / MARGINS[0]))
    for _ in range(ZOOMS):
        if not abs(best) < LIMIT:
            break
        chosen = runs.rows(np.argsort(-asked)[:NEAREST])
        runs = chosen.each(lambda a: np.repeat(a, len(FINE)))
        moved = runs.gamma * np.exp(width * np.tile(FINE, len(chosen.M)))
        runs = allow(question.game, replace(runs, gamma=moved))
        asked = need(question, runs, second)
        best, width = max(best, float(asked.max())), width / 8
    sign = 1 if question.rises else -1
    return sign * best if abs(best) < 0.99 * LIMIT else sign * np.inf * np.sign(best)


def need(question: ConstantsQuestion, runs: Extremes, second: float | None = None) -> Array:
    """For each run the least t such that the constant t (−t where it strengthens) is enough."""
    values: dict[str, Any] = runs.values()
    if second is not None:
        values[question.over[1]] = np.full(len(runs.M), second)
    sign = 1 if question.rises else -1
    low = np.full(len(runs.M), -LIMIT if question.signed else 0.0)
    high = np.full(len(runs.M), LIMIT)
    for _ in range(STEPS):
        middle = (low + high) / 2
        fails = shortfall(question.comparison, values | {question.first: sign * middle}) > EXACT
        low, high = np.where(fails, middle, low), np.where(fails, high, middle)
    return high


def direct(question: ConstantsQuestion) -> ConstantsQuestion:
    """The question with the way in which its first constant weakens the claim, for all constants or else for those ≥ 0.

    Raises InputError if there is no one way."""
    for signed, samples in ((True, (-1e4, -1.0, 0.0, 0.5, 1.0, 2.0, 1e4)), (False, (0.0, 0.5, 1.0, 2.0, 1e4))):
        holds = [_holds(question, t) for t in samples]
        up = any((later & ~earlier).any() for earlier, later in pairwise(holds))
        down = any((earlier & ~later).any() for earlier, later in pairwise(holds))
        if not (up and down) and (up or down or not signed):
            return replace(question, rises=not down, signed=signed)
    raise InputError(f"a larger {question.first} weakens the bound for some runs and strengthens it for others")


def _holds(question: ConstantsQuestion, first: float) -> Array:
    runs = _runs(question.game)
    values = runs.values() | {name: np.full(len(runs.M), 1.5) for name in question.over[1:]}
    return shortfall(question.comparison, values | {question.first: np.full(len(runs.M), first)}) <= EXACT


@lru_cache(maxsize=4)
def _runs(game: Game) -> Extremes:
    rng = np.random.default_rng(0)
    count = np.repeat(COUNTS, len(MARGINS))
    one = np.ones(len(count))
    progress = 1 / np.sqrt(count)
    grid = allow(game, Extremes(count, 0 * count, progress, progress, progress * np.tile(MARGINS, len(COUNTS)), one, one))
    return join([grid, *(drawn.rows(rng.choice(len(drawn.M), SAMPLED, replace=False)) for drawn in draws(game, rng))])


def join(parts: list[Extremes]) -> Extremes:
    return Extremes(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Extremes)))


S, Q, X = sp.symbols("s q x", positive=True)  # √M, 1/γ, and γ√M
MOST_POLYNOMIALS = 8
Choice = dict[nodes.Node, nodes.Node]
CHECKED = ((1, 2, 3), (2, 3, 5), (3, 7, 2))  # points at which the degree is compared


class NotAlgebraic(Exception):
    """The bound has no such polynomials."""


def candidates(question: ConstantsQuestion) -> list[sp.Expr]:
    """Irreducible polynomials in the constants, one of which vanishes wherever the boundary is smooth. Raises NotAlgebraic.

    Those without the first constant are upright boundaries."""
    factors: dict[sp.Expr, None] = {}
    polynomials = [p for values in branches(question) for p in _polynomials(question, values)]
    parts = list(dict.fromkeys(f for p in polynomials for f, _ in sp.factor_list(p)[1] if f.has(X)))[:MOST_POLYNOMIALS]
    for projected in _project(parts):
        for factor, _ in sp.factor_list(projected)[1]:
            factors[factor] = None
    return sorted(factors, key=sp.count_ops)


def branches(question: ConstantsQuestion) -> list[dict[str, sp.Expr]]:
    """Values of the quantities where nothing is lost, and where the losses are as small as they can be."""
    count = S**2
    plain = {"M": count, "gamma": 1 / Q, "S2": count, "W": S, "T": count, "R": sp.Integer(1), "U": sp.Integer(1)}
    unlost = {"TD": sp.Integer(0), "H": sp.Integer(0), "H2": sp.Integer(0), "P": S}
    lost = {"TD": count / Q - S, "H": count - S * Q, "H2": S - Q, "P": S}
    return [plain | unlost] + ([plain | lost] if question.game.setting == "agnostic" else [])


def _project(parts: list[sp.Expr]) -> Iterator[sp.Expr]:
    for p in parts:
        poly = sp.Poly(p, X)
        yield from (poly.LC(), poly.eval(0), poly.eval(1))
        if poly.degree() > 1:
            yield poly.discriminant()
    for p, q in combinations(parts, 2):
        yield sp.resultant(p, q, X)


def _polynomials(question: ConstantsQuestion, values: dict[str, sp.Expr]) -> Iterator[sp.Expr]:
    """right − left for every choice in max and min, and the differences of what they choose from, as polynomials in x."""
    comparison = question.comparison
    both = (comparison.left, comparison.right)
    extremes = [n for side in both for n in nodes.walk(side) if isinstance(n, nodes.Call) and n.fn in ("min", "max")]
    sides = [n for e in extremes for n in e.args]
    for chosen in choices(*(range(len(e.args)) for e in extremes)):
        choice: Choice = {e: e.args[i] for e, i in zip(extremes, chosen, strict=True)}
        reader = _PolynomialReader(values, question.over, choice)
        yield _in_x(reader.term(comparison.right) - reader.term(comparison.left), question.over)
    for a, b in combinations(sides, 2):
        reader = _PolynomialReader(values, question.over, {e: e.args[0] for e in extremes})
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


class _PolynomialReader:
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


def curve(question: ConstantsQuestion) -> Curve:
    return [(b, least(question, float(b))) for b in GRID]


def only_piece(question: ConstantsQuestion, factors: Sequence[sp.Expr]) -> Piece:
    """For one constant: the polynomial whose root is its best value. Raises NotAlgebraic."""
    value = least(question)
    for factor in factors:
        if vanishes(factor, question, value, None):
            return Piece(factor, value)
    raise NotAlgebraic("none of its polynomials vanishes at the best value")


def pieces(question: ConstantsQuestion, factors: Sequence[sp.Expr], points: Curve) -> list[Piece]:
    """The pieces in the order of the second constant. Raises NotAlgebraic where no polynomial fits."""
    finite = [(b, a) for b, a in points if np.isfinite(a)]
    sloping = [factor for factor in factors if factor.has(sp.Symbol(question.first))]
    stretches: list[tuple[sp.Expr, int, int]] = []
    place = 0
    while place < len(finite):
        ends = {factor: _end(question, factor, finite, place) for factor in sloping}
        factor = max(sloping, key=lambda f: ends[f], default=None)
        if factor is None or ends[factor] == place:
            raise NotAlgebraic(f"no polynomial fits at {question.over[1]} = {finite[place][0]}")
        stretches.append((factor, place, ends[factor]))
        place = ends[factor]
    parts: list[Piece] = []
    for number, (factor, start, end) in enumerate(stretches):
        middle = finite[(start + end - 1) // 2]
        low, opens = parts[-1].high if parts else None, False
        if not parts and finite[0][0] != points[0][0]:
            low, opens = _begins(question, factor, factors, points[points.index(finite[0]) - 1][0], finite[0][0])
        high = None
        if number + 1 < len(stretches):
            high = _meet(question, factor, stretches[number + 1][0], finite[end - 1][0], finite[end][0])
        elif finite[-1][0] != points[-1][0]:
            raise NotAlgebraic("the set ends before the grid")
        parts.append(Piece(factor, middle[1], middle[0], low, high, opens))
    return parts


def vanishes(factor: sp.Expr, question: ConstantsQuestion, first: float, second: Fraction | None) -> bool:
    """Whether the polynomial is zero there, relative to what its terms would be if no constant were less than 1."""
    values = {question.first: sp.Float(first, 30)}
    if second is not None:
        values[question.over[1]] = sp.Rational(second.numerator, second.denominator)
    terms = sp.Add.make_args(sp.expand(factor))
    size = sum(abs(float(term.subs({name: max(1, abs(value)) for name, value in values.items()}))) for term in terms)
    return abs(sum(float(term.subs(values)) for term in terms)) <= ON * size


def _end(question: ConstantsQuestion, factor: sp.Expr, finite: Curve, place: int) -> int:
    while place < len(finite) and vanishes(factor, question, finite[place][1], finite[place][0]):
        place += 1
    return place


def _meet(question: ConstantsQuestion, one: sp.Expr, other: sp.Expr, low: Fraction, high: Fraction) -> Fraction:
    """Where two pieces meet, between these values of the second constant. Raises NotAlgebraic unless that is rational."""
    a, b = (sp.Symbol(name) for name in question.over)
    return _root(sp.resultant(one, other, a), b, low, high)


def _begins(
    question: ConstantsQuestion, factor: sp.Expr, factors: Sequence[sp.Expr], low: Fraction, high: Fraction
) -> tuple[Fraction, bool]:
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


def cell(question: ConstantsQuestion, piece: Piece, place: int, seconds: float) -> Cell:
    """The conditions on the constants, and the proof if one was found."""
    conditions = (*_ends(question, piece), *_sides(question, piece))
    try:
        statement = pose(question.comparison, question.game, question.over, conditions, f"constants-{place}")
        return Cell(conditions, prove(statement, seconds))
    except NotFound as reason:
        return Cell(conditions, None, str(reason))


def _ends(question: ConstantsQuestion, piece: Piece) -> Iterator[str]:
    if piece.low is not None:
        yield f"{question.over[1]} {'>' if piece.opens else '>='} {piece.low}"
    if piece.high is not None:
        yield f"{question.over[1]} <= {piece.high}"


def _sides(question: ConstantsQuestion, piece: Piece) -> Iterator[str]:
    """The first constant at least (at most) at the root: the polynomial and its derivatives keep the signs that they have beyond it.

    By Taylor's formula at the root these signs describe all that lies beyond it and nothing else."""
    a = sp.Symbol(question.first)
    if not question.signed and sp.degree(piece.factor, a) > 1:
        yield f"{a} >= 0"
    way = 1 if question.rises else -1
    for order in count():
        p = sp.expand(sp.diff(piece.factor, a, order)) * way**order
        if not p.has(a):
            return
        beyond = piece.value + way * max(1.0, abs(piece.value))
        values = {a: beyond} | ({} if piece.at is None else {sp.Symbol(question.over[1]): sp.Rational(str(piece.at))})
        start = sp.expand(p * way**order if order == 0 else p)
        sign = 1 if float(start.subs(values)) > 0 else -1
        yield _write(sp.expand(sign * start), a)


def _write(p: sp.Expr, a: sp.Symbol) -> str:
    """p ≥ 0 as a reader would write it."""
    poly = sp.Poly(p, a)
    if poly.degree() > 1:
        above = sum(t for t in sp.Add.make_args(p) if not t.could_extract_minus_sign())
        return f"{above} >= {sp.expand(above - p)}"
    slope, rest = poly.coeff_monomial(a), poly.coeff_monomial(1)
    if slope.is_number:
        return f"{a} {'>=' if slope > 0 else '<='} {sp.expand(-rest / slope)}"
    return f"{sp.factor(slope) * a} >= {sp.factor(-rest)}"
