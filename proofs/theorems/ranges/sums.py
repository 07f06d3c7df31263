"""Bounds on sums over the updates: squares of losses and of progress, and how short the weights can be.

In no source.  Conjectures about H₂, Σ⟨u, x⟩² and ‖w‖ rest on these.  The numbers that are summed may be any that are not negative, so that
the same lemmas serve losses, progress and the sizes of coordinates, over updates, rounds or coordinates.

The proofs.  Each is an induction, whose step is a square, Cauchy–Schwarz, or a product of two known signs.
"""

from proofs.statements.authoring import (
    S2, TD, Derivation, Fact, Index, M, R, W, bounded, certificate, eq, every, final_length, gamma, ge, inner, k, le, lemma, multiple,
    number, positive_margin, product, real, recurrence, seq, sequence, separable, slack, squares, strict, u, vec, w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import Q, loss_squares

G, b, c, v = seq("G"), real("b"), real("c"), vec("v")
m = number(M)
sign, _, *total = slack()
short = Fact("short comparator", "‖u‖ ≤ b", le(inner(u, u), b**2))
progress_squares = sequence("G", G, 0, G(k) + inner(u, z(k)) ** 2, "G is a sum of squared progress", "G grows by ⟨u, z(k)⟩² at update k")


@lemma(sign, *total, *loss_squares, claim=le(Q(M), TD(M) ** 2))
def losses_square_below(d: Derivation) -> None:
    """Σξ² ≤ (Σξ)² for ξ ≥ 0.

    Proof. (s + ξ)² ≥ s² + ξ² for s, ξ ≥ 0.
    """
    signs = d.induction(lambda i: ge(TD(i), 0), upto=M)

    def step(i: Index, before: str) -> str:
        sum_ = d.at(signs, i)
        d.have(eq(TD(i + 1) ** 2, (TD(i) + xi(i)) ** 2))
        d.have(ge(TD(i) * xi(i), 0), by=certificate(product(sum_, d.at("ξ ≥ 0", i))))
        return d.have(le(Q(i + 1), TD(i + 1) ** 2))

    d.upto(M, lambda i: le(Q(i), TD(i) ** 2), (), step)


@lemma(*recurrence(), *squares(), claim=every(k, ge(S2(k) + 2 * inner(w(k), v) + number(k) * inner(v, v), 0)))
def weights_spread(d: Derivation) -> None:
    """2⟨w, v⟩ ≥ −Σ‖x‖² − k‖v‖² after k updates, for any v.

    Proof. Each ‖z + v‖² is at least 0.
    """

    def step(i: Index, before: str) -> list[str]:
        return [d.expand(d.at("update", i), v), d.at("S2", i), d.square(z(i) + v)]

    d.induction(lambda i: ge(S2(i) + 2 * inner(w(i), v) + number(i) * inner(v, v), 0), (), step)


@lemma(*recurrence(), *squares(), claim=ge(inner(w(M), w(M)), (2 - m) * S2(M)))
def weights_least(d: Derivation) -> None:
    """‖w‖² ≥ (2 − M)Σ‖x‖², whatever the rule of updates is.

    Proof. By weights-spread with v = z(k), an update adds at least ‖z‖² − Σ‖x‖² − k‖z‖².
    """

    def step(i: Index, before: str) -> None:
        d.cite("weights-spread", v=z(i))

    d.upto(M, lambda i: ge(inner(w(i), w(i)), (2 - number(i)) * S2(i)), (), step)


reach = (short, bounded(R))


@lemma(*reach, claim=every(k, le(inner(u, z(k)) ** 2, (b * R) ** 2), below=m))
def progress_within(d: Derivation) -> None:
    """⟨u, z⟩² ≤ (bR)² where ‖u‖ ≤ b and ‖z‖ ≤ R.

    Proof. Cauchy–Schwarz.
    """
    i = Index("i")
    with d.supposing(i, ge(m, number(i) + 1)):
        d.cite("cauchy-schwarz", a=u, b=z(i))
        d.have(le(inner(u, z(i)) ** 2, (b * R) ** 2))


@lemma(*reach, *progress_squares, claim=le(G(M), (b * R) ** 2 * m))
def progress_squares_most(d: Derivation) -> None:
    """Σ⟨u, x⟩² ≤ (bR)²M."""
    d.cite("progress-within")
    d.upto(M, lambda i: le(G(i), (b * R) ** 2 * number(i)))


@lemma(*squares(), short, *progress_squares, claim=le(G(M), b**2 * S2(M)))
def progress_squares_below(d: Derivation) -> None:
    """Σ⟨u, x⟩² ≤ b²Σ‖x‖² where ‖u‖ ≤ b."""

    def step(i: Index, before: str) -> None:
        d.cite("cauchy-schwarz", a=u, b=z(i))
        d.have(le(inner(u, z(i)) ** 2, b**2 * inner(z(i), z(i))))

    d.upto(M, lambda i: le(G(i), b**2 * S2(i)), (), step)


@lemma(*recurrence(), *progress_squares, positive_margin(), separable(), claim=ge(G(M), gamma * inner(u, w(M))))
def progress_squares_least(d: Derivation) -> None:
    """Σ⟨u, x⟩² ≥ γ⟨u, w⟩ on separable examples.

    Proof. ⟨u, z⟩² ≥ γ⟨u, z⟩ where ⟨u, z⟩ ≥ γ > 0.
    """

    def step(i: Index, before: str) -> None:
        along, far = inner(u, z(i)), d.at("separable", i)
        d.have(ge(along * (along - gamma), 0), by=certificate(product(far, far), product("positive margin", far)))

    d.upto(M, lambda i: ge(G(i), gamma * inner(u, w(i))), (), step)


@lemma(
    *recurrence(), *progress_squares, positive_margin(), separable(), *reach, Fact("c ≥ 0", "bR is not negative", ge(b * R, 0)),
    claim=le(G(M), b * R * inner(u, w(M))),
)  # fmt: skip
def progress_squares_reach(d: Derivation) -> None:
    """Σ⟨u, x⟩² ≤ bR⟨u, w⟩ on separable examples.

    Proof. 0 ≤ ⟨u, z⟩ ≤ bR.
    """
    d.cite("progress-within")

    def step(i: Index, before: str) -> None:
        along = inner(u, z(i))
        near = d.have(ge(b * R - along, 0))
        sign = d.have(ge(along, 0))
        d.have(ge(along * (b * R - along), 0), by=certificate(product(sign, near)))

    d.upto(M, lambda i: le(G(i), b * R * inner(u, w(i))), (), step)


@lemma(*recurrence(), *progress_squares, claim=le(inner(u, w(M)) ** 2, m * G(M)))
def progress_spread(d: Derivation) -> None:
    """⟨u, w⟩² ≤ MΣ⟨u, x⟩².

    Proof. Cauchy–Schwarz for the numbers ⟨u, z(k)⟩.
    """
    i = Index("i")
    start = d.have(eq(inner(u, w(0)), 0))
    grows = d.generalise(d.have(eq(inner(u, w(i + 1)), inner(u, w(i)) + inner(u, z(i)))), i)
    assert start and grows
    d.cite("losses-cauchy-schwarz", ξ=lambda j: inner(u, z(j)), TD=lambda j: inner(u, w(j)), Q=lambda j: G(j))


shortest = Fact("shortest", "no update is shorter than c", every(k, ge(inner(z(k), z(k)), c**2), below=m))


@lemma(*squares(), shortest, claim=ge(S2(M), c**2 * m))
def squares_least(d: Derivation) -> None:
    """Σ‖x‖² ≥ c²M where no ‖x‖ is below c."""
    d.upto(M, lambda i: ge(S2(i), c**2 * number(i)))


@lemma(
    *recurrence(), *squares(), *final_length(), shortest, Fact("c ≥ 0", "c is a length", ge(c, 0)), claim=ge(S2(M), c * W)
)  # fmt: skip
def squares_above_length(d: Derivation) -> None:
    """Σ‖x‖² ≥ c‖w‖ where no ‖x‖ is below c ≥ 0.

    Proof. c‖z‖ ≤ ‖z‖², and ⟨z, w⟩ ≤ ‖z‖‖w‖, so that c⟨z, w⟩ ≤ ‖z‖²‖w‖; summed up, c‖w‖² ≤ ‖w‖Σ‖x‖².
    """
    v_ = w(M)

    def step(i: Index, before: str) -> None:
        d.cite("cauchy-schwarz", a=z(i), b=v_)
        long, along = inner(z(i), z(i)), inner(z(i), v_)
        lengths = d.have(ge(long**2 * inner(v_, v_), (c * along) ** 2))
        d.have(le((c * along) ** 2, (long * W) ** 2), by=certificate(product(lengths), multiple(long**2, "‖w‖")))
        d.have(ge(inner(z(i), z(i)) * W, 0), by=certificate(product(d.square(z(i)), "‖w‖ ≥ 0")))
        d.have(le(c * inner(z(i), v_), inner(z(i), z(i)) * W))

    start = [d.expand("zero start", v_), "S2 starts"]
    d.upto(M, lambda i: le(c * inner(w(i), v_), S2(i) * W), start, step)
    size = d.upto(M, lambda i: ge(S2(i), 0))
    longer = d.have(le(c * W**2, S2(M) * W))
    d.have(ge(S2(M), c * W), by=certificate(strict("z", "z"), product("z", size), product("c ≥ 0", longer)))
