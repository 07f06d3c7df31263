"""The common core from any start w(0) and with any rate η > 0: Lemma 1 and the master inequality, with ‖w(0)‖/η beside √Σ‖x‖².

Source: MR section 1 and Figure 1, which say of w(0) ≠ 0 and η ≠ 1 that they allow “similar guarantees”; Lemma 1.  Write a = ‖w(0)‖/η.  Then

    ‖w‖² ≤ ‖w(0)‖² + η²Σ‖x‖²,   ‖Σyx‖ ≤ a + √(a² + Σ‖x‖²),   γM − TD ≤ ‖u‖(a + √(a² + Σ‖x‖²)).

So whatever follows from the master inequality holds from any start with a + √(a² + Σ‖x‖²) in the place of √Σ‖x‖²; only a matters, and at
a = 0 all is as before.  `losses/any_start.py` and `hinge/any_start.py` have MR (1)–(8) so.  The second cannot do with less than 2a: ties
that turn the weights from w(0) to −w(0) in small steps have ‖Σyx‖ ≥ 2a, while Σ‖x‖² is as small as the steps.

The proofs.  Energy is as from 0.  The updates add up to (w − w(0))/η, and ‖w − w(0)‖ ≤ ‖w(0)‖ + ‖w‖, which is Cauchy–Schwarz.  A
comparator's gain is along w − w(0), so the start cancels there.
"""

from proofs.statements.authoring import (
    S2, TD, Derivation, Display, Fact, Index, M, R, U, Vector, bounded, combination, comparator_length, define,
    eq, gamma, ge, gt, inner, k, le, lemma, mistake_driven, number, radius_sign, real, reciprocal_fact, root_of, sequence, slack, squares,
    theorem, u, vseq, w, xi, z,
)  # fmt: skip
from proofs.theorems.core.master import longer

eta, per_eta, start, v = real("η"), real("1/η"), real("‖w₁‖"), real("√(‖w₁‖²/η² + S₂)")
Z = vseq("Z")
length = per_eta * start + v  # what takes the place of √Σ‖x‖²
symbols = {"w1": start, "eta": eta, "S2": S2(M), "U": U, "gamma": gamma, "M": number(M), "TD": TD(M)}

steps = (
    define("update", "update k adds ηz(k) to the weights", w(k + 1), w(k) + eta * z(k)),
    Fact("positive rate", "the rate is positive, and the same at every update", gt(eta, 0)),
    mistake_driven(),
)
sizes = (
    *root_of("‖w(0)‖", start, inner(w(0), w(0))),
    reciprocal_fact("η", eta),
    *squares(),
    *root_of("√(‖w(0)‖²/η² + S₂)", v, (per_eta * start) ** 2 + S2(M)),
)
facts = (*steps, *sizes)


@theorem((*steps, *root_of("‖w(0)‖", start, inner(w(0), w(0))), *squares()), claim=le(inner(w(M), w(M)), start**2 + eta**2 * S2(M)))
def any_start_energy(d: Derivation) -> None:
    """Energy from any start with any rate: ‖w‖² ≤ ‖w(0)‖² + η²Σ‖x‖².

    w(M) is what M updates by ηz(k), z(k) = y·x, make of the start w(0), whose length is ‖w(0)‖; S₂ is Σ‖x‖² over the updates.

    Printed, and true with assumptions:
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in beside √Σ‖x‖²
    - MR Lemma 1: for w(0) ≠ 0 and η ≠ 1

    Proof. Each update adds at most η²‖x‖² to ‖w‖².
    """

    def step(k: Index, before: str) -> list[str]:
        squared = longer(d, k, eta)
        cross = d.have(le(eta * inner(w(k), z(k)), 0))
        total = d.at("S2", k)
        return [cross, squared, total]

    d.upto(M, lambda i: le(inner(w(i), w(i)), start**2 + eta**2 * S2(i)), (), step)


@lemma(*facts, claim=le(inner(w(M) - w(0), w(M) - w(0)), (start + eta * v) ** 2))
def any_start_distance(d: Derivation) -> None:
    """‖w − w(0)‖ ≤ ‖w(0)‖ + √(‖w(0)‖² + η²Σ‖x‖²).

    Proof. ‖w − w(0)‖ ≤ ‖w(0)‖ + ‖w‖.
    """
    first, last, apart = inner(w(0), w(0)), inner(w(M), w(M)), inner(w(0), w(M))
    _, across = d.cite("any-start-energy"), d.cite("cauchy-schwarz", a=w(0), b=w(M))
    d.have(ge(eta * v, 0))
    d.have(eq((eta * v) ** 2, start**2 + eta**2 * S2(M)), "√(‖w(0)‖²/η² + S₂)", "1/η")
    most = d.have(le(last, (eta * v) ** 2))
    d.have(le(apart**2, (eta * v * start) ** 2), across, most, "‖w(0)‖")
    d.have(ge(eta * v * start, 0))
    d.have(ge(apart, -(eta * v * start)))
    d.have(le(last - 2 * apart + first, (start + eta * v) ** 2))


summed = sequence("Z", Z, 0, Z(k) + z(k), "Z is the sum of the vectors y·x that the updates add", "Z grows by z(k) at update k")


