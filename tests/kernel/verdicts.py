"""What becomes of a mutant: rejected, the same theorem, weaker, still true (by Z3), or — never — accepted and unjustified.

A mutant shares all steps before the altered one with the original, so these are not replayed again: the kernel's own rules go on from the
lines that they had.  Whatever gets through to the end is then replayed as a whole, by `replay`, from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.kernel import Formula, Proof, Rejected, Step, Theorem, replay
from proofs.kernel.codec import FORMAT, read
from proofs.kernel.formula import closed, names
from proofs.kernel.polynomial import need
from proofs.kernel.rules import RULES, Context, Line
from proofs.referees.judgement import OK
from proofs.referees.z3 import EFFORT, Referee
from tests.kernel.mutation import Mutant

REJECTED, SAME, WEAKER, TRUE, WRONG = "rejected", "same theorem", "weaker theorem", "true by Z3", "WRONGLY ACCEPTED"


class Court:
    """Judges the mutants of one proof; `record` is the proof as its file has it."""

    def __init__(self, proof: Proof, library: Mapping[str, Theorem], record: dict[str, Any]) -> None:
        self.proof, self.library = proof, library
        self.theorem = replay(proof, library)
        self.statements = {t.id: (tuple(f for _, f in t.hypotheses), t.conclusion) for t in library.values()}
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}
        self.kept: dict[int, Any] = {}
        hypotheses = record["hypotheses"]
        self.kept = {id(hypotheses): self.known(hypotheses, "hypotheses")} | {id(r): self.known(r, "steps") for r in record["steps"]}
        self.record = record  # keeps the parts alive, by whose identity they are known
        self.given = {name: Line(name, "assume", f, {}, frozenset({name}), frozenset(names(f))) for name, f in proof.hypotheses}
        self.lines: dict[str, Line] = self.go_on(self.given, proof.steps)

    def verdict(self, mutant: Mutant) -> str:
        try:
            proof = self.decoded(mutant)
            if mutant.step is not None:
                names = [name for name, _ in proof.hypotheses] + [s.name for s in self.proof.steps[: mutant.step]]
                self.go_on({name: self.lines[name] for name in names}, proof.steps[mutant.step :])
            theorem = replay(proof, self.library)
        except Rejected:
            return REJECTED
        if (theorem.conclusion, theorem.hypotheses) == (self.theorem.conclusion, self.theorem.hypotheses):
            return SAME
        had, has = ({f for _, f in t.hypotheses} for t in (self.theorem, theorem))
        if theorem.conclusion == self.theorem.conclusion and had <= has:
            return WEAKER
        return TRUE if self.still_true(proof) else WRONG

    def go_on(self, lines: Mapping[str, Line], steps: tuple[Step, ...]) -> dict[str, Line]:
        """The loop of `replay`, from some lines on; it may only reject what `replay` rejects, and `replay` has the last word."""
        lines = dict(lines)
        for step in steps:
            need(step.name not in lines and step.rule in RULES and all(p in lines for p in step.premises), "the frame")
            rule, arity = RULES[step.rule]
            premises = tuple(lines[p] for p in step.premises)
            need(arity in (None, len(premises)), "the number of premises")
            assumptions = rule(closed(step.claim), premises, step.data, Context(step.name, lines, self.statements))
            lines[step.name] = Line(step.name, step.rule, step.claim, step.data, assumptions, frozenset(names(step.claim)))
        return lines

    def decoded(self, mutant: Mutant) -> Proof:
        """Through the reader of proof files; what a mutant shares with the others is read once."""
        record = mutant.record
        hypotheses = self.known(record["hypotheses"], "hypotheses")
        return Proof(record["id"], hypotheses, tuple(self.known(s, "steps") for s in record["steps"]), record["conclusion"])

    def known(self, part: Any, field: str) -> Any:
        if id(part) not in self.kept:
            theorem = {"id": "", "hypotheses": [], "steps": [], "conclusion": "", field: [part] if field == "steps" else part}
            proof = read({"format": FORMAT, "theorems": [theorem]})[0]
            return proof.steps[0] if field == "steps" else proof.hypotheses
        return self.kept[id(part)]

    def still_true(self, proof: Proof) -> bool:
        """Z3 confirms every step that is not literally as before, given the claims that it cites."""
        referee = Referee(proof, idle=False)
        for solver in (referee.algebra, referee.logic):
            solver.set("timeout", 5000)
            solver.set("rlimit", 50 * EFFORT)  # a mutant that is true but hard must not look wrong
        old = {s.name: s for s in self.proof.steps}
        changed = [s for s in proof.steps if s != old.get(s.name) or any(referee.claims[p] != self.claims.get(p) for p in s.premises)]
        return all(referee.step(s).verdict == OK for s in changed)
