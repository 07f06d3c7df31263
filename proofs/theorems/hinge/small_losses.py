"""Where no update has a loss above 1, the squared L2 loss is at most the L1 loss: Λ² ≤ ‖L‖₁, and Λ² ≥ ‖L‖₁ where none is below 1 but 0.

Source: MR section 3.3, losses less than one give ‖L‖₂² ≤ ‖L‖₁, said of 1 − y⟨u, x⟩, without ρ and the positive part; with both it is
true.  So of (4) and (8), which differ by √‖L‖₁ against Λ, (8) is no larger there, and (4) no larger where each loss is 0 or at least 1: one
update of loss 1/2 has Λ = 1/2 < √‖L‖₁ = √½, one of loss 2 has √‖L‖₁ = √2 < Λ = 2.

The proof.  ξ² ≤ γξ for 0 ≤ ξ ≤ γ, summed; and ξ² ≥ γξ where ξ is 0 or at least γ.
"""

from proofs.statements.authoring import (
    TD, Callable, Derivation, Fact, Formula, Index, M, eq, every, gamma, ge, k, le, number, positive_margin,
    slack, theorem, xi,
)  # fmt: skip
from proofs.theorems.hinge.common import H2, H, Q, gamma_reciprocal, loss, loss_length, per_gamma

sums = (*slack()[2:], *loss_length[:2], loss, loss_length[3], gamma_reciprocal)
sign = Fact("ξ ≥ 0", "a slack is not negative", every(k, ge(xi(k), 0), below=number(M)))
small = Fact("losses at most 1", "ξ ≤ γ at each update", every(k, le(xi(k), gamma), below=number(M)))
large = Fact("no small loss", "each slack is 0 or at least γ", every(k, ge(xi(k) * (xi(k) - gamma), 0), below=number(M)))


def _prove(d: Derivation, claim: Callable[[Index], Formula], bound: str) -> None:
    def step(i: Index, before: str) -> None:
        if bound == small.name:
            d.have(ge(xi(i) * (gamma - xi(i)), 0))
        d.have(ge(gamma * (TD(i + 1) - TD(i) - xi(i)), 0), d.at("TD", i))
        d.have(le(gamma * (TD(i + 1) - TD(i) - xi(i)), 0), d.at("TD", i))

    summed = d.upto(M, claim, ["TD starts", "Q starts"], step)
    length = d.have(eq(H2**2, per_gamma**2 * Q(M)), "H₂", "1/γ")
    total_loss = d.have(eq(H, per_gamma * TD(M)), "H", "1/γ")
    d.conclude(summed, length, total_loss, "1/γ", note="times 1/γ²")


@theorem(positive_margin(), sign, small, *sums, claim=le(H2**2, H))
def small_losses(d: Derivation) -> None:
    """Where no loss is above 1: H₂² ≤ H, so (8) is no larger than (4).

    The squares of losses between 0 and 1 are no larger than the losses; (4) has √H where (8) has H₂.

    Printed, and true with assumptions:
    - MR section 3.3: printed for 1 − y⟨u, x⟩, without ρ and (·)₊
    """
    _prove(d, lambda i: ge(gamma * TD(i), Q(i)), small.name)


@theorem(positive_margin(), large, *sums, claim=ge(H2**2, H))
def large_losses(d: Derivation) -> None:
    """Where each loss is 0 or at least 1: H₂² ≥ H, so (4) is no larger than (8).

    The other way round; (4) has √H where (8) has H₂, so neither is always the smaller.

    Printed, and true with assumptions:
    - MR section 3.3: “not comparable”
    """
    _prove(d, lambda i: ge(Q(i), gamma * TD(i)), large.name)
