"""All pairs together: what is below what, which theorems are redundant, and which bound to use."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import TopologicalSorter

from perceptron.errors import InputError
from proofs.conjecture.nodes import NAMES
from proofs.decide.atlas.bounds import Bound, holds_in
from proofs.decide.atlas.comparing import Relation

MARKS = {True: "≤", False: "·", None: "?"}


@dataclass(frozen=True)
class Atlas:
    """The bounds, and for each ordered pair with a common game whether the first is never above the second."""

    bounds: tuple[Bound, ...]
    relations: tuple[Relation, ...]

    @cached_property
    def _relation(self) -> dict[tuple[str, str], Relation]:
        return {(r.lower, r.upper): r for r in self.relations}

    def relation(self, lower: str, upper: str) -> Relation:
        """Raises InputError for bounds that are not here or cannot be compared."""
        if (found := self._relation.get((lower, upper))) is None:
            raise InputError(f"{lower} and {upper} are not two bounds of the atlas for one learner; it has {', '.join(self.ids)}")
        return found

    @property
    def ids(self) -> list[str]:
        return [bound.id for bound in self.bounds]

    def is_below(self, lower: str, upper: str) -> bool:
        return lower == upper or ((found := self._relation.get((lower, upper))) is not None and found.holds is True)

    @property
    def missing(self) -> list[str]:
        """Bounds of the catalogue that are compared with no other of their learner."""
        compared = {id for pair in self._relation for id in pair}
        return [id for id in self.ids if id not in compared]

    def undecided(self) -> list[Relation]:
        return [relation for relation in self.relations if relation.holds is None]

    def equal(self, a: str, b: str) -> bool:
        return self.is_below(a, b) and self.is_below(b, a)

    def redundant(self) -> dict[str, str]:
        """Each bound that another replaces everywhere: it holds wherever this one does, is never above it, and needs nothing more.

        Of two bounds that replace each other the first of the catalogue stays."""
        found: dict[str, str] = {}
        for place, bound in enumerate(self.bounds):
            for other_place, other in enumerate(self.bounds):
                serves = other.names <= bound.names | {"gamma"} and holds_in(other, bound.game)
                if bound.id == other.id or other.id in found or not serves or not self.is_below(other.id, bound.id):
                    continue
                if not self.is_below(bound.id, other.id) or other_place < place:
                    found[bound.id] = other.id
                    break
        return found

    def graph(self) -> dict[str, tuple[str, ...]]:
        """For a picture: each bound with those next below it, in an order in which these come first; equal ones are taken once.

        Bounds for separable examples alone are left out: on those every hinge bound becomes one, so that the two orders do not fit."""
        ids = [bound.id for bound in self.bounds if bound.game.setting == "agnostic" or bound.game.learner == "margin"]
        kept = [id for n, id in enumerate(ids) if not any(self.equal(id, other) for other in ids[:n])]
        under = {a: [b for b in kept if b != a and self.is_below(b, a)] for a in kept}
        nearest = {a: tuple(b for b in below if not any(b in under[c] for c in below if c != b)) for a, below in under.items()}
        return {id: nearest[id] for id in TopologicalSorter(nearest).static_order()}

    def advice(self, known: Iterable[str], separable: bool = False, learner: str = "perceptron") -> list[Bound]:
        """The bounds that use these quantities alone and that no other such bound is always at most.

        Raises InputError for a name that is no quantity."""
        names = {"TD" if name == "H" else name for name in known}
        if unknown := names - set(NAMES):
            raise InputError(f"{', '.join(sorted(unknown))} is no quantity; there are {', '.join(NAMES)}")
        usable = [b for b in self.bounds if b.names <= names | {"gamma"} and b.game.learner == learner]
        usable = [b for b in usable if separable or b.game.setting == "agnostic" or learner == "margin"]
        games = {b.id: replace(b.game, setting="separable") if separable else b.game for b in usable}
        return [
            b
            for n, b in enumerate(usable)
            if not any(
                holds_in(c, games[b.id]) and self.is_below(c.id, b.id) and (not self.is_below(b.id, c.id) or usable.index(c) < n)
                for c in usable
                if c is not b
            )
        ]

    def table(self) -> list[str]:
        """A row for each bound: ≤ where it is never above the column's, · where it is on some run, blank for another learner."""
        width = max(map(len, self.ids))
        head = " " * (width + 6) + " ".join(f"{n:>2}" for n in range(1, len(self.ids) + 1))
        rows = [
            f"{n:>2}  {a:<{width}}  " + " ".join(f"{self._mark(a, b):>2}" for b in self.ids).rstrip() for n, a in enumerate(self.ids, 1)
        ]
        return [head, *rows]

    def _mark(self, a: str, b: str) -> str:
        return "=" if a == b else "" if (found := self._relation.get((a, b))) is None else MARKS[found.holds]

    def lines(self) -> list[str]:
        count = {holds: sum(relation.holds is holds for relation in self.relations) for holds in (True, False, None)}
        proofs = sum(relation.proof is not None for relation in self.relations)
        return [
            *(f"{n:>2}  {bound.unicode()}" for n, bound in enumerate(self.bounds, 1)),
            "",
            *self.table(),
            "",
            f"{count[True]} pairs: never above ({proofs} kernel proofs, the others by two of them); {count[False]}: above on an exact run;"
            f" {count[None]}: undecided",
            "redundant: " + ("; ".join(f"{a} by {b}" for a, b in self.redundant().items()) or "none"),
            *([f"not compared yet: {', '.join(self.missing)}; run perceptron-proofs atlas --rebuild"] if self.missing else []),
            "hinge-pareto is compared at B = 3/2, ssbd-21-16-regret at η = 1, and the Margin Perceptron's bounds at ε = 1/2",
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{n}</th>" for n in range(1, len(self.ids) + 1))
        rows = "".join(
            f"<tr><th>{n}</th><td>{html.escape(a)}</td>{''.join(f'<td>{self._mark(a, b)}</td>' for b in self.ids)}</tr>"
            for n, a in enumerate(self.ids, 1)
        )
        return f"<table><tr><th></th><th>bound</th>{head}</tr>{rows}</table>{_listed(self.lines()[-3:])}"


def _listed(lines: Sequence[str]) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
