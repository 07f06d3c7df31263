"""Writing kernel terms as on paper: `ge(inner(u, w(k)), gamma * k)`.

Nothing here is trusted: it only builds kernel objects that `replay` will judge.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count

from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Null, Polynomial, Real, Sum, Vec, Vector
from proofs.kernel.formula import bound
from proofs.kernel.term import Substitution, cast, inner

Term = Polynomial | Fraction | int

__all__ = [
    "Term",
    "both",
    "eq",
    "every",
    "exp",
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
    "sequel",
    "summed",
    "vec",
    "vseq",
]

FRESH = count()


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


def sequel(*indices: Index | int) -> Index:
    """The number that a list of indices stands for: x(sequel(i, j)) is x(i, j), and sequel(ν, z) the history ν followed by z."""
    return Index(tuple(_index(i) for i in indices))


def summed(below: Index | int, term: Callable[[Index], Term]) -> Polynomial:
    """Σ term(i) over i < below."""
    name = f"·{next(FRESH)}"
    return Polynomial.atom(Sum(_index(below).under(1), Substitution(bound=name).real(poly(term(Index(name))))))


def exp(term: Term) -> Polynomial:
    """e to the power of a term."""
    return Polynomial.atom(Fn("exp", poly(term)))


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
