"""Winnow's bound against the Perceptron's: Winnow's is the smaller on dense examples and sparse targets, the other way round it is larger.

Source: BL, on L1 and L2 margins, ‘Winnow does better if examples are dense but the target is sparse, and Perceptron does better if the
target is dense but examples are sparse’.  Take a target with r weights of ±1 among n, and examples in {0,1}ⁿ with s ones, on which y times
its score is at least μ.  The Perceptron's bound is ‖u‖²‖x‖²/μ² = rs/μ² (`novikoff`), Winnow's at its best rate 2 ln(2n)‖u‖₁²‖x‖∞²/μ² = 2
ln(2n)r²/μ² (`winnow`).  So Winnow's is the smaller where s > 2r ln 2n, the Perceptron's where s < 2r ln 2n.  It is the bounds that are
compared, and no runs.

The proof.  A weight of ±1 is as long squared as not, so ‖u‖² = ‖u‖₁ = r; an entry 0 or 1 is its own square, so ‖x‖² = s.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Index, Instance, Polynomial, Source, combination, eq, every, ge, k, ln, nat, number,
    running, seq, sequence, theorem,
)  # fmt: skip
from proofs.theorems.winnow import derivations

n = nat("n")
u, size, x = seq("u"), seq("a"), seq("x")
U2, U1, X2, ones = seq("Q"), seq("r"), seq("P"), seq("s")
log = ln(2 * number(n))


def summed(name: str, total: seq, term: Polynomial, what: str) -> tuple[Fact, Fact]:
    return sequence(name, total, 0, total(k) + term, f"{name} is {what}")


facts = (
    Fact("weights", "the target's weights are −1, 0 or 1: each size is its own square", every(k, eq(size(k) ** 2, size(k)))),
    Fact("Boolean", "the entries of an example are 0 or 1", every(k, eq(x(k) ** 2, x(k)))),
    Fact("a ≥ 0", "a size", every(k, ge(size(k), 0)), defines=size),
    Fact("a", "the size of a weight", every(k, eq(size(k) ** 2, u(k) ** 2)), defines=size),
    *summed("Q", U2, u(k) ** 2, "the sum of the squares of the weights"),
    *summed("r", U1, size(k), "the sum of their sizes, the number r of weights that are not 0"),
    *summed("P", X2, x(k) ** 2, "the sum of the squares of the entries"),
    *summed("s", ones, x(k), "the number of ones in the example"),
)


def sample(draw: Draw) -> Instance:
    count = 1 + draw.upto(3)
    weights = [draw.number() if draw.rarely() else Fraction(draw.upto(2) - 1) for _ in range(count + 2)]
    entries = [draw.number() if draw.rarely() else Fraction(draw.upto(1)) for _ in range(count + 2)]
    sequences = {
        "u": weights,
        "a": [abs(w) for w in weights],
        "x": entries,
        "Q": running([w * w for w in weights]),
        "r": running([abs(w) for w in weights]),
        "P": running([e * e for e in entries]),
        "s": running(entries),
    }
    return Instance(count, {"n": count}, {}, sequences)


@theorem(
    sources=(Source("BL", "dense and sparse", "a comparison of the bounds, which is what it can be"),),
    facts=facts,
    claim=eq(U2(n) * X2(n) - 2 * log * U1(n) ** 2, U1(n) * (ones(n) - 2 * log * U1(n))),
    sample=sample,
    misprints=("BL: ‘Perceptron does better’ on dense targets compares bounds, and says nothing of a single run.",),
    derivation=derivations.against_perceptron,
    displayed=Displayed("P*Q - 2*log(2*n)*r**2 = r*(s - 2*log(2*n)*r)", {"P": X2(n), "Q": U2(n), "n": number(n), "r": U1(n), "s": ones(n)}),
)
def winnow_against_perceptron(d: Derivation) -> None:
    """The Perceptron's bound less Winnow's, both times μ², is r(s − 2r ln 2n) for r weights of ±1 and s ones.

    Times μ², the square of the least score, Q·P = ‖u‖²‖x‖² is the Perceptron’s bound and 2 ln(2n)r² Winnow’s, where r = ‖u‖₁ and ‖x‖∞ = 1;
    the first is the larger if s > 2r ln 2n, so on dense examples and sparse targets, and the smaller if s < 2r ln 2n.
    """

    def equal(square: seq, plain: seq, steps: tuple[str, ...]) -> str:
        """Both sums are one, as their terms are."""

        def step(i: Index, before: str) -> str:
            own, other, *same = (d.at(line, i) for line in steps)
            signs = [(1, same[0])] + [(-1, line) for line in same[1:]]
            return d.have(eq(square(i + 1), plain(i + 1)), by=combination((1, before), (1, own), (-1, other), *signs))

        starts = f"{square.name} starts", f"{plain.name} starts"
        return d.at(d.induction(lambda i: eq(square(i), plain(i)), lambda: d.have(eq(square(0), plain(0)), *starts), step), n)

    weights = equal(U2, U1, ("Q", "r", "weights", "a"))
    entries = equal(X2, ones, ("P", "s", "Boolean"))
    d.conclude(weights, entries)
