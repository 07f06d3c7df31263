"""Which lines of a proof a reader meets first, and which unfold below them: a plain rule for every theorem.

A page has about eight lines, the last of which is the conclusion. A line that only one other line needs stands behind that one, however far
it is from it: behind its immediate dominator in the graph of premises (Lengauer and Tarjan 1979; on a graph without circles that is the
nearest common ancestor of all that use it). A page takes first the line that divides the work behind it most evenly, then the line that
does so for the rest; the lines of a cited theorem on the page wait below it. Each line unfolds into a page of its own, in the same way,
with all that it needs and no line above it has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofs.kernel import Proof, Step

LINES = 8  # on a page
NAMED = 2  # how much more a line counts that has a name: a theorem's claim, or a line with its author's note
NESTED = 6  # how much less it counts for each cited theorem that it is inside of
ENOUGH = 5  # lines, after which a page takes none that a cited theorem on it unfolds into


@dataclass(frozen=True, slots=True)
class Branch:
    """A line, those that it unfolds into, and the steps of the proof that are folded into it for good."""

    name: str
    lines: tuple[Branch, ...]
    folded: tuple[str, ...]


def close(s: Step) -> Sequence[str]:
    """The assumptions that a step closes."""
    return s.premises[1:2] if s.rule == "discharge" else s.premises[2:4] if s.rule == "cases" else ()


class Unfolding:
    """The lines `shown` of a proof as a tree.

    `supposed` has the assumptions and numbers of each step, besides the hypotheses and their names. Lines that are `tied` stay with the
    line that they are the base or the step of, and `opening` ones, suppositions, open the page on which they are in force; `named` ones
    count more, and `cited` ones are claims of theorems.
    """

    def __init__(
        self,
        proof: Proof,
        shown: Collection[str],
        supposed: Mapping[str, frozenset[str]],
        tied: Collection[str] = (),
        opening: Collection[str] = (),
        named: Collection[str] = (),
        cited: Collection[str] = (),
    ) -> None:
        self.end, self.supposed = proof.conclusion, supposed
        self.steps = {s.name: s for s in proof.steps}
        self.order = {name: i for i, name in enumerate(self.steps)}
        self.shown, self.tied, self.named, self.cited = {*shown, self.end}, set(tied), set(named), set(cited)
        self.opening = set(opening)
        self.placed: set[str] = set()

    def tree(self) -> tuple[Branch, ...]:
        """The first page."""
        return self.page(self.end, first=True)

    def page(self, root: str, first: bool = False) -> tuple[Branch, ...]:
        """The lines into which `root` unfolds; the last line of the first page is the conclusion itself."""
        page = _Page(self, root)
        chosen = page.choose({root} if first else page.direct)
        self.placed |= chosen
        return tuple(self.branch(name) for name in sorted(chosen, key=self.order.__getitem__))

    def branch(self, name: str) -> Branch:
        lines = self.page(name)
        folded = tuple(step for step in self.behind(name) if step != name)
        self.placed.update(folded)
        return Branch(name, lines, folded)

    def behind(self, root: str) -> list[str]:
        """The steps that a line needs and that stand nowhere yet, and the line itself, in the order of the proof."""
        reached, waiting = {root}, [root]
        while waiting:
            for premise in self.steps[waiting.pop()].premises:
                if premise in self.steps and premise not in reached and premise not in self.placed:
                    reached.add(premise)
                    waiting.append(premise)
        return sorted(reached, key=self.order.__getitem__)

    def closes(self, name: str) -> set[str]:
        """The assumptions that a step closes, or the number that it generalises."""
        s = self.steps[name]
        return {*close(s), *([str(s.data["over"])] if s.rule == "generalise" else [])}


class _Page:
    """The steps behind a line that stand nowhere yet, as the tree of their dominators."""

    def __init__(self, whole: Unfolding, root: str) -> None:
        self.whole, self.root = whole, root
        steps = whole.behind(root)
        self.parent = dominators([(name, [p for p in whole.steps[name].premises if p in set(steps)]) for name in steps], root)
        self.below: dict[str, list[str]] = {name: [] for name in steps}
        for name, parent in self.parent.items():
            self.below[parent].append(name)
        self.direct, bookkeeping = self.near()
        self.allowed = whole.supposed[root].union(*(whole.closes(name) for name in (root, *bookkeeping)))
        self.lines = list(self.candidates(root, True))
        self.work = {line: sum(1 for _ in self.shown_behind(line)) for line in (*self.lines, root)}

    def near(self) -> tuple[set[str], set[str]]:
        """The lines that the root's own last step cites, and the bookkeeping between."""
        lines: set[str] = set()
        steps: set[str] = set()
        waiting = [self.root]
        while waiting:
            for premise in self.whole.steps[waiting.pop()].premises:
                if premise in self.below and premise not in steps:
                    if premise in self.whole.shown:
                        lines.add(premise)
                    else:
                        steps.add(premise)
                        waiting.append(premise)
        return lines, steps

    def candidates(self, step: str, near: bool) -> Iterator[str]:
        """The lines that may stand on this page: not what another line supposes on its way, or is tied to."""
        for other in self.below[step]:
            shown = other in self.whole.shown
            if near or other not in self.whole.tied:
                if shown and self.whole.supposed[other] <= self.allowed:
                    yield other
                yield from self.candidates(other, near and not shown)

    def shown_behind(self, step: str) -> Iterator[str]:
        if step in self.whole.shown:
            yield step
        for other in self.below[step]:
            yield from self.shown_behind(other)

    def choose(self, first: set[str]) -> set[str]:
        """The lines of the page: all if they are few, and else `first` and those that divide the work best, one after the other."""
        if len(self.lines) <= LINES:
            return first | set(self.lines)
        chosen = first | ((self.whole.tied | self.whole.opening) & set(self.lines))
        while len(chosen) < LINES:
            gain, _, best = max((self.gain(line, chosen), self.whole.order[line], line) for line in self.lines)
            if not gain:
                break
            chosen.add(best)
        return chosen

    def gain(self, line: str, chosen: set[str]) -> Fraction:
        """The gain from printing a line apart from the one that it would be folded into: the product of the two parts of the work."""
        if line in chosen:
            return Fraction(0)
        above = next((other for other in self.path(line) if other in chosen), self.root)
        if len(chosen) >= ENOUGH and above != self.root and above in self.whole.cited:
            return Fraction(0)
        part = self.left(line, chosen)
        deep = sum(1 for other in self.path(line) if other in self.whole.cited)
        weight = Fraction(NAMED if line in self.whole.named else 1, NESTED**deep)
        return weight * part * (self.left(above, chosen) - part)

    def path(self, line: str) -> Iterator[str]:
        """The steps between a line and the root."""
        while line != self.root and (line := self.parent[line]) != self.root:
            yield line

    def left(self, line: str, chosen: set[str]) -> int:
        """The work behind a line that no chosen line takes from it."""
        return self.work[line] - sum(self.work[other] for other in self.take(line, chosen))

    def take(self, line: str, chosen: set[str]) -> Iterator[str]:
        for other in self.below[line]:
            if other in chosen and other in self.work:
                yield other
            else:
                yield from self.take(other, chosen)


def dominators(steps: Iterable[tuple[str, Sequence[str]]], end: str) -> dict[str, str]:
    """For each step before `end`, in the order of a proof, the nearest one through which all its uses go."""
    steps = list(steps)
    parent: dict[str, str] = {}
    depth = {end: 0}
    users: dict[str, list[str]] = {}
    for name, premises in reversed(steps):
        if name != end:
            common, *others = users[name]
            for other in others:
                while common != other:
                    if depth[common] < depth[other]:
                        common, other = other, common
                    common = parent[common]
            parent[name], depth[name] = common, depth[common] + 1
        for premise in premises:
            users.setdefault(premise, []).append(name)
    return parent
