"""Expected risk: a hypothesis drawn from a run has the expected number of mistakes, divided by the number of examples, as its risk.

Helmbold and Warmuth (1995); Freund and Schapire (1999) use it for the voted Perceptron (both from memory). T examples are drawn
independently, and one of the T hypotheses before them is drawn, each with the probability 1/T: its expected risk is E[M]/T, exactly. With
T + 1 in the place of T that is the leave-one-out bound: a learner that stops at a random place of T examples errs on one more with the
probability E[M]/(T + 1), M counting the mistakes on all T + 1. So a mistake bound B, such as R²/γ², is a bound B/T on the risk.

The proof. Once a history h has been seen, the expected sum of the risks and the expected number of mistakes are as far apart as they are
along h, by induction over how many examples are left: the mean loss on the next example is the risk. The equation needs neither losses from
0 to 1 nor probabilities that are not negative.
"""

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, define, eq, every, ge, implies, le, number, quotient, real, seq,
    sequel, theorem,
)  # fmt: skip
from proofs.theorems.batch.samples import Tree, zero
from proofs.theorems.probability.draws import T, after, examples, for_examples, h, left, n
from proofs.theorems.probability.finite import mean, weights, whole

loss, risk, met, total, E, L = map(seq, ("loss", "risk", "met", "total", "E", "L"))
r, B = real("r"), real("B")


def at_the_end(claim: Formula) -> Formula:
    """For every history without an example left."""
    return every(h, implies(eq(left(h), 0), claim))


def expectation(name: seq, of: seq, words: str) -> tuple[Fact, Fact]:
    """name(h), the mean of `of` in the end, once h has been seen."""
    return (
        define(f"{name.name} in the end", f"{name.name}(h) is {words}", name(h), of(h), within=at_the_end),
        define(
            name.name,
            "before that, its mean one example later",
            name(h),
            mean(lambda z: name(sequel(h, z))),
            over=(h,),
            where=ge(left(h), 1),
        ),
    )


run = (
    Fact("ΣD = 1", "D(z) is the probability of the example z, and those of the N examples sum to 1", whole[1]),
    define("left starts", "T examples are to be drawn", left(0), n),
    define(
        "left", "left(h) is how many are still to come after the history h", left(after), left(h) - 1, within=lambda said: examples(h, said)
    ),
    define("risk", "risk(h) is the mean loss of the hypothesis learnt from h", risk(h), mean(lambda z: loss(sequel(h, z))), over=(h,)),
    define("met starts", "met(h) is the number of mistakes on the way to h", met(0), 0),
    define("met", "loss(h, z) is 1 for a mistake on z after h", met(after), met(h) + loss(after), within=lambda said: examples(h, said)),
    define("total starts", "total(h) is the sum of the risks on the way to h", total(0), 0),
    define("total", "each history has its hypothesis", total(after), total(h) + risk(h), within=lambda said: examples(h, said)),
    *expectation(E, met, "the expected number of mistakes in the end, once h has been seen"),
    *expectation(L, total, "the expected sum of the risks in the end, once h has been seen"),
    Fact("T ≥ 1", "an example is drawn", ge(n, 1)),
    quotient("r", "r is the expected risk of a hypothesis drawn from the T of a run", r, L(0), n),
)


def sample(draw: Draw) -> Instance:
    """One to three draws from up to two examples, each hypothesis with any losses, mostly 0 or 1; rarely the probabilities are off."""
    share, two = draw.number() if draw.rarely() else Fraction(draw.upto(4), 4), draw.upto(1)
    weights = (share, 1 - share if not draw.rarely() else share) if two else (1 - Fraction(draw.rarely()),)
    table = [[draw.number() if draw.rarely() else Fraction(draw.upto(1)) for _ in weights] for _ in range(8)]
    tree = Tree(1 + draw.upto(2), weights, lambda h, z: table[h % 8][z])
    levels = tree.histories()
    horizon = max(max(level) for level in levels)
    value = {name: [zero] * (tree.after(horizon, len(weights)) + 1) for name in ("left", "loss", "risk", "met", "total", "E", "L")}
    for depth, level in enumerate(levels):
        for at in level:
            value["left"][at] = Fraction(tree.T - depth)
            lost = [tree.loss(at, z) for z in range(len(weights))] if depth < tree.T else [zero] * len(weights)
            value["risk"][at] = sum((p * cost for p, cost in zip(weights, lost, strict=True)), zero)
            for z, cost in enumerate(lost):
                later = tree.after(at, z)
                value["loss"][later] = cost
                value["met"][later], value["total"][later] = value["met"][at] + cost, value["total"][at] + value["risk"][at]
    for depth, level in reversed(list(enumerate(levels))):
        for at in level:
            for name, of in (("E", "met"), ("L", "total")):
                means = sum((p * value[name][tree.after(at, z)] for z, p in enumerate(weights)), zero)
                value[name][at] = value[of][at] if depth == tree.T else means
    value["D"] = [*weights, *[zero] * (horizon + 2)]
    most = draw.number() if draw.rarely() else max((value["met"][at] for at in levels[-1]), default=zero)
    return Instance(horizon, {"N": len(weights), "T": tree.T}, {"B": most}, value, base=tree.base)


