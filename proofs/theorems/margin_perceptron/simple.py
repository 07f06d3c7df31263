"""The simple bound: M + 1 ≤ 1/(ε²γ²) vectors in all, 4/γ² at ε = 1/2, by an envelope that takes two lines.

No source prints it; BL Theorem 3 has 8/γ² at ε = 1/2, by a straight line.  `margin-perceptron-golden` is sharper, `-sharp` is sharp.

The proof.  ‖w‖ ≤ L(t) = √t + cγt with c = 1 − ε after t vectors: one update takes n = ‖w‖ to at most √(n² + 2cγn + 1), and
L(t+1)² − L(t)² − 2cγL(t) − 1 = 2cγ(t+1)(√(t+1) − √t) + c²γ² ≥ 0.  So γT ≤ ‖w‖ ≤ √T + cγT at T = M + 1, that is εγ√T ≤ 1.
"""

from perceptron.extremal.families import MARGIN_SPIRALS
from proofs.statements.authoring import (
    Derivation, Index, M, Page, Polynomial, Source, both, certificate, eq, every, gamma, ge, gt, le, length as n, multiple, nat, number,
    product, real, seq, square,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import eps, reciprocals, statement as family_statement, vectors

statement = family_statement(
    "margin-perceptron-simple",
    "The simple bound: M + 1 ≤ 1/(ε²γ²), 4/γ² at ε = 1/2",
    (Source("BL", "Theorem 3", "prints 8/γ² at ε = 1/2; this is sharper, and shorter to prove"),),
    "M + 1 <= 1/(eps**2*gamma**2)",
    "its threshold being (1−ε)γ: from ‖w‖ ≤ √t + (1−ε)γt after t vectors; M does not count the first example",
)
c = 1 - eps
s = seq("√")


def envelope(t: Index) -> Polynomial:
    return s(t) + c * gamma * number(t)


def prove(d: Derivation) -> None:
    t = nat("t")
    every_t = d.generalise(d.natural(t), t)
    star = d.line("root", every(t, both(ge(s(t), 0), eq(s(t) ** 2, number(t)))), [every_t], {"name": "√"})

    def root(i: Index) -> tuple[str, str]:
        """The lines √i ≥ 0 and (√i)² = i."""
        return d.parts(d.at(star, i))

    slope = d.have(ge(c * gamma, 0), "ε ≤ 1", "positive margin")
    grows = d.cite("margin-step", c=c, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2(1−ε)γ‖w(k)‖ + 1")
    gained = d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk")

    def base() -> str:
        start = d.have(ge(s(1), 1), *root(Index(None, 1)))
        return d.have(le(n(1), envelope(Index(None, 1))), d.cite("first-length"), start, slope)

    def step(k: Index, before: str) -> str:
        i, count = k + 1, d.natural(k)
        (s_sign, s_square), (next_sign, next_square), sign = root(i), root(i + 1), d.at("‖w‖ ≥ 0", i)
        apart = d.have(eq(s(i + 1) ** 2, s(i) ** 2 + 1), s_square, next_square)
        rising = d.have(ge(s(i + 1), s(i)), apart, s_sign, next_sign)
        steep = d.have(
            ge(c * gamma * (s(i + 1) - s(i)) * (number(k) + 2), 0),
            note="√ rises",
            by=certificate(product(slope, rising, count), product(2, slope, rising)),
        )
        above = d.have(ge(envelope(i), 0), before, sign)
        squares = d.have(le(n(i) ** 2 + 2 * c * gamma * n(i), envelope(i) ** 2 + 2 * c * gamma * envelope(i)), before, sign, above, slope)
        gain = d.have(
            eq(
                envelope(i + 1) ** 2 - envelope(i) ** 2 - 2 * c * gamma * envelope(i) - 1,
                2 * c * gamma * (s(i + 1) - s(i)) * (number(k) + 2) + (c * gamma) ** 2,
            ),
            s_square,
            next_square,
            note="what the envelope gains beyond what an update may add",
        )
        longer = d.at(grows, i)
        grown = d.have(
            le(n(i + 1) ** 2, envelope(i + 1) ** 2),
            by=certificate(longer, squares, product(2, steep), square(c * gamma), multiple(1, gain)),
        )
        late = d.have(ge(c * gamma * (number(k) + 2), 0), slope, count)
        positive = d.have(ge(envelope(i + 1), 0), next_sign, late)
        return d.have(le(n(i + 1), envelope(i + 1)), grown, positive, d.at("‖w‖ ≥ 0", i + 1))

    last = d.at(d.induction(lambda k: le(n(k + 1), envelope(k + 1)), base, step, upto=M, note="‖w(t)‖ ≤ √t + cγt"), M)
    d.have(ge(number(vectors), number(vectors)))
    s_sign, s_square = root(vectors)
    met = d.have(le(eps * gamma * number(vectors), s(vectors)), d.at(gained, vectors), last, note="εγT ≤ √T")
    d.forget(_solve(d, met, s_sign, s_square), star)


def _solve(d: Derivation, met: str, s_sign: str, s_square: str) -> str:
    """√T ≤ 1/(εγ), and the square of that is the claim."""
    per_gamma, per_eps, t = real("1/γ"), real("1/ε"), vectors
    per_gamma_sign, per_eps_sign = reciprocals(d)
    positive = d.have(gt(s(t), 0), s_sign, s_square, d.natural(M))
    short = d.have(le(eps * gamma * s(t), 1), met, s_square, positive, note="divide by √T")
    once = d.have(le(eps * s(t), per_gamma), short, per_gamma_sign, "1/γ")
    twice = d.have(le(s(t), per_gamma * per_eps), once, per_eps_sign, "1/ε", note="√T ≤ 1/(εγ)")
    return d.conclude(twice, s_sign, s_square)


page = Page(
    statement=statement,
    prove=prove,
    cites=("first-length", "margin-step", "weights-grow"),
    printed="true",
    families=MARGIN_SPIRALS,
    derivation=derivations.simple,
)
