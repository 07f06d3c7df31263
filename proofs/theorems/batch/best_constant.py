"""MR Theorem 4 with √17 in place of 6, and with the printed logarithm: √17·√(ln(2(T+1)/δ)/T), which is the best that this argument gives.

Source: MR Theorem 4, (9), prints 6√(ln(2(T+1)/δ)/T).  The hypothesis is chosen as printed, so 2T inequalities of Hoeffding's fail with
probability 2δ/(T+1) in all; what is left of δ, (T−1)δ/(T+1), goes to that of Hoeffding and Azuma, whose deviation is then
a = √(ln((T+1)/((T−1)δ))/(2T)): together δ, with nothing to spare (`online-to-batch-best-confidence`).  T ≥ 2; for T = 1 the right side
is more than 1, since 17 ln 4 > 1.

The proof.  As in `online-to-batch`, risk ≤ mean loss + a + 4m/√T with m² = ln(T(T+1)/δ)/2.  By Cauchy–Schwarz (4m + √T·a)² ≤ 17(m² + Ta²),
and 2(m² + Ta²) is the logarithm of T(T+1)²/((T−1)δ²), no more than that of (2(T+1)/δ)².

Why no less: the step is an equality where ln(T(T+1)/δ) = 16 ln((T+1)/((T−1)δ)), about δ = T^(−2/15), and there what is needed tends to √17
times the root as T → ∞: more than 4.1 times at T = 10¹⁰⁰ and 4.12 at 10¹⁰⁰⁰, in balls (tests/theorems/test_batch_constant.py); on a grid of
T ≤ 10⁵ no more than 4.02 times was seen.  For δ = 1/10 the bound is below 1 from T = 135 on, (9) from 316.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.derive.authoring.certificate import certificate, multiple, product, square
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_product
from proofs.derive.authoring.terms import eq, every, ge, gt, le, number, real, seq
from proofs.kernel import Index
from proofs.kernel.axioms import ln
from proofs.statements.property import Property
from proofs.statements.standard_facts import k
from proofs.statements.statement import Fact, Source
from proofs.theorems.batch import derivations
from proofs.theorems.batch.confidence import above, aboves, azuma, below, belows, fails
from proofs.theorems.batch.online_to_batch import (
    AZUMA,
    HOEFFDING,
    T,
    a,
    b,
    c,
    confidence,
    delta,
    emp,
    i,
    long_log,
    losses,
    n,
    penalties,
    per_delta,
    per_T,
    reciprocal_T,
    risk,
    risks,
    selection,
    summed,
)
from proofs.theorems.batch.samples import sample_best, sample_best_confidence

root, per_rest = real("√17"), real("1/(T−1)")
rest, wide = ln((n + 1) * per_delta * per_rest), ln(2 * (n + 1) * per_delta)
HALF = Fraction(1, 2)
SOURCE = Source("MR", "Theorem 4, (9)", "prints the constant 6")


def _logarithms(d: Derivation) -> str:
    """ln(T(T+1)/δ) + ln((T+1)/((T−1)δ)) ≤ 2 ln(2(T+1)/δ), for T/(T−1) ≤ 4."""
    per_delta_sign = d.have(gt(per_delta, 0), "1/δ", "δ > 0")
    per_rest_sign = d.have(gt(per_rest, 0), "1/(T−1)", "two examples")
    first, second = n * (n + 1) * per_delta, (n + 1) * per_delta * per_rest
    whole = 2 * (n + 1) * per_delta
    grown = d.have(gt((n + 1) * per_delta, 0), per_delta_sign, "two examples")
    signs = d.have(gt(first, 0), grown, "two examples"), d.have(gt(second, 0), grown, per_rest_sign)
    whole_sign = d.have(gt(whole, 0), grown)
    joined, doubled = ln_product(d, first, second, *signs), ln_product(d, whole, whole, whole_sign, whole_sign)
    share = d.have(le(n * per_rest, 2), by=certificate(multiple(-2, "1/(T−1)"), product(per_rest_sign, "two examples")))
    square = d.have(gt((n + 1) * per_delta * ((n + 1) * per_delta), 0), grown)
    d.have(ge(whole * whole, first * second), share, square, note="T/(T−1) ≤ 4", by=certificate(product(square, share), product(2, square)))
    d.have(gt(first * second, 0), *signs)
    rises = d.cite("ln-monotone", a=first * second, b=whole * whole, note="ln rises")
    return d.have(le(long_log + rest, 2 * wide), joined, doubled, rises)


def prove(d: Derivation) -> None:
    d.have(ge(n, 1), "i", d.natural(i), name="T ≥ 1")
    logs = _logarithms(d)
    least = d.have(ge(long_log, 0), d.at("c", Index(None)))
    half = d.have(ge(long_log * HALF, 0), least)
    m, _, m_square, m_star = d.root(half, "m")
    r, r_sign, r_square, r_star = d.root(d.natural(T), "√T")
    j = Index("j")
    guard = d.assume(ge(n, number(j) + 1))
    d.generalise(d.discharge(d.have(le((number(j) + 1) * c(j) ** 2, m**2), d.at("c", j), m_square), guard), j)
    total = d.cite("reciprocal-roots", m=m, note="Σ 1/√k ≤ 2√T")

    def step(j: Index, before: str) -> str:
        small, under = d.at("chosen", j), d.at("Hoeffding below", j)
        claim = le((number(j) + 1) * (emp(i) + c(i)), risks(j + 1) + 2 * penalties(j + 1))
        return d.have(claim, before, small, under, d.at("Σrisk", j), d.at("Σc", j))

    always = d.induction(
        lambda j: le(number(j) * (emp(i) + c(i)), risks(j) + 2 * penalties(j)),
        lambda: d.have(le(0 * emp(i), risks(0) + 2 * penalties(0)), "Σrisk starts", "Σc starts"),
        step,
        upto=T,
        note="the least is at most the mean",
    )
    chosen = d.have(le(n * risk(i), n * (emp(i) + c(i))), d.have(le(risk(i), emp(i) + c(i)), d.at("Hoeffding above", i)), "T ≥ 1")
    mean = d.have(le(n * risk(i), losses(T) + n * a + 4 * m * r), chosen, d.at(always, T), total, "Azuma")
    spread = d.have(le(m**2 + n * a**2, n * b**2), m_square, "a", logs, "b")
    joint = d.have(
        le((4 * m + r * a) ** 2, (root * r * b) ** 2),
        note="(4m + √T·a)² ≤ 17(m² + Ta²)",
        by=certificate(product(17, spread), square(m - 4 * r * a), multiple(17 * b**2 - 17 * a**2, r_square), multiple(r**2 * b**2, "√17")),
    )
    short = d.have(le(4 * m + r * a, root * r * b), joint, d.have(ge(root * r * b, 0), d.have(ge(root * r, 0), "√17 ≥ 0", r_sign), "b ≥ 0"))
    scaled = d.have(
        le(4 * m * r + n * a, root * n * b), note="times √T", by=certificate(product(short, r_sign), multiple(a - root * b, r_square))
    )
    bound = d.have(le(n * risk(i), losses(T) + root * n * b), mean, scaled)
    sign = d.have(gt(per_T, 0), "1/T", "T ≥ 1")
    end = d.conclude(note="divide by T", by=certificate(product(bound, sign), multiple(risk(i) - root * b, "1/T")))
    d.forget(end, r_star, m_star)


page = Property(
    id="online-to-batch-best",
    title="Risk of the chosen hypothesis ≤ average loss while learning + √17·√(ln(2(T+1)/δ)/T), with probability 1 − δ",
    sources=(SOURCE,),
    facts=(
        *confidence[:2],
        Fact("two examples", "T ≥ 2", ge(n, 2), definition=True),
        Fact("1/(T−1)", "1/(T−1) is the reciprocal of T − 1", eq(per_rest * (n - 1), 1), definition=True),
        reciprocal_T,
        Fact("√17 ≥ 0", "√17 is a root", ge(root, 0), definition=True),
        Fact("√17", "√17 squared is 17", eq(root**2, 17), definition=True),
        Fact("b ≥ 0", "b is a root", ge(b, 0), definition=True),
        Fact("b", "b is √(ln(2(T+1)/δ)/T), or more", ge(n * b**2, wide), definition=True),
        *selection,
        Fact(
            "Hoeffding above",
            "no risk exceeds the average by more than c, but for a probability of δ/(T(T+1)) each",
            every(k, le(risk(k), emp(k) + c(k)), below=n),
            cited=HOEFFDING,
        ),
        Fact(
            "Hoeffding below",
            "no average exceeds the risk by more than c, but for a probability of δ/(T(T+1)) each",
            every(k, le(emp(k), risk(k) + c(k)), below=n),
            cited=HOEFFDING,
        ),
        Fact(
            "Azuma",
            "on average the risks exceed the losses by no more than a, but for a probability of (T−1)δ/(T+1)",
            le(risks(T), losses(T) + n * a),
            cited=AZUMA,
        ),
        Fact("a", "a is √(ln((T+1)/((T−1)δ))/(2T)), or less", le(2 * n * a**2, rest), definition=True),
    ),
    claim=le(risk(i), per_T * losses(T) + root * b),
    words="at every sample where the cited inequalities hold, the chosen hypothesis has at most that risk",
    sample=sample_best,
    prove=prove,
    derivation=derivations.best_batch,
    cites=("reciprocal-roots", "ln-monotone"),
)


def prove_confidence(d: Derivation) -> None:
    d.have(ge(n, 1), "two examples", name="T ≥ 1")

    def share(total: seq, name: str) -> str:
        """(T + 1)·(the sum of T such probabilities) ≤ δ."""

        def step(j: Index, before: str) -> str:
            return d.have(le(n * (n + 1) * total(j + 1), (number(j) + 1) * delta), before, d.at(name, j), d.at(total.name, j))

        first = d.have(le(n * (n + 1) * total(0), 0), f"{total.name} starts")
        always = d.induction(lambda j: le(n * (n + 1) * total(j), number(j) * delta), lambda: first, step, upto=T)
        return d.have(le((n + 1) * total(T), delta), d.at(always, T), "T ≥ 1")

    sums = share(aboves, "Hoeffding above"), share(belows, "Hoeffding below")
    joined = d.have(le((n + 1) * fails, (n + 1) * delta), *sums, "Azuma", "union", d.natural(T), note="2δ + (T − 1)δ")
    d.conclude(joined, "T ≥ 1")


failure = Property(
    id="online-to-batch-best-confidence",
    title="Those inequalities fail with probability at most 2δ/(T+1) + (T−1)δ/(T+1) = δ",
    sources=(Source("MR", "Theorem 4, ‘with probability at least 1 − δ’"),),
    facts=(
        Fact("two examples", "T ≥ 2", ge(n, 2), definition=True),
        Fact(
            "Hoeffding above",
            "a risk exceeds the average by more than c with probability δ/(T(T+1)) at most",
            every(k, le(n * (n + 1) * above(k), delta), below=n),
            cited=HOEFFDING,
        ),
        Fact(
            "Hoeffding below",
            "an average exceeds the risk by more than c with probability δ/(T(T+1)) at most",
            every(k, le(n * (n + 1) * below(k), delta), below=n),
            cited=HOEFFDING,
        ),
        Fact(
            "Azuma",
            "on average the risks exceed the losses by more than a with probability (T−1)δ/(T+1) at most",
            le((n + 1) * azuma, (n - 1) * delta),
            cited=AZUMA,
        ),
        Fact(
            "union",
            "that any of them fails has at most the sum of these probabilities",
            le(fails, aboves(T) + belows(T) + azuma),
            cited="Boole’s inequality",
        ),
        *summed(aboves, above),
        *summed(belows, below),
    ),
    claim=le(fails, delta),
    words="all of them hold with probability at least 1 − δ",
    sample=sample_best_confidence,
    prove=prove_confidence,
    derivation=derivations.best_confidence,
)
pages = (page, failure)
