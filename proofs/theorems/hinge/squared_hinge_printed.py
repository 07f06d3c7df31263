"""MR (5) and (6) as printed are false on every run that ends with w ≠ 0, not here and there.

Source: MR Corollary 2, (5) M ≤ ‖L‖₁ + (2r/ρ²)√Σ‖x‖² and (6) M ≤ (2r²/ρ² + √‖L‖₁)², L the squared ρ-hinge losses.  `squared-hinge` has the
smallest run that breaks (5), and the repair with 2/ρ for 2r/ρ²; where the printed form is true is in `squared-hinge-close`.

The proofs. Take u = w/‖w‖ for the final weights w ≠ 0. Then Σ⟨u, z⟩ = ‖w‖, and with P = Σ⟨u, z⟩², ‖L‖₁ ≤ M − 2‖w‖/ρ + P/ρ², because a
positive part is no longer than its argument. For large ρ the gain of order 1/ρ exceeds what (5) and (6) add, of order 1/ρ²: any ρ > (P +
2r√Σ‖x‖²)/(2‖w‖) breaks (5), any ρ > (P + 4r²√M)/(2‖w‖) breaks (6); there (2ρ‖w‖)² > 16Pr²√M and PM ≥ ‖w‖² put 2r²/ρ² at √M/2 or less.
Nothing is needed of the learner but that it starts at 0 and adds yx on some rounds. That w ≠ 0 need not be said apart: with r ≥ 0 no ρ is
that large if w = 0.
"""

