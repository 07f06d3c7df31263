"""BL Theorem 2 for learners that draw: whatever the distribution, ⌊1/γ²⌋/2 mistakes can be forced in expectation.

BL's theorem is about deterministic learners: its adversary answers the opposite of each prediction. A randomised learner is a deterministic
one that is drawn at the start, learner a with the probability D(a). The adversary knows D, but not the draw: it answers −1 where the mean
prediction, given the labels so far, is 0 or more, and else 1. So each round is a mistake with the probability 1/2 at least, on the same
orthonormal examples. Half is attained by a fair coin: by the learners that always say 1 and always −1, with the probabilities 1/2. Of the
D(a) the proof uses only that they sum to 1. Drawn fair labels would do as well (Yao's principle, 1977), on average over all labels.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, added_up, define, dot, eq, gamma, ge, gt,
    implies, inner, k, le, nat, number, replace, seq, sequel, sum_below, swap_sums, theorem, u, z,
)  # fmt: skip
from proofs.theorems.core.orthonormal import n, orthogonal, total, unit, y
from proofs.theorems.lower_bounds.optimality import B, few, sample, separable, separator, unit_length, x
from proofs.theorems.probability.finite import D, N, mean, whole

a, guess, middle, half = nat("a"), seq("p"), seq("Π"), Fraction(1, 2)


def wrong(k: Index, a: Index) -> Polynomial:
    """(1 − yp)/2, which is 1 where learner a errs in round k, and else 0."""
    return half - half * y(k) * guess(sequel(k, a))


def errors(of: Index) -> Polynomial:
    """The number of mistakes of learner `of`."""
    return sum_below(n, lambda k: wrong(k, of))


def chance(k: Index) -> Polynomial:
    """The probability of a mistake in round k."""
    return mean(lambda a: wrong(k, a))


def sample_learners(draw: Draw) -> Instance:
    """One example or four with their labels, one or two learners with any predictions, and B mostly their expected mistakes."""
    drawn, two = sample(draw), draw.upto(1)
    rounds, zero, one = drawn.horizon, Fraction(0), Fraction(1)
    share = draw.number() if draw.rarely() else Fraction(draw.upto(4), 4)
    spread = [share, one - share if not draw.rarely() else one] if two else [share if draw.rarely() else one]
    width, rows = rounds + 2, [[draw.number() if draw.rarely() else Fraction(1 - 2 * draw.upto(1)) for _ in spread] for _ in range(rounds)]
    signs = [-one if dot(spread, row) >= 0 else one for row in rows]
    table = [[*row, *[one] * (width - len(row))] for row in [*rows, rows[0]]]  # entry width·k + a + 1 is p(k, a)
    sequences = {"D": [*spread, *[zero] * (width - len(spread))], "p": [zero, *(p for row in table for p in row)]}
    expected = sum(((sum(spread) - sign * dot(spread, row)) / 2 for sign, row in zip(signs, rows, strict=True)), zero)
    most = draw.number() if draw.rarely() else expected + Fraction(draw.upto(1), 2)
    given = {**drawn.naturals, "N": len(spread)}, {**drawn.reals, "B": most}
    return replace(drawn, naturals=given[0], reals=given[1], sequences=sequences, base=width)


@theorem(
    (orthogonal, unit),
    Fact("ΣD = 1", "D(a) is the probability of learner a, and those of the N learners sum to 1", whole[1]),
    define("Π", "Π(k) is the mean prediction", middle(k), mean(lambda a: guess(sequel(k, a))), over=(k,)),
    define("answer −1", "the answer is −1 where the mean prediction is not negative", y(k), -1, where=ge(middle(k), 0), over=(k,)),
    define("answer 1", "and else 1", y(k), 1, where=gt(-middle(k), 0), over=(k,)),
    define("examples", "z(k) is the example x(k) times its label, so that x(k) = y(k)z(k)", x(k), y(k) * z(k)),
    (*total, *separator, few),
    Fact(
        "mistake bound",
        "the expected number of mistakes is at most B on n examples that a unit vector, here u, separates with margin γ",
        implies(separable, implies(unit_length, le(mean(errors), B))),
    ),
    claim=ge(2 * B, number(n)),
    sample=sample_learners,
)
def randomised_optimality(d: Derivation) -> None:
    """No randomised learner has an expected mistake bound B below ⌊1/γ²⌋/2: B ≥ n/2 for every n ≤ 1/γ².

    A randomised learner is one of N, drawn with the probabilities D(a); learner a predicts p(k, a), 1 or −1, and errs where (1 − yp)/2 is
    1. On n ≤ 1/γ² orthonormal examples with the answers y(k) each round is a mistake with the probability 1/2 at least, and a unit vector
    has the margin γ on all of them.
    """
    rounds, b = d.unfold(chance), d.fresh("a")

    def by_answer(k: Index, claim: Formula) -> str:
        """A claim on round k, whatever the answer is."""

        def on(answer: str, case: str) -> str:
            return d.have(claim, d.use(answer, k), case)

        return d.cases(middle(k), lambda case: on("answer −1", case), lambda case: on("answer 1", case))

    def likely(k: Index) -> str:
        """A mistake in round k has the probability 1/2 at least."""
        parts = d.cite("mean-linear", a=half, b=-half * y(k), f=lambda a: guess(sequel(k, a)))
        return d.have(ge(chance(k), half), parts, by_answer(k, le(y(k) * middle(k), 0)), "ΣD = 1", d.at("Π", k))

    expected = d.upto(
        n,
        lambda i: ge(sum_below(i, chance), half * number(i)),
        lambda: d.have(ge(sum_below(0, chance), 0), rounds[0]),
        lambda k, before: [d.at(rounds[1], k), likely(k)],
        note="the mistakes are added up round by round",
    )
    inside = added_up(d, n, None, (1, lambda k: D(b) * wrong(k, b)), (-D(b), lambda k: wrong(k, b)))
    terms = (1, lambda a: sum_below(n, lambda k: D(a) * wrong(k, a))), (-1, lambda a: D(a) * errors(a))
    weighed = added_up(d, N, d.generalise(inside, b), *terms)
    turned = swap_sums(d, N, n, lambda a, k: D(a) * wrong(k, a))
    along, i = d.cite("orthonormal-margin", note="⟨u, z(i)⟩ ≥ γ"), Index("i")
    with d.supposing(i, ge(number(n), number(i) + 1)):
        gain, one = d.expand(d.at("examples", i), u), by_answer(i, eq(y(i) ** 2, 1))
        d.have(ge(y(i) * inner(u, x(i)), gamma), d.at(along, i), gain, one)
    realised, short = d.last, d.cite("optimality-unit", note="u is a unit vector")
    d.conclude(d.apply("mistake bound", realised, short), expected, weighed, turned)
