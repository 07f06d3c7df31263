"""Winnow's total weight grows slowly: a mistake multiplies it by cosh η at most, for each power lies below its chord."""

from proofs.statements.authoring import (
    Derivation, Formula, Fraction, Index, Instance, M, certificate, eq, every, formulas, ge, gt, implies, inner, k, le, lemma, ln,
    ln_product, ln_tangent, multiple, multiples, number, poly, product, real,
)  # fmt: skip
from proofs.theorems.winnow.common import (
    E, N, beta, bounded, coordinates, cosh, e, eta, factor, h, m, mistake_driven, per_beta, positive_weights, powers, products, reciprocal,
    signs, sinh, size, total, update, w, weight, z, zero_start,
)  # fmt: skip


@lemma(
    (
        *formulas(factor, reciprocal),
        ("0 < a", gt(real("a"), 0)),
        ("0 < b", gt(real("b"), 0)),
        ("|x| ≤ 1", ge(1 - real("x") ** 2, 0)),
        ("power", eq(ln(real("b")), ln(real("a")) + real("x") * eta)),
    ),
    claim=le(real("b"), real("a") * (cosh + real("x") * sinh)),
    example=lambda: Instance(0, reals={"β": 2, "1/β": Fraction(1, 2), "a": 1, "b": 2, "x": 1}),
)
def winnow_chord(d: Derivation) -> None:
    """β^x lies below the chord: aβ^x ≤ a(cosh η + x sinh η) for |x| ≤ 1, said of b with ln b = ln a + x ln β.

    Proof. Two tangents of ln, at b through aβ and through a/β, weighted by 1 + z and 1 − z: ln b cancels.
    """
    a, b, x = real("a"), real("b"), real("x")
    positive, per_beta_sign, _ = signs(d)
    up, down = d.have(ge(1 + x, 0), "|x| ≤ 1"), d.have(ge(1 - x, 0), "|x| ≤ 1")
    a_up, b_up = d.have(gt(beta * a, 0), "0 < a", positive), d.have(gt(beta * b, 0), "0 < b", positive)
    of_a, of_b = ln_product(d, beta, a, positive, "0 < a"), ln_product(d, beta, b, positive, "0 < b")
    above, below = ln_tangent(d, beta * a, b, a_up, "0 < b"), ln_tangent(d, a, beta * b, "0 < a", b_up)
    first = d.have(ge(beta * a - b - b * eta * (1 - x), 0), above, of_a, "power")
    second = d.have(
        ge(per_beta * a - b + b * eta * (1 + x), 0),
        below,
        of_b,
        "power",
        "1/β",
        per_beta_sign,
        by=certificate(
            product(below, per_beta_sign),
            multiple(-(beta * per_beta * b), of_b),
            multiple(-(beta * per_beta * b), "power"),
            multiple(b - b * eta * (1 + x), "1/β"),
        ),
    )
    d.conclude(first, second, up, down)


@lemma(formulas(*coordinates, positive_weights), claim=every(k, gt(total(k), 0)))
def winnow_positive(d: Derivation) -> None:
    """the total weight is positive."""
    j = Index("j")

    def sums(i: Index, before: str) -> str:
        moved = d.expand(d.at("E", i), w(j))
        return d.have(ge(inner(E(i + 1), w(j)), 0), before, moved, weight(d, "w > 0", j, i))

    def start() -> str:
        return d.have(ge(inner(E(0), w(j)), 0), d.expand("E starts", w(j)))

    least = d.induction(lambda i: ge(inner(E(i), w(j)), 0), start, sums, upto=N, note="sums of positive weights")

    def claim(i: Index) -> Formula:
        return implies(ge(number(i), 1), gt(inner(E(i), w(j)), 0))

    def base() -> str:
        never = d.assume(ge(0, 1))
        return d.discharge(d.have(gt(inner(E(0), w(j)), 0), never), never)

    def step(i: Index, before: str) -> str:
        some, moved = d.assume(ge(number(i + 1), 1)), d.expand(d.at("E", i), w(j))
        return d.discharge(d.have(gt(inner(E(i + 1), w(j)), 0), d.at(least, i), moved, weight(d, "w > 0", j, i)), some)

    positive = d.at(d.induction(claim, base, step, upto=N), N)
    some = d.have(ge(number(N), 1), "n", "N")
    d.generalise(d.line("apply", gt(total(j), 0), [positive, some]), j)


