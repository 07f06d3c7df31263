"""What shape a fact has, at which indices its name stands, and in which order names can be introduced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from proofs.kernel import Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Vec, Vector
from proofs.kernel.formula import names, opened
from proofs.kernel.term import key

# ------------------------------------------------------------------------------------------------------------------------------------------
# Where in a sequence a fact speaks of it: which places come before a place, and whether two facts can be about one place.
#
# A list of indices stands for a number of its own: (h, z) is the history h followed by z, so that h comes before it, and no list is empty,
# so that 0 is none. That the numbers can be chosen so is looked at by form.

Binding = dict[str, Index]


def variable(index: Index) -> bool:
    """Whether it is a number at which a ∀ is opened, plus what is added."""
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
    """What makes two places one, their numbers being different ones; None if nothing does.  Where it cannot tell, it says nothing."""
    return {} if one is None or other is None else _unified(one, other, {})


def _unified(one: Index, other: Index, known: Binding) -> Binding | None:
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
        found = _unified(a, b, known)
        if found is None:
            return None
        known = found
    return known


def at(index: Index, known: Binding) -> Index:
    """The index with the numbers that are known put in."""
    if isinstance(index.name, tuple):
        return Index(tuple(at(part, known) for part in index.name), index.offset)
    if isinstance(index.name, str) and index.name in known:
        return at(known[index.name], known) + index.offset
    return index


# ------------------------------------------------------------------------------------------------------------------------------------------
# How a fact speaks of a name that it may introduce: as its value, its next value, a root, a quotient, a bound from below, ...
#
# A fact is looked at `Opened`: each ∀ at a number of its own, the premises taken off. What a shape needs of the signs of terms is left to
# `existence`, which shows it in the kernel.

Top = TypeVar("Top", Real | Nat, Vec)
Name = tuple[str, str | int]  # kind and name, as the kernel's `names` has them
BOUND = "·{}"  # the number at which the n-th ∀ is opened; no fact has such a name


@dataclass(frozen=True)
class Opened:
    """What a fact says at one index: its premises, and what follows from them."""

    premises: tuple[Formula, ...]
    body: Formula
    depth: int

    @staticmethod
    def of(formula: Formula) -> Opened:
        premises, depth = [], 0
        while isinstance(formula, (ForAll, Implies)):
            if isinstance(formula, ForAll):
                formula, depth = opened(formula, Index(BOUND.format(depth))), depth + 1
            else:
                premises.append(formula.premise)
                formula = formula.conclusion
        return Opened(tuple(premises), formula, depth)

    @property
    def formula(self) -> Formula:
        """What it says at that index."""
        said = self.body
        for premise in reversed(self.premises):
            said = Implies(premise, said)
        return said


@dataclass(frozen=True)
class Shape:
    """A fact that speaks of `name` in the way that `word` says; `powers` are the coefficients of it, where the fact compares numbers.

    words: value (at each index), initial and next (of a recurrence), point (at one index of the reader's), quotient, square, quadratic,
    lower, lower square, not negative, positive, power, floor below, floor above.
    """

    word: str
    name: Name
    top: Real | Nat | Vec | None
    fact: Opened
    powers: dict[int, Polynomial]

    @property
    def lead(self) -> Polynomial:
        return self.powers[max(self.powers)]

    @property
    def rest(self) -> Polynomial:
        return self.powers.get(0, Polynomial.of(0))

    @property
    def linear(self) -> Polynomial:
        return self.powers.get(1, Polynomial.of(0))


def shape(fact: Opened, name: Name) -> Shape | None:
    """The way in which a fact introduces a name; None if it is none of those known."""
    found = _vector_shape(fact, name) if isinstance(fact.body, Null) else _number_shape(fact, name)
    return found if found is not None and _covers(found) else None


def constant(p: Polynomial) -> Fraction | None:
    """The number that a term is, if it is one other than 0."""
    return p.terms.get(frozenset()) if len(p.terms) == 1 else None


def powers(p: Polynomial, atom: object) -> dict[int, Polynomial]:
    """The term as a polynomial in one of its atoms: the coefficient of each power."""
    found: dict[int, Polynomial] = {}
    for monomial, c in p.terms.items():
        power = dict(monomial).get(atom, 0)
        rest = Polynomial({frozenset((a, e) for a, e in monomial if a != atom): c})
        found[power] = found.get(power, Polynomial.of(0)) + rest
    return found


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


def _vector_shape(fact: Opened, name: Name) -> Shape | None:
    parts = fact.body.vector.parts  # type: ignore[union-attr]
    own = [v for v in parts if key(v) == name]
    if not own:
        return None
    top, several = _top(fact, name, own), _several(fact, name)
    if top is None or (constant(parts[top]) is None and several):
        return None
    word = _recurrence(top, several) if constant(parts[top]) is not None else "quotient"
    return Shape(word, name, top, fact, {1: parts[top]})


def _number_shape(fact: Opened, name: Name) -> Shape | None:
    body = fact.body
    if not isinstance(body, Compare) or name[0] not in ("real", "seq", "nat"):
        return None
    atoms = {atom for monomial in body.left.terms for atom, _ in monomial}
    own = [a for a in atoms if isinstance(a, (Real, Nat)) and _is(a, name)]
    if not own:
        logarithms = [a for a in atoms if isinstance(a, Fn) and a.name == "ln" and name in set(names(a))]
        return _power(fact, name, logarithms[0]) if len(logarithms) == 1 and body.relation == "=" else None
    top = _top(fact, name, own)
    if top is None:
        return None
    of, several = powers(body.left, top), _several(fact, name)
    if not several and any(name in set(names(c)) for c in of.values()):
        return None
    word = _compared(body.relation, of, top, several)
    return None if word is None else Shape(word, name, top, fact, of)


def _power(fact: Opened, name: Name, logarithm: Fn) -> Shape | None:
    """ln N = p."""
    body = fact.body
    tops = [a for monomial in logarithm.argument.terms for a, _ in monomial if isinstance(a, Real) and _is(a, name)]
    if len(tops) != 1 or logarithm.argument != Polynomial.atom(tops[0]) or _several(fact, name) or not isinstance(body, Compare):
        return None
    parts = powers(body.left, logarithm)
    return Shape("power", name, tops[0], fact, parts) if set(parts) <= {0, 1} and constant(parts[1]) is not None else None


def _compared(relation: str, of: dict[int, Polynomial], top: Real | Nat, several: bool) -> str | None:
    degree, sign = max(of), constant(of[max(of)])
    rest = of.get(0, Polynomial.of(0))
    if degree == 1 and isinstance(top, Nat) and sign is not None and relation != "=" and rest.terms:
        return "floor above" if relation == ">" and sign > 0 else "floor below" if sign < 0 and relation == ">=" else "lower"
    if degree == 1 and relation == "=" and sign is not None:
        return _recurrence(top, several)
    if several:
        return None
    if degree == 1 and relation == "=":
        return "quotient"
    if degree == 1 and not rest.terms and sign is not None and sign > 0:
        return "not negative" if relation == ">=" else "positive"
    if degree == 1 and relation == ">=":
        return "lower" if sign is None or sign > 0 else None
    if degree == 2 and relation == "=":
        return "quadratic" if of.get(1) or not rest.terms else "square"
    return "lower square" if degree == 2 and relation == ">=" and set(of) <= {0, 2} and (sign or 0) > 0 else None


def _recurrence(top: Real | Nat | Vec, several: bool) -> str:
    index = None if isinstance(top, Nat) else top.index
    if index is None:
        return "value"
    if free(index):
        return "point"
    parts = index.name if isinstance(index.name, tuple) and not index.offset else (index,)
    if not several and all(variable(i) and not i.offset for i in parts):
        return "value"
    return "next" if several or variables(index) else "initial"


def _covers(shape: Shape) -> bool:
    """Whether the name has all the indices that the fact is about: one number R cannot be the value f(k) for every k."""
    own = set(variables(getattr(shape.top, "index", None)))
    return all(name in own for _, name in names(shape.fact.body) if isinstance(name, str) and name.startswith("·"))


def _top(fact: Opened, name: Name, own: Iterable[Top]) -> Top | None:
    """The furthest place at which the fact speaks of the name, if all others lead up to it; better one on the left of its equation."""

    def merit(top: Top) -> tuple[bool, tuple[int, str]]:
        return _weight(fact.body, top) > 0, _place(top)

    return next((top for top in sorted(own, key=merit, reverse=True) if not _elsewhere(fact, name, top)), None)


def _weight(body: Formula, top: object) -> Fraction | int:
    """The number that stands before it."""
    if isinstance(body, Null):
        return next((constant(c) or 0 for v, c in body.vector.parts.items() if v == top), 0)
    return next((c for monomial, c in body.left.terms.items() if monomial == {(top, 1)}), 0) if isinstance(body, Compare) else 0


def _elsewhere(fact: Opened, name: Name, top: Real | Nat | Vec) -> bool:
    """Whether the fact speaks of the name at places that are not all earlier ones, nor all further on in a list."""
    at = None if isinstance(top, Nat) else top.index
    others = {index for other, index in places(fact.body) if other == name} - {at}
    if at is None or None in others:
        return bool(others)
    steps = [(at, index) for index in others if index is not None]
    return not falling(steps) and not all(before(at, index) for _, index in steps)


def _several(fact: Opened, name: Name) -> bool:
    return len({index for other, index in places(fact.body) if other == name}) > 1


def _is(atom: object, name: Name) -> bool:
    return name == ("nat", atom.name) if isinstance(atom, Nat) else isinstance(atom, Real) and key(atom) == name


def _place(a: Real | Nat | Vec) -> tuple[int, str]:
    return (0 if isinstance(a, Nat) else _size(a.index), repr(a))


def _size(index: Index | None) -> int:
    if index is None:
        return 0
    return index.offset + (sum(1 + _size(part) for part in index.name) if isinstance(index.name, tuple) else 0)


# ------------------------------------------------------------------------------------------------------------------------------------------
# In which order names can be introduced, so that none is explained by itself.
#
# A sequence may be given by earlier values of itself, and several sequences by values of each other, as long as going back from any value
# never leads round to it: w(k+1) by z(k) and z(k) by w(k), but not z(k) by y(k) and y(k) by z(k).

Back = int | None  # 1 where a name is spoken of at an earlier place, 0 at the same; None where no comparison can be made


def in_order(groups: Mapping[Name, Sequence[Shape]]) -> tuple[list[list[Name]], list[Name]]:
    """Names that are given by each other, together and in order; and names that are given in a circle."""
    edges = {name: [edge for shape in shapes for edge in _edges(shape, groups)] for name, shapes in groups.items()}
    reach = {name: _reached(name, edges) for name in groups}
    together: list[list[Name]] = []
    circular: list[Name] = []
    for name in groups:
        mates = [other for other in groups if other == name or (other in reach[name] and name in reach[other])]
        if mates[0] == name:
            ordered = _ordered(mates, edges)
            if ordered:
                together.append(ordered)
            else:
                circular += mates
    return together, circular


def _edges(shape: Shape, groups: Mapping[Name, object]) -> list[tuple[Name, Back]]:
    found = [place for part in (shape.fact.body, *shape.fact.premises) for place in places(part)]
    at = getattr(shape.top, "index", None)
    return [(name, _back(at, index)) for name, index in found if name in groups and (name, index) != (shape.name, at)]


def _back(at: Index | None, index: Index | None) -> Back:
    if at is None or index is None or at == index:
        return 0 if at == index else None
    return 1 if falling([(at, index)]) else None


def _reached(name: Name, edges: Mapping[Name, list[tuple[Name, Back]]]) -> set[Name]:
    found: set[Name] = set()
    ahead = [name]
    while ahead:
        for other, _ in edges[ahead.pop()]:
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


def _ordered(mates: list[Name], edges: Mapping[Name, list[tuple[Name, Back]]]) -> list[Name]:
    """The names so that each is given by those before it at the same index and by earlier values; empty if it leads round to the same."""
    if len(mates) == 1:
        return mates  # whether its earlier values are earlier is for its own equations
    inside = {name: [(other, back) for other, back in edges[name] if other in mates] for name in mates}
    if any(back is None or back < 0 for found in inside.values() for _, back in found):
        return []
    try:
        return list(
            TopologicalSorter({name: [other for other, back in found if back == 0] for name, found in inside.items()}).static_order()
        )
    except CycleError:
        return []
