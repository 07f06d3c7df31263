"""The Margin Perceptron makes at most 8/γ² − 4 updates: the lecture's 8/γ², with its two gaps closed.

The learner starts at w = y·x of the first example, which is not counted, and updates whenever y⟨w, x⟩ < (γ/2)‖w‖.  If ‖x‖ ≤ 1 and some
comparator u with ‖u‖ ≤ 1 has y⟨u, x⟩ ≥ γ > 0 on every example, then M ≤ 8/γ² − 4.

Source: BL Theorem 3, which prints 8/γ².

The proof.  In all, M + 1 vectors are added.  *Never 0*: each gains γ along u, so ‖w‖ ≥ γ(k + 1) > 0 and the rule never divides by 0.
*Energy*: an update takes n = ‖w‖ to at most √(n² + γn + 1).  The lecture bounds that by n + 3γ/4 where n ≥ 2/γ and passes over the steps
that start below 2/γ; the envelope B(k) = 2/γ + 3γk/4 takes both in one step, for n ≤ B and γB ≥ 2 give n² + γn + 1 ≤ (B + 3γ/4)².
It starts right because ‖w‖ ≤ 1 ≤ 2/γ after the first example.  *Join*: γ(M + 1) ≤ ‖w‖ ≤ 2/γ + 3γM/4, and the extra γ on the left, which the
lecture gives away, is the −4.

Tight?  No: the true worst case is about 2.5129/γ², and the run below shows the slack of this proof.
"""

from __future__ import annotations

from fractions import Fraction

from perceptron.extremal import Extremal, margin_spiral
from proofs.derive.derivation import Derivation
from proofs.derive.terms import Term, eq, every, ge, gt, inner, le, number, real
from proofs.game import Game
from proofs.kernel import Index, Polynomial
from proofs.page import Page
from proofs.setting import (
    SYMBOLS,
    M,
    bounded,
    gamma,
    k,
    lengths,
    positive_margin,
    recurrence,
    separable,
    u,
    unit_comparator,
    w,
    z,
)  # fmt: skip
from proofs.setting import length as n
from proofs.statement import Fact, Source, Statement

vectors = M + 1  # the first example only initialises, so M + 1 vectors are added in all

statement = Statement(
    id="margin-perceptron",
    title="The Margin Perceptron: M ≤ 8/γ² − 4",
    sources=(Source("BL", "Theorem 3", "prints 8/γ²; skips the steps below ‖w‖ = 2/γ and the division by ‖w‖"),),
    game=Game(learner="margin", eps=Fraction(1, 2), setting="separable", norm="ball", comparator="ball"),
    bound="M <= 8/gamma**2 - 4",
    facts=(
        *recurrence(),
        Fact(
            "margin rule",
            "an update happens only if y⟨w, x⟩ < (γ/2)‖w‖; at the first example both sides are 0",
            every(k, le(inner(w(k), z(k)), Fraction(1, 2) * gamma * n(k)), below=number(vectors)),
        ),
        *lengths(),
        positive_margin(),
        unit_comparator(),
        bounded(updates=vectors),
        separable(vectors),
    ),
    symbols=SYMBOLS,
)


