"""MR Theorem 2 for every loss with an affine minorant: φ(0)·M ≤ ΣL + g‖u‖√Σ‖x‖², hence (1) and (2).

Source: MR Theorem 2, (1) and (2), for “γ-admissible” φ: convex, non-negative, φ(0) > 0, γ-Lipschitz.  Here g is γ and φ(k) the loss at
the k-th update's margin y⟨u, x⟩.  Used is one thing only: φ(x) ≥ φ(0) − g·x at those margins, a supporting line at 0, which a convex
g-Lipschitz φ has (with −g ≤ slope; if its slope is positive, take −u).  Neither convexity elsewhere, nor φ ≥ 0, nor the Lipschitz
condition is needed; φ(0) > 0 only to divide.  So e^{−x}, which is not Lipschitz, has g = 1, and the logistic loss g = 1/2, half its
Lipschitz constant (`affine-minorant-exponential`, `affine-minorant-logistic`).

The proof.  The minorant says that φ(k) is a slack for the comparator g·u at the margin φ(0), and the master inequality holds for any
slack. (1) divides by φ(0).  (2): with ‖x‖ ≤ r it is a quadratic in √M, whose printed form Mφ(0) − r√M − Σφ ≤ 0 has lost its γ.
"""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    S2, Derivation, Display, Draw, Fact, Fraction, Game, Instance, M, Polynomial, R, Reach, FalseClaim, U, Vector, any_run, bounded,
    comparator_length, dot, eq, every, ge, gt, inner, k, le, ln_product, ln_tangent, number, perceptron, poly, radius_sign, real,
    reciprocal_fact, root_of, seq, sequence, squares, theorem, u, unit_comparator, w, z,
)  # fmt: skip


g, at_zero, per_at_zero, v, s, L = real("g"), real("φ(0)"), real("1/φ(0)"), real("√S₂"), real("√M"), real("√(Σφ/φ(0))")
phi, total = seq("L"), seq("ΣL")
m = number(M)
symbols: dict[str, Polynomial | Vector] = {"phi": at_zero, "M": m, "L": total(M), "g": g, "U": U, "S2": S2(M), "R": R}

minorant = (
    Fact(
        "affine minorant",
        "L(k) = φ(x) ≥ φ(0) − g·x at the margins x = y⟨u, x⟩ of the updates",
        every(k, ge(phi(k), at_zero - g * inner(u, z(k))), below=m),
    ),
    Fact("slope", "g ≥ 0", ge(g, 0)),
    *sequence(
        "ΣL", total, 0, total(k) + phi(k), "ΣL is the loss over the updates", "ΣL grows by L(k), the loss φ at the margin of update k"
    ),
)
root_S2 = root_of("√S₂", v, S2(M))
positive = (Fact("positive at zero", "the loss at 0 is positive", gt(at_zero, 0)), reciprocal_fact("φ(0)", at_zero))


def sample(draw: Draw) -> Instance:
    run = any_run(draw)
    slope = -draw.positive() if draw.rarely() else draw.positive()
    zero = draw.number() if draw.rarely() else abs(draw.number(7))
    margins = [dot(run.u, x) for x in run.steps]
    spare = draw.upto(1)
    losses = [zero - slope * x + (-abs(draw.number(5)) if draw.rarely() else spare) for x in margins]
    return run.instance({"g": slope, "φ(0)": zero}, {"L": losses})


def as_slack(d: Derivation, master: str, sign: str, square: str) -> str:
    """A master inequality's consequence for the loss, from the lines ‖u‖ ≥ 0 and ‖u‖² = ⟨u, u⟩."""
    d.have(ge(g * U, 0))
    d.have(eq((g * U) ** 2, g**2 * inner(u, u)), note="‖gu‖ = g‖u‖")
    images = {"γ": at_zero, "u": g * u, "ξ": phi, "TD": total, "‖u‖": g * U}
    return d.cite(master, note="the loss φ is a slack at the margin φ(0) for g·u", **images)


@theorem((*perceptron(), *minorant, *squares(), *comparator_length(), *root_S2), claim=Display("phi*M <= L + g*U*sqrt(S2)", symbols))
def affine_minorant(d: Derivation) -> None:
    """φ(0)·M ≤ Σφ + g‖u‖√Σ‖x‖² for every loss with φ(x) ≥ φ(0) − g·x at the margins.

    An affine minorant at 0 of slope −g is all that a loss must have.

    Printed, and true with assumptions:
    - MR Theorem 2: of the conditions of Definition 1 only a supporting line at 0 is used
    """
    as_slack(d, "master-inequality", "‖u‖ ≥ 0", "‖u‖")


def _by_unit(d: Derivation, v_sign: str) -> tuple[str, str]:
    """φ(0)·M ≤ Σφ + g√S₂ for ‖u‖ ≤ 1, and the line to forget."""
    _, sign, square, star = d.root(d.square(u), "‖u‖")
    joined = d.cite("affine-minorant", note="φ(0)M ≤ Σφ + g‖u‖√Σ‖x‖²")
    return d.have(le(at_zero * m, total(M) + g * v), joined, "unit comparator", square, sign, "slope", v_sign), star


