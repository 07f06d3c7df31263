"""The exact root of the L1 bound is never above (8), nor above (4), which MR 3.3 compares with (8).

Source: MR 3.3, by which the L1 bound (4) and the L2 bound (8) differ in ‖L‖₁ and ‖L‖₂², not comparable in general.  As (4) is relaxed, they
are not: where the losses are above 1, (4) can be the smaller, where all are small, (8).  M ≤ b√M + ‖L‖₁ with b = r/ρ, solved for M, is
never above either.  (Below SSBD 21.16 and (4) it is by algebra alone: `hinge-chain-ssbd`, `hinge-chain-mr`.)

The proof.  Let x be the root, x² = bx + ‖L‖₁.  Then √M ≤ x, and ‖L‖₁ ≤ √M·Λ ≤ xΛ by Cauchy–Schwarz, so x² ≤ x(b + Λ); divide by x.
"""

from proofs.statements.authoring import (
    TD, Derivation, Fraction, M, R, Source, Statement, eq, ge, gt, le, mistake_bound, real, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import sharper_derivations
from proofs.theorems.hinge.common import (
    H2, H, by_radius, loss, loss_length, per_gamma, radius, radius_game, reciprocal, root_of_updates, run, s, symbols,
)  # fmt: skip
from proofs.theorems.hinge.l2 import losses_bound

half, one = Fraction(1, 2), Fraction(1)
ROOT = "√((R/γ)² + 4·H)"
b, r = R * per_gamma, real(ROOT)
x = half * (b + r)


@mistake_bound(
    Statement(
        sources=(Source("MR", "section 3.3", "‘not comparable’ is true of (4) and (8), as (4) is relaxed"), Source("MR", "Theorem 3, (8)")),
        game=radius_game,
        bound="((R/gamma + sqrt((R/gamma)**2 + 4*H))/2)**2 <= (R/gamma + H2)**2",
        facts=(*run, unit_comparator(), *radius, loss, *loss_length),
        symbols=symbols,
        signed=("R",),
    ),
    cites=("root-inequality", "losses-cauchy-schwarz", "quadratic-root", "divide-out"),
    derivation=sharper_derivations.root_below_8,
)
def l1_root_below_l2(d: Derivation) -> None:
    """The exact root of the L1 bound is never above MR (8): ((b + √(b² + 4H))/2)² ≤ (b + H₂)² with b = R/γ.

    For each u with ‖u‖ ≤ 1 and each γ; MR writes ρ for γ, r for R, ‖L‖₁ for H and Λ for H₂.
    """
    sign, square, star = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    total = d.have(eq(H, per_gamma * TD(M)), "H", "1/γ")
    d.have(le(s**2, b * s + H), by_radius(d, per_gamma_sign), total, square, note="a quadratic in √M")
    d.have(gt(one, 0))
    below = d.cite("quadratic-root", a=1, b=b, c=H, s=s, r=r, note="√M ≤ x")
    losses = losses_bound(d, sign, square, per_gamma_sign)
    slope = d.have(ge(b, 0), "R ≥ 0", per_gamma_sign)
    larger = d.have(ge(x, 0), slope, f"{ROOT} ≥ 0")
    most = d.have(le(s * H2, x * H2), below, "H₂ ≥ 0")
    solved = d.have(eq(x**2, b * x + H), ROOT, note="x² = bx + ‖L‖₁")
    d.have(ge(b + H2, 0), slope, "H₂ ≥ 0")
    d.have(ge(x * (b + H2 - x), 0), solved, losses, most, total, note="x² ≤ x(b + Λ)")
    d.have(ge(one, 0))
    short = d.cite("divide-out", g=1, x=x, K=b + H2, note="divide by x")
    d.forget(d.conclude(short, larger), star)
