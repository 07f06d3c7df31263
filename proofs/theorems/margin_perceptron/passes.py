"""Passes and rounds until the Margin Perceptron halts: cycling over n examples, at most n(1/(ε²γ²) + 1) rounds.

Source: BL before Theorem 3, ‘guaranteed to halt in a number of rounds that is polynomial in 1/γ’, and polynomial in 1/(εγ) with the
threshold (1−ε)γ; at ε = 1/2 it is n(4/γ² + 1).  The learner goes over the examples in passes of n rounds and halts after the first pass
without an update.  Where it halts the margin is (1−ε)γ at least: `margin-perceptron-halts`.

The proof.  Every pass but the last has an update, and each update lies in one pass: so there is at most one pass more than vectors that are
added, and `margin-perceptron-simple` bounds those.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fact, Fraction, Index, Instance, Root, Sequence, Source, Surd, dot, eq, every, gamma, k, le, nat, number,
    real, reciprocal_fact, seq, theorem,
)  # fmt: skip
from proofs.statements.evaluation import sign
from proofs.theorems.margin_perceptron import derivations
from proofs.theorems.margin_perceptron.common import eps, facts, vectors

passes, P, T, n, per_eps, per_gamma = seq("p"), real("P"), real("T"), nat("n"), real("1/ε"), real("1/γ")
cycle = (
    Fact("p starts", "p(k) is the number of passes in which the first k vectors were added", eq(passes(0), 0)),
    Fact(
        "one pass each",
        "a vector is added in one of those passes or in one more",
        every(k, le(passes(k + 1), passes(k) + 1), below=number(vectors)),
    ),
    Fact("halts", "of the P passes each but the last has an update", le(P, passes(vectors) + 1)),
    Fact("T", "a pass has n rounds: T is n times P", eq(T, number(n) * P), defines=T),
)
BEYOND = (Fraction(5, 2), Fraction(-1, 2))  # shares ε that are out of range
POINTS: tuple[Coordinates, ...] = ((Fraction(1), Fraction(0)), (Fraction(3, 5), Fraction(4, 5)), (Fraction(3, 5), Fraction(-4, 5)))


def sample(draw: Draw) -> Instance:
    """The learner, cycling over up to three unit vectors until a pass has no update; rarely ε or a count is wrong."""
    shown = [POINTS[draw.upto(2)] for _ in range(1 + draw.upto(2))]
    share = Fraction(1 + draw.upto(3), 4) if not draw.rarely() else BEYOND[draw.upto(1)]
    along = POINTS[0] if not draw.rarely() else draw.vector(2)
    margin = min(dot(along, x) for x in shown) if not draw.rarely() else draw.positive()
    steps, counts, ran = cycled(shown, (1 - share) * margin)
    if draw.rarely():
        counts = [count + 3 * (i > 0) for i, count in enumerate(counts)]
    early = 3 * draw.rarely()
    ran += draw.upto(3) * draw.rarely() + early
    more, nothing = max(0, len(shown) - len(steps)), (Fraction(0), Fraction(0))
    weights = [total(steps[:i]) for i in range(len(steps) + 1)]
    weights += weights[-1:] * (1 + more)
    sequences: dict[str, Sequence[Fraction | Root | Surd | int]] = {
        "‖w‖": [Root(dot(w, w)) for w in weights],
        "p": [count + early for count in counts + counts[-1:] * (1 + more)],
    }
    reals = {
        "ε": share,
        "1/ε": 1 / share,
        "γ": margin,
        "1/γ": 1 / margin if margin else 0,
        "P": Fraction(ran),
        "T": len(shown) * Fraction(ran),
    }
    naturals = {"M": len(steps) - 1, "n": len(shown)}
    return Instance(len(steps) + more, naturals, reals, sequences, {"u": along}, {"w": weights, "z": steps + [nothing] * (2 + more)})


def cycled(shown: list[Coordinates], threshold: Fraction) -> tuple[list[Coordinates], list[Fraction], int]:
    """The vectors that are added, the passes in which the first of them were, and the passes that are made, at most six."""
    steps: list[Coordinates] = []
    counts, turns = [Fraction(0)], 0
    while turns < 6 and (not turns or counts[-1] == turns):
        turns += 1
        for x in shown:
            w = total(steps)
            if not steps or sign(Surd.rational(dot(w, x)) - Surd.root(dot(w, w)) * Surd.rational(threshold)) < 0:
                steps.append(x)
                counts.append(Fraction(turns))
    return steps, counts, turns


def total(steps: list[Coordinates]) -> Coordinates:
    return sum((x[0] for x in steps), Fraction(0)), sum((x[1] for x in steps), Fraction(0))


@theorem(
    sources=(Source("BL", "before Theorem 3", "rounds and not only updates; the margin where it halts is margin-perceptron-halts"),),
    facts=(*facts, reciprocal_fact("γ", gamma), reciprocal_fact("ε", eps), *cycle),
    claim=le(T, number(n) * ((per_eps * per_gamma) ** 2 + 1)),
    sample=sample,
    cites=("margin-perceptron-simple",),
    derivation=derivations.passes,
)
def margin_perceptron_passes(d: Derivation) -> None:
    """Cycling over n examples the Margin Perceptron halts within n(1/(ε²γ²) + 1) rounds, n(4/γ² + 1) at ε = 1/2.

    T is the number of rounds of all passes, the last one without an update included; the threshold is (1−ε)γ, z(0) is the first example
    times its label, and M updates follow it.
    """
    few = d.cite("margin-perceptron-simple", note="M + 1 ≤ 1/(ε²γ²)")

    def step(i: Index, before: str) -> str:
        return d.have(le(passes(i + 1), number(i) + 1), before, d.at("one pass each", i))

    every_pass = d.induction(lambda i: le(passes(i), number(i)), lambda: d.have(le(passes(0), 0), "p starts"), step, upto=vectors)
    d.have(le(number(vectors), number(vectors)))
    counted = d.at(every_pass, vectors, note="at most as many passes with an update as vectors")
    most = d.have(le(P, (per_eps * per_gamma) ** 2 + 1), counted, few, "halts")
    rounds = d.natural(n)
    d.conclude(most, rounds, "T")
