"""The mistakes of the Margin Perceptron: for 1/2 ≤ ε < 1 at most 1/γ², as for the plain Perceptron, however many margin updates.

In no source.  After some rounds let E count the mistakes, and let m be γ‖w‖, p be γ⟨u, w⟩ and σ be γ².  Then

    σE + 2m − 1 ≤ 2p,        and where m ≤ 1:  σE + m² ≤ 2p.

As p ≤ m, the first line gives σE ≤ 1.  Orthonormal examples attain the bound.  For ε = 1/10 the bound is false, by the witness.

The proof.  A mistake adds at most σ to m², and at least σ to p.  Another update adds at most σ(1 + m) to m², because 2(1−ε) ≤ 1.
That is at most 2σ where m ≤ 1.  Where m ≥ 1 it is at most 2σm, so that 2m grows by 2σ at most.
"""

from perceptron.extremal.families import MARGIN_ORTHONORMAL
from proofs.statements.authoring import (
    Beyond, Derivation, Fact, Formula, Fraction, Index, Polynomial, Vector, both_by_induction, define, every, gamma, ge, gt, implies,
    inner, k, le, lemma, length, mistake_bound, number, poly, real, seq, u, unit_comparator, w, z,
)  # fmt: skip
from proofs.theorems.margin_perceptron.common import eps, game, run, vectors
from proofs.theorems.ranges.all_rounds import (
    E, T, below_threshold, between, bounded_rounds, chi, energy, far, mistakes, of_margin, rounds, score, size_of_v, tau, v, x,
)  # fmt: skip

half = Fraction(1, 2)
c, sigma, m, p = real("c"), real("σ"), seq("m"), seq("p")


def square_after(m: Polynomial, more: Polynomial, s: Polynomial, all_: Polynomial) -> Polynomial:
    """The most that m² is after a round with `all_` updates of which `more` are no mistakes."""
    return m**2 + s * (all_ + more * m)


grown = le(m(k + 1) ** 2, square_after(m(k), chi(k) - tau(k), sigma, chi(k)))


@lemma(
    Fact("σ > 0", "σ is γ²", gt(sigma, 0)),
    Fact("m starts", "m starts at 0", le(m(0), 0)),
    Fact("m ≥ 0", "m is not negative", every(k, ge(m(k), 0))),
    Fact("p starts", "p starts at 0", ge(p(0), 0)),
    Fact("χ ≥ τ", "χ is no less than τ", every(k, ge(chi(k), tau(k)), below=rounds)),
    Fact("χ ≥ 0", "and not negative", every(k, ge(chi(k), 0), below=rounds)),
    Fact("m grows", "m² grows by σχ and by σm more where χ is not τ", every(k, grown, below=rounds)),
    Fact("p grows", "p grows by σχ", every(k, ge(p(k + 1), p(k) + sigma * chi(k)), below=rounds)),
    *mistakes[2:],
    claim=le(sigma * E(T) + 2 * m(T) - 1, 2 * p(T)),
)
def mistakes_below_growth(d: Derivation) -> None:
    """a length m that grows as mistakes and updates at half the margin let it has σE′ + 2m − 1 ≤ 2p.

    Proof. σE′ + 2m − 1 ≤ 2p, and σE′ + m² ≤ 2p where m ≤ 1, in one induction.
    """

    def long(i: Index) -> Formula:
        return ge(2 * p(i) - 2 * m(i) + 1 - sigma * E(i), 0)

    def short(i: Index) -> Formula:
        return ge(2 * p(i) - m(i) ** 2 - sigma * E(i), 0)

    def base() -> tuple[str, str]:
        d.at("m ≥ 0", 0)
        first = d.have(long(Index(None)))
        with d.supposing(ge(1, m(0))):
            d.have(short(Index(None)))
        return first, d.last

    def step(i: Index, before: str, where_short: str) -> tuple[str, str]:
        gained, counted = d.at("p grows", i), d.at("E′", i)
        d.at("m grows", i), d.at("m ≥ 0", i), d.at("χ ≥ 0", i), d.at("χ ≥ τ", i)
        room = sigma * (2 * chi(i) - tau(i))
        spare = d.have(ge(room, 0))

        def up_to_one(case: str) -> str:
            d.have(ge(sigma * (chi(i) - tau(i)) * (1 - m(i)), 0))
            squares = d.have(le(m(i + 1) ** 2, m(i) ** 2 + room))
            return d.have(short(i + 1), d.apply(where_short, case), squares, gained, counted)

        def from_one(case: str) -> str:
            positive = d.have(gt(m(i), 0), case)
            d.have(ge(sigma * chi(i) * (m(i) - 1), 0))
            scaled = d.have(ge(m(i) * (2 * m(i) + room - 2 * m(i + 1)), 0))
            d.have(le(2 * m(i + 1), 2 * m(i) + room), scaled, positive)
            return d.have(long(i + 1))

        both = d.cases(1 - m(i), lambda case: d.have(long(i + 1), up_to_one(case)), from_one)
        with d.supposing(ge(1, m(i + 1))):
            d.at("m ≥ 0", i + 1)
            small = d.have(le(m(i + 1) ** 2, 1))
            d.cases(1 - m(i), up_to_one, lambda case: d.have(short(i + 1), before, case, small, spare, counted, gained))
        return both, d.last

    def claims(i: Index) -> tuple[Formula, Formula]:
        return long(i), implies(ge(1, m(i)), short(i))

    last, _ = both_by_induction(d, claims, base, step, upto=T, note="σE + 2m − 1 ≤ 2p")(T)
    d.conclude(last)


