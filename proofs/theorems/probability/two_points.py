"""Hoeffding's lemma for two outcomes: ln(1 − p + pβ) ≤ p ln β + (ln β)²/8 for 0 ≤ p ≤ 1 and β ≥ 1.

The textbook proof takes two derivatives in ln β.  Here ln X ≤ ln K + X/K − 1 for X = 1 − p + pβ and a K that does not depend on p, so that
both sides are linear in p and only the ends of an interval matter.

For ln β ≥ 4, K = β/4 will do at p = 0 and p = 1. For ln β < 4 let y be the sixteenth root of β, x = y − 1 and t = ln y, so that x − x²/2 ≤
t ≤ (y − 1/y)/2 and x ≤ 5/17. The best K is (β − 1)/ln β. For p ≤ 1/2, ln β is replaced by an upper bound: K is (y + y³ + … + y¹⁵)/8. For p
≥ 1/2 by a lower bound: K is 1 + x²/2 times as much. At the ends, p = 0, 1/2 and 1, three polynomials in x remain, divisible by x⁴, whose
quotients have positive Bernstein coefficients on [0, 5/17].
"""

from math import comb

from proofs.statements.authoring import (
    Callable, Derivation, Fraction, Images, Instance, Lemma, Polynomial, certificate, eq, ge, gt, le, lemma, ln, ln_product, ln_quadratic,
    ln_sinh, ln_tangent, poly, product, real, square, strict,
)  # fmt: skip
from proofs.theorems.winnow.total_weight import square_roots

half, quarter, end = Fraction(1, 2), Fraction(1, 4), Fraction(5, 17)
p, beta, y = real("p"), real("β"), real("y")
u, t = ln(beta), ln(y)


def powers(y: Polynomial) -> Polynomial:
    """1 + y² + … + y¹⁴, which is (y¹⁶ − 1)/(y² − 1)."""
    return sum((y ** (2 * i) for i in range(1, 8)), Polynomial.of(1))


def upper(y: Polynomial) -> Polynomial:
    """(y¹⁶ − 1)/(16·(y − 1/y)/2): less than (β − 1)/ln β."""
    return Fraction(1, 8) * y * powers(y)


def lower(y: Polynomial) -> Polynomial:
    """More than (β − 1)/ln β, up to terms in x⁴."""
    return upper(y) * (1 + half * (y - 1) ** 2)


def middle(y: Polynomial, K: Polynomial) -> Polynomial:
    """At p = 1/2, and for `upper` at p = 0 as well: y⁸K(ln K + X/K − 1) below its bound, for t at least x − x²/2."""
    log = y - 1 - half * (y - 1) ** 2
    return 2 * K * y**8 - K**2 - half * y**8 * (y**16 + 1) + 32 * log**2 * y**8 * K


def last(y: Polynomial, K: Polynomial) -> Polynomial:
    """At p = 1: y⁸K(ln K + X/K − 1) below its bound."""
    log = y - 1 - half * (y - 1) ** 2
    return 2 * K * y**8 - K**2 - y**24 + (8 * log + 32 * log**2) * y**8 * K


def bernstein(spare: Polynomial) -> tuple[int, list[Fraction]]:
    """n and the coefficients b(j) with spare(1 + x) = x⁴ Σ b(j)·xʲ(e − x)^(n−j), e = 5/17, from xⁱ = xⁱ(x/e + (e − x)/e)^(n−i)."""
    by_power = {sum(power for _, power in monomial): c for monomial, c in spare.terms.items()}
    n = max(by_power) - 4
    a = [by_power.get(j + 4, Fraction(0)) for j in range(n + 1)]
    return n, [sum((a[i] * comb(n - i, j - i) / end ** (n - i) for i in range(j + 1)), Fraction(0)) for j in range(n + 1)]


def polynomial(id: str, title: str, spare: Callable[[Polynomial], Polynomial]) -> Lemma:
    """spare(1 + x) ≥ 0 for 0 ≤ x ≤ 5/17, by its Bernstein coefficients."""
    x = real("x")

    def prove(d: Derivation) -> None:
        n, coefficients = bernstein(spare(1 + x))
        d.conclude(by=certificate(*(product(b, *["x ≥ 0"] * (4 + j), *["x ≤ 5/17"] * (n - j)) for j, b in enumerate(coefficients) if b)))

    return Lemma(
        id,
        title,
        "",
        prove,
        (("x ≥ 0", ge(x, 0)), ("x ≤ 5/17", ge(end - x, 0))),
        claim=ge(spare(1 + x), 0),
        example=lambda: Instance(0, reals={"x": 0}),
    )


