"""The draws and the hypotheses learnt from them, and the effect of one more draw on the mean."""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Formula, Index, Lemma, Polynomial, Term, combination, define, eq, every, exp, formulas, ge, implies, lemma,
    nat, number, quotient, real, seq, sequel, sum_below,
)  # fmt: skip
from proofs.theorems.batch.samples import still
from proofs.theorems.probability.draws import T, after, examples, for_examples, h, left, n, small_power, z
from proofs.theorems.probability.finite import D, N, mean, positive_power, weights, whole


# ------------------------------------------------------------------------------------------------------------------------------------------
# Samples, as a tree of draws: what the theorems on online to batch say of the learner, its hypotheses and their losses.
#
# An example is z < N with probability D(z), and T of them are drawn independently, one after the other. A history h is the empty one, 0,
# or a history followed by z, written (h, z); left(h) examples are still to come, and a history with none left is a sample. Hypothesis k <
# T is what the learner makes of the history with k + 1 examples left, so of earlier examples only; that history is arbitrary, and so is
# what is made of it. loss(h, k, z) is its loss on z, where h is that history or a later one.
#
# A list of numbers stands for one number, so loss(h, k, z) is an entry of a sequence, and nothing is assumed of the learner.

__all__ = [  # what the pages of this folder say with them
    "D", "N", "T", "for_examples", "h", "left", "mean", "n", "positive_power", "small_power", "still", "z",
]  # fmt: skip

k, y, j, m = (nat(name) for name in ("k", "y", "j", "m"))
loss, risk, tested, total, met, average, P = (seq(name) for name in ("loss", "risk", "tested", "total", "met", "average", "P"))
of = sequel(h, k)
later = sequel(after, k)


def samples(claim: Formula) -> Formula:
    """For every history without an example left."""
    return every(h, implies(eq(left(h), 0), claim))


def hypotheses(claim: Formula, below: Term = n) -> Formula:
    """For every history and every hypothesis."""
    return every(h, every(k, claim, below=below))


def draws(claim: Formula) -> Formula:
    """For every history, every hypothesis and every example that may follow while one is left."""
    return examples(h, every(k, claim, below=n))


learnt = ge(number(k) + 1, left(h))  # hypothesis k is that of h or of an earlier history
unlearnt = ge(left(h), number(k) + 1)
TESTED = "tested(h, k) is how many of the last k examples have come"
TOTAL = "total(h, k) is the sum of the losses of hypothesis k from its own round on"
MET = "met(h, k) is the loss of hypothesis k on the example of its own round"
distribution = (
    Fact("D ≥ 0", "D(z) is the probability of the example z: it is not negative", weights[1]),
    Fact("ΣD = 1", "the probabilities sum to 1", whole[1]),
)
bounded = (
    Fact("loss ≥ 0", "a loss is not negative", hypotheses(implies(learnt, every(z, ge(loss(sequel(h, k, z)), 0), below=number(N))))),
    Fact("loss ≤ 1", "a loss is at most 1", hypotheses(implies(learnt, every(z, ge(1 - loss(sequel(h, k, z)), 0), below=number(N))))),
)
own_loss = loss(sequel(h, k, z))
lossy = hypotheses(implies(learnt, every(z, eq(own_loss**2, own_loss), below=number(N))))  # of errors, in place of losses from 0 to 1
names = (
    define("left starts", "T examples are to be drawn", left(0), n),
    define(
        "left", "left(h) is how many are still to come after the history h", left(after), left(h) - 1, within=lambda said: examples(h, said)
    ),
    define(
        "loss kept",
        "loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes",
        loss(sequel(after, k, y)),
        loss(sequel(h, k, y)),
        within=lambda said: draws(implies(learnt, every(y, said, below=number(N)))),
    ),
    define(
        "risk",
        "risk(h, k) is the mean loss of hypothesis k",
        risk(of),
        mean(lambda z: loss(sequel(h, k, z))),
        within=lambda said: hypotheses(implies(learnt, said)),
    ),
    define("tested before", TESTED, tested(of), 0, within=lambda said: hypotheses(implies(ge(left(h), number(k)), said), below=n + 2)),
    define(
        "tested",
        TESTED,
        tested(of),
        number(k) - left(h),
        within=lambda said: hypotheses(implies(ge(number(k), left(h)), said), below=n + 2),
    ),
    define("total before", TOTAL, total(of), 0, within=lambda said: hypotheses(implies(unlearnt, said))),
    define("total", TOTAL, total(later), total(of) + loss(sequel(h, k, z)), within=lambda said: draws(implies(learnt, said))),
    define("met before", f"{MET}, 0 until that comes", met(of), 0, within=lambda said: hypotheses(implies(unlearnt, said))),
    define("met", MET, met(later), loss(sequel(h, k, z)), within=lambda said: draws(implies(eq(left(h), number(k) + 1), said))),
    define("met later", MET, met(later), met(of), within=lambda said: draws(implies(ge(number(k), left(h)), said))),
)
probability = define(
    "P before",
    "P(h) is the probability of failure once h has been seen",
    P(h),
    mean(lambda z: P(sequel(h, z))),
    over=(h,),
    where=ge(left(h), 1),
)
averages = quotient(
    "average",
    "average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on",
    average(of),
    total(of),
    by=number(k) + 1,
    within=hypotheses,
)
tree = (*distribution, *bounded, *names, probability)


