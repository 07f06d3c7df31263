"""Novikoff's bound seen from both sides: VE's potential, and the runs that attain it."""

from perceptron.extremal.families import ORTHONORMAL, SPIRAL
from proofs.statements.authoring import (
    S2, TD, Derivation, Display, Draw, Fact, Formula, Fraction, Game, Index, Instance, M, R, U, W, any_run, bounded, comparator_length,
    dot, eq, every, final_length, gamma, ge, inner, k, le, mistake_bound, number, perceptron, positive_margin, radius_sign, real,
    recurrence, replace, root_of, separable, separable_run, slack, squares, theorem, u, unit_comparator, w, xi, z,
)  # fmt: skip
from proofs.theorems.core.norm_growth_equality import N, continued, later_bounded, later_mistakes, split, total, v, y


# ------------------------------------------------------------------------------------------------------------------------------------------
# VE's potential ⟨w*, w⟩/‖w‖ without its quotient, which is 0/0 at the start: γ√M·‖w‖ ≤ R·⟨w*, w⟩ after M updates.
#
# Source: VE, proof of Theorem 1.1, the “potential function ⟨w, w*⟩/‖w‖, which starts at 0”, and 1 ≥ ⟨w̃, w*⟩/‖w̃‖ ≥ γT/√T, with R = 1. It
# need not grow at a mistake; what grows is the numerator, by γ, while the square of the denominator grows by R² at most. Said without
# dividing it is true at w = 0 as well, 0 ≤ 0. From the first mistake on, ⟨w*, w⟩ ≥ γM > 0, so w is not 0, the quotient is a number, and it
# is γ√M/R at least; being at most ‖w*‖ = 1, it gives Theorem 1.1 (`novikoff`).
#
# The proof. ‖w‖ ≤ R√M, and γM ≤ ⟨w*, w⟩, so γ√M·‖w‖ ≤ γ√M·R√M = R·γM ≤ R⟨w*, w⟩. The length of w* does not matter.
#
# Tight: orthonormal examples have ‖w‖ = R√M and ⟨w*, w⟩ = γM.


@mistake_bound(
    "gamma*sqrt(M)*W <= R*P",
    Game(setting="separable", norm="any", comparator="any", radius="declared"),
    (*perceptron(), positive_margin(), radius_sign(), bounded(R), separable(), *final_length()),
    signed=("R",),
    families=(ORTHONORMAL, SPIRAL),
)
def novikoff_potential(d: Derivation) -> None:
    """VE's potential, without its quotient: γ√M·‖w‖ ≤ R·⟨w*, w⟩.

    VE’s quotient ⟨w*, w⟩/‖w‖ is γ√M/R at least, said without dividing by ‖w‖, which is 0 at the start; u is w*.

    Printed, and true with assumptions:
    - VE proof of Theorem 1.1: its quotient ⟨w*, w⟩/‖w‖ is 0/0 at the start, and may fall
    """
    s = real("√M")
    d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, note="γM ≤ ⟨w*, w⟩")
    d.sum("S2", lambda k: inner(z(k), z(k)))
    grown, short = d.cite("norm-growth"), d.cite("bounded-sum")
    square = d.have(le(W**2, (R * s) ** 2), grown, short, "√M", note="‖w‖² ≤ R²M")
    d.have(le(W, R * s), square, "‖w‖ ≥ 0", d.have(ge(R * s, 0)), note="‖w‖ ≤ R√M")
    d.have(ge(gamma * s, 0))
    d.have(le(gamma * s * W, gamma * R * number(M)))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Runs that attain a bound: equality in Novikoff's theorem and in the master inequality, and runs that come near.
#
# Sources: NG Theorem, BL Theorem 1, MR Theorem 1, VE Theorem 1.1, MR proof of Theorem 2; none says when there is equality.
#
# Novikoff. What is missing to M = R²/γ² is shared out without a rest: M(R² − γ²M) = ‖w − γMu‖² + (R²M − ‖w‖²) + 2γM(⟨u, w⟩ − γM) + γ²M²(1
# − ‖u‖²), and no share is negative. So M = R²/γ² exactly when w = γMu, every update is a tie of length R and of margin exactly γ, and ‖u‖
# = 1; and a run that is nearly as long is nearly like that.
#
# The master inequality γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖√Σ‖x‖² is an equality exactly when all three steps are: no update has a margin above
# γ (each slack is just what is missing), u and w point the same way, and ‖w‖² = Σ‖x‖², that is, every update is a tie (or u = 0).
#
# The proofs. Growth up to and after an update as in `norm-growth-equality`, progress alike, then the identity above. For the master
# inequality: equality at the ends squeezes what is between.

