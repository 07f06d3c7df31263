"""Which facts only introduce a name, and which take something from the reader.

A fact that is marked as a definition is no hypothesis: its need has not to be shown. So it may only introduce a name for something that
exists whatever the reader chooses. Its constructor (`proofs.statements.constructors`) claims the kind of definition, and the claim is not
trusted: the fact has to equal that definition, and the kernel replays a proof of existence from facts without names that are introduced
later. A logarithm must be one of a positive number. Equations of a sequence, axes, and vectors that are given entry by entry along axes are
looked at by form, below.

A name may be given in cases, under conditions that exclude each other. A hypothesis may name it only if it is unique, because it would
choose among several otherwise. `introduce` names the facts that fail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from math import prod
from typing import Any

from proofs.derive.authoring.terms import ge, gt, number
from proofs.kernel import Compare, Fn, Formula, Implies, Index, Inner, Nat, Polynomial, Real, Sum, Theorem, Vec, Vector
from proofs.kernel.formula import names, substitute
from proofs.kernel.polynomial import total
from proofs.kernel.term import Substitution, key
from proofs.statements.definitions import Axis, Definition, Fact, Size, Value
from proofs.statements.existence import AdversaryChoice, Signs, contradictory, sign
from proofs.statements.page import Provable
from proofs.statements.places import FactAtIndex, Name, at, constant, falling, free, meet, places, variable

Named = tuple[str, Formula]
Groups = dict[Name, list[tuple[Fact, Definition]]]


@dataclass(frozen=True)
class DefinitionReport:
    """`restrictive`: the facts marked as definitions that are not shown to introduce a name only; `lets_be`: for a fact, what there is by
    it."""

    restrictive: tuple[Fact, ...]
    lets_be: Mapping[str, tuple[str, ...]]


def introduce(item: Provable, facts: Iterable[Fact], used: Collection[str] | None = None) -> DefinitionReport:
    """The definitions, and the hypotheses on which the existence of the `used` names and of the claim's logarithms rests."""
    said = list(facts)
    by = tables(said)
    known = [read_fact(fact, by) for fact in said]
    groups: Groups = defaultdict(list)
    wrong = []
    for fact in known:
        if fact.defines is not None and fact.defines.along is None and fact.defines.says(FactAtIndex.of(fact.formula)):
            groups[fact.defines.name].append((fact, fact.defines))
        elif fact.defines is not None:
            wrong.append(fact)
    given = [(fact.name, fact.formula) for fact in [*(fact for fact in known if not fact.definition), *wrong]]
    judged = _JudgedGroups(None if item.claim is None else read(item.claim, by), known, given, groups, by)
    failing = [*wrong, *(fact for name in judged.failed_names() for fact, _ in groups[name])]
    lets_be: dict[str, list[str]] = defaultdict(list)
    for name, theorems in judged.shown.items():
        if used is None or any(fact.name in used for fact, _ in groups[name]):
            for rest in judged.rests_on(theorems):
                lets_be[rest].append(str(name[1]))
    for rest in judged.rests_on(_logarithms(item.claim, known)):
        lets_be[rest].append("the logarithm")
    restrictive = tuple(fact for fact, as_read in zip(said, known, strict=True) if as_read in failing)
    return DefinitionReport(restrictive, {name: tuple(dict.fromkeys(what)) for name, what in lets_be.items()})


def _logarithms(claim: Formula | None, known: Sequence[Fact]) -> Iterator[Theorem]:
    """That the arguments of the claim's logarithms are positive, where the kernel sees it."""
    body = None if claim is None else FactAtIndex.of(claim).body
    atoms = {a for monomial in body.left.terms for a, _ in monomial if isinstance(a, Fn)} if isinstance(body, Compare) else set()
    for atom in (a for a in atoms if a.name == "ln"):
        theorem = sign([(fact.name, fact.formula) for fact in known], partial(Signs.positive, p=atom.argument))
        if theorem is not None:
            yield theorem


