"""The places at which a name occurs in facts: which come before which, and whether two can be one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction

from proofs.kernel import ForAll, Formula, Implies, Index, Inner, Nat, Polynomial, Real, Vec, Vector
from proofs.kernel.formula import names, opened
from proofs.kernel.term import key

# ------------------------------------------------------------------------------------------------------------------------------------------
# Where in a sequence a fact speaks of it: which places come before a place, and whether two facts can be about one place.
#
# A list of indices stands for a number of its own: (h, z) is the history h followed by z, so that h comes before it, and no list is empty,
# so that 0 is none. That the numbers can be chosen so is looked at by form.

Binding = dict[str, Index]


def variable(index: Index) -> bool:
    """Whether it is a number at which a ∀ is opened, plus a constant."""
    return isinstance(index.name, str) and index.name.startswith("·")


def variables(index: Index | None) -> list[str]:
    """Those numbers, wherever they stand in an index."""
    if index is None:
        return []
    if isinstance(index.name, tuple):
        return [name for part in index.name for name in variables(part)]
    return [str(index.name)] if variable(index) else []


def free(index: Index | None) -> bool:
    """Whether a number of the reader's choice stands in it."""
    if index is None or index.name is None or isinstance(index.name, int):
        return False
    return any(map(free, index.name)) if isinstance(index.name, tuple) else not variable(index)


def before(one: Index, other: Index) -> bool:
    """Whether the first comes before the second, whatever the numbers are: k before k + 1, and h before (h, z)."""
    if one.name == other.name:
        return one.offset < other.offset
    return isinstance(other.name, tuple) and len(other.name) > 1 and (one == other.name[0] or before(one, other.name[0]))


def falling(steps: Iterable[tuple[Index, Index]]) -> bool:
    """Whether from each first index to the second it goes back, in one and the same part of both."""
    pairs = list(steps)
    if all(before(back, at) for at, back in pairs):
        return True
    lists = [(at.name, back.name) for at, back in pairs if isinstance(at.name, tuple) and isinstance(back.name, tuple)]
    sizes = {len(name) for pair in lists for name in pair}
    return len(lists) == len(pairs) and len(sizes) == 1 and any(all(before(b[c], a[c]) for a, b in lists) for c in range(min(sizes)))


def meet(one: Index | None, other: Index | None) -> Binding | None:
    """The binding that makes two places equal, their numbers being different ones; None if there is none. Where it cannot decide, the
    binding is empty."""
    return {} if one is None or other is None else _unify(one, other, {})


def _unify(one: Index, other: Index, known: Binding) -> Binding | None:
    one, other = at(one, known), at(other, known)
    if one == other:
        return known
    if isinstance(one.name, tuple) and isinstance(other.name, tuple):
        return _parts(one.name, other.name, known) if len(one.name) == len(other.name) and one.offset == other.offset else known
    if not variable(one) or (variable(other) and other.offset < one.offset):
        one, other = other, one
    if variable(one):
        if other.offset >= one.offset and one.name not in variables(other):
            return {**known, str(one.name): Index(other.name, other.offset - one.offset)}
        return None if other.name is None or other.name == one.name else known
    if one.name == other.name:
        return known if one.offset == other.offset else None
    return None if {type(one.name), type(other.name)} == {type(None), tuple} and not one.offset + other.offset else known


def _parts(one: Sequence[Index], other: Sequence[Index], known: Binding) -> Binding | None:
    for a, b in zip(one, other, strict=True):
        unified = _unify(a, b, known)
        if unified is None:
            return None
        known = unified
    return known


def at(index: Index, known: Binding) -> Index:
    """The index with the numbers that are known put in."""
    if isinstance(index.name, tuple):
        return Index(tuple(at(part, known) for part in index.name), index.offset)
    if isinstance(index.name, str) and index.name in known:
        return at(known[index.name], known) + index.offset
    return index


# ------------------------------------------------------------------------------------------------------------------------------------------
# What a fact says at one index: each ∀ at a number of its own, the premises taken off.

Name = tuple[str, str | int]  # kind and name, as the kernel's `names` has them
BOUND = "·{}"  # the number at which the n-th ∀ is opened; no fact has such a name


@dataclass(frozen=True)
class FactAtIndex:
    """A fact at one index: its premises, and its conclusions."""

    premises: tuple[Formula, ...]
    body: Formula
    depth: int

    @staticmethod
    def of(formula: Formula) -> FactAtIndex:
        premises, depth = [], 0
        while isinstance(formula, (ForAll, Implies)):
            if isinstance(formula, ForAll):
                formula, depth = opened(formula, Index(BOUND.format(depth))), depth + 1
            else:
                premises.append(formula.premise)
                formula = formula.conclusion
        return FactAtIndex(tuple(premises), formula, depth)


def constant(p: Polynomial) -> Fraction | None:
    """The number that a term is, if it is one other than 0."""
    return p.terms.get(frozenset()) if len(p.terms) == 1 else None


def powers(p: Polynomial, atom: object) -> dict[int, Polynomial]:
    """The term as a polynomial in one of its atoms: the coefficient of each power."""
    coefficients: dict[int, Polynomial] = {}
    for monomial, c in p.terms.items():
        power = dict(monomial).get(atom, 0)
        rest = Polynomial({frozenset((a, e) for a, e in monomial if a != atom): c})
        coefficients[power] = coefficients.get(power, Polynomial.of(0)) + rest
    return coefficients


def places(node: object) -> Iterator[tuple[Name, Index | None]]:
    """Every name in a term or formula, with the index at which it stands."""
    parts: Iterable[object] = ()
    if isinstance(node, Polynomial):
        parts = (atom for monomial in node.terms for atom, _ in monomial)
    elif isinstance(node, Vector):
        parts = (part for entry in node.parts.items() for part in entry)
    elif isinstance(node, Inner):
        parts = node.pair
    elif isinstance(node, (Real, Vec)):
        yield key(node), node.index
        yield from ((name, None) for name in names(node.index))
    elif isinstance(node, (Nat, Index)):
        yield from ((name, None) for name in names(node))
    elif is_dataclass(node):
        parts = (getattr(node, field.name) for field in fields(node))
    for part in parts:
        yield from places(part)
