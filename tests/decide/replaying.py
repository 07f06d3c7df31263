"""A proof that `decide` gives, replayed anew with all that it cites."""

from __future__ import annotations

from proofs.decide.prove import ProvedConjecture
from proofs.kernel import Theorem, replay


def accepted(proved: ProvedConjecture) -> bool:
    """Whether the kernel comes to the claim."""
    library: dict[str, Theorem] = {}
    for cited in proved.cited:
        library[cited.id] = replay(cited, library)
    return replay(proved.proof, library).conclusion == proved.theorem.conclusion
