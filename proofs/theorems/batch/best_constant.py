"""MR Theorem 4 with √17 in place of 6, and with the printed logarithm: √17·√(ln(2(T+1)/δ)/T), which is the best that this argument gives.

Source: MR Theorem 4, (9), prints 6√(ln(2(T+1)/δ)/T).  The hypothesis is chosen as printed, so 2T inequalities of Hoeffding's fail with
probability 2δ/(T+1) in all; what is left of δ, (T−1)δ/(T+1), goes to that of Hoeffding and Azuma, whose deviation is then
a = √(ln((T+1)/((T−1)δ))/(2T)): together δ, with nothing to spare.  For T = 1 the right side is more than 1, since 17 ln 4 > 1.

The proof.  As in `online-to-batch`, risk ≤ mean loss + a + 4m/√T with m² = ln(T(T+1)/δ)/2.  By Cauchy–Schwarz (4m + √T·a)² ≤ 17(m² + Ta²),
and 2(m² + Ta²) is the logarithm of T(T+1)²/((T−1)δ²), no more than that of (2(T+1)/δ)².

Why no less: the step is an equality where ln(T(T+1)/δ) = 16 ln((T+1)/((T−1)δ)), about δ = T^(−2/15), and there what is needed tends to √17
times the root as T → ∞: more than 4.1 times at T = 10¹⁰⁰ and 4.12 at 10¹⁰⁰⁰, in balls (tests/theorems/test_batch_constant.py); on a grid of
T ≤ 10⁵ no more than 4.02 times was seen.  For δ = 1/10 the bound is below 1 from T = 135 on, (9) from 316.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Source, certificate, combination, eq, exp, ge, gt, le, ln, ln_product, ln_rises, multiple, number, poly, product,
    real, root_of, square, theorem,
)  # fmt: skip
from proofs.theorems.batch import derivations, samples
from proofs.theorems.batch.common import (
    Lambda, a, b, b_sign, bound, by_size, c, delta, failure, half, level, long_log, penalised, per_T, per_delta, r, reciprocal_T,
    roots_summed, union,
)  # fmt: skip
from proofs.theorems.batch.sampling import P, T, averages, n, over, risk, tree

root, per_rest = real("√17"), real("1/(T−1)")
rest, wide = ln((n + 1) * per_delta * per_rest), ln(2 * (n + 1) * per_delta)
room_for = 2 * wide + Lambda - long_log


def _rounded(d: Derivation) -> str:
    """2Tb² ≥ 2 ln(2(T+1)/δ) + Λ − ln(T(T+1)/δ)."""
    return d.have(ge(2 * n * b**2, room_for), by=certificate(product("b", d.natural(T)), multiple(room_for, "1/T")))


def _large(d: Derivation) -> str:
    """With 2Ta² = ln((T+1)/((T−1)δ))."""
    gap = d.have(gt(n - 1, 0), d.known(ge(n - 2, 0)))
    _, star = d.inverse(gap, "1/(T−1)")
    d.have(gt(per_rest, 0), star, gap)
    logs = _logarithms(d, star)
    whole = (n + 1) * per_delta * per_rest
    large = d.have(
        ge((n + 1) * per_delta, n + 1), by=certificate(product(d.known(ge(per_delta, 1)), d.natural(T)), d.known(ge(per_delta, 1)))
    )
    least = d.have(
        ge(whole, 1), by=certificate(product(large, d.known(gt(per_rest, 0))), product(2, d.known(gt(per_rest, 0))), multiple(1, star))
    )
    sign, one = d.have(gt(whole, 0), least), d.have(gt(1, 0))
    log_sign = d.have(ge(rest, 0), ln_rises(d, poly(1), whole, one, sign, least), d.axiom("ln-one"))
    size = d.have(ge(half * per_T * rest, 0), by=certificate(product(half, "1/T > 0", log_sign)))
    _, _, square_, a_star = d.root(size, "a")
    power = d.have(eq(2 * n * a**2, rest), by=combination((2 * n, square_), (rest, "1/T")))
    d.have(ge(2 * n * a**2, rest), power)
    last = d.cite("exp-negative-log", x=whole, y=2 * n * a**2)
    e = (n + 1) * exp(-2 * n * a**2)
    share = d.have(
        ge((n - 1) * delta - e, 0), by=certificate(product(last, "δ > 0", gap), multiple(e * per_rest * (n - 1), "1/δ"), multiple(e, star))
    )
    room, stars = _room(d, power, logs)
    return d.forget(union(d, root, room, (n - 1) * delta, share), star, a_star, *stars)


def _room(d: Derivation, power: str, logs: str) -> tuple[str, tuple[str, str]]:
    """Ta + 2Σc ≤ √17·Tb, by Cauchy–Schwarz, and the lines to forget."""
    twice = _rounded(d)
    m, _, m_square, m_star = d.root(d.have(ge(half * Lambda, 0), "Λ ≥ 0"), "m")
    _, r_sign, r_square, r_star = d.root(d.natural(T), "√T")
    penalties = roots_summed(d, m, lambda j: d.have(le((number(j) + 1) * c(j) ** 2, m**2), d.at("c", j), m_square))
    spread = d.have(le(m**2 + n * a**2, n * b**2), m_square, power, logs, twice, "Λ")
    joint = d.have(
        le((4 * m + r * a) ** 2, (root * r * b) ** 2),
        note="(4m + √T·a)² ≤ 17(m² + Ta²)",
        by=certificate(product(17, spread), square(m - 4 * r * a), multiple(17 * b**2 - 17 * a**2, r_square), multiple(r**2 * b**2, "√17")),
    )
    d.have(ge(root * r, 0), "√17 ≥ 0", r_sign)
    short = d.have(le(4 * m + r * a, root * r * b), joint, d.have(ge(root * r * b, 0), d.known(ge(root * r, 0)), "b ≥ 0"))
    scaled = d.have(le(4 * m * r + n * a, root * n * b), by=certificate(product(short, r_sign), multiple(a - root * b, r_square)))
    return d.have(ge(n * root * b - n * a - 2 * over(c), 0), scaled, penalties), (m_star, r_star)


def _logarithms(d: Derivation, star: str) -> str:
    """ln(T(T+1)/δ) + ln((T+1)/((T−1)δ)) ≤ 2 ln(2(T+1)/δ), for T/(T−1) ≤ 4."""
    per_delta_sign, per_rest_sign, two = d.known(gt(per_delta, 0)), d.known(gt(per_rest, 0)), d.known(ge(n - 2, 0))
    first, second = n * (n + 1) * per_delta, (n + 1) * per_delta * per_rest
    whole = 2 * (n + 1) * per_delta
    grown = d.have(gt((n + 1) * per_delta, 0), per_delta_sign, two)
    signs = d.have(gt(first, 0), grown, two), d.have(gt(second, 0), grown, per_rest_sign)
    whole_sign = d.have(gt(whole, 0), grown)
    joined, doubled = ln_product(d, first, second, *signs), ln_product(d, whole, whole, whole_sign, whole_sign)
    share = d.have(le(n * per_rest, 2), by=certificate(multiple(-2, star), product(per_rest_sign, two)))
    squared = d.have(gt((n + 1) * per_delta * ((n + 1) * per_delta), 0), grown)
    d.have(ge(whole * whole, first * second), note="T/(T−1) ≤ 4", by=certificate(product(squared, share), product(2, squared)))
    d.have(gt(first * second, 0), *signs)
    rises = d.cite("ln-monotone", a=first * second, b=whole * whole, note="ln rises")
    return d.have(le(long_log + rest, 2 * wide), joined, doubled, rises)


def _at_least_one(d: Derivation) -> str:
    """√17·b ≥ 4b ≥ 1 for T = 1."""
    large, small = 2 * (n + 1) * per_delta, 2 * per_delta
    q = d.known(gt(per_delta, 0))
    order = d.have(ge(large, small), by=certificate(product(2, d.natural(T), q)))
    rises = ln_rises(d, small, large, d.have(gt(small, 0), q), d.have(gt(large, 0), order, q), order)
    whole = d.have(ge(b**2, n * b**2), by=certificate(product(d.known(ge(1, n)), square(b))))
    d.have(ge(b**2, ln(2 * per_delta)), whole, _rounded(d), "Λ", rises)
    d.have(le(delta, 1), d.known(ge(1 - delta, 0)))
    least = d.cite("deviation-at-least-half")
    four = d.have(ge(root, 4), "√17", "√17 ≥ 0")
    more = d.have(ge(root * b - 4 * b, 0), by=certificate(product(four, "b ≥ 0")))
    return d.have(ge(root * b, 1), more, least)


what = "a risk above the average loss met and √17·b"


@theorem(
    sources=(Source("MR", "Theorem 4, (9)", "prints the constant 6"),),
    facts=(
        *tree,
        *level,
        *reciprocal_T,
        *penalised,
        *root_of("√17", root, 17, "√17 is a root", "√17 squared is 17"),
        b_sign,
        Fact("b", "b is √(ln(2(T+1)/δ)/T), or more by at least as much as Λ is", ge(2 * b**2, per_T * room_for), defines=b),
        averages,
        *failure(lambda of: risk(of), bound(root), what),
    ),
    claim=le(P(0), delta),
    sample=samples.sample_best,
    cites=(
        "choice",
        "one-example",
        "failure-probability-at-most-one",
        "exp-negative-log",
        "reciprocal-roots",
        "ln-monotone",
        "deviation-at-least-half",
    ),
    derivation=derivations.best_batch,
)
def online_to_batch_best(d: Derivation) -> None:
    """With probability 1 − δ, risk of the chosen hypothesis ≤ average loss while learning + √17·√(ln(2(T+1)/δ)/T).

    For T examples drawn independently from finitely many, the probability that a hypothesis with the least penalised average has a greater
    risk is at most δ.
    """
    by_size(d, root, lambda: _large(d), lambda: _at_least_one(d))
