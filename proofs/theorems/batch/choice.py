"""How likely it is that a hypothesis whose penalised average is least has a value V above B, where V is no more than its risk.

wrong(h, k) is 1 if one of the first k hypotheses may be chosen and has V above B, else 0; so P, which is wrong(h, T) in the end, is at
the start the probability that this happens.  It need not be said which hypothesis is chosen where several penalised averages are least.

The proof. Where the exponentials of `concentration` sum to less than 1, each is less than 1: then a risk is at most average + c, averages
are at most risk + c, and the risks exceed the losses met by Ta at most. The least is at most the mean: T(average + c) ≤ Σaverage + Σc ≤
Σrisk + 2Σc ≤ Σmet + Ta + 2Σc ≤ TB. So the failure is 0 there, and at most 1 elsewhere.

No union of inequalities is needed for one example, nor for a δ of 1 or more.  Whatever a failure is, its probability is at most 1; with
T = 1 a bound that exceeds the loss met by 1 is at least 1, which no risk is above.  What an exponential of the union comes to: e^(−ln x) is
1/x.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Formula, Index, Instance, Likely, Polynomial, Summed, Term, both, certificate, define, eq, every, exp,
    formulas, ge, gt, implies, lemma, ln, ln_product, ln_tangent, multiple, nowhere, number, poly, real, seq, sequel, sum_below, termwise,
    vseq, where,
)  # fmt: skip
from proofs.theorems.batch.concentration import a_sign, averaged, c_sign, penalised, sample, zero
from proofs.theorems.batch.one_draw import (
    D, Lambda, N, P, T, a, average, c, exponent, facts, for_examples, h, j, k, left, loss, m, mean, met, middle_exponent, n, of_all, over,
    positive_power, potential, risk, samples, still, tails, tested, total, tree,
)  # fmt: skip

V, B, wrong = seq("V"), seq("B"), seq("wrong")


def penalty(h: Index, k: Index) -> Polynomial:
    """The penalised average."""
    return average(sequel(h, k)) + c(k)


def least(h: Index, k: Index) -> Formula:
    """The penalised average of hypothesis k is the least."""
    return every(j, ge(penalty(h, j), penalty(h, k)), below=n)


def count_hypotheses(event: Formula, words: str) -> tuple[Fact, ...]:
    """The facts that make P the probability that an event happens for some hypothesis."""

    def each(said: Formula) -> Formula:
        return samples(every(k, said, below=n))

    return (
        define("wrong starts", words, wrong(sequel(h, 0)), 0, within=samples),
        define("wrong", words, wrong(sequel(h, k + 1)), 1, within=lambda said: each(where(event, said))),
        define("wrong kept", words, wrong(sequel(h, k + 1)), wrong(sequel(h, k)), within=lambda said: each(implies(nowhere(event), said))),
        define("P in the end", "for a sample, P is 1 if that is so for any hypothesis", P(h), wrong(sequel(h, T)), within=samples),
    )


def probability_claim(
    event: Formula, most: Term, about: tuple[Fact, ...], hidden: tuple[seq, ...], *random: seq | vseq, one: bool = False
) -> Likely:
    """Pr[event, of some hypothesis or of `one`] ≤ most, about the names of `about`; `hidden` names are defined for the proof alone."""
    names = {("seq", name.name) for name in (left, loss, P, wrong, *hidden)}
    return Likely(
        most=poly(most),
        event=event,
        some=None if one else (k, T),
        history=h,
        P=P,
        left=left,
        draws=T,
        space=(N, D),
        random=frozenset({loss, risk, total, *random}),
        inner=frozenset(f.name for f in about if f.defines and f.defines.name in names),
        counts=None if one else wrong,
    )


def _chosen_above(value: Callable[[Index], Term], bound: Callable[[Index], Term]) -> Formula:
    """Hypothesis k may be chosen, and has a value above the bound."""
    return both(least(h, k), gt(value(sequel(h, k)), bound(h)))


def failure(value: Callable[[Index], Term], bound: Callable[[Index], Term], what: str) -> tuple[Fact, ...]:
    """The facts that say when a hypothesis that may be chosen has a value above the bound; `what` says that in words."""
    words = f"wrong(h, k) is 1 if one of the first k hypotheses has a least penalised average and {what}"
    return count_hypotheses(_chosen_above(value, bound), words)


def likely(value: Callable[[Index], Term], bound: Callable[[Index], Term], most: Term, *random: seq | vseq) -> Likely:
    """Pr[a hypothesis that may be chosen has a value above the bound] ≤ most, which is what those facts make of P(0) ≤ most."""
    given = (*tree, *failure(value, bound, ""))
    return probability_claim(_chosen_above(value, bound), most, given, (tested, total, met), met, average, V, B, *random)


failing = formulas(*failure(V, B, "V above B"))
valued = ("V ≤ risk", samples(every(k, ge(risk(sequel(h, k)), V(sequel(h, k))), below=n)))


def _losses(h: Index) -> Polynomial:
    return over(lambda k: met(sequel(h, k)))


def _averages(h: Index, i: Index = T) -> Polynomial:
    """Σ(risk + c − average), by which the averages are near the risks."""
    return sum_below(i, lambda k: risk(sequel(h, k))) + sum_below(i, c) - sum_below(i, lambda k: average(sequel(h, k)))


def _parts(h: Index) -> list[Summed]:
    return [(1, lambda k: risk(sequel(h, k))), (1, c), (-1, lambda k: average(sequel(h, k)))]


enough = ("T·B", samples(ge(n * B(h) - _losses(h) - n * a - 2 * over(c), 0)))


gap = over(lambda k: risk(sequel(h, k))) - _losses(h)


@lemma(
    valued,
    enough,
    sample,
    of_all,
    ("least", least(h, m)),
    ("risk near", ge(penalty(h, m) - risk(sequel(h, m)), 0)),
    ("averages near", ge(_averages(h), 0)),
    ("losses near", ge(n * a - gap, 0)),
    claim=ge(B(h), V(sequel(h, m))),
    example=lambda: still(1),
)
def least_penalised(d: Derivation) -> None:
    """The hypothesis whose penalised average is least has V ≤ B where the inequalities hold.

    Proof. The least is at most the mean.
    """
    d.unfold(lambda k: average(sequel(h, k))), d.unfold(c)

    d.upto(T, lambda i: ge(sum_below(i, lambda k: average(sequel(h, k))) + sum_below(i, c) - number(i) * penalty(h, m), 0))
    d.have(ge(n, 1))
    d.have(ge(n * penalty(h, m) - n * V(sequel(h, m)), 0))
    d.have(ge(n * B(h) - n * V(sequel(h, m)), 0))


@lemma(*failing, sample, claim=ge(1 - P(h), 0), example=lambda: still(1))
def failure_at_most_one(d: Derivation) -> None:
    """The fault of a sample is at most 1."""

    def step(i: Index, before: str) -> str:
        value, next_ = V(sequel(h, i)), wrong(sequel(h, i + 1))

        def more(case: str) -> str:
            with d.supposing(least(h, i)):
                d.cases(B(h) - value, lambda below: below, lambda above: d.have(ge(B(h) - value, 0), d.use("wrong", h, i), case))
            return d.have(ge(1 - next_, 0))

        return d.cases(1 - next_, lambda case: case, more)

    d.upto(T, lambda i: ge(1 - wrong(sequel(h, i)), 0), (), step)


def _nothing_wrong(d: Derivation) -> str:
    """The exponentials sum to less than 1."""

    def positive(i: Index) -> str:
        return d.have(ge(tails(h, i), 0), *(positive_power(d, of)[0] for of in _exponents(i)))

    termwise(d, [(1, lambda k: tails(h, k))], positive, upto=T, equal=False)
    positive_power(d, middle_exponent(h))
    small = d.have(gt(1 - sum_below(T, lambda k: tails(h, k)), 0))
    d.have(ge(n * a - gap, 0), d.cite("losses-met-near"))

    def within(i: Index) -> Formula:
        return gt(1 - sum_below(i, lambda k: tails(h, k)), 0)

    def each(i: Index, go: Callable[[str], str], before: str) -> str:
        """Below i + 1 the sum is less than 1, so it is below i, and each exponential of hypothesis i."""
        with d.supposing(within(i + 1)):
            (_, _), (_, _) = (positive_power(d, of) for of in _exponents(i))
            earlier = d.have(within(i))
            go(d.apply(before, earlier))
        return d.last

    def by_sum(claim: Callable[[Index], Formula], base: Callable[[], str], go: Callable[[Index, str], str]) -> str:
        always = d.induction(
            lambda i: implies(within(i), claim(i)),
            lambda: d.discharge(base(), d.assume(within(zero))),
            lambda i, before: each(i, lambda last: go(i, last), before),
            upto=T,
        )
        return d.apply(d.at(always, T), small)

    parts = [d.unfold(term) for _, term in _parts(h)]
    weights_ = [weight for weight, _ in _parts(h)]

    def no_average() -> str:
        lines = [multiple(weight, line) for weight, (line, _) in zip(weights_, parts, strict=True)]
        return d.have(ge(_averages(h, zero), 0), by=certificate(*lines))

    def next_average(i: Index, last: str) -> str:
        lines = [multiple(weight, d.at(line, i)) for weight, (_, line) in zip(weights_, parts, strict=True)]
        return d.have(ge(_averages(h, i + 1), 0), by=certificate(last, d.cite("average-near", m=i), *lines))

    by_sum(lambda i: ge(_averages(h, i), 0), no_average, next_average)

    def next_one(i: Index, last: str) -> str:
        d.have(ge(penalty(h, i) - risk(sequel(h, i)), 0), d.cite("risk-near", m=i))
        with d.supposing(least(h, i)):
            d.cite("least-penalised", m=i)
        return d.have(ge(-wrong(sequel(h, i + 1)), 0))

    by_sum(lambda i: ge(-wrong(sequel(h, i)), 0), lambda: d.have(ge(-wrong(sequel(h, zero)), 0)), next_one)
    return d.have(ge(potential(h) - P(h), 0))


def _exponents(i: Index) -> tuple[Polynomial, Polynomial]:
    return exponent(1, h, i), exponent(-1, h, i)


given = (*facts, averaged, c_sign, penalised, *failing)


@lemma(
    (*given, a_sign, valued, enough),
    claim=ge(2 * n * exp(-Lambda) + exp(-2 * n * a**2) - P(0), 0),
    displayed=likely(V, B, 2 * n * exp(-Lambda) + exp(-2 * n * a**2)),
    example=still,
)
def choice(d: Derivation) -> None:
    """A hypothesis whose penalised average is least has V above B with probability 2T·e^(−Λ) + e^(−2Ta²) at most."""
    with d.supposing(h, sample[1]):
        d.cite("failure-at-most-one")
        large = lambda case: d.have(ge(potential(h) - P(h), 0))  # noqa: E731
        d.cases(potential(h) - 1, large, lambda case: _nothing_wrong(d))
    d.cite("concentration")


x, y = real("x"), real("y")


@lemma(("x > 0", gt(x, 0)), ("y ≥ ln x", ge(y, ln(x))), claim=ge(1 - x * exp(-y), 0), example=lambda: Instance(0, reals={"x": 1, "y": 0}))
def exp_negative_log(d: Derivation) -> None:
    """x·e^(−y) ≤ 1 for y ≥ ln x."""
    power = positive_power(d, -y)[0]
    joint = d.have(gt(x * exp(-y), 0))
    one = d.have(gt(1, 0))
    ln_tangent(d, poly(1), x * exp(-y), one, joint)
    ln_product(d, x, exp(-y), "x > 0", power)
    d.axiom("ln-one")


@lemma(*facts, *failing, claim=ge(1 - P(0), 0), displayed=likely(V, B, 1), example=still)
def failure_probability_at_most_one(d: Derivation) -> None:
    """Whatever can be wrong has a probability of 1 at most."""
    with d.supposing(h, sample[1]):
        d.cite("failure-at-most-one")
    d.cite("mean-linear", a=1, b=0, f=D)
    with d.supposing(j, ge(n, number(j) + 1), h, eq(left(h), number(j) + 1)):
        d.have(ge(1 - mean(lambda z: 1), 0))
    d.cite("draws", G=lambda h: 1)


@lemma(
    *facts,
    *failing,
    valued,
    ("T·B", samples(ge(n * B(h) - over(lambda k: met(sequel(h, k))) - 1, 0))),
    ("T ≥ 1", ge(n, 1)),
    ("T ≤ 1", ge(1, n)),
    claim=ge(-P(0), 0),
    displayed=likely(V, B, 0),
    example=still,
)
def one_example(d: Derivation) -> None:
    """With one example nothing is wrong for a bound that exceeds the loss met by 1."""
    d.use("tested", zero, Index(None, 1))

    def each(z: Index) -> str:
        after = sequel(zero, z)

        def not_negative(i: Index) -> str:
            here = d.use("met before", zero, i)
            return d.have(ge(met(sequel(after, i)), 0), d.cite("loss-next", h=zero, j=zero, z=z, m=i), here)

        d.at(termwise(d, [(1, lambda k: met(sequel(after, k)))], not_negative, upto=T, equal=False), T)

        def step(i: Index, before: str) -> None:
            d.use("loss ≤ 1", after, i)
            d.cite("mean-monotone", f=lambda y: loss(sequel(after, i, y)), g=lambda y: 1)
            d.cite("mean-linear", a=1, b=0, f=D)
            with d.supposing(least(after, i)):
                d.have(ge(B(after), V(sequel(after, i))))

        d.upto(T, lambda i: ge(-wrong(sequel(after, i)), 0), (), step)
        return d.have(ge(-P(after), 0))

    for_examples(d, each)
    d.cite("mean-monotone", f=lambda z: P(sequel(zero, z)), g=lambda z: 0)
    d.cite("mean-linear", a=0, b=0, f=D)
