"""The Margin Perceptron with threshold (1−ε)γ makes at most 2/(ε²γ²) − 2/ε updates.

Source: BL before Theorem 3 says that γ/2 may be replaced by (1−ε)γ with bounds polynomial in 1/(εγ); this is one, by the same proof.

The proof is that of Theorem 3 with the envelope B(k) = 1/(εγ) + (1 − ε/2)γk: for n ≤ B and εγB ≥ 1,
n² + 2(1−ε)γn + 1 ≤ (B + (1 − ε/2)γ)², and γ(M + 1) ≤ ‖w‖ ≤ B(M) is the claim.  At ε = 1/2 it is 8/γ² − 4.
"""

from perceptron.extremal.families import MARGIN_SPIRALS
from proofs.statements.authoring import (
    Certificate, Derivation, Fraction, Index, M, Page, Polynomial, Source, Term, certificate, eq, gamma, ge, gt, le, length as n, number,
    product, real, square,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import eps, reciprocals, statement as family_statement, vectors

statement = family_statement(
    "margin-perceptron-epsilon",
    "The Margin Perceptron at threshold (1−ε)γ: M ≤ 2/(ε²γ²) − 2/ε",
    (Source("BL", "before Theorem 3, (1−ε)γ", "says polynomial in 1/(εγ)"),),
    "M <= 2/(eps**2*gamma**2) - 2/eps",
    "told a margin γ that some u with ‖u‖ ≤ 1 attains, its threshold being (1−ε)γ; M does not count the first example",
)
growth = 1 - Fraction(1, 2) * eps


def prove(d: Derivation) -> None:
    per_gamma, per_eps = real("1/γ"), real("1/ε")
    per_gamma_sign, per_eps_sign = reciprocals(d)
    margin = d.cite("margin-at-most-one", note="γ ≤ 1")
    grows = d.cite("margin-step", c=1 - eps, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2(1−ε)γ‖w(k)‖ + 1")
    unit = d.have(eq(eps * gamma * per_eps * per_gamma, 1), "1/ε", "1/γ")
    start = d.have(gt(per_eps * per_gamma, 0), per_eps_sign, per_gamma_sign)
    slope = d.have(ge(growth * gamma, 0), "ε ≤ 1", "positive margin")
    square = d.have(gt(eps * gamma * gamma, 0), "ε > 0", "positive margin")

    def envelope(at: Term) -> Polynomial:
        return per_eps * per_gamma + growth * gamma * at

    def base() -> str:
        large = d.have(ge(per_gamma, 1), margin, per_gamma_sign, "1/γ"), d.have(ge(per_eps, 1), "ε ≤ 1", per_eps_sign, "1/ε")
        return d.have(le(n(1), envelope(0)), d.cite("first-length"), *large, note="‖w‖ ≤ 1 ≤ 1/(εγ)")

    def step(k: Index, before: str) -> str:
        at, count = k + 1, d.natural(k)
        B, sign = envelope(number(k)), d.at("‖w‖ ≥ 0", at)
        late = d.have(ge(number(k) * growth, 0), count, "ε ≤ 1")
        steep = d.have(ge(eps * gamma * B, 1), unit, d.have(ge(eps * gamma * gamma * number(k) * growth, 0), late, square))
        room = d.have(
            le(n(at) ** 2 + 2 * (1 - eps) * gamma * n(at) + 1, (B + growth * gamma) ** 2),
            before,
            sign,
            steep,
            "positive margin",
            "ε ≤ 1",
            by=_overshoot(before, sign, steep),
            note="the overshoot step",
        )
        below = d.have(le(n(at + 1) ** 2, envelope(number(k) + 1) ** 2), d.at(grows, at), room)
        positive = d.have(ge(envelope(number(k) + 1), 0), start, slope, d.have(ge(number(k) + 1, 0), count))
        return d.have(le(n(at + 1), envelope(number(k) + 1)), below, positive, d.at("‖w‖ ≥ 0", at + 1))

    last = d.at(d.induction(lambda k: le(n(k + 1), envelope(number(k))), base, step, upto=M, note="‖w‖ ≤ 1/(εγ) + (1−ε/2)γk"), M)
    gained = d.at(d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk"), vectors)
    met = d.have(le(eps * gamma * number(M), 2 * (per_eps * per_gamma - gamma)), gained, last, note="γ(M + 1) ≤ ‖w‖ ≤ 1/(εγ) + (1−ε/2)γM")
    once = d.have(le(gamma * number(M), 2 * per_eps * (per_eps * per_gamma - gamma)), met, per_eps_sign, "1/ε", note="divide by ε")
    d.conclude(once, per_gamma_sign, "1/γ", note="divide by γ")


def _overshoot(below: str, sign: str, steep: str) -> Certificate:
    """(B + (1−ε/2)γ)² − (n² + 2(1−ε)γn + 1) = (B−n)² + 2n(B−n) + 2(1−ε)γ(B−n) + (εγB − 1) + ((1−ε/2)γ)²."""
    cross = product(2, "ε ≤ 1", "positive margin", below)
    return certificate(product(below, below), product(2, below, sign), cross, steep, square(growth * gamma))


page = Page(
    statement=statement,
    prove=prove,
    cites=("margin-at-most-one", "first-length", "margin-step", "weights-grow"),
    misprints=(
        "BL before Theorem 3: ε > 0 is not said; at ε = 0, the greatest margin, the learner need not halt (`margin-perceptron-full`).",
    ),
    families=MARGIN_SPIRALS,
    derivation=derivations.straight,
)
