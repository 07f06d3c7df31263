"""A proof in lines as data: what `linear_reader` makes of a proof, and `linear_pages` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofs.kernel import Formula, Proof, Theorem
from proofs.report.proofs.reasons import Check, Fact
from proofs.report.typesetting.writers import Node


@dataclass(frozen=True)
class Line:
    """A line of the proof.

    `label` numbers it (2.1 is the first line below 2); `name` and `formula` are the kernel's.  `chain` joins the lines that it adds up, as
    in a ≤ b ≤ c.  `how` and `cites` say in short what it follows from: lines above, and hypotheses.  `reason`, `facts` and `check` are its
    own last step, `lines` those that lead there, and `folded` the kernel's steps that are bookkeeping.  `where` explains what occurs here
    for the first time.
    """

    label: str
    name: str
    formula: Formula
    claim: Node
    chain: Node | None
    tag: str
    how: str
    cites: tuple[str, ...]
    theorem: str
    images: tuple[Node, ...]
    note: str
    where: tuple[tuple[str, str], ...]
    reason: Node
    facts: tuple[Fact, ...]
    check: Check | None
    lines: tuple[Line, ...]
    folded: tuple[str, ...]

    @property
    def steps(self) -> int:
        """The kernel's steps that it stands for."""
        return 1 + len(self.folded) + sum(line.steps for line in self.lines)

    def all(self) -> Iterator[Line]:
        """It and those below it, in the order in which they are read."""
        yield self
        for line in self.lines:
            yield from line.all()


@dataclass(frozen=True)
class Given:
    """A hypothesis: its name, what it says in words, and what occurs in it for the first time.  That 1/γ is the reciprocal of γ, and the
    like, is told by the symbol."""

    name: str
    claim: Node
    words: str
    where: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Lines:
    """A theorem with its proof in lines.  `proof` has no citations, and the kernel has replayed it; `said` shows a step of it."""

    id: str
    title: str
    claim: Node
    where: tuple[tuple[str, str], ...]
    given: tuple[Given, ...]
    lines: tuple[Line, ...]
    proof: Proof
    theorem: Theorem
    said: Mapping[str, Node]

    def all(self) -> Iterator[Line]:
        for line in self.lines:
            yield from line.all()
