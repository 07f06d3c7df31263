"""What the kernel is told about Winnow, and the two halves of its proof: the total weight grows slowly, the comparator's weights do not.

There are N = 2n weights, w(i) = β^{g(i)}, two a coordinate: for i < n the features are x, for the others −x (sign balance).  The kernel
knows sequences with one index, so the weights before update k are a vector w(k) and the i-th is ⟨e(i), w(k)⟩; of the e(i) nothing is
assumed.  z(k) = y·(x, −x), g(k) is the sum of the z before, h(k) has the entries of w(k) times those of z(k), so that y times the score
is their sum.  E(i) adds up the first i of the e, so ⟨E(N), w⟩ is the total weight; V(i) adds up v(j)e(j), so V(N) is the comparator, and
A adds up v: A(N) is ‖u‖₁.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.derive.authoring.certificate import certificate, combination, multiple, multiples, product, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_product, ln_tangent
from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, le, nat, null, number, poly, real, seq, vseq
from proofs.kernel import Formula, Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.instance import Instance
from proofs.statements.page import Lemma
from proofs.statements.standard_facts import M, k
from proofs.statements.statement import Fact, formulas
from proofs.theorems.winnow.log_cosh import beta, cosh, eta, half, per_beta

i, n, N = nat("i"), nat("n"), nat("N")
e, E, V, w, z, g, h = (vseq(name) for name in ("e", "E", "V", "w", "z", "g", "h"))
v, A = seq("v"), seq("A")
sinh = half * (beta - per_beta)
size = 2 * number(n)
m = number(M)


def total(at: Index) -> Polynomial:
    """Σ w(i) before update `at`."""
    return inner(E(N), w(at))


def each(body: Formula) -> Formula:
    return every(i, body, below=number(N))


coordinates = (
    Fact("n", "there is a coordinate", ge(number(n), 1), definition=True),
    Fact("N", "there are two weights a coordinate", eq(number(N), size), definition=True),
    Fact("E starts", "E adds up the unit vectors", null(E(0)), definition=True),
    Fact("E", "E adds up the unit vectors", every(i, null(E(i + 1) - E(i) - e(i))), definition=True),
)
comparator = (
    Fact("V starts", "V adds up the comparator's parts", null(V(0)), definition=True),
    Fact("V", "V adds up the comparator's parts", every(i, null(V(i + 1) - V(i) - v(i) * e(i))), definition=True),
    Fact("A starts", "A adds up their sizes", eq(A(0), 0), definition=True),
    Fact("A", "A adds up their sizes", every(i, eq(A(i + 1), A(i) + v(i))), definition=True),
)
positive_weights = Fact("w > 0", "a power is positive", every(k, each(gt(inner(e(i), w(k)), 0))), definition=True)
powers = Fact("w", "a weight is β to the power g(i)", every(k, each(eq(ln(inner(e(i), w(k))), inner(e(i), g(k)) * eta))), definition=True)
zero_start = Fact("zero start", "all exponents start at 0, so all weights at 1", null(g(0)))
update = Fact("update", "update k adds z(k) = y·x to the exponents", every(k, null(g(k + 1) - g(k) - z(k))), definition=True)
products = Fact(
    "h", "h(k) has the entries w(i)z(i)", every(k, each(eq(inner(e(i), h(k)), inner(e(i), w(k)) * inner(e(i), z(k))))), definition=True
)
mistake_driven = Fact("mistake-driven", "an update happens only if y times the score is ≤ 0", every(k, le(inner(E(N), h(k)), 0), below=m))
bounded = Fact("bounded examples", "‖x‖∞ ≤ 1", every(k, each(le(inner(e(i), z(k)) ** 2, 1)), below=m))
balance = Fact("sign balance", "the comparator has no negative part: −u(i) is a weight on −x(i)", each(ge(v(i), 0)))
unit_comparator = Fact("unit comparator", "‖u‖₁ ≤ 1", le(A(N), 1))
factor = Fact("factor", "β > 1", gt(beta, 1))
reciprocal = Fact("1/β", "1/β is the reciprocal of β", eq(per_beta * beta, 1), definition=True)


def signs(d: Derivation) -> tuple[str, str, str]:
    """The lines β > 0, 1/β > 0 and cosh η > 0."""
    positive = d.have(gt(beta, 0), "factor")
    per_beta_sign = d.have(gt(per_beta, 0), "1/β", positive)
    return positive, per_beta_sign, d.have(gt(cosh, 0), positive, per_beta_sign)


def _chord(d: Derivation) -> None:
    """Two tangents of ln, at b through aβ and through a/β, weighted by 1 + z and 1 − z: ln b cancels."""
    a, b, x = real("a"), real("b"), real("x")
    positive, per_beta_sign, _ = signs(d)
    up, down = d.have(ge(1 + x, 0), "|x| ≤ 1"), d.have(ge(1 - x, 0), "|x| ≤ 1")
    a_up, b_up = d.have(gt(beta * a, 0), "0 < a", positive), d.have(gt(beta * b, 0), "0 < b", positive)
    of_a, of_b = ln_product(d, beta, a, positive, "0 < a"), ln_product(d, beta, b, positive, "0 < b")
    above, below = ln_tangent(d, beta * a, b, a_up, "0 < b"), ln_tangent(d, a, beta * b, "0 < a", b_up)
    first = d.have(ge(beta * a - b - b * eta * (1 - x), 0), by=certificate(above, multiple(b, of_a), multiple(-b, "power")))
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
    d.conclude(first, second, up, down, by=certificate(product(half, first, up), product(half, second, down)))


chord = Lemma(
    "winnow-chord",
    "β^x lies below the chord: aβ^x ≤ a(cosh η + x sinh η) for |x| ≤ 1, said of b with ln b = ln a + x ln β",
    (
        *formulas(factor, reciprocal),
        ("0 < a", gt(real("a"), 0)),
        ("0 < b", gt(real("b"), 0)),
        ("|x| ≤ 1", ge(1 - real("x") ** 2, 0)),
        ("power", eq(ln(real("b")), ln(real("a")) + real("x") * eta)),
    ),
    _chord,
    claim=le(real("b"), real("a") * (cosh + real("x") * sinh)),
    example=lambda: Instance(0, reals={"β": 2, "1/β": Fraction(1, 2), "a": 1, "b": 2, "x": 1}),
)


def weight(d: Derivation, fact: str, at: Index | int, j: Index) -> str:
    """A fact about every weight at every update, at one of each."""
    return d.at(d.at(fact, at), j)


def _positive(d: Derivation) -> None:
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
        return d.discharge(d.have(gt(inner(E(0), w(j)), 0), by=certificate(strict(), never)), never)

    def step(i: Index, before: str) -> str:
        some, moved = d.assume(ge(number(i + 1), 1)), d.expand(d.at("E", i), w(j))
        return d.discharge(d.have(gt(inner(E(i + 1), w(j)), 0), d.at(least, i), moved, weight(d, "w > 0", j, i)), some)

    positive = d.at(d.induction(claim, base, step, upto=N), N)
    some = d.have(ge(number(N), 1), "n", "N")
    d.generalise(d.line("apply", gt(total(j), 0), [positive, some]), j)


positive = Lemma(
    "winnow-positive", "the total weight is positive", formulas(*coordinates, positive_weights), _positive, claim=every(k, gt(total(k), 0))
)


def _start(d: Derivation) -> None:
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


start = Lemma(
    "winnow-start",
    "the total weight is at most 2n at the start",
    formulas(*coordinates, positive_weights, powers, zero_start),
    _start,
    claim=le(total(Index(None)), size),
)


def _round(d: Derivation) -> None:
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
        d.have(eq(ln(b), ln(a) + x * eta), old, new, gained, by=combination((1, new), (-1, old), (eta, gained)))
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
    grown = d.have(ge(cosh * total(j) - total(j + 1), 0), note="W(k+1) ≤ W(k) cosh η", by=certificate(summed, product(wrong, rate)))
    d.generalise(d.discharge(grown, guard), j)


round_ = Lemma(
    "winnow-round",
    "a mistake multiplies the total weight by cosh η at most",
    formulas(*coordinates, positive_weights, powers, update, products, mistake_driven, bounded, factor, reciprocal),
    _round,
    cites=("winnow-chord",),
    claim=every(k, ge(cosh * total(k) - total(k + 1), 0), below=m),
)


def _energy(d: Derivation) -> None:
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


energy = Lemma(
    "winnow-energy",
    "the total weight grows slowly: ln W ≤ ln 2n + M ln cosh η",
    formulas(*coordinates, positive_weights, powers, zero_start, update, products, mistake_driven, bounded, factor, reciprocal),
    _energy,
    cites=("winnow-positive", "winnow-round", "winnow-start", "ln-monotone"),
    claim=le(ln(total(M)), ln(size) + m * ln(cosh)),
)


def _share(d: Derivation) -> None:
    """Σ v(i) ln w(i) ≤ A ln W by tangents at W, for Σ v(i)w(i) ≤ A·W."""
    W = total(M)
    above = d.at(d.cite("winnow-positive"), M)
    zero = Index(None)

    def step_A(i: Index, before: str) -> str:
        return d.have(ge(A(i + 1), 0), before, d.at("A", i), d.at("sign balance", i))

    sizes = d.induction(lambda i: ge(A(i), 0), lambda: d.have(ge(A(0), 0), "A starts"), step_A, upto=N)

    def step_E(i: Index, before: str) -> str:
        return d.have(ge(inner(E(i + 1), w(M)), 0), before, d.expand(d.at("E", i), w(M)), weight(d, "w > 0", M, i))

    sums = d.induction(
        lambda i: ge(inner(E(i), w(M)), 0), lambda: d.have(ge(inner(E(0), w(M)), 0), d.expand("E starts", w(M))), step_E, upto=N
    )

    def mixed(i: Index) -> Formula:
        return ge(A(i) * inner(E(i), w(M)) - inner(V(i), w(M)), 0)

    def base_mixed() -> str:
        lines = "A starts", d.expand("V starts", w(M))
        return d.have(mixed(zero), by=certificate(multiple(inner(E(0), w(M)), lines[0]), multiple(-1, lines[1])))

    def step_mixed(i: Index, before: str) -> str:
        part, sign, size_, sum_ = d.at("sign balance", i), weight(d, "w > 0", M, i), d.at(sizes, i), d.at(sums, i)
        lines = d.at("A", i), d.expand(d.at("E", i), w(M)), d.expand(d.at("V", i), w(M))
        equations = multiples((inner(E(i + 1), w(M)), A(i) + v(i), -1), lines)
        return d.have(
            mixed(i + 1),
            before,
            part,
            sign,
            size_,
            sum_,
            *lines,
            by=certificate(before, product(size_, sign), product(part, sum_), *equations),
        )

    small = d.at(d.induction(mixed, base_mixed, step_mixed, upto=N, note="Σ v(i)w(i) ≤ A·W"), N)

    def logs(i: Index) -> Formula:
        return ge(A(i) * W * ln(W) + inner(V(i), w(M)) - A(i) * W - eta * W * inner(V(i), g(M)), 0)

    def base_logs() -> str:
        lines = "A starts", d.expand("V starts", w(M)), d.expand("V starts", g(M))
        return d.have(logs(zero), by=certificate(*multiples((W * ln(W) - W, 1, -eta * W), lines)))

    def step_logs(i: Index, before: str) -> str:
        part, sign, power = d.at("sign balance", i), weight(d, "w > 0", M, i), weight(d, "w", M, i)
        tangent, moved = ln_tangent(d, inner(e(i), w(M)), W, sign, above), d.at("V", i)
        lines = d.at("A", i), d.expand(moved, w(M)), d.expand(moved, g(M)), power
        equations = multiples((W * ln(W) - W, 1, -eta * W, v(i) * W), lines)
        return d.have(logs(i + 1), by=certificate(before, product(tangent, part), *equations))

    summed = d.at(d.induction(logs, base_logs, step_logs, upto=N, note="tangents of ln at W"), N)
    d.conclude(by=certificate(summed, small, strict(above, "z")))


share = Lemma(
    "winnow-share",
    "the comparator's weights cannot all be large: η⟨u, g⟩ = Σ v(i) ln w(i) ≤ ‖u‖₁ ln W",
    formulas(*coordinates, *comparator, positive_weights, powers, balance),
    _share,
    cites=("winnow-positive",),
    claim=le(eta * inner(V(N), g(M)), A(N) * ln(total(M))),
)
LEMMAS = (chord, positive, start, round_, energy, share)
