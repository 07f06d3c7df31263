"""The L1 bound is never worse than the L2 bound: (3) ≤ (7) for every run, every u and every ρ.

MR 3.3 compares (4) and (8) and calls what they differ in, ‖L‖₁ and ‖L‖₂², ‘not comparable’.  That is so because (4) is relaxed:
‖L‖₁ + √Σ‖x‖²/ρ, which is (3), is never larger than the right side of (7).

The proof.  Let x be the root of x² = xΛ + c with c = √Σ‖x‖²/ρ, so that (7) is M ≤ x².  By (7), √M ≤ x, and by Cauchy–Schwarz
‖L‖₁ ≤ √M·Λ; hence ‖L‖₁ + c ≤ xΛ + c = x².  (For ρ < 0 the left side is at most 0, so the comparison needs no ρ > 0.)
"""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    TD, Derivation, Fraction, M, Source, Statement, certificate, eq, gamma, ge, gt, le, mistake_bound, perceptron, positive_margin, real,
    slack, square, squares, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import derivations, l2
from proofs.theorems.hinge.common import H2, H, loss, loss_length, per_gamma, reciprocal, root_of_updates, s, symbols, unit_game

half = Fraction(1, 2)


def _dominated(d: Derivation, sign: str, square: str, positive: str) -> str:
    per_gamma_sign, r_name = reciprocal(d, positive), "√(H₂²/4 + √S₂/γ)"
    x, c = half * H2 + real(r_name), per_gamma * real("√S₂")
    seven = d.cite("hinge-l2", note="(7)")
    root_sign = d.have(ge(x, 0), "H₂ ≥ 0", f"{r_name} ≥ 0")
    below = d.have(le(s, x), seven, square, sign, root_sign, note="√M ≤ x")
    losses = l2.losses_bound(d, sign, square, per_gamma_sign, positive)
    total = d.have(eq(H, per_gamma * TD(M)), "H", "1/γ")
    widened = d.have(le(s * H2, x * H2), below, "H₂ ≥ 0")
    root = d.have(eq(x**2, x * H2 + c), r_name, note="x² = xΛ + √Σ‖x‖²/ρ")
    return d.conclude(losses, total, widened, root)


def _negative(d: Derivation, negative: str, losses: str) -> str:
    """For γ < 0 the left side is at most 0 and the right side a square: no positive margin is needed."""
    per_gamma_sign = d.have(gt(-per_gamma, 0), "1/γ", negative)
    total = d.have(eq(H, per_gamma * TD(M)), "H", "1/γ")
    left = d.have(le(H + per_gamma * real("√S₂"), 0), total, per_gamma_sign, losses, "√S₂ ≥ 0")
    x = half * H2 + real("√(H₂²/4 + √S₂/γ)")
    return d.conclude(by=certificate(left, square(x)))


@mistake_bound(
    Statement(
        sources=(Source("MR", "section 3.3", "calls the bounds not comparable; their unrelaxed forms are"),),
        game=unit_game,
        bound="H + sqrt(S2)/gamma <= (H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2",
        facts=(*perceptron(), positive_margin(), *slack(), unit_comparator(), *squares(), loss, *loss_length),
        symbols=symbols,
    ),
    cites=("hinge-l2", "losses-cauchy-schwarz", "losses-sign"),
    misprints=("MR 3.3: the two bounds are ‘not comparable’ only after √(a+b) ≤ √a + √b has been spent on (4).",),
    families=(SLACK,),
    derivation=derivations.l1_below_l2,
)
def l1_dominates_l2(d: Derivation) -> None:
    """MR (3) is never worse than (7): H + √Σ‖x‖²/γ ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))².

    For each u and γ the right side of (3) is at most that of (7); MR writes ‖L‖₁ for H, Λ for H₂ and ρ for γ; S₂ is Σ‖x‖².
    """
    sign, square, star = root_of_updates(d)
    losses = d.cite("losses-sign")

    def on(case: str) -> str:
        if d.claims[case] == ge(gamma, 0):
            return _dominated(d, sign, square, d.have(gt(gamma, 0), case, "1/γ"))
        return _negative(d, case, losses)

    d.forget(d.cases(gamma, on), star)