@theorem((*facts, *summed), claim=Display("Z2 <= (w1/eta + sqrt(w1**2/eta**2 + S2))**2", symbols | {"Z2": inner(Z(M), Z(M))}))
def any_start_lemma(d: Derivation) -> None:
    """MR Lemma 1 from any start with any rate: ‖Σyx‖ ≤ ‖w(0)‖/η + √(‖w(0)‖²/η² + Σ‖x‖²).

    Z(M) is Σyx over the updates, and S₂ is Σ‖x‖²; only ‖w(0)‖/η matters of the start and of the rate.

    Printed, and true with assumptions:
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in beside √Σ‖x‖²
    - MR Lemma 1: for w(0) ≠ 0 and η ≠ 1

    Proof. The weights are the start and η times the sum of the updates, in every direction.
    """

    def off(i: Index) -> Vector:
        return w(i) - w(0) - eta * Z(i)

    def base() -> str:
        at = Index(None)
        return d.have(le(inner(off(at), off(at)), 0))

    def step(i: Index, before: str) -> None:
        moved, added = d.at("update", i), d.at("Z", i)
        lines = [(1, d.expand(moved, off(j))) for j in (i, i + 1)] + [(-eta, d.expand(added, off(j))) for j in (i, i + 1)]
        d.have(eq(inner(off(i + 1), off(i + 1)), inner(off(i), off(i))), by=combination(*lines))

    d.induction(lambda i: le(inner(off(i), off(i)), 0), base, step)
    far = d.cite("any-start-distance", note="‖w − w(0)‖ ≤ ‖w(0)‖ + ‖w‖")
    rest, added = off(M), Z(M)
    d.cite("cauchy-schwarz", a=rest, b=added)
    d.have(le(inner(rest, added) ** 2, 0))
    angle = d.have(ge(inner(rest, added), 0))
    whole = d.have(le(eta**2 * inner(added, added), (start + eta * v) ** 2), far, d.square(rest), "positive rate", angle)
    d.conclude(whole, "1/η", note="divide by η²")


@theorem((*facts, *slack(), *comparator_length()), claim=Display("gamma*M - TD <= U*(w1/eta + sqrt(w1**2/eta**2 + S2))", symbols))
def any_start_master(d: Derivation) -> None:
    """Master inequality from any start with any rate: γM − TD ≤ ‖u‖(‖w(0)‖/η + √(‖w(0)‖²/η² + Σ‖x‖²)).

    For every vector u and number γ, with TD for the sum of what y⟨u, x⟩ lacked of γ at the M updates and S₂ for that of ‖x‖².

    Printed, and true with assumptions:
    - MR section 1 and Figure 1: “similar guarantees”: ‖w(0)‖/η comes in beside √Σ‖x‖²
    - MR proof of Theorem 1: for w(0) ≠ 0 and η ≠ 1
    """

    def step(k: Index, before: str) -> None:
        d.have(ge(eta * (inner(u, z(k)) - gamma + xi(k)), 0))

    always = d.induction(lambda i: ge(inner(u, w(i)), inner(u, w(0)) + eta * (gamma * number(i) - TD(i))), (), step, upto=M)
    d.at(always, M, note="⟨u, w − w(0)⟩ ≥ η(γM − TD)")
    moved = w(M) - w(0)
    far, joined = d.cite("any-start-distance"), d.cite("cauchy-schwarz", a=u, b=moved)
    reach = start + eta * v
    d.have(le(inner(u, moved) ** 2, (U * reach) ** 2), joined, far, "‖u‖")
    d.have(ge(eta * v, 0))
    d.have(ge(U * reach, 0))
    d.have(le(inner(u, moved), U * reach))
    whole = d.have(le(eta * (gamma * number(M) - TD(M)), U * reach))
    per_eta_sign = d.have(gt(per_eta, 0))
    d.conclude(whole, per_eta_sign, "1/η", note="divide by η")


def _sum_sign(d: Derivation, starts: str, grows: str) -> str:
    """Σ‖x‖² ≥ 0."""

    return d.at(d.induction(lambda i: ge(S2(i), 0)), M)


s = real("√M")


@lemma(
    *steps,
    *root_of("‖w(0)‖", start, inner(w(0), w(0))),
    sizes[2],
    *slack(),
    *comparator_length(),
    radius_sign(),
    bounded(R),
    *root_of("√M", s, number(M)),
    claim=le(gamma * number(M) - TD(M), U * (2 * per_eta * start + R * s)),
)
def any_start_radius(d: Derivation) -> None:
    """γM − TD ≤ ‖u‖(2‖w(0)‖/η + R√M) for examples with ‖x‖ ≤ R."""
    _, starts, grows, _ = d.sum("S2", lambda i: inner(z(i), z(i)))
    short, a = d.cite("bounded-sum"), per_eta * start
    _, v_sign, v_square, _ = d.root(d.have(ge(a**2 + S2(M), 0), _sum_sign(d, starts, grows)), "√(‖w₁‖²/η² + S₂)")
    d.have(gt(per_eta, 0))
    a_sign, size = d.have(ge(a, 0)), d.have(ge(R * s, 0))
    squared = d.have(le(v**2, (a + R * s) ** 2), v_square, short, a_sign, size, "√M")
    d.have(le(v, a + R * s), squared, v_sign, d.have(ge(a + R * s, 0)))
    d.cite("any-start-master")
