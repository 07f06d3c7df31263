"""A proof as a reader wants it: numbered steps with claim, reason and check, nested under what they suppose.

The kernel wants every instance, guard and discharge as a line.  The short form hides those and cites what they were made from: "separable
at k".  Only the printing is shortened; the numbers of the certificate are those that the kernel checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.kernel import Formula, Proof, Step
from proofs.report.proofs.reasons import Check, Fact, Reasons, check
from proofs.report.proofs.unfolding import closed
from proofs.report.typesetting.sentences import claimed, evident, sentence, theorem_names, trivial
from proofs.report.typesetting.writers import UNICODE, Node
from proofs.statements.displayed import Displayed

MERGED = ("instantiate", "apply", "part", "discharge", "generalise", "forget", "expand", "square", "natural")


@dataclass(frozen=True, slots=True)
class Entry:
    """A numbered step.  `facts` are cited by letter, `cited` by number; `check` is the identity behind a step by algebra."""

    number: int
    name: str
    depth: int
    tag: str
    claim: Node
    rule: str
    reason: Node
    cited: tuple[int, ...]
    facts: tuple[Fact, ...]
    check: Check | None
    note: str


@dataclass(frozen=True, slots=True)
class Outline:
    id: str
    given: tuple[tuple[str, Node], ...]
    entries: tuple[Entry, ...]
    conclusion: Node


def outline(proof: Proof, notes: Mapping[str, str] | None = None, short: bool = True, displayed: Displayed | None = None) -> Outline:
    """`proof` for printing; `notes` names the source's equation for a line; not `short` shows every line; `displayed` is the claim as its
    author writes it."""
    return _Reader(proof, dict(notes or {}), short).outline(displayed)


class _Reader(Reasons):
    number: dict[str, int]

    def __init__(self, proof: Proof, notes: dict[str, str], short: bool) -> None:
        self.proof, self.notes, self.short = proof, notes, short
        self.steps: dict[str, Step] = {s.name: s for s in proof.steps}
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}
        beside = [[s.claim, *(self.claims[p] for p in s.premises)] for s in proof.steps]
        let = [s.claim for s in proof.steps if s.rule in ("root", "inverse")]
        self.names = theorem_names([*(f for _, f in proof.hypotheses), self.claims[proof.conclusion]], beside, let)
        self.last = self.through_forget(proof.conclusion)
        self.number = {s.name: 1 for s in proof.steps if not self.hidden(s)}
        idle = {a for a, (start, end) in self.scopes().items() if not any(n in self.number for n in list(self.steps)[start + 1 : end])}
        shown = [name for name in self.number if name not in idle or not self.short]
        self.number = {name: i for i, name in enumerate(shown, 1)}
        self.tags = self.roles()

    def outline(self, displayed: Displayed | None) -> Outline:
        told = [(name, sentence(f, self.names)) for name, f in self.proof.hypotheses]
        given = tuple(("" if same(name, UNICODE.write(f)) else name, f) for name, f in told)
        entries = tuple(self.entry(s) for s in self.proof.steps if s.name in self.number)
        return Outline(self.proof.id, given, entries, claimed(self.claims[self.proof.conclusion], self.names, displayed))

    # which lines to show, and how deep

    def through_forget(self, name: str) -> str:
        while self.short and name in self.steps and self.steps[name].rule == "forget":
            name = self.steps[name].premises[0]
        return name

    def hidden(self, s: Step) -> bool:
        if not self.short or s.name == self.last:
            return False
        if s.rule == "forget":
            return True
        if s.name in self.notes:
            return False
        return s.rule in MERGED or (s.rule == "certificate" and trivial(s.claim)) or (s.rule == "assume" and evident(s.claim))

    def depth(self, s: Step) -> int:
        here = list(self.steps).index(s.name)
        return sum(start < here < end for a, (start, end) in self.scopes().items() if a in self.number)

    def scopes(self) -> dict[str, tuple[int, int]]:
        """From where to where each assumption is open."""
        order = {name: i for i, name in enumerate(self.steps)}
        return {a: (order[a], order[t.name]) for t in self.proof.steps for a in closed(t) if a in order}

    # what to say of a line

    def entry(self, s: Step) -> Entry:
        cited = tuple(dict.fromkeys(p for p in s.premises if p in self.number))
        facts = self.facts(s)
        labels = {p: f"({self.number[p]})" for p in cited} | {p: fact.label for p, fact in facts.items()}
        return Entry(
            self.number[s.name],
            s.name,
            self.depth(s),
            self.tags.get(s.name, ""),
            sentence(s.claim, self.names),
            s.rule,
            self.reason(s),
            tuple(self.number[p] for p in cited),
            tuple(facts.values()),
            check(s, self.claims, labels, self.names) if s.rule == "certificate" else None,
            self.note(s.name),
        )

    def note(self, name: str) -> str:
        """The line's own note, or that of the lines that only carry it on."""
        carried = [t.name for t in self.proof.steps if t.rule == "forget" and self.through_forget(t.name) == name]
        note = next((self.notes[n] for n in (name, *carried) if n in self.notes), "")
        return "" if same(note, UNICODE.write(sentence(self.claims[name], self.names))) else note


def same(note: str, formula: str) -> bool:
    """Whether a note only says the formula beside it again, its terms perhaps in another order."""

    def signs(text: str) -> list[str]:
        return sorted(c for c in text if c not in " ·()")

    return signs(note) == signs(formula)
