"""MR Theorem 3: M ≤ (Λ/2 + √(Λ²/4 + √Σ‖x‖²/ρ))² (7), and M ≤ (r/ρ + Λ)² (8), where Λ is the L2 norm of the hinge losses.

Source: MR Theorem 3, (7) and (8), after Freund & Schapire (1999).  Here ρ is γ and Λ is H₂.  The printed proof maps the data into a space
with a coordinate per round to make it separable; its l_t lacks the positive part, and its Δ is 0 where Λ = 0 or R = 0.  Repaired, it is
`hinge-l2-printed`.

The proof, direct.  (3) says M ≤ ‖L‖₁ + √Σ‖x‖²/ρ, and Cauchy–Schwarz on the losses ‖L‖₁ ≤ √M·Λ.  So s = √M has s² ≤ sΛ + √Σ‖x‖²/ρ, which
(7) solves; and s² ≤ sΛ + s·r/ρ, which (8) divides by s, done here without dividing.
"""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    TD, Derivation, Fraction, M, R, Source, Statement, gamma, ge, le, mistake_bound, real, squares, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import derivations
from proofs.theorems.hinge.common import (
    H2, by_lengths, by_radius, loss_length, per_gamma, radius, radius_game, reciprocal, root_of_updates, run, s, symbols, unit_game,
)  # fmt: skip

half = Fraction(1, 2)


def losses_bound(d: Derivation, sign: str, square: str, per_gamma_sign: str, positive: str = "positive margin") -> str:
    """‖L‖₁ ≤ √M·Λ, that is TD/γ ≤ √M·H₂, from the lines √M ≥ 0, (√M)² = M, 1/γ > 0 and γ > 0."""
    cauchy = d.cite("losses-cauchy-schwarz", note="TD² ≤ M·Σξ²")
    squared = d.have(le(TD(M) ** 2, (s * H2 * gamma) ** 2), cauchy, square, "H₂")
    size = d.have(ge(s * H2 * gamma, 0), d.have(ge(s * H2, 0), sign, "H₂ ≥ 0"), positive)
    total = d.have(le(TD(M), s * H2 * gamma), squared, size)
    return d.have(le(per_gamma * TD(M), s * H2), total, per_gamma_sign, "1/γ", note="‖L‖₁ ≤ √M·Λ")


@mistake_bound(
    Statement(
        sources=(Source("MR", "Theorem 3, (7)", "its proof's l_t lacks the positive part; its Δ may be 0"),),
        game=unit_game,
        bound="M <= (H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2",
        facts=(*run, unit_comparator(), *squares(), *loss_length),
        symbols=symbols,
    ),
    cites=("master-inequality", "losses-cauchy-schwarz"),
    families=(SLACK,),
    derivation=derivations.mr_7,
)
def hinge_l2(d: Derivation) -> None:
    """MR (7): M ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂, MR’s Λ = ‖L‖₂, is the root of the sum of the squared losses, and S₂ is Σ‖x‖².
    """
    sign, square, star = root_of_updates(d)
    per_gamma_sign, v = reciprocal(d), real("√S₂")
    r_name = "√(H₂²/4 + √S₂/γ)"
    first, u_star = by_lengths(d, per_gamma_sign)
    solved = d.have(
        le(s**2, H2 * s + per_gamma * v), first, losses_bound(d, sign, square, per_gamma_sign), square, note="s² ≤ sΛ + √Σ‖x‖²/ρ"
    )
    below = d.have(le(s, half * H2 + real(r_name)), solved, r_name, f"{r_name} ≥ 0", note="√M lies below the larger root")
    positive = d.have(ge(half * H2 + real(r_name), 0), "H₂ ≥ 0", f"{r_name} ≥ 0")
    d.forget(d.conclude(below, sign, square, positive), star, u_star)


@mistake_bound(
    Statement(
        sources=(Source("MR", "Theorem 3, (8)"),),
        game=radius_game,
        bound="M <= (R/gamma + H2)**2",
        facts=(*run, unit_comparator(), *radius, *loss_length),
        symbols=symbols,
        signed=("R",),
    ),
    cites=("root-inequality", "losses-cauchy-schwarz"),
    families=(SLACK,),
    derivation=derivations.mr_8,
)
def hinge_l2_radius(d: Derivation) -> None:
    """MR (8): M ≤ (R/γ + H₂)².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂, MR’s Λ = ‖L‖₂, is the root of the sum of the squared losses, and R is MR’s r.
    """
    sign, square, star = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    solved = d.have(le(s**2, s * (H2 + per_gamma * R)), by_radius(d, per_gamma_sign), losses_bound(d, sign, square, per_gamma_sign), square)
    bound = d.have(ge(H2 + per_gamma * R, 0), "H₂ ≥ 0", "R ≥ 0", per_gamma_sign)
    short = d.have(le(s, H2 + per_gamma * R), solved, sign, bound, note="√M ≤ r/ρ + Λ")
    d.forget(d.conclude(short, sign, square, bound), star)
