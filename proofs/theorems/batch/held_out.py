"""The binomial tail, inverted (Langford): a hypothesis with few errors on examples outside its sample has a small risk.

Langford's test set bound (Tutorial on practical prediction theory for classification, 2005).  None of the five sources has it;
`perceptron-proofs online-to-batch` rests on it.  As in MR Theorem 4, T examples are drawn independently from finitely many, and hypothesis
k is whatever a learner makes of all but the last k + 1 of them.  With k = T − 1 it is one that is fixed beforehand.  A loss is 1, of an
error, or 0.

B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k).  U(k) is any number by the sample
with B(k, k + 1, s + 1) ≤ δ where hypothesis k erred on s of its k + 1 examples, or 1 or more: the greatest risk with which s errors or
fewer have the probability δ, or a number above it that a program has rounded.

The proof. B falls as U(k) rises (`binomial-tail-falls`). So if the risk r is above U(k), then s errors or fewer have the probability δ at
most with the risk r too. Let M be the least number of errors that is too many for that: the claim is wrong only with fewer than M errors,
whose probability is A(k + 1, M), with r in place of U(k), so δ at most (`few-errors`). All T hypotheses at once, at δ/T each: the
probability that any of them is wrong is at most the sum of their probabilities.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Formula, Index, Polynomial, Sequence, Summed, Term, combination, define, eq, every, ge, gt, implies, le,
    lemma, nat, nowhere, number, poly, seq, sequel, sum_below, termwise, theorem, whenever, where,
)  # fmt: skip
from proofs.theorems.batch import long_samples, samples
from proofs.theorems.batch.common import (
    P, T, count_hypotheses, delta, h, hypotheses, k, loss, mean_of_sums, n, of_samples, probability_claim, risk, wrong,
)  # fmt: skip
from proofs.theorems.batch.one_draw import (
    D, distribution, for_examples, j, keep, left, lossy, m_draw as m, mean, names, of_all, probability, total,
)  # fmt: skip

i, s, t, b, M = (nat(name) for name in ("i", "s", "t", "b", "M"))
U, A, B, W = (seq(name) for name in "UABW")
zero, size = Index(None), m + 1  # of the hypothesis that is looked at, on how many examples it is tested
Value = Callable[[Index], Polynomial]


def tail(name: seq, p: Value, words: str) -> tuple[Fact, ...]:
    """name(h, k, i, j), the probability of fewer than j errors in i ≤ T tests, each an error with the probability p(h, k)."""

    def each(said: Formula) -> Formula:
        return hypotheses(every(i, every(j, said, below=n + 1), below=n))

    def of(i: Index, j: Index) -> Polynomial:
        return name(sequel(h, k, i, j))

    once = p(sequel(h, k))
    return (
        define(f"{name.name} none", words, of(i, zero), 0, within=lambda said: hypotheses(every(i, said, below=n + 1))),
        define(f"{name.name} starts", words, of(zero, j + 1), 1, within=lambda said: hypotheses(every(j, said, below=n + 1))),
        define(name.name, words, of(i + 1, j + 1), (1 - once) * of(i, j + 1) + once * of(i, j), within=each),
    )


at_bound = tail(B, U, "B(k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability U(k)")
at_risk = tail(A, risk, "A(h, k, i, j) is the probability of fewer than j errors in i tests, each an error with the probability risk(h, k)")
given = (
    *distribution,
    Fact("zero-one", "a loss is 1, of an error, or 0", lossy),
    *(fact for fact in (*names, probability) if not fact.name.startswith(("tested", "met"))),
    *at_bound,
    *at_risk,
)


def invert(k: Index, share: Term, around: Callable[[Formula], Formula]) -> tuple[Fact, Fact]:
    """The definition of U(k), where share·B ≤ δ; `around` says for which k."""
    few = le(poly(share) * B(sequel(h, k, k + 1, s + 1)), delta)
    counted = every(s, implies(eq(total(sequel(h, k)), number(s)), implies(gt(1, U(sequel(h, k))), few)), below=number(k) + 2)
    words = "U(k) is 1 or more, or an error probability with which s errors or fewer are so unlikely, where hypothesis k made s"
    return (
        Fact("U ≥ 0", "what the risk is to be at most is not negative", of_samples(around(ge(U(sequel(h, k)), 0)))),
        Fact("U", words, of_samples(around(counted))),
    )


def parts(facts: tuple[Fact, ...]) -> tuple[tuple[str, Formula], ...]:
    return tuple((fact.name, fact.formula) for fact in facts)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The tail falls in the probability of an error, and bounds what is so only where the errors are few.


@lemma(
    *parts(at_bound),
    *parts(at_risk),
    of_all,
    ("U ≥ 0", ge(U(sequel(h, m)), 0)),
    ("U ≤ risk", le(U(sequel(h, m)), risk(sequel(b, m)))),
    ("risk ≤ 1", le(risk(sequel(b, m)), 1)),
    claim=every(j, ge(B(sequel(h, m, size, j)) - A(sequel(b, m, size, j)), 0), below=n + 2),
    example=samples.few,
)
def binomial_tail_falls(d: Derivation) -> None:
    """The probability of fewer than j errors in k + 1 tests falls as that of each error rises.

    Proof. By induction over the tests: it rises with j, and one more error becomes likelier.
    """

    def of(name: seq, i: Index, j: Index) -> Polynomial:
        return name(sequel(h if name is B else b, m, i, j))

    def grows(i: Index, j: Index) -> Formula:
        return ge(of(B, i, j + 1) - of(B, i, j), 0)

    def first() -> str:
        d.have(ge(n + 1, 1))
        return d.induction(lambda j: grows(zero, j), upto=T)

    def next_(i: Index, before: str) -> str:
        return d.induction(lambda j: grows(i + 1, j), upto=T)

    d.induction(lambda i: every(j, grows(i, j), below=n + 1), first, next_, upto=T)

    def less(i: Index, j: Index) -> Formula:
        return ge(of(B, i, j) - of(A, i, j), 0)

    def start() -> str:
        return d.induction(lambda j: less(zero, j), upto=T + 1)

    def step(i: Index, before: str) -> str:
        return d.induction(lambda j: less(i + 1, j), upto=T + 1)

    always = d.induction(lambda i: every(j, less(i, j), below=n + 2), start, step, upto=T)
    d.at(always, size)


def history(i: Term) -> tuple[Index, Formula, Formula]:
    """A history with i examples to come, with the hypothesis learnt from b."""
    return h, eq(left(h), i), eq(risk(sequel(h, m)), risk(sequel(b, m)))


def errors(room: Term) -> tuple[Index, Formula, Formula]:
    """There are s errors so far, and s + `room` is at most the number of tests."""
    return s, eq(total(sequel(h, m)), number(s)), ge(number(size), number(s) + room)


def errs_often(M: Index) -> tuple[Index | Formula, ...]:
    """A sample of the hypothesis learnt from b, with M errors or more."""
    return *history(0), *errors(0), ge(number(s), number(M))


def rare(M: Index) -> Formula:
    """The failure is 0 for a sample of the hypothesis learnt from b that has M errors or more."""
    return whenever(*errs_often(M), then=ge(-P(h), 0))


now = ("learnt now", eq(left(b), number(size)))
most_one = ("P ≤ 1", of_samples(ge(1 - P(h), 0)))


@lemma(
    (*parts(given), of_all, now, most_one, ("rare", rare(M)), ("M", ge(number(size) + 1, number(M)))),
    claim=ge(A(sequel(b, m, size, M)) - P(b), 0),
    example=samples.few,
)
def few_errors(d: Derivation) -> None:
    """A fault that occurs only where hypothesis k makes fewer than M errors has at most the probability of fewer than M errors.

    Proof. By induction over the examples to come: with s errors so far, it is at most that of fewer than M − s errors in the rest.
    """

    def least(h: Index, i: Index, t: Index) -> Formula:
        return ge(A(sequel(b, m, i, t)) - P(h), 0)

    def few(h: Index, i: Index, s: Index) -> Formula:
        """For s errors so far, of which t more make M."""
        return every(t, implies(ge(number(s) + number(t), number(M)), least(h, i, t)), below=number(M) + 1)

    def claim(i: Index) -> Formula:
        return whenever(*history(number(i)), *errors(number(i)), then=few(h, i, s))

    def prove(i: Index, none: Callable[[], str], more: Callable[[Index], str]) -> str:
        """The claim, from its proofs at t = 0 and at t + 1 with all premises at hand."""

        def enough(t: Index) -> Formula:
            return ge(number(s) + number(t), number(M))

        def under(t: Index, show: Callable[[], str]) -> str:
            with d.supposing(enough(t)):
                show()
            return d.last

        with d.supposing(*history(number(i)), *errors(number(i))):
            claim = lambda t: implies(enough(t), least(h, i, t))  # noqa: E731
            d.induction(claim, lambda: under(zero, none), lambda t, _: under(t + 1, lambda: more(t)), upto=M)
        return d.last

    def room(t: Index) -> str:
        return d.have(ge(n + 1, number(t) + 1))

    def base() -> str:
        def none() -> str:
            return d.have(least(h, zero, zero), d.use("rare", h, s), d.use("A none", b, m, zero))

        def more(t: Index) -> str:
            room(t)
            return d.have(least(h, zero, t + 1))

        return prove(zero, none, more)

    def step(i: Index, before: str) -> str:
        def at_each(most: Callable[[Polynomial], Term], allowed: Sequence[Index], *using: str) -> tuple[str, str]:
            """One example later P is at most that of the loss, as one more error is `allowed` without an error and with one."""

            def each(z: Index) -> str:
                after, own = sequel(h, z), loss(sequel(h, m, z))
                d.have(eq(risk(sequel(after, m)), risk(sequel(b, m))), keep(d, z), d.find_line(eq(risk(sequel(h, m)), risk(sequel(b, m)))))

                def with_(errors: int, line: str) -> str:
                    return d.have(ge(most(own) - P(after), 0), d.use(before, after, s + errors, allowed[errors]), line, *using)

                return either(d, own, d.use("zero-one", h, m, z), with_)

            for_examples(d, each)
            return d.cite("mean-monotone", f=lambda z: P(sequel(h, z)), g=lambda z: most(loss(sequel(h, m, z)))), d.use("P before", h)

        def none() -> str:
            nothing = d.use("A none", b, m, i)
            small, now_ = at_each(lambda own: poly(0), (zero, zero), nothing)
            return d.have(least(h, i + 1, zero), small, now_, d.cite("mean-linear", a=0, b=0, f=D), d.use("A none", b, m, i + 1))

        def more(t: Index) -> str:
            same, fewer = A(sequel(b, m, i, t + 1)), A(sequel(b, m, i, t))
            small, now_ = at_each(lambda own: same + (fewer - same) * own, (t + 1, t))
            spread = d.cite("mean-linear", a=same, b=fewer - same, f=lambda z: loss(sequel(h, m, z)))
            own, kept_ = d.use("risk", h, m), d.find_line(eq(risk(sequel(h, m)), risk(sequel(b, m))))
            lines = [small, now_, spread, "ΣD = 1", own, kept_, d.use("A", b, m, i, t)]
            return d.have(least(h, i + 1, t + 1), *lines)

        return prove(i + 1, none, more)

    always = d.induction(claim, base, step, upto=size)
    d.use(d.at(always, size), b, zero, M)


def either(d: Derivation, loss: Polynomial, zero_one: str, show: Callable[[int, str], str]) -> str:
    """The line proved where a loss is 0 and where it is 1, from the line that it is its own square."""

    def on(errors: int, sign: str) -> str:
        q, star = d.inverse(sign, str(d.fresh("1/loss").name))
        by = combination((q, zero_one), (1 - loss, star)) if errors else combination((-q, zero_one), (-loss, star))
        return d.forget(show(errors, d.have(eq(loss, errors), by=by)), star)

    return d.cases(loss - 1, lambda errs: on(1, d.have(gt(loss, 0))), lambda right: on(0, right))


@lemma(
    (("s ≥ t", ge(number(s), number(t))), ("t ≥ s", ge(number(t), number(s)))), claim=eq(number(s), number(t)), example=samples.no_numbers
)
def same_number(d: Derivation) -> None:
    """Natural numbers of which neither is the greater are the same.

    Proof. By induction over both.
    """

    def claim(s: Index, t: Index) -> Formula:
        return implies(ge(number(s), number(t)), implies(ge(number(t), number(s)), eq(number(s), number(t))))

    def render(s: Index, t: Index, show: Callable[[], str]) -> str:
        with d.supposing(ge(number(s), number(t)), ge(number(t), number(s))):
            show()
        return d.last

    def apart(s: Index, t: Index) -> str:
        """One of them is 0 and the other is not: from 0 > 0 there follows that 0 is 1."""

        def show() -> str:
            for part in (s, t):
                if part.name is not None:
                    d.natural(Index(part.name))
            _, star = d.inverse(d.have(gt(0, 0)), str(d.fresh("1/0").name))
            return d.forget(d.have(eq(number(s), number(t))), star)

        return render(s, t, show)

    def first() -> str:
        both = render(zero, zero, lambda: d.have(eq(0, 0)))
        return d.induction(lambda t: claim(zero, t), lambda: both, lambda t, _: apart(zero, t + 1))

    def next_(s: Index, before: str) -> str:
        def both(t: Index, _: str) -> str:
            def show() -> str:
                return d.have(eq(number(s) + 1, number(t) + 1))

            return render(s + 1, t + 1, show)

        return d.induction(lambda t: claim(s + 1, t), lambda: apart(s + 1, zero), both)

    d.use(d.induction(lambda s: every(t, claim(s, t)), first, next_), s, t)


# ------------------------------------------------------------------------------------------------------------------------------------------
# One hypothesis, and all T of them.


def above(k: Index) -> Formula:
    """Hypothesis k has a greater risk than U(k)."""
    return gt(risk(sequel(h, k)), U(sequel(h, k)))


def fails(
    label: str, name: Polynomial, k: Index, words: str, within: Callable[[Formula], Formula] = lambda said: said
) -> tuple[Fact, Fact]:
    """That a name is 1 for a sample where risk(k) > U(k), and 0 elsewhere."""
    return (
        define(f"{label} in the end", words, name, 1, within=lambda said: of_samples(within(where(above(k), said)))),
        define(f"{label} elsewhere", words, name, 0, within=lambda said: of_samples(within(implies(nowhere(above(k)), said)))),
    )


positive = Fact("δ > 0", "δ is the probability of failure that is allowed", gt(delta, 0))
one_fails = fails("P", P(h), m, "for a sample, P is 1 if hypothesis m has a risk above U(m), else 0")
rests = Fact("m < T", "hypothesis m is learnt from all but the last m + 1 of the T examples", of_all[1])


@theorem(
    (*given, *invert(m, 1, lambda said: said), rests, positive, *one_fails),
    claim=le(P(0), delta),
    displayed=probability_claim(above(m), delta, (*given, *one_fails), (total, A), U, B, one=True),
    sample=samples.sample_held_out,
    tails=long_samples.check(),
)
def test_set_bound(d: Derivation) -> None:
    """With probability at least 1 − δ, a hypothesis has at most the risk that the binomial tail, inverted, gives for its held-out errors.

    Of T examples drawn independently from finitely many, hypothesis m is learnt from all but the last m + 1. If it errs on s of these, let
    U(m) be the greatest risk with which s errors or fewer have the probability δ, or any number above it; then the probability is at most
    δ that its risk is above U(m).

    No derivation: SymPy inverts the tail in closed form for no error only, U = 1 − δ^(1/m) from (1 − U)^m = δ; for more errors U is a
    root of a polynomial of degree m.
    """

    own, most = risk(sequel(h, m)), U(sequel(h, m))
    goal = ge(delta - P(b), 0)

    def fine(wanted: Formula, wrong: Callable[[], str]) -> str:
        """The consequence for a sample where P is 0, and by `wrong` where risk(m) > U(m)."""

        def above(case: str) -> str:
            return wrong()

        return d.cases(most - own, lambda _: d.have(wanted), above)

    with d.supposing(h, eq(left(h), 0)):
        fine(ge(1 - P(h), 0), lambda: d.have(ge(1 - P(h), 0), d.use("P in the end", h)))

    def risk_at_most_one() -> None:
        for_examples(d, lambda z: d.have(ge(1 - loss(sequel(b, m, z)), 0)))
        d.cite("mean-monotone", f=lambda z: loss(sequel(b, m, z)), g=lambda z: 1)

    def rarer(j: Index, likely: str, more: str) -> None:
        """Nothing is wrong with j errors, where as many or fewer are likelier than δ."""
        wanted = ge(-P(h), 0)

        def just_as_many(same: str, count: str, room: str, more: str) -> str:
            d.have(eq(total(sequel(h, m)), number(j)), count, d.cite("same-number", t=j))
            falls = d.at(d.cite("binomial-tail-falls"), j + 1)
            return d.have(wanted, d.use("U", h, j), falls, likely)

        def still_more(case: str) -> str:
            d.integer(case, s, j)
            return d.use(more, h, s)

        with d.supposing(*errs_often(j)) as (_, *counts):
            d.cases(number(j) - number(s), lambda _: fine(wanted, lambda: just_as_many(*counts)), still_more)

    def at_first() -> None:
        risk_at_most_one()

        def none() -> str:
            with d.supposing(rare(zero)):
                d.have(ge(number(size) + 1, 0))
                d.have(goal, d.cite("few-errors", M=zero), d.use("A none", b, m, size), "δ > 0")
            return d.last

        def more(j: Index, before: str) -> str:
            tail_ = A(sequel(b, m, size, j + 1))

            def on(case: str, assumed: str) -> str:
                rarer(j, case, assumed)
                return d.apply(before, d.last)

            with d.supposing(rare(j + 1)) as (assumed,):
                few = lambda case: d.have(goal, d.cite("few-errors", M=j + 1), case)  # noqa: E731
                d.cases(delta - tail_, few, lambda case: on(case, assumed))
            return d.last

        always = d.induction(lambda j: implies(rare(j), goal), none, more, upto=size + 1)
        d.apply(d.at(always, size + 1), never())

    def never() -> str:
        """No hypothesis errs more often than it is tested."""
        with d.supposing(*errs_often(size + 1)):
            d.have(ge(-P(h), 0))
        return d.last

    with d.supposing(b, now[1]):
        at_first()
    first = d.last

    def whole(i: Index) -> tuple[Index, Formula, Formula]:
        """Also before hypothesis m is learnt."""
        return b, eq(left(b), number(i)), ge(number(i), number(size))

    def start_() -> str:
        with d.supposing(*whole(zero)):
            d.have(goal)
        return d.last

    def earlier(i: Index, before: str) -> str:
        def not_yet() -> str:
            for_examples(d, lambda z: d.use(before, sequel(b, z)))
            below = d.cite("mean-monotone", f=lambda z: P(sequel(b, z)), g=lambda z: delta)
            return d.have(goal, below, d.use("P before", b), d.cite("mean-linear", a=delta, b=0, f=D), "ΣD = 1")

        def just_now(case: str, count: str) -> str:
            d.integer(case, size, i)
            d.have(eq(left(b), number(size)), count, d.cite("same-number", s=i + 1, t=size))
            return d.use(first, b)

        with d.supposing(*whole(i + 1)) as (count, _):
            d.cases(number(i) - number(size), lambda _: not_yet(), lambda case: just_now(case, count))
        return d.last

    d.use(d.use(d.induction(lambda i: whenever(*whole(i), then=goal), start_, earlier, upto=T), T), zero)


def every_one(said: Formula) -> Formula:
    return every(k, said, below=n)


own_failures = (
    *fails("W", W(sequel(h, k)), k, "for a sample, W(h, k) is 1 if hypothesis k has a risk above U(k), else 0", every_one),
    define(
        "W before",
        "W(h, k) is the probability of that once h has been seen",
        W(sequel(h, k)),
        mean(lambda z: W(sequel(sequel(h, z), k))),
        within=lambda said: every(h, implies(ge(left(h), 1), every_one(said))),
    ),
)
all_fail = count_hypotheses(above(k), "wrong(h, k) is 1 if one of the first k hypotheses has a risk above its U, else 0")


@theorem(
    (*given, *invert(k, n, every_one), positive, *own_failures, *all_fail),
    claim=le(P(0), delta),
    displayed=probability_claim(above(k), delta, (*given, *own_failures, *all_fail), (total, A, W), U, B),
    sample=samples.sample_all_held_out,
    tails=long_samples.check(together=True),
)
def test_set_bounds(d: Derivation) -> None:
    """With probability at least 1 − δ, each of the T hypotheses has at most the risk that the binomial tail, inverted at δ/T, gives.

    Of T examples drawn independently from finitely many, hypothesis k is learnt from all but the last k + 1. If it errs on s of these, let
    U(k) be the greatest risk with which s errors or fewer have the probability δ/T, or any number above it; then the probability is at
    most δ that any of the T hypotheses has a risk above its U(k), so also the one that is chosen by U.

    No derivation: SymPy inverts the tail in closed form for no error only, U = 1 − (δ/T)^(1/m); for more errors U is a root of a
    polynomial of degree m.
    """

    def below(i: Index, h: Index) -> Polynomial:
        return sum_below(i, lambda k: W(sequel(h, k)))

    def sooner(i: Index, wrong: Sequence[str], fine: Sequence[str], show: Callable[..., str]) -> str:
        """The line proved from these definitions, where risk(i) > U(i) and where it is not."""
        value, most = risk(sequel(h, i)), U(sequel(h, i))

        def above(case: str) -> str:
            return show(*(d.use(name, h, i) for name in wrong))

        return d.cases(most - value, lambda _: show(*(d.use(name, h, i) for name in fine)), above)

    def all_of_them() -> None:
        """For a sample, P ≤ ΣW."""
        d.unfold(lambda k: W(sequel(h, k)))

        def positive_(i: Index) -> str:
            return sooner(i, ["W in the end"], ["W elsewhere"], lambda line: d.have(ge(W(sequel(h, i)), 0)))

        termwise(d, [(1, lambda k: W(sequel(h, k)))], positive_, upto=T, equal=False)

        def step(i: Index, before: str) -> str:
            claim = ge(below(i + 1, h) - wrong(sequel(h, i + 1)), 0)
            show = lambda *lines: d.have(claim)  # noqa: E731
            return sooner(i, ["W in the end", "wrong"], ["W elsewhere", "wrong kept"], show)

        d.induction(lambda i: ge(below(i, h) - wrong(sequel(h, i)), 0), step=step, upto=T)
        d.have(ge(below(T, h) - P(h), 0))

    with d.supposing(h, eq(left(h), 0)):
        all_of_them()
    with d.supposing(j, ge(n, number(j) + 1), h, eq(left(h), number(j) + 1)):
        W_after: Callable[[Index], list[Summed]] = lambda z: [(1, lambda k: W(sequel(sequel(h, z), k)))]  # noqa: E731
        mean_of_sums(d, W_after, lambda k: W(sequel(h, k)), lambda i: [d.use("W before", h, i)])
        d.have(ge(below(T, h) - mean(lambda z: below(T, sequel(h, z))), 0))
    at_most = d.cite("draws", G=lambda h: below(T, h))
    sums = d.unfold(lambda k: W(sequel(zero, k)))

    def shares(share: Polynomial, each: Callable[[Index], str]) -> str:
        """ΣW at the start, of which `each` is at most its share."""
        claim: Callable[[Index], Formula] = lambda i: ge(number(i) * share - below(i, zero), 0)  # noqa: E731
        return d.upto(T, claim, step=lambda i, _: [d.at(sums[1], i), each(i)])

    def nothing(case: str) -> str:
        """There is no example, and no hypothesis."""
        shares(delta, lambda i: d.have(ge(delta - W(sequel(zero, i)), 0)))
        return d.have(ge(delta - P(0), 0))

    def share(case: str) -> str:
        q, star = d.inverse(d.have(gt(n, 0)), "1/T")

        def each(i: Index) -> str:
            value, most = risk(sequel(h, i)), U(sequel(h, i))
            sample = h, eq(left(h), 0)
            with d.supposing(*sample):
                d.use("U ≥ 0", h, i)
            with d.supposing(*sample, s, ge(number(i) + 2, number(s) + 1), eq(total(sequel(h, i)), number(s)), gt(1, most)):
                d.have(le(B(sequel(h, i, i + 1, s + 1)), q * delta))
            for event, name in ((gt(value, most), "W in the end"), (ge(most, value), "W elsewhere")):
                with d.supposing(*sample, event):
                    d.use(name, h, i)
            with d.supposing(h, ge(left(h), 1)):
                d.use("W before", h, i)
            return d.cite("test-set-bound", m=i, P=lambda h: W(sequel(h, i)), δ=q * delta)

        return d.forget(d.have(ge(delta - P(0), 0), at_most, shares(q * delta, each), star, "δ > 0"), star)

    d.cases(n - 1, share, nothing)
