"""A sequence that equations give: its values at some places by earlier ones, case by case; looked at by form, but for the cases.

That there is one rests on three things.  Each value is given by values that come before it, so that going back ends.  No place is given
two values: two equations are about places that never meet, or the kernel shows that their conditions cannot hold together, or that both
give the same.  And the
places of lists can be numbered so that each list has a number of its own (`indices`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from proofs.derive.authoring.terms import ge, gt, number
from proofs.kernel import Compare, Formula, Index, Null, Polynomial, Real, Sum
from proofs.kernel.formula import substitute
from proofs.kernel.term import Substitution
from proofs.verify.checks.existence.contradiction import contradictory
from proofs.verify.checks.existence.indices import at, falling, meet
from proofs.verify.checks.existence.shapes import Opened, Shape, constant, places

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
