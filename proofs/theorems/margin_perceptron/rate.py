"""How the Margin Perceptron's bound grows as ε → 0: like (1/ε) ln(1/ε), where BL's kind of proof gives 1/ε².

Source: BL before Theorem 3 says ‘polynomial in 1/(εγ)’.  In no source: with τ = γ²(M + 1),
2ε(1−ε)τ ≤ L + s + (L − 1 + ε)/s for L = ln(1/ε) and every s > 0.  The best s is √(L − 1 + ε), which gives L + 2√(L − 1 + ε): τ is at most
L/(2ε) up to a factor that tends to 1 as ε → 0.  And the sharp bound allows no less than L: at 2ε(1−ε)τ = L it still holds
(`margin-perceptron-rate-below`).  So its root lies between L and L + 2√(L − 1 + ε), over 2ε(1−ε).  As γ → 0 the learner
reaches that root (`margin-perceptron-spiral`): the rate is its own.

The proof.  With X = 2(1−ε)τ the sharp bound is εX ≤ ln(1 + X).  The tangent of ln at A = (1+s)/ε is ln(1 + X) ≤ ln A + (1 + X − A)/A, and
ln A = L + ln(1 + s) ≤ L + s; solved for εX, that is the claim.  Above ε = 1 any run keeps it, by ln √ε ≤ √ε − 1.  From
below, 1 + X ≥ 1/ε at X = L/ε, since (1/ε) ln(1/ε) ≥ 1/ε − 1.
"""

