"""Winnow's potential, the logarithm of the total weight: its change in a round, and the comparator's share of it."""

from math import comb

from proofs.statements.authoring import (
    Derivation, Display, Formula, Fraction, Index, Instance, M, Polynomial, certificate, eq, every, ge, gt, implies, inner, k, le, lemma,
    ln, ln_product, ln_quadratic, ln_tangent, multiples, number, poly, product, real,
)  # fmt: skip
from proofs.theorems.winnow.common import (
    A, E, N, V, axes, balance, beta, bounded, comparator, coordinates, cosh, e, eta, factor, g, h, half, m, mistake_driven, per_beta,
    positive_weights, powers, products, reciprocal, signs, sinh, size, total, update, v, w, z, zero_start,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# ln cosh η ≤ η²/2 for η = ln β, from tangents and two terms of the logarithm: what Winnow's proof has in place of Hoeffding's lemma.
#
# The proof. For η ≥ 2, cosh η ≤ e^η will do. For η < 2 let c be the eighth root of β and x = c − 1. Then η ≥ L = 8(x − x²/2), for ln(1 +
# x) ≥ x − x²/2, which puts x below 3/10, since ln c ≥ 1 − 1/c has put it below 1/3. With r = 1 + L²/4 it remains that cosh η = (c⁸ +
# c⁻⁸)/2 ≤ r², for then ln cosh η ≤ 2 ln r ≤ 2(r − 1) = L²/2 ≤ η²/2. Multiplied out that is a polynomial in x of degree 16, divisible by
# x⁴, whose quotient has positive Bernstein coefficients on [0, 3/10].

third, end = Fraction(1, 3), Fraction(3, 10)


@lemma(("0 < a", gt(real("a"), 0)), ("a ≤ b", ge(real("b"), real("a"))), claim=le(ln(real("a")), ln(real("b"))))
def ln_monotone(d: Derivation) -> None:
    """ln a ≤ ln b for 0 < a ≤ b."""
    a, b = real("a"), real("b")
    positive = d.have(gt(b, 0))
    ln_tangent(d, a, b, "0 < a", positive)


def square_roots(d: Derivation, first: Polynomial, at_least: str, times: int) -> tuple[Polynomial, str, str, str, list[str]]:
    """The last of a row of square roots r of `first` ≥ 1: that r ≥ 1, r > 0 and `first` is its power, what names each root r of a value,
    and each ln value ≥ 2 ln r."""
    value, power, logs = first, d.have(eq(first, first)), []
    for i in range(times):
        r, _, squared, _ = d.root(d.have(ge(value, 0)), f"r{i + 1}")
        at_least = d.have(ge(r, 1))
        above = d.have(gt(r, 0))
        lower = d.cite("ln-monotone", a=r * r, b=value)
        logs.append(d.have(ge(ln(value), 2 * ln(r)), lower, ln_product(d, r, r, above, above)))
        power = d.have(eq(first, r**2 ** (i + 1)), power, squared)
        value = r
    return value, at_least, above, power, logs


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


@lemma(("x ≥ 0", ge(real("x"), 0)), ("x ≤ 3/10", ge(end - real("x"), 0)), claim=ge(spare(real("x")), 0))
def log_cosh_polynomial(d: Derivation) -> None:
    """c¹⁶ + 1 ≤ 2c⁸(1 + 4x²(2 − x)²)² for c = 1 + x and 0 ≤ x ≤ 3/10."""
    terms = [product(b, *["x ≥ 0"] * (4 + j), *["x ≤ 3/10"] * (12 - j)) for j, b in enumerate(bernstein()) if b]
    d.conclude(by=certificate(*terms))


def _small(d: Derivation, case: str, unit: str, unit_sign: str, positive: str, claim: Formula) -> str:
    c, _, above_one, power, _ = square_roots(d, beta, d.have(ge(beta, 1)), 3)
    x = c - 1
    d.have(ge(eta, 8 * ln(c)), note="η ≥ 8 ln c")
    ln_tangent(d, poly(1), c, unit_sign, above_one)
    d.have(ge(c * ln(c), x))
    d.have(ge(third - x, 0), note="x < 1/3")
    ln_quadratic(d, c, poly(1), d.have(ge(c - 1, 0)), unit_sign)
    d.have(ge(ln(c), x - half * x**2), note="ln c ≥ x − x²/2")
    d.have(ge(end - x, 0), note="x < 3/10")
    L = 8 * (x - half * x**2)
    linear = d.have(ge(eta, L))
    L_sign = d.have(ge(L, 0))
    room = d.cite("log-cosh-polynomial", x=x)
    r = root_above(x)
    d.have(ge(beta * (r**2 - cosh), 0), room, power, "1/β")
    r_sign = d.have(gt(r, 0))
    d.cite("ln-monotone", a=cosh, b=r * r)
    ln_product(d, r, r, r_sign, r_sign)
    ln_tangent(d, r, poly(1), r_sign, unit_sign)
    upper = d.have(le(ln(cosh), 2 * (r - 1)), note="ln cosh η ≤ 2(r − 1) = L²/2")
    return d.have(claim, upper, linear, L_sign, note="L²/2 ≤ η²/2")


@lemma((("β > 1", gt(beta, 1)), ("1/β", eq(per_beta * beta, 1))), claim=Display("log((beta + 1/beta)/2) <= log(beta)**2/2", {"beta": beta}))
def log_cosh(d: Derivation) -> None:
    """ln cosh η ≤ η²/2: ln((β + 1/β)/2) ≤ (ln β)²/2 for β > 1."""
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))
    positive = d.have(gt(beta, 0))
    claim: Formula = le(ln(cosh), half * eta**2)

    def large(case: str) -> str:
        d.cite("ln-monotone", a=cosh, b=beta, note="cosh η ≤ β")
        return d.have(claim)

    d.cases(eta - 2, large, lambda case: _small(d, case, unit, unit_sign, positive, claim))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Winnow's total weight grows slowly: a mistake multiplies it by cosh η at most, for each power lies below its chord.


