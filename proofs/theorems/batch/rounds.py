"""The loss met with one more example, and its mean: the example is that of one hypothesis's round, which was learnt just now.

Hypothesis m is not learnt yet (“early”), was learnt just now (“now”), or before (“late”).  That it was now, so that left(h) = m + 1, comes
out of tested(h, m + 1), which is 0 as well as m + 1 − left(h).
"""

from proofs.statements.authoring import Callable, Derivation, Index, Lemma, Polynomial, Term, combination, eq, ge, number, sequel
from proofs.theorems.batch.one_draw import excess, facts, is_learnt, kept, level, m, of_all
from proofs.theorems.batch.sample_trees import still
from proofs.theorems.batch.sampling import j, loss, met, risk, tested
from proofs.theorems.probability.draws import for_examples, h, left, n, used, z
from proofs.theorems.probability.finite import D, N, mean


def gained(k: Index) -> Polynomial:
    """The risk of hypothesis k if the next example is that of its round, else 0."""
    here, next_, last = (tested(sequel(h, k + i)) for i in range(3))
    return (last - 2 * next_ + here) * risk(sequel(h, k))


def new(z: Index, k: Index) -> Polynomial:
    """The loss of hypothesis k on the next example if that is the one of its round, else 0."""
    return met(sequel(sequel(h, z), k)) - met(sequel(h, k))


def by_round(d: Derivation, on: Callable[[str], str]) -> str:
    """Cases: hypothesis m is not learnt yet (“early”), learnt just now (“now”), or before (“late”)."""
    d.have(ge(left(h), 1), "level", d.natural(j))
    d.have(ge(n + 2, number(m) + 2), "m < T")
    d.have(ge(n + 2, number(m) + 3), "m < T")
    d.have(ge(n + 2, number(m) + 1), "m < T")

    def learnt(case: str) -> str:
        d.have(ge(number(m) + 1, left(h)), "level", case)
        d.have(ge(number(m) + 2, left(h)), "level", case)
        return d.cases(number(m) - number(j) - 1, lambda second: late(second) if "late" in _which(d, second) else now(second))

    def late(case: str) -> str:
        d.have(ge(number(m), left(h)), "level", case)
        return on("late")

    def now(case: str) -> str:
        gap = d.integer(case, j + 1, m)
        d.have(ge(left(h), number(m) + 1), "level", gap)
        d.have(ge(left(h), number(m)), "level", gap)
        zero_, count = used(d, "tested before", h, m + 1), used(d, "tested", h, m + 1)
        d.have(eq(left(h), number(m) + 1), by=combination((1, count), (-1, zero_)))
        return on("now")

    def early(case: str) -> str:
        gap = d.integer(case, j, m)
        for i in range(3):
            d.have(ge(left(h), number(m) + i), "level", gap)
        return on("early")

    return d.cases(number(m) - number(j), lambda case: learnt(case) if is_learnt(d, case) else early(case))


def _which(d: Derivation, case: str) -> str:
    return "late" if d.claims[case] == ge(number(m) - number(j) - 1, 0) else "now"


def _counts(d: Derivation, which: str) -> list[str]:
    """tested(h, ·) at m, m + 1 and m + 2."""
    first = {"early": 3, "now": 2, "late": 0}[which]
    return [used(d, "tested before" if i < first else "tested", h, m + i) for i in range(3)]


def _excess(d: Derivation) -> None:
    after = sequel(h, z)
    claim = eq(excess(after, m) - excess(h, m) - gained(m) + new(z, m), 0)

    def on(which: str) -> str:
        below = _counts(d, which)
        fewer = used(d, "left", h, z)
        for i in range(2):
            early = which == "early" or (which == "now" and i == 0)
            d.have(ge(left(after), number(m) + i) if early else ge(number(m) + i, left(after)), fewer, _order(d, which, i))
        r, r1 = risk(sequel(h, m)), risk(sequel(after, m))
        if which == "early":
            above = used(d, "tested before", after, m), used(d, "tested before", after, m + 1)
            return d.have(claim, by=combination((r1, above[1]), (-r1, above[0]), (-r, below[2]), (r, below[1])))
        same = kept(d, z)
        above = used(d, "tested before" if which == "now" else "tested", after, m), used(d, "tested", after, m + 1)
        pairs: list[tuple[Term, str]] = [(r1, above[1]), (-r1, above[0]), (-r, below[2]), (r, below[1]), (1, same)]
        if which == "now":
            last = d.known(eq(left(h), number(m) + 1))
            pairs += [(-r1, fewer), (-r1 + r, last)]
        return d.have(claim, by=combination(*pairs))

    by_round(d, on)


