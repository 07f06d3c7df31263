"""Which facts only introduce a name, and which take something from the reader.

A fact that is marked as a definition is no hypothesis: nobody has to show that it is needed.  So it may only introduce a name for something
that exists whatever the reader chooses.  These are the forms that do, for a name N that nothing before it speaks of:

    value        N = p, also for every k, and for a vector
    recurrence   N(0) = p, N(k+1) = q(k, N(k)), also by cases
    quotient     a·N = b, if a > 0, or if a has a reciprocal already
    floor        N ≤ p < N + 1 for a whole N, if p ≥ 0
    root         a·N² = b, or the greater root of N² = bN + c, with N ≥ 0 or N ≥ b/2, if the number below the root is not negative
    part         N ≥ 0, N ≥ p and N(N − p) = 0: the greater of 0 and p
    size         N ≥ 0, if all else speaks of N² only
    slack        N ≥ p for terms p that are not numbers: anything above them
    power        N > 0 and ln N = p

That a number is positive or not negative has to be seen from the other facts at sight.  `restrictive` names the facts that are of none of
these forms; a verdict lists them under what the theorem assumes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from proofs.kernel import Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real
from proofs.kernel.formula import names
from proofs.statements.provable import Provable
from proofs.statements.statement import Fact

Name = tuple[str, str | int]  # kind and name, as the kernel's `names` has them
VALUES = {"value", "initial", "next"}
GROUPS = (  # the shapes that together introduce one name
    VALUES,
    {"quotient"},
    {"square", "size"},
    {"quadratic", "size", "lower"},
    {"lower square", "size"},
    {"floor below", "floor above"},
    {"lower"},
    {"power", "positive"},
    {"case value", "case next", "initial"},
)


CHOICES = {"lower", "size", "positive", "floor below", "floor above"}  # of a name that a hypothesis speaks of they say more about it
ROOT = {"square", "size"}  # but not of a root: that is one number, whatever a hypothesis says of it


@dataclass(frozen=True)
class Shape:
    """How a fact speaks of a name: a word of `GROUPS`, and the term that must be positive or not negative for there to be such a thing."""

    word: str
    positive: Polynomial | None = None
    nonnegative: Polynomial | None = None


def restrictive(item: Provable, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts marked as definitions that do more than introduce a name."""
    known = list(facts)
    defined = [fact for fact in known if fact.definition]
    spoken = {name for fact in known if not fact.definition for name in names(fact.formula)}
    groups: dict[Name, list[tuple[Fact, Shape]]] = defaultdict(list)
    left: list[Fact] = []
    for fact in defined:
        subject = _subject(fact, groups, spoken)
        if subject is None:
            left.append(fact)
        else:
            groups[subject[0]].append((fact, subject[1]))
    for name, group in groups.items():
        words = {shape.word for _, shape in group}
        chosen = name in spoken and bool(words & CHOICES) and words != ROOT
        if (chosen or not _introduces(group, known)) and not (_is_size(group) and _only_squared(name, known, item.claim, group)):
            left += [fact for fact, _ in group]
    return tuple(fact for fact in defined if fact in left)


def _subject(fact: Fact, groups: dict[Name, list[tuple[Fact, Shape]]], spoken: set[Name]) -> tuple[Name, Shape] | None:
    """The name that a fact introduces: one that it is called after, else one that is introduced already, else a new one."""
    found = list(_shapes(fact.formula))
    called = [(name, shape) for name, shape in found if fact.name == name[1] or fact.name.startswith(f"{name[1]} ")]
    begun = [(name, shape) for name, shape in found if name in groups]
    new = [(name, shape) for name, shape in found if name not in spoken]
    return next(iter([*called, *begun, *new, *found]), None)


def _shapes(formula: Formula) -> Iterator[tuple[Name, Shape]]:
    """Every way in which a fact may introduce one of its names."""
    cases, inside = False, formula
    while isinstance(inside, (ForAll, Implies)):
        if isinstance(inside, Implies):
            cases = cases or any(kind not in ("nat", "loose") for kind, _ in names(inside.premise))
        inside = inside.body if isinstance(inside, ForAll) else inside.conclusion
    body = _body(formula)
    for kind, name in sorted(set(names(body)), key=str):  # a monomial is a set, and comes in any order
        shape = _shape(body, kind, name)
        if shape is not None:
            yield (kind, name), Shape(f"case {shape.word}") if cases else shape


