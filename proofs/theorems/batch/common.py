"""The shared part of MR Theorem 4 and its corollaries: the probability of a failure, the penalties, and the way from there to P ≤ δ.

Λ is ln(T(T+1)/δ), or more, and c(k) = √(Λ/(2(k+1))): a program has to round logarithms.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Fraction, Index, Polynomial, at_least, both, eq, every, exp, ge, gt, le, lemma, ln, ln_below, ln_product,
    ln_rises, number, real, reciprocal_fact, root_at_least, root_of, seq, sequel, sequence,
)  # fmt: skip
from proofs.theorems.batch.choice import count_hypotheses, failure, likely, probability_claim, wrong
from proofs.theorems.batch.concentration import mean_of_sums
from proofs.theorems.batch.one_draw import (
    Lambda, N, P, T, a, bounded, c, h, hypotheses, k, learnt, left, loss, lossy, met, n, over, own_loss, risk, samples as of_samples, z,
)  # fmt: skip

__all__ = [  # what the corollaries are said with as well
    "N", "P", "T", "bounded", "count_hypotheses", "failure", "h", "hypotheses", "k", "learnt", "left", "likely", "loss", "lossy",
    "mean_of_sums", "met", "n", "of_samples", "over", "own_loss", "probability_claim", "risk", "wrong", "z",
]  # fmt: skip

delta, per_T, per_delta = real("δ"), real("1/T"), real("1/δ")
b, m, r = real("b"), real("m"), real("√T")
s, penalties = seq("√k"), seq("Σc")
log, long_log = ln((n + 1) * per_delta), ln(n * (n + 1) * per_delta)
half = Fraction(1, 2)
root_half = real("√½")
constant = 4 + root_half  # before b in the bound
half_root = root_of("√½", root_half, 1, squared="√½ squared is 1/2", times=2)


def sum_total(total: seq, of: seq) -> tuple[Fact, ...]:
    """A sum over the rounds."""
    words = f"{total.name} is the sum of {of.name} over the rounds"
    return sequence(total.name, total, 0, total(k) + of(k), words)


penalty_sign, penalty = root_of("c", c(k), Lambda, "a penalty is a root", "c(k) is √(Λ/(2(k+1)))", times=2 * (number(k) + 1), below=n)
level = (Fact("δ > 0", "δ is the probability of failure that is allowed", gt(delta, 0)), reciprocal_fact("δ", delta))
an_example = Fact("T ≥ 1", "there is an example", ge(n, 1))
reciprocal_T = (an_example, reciprocal_fact("T", n))
penalised = (*at_least(Lambda, ("Λ ≥ 0", "Λ is not negative", 0), ("Λ", "Λ is ln(T(T+1)/δ), or more", long_log)), penalty_sign, penalty)


def losses_met(h: Index) -> Polynomial:
    """The sum of the losses while learning, for a sample."""
    return over(lambda k: met(sequel(h, k)))


OfSample = Callable[[Index], Polynomial]
Shown = Callable[[Derivation], str]


def bound(constant: Polynomial, most: OfSample = losses_met) -> OfSample:
    """The average loss while learning, or its upper bound, and constant·b."""
    return lambda h: per_T * most(h) + constant * b


Losses = tuple[OfSample, Shown]  # what the losses while learning do not exceed, and how the line that says so is written
MET: Losses = (losses_met, lambda d: d.have(ge(0, 0)))  # that sum itself


@lemma(
    penalty_sign,
    *sum_total(penalties, c),
    Fact("c", "", every(k, le((number(k) + 1) * c(k) ** 2, m**2), below=n)),
    Fact("m ≥ 0", "", ge(m, 0)),
    Fact("√T ≥ 0", "", ge(r, 0)),
    Fact("√T", "", eq(r**2, n)),
    claim=le(penalties(T), 2 * m * r),
)
def reciprocal_roots(d: Derivation) -> None:
    """Σ m/√k ≤ 2m√T over k = 1, …, T.

    Proof. Σc ≤ 2m√k by induction: m ≥ c(k)√(k+1), and 2√(k+1)(√(k+1) − √k) ≥ 1.
    """
    star = d.line("root", every(k, both(ge(s(k), 0), eq(s(k) ** 2, number(k)))), [d.find_line(every(k, ge(number(k), 0)))], {"name": "√k"})

    def base() -> None:
        d.parts(d.at(star, 0))

    def step(j: Index, before: str) -> None:
        (sign, root), (next_sign, next_square) = d.parts(d.at(star, j)), d.parts(d.at(star, j + 1))
        size = d.at("c ≥ 0", j)
        d.have(ge(s(j + 1), s(j)), sign, root, next_sign, next_square)
        d.have(le((c(j) * s(j + 1)) ** 2, m**2), note="c(k)√(k+1) ≤ m")
        d.have(le(c(j) * s(j + 1) * (s(j + 1) - s(j)), m * (s(j + 1) - s(j))))
        d.have(le(c(j), 2 * c(j) * s(j + 1) * (s(j + 1) - s(j))), size, root, next_square, note="1 ≤ 2√(k+1)(√(k+1) − √k)")

    d.induction(lambda j: le(penalties(j), 2 * m * s(j)), base, step, upto=T)
    d.parts(d.at(star, T))


@lemma(("T ≥ 1", ge(n, 1)), ("1/δ ≥ 1", ge(per_delta, 1)), ("1/δ", eq(per_delta * delta, 1)), claim=le(long_log, 2 * log))
def confidence_logarithms(d: Derivation) -> None:
    """ln(T(T+1)/δ) ≤ 2 ln((T+1)/δ) for T ≥ 1 and δ ≤ 1.

    Proof. ln(T(T+1)/δ) = ln((T+1)/δ) + ln T, and T ≤ (T+1)/δ.
    """
    large, small = (n + 1) * per_delta, n
    least = d.have(ge(large, n + 1))
    first, second = d.have(gt(large, 0)), d.have(gt(small, 0))
    ln_product(d, large, small, first, second)
    ln_rises(d, small, large, second, first, least, note="T ≤ (T+1)/δ")


@lemma(*level, Fact("a probability", "", le(delta, 1)), *root_at_least("b", b, ln(2 * per_delta), ""), claim=ge(2 * b, 1))
def deviation_at_least_half(d: Derivation) -> None:
    """b ≥ 1/2 for b² ≥ ln(2/δ) and δ ≤ 1.

    Proof. ln(2/δ) ≥ 1 − δ/2 ≥ 1/2, the tangent of ln at 1.
    """
    ln_below(d, 2 * per_delta, d.have(gt(2 * per_delta, 0)))


def by_size(d: Derivation, constant: Polynomial, large: Callable[[], str], least: Callable[[], str], losses: Losses) -> None:
    """P ≤ δ: for T ≥ 2 and δ ≤ 1 by `large`; for T = 1 since constant·b ≥ 1, by `least`; for δ > 1 since P ≤ 1."""
    d.have(gt(per_T, 0), name="1/T > 0")

    def one(case: str) -> str:
        d.have(ge(1, n), d.integer(case, Index(None, 2), T))
        return one_example(d, constant, least(), losses)

    def above_one(case: str) -> str:
        d.cite("failure-probability-at-most-one", V=risk, B=bound(constant, losses[0]))
        return d.have(ge(delta - P(0), 0))

    d.cases(1 - delta, lambda case: d.cases(n - 2, lambda _: large(), one), above_one)


def union(d: Derivation, constant: Polynomial, room: str, share: Polynomial, last: str, losses: Losses) -> str:
    """P ≤ δ, from the lines Ta + 2Σc ≤ T·constant·b and (T + 1)e^(−2Ta²) ≤ share: all that is wrong, in one sum."""
    first = d.cite("exp-negative-log", x=n * (n + 1) * per_delta, y=Lambda)
    tails = d.have(ge(delta - n * (n + 1) * exp(-Lambda), 0), first, "δ > 0", "1/δ")
    whole = bound(constant, losses[0])
    with d.supposing(h, eq(left(h), 0)):
        d.have(ge(n * whole(h) - losses_met(h) - n * a - 2 * over(c), 0), room, "1/T", losses[1](d))
    penalties_at_least(d)
    value_at_most(d)
    d.cite("choice", V=risk, B=whole)
    scaled = d.have(ge((n + 1) * (2 * n * exp(-Lambda) + exp(-2 * n * a**2) - P(0)), 0))
    joined = d.have(ge(2 * delta + share - (n + 1) * P(0), 0), scaled, tails, last)
    return d.have(ge(delta - P(0), 0), joined, d.find_line(ge(n - 2, 0)), "δ > 0", d.have(gt(n + 1, 0)))


def penalties_at_least(d: Derivation) -> None:
    """2(k + 1)c² ≥ Λ, which is an equality."""
    j = d.fresh("j")
    with d.supposing(j, ge(n, number(j) + 1)):
        d.have(ge(2 * (number(j) + 1) * c(j) ** 2, Lambda))


def value_at_most(d: Derivation) -> None:
    """The lemmas' condition on a value V, V ≤ risk, for the risk itself."""
    j = d.fresh("j")
    with d.supposing(h, eq(left(h), 0), j, ge(n, number(j) + 1)):
        d.have(ge(0, 0))


def one_example(d: Derivation, constant: Polynomial, least: str, losses: Losses) -> str:
    """P ≤ δ for T = 1, from the line constant·b ≥ 1."""
    whole = bound(constant, losses[0])
    with d.supposing(h, eq(left(h), 0)):
        scaled = d.have(ge(n * constant * b - 1, 0), least, d.natural(T), d.have(ge(n - 1, 0)))
        d.have(ge(n * whole(h) - losses_met(h) - 1, 0), scaled, "1/T", losses[1](d))
    d.cite("one-example", V=risk, B=whole)
    return d.have(ge(delta - P(0), 0))


def roots_summed(d: Derivation, most: Polynomial, square_: Callable[[Index], str]) -> str:
    """2Σc ≤ 4·most·√T, where most² ≥ (k + 1)c(k)² by the lines that `square_` shows; √T is at hand."""
    j = d.fresh("j")
    with d.supposing(j, ge(n, number(j) + 1)):
        square_(j)
    d.unfold(c)
    return d.cite("reciprocal-roots", m=most, **{"Σc": lambda i: over(c, i)}, note="Σ 1/√k ≤ 2√T")
