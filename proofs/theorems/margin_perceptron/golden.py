"""The golden bound: T ≤ (1 + √(1+8ε))²/(16ε²γ²) vectors in all, which is φ²/γ² ≈ 2.618/γ² at ε = 1/2, by radicals alone.

Here T = M + 1 counts the first example.  No source prints it; BL Theorem 3 has 8/γ² at ε = 1/2.

The proof.  Instead of a straight line the envelope is L(t) = √t + aγt with a = (3 − √(1+8ε))/2, the root of a² − 3a + 2(1−ε) = 0.
While (1−a)γ√t ≤ 1, one update keeps ‖w‖ below L, because (t+1)^(3/2) − t^(3/2) ≥ (3/2)√t; and as long as ‖w‖ is below L,
γt ≤ ‖w‖ ≤ √t + aγt is that very condition.  So it never fails, and at t = T it is the claim, since 1/(1−a) = (1 + √(1+8ε))/(4ε).
At ε = 1/2 the numbers are golden: a = 1/φ² and 1/(1−a) = φ.  At ε = 1 it is Novikoff's 1/γ².
"""

from perceptron.extremal.families import MARGIN_SPIRALS
from proofs.statements.authoring import (
    Derivation, Fraction, Index, M, Page, Polynomial, Source, both, certificate, combination, eq, every, gamma, ge, gt, le, length as n,
    multiple, nat, number, product, real, seq, square,
)  # fmt: skip
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import eps, reciprocals, statement as family_statement, vectors

statement = family_statement(
    "margin-perceptron-golden",
    "The golden bound: M + 1 ≤ (1+√(1+8ε))²/(16ε²γ²), φ²/γ² at ε = 1/2",
    (Source("BL", "Theorem 3", "prints 8/γ² at ε = 1/2; this is sharper"),),
    "M + 1 <= (1 + sqrt(1 + 8*eps))**2/(16*eps**2*gamma**2)",
    "its threshold being (1−ε)γ: from ‖w‖ ≤ √t + aγt with the best a, which is 1/φ² at ε = 1/2; M does not count the first example",
    below=Fraction(-1, 8),
)
r = real("√(1 + 8·ε)")
a = real("a")
s = seq("√")


def envelope(t: Index) -> Polynomial:
    return s(t) + a * gamma * number(t)