@theorem(run, claim=Display("T*r = m", {"T": n, "r": r, "m": E(0)}), sample=sample)
def expected_risk(d: Derivation) -> None:
    """A hypothesis drawn from a run has the expected risk E[M]/T, for T examples of which M are mistakes.

    T examples are drawn independently; r is the expected risk of one of the T hypotheses before them, drawn with the probabilities 1/T, and
    m = E[M]: T·r = m. With T + 1 for T it is the probability of a mistake with one example left out.

    No derivation: SymPy has nothing to find: the mean loss of a hypothesis on the next example is its risk, round by round.
    """

    def step(i: Index, before: str) -> str:
        with d.supposing(h, eq(left(h), number(i) + 1)) as (many,):
            d.have(ge(left(h), 1), many, d.natural(i))

            def later(z: Index) -> str:
                facts = [d.use(name, h, z) for name in ("left", "met", "total")]
                d.have(eq(left(sequel(h, z)), number(i)), facts[0], many)
                return d.have(eq(L(sequel(h, z)), E(sequel(h, z)) + gap - loss(sequel(h, z))), d.use(before, sequel(h, z)), *facts[1:])

            gap = total(h) - met(h) + risk(h)
            for_examples(d, later)
            d.cite("mean-same", f=lambda z: L(sequel(h, z)), g=lambda z: E(sequel(h, z)) + (gap - loss(sequel(h, z))))
            d.cite("mean-sum", f=lambda z: E(sequel(h, z)), g=lambda z: gap - loss(sequel(h, z)))
            d.cite("mean-linear", a=gap, b=-1, f=lambda z: loss(sequel(h, z)))
            d.use("E", h), d.use("L", h), d.use("risk", h)
            d.have(eq(L(h) - total(h), E(h) - met(h)))
        return d.last

    def base() -> str:
        with d.supposing(h, eq(left(h), 0)):
            d.have(eq(L(h) - total(h), E(h) - met(h)), d.use("E in the end", h), d.use("L in the end", h))
        return d.last

    always = d.induction(lambda i: every(h, implies(eq(left(h), number(i)), eq(L(h) - total(h), E(h) - met(h)))), base, step, upto=T)
    d.conclude(d.use(d.use(always, T), Index(None)), "met starts", "total starts", "r")


@theorem(
    run,
    Fact("D ≥ 0", "a probability is not negative", weights[1]),
    Fact("mistake bound", "the learner makes at most B mistakes on any T examples", at_the_end(le(met(h), B))),
    claim=Display("T*r <= B", {"T": n, "r": r, "B": B}),
    sample=sample,
)
def expected_risk_bound(d: Derivation) -> None:
    """A mistake bound B gives a hypothesis of expected risk B/T, drawn from the run on T examples.

    As in `expected-risk`: T·r ≤ B. For the Perceptron on data with ‖x‖ ≤ R and the margin γ, B is R²/γ².
    """

    def step(i: Index, before: str) -> str:
        with d.supposing(h, eq(left(h), number(i) + 1)) as (many,):
            d.have(ge(left(h), 1), many, d.natural(i))

            def later(z: Index) -> str:
                d.have(eq(left(sequel(h, z)), number(i)), d.use("left", h, z), many)
                return d.have(ge(B - E(sequel(h, z)), 0), d.use(before, sequel(h, z)))

            for_examples(d, later)
            below = d.cite("mean-monotone", f=lambda z: E(sequel(h, z)), g=lambda z: B)
            d.have(le(E(h), B), below, d.cite("mean-linear", a=B, b=0, f=E), "ΣD = 1", d.use("E", h))
        return d.last

    def base() -> str:
        with d.supposing(h, eq(left(h), 0)):
            d.have(le(E(h), B), d.use("E in the end", h), d.use("mistake bound", h))
        return d.last

    d.cite("expected-risk", note="T·r = E[M]")
    mean_ = d.last
    always = d.induction(lambda i: every(h, implies(eq(left(h), number(i)), le(E(h), B))), base, step, upto=T)
    d.conclude(mean_, d.use(d.use(always, T), Index(None)))