@lemma(
    *of_margin, Fact("c ≤ 1/2", "the threshold is half the margin at most", le(c, half)), below_threshold(c), bounded_rounds,
    unit_comparator(), claim=le(gamma**2 * E(T), 1),
)  # fmt: skip
def margin_mistakes_most(d: Derivation) -> None:
    """the Margin Perceptron makes at most 1/γ² mistakes, at a threshold cγ‖v‖ with 0 < c ≤ 1/2.

    Proof. `mistakes-below-growth` for m = γ‖v‖ and p = γ⟨u, v⟩.
    """
    updated, i, n = d.cite("margin-mistakes-updated"), Index("i"), size_of_v
    in_round = ge(rounds, number(i) + 1)
    with d.supposing(i, in_round):
        d.have(ge(chi(i), 0), between(d, i)[0])
    with d.supposing(i, in_round):
        gained = d.have(ge(inner(u, v(i + 1)), inner(u, v(i)) + gamma * chi(i)), far(d, i), d.expand(d.at("v", i), u))
        d.have(ge(gamma * inner(u, v(i + 1)), gamma * inner(u, v(i)) + gamma**2 * chi(i)), gained, "positive margin")
    with d.supposing(i):
        d.have(ge(gamma * n(i), 0), d.at("‖v‖ ≥ 0", i), "positive margin")
    with d.supposing(i, in_round):
        one, kept, long = between(d, i)[0], d.at(updated, i), d.have(ge(gamma * n(i), 0), d.at("‖v‖ ≥ 0", i), "positive margin")
        d.have(ge(tau(i), 0), d.at("τ", i))
        rest, only = d.have(ge(1 - tau(i), 0), d.at("τ", i)), d.have(ge(tau(i) * chi(i), tau(i)), d.at("χ", i), kept)
        wrong = d.have(le(chi(i) * tau(i) * score(i), 0), one, d.at("mistake where ≤ 0", i))
        right = d.have(le((1 - tau(i)) * chi(i) * (score(i) - c * gamma * n(i)), 0), rest, d.at("update below", i))
        wide = d.have(ge((1 - 2 * c) * gamma * n(i), 0), "c ≤ 1/2", long)
        less = d.have(ge((chi(i) - tau(i)) * (1 - 2 * c) * gamma * n(i), 0), kept, wide)
        height = d.have(ge(c * gamma * n(i), 0), "c > 0", long)
        most = d.have(le((1 - tau(i)) * chi(i) * c * gamma * n(i), (chi(i) - tau(i)) * c * gamma * n(i)), only, height)
        scores = d.have(le(2 * chi(i) * score(i), (chi(i) - tau(i)) * gamma * n(i)), wrong, right, less, most)
        small = d.have(ge(chi(i) * (1 - inner(x(i), x(i))), 0), one, d.at("bounded rounds", i))
        longer = n(i) ** 2 + chi(i) + (chi(i) - tau(i)) * gamma * n(i)
        squares = d.have(le(n(i + 1) ** 2, longer), energy(d, i), d.at("‖v‖", i + 1), d.at("‖v‖", i), scores, small)
        d.have(le((gamma * n(i + 1)) ** 2, square_after(gamma * n(i), chi(i) - tau(i), gamma**2, chi(i))), squares)
    d.have(le(gamma * n(0), 0), d.at("‖v‖", 0), d.expand("v starts", v(0)), d.at("‖v‖ ≥ 0", 0))
    d.have(ge(gamma * inner(u, v(0)), 0), d.expand("v starts", u))
    d.at("‖v‖ ≥ 0", T), d.at("‖v‖", T)
    shorter = _end(d, v(T), n(T))
    d.conclude(d.cite("mistakes-below-growth", σ=gamma**2, m=lambda t: gamma * n(t), p=lambda t: gamma * inner(u, v(t))), shorter)


