"""Examples drawn one after the other: what shrinks in the mean at every draw bounds a probability from its start on.

An example is z < N with probability D(z), independently of those before it.  A history h is the empty one, 0, or a history followed by z,
written (h, z); left(h) is how many of the T examples are still to come.  P(h) is what a probability is once h has been seen: before the
end it is the mean of what it is one example later.

The proofs.  A term G with G ≥ P in the end, and before it no less than its own mean one example later, is at least P at every history, by
induction over how many examples are left.  One draw: the mean of e^(u + s(r − x)) is at most e^(u + s²/8) for 0 ≤ x ≤ 1 with the mean r
and s of either sign, which is Hoeffding's lemma for x or for 1 − x.
"""

from proofs.kernel.formula import opened
from proofs.statements.authoring import (
    Callable, Derivation, Formula, Fraction, Implies, Index, Instance, Polynomial, Term, certificate, combination, eq, every, exp, ge, gt,
    implies, lemma, ln_tangent, multiple, nat, number, poly, product, real, seq, sequel, summed,
)  # fmt: skip
from proofs.theorems.probability.finite import D, N, f, g, mean, positive_power, r, s, weights, whole, within, x

T, h, z, j = (nat(name) for name in "Thzj")
left, P, G = (seq(name) for name in ("left", "P", "G"))
u, n, eighth = real("u"), number(T), Fraction(1, 8)
after = sequel(h, z)


def examples(h: Index, claim: Formula) -> Formula:
    """For every history and every example that may follow while one is left."""
    return every(h, implies(ge(left(h), 1), every(z, claim, below=number(N))))


def used(d: Derivation, line: str, *indices: Index) -> str:
    """A line at these indices, all its conditions met by lines at hand."""
    for index in indices:
        line = d.line("instantiate", opened(d.claims[line], index), [line], {"at": index})
        while isinstance(claim := d.claims[line], Implies):
            line = d.line("apply", claim.conclusion, [line, d.known(claim.premise)])
    return line


def for_examples(d: Derivation, prove: Callable[[Index], str]) -> str:
    """∀z < N of what `prove` shows of any z."""
    z = Index(f"z{len(d.steps)}")
    guard = d.assume(ge(number(N), number(z) + 1))
    return d.generalise(d.discharge(prove(z), guard), z)


start = ("start", eq(left(0), n))
fewer = ("left", examples(h, eq(left(after), left(h) - 1)))
before = ("P before", every(h, implies(ge(left(h), 1), eq(P(h), mean(lambda z: P(sequel(h, z)))))))


@lemma(
    (("a ≤ b", ge(real("b"), real("a"))),), claim=ge(exp(real("b")), exp(real("a"))), example=lambda: Instance(0, reals={"a": 0, "b": 0})
)
def exp_monotone(d: Derivation) -> None:
    """e^a ≤ e^b for a ≤ b."""
    a, b = real("a"), real("b")
    (low, low_log), (high, high_log) = positive_power(d, a), positive_power(d, b)
    tangent = ln_tangent(d, exp(b), exp(a), high, low)
    reverse = ln_tangent(d, exp(a), exp(b), low, high)
    d.conclude(tangent, reverse, low_log, high_log, "a ≤ b", low, high)


@lemma((), claim=eq(mean(lambda z: f(z) + g(z)) - mean(f) - mean(g), 0))
def mean_sum(d: Derivation) -> None:
    """the mean of f + g is the mean of f plus the mean of g."""
    left, first, second = d.unfold(lambda z: D(z) * (f(z) + g(z))), d.unfold(lambda z: D(z) * f(z)), d.unfold(lambda z: D(z) * g(z))

    def gap(i: Index) -> Polynomial:
        return summed(i, lambda z: D(z) * (f(z) + g(z))) - summed(i, lambda z: D(z) * f(z)) - summed(i, lambda z: D(z) * g(z))

    def step(i: Index, before: str) -> list[str]:
        return [d.at(left[1], i), d.at(first[1], i), d.at(second[1], i)]

    d.at(d.induction(lambda i: eq(gap(i), 0), [left[0], first[0], second[0]], step), N)


@lemma(
    (("f = g", every(z, eq(f(z), g(z)), below=number(N))),),
    claim=eq(mean(f), mean(g)),
    example=lambda: Instance(1, {"N": 1}, {}, {"D": [1, 0, 0], "f": [0, 0, 0], "g": [0, 0, 0]}),
)
def mean_same(d: Derivation) -> None:
    """what is the same at every example has the same mean."""
    left, right = d.unfold(lambda z: D(z) * f(z)), d.unfold(lambda z: D(z) * g(z))

    def gap(i: Index) -> Polynomial:
        return summed(i, lambda z: D(z) * f(z)) - summed(i, lambda z: D(z) * g(z))

    def step(i: Index, before: str) -> list[str]:
        return [d.at(left[1], i), d.at(right[1], i), d.at("f = g", i)]

    d.at(d.induction(lambda i: eq(gap(i), 0), [left[0], right[0]], step, upto=N), N)


