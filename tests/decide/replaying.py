"""A proof that `decide` gives, replayed anew with all that it cites."""

from __future__ import annotations

from proofs.counterexample import judge
from proofs.decide import Decision
from proofs.decide.prove import ProvedConjecture
from proofs.kernel import Theorem, replay


def accepted(proved: ProvedConjecture) -> bool:
    """Whether the kernel comes to the claim."""
    library: dict[str, Theorem] = {}
    for cited in proved.cited:
        library[cited.id] = replay(cited, library)
    return replay(proved.proof, library).conclusion == proved.theorem.conclusion


def holds_up(decision: Decision) -> None:
    """The evidence is what the verdict says, judged anew."""
    for part in decision.parts:
        holds_up(part)
    if decision.verdict == "proved":
        assert decision.proof is not None and accepted(decision.proof)
    elif decision.verdict == "refuted":
        assert decision.counterexample is not None and judge(decision.counterexample).valid
