"""MR Theorem 3 by its printed proof, the end: at the best Δ, M ≤ √M‖L‖ + R/ρ.

Source: MR, proof of Theorem 3, from ‘solving for Δ to minimize this bound’ on.  The best is Δ² = ρ‖L‖R/√M.  It is 0 where ‖L‖ = 0, which is
Theorem 1, or R = 0, where all updates are 0; but the proof divides by Δ.  `hinge-l2` and `hinge-l2-radius` solve the result: an inequality
of second degree for (7), and one of first degree, after division by √M, for (8).

The proof.  With ‖L‖R√M > 0, that Δ makes (1/ρ² + ‖L‖²/Δ²)(R² + MΔ²) = (R/ρ + √M‖L‖)².  Else ‖L‖R = 0 or M = 0, and if M² exceeded that
square by K > 0, then Δ² = Kρ²/(4M) would give K ≤ K/4.
"""

from proofs.statements.authoring import (
    S2, Derivation, Displayed, Fraction, M, Source, certificate, combination, eq, gamma, ge, gt, le, multiple, product, root_of, square,
    strict, theorem,
)  # fmt: skip
from proofs.theorems.hinge import augmented_derivations
from proofs.theorems.hinge.augmented_space import half, m, root_S2, run, sample, space
from proofs.theorems.hinge.common import H2, gamma_reciprocal, per_gamma, reciprocal, s

root = per_gamma * root_S2 + s * H2
share = H2 * root_S2 * s


def _at_best(d: Derivation, positive: str) -> str:
    """Δ² = ρ‖L‖R/√M."""
    s_sign = d.have(gt(s, 0), by=certificate(strict(positive), product("H₂ ≥ 0", "√S₂ ≥ 0", "z")))
    r, r_star = d.inverse(s_sign, "1/√M")
    r_sign = d.have(gt(r, 0), r_star, s_sign)
    best = d.have(
        gt(gamma * H2 * root_S2 * r, 0),
        positive,
        r_sign,
        "positive margin",
        r_star,
        by=certificate(strict("positive margin", r_sign, r_sign, positive), "z", multiple(-gamma * H2 * root_S2 * r, r_star)),
    )
    D, D_sign, D_root, star = d.root(d.have(ge(gamma * H2 * root_S2 * r, 0), best), "Δ")
    per_D, e_star = d.inverse(d.have(gt(D, 0), D_root, best, D_sign), "1/Δ")
    bound = d.cite("hinge-l2-every-delta", note="at Δ² = ρ‖L‖R/√M")
    scaled = d.have(eq(D**2 * s, gamma * H2 * root_S2), by=combination((s, D_root), (gamma * H2 * root_S2, r_star)))
    plain = d.have(eq(per_gamma * D**2 * s, H2 * root_S2), by=combination((per_gamma, scaled), (H2 * root_S2, "1/γ")))
    rounds = d.have(eq(per_gamma**2 * D**2 * m, per_gamma * share), by=combination((per_gamma * s, plain), (-(per_gamma**2) * D**2, "√M")))
    losses = d.have(
        eq(per_D**2 * H2**2 * root_S2**2, per_gamma * share),
        by=combination((-(per_D**2) * H2 * root_S2, plain), (per_gamma * share * (per_D * D + 1), e_star)),
    )
    both = d.have(eq(per_D**2 * H2**2 * m * D**2, m * H2**2), by=combination((m * H2**2 * (per_D * D + 1), e_star)))
    square_root = d.have(
        le(m**2, root**2),
        bound,
        rounds,
        losses,
        both,
        "√S₂",
        "√M",
        note="(R/ρ + √M‖L‖)²",
        by=certificate(
            bound,
            multiple(per_gamma**2 + per_D**2 * H2**2, "√S₂"),
            multiple(-1, rounds),
            multiple(-1, losses),
            multiple(-1, both),
            multiple(H2**2, "√M"),
        ),
    )
    return d.forget(square_root, r_star, star, e_star)


