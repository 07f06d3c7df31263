"""All averages are near their risks, and the losses met near theirs, up to a probability of 2T·e^(−Λ) + e^(−2Ta²).

The proof.  At every history each of these inequalities has an exponential that shrinks in the mean with every draw (`one_draw`), and so
does their sum.  At the start that is at most 2T·e^(−Λ) + e^(−2Ta²), for 2(k + 1)c² ≥ Λ; in the end it is at least 1 if one of them fails:
with all examples come, the exponent of hypothesis k is 4c(k + 1)(±(risk − average) − c), and that of the losses met 4a(Σrisk − Σmet − Ta).
One that is not negative has an exponential of at least 1.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Formula, Index, Lemma, Polynomial, Sequence, Summed, Term, certificate, eq, every, exp, ge, gt, implies, lemma,
    ln_tangent, multiple, number, poly, sequel, sum_below, termwise, weighted_sum,
)  # fmt: skip
from proofs.theorems.batch.one_draw import (
    Lambda, a, c, excess, exponent, facts, gain_index, level, middle_exponent, of_all, potential, small_power, tail, tails, D, P, T,
    average, averages, for_examples, h, j, k, left, m, mean, met, n, over, positive_power, risk, samples, still, tested,
)  # fmt: skip

zero = Index(None)


def mean_of_sums(
    d: Derivation,
    parts: Callable[[Index], Sequence[Summed]],
    own: Callable[[Index], Polynomial],
    each: Callable[[Index], Sequence[str]],
    equal: bool = True,
) -> str:
    """Σ(k < T) own(k) is the mean over z of Σ weight·(Σ(k < T) term(k)), for the `parts` of z; it is no less, unless `equal`.

    The lines `each` say so of every k: own(k) is the mean over z of Σ weight·term(k), or no less."""
    sums, relation = d.unfold(own), eq if equal else ge

    def later(z: Index, i: Index) -> Polynomial:
        return weighted_sum(parts(z), i)

    def last(z: Index, i: Index) -> Polynomial:
        return sum((poly(weight) * term(i) for weight, term in parts(z)), Polynomial({}))

    def claim(i: Index) -> Formula:
        return relation(sum_below(i, own) - mean(lambda z: later(z, i)), 0)

    def base() -> str:
        for_examples(d, lambda z: d.have(eq(later(z, zero), 0), *(d.unfold(term)[0] for _, term in parts(z))))
        same = d.cite("mean-same", f=lambda z: later(z, zero), g=lambda z: 0)
        return d.have(claim(zero), sums[0], same, d.cite("mean-linear", a=0, b=0, f=D))

    def step(i: Index, before: str) -> str:
        def more(z: Index) -> str:
            for _, term in parts(z):
                d.at(d.unfold(term)[1], i)
            return d.have(eq(later(z, i + 1), later(z, i) + last(z, i)))

        for_examples(d, more)
        same = d.cite("mean-same", f=lambda z: later(z, i + 1), g=lambda z: later(z, i) + last(z, i))
        split = d.cite("mean-sum", f=lambda z: later(z, i), g=lambda z: last(z, i))
        return d.have(claim(i + 1), before, d.at(sums[1], i), same, split, *each(i))

    return d.upto(T, claim, base, step)


def _met_next(z: Index, i: Index) -> Polynomial:
    """The loss of the next example's own hypothesis, if it is one of the first i."""
    after = sequel(h, z)
    return sum_below(i, lambda k: met(sequel(after, k))) - sum_below(i, lambda k: met(sequel(h, k)))


def _sums(z: Index) -> list[Summed]:
    return [(1, lambda k: met(sequel(sequel(h, z), k))), (-1, lambda k: met(sequel(h, k)))]