from perceptron.extremal.families import MARGIN_SPIRALS, margin_spirals
from proofs.statements.authoring import (
    Beyond, Derivation, Draw, Fact, Fraction, Instance, Source, Statement, certificate, eq, gamma, ge, gt, le, ln, ln_below, ln_product,
    ln_tangent, mistake_bound, multiple, number, poly, product, real, reciprocal_fact, square, theorem,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import eps, facts, game, symbols, vectors

one = Fraction(1)
s, per_s, per_eps = real("s"), real("1/s"), real("1/ε")
c = 1 - eps
X = 2 * c * gamma**2 * number(vectors)
L = ln(per_eps)
SCALED = le(s * eps * X, s**2 + s * L + L - 1 + eps)
SOURCE = Source("BL", "before Theorem 3, (1−ε)γ", "says ‘polynomial in 1/(εγ)’")

BOUND = "2*eps*(1 - eps)*gamma**2*(M + 1) <= log(1/eps) + s + (log(1/eps) - 1 + eps)/s"


def _to_one(d: Derivation, case: str, per_eps_sign: str, size: str, up: str) -> str:
    """sεX ≤ s² + sL + L − 1 + ε for ε ≤ 1, by the sharp bound and a tangent."""
    sharp = d.cite("margin-perceptron-sharp", note="εX ≤ ln(1 + X) for X = 2(1−ε)τ")
    a = 1 + X
    a_sign = d.have(gt(a, 0), case, size)
    b_sign = d.have(gt((1 + s) * per_eps, 0), up, per_eps_sign)
    tangent = ln_tangent(d, a, (1 + s) * per_eps, a_sign, b_sign)
    parts = ln_product(d, 1 + s, per_eps, up, per_eps_sign)
    small = ln_tangent(d, 1 + s, poly(1), up, d.have(gt(1, 0)))
    grown = d.have(le(ln((1 + s) * per_eps), s + L), parts, small, d.axiom("ln-one"), note="ln A ≤ ln(1/ε) + s")
    below = d.have(le((1 + s) * per_eps * (eps * X - s - L), a - (1 + s) * per_eps), tangent, sharp, grown, b_sign, note="the tangent at A")
    return d.have(SCALED, note="times ε", by=certificate(product(below, "ε > 0"), multiple((1 + s) * (eps * X - s - L + 1), "1/ε")))


def _above_one(d: Derivation, case: str, per_eps_sign: str, size: str, up: str) -> str:
    """The claim for ε > 1, where X ≤ 0: s² + sL + L − 1 + ε is (s + 1)(L + 2√ε − 2) + (s + 1 − √ε)², and ln √ε ≤ √ε − 1."""
    r, sign, squared, star = d.root(d.have(ge(eps, 0), "ε > 0"), "√ε")
    r_sign = d.have(gt(r, 0), "ε > 0", sign, squared)
    square_sign = d.have(gt(r * r, 0), "ε > 0", squared)
    unit = d.have(eq(per_eps * r * r, 1), squared, "1/ε")
    unit_sign = d.have(gt(per_eps * r * r, 0), unit)
    nought, one_sign, of_unit = d.axiom("ln-one"), d.have(gt(1, 0)), ln(per_eps * r * r)
    doubled = ln_product(d, r, r, r_sign, r_sign)
    parts = ln_product(d, per_eps, r * r, per_eps_sign, square_sign)
    tangent = ln_tangent(d, poly(1), per_eps * r * r, one_sign, unit_sign)
    least = d.have(ge(of_unit, 0), tangent, unit, nought)
    small = ln_tangent(d, r, poly(1), r_sign, one_sign)
    above = d.have(ge(L + 2 * (r - 1), 0), least, small, parts, doubled, nought, note="ln √ε ≤ √ε − 1")
    none = product(2, "s > 0", "ε > 0", case, size)
    whole = d.have(SCALED, by=certificate(none, product(up, above), square(s + 1 - r), multiple(-1, squared)))
    return d.forget(whole, star)


@mistake_bound(
    Statement(
        sources=(SOURCE,),
        game=game(Fraction(1, 2)),
        bound=BOUND,
        facts=(*(fact for fact in facts if fact.name != "ε ≤ 1"), Fact("s > 0", "s is any positive number", gt(s, 0))),
        symbols=symbols | {"s": s},
        more_games=(game(Fraction(1, 4)), game(Fraction(1, 10)), game(Fraction(5, 2))),
        parameters={"s": ("1/2", "1")},
        beyond={"s > 0": Beyond(BOUND.replace("/s", "/(-1)").replace("+ s", "- 1"), game(Fraction(1, 2)))},
    ),
    cites=("margin-perceptron-sharp",),
    printed="true",
    families=(*MARGIN_SPIRALS, margin_spirals("1/10")),
    derivation=derivations.rate,
)
def margin_perceptron_rate(d: Derivation) -> None:
    """The Margin Perceptron for small ε: 2ε(1−ε)γ²(M + 1) ≤ ln(1/ε) + s + (ln(1/ε) − 1 + ε)/s for every s > 0.

    For any s > 0, the Margin Perceptron with the threshold (1−ε)γ‖w‖ makes M updates after its first example at most so many that
    2ε(1−ε)γ²(M + 1) ≤ L + s + (L − 1 + ε)/s, L = ln(1/ε); at s = √(L − 1 + ε) the right side is L + 2√(L − 1 + ε).
    """
    per_eps_sign = d.have(gt(per_eps, 0), "1/ε", "ε > 0")
    per_s_sign = d.have(gt(per_s, 0), "1/s", "s > 0")
    size = d.have(ge(gamma**2 * number(vectors), 0), d.natural(vectors), "positive margin")
    up = d.have(gt(1 + s, 0), "s > 0")

    def on(case: str) -> str:
        return (_to_one if d.claims[case] == ge(c, 0) else _above_one)(d, case, per_eps_sign, size, up)

    scaled = d.cases(c, on)
    d.conclude(note="divide by s", by=certificate(product(scaled, per_s_sign), multiple(eps * X - s - L, "1/s")))


def _inverse(rate: Fraction) -> Instance:
    return Instance(0, reals={"1/ε": rate, "ε": 1 / rate if rate else Fraction(0)})


def sample(draw: Draw) -> Instance:
    return _inverse(draw.number())


@theorem(
    sources=(SOURCE,),
    facts=(Fact("ε > 0", "ε is positive", gt(eps, 0)), reciprocal_fact("ε", eps)),
    claim=le(L, ln(1 + per_eps * L)),
    sample=sample,
    cites=("ln-monotone",),
    derivation=derivations.rate_below,
)
def margin_perceptron_rate_below(d: Derivation) -> None:
    """The sharp bound allows 2ε(1−ε)τ = ln(1/ε): its root is no smaller than that.

    εX ≤ ln(1 + X) holds at X = (1/ε) ln(1/ε), where X is 2(1−ε)τ and τ is γ²(M + 1).
    """
    rises = ln_below(d, per_eps, d.have(gt(per_eps, 0), "1/ε", "ε > 0"), note="(1/ε) ln(1/ε) ≥ 1/ε − 1")
    d.have(ge(1 + per_eps * L, per_eps), rises)
    d.cite("ln-monotone", a=per_eps, b=1 + per_eps * L)
