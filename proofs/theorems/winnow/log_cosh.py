"""ln cosh η ≤ η²/2 for η = ln β, from tangents and two terms of the logarithm: what Winnow's proof has in place of Hoeffding's lemma.

The proof.  For η ≥ 2, cosh η ≤ e^η will do.  For η < 2 let c be the eighth root of β and x = c − 1.  Then η ≥ L = 8(x − x²/2), for
ln(1 + x) ≥ x − x²/2, which puts x below 3/10, since ln c ≥ 1 − 1/c has put it below 1/3.  With r = 1 + L²/4 it remains that
cosh η = (c⁸ + c⁻⁸)/2 ≤ r², for then ln cosh η ≤ 2 ln r ≤ 2(r − 1) = L²/2 ≤ η²/2.  Multiplied out that is a polynomial in x of degree 16,
divisible by x⁴, whose quotient has positive Bernstein coefficients on [0, 3/10].
"""

from math import comb

from proofs.statements.authoring import (
    Derivation, Displayed, Formula, Fraction, Polynomial, certificate, combination, eq, ge, gt, le, lemma, ln, ln_product, ln_quadratic,
    ln_tangent, multiple, poly, product, real, square, strict,
)  # fmt: skip
from proofs.theorems.winnow.common import beta, cosh, eta, half, per_beta

third, end = Fraction(1, 3), Fraction(3, 10)


@lemma((("0 < a", gt(real("a"), 0)), ("a ≤ b", ge(real("b"), real("a")))), claim=le(ln(real("a")), ln(real("b"))))
def ln_monotone(d: Derivation) -> None:
    """ln a ≤ ln b for 0 < a ≤ b."""
    a, b = real("a"), real("b")
    positive = d.have(gt(b, 0), "0 < a", "a ≤ b")
    tangent = ln_tangent(d, a, b, "0 < a", positive)
    d.conclude(tangent, positive, "a ≤ b")


def root_above(x: Polynomial) -> Polynomial:
    """r = 1 + L²/4 with L = 8(x − x²/2)."""
    return 1 + 4 * x**2 * (2 - x) ** 2


def spare(x: Polynomial) -> Polynomial:
    """2c⁸r² − c¹⁶ − 1 for c = 1 + x."""
    return 2 * (1 + x) ** 8 * root_above(x) ** 2 - (1 + x) ** 16 - 1


def bernstein() -> list[Fraction]:
    """The coefficients b(j) with spare(x) = x⁴ Σ b(j)·xʲ(e − x)^(12−j), e = 3/10, from xⁱ = xⁱ(x/e + (e − x)/e)^(12−i)."""
    by_power = {sum(power for _, power in monomial): c for monomial, c in spare(real("x")).terms.items()}
    a = [by_power.get(j + 4, Fraction(0)) for j in range(13)]
    return [sum((a[i] * comb(12 - i, j - i) / end ** (12 - i) for i in range(j + 1)), Fraction(0)) for j in range(13)]


@lemma((("x ≥ 0", ge(real("x"), 0)), ("x ≤ 3/10", ge(end - real("x"), 0))), claim=ge(spare(real("x")), 0))
def log_cosh_polynomial(d: Derivation) -> None:
    """c¹⁶ + 1 ≤ 2c⁸(1 + 4x²(2 − x)²)² for c = 1 + x and 0 ≤ x ≤ 3/10."""
    terms = [product(b, *["x ≥ 0"] * (4 + j), *["x ≤ 3/10"] * (12 - j)) for j, b in enumerate(bernstein()) if b]
    d.conclude(by=certificate(*terms))