@theorem(
    (*perceptron(), unit_comparator(), *minorant, *positive, *squares(), *root_S2),
    claim=Display("M <= L/phi + (g/phi)*sqrt(S2)", symbols),
    sample=sample,
    reach=Reach(Game(setting="agnostic", norm="any", comparator="ball"), "M <= H + sqrt(S2)/gamma", (SLACK,)),  # for the hinge loss
    played=True,
)
def admissible_bound(d: Derivation) -> None:
    """MR (1): M ≤ ΣL/φ(0) + (g/φ(0))√Σ‖x‖².

    For any u with ‖u‖ ≤ 1; ΣL, MR’s ‖L_φ‖₁, is the loss of u over the updates, and S₂ is Σ‖x‖².

    Printed, and true with assumptions:
    - MR Theorem 2, (1): for the hinge family the printed infimum equals M; its proof has = for ≥ and divides by M
    """
    _by_unit(d, "√S₂ ≥ 0")
    d.conclude(note="divide by φ(0)")


def length_within(d: Derivation) -> tuple[str, ...]:
    """√Σ‖x‖² ≤ R√M, √Σ‖x‖² ≥ 0, and the lines to forget."""
    sums = d.sum("S2", lambda k: inner(z(k), z(k)))[3]
    size_of = d.root(d.square(w(M)), "‖w‖")[3]
    _, sign, square, star = d.root(d.have(ge(S2(M), 0), d.cite("norm-growth")), "√S₂")
    room = d.cite("bounded-sum"), square, "√M", sign, d.have(ge(R * s, 0))
    return d.have(le(v, R * s), *room, note="√Σ‖x‖² ≤ R√M"), sign, sums, size_of, star


summed_up = Fact("Σφ ≥ 0", "the losses add up to no less than 0", ge(total(M), 0))


@theorem(
    *perceptron(),
    unit_comparator(),
    *minorant,
    *positive,
    radius_sign(),
    bounded(R),
    summed_up,
    *root_of("√(Σφ/φ(0))", L, per_at_zero * total(M)),
    *root_of("√M", s, m),
    claim=Display("M <= (g*R/phi + sqrt(L/phi))**2", symbols),
    sample=sample,
    refuted=FalseClaim("MR's proof: Mφ(0) − r√M − Σφ ≤ 0, without γ", le(m * at_zero - R * s - total(M), 0)),
)
def admissible_bound_radius(d: Derivation) -> None:
    """MR (2): M ≤ (gR/φ(0) + √(ΣL/φ(0)))².

    With ‖x‖ ≤ R besides, MR’s r, the updates are at most (gR/φ(0) + √(ΣL/φ(0)))².

    Printed, and true with assumptions:
    - MR Theorem 2, (2): the quadratic in its proof has lost γ and is false as it stands
    """
    _, v_sign, *_ = length_within(d)
    short = _by_unit(d, v_sign)[0]
    d.have(le(m, per_at_zero * total(M) + per_at_zero * g * v), short, "positive at zero", "1/φ(0)")
    d.have(ge(per_at_zero * g, 0))
    d.have(le(s**2, per_at_zero * g * R * s + L**2), note="a quadratic in √M")
    d.have(le(s, per_at_zero * g * R + L), note="√M ≤ gR/φ(0) + √(Σφ/φ(0))")


# ------------------------------------------------------------------------------------------------------------------------------------------
# Two losses with an affine minorant: e^(−x) ≥ 1 − x, which no Lipschitz condition covers, and ln(1 + e^(−x)) ≥ ln 2 − x/2.
#
# Source: MR Definition 1 asks for a Lipschitz loss, which e^(−x) is not, and gives the logistic loss its Lipschitz constant 1 where 1/2
# will do in Theorem 2: `affine-minorant` needs a supporting line at 0 and no more.
#
# The proofs. Said with E = e^x, so that x = ln E. The first is the tangent of ln at E. For the second, (1 + 1/E)²E = E + 2 + 1/E ≥ 4, and
# ln rises.

one, half = Fraction(1), Fraction(1, 2)
E, per_E = real("E"), real("1/E")
facts = (
    Fact("E > 0", "E is e to the power x: any positive number, x being ln E", gt(E, 0)),
    reciprocal_fact("E", E, "1/E is e to the power −x"),
)


@theorem(facts, claim=Display("1/E >= 1 - log(E)", {"E": E}))
def affine_minorant_exponential(d: Derivation) -> None:
    """The exponential loss has the affine minorant 1 − x: g = 1 in MR Theorem 2, without a Lipschitz condition.

    e^(−x) ≥ 1 − x.

    Printed, and true with assumptions:
    - MR Definition 1: asks for more than Theorem 2 needs
    """
    ln_tangent(d, poly(1), E, d.have(gt(1, 0)), "E > 0")
    d.axiom("ln-one")
    d.conclude(note="times 1/E")


@theorem(facts, claim=Display("log(1 + 1/E) >= log(2) - log(E)/2", {"E": E}))
def affine_minorant_logistic(d: Derivation) -> None:
    """The logistic loss lies above its tangent at 0: ln(1 + 1/E) ≥ ln 2 − (ln E)/2, where E is e to the power x.

    ln(1 + e^(−x)) ≥ ln 2 − x/2.

    Printed, and true with assumptions:
    - MR Definition 1: asks for more than Theorem 2 needs
    """
    up, two = d.have(gt(1 + per_E, 0)), d.have(gt(2, 0))
    squared = d.have(gt((1 + per_E) * (1 + per_E), 0))
    ln_product(d, 1 + per_E, 1 + per_E, up, up)
    ln_product(d, (1 + per_E) * (1 + per_E), E, squared, "E > 0")
    ln_product(d, poly(2), poly(2), two, two)
    d.have(gt(4, 0))
    d.have(ge((1 + per_E) * (1 + per_E) * E, 4), note="(1 + 1/E)²E = E + 2 + 1/E ≥ 4")
    d.cite("ln-monotone", a=poly(4), b=(1 + per_E) * (1 + per_E) * E, note="ln rises")