def _order(d: Derivation, which: str, i: int) -> str:
    if which == "early" or (which == "now" and i == 0):
        return d.known(ge(left(h), number(m) + (2 if which == "early" else 1)))
    return d.known(ge(number(m) + i, left(h)) if which == "late" and i == 0 else ge(number(m) + 1, left(h)))


an_example = ("z < N", ge(number(N), number(z) + 1))
excess_grows = Lemma(
    "excess-grows",
    "With each example, the risks less the losses met grow by a risk less a loss",
    (*facts, level, of_all, an_example),
    _excess,
    cites=("mean-same",),
    claim=eq(excess(sequel(h, z), m) - excess(h, m) - gained(m) + new(z, m), 0),
    example=still,
)


def _next(d: Derivation, most: bool) -> None:
    """The loss met next is none, or one from 0 to 1."""
    after = sequel(h, z)
    claim = ge(1 - new(z, m), 0) if most else ge(new(z, m), 0)

    def on(which: str) -> str:
        if which == "late":
            return d.have(claim, used(d, "met later", h, z, m))
        here = used(d, "met before", h, m)
        if which == "now":
            bound = used(d, "loss ≤ 1" if most else "loss ≥ 0", h, m, z)
            return d.have(claim, used(d, "met", h, z, m), here, bound)
        d.have(ge(left(after), number(m) + 1), used(d, "left", h, z), d.known(ge(left(h), number(m) + 2)))
        return d.have(claim, used(d, "met before", after, m), here)

    by_round(d, on)


def loss_next(id: str, words: str, most: bool) -> Lemma:
    return Lemma(
        id,
        words,
        (*facts, level, of_all, an_example),
        lambda d: _next(d, most),
        claim=ge(1 - new(z, m), 0) if most else ge(new(z, m), 0),
        example=still,
    )


not_negative = loss_next("loss-next", "The loss met next is not negative", False)
at_most_one = loss_next("loss-next-one", "The loss met next is at most 1", True)


def _gain(d: Derivation) -> None:
    def on(which: str) -> str:
        below = _counts(d, which)
        r = risk(sequel(h, m))

        def one(z: Index) -> str:
            after = sequel(h, z)
            fewer = used(d, "left", h, z)
            if which == "late":
                return d.have(eq(new(z, m), 0), by=combination((1, used(d, "met later", h, z, m))))
            here = used(d, "met before", h, m)
            if which == "now":
                return d.have(eq(new(z, m), loss(sequel(h, m, z))), by=combination((1, used(d, "met", h, z, m)), (-1, here)))
            gap = d.known(ge(left(h), number(m) + 2))
            d.have(ge(left(after), number(m) + 1), fewer, gap)
            return d.have(eq(new(z, m), 0), by=combination((1, used(d, "met before", after, m)), (-1, here)))

        for_examples(d, one)
        pairs: list[tuple[Term, str]] = [(-r, below[2]), (2 * r, below[1]), (-r, below[0])]
        if which == "now":
            same = d.cite("mean-same", f=lambda z: new(z, m), g=lambda z: loss(sequel(h, m, z)))
            own = used(d, "risk", h, m)
            pairs += [(1, same), (-1, own), (r, d.known(eq(left(h), number(m) + 1)))]
        else:
            pairs += [(1, d.cite("mean-same", f=lambda z: new(z, m), g=lambda z: 0)), (1, d.cite("mean-linear", a=0, b=0, f=D))]
        return d.have(eq(mean(lambda z: new(z, m)), gained(m)), by=combination(*pairs))

    by_round(d, on)


mean_gain = Lemma(
    "mean-gain",
    "The mean of the loss met next is a risk",
    (*facts, level, of_all),
    _gain,
    cites=("mean-same", "mean-linear"),
    claim=eq(mean(lambda z: new(z, m)), gained(m)),
    example=still,
)
LEMMAS = (excess_grows, not_negative, at_most_one, mean_gain)