def prove(d: Derivation) -> None:
    q = real("1/γ")
    q_sign = d.have(gt(q, 0), "1/γ", "positive margin")

    def envelope(at: Term) -> Polynomial:
        return 2 * q + Fraction(3, 4) * gamma * at

    def squared(at: Index) -> str:
        """‖w(k+1)‖² = ‖w(k)‖² + 2⟨w(k), z(k)⟩ + ‖z(k)‖²"""
        moved = d.at("update", at)
        sides = d.expand(moved, w(at + 1)), d.expand(moved, w(at)), d.expand(moved, z(at))
        lengths = d.at("‖w‖", at), d.at("‖w‖", at + 1)
        return d.have(eq(n(at + 1) ** 2, n(at) ** 2 + 2 * inner(w(at), z(at)) + inner(z(at), z(at))), *sides, *lengths)

    def base() -> str:
        """After the first example ‖w‖ ≤ 1 ≤ 2/γ, since γ ≤ ⟨u, z(0)⟩ ≤ 1."""
        first = Index(None)
        bounded, gain = d.at("bounded examples", first), d.at("separable", first)
        joined = d.cite("cauchy-schwarz", a=u, b=z(0))
        small = d.have(le(inner(u, z(0)) ** 2, 1), joined, bounded, "unit comparator", d.square(z(0)))
        margin = d.have(le(gamma, 1), gain, small, "positive margin")
        start = d.expand("zero start", w(0))
        cross = d.expand("zero start", z(0))
        length = d.have(le(n(1) ** 2, 1), squared(first), d.at("‖w‖", first), start, cross, bounded)
        one = d.have(le(n(1), 1), length, d.at("‖w‖ ≥ 0", 1))
        large = d.have(ge(q, 1), margin, q_sign, "1/γ")
        return d.have(le(n(1), envelope(0)), one, large, note="‖w‖ = 1 ≤ 2/γ")

    def step(k: Index, before: str) -> str:
        """n ≤ B and γB ≥ 2 give n² + γn + 1 ≤ (B + 3γ/4)²: the overshoot step."""
        at = k + 1
        rule, short = d.at("margin rule", at), d.at("bounded examples", at)
        sign, count = d.at("‖w‖ ≥ 0", at), d.natural(k)
        grown = d.have(le(n(at + 1) ** 2, n(at) ** 2 + gamma * n(at) + 1), squared(at), rule, short)
        B = envelope(number(k))
        steep = d.have(ge(gamma * B, 2), "1/γ", "positive margin", count, note="γB ≥ 2")
        room = d.have(
            le(n(at) ** 2 + gamma * n(at) + 1, (B + Fraction(3, 4) * gamma) ** 2), before, sign, steep, "positive margin",
            certificate=_overshoot(before, sign, steep), note="the step the lecture skips below ‖w‖ = 2/γ",
        )  # fmt: skip
        below = d.have(le(n(at + 1) ** 2, envelope(number(k) + 1) ** 2), grown, room)
        positive = d.have(ge(envelope(number(k) + 1), 0), q_sign, "positive margin", count)
        return d.have(le(n(at + 1), envelope(number(k) + 1)), below, positive, d.at("‖w‖ ≥ 0", at + 1))

    always = d.induction(lambda k: le(n(k + 1), envelope(number(k))), base, step, upto=M, note="‖w‖ ≤ 2/γ + 3γk/4")
    last = d.at(always, M)
    never_null = d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk: never 0 after the first example")
    gained = d.at(never_null, vectors)
    met = d.have(le(gamma * number(M), 8 * q - 4 * gamma), gained, last, note="γ(M + 1) ≤ ‖w‖ ≤ 2/γ + 3γM/4")
    d.conclude(met, q_sign, "1/γ")


def _overshoot(below: str, sign: str, steep: str) -> dict[str, object]:
    """(B + 3γ/4)² − (n² + γn + 1) = (B−n)² + 2n(B−n) + γ(B−n) + (γB − 2)/2 + 9γ²/16."""
    one, two = Fraction(1), Fraction(2)
    terms = [[one, [below, below]], [two, [below, sign]], [one, ["positive margin", below]], [Fraction(1, 2), [steep]]]
    return {"strict": [one, ["z"]], "terms": [*terms, [Fraction(9, 16), ["positive margin", "positive margin"]]], "equations": []}


def attained() -> Extremal:
    """The spiral in R³ that keeps y⟨w, x⟩ just below (γ/2)‖w‖: γ²(M + 1) climbs to 2.5128, not to 8."""
    return margin_spiral(Fraction(20, 101))



page = Page(
    statement=statement,
    prove=prove,
    cites=("cauchy-schwarz", "weights-grow"),
    printed="true-with-assumptions",
    misprints=(
        "BL: ‘updating on some examples where the angle is more than 90°’: the new updates are those below 90° (y⟨w, x⟩ > 0).",
        "BL's step ‘if ‖w‖ ≥ 2/γ …’ passes over the updates that start below 2/γ.",
        "BL divides by ‖w‖; it is never 0 on separable data, which has to be shown (and is false without separability).",
        "γ must not exceed the true margin: above it the learner need not halt.",
    ),
    attained=attained,
)
