"""MR Theorem 2 in its sharp forms: the exact root in the place of (2), and (1) with the length of the final weights.

Source: MR Theorem 2, (1) and (2).  (2) is the larger root of a quadratic in √M, relaxed by √(a + b) ≤ √a + √b, so it is attained only
where the loss or r is 0; the root itself is attained with loss (`hinge-root` is the case of the hinge loss).  In (1), √Σ‖x‖² can be ‖w‖.

The proofs.  (1) and √Σ‖x‖² ≤ r√M are s² ≤ (gr/φ(0))s + Σφ/φ(0) for s = √M, and `quadratic-root` solves that.  A loss with an affine
minorant is a slack for g·u at the margin φ(0), and `weights-master` holds for any slack; it knows of no mistakes.
"""

from proofs.statements.authoring import (
    S2, Derivation, Displayed, Draw, Fraction, Instance, M, R, Root, Source, U, W, bounded, combination, dot, eq, final_length, ge, gt,
    inner, le, perceptron, radius_sign, real, recurrence, root_of, theorem, u, unit_comparator, w, z,
)  # fmt: skip
from proofs.theorems.losses import derivations
from proofs.theorems.losses.affine_minorant import (
    at_zero, g, m, minorant, per_at_zero, phi, positive, s, sample as minorant_sample, summed_up, symbols, total, v,
)  # fmt: skip

half, one = Fraction(1, 2), Fraction(1)
b, r = per_at_zero * g * R, real("√(b² + 4Σφ/φ(0))")


def sample(draw: Draw) -> Instance:
    """As for (1) and (2), with the discriminant's root and the length of the final weights."""
    found = minorant_sample(draw)
    reals, radius = found.reals, found.reals["R"]
    share, loss = Fraction(1), Fraction(found.sequences["ΣL"][found.naturals["M"]])  # type: ignore[arg-type]
    for name in ("g", "1/φ(0)"):
        share *= Fraction(reals[name])  # type: ignore[arg-type]
    square = radius.square if isinstance(radius, Root) else Fraction(radius) ** 2  # type: ignore[arg-type]
    under = share**2 * square + 4 * loss * Fraction(reals["1/φ(0)"])  # type: ignore[arg-type]
    last = found.vector_sequences["w"][found.naturals["M"]]
    more = {"√(b² + 4Σφ/φ(0))": Root(abs(under)), "‖w‖": Root(dot(last, last))}
    return Instance(found.horizon, found.naturals, {**reals, **more}, found.sequences, found.vectors, found.vector_sequences)


@theorem(
    sources=(Source("MR", "Theorem 2, (2)", "relaxes this by √(a+b) ≤ √a + √b"),),
    facts=(
        *perceptron(),
        unit_comparator(),
        *minorant,
        *positive,
        radius_sign(),
        bounded(R),
        *root_of("√M", s, m),
        summed_up,
        *root_of("√(b² + 4Σφ/φ(0))", r, b**2 + 4 * per_at_zero * total(M)),
    ),
    claim=le(m, (half * (b + r)) ** 2),
    sample=sample,
    cites=("admissible-bound", "norm-growth", "bounded-sum", "quadratic-root"),
    printed="true",
    derivation=derivations.loss_root,
    displayed=Displayed("M <= ((g*R/phi + sqrt((g*R/phi)**2 + 4*L/phi))/2)**2", symbols),
)
def admissible_bound_root(d: Derivation) -> None:
    """MR (2), the exact root: M ≤ ((gR/φ(0) + √((gR/φ(0))² + 4ΣL/φ(0)))/2)².

    (2) before √(a + b) ≤ √a + √b is spent, which loses wherever gR and the loss are positive.
    """
    sums = d.sum("S2", lambda k: inner(z(k), z(k)))[3]
    size_of = d.root(d.square(w(M)), "‖w‖")[3]
    _, v_sign, v_square, v_star = d.root(d.have(ge(S2(M), 0), d.cite("norm-growth")), "√S₂")
    long = d.have(le(v**2, (R * s) ** 2), d.cite("bounded-sum"), v_square, "√M")
    most = d.have(le(v, R * s), long, v_sign, d.have(ge(R * s, 0), "R ≥ 0", "√M ≥ 0"), note="√Σ‖x‖² ≤ r√M")
    first = d.cite("admissible-bound", note="(1)")
    sign = d.have(gt(per_at_zero, 0), "1/φ(0)", "positive at zero")
    steep = d.have(le(per_at_zero * g * v, b * s), most, d.have(ge(per_at_zero * g, 0), "slope", sign))
    d.have(le(s**2, b * s + per_at_zero * total(M)), first, steep, "√M", note="a quadratic in √M")
    d.have(gt(one, 0))
    below = d.cite("quadratic-root", a=1, b=b, c=per_at_zero * total(M), s=s, r=r, note="√M lies below the larger root")
    size = d.have(ge(b, 0), d.have(ge(per_at_zero * g, 0), "slope", sign), "R ≥ 0")
    end = d.conclude(below, "√M ≥ 0", "√M", size, "√(b² + 4Σφ/φ(0)) ≥ 0")
    d.forget(end, sums, size_of, v_star)


@theorem(
    sources=(Source("MR", "Theorem 2, (1)", "has √Σ‖x‖² for ‖w‖"),),
    facts=(*recurrence(), unit_comparator(), *minorant, *positive, *final_length()),
    claim=le(m, per_at_zero * total(M) + per_at_zero * g * W),
    sample=sample,
    cites=("weights-master",),
    printed="true",
    derivation=derivations.loss_weights,
    displayed=Displayed("M <= L/phi + (g/phi)*W", symbols | {"W": W}),
)
def admissible_bound_weights(d: Derivation) -> None:
    """MR (1) with the final weights: M ≤ ΣL/φ(0) + (g/φ(0))‖w‖.

    Sharper than (1) by Lemma 1, and true of any learner that adds yx on some rounds.
    """
    _, sign, square, star = d.root(d.square(u), "‖u‖")
    d.have(ge(g * U, 0), "slope", sign)
    d.have(eq((g * U) ** 2, g**2 * inner(u, u)), by=combination((g**2, square)), note="‖gu‖ = g‖u‖")
    images = {"γ": at_zero, "u": g * u, "ξ": phi, "TD": total, "‖u‖": g * U}
    joined = d.cite("weights-master", note="the loss φ is a slack at the margin φ(0) for g·u", **images)
    unit = d.have(le(U, 1), "unit comparator", square, sign)
    size = d.have(ge(g * W, 0), "slope", "‖w‖ ≥ 0")
    short = d.have(le(at_zero * m, total(M) + g * W), joined, unit, size)
    per_at_zero_sign = d.have(gt(per_at_zero, 0), "1/φ(0)", "positive at zero")
    end = d.conclude(short, per_at_zero_sign, "1/φ(0)", note="divide by φ(0)")
    d.forget(end, star)
