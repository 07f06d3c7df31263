"""MR Theorem 3 by its printed proof: a new coordinate for each round makes the data separable, and Δ, its size, is chosen last.

Source: MR, proof of Theorem 3, after Freund & Schapire (1999); `hinge-l2` has a direct proof.  Here the augmented space is one with axes
f(0), f(1), … that are orthonormal and orthogonal to all examples and to u, with the label taken in: z′ = z + Δf and u′Z = u + v/Δ with
v = Σ ξ(k)f(k), where ξ(k) = ρl(k).  MR's l lacks its positive part (u = 1, x = 2, ρ = 1: l = −1, ‖L‖ = 0, but ‖u′‖² = 2), ‖u′‖ = 1 is so
for ‖u‖ = 1 only (‖u′‖ ≤ 1 suffices), and the best Δ² = ρ‖L‖R/√M is 0 where ‖L‖ = 0 or R = 0, so that one cannot divide by it.

The proof.  A coordinate is 0 until its own round, and the examples of later rounds do not have it, so all scores, hence all predictions,
coincide (`hinge-l2-predictions`).  Then Theorem 1 in the augmented space: ⟨u′Z, w′⟩ = ⟨u, w⟩ + Σξ ≥ ρM, while ‖w′‖² ≤ Σ‖x‖² + MΔ² and
‖u′Z‖² ≤ 1 + ρ²‖L‖²/Δ²; Cauchy–Schwarz gives `hinge-l2-every-delta`.  What is left is to choose Δ: `hinge-l2-printed`.
"""

from __future__ import annotations

from proofs.derive.authoring.certificate import certificate, combination, multiple, product, square
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import Term, eq, every, ge, inner, le, null, number, poly, seq
from proofs.derive.sympy.derivation import NoDerivation
from proofs.kernel import Index
from proofs.statements.property import Property
from proofs.statements.standard_facts import S2, TD, M, gamma, k, u, w, xi, z
from proofs.statements.statement import Fact, Source
from proofs.theorems.hinge import augmented_derivations
from proofs.theorems.hinge.augmented_space import alpha, apart, delta, f, g, m, new, o, per_delta, run, sample, space, total, v
from proofs.theorems.hinge.common import H2, Q, gamma_reciprocal, per_gamma


def prove_predictions(d: Derivation) -> None:
    """⟨w′(i), y⟩ = ⟨w(i), y⟩ + Δ⟨g(i), y⟩ for y = z(j) and y = f(j), and so at i = j."""
    i = Index("j′")
    fixed = z(i) + delta * f(i)

    def weighed(own: str, extra: str, both: str) -> list[tuple[Term, str]]:
        return [(-1, own), (-delta, extra), (1, both)]

    def step(k: Index, before: str) -> str:
        lines = [d.expand(d.at(name, k), fixed) for name in ("update", "g", "update′")]
        return d.have(eq(inner(o(k + 1), fixed), inner(w(k + 1) + delta * g(k + 1), fixed)), by=combination((1, before), *weighed(*lines)))

    def base() -> str:
        lines = [d.expand(name, fixed) for name in ("zero start", "g starts", "zero start there")]
        return d.have(eq(inner(o(0), fixed), inner(w(0) + delta * g(0), fixed)), by=combination(*weighed(*lines)))

    moved = d.at(d.induction(lambda k: eq(inner(o(k), fixed), inner(w(k) + delta * g(k), fixed)), base, step), i)
    axis = d.at(d.at("new axes", k), i)
    d.generalise(axis, k)
    examples = d.at(d.cite("orthogonal-to-axes", t=g, a=alpha, x=z(i)), i)
    own = d.at(d.cite("fresh-coordinates", t=g, a=alpha), i)
    weights = d.at(without_axes(d, alpha, i), i)
    d.generalise(
        d.have(eq(inner(o(i), fixed), inner(w(i), z(i))), by=combination((1, moved), (delta, examples), (delta**2, own), (delta, weights))),
        i,
    )


def without_axes(d: Derivation, weight: seq | None, i: Index) -> str:
    """⟨w(k), f(i)⟩ = 0 for all k."""

    def step(k: Index, before: str) -> str:
        line, axis = d.expand(d.at("update", k), f(i)), d.at(d.at("new axes", i), k)
        share = poly(1) if weight is None else weight(k)
        return d.have(eq(inner(w(k + 1), f(i)), 0), by=combination((1, before), (1, line), (share, axis)))

    return d.induction(lambda k: eq(inner(w(k), f(i)), 0), lambda: d.expand("zero start", f(i)), step)