@lemma(
    factor,
    reciprocal,
    ("0 < a", gt(real("a"), 0)),
    ("0 < b", gt(real("b"), 0)),
    ("|x| ≤ 1", ge(1 - real("x") ** 2, 0)),
    ("power", eq(ln(real("b")), ln(real("a")) + real("x") * eta)),
    claim=le(real("b"), real("a") * (cosh + real("x") * sinh)),
    example=lambda: Instance(0, reals={"β": 2, "1/β": Fraction(1, 2), "a": 1, "b": 2, "x": 1}),
)
def winnow_chord(d: Derivation) -> None:
    """β^x lies below the chord: aβ^x ≤ a(cosh η + x sinh η) for |x| ≤ 1, said of b with ln b = ln a + x ln β.

    Proof. Two tangents of ln, at b through aβ and through a/β, weighted by 1 + z and 1 − z: ln b cancels.
    """
    up, down = d.have(ge(1 + real("x"), 0)), d.have(ge(1 - real("x"), 0))
    d.conclude(*_tangents(d, real("x")), up, down)


def _tangents(d: Derivation, x: Polynomial) -> tuple[str, str]:
    """The tangents at b through aβ and through a/β, where ln b = ln a + x ln β."""
    a, b = real("a"), real("b")
    positive, per_beta_sign, _ = signs(d)
    a_up, b_up = d.have(gt(beta * a, 0)), d.have(gt(beta * b, 0))
    of_a, of_b = ln_product(d, beta, a, positive, "0 < a"), ln_product(d, beta, b, positive, "0 < b")
    above, below = ln_tangent(d, beta * a, b, a_up, "0 < b"), ln_tangent(d, a, beta * b, "0 < a", b_up)
    first = d.have(ge(beta * a - b - b * eta * (1 - x), 0), above, of_a, "power")
    second = d.have(ge(per_beta * a - b + b * eta * (1 + x), 0), below, of_b, "power", "1/β", per_beta_sign)
    return first, second


