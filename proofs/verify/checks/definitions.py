"""Which facts only introduce a name, and which take something from the reader.

A fact that is marked as a definition is no hypothesis: nobody has to show that it is needed.  So it may only introduce a name for something
that exists whatever the reader chooses.  What it is to be is told by its constructor (`proofs.statements.constructors`), which is not
believed: the fact has to say that and no more, and the kernel replays a proof that there is such a thing, from facts that speak of no name
that is introduced later.  A logarithm must be one of a positive number.  Equations of a sequence, axes, and vectors that are given entry by
entry along axes are looked at by form (`principles`).

A name may be given in cases, under conditions that exclude each other.  A hypothesis may speak of it only if one thing alone keeps what is
said of it, for else it would choose among several.  `introduced` names the facts that fail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from proofs.kernel import Compare, Fn, Formula, Implies, Nat, Polynomial, Real, Theorem
from proofs.kernel.formula import names, substitute
from proofs.kernel.term import Substitution
from proofs.statements.definitions import Axis, Definition, Fact, Size, Value
from proofs.statements.existence import Signs, signed
from proofs.statements.places import Name, Opened
from proofs.statements.provable import Provable
from proofs.verify.checks.principles import (
    Tables,
    are_axes,
    contradictory,
    fixed,
    given_by_equations,
    in_order,
    of_itself,
    read,
    read_fact,
    table,
    tables,
)  # fmt: skip

Named = tuple[str, Formula]
Groups = dict[Name, list[tuple[Fact, Definition]]]


@dataclass(frozen=True)
class Introduced:
    """`restrictive`: the facts marked as definitions that are not shown to introduce a name only; `lets_be`: for a fact, what there is by
    it."""

    restrictive: tuple[Fact, ...]
    lets_be: Mapping[str, tuple[str, ...]]


def introduced(item: Provable, facts: Iterable[Fact], used: Collection[str] | None = None) -> Introduced:
    """What the definitions are, and on which hypotheses it rests that there are those names that are `used`, and the claim's logarithms."""
    said = list(facts)
    by = tables(said)
    known = [read_fact(fact, by) for fact in said]
    groups: Groups = defaultdict(list)
    wrong = []
    for fact in known:
        if fact.defines is not None and fact.defines.along is None and fact.defines.says(Opened.of(fact.formula)):
            groups[fact.defines.name].append((fact, fact.defines))
        elif fact.defines is not None:
            wrong.append(fact)
    given = [(fact.name, fact.formula) for fact in [*(fact for fact in known if not fact.definition), *wrong]]
    judged = _Judged(None if item.claim is None else read(item.claim, by), known, given, groups, by)
    failing = [*wrong, *(fact for name in judged.failed() for fact, _ in groups[name])]
    lets_be: dict[str, list[str]] = defaultdict(list)
    for name, theorems in judged.shown.items():
        if used is None or any(fact.name in used for fact, _ in groups[name]):
            for rest in judged.rests_on(theorems):
                lets_be[rest].append(str(name[1]))
    for rest in judged.rests_on(_logarithms(item.claim, known)):
        lets_be[rest].append("the logarithm")
    restrictive = tuple(fact for fact, as_read in zip(said, known, strict=True) if as_read in failing)
    return Introduced(restrictive, {name: tuple(dict.fromkeys(what)) for name, what in lets_be.items()})


def _logarithms(claim: Formula | None, known: Sequence[Fact]) -> Iterator[Theorem]:
    """That the arguments of the claim's logarithms are positive, where the kernel sees it."""
    body = None if claim is None else Opened.of(claim).body
    atoms = {a for monomial in body.left.terms for a, _ in monomial if isinstance(a, Fn)} if isinstance(body, Compare) else set()
    for atom in (a for a in atoms if a.name == "ln"):
        theorem = signed([(fact.name, fact.formula) for fact in known], partial(Signs.positive, p=atom.argument))
        if theorem is not None:
            yield theorem


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
            return len(axes) == len(group) and are_axes(axes, given) and (name not in self.spoken or fixed(axes, self.chosen))
        equations = [definition for definition in group if isinstance(definition, Value)]
        if len(equations) == len(group) and (len(group) > 1 or equations[0].recurs):
            return given_by_equations(equations, given)
        if any(isinstance(definition, Size) for definition in group):
            return len(group) == 1 and self._unsigned(name)
        cases: dict[tuple[Formula, ...], list[Fact]] = defaultdict(list)
        for fact, definition in self.groups[name]:
            cases[definition.premises].append(fact)
        apart = all(contradictory([*a, *b]) for a, b in combinations(cases, 2))
        return apart and all(self._there_is(name, case, given) for case in cases.values())

    def _there_is(self, name: Name, case: Sequence[Fact], given: list[Named]) -> bool:
        """Whether one of the definitions in a case says all that is said there, and the kernel sees that there is what it introduces;
        only one thing, if a hypothesis speaks of it."""
        bodies = [Opened.of(fact.formula).body for fact in case]
        whole = [fact.defines for fact in case if fact.defines is not None and set(bodies) <= set(fact.defines.bodies)]
        if not whole:
            return False
        theorems = [whole[0].exists(bodies, given)]
        if name[0] == "nat" and isinstance(whole[0], Value):
            return _whole(whole[0])
        if name in self.spoken:
            theorems.append(signed(given, lambda signs: whole[0].unique(signs, bodies)))
        self.shown[name] += [theorem for theorem in theorems if theorem is not None]
        return None not in theorems

    def _unsigned(self, name: Name) -> bool:
        """Whether all else says the same of −N as of N: to the kernel it is the same formula."""
        sigma = Substitution({(name[0], str(name[1])): -Polynomial.atom(Real(str(name[1])))})
        own = {fact.name for fact, _ in self.groups[name]}
        others = [fact.formula for fact in self.known if fact.name not in own]
        return name[0] == "real" and self.claim is not None and all(substitute(sigma, f) == f for f in [*others, self.claim])


def _at_one_place(formula: Formula) -> Formula:
    """What a fact says at numbers ·0, ·1, …"""
    opened = Opened.of(formula)
    said = opened.body
    for premise in reversed(opened.premises):
        said = Implies(premise, said)
    return said


def _whole(definition: Value) -> bool:
    """Whether the value is a sum of products of natural numbers."""
    terms = definition.is_.terms if isinstance(definition.is_, Polynomial) else {}
    return all(c > 0 and c.denominator == 1 and all(isinstance(a, Nat) for a, _ in monomial) for monomial, c in terms.items())
