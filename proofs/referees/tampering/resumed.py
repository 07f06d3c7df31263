"""Replaying many mutants of one proof: each from the first line that differs, and what is accepted then again as a whole.

A mutant shares all steps before the altered one with the original, so these are not replayed again: the kernel's own rules go on from the
lines that they had. Whatever gets through to the end is then replayed by `replay`, from the start. So nothing here can accept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.kernel import Proof, Step, Theorem, replay
from proofs.kernel.codec import FORMAT, read
from proofs.kernel.polynomial import limited
from proofs.kernel.replay import add
from proofs.kernel.rules import Line
from proofs.referees.tampering.mutation import Mutant


class Resumed:
    """A proof that was replayed once; `record` is the proof as its file has it, `library` what it may cite."""

    def __init__(self, record: dict[str, Any], library: Mapping[str, Theorem]) -> None:
        self.record, self.library = record, library  # the record keeps alive the parts that are known by their identity
        self._known: dict[int, Any] = {}
        self._known = {id(r): self._read(r, "steps") for r in record["steps"]}
        self._known[id(record["hypotheses"])] = self._read(record["hypotheses"], "hypotheses")
        self.proof = self.decoded(record)
        self.theorem = replay(self.proof, library)
        assumed = tuple(Step(name, "assume", f, (), {}) for name, f in self.proof.hypotheses)
        self.lines = self._go_on({}, assumed + self.proof.steps)

    def judged(self, mutant: Mutant) -> tuple[Proof, Theorem]:
        """The mutant and what it proves; raises `Rejected`."""
        proof = self.decoded(mutant.record)
        if mutant.step is not None:
            before = [*(name for name, _ in proof.hypotheses), *(s.name for s in self.proof.steps[: mutant.step])]
            limited(self._go_on, {name: self.lines[name] for name in before}, proof.steps[mutant.step :])
        return proof, replay(proof, self.library)

    def decoded(self, record: dict[str, Any]) -> Proof:
        """Through the reader of proof files; what a mutant shares with the others is read once."""
        steps = tuple(self._read(s, "steps") for s in record["steps"])
        return Proof(record["id"], self._read(record["hypotheses"], "hypotheses"), steps, record["conclusion"])

    def _read(self, part: Any, field: str) -> Any:
        if id(part) in self._known:
            return self._known[id(part)]
        theorem = {"id": "", "hypotheses": [], "steps": [], "conclusion": "", field: [part] if field == "steps" else part}
        (proof,) = read({"format": FORMAT, "theorems": [theorem]})
        return proof.steps[0] if field == "steps" else proof.hypotheses

    def _go_on(self, lines: Mapping[str, Line], steps: tuple[Step, ...]) -> dict[str, Line]:
        """The lines after these steps; `replay` has the last word on them."""
        made, taken = dict(lines), {name for line in lines.values() for name in line.free}
        for step in steps:
            add(step, made, taken, self.library)
        return made
