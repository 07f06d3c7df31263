"""What is said of a conjecture: proved, refuted or undecided, with what shows it."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any, Literal

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.decide.prove import Proved
from proofs.derive.authoring.encoding import write

Verdict = Literal["proved", "refuted", "undecided"]


@dataclass(frozen=True)
class Decision:
    """A verdict. Exactly one of `proof` and `counterexample` is there unless the conjecture is undecided.

    how       how it was decided, or what was tried
    nearest   for an undecided conjecture, the run that came nearest to breaking it
    given     for a learner object, what it says of its updates, which the proof has for a hypothesis
    """

    comparison: Comparison
    game: Game
    seconds: float
    how: str
    proof: Proved | None = None
    counterexample: Counterexample | None = None
    nearest: Counterexample | None = None
    given: str = ""

    @property
    def verdict(self) -> Verdict:
        return "proved" if self.proof else "refuted" if self.counterexample else "undecided"

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The theorems and lemmas that the proof cites, directly or not."""
        return () if self.proof is None else tuple(proof.id for proof in self.proof.cited)

    def evidence(self) -> dict[str, Any] | None:
        """What `--out` writes: a proof file for `replay` and `verify`, or a counterexample file for `check`."""
        if self.proof is not None:
            return write([*self.proof.cited, self.proof.proof])
        return None if self.counterexample is None else self.counterexample.to_json()

    def to_json(self) -> dict[str, Any]:
        return {
            "conjecture": self.comparison.text,
            "verdict": self.verdict,
            "how": self.how,
            "seconds": round(self.seconds, 3),
            "rests_on": list(self.rests_on),
            "given": self.given,
            "evidence": self.evidence(),
            "nearest": None if self.nearest is None else self.nearest.to_json(),
        }

    def lines(self) -> list[str]:
        """The verdict in plain lines."""
        said = self.comparison.unicode()
        if self.proof is not None:
            steps = len(self.proof.proof.steps)
            return [
                f"{said} is true: {steps} steps, accepted by the kernel ({self.how}, {self.seconds:.1f} s)",
                f"rests on: {', '.join(self.rests_on) or 'nothing else'}",
                *([f"given: {self.given}"] if self.given else []),
            ]
        if (run := self.counterexample) is not None:
            return [
                f"{said} is false: {run.lhs} {run.comparison.op} {run.rhs} fails ({self.how}, {self.seconds:.1f} s)",
                f"{run.size}, gamma = {run.gamma}, M = {run.M}",
            ]
        near = [] if self.nearest is None else [f"nearest run: {self.nearest.lhs} against {self.nearest.rhs} ({self.nearest.size})"]
        return [f"{said} is undecided after {self.seconds:.1f} s", *near, f"tried: {self.how}"]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        shown = self.counterexample or self.nearest
        drawn = "" if shown is None else shown._repr_html_()
        return "".join(f"<p>{html.escape(line)}</p>" for line in self.lines()) + drawn