def _at_most_one(d: Derivation, z: Index) -> str:
    """Up to hypothesis j it is 0, then one loss, and nothing more from there on."""
    after = sequel(h, z)
    higher, lower = (d.unfold(term) for _, term in _sums(z))
    d.have(eq(left(after), number(j)), d.use("left", h, z), "level")

    def grow(i: Index, claim: Term) -> str:
        return d.have(ge(poly(claim) - _met_next(z, i + 1), 0))

    def nothing(i: Index, before: str) -> str:
        with d.supposing(ge(number(j), number(i) + 1)) as (early,):
            d.apply(before, d.have(ge(number(j), number(i)), early))
            d.use("met before", after, i), d.use("met before", h, i)
            grow(i, 0)
        return d.last

    def empty(most: int) -> str:
        return d.have(ge(most - _met_next(z, zero), 0), higher[0], lower[0])

    def before_all() -> str:
        with d.supposing(ge(number(j), 0)):
            empty(0)
        return d.last

    first = d.induction(lambda i: implies(ge(number(j), number(i)), ge(-_met_next(z, i), 0)), before_all, nothing, upto=T)

    def once(i: Index, before: str) -> str:
        def later(case: str) -> str:
            d.use("met later", h, z, i)
            return grow(i, 1)

        def sooner(case: str) -> str:
            d.have(ge(number(j), number(i)), d.integer(case, j + 1, i))
            d.use(first, i), d.cite("loss-next-one", z=z, m=i)
            return grow(i, 1)

        return d.cases(number(i) - number(j) - 1, later, sooner)

    return d.induction(lambda i: ge(1 - _met_next(z, i), 0), step=once, upto=T)


@lemma(*facts, level, claim=ge(exp(middle_exponent(h)) - mean(lambda z: exp(middle_exponent(sequel(h, z)))), 0), example=still)
def middle_shrinks(d: Derivation) -> None:
    """The exponential of the risks less the losses met shrinks in the mean with every draw."""

    for_examples(d, lambda z: d.at(termwise(d, _sums(z), lambda i: d.cite("loss-next", z=z, m=i), upto=T, equal=False), T))
    for_examples(d, lambda z: d.at(_at_most_one(d, z), T))
    gain = over(gain_index)
    d.have(eq(gain, mean(lambda z: _met_next(z, T))), mean_of_sums(d, _sums, gain_index, lambda i: [d.cite("mean-gain", m=i)]))
    u = 4 * a * (over(lambda k: excess(h, k)) - n * a) + 2 * a**2 * number(j)
    d.cite("deviation", x=lambda z: _met_next(z, T), r=gain, s=4 * a, u=u)

    def one(z: Index) -> str:
        after = sequel(h, z)
        parts = [(1, lambda k: excess(after, k)), (-1, lambda k: excess(h, k)), (-1, gain_index), *_sums(z)]
        grown = d.at(termwise(d, parts, lambda i: d.cite("excess-grows", z=z, m=i), T), T)
        now = d.have(eq(left(after), number(j)))
        return small_power(d, middle_exponent(after), u + 4 * a * (gain - _met_next(z, T)), (4 * a, grown), (2 * a**2, now))

    for_examples(d, one)
    d.cite("mean-monotone", f=lambda z: exp(middle_exponent(sequel(h, z))), g=lambda z: exp(u + 4 * a * (gain - _met_next(z, T))))
    small_power(d, u + 2 * a**2, middle_exponent(h), (-2 * a**2, "level"))


def _tails(d: Derivation) -> str:
    """The sum of the exponentials of all hypotheses shrinks as well."""

    def each(i: Index) -> list[str]:
        pair = d.cite("mean-sum", f=lambda z: tail(1)(sequel(h, z), i), g=lambda z: tail(-1)(sequel(h, z), i))
        return [d.cite("upper-tail", m=i), d.cite("lower-tail", m=i), pair]

    return mean_of_sums(d, lambda z: [(1, lambda k: tails(sequel(h, z), k))], lambda k: tails(h, k), each, equal=False)


def _tails_first(d: Derivation) -> str:
    """At the start each exponential is at most e^(−Λ)."""
    sums = d.unfold(lambda k: tails(zero, k))

    def claim(i: Index) -> Formula:
        return ge(2 * number(i) * exp(-Lambda) - sum_below(i, lambda k: tails(zero, k)), 0)

    def step(i: Index, before: str) -> str:
        each = []
        for sign in (1, -1):
            each.append(d.cite("exp-monotone", a=exponent(sign, zero, i), b=-Lambda))
        return d.have(claim(i + 1), by=certificate(before, *each, multiple(-1, d.at(sums[1], i))))

    return d.induction(claim, (), step, upto=T)


def _middle_first(d: Derivation) -> str:
    """At the start no risk and no loss counts."""

    none = d.at(termwise(d, [(1, lambda k: excess(zero, k))], lambda i: d.have(eq(excess(zero, i), 0)), T), T)
    return small_power(d, middle_exponent(zero), -2 * n * a**2, (4 * a, none), (2 * a**2, "left starts"))


