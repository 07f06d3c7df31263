"""Exponentially small margins and exponentially many mistakes on the cube: BL ‘γ can be exponentially small in n’, VE ‘2^O(n) mistakes’.

BL gives no example.  Here is one: {0,1}ⁿ without 0, labelled by whether the highest bit that is set has an odd or an even number.  Let
f(k) be bit k's axis times the label of that bit, k = 1, …, n, and f(0) = 0.  As labels alternate, the example with bits k, k−1, k−3, k−5, …
set is, times its label, z(k) = f(k) − f(k−1) − f(k−3) − …

The proof.  Write s(k) = ⟨u, f(k)⟩ and r(k) = s(k−1) + s(k−3) + …  Then ⟨u, z(k)⟩ = s(k) − r(k) ≥ γ and r(k+2) = r(k) + s(k+1), so that
r(k) + γ grows at least like the Fibonacci numbers F = 1, 1, 2, 3, 5, …, and s(k) ≥ γF(k).  A unit vector has s(n) ≤ 1: γ ≤ 1/F(n).
Last, F(k+2) ≥ 2F(k) gives 2F(n)² ≥ 2ⁿ.  `small_margin_mistakes` has the mistakes, `small_margin_exact` the margin itself and the weights
that attain it.
"""

from proofs.kernel.term import Vector as Term
from proofs.statements.authoring import (
    Derivation, Fact, Formula, Index, Polynomial, Source, eq, every, formulas, gamma, ge, implies, inner, joined, k, le, lemma, nat, null,
    number, pair, seq, split, theorem, u, vseq,
)  # fmt: skip
from proofs.theorems.lower_bounds import derivations
from proofs.theorems.lower_bounds.cube import cube_run

f, z, x = vseq("f"), vseq("z"), vseq("x")
F, P = seq("F"), seq("P")
n = nat("n")

axes = Fact("axes", "f(k) is bit k's axis times its label, no longer than 1", every(k, le(inner(f(k), f(k)), 1)))
on_the_cube = (
    Fact("some bit", "n ≥ 1: there is a bit", ge(number(n), 1)),
    Fact("z(0)", "there is no bit 0", null(z(0) - f(0)), defines=z),
    Fact("z(1)", "the lowest bit alone", null(z(1) - f(1)), defines=z),
    Fact(
        "z", "z(k) = f(k) − f(k−1) − f(k−3) − …", every(k, null(z(k + 2) - z(k) - f(k + 2) + f(k + 1) + f(k)), below=number(n)), defines=z
    ),
)
fibonacci = (
    Fact("F(0)", "Fibonacci numbers from 1", eq(F(0), 1), defines=F),
    Fact("F(1)", "and 1", eq(F(1), 1), defines=F),
    Fact("F", "F(k+2) = F(k+1) + F(k)", every(k, eq(F(k + 2), F(k + 1) + F(k)), below=number(n)), defines=F),
)
powers = (Fact("P(0)", "P(0) = 1", eq(P(0), 1), defines=P), Fact("P", "P(k) = 2ᵏ", every(k, eq(P(k + 1), 2 * P(k))), defines=P))


def separated(by: Term, margin: Polynomial | int, name: str, words: str) -> Fact:
    return Fact(name, words, every(k, implies(ge(number(k), 1), ge(inner(by, z(k)), margin)), below=number(n) + 1))


separable = separated(u, gamma, "separable", "y⟨u, x⟩ ≥ γ on the cube")


@theorem(
    sources=(Source("BL", "‘γ can be exponentially small in n’"),),
    facts=(*on_the_cube[1:], *fibonacci, separable),
    claim=every(k, implies(ge(number(k), 1), ge(inner(u, f(k)), gamma * F(k))), below=number(n) + 1),
    sample=cube_run,
)
def small_margin_weights(d: Derivation) -> None:
    """Whoever is right on odd-max-bit by γ has every weight at least γF(k) in size, with the sign of its label.

    ⟨u, f(k)⟩ ≥ γF(k) for each bit k: F(k) is the optimum of ‘least |w(k)| with y⟨w, x⟩ ≥ 1’, attained in `small-margin-attained`.
    """

    def room(i: Index) -> Polynomial:
        """r(i) + γ − γF(i)."""
        return inner(u, f(i)) - inner(u, z(i)) + gamma - gamma * F(i)

    def claims(i: Index) -> tuple[Formula, Formula]:
        return ge(room(i), 0), ge(room(i + 1), 0)

    def gains(i: Index) -> str:
        """⟨u, z(i)⟩ ≥ γ, for a bit i ≥ 1."""
        return d.line("apply", ge(inner(u, z(i)), gamma), [d.at("separable", i), d.known(ge(number(i), 1))])

    def base() -> str:
        first = d.have(ge(room(Index(None)), 0), d.expand("z(0)", u), "F(0)")
        return joined(d, first, d.have(ge(room(Index(None, 1)), 0), d.expand("z(1)", u), "F(1)"))

    def step(i: Index, before: str) -> str:
        this, following = split(d, before, *claims(i))
        gain = gains(i + 1)
        after = d.have(ge(room(i + 2), 0), this, following, gain, d.expand(d.at("z", i), u), d.at("F", i), note="r(k+2) = r(k) + s(k+1)")
        return joined(d, following, after)

    always = d.induction(lambda i: pair(*claims(i)), base, step, upto=n)
    i = Index("i")
    within, bit = d.assume(ge(number(n) + 1, number(i) + 1)), d.assume(ge(number(i), 1))
    d.have(ge(number(n), number(i)), within)
    this, _ = split(d, d.at(always, i), *claims(i))
    least = d.have(ge(inner(u, f(i)), gamma * F(i)), this, gains(i))
    d.generalise(d.discharge(d.discharge(least, bit), within), i)


