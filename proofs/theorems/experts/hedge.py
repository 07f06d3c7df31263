"""Hedge: an expert is drawn by weights βᴸ, L being his loss so far, so the expected loss in a round is the weighted mean of the losses.

With η = ln(1/β), the expected losses of T rounds exceed those of any expert by ln N/η + ηT/8 at most, which is √(T ln(N)/2) at the best η.
Freund and Schapire (1997) call the learner Hedge(β), others multiplicative weights; the constant 1/8 is Hoeffding's lemma (both from
memory).

No run of a round or more attains the bound, because Hoeffding's lemma is strict for η > 0. The N = 2ᵀ experts that have all lists of T
losses 0 and 1 come near: each round costs 1/2, since the next loss is still independent of the weights, and one expert loses nothing. So
the regret is T/2, 0.849 of the bound √(T ln(N)/2) = T√(ln(2)/2) at the best η. For many experts and rounds the share tends to 1
(Cesa-Bianchi, Freund, Haussler, Helmbold, Schapire, Warmuth, 1997, from memory).

The proof. ln of the total weight W falls in a round by η times the mean loss at least, up to η²/8; and W is at least βᴸ of the one expert.
"""

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Fraction, Index, Instance, M, certificate, define, eq, every, ge, gt, inner, k, le, lemma, ln,
    ln_product, ln_tangent, null, number, Polynomial, poly, power_of, product, real, reciprocal_fact, seq, sequence, theorem,
    vseq,
)  # fmt: skip
from proofs.theorems.experts.weights import (
    E,
    N,
    OfRound,
    always,
    axes,
    beta,
    e,
    h,
    i,
    last,
    loss,
    losses,
    m,
    mean,
    n,
    fill_rounds,
    products,
    total,
    w,
    x,
)
from proofs.theorems.winnow.sample_runs import power

L, G, per_beta, eighth = vseq("L"), seq("G"), real("1/β"), Fraction(1, 8)
positive = Fact("β > 0", "β is positive", gt(beta, 0))
fraction = ("0 ≤ x ≤ 1", ge(x, x**2))


@lemma(
    positive,
    ("0 < a", gt(real("a"), 0)),
    ("0 < b", gt(real("b"), 0)),
    fraction,
    ("power", eq(ln(real("b")), ln(real("a")) + x * ln(beta))),
    claim=le(real("b"), real("a") * (1 - (1 - beta) * x)),
    example=lambda: Instance(0, reals={"β": 1, "a": 1, "b": 1, "x": 1}),
)
def hedge_entry(d: Derivation) -> None:
    """aβˣ lies below its chord, a(1 − (1 − β)x), for 0 ≤ x ≤ 1, said of b with ln b = ln a + x ln β.

    Proof. The tangents of ln at b through a and through aβ, weighted by 1 − x and x: ln b cancels.
    """
    a, b = real("a"), real("b")
    least, most = d.have(ge(x, 0), "0 ≤ x ≤ 1"), d.have(ge(1 - x, 0), "0 ≤ x ≤ 1")
    shrunk = d.have(gt(beta * a, 0), "β > 0", "0 < a")
    near = d.have(ge(a - b + b * x * ln(beta), 0), ln_tangent(d, a, b, "0 < a", "0 < b"), "power")
    parts = ln_tangent(d, beta * a, b, shrunk, "0 < b"), ln_product(d, beta, a, "β > 0", "0 < a"), "power"
    far = d.have(ge(beta * a - b - b * (1 - x) * ln(beta), 0), *parts)
    d.conclude(by=certificate(product(near, most), product(far, least)))


