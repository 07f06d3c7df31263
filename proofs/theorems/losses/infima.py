"""The infima that MR prints in (3), (4), (7) and (8) equal M on every run: the content is the bound for each u and ρ.

Source: MR Corollary 1, (3) and (4), and Theorem 3, (7) and (8), the infimum over ρ > 0 and ‖u‖ ≤ 1, with the loss summed over the updates.
At u = 0 every update has loss 1 whatever ρ is, so ‖L‖₁ = M and ‖L‖₂ = √M, and the other term falls to 0 as ρ grows: the right sides come as
near to M as one likes, and they are never below it. So each infimum is M itself: to know it is to know M. The first terms of Corollaries 3
(for the hinge family) and 4 are M/T in the same way. Summed over all rounds instead, as in Freund & Schapire, the losses would belong to
the data and not to the run.

The proof.  At u = 0 a slack max(0, ρ − ⟨u, z⟩) is ρ, so TD ≤ ρM.  For any ε > 0 take ρ with √Σ‖x‖² < ερ: (3) is at most M + ε.  For (4)
and (8) take r < δρ with δ(δ + 2√M) ≤ ε; for (7), c = √Σ‖x‖²/ρ < δ² does the same, as √(a + b) ≤ √a + √b.
"""

from proofs.statements.authoring import (
    S2, TD, Callable, Derivation, Display, Draw, Fact, Fraction, Index, Instance, M, Polynomial, Property, R, gamma, ge, gt, le, null,
    number, real, root_of, slack, squares, theorem, tight_slack, u, xi,
)  # fmt: skip
from proofs.theorems.hinge.common import H2, H, Q, gamma_reciprocal, loss, loss_squares, per_gamma

eps, delta, s, v = real("ε"), real("δ"), real("√M"), real("√S₂")
root_H, c = real("√H"), real("√(H₂²/4 + √S₂/γ)")
m = number(M)
half = Fraction(1, 2)

nothing = Fact("null comparator", "the comparator is 0, which ‖u‖ ≤ 1 allows", null(u))
losses = (nothing, *slack(), tight_slack(), gamma_reciprocal)
small = Fact("small share", "δ is as small as ε asks for", le(delta * (delta + 2 * s), eps))
positive_delta = Fact("share not negative", "δ is not negative", ge(delta, 0))


def sample(draw: Draw) -> Instance:
    """One dimension, and only the first example is not 0, so that √Σ‖x‖² is rational."""
    updates, zero = draw.upto(3), Fraction(0)
    side = -1 if draw.rarely() else 1
    rho = draw.number() if draw.rarely() else Fraction(side << draw.upto(6))
    comparator, first = (draw.number(),) if draw.rarely() else (zero,), (draw.number(),)
    share = draw.number() if draw.rarely() else Fraction(side, 1 + draw.upto(7))
    spare = draw.number() if draw.rarely() else share * (share + 2 * draw.upto(2))
    reals = {"γ": rho, "R": abs(first[0]) if updates else zero, "δ": share, "ε": spare}
    return Instance(updates, {"M": updates}, reals, {}, {"u": comparator}, {"z": [first]})


def positive(d: Derivation, *lines: str) -> str:
    """The lines γ > 0, called by that name, and 1/γ > 0; the latter is returned."""
    d.have(gt(gamma, 0), name="γ > 0", note="γ is positive, being far")
    return d.have(gt(per_gamma, 0))


def slack_at_most(d: Derivation, i: Index) -> str:
    """ξ(i) ≤ γ at u = 0."""
    return d.have(le(xi(i), gamma), note="a slack at u = 0 is γ")


def total_loss(d: Derivation, per_gamma_sign: str) -> str:
    """H ≤ M."""

    d.induction(lambda i: le(TD(i), gamma * number(i)), (), lambda i, before: [d.at("TD", i), slack_at_most(d, i)], upto=M)
    return d.have(le(H, m), note="H ≤ M at u = 0")


def loss_root(d: Derivation) -> str:
    """H₂ ≤ √M."""

    def step(i: Index, before: str) -> None:
        d.have(le(xi(i) ** 2, gamma**2), slack_at_most(d, i), d.at("ξ ≥ 0", i))

    always = d.induction(lambda i: le(Q(i), gamma**2 * number(i)), (), step, upto=M)
    below = d.have(le((H2 * gamma) ** 2, (s * gamma) ** 2), d.at(always, M), "H₂", "√M")
    d.have(le(H2 * gamma, s * gamma), below, d.have(ge(s * gamma, 0)))
    return d.have(le(H2, s), note="H₂ ≤ √M at u = 0")


def close(d: Derivation, root: str, sign: str) -> None:
    """The claim x² ≤ M + ε, from the lines x ≤ √M + δ and x ≥ 0."""
    d.conclude(root, sign, "√M ≥ 0", "√M", "share not negative", "small share", note="(√M + δ)² = M + δ(δ + 2√M) ≤ M + ε")


def far(left: Polynomial, words: str, by: Polynomial) -> Fact:
    return Fact("far", words, gt(by * gamma, left))


