"""The sharp bound of the Margin Perceptron: with c = 1 − ε and τ = γ²(M + 1),  2c(1−c)τ ≤ ln(1 + 2cτ).

So for ε < 1 τ is at most the positive root τ* of that equation, −(1 + W₋₁(−εe^(−ε))/ε)/(2c) in closed form: 2.5128624… at ε = 1/2, where
the lecture prints 8.  No source here prints it; Tsampouka & Shawe-Taylor (2005) and Panagiotakopoulos & Tsampouka (2011) study such rules.

The proof.  Φ(n) = 2cγn − ln(1 + 2cγn) is a potential of the length n = ‖w‖: one update takes n² to at most n² + 2cγn + 1, and Φ then
grows by at most 2c²γ², because as a function of n² it is concave.  With b = 1 + 2cγn before and a after, and δ = a − b, the update
says δ(a + b − 2) ≤ 4c²γ²b; for δ ≥ 0 the bound ln(a/b) ≥ δ/b − δ²/(2b²) finishes, for δ < 0 the tangent does.  So Φ(‖w‖) ≤ 2c²γ²T after
T = M + 1 vectors.  Φ rises, and ‖w‖ ≥ γT: Φ(γT) ≤ 2c²γ²T is the claim.

It rests on three facts about ln, which the verdict names.  Attained in the limit γ → 0, by a spiral in R³: `margin-perceptron-spiral`.
"""

from perceptron.extremal.families import MARGIN_SPIRALS
from proofs.statements.authoring import (
    Derivation, Fraction, Index, Page, Polynomial, Source, certificate, gamma, ge, gt, le, length as n, ln, ln_below, ln_quadratic,
    ln_tangent, number, product, square, strict, w,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import eps, statement as family_statement, vectors

statement = family_statement(
    "margin-perceptron-sharp",
    "The sharp bound: 2ε(1−ε)τ ≤ ln(1 + 2(1−ε)τ) for τ = γ²(M + 1)",
    (Source("BL", "Theorem 3", "prints 8/γ² at ε = 1/2, where this gives 2.5128…/γ²"),),
    "2*eps*(1 - eps)*gamma**2*(M + 1) <= log(1 + 2*(1 - eps)*gamma**2*(M + 1))",
    "its threshold being (1−ε)γ: for ε < 1, τ is at most the positive root of 2ε(1−ε)τ = ln(1 + 2(1−ε)τ); M does not count "
    "the first example",
    below=Fraction(0),
)
c = 1 - eps
growth = 2 * c**2 * gamma**2


def argument(t: Index) -> Polynomial:
    return 1 + 2 * c * gamma * n(t)


def potential(t: Index) -> Polynomial:
    return 2 * c * gamma * n(t) - ln(argument(t))


def prove(d: Derivation) -> None:
    threshold = d.have(ge(c * gamma, 0), "ε ≤ 1", "positive margin")
    grows = d.cite("margin-step", c=c, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2cγ‖w(k)‖ + 1")

    def above_one(t: Index) -> tuple[str, str]:
        """The lines 1 + 2cγ‖w(t)‖ ≥ 1 and > 0."""
        least = d.have(ge(argument(t), 1), threshold, d.at("‖w‖ ≥ 0", t))
        return least, d.have(gt(argument(t), 0), least)

    def base() -> str:
        t = Index(None)
        null = d.have(le(n(0), 0), d.expand("zero start", w(0)), d.at("‖w‖", 0))
        least, positive = above_one(t)
        most = d.have(le(argument(t), 1), null, threshold)
        log = ln_below(d, argument(t), positive)
        return d.have(le(potential(t), growth * number(t)), log, most, least, positive)

    def step(k: Index, before: str) -> str:
        b, a = argument(k), argument(k + 1)
        (b_least, b_positive), (a_least, a_positive) = above_one(k), above_one(k + 1)
        grown = d.at(grows, k)
        squares = d.have(
            le((a - b) * (a + b - 2), 2 * growth * b), by=certificate(product(4, grown, square(c * gamma))), note="δ(a+b−2) ≤ 4c²γ²b"
        )
        growth_sign = d.have(ge(growth, 0), by=certificate(product(2, square(c * gamma))))
        half = Fraction(1, 2)

        def on(case: str) -> str:
            room = growth - (a - b) + ln(a) - ln(b)
            claim = ge(room, 0)
            if d.claims[case] == ge(a - b, 0):
                log = ln_quadratic(d, a, b, case, b_positive)
                times_b = d.have(ge(b * (2 * growth * b - (a - b) * (a + b - 2)), 0), b_positive, squares)
                curved = d.have(ge((b - 1) * (a - b) ** 2, 0), by=certificate(product(b_least, square(a - b))))
                thirds = certificate(product(half, log), product(half, times_b), product(half, curved))
                scaled = d.have(ge(b**2 * room, 0), by=thirds)
                return d.have(claim, by=certificate(scaled, strict(b_positive, b_positive, "z")), note="δ ≥ 0: ln is concave in n²")
            log = ln_tangent(d, b, a, b_positive, a_positive)
            falls = d.have(ge((a - 1) * (b - a), 0), a_least, case)
            short = d.have(ge(a * growth, 0), a_positive, growth_sign)
            scaled = d.have(ge(a * room, 0), log, falls, short)
            return d.have(claim, scaled, a_positive, note="δ < 0: the potential falls")

        return d.have(le(potential(k + 1), growth * (number(k) + 1)), before, d.cases(a - b, on))

    induction = d.induction(lambda k: le(potential(k), growth * number(k)), base, step, upto=vectors, note="Φ(‖w(k)‖) ≤ 2c²γ²k")
    last = d.at(induction, vectors)
    gained = d.at(d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk"), vectors)
    d.conclude(last, _rising(d, threshold, gained, above_one(vectors)[1]))


def _rising(d: Derivation, threshold: str, gained: str, positive: str) -> str:
    """Φ(γT) ≤ Φ(‖w(T)‖): with a at ‖w(T)‖ and b at γT, ln a − ln b ≤ a − b."""
    a, b = argument(vectors), 1 + 2 * c * gamma**2 * number(vectors)
    size = d.have(ge(gamma * number(vectors), 0), "positive margin", d.natural(vectors))
    b_least = d.have(ge(b, 1), threshold, size)
    b_positive = d.have(gt(b, 0), b_least)
    tangent = ln_tangent(d, a, b, positive, b_positive)
    apart = d.have(ge(a, b), threshold, gained)
    return d.have(le(ln(a) - ln(b), a - b), tangent, b_least, b_positive, apart, note="Φ rises")


page = Page(
    statement=statement,
    prove=prove,
    cites=("margin-step", "weights-grow"),
    printed="true",
    families=MARGIN_SPIRALS,
    limit="the spiral's length grows as fast as the rule allows, and the potential then by all but O(γ³) of its bound at each update",
    derivation=derivations.sharp,
)
