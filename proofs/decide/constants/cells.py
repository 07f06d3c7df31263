"""A piece of the boundary as a theorem: the bound for all constants on its side, proved by the kernel with the constants as names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import sympy as sp

from proofs.decide.attempts import prove
from proofs.decide.constants.answer import Cell
from proofs.decide.constants.pieces import Piece
from proofs.decide.constants.question import Question
from proofs.decide.posed import posed
from proofs.derive.authoring.certificate_search import NotFound


def cell(question: Question, piece: Piece, place: int, seconds: float) -> Cell:
    """The conditions on the constants, and the proof if one was found."""
    conditions = (*_ends(question, piece), *_sides(question, piece))
    try:
        statement = posed(question.comparison, question.game, question.over, conditions, f"constants-{place}")
        return Cell(conditions, prove(statement, seconds))
    except NotFound as reason:
        return Cell(conditions, None, str(reason))


def _ends(question: Question, piece: Piece) -> Iterator[str]:
    if piece.low is not None:
        yield f"{question.over[1]} {'>' if piece.opens else '>='} {piece.low}"
    if piece.high is not None:
        yield f"{question.over[1]} <= {piece.high}"


def _sides(question: Question, piece: Piece) -> Iterator[str]:
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
        yield _written(sp.expand(sign * start), a)


def _written(p: sp.Expr, a: sp.Symbol) -> str:
    """p ≥ 0 as a reader would write it."""
    poly = sp.Poly(p, a)
    if poly.degree() > 1:
        above = sum(t for t in sp.Add.make_args(p) if not t.could_extract_minus_sign())
        return f"{above} >= {sp.expand(above - p)}"
    slope, rest = poly.coeff_monomial(a), poly.coeff_monomial(1)
    if slope.is_number:
        return f"{a} {'>=' if slope > 0 else '<='} {sp.expand(-rest / slope)}"
    return f"{sp.factor(slope) * a} >= {sp.factor(-rest)}"
