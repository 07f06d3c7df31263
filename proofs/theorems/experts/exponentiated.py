"""Exponentiated gradient: mirror descent with the entropy, of which Hedge is the case of linear losses.

Kivinen and Warmuth (1997, from memory) call it EG. A step multiplies each weight by β to the power of its entry of the subgradient l(t),
and the learner plays p, the weights divided by their total W. Its divergence is the relative entropy (KL divergence). Hedge is the case
f(w) = ⟨l, w⟩, with u an axis (`hedge`). So Hedge's runs show how tight the bound is: it is not attained, and 0.849 of it is the regret T/2
with N = 2ᵀ experts that have all lists of T losses.

The proof. Mirror descent (`mirror-descent`) with Φ = Σp ln p, which is −η⟨L, p⟩ − ln W on the path. Its gradient is −ηL up to a constant.
It is cited at −p and −u with Φ/η, whose gradient is L. The divergence of u from p is at most ln W + η⟨L, u⟩: ln N at first, and at last not
negative, as u's mean of the weights' logarithms is no more than ln W (`winnow-share`). The divergences of p from the next p sum to
ln W(T) − ln W(0) + ηΣ⟨l, p⟩, which `hedge-energy` bounds.
"""

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Fraction, Images, Index, Instance, M, Polynomial, dot, eq, every, ge, gt, inner, k, ln, ln_tangent,
    poly, replace, seq, sequence, theorem, vseq,
)  # fmt: skip
from proofs.theorems.experts.hedge import L, every_weight, played, sample
from proofs.theorems.experts.weights import E, N, beta, each, h, i, loss, m, n, total
from proofs.theorems.winnow.common import A, V, comparator, v

p, f, g = vseq("p"), seq("f(p)"), seq("f(u)")
mine, best = seq("Σf(p)"), seq("Σf(u)")
u, rate = V(N), -1 * ln(beta)


def sample_convex(draw: Draw) -> Instance:
    """Hedge's run with its weights divided by their total, u in the simplex, and losses above their tangents; rarely other numbers."""
    run = sample(draw)
    paths, count, zero = run.vector_sequences, run.naturals["n"] + 1, Fraction(0)
    points = [tuple(c / sum(place) if sum(place) else zero for c in place) for place in paths["w"]]
    points = [draw.vector(len(place)) if draw.rarely() else place for place in points]
    sizes = [Fraction(draw.upto(2) - draw.rarely()) for _ in range(count)]
    parts = [size if draw.rarely() else size / (sum(sizes) or 1) for size in sizes]
    at = (*parts, *[zero] * (len(points[0]) - count))
    own = draw.numbers(len(points))
    theirs = [
        value + dot(slope, at) - dot(slope, place) + Fraction(draw.upto(1) - draw.rarely(), 2)
        for value, slope, place in zip(own, paths["l"], points, strict=False)
    ]
    fill = [zero] * len(points)
    return replace(
        run,
        sequences={"f(p)": own, "f(u)": [*theirs, *fill][: len(points)], "v": [*parts, *fill][: len(points)]},
        vector_sequences={**paths, "p": points},
    )


@theorem(
    played,
    Fact("β < 1", "the rate η = ln(1/β) is positive", gt(1, beta)),
    Fact(
        "p",
        "p(k) has the entries w/W, and so ⟨l, p⟩W is the sum of the entries w·l",
        every(k, eq(inner(loss(k), p(k)) * total(k), inner(E(N), h(k)))),
    ),
    comparator,
    Fact("u ≥ 0", "no entry of u is negative", each(ge(v(i), 0))),
    Fact("Σu = 1", "the entries of u add up to 1", eq(A(N), 1)),
    Fact(
        "subgradient",
        "the losses are the entries of a subgradient of f at p: f(u) ≥ f(p) + ⟨l, u − p⟩",
        every(k, ge(g(k), f(k) + inner(loss(k), u - p(k))), below=m),
    ),
    sequence("Σf(p)", mine, 0, mine(k) + f(k), "the learner's loss, summed over the rounds"),
    sequence("Σf(u)", best, 0, best(k) + g(k), "the comparator's loss, summed over the rounds"),
    claim=Display("eta*(f - g) <= log(N) + eta**2*M/8", {"eta": rate, "f": mine(M), "g": best(M), "N": n, "M": m}),
    sample=sample_convex,
)
def exponentiated_gradient(d: Derivation) -> None:
    """Exponentiated gradient: regret at most ln N/η + ηT/8 after T rounds, for convex losses on the simplex with slopes from 0 to 1.

    The weights are e^(−ηL) for the sums L of the subgradients, with η = ln(1/β) > 0, and p is the weights divided by their total. For every
    u in the simplex of N = n + 1 entries, η(Σf(p) − Σf(u)) ≤ ln N + η²T/8.
    """

    def mean_loss(k: Index) -> Polynomial:
        return inner(loss(k), p(k))

    positive = d.have(gt(rate, 0), ln_tangent(d, beta, poly(1), "β > 0", d.have(gt(1, 0))), d.axiom("ln-one"), "β < 1")
    per, star = d.inverse(positive, "1/η")
    d.have(gt(per, 0), star, positive)

    def phi(k: Index) -> Polynomial:
        return -1 * inner(L(k), p(k)) - per * ln(total(k))

    def divergence(k: Index) -> Polynomial:
        return phi(k) - phi(k + 1) + inner(L(k + 1), p(k) - p(k + 1))

    G, S = d.sum("G", mean_loss)[0], d.sum("S", divergence)[0]
    grown = d.cite("hedge-energy", Λ=mean_loss, G=G)
    every_weight(d, M)
    d.cite("winnow-share", N=N, g=L)
    d.have(ge(per * ln(total(M)) + inner(L(M), u), 0))
    images: Images = {"T": M, "η": 1, "g": L, "v": lambda k: -1 * loss(k), "w": lambda k: -1 * p(k), "u": -1 * u, "f(w)": f, "Σf(w)": mine}
    bound = d.cite("mirror-descent", **images, Φ=phi, φ=0, m=divergence, S=S)
    summed = d.upto(M, lambda k: eq(S(k), per * (ln(total(k)) - ln(total(Index(None)))) + G(k)))
    d.conclude(bound, summed, grown, star, d.expand("L starts", u), positive)
