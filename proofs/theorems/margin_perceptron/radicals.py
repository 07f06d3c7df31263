"""The Margin Perceptron's bounds by radicals: the lecture's 8/γ², any ε, 4/γ², and φ²/γ²."""

from perceptron.extremal.families import MARGIN_HALF
from proofs.statements.authoring import (
    Callable, Derivation, Fraction, Index, M, Polynomial, Term, both, eq, every, gamma, ge, gt, le, length as n, mistake_bound, nat, number,
    real, seq,
)  # fmt: skip
from proofs.theorems.margin_perceptron.common import eps, for_every_epsilon, game, reciprocals, run, vectors


# ------------------------------------------------------------------------------------------------------------------------------------------
# The Margin Perceptron makes at most 8/γ² − 4 updates: the lecture's 8/γ², with its two gaps closed.
#
# The learner starts at w = y·x of the first example, which is not counted, and updates whenever y⟨w, x⟩ < (γ/2)‖w‖. If ‖x‖ ≤ 1 and some
# comparator u with ‖u‖ ≤ 1 has y⟨u, x⟩ ≥ γ > 0 on every example, then M ≤ 8/γ² − 4.
#
# Source: BL Theorem 3, which prints 8/γ².
#
# The proof. In all, M + 1 vectors are added. *Never null*: each gains γ along u, so ‖w(k)‖ ≥ γk and the rule never divides by 0. *Energy*:
# an update takes n = ‖w‖ to at most √(n² + γn + 1). The lecture bounds that by n + 3γ/4 where n ≥ 2/γ and passes over the steps that start
# below 2/γ; the envelope B(k) = 2/γ + 3γk/4 takes both in one step, for n ≤ B and γB ≥ 2 give n² + γn + 1 ≤ (B + 3γ/4)². It starts right
# because ‖w‖ ≤ 1 ≤ 2/γ after the first example. *Join*: γ(M + 1) ≤ ‖w‖ ≤ 2/γ + 3γM/4, and the extra γ on the left, which the lecture gives
# away, is the −4.
#
# Tight? No: the true worst case is about 2.5129/γ², and the run below shows the slack of this proof.


