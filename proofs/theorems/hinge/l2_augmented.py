"""MR Theorem 3 by its printed proof: a new coordinate for each round makes the data separable, and Δ, its size, is chosen last.

Source: MR, proof of Theorem 3, after Freund & Schapire (1999); `hinge-l2` has a direct proof.  Here the augmented space is one with axes
f(0), f(1), … that are orthonormal and orthogonal to all examples and to u, with the label taken in: z′ = z + Δf and u′Z = u + v/Δ with
v = Σ ξ(k)f(k), where ξ(k) = ρl(k).  MR's l lacks its positive part (u = 1, x = 2, ρ = 1: l = −1, ‖L‖ = 0, but ‖u′‖² = 2), ‖u′‖ = 1 is so
for ‖u‖ = 1 only (‖u′‖ ≤ 1 suffices), and the best Δ² = ρ‖L‖R/√M is 0 where ‖L‖ = 0 or R = 0, so that one cannot divide by it.

The proof. As long as both runs updated in the same rounds, w′(t) = w(t) + Δ·Σ f(s) over these; the example of a later round has none of the
axes f(s), so its score, hence its prediction, is the same (`hinge-l2-predictions`). Then Theorem 1 in the augmented space: ⟨u′Z, w′⟩ = ⟨u,
w⟩ + Σξ ≥ ρM, while ‖w′‖² ≤ Σ‖x‖² + MΔ² and ‖u′Z‖² ≤ 1 + ρ²‖L‖²/Δ²; Cauchy–Schwarz gives `hinge-l2-every-delta`. It remains to choose Δ:
`hinge-l2-printed`.
"""