def _at_small(d: Derivation, none: str, per_gamma_sign: str) -> str:
    """Where ‖L‖R√M = 0: if M² exceeded (R/ρ + √M‖L‖)² by K > 0, it would not at Δ² = Kρ²/(4M)."""
    K = m**2 - root**2

    def over(excess: str) -> str:
        if d.claims[excess] == ge(-K, 0):
            return d.have(le(m**2, root**2), excess)
        count = d.natural(M)
        many = d.have(gt(m, 0), by=certificate(strict(excess), product("z", count), square(root)))
        s_sign = d.have(gt(s, 0), many, "√M", "√M ≥ 0")
        r, r_star = d.inverse(s_sign, "1/√M′")
        kappa, k_sign, k_square, k_star = d.root(d.have(ge(K, 0), excess), "√K")
        size = d.have(gt(gamma * kappa, 0), d.have(gt(kappa, 0), k_sign, k_square, excess), "positive margin")
        positive = d.have(gt(gamma * kappa * r, 0), size, d.have(gt(r, 0), r_star, s_sign))
        D, star = d.let("Δ′", half * gamma * kappa * r)
        per_D, e_star = d.inverse(d.have(gt(D, 0), positive, star), "1/Δ′")
        bound = d.cite("hinge-l2-every-delta", note="at Δ² = Kρ²/(4M)", **{"Δ": D, "1/Δ": per_D})
        scaled = d.have(eq(D * s, half * gamma * kappa), by=combination((s, star), (half * gamma * kappa, r_star)))
        plain = d.have(eq(per_gamma * D * s, half * kappa), scaled, "1/γ")
        small = d.have(
            eq(per_gamma**2 * m * D**2, Fraction(1, 4) * K),
            by=combination((per_gamma * D * s + half * kappa, plain), (-(per_gamma**2) * D**2, "√M"), (Fraction(1, 4), k_square)),
        )
        nought = d.have(le(H2 * root_S2, 0), none, s_sign)
        zero = d.have(le((per_D * H2 * root_S2) ** 2, 0), by=certificate(product(nought, "H₂ ≥ 0", "√S₂ ≥ 0", square(per_D))))
        whole = d.have(eq(per_D**2 * H2**2 * m * D**2, m * H2**2), by=combination((m * H2**2 * (per_D * D + 1), e_star)))
        lengths = [bound, zero, per_gamma_sign, "H₂ ≥ 0", "√S₂ ≥ 0", "√M ≥ 0", small, whole, "√S₂", "√M"]
        end = d.have(
            le(m**2, root**2),
            *lengths,
            note="K ≤ K/4",
            by=certificate(
                strict(Fraction(3, 4), "z"),
                bound,
                zero,
                product(2, per_gamma_sign, "H₂ ≥ 0", "√S₂ ≥ 0", "√M ≥ 0"),
                multiple(per_gamma**2 + per_D**2 * H2**2, "√S₂"),
                multiple(-1, small),
                multiple(-1, whole),
                multiple(H2**2, "√M"),
            ),
        )
        return d.forget(end, r_star, k_star, star, e_star)

    return d.cases(-K, over)


@theorem(
    sources=(Source("MR", "proof of Theorem 3, to its end", "the best Δ may be 0; (8) divides by √M and solves nothing of second degree"),),
    facts=(*run, gamma_reciprocal, *root_of("√S₂", root_S2, S2(M)), *root_of("√M", s, m), *space),
    claim=le(m, s * H2 + per_gamma * root_S2),
    sample=sample,
    cites=("hinge-l2-every-delta",),
    misprints=("MR: Δ² = ρ‖L‖R/√M is 0 where ‖L‖ = 0 or R = 0, and the proof divides by it; a small Δ serves there.",),
    derivation=augmented_derivations.best_delta,
    displayed=Displayed("M <= sqrt(M)*H2 + sqrt(S2)/gamma", {"M": m, "H2": H2, "S2": S2(M), "gamma": gamma}),
)
def hinge_l2_printed(d: Derivation) -> None:
    """The printed proof of MR Theorem 3, at the best Δ: M ≤ √M·H₂ + √Σ‖x‖²/γ, which (7) and (8) solve for M.

    With Δ for how far an example reaches along its own axis, M² ≤ (√Σ‖x‖²/γ + √M·H₂)², and the root of that; MR writes R for √Σ‖x‖², ρ for
    γ and ‖L‖ for H₂.
    """
    per_gamma_sign = reciprocal(d)
    sign = d.have(ge(root, 0), "√S₂ ≥ 0", "H₂ ≥ 0", "√M ≥ 0", per_gamma_sign)

    def on(case: str) -> str:
        return _at_small(d, case, per_gamma_sign) if d.claims[case] == ge(-share, 0) else _at_best(d, case)

    d.conclude(d.cases(-share, on), sign)
