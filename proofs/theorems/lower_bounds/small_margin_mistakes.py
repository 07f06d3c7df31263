"""Exponentially small margins cost exponentially many mistakes, as weights on the cube stay whole."""

from perceptron.extremal.families import CUBE
from proofs.statements.authoring import (
    Derivation, Fact, Formula, Game, Index, M, Polynomial, Reach, Vector, both_by_induction, define, eq, every, ge, gt, implies, inner, k,
    le, lemma, nat, null, number, real, theorem, vec, w,
)  # fmt: skip
from proofs.theorems.lower_bounds import small_margin
from proofs.theorems.lower_bounds.small_margin import F, P, f, fibonacci_facts as fibonacci, n, on_the_cube, powers, x, z


# ------------------------------------------------------------------------------------------------------------------------------------------
# Whole numbers among the reals, without ‘there is’: r is whole if it lies strictly between no two neighbours of them.
#
# For all natural i and j, r is not strictly between i − j and i − j + 1: (r − i + j)(r − i + j − 1) ≥ 0. That is one formula, and it holds
# of the whole numbers alone. 0 is one; so is what is 1 more or 1 less than one; and one that is positive is at least 1. A coordinate c of
# an example of the cube, times its label, is −1, 0 or 1, which is c³ = c.

i, j = nat("i"), nat("j")
r, s, c = real("r"), real("s"), real("c")


def below(r: Polynomial) -> Polynomial:
    return r - number(i) + number(j)


def between(r: Polynomial) -> Formula:
    """r is not strictly between i − j and i − j + 1."""
    return ge(below(r) * (below(r) - 1), 0)


def whole(r: Polynomial) -> Formula:
    return every(i, every(j, between(r)))


def bit(c: Polynomial) -> Formula:
    """c is −1, 0 or 1."""
    return eq(c**3, c)


def everywhere(d: Derivation, line: str) -> str:
    return d.generalise(d.generalise(line, j), i)


@lemma(claim=whole(Polynomial.of(0)))
def whole_zero(d: Derivation) -> None:
    """0 is a whole number."""
    goal = between(Polynomial.of(0))

    more = lambda case: d.have(goal, d.integer(case, j, i), case)  # noqa: E731
    everywhere(d, d.cases(number(i) - number(j), lambda case: d.have(goal), more))


@lemma(Fact("whole", "r is whole", whole(r)), Fact("bit", "c is −1, 0 or 1", bit(c)), claim=whole(r + c))
def whole_plus_bit(d: Derivation) -> None:
    """a whole number plus −1, 0 or 1 is a whole number.

    Proof. Each of the three values of c shifts r to a number that is whole; squares that are 1 at one value and 0 at the others join them.
    """
    down, same, up = d.at("whole", i + 1, j), d.at("whole", i, j), d.at("whole", i, j + 1)
    everywhere(d, d.have(between(r + c), same, up, down, "bit"))


@lemma(Fact("whole", "r is whole", whole(r)), Fact("equal", "s = r", eq(s, r)), claim=whole(s))
def whole_equal(d: Derivation) -> None:
    """what equals a whole number is one."""
    d.have(eq(below(s) * (below(s) - 1), below(r) * (below(r) - 1)))
    everywhere(d, d.have(between(s)))


@lemma(Fact("whole", "r is whole", whole(r)), Fact("positive", "r > 0", gt(r, 0)), claim=ge(r, 1))
def whole_positive(d: Derivation) -> None:
    """a whole number that is positive is at least 1."""
    d.conclude(d.at("whole", Index(None), Index(None)), "positive")


@lemma(Fact("bit", "c is −1, 0 or 1", bit(c)), claim=le(c, 1))
def bit_at_most_one(d: Derivation) -> None:
    """−1, 0 and 1 are at most 1."""


# ------------------------------------------------------------------------------------------------------------------------------------------
# Exponentially many mistakes on the cube: VE on 2^O(n) mistakes, where a lower bound, 2^Ω(n), is meant.
#
# On the odd-max-bit examples of `small_margin` weights that are right by 1 have ⟨w, f(n)⟩ ≥ F(n), and an update changes that by at most 1.
#
# That right means right by 1 is a proof, too. An example is a sum of axes with −1, 0 or 1, and so is what an update adds to ⟨w, z(k)⟩, for
# each example z(k). So that score stays a whole number from the start, 0, on; and a whole number that is positive is at least 1. Which
# examples the updates add, and whether on mistakes, does not matter.

j_m, r_m, e = nat("j"), real("r"), vec("e")


def bits(of: Vector) -> Formula:
    """Each coordinate of an example times its label is −1, 0 or 1."""
    return every(j_m, bit(inner(of, f(j_m))), below=number(n) + 1)


