"""VE's potential ⟨w*, w⟩/‖w‖ without its quotient, which is 0/0 at the start: γ√M·‖w‖ ≤ R·⟨w*, w⟩ after M updates.

Source: VE, proof of Theorem 1.1, ‘potential ⟨w, w*⟩/‖w‖, which starts at 0’, and ‘1 ≥ ⟨w̃, w*⟩/‖w̃‖ ≥ γT/√T’, with R = 1.  The quotient need
not grow at a mistake; what grows is the numerator, by γ, while the square of the denominator grows by R² at most.  Said without dividing it
is true at w = 0 as well, 0 ≤ 0.  From the first mistake on, ⟨w*, w⟩ ≥ γM > 0, so w is not 0, the quotient is a number, and it is γ√M/R at
least; being at most ‖w*‖ = 1, it gives Theorem 1.1 (`novikoff`).

The proof.  ‖w‖ ≤ R√M, and γM ≤ ⟨w*, w⟩, so γ√M·‖w‖ ≤ γ√M·R√M = R·γM ≤ R⟨w*, w⟩.  The length of w* does not matter.

Tight: orthonormal examples have ‖w‖ = R√M and ⟨w*, w⟩ = γM.
"""

from perceptron.extremal.families import ORTHONORMAL, SPIRAL
from proofs.statements.authoring import (
    SYMBOLS, Derivation, Game, M, R, Source, Statement, W, bounded, final_length, gamma, ge, inner, le, mistake_bound, number, perceptron,
    positive_margin, radius_sign, real, separable, z,
)  # fmt: skip
from proofs.theorems.separable import derivations


@mistake_bound(
    Statement(
        sources=(Source("VE", "proof of Theorem 1.1", "its quotient ⟨w*, w⟩/‖w‖ is 0/0 at the start, and may fall"),),
        game=Game(setting="separable", norm="any", comparator="any", radius="declared"),
        bound="gamma*sqrt(M)*W <= R*P",
        facts=(*perceptron(), positive_margin(), radius_sign(), bounded(R), separable(), *final_length()),
        symbols=SYMBOLS,
        signed=("R",),
    ),
    cites=("progress", "norm-growth", "bounded-sum"),
    printed="true-with-assumptions",
    families=(ORTHONORMAL, SPIRAL),
    derivation=derivations.potential,
)
def novikoff_potential(d: Derivation) -> None:
    """VE's potential, without its quotient: γ√M·‖w‖ ≤ R·⟨w*, w⟩.

    VE’s quotient ⟨w*, w⟩/‖w‖ is γ√M/R at least, said without dividing by ‖w‖, which is 0 at the start; u is w*.
    """
    s = real("√M")
    gained = d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, note="γM ≤ ⟨w*, w⟩")
    star = d.sum("S2", lambda k: inner(z(k), z(k)))[3]
    grown, short = d.cite("norm-growth"), d.cite("bounded-sum")
    square = d.have(le(W**2, (R * s) ** 2), grown, short, "√M", note="‖w‖² ≤ R²M")
    long = d.have(le(W, R * s), square, "‖w‖ ≥ 0", d.have(ge(R * s, 0), "R ≥ 0", "√M ≥ 0"), note="‖w‖ ≤ R√M")
    share = d.have(ge(gamma * s, 0), "positive margin", "√M ≥ 0")
    ahead = d.have(le(gamma * s * W, gamma * R * number(M)), long, share, "√M")
    d.forget(d.conclude(ahead, gained, "R ≥ 0"), star)
