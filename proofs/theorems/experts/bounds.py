"""Halving and the weighted majority: few more mistakes than a good expert makes.

Prediction with expert advice begins here. Halving keeps the experts without a mistake and follows their majority: a mistake halves them, so
M ≤ log₂ N if one is never wrong. The weighted majority (Littlestone, Warmuth 1994, from memory) multiplies the weight of a wrong expert by
β: M ln(2/(1 + β)) ≤ m ln(1/β) + ln N where an expert makes m mistakes. Losses may be any numbers from 0 to 1; the majority errs where their
weighted mean is at least 1/2.

The proofs. A mistake of the majority is a mean loss of 1/2 at least, so the total weight W shrinks by (1 + β)/2, or 1/2 at β = 0; W is at
least the expert's own weight, βᵐ.
"""

from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Display, Draw, Fact, Fraction, Index, Instance, M, Polynomial, Term, define, dot, eq, every, ge,
    gt, inner, k, le, ln, ln_product, ln_tangent, number, poly, seq, sequence, theorem,
)  # fmt: skip
from proofs.theorems.experts.weights import (
    E, N, OfRound, always, axes, beta, e, each, h, i, last, loss, losses, m, n, fill_rounds, products, start, total, w,
)  # fmt: skip

half = poly(Fraction(1, 2))


def sample_halving(draw: Draw) -> Instance:
    """Halving."""
    return play(draw, Fraction(0))


def play(draw: Draw, share: Fraction) -> Instance:
    """Up to four rounds of up to four experts, in which the majority errs; the last of them loses least, or nothing where β is 0.

    The losers of a round are drawn, and mostly more of them until their weights are half of all; rarely a rule is broken."""
    count, zero, free, lazy = 1 + draw.upto(3), Fraction(0), draw.rarely(), draw.rarely()
    weights = [draw.number() if free and draw.upto(1) else Fraction(1) for _ in range(count)]
    steps, parts = list[Coordinates](), list[Coordinates]()
    path = [tuple(weights)]
    for _ in range(draw.upto(4)):
        lost = [(draw.number() if draw.rarely() else Fraction(1, 1 + draw.upto(1))) if draw.upto(1) else zero for _ in weights]
        if share == 0 and not draw.rarely():
            lost[-1] = zero
        for place in range(count - (share == 0)):
            if 2 * dot(weights, lost) < sum(weights) and not lazy:
                lost[place] = Fraction(1)
        if 2 * dot(weights, lost) >= sum(weights) or lazy:
            steps.append(tuple(lost))
            parts.append(tuple(a * b for a, b in zip(weights, lost, strict=True)))
            weights = [a - (1 - share) * b for a, b in zip(weights, parts[-1], strict=True)]
            path.append(tuple(weights))
    return fill_rounds(count, {"l": steps, "h": parts, "w": path}, {"β": share})


def linear(share: Term) -> tuple[Fact, ...]:
    """Weights that a loss l multiplies by 1 − share·l, losses from 0 to 1, and only the rounds in which the majority errs."""
    words = (
        "a loss takes a share of the expert’s weight: w − (1 − β)wl"
        if isinstance(share, Polynomial)
        else "a loss l takes wl of the weight w"
    )
    wrong = every(k, ge(2 * inner(E(N), h(k)), total(k)), below=m)
    update = define("w", words, w(k + 1), inner(e(i), w(k)) - share * inner(e(i), h(k)), along=e(i), within=always)
    return *axes, start, update, products, losses, Fact("majority", "the weighted mean loss is at least 1/2: the majority errs", wrong)


def sign(d: Derivation, share: Term, *signs: str) -> Callable[[Index], str]:
    """No weight is negative, up to round M: the line that the last expert's is at most the total."""

    def step(k: Index, before: str) -> str:
        i = d.fresh("i")
        with d.supposing(i, ge(n, number(i) + 1)):
            x, now, lost = inner(e(i), loss(k)), inner(e(i), w(k)), d.at("losses", k, i)
            factor = d.have(ge(1 - share * x, 0), lost, *signs)
            moved = d.have(eq(inner(e(i), w(k + 1)), now * (1 - share * x)), d.at("w", k, i), d.at("h", k, i))
            d.have(ge(inner(e(i), w(k + 1)), 0), moved, d.have(ge(now * (1 - share * x), 0), factor, d.at(before, i)))
        return d.last

    def base() -> str:
        with d.supposing(j, ge(n, number(j) + 1)):
            d.have(ge(inner(e(j), w(0)), 0), d.at("w starts", j))
        return d.last

    j = d.fresh("j")
    weights = d.induction(lambda k: each(ge(inner(e(i), w(k)), 0)), base, step, upto=M)

    def at(k: Index) -> str:
        d.at(weights, k)
        return d.cite("expert-in-total", v=w(k))

    return at


def energy(
    d: Derivation, share: Term, mean: OfRound, S: OfRound, own: Callable[[Index], str], lost: Callable[[Index, Index], str], *factor: str
) -> str:
    """ln W(M) ≤ ln N + S(M): `own` bounds the total by a positive number, `lost` shows the loss of a weight, S rises by ln of the factor.

    The factor is 1 − share·mean, positive by the lines `factor`."""
    j, i = d.fresh("j"), d.fresh("i")
    within, one = ge(m, number(j) + 1), ge(n, number(i) + 1)
    with d.supposing(j, ge(m + 1, number(j) + 1)) as (before,):
        d.have(ge(m, number(j)), before)
        d.have(gt(total(j), 0), own(j))
    with d.supposing(j, within, i, one):
        d.have(le(inner(e(i), w(j + 1)), inner(e(i), w(j)) - share * inner(e(i), h(j))), lost(j, i))
    with d.supposing(j, within):
        d.have(ge(share * (inner(E(N), h(j)) - mean(j) * total(j)), 0), d.at("majority", j), *factor)
    d.cite("experts-round", β=1 - poly(share), Λ=mean)
    with d.supposing(i, one):
        d.have(le(inner(e(i), w(0)), 1), d.at("w starts", i))
    with d.supposing(j, within):
        d.have(gt(1 - share * mean(j), 0), *factor)
    with d.supposing(j, within) as (guard,):
        d.have(le(ln(1 - share * mean(j)), S(j + 1) - S(j)), guard)
    d.have(ge(S(Index(None)), 0), *factor)
    return d.cite("experts-energy", f=lambda k: 1 - share * mean(k), S=S)


