"""MR Theorem 2 in its sharp forms: the exact root in the place of (2), and (1) with the length of the final weights.

Source: MR Theorem 2, (1) and (2).  (2) is the larger root of a quadratic in √M, relaxed by √(a + b) ≤ √a + √b, so it is attained only
where the loss or r is 0; the root itself is attained with loss (`hinge-root` is the case of the hinge loss).  In (1), √Σ‖x‖² can be ‖w‖.

The proofs.  (1) and √Σ‖x‖² ≤ r√M are s² ≤ (gr/φ(0))s + Σφ/φ(0) for s = √M, and `quadratic-root` solves that.  A loss with an affine
minorant is a slack for g·u at the margin φ(0), and `weights-master` holds for any slack; it knows of no mistakes.
"""

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Fraction, Instance, M, Polynomial, R, U, W, any_run, bounded, dot, eq, final_length, ge, gt, le,
    perceptron, positive_part, quotient, radius_sign, real, recurrence, root_of, theorem, u, unit_comparator,
)  # fmt: skip
from proofs.theorems.core.any_start import length, per_eta, sizes, start, steps, symbols as start_symbols
from proofs.theorems.losses import affine_minorant
from proofs.theorems.losses.affine_minorant import (
    as_slack, at_zero, g, length_within, m, minorant, per_at_zero, positive, s, summed_up, symbols, total, v,
)  # fmt: skip


one = Fraction(1)
b, r = per_at_zero * g * R, real("√(b² + 4Σφ/φ(0))")


@theorem(
    *perceptron(),
    unit_comparator(),
    *minorant,
    *positive,
    radius_sign(),
    bounded(R),
    *root_of("√M", s, m),
    summed_up,
    *root_of("√(b² + 4Σφ/φ(0))", r, b**2 + 4 * per_at_zero * total(M)),
    claim=Display("M <= ((g*R/phi + sqrt((g*R/phi)**2 + 4*L/phi))/2)**2", symbols),
    sample=affine_minorant.sample,
)
def admissible_bound_root(d: Derivation) -> None:
    """MR (2), the exact root: M ≤ ((gR/φ(0) + √((gR/φ(0))² + 4ΣL/φ(0)))/2)².

    (2) before √(a + b) ≤ √a + √b is spent, which loses wherever gR and the loss are positive.

    Printed, and true:
    - MR Theorem 2, (2): relaxes this by √(a+b) ≤ √a + √b
    """
    most, _, *_ = length_within(d)
    d.cite("admissible-bound", note="(1)")
    d.have(gt(per_at_zero, 0))
    d.have(le(per_at_zero * g * v, b * s), most, d.have(ge(per_at_zero * g, 0)))
    d.have(le(s**2, b * s + per_at_zero * total(M)), note="a quadratic in √M")
    d.have(gt(one, 0))
    below = d.cite("quadratic-root", a=1, b=b, c=per_at_zero * total(M), s=s, r=r, note="√M lies below the larger root")
    d.conclude(below, "√M ≥ 0", "√M", d.have(ge(per_at_zero * g, 0)), "R ≥ 0", "√(b² + 4Σφ/φ(0)) ≥ 0")


@theorem(
    (*recurrence(), unit_comparator(), *minorant, *positive, *final_length()),
    claim=Display("M <= L/phi + (g/phi)*W", symbols | {"W": W}),
    sample=affine_minorant.sample,
)
def admissible_bound_weights(d: Derivation) -> None:
    """MR (1) with the final weights: M ≤ ΣL/φ(0) + (g/φ(0))‖w‖.

    Sharper than (1) by Lemma 1, and true of any learner that adds yx on some rounds.

    Printed, and true:
    - MR Theorem 2, (1): has √Σ‖x‖² for ‖w‖
    """
    _, sign, square, _ = d.root(d.square(u), "‖u‖")
    joined = as_slack(d, "weights-master", sign, square)
    d.have(le(at_zero * m, total(M) + g * W), joined, "unit comparator", square, sign, "slope", "‖w‖ ≥ 0")
    d.conclude(note="divide by φ(0)")


