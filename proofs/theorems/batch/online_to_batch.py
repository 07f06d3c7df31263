"""MR Theorem 4, online to batch: from few mistakes while learning to a small risk of one hypothesis, with probability 1 − δ.

Source: MR Theorem 4, (9), after Cesa-Bianchi, Conconi & Gentile (2004).  Of the hypotheses h₁, …, h_T that one is chosen whose average loss
on the examples from its own round on, k of them, plus c = √(ln(T(T+1)/δ)/(2k)) is least.  MR says ‘bounded by one’; needed are losses from
0 to 1 (with a loss of 1 or −100 and T = 1, (9) fails half the time).  The T examples are drawn independently from finitely many, with any
probabilities, and the learner is any function of what it has seen (`sampling`).  So the claim is one formula, which holds the probability
and the risk.  It is about each hypothesis whose penalised average is least, so that it does not matter which of them is chosen.  Below,
k ∈ {0, …, T − 1} is the hypothesis that has k + 1 examples left.

Λ is ln(T(T+1)/δ), or more, since a program has to round it; b is √(ln((T+1)/δ)/T), or more by at least as much.

The proof.  Where all averages are near the risks, and the losses met too, the chosen risk is at most the mean of the penalised averages,
so at most (Σloss + Ta + 2Σc)/T.  That fails with probability 2T·e^(−Λ) + e^(−2Ta²) at most (`choice`), which for 2Ta² = ln((T+1)/δ) is no
more than 3δ/(T + 1), so no more than δ for T ≥ 2.  Σc ≤ √(2TΛ), for 1/√1 + … + 1/√T ≤ 2√T.  T(T+1)/δ ≤ ((T+1)/δ)² brings both logarithms
to ln((T+1)/δ).  So the constant is 4 + 1/√2 < 4.71, where (9) has 6 and ln(2(T+1)/δ): `online-to-batch-constant`; with that logarithm √17
will do: `online-to-batch-best`.  For T = 1 the bound is more than 1, and for δ > 1 there is nothing to show.  For T < 316 and δ = 1/10, (9)
is above 1 and says nothing.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Index, Source, certificate, combination, eq, exp, ge, gt, le, ln, ln_rises, multiple, number, poly, product, square,
    theorem,
)  # fmt: skip
from proofs.theorems.batch import derivations, samples
from proofs.theorems.batch.common import (
    Lambda, a, b, b_sign, bound, by_size, c, constant, delta, failure, half, half_root, level, log, long_log, penalised, per_T, per_delta,
    r, reciprocal_T, root_half, roots_summed, union,
)  # fmt: skip
from proofs.theorems.batch.sampling import P, T, averages, n, over, risk, tree

deviation = (
    b_sign,
    Fact("b", "b is √(ln((T+1)/δ)/T), or more by at least as much as Λ is", ge(2 * b**2, per_T * (2 * log + Lambda - long_log)), defines=b),
)
facts = (*tree, *level, *reciprocal_T, *penalised, *half_root, *deviation, averages)


def _large(d: Derivation) -> str:
    """With 2Ta² = ln((T+1)/δ)."""
    whole = (n + 1) * per_delta
    least = d.have(ge(whole, 1), d.known(ge(per_delta, 1)), d.natural(T))
    sign, one = d.have(gt(whole, 0), least), d.have(gt(1, 0))
    log_sign = d.have(ge(log, 0), ln_rises(d, poly(1), whole, one, sign, least), d.axiom("ln-one"))
    size = d.have(ge(half * per_T * log, 0), by=certificate(product(half, "1/T > 0", log_sign)))
    _, _, square, star = d.root(size, "a")
    power = d.have(eq(2 * n * a**2, log), by=combination((2 * n, square), (log, "1/T")))
    d.have(ge(2 * n * a**2, log), power)
    last = d.cite("exp-negative-log", x=whole, y=2 * n * a**2)
    share = d.have(
        ge(delta - (n + 1) * exp(-2 * n * a**2), 0), by=certificate(product(last, "δ > 0"), multiple((n + 1) * exp(-2 * n * a**2), "1/δ"))
    )
    room, r_star = _room(d, power)
    return d.forget(union(d, constant, room, delta, share), star, r_star)


def _room(d: Derivation, power: str) -> tuple[str, str]:
    """Ta + 2Σc ≤ (4 + √½)Tb, and the line to forget."""
    most = 2 * log + Lambda - long_log
    twice = d.have(ge(2 * n * b**2, most), by=certificate(product("b", d.natural(T)), multiple(most, "1/T")))
    logs = d.cite("confidence-logarithms", note="T(T+1)/δ ≤ ((T+1)/δ)²")
    _, r_sign, r_square, r_star = d.root(d.natural(T), "√T")
    d.have(ge(b * r, 0), "b ≥ 0", r_sign)

    def small(j: Index) -> str:
        half_of = d.have(ge(2 * n * b**2 - 2 * (number(j) + 1) * c(j) ** 2, 0), twice, logs, d.at("c", j))
        return d.have(le((number(j) + 1) * c(j) ** 2, (b * r) ** 2), by=certificate(product(half, half_of), multiple(b**2, r_square)))

    penalties = roots_summed(d, b * r, small)
    total = d.have(ge(2 * n * b - over(c), 0), by=certificate(penalties, multiple(-2 * b, r_square)))
    squares = d.have(ge(n * b**2 - 2 * n * a**2, 0), twice, "Λ", power)
    shorter = d.have(
        le(a**2, (root_half * b) ** 2),
        by=certificate(product(half, squares, "1/T > 0"), multiple(a**2 - half * b**2, "1/T"), multiple(half * b**2, "√½")),
    )
    short = d.have(le(a, root_half * b), shorter, d.have(ge(root_half * b, 0), "√½ ≥ 0", "b ≥ 0"))
    scaled = d.have(ge(n * root_half * b - n * a, 0), by=certificate(product(short, d.natural(T))))
    return d.have(ge(n * constant * b - n * a - 2 * over(c), 0), by=certificate(scaled, product(2, total))), r_star


def _at_least_one(d: Derivation) -> str:
    """(4 + √½)b ≥ 1 for T = 1."""
    large, small = (n + 1) * per_delta, 2 * per_delta
    q = d.known(gt(per_delta, 0))
    order = d.have(ge(large, small), by=certificate(product(d.have(ge(n - 1, 0), "T ≥ 1"), q)))
    rises = ln_rises(d, small, large, d.have(gt(small, 0), q), d.have(gt(large, 0), order, q), order)
    most = 2 * log + Lambda - long_log
    twice = d.have(ge(2 * n * b**2, most), by=certificate(product("b", d.natural(T)), multiple(most, "1/T")))
    whole = d.have(ge(b**2, n * b**2), by=certificate(product(d.known(ge(1, n)), square(b))))
    d.have(ge(b**2, ln(2 * per_delta)), whole, twice, "Λ", rises)
    d.have(le(delta, 1), d.known(ge(1 - delta, 0)))
    least = d.cite("deviation-at-least-half")
    return d.have(ge(constant * b, 1), least, d.have(ge(root_half * b, 0), "√½ ≥ 0", "b ≥ 0"))


what = "a risk above the average loss met and (4 + √½)b"


@theorem(
    sources=(Source("MR", "Theorem 4, (9)", "needs losses from 0 to 1; prints the constant 6 and ln(2(T+1)/δ)"),),
    facts=(*facts, *failure(lambda of: risk(of), bound(constant), what)),
    claim=le(P(0), delta),
    sample=samples.sample,
    cites=(
        "choice",
        "one-example",
        "failure-probability-at-most-one",
        "exp-negative-log",
        "reciprocal-roots",
        "confidence-logarithms",
        "deviation-at-least-half",
    ),
    derivation=derivations.to_batch,
)
def online_to_batch(d: Derivation) -> None:
    """With probability 1 − δ, risk of the chosen hypothesis ≤ average loss while learning + (4 + 1/√2)·√(ln((T+1)/δ)/T).

    For T examples drawn independently from finitely many, the probability that a hypothesis with the least penalised average has a greater
    risk is at most δ.
    """
    by_size(d, constant, lambda: _large(d), lambda: _at_least_one(d))