@lemma(
    positive,
    reciprocal_fact("β", beta),
    fraction,
    claim=le(ln(1 - (1 - beta) * x), x * ln(beta) + eighth * ln(beta) ** 2),
    example=lambda: Instance(0, reals={"β": 1, "1/β": 1, "x": 1}),
)
def hedge_factor(d: Derivation) -> None:
    """ln(1 − (1 − β)x) ≤ x ln β + (ln β)²/8 for 0 ≤ x ≤ 1 and β > 0.

    Proof. Hoeffding's lemma for two outcomes, at β and x, or at 1/β and 1 − x if β < 1.
    """
    least, _ = d.have(ge(x, 0), "0 ≤ x ≤ 1"), d.have(ge(1 - x, 0), "0 ≤ x ≤ 1")
    above, none = d.have(gt(per_beta, 0), "1/β", "β > 0"), d.axiom("ln-one")
    X, kept, unit = 1 + (1 - x) * (per_beta - 1), 1 - (1 - beta) * x, per_beta * beta
    sign, _, _ = d.cite("expert-stays"), d.have(gt(1, 0)), d.have(ge(1 - (1 - x), 0), least)

    def grows(case: str) -> str:
        d.have(ge(beta, 1), case)
        return d.conclude(d.cite("hoeffding-two-points", p=x))

    def shrinks(case: str) -> str:
        d.have(ge(per_beta, 1), "1/β", case, above)
        bound = d.cite("hoeffding-two-points", β=per_beta, p=1 - x)
        d.have(gt(unit, 0), "1/β"), d.have(ge(unit, 1), "1/β"), d.have(ge(1, unit), "1/β")
        both, inverse = (
            [d.cite("ln-monotone", a=a, b=b) for a, b in ((poly(1), unit), (unit, poly(1)))],
            ln_product(d, per_beta, beta, above, "β > 0"),
        )
        opposite = ln(per_beta) + ln(beta)
        flat = d.have(ge(opposite, 0), both[0], inverse, none), d.have(le(opposite, 0), both[1], inverse, none)
        squared = d.have(le(ln(per_beta) ** 2, ln(beta) ** 2), *flat, d.have(le(opposite**2, 0), *flat))
        d.have(gt(per_beta * kept, 0), above, sign), d.have(ge(X, per_beta * kept), "1/β")
        rises, parts = d.cite("ln-monotone", a=per_beta * kept, b=X), ln_product(d, per_beta, kept, above, sign)
        log = d.have(le(ln(kept) + x * ln(per_beta), eighth * ln(per_beta) ** 2), bound, rises, parts)
        turned = d.have(le(-x * ln(per_beta), x * ln(beta)), d.have(ge(x * opposite, 0), flat[0], least))
        return d.conclude(log, turned, squared)

    d.cases(beta - 1, grows, shrinks)


def sample(draw: Draw) -> Instance:
    """Up to four rounds of up to three experts, with losses 0, 1/2 and 1, and a β whose powers are rational; rarely a rule is broken."""
    count, share = 1 + draw.upto(2), Fraction(16 if draw.rarely() else 1, (2 + draw.upto(2)) ** 2)
    steps = [tuple(draw.number() if draw.rarely() else Fraction(draw.upto(2), 2) for _ in range(count)) for _ in range(draw.upto(4))]
    lost = [tuple(draw.number() if draw.rarely() else Fraction(0) for _ in range(count))]
    for step in steps:
        lost.append(tuple(a + b for a, b in zip(lost[-1], step, strict=True)))
    weights = [tuple(power(share, a) if (2 * a).denominator == 1 else Fraction(1) for a in place) for place in lost]
    parts = [tuple(a * b for a, b in zip(*pair, strict=True)) for pair in zip(weights, steps, strict=False)]
    means = [
        draw.number() if draw.rarely() else sum(part, Fraction(0)) / sum(now, Fraction(0))
        for part, now in zip(parts, weights, strict=False)
    ]
    return fill_rounds(count, {"l": steps, "L": lost, "w": weights, "h": parts}, {"β": share}, means or [Fraction(0)])


played = (
    *axes,
    positive,
    reciprocal_fact("β", beta),
    *power_of("w", w(k), inner(e(i), L(k)) * ln(beta), "a weight is β to the power of the expert’s loss so far", along=e(i), within=always),
    Fact("L starts", "no expert has lost anything at the start", null(L(0))),
    define("L", "L adds up the losses", L(k + 1), L(k) + loss(k)),
    products,
    losses,
)
expected = (
    Fact(
        "Λ", "Λ(k) is the mean loss by the weights, as that of an expert drawn by them", every(k, eq(mean(k) * total(k), inner(E(N), h(k))))
    ),
    *sequence("G", G, 0, G(k) + mean(k), "G adds up the expected losses"),
)


def least(i: Index) -> Polynomial:
    """The bound on the logarithm of the total weight by the expected losses, without ln N."""
    return ln(beta) * G(i) + eighth * ln(beta) ** 2 * number(i)


def every_weight(d: Derivation, at: Index) -> str:
    """The weights at a round are positive, and so is their total."""
    place = d.fresh("i")
    with d.supposing(place, ge(n, number(place) + 1)):
        d.have(ge(inner(e(place), w(at)), 0), d.at("w > 0", at, place))
    return d.have(gt(total(at), 0), d.cite("expert-in-total", v=w(at)), d.at("w > 0", at, last))


