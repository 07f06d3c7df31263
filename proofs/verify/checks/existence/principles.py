"""What is not the kernel's and is looked at by form: conditions that exclude each other, axes, entries, equations with a solution."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any

from proofs.derive.authoring.certificate import certificate, product, strict
from proofs.derive.authoring.certificate_search import SHAPES, NotFound, search
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt, name_of, number
from proofs.kernel import (  # fmt: skip
    Compare,
    Formula,
    Implies,
    Index,
    Inner,
    Nat,
    Null,
    Polynomial,
    Real,
    Rejected,
    Sum,
    Vec,
    Vector,
    replay,
)
from proofs.kernel.formula import names, substitute
from proofs.kernel.polynomial import total
from proofs.kernel.term import Substitution, key
from proofs.statements.shapes import Binding, Name, Opened, Shape, at, constant, falling, meet, places, variable, variables
from proofs.statements.statement import Fact
from proofs.verify.checks.existence.signs import Signs

# ------------------------------------------------------------------------------------------------------------------------------------------
# That conditions cannot hold together, shown by the kernel: two cases of a definition must not say different things of one number.

SECONDS = 1.0  # for a sum of the lines that is 0 > 0


def contradictory(premises: Sequence[Formula], given: Sequence[tuple[str, Formula]] = ()) -> bool:
    """Whether the kernel sees that the premises cannot all hold, given facts on the numbers that they speak of."""
    said = _with_conclusions(premises)
    compared = [p for p in said if isinstance(p, Compare)]
    if any(_clash(p, q) for i, p in enumerate(compared) for q in compared[i + 1 :]):
        return True
    about = {name for p in said for name in names(p) if name[0] == "seq"}
    facts = [(name, formula) for name, formula in given if about & set(names(formula))]
    return _impossible_given(said, facts)


def _with_conclusions(premises: Sequence[Formula]) -> list[Formula]:
    """The premises, and what one of them concludes from another."""
    said = list(premises)
    return said + [p.conclusion for p in said if isinstance(p, Implies) and p.premise in said]


def _impossible_given(premises: Sequence[Formula], facts: Sequence[tuple[str, Formula]]) -> bool:
    d = Derivation("impossible", [*facts, *((f"·{i}", premise) for i, premise in enumerate(premises))])
    signs = Signs(d)
    lines = [f"·{i}" for i, premise in enumerate(premises) if isinstance(premise, Compare)]
    atoms = {a for p in premises if isinstance(p, Compare) for monomial in p.left.terms for a, _ in monomial}
    for name, formula in facts:
        for binding in _instances(Opened.of(formula), atoms):
            line = signs.open(name, binding)
            if line is not None and isinstance(d.claims[line], Compare):
                lines.append(line)
    counts = [d.natural(Index(a.name)) for a in sorted(atoms, key=repr) if isinstance(a, Nat)]
    nothing, using = Compare(Polynomial.of(0), ">"), list(dict.fromkeys([*lines, *counts]))
    compared = {line: claim for line in using if isinstance(claim := d.claims[line], Compare)}
    try:
        d.line("certificate", nothing, using, search(nothing, compared, SECONDS, SHAPES[:1]))
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


def _clash(p: Compare, q: Compare) -> bool:
    """Whether one plus a multiple of the other is 0 > 0."""
    for monomial, c in p.left.terms.items():
        if monomial and monomial in q.left.terms:
            scale = -c / q.left.terms[monomial]
            rest = p.left + scale * q.left
            value = Fraction(0) if not rest.terms else constant(rest)
            if scale <= 0 or value is None or "=" in (p.relation, q.relation):
                return False
            parts = (strict(-value), "p", product(scale, "q")) if value < 0 else (strict(1, "p"), product(scale, "q"))
            other = (strict(scale, "q"), "p")
            return any(_impossible(p, q, by) for by in ((parts,) if value < 0 else (parts, other)))
    return False


def _impossible(p: Compare, q: Compare, parts: tuple[Any, ...]) -> bool:
    d = Derivation("impossible", [("p", p), ("q", q)])
    d.have(gt(0, 0), by=certificate(*parts))
    try:
        replay(d.proof(), {})
    except Rejected:
        return False
    return True


# ------------------------------------------------------------------------------------------------------------------------------------------
# Axes: vectors of which nothing is said but that they are at right angles to others, and how long they are; looked at by form.
#
# There is room for them, whatever the other vectors are: a space can be enlarged by as many directions as one likes, and no inner product
# of what was there before changes by that.


def axis_shape(fact: Opened, name: Name) -> Shape | None:
    """A fact that introduces a vector as an axis: ⟨v, v⟩ = c for a number c > 0, or ⟨v, w⟩ = 0."""
    body = fact.body
    if not isinstance(body, Compare) or body.relation != "=":
        return None
    atoms = {a for monomial in body.left.terms for a, _ in monomial}
    pair = next(iter(atoms)) if len(atoms) == 1 else None
    if not isinstance(pair, Inner) or set(body.left.terms) - {frozenset(), frozenset({(pair, 1)})}:
        return None
    less = body.left.terms.get(frozenset(), Fraction(0)) / body.left.terms[frozenset({(pair, 1)})]
    own = next((v for v in sorted(pair.pair, key=repr) if key(v) == name), None)
    if own is None or not ((less < 0) if len(pair.pair) == 1 else not less):
        return None
    return Shape("axis", name, own, fact, {1: body.left})


def are_axes(group: Sequence[Shape], given: Sequence[tuple[str, Formula]]) -> bool:
    """Whether none of them has two lengths, or is to be at right angles to itself."""
    lengths = {_length(shape) for shape in group if len(_pair(shape)) == 1}
    return len(lengths) < 2 and all(_apart(shape, given) for shape in group)


def fixed(group: Sequence[Shape], chosen: Collection[Name]) -> bool:
    """Whether it makes no difference which axes they are, even to what else is said of them: each has a length, and they are at right
    angles to each other, and to none or to all of the vectors that the reader chooses."""
    always = [_pair(shape) for shape in group if not shape.fact.premises]
    unit = any(len(pair) == 1 for pair in always)
    across = {key(v) for shape in group for v in _pair(shape)} - {group[0].name}
    everywhere = {key(v) for pair in always for v in pair}
    crossed = group[0].name[0] == "vec" or any(_all_different(shape) for shape in group)
    return unit and crossed and (not across & set(chosen) or set(chosen) <= everywhere)


def _pair(shape: Shape) -> frozenset[Vec]:
    ((atom, _),) = next(monomial for monomial in shape.lead.terms if monomial)
    return atom.pair if isinstance(atom, Inner) else frozenset()


def _length(shape: Shape) -> Fraction:
    terms = shape.lead.terms
    return -terms[frozenset()] / next(c for monomial, c in terms.items() if monomial)


def _all_different(shape: Shape) -> bool:
    """Whether it is about any two of a sequence, one after the other."""
    k, j = Index("·0"), Index("·1")
    later = ge(number(j), number(k) + 1), ge(number(k), number(j) + 1)
    return {v.index for v in _pair(shape)} == {k, j} and len(shape.fact.premises) == 1 and shape.fact.premises[0] in later


def _apart(shape: Shape, given: Sequence[tuple[str, Formula]]) -> bool:
    """For two axes of one name at right angles: that they never have the same index."""
    pair = sorted(_pair(shape), key=repr)
    binding = meet(pair[0].index, pair[-1].index) if len(pair) == 2 and key(pair[0]) == key(pair[1]) else None
    if binding is None:
        return True
    same = Substitution({("nat", name): index for name, index in binding.items()})
    return contradictory([substitute(same, p) for p in shape.fact.premises], given)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Vectors that are given entry by entry: where e(0), e(1), … are axes, ⟨e(i), w(k)⟩ is a number of its own for each k and i < N.
#
# Numbers are as good as the vector: for any w(k, i) there is the vector Σ w(k, i)e(i) over i < N. So what definitions say of entries is
# read as said of a table of numbers.

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


# ------------------------------------------------------------------------------------------------------------------------------------------
# A sequence that equations give: its values at some places by earlier ones, case by case; looked at by form, but for the cases.
#
# That there is one rests on three things. Each value is given by values that come before it, so that going back ends. No place is given
# two values: two equations are about places that never meet, or the kernel shows that their conditions cannot hold together, or that both
# give the same. And the places of lists can be numbered so that each list has a number of its own (`indices`).

EQUATIONS = {"value", "initial", "next"}
Given = Sequence[tuple[str, Formula]]


def given_by_equations(group: Sequence[Shape], given: Given) -> bool:
    """Whether there is a sequence of which all these equations are true."""
    steps = [(place, index) for shape in group for place, index in _steps(shape)]
    down = falling(steps) or all(_descends(shape, given) for shape in group)
    return down and not any(_meet(a, b, given) for a, b in combinations(group, 2))


def _steps(shape: Shape) -> Iterator[tuple[Index, Index]]:
    """From the place that an equation is about to the others of which it speaks."""
    top = _place(shape) or Index(None)
    for part in (shape.fact.body, *shape.fact.premises):
        for name, index in places(part):
            if name == shape.name and index != _place(shape):
                yield top, index or top


def _place(shape: Shape) -> Index | None:
    return getattr(shape.top, "index", None)


def _meet(one: Shape, other: Shape, given: Given) -> bool:
    """Whether both may give a value to one place, and not the same one."""
    apart = {name: Index(f"{name}′") for name in _numbers(other)}
    there = _place(other)
    binding = meet(_place(one), None if there is None else at(there, apart))
    if binding is None:
        return False
    renamed = Substitution({("nat", name): at(index, binding) for name, index in apart.items()})
    same = Substitution({("nat", name): at(Index(name), binding) for name in _numbers(one)})
    premises = [substitute(same, p) for p in one.fact.premises] + [substitute(renamed, p) for p in other.fact.premises]
    if contradictory(premises, given):
        return False
    gap = None if isinstance(one.fact.body, Null) else same.real(_value(one)) - renamed.real(_value(other))
    return gap is None or not all(contradictory([*premises, gt(sign * gap, 0)], given) for sign in (1, -1))


def _value(shape: Shape) -> Polynomial:
    return shape.rest * (-1 / (constant(shape.lead) or Fraction(1)))


def _numbers(shape: Shape) -> list[str]:
    return [f"·{i}" for i in range(shape.fact.depth)]


def _descends(shape: Shape, given: Given) -> bool:
    """Whether it gives a value by those of longer lists, and only where a number that falls by 1 with each further entry is 1 or more."""
    further = list(_steps(shape))
    if not further:
        return True
    if not all(isinstance(index.name, tuple) and index.name[0] == place for place, index in further):
        return False
    place = further[0][0]
    below = [atom.upto for atom in _sums(shape)]
    counts = [p for p in shape.fact.premises if isinstance(p, Compare)]
    return any(count == ge(Polynomial.atom(Real(s, place)), 1) for count in counts for s in _falling(below, given))


def _sums(shape: Shape) -> list[Sum]:
    body = shape.fact.body
    atoms = {a for monomial in body.left.terms for a, _ in monomial} if isinstance(body, Compare) else set()
    return [a for a in atoms if isinstance(a, Sum) and shape.name in {name for name, _ in places(a.term)}]


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
