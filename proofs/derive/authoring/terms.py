"""Writing kernel terms as on paper: `ge(inner(u, w(k)), gamma * k)`.

Nothing here is trusted: it only builds kernel objects that `replay` will judge.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Index, Null, Polynomial, Real, Vec, Vector
from proofs.kernel.formula import bound
from proofs.kernel.term import cast, inner

Term = Polynomial | Fraction | int

__all__ = [
    "Term",
    "both",
    "eq",
    "every",
    "ge",
    "gt",
    "implies",
    "inner",
    "le",
    "nat",
    "null",
    "number",
    "poly",
    "real",
    "seq",
    "vec",
    "vseq",
]

ZERO_INDEX = Index(None)


def poly(term: Term) -> Polynomial:
    return Polynomial.of(term)


def real(name: str) -> Polynomial:
    """A real variable."""
    return Polynomial.atom(Real(name))


def vec(name: str) -> Vector:
    """A vector variable."""
    return Vector.basic(Vec(name))


def nat(name: str) -> Index:
    """A natural variable, as an index; `number` makes it a real term."""
    return Index(name)


def number(index: Index) -> Polynomial:
    """The natural number `index` as a real term."""
    return cast(index)


class seq:
    """A sequence of reals: `TD = seq("TD"); TD(k)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, index: Index | int) -> Polynomial:
        return Polynomial.atom(Real(self.name, _index(index)))


class vseq:
    """A sequence of vectors: `w = vseq("w"); w(k + 1)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, index: Index | int) -> Vector:
        return Vector.basic(Vec(self.name, _index(index)))


def _index(index: Index | int) -> Index:
    return Index(None, index) if isinstance(index, int) else index


def ge(a: Term, b: Term) -> Formula:
    """a ≥ b"""
    return Compare(poly(a) - b, ">=")


def le(a: Term, b: Term) -> Formula:
    """a ≤ b"""
    return ge(b, a)


def gt(a: Term, b: Term) -> Formula:
    """a > b"""
    return Compare(poly(a) - b, ">")


def eq(a: Term, b: Term) -> Formula:
    """a = b"""
    return Compare(poly(a) - b, "=")


def null(v: Vector) -> Formula:
    """v is the null vector"""
    return Null(v)


def both(a: Formula, b: Formula) -> Formula:
    return Both(a, b)


def implies(a: Formula, b: Formula) -> Formula:
    return Implies(a, b)


def every(k: Index, body: Formula, below: Term | None = None) -> ForAll:
    """∀k body, or ∀k < below."""
    return bound(body if below is None else Implies(ge(below, number(k) + 1), body), str(k.name))