predictions = Property(
    id="hinge-l2-predictions",
    title="In the augmented space the Perceptron predicts as before: ⟨w′(t), z′(t)⟩ = ⟨w(t), z(t)⟩, where z′ = z + Δf",
    sources=(Source("MR", "proof of Theorem 3, ‘the predictions coincide’", "needs w′₁ = 0"),),
    facts=(
        Fact("zero start", "the weights start at 0", null(w(0))),
        Fact("zero start there", "and so do those in the augmented space", null(o(0))),
        Fact(
            "update",
            "round t adds α(t)z(t), with α = 1 at an update and else 0",
            every(k, null(w(k + 1) - w(k) - alpha(k) * z(k))),
            definition=True,
        ),
        Fact(
            "update′",
            "and α(t)z′(t) in the augmented space",
            every(k, null(o(k + 1) - o(k) - alpha(k) * (z(k) + delta * f(k)))),
            definition=True,
        ),
        apart,
        new,
        *total(g, alpha(k), "g"),
    ),
    claim=every(k, eq(inner(o(k), z(k) + delta * f(k)), inner(w(k), z(k)))),
    words="updates alike before round t leave the same score at round t, hence the same update, and so on",
    sample=sample,
    prove=prove_predictions,
    derivation=NoDerivation("Nothing is to be found: both scores are sums of the same terms, by induction over the rounds."),
    cites=("fresh-coordinates", "orthogonal-to-axes"),
)


def prove_every(d: Derivation) -> None:
    i = Index("j′")
    gained, grown = d.cite("progress", note="⟨u, w⟩ ≥ ρM − Σξ"), _energy(d)
    bare = d.at(without_axes(d, None, i), M)
    d.generalise(d.have(eq(inner(f(i), w(M)), 0), bare), i)
    v_w, g_w = (d.at(d.cite("orthogonal-to-axes", t=of, a=by, x=w(M)), M) for of, by in ((v, xi), (g, lambda k: poly(1))))
    g_u, v_u = (d.at(d.cite("orthogonal-to-axes", t=of, a=by, x=u), M) for of, by in ((g, lambda k: poly(1)), (v, xi)))
    rounds = d.at(d.cite("sums-of-axes", t=g, v=g, a=lambda k: poly(1), b=lambda k: poly(1), P=number), M)
    losses = d.at(d.cite("sums-of-axes", t=v, v=v, a=xi, b=xi, P=Q), M)
    cross = d.at(d.cite("sums-of-axes", t=g, v=v, a=lambda k: poly(1), b=xi, P=TD), M)
    ours, theirs = w(M) + delta * g(M), u + per_delta * v(M)
    margin = d.have(
        ge(inner(ours, theirs), gamma * m),
        note="⟨u′Z, w′⟩ ≥ ρM",
        by=certificate(gained, multiple(per_delta, v_w), multiple(delta, g_u), multiple(per_delta * delta, cross), multiple(TD(M), "1/Δ")),
    )
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
    bound = d.have(
        le((gamma * m) ** 2, most),
        squared,
        joined,
        long,
        wide,
        size,
        length,
        by=certificate(squared, joined, product(long, size), product(length, wide)),
    )
    d.conclude(
        note="divide by ρ²",
        by=certificate(
            product(bound, square(per_gamma)),
            multiple((per_gamma * gamma + 1) * (m**2 - (S2(M) + delta**2 * m) * per_delta**2 * H2**2), "1/γ"),
        ),
    )


def _energy(d: Derivation) -> str:
    """⟨w, w⟩ ≤ Σ‖x‖², Lemma 1."""
    _, _, root, star = d.root(d.square(w(M)), "‖w‖")
    grown = d.cite("norm-growth", note="Lemma 1")
    return d.forget(d.have(le(inner(w(M), w(M)), S2(M)), grown, root), star)


every_delta = Property(
    id="hinge-l2-every-delta",
    title="The printed proof of MR Theorem 3, at any Δ > 0: M² ≤ (1/ρ² + ‖L‖²/Δ²)(Σ‖x‖² + MΔ²)",
    sources=(Source("MR", "proof of Theorem 3, before ‘solving for Δ’", "its l lacks the positive part; ‖u′‖ ≤ 1, not = 1"),),
    facts=(*run, gamma_reciprocal, *space, Fact("1/Δ", "1/Δ is the reciprocal of Δ", eq(per_delta * delta, 1), definition=True)),
    claim=le(m**2, (per_gamma**2 + per_delta**2 * H2**2) * (S2(M) + m * delta**2)),
    words="Theorem 1 in the augmented space, for the comparator u′ and the margin ρ/Z",
    sample=sample,
    prove=prove_every,
    derivation=augmented_derivations.every_delta,
    cites=("progress", "norm-growth", "cauchy-schwarz", "orthogonal-to-axes", "sums-of-axes"),
    misprints=("MR: l = 1 − y⟨u, x⟩/ρ without (·)₊ makes ‖u′‖ > 1 where the margin is exceeded; and M^T‖L‖² should be M‖L‖².",),
)


pages = (predictions, every_delta)