def over(term: Callable[[Index], Term], below: Index = T) -> Polynomial:
    """Σ term(k) over the hypotheses."""
    return sum_below(below, term)


# ------------------------------------------------------------------------------------------------------------------------------------------
# All averages are near their risks, and the losses met near their risks as well: 2T inequalities of Hoeffding's and Azuma's, at once.
#
# The proof. At every history each of these inequalities has an exponential that shrinks in the mean with every draw (`deviation`): for
# hypothesis k and either sign
#
#     e^(±4c(tested·risk − total) − 4c²(k + 1) + 2c²(k + 1 − tested)),
#
# and e^(4a(Σrisk − Σmet − Ta) + 2a²·left) for the losses met. At the start they are e^(−2c²(k + 1)), which is at most e^(−Λ), and
# e^(−2Ta²); in the end one whose inequality fails is at least 1. So their sum bounds the probability that any of them fails (`draws`).
#
# The loss met with one more example, and its mean: the example is that of one hypothesis's round, which was learnt just now.
#
# Hypothesis m is not learnt yet (early), was learnt just now (now), or before (late). That it was now, so that left(h) = m + 1,
# comes out of tested(h, m + 1), which is 0 as well as m + 1 − left(h).

a, Lambda, c, m_draw = real("a"), real("Λ"), seq("c"), nat("m")
level = ("level", eq(left(h), number(j) + 1))
of_all = ("m < T", ge(n, number(m_draw) + 1))


def exponent(sign: int, h: Index, k: Index) -> Polynomial:
    """The exponent of hypothesis k."""
    seen, size = tested(sequel(h, k + 1)), number(k) + 1
    return 4 * sign * c(k) * (seen * risk(sequel(h, k)) - total(sequel(h, k))) - 4 * c(k) ** 2 * size + 2 * c(k) ** 2 * (size - seen)


def tail(sign: int) -> Callable[[Index, Index], Polynomial]:
    return lambda h, k: exp(exponent(sign, h, k))


def tails(h: Index, k: Index) -> Polynomial:
    """Both exponentials of hypothesis k."""
    return tail(1)(h, k) + tail(-1)(h, k)


def step(h: Index, k: Index) -> Polynomial:
    """1 if the example of hypothesis k's own round has come, else 0."""
    return tested(sequel(h, k + 1)) - tested(sequel(h, k))


def excess(h: Index, k: Index) -> Polynomial:
    """Risk less loss of hypothesis k, once the example of its round has come."""
    return step(h, k) * risk(sequel(h, k)) - met(sequel(h, k))


def middle_exponent(h: Index) -> Polynomial:
    return 4 * a * (over(lambda k: excess(h, k)) - n * a) + 2 * a**2 * left(h)


def potential(h: Index) -> Polynomial:
    return over(lambda k: tails(h, k)) + exp(middle_exponent(h))


def _present(d: Derivation, z: Index) -> tuple[Index, str]:
    """The history with one more example, and how many are left then."""
    after = sequel(h, z)
    return after, d.have(eq(left(after), number(j)))


def keep(d: Derivation, z: Index) -> str:
    """The risk of a hypothesis that is learnt does not change."""
    after = sequel(h, z)
    d.use("loss kept", h, z, m_draw)
    d.cite("mean-same", f=lambda y: loss(sequel(after, m_draw, y)), g=lambda y: loss(sequel(h, m_draw, y)))
    return d.have(eq(risk(sequel(after, m_draw)), risk(sequel(h, m_draw))))


