"""MR Theorem 4, online to batch: from few mistakes while learning to a small risk of one hypothesis, with probability 1 − δ.

Source: MR Theorem 4, (9), after Cesa-Bianchi, Conconi & Gentile (2004). Of the hypotheses h₁, …, h_T that one is chosen whose average loss
on the examples from its own round on, k of them, plus c = √(ln(T(T+1)/δ)/(2k)) is least. MR says “bounded by one”; needed are losses from 0
to 1 (with a loss of 1 or −100 and T = 1, (9) fails half the time). The T examples are drawn independently from finitely many, with any
probabilities, and the learner is any function of the examples seen (`sampling`). So the claim is one formula, which holds the probability
and the risk. It is about each hypothesis whose penalised average is least, so that it does not matter which of them is chosen. Below, k ∈
{0, …, T − 1} is the hypothesis that has k + 1 examples left.

Λ is ln(T(T+1)/δ), or more, since a program has to round it; b is √(ln((T+1)/δ)/T), or more by at least as much.

The proof.  Where all averages are near the risks, and the losses met too, the chosen risk is at most the mean of the penalised averages,
so at most (Σloss + Ta + 2Σc)/T.  That fails with probability 2T·e^(−Λ) + e^(−2Ta²) at most (`choice`), which for 2Ta² = ln((T+1)/δ) is no
more than 3δ/(T + 1), so no more than δ for T ≥ 2.  Σc ≤ √(2TΛ), for 1/√1 + … + 1/√T ≤ 2√T.  T(T+1)/δ ≤ ((T+1)/δ)² brings both logarithms
to ln((T+1)/δ).  So the constant is 4 + 1/√2 < 4.71, where (9) has 6 and ln(2(T+1)/δ): `online-to-batch-constant`; with that logarithm √17
will do: `online-to-batch-best`.  For T = 1 the bound is more than 1, and for δ > 1 there is nothing to show.  For T < 316 and δ = 1/10, (9)
is above 1 and says nothing.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Polynomial, certificate, eq, exp, ge, gt, le, ln, ln_product, ln_rises, number, poly, product, real, root_at_least,
    root_of, theorem,
)  # fmt: skip
from proofs.theorems.batch import long_samples, samples
from proofs.theorems.batch.common import (
    MET, Losses, b, bound, by_size, constant, delta, failure, half, half_root, level, likely, log, long_log, penalised, per_T, per_delta, r,
    reciprocal_T, root_half, roots_summed, union,
)  # fmt: skip
from proofs.theorems.batch.one_draw import Lambda, P, T, a, averages, c, n, over, risk, tree


words = "b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is"
deviation = root_at_least("b", b, per_T * (2 * log + Lambda - long_log), words, times=2)
facts = (*tree, *level, *reciprocal_T, *penalised, *half_root, *deviation, averages)


def azumas_deviation(d: Derivation, whole: Polynomial, least: str) -> tuple[str, str, str]:
    """For x = `whole`, by the line `least` at least 1: the lines 2Ta² = ln x and x·e^(−2Ta²) ≤ 1, and the line to forget."""
    log_whole, sign, one = ln(whole), d.have(gt(whole, 0)), d.have(gt(1, 0))
    d.have(ge(log_whole, 0), ln_rises(d, poly(1), whole, one, sign, least), d.axiom("ln-one"))
    size = d.have(ge(half * per_T * log_whole, 0))
    _, _, _, star = d.root(size, "a")
    power = d.have(eq(2 * n * a**2, log_whole))
    return power, d.cite("exp-negative-log", x=whole, y=2 * n * a**2), star


def large(d: Derivation, losses: Losses) -> str:
    """With 2Ta² = ln((T+1)/δ)."""
    whole = (n + 1) * per_delta
    least = d.have(ge(whole, 1))
    power, _, star = azumas_deviation(d, whole, least)
    share = d.have(ge(delta - (n + 1) * exp(-2 * n * a**2), 0))
    room, r_star = _room(d, power)
    return d.forget(union(d, constant, room, delta, share, losses), star, r_star)


def _room(d: Derivation, power: str) -> tuple[str, str]:
    """Ta + 2Σc ≤ (4 + √½)Tb, and the line to forget."""
    most = 2 * log + Lambda - long_log
    twice = d.have(ge(2 * n * b**2, most), "b", d.natural(T), "1/T")
    logs = d.cite("confidence-logarithms", note="T(T+1)/δ ≤ ((T+1)/δ)²")
    _, _, r_square, r_star = d.root(d.natural(T), "√T")

    penalties = roots_summed(d, b * r, lambda j: d.have(le((number(j) + 1) * c(j) ** 2, (b * r) ** 2), twice, logs, d.at("c", j), r_square))
    d.have(le(a**2, (root_half * b) ** 2), twice, "Λ", power, "1/T > 0", "1/T", "√½")
    short = d.have(le(a, root_half * b))
    return d.have(ge(n * constant * b - n * a - 2 * over(c), 0), short, d.natural(T), penalties, r_square), r_star


def at_least_one(d: Derivation) -> str:
    """(4 + √½)b ≥ 1 for T = 1."""
    large, small = (n + 1) * per_delta, 2 * per_delta
    q = d.find_line(gt(per_delta, 0))
    order = d.have(ge(large, small), d.have(ge(n - 1, 0)), q)
    ln_rises(d, small, large, d.have(gt(small, 0)), d.have(gt(large, 0)), order)
    d.have(ge(b**2, n * b**2), d.find_line(ge(1, n)))
    d.cite("deviation-at-least-half")
    return d.have(ge(constant * b, 1))


what = "a risk above the average loss met and (4 + √½)b"


@theorem(
    (*facts, *failure(risk, bound(constant), what)),
    claim=le(P(0), delta),
    displayed=likely(risk, bound(constant), delta),
    sample=samples.sample,
    tails=long_samples.play(constant, long_samples.CONSTANT),
)
def online_to_batch(d: Derivation) -> None:
    """With probability at least 1 − δ, risk of the chosen hypothesis ≤ average loss while learning + (4 + 1/√2)·√(ln((T+1)/δ)/T).

    Of T examples drawn independently from finitely many, the probability is at most δ that a hypothesis whose penalised average is least
    has a risk above the right side.  With T ≤ 102, or T ≤ 181 for δ = 1/20, the right side is above 1 and the theorem says nothing.

    Printed, and true with assumptions:
    - MR Theorem 4, (9): needs losses from 0 to 1; prints the constant 6 and ln(2(T+1)/δ)
    """
    by_size(d, constant, lambda: large(d, MET), lambda: at_least_one(d), MET)


# ------------------------------------------------------------------------------------------------------------------------------------------
# What surrounds MR Theorem 4: the case of one example, and the printed constant 6.
#
# Source: MR Theorem 4, (9); the bound itself is `online-to-batch`.
#
# The proofs. For T = 1, the right side is more than 1, which no risk is, as ln(2/δ) ≥ 1 − δ/2. (4 + 1/√2)√(ln((T+1)/δ)/T) ≤
# 6√(ln(2(T+1)/δ)/T), since ln rises.

risk_confidence, loss = real("risk"), real("loss")


@theorem(
    *level,
    Fact("a probability", "δ ≤ 1", le(delta, 1)),
    *half_root,
    *root_at_least("b", b, ln(2 * per_delta), "b is √ln(2/δ), or more"),
    Fact("at most one", "the loss is at most 1, and so is the risk", le(risk_confidence, 1)),
    Fact("not negative", "the loss is not negative", ge(loss, 0)),
    claim=le(risk_confidence, loss + constant * b),
    sample=samples.sample_single,
)
def online_to_batch_single(d: Derivation) -> None:
    """For T = 1 the bound holds on every sample: risk ≤ loss + (4 + 1/√2)·√ln(2/δ).

    With one example the right side is more than 1.

    Printed, and true with assumptions:
    - MR Theorem 4, (9) for T = 1: losses are not negative and δ ≤ 1, neither of which is printed

    Proof. b ≥ 1/2.
    """
    least = d.cite("deviation-at-least-half", note="ln(2/δ) ≥ 1 − δ/2 ≥ 1/2, the tangent of ln at 1")
    d.conclude("at most one", "not negative", least, d.have(ge(root_half * b, 0)))


wider = real("b′")


@theorem(
    *level,
    *half_root,
    *reciprocal_T,
    Fact("b", "b is √(ln((T+1)/δ)/T), or less", le(b**2, per_T * log)),
    Fact("b′ ≥ 0", "b′ is a root", ge(wider, 0)),
    Fact("b′", "b′ is √(ln(2(T+1)/δ)/T), or more", ge(wider**2, per_T * ln(2 * (n + 1) * per_delta))),
    claim=le(constant * b, 6 * wider),
    sample=samples.sample_constant,
)
def online_to_batch_constant(d: Derivation) -> None:
    """MR (9) is weaker than this theorem: (4 + 1/√2)·√(ln((T+1)/δ)/T) ≤ 6√(ln(2(T+1)/δ)/T).

    b is the root in `online-to-batch`, b′ the one that MR prints.

    Printed, and true with assumptions:
    - MR Theorem 4, (9): the printed constant is 6
    """
    large, small = 2 * (n + 1) * per_delta, (n + 1) * per_delta
    first, second = d.have(gt(large, 0)), d.have(gt(small, 0))
    order = ln_rises(d, small, large, second, first, second, note="ln rises")
    share_of = d.have(gt(per_T, 0))
    shorter = d.have(le(b**2, wider**2), by=certificate("b", "b′", product(order, share_of)))
    d.conclude(shorter, "√½", "√½ ≥ 0", "b′ ≥ 0")


# ------------------------------------------------------------------------------------------------------------------------------------------
# MR Theorem 4 with √17 in place of 6, and with the printed logarithm: √17·√(ln(2(T+1)/δ)/T), which is the best that this argument gives.
#
# Source: MR Theorem 4, (9), prints 6√(ln(2(T+1)/δ)/T). The hypothesis is chosen as printed, so 2T inequalities of Hoeffding's fail with
# probability 2δ/(T+1) in all; what is left of δ, (T−1)δ/(T+1), goes to that of Hoeffding and Azuma, whose deviation is then a =
# √(ln((T+1)/((T−1)δ))/(2T)): together δ, with nothing to spare. For T = 1 the right side is more than 1, since 17 ln 4 > 1.
#
# The proof. As in `online-to-batch`, risk ≤ mean loss + a + 4m/√T with m² = ln(T(T+1)/δ)/2. By Cauchy–Schwarz (4m + √T·a)² ≤ 17(m² + Ta²),
# and 2(m² + Ta²) is the logarithm of T(T+1)²/((T−1)δ²), no more than that of (2(T+1)/δ)².
#
# Why no less: the step is an equality where ln(T(T+1)/δ) = 16 ln((T+1)/((T−1)δ)), about δ = T^(−2/15), and there what is needed tends to
# √17 times the root as T → ∞: more than 4.1 times at T = 10¹⁰⁰ and 4.12 at 10¹⁰⁰⁰, in balls (tests/theorems/test_bounds_on_runs.py); on a
# grid of T ≤ 10⁵ no more than 4.02 times was seen. For δ = 1/10 the bound is below 1 from T = 135 on, (9) from 316.

root, per_rest = real("√17"), real("1/(T−1)")
rest, wide = ln((n + 1) * per_delta * per_rest), ln(2 * (n + 1) * per_delta)
room_for = 2 * wide + Lambda - long_log


def _round(d: Derivation) -> str:
    """2Tb² ≥ 2 ln(2(T+1)/δ) + Λ − ln(T(T+1)/δ)."""
    return d.have(ge(2 * n * b**2, room_for), "b", d.natural(T), "1/T")


def _large_best(d: Derivation) -> str:
    """With 2Ta² = ln((T+1)/((T−1)δ))."""
    gap = d.have(gt(n - 1, 0))
    _, star = d.inverse(gap, "1/(T−1)")
    _logarithms(d, star)
    whole = (n + 1) * per_delta * per_rest
    large = d.have(
        ge((n + 1) * per_delta, n + 1), by=certificate(product(d.find_line(ge(per_delta, 1)), d.natural(T)), d.find_line(ge(per_delta, 1)))
    )
    least = d.have(ge(whole, 1), large, d.find_line(gt(per_rest, 0)), star)
    _, last, a_star = azumas_deviation(d, whole, least)
    e = (n + 1) * exp(-2 * n * a**2)
    share = d.have(ge((n - 1) * delta - e, 0), last, "δ > 0", gap, "1/δ", star)
    room, stars = _room_best(d)
    return d.forget(union(d, root, room, (n - 1) * delta, share, MET), star, a_star, *stars)


def _room_best(d: Derivation) -> tuple[str, tuple[str, str]]:
    """Ta + 2Σc ≤ √17·Tb, by Cauchy–Schwarz, and the lines to forget."""
    _round(d)
    m, _, _, m_star = d.root(d.have(ge(half * Lambda, 0)), "m")
    _, r_sign, r_square, r_star = d.root(d.natural(T), "√T")
    penalties = roots_summed(d, m, lambda j: d.have(le((number(j) + 1) * c(j) ** 2, m**2)))
    spread = d.have(le(m**2 + n * a**2, n * b**2))
    d.have(le((4 * m + r * a) ** 2, (root * r * b) ** 2), spread, r_square, "√17", note="(4m + √T·a)² ≤ 17(m² + Ta²)")
    d.have(ge(root * r, 0))
    short = d.have(le(4 * m + r * a, root * r * b))
    return d.have(ge(n * root * b - n * a - 2 * over(c), 0), short, r_sign, r_square, penalties), (m_star, r_star)


def _logarithms(d: Derivation, star: str) -> str:
    """ln(T(T+1)/δ) + ln((T+1)/((T−1)δ)) ≤ 2 ln(2(T+1)/δ), for T/(T−1) ≤ 4."""
    per_rest_sign, two = (d.find_line(gt(per_rest, 0)), d.find_line(ge(n - 2, 0)))
    first, second = n * (n + 1) * per_delta, (n + 1) * per_delta * per_rest
    whole = 2 * (n + 1) * per_delta
    grown = d.have(gt((n + 1) * per_delta, 0))
    signs = d.have(gt(first, 0)), d.have(gt(second, 0))
    whole_sign = d.have(gt(whole, 0))
    ln_product(d, first, second, *signs)
    ln_product(d, whole, whole, whole_sign, whole_sign)
    d.have(ge(whole * whole, first * second), grown, star, per_rest_sign, two, note="T/(T−1) ≤ 4")
    d.cite("ln-monotone", a=first * second, b=whole * whole, note="ln rises")
    return d.have(le(long_log + rest, 2 * wide))


def _at_least_one_best(d: Derivation) -> str:
    """√17·b ≥ 4b ≥ 1 for T = 1."""
    large, small = 2 * (n + 1) * per_delta, 2 * per_delta
    order = d.have(ge(large, small))
    ln_rises(d, small, large, d.have(gt(small, 0)), d.have(gt(large, 0)), order)
    d.have(ge(b**2, n * b**2), d.find_line(ge(1, n)))
    d.cite("deviation-at-least-half")
    return d.have(ge(root * b, 1))


what_best = "a risk above the average loss met and √17·b"


@theorem(
    *tree,
    *level,
    *reciprocal_T,
    *penalised,
    *root_of("√17", root, 17, "√17 is a root", "√17 squared is 17"),
    *root_at_least("b", b, per_T * room_for, "b is √(ln(2(T+1)/δ)/T), or more by at least as much as Λ is", times=2),
    averages,
    *failure(risk, bound(root), what_best),
    claim=le(P(0), delta),
    displayed=likely(risk, bound(root), delta),
    sample=samples.sample_best,
    tails=long_samples.play(root, long_samples.CONSTANT, wide=2),
)
def online_to_batch_best(d: Derivation) -> None:
    """With probability at least 1 − δ, risk of the chosen hypothesis ≤ average loss while learning + √17·√(ln(2(T+1)/δ)/T).

    Of T examples drawn independently from finitely many, the probability is at most δ that a hypothesis whose penalised average is least
    has a risk above the right side.  With T ≤ 88, or T ≤ 147 for δ = 1/20, the right side is above 1 and the theorem says nothing.

    Printed, and true with assumptions:
    - MR Theorem 4, (9): prints the constant 6
    """
    by_size(d, root, lambda: _large_best(d), lambda: _at_least_one_best(d), MET)
