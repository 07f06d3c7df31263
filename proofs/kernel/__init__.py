"""The proof kernel: proofs are data, and a theorem is the result of `replay`.

Read in this order: `polynomial` (arithmetic over ℚ), `term` (atoms, vectors, substitution), `formula`, `rules` (one function an inference
rule), `replay` (a proof and its verdict), `codec` (proof files).  The standard library only; nothing here calls or trusts anything outside.
"""

from .formula import Both, Compare, ForAll, Formula, Implies, Null
from .polynomial import Polynomial, Rejected
from .replay import Proof, replay, replay_all
from .rules import Step, Theorem
from .term import Fn, Index, Inner, Nat, Real, Sum, Vec, Vector

__all__ = [
    "Both", "Compare", "Fn", "ForAll", "Formula", "Implies", "Index", "Inner", "Nat", "Null", "Polynomial", "Proof", "Real",
    "Rejected", "Step", "Sum", "Theorem", "Vec", "Vector", "replay", "replay_all",
]  # fmt: skip
