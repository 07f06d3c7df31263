"""A proof that the kernel has replayed, as a plain record for the checks that surround it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from time import perf_counter

from proofs.derive.authoring.encoding import write
from proofs.kernel import Proof, Rejected, Theorem, replay
from proofs.kernel.codec import read
from proofs.statements.page import written
from proofs.statements.provable import Provable
from proofs.verify.assess import Outcome


@dataclass
class Replayed:
    """Proofs read back from their written form, what the kernel made of each, and why it made nothing of the others."""

    proofs: dict[str, Proof] = field(default_factory=dict)
    library: dict[str, Theorem] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, proof: Proof) -> None:
        if proof.id in self.proofs:
            raise Rejected(f"two proofs are called {proof.id!r}")
        self.proofs[proof.id] = proof
        began = perf_counter()
        try:
            self.library[proof.id] = replay(proof, self.library)
        except Rejected as reason:
            self.reasons[proof.id] = str(reason)
        self.seconds[proof.id] = perf_counter() - began

    def add_page(self, item: Provable) -> None:
        """Have the proof of a page or lemma written, and read what was written."""
        try:
            self.texts[item.id] = json.dumps(write([written(item, self.library)[0]]))
            (proof,) = read(json.loads(self.texts[item.id]))
            self.add(proof)
        except Exception as error:  # a page is the author's code, and whatever goes wrong in it leaves its theorem unproved
            self.reasons[item.id] = str(error) if isinstance(error, Rejected) else f"no proof: {type(error).__name__}: {error}"

    def check(self, id: str, named: object, claim: object) -> None:
        """Withdraw a theorem that is not the one that was stated."""
        theorem = self.library.get(id)
        if theorem is None:
            return
        if theorem.conclusion != claim:
            self.reasons[id] = "the proof ends in another claim than the statement's"
        elif self.proofs[id].hypotheses != named:
            self.reasons[id] = "the proof starts from other hypotheses than the statement's"

    def outcome(self, id: str) -> Outcome:
        proof = self.proofs.get(id)
        steps, seconds = len(proof.steps) if proof else 0, self.seconds.get(id, 0.0)
        theorem, reason = self.library.get(id), self.reasons.get(id, "")
        if theorem is None:
            return Outcome(False, reason=reason, steps=steps, seconds=seconds)
        used = frozenset(name for name, _ in theorem.hypotheses)
        return Outcome(id not in self.reasons, used, theorem.axioms, reason, steps, seconds)
