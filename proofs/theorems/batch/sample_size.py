"""What needs no union of inequalities: one example, and a δ of 1 or more; and what an exponential of the union comes to.

Whatever a failure is, its probability is at most 1.  With T = 1 a bound that exceeds the loss met by 1 is at least 1, which no risk is
above.  And e^(−ln x) is 1/x.
"""

from proofs.statements.authoring import (
    Derivation, Index, Instance, Lemma, certificate, combination, eq, exp, ge, gt, ln, ln_product, ln_tangent, multiple, number, poly,
    product, real, sequel,
)  # fmt: skip
from proofs.theorems.batch.choice import B, V, failing, least, valued, wrong
from proofs.theorems.batch.concentration import termwise, zero
from proofs.theorems.batch.near import sample
from proofs.theorems.batch.one_draw import facts
from proofs.theorems.batch.sample_trees import still
from proofs.theorems.batch.sampling import P, j, loss, met, over, risk, samples
from proofs.theorems.probability.draws import T, for_examples, h, left, n, used
from proofs.theorems.probability.finite import D, mean, positive_power

x, y = real("x"), real("y")


def _reciprocal(d: Derivation) -> None:
    power, log = positive_power(d, -y)
    joint = d.have(gt(x * exp(-y), 0), power, "x > 0")
    one = d.have(gt(1, 0))
    tangent = ln_tangent(d, poly(1), x * exp(-y), one, joint)
    apart = ln_product(d, x, exp(-y), "x > 0", power)
    above = d.have(ge(-ln(x * exp(-y)), 0), by=certificate("y ≥ ln x", multiple(-1, apart), multiple(-1, log)))
    none = d.axiom("ln-one")
    scaled = d.have(ge(-x * exp(-y) * ln(x * exp(-y)), 0), by=certificate(product(above, joint)))
    d.conclude(by=certificate(tangent, scaled, multiple(x * exp(-y), none)))


reciprocal = Lemma(
    "exp-negative-log",
    "x·e^(−y) ≤ 1 for y ≥ ln x",
    (("x > 0", gt(x, 0)), ("y ≥ ln x", ge(y, ln(x)))),
    _reciprocal,
    claim=ge(1 - x * exp(-y), 0),
    example=lambda: Instance(0, reals={"x": 1, "y": 0}),
)


def _probability(d: Derivation) -> None:
    some = d.assume(sample[1])
    d.generalise(d.discharge(d.cite("failure-at-most-one"), some), h)
    spread = d.cite("mean-linear", a=1, b=0, f=D)
    ones = d.have(ge(1 - mean(lambda z: 1), 0), by=certificate(multiple(-1, spread), multiple(-1, "ΣD = 1")))
    guard = d.assume(ge(n, number(j) + 1))
    at = d.assume(eq(left(h), number(j) + 1))
    d.generalise(d.discharge(d.generalise(d.discharge(ones, at), h), guard), j)
    d.cite("draws", G=lambda h: 1)


probability = Lemma(
    "failure-probability-at-most-one",
    "Whatever can be wrong has a probability of 1 at most",
    (*facts, *failing),
    _probability,
    cites=("failure-at-most-one", "mean-linear", "draws"),
    claim=ge(1 - P(0), 0),
    example=still,
)


def _single(d: Derivation) -> None:
    d.have(ge(left(0), 1), "left starts", "T ≥ 1")
    d.have(ge(n + 2, 2), "T ≥ 1")
    d.have(ge(1, left(0)), "left starts", "T ≤ 1")
    none, one = used(d, "tested before", zero, Index(None, 1)), used(d, "tested", zero, Index(None, 1))
    level = d.have(eq(left(0), 1), by=combination((1, one), (-1, none)))
    size = d.have(eq(n, 1), level, "left starts")

    def each(z: Index) -> str:
        after = sequel(zero, z)
        end = d.have(eq(left(after), 0), used(d, "left", zero, z), level)

        def not_negative(i: Index) -> str:
            d.have(ge(left(0), number(i) + 1), "left starts", d.known(ge(n, number(i) + 1)))
            here = used(d, "met before", zero, i)
            return d.have(ge(met(sequel(after, i)), 0), d.cite("loss-next", h=zero, j=zero, z=z, m=i), here)

        losses = d.at(termwise(d, [(1, lambda k: met(sequel(after, k)))], not_negative, equal=False), T)
        enough = used(d, "T·B", after)
        bound = d.have(ge(B(after) - 1, 0), by=certificate(enough, losses, multiple(-B(after), size)))

        def step(i: Index, before: str) -> str:
            value = used(d, "V ≤ risk", after, i)
            d.have(ge(number(i) + 1, left(after)), end, d.natural(i))
            used(d, "loss ≤ 1", after, i)
            mean_ = d.cite("mean-monotone", f=lambda y: loss(sequel(after, i, y)), g=lambda y: 1)
            ones = d.cite("mean-linear", a=1, b=0, f=D)
            own = used(d, "risk", after, i)
            small = d.have(
                ge(1 - risk(sequel(after, i)), 0), by=certificate(mean_, multiple(-1, own), multiple(-1, ones), multiple(-1, "ΣD = 1"))
            )
            chosen = d.assume(least(after, i))
            d.discharge(d.have(ge(B(after), V(sequel(after, i))), bound, value, small), chosen)
            return d.have(ge(-wrong(sequel(after, i + 1)), 0), used(d, "wrong kept", after, i), before)

        def base() -> str:
            return d.have(ge(-wrong(sequel(after, zero)), 0), used(d, "wrong starts", after))

        nothing = d.at(d.induction(lambda i: ge(-wrong(sequel(after, i)), 0), base, step, upto=T), T)
        return d.have(ge(-P(after), 0), used(d, "P in the end", after), nothing)

    for_examples(d, each)
    below = d.cite("mean-monotone", f=lambda z: P(sequel(zero, z)), g=lambda z: 0)
    ones = d.cite("mean-linear", a=0, b=0, f=D)
    d.conclude(by=certificate(below, multiple(-1, used(d, "P before", zero)), multiple(-1, ones)))


single = Lemma(
    "one-example",
    "With one example nothing is wrong for a bound that exceeds the loss met by 1",
    (
        *facts,
        *failing,
        valued,
        ("T·B", samples(ge(n * B(h) - over(lambda k: met(sequel(h, k))) - 1, 0))),
        ("T ≥ 1", ge(n, 1)),
        ("T ≤ 1", ge(1, n)),
    ),
    _single,
    cites=("loss-next", "mean-monotone", "mean-linear"),
    claim=ge(-P(0), 0),
    example=still,
)
LEMMAS = (reciprocal, probability, single)
