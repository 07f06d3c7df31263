"""The hinge bound in its exact form: √M ≥ γM − TD solved for M, without relaxing anything.

For any unit comparator u and any γ > 0, with TD = Σ max(0, γ − y⟨u, x⟩) over the updates and ‖x‖ ≤ 1:

    M ≤ ((1 + √(1 + 4γTD)) / (2γ))².

Sources: BL after Theorem 2 prints √M ≥ γM − TD_γ and says ‘we could solve the quadratic’; this is the solution.

The proof.  Write s = √M.  The core gives γs² − s − TD ≤ 0, a quadratic in s that opens upwards, so s lies below its larger root, which is
(1 + √(1 + 4γTD))/(2γ); square.  TD counts an example once for each update on it: counted once for each distinct example the claim is false.

Tight: attained with equality for every M and every γ ≥ M^(−1/2), by orthonormal examples with uniform slack.
"""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    SYMBOLS, TD, Derivation, Fraction, Game, M, Source, Statement, bounded, gamma, ge, gt, le, mistake_bound, perceptron, positive_margin,
    real, slack, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge import derivations


@mistake_bound(
    Statement(
        sources=(Source("BL", "√M ≥ γM − TD", "TD must count an example once for every update on it"),),
        game=Game(setting="agnostic", norm="ball", comparator="ball"),
        bound="M <= ((1 + sqrt(1 + 4*gamma*TD))/(2*gamma))**2",
        facts=(*perceptron(), positive_margin(), unit_comparator(), bounded(), *slack()),
        symbols=SYMBOLS,
    ),
    cites=("root-inequality", "quadratic-root"),
    printed="true-with-assumptions",
    families=(SLACK,),
    derivation=derivations.exact_root,
)
def hinge_root(d: Derivation) -> None:
    """The hinge bound, exact root: M ≤ ((1+√(1+4γTD))/(2γ))².

    For every u with ‖u‖ ≤ 1 and γ > 0, TD being the sum of what y⟨u, x⟩ lacked of γ at the updates; the data need not be separable.
    """
    s, s_sign, s_square, star = d.root(d.natural(M), "√M")
    per_gamma, r = real("1/γ"), real("√(1 + 4·γ·TD)")
    joined = d.cite("root-inequality", R=1, note="BL: √M ≥ γM − TD")
    d.have(le(gamma * s**2, s + TD(M)), joined, s_square, note="a quadratic in √M")
    below = d.cite("quadratic-root", a=gamma, b=1, c=TD(M), s=s, r=r, note="√M lies below the larger root")
    per_gamma_sign = d.have(gt(per_gamma, 0), "1/γ", "positive margin")
    divided = d.have(le(s, Fraction(1, 2) * (1 + r) * per_gamma), below, per_gamma_sign, "1/γ", note="√M ≤ (1 + √(1 + 4γTD))/(2γ)")
    positive = d.have(ge((1 + r) * per_gamma, 0), per_gamma_sign, "√(1 + 4·γ·TD) ≥ 0")
    end = d.conclude(divided, positive, s_sign, s_square)
    d.forget(end, star)
