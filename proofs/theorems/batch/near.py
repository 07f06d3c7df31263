"""A sample whose exponentials are less than 1 in the end: there the averages and the losses met are near the risks.

The proof.  In the end, with all examples come, the exponent of hypothesis k is 4c(k + 1)(±(risk − average) − c), and that of the losses met
4a(Σrisk − Σmet − Ta).  If it is not negative its exponential is at least 1.
"""

from proofs.statements.authoring import (
    Derivation, Index, Lemma, Polynomial, certificate, combination, eq, every, exp, ge, gt, ln_tangent, multiple, number, poly, product,
    sequel, strict,
)  # fmt: skip
from proofs.theorems.batch.concentration import Summed, termwise
from proofs.theorems.batch.one_draw import a, c, excess, exponent, facts, middle_exponent, of_all, tail
from proofs.theorems.batch.sample_trees import still
from proofs.theorems.batch.sampling import average, averages, k, m, met, over, risk, tested
from proofs.theorems.probability.draws import T, h, left, n, used
from proofs.theorems.probability.finite import positive_power

sample = ("sample", eq(left(h), 0))
c_sign = ("c ≥ 0", every(k, ge(c(k), 0), below=n))
a_sign = ("a ≥ 0", ge(a, 0))
averaged = (averages.name, averages.formula)


def at_least_one(d: Derivation, of: Polynomial, sign: str) -> str:
    """e^of ≥ 1, from the line of ≥ 0."""
    positive, log = positive_power(d, of)
    tangent = ln_tangent(d, exp(of), poly(1), positive, d.have(gt(1, 0)))
    none = d.axiom("ln-one")
    return d.have(ge(exp(of), 1), by=certificate(tangent, sign, multiple(1, log), multiple(-1, none)))


def _near(d: Derivation, sign: int) -> None:
    size, s = number(m) + 1, 4 * sign * c(m)
    own, mean_ = risk(sequel(h, m)), average(sequel(h, m))
    room = c(m) - sign * (own - mean_)

    def on(case: str) -> str:
        if d.claims[case] == ge(room, 0):
            return case
        d.have(ge(size, left(h)), "sample", d.natural(m))
        d.have(ge(n + 2, size + 1), "m < T")
        seen = d.have(eq(tested(sequel(h, m + 1)), size), by=combination((1, used(d, "tested", h, m + 1)), (-1, "sample")))
        sum_ = used(d, "average", h, m)
        power, penalty = exponent(sign, h, m), d.at("c ≥ 0", m)
        whole = d.have(eq(power, -4 * c(m) * size * room), by=combination((s * own - 2 * c(m) ** 2, seen), (s, sum_)))
        far = d.have(ge(c(m) * -room, 0), by=certificate(product(penalty, case)))
        far = d.have(ge(-4 * c(m) * size * room, 0), by=certificate(product(4, far, d.natural(m)), product(4, far)))
        positive = d.have(ge(power, 0), by=certificate(far, multiple(1, whole)))
        return d.have(ge(room, 0), by=certificate(strict("small"), at_least_one(d, power, positive)))

    d.cases(room, on)


def near(sign: int, id: str, words: str) -> Lemma:
    return Lemma(
        id,
        words,
        (*facts, averaged, c_sign, sample, of_all, ("small", gt(1, tail(sign)(h, m)))),
        lambda d: _near(d, sign),
        claim=ge(c(m) - sign * (risk(sequel(h, m)) - average(sequel(h, m))), 0),
        example=lambda: still(1),
    )


above = near(1, "risk-near", "A risk is at most the average and c, if its exponential is less than 1 in the end")
below = near(-1, "average-near", "An average is at most the risk and c, if its exponential is less than 1 in the end")


def _met_near(d: Derivation) -> None:
    def each(i: Index) -> str:
        least = d.known(ge(n, number(i) + 1))
        d.have(ge(n + 2, number(i) + 1), least), d.have(ge(n + 2, number(i) + 2), least)
        d.have(ge(number(i), left(h)), "sample", d.natural(i)), d.have(ge(number(i) + 1, left(h)), "sample", d.natural(i))
        here, next_ = used(d, "tested", h, i), used(d, "tested", h, i + 1)
        r = risk(sequel(h, i))
        return d.have(eq(excess(h, i) - r + met(sequel(h, i)), 0), by=combination((r, next_), (-r, here)))

    sums: list[Summed] = [(1, lambda k: excess(h, k)), (-1, lambda k: risk(sequel(h, k))), (1, lambda k: met(sequel(h, k)))]
    same = d.at(termwise(d, sums, each), T)
    gap = over(lambda k: risk(sequel(h, k))) - over(lambda k: met(sequel(h, k)))
    room = n * a - gap

    def on(case: str) -> str:
        if d.claims[case] == ge(room, 0):
            return case
        power = middle_exponent(h)
        far = d.have(ge(-4 * a * room, 0), by=certificate(product(4, "a ≥ 0", case)))
        positive = d.have(ge(power, 0), by=certificate(far, multiple(4 * a, same), multiple(2 * a**2, "sample")))
        return d.have(ge(room, 0), by=certificate(strict("small"), at_least_one(d, power, positive)))

    d.cases(room, on)


met_near = Lemma(
    "losses-met-near",
    "The risks exceed the losses met by Ta at most, if their exponential is less than 1 in the end",
    (*facts, a_sign, sample, ("small", gt(1, exp(middle_exponent(h))))),
    _met_near,
    claim=ge(n * a - over(lambda k: risk(sequel(h, k))) + over(lambda k: met(sequel(h, k))), 0),
    example=lambda: still(1),
)
LEMMAS = (above, below, met_near)