def _shape(body: Formula, kind: str, name: str | int) -> Shape | None:
    if isinstance(body, Null):
        return _vector_shape(body, name) if kind in ("vec", "vseq") else None
    if not isinstance(body, Compare) or kind not in ("real", "seq", "nat"):
        return None
    atoms = {atom for monomial in body.left.terms for atom, _ in monomial}
    own = [a for a in atoms if isinstance(a, (Real, Nat)) and (a.name == name)]
    inside = [a for a in atoms if isinstance(a, Fn) and (kind, name) in set(names(a))]
    if inside:
        return Shape("power") if body.relation == "=" and not own else None
    if not own:
        return None
    top = max(own, key=lambda a: (a.index.offset if isinstance(a, Real) and a.index is not None else 0, repr(a)))
    return _comparison_shape(body, top, several=len(own) > 1)


def _vector_shape(body: Null, name: str | int) -> Shape | None:
    own = [v for v in body.vector.parts if v.name == name]
    if not own:
        return None
    top = max(own, key=lambda v: (v.index.offset if v.index is not None else 0, repr(v)))
    return Shape(_place(top.index, len(own) > 1)) if _constant(body.vector.parts[top]) else None


def _place(index: Index | None, several: bool) -> str:
    if index is not None and index.name is None:
        return "initial"
    return "next" if index is not None and index.offset > 0 else "next" if several else "value"


def _comparison_shape(body: Compare, top: Real | Nat, several: bool) -> Shape | None:
    powers = _powers(body.left, top)
    degree = max(powers)
    lead, rest = powers[degree], powers.get(0, Polynomial.of(0))
    if degree == 1 and body.relation == "=":
        if _constant(lead):
            return Shape(_place(top.index if isinstance(top, Real) else None, several))
        return Shape("quotient", positive=lead)
    if degree == 1 and isinstance(top, Nat) and _constant(lead):
        up = next(iter(lead.terms.values())) > 0
        return Shape("floor above") if up else Shape("floor below", nonnegative=rest)
    if degree == 1 and _constant(lead):
        if not rest.terms:
            return Shape("size" if body.relation == ">=" else "positive")
        up = next(iter(lead.terms.values())) > 0
        return Shape("lower") if up and not _constant(rest) else None
    if degree == 2 and body.relation == "=":
        linear = powers.get(1, Polynomial.of(0))
        if not linear.terms:
            return Shape("square", positive=lead, nonnegative=-1 * rest * lead)
        below = linear * linear - 4 * lead * rest if rest.terms else None
        return Shape("quadratic", nonnegative=below) if _constant(lead) else None
    if degree == 2 and set(powers) <= {0, 2} and _constant(lead) and next(iter(lead.terms.values())) > 0:
        return Shape("lower square")
    return None


def _powers(p: Polynomial, atom: object) -> dict[int, Polynomial]:
    """The term as a polynomial in one of its atoms: the coefficient of each power."""
    found: dict[int, Polynomial] = {}
    for monomial, c in p.terms.items():
        power = dict(monomial).get(atom, 0)
        rest = Polynomial({frozenset((a, e) for a, e in monomial if a != atom): c})
        found[power] = found.get(power, Polynomial.of(0)) + rest
    return found


def _constant(p: Polynomial) -> bool:
    return bool(p.terms) and all(not monomial for monomial in p.terms)


def _introduces(group: list[tuple[Fact, Shape]], known: Iterable[Fact]) -> bool:
    """Whether there always is something of which these facts are true."""
    words = [shape.word for _, shape in group]
    if not any(set(words) <= allowed for allowed in GROUPS) or set(words) <= {"size", "positive"} or set(words) == {"floor above"}:
        return False
    if any(words.count(word) > 1 for word in ("value", "next", "quotient", "square", "quadratic", "power", "floor below", "floor above")):
        return False
    if all(shape.positive is None and shape.nonnegative is None for _, shape in group):
        return True  # nothing hangs on a sign
    own = [fact for fact, _ in group]
    signs = Signs(fact for fact in known if fact not in own)
    return all(
        (shape.positive is None or signs.positive(shape.positive) or (shape.word == "quotient" and signs.has_reciprocal(shape.positive)))
        and (shape.nonnegative is None or signs.nonnegative(shape.nonnegative))
        for _, shape in group
    )