# ------------------------------------------------------------------------------------------------------------------------------------------
# MR Theorem 2 from any start w(0) and with any rate η > 0: (1) and (2) with a = ‖w(0)‖/η beside the radius.
#
# Source: MR section 1, which says of w₀ ≠ 0 and η ≠ 1 that they allow “similar guarantees”, and leaves them out; Theorem 2. For every loss
# with an affine minorant φ(x) ≥ φ(0) − g·x at the margins, as for `affine-minorant`,
#
#     (1) M ≤ ΣL/φ(0) + (g/φ(0))(a + √(a² + Σ‖x‖²))     (2) M ≤ (gr/φ(0) + √((ΣL + 2ga)/φ(0)))².
#
# The proofs. The minorant says that φ(k) is a slack for g·u at the margin φ(0), and `any-start-master` holds for any slack; for (2), a +
# √(a² + Σ‖x‖²) ≤ 2a + r√M, and M ≤ b√M + c² says √M ≤ b + c.

NAME = "√((ΣL + 2ga)/φ(0))"
under = real(NAME)
away = per_eta * start
facts = (*steps, *sizes[:3], unit_comparator(), *minorant, *positive)


def sample_any_start(draw: Draw) -> Instance:
    """A run from anywhere, and losses that are mostly above their minorant."""
    rate, slope, zero = draw.positive(), draw.positive(), draw.number() if draw.rarely() else abs(draw.number(7))
    run = any_run(draw, rate, anywhere=True)
    slope, spare = -slope if draw.rarely() else slope, draw.upto(1)
    losses = [zero - slope * dot(run.u, x) + (-abs(draw.number(5)) if draw.rarely() else spare) for x in run.steps]
    return run.instance({"η": rate, "g": slope, "φ(0)": zero}, {"L": losses})


def _short(d: Derivation, theorem: str, reach: Polynomial, size: str) -> tuple[str, str]:
    """M ≤ ΣL/φ(0) + g·reach/φ(0), from the line reach ≥ 0, and the line to forget."""
    _, u_sign, u_square, star = d.root(d.square(u), "‖u‖")
    joined = as_slack(d, theorem, u_sign, u_square)
    unit, room = d.have(le(U, 1)), d.have(ge(g * reach, 0))
    short = d.have(le(at_zero * m, total(M) + g * reach), joined, unit, room)
    divided = d.have(le(m, per_at_zero * total(M) + per_at_zero * g * reach), short, "positive at zero", "1/φ(0)")
    return divided, star


def _start_sign(d: Derivation) -> str:
    return d.have(ge(away, 0), d.have(gt(per_eta, 0)), "‖w(0)‖ ≥ 0")