roots = (*root_of("√M", s, m), positive_delta, small)
radius = Fact("R ≥ 0", "r is a length", ge(R, 0))
lengths = (*squares(), *root_of("√S₂", v, S2(M)))
l2 = (*loss_squares, *root_of("H₂", H2, Q(M), "H₂ is a length", "H₂γ is the length of the slacks", times=gamma**2))


def infimum(facts: tuple[Fact, ...], value: Polynomial, shown: str) -> Callable[[Callable[[Derivation], object]], Property]:
    """A theorem that a bound comes down to M, but for ε."""
    return theorem(*losses, *facts, claim=le(value, m + eps), sample=sample, displayed=Display(f"{shown} <= M + eps"))


@infimum(
    (loss, *lengths, Fact("positive tolerance", "ε is positive", gt(eps, 0)), far(v, "γ is so large that √Σ‖x‖² < εγ", eps)),
    H + per_gamma * v,
    "H + sqrt(S2)/gamma",
)
def infima(d: Derivation) -> None:
    """The infimum in MR (3) is M itself: at u = 0 and γ large, H + √Σ‖x‖²/γ ≤ M + ε.

    MR writes ρ for γ, r for R, ‖L‖₁ for H and ‖L‖₂ for H₂; however small ε is, some u and γ bring the right side within ε of M; that it is
    never below M is the bound itself.

    Printed, and true with assumptions:
    - MR (3): as a number the printed infimum is M itself; what can be used is the bound for a u and a ρ
    """
    per_gamma_sign = positive(d, "far", "√S₂ ≥ 0", "positive tolerance")
    d.conclude(total_loss(d, per_gamma_sign), d.have(le(per_gamma * v, eps)))


@infimum(
    (loss, *root_of("√H", root_H, H), radius, *roots, far(R, "γ is so large that R < δγ", delta)),
    (per_gamma * R + root_H) ** 2,
    "(R/gamma + sqrt(H))**2",
)
def infima_radius(d: Derivation) -> None:
    """The infimum in MR (4) is M itself: at u = 0 and γ large, (R/γ + √H)² ≤ M + ε.

    MR writes ρ for γ, r for R, ‖L‖₁ for H and ‖L‖₂ for H₂; however small ε is, some u and γ bring the right side within ε of M; that it is
    never below M is the bound itself.

    Printed, and true with assumptions:
    - MR (4): as a number the printed infimum is M itself; what can be used is the bound for a u and a ρ
    """
    per_gamma_sign = positive(d, "far", "R ≥ 0", "share not negative")
    total_loss(d, per_gamma_sign)
    d.have(le(root_H, s))
    sign = d.have(ge(per_gamma * R + root_H, 0), "√H ≥ 0", d.have(ge(per_gamma * R, 0)))
    close(d, d.have(le(per_gamma * R + root_H, s + delta)), sign)


@infimum(
    (
        *l2,
        *lengths,
        *roots,
        *root_of("√(H₂²/4 + √S₂/γ)", c, Fraction(1, 4) * H2**2 + per_gamma * v),
        far(v, "γ is so large that √Σ‖x‖² < δ²γ", delta**2),
    ),
    (half * H2 + c) ** 2,
    "(H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2",
)
def infima_l2(d: Derivation) -> None:
    """The infimum in MR (7) is M itself: at u = 0 and γ large, (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))² ≤ M + ε.

    MR writes ρ for γ, r for R, ‖L‖₁ for H and ‖L‖₂ for H₂; however small ε is, some u and γ bring the right side within ε of M; that it is
    never below M is the bound itself.

    Printed, and true with assumptions:
    - MR (7): as a number the printed infimum is M itself; what can be used is the bound for a u and a ρ
    """
    positive(d, "far", "√S₂ ≥ 0", d.have(ge(delta**2, 0)))
    root, near = loss_root(d), d.have(le(per_gamma * v, delta**2))
    inner_root = d.have(le(c**2, (half * s + delta) ** 2), root, "H₂ ≥ 0", near, "√(H₂²/4 + √S₂/γ)", "√M ≥ 0", "share not negative")
    d.have(le(c, half * s + delta), inner_root, d.have(ge(half * s + delta, 0)))
    x = half * H2 + c
    close(d, d.have(le(x, s + delta)), d.have(ge(x, 0)))


@infimum((*l2, radius, *roots, far(R, "γ is so large that R < δγ", delta)), (per_gamma * R + H2) ** 2, "(R/gamma + H2)**2")
def infima_l2_radius(d: Derivation) -> None:
    """The infimum in MR (8) is M itself: at u = 0 and γ large, (R/γ + H₂)² ≤ M + ε.

    MR writes ρ for γ, r for R, ‖L‖₁ for H and ‖L‖₂ for H₂; however small ε is, some u and γ bring the right side within ε of M; that it is
    never below M is the bound itself.

    Printed, and true with assumptions:
    - MR (8): as a number the printed infimum is M itself; what can be used is the bound for a u and a ρ
    """
    positive(d, "far", "R ≥ 0", "share not negative")
    loss_root(d)
    d.have(le(per_gamma * R, delta))
    close(d, d.have(le(per_gamma * R + H2, s + delta)), d.have(ge(per_gamma * R + H2, 0)))