def _is_size(group: list[tuple[Fact, Shape]]) -> bool:
    return {shape.word for _, shape in group} == {"size"}


def _only_squared(name: Name, facts: Iterable[Fact], claim: Formula | None, group: list[tuple[Fact, Shape]]) -> bool:
    """Whether nothing else would notice if the name were replaced by its negative."""
    own = {fact.name for fact, _ in group}
    others = [fact.formula for fact in facts if fact.name not in own]
    return claim is not None and all(_even(name, formula) for formula in [*others, claim])


def _even(name: Name, formula: Formula) -> bool:
    if name not in set(names(formula)):
        return True
    body = _body(formula)
    premise = isinstance(formula, Implies) and name in set(names(formula.premise))
    if premise or not isinstance(body, Compare):
        return False
    return all(e % 2 == 0 for monomial in body.left.terms for a, e in monomial if isinstance(a, Real) and a.name == name[1])


class Signs:
    """What the facts say at sight of the signs of terms.

    Seen are the facts themselves, squares and lengths, products and sums of what is positive, quotients of it, and running sums.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        bodies = [body for fact in facts if isinstance(body := _body(fact.formula), Compare)]
        self.above = {_scaled(body.left) for body in bodies if body.relation == ">"}
        self.from_zero = {_scaled(body.left) for body in bodies if body.relation == ">="}
        self.kept: set[str] = set()  # names of reals and sequences that are never negative
        self.equations = [body.left for body in bodies if body.relation == "="]
        while more := {name for p in self.equations for name in self._kept_by(p)} - self.kept:
            self.kept |= more

    def positive(self, p: Polynomial) -> bool:
        """Whether p > 0 can be seen."""
        if _scaled(p) in self.above:
            return True
        return self.nonnegative(p) and any(all(self._above(a) for a, _ in monomial) for monomial in p.terms)

    def nonnegative(self, p: Polynomial) -> bool:
        """Whether p ≥ 0 can be seen."""
        if not p.terms or _scaled(p) in self.above | self.from_zero:
            return True
        return all(c > 0 and all(e % 2 == 0 or self._from_zero(a) for a, e in monomial) for monomial, c in p.terms.items())

    def has_reciprocal(self, p: Polynomial) -> bool:
        """Whether a fact says q·p = 1 for some q, so that p is not 0."""
        reciprocals = {a for left in self.equations for monomial in left.terms for a, _ in monomial}
        return any(_scaled(Polynomial.atom(q) * p - 1) in map(_scaled, self.equations) for q in reciprocals)

    def _above(self, atom: Any) -> bool:
        return Polynomial.atom(atom) in self.above

    def _from_zero(self, atom: Any) -> bool:
        if isinstance(atom, Nat) or self._above(atom) or Polynomial.atom(atom) in self.from_zero:
            return True
        return len(atom.pair) == 1 if isinstance(atom, Inner) else isinstance(atom, Real) and atom.name in self.kept

    def _kept_by(self, p: Polynomial) -> Iterator[str]:
        """Names that an equation p = 0 keeps from being negative: N where a·N = b, a sum that only grows."""
        for atom in {a for monomial in p.terms for a, _ in monomial if isinstance(a, Real)}:
            powers = _powers(p, atom)
            if set(powers) > {0, 1} or 1 not in powers:
                continue
            lead, rest = powers[1], powers.get(0, Polynomial.of(0))
            if _constant(lead) and next(iter(lead.terms.values())) < 0:
                lead, rest = -1 * lead, -1 * rest
            grown = -1 * rest
            if atom.index is not None and atom.index.offset == 1 and _constant(lead):
                grown = grown - lead * Polynomial.atom(Real(atom.name, Index(atom.index.name)))
            if (_constant(lead) or self.positive(lead)) and self.nonnegative(grown):
                yield atom.name


def _body(formula: Formula) -> Formula:
    """What a fact says at one index."""
    while isinstance(formula, (ForAll, Implies)):
        formula = formula.body if isinstance(formula, ForAll) else formula.conclusion
    return formula


def _scaled(p: Polynomial) -> Polynomial:
    """The term with a first coefficient of size 1, so that positive multiples are the same."""
    if not p.terms:
        return p
    first = min(p.terms.items(), key=lambda entry: repr(sorted(map(repr, entry[0]))))[1]
    return p * (1 / abs(first))
