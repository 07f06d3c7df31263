"""The hinge bound in its exact form: √M ≥ γM − TD solved for M, without relaxing anything.

For any unit comparator u and any γ > 0, with TD = Σ max(0, γ − y⟨u, x⟩) over the updates and ‖x‖ ≤ 1:

    M ≤ ((1 + √(1 + 4γTD)) / (2γ))².

Sources: BL after Theorem 2 prints √M ≥ γM − TD_γ and says “we could solve the quadratic”; this is the solution.

The proof.  Write s = √M.  The core gives γs² − s − TD ≤ 0, a quadratic in s that opens upwards, so s lies below its larger root, which is
(1 + √(1 + 4γTD))/(2γ); square.  TD counts an example once for each update on it: counted once for each distinct example the claim is false.

Tight: attained with equality for every M and every γ ≥ M^(−1/2), by orthonormal examples with uniform slack.
"""

from perceptron.extremal.families import ORTHONORMAL, PARETO, SLACK
from proofs.statements.authoring import (
    TD, Beyond, Derivation, Fact, Fraction, Game, M, R, U, bounded, comparator_length, gamma, ge, gt, le, mistake_bound, perceptron,
    positive_margin, real, replace, size, slack, unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge.common import H, anything, loss, per_gamma, quadratic, radius, reciprocal, root_of_updates, run, s


@mistake_bound(
    "M <= ((1 + sqrt(1 + 4*gamma*TD))/(2*gamma))**2",
    Game(setting="agnostic", norm="ball", comparator="ball"),
    (*perceptron(), positive_margin(), unit_comparator(), bounded(), *slack()),
    families=(SLACK,),
)
def hinge_root(d: Derivation) -> None:
    """The hinge bound, exact root: M ≤ ((1+√(1+4γTD))/(2γ))².

    For every u with ‖u‖ ≤ 1 and γ > 0, TD being the sum of what y⟨u, x⟩ lacked of γ at the updates; the data need not be separable.

    Printed, and true with assumptions:
    - BL √M ≥ γM − TD: TD must count an example once for every update on it
    """
    s = d.root(d.natural(M), "√M")[0]
    per_gamma, r = real("1/γ"), real("√(1 + 4·γ·TD)")
    d.cite("root-inequality", R=1, note="BL: √M ≥ γM − TD")
    d.have(le(gamma * s**2, s + TD(M)), note="a quadratic in √M")
    d.cite("quadratic-root", a=gamma, b=1, c=TD(M), s=s, r=r, note="√M lies below the larger root")
    d.have(le(s, Fraction(1, 2) * (1 + r) * per_gamma), note="√M ≤ (1 + √(1 + 4γTD))/(2γ)")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The hinge bound as the lecture prints it: at most 1/γ² plus twice the hinge loss.
#
# For any unit comparator u and any γ > 0, with TD = Σ max(0, γ − y⟨u, x⟩) over the updates and ‖x‖ ≤ 1: M ≤ 1/γ² + 2TD/γ.
#
# Sources: BL after Theorem 2, M ≤ 1/γ² + (2/γ)TD_γ, and the same with u scaled by 1/γ, M ≤ ‖w*‖² + 2·(hinge loss).
#
# The proof. With s = √M the core gives s ≥ γs² − TD. Twice γ times that, plus the square (1 − γs)² ≥ 0, is γ²s² ≤ 1 + 2γTD. It is the
# exact root relaxed by √(1 + 4h) ≤ 1 + 2h, so it is attained only where TD = 0.


@mistake_bound(
    "M <= 1/gamma**2 + 2*TD/gamma",
    Game(setting="agnostic", norm="ball", comparator="ball"),
    (*perceptron(), positive_margin(), unit_comparator(), bounded(), *slack()),
    families=(ORTHONORMAL, SLACK),
)
def hinge_simple(d: Derivation) -> None:
    """The hinge bound: M ≤ 1/γ² + 2TD/γ.

    The exact root, made linear in TD, the sum of what y⟨u, x⟩ lacked of γ at the updates.

    Printed, and true with assumptions:
    - BL M ≤ 1/γ² + (2/γ)TD
    - BL M ≤ ‖w*‖² + 2·hinge
    """
    s, _, s_square, _ = d.root(d.natural(M), "√M")
    per_gamma = real("1/γ")
    joined = d.cite("root-inequality", R=1, note="BL: √M ≥ γM − TD")
    d.have(le(gamma**2 * s**2, 1 + 2 * gamma * TD(M)), joined, s_square, "positive margin", note="add (1 − γ√M)² ≥ 0")
    d.have(le(gamma * s**2, per_gamma + 2 * TD(M)), note="divide by γ")
    d.conclude(note="divide by γ again; BL: M ≤ 1/γ² + (2/γ)TD")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The hinge bound rescaled: M ≤ ‖w*‖² + 2·(hinge loss of w* at margin 1), for any w*.
#
# Source: BL after Theorem 2, M ≤ min over w* of ‖w*‖² + 2·hinge. With w* = u/γ, of any length, ‖w*‖ = ‖u‖/γ and the hinge loss is H =
# TD/γ. (That a separator with nearly the fewest errors is NP-hard to find, as BL adds, is an outside theorem on which nothing here rests.)
#
# The proof. The core gives M ≤ b√M + H with b = ‖u‖/γ for examples of length at most 1; twice that and (b − √M)² ≥ 0 give M ≤ b² + 2H.


@mistake_bound(
    "M <= (U/gamma)**2 + 2*H", replace(anything, norm="ball"), (*run, *comparator_length(), bounded(), loss), families=(ORTHONORMAL, SLACK)
)
def hinge_rescaled(d: Derivation) -> None:
    """The hinge bound, rescaled: M ≤ ‖w*‖² + 2H.

    For every vector w* = u/γ, H being its hinge loss Σ(1 − y⟨w*, x⟩)₊ over the updates.

    Printed, and true with assumptions:
    - BL M ≤ ‖w*‖² + 2·hinge: examples of length at most 1; H counts an example at each update on it
    """
    _, square, _ = root_of_updates(d)
    solved = quadratic(d, square, per_gamma * U, R=1)
    d.conclude(solved, square, note="add (‖w*‖ − √M)² ≥ 0")


# ------------------------------------------------------------------------------------------------------------------------------------------
# A family of hinge bounds: for every B > 1, M ≤ B²/(4(B−1))·‖w*‖²R² + B·H.
#
# No source prints it. BL's bound is B = 2; a smaller B weighs the loss less and the length more, and no smaller factor of ‖w*‖²R² is
# possible for that B (`hinge-pareto-optimal`). Beyond B = 2 both factors grow, so only 1 < B ≤ 2 is of use, but the bound is true for
# every B > 1.
#
# The proof. The core gives M ≤ b√M + H with b = ‖w*‖R; 4B(B−1) times that and (Bb − 2(B−1)√M)² ≥ 0 are the claim.

B = real("B")


@mistake_bound(
    "M <= B**2/(4*(B - 1))*(R*U/gamma)**2 + B*H",
    anything,
    (*run, *comparator_length(), size("R ≥ 0", "R is a length", R), radius[1], loss, Fact("B above 1", "B > 1", gt(B, 1))),
    symbols={"B": B},
    parameters={"B": ("3/2", "6/5", "2")},
    beyond={"B above 1": Beyond("M <= (1/2)**2/(4*(1/2 - 1))*(R*U/gamma)**2 + 1/2*H", anything)},
    families=(PARETO,),
)
def hinge_pareto(d: Derivation) -> None:
    """The Pareto family: M ≤ B²/(4(B−1))·‖w*‖²R² + B·H for every B > 1.

    For every B > 1 and every w* = u/γ with hinge loss H over the updates; up to B = 2, the less weight on H, the more on ‖w*‖²R².

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge: the case B = 2, R = 1
    """
    _, root, _ = root_of_updates(d)
    b = per_gamma * U * R
    solved = quadratic(d, root, b)
    weight = d.have(gt(4 * B * (B - 1), 0))
    scaled = d.have(le(4 * (B - 1) * s**2, B**2 * b**2 + 4 * B * (B - 1) * H), solved, weight, note="add (Bb − 2(B−1)√M)² ≥ 0")
    d.conclude(scaled, "B above 1", "1/(B − 1)", root)


# ------------------------------------------------------------------------------------------------------------------------------------------
# SS Theorem 21.16: M ≤ H + ‖w*‖R√H + ‖w*‖²R², for any w* and its hinge loss H at margin 1 over the updates.
#
# Source: Shalev-Shwartz & Ben-David, Theorem 21.16 (the page at hand stops before it). Here w* = u/γ and H = TD/γ. The book derives it
# from the regret of online gradient descent with a rate chosen in hindsight, which is undefined for w* = 0, R = 0 or M = 0.
#
# The proof. The core gives M ≤ b√M + H with b = ‖w*‖R; so √M ≤ b + √H, and b√M ≤ b² + b√H is put back. No rate, no degenerate case.


@mistake_bound(
    "M <= H + R*U/gamma*sqrt(H) + (R*U/gamma)**2",
    anything,
    (*run, *comparator_length(), *radius, loss),
    signed=("R",),
    families=(ORTHONORMAL, SLACK),
)
def ssbd_21_16(d: Derivation) -> None:
    """SS 21.16: M ≤ H + ‖w*‖R√H + ‖w*‖²R².

    For every w* = u/γ, H being its hinge loss over the updates; no ‖x‖ is above R.

    Printed, and true with assumptions:
    - SS Theorem 21.16: the page at hand stops before it; the book's proof has a rate that is undefined for w* = 0, R = 0 or M = 0
    """
    _, square, _ = root_of_updates(d)
    b, v = per_gamma * U * R, real("√H")
    quadratic(d, square, b)
    d.have(ge(b, 0), d.have(ge(U * R, 0)), reciprocal(d))
    d.have(le(s, b + v), note="√M ≤ b + √H")
    d.conclude(note="put b√M ≤ b² + b√H back")