root = real("√S₂")
extra = inner(u, z(M)) - gamma


def sample(draw: Draw) -> Instance:
    return split(draw, separable_run(draw))


@theorem(
    *perceptron(),
    bounded(R),
    positive_margin(),
    unit_comparator(),
    separable(),
    *continued,
    later_mistakes,
    later_bounded,
    Fact("separable later", "y⟨u, x⟩ ≥ γ at the later updates", every(k, ge(inner(u, y(k)), gamma), below=number(N))),
    claim=Display(
        "norm(v - gamma*T*u)**2 + (R**2 - norm(z)**2 - 2*inner(w, z)) + 2*gamma*T*(inner(u, z) - gamma) <= T*(R**2 - gamma**2*T)",
        {"v": v(N), "T": total, "u": u, "z": z(M), "w": w(M)},
    ),
    sample=sample,
)
def novikoff_equality(d: Derivation) -> None:
    """Runs near Novikoff's bound: ‖w − γTu‖² + (R² − ‖x‖² − 2y⟨w, x⟩) + 2γT(y⟨u, x⟩ − γ) ≤ T(R² − γ²T) for each of T updates.

    In ‖w − γTu‖ w is v(N), the final weights after T = M + N + 1 updates; the other terms are of update M, any one of them. No term on the
    left is negative. So where T is R²/γ² and the right side 0, w is γTu in the end, and every update is a tie, of length R and margin γ.

    Printed, and true:
    - NG Theorem
    - BL Theorem 1
    - MR Theorem 1
    - VE Theorem 1.1

    No derivation: SymPy has nothing to solve: the squares that Novikoff's proof drops are kept and sum to the gap, by induction.
    """
    d.cite("norm-growth-equality", note="what this update leaves unused of R²M")
    gained = d.cite("progress", ξ=lambda i: 0, TD=lambda i: 0, note="up to update M")

    def claim(i: Index) -> Formula:
        return ge(inner(u, v(i)), gamma * (number(M) + 1 + number(i)) + extra)

    def base() -> str:
        here, moved = d.expand(d.at("update", M), u), d.expand("continued", u)
        return d.have(claim(Index(None)), gained, here, moved)

    along = d.upto(N, claim, base, note="progress, with what this update gains beyond γ")
    sign = d.have(ge(total, 0))
    d.have(ge(gamma * total * (inner(u, v(N)) - gamma * total - extra), 0), along, sign, "positive margin")
    d.have(ge((gamma * total) ** 2 * (1 - inner(u, u)), 0), "unit comparator")


def sample_tight(draw: Draw) -> Instance:
    """Equal steps along the axes, u along the diagonal and slacks without waste: equality; rarely some other run."""
    if draw.rarely():
        run = any_run(draw)
        gamma_, updates, start, steps, comparator = run.gamma, run.updates, run.weights[:1], run.steps, run.u
    else:
        updates = 1 + draw.upto(2)
        size, along = draw.positive(), draw.number()
        comparator = (along,) * updates
        start, steps = [], [tuple(size * (i == at) for at in range(updates)) for i in range(updates)]
        gamma_ = along * size + draw.upto(2) if not draw.rarely() else draw.number()
    careless = draw.rarely()
    little = 5 * draw.rarely()
    slacks = [max(Fraction(0), gamma_ - dot(comparator, x)) + (draw.upto(2) if careless else 0) - little for x in steps]
    return Instance(updates, {"M": updates}, {"γ": gamma_}, {"ξ": slacks}, {"u": comparator}, {"w": start, "z": steps})


gained, along_u = gamma * number(M) - TD(M), inner(u, w(M))
turned = U * w(M) - W * u
lengths = (*comparator_length(), *final_length(), *root_of("√S₂", root, S2(M)))