from proofs.statements.authoring import (
    S2, TD, Callable, Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, M, Polynomial, Vector, combination, define, eq,
    every, gamma, ge, gt, implies, inner, k, le, nat, null, number, poly, reciprocal_fact, replace, root_of, theorem, u, vseq, w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.augmented_space import apart, delta, f, g, half, m, new, o, per_delta, root_S2, run, sample, space, v
from proofs.theorems.hinge.common import H2, Q, gamma_reciprocal, per_gamma, reciprocal, s


def view(i: Index) -> Vector:
    """z′(i) = z(i) + Δf(i), the example of round i in the augmented space."""
    return z(i) + delta * f(i)


def sample_predictions(draw: Draw) -> Instance:
    """Both runs on the same data, each by its own scores; rarely one of them does not start at 0, or the axes are no new ones."""
    rounds, d = draw.upto(3), 1 + draw.upto(1)
    count = rounds + 2
    shift, step = (0, 1) if draw.rarely() else (d, 0) if draw.rarely() else (d, 1)  # along the examples, or all the same
    axes = [tuple(Fraction(i == shift + step * t) for i in range(d + count)) for t in range(count)]
    starts = {name: [draw.vector(d + count)] for name in ("w", "w′") if draw.rarely()}
    return Instance(rounds, {}, {"Δ": draw.positive()}, {}, {}, {"z": draw.vectors(count, d), "f": axes, **starts})


def without_axes(d: Derivation, i: Index) -> str:
    """⟨w(k), f(i)⟩ = 0 for all k."""

    return d.induction(lambda k: eq(inner(w(k), f(i)), 0))


def rule(path: vseq, example: Callable[[Index], Vector], mistake: str, else_: str, prime: str = "") -> tuple[Fact, ...]:
    """The changes of a run in a round in which it errs by its own score, and in others."""
    score = inner(path(k), example(k))
    return (
        define(f"update{prime}", mistake, path(k + 1), path(k) + example(k), where=le(score, 0)),
        define(f"no update else{prime}", else_, path(k + 1), path(k), where=gt(score, 0)),
    )


@theorem(
    Fact("zero start", "the weights start at 0", null(w(0))),
    Fact("zero start there", "and so do those in the augmented space", null(o(0))),
    *rule(w, z, "where ⟨w, z⟩ ≤ 0 the Perceptron adds z", "where ⟨w, z⟩ > 0 it rests"),
    *rule(o, view, "where ⟨w′, z′⟩ ≤ 0 the Perceptron in the augmented space adds z′", "where ⟨w′, z′⟩ > 0 it rests", "′"),
    replace(apart, defines=None),
    replace(new, defines=None),
    claim=every(k, eq(inner(o(k), view(k)), inner(w(k), z(k)))),
    sample=sample_predictions,
)
def hinge_l2_predictions(d: Derivation) -> None:
    """In the augmented space the Perceptron predicts as before: ⟨w′(t), z′(t)⟩ = ⟨w(t), z(t)⟩, where z′ = z + Δf.

    Each run updates by its own score, where 0 counts as a mistake; equal scores make equal updates, and those leave equal scores in the
    next round, so both err in the same rounds.

    Printed, and true with assumptions:
    - MR proof of Theorem 3, the predictions coincide: needs w′₁ = 0

    No derivation: SymPy has nothing to find: equal scores make equal updates, and those equal scores, by induction.

    Proof. ⟨w′(i), z′(j)⟩ = ⟨w(i), z(j)⟩ for j ≥ i.
    """
    j = nat("j")

    def alike(i: Index) -> Formula:
        return every(j, implies(ge(number(j), number(i)), eq(inner(o(i), view(j)), inner(w(i), z(j)))))

    def base() -> str:
        with d.supposing(j, ge(number(j), 0)):
            d.have(eq(inner(o(0), view(j)), inner(w(0), z(j))))
        return d.last

    def move(i: Index, old: str, kind: str, *apart: tuple[Polynomial, str]) -> str:
        ours, theirs = d.expand(d.at(f"{kind}′", i), view(j)), d.expand(d.at(kind, i), z(j))
        claim = eq(inner(o(i + 1), view(j)), inner(w(i + 1), z(j)))
        return d.have(claim, by=combination((1, old), (1, ours), (-1, theirs), *apart))

    def err(i: Index, same: str, old: str) -> str:
        d.have(le(inner(o(i), view(i)), 0), note="both err")
        axes = d.at("new axes", j, i), d.at("new axes", i, j), d.at("orthogonal axes", i, j)
        return move(i, old, "update", *zip((delta, delta, delta**2), axes, strict=True))

    def rest(i: Index, same: str, old: str) -> str:
        d.have(gt(inner(o(i), view(i)), 0), note="neither errs")
        return move(i, old, "no update else")

    def step(i: Index, before: str) -> str:
        with d.supposing(j, ge(number(j), number(i) + 1)):
            lines = d.at(before, i), d.at(before, j)
            d.cases(-inner(w(i), z(i)), lambda case: err(i, *lines), lambda case: rest(i, *lines))
        return d.last

    i = Index("j′")
    always = d.at(d.induction(alike, base, step), i)
    d.generalise(d.at(always, i), i)


def _energy(d: Derivation) -> str:
    """⟨w, w⟩ ≤ Σ‖x‖², Lemma 1."""
    _, _, _, star = d.root(d.square(w(M)), "‖w‖")
    d.cite("norm-growth", note="Lemma 1")
    return d.forget(d.have(le(inner(w(M), w(M)), S2(M))), star)


@theorem(
    (*run, gamma_reciprocal, *space, Fact("Δ > 0", "Δ is positive", gt(delta, 0)), reciprocal_fact("Δ", delta)),
    claim=Display("M**2 <= (1/gamma**2 + H2**2/D**2)*(S2 + M*D**2)", {"D": delta}),
    sample=sample,
)
def hinge_l2_every_delta(d: Derivation) -> None:
    """The printed proof of MR Theorem 3, at any Δ > 0: M² ≤ (1/γ² + H₂²/Δ²)(Σ‖x‖² + MΔ²).

    Theorem 1 in the augmented space, for MR’s comparator u′ and margin ρ/Z; MR writes ρ for γ and ‖L‖ for H₂.

    Printed, and true with assumptions:
    - MR proof of Theorem 3, before “solving for Δ”: ‖u′‖ ≤ 1, not = 1
    """
    i = Index("j′")
    gained, grown = d.cite("progress", note="⟨u, w⟩ ≥ γM − Σξ"), _energy(d)
    d.at(without_axes(d, i), M)
    d.generalise(d.have(eq(inner(f(i), w(M)), 0)), i)
    v_w, g_w = (d.at(d.cite("orthogonal-to-axes", t=of, a=by, x=w(M)), M) for of, by in ((v, xi), (g, lambda k: poly(1))))
    g_u, _ = (d.at(d.cite("orthogonal-to-axes", t=of, a=by, x=u), M) for of, by in ((g, lambda k: poly(1)), (v, xi)))
    rounds = d.at(d.cite("sums-of-axes", t=g, v=g, a=lambda k: poly(1), b=lambda k: poly(1), P=number), M)
    d.cite("sums-of-axes", t=v, v=v, a=xi, b=xi, P=Q)
    cross = d.at(d.cite("sums-of-axes", t=g, v=v, a=lambda k: poly(1), b=xi, P=TD), M)
    ours, theirs = w(M) + delta * g(M), u + per_delta * v(M)
    margin = d.have(ge(inner(ours, theirs), gamma * m), gained, v_w, g_u, cross, "1/Δ", note="⟨u′Z, w′⟩ ≥ γM")
    long = d.have(le(inner(ours, ours), S2(M) + delta**2 * m), grown, g_w, rounds, note="‖w′‖² ≤ Σ‖x‖² + MΔ²")
    wide = d.have(le(inner(theirs, theirs), 1 + per_delta**2 * (H2 * gamma) ** 2), note="‖u′Z‖² ≤ 1 + γ²H₂²/Δ² = Z²")
    joined, sign = d.cite("cauchy-schwarz", a=ours, b=theirs), d.have(ge(gamma * m, 0))
    size, length = d.square(theirs), d.have(ge(S2(M) + delta**2 * m, 0), long, d.square(ours))
    most = (S2(M) + delta**2 * m) * (1 + per_delta**2 * (H2 * gamma) ** 2)
    bound = d.have(le((gamma * m) ** 2, most), margin, sign, joined, long, wide, size, length)
    d.conclude(bound, "1/γ", note="divide by γ²")


# ------------------------------------------------------------------------------------------------------------------------------------------
# MR Theorem 3 by its printed proof, the end: at the best Δ, M ≤ √M‖L‖ + R/ρ.
#
# Source: MR, proof of Theorem 3, from “solving for Δ to minimize this bound” on. The best is Δ² = ρ‖L‖R/√M. It is 0 where ‖L‖ = 0, which
# is Theorem 1, or R = 0, where all updates are 0; but the proof divides by Δ. `hinge-l2` and `hinge-l2-radius` solve the result: an
# inequality of second degree for (7), and one of first degree, after division by √M, for (8).
#
# The proof. With ‖L‖R√M > 0, that Δ makes (1/ρ² + ‖L‖²/Δ²)(R² + MΔ²) = (R/ρ + √M‖L‖)². Else ‖L‖R = 0 or M = 0, and if M² exceeded that
# square by K > 0, then Δ² = Kρ²/(4M) would give K ≤ K/4.

root = per_gamma * root_S2 + s * H2
share = H2 * root_S2 * s


def _at_best(d: Derivation, positive: str) -> str:
    """Δ² = ρ‖L‖R/√M."""
    s_sign = d.have(gt(s, 0), positive, "H₂ ≥ 0", "√S₂ ≥ 0")
    r, r_star = d.inverse(s_sign, "1/√M")
    r_sign = d.have(gt(r, 0))
    best = d.have(gt(gamma * H2 * root_S2 * r, 0), positive, r_sign, "positive margin", r_star)
    D, D_sign, D_root, star = d.root(d.have(ge(gamma * H2 * root_S2 * r, 0)), "Δ")
    per_D, e_star = d.inverse(d.have(gt(D, 0), D_root, best, D_sign), "1/Δ")
    bound = d.cite("hinge-l2-every-delta", note="at Δ² = γH₂√S₂/√M")
    d.have(eq(D**2 * s, gamma * H2 * root_S2), D_root, r_star)
    plain = d.have(eq(per_gamma * D**2 * s, H2 * root_S2))
    losses = d.have(eq(per_D**2 * H2**2 * root_S2**2, per_gamma * share), plain, e_star)
    square_root = d.have(le(m**2, root**2), bound, plain, losses, e_star, "√S₂", "√M", note="(√S₂/γ + √M·H₂)²")
    return d.forget(square_root, r_star, star, e_star)


def _at_small(d: Derivation, per_gamma_sign: str) -> str:
    """Where ‖L‖R√M = 0: if M² exceeded (R/ρ + √M‖L‖)² by K > 0, it would not at Δ² = Kρ²/(4M)."""
    K = m**2 - root**2

    def over(excess: str) -> str:
        count = d.natural(M)
        d.have(gt(m, 0), excess, count)
        s_sign = d.have(gt(s, 0))
        r, r_star = d.inverse(s_sign, "1/√M′")
        kappa, k_sign, k_square, k_star = d.root(d.have(ge(K, 0)), "√K")
        size = d.have(gt(gamma * kappa, 0), d.have(gt(kappa, 0), k_sign, k_square, excess), "positive margin")
        D, star = d.let("Δ′", half * gamma * kappa * r)
        per_D, e_star = d.inverse(d.have(gt(D, 0), size, d.have(gt(r, 0)), star), "1/Δ′")
        bound = d.cite("hinge-l2-every-delta", note="at Δ² = Kγ²/(4M)", **{"Δ": D, "1/Δ": per_D})
        d.have(eq(D * s, half * gamma * kappa), star, r_star)
        plain = d.have(eq(per_gamma * D * s, half * kappa))
        small = d.have(eq(per_gamma**2 * m * D**2, Fraction(1, 4) * K), plain, "√M", k_square)
        nought = d.have(le(H2 * root_S2, 0))
        zero = d.have(le((per_D * H2 * root_S2) ** 2, 0), nought, "H₂ ≥ 0", "√S₂ ≥ 0")
        whole = d.have(eq(per_D**2 * H2**2 * m * D**2, m * H2**2))
        lengths = [bound, zero, per_gamma_sign, "H₂ ≥ 0", "√S₂ ≥ 0", "√M ≥ 0", small, whole, "√S₂", "√M"]
        end = d.have(le(m**2, root**2), *lengths, note="K ≤ K/4")
        return d.forget(end, r_star, k_star, star, e_star)

    return d.cases(-K, lambda case: d.have(le(m**2, root**2)), over)


@theorem(
    (*run, gamma_reciprocal, *root_of("√S₂", root_S2, S2(M)), *root_of("√M", s, m), *space),
    claim=Display("M <= sqrt(M)*H2 + sqrt(S2)/gamma"),
    sample=sample,
)
def hinge_l2_printed(d: Derivation) -> None:
    """The printed proof of MR Theorem 3, at the best Δ: M ≤ √M·H₂ + √Σ‖x‖²/γ, which (7) and (8) solve for M.

    With Δ for how far an example reaches along its own axis, M² ≤ (√Σ‖x‖²/γ + √M·H₂)², and the root of that; MR writes R for √Σ‖x‖², ρ for
    γ and ‖L‖ for H₂.

    Printed, and true with assumptions:
    - MR proof of Theorem 3, to its end: the best Δ may be 0; (8) divides by √M and solves nothing of second degree
    """
    per_gamma_sign = reciprocal(d)
    either = d.cases(-share, lambda case: _at_small(d, per_gamma_sign), lambda case: _at_best(d, case))
    d.conclude(either, "√S₂ ≥ 0", "H₂ ≥ 0", "√M ≥ 0", per_gamma_sign)
