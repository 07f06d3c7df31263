"""Terms: real atoms, vectors, and the one substitution that acts on both.

A real term is a polynomial in atoms.  Vectors have no coordinates: a vector term is a combination of basic vectors with polynomial
coefficients, and it enters a real term only through inner products ⟨a, b⟩, so a theorem holds in every dimension and for every kernel.
An index is a natural number k + c; k is free (a name), bound (how many ∀ and Σ lie between it and its binder), absent (None), or a list of
indices, which stands for some natural number that they determine: x(i, j), or the history ν followed by z.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from .polynomial import ZERO, Polynomial, need, spend, total


@dataclass(frozen=True, slots=True)
class Index:
    name: str | int | tuple[Index, ...] | None
    offset: int = 0

    def __post_init__(self) -> None:
        level = self.name is None or type(self.name) is str or (type(self.name) is int and self.name >= 0)
        known = level or (isinstance(self.name, tuple) and all(isinstance(i, Index) for i in self.name))
        need(known and type(self.offset) is int and self.offset >= 0, "an index is a name, a level, a list or nothing, plus a number")

    def __add__(self, offset: int) -> Index:
        return Index(self.name, self.offset + offset)

    def under(self, binders: int) -> Index:
        """The same index, written under a number of further binders."""
        if isinstance(self.name, tuple):
            return Index(tuple(i.under(binders) for i in self.name), self.offset)
        return Index(self.name + binders if isinstance(self.name, int) else self.name, self.offset)


@dataclass(frozen=True, slots=True)
class Vec:
    """A vector variable, or with an index the value of a sequence of vectors."""

    name: str
    index: Index | None = None


@dataclass(frozen=True, slots=True)
class Real:
    """A real variable, or with an index the value of a sequence of reals."""

    name: str
    index: Index | None = None


@dataclass(frozen=True, slots=True)
class Nat:
    """A natural variable (free or bound) used as a number."""

    name: str | int | tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Inner:
    """⟨a, b⟩ of vector variables; the pair is a set, which is symmetry."""

    pair: frozenset[Vec]


@dataclass(frozen=True, slots=True)
class Fn:
    """A named function, known only by its axioms, at a real term."""

    name: str
    argument: Polynomial


@dataclass(frozen=True, slots=True)
class Sum:
    """Σ of `term` over the natural numbers below `upto`; it binds as ∀ does, and `term` calls the number bound index 0."""

    upto: Index
    term: Polynomial


def cast(index: Index) -> Polynomial:
    """The natural number `index` as a real term."""
    return Polynomial.of(index.offset) + (ZERO if index.name is None else Polynomial.atom(Nat(index.name)))


class Vector:
    """A combination of basic vectors with polynomial coefficients."""

    __slots__ = ("parts",)

    def __init__(self, parts: Mapping[Vec, Polynomial]) -> None:
        spend(len(parts))
        self.parts = {b: c for b, c in parts.items() if c.terms}

    @staticmethod
    def basic(basic: Vec) -> Vector:
        return Vector({basic: Polynomial.of(1)})

    def __add__(self, other: Vector) -> Vector:
        return Vector({**self.parts, **{b: self.parts.get(b, ZERO) + c for b, c in other.parts.items()}})

    def __rmul__(self, scalar: Polynomial | Fraction | int) -> Vector:
        return Vector({b: c * scalar for b, c in self.parts.items()})

    def __sub__(self, other: Vector) -> Vector:
        return self + (-1) * other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(frozenset(self.parts.items()))


def inner(a: Vector, b: Vector) -> Polynomial:
    """⟨a, b⟩ by bilinearity."""
    return total(c * d * Polynomial.atom(Inner(frozenset({x, y}))) for x, c in a.parts.items() for y, d in b.parts.items())


def key(variable: Real | Vec) -> tuple[str, str]:
    """The (kind, name) of a variable: reals and vectors, single or in sequence, are four kinds of name."""
    kind = "real" if isinstance(variable, Real) else "vec"
    return (kind if variable.index is None else {"real": "seq", "vec": "vseq"}[kind], variable.name)


@dataclass(frozen=True, slots=True)
class Substitution:
    """Replace free names by terms (a sequence by a term in the index ‘bound 0’), open the outermost ∀, or bind a free natural."""

    images: Mapping[tuple[str, str], Polynomial | Vector | Index] = field(default_factory=dict)
    opened: Index | None = None
    bound: str | None = None

    def index(self, i: Index, depth: int = 0) -> Index:
        if i.name is not None and i.name == self.bound:
            return Index(depth, i.offset)
        if self.opened is not None and type(i.name) is int and i.name == depth:
            return self.opened.under(depth) + i.offset
        if isinstance(i.name, tuple):
            return Index(tuple(self.index(j, depth) for j in i.name), i.offset)
        image = self.images.get(("nat", str(i.name))) if type(i.name) is str else None
        return image + i.offset if isinstance(image, Index) else i

    def basic(self, b: Vec, depth: int) -> Vector:
        at = None if b.index is None else self.index(b.index, depth)
        image = self.images.get(key(b))
        if not isinstance(image, Vector):
            return Vector.basic(Vec(b.name, at))
        return image if at is None else Substitution(opened=at).vector(image)

    def vector(self, v: Vector, depth: int = 0) -> Vector:
        return sum((self.real(c, depth) * self.basic(b, depth) for b, c in v.parts.items()), Vector({}))

    def atom(self, a: object, depth: int) -> Polynomial:
        if isinstance(a, Inner):
            ends = [self.basic(b, depth) for b in a.pair]
            return inner(ends[0], ends[-1])
        if isinstance(a, Nat):
            return cast(self.index(Index(a.name), depth))
        if isinstance(a, Fn):
            return Polynomial.atom(Fn(a.name, self.real(a.argument, depth)))
        if isinstance(a, Sum):
            return Polynomial.atom(Sum(self.index(a.upto, depth + 1), self.real(a.term, depth + 1)))
        need(isinstance(a, Real), "this is not an atom")
        at = None if a.index is None else self.index(a.index, depth)  # type: ignore[attr-defined]
        image = self.images.get(key(a))  # type: ignore[arg-type]
        if isinstance(image, Polynomial):
            return image if at is None else Substitution(opened=at).real(image)
        return Polynomial.atom(Real(a.name, at))  # type: ignore[attr-defined]

    def real(self, p: Polynomial, depth: int = 0) -> Polynomial:
        powers = ([self.atom(a, depth) ** power for a, power in monomial] for monomial in p.terms)
        return total(prod(factors, start=Polynomial.of(c)) for factors, c in zip(powers, p.terms.values(), strict=True))
