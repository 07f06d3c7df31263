"""MR Theorem 3 by its printed proof: a new coordinate for each round makes the data separable, and Δ, its size, is chosen last.

Source: MR, proof of Theorem 3, after Freund & Schapire (1999); `hinge-l2` has a direct proof.  Here the augmented space is one with axes
f(0), f(1), … that are orthonormal and orthogonal to all examples and to u, with the label taken in: z′ = z + Δf and u′Z = u + v/Δ with
v = Σ ξ(k)f(k), where ξ(k) = ρl(k).  MR's l lacks its positive part (u = 1, x = 2, ρ = 1: l = −1, ‖L‖ = 0, but ‖u′‖² = 2), ‖u′‖ = 1 is so
for ‖u‖ = 1 only (‖u′‖ ≤ 1 suffices), and the best Δ² = ρ‖L‖R/√M is 0 where ‖L‖ = 0 or R = 0, so that one cannot divide by it.

The proof.  As long as both runs updated in the same rounds, w′(t) = w(t) + Δ·Σ f(s) over these; the example of a later round has none of
the axes f(s), so its score, hence its prediction, is the same (`hinge-l2-predictions`).  Then Theorem 1 in the augmented space: ⟨u′Z, w′⟩ =
⟨u, w⟩ + Σξ ≥ ρM, while ‖w′‖² ≤ Σ‖x‖² + MΔ² and ‖u′Z‖² ≤ 1 + ρ²‖L‖²/Δ²; Cauchy–Schwarz gives `hinge-l2-every-delta`.  What is left is to
choose Δ: `hinge-l2-printed`.
"""

