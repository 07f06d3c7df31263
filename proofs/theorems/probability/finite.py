"""Means over a finite probability space, and Hoeffding's lemma for them: Σ D(z)·e^(s(x(z) − r)) ≤ e^(s²/8) for 0 ≤ x ≤ 1 with the mean r.

The outcomes are z < N, their weights D(z) ≥ 0 sum to 1, and the mean of f is Σ(z < N) D(z)·f(z).

The proof of Hoeffding's lemma.  e^x lies below its chord, so e^(sx(z)) ≤ 1 + x(z)·(e^s − 1), by two tangents of ln; the mean of the right
side is 1 + r(e^s − 1), and ln of that is at most rs + s²/8, which is the lemma for two outcomes.
"""

from proofs.statements.authoring import (
    Both, Callable, Derivation, Fraction, Index, Instance, Lemma, Polynomial, Summed, Term, added_up, certificate, eq, every, exp, ge, gt,
    le, lemma, ln, ln_product, ln_tangent, multiple, nat, number, poly, product, real, seq, sequel, sum_below, swap_sums, termwise,
)  # fmt: skip

N, T, z, k = nat("N"), nat("T"), nat("z"), nat("k")
D, f, g, x, X, indicator, event = (seq(name) for name in ("D", "f", "g", "x", "X", "I", "J"))
a, b, r, s = (real(name) for name in "abrs")
weights = ("D ≥ 0", every(z, ge(D(z), 0), below=number(N)))
whole = ("ΣD = 1", eq(sum_below(N, D), 1))
within = ("x ≥ 0", every(z, ge(x(z), 0), below=number(N))), ("x ≤ 1", every(z, ge(1 - x(z), 0), below=number(N)))


def mean(of: Callable[[Index], Term]) -> Polynomial:
    """Σ(z < N) D(z)·of(z)"""
    return sum_below(N, lambda z: D(z) * of(z))


@lemma(
    (weights, ("f ≤ g", every(z, ge(g(z) - f(z), 0), below=number(N)))),
    claim=ge(mean(g) - mean(f), 0),
    example=lambda: Instance(1, {"N": 1}, {}, {"D": [1, 0, 0], "f": [0, 0, 0], "g": [1, 0, 0]}),
)
def mean_monotone(d: Derivation) -> None:
    """the mean of a smaller number is smaller."""

    def gap(i: Index) -> str:
        return d.have(ge(D(i) * (g(i) - f(i)), 0))

    parts: list[Summed] = [(1, lambda z: D(z) * g(z)), (-1, lambda z: D(z) * f(z))]
    d.at(termwise(d, parts, gap, upto=N, equal=False), N)


@lemma(claim=eq(mean(lambda z: a + b * f(z)) - a * sum_below(N, D) - b * mean(f), 0))
def mean_linear(d: Derivation) -> None:
    """the mean of a + bf is a times the weights' sum plus b times the mean of f."""
    added_up(d, N, None, (1, lambda z: D(z) * (a + b * f(z))), (-a, D), (-b, lambda z: D(z) * f(z)))


@lemma(
    (weights, ("a·I ≤ X", every(z, ge(X(z) - a * indicator(z), 0), below=number(N)))),
    claim=le(a * mean(indicator), mean(X)),
    example=lambda: Instance(2, {"N": 2}, {"a": 2}, {"D": [Fraction(1, 2), Fraction(1, 2), 0, 0], "I": [0, 1, 0, 0], "X": [1, 3, 0, 0]}),
)
def markov(d: Derivation) -> None:
    """Markov's inequality: a·P(X ≥ a) ≤ E X for X ≥ 0, with I(z) = 1 where X(z) ≥ a and I(z) = 0 elsewhere, so that a·I ≤ X."""
    with d.supposing(z, ge(number(N), number(z) + 1)):
        d.have(ge(X(z) - (0 + a * indicator(z)), 0))
    d.conclude(d.cite("mean-monotone", f=lambda z: a * indicator(z), g=X), d.cite("mean-linear", a=0, b=a, f=indicator))


@lemma(
    (weights, ("union", every(z, ge(sum_below(T, lambda k: event(sequel(k, z))) - indicator(z), 0), below=number(N)))),
    claim=le(mean(indicator), sum_below(T, lambda k: mean(lambda z: event(sequel(k, z))))),
    example=lambda: Instance(1, {"N": 1, "T": 1}, {}, {"D": [1, 0, 0], "I": [1, 0, 0], "J": [0, 1, 0]}),
)
def boole(d: Derivation) -> None:
    """Boole's inequality: P(some event) ≤ the sum of the events' probabilities, for indicators with I(z) ≤ Σ(k < T: J(k, z))."""

    def union(z: Index) -> Polynomial:
        return sum_below(T, lambda k: event(sequel(k, z)))

    inside = added_up(d, T, None, (1, lambda k: D(z) * event(sequel(k, z))), (-D(z), lambda k: event(sequel(k, z))))
    weighed = added_up(
        d, N, d.generalise(inside, z), (1, lambda z: sum_below(T, lambda k: D(z) * event(sequel(k, z)))), (-1, lambda z: D(z) * union(z))
    )
    turned = swap_sums(d, N, T, lambda z, k: D(z) * event(sequel(k, z)))
    d.conclude(d.cite("mean-monotone", f=indicator, g=union), weighed, turned)


