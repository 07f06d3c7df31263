"""The kernel's data as terms of the Coq theory `theory/Syntax`: a name becomes a number, and every list is in the theory's own order."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from proofs.kernel import Both, Compare, Fn, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec, Vector
from proofs.kernel.formula import names

Name = tuple[str, str]
RELATIONS = {">=": "Weak", ">": "Strict", "=": "Equal"}
FUNCTIONS = {"ln": (0, "Ln"), "exp": (1, "Exp")}
Coded = tuple[Any, str]  # where a term comes in the theory's order, and its text


class Untranslatable(Exception):
    """What the theory has no word for, such as a function that no axiom speaks of; `id`: the proof in which it is."""

    id: str | None = None


class Encoder:
    """The terms of one proof, its names numbered in the order in which they are met."""

    def __init__(self) -> None:
        self.numbers: dict[Name, int] = {}
        self._polynomials: dict[Polynomial, Coded] = {}

    def meet(self, nodes: Iterable[object]) -> None:
        """Number the names in each of these terms and formulas: those of one in alphabetical order, for a set has none of its own."""
        for node in nodes:
            for kind, name in sorted((kind, str(name)) for kind, name in names(node) if kind != "loose"):
                self.number(kind, name)

    def number(self, kind: str, name: str) -> int:
        return self.numbers.setdefault((kind, name), len(self.numbers) + 1)

    def index(self, i: Index) -> Coded:
        order, text = self._base(i.name)
        return (order, i.offset), f"(At {text} {i.offset})"

    def _base(self, name: object) -> Coded:
        if name is None:
            return (0,), "Zero"
        if isinstance(name, str):
            n = self.number("nat", name)
            return (1, n), f"(Free {n})"
        if isinstance(name, int):
            return (2, name), f"(Bound {name})"
        parts = [self.index(i) for i in name]  # type: ignore[attr-defined]
        return (3, tuple(order for order, _ in parts)), f"(Listed {_nested('ICons', [(text,) for _, text in parts], 'INil')})"

    def basic(self, v: Vec) -> Coded:
        if v.index is None:
            n = self.number("vec", v.name)
            return (0, n), f"(Vec {n})"
        n, (order, text) = self.number("vseq", v.name), self.index(v.index)
        return (1, n, order), f"(VecAt {n} {text})"

    def atom(self, a: object) -> Coded:
        if isinstance(a, Real) and a.index is None:
            n = self.number("real", a.name)
            return (0, n), f"(Real {n})"
        if isinstance(a, Real) and a.index is not None:
            n, (order, text) = self.number("seq", a.name), self.index(a.index)
            return (1, n, order), f"(RealAt {n} {text})"
        if isinstance(a, Nat):
            order, text = self._base(a.name)
            return (2, order), f"(Nat {text})"
        if isinstance(a, Inner):
            ends = sorted(self.basic(v) for v in a.pair)
            return (3, ends[0][0], ends[-1][0]), f"(Inner {ends[0][1]} {ends[-1][1]})"
        if isinstance(a, Fn):
            if a.name not in FUNCTIONS:
                raise Untranslatable(f"the function {a.name!r:.40} is none of {', '.join(FUNCTIONS)}")
            (rank, function), (order, text) = FUNCTIONS[a.name], self.polynomial(a.argument)
            return (4, rank, order), f"(Fn {function} {text})"
        if isinstance(a, Sum):
            (first, upto), (second, term) = self.index(a.upto), self.polynomial(a.term)
            return (5, first, second), f"(Sum {upto} {term})"
        raise Untranslatable(f"a {type(a).__name__} is no atom")

    def polynomial(self, p: Polynomial) -> Coded:
        if p not in self._polynomials:
            terms = sorted((*self.monomial(m), c) for m, c in p.terms.items())
            order = tuple((m, (c.numerator, c.denominator)) for m, _, c in terms)
            self._polynomials[p] = order, _nested("PCons", [(fraction(c), text) for _, text, c in terms], "PNil")
        return self._polynomials[p]

    def monomial(self, m: frozenset[Any]) -> Coded:
        powers = sorted((*self.atom(a), e) for a, e in m)
        order = (*((0, a, -e) for a, _, e in powers), (1,))  # the end comes last: a constant after all else
        return order, _nested("MCons", [(text, str(e)) for _, text, e in powers], "MNil")

    def combination(self, v: Vector) -> str:
        parts = sorted((*self.basic(b), self.polynomial(c)[1]) for b, c in v.parts.items())
        return _nested("VCons", [(text, c) for _, text, c in parts], "VNil")

    def formula(self, f: Formula) -> str:
        if isinstance(f, Compare):
            return f"({RELATIONS[f.relation]} {self.polynomial(f.left)[1]})"
        if isinstance(f, Null):
            return f"(Null {self.combination(f.vector)})"
        if isinstance(f, Both):
            return f"(And {self.formula(f.first)} {self.formula(f.second)})"
        if isinstance(f, Implies):
            return f"(Imp {self.formula(f.premise)} {self.formula(f.conclusion)})"
        return f"(All {self.formula(f.body)})"

    def polynomials(self, terms: Iterable[Polynomial]) -> str:
        return listed(self.polynomial(p)[1] for p in terms)


def fraction(c: Fraction) -> str:
    return f"({c.numerator}#{c.denominator})"


def _nested(constructor: str, entries: list[tuple[str, ...]], end: str) -> str:
    """(C a (C b end))"""
    opening = "".join(f"({constructor} {' '.join(entry)} " for entry in entries)
    return opening + end + ")" * len(entries)


def listed(items: Iterable[object]) -> str:
    return "[" + "; ".join(map(str, items)) + "]"
