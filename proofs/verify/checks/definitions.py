"""Which facts only introduce a name, and which take something from the reader.

A fact that is marked as a definition is no hypothesis: nobody has to show that it is needed.  So it may only introduce a name for something
that exists whatever the reader chooses.  The facts about one new name N make a group, which may be

    value        N = p, also for every k, and for a vector
    equations    N(0) = p, N(k+1) = q(k, N(k)), also by cases, for tables N(i, j) and along lists
    quotient     a·N = b, if a ≠ 0
    root         a·N² = b with N ≥ 0, or the greater root of an equation
    larger       N ≥ p, N ≥ q and (N − p)(N − q) = 0; also with 0, the positive part
    floor        N ≤ p < N + 1 for a whole N, if p ≥ 0
    size         N ≥ 0, if nothing else would notice if N were −N
    slack        N ≥ p for terms p that are not numbers: anything above them
    power        N > 0 and ln N = p
    axes         ⟨N, N⟩ = c for a number c > 0, ⟨N, w⟩ = 0
    entries      any of these for ⟨e(i), N⟩, where e is such a sequence of axes

A group may be several, under conditions that exclude each other.  A logarithm must be one of a positive number.  For each group the kernel
replays a proof that there is such a thing (`existence`), from facts that speak of no name that is introduced later.  `restrictive` names
the facts of which it does not; those whose form is one of these are refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from proofs.derive.authoring.terms import name_of
from proofs.kernel import Compare, Fn, Formula, Nat, Null, Polynomial, Real, Theorem
from proofs.kernel.formula import names, substitute
from proofs.kernel.term import Substitution
from proofs.statements.provable import Provable
from proofs.statements.shapes import Name, Opened, Shape, constant, in_order, shape
from proofs.statements.statement import Fact
from proofs.verify.checks.existence.principles import (
    EQUATIONS,
    Tables,
    are_axes,
    axis_shape,
    contradictory,
    fixed,
    given_by_equations,
    read,
    table,
    tables,
)  # fmt: skip
from proofs.verify.checks.existence.recipes import exists, has_recipe, positive, unique

LOOSE = {"lower", "not negative", "positive", "lower square", "square", "quadratic"}  # words that may leave more than one choice
Named = tuple[str, Formula]
Groups = dict[Name, list[tuple[Fact, Shape]]]


@dataclass(frozen=True)
class Introduced:
    """`restrictive`: the facts marked as definitions that are not shown to introduce a name only; `refused`: those of them whose form is
    known, so that it is no want of means here; `lets_be`: for a fact, what there is by it."""

    restrictive: tuple[Fact, ...]
    refused: tuple[Fact, ...]
    lets_be: Mapping[str, tuple[str, ...]]


def restrictive(item: Provable, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts marked as definitions that do more than introduce a name."""
    return introduced(item, facts).restrictive


def introduced(item: Provable, facts: Iterable[Fact], used: Collection[str] | None = None) -> Introduced:
    """What the definitions are, and on which hypotheses it rests that there are those names that are `used`, and the claim's logarithms."""
    said = list(facts)
    by = tables(said)
    known = [replace(fact, formula=read(fact.formula, by)) for fact in said]
    groups, left = _groups(known, by)
    given = [(fact.name, fact.formula) for fact in [*(fact for fact in known if not fact.definition), *left]]
    judged = _Judged(None if item.claim is None else read(item.claim, by), known, given, groups, by)
    failing = judged.failed()
    failed = [fact for name in failing for fact, _ in groups[name]]
    expressible = [fact for name in failing if has_recipe(shape.word for _, shape in groups[name]) for fact, _ in groups[name]]
    lets_be: dict[str, list[str]] = defaultdict(list)
    for name, theorems in judged.shown.items():
        if used is None or any(fact.name in used for fact, _ in groups[name]):
            for rest in judged.rests_on(theorems):
                lets_be[rest].append(str(name[1]))
    for rest in judged.rests_on(_logarithms(item.claim, known)):
        lets_be[rest].append("the logarithm")

    def among(found: Collection[Fact]) -> tuple[Fact, ...]:
        return tuple(fact for fact, as_read in zip(said, known, strict=True) if as_read in found)

    return Introduced(among([*left, *failed]), among(expressible), {name: tuple(dict.fromkeys(what)) for name, what in lets_be.items()})


def _logarithms(claim: Formula | None, known: Sequence[Fact]) -> Iterator[Theorem]:
    """That the arguments of the claim's logarithms are positive, where the kernel sees it."""
    body = None if claim is None else Opened.of(claim).body
    found = {a for monomial in body.left.terms for a, _ in monomial if isinstance(a, Fn)} if isinstance(body, Compare) else set()
    for atom in (a for a in found if a.name == "ln"):
        if (theorem := positive(atom.argument, [(fact.name, fact.formula) for fact in known])) is not None:
            yield theorem


def _groups(known: Sequence[Fact], by: Tables) -> tuple[Groups, list[Fact]]:
    """The definitions by the name that they introduce, and those of no known form."""
    groups: Groups = defaultdict(list)
    left: list[Fact] = []
    for fact in known:
        if fact.definition:
            shape = _shape(fact, by)
            if shape is None:
                left.append(fact)
            else:
                groups[shape.name].append((fact, shape))
    return groups, left


def _shape(fact: Fact, by: Tables) -> Shape | None:
    """The way in which it introduces the name that it says it defines, a vector that is given entry by entry by the table of them."""
    if fact.defines is None:
        return None
    opened, name = Opened.of(fact.formula), name_of(fact.defines)
    return shape(opened, ("seq", table(name, by[name])) if name in by else name) or axis_shape(opened, name)