ends = (
    polynomial(
        "hoeffding-end-first", "Hoeffding's lemma at p = 0 and p = 1/2, up to (y¹⁶ − 1)/(8(y − 1/y))", lambda y: middle(y, upper(y))
    ),
    polynomial("hoeffding-end-middle", "Hoeffding's lemma at p = 1/2, a little above that", lambda y: middle(y, lower(y))),
    polynomial("hoeffding-end-last", "Hoeffding's lemma at p = 1, a little above that", lambda y: last(y, lower(y))),
)


K, Y, W, t_low, log_X, log_K, log_y = (real(name) for name in ("K", "Y", "W", "l", "a", "b", "t"))
tangents = (
    ("K > 0", gt(K, 0)),
    ("Y > 0", gt(Y, 0)),
    ("the tangent at K", ge(1 + 2 * p * W - K - K * (log_X - log_K), 0)),
    ("the tangent at Y", ge(K - Y - Y * (log_K - 8 * log_y), 0)),
    ("l² ≤ t²", ge(log_y**2, t_low**2)),
    ("at p = 1/2", ge(2 * K * Y - K**2 - Y * (W + 1) + 32 * t_low**2 * Y * K, 0)),
)
end_of_tangents = le(log_X, 16 * p * log_y + 32 * log_y**2)
both_tangents = product("the tangent at K", "Y > 0"), product("the tangent at Y", "K > 0"), product(32, "l² ≤ t²", "Y > 0", "K > 0")


@lemma(
    (*tangents, ("p ≤ 1/2", ge(1 - 2 * p, 0)), ("W", ge(W - 8 * log_y * K, 0))),
    claim=end_of_tangents,
    example=lambda: Instance(0, reals={"K": 1, "Y": 1, "W": 0, "l": 0, "a": 0, "b": 0, "t": 0, "p": 0}),
)
def hoeffding_first_half(d: Derivation) -> None:
    """Hoeffding's lemma from two tangents for p ≤ 1/2, with X = 1 + 2pW."""
    d.conclude(by=certificate(strict("z", "Y > 0", "K > 0"), *both_tangents, "at p = 1/2", product("p ≤ 1/2", "W", "Y > 0")))


@lemma(
    *tangents,
    ("p ≥ 1/2", ge(2 * p - 1, 0)),
    ("p ≤ 1", ge(1 - p, 0)),
    ("l ≤ t", ge(log_y, t_low)),
    ("at p = 1", ge(2 * K * Y - K**2 - Y * (2 * W + 1) + (8 * t_low + 32 * t_low**2) * Y * K, 0)),
    claim=end_of_tangents,
    example=lambda: Instance(0, reals={"K": 1, "Y": 1, "W": 0, "l": 0, "a": 0, "b": 0, "t": 0, "p": 1}),
)
def hoeffding_second_half(d: Derivation) -> None:
    """Hoeffding's lemma from two tangents for p ≥ 1/2, with X = 1 + 2pW."""
    d.conclude(
        by=certificate(
            strict("z", "Y > 0", "K > 0"),
            *both_tangents,
            product(2, "p ≤ 1", "at p = 1/2"),
            product("p ≥ 1/2", "at p = 1"),
            product(8, "p ≥ 1/2", "l ≤ t", "Y > 0", "K > 0"),
        )
    )


def _eighth(d: Derivation, positive: str) -> tuple[str, str]:
    """The lines y⁸ > 0 and ln y⁸ = 8 ln y."""
    sign, logs, power = positive, [], y
    for _ in range(3):
        logs.append(ln_product(d, power, power, sign, sign))
        sign = d.have(gt(power * power, 0))
        power = power * power
    return sign, d.have(eq(ln(y**8), 8 * t))


@lemma(
    (("y ≥ 1", ge(y, 1)), ("ln y < 1/4", gt(quarter, t)), ("p ≥ 0", ge(p, 0)), ("p ≤ 1", ge(1 - p, 0))),
    claim=le(ln(1 + p * (y**16 - 1)), 16 * p * t + 32 * t**2),
    example=lambda: Instance(0, reals={"y": 1, "p": half}),
)
def hoeffding_small(d: Derivation) -> None:
    """Hoeffding's lemma for two outcomes and 16 ln y < 4.

    Proof. In terms of the sixteenth root.
    """
    one, none = d.have(gt(1, 0)), d.axiom("ln-one")
    positive = d.have(gt(y, 0))
    x = y - 1
    x_sign = d.have(ge(x, 0))
    ln_tangent(d, poly(1), y, one, positive)
    coarse = d.have(ge(Fraction(1, 3) - x, 0), note="x < 1/3")
    ln_quadratic(d, y, poly(1), x_sign, one)
    log = x - half * x**2
    below = d.have(ge(t, log), note="ln y ≥ x − x²/2")
    d.have(ge(end - x, 0), note="x < 5/17")
    flatter = ln_sinh(d, y, poly(1), x_sign, one)
    above = d.have(ge(y**2 - 1, 2 * y * t), flatter, none, note="ln y ≤ (y − 1/y)/2")
    d.have(ge(t**2, log**2), below, x_sign, coarse)
    y8, power = _eighth(d, positive)
    sum_sign = d.have(gt(powers(y), 0), by=certificate(strict(one), "z", *(square(y**i) for i in range(1, 8))))
    for end_ in ends:
        d.cite(end_.id, x=x)
    X, W = 1 + p * (y**16 - 1), half * (y**16 - 1)
    grown = d.have(ge(y**16 - 1, 0), x_sign, sum_sign, positive)
    X_sign = d.have(gt(X, 0), one, "p ≥ 0", grown)

    def on(first: bool) -> str:
        K = upper(y) if first else lower(y)
        K_sign = d.have(gt(K, 0))
        ln_tangent(d, X, K, X_sign, K_sign)
        at_power = ln_tangent(d, K, y**8, K_sign, y8)
        d.have(ge(K - y**8 - y**8 * (ln(K) - 8 * t), 0), at_power, power)
        images: Images = {"K": K, "Y": y**8, "W": W, "l": log, "a": ln(X), "b": ln(K), "t": t}
        if first:
            d.have(ge(W - 8 * t * K, 0), above, sum_sign)
            return d.cite("hoeffding-first-half", **images)
        return d.cite("hoeffding-second-half", **images)

    d.cases(half - p, lambda case: on(True), lambda case: on(False))


