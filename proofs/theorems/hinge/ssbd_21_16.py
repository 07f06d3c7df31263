"""SSBD Theorem 21.16: M ≤ H + ‖w*‖R√H + ‖w*‖²R², for any w* and its hinge loss H at margin 1 over the updates.

Source: Shalev-Shwartz & Ben-David, Theorem 21.16 (the page at hand stops before it).  Here w* = u/γ and H = TD/γ.  The book derives it
from the regret of online gradient descent with a rate chosen in hindsight, which is undefined for w* = 0, R = 0 or M = 0.

The proof.  The core gives M ≤ b√M + H with b = ‖w*‖R; so √M ≤ b + √H, and b√M ≤ b² + b√H is put back.  No rate, no degenerate case.
"""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import Derivation, R, Source, Statement, U, comparator_length, ge, le, mistake_bound, real
from proofs.theorems.hinge import derivations
from proofs.theorems.hinge.common import anything, loss, per_gamma, quadratic, radius, reciprocal, root_of_updates, run, s, symbols


@mistake_bound(
    Statement(
        sources=(
            Source(
                "SS",
                "Theorem 21.16",
                "the page at hand stops before it; the book's proof has a rate that is undefined for w* = 0, R = 0 or M = 0",
            ),
        ),
        game=anything,
        bound="M <= H + R*U/gamma*sqrt(H) + (R*U/gamma)**2",
        facts=(*run, *comparator_length(), *radius, loss),
        symbols=symbols,
        signed=("R",),
    ),
    cites=("scaled-root-inequality",),
    families=(ORTHONORMAL, SLACK),
    derivation=derivations.ssbd,
)
def ssbd_21_16(d: Derivation) -> None:
    """SSBD 21.16: M ≤ H + ‖w*‖R√H + ‖w*‖²R².

    For every w* = u/γ, H being its hinge loss over the updates; no ‖x‖ is above R.
    """
    sign, square, star = root_of_updates(d)
    b, v = per_gamma * U * R, real("√H")
    solved = quadratic(d, square, b)
    slope = d.have(ge(b, 0), d.have(ge(U * R, 0), "‖u‖ ≥ 0", "R ≥ 0"), reciprocal(d))
    short = d.have(le(s, b + v), solved, "√H", "√H ≥ 0", slope, sign, note="√M ≤ b + √H")
    back = d.have(le(s * b, (b + v) * b), short, slope)
    d.forget(d.conclude(square, solved, back, "√H", note="put b√M ≤ b² + b√H back"), star)
