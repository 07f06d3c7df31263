"""What becomes of a mutant: rejected, the same theorem, weaker, still true (by Z3), or — never — accepted and unjustified."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.kernel import Formula, Proof, Rejected, Theorem
from proofs.referees.judgement import OK
from proofs.referees.tampering import REJECTED, SAME, Mutant, Resumed
from proofs.referees.z3 import EFFORT, Referee

WEAKER, TRUE, WRONG = "weaker theorem", "true by Z3", "WRONGLY ACCEPTED"


class Court(Resumed):
    """Judges the mutants of one proof; `record` is the proof as its file has it."""

    def __init__(self, proof: Proof, library: Mapping[str, Theorem], record: dict[str, Any]) -> None:
        super().__init__(record, library)
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}

    def verdict(self, mutant: Mutant) -> str:
        try:
            proof, theorem = self.judged(mutant)
        except Rejected:
            return REJECTED
        if (theorem.conclusion, theorem.hypotheses) == (self.theorem.conclusion, self.theorem.hypotheses):
            return SAME
        had, has = ({f for _, f in t.hypotheses} for t in (self.theorem, theorem))
        if theorem.conclusion == self.theorem.conclusion and had <= has:
            return WEAKER
        return TRUE if self.still_true(proof) else WRONG

    def still_true(self, proof: Proof) -> bool:
        """Z3 confirms every step that is not literally as before, given the claims that it cites."""
        referee = Referee(proof, idle=False)
        for solver in (referee.algebra, referee.logic):
            solver.set("timeout", 5000)
            solver.set("rlimit", 50 * EFFORT)  # a mutant that is true but hard must not look wrong
        old = {s.name: s for s in self.proof.steps}
        changed = [s for s in proof.steps if s != old.get(s.name) or any(referee.claims[p] != self.claims.get(p) for p in s.premises)]
        return all(referee.step(s).verdict == OK for s in changed)