from proofs.statements.authoring import (
    S2, TD, Callable, Derivation, Displayed, Draw, Fact, Formula, Fraction, Index, Instance, M, NoDerivation, Source, Vector, certificate,
    combination, dot, eq, every, gamma, ge, gt, implies, inner, k, le, multiple, nat, null, number, poly, product, reciprocal_fact, replace,
    square, theorem, u, vseq, w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge import augmented_derivations
from proofs.theorems.hinge.augmented_space import apart, delta, f, g, m, new, o, per_delta, run, sample, space, v
from proofs.theorems.hinge.common import H2, Q, gamma_reciprocal, per_gamma


def seen(i: Index) -> Vector:
    """z′(i) = z(i) + Δf(i), the example of round i in the augmented space."""
    return z(i) + delta * f(i)


def sample_predictions(draw: Draw) -> Instance:
    """Both runs on the same data, each by its own scores; rarely one of them does not start at 0, or the axes are no new ones."""
    rounds, d, size = draw.upto(3), 1 + draw.upto(1), draw.positive()
    count = rounds + 2
    steps = [(*x, *[Fraction(0)] * count) for x in draw.vectors(count, d)]
    shift, step = (0, 1) if draw.rarely() else (d, 0) if draw.rarely() else (d, 1)  # along the examples, or all the same
    axes = [tuple(Fraction(i == shift + step * t) for i in range(d + count)) for t in range(count)]
    moved = [tuple(p + size * c for p, c in zip(x, axis, strict=True)) for x, axis in zip(steps, axes, strict=True)]
    paths = []
    for vectors in (steps, moved):
        places = [(draw.vector(d + count) if draw.rarely() else (Fraction(0),) * (d + count))]
        for x in vectors[:-1]:
            places.append(tuple(p + q for p, q in zip(places[-1], x, strict=True)) if dot(places[-1], x) <= 0 else places[-1])
        paths.append(places)
    return Instance(rounds, {}, {"Δ": size}, {}, {}, {"w": paths[0], "w′": paths[1], "z": steps, "f": axes})


def without_axes(d: Derivation, i: Index) -> str:
    """⟨w(k), f(i)⟩ = 0 for all k."""

    def step(k: Index, before: str) -> str:
        line, axis = d.expand(d.at("update", k), f(i)), d.at(d.at("new axes", i), k)
        return d.have(eq(inner(w(k + 1), f(i)), 0), before, line, axis)

    return d.induction(lambda k: eq(inner(w(k), f(i)), 0), lambda: d.expand("zero start", f(i)), step)


def ruled(name: str, words: str, path: vseq, example: Callable[[Index], Vector], mistake: bool) -> Fact:
    """What a run does in a round in which it errs by its own score, or does not."""
    score, moved = inner(path(k), example(k)), path(k + 1) - path(k)
    rule = implies(le(score, 0), null(moved - example(k))) if mistake else implies(gt(score, 0), null(moved))
    return Fact(name, words, every(k, rule), defines=path)


@theorem(
    sources=(Source("MR", "proof of Theorem 3, ‘the predictions coincide’", "needs w′₁ = 0"),),
    facts=(
        Fact("zero start", "the weights start at 0", null(w(0))),
        Fact("zero start there", "and so do those in the augmented space", null(o(0))),
        ruled("update", "where ⟨w, z⟩ ≤ 0 the Perceptron adds z", w, z, True),
        ruled("no update else", "where ⟨w, z⟩ > 0 it rests", w, z, False),
        ruled("update′", "where ⟨w′, z′⟩ ≤ 0 the Perceptron in the augmented space adds z′", o, seen, True),
        ruled("no update else′", "where ⟨w′, z′⟩ > 0 it rests", o, seen, False),
        replace(apart, defines=None),
        replace(new, defines=None),
    ),
    claim=every(k, eq(inner(o(k), seen(k)), inner(w(k), z(k)))),
    sample=sample_predictions,
    derivation=NoDerivation("Nothing is to be found: equal scores make equal updates, and those equal scores, by induction."),
)
def hinge_l2_predictions(d: Derivation) -> None:
    """In the augmented space the Perceptron predicts as before: ⟨w′(t), z′(t)⟩ = ⟨w(t), z(t)⟩, where z′ = z + Δf.

    Each run updates by its own score, where 0 counts as a mistake; equal scores make equal updates, and those leave equal scores in the
    next round, so both err in the same rounds.

    Proof. ⟨w′(i), z′(j)⟩ = ⟨w(i), z(j)⟩ for j ≥ i.
    """
    j = nat("j")

    def alike(i: Index) -> Formula:
        return every(j, implies(ge(number(j), number(i)), eq(inner(o(i), seen(j)), inner(w(i), z(j)))))

    def base() -> str:
        later = d.assume(ge(number(j), 0))
        ours, theirs = d.expand("zero start there", seen(j)), d.expand("zero start", z(j))
        none = combination((1, ours), (-1, theirs))
        return d.generalise(d.discharge(d.have(eq(inner(o(0), seen(j)), inner(w(0), z(j))), by=none), later), j)

    def step(i: Index, before: str) -> str:
        later = d.assume(ge(number(j), number(i) + 1))
        d.have(ge(number(j), number(i)), later)
        same, old = d.at(before, i), d.at(before, j)
        score, scaled = inner(w(i), z(i)), inner(o(i), seen(i))

        def on(case: str) -> str:
            if d.claims[case] == ge(-score, 0):
                d.have(le(scaled, 0), case, same, note="both err")
                axes = d.at(d.at("new axes", j), i), d.at(d.at("new axes", i), j), d.at(d.at("orthogonal axes", i), j)
                moves, apart = ("update′", "update"), list(zip((delta, delta, delta**2), axes, strict=True))
            else:
                d.have(gt(scaled, 0), case, same, note="neither errs")
                moves, apart = ("no update else′", "no update else"), []
            ours, theirs = d.expand(d.at(moves[0], i), seen(j)), d.expand(d.at(moves[1], i), z(j))
            claim = eq(inner(o(i + 1), seen(j)), inner(w(i + 1), z(j)))
            return d.have(claim, by=combination((1, old), (1, ours), (-1, theirs), *apart))

        return d.generalise(d.discharge(d.cases(-score, on), later), j)

    i = Index("j′")
    always = d.at(d.induction(alike, base, step), i)
    d.generalise(d.at(always, i), i)


def _energy(d: Derivation) -> str:
    """⟨w, w⟩ ≤ Σ‖x‖², Lemma 1."""
    _, _, root, star = d.root(d.square(w(M)), "‖w‖")
    grown = d.cite("norm-growth", note="Lemma 1")
    return d.forget(d.have(le(inner(w(M), w(M)), S2(M)), grown, root), star)


@theorem(
    sources=(Source("MR", "proof of Theorem 3, before ‘solving for Δ’", "its l lacks the positive part; ‖u′‖ ≤ 1, not = 1"),),
    facts=(*run, gamma_reciprocal, *space, Fact("Δ > 0", "Δ is positive", gt(delta, 0)), reciprocal_fact("Δ", delta)),
    claim=le(m**2, (per_gamma**2 + per_delta**2 * H2**2) * (S2(M) + m * delta**2)),
    sample=sample,
    cites=("progress", "norm-growth", "cauchy-schwarz", "orthogonal-to-axes", "sums-of-axes"),
    misprints=("MR: l = 1 − y⟨u, x⟩/ρ without (·)₊ makes ‖u′‖ > 1 where the margin is exceeded; and M^T‖L‖² should be M‖L‖².",),
    derivation=augmented_derivations.every_delta,
    displayed=Displayed("M**2 <= (1/gamma**2 + H2**2/D**2)*(S2 + M*D**2)", {"M": m, "gamma": gamma, "H2": H2, "D": delta, "S2": S2(M)}),
)
def hinge_l2_every_delta(d: Derivation) -> None:
    """The printed proof of MR Theorem 3, at any Δ > 0: M² ≤ (1/γ² + H₂²/Δ²)(Σ‖x‖² + MΔ²).

    Theorem 1 in the augmented space, for MR’s comparator u′ and margin ρ/Z; MR writes ρ for γ and ‖L‖ for H₂.
    """
    i = Index("j′")
    gained, grown = d.cite("progress", note="⟨u, w⟩ ≥ ρM − Σξ"), _energy(d)
    bare = d.at(without_axes(d, i), M)
    d.generalise(d.have(eq(inner(f(i), w(M)), 0), bare), i)
    v_w, g_w = (d.at(d.cite("orthogonal-to-axes", t=of, a=by, x=w(M)), M) for of, by in ((v, xi), (g, lambda k: poly(1))))
    g_u, v_u = (d.at(d.cite("orthogonal-to-axes", t=of, a=by, x=u), M) for of, by in ((g, lambda k: poly(1)), (v, xi)))
    rounds = d.at(d.cite("sums-of-axes", t=g, v=g, a=lambda k: poly(1), b=lambda k: poly(1), P=number), M)
    losses = d.at(d.cite("sums-of-axes", t=v, v=v, a=xi, b=xi, P=Q), M)
    cross = d.at(d.cite("sums-of-axes", t=g, v=v, a=lambda k: poly(1), b=xi, P=TD), M)
    ours, theirs = w(M) + delta * g(M), u + per_delta * v(M)
    margin = d.have(ge(inner(ours, theirs), gamma * m), gained, v_w, g_u, cross, "1/Δ", note="⟨u′Z, w′⟩ ≥ ρM")
    long = d.have(
        le(inner(ours, ours), S2(M) + delta**2 * m),
        note="‖w′‖² ≤ Σ‖x‖² + MΔ²",
        by=certificate(grown, multiple(-2 * delta, g_w), multiple(-(delta**2), rounds)),
    )
    wide = d.have(
        le(inner(theirs, theirs), 1 + per_delta**2 * (H2 * gamma) ** 2),
        by=certificate("unit comparator", multiple(-2 * per_delta, v_u), multiple(-(per_delta**2), losses), multiple(per_delta**2, "H₂")),
        note="‖u′Z‖² ≤ 1 + ρ²‖L‖²/Δ² = Z²",
    )
    joined, sign = d.cite("cauchy-schwarz", a=ours, b=theirs), d.have(ge(gamma * m, 0), "positive margin", d.natural(M))
    squared = d.have(le((gamma * m) ** 2, inner(ours, theirs) ** 2), margin, sign)
    size, length = d.square(theirs), d.have(ge(S2(M) + delta**2 * m, 0), long, d.square(ours))
    most = (S2(M) + delta**2 * m) * (1 + per_delta**2 * (H2 * gamma) ** 2)
    bound = d.have(le((gamma * m) ** 2, most), squared, joined, long, wide, size, length)
    d.conclude(
        note="divide by ρ²",
        by=certificate(
            product(bound, square(per_gamma)),
            multiple((per_gamma * gamma + 1) * (m**2 - (S2(M) + delta**2 * m) * per_delta**2 * H2**2), "1/γ"),
        ),
    )