@lemma(
    (Fact("whole", "r is whole", whole(r_m)), *on_the_cube[1:], Fact("bits", "e is an example times its label", bits(e))),
    claim=every(k, implies(ge(number(n), number(k)), whole(r_m + inner(e, z(k))))),
)
def whole_plus_example(d: Derivation) -> None:
    """a whole number plus the inner product of two examples of the cube is a whole number.

    Proof. By induction along the bits, together with the next example without its highest bit.
    """

    def scores(i: Index) -> tuple[Polynomial, Polynomial]:
        return r_m + inner(e, z(i)), r_m + inner(e, z(i + 1)) - inner(e, f(i + 1))

    def claims(i: Index) -> tuple[Formula, Formula]:
        one, two = scores(i)
        return whole(one), whole(two)

    def plus(before: Polynomial, step: Polynomial) -> str:
        return d.cite("whole-plus-bit", r=before, c=step)

    def same(to: Polynomial, before: Polynomial, recurrence: str) -> str:
        return d.cite("whole-equal", s=to, r=before)

    def base() -> tuple[str, str]:
        one, two = scores(Index(None))
        plus(r_m, inner(e, f(0)))
        return same(one, r_m + inner(e, f(0)), "z(0)"), same(two, r_m, "z(1)")

    def step(i: Index, *before: str) -> tuple[str, str]:
        (one, two), third = scores(i), scores(i + 1)[1]
        this, following = inner(e, f(i)), inner(e, f(i + 1))
        plus(one, -this)
        plus(one - this, -following)
        return plus(two, following), same(third, one - this - following, d.at("z", i))

    always = both_by_induction(d, claims, base, step, upto=n)
    within = d.assume(ge(number(n), number(k)))
    line = always(k)[0]
    d.generalise(d.discharge(line, within), k)


def _whole_score(d: Derivation) -> str:
    """⟨w(M), z(k)⟩ is a whole number, for a k ≤ n."""

    def score(i: Index) -> Polynomial:
        return inner(w(i), z(k))

    def base() -> str:
        d.cite("whole-zero")
        return d.cite("whole-equal", s=inner(w(0), z(k)), r=0)

    def step(i: Index, before: str) -> str:
        after = score(i) + inner(x(i), z(k))
        d.at("bits", i)
        d.at(d.cite("whole-plus-example", r=score(i), e=x(i)), k)
        return d.cite("whole-equal", s=score(i + 1), r=after)

    always = d.induction(lambda i: whole(score(i)), base, step, upto=M, note="the score of example k stays a whole number")
    return d.at(always, M)


learner = (
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "update k adds x(k), an example times its label", w(k + 1), w(k) + x(k)),
    Fact("bits", "each coordinate of an example times its label is −1, 0 or 1", every(k, bits(x(k)), below=number(M))),
    Fact(
        "right",
        "in the end the weights are right: y⟨w, x⟩ > 0 on the cube",
        every(k, implies(ge(number(k), 1), gt(inner(w(M), z(k)), 0)), below=number(n) + 1),
    ),
)


@theorem(
    (*on_the_cube, *fibonacci, *learner),
    claim=ge(number(M), F(n)),
    sample=small_margin.cube_run,
    reach=Reach(Game(norm="any", comparator="any"), "M >= F", (CUBE,)),
)
def small_margin_mistakes(d: Derivation) -> None:
    """On odd-max-bit the Perceptron makes at least F(n) updates before it is right, with n bits.

    M ≥ F(n) for the M updates after which w is right on all z(k), if the entries of examples are 0, 1 or −1.

    Printed, and false:
    - VE after Theorem 1.1: prints 2^O(n), an upper bound, for 2^Ω(n)
    """
    one = "the scores of all examples are at least 1"
    with d.supposing(k, ge(number(n) + 1, number(k) + 1), ge(number(k), 1), note=one):
        _whole_score(d)
        d.cite("whole-positive", r=inner(w(M), z(k)), note="a whole number that is positive is at least 1")

    def step(i: Index, before: str) -> None:
        d.cite("bit-at-most-one", c=inner(x(i), f(n)))

    slow = d.at(d.induction(lambda i: le(inner(w(i), f(n)), number(i)), step=step, upto=M), M, note="an update adds at most 1")
    d.conclude(slow, d.cite("odd-max-bit", u=w(M), γ=1, note="⟨w, f(n)⟩ ≥ F(n)"))


@theorem(*on_the_cube, *fibonacci, *powers, *learner, claim=ge(2 * number(M) ** 2, P(n)), sample=small_margin.cube_run)
def small_margin_exponential(d: Derivation) -> None:
    """2M² ≥ 2ⁿ on odd-max-bit with n bits, before the Perceptron is right: its updates are 2^Ω(n).

    P(n) is 2ⁿ; M counts the updates after which w is right on all z(k), as in `small-margin-mistakes`.

    Printed, and false:
    - VE after Theorem 1.1: prints 2^O(n), an upper bound, for 2^Ω(n)
    """
    many = d.cite("small-margin-mistakes", note="M ≥ F(n)")
    large = d.cite("fibonacci-squared", note="2F(n)² ≥ P(n), which is 2 to the n")
    d.conclude(many, large, d.cite("fibonacci-positive"))