def _large(d: Derivation, case: str, one: str) -> str:
    none = d.axiom("ln-one")
    X, K = 1 + p * (beta - 1), quarter * beta
    two, four = d.have(gt(2, 0)), d.have(gt(4, 0))
    halves = [(Fraction(3, 2), d.have(gt(Fraction(3, 2), 0))), (Fraction(4, 3), d.have(gt(Fraction(4, 3), 0)))]
    curved = [ln_quadratic(d, poly(a), poly(1), d.have(ge(a - 1, 0)), one) for a, _ in halves]
    of_two = ln_product(d, poly(halves[0][0]), poly(halves[1][0]), halves[0][1], halves[1][1])
    of_four, of_sixteen = ln_product(d, poly(2), poly(2), two, two), ln_product(d, poly(4), poly(4), four, four)
    four_log = d.have(ge(ln(poly(4)), Fraction(5, 4)), *curved, none, of_two, of_four, note="ln 4 ≥ 5/4")
    flat = ln_tangent(d, poly(2), poly(1), two, one)
    far = ln_tangent(d, beta, poly(16), "β > 0", d.have(gt(16, 0)))
    large = d.have(ge(beta, 16), far, flat, none, of_four, of_sixteen, case, note="β ≥ 16, as ln 16 ≤ 4")
    K_sign = d.have(gt(K, 0), "β > 0")
    of_beta = ln_product(d, K, poly(4), K_sign, four)
    tangent = ln_tangent(d, X, K, "X > 0", K_sign)
    first = d.have(ge(quarter * beta * (Fraction(1, 8) * u**2 - u + ln(poly(4)) + 1), 1), "β > 0", four_log, large)
    second = d.have(ge(quarter * beta * (Fraction(1, 8) * u**2 - 3 + ln(poly(4))), 0), "β > 0", case, four_log)
    return d.conclude("β > 0", tangent, "p ≤ 1", first, "p ≥ 0", second, of_beta, note="linear in p")


def _root(d: Derivation, case: str, X: Polynomial) -> str:
    """By the sixteenth root, four square roots in a row."""
    value, at_least, above, _, logs = square_roots(d, beta, "β ≥ 1", 4)
    log = d.have(ge(u, 16 * ln(value)), *logs, note="ln β ≥ 16 ln y")
    below = d.cite("hoeffding-small", y=value)
    power = 1 + p * (value**16 - 1)
    rises = d.cite("ln-monotone", a=X, b=power)
    sign = d.have(ge(ln(value), 0), ln_tangent(d, poly(1), value, d.have(gt(1, 0)), above), d.axiom("ln-one"), at_least)
    return d.conclude(below, rises, "p ≥ 0", log, sign)


@lemma(
    (("β ≥ 1", ge(beta, 1)), ("p ≥ 0", ge(p, 0)), ("p ≤ 1", ge(1 - p, 0))),
    claim=le(ln(1 + p * (beta - 1)), p * u + Fraction(1, 8) * u**2),
    example=lambda: Instance(0, reals={"β": 2, "p": half}),
)
def hoeffding_two_points(d: Derivation) -> None:
    """Hoeffding's lemma for two outcomes: ln(1 − p + pβ) ≤ p ln β + (ln β)²/8 for β ≥ 1."""
    one = d.have(gt(1, 0))
    d.have(gt(beta, 0), name="β > 0")
    X = 1 + p * (beta - 1)
    d.have(gt(X, 0), name="X > 0")
    d.cases(u - 4, lambda case: _large(d, case, one), lambda case: _root(d, case, X))
