"""The Margin Perceptron's constant in a number: M + 1 ≤ 2.513/γ² at ε = 1/2, where the lecture prints 8/γ².

Source: BL Theorem 3 prints 8/γ².  The sharp bound says x/2 ≤ ln(1 + x) for x = γ²(M + 1), and the root of x/2 = ln(1 + x) is
2.512862…; here that is made a rational bound, by a proof that needs no calculator.

The proof.  If ln 3.513 ≤ 1.2565 then the tangent at 3.513 turns x/2 ≤ ln(1 + x) into x ≤ 2.513.  And ln 3.513 ≤ 2¹⁶ ln c ≤ 2¹⁶(c − 1) for
a rational c a little above the 2¹⁶-th root of 3.513, reached by taking square roots, each rounded up.
"""

from perceptron.extremal.families import MARGIN_HALF
from proofs.statements.authoring import (
    SYMBOLS, Derivation, Displayed, Fraction, Source, Statement, bounded, certificate, gamma, ge, gt, le, lemma, lengths, ln,
    ln_below_by_roots, ln_tangent, margin_rule, mistake_bound, number, poly, positive_margin, product, real, recurrence, root_above,
    separable, square, unit_comparator,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import game, vectors

CONSTANT = Fraction(2513, 1000)
SQUARINGS = 16
half = Fraction(1, 2)


@lemma((), claim=le(ln(poly(1 + CONSTANT)), CONSTANT / 2), displayed=Displayed("log(3.513) <= 1.2565", {}))
def ln_3513(d: Derivation) -> None:
    """ln 3.513 ≤ 1.2565, by sixteen square roots.

    Proof. ln aᵢ ≤ 2 ln aᵢ₊₁ where aᵢ ≤ aᵢ₊₁², down to ln c ≤ c − 1.
    """
    chain = [1 + CONSTANT]
    while len(chain) <= SQUARINGS:
        chain.append(root_above(chain[-1]))
    d.conclude(ln_below_by_roots(d, chain, note="ln c ≤ c − 1"))


@mistake_bound(
    Statement(
        sources=(Source("BL", "Theorem 3", "prints 8/γ²"),),
        game=game(half),
        bound="M + 1 <= 2.513/gamma**2",
        facts=(
            *recurrence(),
            margin_rule(half, vectors),
            *lengths(),
            positive_margin(),
            unit_comparator(),
            bounded(updates=vectors),
            separable(vectors),
        ),
        symbols=SYMBOLS,
    ),
    cites=("margin-perceptron-sharp", "ln-3513"),
    printed="true",
    families=(MARGIN_HALF,),
    derivation=derivations.constant,
)
def margin_perceptron_constant(d: Derivation) -> None:
    """The Margin Perceptron in a number: M + 1 ≤ 2.513/γ² at ε = 1/2.

    At ε = 1/2 the root of `margin-perceptron-sharp` is 2.51286…, −1 − 2W₋₁(−1/(2√e)) in Lambert’s W; M does not count the first example.
    """
    x, x_value = d.let("x", gamma**2 * number(vectors))
    sharp = d.cite("margin-perceptron-sharp", ε=half, note="x/2 ≤ ln(1 + x) for x = γ²(M + 1)")
    raw, top = 1 + gamma**2 * number(vectors), poly(1 + CONSTANT)
    count = d.natural(vectors)
    size = d.have(ge(gamma**2 * number(vectors), 0), by=certificate(product(count, square(gamma))))
    tangent = ln_tangent(d, raw, top, d.have(gt(raw, 0), size), d.have(gt(top, 0)))
    limit = d.cite("ln-3513", note="ln 3.513 ≤ 1.2565")
    short = d.have(le(x, CONSTANT), sharp, tangent, limit, x_value, note="the tangent at 3.513")
    per_gamma = real("1/γ")
    per_gamma_sign = d.have(gt(per_gamma, 0), "1/γ", "positive margin")
    plain = d.have(le(gamma**2 * number(vectors), CONSTANT), short, x_value)
    once = d.have(le(gamma * number(vectors), CONSTANT * per_gamma), plain, per_gamma_sign, "1/γ")
    d.forget(d.conclude(once, per_gamma_sign, "1/γ"), x_value)
