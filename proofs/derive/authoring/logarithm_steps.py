"""Steps on logarithms that the families share."""

from __future__ import annotations

from proofs.derive.authoring.derivation import Derivation
from proofs.kernel import Implies, Polynomial


def given(d: Derivation, axiom: str, a: Polynomial, b: Polynomial, *premises: str) -> str:
    """An axiom on ln at a and b, its conditions met by the lines `premises`."""
    line = d.axiom(axiom, a, b)
    for premise in premises:
        claim = d.claims[line]
        if isinstance(claim, Implies):
            line = d.line("apply", claim.conclusion, [line, premise])
    return line