penalised = ("c", every(k, ge(2 * (number(k) + 1) * c(k) ** 2, Lambda), below=n))


@lemma(
    (*facts, penalised, ("in the end", samples(ge(potential(h) - P(h), 0)))),
    claim=ge(2 * n * exp(-Lambda) + exp(-2 * n * a**2) - P(0), 0),
    example=still,
)
def concentration(d: Derivation) -> None:
    """A number that is at most 1, and 0 where all averages and the observed losses are near the risks, has a mean of 2T·e^(−Λ) + e^(−2Ta²)
    at most."""
    with d.supposing(j, ge(n, number(j) + 1), h, level[1]):
        _tails(d)
        d.cite("middle-shrinks")
        d.cite("mean-sum", f=lambda z: over(lambda k: tails(sequel(h, z), k)), g=lambda z: exp(middle_exponent(sequel(h, z))))
        d.have(ge(potential(h) - mean(lambda z: potential(sequel(h, z))), 0))
    d.cite("draws", G=potential)
    d.at(_tails_first(d), T)
    _middle_first(d)


sample = ("sample", eq(left(h), 0))
c_sign = ("c ≥ 0", every(k, ge(c(k), 0), below=n))
a_sign = ("a ≥ 0", ge(a, 0))
averaged = (averages.name, averages.formula)


def at_least_one(d: Derivation, of: Polynomial, sign: str) -> str:
    """e^of ≥ 1, from the line of ≥ 0."""
    positive = positive_power(d, of)[0]
    ln_tangent(d, exp(of), poly(1), positive, d.have(gt(1, 0)))
    d.axiom("ln-one")
    return d.have(ge(exp(of), 1))


def _near(d: Derivation, sign: int) -> None:
    size = number(m) + 1
    own, mean_ = risk(sequel(h, m)), average(sequel(h, m))
    room = c(m) - sign * (own - mean_)

    def far_off(case: str) -> str:
        d.have(eq(tested(sequel(h, m + 1)), size))
        power = exponent(sign, h, m)
        d.have(eq(power, -4 * c(m) * size * room))
        d.have(ge(c(m) * -room, 0))
        d.have(ge(-4 * c(m) * size * room, 0))
        positive = d.have(ge(power, 0))
        return d.have(ge(room, 0), "small", at_least_one(d, power, positive))

    d.cases(room, lambda case: case, far_off)


def near(sign: int, id: str, words: str) -> Lemma:
    return Lemma(
        id,
        words,
        "",
        lambda d: _near(d, sign),
        (*facts, averaged, c_sign, sample, of_all, ("small", gt(1, tail(sign)(h, m)))),
        claim=ge(c(m) - sign * (risk(sequel(h, m)) - average(sequel(h, m))), 0),
        example=lambda: still(1),
    )


above = near(1, "risk-near", "A risk is at most the average and c, if its exponential is less than 1 in the end")
below = near(-1, "average-near", "An average is at most the risk and c, if its exponential is less than 1 in the end")


@lemma(
    (*facts, a_sign, sample, ("small", gt(1, exp(middle_exponent(h))))),
    claim=ge(n * a - over(lambda k: risk(sequel(h, k))) + over(lambda k: met(sequel(h, k))), 0),
    example=lambda: still(1),
)
def losses_met_near(d: Derivation) -> None:
    """The risks exceed the losses met by Ta at most, if their exponential is less than 1 in the end."""

    def each(i: Index) -> str:
        r = risk(sequel(h, i))
        return d.have(eq(excess(h, i) - r + met(sequel(h, i)), 0))

    sums: list[Summed] = [(1, lambda k: excess(h, k)), (-1, lambda k: risk(sequel(h, k))), (1, lambda k: met(sequel(h, k)))]
    same = d.at(termwise(d, sums, each, T), T)
    gap = over(lambda k: risk(sequel(h, k))) - over(lambda k: met(sequel(h, k)))
    room = n * a - gap

    def far_off(case: str) -> str:
        power = middle_exponent(h)
        far = d.have(ge(-4 * a * room, 0))
        positive = d.have(ge(power, 0), far, same, "sample")
        return d.have(ge(room, 0), "small", at_least_one(d, power, positive))

    d.cases(room, lambda case: case, far_off)