@theorem(
    linear(1),
    Fact("never wrong", "the last expert, expert n, loses nothing", every(k, eq(inner(e(last), loss(k)), 0), below=m)),
    claim=Display("M*log(2) <= log(N)", {"M": m, "N": n}),
    sample=sample_halving,
)
def halving(d: Derivation) -> None:
    """Halving: M ≤ ln N/ln 2 mistakes with N experts of whom one is never wrong.

    N = n + 1 experts, whose weights are 1 until they are wrong, then 0 (a loss l takes the share l of a weight); M counts the mistakes of
    the weighted majority.
    """
    above = sign(d, 1)
    least = d.induction(lambda k: ge(inner(e(last), w(k)), 1), lambda: d.have(ge(inner(e(last), w(0)), 1), d.at("w starts", last)), upto=M)

    def own(k: Index) -> str:
        return d.have(ge(total(k), 1), above(k), d.at(least, k))

    one = d.have(gt(1, 0))
    grown = energy(d, 1, lambda k: half, lambda k: number(k) * ln(half), own, lambda j, i: d.at("w", j, i), one)
    own(M)
    two = ln_product(d, poly(2), half, d.have(gt(2, 0), one), d.have(gt(half, 0), one))
    d.conclude(grown, two, d.cite("ln-monotone", a=poly(1), b=total(M)), d.axiom("ln-one"))


c = seq("c")


def sample_majority(draw: Draw) -> Instance:
    """The weighted majority, with β from 1/4 to 1, rarely another number."""
    return play(draw, draw.number() if draw.rarely() else Fraction(1 + draw.upto(3), 4))


@theorem(
    linear(1 - beta),
    Fact("β > 0", "no expert loses all its weight", gt(beta, 0)),
    Fact("β ≤ 1", "no weight grows", le(beta, 1)),
    *sequence("c", c, 0, c(k) + inner(e(last), loss(k)), "c adds up the losses of the last expert, expert n"),
    claim=Display("-M*log((1 + beta)/2) <= -m*log(beta) + log(N)", {"M": m, "m": c(M), "N": n, "beta": beta}),
    sample=sample_majority,
)
def weighted_majority(d: Derivation) -> None:
    """The weighted majority: M ln(2/(1 + β)) ≤ m ln(1/β) + ln N mistakes, where one of N experts makes m.

    N = n + 1 experts, whose weight is multiplied by β where they are wrong; M counts the mistakes of their weighted majority, and m
    those of any one of them in these rounds, called expert n.
    """
    share, signs = 1 - beta, ("β > 0", "β ≤ 1")
    above = sign(d, share, *signs)
    x: OfRound = lambda k: inner(e(last), loss(k))  # noqa: E731
    own: OfRound = lambda k: inner(e(last), w(k))  # noqa: E731

    def next_weight(k: Index) -> tuple[str, str]:
        """The expert's weight after round k, and the factor, which is positive."""
        d.at("losses", k, last)
        line = d.have(eq(own(k + 1), own(k) * (1 - share * x(k))), d.at("w", k, last), d.at("h", k, last))
        return line, d.cite("expert-stays", x=x(k))

    def stays(k: Index, before: str) -> str:
        line, factor = next_weight(k)
        return d.have(gt(own(k + 1), 0), line, d.have(gt(own(k) * (1 - share * x(k)), 0), before, factor))

    positive = d.induction(lambda k: gt(own(k), 0), lambda: d.have(gt(own(Index(None)), 0), d.at("w starts", last)), stays, upto=M)

    def base() -> str:
        first, one = d.at(positive, 0), d.have(gt(1, 0))
        tangent = ln_tangent(d, poly(1), own(Index(None)), one, first)
        return d.have(le(c(0) * ln(beta), ln(own(Index(None)))), tangent, d.axiom("ln-one"), d.at("w starts", last), "c starts")

    def log(k: Index, before: str) -> list[str]:
        line, factor = next_weight(k)
        now = d.at(positive, k)
        d.have(gt(own(k) * (1 - share * x(k)), 0), now, factor)
        d.have(ge(own(k + 1), own(k) * (1 - share * x(k))), line)
        rises = d.cite("ln-monotone", a=own(k) * (1 - share * x(k)), b=own(k + 1))
        d.at("losses", k, last)
        return [rises, ln_product(d, own(k), 1 - share * x(k), now, factor), d.cite("expert-keeps", x=x(k)), d.at("c", k)]

    d.upto(M, lambda k: le(c(k) * ln(beta), ln(own(k))), base, log, note="m ln β ≤ ln w")
    least = d.last
    grown = energy(
        d,
        share,
        lambda k: half,
        lambda k: number(k) * ln(1 - share * half),
        lambda k: d.have(gt(total(k), 0), above(k), d.at(positive, k)),
        lambda j, i: d.at("w", j, i),
        *signs,
    )
    d.at(positive, M), d.have(ge(total(M), own(M)), above(M))
    d.conclude(grown, least, d.cite("ln-monotone", a=own(M), b=total(M)))
