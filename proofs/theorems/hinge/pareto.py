"""A family of hinge bounds: for every B > 1,  M ≤ B²/(4(B−1))·‖w*‖²R² + B·H.

No source prints it.  BL's bound is B = 2; a smaller B weighs the loss less and the length more, and no smaller factor of ‖w*‖²R² is
possible for that B (`hinge-pareto-optimal`).  Beyond B = 2 both factors grow, so only 1 < B ≤ 2 is of use, but the bound is true for
every B > 1.

The proof.  The core gives M ≤ b√M + H with b = ‖w*‖R; 4B(B−1) times that and (Bb − 2(B−1)√M)² ≥ 0 are the claim.
"""

from perceptron.extremal.families import PARETO
from proofs.statements.authoring import (
    Beyond, Derivation, Fact, R, Source, Statement, U, certificate, comparator_length, gt, le, mistake_bound, multiple, product, real,
    replace, square,
)  # fmt: skip
from proofs.theorems.hinge import derivations
from proofs.theorems.hinge.common import H, anything, loss, per_gamma, quadratic, radius, root_of_updates, run, s, symbols

B = real("B")


@mistake_bound(
    Statement(
        sources=(Source("BL", "M ≤ ‖w*‖² + 2·hinge", "the case B = 2, R = 1"),),
        game=anything,
        bound="M <= B**2/(4*(B - 1))*(R*U/gamma)**2 + B*H",
        facts=(*run, *comparator_length(), replace(radius[0], defines=R), radius[1], loss, Fact("B above 1", "B > 1", gt(B, 1))),
        symbols=symbols | {"B": B},
        parameters={"B": ("3/2", "6/5", "2")},
        beyond={"B above 1": Beyond("M <= (1/2)**2/(4*(1/2 - 1))*(R*U/gamma)**2 + 1/2*H", anything)},  # B = 1/2
    ),
    cites=("scaled-root-inequality",),
    printed="true",
    families=(PARETO,),
    derivation=derivations.pareto,
)
def hinge_pareto(d: Derivation) -> None:
    """The Pareto family: M ≤ B²/(4(B−1))·‖w*‖²R² + B·H for every B > 1.

    For every B > 1 and every w* = u/γ with hinge loss H over the updates; up to B = 2, the less weight on H, the more on ‖w*‖²R².
    """
    _, root, star = root_of_updates(d)
    b, per_excess = per_gamma * U * R, real("1/(B − 1)")
    solved = quadratic(d, root, b)
    per_excess_sign = d.have(gt(per_excess, 0), "1/(B − 1)", "B above 1")
    weight = d.have(gt(4 * B * (B - 1), 0), "B above 1")
    scaled = d.have(
        le(4 * (B - 1) * s**2, B**2 * b**2 + 4 * B * (B - 1) * H),
        solved,
        weight,
        note="add (Bb − 2(B−1)√M)² ≥ 0",
        by=certificate(square(B * b - 2 * (B - 1) * s), product(weight, solved)),
    )
    divided = d.have(
        le(4 * s**2, per_excess * B**2 * b**2 + 4 * B * H),
        scaled,
        per_excess_sign,
        "1/(B − 1)",
        by=certificate(product(per_excess_sign, scaled), multiple(4 * s**2 - 4 * B * H, "1/(B − 1)")),
    )
    d.forget(d.conclude(divided, root), star)
