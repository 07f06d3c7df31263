"""Azuma's inequality for examples drawn one after the other: P(Σrisk − Σloss > Ta) ≤ e^(−2Ta²) for losses from 0 to 1.

An example is z < N with probability D(z), independently of those before it.  A history h is the empty one, 0, or a history followed by z,
written (h, z); left(h) is how many of the T examples are still to come.  loss(h, z) is the loss on z of whatever was learnt from h, so no
hypothesis on the learner is needed; risk(h) is its mean over z.  gap(h) sums risk less loss along h.  P(h) is the probability that the
sum exceeds Ta in the end, once h has been seen: at the end it is 0 if gap(h) ≤ Ta, before that the mean of what it is one example later.

The proof.  G(h) = e^(4a(gap(h) − Ta) + 2a²·left(h)) is at least P(h): at the end because e^x ≥ 1 for x ≥ 0, before that because its mean
one example later is no larger, which is Hoeffding's lemma with s = 4a.  At the start it is e^(−2Ta²).
"""

from proofs.statements.authoring import (
    Derivation, Formula, Fraction, Index, Instance, Polynomial, certificate, combination, eq, every, exp, ge, gt, implies, lemma,
    ln_tangent, multiple, nat, number, poly, product, real, seq, sequel,
)  # fmt: skip
from proofs.theorems.probability.finite import N, mean, positive_power, weights, whole

T, h, z = nat("T"), nat("h"), nat("z")
a = real("a")
left, loss, risk, gap, P = (seq(name) for name in ("left", "loss", "risk", "gap", "P"))
n, half = number(T), Fraction(1, 2)


def examples(h: Index, claim: Formula) -> Formula:
    """For every history and every example that may follow while one is left."""
    return every(h, implies(ge(left(h), 1), every(z, claim, below=number(N))))


after = sequel(h, z)
facts = (
    weights,
    whole,
    ("start", eq(left(0), n)),
    ("left", examples(h, eq(left(after), left(h) - 1))),
    ("loss ≥ 0", examples(h, ge(loss(after), 0))),
    ("loss ≤ 1", examples(h, ge(1 - loss(after), 0))),
    ("risk", every(h, implies(ge(left(h), 1), eq(risk(h), mean(lambda z: loss(sequel(h, z))))))),
    ("gap starts", eq(gap(0), 0)),
    ("gap", examples(h, eq(gap(after), gap(h) + risk(h) - loss(after)))),
    ("P before", every(h, implies(ge(left(h), 1), eq(P(h), mean(lambda z: P(sequel(h, z))))))),
    ("P ≤ 1", every(h, implies(eq(left(h), 0), ge(1 - P(h), 0)))),
    ("P in the end", every(h, implies(eq(left(h), 0), implies(ge(n * a - gap(h), 0), ge(-P(h), 0))))),
    ("a ≥ 0", ge(a, 0)),
)


def potential(j: Index, h: Index) -> Polynomial:
    return exp(4 * a * (gap(h) - n * a) + 2 * a**2 * number(j))


def _claim(j: Index) -> Formula:
    return every(h, implies(eq(left(h), number(j)), ge(potential(j, h) - P(h), 0)))


def _base(d: Derivation) -> str:
    zero = Index(None)
    end = d.assume(eq(left(h), 0))
    e, (sign, log) = potential(zero, h), positive_power(d, 4 * a * (gap(h) - n * a))

    def on(case: str) -> str:
        if d.claims[case] == ge(n * a - gap(h), 0):
            inner = d.at("P in the end", h)
            none = d.line("apply", ge(-P(h), 0), [inner, case])
            return d.have(ge(e - P(h), 0), none, sign)
        more = d.have(ge(a * (gap(h) - n * a), 0), by=certificate(product("a ≥ 0", case)))
        tangent = ln_tangent(d, e, poly(1), sign, d.have(gt(1, 0)))
        return d.have(ge(e - P(h), 0), tangent, d.axiom("ln-one"), log, more, d.at("P ≤ 1", h))

    return d.generalise(d.discharge(d.cases(n * a - gap(h), on), end), h)


