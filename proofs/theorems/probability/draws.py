"""Examples drawn one after the other: what shrinks in the mean at every draw bounds a probability from its start on.

An example is z < N with probability D(z), independently of those before it. A history h is the empty one, 0, or a history followed by z,
written (h, z); left(h) is how many of the T examples are still to come. P(h) is a probability once h has been seen: before the end it is
its own mean one example later.

The proofs.  A term G with G ≥ P in the end, and before it no less than its own mean one example later, is at least P at every history, by
induction over how many examples are left.  One draw: the mean of e^(u + s(r − x)) is at most e^(u + s²/8) for 0 ≤ x ≤ 1 with the mean r
and s of either sign, which is Hoeffding's lemma for x or for 1 − x.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Formula, Fraction, Index, Instance, Polynomial, Summed, Term, added_up, certificate, combination, eq, every, exp,
    ge, gt, implies, lemma, ln_tangent, nat, number, poly, product, real, seq, sequel, termwise,
)  # fmt: skip
from proofs.theorems.probability.finite import D, N, f, g, mean, positive_power, r, s, weights, whole, within, x

T, h, z, j = (nat(name) for name in "Thzj")
left, P, G = (seq(name) for name in ("left", "P", "G"))
u, n, eighth = real("u"), number(T), Fraction(1, 8)
after = sequel(h, z)


def examples(h: Index, claim: Formula) -> Formula:
    """For every history and every example that may follow while one is left."""
    return every(h, implies(ge(left(h), 1), every(z, claim, below=number(N))))


def for_examples(d: Derivation, prove: Callable[[Index], str]) -> str:
    """∀z < N of what `prove` shows of any z."""
    z = d.fresh("z")
    with d.supposing(z, ge(number(N), number(z) + 1)):
        prove(z)
    return d.last


start = ("start", eq(left(0), n))
fewer = ("left", examples(h, eq(left(after), left(h) - 1)))
before = ("P before", every(h, implies(ge(left(h), 1), eq(P(h), mean(lambda z: P(sequel(h, z)))))))


@lemma(("a ≤ b", ge(real("b"), real("a"))), claim=ge(exp(real("b")), exp(real("a"))), example=lambda: Instance(0, reals={"a": 0, "b": 0}))
def exp_monotone(d: Derivation) -> None:
    """e^a ≤ e^b for a ≤ b."""
    a, b = real("a"), real("b")
    (low, _), (high, _) = positive_power(d, a), positive_power(d, b)
    ln_tangent(d, exp(b), exp(a), high, low)


def small_power(d: Derivation, low: Polynomial, high: Polynomial, *equal: tuple[Term, str]) -> str:
    """e^low ≤ e^high, where these multiples of equations add up to low − high."""
    d.have(eq(low - high, 0), by=combination(*equal))
    return d.cite("exp-monotone", a=low, b=high)


@lemma(claim=eq(mean(lambda z: f(z) + g(z)) - mean(f) - mean(g), 0))
def mean_sum(d: Derivation) -> None:
    """the mean of f + g is the mean of f plus the mean of g."""
    added_up(d, N, None, (1, lambda z: D(z) * (f(z) + g(z))), (-1, lambda z: D(z) * f(z)), (-1, lambda z: D(z) * g(z)))


@lemma(
    ("f = g", every(z, eq(f(z), g(z)), below=number(N))),
    claim=eq(mean(f), mean(g)),
    example=lambda: Instance(1, {"N": 1}, {}, {"D": [1, 0, 0], "f": [0, 0, 0], "g": [0, 0, 0]}),
)
def mean_same(d: Derivation) -> None:
    """a number that is the same at every example has the same mean."""
    parts: list[Summed] = [(1, lambda z: D(z) * f(z)), (-1, lambda z: D(z) * g(z))]
    d.at(termwise(d, parts, lambda i: d.have(eq(D(i) * (f(i) - g(i)), 0)), upto=N), N)


@lemma(
    (weights, whole, *within, ("r", eq(r, mean(x)))),
    claim=ge(exp(u + eighth * s**2) - mean(lambda z: exp(u + s * (r - x(z)))), 0),
    example=lambda: Instance(1, {"N": 1}, {"r": 0, "s": 0, "u": 0}, {"D": [1, 0, 0], "x": [0, 0, 0]}),
)
def deviation(d: Derivation) -> None:
    """One draw: the mean of e^(u + s(r − x)) is at most e^(u + s²/8), for 0 ≤ x ≤ 1 with the mean r."""

    def on(flipped: bool) -> str:
        """With v = s(1 − x) for s ≥ 0, and v = −sx otherwise: e^(u + s(r − x)) = e^w·e^v."""
        size = s if flipped else -s

        def part(at: Index) -> Term:
            return 1 - x(at) if flipped else x(at)

        w, top = (u + s * r - s, (1 - r) * s + eighth * s**2) if flipped else (u + s * r, -r * s + eighth * s**2)
        if flipped:
            d.cite("mean-linear", a=1, b=-1, f=x)
        else:
            d.have(ge(size, 0))
        d.cite("hoeffding-lemma", x=part, r=1 - r if flipped else r, s=size)
        for_examples(d, lambda z: d.cite("exp-product-above", c=u + s * (r - x(z)), u=w, v=size * part(z)))
        d.cite("mean-monotone", f=lambda z: exp(u + s * (r - x(z))), g=lambda z: exp(w) * exp(size * part(z)))
        d.cite("mean-linear", a=0, b=exp(w), f=lambda z: exp(size * part(z)))
        d.cite("exp-product-below", c=u + eighth * s**2, u=w, v=top)
        positive_power(d, w)
        return d.conclude()

    d.cases(s, lambda case: on(True), lambda case: on(False))


@lemma(
    weights,
    start,
    fewer,
    before,
    ("G in the end", every(h, implies(eq(left(h), 0), ge(G(h) - P(h), 0)))),
    ("G shrinks", every(j, every(h, implies(eq(left(h), number(j) + 1), ge(G(h) - mean(lambda z: G(sequel(h, z))), 0))), below=n)),
    claim=ge(G(0) - P(0), 0),
    example=lambda: Instance(1, {"N": 1, "T": 1}, {}, {"D": [1, 0, 0], "left": [1, 0, 0], "G": [0] * 3, "P": [0] * 3}),
)
def draws(d: Derivation) -> None:
    """A number that is at least P in the end, and before that at least its mean one example later, is at least P at the start."""

    def higher(hypothesis: str, z: Index) -> str:
        return d.use(hypothesis, sequel(h, z))

    def step(i: Index, hypothesis: str) -> str:
        with d.supposing(h, eq(left(h), number(i) + 1)):
            for_examples(d, lambda z: higher(hypothesis, z))
            lower = d.cite("mean-monotone", f=lambda z: P(sequel(h, z)), g=lambda z: G(sequel(h, z)))
            shrinks = d.use("G shrinks", i, h)
            d.have(ge(G(h) - P(h), 0), shrinks, lower, d.use("P before", h))
        return d.last

    always = d.induction(lambda i: every(h, implies(eq(left(h), number(i)), ge(G(h) - P(h), 0))), lambda: "G in the end", step, upto=T)
    d.use(d.use(always, T), Index(None))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Azuma's inequality for examples drawn one after the other: P(Σrisk − Σloss > Ta) ≤ e^(−2Ta²) for losses from 0 to 1.
#
# An example is z < N with probability D(z), independently of those before it.  A history h is the empty one, 0, or a history followed by z,
# written (h, z); left(h) is how many of the T examples are still to come.  loss(h, z) is the loss on z of whatever was learnt from h, so no
# hypothesis on the learner is needed; risk(h) is its mean over z.  gap(h) sums risk less loss along h.  P(h) is the probability that the
# sum exceeds Ta in the end, once h has been seen: at the end it is 0 if gap(h) ≤ Ta, before that the mean of what it is one example later.
#
# The proof.  G(h) = e^(4a(gap(h) − Ta) + 2a²·left(h)) is at least P(h): at the end because e^x ≥ 1 for x ≥ 0, before that because its mean
# one example later is no larger, which is Hoeffding's lemma with s = 4a.  At the start it is e^(−2Ta²).

a, half = real("a"), Fraction(1, 2)
loss, risk, gap = (seq(name) for name in ("loss", "risk", "gap"))
facts = (
    weights,
    whole,
    start,
    fewer,
    ("loss ≥ 0", examples(h, ge(loss(after), 0))),
    ("loss ≤ 1", examples(h, ge(1 - loss(after), 0))),
    ("risk", every(h, implies(ge(left(h), 1), eq(risk(h), mean(lambda z: loss(sequel(h, z))))))),
    ("gap starts", eq(gap(0), 0)),
    ("gap", examples(h, eq(gap(after), gap(h) + risk(h) - loss(after)))),
    before,
    ("P ≤ 1", every(h, implies(eq(left(h), 0), ge(1 - P(h), 0)))),
    ("P in the end", every(h, implies(eq(left(h), 0), implies(ge(n * a - gap(h), 0), ge(-P(h), 0))))),
    ("a ≥ 0", ge(a, 0)),
)


def exponent(h: Index) -> Polynomial:
    return 4 * a * (gap(h) - n * a) + 2 * a**2 * left(h)


@lemma(
    facts,
    claim=ge(exp(-2 * n * a**2) - P(0), 0),
    example=lambda: Instance(
        1,
        {"N": 1, "T": 1},
        {"a": half},
        {"D": [1, 0, 0], "left": [1, 0, 0], "loss": [0, half, 0], "risk": [half, 0, 0], "gap": [0] * 3, "P": [0] * 3},
    ),
)
def azuma(d: Derivation) -> None:
    """Azuma's inequality: with probability at most e^(−2Ta²), the risks exceed the losses by more than Ta in all."""
    G: Callable[[Index], Polynomial] = lambda h: exp(exponent(h))  # noqa: E731
    with d.supposing(h, eq(left(h), 0)) as (end,):
        sign, log = positive_power(d, exponent(h))

        def exceed(case: str) -> str:
            more = d.have(ge(a * (gap(h) - n * a), 0), by=certificate(product("a ≥ 0", case)))
            tangent = ln_tangent(d, G(h), poly(1), sign, d.have(gt(1, 0)))
            return d.have(ge(G(h) - P(h), 0), tangent, d.axiom("ln-one"), log, more, end, d.use("P ≤ 1", h))

        d.cases(n * a - gap(h), lambda _: d.have(ge(G(h) - P(h), 0), d.use("P in the end", h), sign), exceed)
    with d.supposing(j, ge(n, number(j) + 1), h, eq(left(h), number(j) + 1)) as (_, some):
        d.use("loss ≥ 0", h), d.use("loss ≤ 1", h)
        u = 4 * a * (gap(h) - n * a) + 2 * a**2 * number(j)
        shrinks = d.cite("deviation", x=lambda z: loss(sequel(h, z)), r=risk(h), s=4 * a, u=u)

        def later(z: Index) -> str:
            grown, fewer = d.use("gap", h, z), d.use("left", h, z)
            after, top = sequel(h, z), u + 4 * a * (risk(h) - loss(sequel(h, z)))
            return small_power(d, exponent(after), top, (4 * a, grown), (2 * a**2, fewer), (2 * a**2, some))

        for_examples(d, later)
        spread = d.cite("mean-monotone", f=lambda z: G(sequel(h, z)), g=lambda z: exp(u + 4 * a * (risk(h) - loss(sequel(h, z)))))
        top = small_power(d, u + 2 * a**2, exponent(h), (-2 * a**2, some))
        d.have(ge(G(h) - mean(lambda z: G(sequel(h, z))), 0), spread, shrinks, top)
    whole = d.cite("draws", G=G)
    d.conclude(whole, small_power(d, exponent(Index(None)), -2 * n * a**2, (4 * a, "gap starts"), (2 * a**2, "start")))
