"""Derivations that cite the catalogue: an `Inequality` that finds the kernel's theorem by its id."""

from __future__ import annotations

from proofs.conjecture import Comparison
from proofs.derive.sympy import inequality_chain
from proofs.derive.sympy.inequality_chain import nonnegative as nonnegative
from proofs.derive.sympy.inequality_chain import positive as positive
from proofs.derive.sympy.inequality_chain import real as real
from proofs.kernel import Formula
from proofs.theorems.claims import claim_of


class Inequality(inequality_chain.Inequality):
    """A relation, left ≤ right, of a derivation in the catalogue."""

    def claim_of(self, by: str) -> Formula | Comparison:
        return claim_of(by)