def _step(d: Derivation, j: Index, before: str) -> str:
    some = d.assume(eq(left(h), number(j) + 1))
    d.have(ge(left(h), 1), some, d.natural(j))
    constant = 4 * a * (gap(h) + risk(h) - 1 - n * a) + 2 * a**2 * number(j)
    guard = d.assume(ge(number(N), number(z) + 1))
    d.have(eq(left(after), number(j)), d.at(d.at("left", h), z), some)
    one = d.at(before, after)
    grown = d.at(d.at("gap", h), z)
    whole_ = 4 * a * (gap(after) - n * a) + 2 * a**2 * number(j)
    d.have(eq(whole_, constant + 4 * a * (1 - loss(after))), by=combination((4 * a, grown)))
    apart = d.cite("exp-product-above", c=whole_, u=constant, v=4 * a * (1 - loss(after)))
    small = d.have(ge(0 + exp(constant) * exp(4 * a * (1 - loss(after))) - P(after), 0), one, apart)
    d.generalise(d.discharge(small, guard), z)
    lower = d.cite("mean-monotone", f=lambda z: P(sequel(h, z)), g=lambda z: exp(constant) * exp(4 * a * (1 - loss(sequel(h, z)))))
    out = d.cite("mean-linear", a=0, b=exp(constant), f=lambda z: exp(4 * a * (1 - loss(sequel(h, z)))))
    for bound in ("loss ≥ 0", "loss ≤ 1"):
        guard = d.assume(ge(number(N), number(z) + 1))
        line = d.at(d.at(bound, h), z)
        if bound == "loss ≥ 0":
            line = d.have(ge(1 - (1 - loss(after)), 0), line)
        d.generalise(d.discharge(line, guard), z)
    spread = d.cite("mean-linear", a=1, b=-1, f=lambda z: loss(sequel(h, z)))
    d.have(eq(1 - risk(h), mean(lambda z: 1 - loss(sequel(h, z)))), spread, d.at("risk", h), "ΣD = 1")
    d.have(ge(4 * a, 0), "a ≥ 0")
    hoeffding = d.cite("hoeffding-lemma", x=lambda z: 1 - loss(sequel(h, z)), r=1 - risk(h), s=4 * a)
    top = (1 - risk(h)) * 4 * a + 2 * a**2
    last = 4 * a * (gap(h) - n * a) + 2 * a**2 * (number(j) + 1)
    d.have(eq(last, constant + top))
    joined = d.cite("exp-product-below", c=last, u=constant, v=top)
    sign, _ = positive_power(d, constant)
    scaled = d.have(
        ge(exp(constant) * exp(top) - exp(constant) * mean(lambda z: exp(4 * a * (1 - loss(sequel(h, z))))), 0),
        by=certificate(product(hoeffding, sign)),
    )
    now = d.at("P before", h)
    end = d.have(ge(potential(j + 1, h) - P(h), 0), now, lower, out, scaled, joined)
    return d.generalise(d.discharge(end, some), h)


@lemma(
    facts,
    cites=("exp-product-above", "exp-product-below", "mean-monotone", "mean-linear", "hoeffding-lemma"),
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
    always = d.at(d.at(d.induction(_claim, lambda: _base(d), lambda j, before: _step(d, j, before)), T), Index(None))
    top = 4 * a * (gap(0) - n * a) + 2 * a**2 * n
    (sign, first), (low_sign, low) = positive_power(d, top), positive_power(d, -2 * n * a**2)
    tangent = ln_tangent(d, exp(-2 * n * a**2), exp(top), low_sign, sign)
    d.conclude(
        by=certificate(always, tangent, multiple(exp(top), low), multiple(-exp(top), first), multiple(-4 * a * exp(top), "gap starts"))
    )
