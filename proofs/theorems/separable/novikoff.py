"""Block (1962), Novikoff (1962): separable data cost the Perceptron at most (R/γ)² updates.

If every example has ‖x‖ ≤ R and some comparator u of length at most 1 has y⟨u, x⟩ ≥ γ > 0 on all of them, then M ≤ R²/γ².

Sources: NG Theorem with (2)–(5), where R is called D; BL Theorem 1 (R = 1); MR Theorem 1 (r, ρ); VE Theorem 1.1 (R = 1).

The proof.  Each update gains γ along u, so γM ≤ ⟨u, w⟩; each lengthens ‖w‖² by at most R², because its cross term is not positive, so
‖w‖ ≤ R√M; Cauchy–Schwarz gives γM ≤ R√M.  That much is the core, at slack 0.  What is left is to divide by γ√M, which the sources do
without a word; here √M ≤ R/γ is reached without dividing by √M, so that M = 0 needs no case of its own.

Tight: ⌊R²/γ²⌋ is attained by orthonormal examples in any dimension that has room, and by a spiral from R³ on.
"""

from perceptron.extremal.families import ORTHONORMAL, SPHERE, SPIRAL
from proofs.statements.authoring import (
    SYMBOLS, Derivation, Game, M, R, Statement, bounded, gamma, ge, gt, inner, le, mistake_bound, number, perceptron, positive_margin,
    radius_sign, real, separable, u, unit_comparator, w,
)  # fmt: skip


@mistake_bound(
    Statement(
        game=Game(setting="separable", norm="any", comparator="ball", radius="declared"),
        bound="M <= R**2/gamma**2",
        facts=(*perceptron(), positive_margin(), unit_comparator(), radius_sign(), bounded(R), separable()),
        symbols=SYMBOLS,
    ),
    cites=("progress", "capped-energy", "cauchy-schwarz"),
    families=(ORTHONORMAL, SPIRAL, SPHERE),
)
def novikoff(d: Derivation) -> None:
    """Block–Novikoff: M ≤ R²/γ² on separable data.

    If some u with ‖u‖ ≤ 1 has y⟨u, x⟩ ≥ γ > 0 on all examples, and all are no longer than R, the Perceptron from 0 makes at most R²/γ²
    updates.

    Printed, and true with assumptions:
    - NG Theorem, (2)–(5): γ > 0 and w₁ = 0 are used but not stated
    - BL Theorem 1: examples scaled to length 1; x ≠ 0 and γ > 0 are used but not stated
    - MR Theorem 1
    - VE Theorem 1.1: its potential ⟨w, w*⟩/‖w‖ is 0/0 at the start
    """
    m = d.natural(M)
    s, s_sign, s_square, star = d.root(m, "√M")
    per_gamma = real("1/γ")
    gained = d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, note="NG (3); BL Claim 1")
    grown = d.cite("capped-energy", c=0, note="NG (5); BL Claim 2; MR Lemma 1")
    length, length_sign, length_square, length_star = d.root(d.square(w(M)), "‖w‖")
    joined = d.cite("cauchy-schwarz", a=u, b=w(M), note="Cauchy–Schwarz")
    unit = d.have(le(inner(u, w(M)) ** 2, length**2), joined, "unit comparator", length_square, d.square(w(M)))
    along = d.have(le(inner(u, w(M)), length), unit, length_sign)
    size = d.have(ge(R * s, 0), "R ≥ 0", s_sign)
    short_square = d.have(le(length**2, (R * s) ** 2), grown, length_square, s_square)
    within = d.have(le(length, R * s), short_square, size, length_sign)
    joined = d.have(le(gamma * number(M), R * s), gained, along, within, note="NG: √k D ≥ kγ; BL: γM ≤ √M")
    short = d.have(le(gamma * s, R), joined, s_square, s_sign, "positive margin", "R ≥ 0")
    per_gamma_sign = d.have(gt(per_gamma, 0), "1/γ", "positive margin")
    divided = d.have(le(s, R * per_gamma), short, per_gamma_sign, "1/γ", note="√M ≤ R/γ")
    positive = d.have(ge(R * per_gamma, 0), "R ≥ 0", per_gamma_sign)
    end = d.have(le(number(M), (R * per_gamma) ** 2), divided, positive, s_sign, s_square, note="MR Theorem 1; NG: k ≤ (D/γ)²")
    d.forget(end, star, length_star)
