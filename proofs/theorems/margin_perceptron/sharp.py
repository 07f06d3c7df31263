"""The sharp bound of the Margin Perceptron: with c = 1 − ε and τ = γ²(M + 1),  2c(1−c)τ ≤ ln(1 + 2cτ).

So for ε < 1 τ is at most the positive root τ* of that equation, −(1 + W₋₁(−εe^(−ε))/ε)/(2c) in closed form: 2.5128624… at ε = 1/2, where
the lecture prints 8.  No source here prints it; Tsampouka & Shawe-Taylor (2005) and Panagiotakopoulos & Tsampouka (2011) study such rules.

The proof.  Φ(n) = 2cγn − ln(1 + 2cγn) is a potential of the length n = ‖w‖: one update takes n² to at most n² + 2cγn + 1, and Φ then
grows by at most 2c²γ², because as a function of n² it is concave.  With b = 1 + 2cγn before and a after, and δ = a − b, the update
says δ(a + b − 2) ≤ 4c²γ²b; for δ ≥ 0 the bound ln(a/b) ≥ δ/b − δ²/(2b²) finishes, for δ < 0 the tangent does.  So Φ(‖w‖) ≤ 2c²γ²T after
T = M + 1 vectors.  Φ rises, and ‖w‖ ≥ γT: Φ(γT) ≤ 2c²γ²T is the claim.

It rests on three facts about ln, which the verdict names.  Attained in the limit γ → 0, by a spiral in R³: `margin-perceptron-spiral`.
"""

from perceptron.extremal.families import MARGIN_HALF, MARGIN_SPIRALS, margin_spirals
from proofs.statements.authoring import (
    Beyond, Callable, Derivation, Display, Fact, Formula, Fraction, Index, Polynomial, certificate, gamma, ge, gt, le,
    lemma, length as n, ln, ln_below, ln_below_by_roots, ln_product, ln_quadratic, ln_tangent, mistake_bound, number, poly, product, real,
    reciprocal_fact, root_above, square, strict, theorem,
)  # fmt: skip
from proofs.theorems.margin_perceptron.common import eps, facts, for_every_epsilon, game, run, vectors


c = 1 - eps


def sharp_growth(
    d: Derivation,
    share: Polynomial,
    m: Callable[[Index], Polynomial],
    step_size: Polynomial,
    upto: Index,
    positive: str,
    threshold: str,
    sign: str,
    start: Callable[[], str],
    grown: Callable[[Index, Formula], str],
    gained: Callable[[], str],
    *growing: str,
) -> tuple[str, str]:
    """Φ(m(T)) ≤ 2c²σT and Φ(σT) ≤ Φ(m(T)) where m(k+1)² ≤ m(k)² + σ(2cm(k) + 1) and m(k) ≥ σk up to T, for Φ(m) = 2cm − ln(1 + 2cm).

    For the learner m is γ‖w‖ and σ is γ². `share` is c, `step_size` σ, `upto` T. The lines: `positive` that σ is, `threshold` c ≥ 0, `sign`
    ∀k m(k) ≥ 0, `start` m(0) ≤ 0, `gain` m(T) ≥ σT, each perhaps without a factor γ; `growing` give c²σ ≥ 0. `grow` proves of an update
    that δ(a+b−2) ≤ 4c²σb."""
    growth = 2 * share**2 * step_size

    def argument(t: Index) -> Polynomial:
        return 1 + 2 * share * m(t)

    def potential(t: Index) -> Polynomial:
        return argument(t) - 1 - ln(argument(t))

    def above_one(t: Index) -> tuple[str, str]:
        """The lines 1 + 2cm(t) ≥ 1 and > 0."""
        least = d.have(ge(argument(t), 1))
        return least, d.have(gt(argument(t), 0))

    def base() -> None:
        t = Index(None)
        start()
        _, positive = above_one(t)
        ln_below(d, argument(t), positive)

    def step(k: Index, before: str) -> str:
        b, a = argument(k), argument(k + 1)
        (b_least, b_positive), (a_least, a_positive) = above_one(k), above_one(k + 1)
        squares = grown(k, le((a - b) * (a + b - 2), 2 * growth * b))
        growth_sign = d.have(ge(growth, 0), *growing)

        room = growth - (a - b) + ln(a) - ln(b)

        def longer(case: str) -> str:
            ln_quadratic(d, a, b, case, b_positive)
            d.have(ge(b * (2 * growth * b - (a - b) * (a + b - 2)), 0), b_positive, squares)
            d.have(ge((b - 1) * (a - b) ** 2, 0), by=certificate(product(b_least, square(a - b))))
            scaled = d.have(ge(b**2 * room, 0))
            by = certificate(scaled, strict(b_positive, b_positive, "z"))
            return d.have(ge(room, 0), by=by, note="δ ≥ 0: ln is concave in n²")

        def shorter(case: str) -> str:
            log = ln_tangent(d, b, a, b_positive, a_positive)
            scaled = d.have(ge(a * room, 0), log, a_least, case, a_positive, growth_sign)
            return d.have(ge(room, 0), scaled, a_positive, note="δ < 0: the potential falls")

        return d.have(le(potential(k + 1), growth * (number(k) + 1)), before, d.cases(a - b, longer, shorter))

    def rising(gained: str, a_positive: str) -> str:
        """With a at m(T) and b at σT, ln a − ln b ≤ a − b."""
        a, b = argument(upto), 1 + 2 * share * step_size * number(upto)
        b_least = d.have(ge(b, 1), threshold, positive, d.natural(upto))
        b_positive = d.have(gt(b, 0))
        tangent = ln_tangent(d, a, b, a_positive, b_positive)
        apart = d.have(ge(a, b), threshold, gained)
        return d.have(le(ln(a) - ln(b), a - b), tangent, b_least, b_positive, apart, note="Φ rises")

    induction = d.induction(lambda k: le(potential(k), growth * number(k)), base, step, upto=upto, note="how large Φ is after k updates")
    last = d.at(induction, upto)
    return last, rising(gained(), above_one(upto)[1])