def _tail(d: Derivation, sign: int) -> None:
    d.cases(number(m_draw) - number(j), lambda case: _check(d, case, sign), lambda case: _early(d, case, sign))


def _check(d: Derivation, case: str, sign: int) -> str:
    """Hypothesis m is learnt, and tested on the next example."""
    s, r, q = 4 * sign * c(m_draw), risk(sequel(h, m_draw)), total(sequel(h, m_draw))
    here = number(m_draw) - number(j)
    u = s * (here * r - q) - 4 * c(m_draw) ** 2 * (number(m_draw) + 1) + 2 * c(m_draw) ** 2 * number(j)

    def one(z: Index) -> str:
        after = _present(d, z)[0]
        same = keep(d, z)
        seen = d.have(eq(tested(sequel(after, m_draw + 1)), here + 1))
        added = d.use("total", h, z, m_draw)
        r1 = risk(sequel(after, m_draw))
        return small_power(
            d,
            exponent(sign, after, m_draw),
            u + s * (r - loss(sequel(h, m_draw, z))),
            (s * r1 - 2 * c(m_draw) ** 2, seen),
            (s * (here + 1), same),
            (-s, added),
        )

    for_examples(d, one)
    d.cite("mean-monotone", f=lambda z: tail(sign)(sequel(h, z), m_draw), g=lambda z: exp(u + s * (r - loss(sequel(h, m_draw, z)))))
    d.use("loss ≥ 0", h, m_draw), d.use("loss ≤ 1", h, m_draw)
    d.cite("deviation", x=lambda z: loss(sequel(h, m_draw, z)), r=r, s=s, u=u)
    start = d.have(eq(tested(sequel(h, m_draw + 1)), here))
    small_power(d, u + 2 * c(m_draw) ** 2, exponent(sign, h, m_draw), (2 * c(m_draw) ** 2 - s * r, start))
    return d.have(ge(tail(sign)(h, m_draw) - mean(lambda z: tail(sign)(sequel(h, z), m_draw)), 0))


def _early(d: Derivation, case: str, sign: int) -> str:
    """Hypothesis m is not yet learnt: nothing changes."""
    d.integer(case, j, m_draw)
    low, s = -2 * c(m_draw) ** 2 * (number(m_draw) + 1), 4 * sign * c(m_draw)

    def one(z: Index) -> str:
        after = _present(d, z)[0]
        seen, sum_ = d.use("tested before", after, m_draw + 1), d.use("total before", after, m_draw)
        return small_power(d, exponent(sign, after, m_draw), low, (s * risk(sequel(after, m_draw)) - 2 * c(m_draw) ** 2, seen), (-s, sum_))

    for_examples(d, one)
    d.cite("mean-monotone", f=lambda z: tail(sign)(sequel(h, z), m_draw), g=lambda z: exp(low))
    d.cite("mean-linear", a=exp(low), b=0, f=D)
    seen, sum_ = d.use("tested before", h, m_draw + 1), d.use("total before", h, m_draw)
    small_power(d, low, exponent(sign, h, m_draw), (2 * c(m_draw) ** 2 - s * risk(sequel(h, m_draw)), seen), (s, sum_))
    return d.have(ge(tail(sign)(h, m_draw) - mean(lambda z: tail(sign)(sequel(h, z), m_draw)), 0))


facts = formulas(*tree)


def shrinks(sign: int, id: str) -> Lemma:
    return Lemma(
        id,
        "An exponential of a hypothesis shrinks in the mean with every draw",
        "",
        lambda d: _tail(d, sign),
        (*facts, level, of_all),
        claim=ge(tail(sign)(h, m_draw) - mean(lambda z: tail(sign)(sequel(h, z), m_draw)), 0),
        example=still,
    )


upper, lower = shrinks(1, "upper-tail"), shrinks(-1, "lower-tail")


def gain_index(k: Index) -> Polynomial:
    """The risk of hypothesis k if the next example is that of its round, else 0."""
    here, next_, last = (tested(sequel(h, k + i)) for i in range(3))
    return (last - 2 * next_ + here) * risk(sequel(h, k))


def new(z: Index, k: Index) -> Polynomial:
    """The loss of hypothesis k on the next example if that is the one of its round, else 0."""
    return met(sequel(sequel(h, z), k)) - met(sequel(h, k))


