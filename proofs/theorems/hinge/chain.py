"""The hinge bounds as a chain over runs: M ≤ exact root ≤ SS 21.16 ≤ MR (4), and exact root ≤ BL, for every comparator and every γ.

Sources: BL M ≤ ‖w*‖² + 2·hinge, SS Theorem 21.16, MR Corollary 1 (4); none prints the exact root, or compares these. With
b = R‖u‖/γ and H = TD/γ the root is ((b + √(b² + 4H))/2)²: `hinge-root` with R and ‖u‖ free. It implies the others, in this order.

The proofs. The core gives M ≤ b√M + H, which `quadratic-root` solves. The comparisons are those of `hinge-order-ssbd`, `hinge-order-mr`
and `hinge-order-bl` at that b and H. They need no γ > 0: for γ < 0 there can be no loss, as √H is a number, and the exact root is 0.
"""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    Callable, Derivation, Fraction, Images, Page, Proving, R, U, comparator_length, eq, ge, gt, mistake_bound, positive_margin, radius_sign,
    real, slack,
)  # fmt: skip
from proofs.theorems.hinge.common import H, anything, loss, per_gamma, quadratic, radius, root_of_updates, run, s

half, one = Fraction(1, 2), Fraction(1)
EXACT = "((R*U/gamma + sqrt((R*U/gamma)**2 + 4*H))/2)**2"
ROOT = "√((R·U/γ)² + 4·H)"
b, r, t = R * U * per_gamma, real(ROOT), real("√H")
x = half * (b + r)
root_H: Images = {"√H": t}


@mistake_bound(f"M <= {EXACT}", anything, *run, *comparator_length(), *radius, loss, signed=("R",), families=(SLACK,))
def hinge_root_any(d: Derivation) -> None:
    """The exact root for any comparator: M ≤ ((b + √(b² + 4H))/2)² with b = R‖u‖/γ.

    For every u and every γ > 0; no ‖x‖ is above R, and H = TD/γ is the hinge loss of the updates at margin γ.

    Printed, and true:
    - BL √M ≥ γM − TD: R = ‖u‖ = 1
    - SS (21.6): the quadratic in √M, from the book; Theorem 21.16 relaxes its root
    - MR Corollary 1, (4): relaxes it
    """
    _, square, _ = root_of_updates(d)
    per_gamma_sign = d.have(gt(per_gamma, 0))
    quadratic(d, square, b)
    d.have(gt(one, 0))
    d.cite("quadratic-root", a=1, b=b, c=H, s=s, r=r, note="√M lies below the larger root")
    d.have(ge(b, 0), d.have(ge(R * U, 0)), per_gamma_sign)


def link(bound: str, cited: str, signed: tuple[str, ...] = ()) -> Callable[[Proving], Page]:
    """A comparison of two bounds, which holds on every run."""
    facts = (positive_margin(), *slack(), *comparator_length(), radius_sign(), loss)
    return mistake_bound(bound, anything, facts, signed=signed)


@link(f"{EXACT} <= H + R*U/gamma*sqrt(H) + (R*U/gamma)**2", "hinge-order-ssbd")
def hinge_chain_ssbd(d: Derivation) -> None:
    """On every run the exact root's bound is at most SS 21.16.

    For every run, every u and every γ > 0; R is the longest ‖x‖ and H the hinge loss of the updates at margin γ.

    Printed, and true:
    - SS Theorem 21.16: from the book; the page at hand stops before it
    """
    longer = d.have(ge(r, b), ROOT, f"{ROOT} ≥ 0", "√H")
    d.have(ge(x, b), longer)
    d.have(eq(x**2, b * x + t**2), ROOT, "√H")
    d.conclude(d.cite("hinge-order-ssbd", b=b, s=x, **root_H), "√H")


@link("H + R*U/gamma*sqrt(H) + (R*U/gamma)**2 <= (R*U/gamma + sqrt(H))**2", "hinge-order-mr", signed=("R",))
def hinge_chain_mr(d: Derivation) -> None:
    """On every run SS 21.16 is at most MR (4).

    For every run, every u and every γ > 0; R is the longest ‖x‖ and H the hinge loss of the updates at margin γ.

    Printed, and true:
    - MR Corollary 1, (4)
    """
    per_gamma_sign = d.have(gt(per_gamma, 0))
    d.have(ge(b, 0), d.have(ge(R * U, 0)), per_gamma_sign)
    d.conclude(d.cite("hinge-order-mr", b=b, **root_H), "√H")
