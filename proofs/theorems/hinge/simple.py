"""The hinge bound as the lecture prints it: at most 1/γ² plus twice the hinge loss.

For any unit comparator u and any γ > 0, with TD = Σ max(0, γ − y⟨u, x⟩) over the updates and ‖x‖ ≤ 1:  M ≤ 1/γ² + 2TD/γ.

Sources: BL after Theorem 2, M ≤ 1/γ² + (2/γ)TD_γ, and the same with u scaled by 1/γ, M ≤ ‖w*‖² + 2·(hinge loss).

The proof.  With s = √M the core gives s ≥ γs² − TD.  Twice γ times that, plus the square (1 − γs)² ≥ 0, is γ²s² ≤ 1 + 2γTD.  It is the
exact root relaxed by √(1 + 4h) ≤ 1 + 2h, so it is attained only where TD = 0.
"""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import (
    SYMBOLS, TD, Derivation, Game, M, Source, Statement, bounded, gamma, gt, le, mistake_bound, perceptron, positive_margin, real, slack,
    unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import derivations


@mistake_bound(
    Statement(
        sources=(Source("BL", "M ≤ 1/γ² + (2/γ)TD"), Source("BL", "M ≤ ‖w*‖² + 2·hinge")),
        game=Game(setting="agnostic", norm="ball", comparator="ball"),
        bound="M <= 1/gamma**2 + 2*TD/gamma",
        facts=(*perceptron(), positive_margin(), unit_comparator(), bounded(), *slack()),
        symbols=SYMBOLS,
    ),
    cites=("root-inequality",),
    misprints=("BL takes the minimum over (w*, γ); it is an infimum, and with the loss summed over updates it lies between M and 2M.",),
    families=(ORTHONORMAL, SLACK),
    derivation=derivations.twice_the_loss,
)
def hinge_simple(d: Derivation) -> None:
    """The hinge bound: M ≤ 1/γ² + 2TD/γ.

    The exact root, made linear in TD, the sum of what y⟨u, x⟩ lacked of γ at the updates.
    """
    s, _, s_square, star = d.root(d.natural(M), "√M")
    per_gamma = real("1/γ")
    joined = d.cite("root-inequality", R=1, note="BL: √M ≥ γM − TD")
    scaled = d.have(le(gamma**2 * s**2, 1 + 2 * gamma * TD(M)), joined, s_square, "positive margin", note="add (1 − γ√M)² ≥ 0")
    per_gamma_sign = d.have(gt(per_gamma, 0), "1/γ", "positive margin")
    once = d.have(le(gamma * s**2, per_gamma + 2 * TD(M)), scaled, per_gamma_sign, "1/γ", note="divide by γ")
    end = d.conclude(once, per_gamma_sign, "1/γ", s_square, note="divide by γ again; BL: M ≤ 1/γ² + (2/γ)TD")
    d.forget(end, star)