def _end(d: Derivation, final: Vector, size: Polynomial) -> str:
    """γ⟨u, w⟩ ≤ γ‖w‖ for the final weights, and γ² > 0."""
    d.have(gt(gamma**2, 0))
    d.cite("cauchy-schwarz", a=u, b=final), d.square(final)
    d.have(le(inner(u, final), size))
    return d.have(le(gamma * inner(u, final), gamma * size))


F = seq("E")
BOUND = "E <= 1/gamma**2"


@mistake_bound(
    BOUND,
    game(half),
    (*run(1 - eps), Fact("ε ≥ ½", "the threshold is half the margin at most", ge(eps, half))),
    (
        define("E starts", "E counts the updates that are mistakes, the first example among them", F(0), 0),
        define("E at a mistake", "an update with y⟨w, x⟩ ≤ 0 is one", F(k + 1), F(k) + 1, where=le(inner(w(k), z(k)), 0)),
        define("E else", "else E rests", F(k + 1), F(k), where=gt(inner(w(k), z(k)), 0)),
    ),
    symbols={"E": F(vectors)},
    more_games=(game(Fraction(3, 4)),),
    beyond={"ε ≥ ½": Beyond(BOUND, game(Fraction(1, 10)))},
    families=(MARGIN_ORTHONORMAL,),
)
def margin_perceptron_mistakes(d: Derivation) -> None:
    """The Margin Perceptron makes at most 1/γ² mistakes for ε ≥ 1/2: E ≤ 1/γ², as for the plain Perceptron.

    E counts its updates with y⟨w, x⟩ ≤ 0, the first example among them. For ε < 1 they are all of its mistakes.

    Proof. `mistakes-below-growth` for m = γ‖w‖ and p = γ⟨u, w⟩.
    """
    n, i = length, Index("i")
    in_run = ge(number(vectors), number(i) + 1)

    def new(i: Index) -> Polynomial:
        return F(i + 1) - F(i)

    def by_cases(claim: Formula, *lines: str) -> None:
        """The claim about update i, from whether it is a mistake."""

        def right(case: str) -> str:
            below = d.at("margin rule", i), d.at("‖w‖ ≥ 0", i), "ε ≥ ½", "positive margin"
            return d.have(claim, d.use("E else", i), *below, *lines)

        d.cases(-inner(w(i), z(i)), lambda case: d.have(claim, d.use("E at a mistake", i), case, *lines), right)

    with d.supposing(i, in_run):
        gained = d.have(ge(inner(u, w(i + 1)), inner(u, w(i)) + gamma), d.at("separable", i), d.expand(d.at("update", i), u))
        d.have(ge(gamma * inner(u, w(i + 1)), gamma * inner(u, w(i)) + gamma**2), gained, "positive margin")
    with d.supposing(i):
        d.have(ge(gamma * n(i), 0), d.at("‖w‖ ≥ 0", i), "positive margin")
    with d.supposing(i, in_run):
        d.have(ge(1, 0))
    with d.supposing(i, in_run):
        by_cases(le(new(i), 1))
    with d.supposing(i, in_run):
        moved = d.have(le(n(i + 1) ** 2, n(i) ** 2 + 2 * inner(w(i), z(i)) + 1))
        by_cases(le(n(i + 1) ** 2, n(i) ** 2 + 1 + (1 - new(i)) * gamma * n(i)), moved)
    squared = d.last
    with d.supposing(i, in_run):
        d.have(le((gamma * n(i + 1)) ** 2, square_after(gamma * n(i), 1 - new(i), gamma**2, poly(1))), d.at(squared, i))
    d.have(le(gamma * n(0), 0), d.at("‖w‖", 0), d.expand("zero start", w(0)), d.at("‖w‖ ≥ 0", 0))
    d.have(ge(gamma * inner(u, w(0)), 0), d.expand("zero start", u))
    d.at("‖w‖ ≥ 0", vectors), d.at("‖w‖", vectors)
    shorter = _end(d, w(vectors), n(vectors))
    counts = {"χ": lambda t: 1, "τ": new, "E′": F}
    most = d.cite(
        "mistakes-below-growth", "", T=vectors, σ=gamma**2, m=lambda t: gamma * n(t), p=lambda t: gamma * inner(u, w(t)), **counts,
    )  # fmt: skip
    d.conclude(d.have(le(gamma**2 * F(vectors), 1), most, shorter), "1/γ")