def _small(d: Derivation, case: str, unit: str, unit_sign: str, positive: str, claim: Formula) -> str:
    stars, squares, logs = [], [], []
    last, at_least = beta, d.have(ge(beta, 1), "β > 1")
    for i in range(3):
        sign = d.have(ge(last, 0), at_least)
        r, r_sign, squared, star = d.root(sign, f"r{i + 1}")
        at_least = d.have(ge(r, 1), r_sign, squared, at_least)
        above = d.have(gt(r, 0), at_least)
        d.have(gt(r * r, 0), above)
        d.have(ge(last - r * r, 0), squared)
        lower = d.cite("ln-monotone", a=r * r, b=last)
        doubled = ln_product(d, r, r, above, above)
        logs.append(d.have(ge(ln(last), 2 * ln(r)), lower, doubled))
        stars.append(star)
        squares.append(squared)
        last = r
    c, x, above_one = last, last - 1, above
    eighth = d.have(ge(eta, 8 * ln(c)), *logs, note="η ≥ 8 ln c")
    tangent = ln_tangent(d, poly(1), c, unit_sign, above_one)
    flat = d.have(ge(c * ln(c), x), tangent, unit)
    quarter = d.have(gt(Fraction(1, 4), ln(c)), eighth, case)
    coarse = d.have(ge(third - x, 0), flat, quarter, above_one, note="x < 1/3")
    x_sign = d.have(ge(x, 0), at_least)
    curved = ln_quadratic(d, c, poly(1), d.have(ge(c - 1, 0), at_least), unit_sign)
    log = d.have(ge(ln(c), x - half * x**2), curved, unit, note="ln c ≥ x − x²/2")
    d.have(ge(end - x, 0), log, quarter, coarse, x_sign, note="x < 3/10")
    L = 8 * (x - half * x**2)
    linear = d.have(ge(eta, L), log, eighth)
    L_sign = d.have(ge(L, 0), x_sign, coarse)
    first, second, third_square = squares
    r1, r2 = real("r1"), real("r2")
    power = d.have(
        eq(beta, c**8), note="β = c⁸", by=combination((-1, first), (-(r1 + r2**2), second), (-(r2 + c**2) * (r2**2 + c**4), third_square))
    )
    room = d.cite("log-cosh-polynomial", x=x)
    r = root_above(x)
    scaled = d.have(
        ge(beta * (r**2 - cosh), 0),
        by=certificate(product(half, room), multiple(r**2 - half * (beta + c**8), power), multiple(-half, "1/β")),
    )
    d.have(ge(r * r - cosh, 0), scaled, positive)
    r_sign = d.have(gt(r, 0), by=certificate(strict(unit_sign), "z", product(4, square(x * (2 - x)))))
    below = d.cite("ln-monotone", a=cosh, b=r * r)
    doubled = ln_product(d, r, r, r_sign, r_sign)
    near = ln_tangent(d, r, poly(1), r_sign, unit_sign)
    upper = d.have(le(ln(cosh), 2 * (r - 1)), below, doubled, near, unit, note="ln cosh η ≤ 2(r − 1) = L²/2")
    last_line = d.have(claim, upper, linear, L_sign, note="L²/2 ≤ η²/2")
    return d.forget(last_line, *stars)


@lemma(
    (("β > 1", gt(beta, 1)), ("1/β", eq(per_beta * beta, 1))),
    cites=("ln-monotone", "log-cosh-polynomial"),
    claim=le(ln(cosh), half * eta**2),
    displayed=Displayed("log((beta + 1/beta)/2) <= log(beta)**2/2", {"beta": beta}),
)
def log_cosh(d: Derivation) -> None:
    """ln cosh η ≤ η²/2: ln((β + 1/β)/2) ≤ (ln β)²/2 for β > 1."""
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))
    positive = d.have(gt(beta, 0), "β > 1")
    per_beta_sign = d.have(gt(per_beta, 0), "1/β", positive)
    d.have(gt(cosh, 0), positive, per_beta_sign)
    claim: Formula = le(ln(cosh), half * eta**2)

    def on(case: str) -> str:
        if d.claims[case] == ge(eta - 2, 0):
            d.have(ge(beta - cosh, 0), "β > 1", "1/β", per_beta_sign)
            below = d.cite("ln-monotone", a=cosh, b=beta, note="cosh η ≤ β")
            return d.have(claim, below, case)
        return _small(d, case, unit, unit_sign, positive, claim)

    d.cases(eta - 2, on)