@lemma(
    (weights, whole, *within, ("r", eq(r, mean(x)))),
    cites=("exp-product-above", "exp-product-below", "mean-monotone", "mean-linear", "hoeffding-lemma"),
    claim=ge(exp(u + eighth * s**2) - mean(lambda z: exp(u + s * (r - x(z)))), 0),
    example=lambda: Instance(1, {"N": 1}, {"r": 0, "s": 0, "u": 0}, {"D": [1, 0, 0], "x": [0, 0, 0]}),
)
def deviation(d: Derivation) -> None:
    """One draw: the mean of e^(u + s(r − x)) is at most e^(u + s²/8), for 0 ≤ x ≤ 1 with the mean r."""

    def on(case: str) -> str:
        """With v = s(1 − x) for s ≥ 0, and v = −sx otherwise: e^(u + s(r − x)) = e^w·e^v."""
        flipped = d.claims[case] == ge(s, 0)
        size = s if flipped else -s

        def part(at: Index) -> Term:
            return 1 - x(at) if flipped else x(at)

        w, top = (u + s * r - s, (1 - r) * s + eighth * s**2) if flipped else (u + s * r, -r * s + eighth * s**2)
        if flipped:
            for_examples(d, lambda z: d.at("x ≤ 1", z))
            for_examples(d, lambda z: d.have(ge(1 - (1 - x(z)), 0), d.at("x ≥ 0", z)))
            spread = d.cite("mean-linear", a=1, b=-1, f=x)
            d.have(eq(1 - r, mean(part)), spread, "r", "ΣD = 1")
        else:
            d.have(ge(size, 0), case)
        hoeffding = d.cite("hoeffding-lemma", x=part, r=1 - r if flipped else r, s=size)
        for_examples(d, lambda z: d.cite("exp-product-above", c=u + s * (r - x(z)), u=w, v=size * part(z)))
        below = d.cite("mean-monotone", f=lambda z: exp(u + s * (r - x(z))), g=lambda z: exp(w) * exp(size * part(z)))
        out = d.cite("mean-linear", a=0, b=exp(w), f=lambda z: exp(size * part(z)))
        joined = d.cite("exp-product-below", c=u + eighth * s**2, u=w, v=top)
        sign, _ = positive_power(d, w)
        return d.conclude(joined, hoeffding, sign, below, out)

    d.cases(s, on)


@lemma(
    (
        weights,
        start,
        fewer,
        before,
        ("G in the end", every(h, implies(eq(left(h), 0), ge(G(h) - P(h), 0)))),
        ("G shrinks", every(j, every(h, implies(eq(left(h), number(j) + 1), ge(G(h) - mean(lambda z: G(sequel(h, z))), 0))), below=n)),
    ),
    cites=("mean-monotone",),
    claim=ge(G(0) - P(0), 0),
    example=lambda: Instance(1, {"N": 1, "T": 1}, {}, {"D": [1, 0, 0], "left": [1, 0, 0], "G": [0] * 3, "P": [0] * 3}),
)
def draws(d: Derivation) -> None:
    """What is at least P in the end, and before that at least its mean one example later, is at least P at the start."""

    def claim(i: Index) -> Formula:
        return every(h, implies(eq(left(h), number(i)), ge(G(h) - P(h), 0)))

    def higher(i: Index, hypothesis: str, z: Index, some: str) -> str:
        d.have(eq(left(sequel(h, z)), number(i)), used(d, "left", h, z), some)
        return used(d, hypothesis, sequel(h, z))

    def step(i: Index, hypothesis: str) -> str:
        some = d.assume(eq(left(h), number(i) + 1))
        d.have(ge(left(h), 1), some, d.natural(i))
        for_examples(d, lambda z: higher(i, hypothesis, z, some))
        lower = d.cite("mean-monotone", f=lambda z: P(sequel(h, z)), g=lambda z: G(sequel(h, z)))
        shrinks = used(d, "G shrinks", i, h)
        return d.generalise(d.discharge(d.have(ge(G(h) - P(h), 0), shrinks, lower, used(d, "P before", h)), some), h)

    always = d.induction(claim, lambda: "G in the end", step, upto=T)
    d.have(eq(left(0), n), "start")
    used(d, used(d, always, T), Index(None))


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