@lemma(
    factor,
    reciprocal,
    ("0 < a", gt(real("a"), 0)),
    ("0 < b", gt(real("b"), 0)),
    ("0 ≤ x ≤ 1", ge(real("x") - real("x") ** 2, 0)),
    ("y = ±1", eq(real("y") ** 2, 1)),
    ("power", eq(ln(real("b")), ln(real("a")) + real("y") * real("x") * eta)),
    claim=le(real("b"), real("a") * (1 + real("x") * (cosh - 1 + real("y") * sinh))),
    example=lambda: Instance(0, reals={"β": 2, "1/β": Fraction(1, 2), "a": 1, "b": 2, "x": 1, "y": 1}),
)
def winnow_entry(d: Derivation) -> None:
    """β^(yx) lies below its chord in x: aβ^(yx) ≤ a(1 + x(β^y − 1)) for 0 ≤ x ≤ 1 and y = ±1, said of b with ln b = ln a + yx ln β.

    Proof. The tangent of ln at b through a, weighted by 1 − x, and that through aβ or a/β, weighted by x: ln b cancels.
    """
    a, b, x, y = real("a"), real("b"), real("x"), real("y")
    x_sign, y_least, y_most = d.have(ge(x, 0)), d.have(ge(1 + y, 0)), d.have(ge(1 - y, 0))
    x_most = d.have(ge(1 - x, 0))
    first, second = _tangents(d, y * x)
    far = d.have(
        ge(a * (cosh + y * sinh) - b - b * eta * (y - y * x), 0),
        by=certificate(product(half, first, y_least), product(half, second, y_most)),
    )
    near = d.have(ge(a - b + b * eta * y * x, 0), ln_tangent(d, a, b, "0 < a", "0 < b"), "power")
    d.conclude(by=certificate(product(1, far, x_sign), product(1, near, x_most)))


@lemma(*coordinates, positive_weights, claim=every(k, gt(total(k), 0)))
def winnow_positive(d: Derivation) -> None:
    """the total weight is positive."""
    j = Index("j")

    d.induction(lambda i: ge(inner(E(i), w(j)), 0), upto=N, note="sums of positive weights")

    def base() -> str:
        with d.supposing(ge(0, 1)):
            d.have(gt(inner(E(0), w(j)), 0))
        return d.last

    def step(i: Index, before: str) -> str:
        with d.supposing(ge(number(i + 1), 1)):
            d.have(gt(inner(E(i + 1), w(j)), 0))
        return d.last

    positive = d.upto(N, lambda i: implies(ge(number(i), 1), gt(inner(E(i), w(j)), 0)), base, step)
    some = d.have(ge(number(N), 1))
    d.generalise(d.apply(positive, some), j)


@lemma(*axes, positive_weights, powers, zero_start, claim=le(total(Index(None)), number(N)))
def winnow_start(d: Derivation) -> None:
    """the total weight is at most N, the number of weights, at the start."""
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))

    def step(i: Index, before: str) -> None:
        a = inner(e(i), w(0))
        sign, power, none = d.at("w > 0", 0, i), d.at("w", 0, i), d.expand("zero start", e(i))
        tangent = ln_tangent(d, poly(1), a, unit_sign, sign)
        d.have(le(a, 1), tangent, unit, power, none)

    d.conclude(d.upto(N, lambda i: le(inner(E(i), w(0)), number(i)), (), step))


