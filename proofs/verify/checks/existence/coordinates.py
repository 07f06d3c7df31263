"""Vectors that are given entry by entry: where e(0), e(1), … are axes, ⟨e(i), w(k)⟩ is a number of its own for each k and i < N.

Numbers are as good as the vector: for any w(k, i) there is the vector Σ w(k, i)e(i) over i < N.  So what definitions say of entries is
read as said of a table of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from math import prod
from typing import Any

from proofs.derive.authoring.terms import ge, name_of, number
from proofs.kernel import Formula, Index, Inner, Null, Polynomial, Real, Vec, Vector
from proofs.kernel.polynomial import total
from proofs.kernel.term import key
from proofs.statements.statement import Fact
from proofs.verify.checks.existence.axes import axis_shape
from proofs.verify.checks.existence.indices import variable
from proofs.verify.checks.existence.shapes import Name, Opened, places

Tables = Mapping[Name, Name]  # vectors that are given entry by entry, and the axes of the entries


def tables(facts: Sequence[Fact]) -> Tables:
    """The sequences of vectors that definitions give by bounded entries along axes, and not as a whole."""
    definitions = [(name_of(fact.defines), Opened.of(fact.formula)) for fact in facts if fact.defines is not None]
    axes = {name for name, fact in definitions if name[0] == "vseq" and axis_shape(fact, name) is not None}
    whole = {name for name, fact in definitions if isinstance(fact.body, Null)}
    return dict(pair for name, fact in definitions if name not in whole | axes for pair in _entries(fact, name, axes))


def _entries(fact: Opened, name: Name, axes: set[Name]) -> Iterator[tuple[Name, Name]]:
    for atom in _inner(fact.body):
        for axis, vector in (tuple(atom.pair), tuple(atom.pair)[::-1]) if len(atom.pair) == 2 else ():
            if key(vector) == name and vector.index is not None and key(axis) in axes and _bounded(axis.index, fact):
                yield name, key(axis)


def _bounded(index: Index | None, fact: Opened) -> bool:
    """Whether it is for i < N that it speaks of the axis e(i)."""
    bounds = {name for premise in fact.premises for name, _ in places(premise)}
    return (
        index is not None
        and variable(index)
        and any(premise == ge(number(Index(name)), number(index) + 1) for premise in fact.premises for _, name in bounds)
    )


def _inner(node: object) -> list[Inner]:
    if isinstance(node, Inner):
        return [node]
    if isinstance(node, Polynomial):
        return [found for monomial in node.terms for atom, _ in monomial for found in _inner(atom)]
    parts = [getattr(node, field.name) for field in fields(node)] if is_dataclass(node) else []
    return [found for part in parts for found in _inner(part)]


def table(vector: Name, axis: Name) -> str:
    """What the numbers are called."""
    return f"⟨{axis[1]}, {vector[1]}⟩"


def read(formula: Formula, by: Tables) -> Formula:
    """The formula with the entries of those vectors as numbers."""
    return formula if not by else _read(formula, by)


def _read(node: Any, by: Tables) -> Any:
    if isinstance(node, Polynomial):
        return total(prod((_atom(a, by) ** e for a, e in monomial), start=Polynomial.of(c)) for monomial, c in node.terms.items())
    if isinstance(node, Vector):
        return Vector({v: _read(c, by) for v, c in node.parts.items()})
    if isinstance(node, (Index, Vec)) or not is_dataclass(node):
        return node
    return replace(node, **{field.name: _read(getattr(node, field.name), by) for field in fields(node)})  # type: ignore[type-var]


def _atom(atom: object, by: Tables) -> Polynomial:
    if not isinstance(atom, Inner):
        return Polynomial.atom(_read(atom, by))
    for vector, axis in (tuple(atom.pair), tuple(atom.pair)[::-1]) if len(atom.pair) == 2 else ():
        if by.get(key(vector)) == key(axis) and vector.index is not None and axis.index is not None:
            return Polynomial.atom(Real(table(key(vector), key(axis)), Index((vector.index, axis.index))))
    return Polynomial.atom(atom)