class _JudgedGroups:
    """The groups, each shown to define something that exists, from facts without names that are still to be introduced."""

    def __init__(self, claim: Formula | None, known: Sequence[Fact], given: list[Named], groups: Groups, by: Tables):
        self.claim, self.known, self.given, self.groups = claim, known, given, groups
        self.pending = set(groups)
        formulas = [*(fact.formula for fact in known), *([] if claim is None else [claim])]
        self.chosen = {name for f in formulas for name in names(f) if name[0] in ("vec", "vseq")} - set(groups)
        named = {name for _, formula in given for name in names(formula)}
        self.spoken = self._names_in(named | {("seq", table(vector, axis)) for vector, axis in by.items() if vector in named})
        self.shown: dict[Name, list[Theorem]] = defaultdict(list)
        self.defines = {fact.name: name for name, group in groups.items() for fact, _ in group}

    def _names_in(self, named: set[Name]) -> set[Name]:
        """These names, and those by which they are defined."""
        ahead = list(named)
        while ahead:
            more = self._needs([name for name in [ahead.pop()] if name in self.groups]) - named
            named |= more
            ahead += more
        return named

    def rests_on(self, theorems: Iterable[Theorem]) -> set[str]:
        """The hypotheses that theorems rest on, also by way of the names in them."""
        direct = {name for theorem in theorems for name, _ in theorem.hypotheses}
        onward = {self.defines[name] for name in direct if name in self.defines}
        return {n for n in direct if n not in self.defines}.union(*(self.rests_on(self.shown.get(name, ())) for name in onward))

    def failed_names(self) -> list[Name]:
        """The names whose facts take something from the reader."""
        order, circular = in_order({name: [definition for _, definition in group] for name, group in self.groups.items()})
        failed = list(circular)
        self._settle(circular)
        while order:
            ready = [mates for mates in order if not self._needs(mates) & self.pending - set(mates)]
            shown = [mates for mates in ready if not self._wanting(mates)]
            for mates in shown or ready[:1]:
                failed += [] if shown else self._wanting(mates)
                order.remove(mates)
                self._settle(mates)
        return failed

    def _wanting(self, mates: Sequence[Name]) -> list[Name]:
        """Which of these names, each at an index after the ones before it at that index, may not exist."""
        given = [(n, f) for n, f in self.given if not self.pending & set(names(f))]
        wanting = []
        for name in mates:
            if not self._introduces(name, given):
                wanting.append(name)
            given = [*given, *((fact.name, _at_one_place(fact.formula)) for fact, _ in self.groups[name])]
        return wanting

    def _settle(self, settled: Iterable[Name]) -> None:
        """Whether shown or not, the facts of these names are known from now on."""
        self.pending -= set(settled)
        self.given += [(fact.name, fact.formula) for name in settled for fact, _ in self.groups[name]]

    def _needs(self, introduced: Iterable[Name]) -> set[Name]:
        return {spoken for name in introduced for fact, _ in self.groups[name] for spoken in names(fact.formula)}

    def _introduces(self, name: Name, given: list[Named]) -> bool:
        """Whether there always is something of which the facts about the name are true."""
        group = [definition for _, definition in self.groups[name]]
        if any(of_itself(definition) or not definition.covers for definition in group):
            return False
        axes = [definition for definition in group if isinstance(definition, Axis)]
        if axes:
            return len(axes) == len(group) and are_axes(axes, given) and (name not in self.spoken or is_fixed(axes, self.chosen))
        equations = [definition for definition in group if isinstance(definition, Value)]
        if len(equations) == len(group) and (len(group) > 1 or equations[0].recurs):
            return given_by_equations(equations, given)
        if any(isinstance(definition, Size) for definition in group):
            return len(group) == 1 and self._lacks_sign(name)
        cases: dict[tuple[Formula, ...], list[Fact]] = defaultdict(list)
        for fact, definition in self.groups[name]:
            cases[definition.premises].append(fact)
        apart = all(contradictory([*a, *b]) for a, b in combinations(cases, 2))
        return apart and all(self._there_is(name, case, given) for case in cases.values())

    def _there_is(self, name: Name, case: Sequence[Fact], given: list[Named]) -> bool:
        """Whether one of the definitions in a case covers all formulas there, and the kernel sees that its object exists; and is unique, if
        a hypothesis names it."""
        bodies = [FactAtIndex.of(fact.formula).body for fact in case]
        whole = [fact.defines for fact in case if fact.defines is not None and set(bodies) <= set(fact.defines.bodies)]
        if not whole:
            return False
        theorems = [whole[0].exists(bodies, given)]
        if name[0] == "nat" and isinstance(whole[0], Value):
            return _whole(whole[0])
        if name in self.spoken:
            theorems.append(sign(given, lambda signs: whole[0].unique(signs, bodies)))
        self.shown[name] += [theorem for theorem in theorems if theorem is not None]
        return None not in theorems

    def _lacks_sign(self, name: Name) -> bool:
        """Whether all else says the same of −N as of N: to the kernel it is the same formula."""
        sigma = Substitution({(name[0], str(name[1])): -Polynomial.atom(Real(str(name[1])))})
        own = {fact.name for fact, _ in self.groups[name]}
        others = [fact.formula for fact in self.known if fact.name not in own]
        return name[0] == "real" and self.claim is not None and all(substitute(sigma, f) == f for f in [*others, self.claim])


def _at_one_place(formula: Formula) -> Formula:
    """A fact at numbers ·0, ·1, …"""
    opened = FactAtIndex.of(formula)
    said = opened.body
    for premise in reversed(opened.premises):
        said = Implies(premise, said)
    return said


def _whole(definition: Value) -> bool:
    """Whether the value is a sum of products of natural numbers."""
    terms = definition.is_.terms if isinstance(definition.is_, Polynomial) else {}
    return all(c > 0 and c.denominator == 1 and all(isinstance(a, Nat) for a, _ in monomial) for monomial, c in terms.items())


