"""Finite sums for Z3: Σ(i < n) of a term is a function of n and of whatever indices the term has from outside, one function for a shape."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from proofs.kernel import Index, Inner, Nat, Polynomial, Sum


def shape(node: object, depth: int = 0) -> tuple[object, list[Index]]:
    """A key that is the same whatever indices come from outside the sum, and those indices in its order."""
    if isinstance(node, Index):
        return _index(node, depth)
    if isinstance(node, Nat):
        key, outer = _index(Index(node.name), depth)
        return ("number", key), outer
    if isinstance(node, Polynomial):
        terms = [(str(c), *_sorted([(a, power) for a, power in m], depth)) for m, c in node.terms.items()]
        terms.sort(key=repr)
        return tuple(t[:2] for t in terms), [i for t in terms for i in t[2]]
    if isinstance(node, Inner):
        return _sorted([(v, 1) for v in node.pair], depth)
    if not is_dataclass(node):
        return node, []
    inside = [shape(getattr(node, f.name), depth + isinstance(node, Sum)) for f in fields(node)]
    return (type(node).__name__, *(key for key, _ in inside)), [i for _, outer in inside for i in outer]


def _index(i: Index, depth: int) -> tuple[object, list[Index]]:
    if (outside := _outside(i, depth)) is not None:  # a list too, such as (h, z) where another proof has k
        return "outside", [outside]
    if isinstance(i.name, tuple):
        parts = [shape(j, depth) for j in i.name]
        return ("list", i.offset, *(key for key, _ in parts)), [j for _, outer in parts for j in outer]
    return ("bound", i.name, i.offset), []


def _outside(i: Index, depth: int) -> Index | None:
    """The index as it is outside the sums, or None if one of their own is in it."""
    if isinstance(i.name, tuple):
        parts = [_outside(j, depth) for j in i.name]
        found = tuple(j for j in parts if j is not None)
        return Index(found, i.offset) if len(found) == len(parts) else None
    if isinstance(i.name, int):
        return Index(i.name - depth, i.offset) if i.name >= depth else None
    return i


def _sorted(factors: list[tuple[object, int]], depth: int) -> tuple[object, list[Index]]:
    parts = [(shape(a, depth), power) for a, power in factors]
    parts.sort(key=lambda part: (repr((part[0][0], part[1])), [_order(i) for i in part[0][1]]))
    return tuple((key, power) for (key, _), power in parts), [i for (_, outer), _ in parts for i in outer]


def _order(i: Index) -> tuple[int, str]:
    """Free numbers first, then those of outer ∀: the same order of x(i)x(j) in ∀i ∀j and where i, or both, have been put in."""
    return (-i.name, "") if isinstance(i.name, int) else (-(10**6), repr(i))
