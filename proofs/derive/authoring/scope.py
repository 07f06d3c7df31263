"""The facts from which a claim is to follow where its author names none: every comparison in scope, and what its own terms ask for.

The claim x(k + 1) ≤ c asks for each ∀-line about x at k, the claim ⟨u, w⟩ ≥ 0 for each null vector with w in it times u, a natural number
for k ≥ 0 and ‖v‖² for ⟨v, v⟩ ≥ 0.  What these bring in may ask for more.  The nearest facts are tried first: those that mention a name
of the claim.  A `Recipe` says how the line of a fact is written, so that the facts found can be stored, and only they be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from proofs.derive.authoring import certificate_search
from proofs.derive.authoring.certificate_search import BEYOND, Beyond, Data, NotFound, SearchLimits
from proofs.kernel import Compare, ForAll, Formula, Implies, Index, Inner, Nat, Polynomial, Real, Sum, Vec, Vector
from proofs.kernel.formula import Null, opened, substitute
from proofs.kernel.term import Substitution, cast, inner

Recipe = list[Any] | str  # the name of a line; ["use", line, indices…], ["expand", recipe, vector], ["natural", index], ["square", vector]
Key = tuple[str, str]
Points = tuple[tuple[Key, Index], ...]  # the members of sequences that a term speaks of, as the sequence and the index

ROUNDS = 3  # how often what was brought in may ask for more
OFFERS = 60  # instances for one claim
INSTANCES = 12  # of one line in one round
LINEAR = (SearchLimits(1, 0, 0),)
NEAREST = (
    (0, certificate_search.SHAPES),
    (100, LINEAR),
    (6, certificate_search.SHAPES[1:4]),
    (12, certificate_search.SHAPES[1:3]),
    (24, certificate_search.SHAPES[1:2]),
    (8, certificate_search.SHAPES[3:]),
    (40, certificate_search.SHAPES[1:2]),
    (12, ()),
)  # how many of the nearest facts are tried with which products; without any: beyond products
SHARE = 1_000_000  # the work for each of these


@dataclass(frozen=True)
class Offer:
    """A fact, and how its line is written."""

    claim: Compare
    recipe: Recipe


@dataclass(frozen=True)
class Pattern:
    """A ∀-line at numbers that are still to be chosen, and its conditions."""

    over: tuple[Index, ...]
    guards: tuple[Formula, ...]
    body: Compare | Null
    points: Points


@lru_cache(maxsize=4096)
def pattern(claim: Formula) -> Pattern | None:
    over, guards = list[Index](), list[Formula]()
    while isinstance(claim, ForAll | Implies):
        if isinstance(claim, ForAll):
            over.append(Index(f"·{len(over)}"))
            claim = opened(claim, over[-1])
        elif not over:
            return None
        else:
            guards.append(claim.premise)
            claim = claim.conclusion
    if not over or not isinstance(claim, Compare | Null):
        return None
    return Pattern(tuple(over), tuple(guards), claim, tuple(dict.fromkeys(points(claim))))


def points(node: object) -> Iterator[tuple[Key, Index]]:
    """The members of sequences, and the natural numbers, that a formula without ∀ mentions."""
    if isinstance(node, Compare):
        yield from points(node.left)
    elif isinstance(node, Null):
        yield from points(node.vector)
    elif isinstance(node, Polynomial):
        for atom in atoms(node):
            yield from points(atom)
    elif isinstance(node, Vector):
        for basic, factor in node.parts.items():
            yield from points(basic)
            yield from points(factor)
    elif isinstance(node, Inner):
        for basic in node.pair:
            yield from points(basic)
    elif isinstance(node, Real | Vec):
        if node.index is not None:
            yield (type(node).__name__, node.name), node.index
    elif isinstance(node, Nat):
        yield ("Nat", ""), Index(node.name)
    elif isinstance(node, Sum):
        yield ("Sum", str(hash(node.term))), node.upto
    elif hasattr(node, "argument"):
        yield from points(node.argument)


def atoms(p: Polynomial) -> Iterator[object]:
    return (a for a in dict.fromkeys(a for m in p.terms for a, _ in m))


def match(sought: Index, there: Index, chosen: Mapping[str, Index]) -> Mapping[str, Index] | None:
    """The numbers chosen so far, and those that make the first index the second; None if none do."""
    if isinstance(sought.name, str) and sought.name.startswith("·"):
        if sought.name in chosen:
            return chosen if chosen[sought.name] + sought.offset == there else None
        return {**chosen, sought.name: Index(there.name, there.offset - sought.offset)} if there.offset >= sought.offset else None
    if isinstance(sought.name, tuple) and isinstance(there.name, tuple):
        if len(sought.name) != len(there.name) or sought.offset != there.offset:
            return None
        for one, other in zip(sought.name, there.name, strict=True):
            more = match(one, other, chosen)
            if more is None:
                return None
            chosen = more
        return chosen
    return chosen if sought == there else None


def choices(wanted: Mapping[Key, Iterable[Index]], sought: Pattern) -> Iterator[tuple[Index, ...]]:
    """The numbers at which a ∀-line mentions the wanted terms."""
    names = [str(i.name) for i in sought.over]
    own = tuple(p for p in sought.points if p[0][0] != "Nat") or sought.points

    def grow(chosen: Mapping[str, Index], left: Points) -> Iterator[Mapping[str, Index]]:
        if len(chosen) == len(names):
            yield chosen
            return
        for at, (key, index) in enumerate(left):
            for there in wanted.get(key, ()):
                more = match(index, there, chosen)
                if more is not None and len(more) > len(chosen):
                    yield from grow(more, left[at + 1 :])

    seen = dict.fromkeys(tuple(chosen[name] for name in names) for chosen in islice(grow({}, own), 200))
    return islice(iter(seen), INSTANCES)


class Scope:
    """The lines at hand in a derivation, and the instances of them that a claim asks for."""

    def __init__(self, lines: Mapping[str, Formula]) -> None:
        self.lines = lines
        self.comparisons = {name: claim for name, claim in lines.items() if isinstance(claim, Compare)}
        self.said = set(lines.values())
        self.counts = {n: f for n, f in self.comparisons.items() if is_count(f)}
        self.guarded: dict[Formula, bool] = {}

    def offers(self, goal: Compare) -> list[Offer]:
        """All comparisons at hand, and instances of other lines; the nearest to the claim first."""
        found = {claim: Offer(claim, name) for name, claim in self.comparisons.items() if claim.left.terms}
        reach = self._reach([goal, *self.comparisons.values()])
        near = [goal, *(f for f in self.comparisons.values() if is_shared(f, goal))]
        for _ in range(ROUNDS):
            more = [offer for offer in self._asked_for(near, reach) if offer.claim.left.terms and offer.claim not in found]
            if not more or len(found) > OFFERS + len(self.comparisons):
                break
            found.update((offer.claim, offer) for offer in more)
            near += [offer.claim for offer in more]
        return nearest(goal, list(found.values()))

    @staticmethod
    def _reach(formulas: Iterable[Compare]) -> dict[object, int]:
        """The upper end of each index."""
        reach: dict[object, int] = {}
        for f in formulas:
            for _, index in points(f):
                for i in flat(index):
                    reach[i.name] = max(reach.get(i.name, 0), i.offset)
        return reach

    def _asked_for(self, near: Sequence[Compare], reach: Mapping[object, int]) -> Iterator[Offer]:
        wanted: dict[Key, dict[Index, None]] = {}
        for f in near:
            for key, index in points(f):
                wanted.setdefault(key, {})[index] = None
        for index in wanted.get(("Nat", ""), ()):
            yield Offer(Compare(cast(index), ">="), ["natural", index])
        pairs = dict.fromkeys(a.pair for f in near for a in atoms(f.left) if isinstance(a, Inner))
        for pair in pairs:
            if len(pair) == 1:
                v = Vector.basic(*pair)
                yield Offer(Compare(inner(v, v), ">="), ["square", v])
        for name, claim in self.lines.items():
            if isinstance(claim, Null):
                yield from self._expand(claim, name, pairs)
            elif isinstance(claim, ForAll) and (sought := pattern(claim)) is not None:
                yield from self._instances(name, sought, wanted, pairs, reach)

    def _instances(
        self,
        name: str,
        sought: Pattern,
        wanted: Mapping[Key, Iterable[Index]],
        pairs: Iterable[frozenset[Vec]],
        reach: Mapping[object, int],
    ) -> Iterator[Offer]:
        for chosen in choices(wanted, sought):
            at = Substitution({("nat", str(i.name)): image for i, image in zip(sought.over, chosen, strict=True)})
            body = substitute(at, sought.body)
            if any(i.offset > reach.get(i.name, i.offset) for _, index in points(body) for i in flat(index)):
                continue
            if not all(self.holds(substitute(at, guard)) for guard in sought.guards):
                continue
            recipe = ["use", name, *chosen]
            if isinstance(body, Compare):
                yield Offer(body, recipe)
            elif isinstance(body, Null):
                yield from self._expand(body, recipe, pairs)

    @staticmethod
    def _expand(null: Null, recipe: Recipe, pairs: Iterable[frozenset[Vec]]) -> Iterator[Offer]:
        for pair in pairs:
            ends = [*pair]
            for one, other in ((ends[0], ends[-1]), (ends[-1], ends[0])):
                if one in null.vector.parts:
                    by = Vector.basic(other)
                    yield Offer(Compare(inner(null.vector, by), "="), ["expand", recipe, by])

    def holds(self, guard: Formula) -> bool:
        """Whether a condition is a line at hand, or follows from those on natural numbers alone."""
        if guard in self.said:
            return True
        if not isinstance(guard, Compare) or not is_count(guard):
            return False
        if guard not in self.guarded:
            self.guarded[guard] = False
            with suppress(NotFound):
                certificate_search.search(guard, self.counting(guard), SHARE, LINEAR)
                self.guarded[guard] = True
        return self.guarded[guard]

    def counting(self, guard: Compare) -> dict[str, Compare]:
        """The lines on natural numbers, and that those of the condition are natural."""
        naturals = {f"natural {i}": Compare(Polynomial.atom(a), ">=") for i, a in enumerate(atoms(guard.left))}
        return {**self.counts, **naturals}


def flat(index: Index) -> Iterator[Index]:
    if isinstance(index.name, tuple):
        for i in index.name:
            yield from flat(i)
    else:
        yield index


def is_shared(one: Compare, other: Compare) -> bool:
    return not {*atoms(one.left)}.isdisjoint(atoms(other.left))


def nearest(goal: Compare, offers: Sequence[Offer]) -> list[Offer]:
    """Ordered by how much each mentions that the claim, and those before it, do not; of equals the last."""
    reached, left = {*atoms(goal.left)}, {i: {*atoms(offer.claim.left)} for i, offer in enumerate(offers)}
    order = []
    while left:
        best = min(left, key=lambda i: (len(left[i] - reached), not left[i] & reached, -i))
        order.append(offers[best])
        reached |= left.pop(best)
    return order


def phrase(recipe: Recipe, lines: Mapping[str, Formula]) -> Formula | None:
    """The fact of a recipe; None if there is no such line."""
    if isinstance(recipe, str):
        return lines.get(recipe)
    kind, first, *rest = recipe
    if kind in ("natural", "square"):
        return Compare(cast(first) if kind == "natural" else inner(first, first), ">=")
    claim = phrase(first, lines) if isinstance(first, list | str) else None
    if kind == "expand":
        return Compare(inner(claim.vector, *rest), "=") if isinstance(claim, Null) else None
    for index in rest:
        claim = opened(claim, index) if isinstance(claim, ForAll) else None
        while isinstance(claim, Implies):
            claim = claim.conclusion
    return claim


def conditions(recipe: Recipe, lines: Mapping[str, Formula]) -> Iterator[Formula]:
    """The conditions under which the fact of a recipe is to be had, but for those on natural numbers alone."""
    if isinstance(recipe, str) or recipe[0] in ("natural", "square"):
        return
    kind, first, *rest = recipe
    if kind == "expand":
        yield from conditions(first, lines)
        return
    claim = lines.get(first)
    for index in rest:
        claim = opened(claim, index) if isinstance(claim, ForAll) else None
        while isinstance(claim, Implies):
            if not is_count(claim.premise):
                yield claim.premise
            claim = claim.conclusion


def count_missing(recipes: Sequence[Recipe], lines: Mapping[str, Formula]) -> int:
    """Count the conditions of these recipes that are no lines at hand."""
    return sum(condition not in lines.values() for recipe in recipes for condition in conditions(recipe, lines))


def is_count(guard: Formula) -> bool:
    """Whether a condition is a comparison of natural numbers."""
    return isinstance(guard, Compare) and all(isinstance(a, Nat) for a in atoms(guard.left))


def follows(goal: Compare, lines: Mapping[str, Formula], beyond: Beyond) -> tuple[Data, dict[str, Compare], list[Recipe]]:
    """A certificate of the claim, the facts that it names, by the names that it gives them, and their recipes. Raises NotFound."""
    offers = Scope(lines).offers(goal)
    for count, shapes in NEAREST:
        facts = {f"#{i}": offer for i, offer in enumerate(offers[:count])}
        claims = {name: offer.claim for name, offer in facts.items()}
        with suppress(NotFound):
            data = certificate_search.search(goal, claims, SHARE, shapes) if shapes else beyond(goal, claims, BEYOND)
            used = {name: facts[name] for name in name(data) if name in facts}
            return data, {name: offer.claim for name, offer in used.items()}, [offer.recipe for offer in used.values()]
    raise NotFound("no certificate found from the lines at hand")


def name(data: Any) -> Iterator[str]:
    """The lines that a certificate names."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from name(part)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from name(part)
