"""Small proofs, built by hand, on which the rules are tried; and what becomes of a proof's mutants."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from proofs.derive.authoring.encoding import write
from proofs.kernel import Formula, Proof, Rejected, Step, Theorem, replay
from proofs.referees.tampering import REJECTED, SAME, Mutant, ReplayedProof
from proofs.referees.z3 import EFFORT, OK, Referee

NOTHING: dict[str, Theorem] = {}


def step(name: str, rule: str, claim: Formula, /, *premises: str, **data: Any) -> Step:
    return Step(name, rule, claim, premises, {key.rstrip("_"): value for key, value in data.items()})


def proof(hypotheses: Mapping[str, Formula], *steps: Step, id: str = "test", conclusion: str | None = None) -> Proof:
    return Proof(id, tuple(hypotheses.items()), steps, conclusion or (steps[-1].name if steps else next(iter(hypotheses))))


def proved(hypotheses: Mapping[str, Formula], *steps: Step, library: Mapping[str, Theorem] = NOTHING, id: str = "test") -> Theorem:
    return replay(proof(hypotheses, *steps, id=id), library)


def refused(
    why: str, hypotheses: Mapping[str, Formula], *steps: Step, library: Mapping[str, Theorem] = NOTHING, at: str | None = None
) -> None:
    """The proof is rejected for that reason (a part of the message), at the last step unless another is named."""
    with pytest.raises(Rejected, match=why) as caught:
        replay(proof(hypotheses, *steps), library)
    if at is not None or steps:
        assert f"step {at or steps[-1].name!r}" in str(caught.value)


def certificate(
    name: str, claim: Formula, *premises: str, strict: list[Any] | None = None, terms: Sequence[Any] = (), equations: Sequence[Any] = ()
) -> Step:
    """A certificate step; by default the negated claim z itself is the strict product."""
    data = {"strict": [Fraction(1), ["z"]] if strict is None else strict, "terms": list(terms), "equations": list(equations)}
    return Step(name, "certificate", claim, premises, data)


def record_of(proof: Proof) -> dict[str, Any]:
    """The proof as its file has it."""
    document: Any = write([proof])
    theorem: dict[str, Any] = document["theorems"][0]
    return theorem


# --- what becomes of a mutant: rejected, the same theorem, weaker, still true (by Z3), or — never — accepted and unjustified


WEAKER, TRUE, WRONG = "weaker theorem", "true by Z3", "WRONGLY ACCEPTED"


class Court(ReplayedProof):
    """Judges the mutants of one proof; `record` is the proof as its file has it."""

    def __init__(self, proof: Proof, library: Mapping[str, Theorem], record: dict[str, Any]) -> None:
        super().__init__(record, library)
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}

    def verdict(self, mutant: Mutant) -> str:
        try:
            proof, theorem = self.judge(mutant)
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
        referee = Referee(proof)
        referee.open.clear()  # nobody asks what it does without
        for solver in (referee.algebra, referee.logic):
            solver.set("timeout", 5000)
            solver.set("rlimit", 50 * EFFORT)  # a mutant that is true but hard must not look wrong
        old = {s.name: s for s in self.proof.steps}
        changed = [s for s in proof.steps if s != old.get(s.name) or any(referee.claims[p] != self.claims.get(p) for p in s.premises)]
        return all(referee.step(s) == OK for s in changed)
