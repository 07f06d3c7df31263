"""A proof as its file has it, whose mutants the kernel is tried on."""

from __future__ import annotations

from typing import Any

from proofs.derive.authoring.encoding import write
from proofs.kernel import Proof
from proofs.referees.tampering import Mutant, mutants

__all__ = ["Mutant", "mutants", "record_of"]


def record_of(proof: Proof) -> dict[str, Any]:
    """The proof as its file has it."""
    document: Any = write([proof])
    theorem: dict[str, Any] = document["theorems"][0]
    return theorem