def prove(d: Derivation) -> None:
    t = nat("t")
    every_t = d.generalise(d.natural(t), t)
    star = d.line("root", every(t, both(ge(s(t), 0), eq(s(t) ** 2, number(t)))), [every_t], {"name": "√"})

    def root(i: Index) -> tuple[str, str]:
        """The lines √i ≥ 0 and (√i)² = i."""
        return d.parts(d.at(star, i))

    _, slope_value = d.let("a", Fraction(1, 2) * (3 - r), note="the envelope's slope")
    radical = ("√(1 + 8·ε)", "√(1 + 8·ε) ≥ 0", slope_value)
    a_sign = d.have(ge(a, 0), "ε ≤ 1", *radical)
    d.have(gt(1 - a, 0), "ε > 0", *radical)
    quadratic = d.have(eq(2 * (1 - eps), 3 * a - a * a), "√(1 + 8·ε)", slope_value, note="a² − 3a + 2(1−ε) = 0")
    slope = d.have(ge(a * gamma, 0), a_sign, "positive margin")
    threshold = d.have(ge(2 * (1 - eps) * gamma, 0), "ε ≤ 1", "positive margin")
    grows = d.cite("margin-step", c=1 - eps, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2(1−ε)γ‖w(k)‖ + 1")
    gained = d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk")

    def condition(i: Index, before: str) -> str:
        """(1−a)γi ≤ √i, from γi ≤ ‖w(i)‖ ≤ √i + aγi."""
        return d.have(le((1 - a) * gamma * number(i), s(i)), d.at(gained, i), before, note="(1−a)γ√t ≤ 1, times √t")

    def base() -> str:
        one = d.have(ge(s(1), 1), *root(Index(None, 1)))
        return d.have(le(n(1), envelope(Index(None, 1))), d.cite("first-length"), one, slope)

    def step(k: Index, before: str) -> str:
        i, count = k + 1, d.natural(k)
        d.have(ge(number(vectors), number(i)), d.known(ge(number(M), number(k) + 1)))
        (s_sign, s_square), (next_sign, next_square), sign = root(i), root(i + 1), d.at("‖w‖ ≥ 0", i)
        cubes = _cubes(d, i, s_sign, s_square, next_sign, next_square)
        steep = d.have(ge(2 * a * gamma * (s(i + 1) ** 3 - s(i) ** 3), 3 * a * gamma * s(i)), slope, cubes)
        room = gamma + s(i) - (1 - a) * gamma * number(i)
        spare = d.have(ge(room, 0), condition(i, before), "positive margin")
        scaled = d.have(ge(gamma * room, 0), spare, "positive margin")
        lifted = d.have(ge(a**2 * gamma * room, 0), by=certificate(product(scaled, square(a))))
        core = d.have(
            ge(3 * a * gamma * s(i) + a**2 * gamma**2 * (2 * number(i) + 1), 2 * (1 - eps) * gamma * envelope(i)),
            note="what the envelope gains is what an update may add",
            by=certificate(lifted, multiple(-gamma * envelope(i), quadratic)),
        )
        above = d.have(ge(envelope(i), 0), before, sign)
        squares = d.have(le(n(i) ** 2, envelope(i) ** 2), before, sign, above)
        cross = d.have(le(2 * (1 - eps) * gamma * n(i), 2 * (1 - eps) * gamma * envelope(i)), threshold, before)
        gain = d.have(
            eq(
                envelope(i + 1) ** 2 - envelope(i) ** 2,
                1 + 2 * a * gamma * (s(i + 1) ** 3 - s(i) ** 3) + a**2 * gamma**2 * (2 * number(i) + 1),
            ),
            s_square,
            next_square,
            by=combination((1 - 2 * a * gamma * s(i + 1), next_square), (2 * a * gamma * s(i) - 1, s_square)),
        )
        grown = d.have(le(n(i + 1) ** 2, envelope(i + 1) ** 2), d.at(grows, i), squares, cross, core, steep, gain)
        positive = d.have(ge(envelope(i + 1), 0), next_sign, slope, count)
        return d.have(le(n(i + 1), envelope(i + 1)), grown, positive, d.at("‖w‖ ≥ 0", i + 1))

    last = d.at(d.induction(lambda k: le(n(k + 1), envelope(k + 1)), base, step, upto=M, note="‖w(t)‖ ≤ √t + aγt"), M)
    d.have(ge(number(vectors), number(vectors)))
    end = _solve(d, condition(vectors, last), *root(vectors), slope_value)
    d.forget(end, star, slope_value)


def _cubes(d: Derivation, i: Index, s_sign: str, s_square: str, next_sign: str, next_square: str) -> str:
    """(t+1)^(3/2) − t^(3/2) ≥ (3/2)√t, doubled."""
    apart = d.have(eq(s(i + 1) ** 2, s(i) ** 2 + 1), s_square, next_square)
    half = d.have(ge(2 * s(i + 1) * (s(i + 1) - s(i)), 1), apart)
    times = d.have(ge(2 * s(i + 1) ** 2 * (s(i + 1) - s(i)), s(i + 1)), half, next_sign)
    rising = d.have(ge(s(i + 1), s(i)), apart, s_sign, next_sign)
    return d.have(ge(2 * (s(i + 1) ** 3 - s(i) ** 3), 3 * s(i)), times, rising, apart, note="(t+1)^(3/2) − t^(3/2) ≥ (3/2)√t")


def _solve(d: Derivation, condition: str, s_sign: str, s_square: str, slope_value: str) -> str:
    """(1−a)γT ≤ √T gives √T ≤ (1 + √(1+8ε))/(4εγ), and the square of that is the claim."""
    per_gamma, per_eps, t = real("1/γ"), real("1/ε"), vectors
    per_gamma_sign, per_eps_sign = reciprocals(d)
    positive = d.have(gt(s(t), 0), s_sign, s_square, d.natural(M))
    short = d.have(le((1 - a) * gamma * s(t), 1), condition, s_square, positive)
    divided = d.have(le((1 - a) * s(t), per_gamma), short, per_gamma_sign, "1/γ")
    factor = d.have(gt((r + 1) * per_eps, 0), per_eps_sign, "√(1 + 8·ε) ≥ 0")
    double = d.have(eq((1 - a) * (r + 1), 4 * eps), "√(1 + 8·ε)", slope_value)
    inverse = d.have(eq((1 - a) * (r + 1) * per_eps, 4), double, "1/ε", note="1/(1−a) = (1 + √(1+8ε))/(4ε)")
    root_bound = d.have(le(4 * s(t), per_gamma * (r + 1) * per_eps), divided, factor, inverse)
    return d.conclude(root_bound, s_sign, s_square)


page = Page(
    statement=statement,
    prove=prove,
    cites=("first-length", "margin-step", "weights-grow"),
    printed="true",
    families=MARGIN_SPIRALS,
    derivation=derivations.golden,
)
