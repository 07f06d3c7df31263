"""The Margin Perceptron makes at most 8/γ² − 4 updates: the lecture's 8/γ², with its two gaps closed.

The learner starts at w = y·x of the first example, which is not counted, and updates whenever y⟨w, x⟩ < (γ/2)‖w‖.  If ‖x‖ ≤ 1 and some
comparator u with ‖u‖ ≤ 1 has y⟨u, x⟩ ≥ γ > 0 on every example, then M ≤ 8/γ² − 4.

Source: BL Theorem 3, which prints 8/γ².

The proof.  In all, M + 1 vectors are added.  *Never null*: each gains γ along u, so ‖w(k)‖ ≥ γk and the rule never divides by 0.
*Energy*: an update takes n = ‖w‖ to at most √(n² + γn + 1).  The lecture bounds that by n + 3γ/4 where n ≥ 2/γ and passes over the steps
that start below 2/γ; the envelope B(k) = 2/γ + 3γk/4 takes both in one step, for n ≤ B and γB ≥ 2 give n² + γn + 1 ≤ (B + 3γ/4)².
It starts right because ‖w‖ ≤ 1 ≤ 2/γ after the first example.  *Join*: γ(M + 1) ≤ ‖w‖ ≤ 2/γ + 3γM/4, and the extra γ on the left, which
the lecture gives away, is the −4.

Tight?  No: the true worst case is about 2.5129/γ², and the run below shows the slack of this proof.
"""

from perceptron.extremal.families import MARGIN_HALF
from proofs.statements.authoring import (
    SYMBOLS, Certificate, Derivation, Fraction, Game, Index, M, Polynomial, Source, Statement, Term, bounded, certificate, gamma, ge, gt,
    le, length as n, lengths, margin_rule, mistake_bound, number, positive_margin, product, real, recurrence, separable, unit_comparator,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations

vectors = M + 1  # the first example only initialises, so M + 1 vectors are added in all


def _overshoot(below: str, sign: str, steep: str) -> Certificate:
    """(B + 3γ/4)² − (n² + γn + 1) = (B−n)² + 2n(B−n) + γ(B−n) + (γB − 2)/2 + 9γ²/16."""
    gamma_squared = product(Fraction(9, 16), "positive margin", "positive margin")
    sizes = product(below, below), product(2, below, sign), product("positive margin", below)
    return certificate(*sizes, product(Fraction(1, 2), steep), gamma_squared)


@mistake_bound(
    Statement(
        sources=(Source("BL", "Theorem 3", "prints 8/γ²; skips the steps below ‖w‖ = 2/γ and the division by ‖w‖"),),
        game=Game(learner="margin", eps=Fraction(1, 2), setting="separable", norm="ball", comparator="ball"),
        bound="M <= 8/gamma**2 - 4",
        facts=(
            *recurrence(),
            margin_rule(Fraction(1, 2), vectors),
            *lengths(),
            positive_margin(),
            unit_comparator(),
            bounded(updates=vectors),
            separable(vectors),
        ),
        symbols=SYMBOLS,
    ),
    cites=("margin-at-most-one", "first-length", "margin-step", "weights-grow"),
    misprints=(
        "BL: ‘‖w(t+1)‖ ≤ ‖w(t)‖ + 1/(2‖w(t)‖)’ of the original algorithm divides by 0 at its first update.",
        "BL: the γ that the learner is told must not exceed the true margin, as BL assumes; above it the learner need not halt.",
    ),
    families=(MARGIN_HALF,),
    derivation=derivations.lecture,
)
def margin_perceptron(d: Derivation) -> None:
    """The Margin Perceptron: M ≤ 8/γ² − 4.

    Told a margin γ that some u with ‖u‖ ≤ 1 attains on examples no longer than 1, it makes at most 8/γ² − 4 updates after its first
    example, at the threshold γ/2.
    """
    per_gamma = real("1/γ")
    per_gamma_sign = d.have(gt(per_gamma, 0), "1/γ", "positive margin")
    margin = d.cite("margin-at-most-one", note="γ ≤ 1")
    grows = d.cite("margin-step", c=Fraction(1, 2), M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + γ‖w(k)‖ + 1")

    def envelope(at: Term) -> Polynomial:
        return 2 * per_gamma + Fraction(3, 4) * gamma * at

    def base() -> str:
        large = d.have(ge(per_gamma, 1), margin, per_gamma_sign, "1/γ")
        return d.have(le(n(1), envelope(0)), d.cite("first-length"), large, note="‖w‖ ≤ 1 ≤ 2/γ")

    def step(k: Index, before: str) -> str:
        at, count = k + 1, d.natural(k)
        B, sign = envelope(number(k)), d.at("‖w‖ ≥ 0", at)
        steep = d.have(ge(gamma * B, 2), "1/γ", "positive margin", count, note="γB ≥ 2")
        room = d.have(
            le(n(at) ** 2 + gamma * n(at) + 1, (B + Fraction(3, 4) * gamma) ** 2),
            before,
            sign,
            steep,
            "positive margin",
            by=_overshoot(before, sign, steep),
            note="the step the lecture skips below ‖w‖ = 2/γ",
        )
        below = d.have(le(n(at + 1) ** 2, envelope(number(k) + 1) ** 2), d.at(grows, at), room)
        positive = d.have(ge(envelope(number(k) + 1), 0), per_gamma_sign, "positive margin", count)
        return d.have(le(n(at + 1), envelope(number(k) + 1)), below, positive, d.at("‖w‖ ≥ 0", at + 1))

    last = d.at(d.induction(lambda k: le(n(k + 1), envelope(number(k))), base, step, upto=M, note="‖w‖ ≤ 2/γ + 3γk/4"), M)
    never_null = d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk: never null after the first example")
    met = d.have(le(gamma * number(M), 8 * per_gamma - 4 * gamma), d.at(never_null, vectors), last, note="γ(M + 1) ≤ ‖w‖ ≤ 2/γ + 3γM/4")
    d.conclude(met, per_gamma_sign, "1/γ")
