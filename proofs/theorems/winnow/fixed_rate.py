"""At a fixed rate Winnow errs for ever on separable examples in the plane: the margin that it needs does not go to 0 with γ.

Source: BL prints O((1/γ²) log n) without a word on the rate.  For each β > 1 and each t < 1 with t² ≥ 1/β, the examples x = (−t, 1) and
(1, −t) in turn, all positive, have the margin γ = (1−t)/2 for u = (1/2, 1/2), ‖x‖∞ = ‖u‖₁ = 1.  After a first example of the same margin
that sets the exponents d = (1+t)/2 apart (`perceptron.extremal.winnow.fixed_rate`), every round is a mistake.

The proof.  Let hi and lo be the exponents where x is −t and where it is 1, p = β^hi and r = β^lo.  A mistake makes them lo + 1 and hi − t,
and the next example has its entries the other way round, so their difference d stays.  As β^(−d) ≤ β^(−1/2) ≤ t, r ≤ tp; then 1/r ≥ t/p
for t < 1, and the score (r − 1/r) − t(p − 1/p) is not positive.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.derive.authoring.certificate import certificate, multiple, product, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_product, ln_tangent
from proofs.derive.authoring.terms import eq, every, ge, gt, le, nat, poly, real, seq
from proofs.kernel import Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.instance import Draw, Instance
from proofs.statements.property import Property
from proofs.statements.standard_facts import k
from proofs.statements.statement import Fact, Source
from proofs.theorems.winnow import derivations
from proofs.theorems.winnow.log_cosh import beta, eta, half
from proofs.theorems.winnow.sample_runs import power

t = real("t")
hi, lo, p, r, per_p, per_r = seq("hi"), seq("lo"), seq("p"), seq("r"), seq("1/p"), seq("1/r")
apart = half * (1 + t)


def score(i: Index) -> Polynomial:
    """Σ (w⁺ − w⁻)x, where x is −t at hi and 1 at lo."""
    return r(i) - per_r(i) - t * (p(i) - per_p(i))


def instance(rate: Fraction, second: Fraction, high: Fraction, low: Fraction, rounds: int) -> Instance:
    """The values for some rounds from the exponents high and low.  Raises InputError for a power that is irrational."""
    pairs = [(high, low)]
    for _ in range(rounds + 1):
        pairs.append((pairs[-1][1] + 1, pairs[-1][0] - second))
    weights = [(power(rate, a), power(rate, b)) for a, b in pairs]
    columns = {"hi": [a for a, _ in pairs], "lo": [b for _, b in pairs], "p": [a for a, _ in weights], "r": [b for _, b in weights]}
    return Instance(rounds, {}, {"β": rate, "t": second}, columns | {f"1/{name}": [1 / a for a in columns[name]] for name in "pr"})


def sample(draw: Draw) -> Instance:
    """Exponents in eighths, β an eighth power."""
    bases = tuple(Fraction(a, b) for a, b in ((5, 4), (2, 1), (3, 2), (6, 5), (9, 8), (7, 8), (1, 2)))
    entries = tuple(Fraction(a, 4) for a in (2, 3, 1, 0, -1, 4, -4, 8))
    rate = bases[draw.upto(6 if draw.rarely() else 3)] ** 8
    second = entries[draw.upto(7 if draw.rarely() else 2)]
    low = Fraction(draw.upto(8), 8) * (2 if draw.rarely() else 1)
    gap = draw.number(5) if draw.rarely() else (1 + second) / 2
    return instance(rate, second, low + gap, low, draw.upto(3))


def prove(d: Derivation) -> None:
    """The gap stays, r ≤ tp, and so the score is not positive."""
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))

    def stay(i: Index, before: str) -> str:
        return d.have(eq(hi(i + 1) - lo(i + 1), apart), before, d.at("hi", i), d.at("lo", i))

    always = d.induction(lambda i: eq(hi(i) - lo(i), apart), lambda: d.have(eq(hi(0) - lo(0), apart), "gap"), stay, note="the gap stays")
    square = d.have(gt(t * t, 0), by=certificate(strict("positive entry", "positive entry"), "z"))
    above = d.have(
        gt(beta, 1),
        "fast rate",
        "small entry",
        "positive entry",
        square,
        by=certificate(strict("small entry"), "fast rate", product("z", square), product("positive entry", "small entry")),
    )
    positive = d.have(gt(beta, 0), above)
    growing = ln_tangent(d, poly(1), beta, unit_sign, positive)
    rate = d.have(ge(eta, 0), by=certificate(growing, multiple(beta, unit), above, strict(positive, "z")))
    scaled = d.have(gt(beta * (t * t), 0), positive, square)
    squared = ln_product(d, t, t, "positive entry", "positive entry")
    parted = ln_product(d, beta, t * t, positive, square)
    least = ln_tangent(d, poly(1), beta * (t * t), unit_sign, scaled)
    whole = d.have(ge(ln(beta * (t * t)), 0), by=certificate(least, "fast rate", multiple(beta * t * t, unit), strict(scaled, "z")))
    root = d.have(ge(2 * ln(t) + eta, 0), whole, squared, parted, note="1/√β ≤ t")
    i = nat("i")
    gap, high, low = d.at(always, i), d.at("p", i), d.at("r", i)
    p_sign, r_sign = d.at("p > 0", i), d.at("r > 0", i)
    top = d.have(gt(t * p(i), 0), "positive entry", p_sign)
    split = ln_product(d, t, p(i), "positive entry", p_sign)
    below = d.have(
        ge(ln(t * p(i)) - ln(r(i)), 0),
        by=certificate(
            multiple(1, split),
            multiple(1, high),
            multiple(-1, low),
            multiple(eta, gap),
            product(half, root),
            product(half, rate, "positive entry"),
        ),
    )
    tangent = ln_tangent(d, t * p(i), r(i), top, r_sign)
    small = d.have(ge(t * p(i) - r(i), 0), tangent, below, r_sign, note="r ≤ tp", by=certificate(tangent, product(r_sign, below)))
    room = d.have(
        ge(p(i) - t * r(i), 0),
        small,
        "positive entry",
        "small entry",
        p_sign,
        by=certificate(product("positive entry", small), product("small entry", p_sign), product("small entry", p_sign, "positive entry")),
    )
    of_p, of_r = d.at("1/p", i), d.at("1/r", i)
    per_p_sign, per_r_sign = d.have(gt(per_p(i), 0), of_p, p_sign), d.have(gt(per_r(i), 0), of_r, r_sign)
    second = d.have(
        ge(per_r(i) - t * per_p(i), 0),
        room,
        per_p_sign,
        per_r_sign,
        of_p,
        of_r,
        note="1/r ≥ t/p",
        by=certificate(product(per_p_sign, per_r_sign, room), multiple(-per_r(i), of_p), multiple(t * per_p(i), of_r)),
    )
    d.generalise(d.have(le(score(i), 0), small, second), i)


page = Property(
    id="winnow-fixed-rate",
    title="At a fixed rate Winnow errs for ever on two separable examples in the plane, γ = (1−t)/2 for any t < 1 with t² ≥ 1/β",
    sources=(
        Source(
            "BL",
            "L2 margins and L1 margins",
            "O((1/γ²) log n) is refuted by this theorem for every rate that is fixed; it needs a rate tuned to γ",
        ),
    ),
    facts=(
        Fact("positive entry", "t is positive", gt(t, 0)),
        Fact("small entry", "t < 1, so that the margin is positive", gt(1, t)),
        Fact("fast rate", "β is at least 1/t²", ge(beta * t * t, 1)),
        Fact("gap", "the first example sets the exponents (1 + t)/2 apart", eq(hi(0) - lo(0), apart)),
        Fact("hi", "a mistake adds 1 where x was 1; the next x is −t there", every(k, eq(hi(k + 1), lo(k) + 1)), definition=True),
        Fact("lo", "a mistake takes t away where x was −t; the next x is 1 there", every(k, eq(lo(k + 1), hi(k) - t)), definition=True),
        Fact("p > 0", "a power is positive", every(k, gt(p(k), 0)), definition=True),
        Fact("r > 0", "a power is positive", every(k, gt(r(k), 0)), definition=True),
        Fact("p", "p is β to the power hi", every(k, eq(ln(p(k)), hi(k) * eta)), definition=True),
        Fact("r", "r is β to the power lo", every(k, eq(ln(r(k)), lo(k) * eta)), definition=True),
        Fact("1/p", "the second weight at hi", every(k, eq(per_p(k) * p(k), 1)), definition=True),
        Fact("1/r", "the second weight at lo", every(k, eq(per_r(k) * r(k), 1)), definition=True),
    ),
    claim=every(k, le(score(k), 0)),
    words="on every round the score of a positive example is at most 0, a mistake",
    sample=sample,
    prove=prove,
    derivation=derivations.too_fast,
)