@mistake_bound("M <= 8/gamma**2 - 4", game(Fraction(1, 2)), run(Fraction(1, 2)), families=(MARGIN_HALF,))
def margin_perceptron(d: Derivation) -> None:
    """The Margin Perceptron: M ≤ 8/γ² − 4.

    Given a margin γ that some u with ‖u‖ ≤ 1 attains on examples no longer than 1, it makes at most 8/γ² − 4 updates after its first
    example, at the threshold γ/2.

    Printed, and true with assumptions:
    - BL Theorem 3: prints 8/γ²; skips the steps below ‖w‖ = 2/γ and the division by ‖w‖
    """
    per_gamma = real("1/γ")
    per_gamma_sign = d.have(gt(per_gamma, 0))
    margin = d.cite("margin-at-most-one", note="γ ≤ 1")
    grows = d.cite("margin-step", c=Fraction(1, 2), M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + γ‖w(k)‖ + 1")

    def envelope(at: Term) -> Polynomial:
        return 2 * per_gamma + Fraction(3, 4) * gamma * at

    def base() -> str:
        return d.have(le(n(1), envelope(0)), d.cite("first-length"), margin, per_gamma_sign, "1/γ", note="‖w‖ ≤ 1 ≤ 2/γ")

    def step(k: Index, before: str) -> str:
        at = k + 1
        B, sign = envelope(number(k)), d.at("‖w‖ ≥ 0", at)
        steep = d.have(ge(gamma * B, 2), note="γB ≥ 2")
        room = d.have(
            le(n(at) ** 2 + gamma * n(at) + 1, (B + Fraction(3, 4) * gamma) ** 2),
            before,
            sign,
            steep,
            "positive margin",
            note="the step the lecture skips below ‖w‖ = 2/γ",
        )
        positive = d.have(ge(envelope(number(k) + 1), 0))
        return d.have(le(n(at + 1), envelope(number(k) + 1)), d.at(grows, at), room, positive, d.at("‖w‖ ≥ 0", at + 1))

    d.upto(M, lambda k: le(n(k + 1), envelope(number(k))), base, step, note="‖w‖ ≤ 2/γ + 3γk/4")
    d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk: never null after the first example")
    d.have(le(gamma * number(M), 8 * per_gamma - 4 * gamma), note="γ(M + 1) ≤ ‖w‖ ≤ 2/γ + 3γM/4")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The Margin Perceptron with threshold (1−ε)γ makes at most 2/(ε²γ²) − 2/ε updates.
#
# Source: BL before Theorem 3 says that γ/2 may be replaced by (1−ε)γ with bounds polynomial in 1/(εγ); this is one, by the same proof.
#
# The proof is that of Theorem 3 with the envelope B(k) = 1/(εγ) + (1 − ε/2)γk: for n ≤ B and εγB ≥ 1, n² + 2(1−ε)γn + 1 ≤ (B + (1 −
# ε/2)γ)², and γ(M + 1) ≤ ‖w‖ ≤ B(M) is the claim. At ε = 1/2 it is 8/γ² − 4.

growth = 1 - Fraction(1, 2) * eps


@for_every_epsilon("M <= 2/(eps**2*gamma**2) - 2/eps")
def margin_perceptron_epsilon(d: Derivation) -> None:
    """The Margin Perceptron at threshold (1−ε)γ: M ≤ 2/(ε²γ²) − 2/ε.

    Given a margin γ that some u with ‖u‖ ≤ 1 attains, its threshold being (1−ε)γ; M does not count the first example.

    Printed, and true with assumptions:
    - BL before Theorem 3, (1−ε)γ: says polynomial in 1/(εγ)
    """
    per_gamma, per_eps = real("1/γ"), real("1/ε")
    _, per_eps_sign = reciprocals(d)
    d.cite("margin-at-most-one", note="γ ≤ 1")
    grows = d.cite("margin-step", c=1 - eps, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2(1−ε)γ‖w(k)‖ + 1")
    unit = d.have(eq(eps * gamma * per_eps * per_gamma, 1))
    start = d.have(gt(per_eps * per_gamma, 0))
    slope = d.have(ge(growth * gamma, 0))
    d.have(gt(eps * gamma * gamma, 0))

    def envelope(at: Term) -> Polynomial:
        return per_eps * per_gamma + growth * gamma * at

    def base() -> str:
        large = d.have(ge(per_gamma, 1)), d.have(ge(per_eps, 1))
        return d.have(le(n(1), envelope(0)), d.cite("first-length"), *large, note="‖w‖ ≤ 1 ≤ 1/(εγ)")

    def step(k: Index, before: str) -> str:
        at = k + 1
        B, sign = envelope(number(k)), d.at("‖w‖ ≥ 0", at)
        steep = d.have(ge(eps * gamma * B, 1), unit, d.have(ge(eps * gamma * gamma * number(k) * growth, 0)))
        room = d.have(
            le(n(at) ** 2 + 2 * (1 - eps) * gamma * n(at) + 1, (B + growth * gamma) ** 2),
            before,
            sign,
            steep,
            "positive margin",
            "ε ≤ 1",
            note="the overshoot step",
        )
        positive = d.have(ge(envelope(number(k) + 1), 0), start, slope, d.have(ge(number(k) + 1, 0)))
        return d.have(le(n(at + 1), envelope(number(k) + 1)), d.at(grows, at), room, positive, d.at("‖w‖ ≥ 0", at + 1))

    d.upto(M, lambda k: le(n(k + 1), envelope(number(k))), base, step, note="‖w‖ ≤ 1/(εγ) + (1−ε/2)γk")
    d.at(d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk"), vectors)
    met = d.have(le(eps * gamma * number(M), 2 * (per_eps * per_gamma - gamma)), note="γ(M + 1) ≤ ‖w‖ ≤ 1/(εγ) + (1−ε/2)γM")
    d.have(le(gamma * number(M), 2 * per_eps * (per_eps * per_gamma - gamma)), met, per_eps_sign, "1/ε", note="divide by ε")
    d.conclude(note="divide by γ")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The simple bound: M + 1 ≤ 1/(ε²γ²) vectors in all, 4/γ² at ε = 1/2, by an envelope that takes two lines.
#
# No source prints it; BL Theorem 3 has 8/γ² at ε = 1/2, by a straight line. `margin-perceptron-golden` is sharper, `-sharp` is sharp.
#
# The proof. ‖w‖ ≤ L(t) = √t + cγt with c = 1 − ε after t vectors: one update takes n = ‖w‖ to at most √(n² + 2cγn + 1), and L(t+1)² −
# L(t)² − 2cγL(t) − 1 = 2cγ(t+1)(√(t+1) − √t) + c²γ² ≥ 0. So γT ≤ ‖w‖ ≤ √T + cγT at T = M + 1, that is εγ√T ≤ 1.

c = 1 - eps
s = seq("√")


def envelope(t: Index) -> Polynomial:
    return s(t) + c * gamma * number(t)


def roots(d: Derivation) -> tuple[Callable[[Index], tuple[str, str]], str]:
    """A function that gives the lines √i ≥ 0 and (√i)² = i at any i, and the line to forget."""
    t = nat("t")
    every_t = d.generalise(d.natural(t), t)
    star = d.line("root", every(t, both(ge(s(t), 0), eq(s(t) ** 2, number(t)))), [every_t], {"name": "√"})
    return lambda i: d.parts(d.at(star, i)), star


def _solve(d: Derivation, met: str, s_sign: str, s_square: str) -> str:
    """√T ≤ 1/(εγ), and the square of that is the claim."""
    per_gamma, per_eps, t = real("1/γ"), real("1/ε"), vectors
    per_gamma_sign = reciprocals(d)[0]
    short = d.have(le(eps * gamma * s(t), 1), met, s_square, s_sign, d.natural(M), note="divide by √T")
    d.have(le(eps * s(t), per_gamma), short, per_gamma_sign, "1/γ")
    d.have(le(s(t), per_gamma * per_eps), note="√T ≤ 1/(εγ)")
    return d.conclude()


@for_every_epsilon("M + 1 <= 1/(eps**2*gamma**2)")
def margin_perceptron_simple(d: Derivation) -> None:
    """The simple bound: M + 1 ≤ 1/(ε²γ²), 4/γ² at ε = 1/2.

    Its threshold being (1−ε)γ: from ‖w‖ ≤ √t + (1−ε)γt after t vectors; M does not count the first example.

    Printed, and true:
    - BL Theorem 3: prints 8/γ² at ε = 1/2; this is sharper, and shorter to prove
    """
    root, star = roots(d)
    slope = d.have(ge(c * gamma, 0))
    grows = d.cite("margin-step", c=c, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2(1−ε)γ‖w(k)‖ + 1")
    d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk")

    def base() -> str:
        start = d.have(ge(s(1), 1), *root(Index(None, 1)))
        return d.have(le(n(1), envelope(Index(None, 1))), d.cite("first-length"), start, slope)

    def step(k: Index, before: str) -> None:
        i, count = k + 1, d.natural(k)
        (_, _), (_, _), sign = root(i), root(i + 1), d.at("‖w‖ ≥ 0", i)
        rising = d.have(ge(s(i + 1), s(i)))
        steep = d.have(ge(c * gamma * (s(i + 1) - s(i)) * (number(k) + 2), 0), slope, rising, count, note="√ rises")
        above = d.have(ge(envelope(i), 0))
        squares = d.have(le(n(i) ** 2 + 2 * c * gamma * n(i), envelope(i) ** 2 + 2 * c * gamma * envelope(i)), before, sign, above, slope)
        gain = d.have(
            eq(
                envelope(i + 1) ** 2 - envelope(i) ** 2 - 2 * c * gamma * envelope(i) - 1,
                2 * c * gamma * (s(i + 1) - s(i)) * (number(k) + 2) + (c * gamma) ** 2,
            ),
            note="what the envelope gains beyond what an update may add",
        )
        longer = d.at(grows, i)
        d.have(le(n(i + 1) ** 2, envelope(i + 1) ** 2), longer, squares, steep, gain)
        d.have(ge(c * gamma * (number(k) + 2), 0))
        d.have(ge(envelope(i + 1), 0))

    d.upto(M, lambda k: le(n(k + 1), envelope(k + 1)), base, step, note="‖w(t)‖ ≤ √t + cγt")
    s_sign, s_square = root(vectors)
    met = d.have(le(eps * gamma * number(vectors), s(vectors)), note="εγT ≤ √T")
    d.forget(_solve(d, met, s_sign, s_square), star)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The golden bound: T ≤ (1 + √(1+8ε))²/(16ε²γ²) vectors in all, which is φ²/γ² ≈ 2.618/γ² at ε = 1/2, by radicals alone.
#
# Here T = M + 1 counts the first example. No source prints it; BL Theorem 3 has 8/γ² at ε = 1/2.
#
# The proof. Instead of a straight line the envelope is L(t) = √t + aγt with a = (3 − √(1+8ε))/2, the root of a² − 3a + 2(1−ε) = 0. While
# (1−a)γ√t ≤ 1, one update keeps ‖w‖ below L, because (t+1)^(3/2) − t^(3/2) ≥ (3/2)√t; and as long as ‖w‖ is below L, γt ≤ ‖w‖ ≤ √t + aγt
# is that very condition. So it never fails, and at t = T it is the claim, since 1/(1−a) = (1 + √(1+8ε))/(4ε). At ε = 1/2 the numbers are
# golden: a = 1/φ² and 1/(1−a) = φ. At ε = 1 it is Novikoff's 1/γ².

r = real("√(1 + 8·ε)")
a = real("a")


def envelope_golden(t: Index) -> Polynomial:
    return s(t) + a * gamma * number(t)


def _cubes(d: Derivation, i: Index) -> str:
    """(t+1)^(3/2) − t^(3/2) ≥ (3/2)√t, doubled."""
    return d.have(ge(2 * (s(i + 1) ** 3 - s(i) ** 3), 3 * s(i)), note="(t+1)^(3/2) − t^(3/2) ≥ (3/2)√t")


def _solve_golden(d: Derivation, condition: str, s_sign: str, s_square: str, slope_value: str) -> str:
    """(1−a)γT ≤ √T gives √T ≤ (1 + √(1+8ε))/(4εγ), and the square of that is the claim."""
    per_gamma, per_eps, t = real("1/γ"), real("1/ε"), vectors
    per_gamma_sign, per_eps_sign = reciprocals(d)
    positive = d.have(gt(s(t), 0))
    divided = d.have(le((1 - a) * s(t), per_gamma), condition, s_square, positive, per_gamma_sign, "1/γ")
    inverse = d.have(eq((1 - a) * (r + 1) * per_eps, 4), "√(1 + 8·ε)", slope_value, "1/ε", note="1/(1−a) = (1 + √(1+8ε))/(4ε)")
    d.have(le(4 * s(t), per_gamma * (r + 1) * per_eps), divided, per_eps_sign, "√(1 + 8·ε) ≥ 0", inverse)
    return d.conclude()


@for_every_epsilon("M + 1 <= (1 + sqrt(1 + 8*eps))**2/(16*eps**2*gamma**2)", below=Fraction(-1, 8))
def margin_perceptron_golden(d: Derivation) -> None:
    """The golden bound: M + 1 ≤ (1+√(1+8ε))²/(16ε²γ²), φ²/γ² at ε = 1/2.

    Its threshold being (1−ε)γ: from ‖w‖ ≤ √t + aγt with the best a, which is 1/φ² at ε = 1/2; M does not count the first example.

    Printed, and true:
    - BL Theorem 3: prints 8/γ² at ε = 1/2; this is sharper
    """
    root = roots(d)[0]
    _, slope_value = d.let("a", Fraction(1, 2) * (3 - r), note="the envelope's slope")
    d.have(eq(2 * (1 - eps), 3 * a - a * a), note="a² − 3a + 2(1−ε) = 0")
    slope = d.have(ge(a * gamma, 0))
    grows = d.cite("margin-step", c=1 - eps, M=vectors, note="‖w(k+1)‖² ≤ ‖w(k)‖² + 2(1−ε)γ‖w(k)‖ + 1")
    d.cite("weights-grow", M=vectors, note="‖w(k)‖ ≥ γk")

    def condition(i: Index) -> str:
        """(1−a)γi ≤ √i, from γi ≤ ‖w(i)‖ ≤ √i + aγi."""
        return d.have(le((1 - a) * gamma * number(i), s(i)), note="(1−a)γ√t ≤ 1, times √t")

    def base() -> str:
        return d.have(le(n(1), envelope_golden(Index(None, 1))), d.cite("first-length"), *root(Index(None, 1)), slope)

    def step(k: Index, before: str) -> str:
        i, count = k + 1, d.natural(k)
        (_, s_square), (next_sign, next_square) = root(i), root(i + 1)
        _cubes(d, i)
        steep = d.have(ge(2 * a * gamma * (s(i + 1) ** 3 - s(i) ** 3), 3 * a * gamma * s(i)))
        room = gamma + s(i) - (1 - a) * gamma * number(i)
        scaled = d.have(ge(gamma * room, 0), condition(i), "positive margin")
        d.have(ge(a**2 * gamma * room, 0), scaled)
        core = d.have(
            ge(3 * a * gamma * s(i) + a**2 * gamma**2 * (2 * number(i) + 1), 2 * (1 - eps) * gamma * envelope_golden(i)),
            note="what the envelope gains is what an update may add",
        )
        squares = d.have(le(n(i) ** 2, envelope_golden(i) ** 2))
        cross = d.have(le(2 * (1 - eps) * gamma * n(i), 2 * (1 - eps) * gamma * envelope_golden(i)), "ε ≤ 1", "positive margin", before)
        grown = d.have(le(n(i + 1) ** 2, envelope_golden(i + 1) ** 2), d.at(grows, i), squares, cross, core, steep, s_square, next_square)
        return d.have(le(n(i + 1), envelope_golden(i + 1)), grown, next_sign, slope, count, d.at("‖w‖ ≥ 0", i + 1))

    d.upto(M, lambda k: le(n(k + 1), envelope_golden(k + 1)), base, step, note="‖w(t)‖ ≤ √t + aγt")
    _solve_golden(d, condition(vectors), *root(vectors), slope_value)
