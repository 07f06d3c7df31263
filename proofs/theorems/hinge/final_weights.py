"""Every bound with √Σ‖x‖² holds with the length of the final weights in its place: M ≤ ‖L‖₁ + ‖w‖/ρ, and no mistake rule is needed.

Sources: MR proof of Theorem 1 and (3), (7), VE Theorem 1.1, BL Theorem 1 put ‖w‖ ≤ √Σ‖x‖² ≤ R√M between; no source states the bound that
comes before that step.  It is sharper by `norm-growth` (how much: `norm-growth-identity`), it can be read off at the end of a run, and
since ‖w‖ is measured, not estimated, it holds for any learner that adds yx on some rounds, mistakes or not: M counts those rounds.

The proofs.  Progress and Cauchy–Schwarz only: γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖.  Then as for (3) and (7): divide by γ, or solve s² ≤ sΛ + ‖w‖/ρ.
"""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import (
    TD, Derivation, Display, Fraction, Game, M, U, W, comparator_length, final_length, gamma, inner, le, lemma, mistake_bound, number,
    positive_margin, real, recurrence, separable, slack, u, unit_comparator, w,
)  # fmt: skip
from proofs.theorems.hinge import norms
from proofs.theorems.hinge.common import H2, anything, loss, loss_length, per_gamma, reciprocal, s, unit_game

half, m = Fraction(1, 2), number(M)
length = final_length()
steps = (*recurrence(), *slack())


@mistake_bound("gamma*M - TD <= U*W", anything, *steps, *comparator_length(), *length, families=(SLACK,))
def weights_master(d: Derivation) -> None:
    """The master inequality before Lemma 1 is used: γM − TD ≤ ‖u‖·‖w‖.

    For every vector u and number γ, with TD for the sum of what y⟨u, x⟩ lacked of γ at the M updates; ‖w‖ is the final weights’ length.

    Printed, and true:
    - MR proof of Theorem 1, before Lemma 1
    - VE Theorem 1.1
    - BL Theorem 1
    """
    gained = d.cite("progress", note="progress")
    joined = d.cite("cauchy-schwarz", a=u, b=w(M))
    d.conclude(gained, d.have(le(inner(u, w(M)), U * W), joined, "‖u‖", "‖w‖", "‖u‖ ≥ 0", "‖w‖ ≥ 0", note="Cauchy–Schwarz"))


@lemma(*steps, unit_comparator(), *length, claim=Display("gamma*M - TD <= W"))
def weights_unit(d: Derivation) -> None:
    """γM − TD ≤ ‖w‖ for ‖u‖ ≤ 1."""
    d.root(d.square(u), "‖u‖")
    d.cite("weights-master")
    d.have(le(gamma * m - TD(M), W))


@mistake_bound(
    "M <= W/gamma",
    Game(setting="separable", norm="any", comparator="ball"),
    (*recurrence(), positive_margin(), unit_comparator(), separable(), *length),
    families=(ORTHONORMAL,),
)
def weights_separable(d: Derivation) -> None:
    """Separable data: M ≤ ‖w‖/γ for ‖u‖ ≤ 1.

    If some u with ‖u‖ ≤ 1 has y⟨u, x⟩ ≥ γ > 0 on all examples; ‖w‖ is the final weights’ length.

    Printed, and true:
    - VE Theorem 1.1
    - MR proof of Theorem 1, before Lemma 1
    """
    short = d.cite("weights-unit", ξ=lambda k: 0, TD=lambda k: 0)
    d.conclude(short, reciprocal(d), "1/γ")


@mistake_bound("M <= H + W/gamma", unit_game, *steps, positive_margin(), unit_comparator(), *length, loss, families=(SLACK,))
def weights_l1(d: Derivation) -> None:
    """MR (3) with the final weights: M ≤ H + ‖w‖/γ.

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H is MR’s ‖L‖₁ and ‖w‖ the final weights’ length.

    Printed, and true:
    - MR Corollary 1, (3): has √Σ‖x‖² for ‖w‖
    """
    short = d.cite("weights-unit")
    d.conclude(short, reciprocal(d), "1/γ", "H", note="divide by γ")


@mistake_bound(
    "M <= (H2/2 + sqrt(H2**2/4 + W/gamma))**2",
    unit_game,
    (*steps, positive_margin(), unit_comparator(), *length, *loss_length),
    families=(SLACK,),
)
def weights_l2(d: Derivation) -> None:
    """MR (7) with the final weights: M ≤ (H₂/2 + √(H₂²/4 + ‖w‖/γ))².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂ is MR’s ‖L‖₂ and ‖w‖ the final weights’ length.

    Printed, and true:
    - MR Theorem 3, (7): has √Σ‖x‖² for ‖w‖
    """
    _, sign, square, _ = d.root(d.natural(M), "√M")
    per_gamma_sign, root = reciprocal(d), "√(H₂²/4 + W/γ)"
    d.cite("weights-unit")
    d.have(le(m, per_gamma * TD(M) + per_gamma * W))
    norms.losses_bound(d, sign, square, per_gamma_sign)
    solved = d.have(le(s**2, H2 * s + per_gamma * W), note="M ≤ √M·H₂ + ‖w‖/γ")
    d.have(le(s, half * H2 + real(root)), solved, root, f"{root} ≥ 0", note="√M lies below the larger root")
