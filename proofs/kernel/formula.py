"""Formulas: comparisons of a real term with 0, null vectors, conjunction, implication, and ∀ over the naturals.

Bound indices are nameless, so a substitution cannot capture a variable and two formulas that differ in a bound name are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .polynomial import Polynomial, Rejected, need
from .term import Index, Name, Substitution, Vector, names

RELATIONS = (">=", ">", "=")


@dataclass(frozen=True, slots=True)
class Compare:
    """`left` ≥ 0, > 0 or = 0."""

    left: Polynomial
    relation: str

    def __post_init__(self) -> None:
        need(isinstance(self.left, Polynomial) and self.relation in RELATIONS, f"{self.relation!r} is none of {RELATIONS}")


@dataclass(frozen=True, slots=True)
class Null:
    """`vector` is null: its inner product with every vector is 0."""

    vector: Vector


@dataclass(frozen=True, slots=True)
class Both:
    first: Formula
    second: Formula


@dataclass(frozen=True, slots=True)
class Implies:
    premise: Formula
    conclusion: Formula


@dataclass(frozen=True, slots=True)
class ForAll:
    """For every natural number, which `body` calls bound index 0."""

    body: Formula


Formula = Compare | Null | Both | Implies | ForAll


def substitute(s: Substitution, f: Formula, depth: int = 0) -> Formula:
    if isinstance(f, Compare):
        return Compare(s.real(f.left, depth), f.relation)
    if isinstance(f, Null):
        return Null(s.vector(f.vector, depth))
    if isinstance(f, Both):
        return Both(substitute(s, f.first, depth), substitute(s, f.second, depth))
    if isinstance(f, Implies):
        return Implies(substitute(s, f.premise, depth), substitute(s, f.conclusion, depth))
    if isinstance(f, ForAll):
        return ForAll(substitute(s, f.body, depth + 1))
    raise Rejected(f"{f!r} is not a formula")


def opened(f: Formula, index: Index) -> Formula:
    """The body of a ∀ at `index`."""
    need(isinstance(f, ForAll), "only a ∀ can be instantiated")
    return substitute(Substitution(opened=index), f.body) if isinstance(f, ForAll) else f


def bound(f: Formula, name: str) -> ForAll:
    """∀ name. f"""
    return ForAll(substitute(Substitution(bound=name), f))


def names_in(f: Formula, depth: int = 0) -> Iterator[Name]:
    """Every free name of a formula, as `term.names` gives them."""
    if isinstance(f, (Compare, Null)):
        yield from names(f.left if isinstance(f, Compare) else f.vector, depth)
    elif isinstance(f, Both):
        yield from names_in(f.first, depth)
        yield from names_in(f.second, depth)
    elif isinstance(f, Implies):
        yield from names_in(f.premise, depth)
        yield from names_in(f.conclusion, depth)
    elif isinstance(f, ForAll):
        yield from names_in(f.body, depth + 1)
    else:
        raise Rejected(f"{f!r} is not a formula")


def closed(f: Formula) -> Formula:
    """`f`, rejected if an index in it is bound by no ∀."""
    need(all(kind != "loose" for kind, _ in names_in(f)), "an index is bound by no ∀")
    return f