from proofs.statements.authoring import (
    S2, UNITS, Certificate, Derivation, Display, Draw, Fact, Fraction, Images, Index, Instance, M, Polynomial, R, Reach, Root, W, any_run,
    bounded, certificate, dot, eq, final_length, gamma, ge, gt, inner, k, le, null, number, positive_margin, product, real, recurrence,
    replace, root_of, seq, sequence, squares, theorem, tight_slack, u, unit_comparator, w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import H2, Q, gamma_reciprocal, loss_length, per_gamma, run, s, unit_game


P, v = seq("P"), real("√S₂")
one = Fraction(1)
m, scored = number(M), inner(u, w(M))


def sample(draw: Draw) -> Instance:
    """A run, mostly along one line so that ‖w‖ is rational; then u is w/‖w‖, and ρ mostly large."""
    run_ = any_run(draw)
    last = run_.weights[run_.updates]
    length = Root(dot(last, last)).square
    exact = next((Fraction(n, 2) for n in range(1, 30) if Fraction(n * n, 4) == length), Fraction(0))
    comparator = tuple(c / exact for c in last) if exact and not draw.rarely() else run_.u
    rho = draw.number() if draw.rarely() else Fraction(1 << draw.upto(7))
    return replace(run_, u=comparator, gamma=rho).instance() if not draw.rarely() else _line(draw, rho)


def _line(draw: Draw, rho: Fraction) -> Instance:
    """Equal examples in one dimension, update after update: no run of the Perceptron unless short."""
    count = 1 + draw.upto(3)
    return Instance(count, {"M": count}, {"γ": rho, "R": one}, {}, {"u": (one,)}, {"z": [(one,)] * count})


# False on every run with w ≠ 0 ---------------------------------------------------------------------------------------------------------

direction = (*final_length(), Fact("comparator", "w = ‖w‖u, so that u is w/‖w‖ where w ≠ 0", null(w(M) - W * u)))
measured = (
    tight_slack(),
    *loss_length,
    *sequence("P", P, 0, P(k) + inner(u, z(k)) ** 2, "P is the sum of ⟨u, z⟩² over the updates", "P grows by ⟨u, z(k)⟩²"),
    positive_margin(),
    gamma_reciprocal,
)


def gain(d: Derivation) -> tuple[str, str]:
    """‖w‖(⟨u, w⟩ − ‖w‖) = 0 and γ(⟨u, w⟩ − ‖w‖) ≥ 0: the bracket is 0, by division if ‖w‖ > 0, and else as both are 0."""
    gap = scored - W
    whole = d.have(eq(W * gap, 0), note="‖w‖⟨u, w⟩ = ‖w‖²")

    def null(case: str) -> str:
        d.have(eq(gap, W * (inner(u, u) - 1)))
        return d.have(le(gap**2, 0))

    d.cases(-W, null, lambda case: d.have(le(gap**2, 0)))
    return whole, d.have(ge(gamma * gap, 0), note="⟨u, w⟩ = ‖w‖")


def small_loss(d: Derivation) -> str:
    """Σξ² ≤ γ²M − 2γ‖w‖ + P."""

    def claim(i: Index) -> Polynomial:
        return gamma**2 * number(i) - 2 * gamma * inner(u, w(i)) + P(i)

    def step(i: Index, before: str) -> None:
        tight, missing = d.at("ξ is tight", i), gamma - inner(u, z(i))
        d.have(le(xi(i) ** 2, missing**2), tight, note="a positive part is no longer than what it is taken of")
        d.have(eq(gamma * inner(u, w(i + 1)), gamma * (inner(u, w(i)) + inner(u, z(i)))))

    d.upto(M, lambda i: le(Q(i), claim(i)), (), step)
    gain(d)
    sized = d.have(le((H2 * gamma) ** 2, gamma**2 * m - 2 * gamma * W + P(M)))
    divided = d.have(le(H2**2, m - 2 * per_gamma * W + per_gamma**2 * P(M)), sized, "1/γ", note="H₂² ≤ M − 2‖w‖/γ + P/γ²")
    return divided


def scaled_far(d: Derivation, extra: Polynomial) -> str:
    """2‖w‖/ρ > (P + extra)/ρ², from ‘far’: times 1/ρ², which is positive."""
    positive = d.have(gt(per_gamma**2, 0))
    return d.have(gt(2 * per_gamma * W, per_gamma**2 * (P(M) + extra)), "far", positive, "1/γ")


words_far = "γ is large: every large enough γ will do if ‖w‖ > 0, and none if w = 0 and R ≥ 0"


@theorem(
    *recurrence(),
    *direction,
    *measured,
    *squares(),
    *root_of("√S₂", v, S2(M)),
    Fact("far", words_far, gt(2 * gamma * W, P(M) + 2 * R * v)),
    claim=Display("H2**2 + (2*R/gamma**2)*sqrt(S2) < M"),
    sample=sample,
)
def squared_hinge_never(d: Derivation) -> None:
    """MR (5) as printed fails on every run with w ≠ 0: H₂² + (2R/γ²)√Σ‖x‖² < M at u = w/‖w‖ and every large γ.

    Any learner that adds yx on some rounds, and any R: no run with w ≠ 0 obeys (5) for all u and γ; MR writes r for R, ρ for γ and ‖L‖₁ for
    H₂².

    Printed, and false:
    - MR Corollary 2, (5): false as printed
    """
    loss = small_loss(d)
    d.conclude(loss, scaled_far(d, 2 * R * v))


@theorem(
    (*recurrence(), *direction, *measured, *root_of("√M", s, m), Fact("far", words_far, gt(2 * gamma * W, P(M) + 4 * R**2 * s))),
    claim=Display("(2*R**2/gamma**2 + H2)**2 < M"),
    sample=sample,
)
def squared_hinge_never_radius(d: Derivation) -> None:
    """MR (6) as printed fails on every run with w ≠ 0: (2R²/γ² + H₂)² < M at u = w/‖w‖ and every large γ.

    Any learner that adds yx on some rounds, and any R: no run with w ≠ 0 obeys (6) for all u and γ; MR writes r for R, ρ for γ and ‖L‖₁ for
    H₂².

    Printed, and false:
    - MR Corollary 2, (6): false as printed
    """
    loss, far = small_loss(d), scaled_far(d, 4 * R**2 * s)
    images: Images = {"ξ": lambda i: inner(u, z(i)), "TD": lambda i: inner(u, w(i)), "Q": P}
    d.expand("zero start", u)
    i = Index("i")
    d.generalise(d.expand(d.at("update", i), u), i)
    d.cite("losses-cauchy-schwarz", note="‖w‖² ≤ M·P", **images)
    gain(d)
    spread = d.have(ge(P(M) * m, W**2))
    sign = d.cite("losses-square", a=1, b=0, **images)
    below = d.have(ge(P(M) + 4 * R**2 * s, 0), sign, "√M ≥ 0")
    d.have(gt(2 * gamma * W, 0))
    wide = d.have(gt(W**2, 0), note="w ≠ 0")
    some = d.have(gt(s, 0), "√M", "√M ≥ 0", spread, wide)
    squared = d.have(ge((2 * gamma * W) ** 2, 16 * P(M) * R**2 * s), "far", below, note="(P + 4r²√M)² ≥ 16Pr²√M")
    root = 4 * gamma**2 * W**2 * s**2 - 16 * W**2 * R**2 * s
    scaled = d.have(ge(root, 0), squared, spread, "√M ≥ 0", "√M")
    short = d.have(ge(gamma**2 * s, 4 * R**2), scaled, wide, some, note="so γ²√M ≥ 4R²")
    d.have(ge(s, 4 * R**2 * per_gamma**2), short, "1/γ", note="2R²/γ² ≤ √M/2")
    a = 2 * R**2 * per_gamma**2
    d.have(gt((s - a) ** 2, H2**2), loss, far, "√M", note="H₂ < √M − 2R²/γ²")
    d.have(ge(s - a, 0))
    root_ = d.have(gt(s - a, H2))
    more = d.have(ge(a + H2, 0), "H₂ ≥ 0")
    d.conclude(root_, more, "√M ≥ 0", "√M", some)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Where MR (5) and (6) as printed are true, ρ ≤ r, and what their repair is worth: (3) ≤ (7) ≤ (5′).
#
# Source: MR Corollary 2, (5) and (6); Theorem 3, (7).
#
# The proofs. For ρ ≤ r the printed 2r/ρ² and 2r²/ρ² are no less than the repaired 2/ρ and 2r/ρ. For ρ > r the printed forms fail, on every
# run with w ≠ 0 for large ρ (`squared-hinge-never`). With x² = xH₂ + c, x the root in (7), c = √Σ‖x‖²/ρ, the difference of (5′) and (7) is
# H₂² + 2c − x² = (H₂/2 − √(H₂²/4 + c))², so the repaired (5) never says more than (7), nor that more than (3) (`l1-dominates-l2`).


def sample_small(draw: Draw) -> Instance:
    """A run with any unit comparator and mostly ρ ≤ r."""
    run_ = any_run(draw)
    comparator = run_.u if draw.rarely() else UNITS[len(run_.u)][draw.upto(1)]
    rho = draw.number() if draw.rarely() else Fraction(1, 1 + draw.upto(3))
    radius = run_.R if draw.rarely() else Root(max(run_.R.square, rho**2))
    return replace(run_, u=comparator, gamma=rho, R=radius).instance()


near = Fact("ρ ≤ r", "γ is at most R; MR writes ρ and r", le(gamma, R))


def share(d: Derivation) -> tuple[str, str]:
    """1/ρ > 0 and r/ρ ≥ 1."""
    per_gamma_sign = d.have(gt(per_gamma, 0))
    return per_gamma_sign, d.have(ge(per_gamma * R, 1))


def squares_product(least: str) -> Certificate:
    """2(x² − x) = 2(x − 1)² + 2(x − 1)."""
    return certificate(product(2, least, least), product(2, least))


@theorem(
    (*run, unit_comparator(), *squares(), *loss_length, *root_of("√S₂", v, S2(M)), gamma_reciprocal, near),
    claim=Display("M <= H2**2 + (2*R/gamma**2)*sqrt(S2)"),
    sample=sample_small,
)
def squared_hinge_close(d: Derivation) -> None:
    """MR (5) as printed holds for γ ≤ R: M ≤ H₂² + (2R/γ²)√Σ‖x‖².

    γ and R are MR’s ρ and r; for γ ≤ R the printed term 2R/γ² is no less than the true one, 2/γ.

    Printed, and false:
    - MR Corollary 2, (5): false as printed
    """
    d.cite("squared-hinge", note="(5′)")
    share(d)
    d.have(ge(per_gamma * v * (per_gamma * R - 1), 0))


@theorem(
    (*run, unit_comparator(), bounded(R), *loss_length, gamma_reciprocal, near),
    claim=Display("M <= (2*R**2/gamma**2 + H2)**2"),
    sample=sample_small,
)
def squared_hinge_close_radius(d: Derivation) -> None:
    """MR (6) as printed holds for γ ≤ R: M ≤ (2R²/γ² + H₂)².

    γ and R are MR’s ρ and r; for γ ≤ R the printed term 2R²/γ² is no less than the true one, 2R/γ.

    Printed, and false:
    - MR Corollary 2, (6): false as printed
    """
    d.have(ge(R, 0))
    d.cite("squared-hinge-radius", note="(6′)")
    _, least = share(d)
    d.have(ge(2 * R**2 * per_gamma**2, 2 * per_gamma * R), by=squares_product(least))
    d.have(ge(2 * per_gamma * R + H2, 0))


x, c, root = real("H₂"), real("c"), real("√(H₂²/4 + c)")


@theorem(
    Fact("c ≥ 0", "c is not negative, nor is what it stands for", ge(c, 0)),
    *root_of("√(H₂²/4 + c)", root, Fraction(1, 4) * x**2 + c, "the root in (7)", "squared is H₂²/4 + c"),
    claim=Display("(length/2 + sqrt(length**2/4 + c))**2 <= length**2 + 2*c", {"length": x, "c": c}),
    sample=lambda draw: Instance(0, reals={"H₂": abs(draw.number()), "c": abs(draw.number())}),
    reach=Reach(unit_game, "(H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2 <= H2**2 + 2*sqrt(S2)/gamma", ()),
    played=True,
)
def squared_hinge_order(d: Derivation) -> None:
    """MR (7) is never worse than the repaired (5): (H₂/2 + √(H₂²/4 + c))² ≤ H₂² + 2c with c = √Σ‖x‖²/γ.

    The repaired (5) never says more than (7), nor does (7) say more than (3), by `l1-dominates-l2`.

    Printed, and true:
    - MR Theorem 3, (7)
    - MR Corollary 2, (5): false as printed
    """
    d.conclude("√(H₂²/4 + c)", note="the difference is (H₂/2 − √(H₂²/4 + c))²")