class _Judged:
    """The groups, each shown to be of something that exists from facts that speak of no name still to be introduced."""

    def __init__(self, claim: Formula | None, known: Sequence[Fact], given: list[Named], groups: Groups, by: Tables):
        self.claim, self.known, self.given, self.groups = claim, known, given, groups
        self.pending = set(groups)
        formulas = [*(fact.formula for fact in known), *([] if claim is None else [claim])]
        self.chosen = {name for f in formulas for name in names(f) if name[0] in ("vec", "vseq")} - set(groups)
        named = {name for _, formula in given for name in names(formula)}
        self.spoken = self._spoken(named | {("seq", table(vector, axis)) for vector, axis in by.items() if vector in named})
        self.shown: dict[Name, list[Theorem]] = defaultdict(list)
        self.defines = {fact.name: name for name, group in groups.items() for fact, _ in group}

    def _spoken(self, named: set[Name]) -> set[Name]:
        """These names, and those by which they are defined."""
        ahead = list(named)
        while ahead:
            more = self._needs([name for name in [ahead.pop()] if name in self.groups]) - named
            named |= more
            ahead += more
        return named

    def rests_on(self, theorems: Iterable[Theorem]) -> set[str]:
        """The hypotheses that theorems rest on, also by way of the names that they speak of."""
        direct = {name for theorem in theorems for name, _ in theorem.hypotheses}
        onward = {self.defines[name] for name in direct if name in self.defines}
        return {n for n in direct if n not in self.defines}.union(*(self.rests_on(self.shown.get(name, ())) for name in onward))

    def failed(self) -> list[Name]:
        """The names whose facts take something from the reader."""
        order, circular = in_order({name: [shape for _, shape in group] for name, group in self.groups.items()})
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
        found = []
        for name in mates:
            if not self._introduces(name, given):
                found.append(name)
            given = [*given, *((fact.name, shape.fact.formula) for fact, shape in self.groups[name])]
        return found

    def _settle(self, settled: Iterable[Name]) -> None:
        """Whether shown or not, the facts of these names are known from now on."""
        self.pending -= set(settled)
        self.given += [(fact.name, fact.formula) for name in settled for fact, _ in self.groups[name]]

    def _needs(self, introduced: Iterable[Name]) -> set[Name]:
        return {spoken for name in introduced for fact, _ in self.groups[name] for spoken in names(fact.formula)}

    def _introduces(self, name: Name, given: list[Named]) -> bool:
        """Whether there always is something of which the facts about the name are true."""
        group = [shape for _, shape in self.groups[name]]
        words = {shape.word for shape in group}
        if words == {"not negative"}:
            return len(group) == 1 and self._unsigned(name)
        if words == {"axis"}:
            return are_axes(group, given) and (name not in self.spoken or fixed(group, self.chosen))
        if words <= EQUATIONS and (len(group) > 1 or words != {"value"}):
            return given_by_equations(group, given)
        cases = _cases(group)
        if not all(contradictory([*a, *b]) for a, b in combinations(cases, 2)):
            return False
        if name in self.spoken and any(self._chosen(name, case, given) for case in cases.values()):
            return False
        return all(self._there_is(name, case, given) for case in cases.values())

    def _there_is(self, name: Name, group: list[Shape], given: list[Named]) -> bool:
        words = {shape.word for shape in group}
        if len(group) == 1 and words == {"value"} and isinstance(group[0].fact.body, Null):
            return True  # the combination itself
        if group[0].name[0] == "nat" and words == {"value"}:
            return len(group) == 1 and _whole(group[0])
        if words <= {"lower", "not negative"} and all(_plain(shape.rest) for shape in group):
            return False  # a range, not a slack
        theorem = exists(group, given)
        self.shown[name] += [theorem] if theorem is not None else []
        return theorem is not None

    def _chosen(self, name: Name, group: list[Shape], given: list[Named]) -> bool:
        """Whether a hypothesis that speaks of the name may pick one of several things that it could be."""
        words = {shape.word for shape in group}
        if words in ({"square", "not negative"}, {"power", "positive"}) or not words & LOOSE:
            return False
        theorem = unique(group, given) if "quadratic" in words and len(group) > 1 else None
        self.shown[name] += [theorem] if theorem is not None else []
        return theorem is None

    def _unsigned(self, name: Name) -> bool:
        """Whether all else says the same of −N as of N: to the kernel it is the same formula."""
        sigma = Substitution({(name[0], str(name[1])): -Polynomial.atom(Real(str(name[1])))})
        own = {fact.name for fact, _ in self.groups[name]}
        others = [fact.formula for fact in self.known if fact.name not in own]
        return name[0] == "real" and self.claim is not None and all(substitute(sigma, f) == f for f in [*others, self.claim])


def _cases(group: Sequence[Shape]) -> dict[tuple[Formula, ...], list[Shape]]:
    """The facts about a name by the conditions under which they hold."""
    found: dict[tuple[Formula, ...], list[Shape]] = defaultdict(list)
    for one in group:
        found[one.fact.premises].append(one)
    return found


def _whole(shape: Shape) -> bool:
    """Whether the value is a sum of products of natural numbers."""
    value = shape.rest * (-1 / (constant(shape.lead) or Fraction(1)))
    return all(c > 0 and c.denominator == 1 and all(isinstance(a, Nat) for a, _ in monomial) for monomial, c in value.terms.items())


def _plain(p: Polynomial) -> bool:
    return not p.terms or constant(p) is not None
