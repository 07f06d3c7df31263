"""The hinge bounds by a norm of the losses, MR (3), (4), (7) and (8), and which of them is smaller."""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import (
    TD, Derivation, Fraction, M, R, eq, gamma, ge, gt, le, mistake_bound, perceptron, positive_margin, real, slack, squares, u,
    unit_comparator,
)  # fmt: skip
from proofs.theorems.hinge.common import (
    H2, H, by_lengths, by_radius, loss, loss_length, per_gamma, radius, radius_game, reciprocal, root_of_updates, run, s, unit_game,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# MR Corollary 1: M ≤ ‖L‖₁ + √Σ‖x‖²/ρ (3), and M ≤ (r/ρ + √‖L‖₁)² (4), for ‖u‖ ≤ 1 and any ρ > 0.
#
# Source: MR Corollary 1, (3) and (4), from Theorem 2 with the hinge loss. Here ρ is γ, ‖L‖₁ is H, r is R. The corollary prints an infimum
# over ρ and u; as the loss is summed over updates that infimum is M itself, on every run, so the content is the bound for each u, ρ.
#
# The proof. (3) is the master inequality divided by γ. (4): M ≤ b√M + H with b = R/γ puts √M below b + √H.


@mistake_bound("M <= H + sqrt(S2)/gamma", unit_game, *run, unit_comparator(), *squares(), loss, families=(SLACK,))
def hinge_l1(d: Derivation) -> None:
    """MR (3): M ≤ H + √Σ‖x‖²/γ.

    For every u with ‖u‖ ≤ 1 and every margin γ, MR’s ρ; H, MR’s ‖L‖₁, is the sum of the losses (1 − y⟨u, x⟩/γ)₊ over the updates, S₂ is
    Σ‖x‖².

    Printed, and true with assumptions:
    - MR Corollary 1, (3): the printed infimum over u and ρ equals M on every run
    """
    _, u_sign, u_square, _ = d.root(d.square(u), "‖u‖")
    joined = d.cite("master-inequality", note="γM − TD ≤ ‖u‖√Σ‖x‖²")
    d.conclude(joined, "unit comparator", u_square, u_sign, "√S₂ ≥ 0", reciprocal(d), "1/γ", "H", note="divide by γ")


@mistake_bound(
    "M <= (R/gamma + sqrt(H))**2", radius_game, (*run, unit_comparator(), *radius, loss), signed=("R",), families=(ORTHONORMAL, SLACK)
)
def hinge_l1_radius(d: Derivation) -> None:
    """MR (4): M ≤ (R/γ + √H)².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H, MR’s ‖L‖₁, is the sum of the losses over the updates, and R is MR’s r.

    Printed, and true with assumptions:
    - MR Corollary 1, (4): the printed infimum over u and ρ equals M on every run
    """
    sign = root_of_updates(d)[0]
    b, v, per_gamma_sign = per_gamma * R, real("√H"), reciprocal(d)
    d.cite("root-inequality", note="γM − TD ≤ R√M")
    solved = d.have(le(s**2, b * s + H), note="a quadratic in √M")
    d.have(le(s, b + v), solved, "√H", "√H ≥ 0", "R ≥ 0", per_gamma_sign, sign, note="√M ≤ R/γ + √H")


# ------------------------------------------------------------------------------------------------------------------------------------------
# MR Theorem 3: M ≤ (Λ/2 + √(Λ²/4 + √Σ‖x‖²/ρ))² (7), and M ≤ (r/ρ + Λ)² (8), where Λ is the L2 norm of the hinge losses.
#
# Source: MR Theorem 3, (7) and (8), after Freund & Schapire (1999). Here ρ is γ and Λ is H₂. The printed proof maps the data into a space
# with a coordinate per round to make it separable; its Δ is 0 where Λ = 0 or R = 0. Repaired, it is `hinge-l2-printed`.
#
# The proof, direct. (3) says M ≤ ‖L‖₁ + √Σ‖x‖²/ρ, and Cauchy–Schwarz on the losses ‖L‖₁ ≤ √M·Λ. So s = √M has s² ≤ sΛ + √Σ‖x‖²/ρ, which
# (7) solves; and s² ≤ sΛ + s·r/ρ, which (8) divides by s, done here without dividing.

half = Fraction(1, 2)


def losses_bound(d: Derivation, sign: str, square: str, per_gamma_sign: str, positive: str = "positive margin") -> str:
    """‖L‖₁ ≤ √M·Λ, that is TD/γ ≤ √M·H₂, from the lines √M ≥ 0, (√M)² = M, 1/γ > 0 and γ > 0."""
    cauchy = d.cite("losses-cauchy-schwarz", note="TD² ≤ M·Σξ²")
    d.have(le(TD(M) ** 2, (s * H2 * gamma) ** 2), cauchy, square, "H₂")
    d.have(ge(s * H2 * gamma, 0), d.have(ge(s * H2, 0)), positive)
    d.have(le(TD(M), s * H2 * gamma))
    return d.have(le(per_gamma * TD(M), s * H2), note="H ≤ √M·H₂")


@mistake_bound(
    "M <= (H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2", unit_game, (*run, unit_comparator(), *squares(), *loss_length), families=(SLACK,)
)
def hinge_l2(d: Derivation) -> None:
    """MR (7): M ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂, MR’s ‖L‖₂, is the root of the sum of the squared losses, and S₂ is Σ‖x‖².

    Printed, and true with assumptions:
    - MR Theorem 3, (7): its proof has ‖u′‖ = 1 for ≤, and its Δ may be 0
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign, v = reciprocal(d), real("√S₂")
    r_name = "√(H₂²/4 + √S₂/γ)"
    by_lengths(d, per_gamma_sign)
    losses_bound(d, sign, square, per_gamma_sign)
    solved = d.have(le(s**2, H2 * s + per_gamma * v), note="M ≤ √M·H₂ + √S₂/γ")
    d.have(le(s, half * H2 + real(r_name)), solved, r_name, f"{r_name} ≥ 0", note="√M lies below the larger root")


@mistake_bound("M <= (R/gamma + H2)**2", radius_game, *run, unit_comparator(), *radius, *loss_length, signed=("R",), families=(SLACK,))
def hinge_l2_radius(d: Derivation) -> None:
    """MR (8): M ≤ (R/γ + H₂)².

    For every u with ‖u‖ ≤ 1 and every γ, MR’s ρ; H₂, MR’s ‖L‖₂, is the root of the sum of the squared losses, and R is MR’s r.

    Printed, and true with assumptions:
    - MR Theorem 3, (8)
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    solved = d.have(le(s**2, s * (H2 + per_gamma * R)), by_radius(d, per_gamma_sign), losses_bound(d, sign, square, per_gamma_sign), square)
    d.have(le(s, H2 + per_gamma * R), solved, sign, "H₂ ≥ 0", "R ≥ 0", per_gamma_sign, note="√M ≤ R/γ + H₂")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The L1 bound is never worse than the L2 bound: (3) ≤ (7) for every run, every u and every ρ.
#
# MR 3.3 compares (4) and (8) and calls what they differ in, ‖L‖₁ and ‖L‖₂², “not comparable”. That is so because (4) is relaxed: ‖L‖₁ +
# √Σ‖x‖²/ρ, which is (3), is never larger than the right side of (7).
#
# The proof. Let x be the root of x² = xΛ + c with c = √Σ‖x‖²/ρ, so that (7) is M ≤ x². By (7), √M ≤ x, and by Cauchy–Schwarz ‖L‖₁ ≤ √M·Λ;
# hence ‖L‖₁ + c ≤ xΛ + c = x². (For ρ < 0 the left side is at most 0, so the comparison needs no ρ > 0.)


def _dominate(d: Derivation, sign: str, square: str, positive: str) -> str:
    per_gamma_sign, r_name = reciprocal(d, positive), "√(H₂²/4 + √S₂/γ)"
    x, c = half * H2 + real(r_name), per_gamma * real("√S₂")
    d.cite("hinge-l2", note="(7)")
    below = d.have(le(s, x), note="√M ≤ x")
    losses = losses_bound(d, sign, square, per_gamma_sign, positive)
    root = d.have(eq(x**2, x * H2 + c), note="x² = xH₂ + √S₂/γ, x the root in (7)")
    return d.conclude(losses, "H", "1/γ", below, "H₂ ≥ 0", root)


def _negative(d: Derivation, negative: str, losses: str) -> str:
    """For γ < 0 the left side is at most 0 and the right side a square: no positive margin is needed."""
    d.have(le(H + per_gamma * real("√S₂"), 0))
    return d.conclude()


@mistake_bound(
    "H + sqrt(S2)/gamma <= (H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2",
    unit_game,
    (*perceptron(), positive_margin(), *slack(), unit_comparator(), *squares(), loss, *loss_length),
    families=(SLACK,),
)
def l1_dominates_l2(d: Derivation) -> None:
    """MR (3) is never worse than (7): H + √Σ‖x‖²/γ ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))².

    For each u and γ the right side of (3) is at most that of (7); MR writes ‖L‖₁ for H, ‖L‖₂ for H₂ and ρ for γ; S₂ is Σ‖x‖².

    Printed, and true with assumptions:
    - MR section 3.3: calls ‖L‖₁ and ‖L‖₂² not comparable, which is true; the bounds (3) and (7) are comparable
    """
    sign, square, _ = root_of_updates(d)
    losses = d.cite("losses-sign")
    positive = lambda case: _dominate(d, sign, square, d.have(gt(gamma, 0)))  # noqa: E731
    d.cases(gamma, positive, lambda case: _negative(d, case, losses))


# ------------------------------------------------------------------------------------------------------------------------------------------
# (7) implies (8), as MR Theorem 3 says: by √Σ‖x‖² ≤ r√M and by (7) itself, its right side is at most that of (8).


@mistake_bound(
    "(H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2 <= (R/gamma + H2)**2",
    radius_game,
    (*run, unit_comparator(), *squares(), *radius, *loss_length),
    signed=("R",),
    families=(SLACK,),
)
def hinge_l2_order(d: Derivation) -> None:
    """MR (7) is at most (8) on every run: (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))² ≤ (R/γ + H₂)².

    For every u with ‖u‖ ≤ 1, every γ > 0, MR’s ρ, and every R ≥ ‖x‖, MR’s r; H₂ is MR’s ‖L‖₂ and S₂ is Σ‖x‖².

    Printed, and true with assumptions:
    - MR Theorem 3: has (8) as what (7) implies

    Proof. Let x be the root of x² = xΛ + c with c = √Σ‖x‖²/ρ. By (7), √M ≤ x, so c ≤ (r/ρ)√M ≤ (r/ρ)x; divide by x.
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign, r_name, v = reciprocal(d), "√(H₂²/4 + √S₂/γ)", real("√S₂")
    x = half * H2 + real(r_name)
    root_sign = d.have(ge(x, 0))
    d.have(le(s, x), d.cite("hinge-l2", note="(7)"), square, sign, root_sign, note="√M ≤ x")
    short = d.have(le(v**2, (s * R) ** 2), "√S₂", d.cite("bounded-sum"), square)
    d.have(le(v, s * R), short, d.have(ge(s * R, 0)))
    d.have(le(s * R, x * R))
    d.have(le(per_gamma * v, per_gamma * R * x), d.have(le(v, x * R)), per_gamma_sign, note="√S₂/γ ≤ (R/γ)x")
    d.have(le(x**2, x * (H2 + per_gamma * R)), note="x² ≤ xH₂ + xR/γ, x the root in (7)")
    most = d.have(ge(H2 + per_gamma * R, 0))
    d.conclude(d.have(le(x, H2 + per_gamma * R)), root_sign, most)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The exact root of the L1 bound is never above (8), nor above (4), which MR 3.3 compares with (8).
#
# Source: MR 3.3, by which the L1 bound (4) and the L2 bound (8) differ in ‖L‖₁ and ‖L‖₂², not comparable in general. As (4) is relaxed,
# they are not: where the losses are above 1, (4) can be the smaller, where all are small, (8). M ≤ b√M + ‖L‖₁ with b = r/ρ, solved for M,
# is never above either. (Below SS 21.16 and (4) it is by algebra alone: `hinge-chain-ssbd`, `hinge-chain-mr`.)
#
# The proof. Let x be the root, x² = bx + ‖L‖₁. Then √M ≤ x, and ‖L‖₁ ≤ √M·Λ ≤ xΛ by Cauchy–Schwarz, so x² ≤ x(b + Λ); divide by x.

half_below, one = Fraction(1, 2), Fraction(1)
ROOT = "√((R/γ)² + 4·H)"
b, r = R * per_gamma, real(ROOT)
x = half_below * (b + r)


@mistake_bound(
    "((R/gamma + sqrt((R/gamma)**2 + 4*H))/2)**2 <= (R/gamma + H2)**2",
    radius_game,
    (*run, unit_comparator(), *radius, loss, *loss_length),
    signed=("R",),
)
def l1_root_below_l2(d: Derivation) -> None:
    """The exact root of the L1 bound is never above MR (8): ((b + √(b² + 4H))/2)² ≤ (b + H₂)² with b = R/γ.

    For each u with ‖u‖ ≤ 1 and each γ; MR writes ρ for γ, r for R, ‖L‖₁ for H and ‖L‖₂ for H₂.

    Printed, and true with assumptions:
    - MR section 3.3: “not comparable” is true of (4) and (8), as (4) is relaxed
    - MR Theorem 3, (8)
    """
    sign, square, _ = root_of_updates(d)
    per_gamma_sign = reciprocal(d)
    d.have(le(s**2, b * s + H), by_radius(d, per_gamma_sign), "H", "1/γ", square, note="a quadratic in √M")
    d.have(gt(one, 0))
    below = d.cite("quadratic-root", a=1, b=b, c=H, s=s, r=r, note="√M ≤ x")
    losses = losses_bound(d, sign, square, per_gamma_sign)
    solved = d.have(eq(x**2, b * x + H), note="x² = bx + H, x the exact root")
    d.have(ge(b + H2, 0))
    d.have(ge(x * (b + H2 - x), 0), solved, losses, below, "H₂ ≥ 0", "H", "1/γ", note="x² ≤ x(b + H₂), x the exact root")
    d.have(ge(one, 0))
    d.cite("divide-out", g=1, x=x, K=b + H2, note="divide by x")
