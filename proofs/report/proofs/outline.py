"""A proof as a reader wants it: numbered steps with claim, reason and check, nested under what they suppose.

The kernel wants every instance, guard and discharge as a line.  The short form hides those and cites what they were made from: "separable
at k".  Only the printing is shortened; the numbers of the certificate are those that the kernel checked.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.derive.typesetting.sentences import evident, sentence, trivial
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Proof, Step
from proofs.report.proofs.pages import Outline, ProofLine
from proofs.report.proofs.reasons import Reasons, claimed
from proofs.report.proofs.unfolding import closed
from proofs.statements.displayed import Displayed

MERGED = ("instantiate", "apply", "part", "discharge", "generalise", "forget", "expand", "square", "natural")


def outline(proof: Proof, notes: Mapping[str, str] | None = None, short: bool = True, displayed: Displayed | None = None) -> Outline:
    """`proof` for printing; `notes` names the source's equation for a line; not `short` shows every line; `displayed` is the claim as its
    author writes it."""
    return _Reader(proof, dict(notes or {}), short).outline(displayed)


class _Reader(Reasons):
    number: dict[str, int]

    def __init__(self, proof: Proof, notes: dict[str, str], short: bool) -> None:
        super().__init__(proof, short)
        self.notes = notes
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

    def entry(self, s: Step) -> ProofLine:
        facts = self.facts(s)
        return ProofLine(
            label=str(self.number[s.name]),
            name=s.name,
            formula=s.claim,
            claim=sentence(s.claim, self.names),
            rule=s.rule,
            reason=self.reason(s),
            facts=tuple(facts.values()),
            check=self.identity(s, facts),
            cites=tuple(f"({self.number[p]})" for p in dict.fromkeys(s.premises) if p in self.number),
            tag=self.tags.get(s.name, ""),
            note=self.note(s.name),
            depth=self.depth(s),
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