def positive_power(d: Derivation, of: Term) -> tuple[str, str]:
    """The lines e^of > 0 and ln e^of = of."""
    e = exp(of)
    return d.parts(d.line("axiom", Both(gt(e, 0), eq(ln(e), of)), data={"name": "ln-exp", "at": [poly(of)]}))


@lemma(
    (("x ≥ 0", ge(real("x"), 0)), ("x ≤ 1", ge(1 - real("x"), 0))),
    claim=ge(1 + real("x") * (exp(s) - 1) - exp(s * real("x")), 0),
    example=lambda: Instance(0, reals={"x": Fraction(1, 2), "s": 1}),
)
def exp_chord(d: Derivation) -> None:
    """e^(sx) ≤ 1 + x(e^s − 1) for 0 ≤ x ≤ 1."""
    x = real("x")
    (low, log), (top, top_log), one = positive_power(d, s * x), positive_power(d, s), d.have(gt(1, 0))
    first = ln_tangent(d, poly(1), exp(s * x), one, low)
    second = ln_tangent(d, exp(s), exp(s * x), top, low)
    none = d.axiom("ln-one")
    d.conclude(first, "x ≤ 1", second, "x ≥ 0", none, top_log, log)


def _product(d: Derivation, above: bool) -> None:
    u, v, c = real("u"), real("v"), real("c")
    (first, _), (second, _), (whole_, _) = (positive_power(d, e) for e in (u, v, c))
    joint = exp(u) * exp(v)
    sign = d.have(gt(joint, 0))
    ln_product(d, exp(u), exp(v), first, second)
    if above:
        tangent, at = ln_tangent(d, joint, exp(c), sign, whole_), exp(c)
    else:
        tangent, at = ln_tangent(d, exp(c), joint, whole_, sign), -joint
    logs = d.have(eq(ln(joint) - ln(exp(c)), 0))
    d.conclude(by=certificate(tangent, multiple(at, logs)))


def exponents(above: bool) -> Lemma:
    u, v, c = real("u"), real("v"), real("c")
    joint = exp(u) * exp(v)
    return Lemma(
        "exp-product-above" if above else "exp-product-below",
        "e^c ≤ e^u·e^v for c = u + v" if above else "e^u·e^v ≤ e^c for c = u + v",
        "",
        lambda d: _product(d, above),
        (("c = u + v", eq(c, u + v)),),
        claim=ge(joint - exp(c), 0) if above else ge(exp(c) - joint, 0),
        example=lambda: Instance(0, reals={"u": 0, "v": 0, "c": 0}),
    )


above, below = exponents(True), exponents(False)


@lemma(
    (weights, whole, *within, ("r", eq(r, mean(x))), ("s ≥ 0", ge(s, 0))),
    claim=ge(exp(r * s + Fraction(1, 8) * s**2) - mean(lambda z: exp(s * x(z))), 0),
    example=lambda: Instance(2, {"N": 2}, {"r": Fraction(1, 2), "s": 1}, {"D": [Fraction(1, 2), Fraction(1, 2), 0, 0], "x": [0, 1, 0, 0]}),
)
def hoeffding_lemma(d: Derivation) -> None:
    """Hoeffding's lemma: the mean of e^(sx) is at most e^(sr + s²/8), for 0 ≤ x ≤ 1 with the mean r and s ≥ 0."""
    one, none = d.have(gt(1, 0)), d.axiom("ln-one")
    beta, bound = exp(s), r * s + Fraction(1, 8) * s**2
    with d.supposing(z, ge(number(N), number(z) + 1)):
        d.at("x ≥ 0", z), d.at("x ≤ 1", z)
        d.cite("exp-chord", x=x(z))
    d.cite("mean-monotone", f=lambda z: exp(s * x(z)), g=lambda z: 1 + x(z) * (beta - 1), note="each power below its chord")
    d.cite("mean-linear", a=1, b=beta - 1, f=x)
    d.have(ge(1 + r * (beta - 1) - mean(lambda z: exp(s * x(z))), 0))
    least = d.cite("mean-linear", a=0, b=0, f=x)
    d.have(ge(r, 0), d.cite("mean-monotone", f=lambda z: 0, g=x), least, "r")
    d.have(ge(1 - r, 0), d.cite("mean-monotone", f=x, g=lambda z: 1), "ΣD = 1", "r")
    top, log = positive_power(d, s)
    d.have(ge(beta, 1), ln_tangent(d, beta, poly(1), top, one), none, log, "s ≥ 0")
    d.cite("hoeffding-two-points", p=r, β=beta)
    X = 1 + r * (beta - 1)
    sign = d.have(gt(X, 0), one, d.find_line(ge(r, 0)), d.find_line(ge(beta - 1, 0)))
    power, power_log = positive_power(d, bound)
    logs = d.have(ge(bound - ln(X), 0))
    tangent = ln_tangent(d, exp(bound), X, power, sign)
    d.have(ge(exp(bound) - X, 0), by=certificate(tangent, product(sign, logs), multiple(X, power_log)))