@lemma(*played, *expected, claim=le(ln(total(M)), ln(n) + least(M)))
def hedge_energy(d: Derivation) -> None:
    """the total weight falls with the expected losses: ln W ≤ ln N − ηG + η²M/8 after M rounds, for η = ln(1/β).

    Proof. A weight lies below its chord, so the total falls by the factor 1 − (1 − β)Λ at least; and Hoeffding's lemma.
    """
    j, i, zero = d.fresh("j"), d.fresh("i"), d.fresh("i")

    def share(at: Index) -> str:
        """0 ≤ Λ ≤ 1, as Λ² ≤ Λ."""

        def step(i: Index, before: str) -> list[str]:
            moved, lost, sign = d.at("E", i), d.at("losses", at, i), d.at("w > 0", at, i)
            part = d.have(ge(inner(e(i), w(at)) * inner(e(i), loss(at)), 0), sign, d.have(ge(inner(e(i), loss(at)), 0), lost))
            rest = d.have(ge(inner(e(i), w(at)) * (1 - inner(e(i), loss(at))), 0), sign, d.have(ge(1 - inner(e(i), loss(at)), 0), lost))
            return [d.expand(moved, h(at)), d.expand(moved, w(at)), d.at("h", at, i), part, rest]

        few = d.upto(N, lambda i: ge(inner(E(i), h(at)), 0), (), step)
        most = d.upto(N, lambda i: ge(inner(E(i), w(at)), inner(E(i), h(at))), (), step)
        whole, by = every_weight(d, at), d.at("Λ", at)
        low, high = d.have(ge(mean(at), 0), few, whole, by), d.have(ge(1 - mean(at), 0), most, whole, by)
        return d.have(ge(mean(at), mean(at) ** 2), d.have(ge(mean(at) * (1 - mean(at)), 0), low, high))

    within = ge(m, number(j) + 1)
    factor: OfRound = lambda k: 1 - (1 - beta) * mean(k)  # noqa: E731
    with d.supposing(j, ge(m + 1, number(j) + 1)):
        every_weight(d, j)
    with d.supposing(j, within, i, ge(n, number(i) + 1)):
        a, b, y = inner(e(i), w(j)), inner(e(i), w(j + 1)), inner(e(i), loss(j))
        d.at("w > 0", j, i), d.at("w > 0", j + 1, i), d.at("losses", j, i)
        d.have(eq(ln(b), ln(a) + y * ln(beta)), d.at("w", j, i), d.at("w", j + 1, i), d.expand(d.at("L", j), e(i)))
        below = d.cite("hedge-entry", a=a, b=b, x=y)
        d.have(le(b, a - (1 - beta) * inner(e(i), h(j))), below, d.at("h", j, i))
    with d.supposing(j, within):
        d.have(ge((1 - beta) * (inner(E(N), h(j)) - mean(j) * total(j)), 0), d.at("Λ", j))
    d.cite("experts-round")
    with d.supposing(zero, ge(n, number(zero) + 1)):
        first, one = d.at("w > 0", 0, zero), d.have(gt(1, 0))
        tangent = ln_tangent(d, poly(1), inner(e(zero), w(0)), one, first)
        d.have(le(inner(e(zero), w(0)), 1), tangent, d.axiom("ln-one"), d.at("w", 0, zero), d.expand("L starts", e(zero)))
    with d.supposing(j, within):
        share(j)
        d.cite("expert-stays", x=mean(j))
    with d.supposing(j, within):
        share(j)
        d.have(le(ln(factor(j)), least(j + 1) - least(j)), d.cite("hedge-factor", x=mean(j)), d.at("G", j))
    d.have(ge(least(Index(None)), 0), "G starts")
    d.cite("experts-energy", f=factor, S=least)


@theorem(
    played,
    expected,
    claim=Display("eta*(G - L) <= log(N) + eta**2*M/8", {"eta": -1 * ln(beta), "G": G(M), "L": inner(e(last), L(M)), "N": n, "M": m}),
    sample=sample,
)
def hedge(d: Derivation) -> None:
    """Hedge: regret at most ln N/η + ηT/8 after T rounds with N experts.

    N = n + 1 experts, drawn by weights e^(−ηL) with η = ln(1/β); G is the expected loss of T = M rounds, L the loss of any one expert,
    called expert n: η(G − L) ≤ ln N + η²T/8.
    """
    grown = d.cite("hedge-energy")
    every_weight(d, M), d.at("w > 0", M, last), d.have(ge(total(M), inner(e(last), w(M))), d.cite("expert-in-total", v=w(M)))
    d.conclude(grown, d.cite("ln-monotone", a=inner(e(last), w(M)), b=total(M)), d.at("w", M, last))
