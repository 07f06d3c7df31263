"""Formulas: comparisons of a real term with 0, null vectors, conjunction, implication, and ∀ over the naturals.

Bound indices are nameless, so a substitution cannot capture a variable and two formulas that differ in a bound name are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, is_dataclass

from .polynomial import Polynomial, need
from .term import Index, Inner, Nat, Real, Substitution, Sum, Vec, Vector, key


@dataclass(frozen=True, slots=True)
class Compare:
    """`left` ≥ 0, > 0 or = 0."""

    left: Polynomial
    relation: str

    def __post_init__(self) -> None:
        need(self.relation in (">=", ">", "="), f"{self.relation!r} is none of >=, > and =")


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
    need(isinstance(f, (Both, Implies, ForAll)), "this is not a formula")
    return type(f)(*(substitute(s, getattr(f, part), depth + isinstance(f, ForAll)) for part in type(f).__match_args__))


def opened(f: Formula, index: Index) -> Formula:
    """The body of a ∀ at `index`."""
    need(isinstance(f, ForAll), "only a ∀ can be instantiated")
    return substitute(Substitution(opened=index), f.body)  # type: ignore[union-attr]


def bound(f: Formula, name: str) -> ForAll:
    """∀ name. f"""
    return ForAll(substitute(Substitution(bound=name), f))


def names(node: object, depth: int = 0) -> Iterator[tuple[str, str | int]]:
    """Every free name in a term or formula as (kind, name); an index that no ∀ or Σ in it binds as ("loose", level)."""
    parts: Iterable[object] = ()
    if isinstance(node, Polynomial):
        parts = (a for monomial in node.terms for a, _ in monomial)
    elif isinstance(node, Vector):
        parts = (part for entry in node.parts.items() for part in entry)
    elif isinstance(node, Inner):
        parts = node.pair
    elif isinstance(node, (Index, Nat)):
        if type(node.name) is str:
            yield ("nat", node.name)
        elif type(node.name) is int and node.name >= depth:
            yield ("loose", node.name - depth)
        parts = node.name if isinstance(node.name, tuple) else ()
    elif is_dataclass(node):
        if isinstance(node, (Real, Vec)):
            yield key(node)
        parts = [getattr(node, field) for field in type(node).__match_args__]  # type: ignore[union-attr]
    for part in parts:
        yield from names(part, depth + isinstance(node, (ForAll, Sum)))


def closed(f: Formula) -> Formula:
    """`f`, rejected if it is no formula or an index in it is bound by no ∀ or Σ."""
    need(isinstance(f, Formula), "this is not a formula")
    need(all(kind != "loose" for kind, _ in names(f)), "an index is bound by no ∀ or Σ")
    return f