@lemma(formulas(*on_the_cube, *fibonacci, separable), cites=("small-margin-weights",), claim=ge(inner(u, f(n)), gamma * F(n)))
def odd_max_bit(d: Derivation) -> None:
    """whoever separates the odd-max-bit examples by γ has ⟨u, f(n)⟩ ≥ γF(n)."""
    d.line("apply", ge(inner(u, f(n)), gamma * F(n)), [d.at(d.cite("small-margin-weights"), n), "some bit"])


def rising(i: Index) -> tuple[Formula, Formula]:
    return ge(F(i), 0), ge(F(i + 1) - F(i), 0)


def rises(d: Derivation) -> str:
    """∀k ≤ n: 0 ≤ F(k) ≤ F(k+1)."""

    def base() -> str:
        return joined(d, d.have(ge(F(0), 0), "F(0)"), d.have(ge(F(1) - F(0), 0), "F(0)", "F(1)"))

    def step(i: Index, before: str) -> str:
        this, up = split(d, before, *rising(i))
        return joined(d, d.have(ge(F(i + 1), 0), this, up), d.have(ge(F(i + 2) - F(i + 1), 0), this, d.at("F", i)))

    return d.induction(lambda i: pair(*rising(i)), base, step, upto=n)


@lemma(formulas(*fibonacci), claim=ge(F(n), 0))
def fibonacci_positive(d: Derivation) -> None:
    """F(n) ≥ 0."""
    this, _ = split(d, d.at(rises(d), n), *rising(n))
    d.conclude(this)


@lemma(formulas(*fibonacci, *powers), claim=ge(2 * F(n) ** 2, P(n)))
def fibonacci_squared(d: Derivation) -> None:
    """2F(n)² ≥ 2ⁿ."""
    always = rises(d)

    def squares(i: Index) -> tuple[Formula, Formula]:
        return ge(2 * F(i) ** 2 - P(i), 0), ge(2 * F(i + 1) ** 2 - P(i + 1), 0)

    def first() -> str:
        zero = d.have(ge(2 * F(0) ** 2 - P(0), 0), "F(0)", "P(0)")
        return joined(d, zero, d.have(ge(2 * F(1) ** 2 - P(1), 0), "F(1)", "P(0)", d.at("P", 0)))

    def later(i: Index, before: str) -> str:
        this, following = split(d, before, *squares(i))
        d.have(ge(number(n), number(i)), d.known(ge(number(n), number(i) + 1)))
        low, up = split(d, d.at(always, i), *rising(i))
        twice = d.have(ge(F(i + 2), 2 * F(i)), up, d.at("F", i), note="F(k+2) ≥ 2F(k)")
        fourfold = d.have(ge(F(i + 2) ** 2, 4 * F(i) ** 2), twice, low)
        return joined(d, following, d.have(ge(2 * F(i + 2) ** 2 - P(i + 2), 0), fourfold, this, d.at("P", i), d.at("P", i + 1)))

    known = d.at(d.induction(lambda i: pair(*squares(i)), first, later, upto=n), n)
    this, _ = split(d, known, *squares(n))
    d.conclude(this)


@theorem(
    sources=(Source("BL", "‘γ can be exponentially small in n’", "true for Boolean inputs; in ℝⁿ with n ≥ 2 any margin is possible"),),
    facts=(*on_the_cube, axes, *fibonacci, separable, Fact("unit comparator", "‖u‖ ≤ 1 (a unit vector, or shorter)", le(inner(u, u), 1))),
    claim=le(gamma * F(n), 1),
    sample=cube_run,
    cites=("odd-max-bit", "cauchy-schwarz"),
    derivation=derivations.small_margin,
)
def small_margin(d: Derivation) -> None:
    """Odd-max-bit has exponentially small margins: γ ≤ 1/F(n), the Fibonacci number, with n bits.

    Whoever separates the odd-max-bit examples by a margin γ has γF(n) ≤ 1.
    """
    least = d.cite("odd-max-bit", note="⟨u, f(n)⟩ ≥ γF(n)")
    within = d.cite("cauchy-schwarz", a=u, b=f(n))
    most = d.have(le(inner(u, f(n)) ** 2, 1), within, "unit comparator", d.at("axes", n), d.square(f(n)))
    d.conclude(least, most)