def between(d: Derivation) -> str:
    """⟨u, w⟩ ≤ ‖u‖‖w‖."""
    joint = d.cite("cauchy-schwarz", a=u, b=w(M))
    squared = d.have(le(along_u**2, (U * W) ** 2), joint, "‖u‖", "‖w‖")
    return d.have(le(along_u, U * W), squared, d.have(ge(U * W, 0)), note="Cauchy–Schwarz")


@theorem(
    *perceptron(),
    replace(slack()[1], defines=None),  # the hypothesis ‘equality’ speaks of the slacks
    *slack()[2:],
    *squares(),
    *lengths,
    Fact("equality", "γM − TD is no less than ‖u‖√Σ‖x‖²", ge(gained, U * root)),
    claim=Display("norm(U*w - W*u)**2 + U**2*(S2 - norm(w)**2) + (inner(u, w) - (gamma*M - TD))**2 <= 0", {"w": w(M), "u": u}),
)
def master_equality(d: Derivation) -> None:
    """Equality in the master inequality: u and w are parallel, ‖w‖² = Σ‖x‖² unless u = 0, and ⟨u, w⟩ = γM − TD.

    The claim adds up three numbers that are not negative, so each is 0: u and w are parallel, every update is a tie or u is 0
    (`norm-growth-ties`), and no slack is larger than the missing amount.

    Printed, and true:
    - MR proof of Theorem 1
    - MR Theorem 2, (1)
    - BL √M ≥ γM − TD

    No derivation: SymPy has nothing to solve: the claim is a sum of squares that the master inequality, if it is an equality, makes 0.
    """
    d.cite("progress", note="progress")
    between(d)
    d.cite("norm-growth", note="energy")
    d.have(le(W, root))
    d.have(ge(U * (root - W), 0))
    d.have(le(U * W, along_u), note="so ⟨u, w⟩ = ‖u‖‖w‖")
    d.have(ge(U * W, 0))
    none = d.have(le(U * W * (U * W - along_u), 0))
    same = d.have(le(inner(turned, turned), 0), none, "‖u‖", "‖w‖", note="so ‖u‖w and ‖w‖u are the same")
    d.have(le(U * root, U * W), note="so ‖u‖√Σ‖x‖² = ‖u‖‖w‖")
    d.have(ge(U * (root + W), 0))
    tie = d.have(le(U * (root + W) * (U * root - U * W), 0))
    d.have(le(along_u - gained, 0), note="so ⟨u, w⟩ = γM − TD")
    d.have(ge(along_u - gained, 0))
    waste = d.have(le((along_u - gained) ** 2, 0))
    d.conclude(same, tie, waste, "√S₂", "‖w‖")


@theorem(
    *recurrence(),
    *slack()[2:],
    *squares(),
    *lengths,
    Fact("all ties", "every update has y⟨w, x⟩ = 0", every(k, eq(inner(w(k), z(k)), 0), below=number(M))),
    Fact("no waste", "a slack is just what is missing from the margin", every(k, eq(xi(k), gamma - inner(u, z(k))), below=number(M))),
    Fact("parallel", "u points along w: ⟨u, w⟩ = ‖u‖‖w‖", ge(along_u, U * W)),
    claim=Display("gamma*M - TD >= U*sqrt(S2)"),
    sample=sample_tight,
)
def master_attained(d: Derivation) -> None:
    """When the master inequality is an equality: ties, no wasted slack and u along w give γM − TD ≥ ‖u‖√Σ‖x‖².

    The converse of `master-equality`; with ‖x‖ = R at every update γM − TD = ‖u‖R√M, so that for γ > 0 the exact root (`hinge-root-any`) is
    attained.

    Printed, and true:
    - MR proof of Theorem 1
    - MR Theorem 2, (1)
    - BL √M ≥ γM − TD

    No derivation: SymPy has nothing to solve: each inequality of master-inequality is an equality by one of the hypotheses.
    """

    def claim(i: Index) -> Formula:
        return eq(inner(u, w(i)), gamma * number(i) - TD(i))

    exact = d.upto(M, claim)

    def square(i: Index) -> Formula:
        return eq(inner(w(i), w(i)), S2(i))

    d.induction(square, upto=M)
    d.have(ge(W, root), note="‖w‖ = √Σ‖x‖²")
    d.conclude(exact, "parallel", d.have(ge(U * (W - root), 0)))
