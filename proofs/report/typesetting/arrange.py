"""Comparisons as an author writes them: p ≥ 0 becomes left ≥ right or left ≤ right, with the quantity of interest alone on the left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm

from proofs.kernel import Compare, Index, Inner, Nat, Polynomial, Real, Vector
from proofs.report.typesetting.layout import NO_NAMES, Entry, Names, negative, stands_for, summed, vector_sum
from proofs.report.typesetting.nodes import Node, Norm, Row, Words


@dataclass(frozen=True, slots=True)
class Arranged:
    """left op right, with p = scale·(larger side − smaller side − slack), or scale·(left − right) for an equation.

    The slack is 1 where k + 1 ≤ M is shown as k < M, and else 0."""

    left: Node
    op: str
    right: Node
    scale: Fraction
    slack: int = 0

    @property
    def row(self) -> Node:
        return Row((self.left, Words(f" {self.op} "), self.right))


TURNED = {"=": "=", ">=": "≤", ">": "<"}
STRAIGHT = {"=": "=", ">=": "≥", ">": ">"}


def arranged(f: Compare, names: Names = NO_NAMES) -> Arranged:
    """`f` for reading; over the naturals k + 1 ≤ M is k < M."""
    names = replace(names, lengths=_lengths(f.left, names))
    scale = _content(f.left)
    entries = [(m, c / scale) for m, c in f.left.terms.items()]
    ups, downs = [e for e in entries if e[1] > 0], [e for e in entries if e[1] < 0]
    strict = _indices(f.left) and all(c.denominator == 1 for _, c in entries) and (frozenset(), Fraction(-1)) in entries
    if _indices(f.left) and f.relation == ">=" and len(downs) > strict:
        less = [e for e in downs if e[0]] if strict else downs
        return Arranged(summed(_minus(less), names), "<" if strict else "≤", summed(ups, names), scale, int(strict))
    left, turn = (_leading if f.relation == "=" else _subject)(ups, downs)
    right = [e for e in entries if e not in left]
    if turn:
        shown = Arranged(summed(_minus(left), names), TURNED[f.relation], summed(right, names), scale)
        return replace(shown, scale=-scale) if f.relation == "=" else shown
    return Arranged(summed(left, names), STRAIGHT[f.relation], summed(_minus(right), names), scale)


def null(v: Vector, names: Names = NO_NAMES) -> Node:
    """v null as an equation between vectors, negative parts moved over."""
    ups = [(b, c) for b, c in v.parts.items() if not negative(c)]
    downs = [(b, -c) for b, c in v.parts.items() if negative(c)]
    return Row((vector_sum(ups, names), Words(" = "), vector_sum(downs, names)))


def _minus(entries: list[Entry]) -> list[Entry]:
    return [(m, -c) for m, c in entries]


def _subject(ups: list[Entry], downs: list[Entry]) -> tuple[list[Entry], bool]:
    """What an inequality is about, and whether it is the smaller side: the one inner product, else the lighter side."""
    inner = [e for e in ups + downs if _has_inner(e)]
    if len(inner) == 1 and abs(inner[0][1]) == 1:
        return inner, inner[0] in downs
    side = downs if downs and _weight(downs) < _weight(ups) else ups
    bare = [e for e in side if e[0]]
    return (bare if len(bare) == 1 else side), side is downs


def _leading(ups: list[Entry], downs: list[Entry]) -> tuple[list[Entry], bool]:
    """The left of an equation: a named root or length, the newest sequence value, else the lighter side."""

    def newness(side: list[Entry]) -> tuple[int, int]:
        ages = [_age(a) for m, _ in side for x, _ in m for a in (x.pair if isinstance(x, Inner) else (x,))]
        named = len(side) == 1 and any(isinstance(a, Real) and a.name[:1] in ("√", "‖") for a, _ in side[0][0])
        return named, max(ages, default=0) if len(side) == 1 else 0

    new, old = newness(ups), newness(downs)
    turn = new < old or (new == old and bool(downs) and _weight(downs) < _weight(ups))
    return (downs, True) if turn else (ups, False)


def _age(a: object) -> int:
    index = getattr(a, "index", None)
    return index.offset if isinstance(index, Index) else 0


def _has_inner(e: Entry) -> bool:
    return any(isinstance(a, Inner) for a, _ in e[0])


def _lengths(p: Polynomial, names: Names) -> frozenset[Node]:
    shown = (stands_for(a, names) for m in p.terms for a, _ in m)
    return frozenset(n for n in shown if isinstance(n, Norm))


def _content(p: Polynomial) -> Fraction:
    """What to divide by: 1 if the author left some term without a factor, else all that is common."""
    coefficients = list(p.terms.values())
    if not coefficients or any(abs(c) == 1 for c in coefficients):
        return Fraction(1)
    return Fraction(gcd(*(c.numerator for c in coefficients)), lcm(*(c.denominator for c in coefficients)))


def _indices(p: Polynomial) -> bool:
    return all(isinstance(a, Nat) for m in p.terms for a, _ in m)


def _weight(entries: list[Entry]) -> tuple[bool, bool, bool, int, bool, int, Fraction]:
    """The lighter side: not a bare number, with inner products, no reciprocals, fewer terms, lengths, lower degree."""
    constant = all(not m for m, _ in entries)
    degree = sum(p for m, _ in entries for _, p in m)
    plain, named = not any(map(_has_inner, entries)), [a.name for m, _ in entries for a, _ in m if isinstance(a, Real)]
    fraction, length = any(n.startswith("1/") for n in named), any(n.startswith("‖") for n in named)
    return constant, plain, fraction, len(entries), not length, degree, sum((abs(c) for _, c in entries), Fraction(0))
