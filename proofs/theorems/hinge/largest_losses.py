"""How large losses can be: none exceeds γ + b if ⟨u, z⟩ ≥ −b, so TD ≤ (γ + b)M and Σξ² ≤ (γ + b)TD.

No source states it. It is the upper end of a run's losses, on which conjectures that bound TD or H₂ from above rest; for γ ≥ b equality is
reached by z with ⟨u, z⟩ = −b. Here a slack is exact: 0, or just the deficit to the margin.
"""

from proofs.statements.authoring import (
    TD, Derivation, Index, M, every, formulas, gamma, ge, gt, inner, k, le, lemma, number, real, slack, tight_slack,
    u, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import Q, loss_squares

b = real("b")
exact_slack = tight_slack("ξ exactly", "a slack is 0 or just what is missing from the margin")
sign, _, *total = slack()
cap = (
    *formulas(exact_slack, sign),
    ("b ≥ 0", ge(b, 0)),
    ("positive margin", gt(gamma, 0)),
    ("least progress", every(k, ge(inner(u, z(k)), -b), below=number(M))),
)


@lemma(cap, claim=every(k, le(xi(k), gamma + b), below=number(M)))
def largest_loss(d: Derivation) -> None:
    """a loss is at most γ + b where ⟨u, z⟩ ≥ −b."""
    j = Index("j")
    with d.supposing(j, ge(number(M), number(j) + 1)):
        d.have(le(xi(j), gamma + b))


@lemma(*cap, *total, claim=le(TD(M), (gamma + b) * number(M)))
def losses_most(d: Derivation) -> None:
    """TD ≤ (γ + b)M."""
    d.cite("largest-loss")
    always = d.induction(lambda i: le(TD(i), (gamma + b) * number(i)), upto=M)
    d.at(always, M)


@lemma(*cap, *total, *loss_squares, claim=le(Q(M), (gamma + b) * TD(M)))
def losses_square_most(d: Derivation) -> None:
    """Σξ² ≤ (γ + b)TD."""
    d.cite("largest-loss")

    def step(i: Index, before: str) -> None:
        d.have(ge(xi(i) * (gamma + b - xi(i)), 0))

    d.upto(M, lambda i: le(Q(i), (gamma + b) * TD(i)), (), step)
