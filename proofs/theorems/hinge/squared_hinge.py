"""The squared hinge loss: MR Corollary 2 is false as printed; M ≤ ‖L‖₁ + (2/ρ)√Σ‖x‖² (5′) and M ≤ (2r/ρ + √‖L‖₁)² (6′) are true.

Source: MR Corollary 2, (5) and (6), which print 2r/ρ² where 2/ρ is right, for a Lipschitz constant that the squared hinge does not have.
Here ρ is γ, and ‖L‖₁ = Σ max(0, 1 − y⟨u, x⟩/ρ)² is H₂².  With one round x = u = r = 1 and ρ = 3, (5) reads 1 ≤ 2/3 and (6) 1 ≤ 64/81.

The proof.  ξ² ≥ 2γξ − γ², the tangent of the square, summed over the updates is H₂² ≥ 2H − M; with (3), M ≤ H + √Σ‖x‖²/ρ, that is (5′).
For (6′), √Σ‖x‖² ≤ r√M makes (5′) a quadratic in √M.  (7) and (8) never say less.
"""

from perceptron.extremal.families import FAR
from proofs.statements.authoring import TD, Derivation, M, R, eq, gamma, ge, le, mistake_bound, number, squares, unit_comparator
from proofs.theorems.hinge.common import (
    H2, Q, by_lengths, by_radius, loss_length, per_gamma, radius, radius_game, reciprocal, root_of_updates, run, s, unit_game,
)  # fmt: skip


def tangent(d: Derivation, per_gamma_sign: str) -> str:
    """H₂² ≥ 2·TD/γ − M."""
    d.cite("losses-square", a=1, b=gamma, note="Σ(ξ − γ)² ≥ 0")
    d.have(ge(per_gamma * Q(M), 2 * TD(M) - gamma * number(M)))
    d.have(eq(H2**2, per_gamma**2 * Q(M)), "H₂", "1/γ")
    return d.have(ge(H2**2, 2 * per_gamma * TD(M) - number(M)), note="H₂² ≥ 2H − M")


LIMIT = "as γ grows the loss tends to M, and so does the bound"


@mistake_bound(
    "M <= H2**2 + 2*sqrt(S2)/gamma",
    unit_game,
    (*run, unit_comparator(), *squares(), *loss_length),
    refuted="M <= H2**2 + 2*R*sqrt(S2)/gamma**2",
    families=(FAR,),
    limit=LIMIT,
)
def squared_hinge(d: Derivation) -> None:
    """MR (5) repaired: M ≤ H₂² + (2/γ)√Σ‖x‖² for the squared hinge.

    H₂², MR’s ‖L‖₁ for the squared hinge, is the sum of the squares (1 − y⟨u, x⟩/γ)₊² over the updates; γ is MR’s ρ and S₂ is Σ‖x‖².

    Printed, and false:
    - MR Corollary 2, (5): false as printed, with 2r/ρ² for 2/ρ
    """
    per_gamma_sign = reciprocal(d)
    first = by_lengths(d, per_gamma_sign)[0]
    d.conclude(first, tangent(d, per_gamma_sign))


@mistake_bound(
    "M <= (2*R/gamma + H2)**2",
    radius_game,
    (*run, unit_comparator(), *radius, *loss_length),
    signed=("R",),
    refuted="M <= (2*R**2/gamma**2 + H2)**2",
    families=(FAR,),
    limit=LIMIT,
)
def squared_hinge_radius(d: Derivation) -> None:
    """MR (6) repaired: M ≤ (2R/γ + H₂)² for the squared hinge.

    H₂, MR’s √‖L‖₁ for the squared hinge, is the root of the sum of the squares (1 − y⟨u, x⟩/γ)₊² over the updates; γ is MR’s ρ and R is r.

    Printed, and false:
    - MR Corollary 2, (6): false as printed, with 2r²/ρ² for 2r/ρ
    """
    sign = root_of_updates(d)[0]
    per_gamma_sign = reciprocal(d)
    by_radius(d, per_gamma_sign)
    tangent(d, per_gamma_sign)
    solved = d.have(le(s**2, 2 * per_gamma * R * s + H2**2), note="a quadratic in √M")
    d.have(le(s, 2 * per_gamma * R + H2), solved, "R ≥ 0", per_gamma_sign, "H₂ ≥ 0", sign, note="√M ≤ 2R/γ + H₂")
