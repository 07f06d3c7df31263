"""MR: the sphere of the introduction, Lemma 1's start, a step of Theorem 2's proof, the paragraph on the squared hinge, and Theorem 4."""

from proofs.statements.authoring import (
    Fact, Fraction, Instance, M, R, eq, every, gamma, ge, gt, implies, inner, k, le, ln, misprint, mistake_driven, number, perceptron,
    positive_margin, positive_part, real, reciprocal_fact, recurrence, separable, seq, squares, unit_comparator, vec, w, z,
)  # fmt: skip
from proofs.theorems.misprints.runs import updates, vector

per_gamma, per_rho, c, r = real("1/γ"), real("1/ρ"), vec("c"), real("r")
x, y, f, g, h, phi, apart, slope, rho = (real(name) for name in ("x", "y", "f", "g", "h", "φ(x)", "|φ(0) − φ(x)|", "slope", "ρ"))
S2 = seq("S2")
reciprocal = reciprocal_fact("γ", gamma)
rate = (Fact("ρ > 0", "ρ is a margin", gt(rho, 0)), Fact("1/ρ", "its reciprocal", eq(per_rho * rho, 1)))
printed_slope = (
    Fact("slope ≥ 0", "an absolute value", ge(slope, 0)),
    Fact("slope", "of (2/ρ)(r/ρ − 1)", eq(slope**2, (2 * per_rho * (r * per_rho - 1)) ** 2)),
)


@misprint(
    "novikoff",
    *perceptron(),
    positive_margin(),
    unit_comparator(),
    separable(),
    reciprocal,
    Fact("R ≥ 0", "a radius", ge(R, 0)),
    Fact("sphere", "‖x − c‖ ≤ R (all labels are 1)", every(k, le(inner(z(k) - c, z(k) - c), R**2), below=number(M))),
    claim=le(number(M), (R * per_gamma) ** 2),
)
def MR_sphere() -> Instance:
    """MR section 2, radius: r²/ρ² mistakes, r the radius of the sphere containing the training instances"""
    return updates([vector(1)], reals={"γ": 1, "1/γ": 1, "R": 0}, u=vector(1), c=vector(1))


@misprint("norm-growth", recurrence()[1], mistake_driven(), *squares(), claim=le(inner(w(M) - w(0), w(M) - w(0)), S2(M)))
def MR_lemma_1() -> Instance:
    """MR Lemma 1: ‖Σ yx‖ ≤ √Σ‖x‖² (for the algorithm of Figure 1, started at w₀)

    From 5/2 on x = 1, y = −1: three mistakes, and ‖Σyx‖ = 3 > √3.
    """
    return updates([vector(-1)] * 3, start=vector("5/2"))


@misprint(
    "admissible-bound",
    *positive_part(phi, 1 - x, "φ(x)"),
    Fact("distance ≥ 0", "an absolute value", ge(apart, 0)),
    Fact("distance", "of φ(0) − φ(x), φ(0) = 1", eq(apart**2, (1 - phi) ** 2)),
    claim=eq(phi, 1 - apart),
)
def MR_phi() -> Instance:
    """MR proof of Theorem 2: φ(u·z) = φ(0) − |φ(0) − φ(u·z)|"""
    return Instance(0, reals={"x": -1, "φ(x)": 2, "|φ(0) − φ(x)|": 1})


@misprint(
    "squared-hinge-lipschitz",
    *rate,
    *printed_slope,
    *positive_part(f, 1 - x * per_rho, "f"),
    *positive_part(g, 1 - y * per_rho, "g"),
    Fact("x in range", "|x| ≤ r", le(x**2, r**2)),
    Fact("y in range", "|y| ≤ r", le(y**2, r**2)),
    claim=le((f**2 - g**2) ** 2, slope**2 * (x - y) ** 2),
)
def MR_slope() -> Instance:
    """MR before Corollary 2: max |φ′| on [−r, r] is |(2/ρ)(r/ρ − 1)|, the slope at r"""
    return Instance(0, reals={"r": 1, "ρ": 1, "1/ρ": 1, "slope": 0, "x": -1, "y": 0, "f": 2, "g": 1})


@misprint("squared-hinge-lipschitz", *rate, *printed_slope, Fact("r > 0", "a radius", gt(r, 0)), claim=le(slope, 2 * r * per_rho**2))
def MR_slope_bound() -> Instance:
    """MR before Corollary 2: |(2/ρ)(r/ρ − 1)| ≤ 2r/ρ²"""
    return Instance(0, reals={"r": 1, "ρ": 3, "1/ρ": Fraction(1, 3), "slope": Fraction(4, 9)})


# -- MR Theorem 4: what “bounded by one”, “any δ > 0” and a loss L(yh(x)) leave open.


T, delta, per_delta, b, p = (real(name) for name in ("T", "δ", "1/δ", "b", "P"))
risk, loss, other = real("risk"), real("loss"), real("other loss")
tie = real("L(0)")
first, second = real("1[h errs on y = 1]"), real("1[h errs on y = −1]")
printed = ln(2 * (T + 1) * per_delta)
allowed = (
    Fact("δ > 0", "the probability of failure that is allowed", gt(delta, 0)),
    Fact("1/δ", "its reciprocal", eq(per_delta * delta, 1)),
)


@misprint(
    "online-to-batch",
    *allowed,
    Fact("T", "one example", eq(T, 1)),
    Fact("loss", "a loss is at most 1", le(loss, 1)),
    Fact("other loss", "so is the other", le(other, 1)),
    Fact("P", "both come with probability P = 1/2", eq(2 * p, 1)),
    Fact("risk", "the risk is their mean", eq(risk, p * (loss + other))),
    Fact("likely", "P is more than δ", gt(p, delta)),
    Fact("b ≥ 0", "b is a root", ge(b, 0)),
    Fact("b", "of ln(2(T+1)/δ)/T, or more", ge(b**2 * T, printed)),
    claim=le(risk, loss + 6 * b),
)
def MR_bounded() -> Instance:
    """MR Theorem 4: L is bounded by one

    A loss of 1 or −100, half each: the mean is −99/2, and −100 has been met.
    """
    halves = {"δ": Fraction(1, 4), "risk": Fraction(-99, 2), "P": Fraction(1, 2)}
    return Instance(0, reals={**halves, "1/δ": 4, "T": 1, "loss": -100, "other loss": 1, "b": 2})


@misprint("online-to-batch", *allowed, Fact("T ≥ 1", "there is an example", ge(T, 1)), claim=ge(printed, 0))
def MR_delta() -> Instance:
    """MR Theorem 4: for any δ > 0 (√(ln(2(T+1)/δ)/T) is a number)"""
    return Instance(0, reals={"δ": 5, "1/δ": Fraction(1, 5), "T": 1})


@misprint(
    "online-to-batch",
    Fact("right at 0", "sgn(0) = +1: from 0 on h does not err on y = 1", implies(ge(h, 0), eq(first, 0))),
    Fact("wrong at 0", "but on y = −1", implies(ge(h, 0), eq(second, 1))),
    Fact("tie", "h(x) = 0", eq(h, 0)),
    claim=eq((tie - first) ** 2 + (tie - second) ** 2, 0),
)
def MR_sgn() -> Instance:
    """MR after (9): L(yh(x)), a function of yh(x), counts the mistakes of h"""
    return Instance(0, reals={"h": 0, "L(0)": 1, "1[h errs on y = 1]": 0, "1[h errs on y = −1]": 1})