@lemma(formulas(*coordinates, positive_weights, powers, zero_start), claim=le(total(Index(None)), size))
def winnow_start(d: Derivation) -> None:
    """the total weight is at most 2n at the start."""
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))

    def base() -> str:
        return d.have(le(inner(E(0), w(0)), number(Index(None))), d.expand("E starts", w(0)))

    def step(i: Index, before: str) -> str:
        a, moved = inner(e(i), w(0)), d.expand(d.at("E", i), w(0))
        sign, power, none = weight(d, "w > 0", 0, i), weight(d, "w", 0, i), d.expand("zero start", e(i))
        tangent = ln_tangent(d, poly(1), a, unit_sign, sign)
        one = d.have(le(a, 1), by=certificate(tangent, multiple(a, unit), multiple(-a, power), multiple(-a * eta, none)))
        return d.have(le(inner(E(i + 1), w(0)), number(i) + 1), before, moved, one)

    d.conclude(d.at(d.induction(lambda i: le(inner(E(i), w(0)), number(i)), base, step, upto=N), N), "N")


@lemma(
    formulas(*coordinates, positive_weights, powers, update, products, mistake_driven, bounded, factor, reciprocal),
    cites=("winnow-chord",),
    claim=every(k, ge(cosh * total(k) - total(k + 1), 0), below=m),
)
def winnow_round(d: Derivation) -> None:
    """a mistake multiplies the total weight by cosh η at most."""
    j = Index("j")
    guard = d.assume(ge(m, number(j) + 1))
    _, per_beta_sign, _ = signs(d)
    moved, rate = d.at("update", j), d.have(ge(sinh, 0), "factor", "1/β", per_beta_sign)

    def base() -> str:
        lines = [d.expand("E starts", x) for x in (w(j + 1), w(j), h(j))]
        claim = ge(cosh * inner(E(0), w(j)) + sinh * inner(E(0), h(j)) - inner(E(0), w(j + 1)), 0)
        return d.have(claim, by=certificate(*multiples((-1, cosh, sinh), lines)))

    def step(i: Index, before: str) -> str:
        a, b, x = inner(e(i), w(j)), inner(e(i), w(j + 1)), inner(e(i), z(j))
        d.have(ge(1 - x**2, 0), weight(d, "bounded examples", j, i))
        weight(d, "w > 0", j, i), weight(d, "w > 0", j + 1, i)
        old, new, gained = weight(d, "w", j, i), weight(d, "w", j + 1, i), d.expand(moved, e(i))
        d.have(eq(ln(b), ln(a) + x * eta), old, new, gained)
        below = d.cite("winnow-chord", a=a, b=b, x=x)
        grown = d.at("E", i)
        lines = [d.expand(grown, x) for x in (w(j + 1), w(j), h(j))] + [weight(d, "h", j, i)]
        claim = ge(cosh * inner(E(i + 1), w(j)) + sinh * inner(E(i + 1), h(j)) - inner(E(i + 1), w(j + 1)), 0)
        equations = multiples((-1, cosh, sinh, sinh), lines)
        return d.have(claim, by=certificate(before, below, *equations))

    def claim(i: Index) -> Formula:
        return ge(cosh * inner(E(i), w(j)) + sinh * inner(E(i), h(j)) - inner(E(i), w(j + 1)), 0)

    summed = d.at(d.induction(claim, base, step, upto=N, note="the chord at every weight, added up"), N)
    wrong = d.at("mistake-driven", j)
    grown = d.have(ge(cosh * total(j) - total(j + 1), 0), summed, wrong, rate, note="W(k+1) ≤ W(k) cosh η")
    d.generalise(d.discharge(grown, guard), j)


@lemma(
    formulas(*coordinates, positive_weights, powers, zero_start, update, products, mistake_driven, bounded, factor, reciprocal),
    cites=("winnow-positive", "winnow-round", "winnow-start", "ln-monotone"),
    claim=le(ln(total(M)), ln(size) + m * ln(cosh)),
)
def winnow_energy(d: Derivation) -> None:
    """the total weight grows slowly: ln W ≤ ln 2n + M ln cosh η."""
    _, _, cosh_sign = signs(d)
    always, grows = d.cite("winnow-positive"), d.cite("winnow-round")

    def base() -> str:
        d.at(always, 0)
        d.cite("winnow-start")
        return d.have(le(ln(total(Index(None))), ln(size)), d.cite("ln-monotone", a=total(Index(None)), b=size))

    def step(k: Index, before: str) -> str:
        now, _ = d.at(always, k), d.at(always, k + 1)
        d.at(grows, k)
        below = d.cite("ln-monotone", a=total(k + 1), b=cosh * total(k))
        apart = ln_product(d, cosh, total(k), cosh_sign, now)
        return d.have(le(ln(total(k + 1)), ln(size) + (number(k) + 1) * ln(cosh)), before, below, apart)

    d.at(d.induction(lambda k: le(ln(total(k)), ln(size) + number(k) * ln(cosh)), base, step, upto=M), M)