@for_every_epsilon(
    "2*eps*(1 - eps)*gamma**2*(M + 1) <= log(1 + 2*(1 - eps)*gamma**2*(M + 1))",
    below=Fraction(0),
    limit="the spiral's length grows as fast as the rule allows, and the potential then by all but O(γ³) of its bound at each update",
)
def margin_perceptron_sharp(d: Derivation) -> None:
    """The sharp bound: 2ε(1−ε)τ ≤ ln(1 + 2(1−ε)τ) for τ = γ²(M + 1).

    Its threshold being (1−ε)γ: for ε < 1, τ is at most the positive root of 2ε(1−ε)τ = ln(1 + 2(1−ε)τ); M does not count the first example.

    Printed, and true:
    - BL Theorem 3: prints 8/γ² at ε = 1/2, where this gives 2.5128…/γ²
    """
    threshold = d.have(ge(c * gamma, 0))
    grows = d.cite("margin-step", c=c, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2cγ‖w(k)‖ + 1")

    def grow(k: Index, claim: Formula) -> str:
        return d.have(claim, d.at(grows, k), note="δ(a+b−2) ≤ 4c²γ²b")

    def gain() -> str:
        return d.at(d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk"), vectors)

    lines = "positive margin", threshold, "‖w‖ ≥ 0"
    d.conclude(*sharp_growth(d, c, lambda t: gamma * n(t), gamma**2, vectors, *lines, lambda: d.have(le(n(0), 0)), grow, gain))


# ------------------------------------------------------------------------------------------------------------------------------------------
# The Margin Perceptron's constant in a number: M + 1 ≤ 2.513/γ² at ε = 1/2, where the lecture prints 8/γ².
#
# Source: BL Theorem 3 prints 8/γ². The sharp bound says x/2 ≤ ln(1 + x) for x = γ²(M + 1), and the root of x/2 = ln(1 + x) is 2.512862…;
# here that is made a rational bound, by a proof that needs no calculator.
#
# The proof. If ln 3.513 ≤ 1.2565 then the tangent at 3.513 turns x/2 ≤ ln(1 + x) into x ≤ 2.513. And ln 3.513 ≤ 2¹⁶ ln c ≤ 2¹⁶(c − 1) for
# a rational c a little above the 2¹⁶-th root of 3.513, reached by taking square roots, each rounded up.

CONSTANT = Fraction(2513, 1000)
SQUARINGS = 16
half = Fraction(1, 2)


@lemma(claim=Display("log(3.513) <= 1.2565", {}))
def ln_3513(d: Derivation) -> None:
    """ln 3.513 ≤ 1.2565, by sixteen square roots.

    Proof. ln aᵢ ≤ 2 ln aᵢ₊₁ where aᵢ ≤ aᵢ₊₁², down to ln c ≤ c − 1.
    """
    chain = [1 + CONSTANT]
    while len(chain) <= SQUARINGS:
        chain.append(root_above(chain[-1]))
    d.conclude(ln_below_by_roots(d, chain, note="ln c ≤ c − 1"))


@mistake_bound("M + 1 <= 2.513/gamma**2", game(half), run(half), families=(MARGIN_HALF,))
def margin_perceptron_constant(d: Derivation) -> None:
    """The Margin Perceptron in a number: M + 1 ≤ 2.513/γ² at ε = 1/2.

    At ε = 1/2 the root of `margin-perceptron-sharp` is 2.51286…, −1 − 2W₋₁(−1/(2√e)) in Lambert’s W; M does not count the first example.

    Printed, and true:
    - BL Theorem 3: prints 8/γ²
    """
    x, x_value = d.let("x", gamma**2 * number(vectors))
    d.cite("margin-perceptron-sharp", ε=half, note="x/2 ≤ ln(1 + x) for x = γ²(M + 1)")
    raw, top = 1 + gamma**2 * number(vectors), poly(1 + CONSTANT)
    ln_tangent(d, raw, top, d.have(gt(raw, 0)), d.have(gt(top, 0)))
    d.cite("ln-3513", note="ln 3.513 ≤ 1.2565")
    short = d.have(le(x, CONSTANT), note="the tangent at 3.513")
    per_gamma = real("1/γ")
    d.have(le(gamma * number(vectors), CONSTANT * per_gamma), short, x_value, "positive margin", "1/γ")


# ------------------------------------------------------------------------------------------------------------------------------------------
# How the Margin Perceptron's bound grows as ε → 0: like (1/ε) ln(1/ε), where BL's kind of proof gives 1/ε².
#
# Source: BL before Theorem 3 says “polynomial in 1/(εγ)”. In no source: with τ = γ²(M + 1), 2ε(1−ε)τ ≤ L + s + (L − 1 + ε)/s for L =
# ln(1/ε) and every s > 0. The best s is √(L − 1 + ε), which gives L + 2√(L − 1 + ε): τ is at most L/(2ε) up to a factor that tends to 1 as
# ε → 0. And the sharp bound allows no less than L: at 2ε(1−ε)τ = L it still holds (`margin-perceptron-rate-below`). So its root lies
# between L and L + 2√(L − 1 + ε), over 2ε(1−ε). As γ → 0 the learner reaches that root (`margin-perceptron-spiral`): the rate is its own.
#
# The proof. With X = 2(1−ε)τ the sharp bound is εX ≤ ln(1 + X). The tangent of ln at A = (1+s)/ε is ln(1 + X) ≤ ln A + (1 + X − A)/A, and
# ln A = L + ln(1 + s) ≤ L + s; solved for εX, that is the claim. Above ε = 1 any run keeps it, by ln √ε ≤ √ε − 1. From below, 1 + X ≥ 1/ε
# at X = L/ε, since (1/ε) ln(1/ε) ≥ 1/ε − 1.

s, per_eps = real("s"), real("1/ε")
X = 2 * c * gamma**2 * number(vectors)
L = ln(per_eps)
SCALED = le(s * eps * X, s**2 + s * L + L - 1 + eps)

BOUND = "2*eps*(1 - eps)*gamma**2*(M + 1) <= log(1/eps) + s + (log(1/eps) - 1 + eps)/s"


def _to_one(d: Derivation, per_eps_sign: str, size: str, up: str) -> str:
    """sεX ≤ s² + sL + L − 1 + ε for ε ≤ 1, by the sharp bound and a tangent."""
    sharp = d.cite("margin-perceptron-sharp", note="εX ≤ ln(1 + X) for X = 2(1−ε)τ")
    a = 1 + X
    a_sign = d.have(gt(a, 0))
    b_sign = d.have(gt((1 + s) * per_eps, 0))
    tangent = ln_tangent(d, a, (1 + s) * per_eps, a_sign, b_sign)
    parts = ln_product(d, 1 + s, per_eps, up, per_eps_sign)
    small = ln_tangent(d, 1 + s, poly(1), up, d.have(gt(1, 0)))
    grown = d.have(le(ln((1 + s) * per_eps), s + L), parts, small, d.axiom("ln-one"), note="ln A ≤ ln(1/ε) + s")
    below = d.have(le((1 + s) * per_eps * (eps * X - s - L), a - (1 + s) * per_eps), tangent, sharp, grown, b_sign, note="the tangent at A")
    return d.have(SCALED, below, "ε > 0", "1/ε", note="times ε")


def _above_one(d: Derivation, case: str, per_eps_sign: str, size: str, up: str) -> str:
    """The claim for ε > 1, where X ≤ 0: s² + sL + L − 1 + ε is (s + 1)(L + 2√ε − 2) + (s + 1 − √ε)², and ln √ε ≤ √ε − 1."""
    r, _, squared, star = d.root(d.have(ge(eps, 0)), "√ε")
    r_sign = d.have(gt(r, 0))
    square_sign = d.have(gt(r * r, 0))
    unit_sign = d.have(gt(per_eps * r * r, 0))
    nought, one_sign = d.axiom("ln-one"), d.have(gt(1, 0))
    doubled = ln_product(d, r, r, r_sign, r_sign)
    parts = ln_product(d, per_eps, r * r, per_eps_sign, square_sign)
    tangent = ln_tangent(d, poly(1), per_eps * r * r, one_sign, unit_sign)
    small = ln_tangent(d, r, poly(1), r_sign, one_sign)
    above = d.have(ge(L + 2 * (r - 1), 0), tangent, squared, "1/ε", small, parts, doubled, nought, note="ln √ε ≤ √ε − 1")
    whole = d.have(SCALED, "s > 0", "ε > 0", case, size, up, above, squared)
    return d.forget(whole, star)


@mistake_bound(
    BOUND,
    game(Fraction(1, 2)),
    (*(fact for fact in facts if fact.name != "ε ≤ 1"), Fact("s > 0", "s is any positive number", gt(s, 0))),
    symbols={"s": s},
    more_games=(game(Fraction(1, 4)), game(Fraction(1, 10)), game(Fraction(5, 2))),
    parameters={"s": ("1/2", "1")},
    beyond={"s > 0": Beyond(BOUND.replace("/s", "/(-1)").replace("+ s", "- 1"), game(Fraction(1, 2)))},
    families=(*MARGIN_SPIRALS, margin_spirals("1/10")),
)
def margin_perceptron_rate(d: Derivation) -> None:
    """The Margin Perceptron for small ε: 2ε(1−ε)γ²(M + 1) ≤ ln(1/ε) + s + (ln(1/ε) − 1 + ε)/s for every s > 0.

    For any s > 0, the Margin Perceptron with the threshold (1−ε)γ‖w‖ makes after its first example a number M of updates with
    2ε(1−ε)γ²(M + 1) ≤ L + s + (L − 1 + ε)/s, L = ln(1/ε); at s = √(L − 1 + ε) the right side is L + 2√(L − 1 + ε).

    Printed, and true:
    - BL before Theorem 3, (1−ε)γ: says “polynomial in 1/(εγ)”
    """
    per_eps_sign = d.have(gt(per_eps, 0))
    size = d.have(ge(gamma**2 * number(vectors), 0))
    up = d.have(gt(1 + s, 0))

    rest = per_eps_sign, size, up
    scaled = d.cases(c, lambda case: _to_one(d, *rest), lambda case: _above_one(d, case, *rest))
    d.conclude(scaled, "s > 0", "1/s", note="divide by s")


@theorem(Fact("ε > 0", "ε is positive", gt(eps, 0)), reciprocal_fact("ε", eps), claim=le(L, ln(1 + per_eps * L)))
def margin_perceptron_rate_below(d: Derivation) -> None:
    """The sharp bound is no lower than τ = ln(1/ε)/(2ε(1−ε)): that τ satisfies its inequality.

    εX ≤ ln(1 + X) holds at X = (1/ε) ln(1/ε), where X is 2(1−ε)τ and τ is γ²(M + 1).

    Printed, and true with assumptions:
    - BL before Theorem 3, (1−ε)γ: says “polynomial in 1/(εγ)”
    """
    ln_below(d, per_eps, d.have(gt(per_eps, 0)), note="(1/ε) ln(1/ε) ≥ 1/ε − 1")
    d.cite("ln-monotone", a=per_eps, b=1 + per_eps * L)