@lemma(
    (*coordinates, positive_weights, powers, update, products, mistake_driven, bounded, factor, reciprocal),
    claim=every(k, ge(cosh * total(k) - total(k + 1), 0), below=m),
)
def winnow_round(d: Derivation) -> None:
    """a mistake multiplies the total weight by cosh η at most."""
    j = Index("j")

    def claim(i: Index) -> Formula:
        return ge(cosh * inner(E(i), w(j)) + sinh * inner(E(i), h(j)) - inner(E(i), w(j + 1)), 0)

    def step(i: Index, before: str) -> str:
        a, b, x = inner(e(i), w(j)), inner(e(i), w(j + 1)), inner(e(i), z(j))
        d.cite("winnow-chord", a=a, b=b, x=x)
        return d.have(claim(i + 1))

    with d.supposing(j, ge(m, number(j) + 1)):
        d.at("update", j), d.have(ge(sinh, 0))
        d.induction(claim, step=lambda i, before: step(i, before), upto=N, note="the chord at every weight, added up")
        d.have(ge(cosh * total(j) - total(j + 1), 0), note="W(k+1) ≤ W(k) cosh η")


@lemma(
    (*coordinates, positive_weights, powers, zero_start, update, products, mistake_driven, bounded, factor, reciprocal),
    claim=le(ln(total(M)), ln(size) + m * ln(cosh)),
)
def winnow_energy(d: Derivation) -> None:
    """the total weight grows slowly: ln W ≤ ln 2n + M ln cosh η."""
    _, _, cosh_sign = signs(d)
    always, _grows = d.cite("winnow-positive"), d.cite("winnow-round")

    def base() -> str:
        d.have(le(total(Index(None)), size), d.cite("winnow-start"), "N")
        return d.have(le(ln(total(Index(None))), ln(size)), d.cite("ln-monotone", a=total(Index(None)), b=size))

    def step(k: Index, before: str) -> list[str]:
        now = d.at(always, k)
        below = d.cite("ln-monotone", a=total(k + 1), b=cosh * total(k))
        apart = ln_product(d, cosh, total(k), cosh_sign, now)
        return [below, apart]

    d.upto(M, lambda k: le(ln(total(k)), ln(size) + number(k) * ln(cosh)), base, step)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The comparator's weights cannot all be large: Σ v(i) ln w(i) ≤ ‖u‖₁ ln W for the total weight W, by tangents of ln at W.


@lemma(
    *axes,
    *comparator,
    positive_weights,
    powers,
    balance,
    ("total", gt(total(M), 0)),
    claim=le(eta * inner(V(N), g(M)), A(N) * ln(total(M))),
)
def winnow_share(d: Derivation) -> None:
    """the comparator's weights cannot all be large: η⟨u, g⟩ = Σ v(i) ln w(i) ≤ ‖u‖₁ ln W.

    Proof. Σ v(i) ln w(i) ≤ A ln W by tangents at W, for Σ v(i)w(i) ≤ A·W.
    """
    W, above = total(M), "total"

    d.induction(lambda i: ge(A(i), 0), upto=N)

    d.induction(lambda i: ge(inner(E(i), w(M)), 0), upto=N)

    d.upto(N, lambda i: ge(A(i) * inner(E(i), w(M)) - inner(V(i), w(M)), 0), note="Σ v(i)w(i) ≤ A·W")

    def logs(i: Index) -> Formula:
        return ge(A(i) * W * ln(W) + inner(V(i), w(M)) - A(i) * W - eta * W * inner(V(i), g(M)), 0)

    def step_logs(i: Index, before: str) -> str:
        part, sign, power = d.at("sign balance", i), d.at("w > 0", M, i), d.at("w", M, i)
        tangent, moved = ln_tangent(d, inner(e(i), w(M)), W, sign, above), d.at("V", i)
        lines = d.at("A", i), d.expand(moved, w(M)), d.expand(moved, g(M)), power
        equations = multiples((W * ln(W) - W, 1, -eta * W, v(i) * W), lines)
        return d.have(logs(i + 1), by=certificate(before, product(tangent, part), *equations))

    d.upto(N, logs, step=step_logs, note="tangents of ln at W")