# ------------------------------------------------------------------------------------------------------------------------------------------
# Axes: vectors of which nothing is said but that they are at right angles to others, and how long they are; looked at by form.
#
# There is room for them, whatever the other vectors are: a space can be enlarged by as many directions as one likes, and no inner product
# of what was there before changes by that.


def are_axes(group: Sequence[Axis], given: AdversaryChoice) -> bool:
    """Whether none of them has two lengths, or is to be at right angles to itself."""
    lengths = {axis.size for axis in group if axis.across == axis.top}
    return len(lengths) < 2 and all(
        len(axis.across.parts) == 1 and _length(axis) and (axis.across == axis.top or _apart(axis, given)) for axis in group
    )


def is_fixed(group: Sequence[Axis], chosen: Collection[Name]) -> bool:
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


def _apart(axis: Axis, given: AdversaryChoice) -> bool:
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
    return {name: along for name, along, d in entries if name not in whole | axes and along in axes and _is_bounded(d)}


def _is_bounded(definition: Definition) -> bool:
    """Whether the axis e(i) is defined for i up to N plus a number."""
    index = getattr(definition.along_atom, "index", None)
    if index is None or not variable(index):
        return False
    bounds = {name for premise in definition.premises for _, name in (name for name, _ in places(premise))} - {index.name}
    compared = [premise.left for premise in definition.premises if isinstance(premise, Compare) and premise.relation == ">="]
    gaps = (left - number(Index(name)) + number(index) for left in compared for name in bounds)
    return any(set(gap.terms) <= {frozenset()} for gap in gaps)


def table(vector: Name, axis: Name) -> str:
    """The name of the numbers."""
    return f"⟨{axis[1]}, {vector[1]}⟩"


def read(formula: Formula, by: Tables) -> Formula:
    """The formula with the entries of those vectors as numbers."""
    return formula if not by else _read(formula, by)


def read_fact(fact: Fact, by: Tables) -> Fact:
    """A fact with those entries as numbers, and its definition as one of them."""
    if not by:
        return fact
    definition = None if fact.defines is None else fact.defines.map_terms(lambda part: _read(part, by))
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


def given_by_equations(group: Sequence[Value], given: AdversaryChoice) -> bool:
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


def _meet(one: Value, other: Value, given: AdversaryChoice) -> bool:
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


def _descends(equation: Value, given: AdversaryChoice) -> bool:
    """Whether it gives a value by those of longer lists, and only where a number that falls by 1 with each further entry is 1 or more.

    One entry may be such a list: x(h, k) is given by x((h, z), k)."""
    further = list(_steps(equation))
    if not further:
        return True
    place = further[0][0]
    below = [atom.upto for atom in _sums(equation)]
    counts = [p for p in equation.premises if isinstance(p, Compare)]
    growing = [part for part in _parts(place) if all(_lengthen(place, index, part) for _, index in further)]
    return any(count == ge(Polynomial.atom(Real(s, part)), 1) for part in growing for count in counts for s in _falling(below, given))


def _parts(place: Index) -> list[Index]:
    """It and, if it is a list, its entries."""
    return [place, *(place.name if isinstance(place.name, tuple) and not place.offset else ())]


def _lengthen(place: Index, other: Index, part: Index) -> bool:
    """Whether the other place is this one with a longer list in place of a part of it."""
    if part == place:
        return isinstance(other.name, tuple) and other.name[0] == place
    pairs = list(zip(_parts(place)[1:], _parts(other)[1:], strict=False))
    same_length = len(_parts(place)) == len(_parts(other))
    return same_length and all(_lengthen(one, two, one) if one == part else one == two for one, two in pairs)


def _sums(equation: Value) -> list[Sum]:
    atoms = {a for monomial in equation.is_.terms for a, _ in monomial} if isinstance(equation.is_, Polynomial) else set()
    return [a for a in atoms if isinstance(a, Sum) and equation.name in {name for name, _ in places(a.term)}]


def _falling(below: Sequence[Index], given: AdversaryChoice) -> Iterator[str]:
    """The sequences s with s(h, z) = s(h) − 1 for each z below all those numbers, wherever s(h) ≥ 1."""
    for fact in (FactAtIndex.of(formula) for _, formula in given):
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
    reach = {name: _reach(name, edges) for name in groups}
    together: list[list[Name]] = []
    circular: list[Name] = []
    for name in groups:
        mates = [other for other in groups if other == name or (other in reach[name] and name in reach[other])]
        if mates[0] == name:
            ordered = _order(mates, edges)
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


def _reach(name: Name, edges: Mapping[Name, list[tuple[Name, Back]]]) -> set[Name]:
    reached: set[Name] = set()
    ahead = [name]
    while ahead:
        for other, _ in edges[ahead.pop()]:
            if other not in reached:
                reached.add(other)
                ahead.append(other)
    return reached


def _order(mates: list[Name], edges: Mapping[Name, list[tuple[Name, Back]]]) -> list[Name]:
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