def by_round(d: Derivation, on: Callable[[str], str]) -> str:
    """Cases: hypothesis m is not learnt yet (early), learnt just now (now), or before (late)."""

    def now(case: str) -> str:
        d.integer(case, j + 1, m_draw)
        d.use("tested", h, m_draw + 1)
        return on("now")

    def early(case: str) -> str:
        d.integer(case, j, m_draw)
        return on("early")

    return d.cases(number(m_draw) - number(j), lambda case: d.cases(number(m_draw) - number(j) - 1, lambda case: on("late"), now), early)


def _counts(d: Derivation, which: str) -> list[str]:
    """tested(h, ·) at m, m + 1 and m + 2."""
    first = {"early": 3, "now": 2, "late": 0}[which]
    return [d.use("tested before" if i < first else "tested", h, m_draw + i) for i in range(3)]


an_example = ("z < N", ge(number(N), number(z) + 1))


@lemma(
    (*facts, level, of_all, an_example),
    claim=eq(excess(sequel(h, z), m_draw) - excess(h, m_draw) - gain_index(m_draw) + new(z, m_draw), 0),
    example=still,
)
def excess_grows(d: Derivation) -> None:
    """With each example, the risks less the losses met grow by a risk less a loss."""
    after = sequel(h, z)
    claim = eq(excess(after, m_draw) - excess(h, m_draw) - gain_index(m_draw) + new(z, m_draw), 0)

    def on(which: str) -> str:
        below = _counts(d, which)
        fewer = d.use("left", h, z)
        r, r1 = risk(sequel(h, m_draw)), risk(sequel(after, m_draw))
        if which == "early":
            return d.have(claim)
        same = keep(d, z)
        above = d.use("tested before" if which == "now" else "tested", after, m_draw), d.use("tested", after, m_draw + 1)
        pairs: list[tuple[Term, str]] = [(r1, above[1]), (-r1, above[0]), (-r, below[2]), (r, below[1]), (1, same)]
        if which == "now":
            last = d.find_line(eq(left(h), number(m_draw) + 1))
            pairs += [(-r1, fewer), (-r1 + r, last)]
        return d.have(claim, by=combination(*pairs))

    by_round(d, on)


def _next(d: Derivation, most: bool) -> None:
    """The loss met next is none, or one from 0 to 1."""
    claim = ge(1 - new(z, m_draw), 0) if most else ge(new(z, m_draw), 0)

    def on(which: str) -> str:
        if which == "late":
            return d.have(claim, d.use("met later", h, z, m_draw))
        here = d.use("met before", h, m_draw)
        if which == "now":
            bound = d.use("loss ≤ 1" if most else "loss ≥ 0", h, m_draw, z)
            return d.have(claim, d.use("met", h, z, m_draw), here, bound)
        return d.have(claim)

    by_round(d, on)


def loss_next(id: str, words: str, most: bool) -> Lemma:
    return Lemma(
        id,
        words,
        "",
        lambda d: _next(d, most),
        (*facts, level, of_all, an_example),
        claim=ge(1 - new(z, m_draw), 0) if most else ge(new(z, m_draw), 0),
        example=still,
    )


not_negative = loss_next("loss-next", "The loss met next is not negative", False)
at_most_one = loss_next("loss-next-one", "The loss met next is at most 1", True)


@lemma(*facts, level, of_all, claim=eq(mean(lambda z: new(z, m_draw)), gain_index(m_draw)), example=still)
def mean_gain(d: Derivation) -> None:
    """The mean of the loss met next is a risk."""

    def on(which: str) -> str:
        below = _counts(d, which)
        r = risk(sequel(h, m_draw))

        def one(z: Index) -> str:
            if which == "now":
                return d.have(eq(new(z, m_draw), loss(sequel(h, m_draw, z))))
            return d.have(eq(new(z, m_draw), 0))

        for_examples(d, one)
        pairs: list[tuple[Term, str]] = [(-r, below[2]), (2 * r, below[1]), (-r, below[0])]
        if which == "now":
            same = d.cite("mean-same", f=lambda z: new(z, m_draw), g=lambda z: loss(sequel(h, m_draw, z)))
            own = d.use("risk", h, m_draw)
            pairs += [(1, same), (-1, own), (r, d.find_line(eq(left(h), number(m_draw) + 1)))]
        else:
            pairs += [(1, d.cite("mean-same", f=lambda z: new(z, m_draw), g=lambda z: 0)), (1, d.cite("mean-linear", a=0, b=0, f=D))]
        return d.have(eq(mean(lambda z: new(z, m_draw)), gain_index(m_draw)), by=combination(*pairs))

    by_round(d, on)
