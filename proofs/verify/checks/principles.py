"""What is not the kernel's and is looked at by form: conditions that exclude each other, axes, entries, equations with a solution."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from math import prod
from typing import Any

from proofs.derive.authoring.certificate_search import NotFound, SearchLimits, search, weighted_without_z3
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt, number
from proofs.kernel import Compare, Formula, Implies, Index, Inner, Nat, Polynomial, Real, Rejected, Sum, Vec, Vector, replay  # fmt: skip
from proofs.kernel.formula import names, substitute
from proofs.kernel.polynomial import total
from proofs.kernel.term import Substitution, key
from proofs.statements.definitions import Axis, Definition, Fact, Value
from proofs.statements.existence import Given, Signs
from proofs.statements.places import Binding, Name, Opened, at, constant, falling, free, meet, places, variable, variables

# ------------------------------------------------------------------------------------------------------------------------------------------
# That conditions cannot hold together, shown by the kernel: two cases of a definition must not say different things of one number.


SMALL = SearchLimits(1, 0, 0), SearchLimits(2, 0, 0)  # sums of the premises, and of products of two: p > 0 and p² = 0


def contradictory(premises: Sequence[Formula], given: Given = ()) -> bool:
    """Whether the kernel sees that the premises cannot all hold, given facts on the numbers that they speak of."""
    said = [*premises, *(p.conclusion for p in premises if isinstance(p, Implies) and p.premise in premises)]
    about = {name for p in said for name in names(p) if name[0] == "seq"}
    facts = [(name, formula) for name, formula in given if about & set(names(formula))]
    d = Derivation("impossible", [*facts, *((f"·{i}", premise) for i, premise in enumerate(said))])
    signs = Signs(d)
    lines = [f"·{i}" for i, premise in enumerate(said) if isinstance(premise, Compare)]
    atoms = {a for p in said if isinstance(p, Compare) for monomial in p.left.terms for a, _ in monomial}
    for name, formula in facts:
        for binding in _instances(Opened.of(formula), atoms):
            line = signs.open(name, binding)
            if line is not None and isinstance(d.claims[line], Compare):
                lines.append(line)
    counts = [d.natural(Index(a.name)) for a in sorted(atoms, key=repr) if isinstance(a, Nat)]
    nothing, using = Compare(Polynomial.of(0), ">"), list(dict.fromkeys([*lines, *counts]))
    compared = {line: claim for line in using if isinstance(claim := d.claims[line], Compare)}
    try:
        d.line("certificate", nothing, using, search(nothing, compared, shapes=SMALL, solve=weighted_without_z3))
        replay(d.proof(), {})
    except (NotFound, Rejected):
        return False
    return True


def _instances(fact: Opened, atoms: Iterable[object]) -> Iterator[list[Index]]:
    """The numbers at which a fact speaks of one of these atoms."""
    bound = [f"·{i}" for i in range(fact.depth)]
    own = {a for monomial in fact.body.left.terms for a, _ in monomial} if isinstance(fact.body, Compare) else set()
    for mine in sorted((a for a in own if isinstance(a, Real) and set(bound) <= set(variables(a.index))), key=repr):
        for other in sorted((a for a in atoms if isinstance(a, Real) and a.name == mine.name), key=repr):
            apart: Binding = {name: Index(f"{name}′") for name in bound}
            binding = meet(None if mine.index is None else at(mine.index, apart), other.index)
            if binding is not None:
                yield [at(apart[name], binding) for name in bound]


# ------------------------------------------------------------------------------------------------------------------------------------------
# Axes: vectors of which nothing is said but that they are at right angles to others, and how long they are; looked at by form.
#
# There is room for them, whatever the other vectors are: a space can be enlarged by as many directions as one likes, and no inner product
# of what was there before changes by that.


def are_axes(group: Sequence[Axis], given: Given) -> bool:
    """Whether none of them has two lengths, or is to be at right angles to itself."""
    lengths = {axis.size for axis in group if axis.across == axis.top}
    return len(lengths) < 2 and all(
        len(axis.across.parts) == 1 and _length(axis) and (axis.across == axis.top or _apart(axis, given)) for axis in group
    )


def fixed(group: Sequence[Axis], chosen: Collection[Name]) -> bool:
    """Whether it makes no difference which axes they are, even to what else is said of them: each has a length, and they are at right
    angles to each other, and to none or to all of the vectors that the reader chooses."""
    always = [axis for axis in group if not axis.premises]
    unit = any(axis.across == axis.top for axis in always)
    across = {key(_other(axis)) for axis in group} - {group[0].name}
    everywhere = {key(_other(axis)) for axis in always}
    crossed = group[0].name[0] == "vec" or any(_all_different(axis) for axis in group)
    return unit and crossed and (not across & set(chosen) or set(chosen) <= everywhere)


def _other(axis: Axis) -> Vec:
    return next(iter(axis.across.parts))


def _length(axis: Axis) -> bool:
    """Whether it has a length that there is, or is at right angles."""
    size = constant(axis.size)
    return (size is not None and size > 0) if axis.across == axis.top else not axis.size.terms


def _all_different(axis: Axis) -> bool:
    """Whether it is about any two of a sequence, one after the other."""
    k, j = Index("·0"), Index("·1")
    later = ge(number(j), number(k) + 1), ge(number(k), number(j) + 1)
    return {axis.index, _other(axis).index} == {k, j} and len(axis.premises) == 1 and axis.premises[0] in later


def _apart(axis: Axis, given: Given) -> bool:
    """For two axes of one name at right angles: that they never have the same index."""
    other = _other(axis)
    binding = meet(axis.index, other.index) if key(other) == axis.name else None
    if binding is None:
        return True
    same = Substitution({("nat", name): index for name, index in binding.items()})
    return contradictory([substitute(same, p) for p in axis.premises], given)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Vectors that are given entry by entry: where e(0), e(1), … are axes, ⟨e(i), w(k)⟩ is a number of its own for each k and i < N.
#
# Numbers are as good as the vector: for any w(k, i) there is the vector Σ w(k, i)e(i) over i < N. So what definitions say of entries is
# read as said of a table of numbers.

Tables = Mapping[Name, Name]  # vectors that are given entry by entry, and the axes of the entries


def tables(facts: Sequence[Fact]) -> Tables:
    """The sequences of vectors that definitions give by bounded entries along axes, and not as a whole."""
    definitions = [fact.defines for fact in facts if fact.defines is not None]
    axes = {definition.name for definition in definitions if isinstance(definition, Axis) and definition.index is not None}
    whole = {definition.name for definition in definitions if isinstance(definition.top, Vector) and definition.along is None} - axes
    entries = [(d.name, key(d.along_atom), d) for d in definitions if d.along_atom is not None and d.index is not None]
    return {name: along for name, along, d in entries if name not in whole | axes and along in axes and _bounded(d)}


def _bounded(definition: Definition) -> bool:
    """Whether it is for i < N that it speaks of the axis e(i)."""
    index = getattr(definition.along_atom, "index", None)
    bounds = {name for premise in definition.premises for name, _ in places(premise)}
    return (
        index is not None
        and variable(index)
        and any(premise == ge(number(Index(name)), number(index) + 1) for premise in definition.premises for _, name in bounds)
    )


def table(vector: Name, axis: Name) -> str:
    """What the numbers are called."""
    return f"⟨{axis[1]}, {vector[1]}⟩"


def read(formula: Formula, by: Tables) -> Formula:
    """The formula with the entries of those vectors as numbers."""
    return formula if not by else _read(formula, by)


def read_fact(fact: Fact, by: Tables) -> Fact:
    """A fact with those entries as numbers, and what it defines as one of them."""
    if not by:
        return fact
    definition = None if fact.defines is None else fact.defines.mapped(lambda part: _read(part, by))
    if definition is not None and fact.defines is not None and definition.name in by:
        definition = replace(definition, top=_read(fact.defines.term, by), along=None)
    return replace(fact, formula=read(fact.formula, by), defines=definition)


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


# ------------------------------------------------------------------------------------------------------------------------------------------
# A sequence that equations give: its values at some places by earlier ones, case by case; looked at by form, but for the cases.
#
# That there is one rests on three things. Each value is given by values that come before it, so that going back ends. No place is given
# two values: two equations are about places that never meet, or the kernel shows that their conditions cannot hold together, or that both
# give the same. And the places of lists can be numbered so that each list has a number of its own (`indices`).


def given_by_equations(group: Sequence[Value], given: Given) -> bool:
    """Whether there is a sequence of which all these equations are true."""
    steps = [(place, index) for equation in group for place, index in _steps(equation)]
    down = falling(steps) or all(_descends(equation, given) for equation in group)
    return down and not any(free(equation.index) for equation in group) and not any(_meet(a, b, given) for a, b in combinations(group, 2))


def of_itself(definition: Definition) -> bool:
    """Whether it explains the name at a place by the name there; by the name at all, where it is no equation of a sequence."""
    parts = (*definition.premises, *definition.terms)
    own = {index for part in parts for name, index in places(part) if name == definition.name}
    return bool(own) if not isinstance(definition, (Value, Axis)) else definition.index in own and not isinstance(definition, Axis)


def _steps(equation: Value) -> Iterator[tuple[Index, Index]]:
    """From the place that an equation is about to the others of which it speaks."""
    top = equation.index or Index(None)
    for part in (equation.is_, *equation.premises):
        for name, index in places(part):
            if name == equation.name:
                yield top, index or top


def _meet(one: Value, other: Value, given: Given) -> bool:
    """Whether both may give a value to one place, and not the same one."""
    apart = {name: Index(f"{name}′") for name in _numbers(other)}
    binding = meet(one.index, None if other.index is None else at(other.index, apart))
    if binding is None:
        return False
    renamed = Substitution({("nat", name): at(index, binding) for name, index in apart.items()})
    same = Substitution({("nat", name): at(Index(name), binding) for name in _numbers(one)})
    premises = [substitute(same, p) for p in one.premises] + [substitute(renamed, p) for p in other.premises]
    if contradictory(premises, given):
        return False
    gap = None if isinstance(one.is_, Vector) or isinstance(other.is_, Vector) else same.real(one.is_) - renamed.real(other.is_)
    return gap is None or not all(contradictory([*premises, gt(sign * gap, 0)], given) for sign in (1, -1))


def _numbers(equation: Value) -> list[str]:
    return [f"·{i}" for i in range(equation.depth)]


def _descends(equation: Value, given: Given) -> bool:
    """Whether it gives a value by those of longer lists, and only where a number that falls by 1 with each further entry is 1 or more.

    One entry may be such a list: x(h, k) is given by x((h, z), k)."""
    further = list(_steps(equation))
    if not further:
        return True
    place = further[0][0]
    below = [atom.upto for atom in _sums(equation)]
    counts = [p for p in equation.premises if isinstance(p, Compare)]
    growing = [part for part in _parts(place) if all(_lengthened(place, index, part) for _, index in further)]
    return any(count == ge(Polynomial.atom(Real(s, part)), 1) for part in growing for count in counts for s in _falling(below, given))


def _parts(place: Index) -> list[Index]:
    """It and, if it is a list, its entries."""
    return [place, *(place.name if isinstance(place.name, tuple) and not place.offset else ())]


def _lengthened(place: Index, other: Index, part: Index) -> bool:
    """Whether the other place is this one with a longer list in place of a part of it."""
    if part == place:
        return isinstance(other.name, tuple) and other.name[0] == place
    pairs = list(zip(_parts(place)[1:], _parts(other)[1:], strict=False))
    same_length = len(_parts(place)) == len(_parts(other))
    return same_length and all(_lengthened(one, two, one) if one == part else one == two for one, two in pairs)


def _sums(equation: Value) -> list[Sum]:
    atoms = {a for monomial in equation.is_.terms for a, _ in monomial} if isinstance(equation.is_, Polynomial) else set()
    return [a for a in atoms if isinstance(a, Sum) and equation.name in {name for name, _ in places(a.term)}]


def _falling(below: Sequence[Index], given: Given) -> Iterator[str]:
    """The sequences s with s(h, z) = s(h) − 1 for each z below all those numbers, wherever s(h) ≥ 1."""
    for fact in (Opened.of(formula) for _, formula in given):
        if fact.depth != 2 or not isinstance(fact.body, Compare) or fact.body.relation != "=":
            continue
        h, z = Index("·0"), Index("·1")
        for s in sorted({a.name for monomial in fact.body.left.terms for a, _ in monomial if isinstance(a, Real)}):
            here, there = Polynomial.atom(Real(s, h)), Polynomial.atom(Real(s, Index((h, z))))
            allowed = [ge(here, 1), *(ge(number(upto), number(z) + 1) for upto in set(below))]
            if fact.body.left in (here - there - 1, there - here + 1) and all(p in allowed for p in fact.premises) and len(set(below)) < 2:
                yield s


# ------------------------------------------------------------------------------------------------------------------------------------------
# In which order names can be introduced, so that none is explained by itself.
#
# A sequence may be given by earlier values of itself, and several sequences by values of each other, as long as going back from any value
# never leads round to it: w(k+1) by z(k) and z(k) by w(k), but not z(k) by y(k) and y(k) by z(k).

Back = int | None  # 1 where a name is spoken of at an earlier place, 0 at the same; None where no comparison can be made


def in_order(groups: Mapping[Name, Sequence[Definition]]) -> tuple[list[list[Name]], list[Name]]:
    """Names that are given by each other, together and in order; and names that are given in a circle."""
    edges = {name: [edge for definition in definitions for edge in _edges(definition, groups)] for name, definitions in groups.items()}
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


def _edges(definition: Definition, groups: Mapping[Name, object]) -> list[tuple[Name, Back]]:
    at = definition.index
    spoken = [place for part in (*definition.bodies, *definition.premises) for place in places(part)]
    return [(name, _back(at, index)) for name, index in spoken if name in groups and (name, index) != (definition.name, at)]


def _back(at: Index | None, index: Index | None) -> Back:
    if at is None or index is None or at == index:
        return 0 if at == index else None
    return 1 if falling([(at, index)]) else None


def _reached(name: Name, edges: Mapping[Name, list[tuple[Name, Back]]]) -> set[Name]:
    reached: set[Name] = set()
    ahead = [name]
    while ahead:
        for other, _ in edges[ahead.pop()]:
            if other not in reached:
                reached.add(other)
                ahead.append(other)
    return reached


def _ordered(mates: list[Name], edges: Mapping[Name, list[tuple[Name, Back]]]) -> list[Name]:
    """The names so that each is given by those before it at the same index and by earlier values; empty if it leads round to the same."""
    if len(mates) == 1:
        return mates  # whether its earlier values are earlier is for its own equations
    inside = {name: [(other, back) for other, back in edges[name] if other in mates] for name in mates}
    if any(back is None or back < 0 for steps in inside.values() for _, back in steps):
        return []
    try:
        return list(
            TopologicalSorter({name: [other for other, back in steps if back == 0] for name, steps in inside.items()}).static_order()
        )
    except CycleError:
        return []
