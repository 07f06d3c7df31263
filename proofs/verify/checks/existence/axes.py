"""Axes: vectors of which nothing is said but that they are at right angles to others, and how long they are; looked at by form.

There is room for them, whatever the other vectors are: a space can be enlarged by as many directions as one likes, and no inner product of
what was there before changes by that.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from proofs.derive.authoring.terms import ge, number
from proofs.kernel import Compare, Formula, Index, Inner, Vec
from proofs.kernel.formula import substitute
from proofs.kernel.term import Substitution, key
from proofs.verify.checks.existence.contradiction import contradictory
from proofs.verify.checks.existence.indices import meet
from proofs.verify.checks.existence.shapes import Name, Opened, Shape


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
