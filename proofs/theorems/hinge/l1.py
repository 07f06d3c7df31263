"""MR Corollary 1: M ≤ ‖L‖₁ + √Σ‖x‖²/ρ (3), and M ≤ (r/ρ + √‖L‖₁)² (4), for ‖u‖ ≤ 1 and any ρ > 0.

Source: MR Corollary 1, (3) and (4), from Theorem 2 with the hinge loss.  Here ρ is γ, ‖L‖₁ is H, r is R.  The corollary prints an
infimum over ρ and u; as the loss is summed over updates that infimum is M itself, on every run, so the content is the bound for each u, ρ.

The proof.  (3) is the master inequality divided by γ.  (4): M ≤ b√M + H with b = R/γ puts √M below b + √H.
"""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import (
    TD, Derivation, M, R, Source, Statement, U, gamma, ge, le, mistake_bound, number, real, squares, u, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import derivations
from proofs.theorems.hinge.common import H, loss, per_gamma, radius, radius_game, reciprocal, root_of_updates, run, s, symbols, unit_game


@mistake_bound(
    Statement(
        sources=(Source("MR", "Corollary 1, (3)", "the printed infimum over u and ρ equals M on every run"),),
        game=unit_game,
        bound="M <= H + sqrt(S2)/gamma",
        facts=(*run, unit_comparator(), *squares(), loss),
        symbols=symbols,
    ),
    cites=("master-inequality",),
    families=(SLACK,),
    derivation=derivations.mr_3,
)
def hinge_l1(d: Derivation) -> None:
    """MR (3): M ≤ H + √Σ‖x‖²/γ.

    For every u with ‖u‖ ≤ 1 and every margin γ, MR’s ρ; H, MR’s ‖L‖₁, is the sum of the losses (1 − y⟨u, x⟩/γ)₊ over the updates, S₂ is
    Σ‖x‖².
    """
    v = real("√S₂")
    _, u_sign, u_square, star = d.root(d.square(u), "‖u‖")
    joined = d.cite("master-inequality", note="γM − TD ≤ ‖u‖√Σ‖x‖²")
    unit = d.have(le(U, 1), "unit comparator", u_square, u_sign)
    short = d.have(le(gamma * number(M) - TD(M), v), joined, unit, "√S₂ ≥ 0")
    d.forget(d.conclude(short, reciprocal(d), "1/γ", "H", note="divide by γ"), star)


@mistake_bound(
    Statement(
        sources=(Source("MR", "Corollary 1, (4)", "the printed infimum over u and ρ equals M on every run"),),
        game=radius_game,
        bound="M <= (R/gamma + sqrt(H))**2",
        facts=(*run, unit_comparator(), *radius, loss),
        symbols=symbols,
        signed=("R",),
    ),
    cites=("root-inequality",),
    families=(ORTHONORMAL, SLACK),
    derivation=derivations.mr_4,
)
def hinge_l1_radius(d: Derivation) -> None:
    """MR (4): M ≤ (R/γ + √H)².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H, MR’s ‖L‖₁, is the sum of the losses over the updates, and R is MR’s r.
    """
    sign, square, star = root_of_updates(d)
    b, v, per_gamma_sign = per_gamma * R, real("√H"), reciprocal(d)
    joined = d.cite("root-inequality", note="γM − TD ≤ R√M")
    solved = d.have(le(s**2, b * s + H), joined, square, "H", per_gamma_sign, "1/γ", note="a quadratic in √M")
    slope = d.have(ge(b, 0), "R ≥ 0", per_gamma_sign)
    short = d.have(le(s, b + v), solved, "√H", "√H ≥ 0", slope, sign, note="√M ≤ r/ρ + √‖L‖₁")
    d.forget(d.conclude(short, sign, square, slope, "√H ≥ 0"), star)