@theorem(
    (*facts, *sizes[3:]),
    claim=Display("M <= L/phi0 + g/phi0*(w1/eta + sqrt(w1**2/eta**2 + S2))", start_symbols | {"L": total(M), "g": g, "phi0": at_zero}),
    sample=sample_any_start,
)
def any_start_loss(d: Derivation) -> None:
    """MR (1) from any start with any rate: M ≤ ΣL/φ(0) + (g/φ(0))(a + √(a² + Σ‖x‖²)), a = ‖w(0)‖/η.

    ΣL, MR’s ‖L_φ‖₁, is the sum of the losses over the updates, and S₂ is Σ‖x‖²; φ has an affine minorant of slope −g at 0.

    Printed, and true with assumptions:
    - MR Theorem 2, (1): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    size = d.have(ge(length, 0), _start_sign(d), "√(‖w(0)‖²/η² + S₂) ≥ 0")
    _short(d, "any-start-master", length, size)


@theorem(
    *facts,
    radius_sign(),
    bounded(R),
    summed_up,
    *root_of(NAME, under, per_at_zero * total(M) + 2 * per_at_zero * g * away),
    *root_of("√M", s, m),
    claim=le(m, (per_at_zero * g * R + under) ** 2),
    sample=sample_any_start,
)
def any_start_loss_radius(d: Derivation) -> None:
    """MR (2) from any start with any rate: M ≤ (gR/φ(0) + √((ΣL + 2ga)/φ(0)))², a = ‖w(0)‖/η.

    With ‖x‖ ≤ R besides, MR’s r; ΣL, MR’s ‖L_φ‖₁, is the sum of the losses over the updates.

    Printed, and true with assumptions:
    - MR Theorem 2, (2): for w(0) ≠ 0 and η ≠ 1
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in
    """
    reach = 2 * away + R * s
    _start_sign(d)
    d.have(ge(R * s, 0))
    _short(d, "any-start-radius", reach, d.have(ge(reach, 0)))
    b = per_at_zero * g * R
    d.have(le(s**2, b * s + under**2), note="a quadratic in √M")
    d.have(ge(per_at_zero * g, 0), "slope", d.have(gt(per_at_zero, 0)))
    d.have(le(s, b + under))


# ------------------------------------------------------------------------------------------------------------------------------------------
# One hinge implies them all: φ(x)/φ(0) ≥ (1 − x/ρ)₊ with ρ = φ(0)/g, for every admissible loss φ.
#
# In no source; MR Definition 1 and Theorem 2 are what it is about. A loss φ ≥ 0 with φ(0) > 0 and a supporting line φ(x) ≥ φ(0) − g·x at 0
# (every admissible one has it, with g the Lipschitz constant or less) lies, once divided by φ(0), above one hinge loss. So MR's bounds (1)
# and (2) for φ never say more than Corollary 1 at the one margin ρ = φ(0)/g: the generality of Theorem 2 is only apparent.
#
# The proof. Let h = (1 − x/ρ)₊. Where h = 0, the claim is φ ≥ 0; elsewhere φ(0)h = φ(0) − g·x, the supporting line. That φ(0) > 0 is
# needed to divide by it, not for φ ≥ φ(0)·h; and g may have either sign.

phi_hinge, at_zero_hinge, g_hinge, x, h, share = real("φ(x)"), real("φ(0)"), real("g"), real("x"), real("h"), real("s")


def _above(d: Derivation, sign: str) -> str:
    """With z = φ(0)h − φ > 0: z² + zφ + φ(0)h(φ − φ(0) + gx) is φ(0)h times φ(0)h − φ(0) + gx, which is 0."""
    d.have(eq(at_zero_hinge * h * (at_zero_hinge * h - at_zero_hinge + g_hinge * x), 0))
    return d.conclude()


@theorem(
    Fact("supporting line", "φ(x) ≥ φ(0) − g·x: convex and g-Lipschitz give it", ge(phi_hinge, at_zero_hinge - g_hinge * x)),
    Fact("not negative", "a loss is not negative", ge(phi_hinge, 0)),
    Fact("positive at zero", "the loss at 0 is positive", gt(at_zero_hinge, 0)),
    quotient("s", "s is 1/ρ = g/φ(0)", share, g_hinge, at_zero_hinge),
    *positive_part(h, 1 - share * x, "h"),
    claim=Display("phi >= phi0*h", {"phi": phi_hinge, "phi0": at_zero_hinge, "h": h}),
)
def hinge_dominates(d: Derivation) -> None:
    """An admissible loss lies above a hinge: φ(x) ≥ φ(0)·(1 − x/ρ)₊ with ρ = φ(0)/g.

    Divided by its value at 0, the loss is at least the hinge loss with margin ρ = φ(0)/g.

    Printed, and true with assumptions:
    - MR Definition 1 and Theorem 2: the generality over the hinge loss is only apparent
    """

    def otherwise(case: str) -> str:
        return d.conclude(note="for φ(0) < 0 there is nothing to show")

    d.cases(at_zero_hinge, lambda case: _above(d, case), otherwise)
