"""Bounds on sums over all rounds: squared lengths, losses, the learner's own losses, and the least score of the final weights.

In no source.  A run of T rounds: χ(t) is 1 if round t is an update and else 0, v(t) are the weights before it, and x(t) is the example
times its label, so that v(t+1) = v(t) + χ(t)x(t).  The Perceptron updates where ⟨v, x⟩ ≤ 0 and not where ⟨v, x⟩ > 0.  N counts the updates
and B sums ‖x‖² over them.

The proofs.  Inductions on the rounds, whose step compares χ times a number with that number, as 0 ≤ χ ≤ 1.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Formula, Index, Polynomial, Term, certificate, eq, every, gamma, ge, gt, implies, inner, k, le, lemma, multiple, nat,
    null, number, positive_margin, product, real, seq, sequence, strict, u, vseq,
)  # fmt: skip

T = nat("T")
chi, N, f, A, B = (seq(name) for name in ("χ", "N", "f", "A", "B"))
loss, L, P = (seq(name) for name in ("loss", "L", "P"))
v, x = vseq("v"), vseq("x")
c, F = real("c"), real("F")
rounds = number(T)


def score(t: Index) -> Polynomial:
    """y⟨w, x⟩ in round t, before the learner sees the label."""
    return inner(v(t), x(t))


indicator = Fact("χ", "χ(t) is 1 if round t is an update, else 0", every(k, eq(chi(k) ** 2, chi(k)), below=rounds))
counted = sequence("N", N, 0, N(k) + chi(k), "N counts the updates", "N grows by χ(t) in round t")
sums = (
    *sequence("A", A, 0, A(k) + f(k), "A is a sum over all rounds", "A grows by f(t) in round t"),
    *sequence("B", B, 0, B(k) + chi(k) * f(k), "B is the sum over the updates", "B grows by χ(t)f(t) in round t"),
)
not_negative = Fact("f ≥ 0", "f is not negative", every(k, ge(f(k), 0), below=rounds))
at_most = Fact("f ≤ c", "f is at most c", every(k, le(f(k), c), below=rounds))


def between(d: Derivation, i: Index) -> tuple[str, str]:
    """χ(i) ≥ 0 and 1 − χ(i) ≥ 0: each is its own square."""
    return d.have(ge(chi(i), 0)), d.have(ge(1 - chi(i), 0))


@lemma(indicator, not_negative, *sums, claim=ge(A(T), B(T)))
def rounds_above_updates(d: Derivation) -> None:
    """a sum over all rounds is at least that over the updates."""

    d.upto(T, lambda i: ge(A(i), B(i)))


@lemma(indicator, at_most, *sums, *counted, claim=le(A(T), B(T) + c * (rounds - N(T))))
def rounds_beside_updates(d: Derivation) -> None:
    """a sum over all rounds is at most that over the updates and c for each other round."""

    def step(i: Index, before: str) -> None:
        _, rest = between(d, i)
        d.have(ge((1 - chi(i)) * (c - f(i)), 0), by=certificate(product(rest, d.at("f ≤ c", i))))

    d.upto(T, lambda i: le(A(i), B(i) + c * (number(i) - N(i))), (), step)


@lemma(not_negative, at_most, sums[0], sums[1], *sequence("P", P, 0, P(k) + f(k) ** 2, "", ""), claim=le(P(T), c * A(T)))
def rounds_square_most(d: Derivation) -> None:
    """a sum of squares of numbers from 0 to c is at most c times their sum."""

    d.upto(T, lambda i: le(P(i), c * A(i)))


run = (
    indicator,
    Fact("v starts", "the weights start at 0", null(v(0))),
    Fact("v", "an update adds y·x to the weights", every(k, null(v(k + 1) - v(k) - chi(k) * x(k)))),
    Fact("update where ≤ 0", "an update happens only if y⟨w, x⟩ ≤ 0", every(k, le(chi(k) * score(k), 0), below=rounds)),
    Fact("no update where ≥ 0", "and if y⟨w, x⟩ < 0", every(k, ge((1 - chi(k)) * score(k), 0), below=rounds)),
)
lengths = (*counted, *sequence("B", B, 0, B(k) + chi(k) * inner(x(k), x(k)), "B sums ‖x‖² over the updates", "B grows by χ(t)‖x(t)‖²"))
own_losses = (
    Fact("loss ≥ 0", "a loss is not negative", every(k, ge(loss(k), 0), below=rounds)),
    Fact("loss", "a loss is at least 1 − y⟨w, x⟩", every(k, ge(loss(k), 1 - score(k)), below=rounds)),
    *sequence("L", L, 0, L(k) + loss(k), "L is the sum of the losses", "L grows by loss(t) in round t"),
)
exact = Fact("loss exactly", "a loss is 0 or 1 − y⟨w, x⟩", every(k, eq(loss(k) * (loss(k) - 1 + score(k)), 0), below=rounds))
loss_squares = sequence("P", P, 0, P(k) + loss(k) ** 2, "P is the sum of squared losses", "P grows by loss(t)² in round t")


def at_update(d: Derivation, i: Index) -> str:
    """loss ≥ χ(1 − s), where s is the score: an update has at least this loss."""
    between(d, i)
    return d.have(ge(loss(i), chi(i) * (1 - score(i))))


def move(d: Derivation, i: Index) -> list[str]:
    """The growth of ‖v‖² in round i."""
    grown = d.at("v", i)
    return [*(d.expand(grown, other) for other in (v(i + 1), v(i), x(i))), d.at("χ", i)]


def energy(d: Derivation, i: Index) -> str:
    """‖v(i+1)‖² = ‖v(i)‖² + 2χs + χ‖x‖²."""
    after, before = inner(v(i + 1), v(i + 1)), inner(v(i), v(i))
    own, x2 = d.at("χ", i), inner(x(i), x(i))
    flat = d.have(eq(after, before + 2 * chi(i) * score(i) + chi(i) ** 2 * x2), *move(d, i)[:3])
    return d.have(eq(after, before + 2 * chi(i) * score(i) + chi(i) * x2), by=certificate(multiple(1, flat), multiple(x2, own)))


def start(d: Derivation) -> list[str]:
    return [d.expand("v starts", v(0)), "L starts", "N starts", "B starts"]


@lemma(indicator, *counted, claim=le(N(T), rounds))
def updates_are_rounds(d: Derivation) -> None:
    """there are no more updates than rounds."""
    d.upto(T, lambda i: le(N(i), number(i)), (), lambda i, _: [between(d, i)[1], d.at("N", i)])


@lemma(*run, *lengths, *own_losses, claim=ge(2 * L(T), 2 * N(T) + B(T) - inner(v(T), v(T))))
def learner_losses_least(d: Derivation) -> None:
    """the learner's losses are at least N + (Σ‖x‖² − ‖v‖²)/2.

    Proof. A loss is at least χ(1 − y⟨w, x⟩), and the sum of 2χy⟨w, x⟩ is ‖w‖² − Σ‖x‖².
    """

    def step(i: Index, before: str) -> list[str]:
        return [at_update(d, i), energy(d, i), d.at("L", i), d.at("N", i), d.at("B", i)]

    d.upto(T, lambda i: ge(2 * L(i), 2 * N(i) + B(i) - inner(v(i), v(i))), start(d), step)


@lemma(*run, *lengths, *own_losses, exact, claim=le(2 * L(T), 2 * rounds + B(T) - inner(v(T), v(T))))
def learner_losses_most(d: Derivation) -> None:
    """the learner's losses are at most T + (Σ‖x‖² − ‖v‖²)/2.

    Proof. A loss is at most 1 − χy⟨w, x⟩.
    """

    def step(i: Index, before: str) -> list[str]:
        return [d.have(le(loss(i), 1 - chi(i) * score(i))), energy(d, i), d.at("L", i), d.at("B", i)]

    d.upto(T, lambda i: le(2 * L(i), 2 * number(i) + B(i) - inner(v(i), v(i))), start(d), step)


def above_indicator(d: Derivation, i: Index) -> str:
    """loss ≥ χ: an update has a loss of 1 or more."""
    return d.have(ge(loss(i), chi(i)), at_update(d, i), d.at("update where ≤ 0", i))


@lemma(*run, *counted, *own_losses, claim=ge(L(T), N(T)))
def learner_losses_above_updates(d: Derivation) -> None:
    """each update has a loss of 1 at least."""

    d.upto(T, lambda i: ge(L(i), N(i)), (), lambda i, _: [above_indicator(d, i), d.at("L", i), d.at("N", i)])


@lemma(*run, *counted, *own_losses[:2], *loss_squares, claim=ge(P(T), N(T)))
def learner_squares_above_updates(d: Derivation) -> None:
    """each update has a squared loss of 1 at least."""

    def step(i: Index, before: str) -> None:
        more, (is_one, _) = above_indicator(d, i), between(d, i)
        d.have(ge(loss(i) ** 2, chi(i)), by=certificate(product(more, more), product(2, is_one, more), multiple(1, d.at("χ", i))))

    d.upto(T, lambda i: ge(P(i), N(i)), (), step)


@lemma(*run, *lengths, *own_losses[:2], *loss_squares, claim=ge(P(T), N(T) + B(T) - inner(v(T), v(T))))
def learner_squares_least(d: Derivation) -> None:
    """the squared losses sum up to at least N + Σ‖x‖² − ‖v‖².

    Proof. loss² ≥ χ(1 − y⟨w, x⟩)² ≥ χ(1 − 2y⟨w, x⟩).
    """

    def step(i: Index, before: str) -> list[str]:
        s = score(i)
        at_update(d, i)
        d.have(ge(chi(i) * (1 - s), 0))
        each = d.have(ge(loss(i) ** 2, chi(i) * (1 - 2 * s)))
        return [each, energy(d, i), d.at("P", i), d.at("N", i), d.at("B", i)]

    d.upto(T, lambda i: ge(P(i), N(i) + B(i) - inner(v(i), v(i))), (), step)


least_score = Fact("F", "no final score is below F", every(k, ge(inner(v(T), x(k)), F), below=rounds))


@lemma(*run[:3], *counted, least_score, claim=ge(inner(v(T), v(T)), F * N(T)))
def least_score_most(d: Derivation) -> None:
    """‖v‖² ≥ NF, for F the least score of the final weights v.

    Proof. ‖w‖² is the sum of the scores of the updates.
    """
    final = v(T)

    def step(i: Index, before: str) -> None:
        is_one = between(d, i)[0]
        d.have(ge(chi(i) * (inner(final, x(i)) - F), 0), by=certificate(product(is_one, d.at("F", i))))

    d.upto(T, lambda i: ge(inner(final, v(i)), F * N(i)), (), step)


at_least = Fact("f ≥ c", "f is at least c", every(k, ge(f(k), c), below=rounds))
marked = Fact("f ≤ cχ", "f is at most c, and 0 where χ is", every(k, le(f(k), c * chi(k)), below=rounds))


@lemma(indicator, at_least, *sums[2:], *counted, claim=ge(B(T), c * N(T)))
def marked_rounds_least(d: Derivation) -> None:
    """a sum over the rounds with χ = 1 is at least c times their number where f ≥ c."""

    def step(i: Index, before: str) -> None:
        is_one = between(d, i)[0]
        d.have(ge(chi(i) * (f(i) - c), 0), by=certificate(product(is_one, d.at("f ≥ c", i))))

    d.upto(T, lambda i: ge(B(i), c * N(i)), (), step)


@lemma(indicator, at_most, *sums[2:], *counted, claim=le(B(T), c * N(T)))
def marked_rounds_most(d: Derivation) -> None:
    """a sum over the rounds with χ = 1 is at most c times their number where f ≤ c."""

    def step(i: Index, before: str) -> None:
        is_one = between(d, i)[0]
        d.have(ge(chi(i) * (c - f(i)), 0), by=certificate(product(is_one, d.at("f ≤ c", i))))

    d.upto(T, lambda i: le(B(i), c * N(i)), (), step)


@lemma(marked, *sums[:2], *counted, claim=le(A(T), c * N(T)))
def rounds_of_marked(d: Derivation) -> None:
    """a sum over all rounds is at most c times the number of those with χ = 1, if f is 0 in the others."""
    d.upto(T, lambda i: le(A(i), c * N(i)))


tau, E, size_of_v = seq("τ"), seq("E′"), seq("‖v‖")
mistakes = (
    Fact("τ", "τ(t) is 1 if round t is a mistake, else 0", every(k, eq(tau(k) ** 2, tau(k)), below=rounds)),
    Fact("mistake where ≤ 0", "a mistake happens only if y⟨w, x⟩ ≤ 0", every(k, le(tau(k) * score(k), 0), below=rounds)),
    *sequence("E′", E, 0, E(k) + tau(k), "E′ counts the mistakes", "E′ grows by τ(t) in round t"),
)
lengths_of_v = (
    Fact("‖v‖ ≥ 0", "a length is not negative", every(k, ge(size_of_v(k), 0))),
    Fact("‖v‖", "‖v‖ is the length of the weights", every(k, eq(size_of_v(k) ** 2, inner(v(k), v(k))))),
)
separable_rounds = Fact("separable rounds", "y⟨u, x⟩ ≥ γ in every round", every(k, ge(inner(u, x(k)), gamma), below=rounds))
bounded_rounds = Fact("bounded rounds", "‖x‖ ≤ 1 in every round", every(k, le(inner(x(k), x(k)), 1), below=rounds))
first_update = Fact("first example", "at the first weights each score is a tie, and the first example is an update", eq(chi(0), 1))
some_round = Fact("T ≥ 1", "there is an example", ge(rounds, 1))
mistake_driven = Fact("mistake-driven rounds", "an update happens exactly at a mistake", every(k, eq(chi(k), tau(k)), below=rounds))


def after_first(d: Derivation) -> str:
    """The line: the updates up to each round are at least 1, with that of the round itself, if the first round is an update."""

    def one_by_now(i: Index) -> Formula:
        return implies(ge(rounds, number(i) + 1), ge(N(i) + chi(i), 1))

    def base() -> str:
        with d.supposing(ge(rounds, 1)):
            d.have(ge(N(0) + chi(0), 1))
        return d.last

    def later(i: Index, before: str) -> str:
        with d.supposing(ge(rounds, number(i) + 2)):
            there = d.apply(before, d.have(ge(rounds, number(i) + 1)))
            d.have(ge(N(i + 1) + chi(i + 1), 1), there, d.at("N", i), between(d, i + 1)[0])
        return d.last

    return d.induction(one_by_now, base, later)


@lemma(indicator, *counted, first_update, some_round, claim=ge(N(T), 1))
def updates_at_least_one(d: Derivation) -> None:
    """there is an update if the first round is one.

    Proof. N(t) ≥ 1 for t ≥ 1, that is, t(N(t) − 1) ≥ 0 for all t.
    """
    started = after_first(d)

    def step(i: Index, before: str) -> list[str]:
        return [d.have(ge((number(i) + 1) * (N(i + 1) - 1), 0), by=certificate(product(d.natural(i + 1), more(i))))]

    def more(i: Index) -> str:
        return d.have(ge(N(i + 1) - 1, 0), d.at(started, i), d.at("N", i))

    reached = d.upto(T, lambda i: ge(number(i) * (N(i) - 1), 0), (), step)
    d.have(ge(N(T), 1), by=certificate(strict("z"), product("z", "T ≥ 1"), product(reached)))


@lemma(*counted, *mistakes[2:], mistake_driven, claim=eq(E(T), N(T)))
def mistakes_are_updates(d: Derivation) -> None:
    """there are as many mistakes as updates, if an update happens exactly at a mistake."""
    d.upto(T, lambda i: eq(E(i), N(i)))


def far(d: Derivation, i: Index) -> str:
    """χ⟨u, x⟩ ≥ χγ: an update is on an example that u has on its side."""
    by = certificate(product(between(d, i)[0], d.at("separable rounds", i)))
    return d.have(ge(chi(i) * inner(u, x(i)), chi(i) * gamma), by=by)


def threshold(share: Term) -> Fact:
    """The Margin Perceptron's rule at the threshold share·γ, of the rounds in which it adds nothing."""
    words = "without an update y⟨w, x⟩ is at the threshold times ‖w‖ or above"
    return Fact("no update below", words, every(k, ge((1 - chi(k)) * (score(k) - share * gamma * size_of_v(k)), 0), below=rounds))


def below_threshold(share: Term) -> Fact:
    """The same rule, of the rounds in which it adds an example."""
    words = "an update happens only if y⟨w, x⟩ is at most the threshold times ‖w‖"
    return Fact("update below", words, every(k, le(chi(k) * (score(k) - share * gamma * size_of_v(k)), 0), below=rounds))


of_margin = (
    *run[:3], *counted, *mistakes, *lengths_of_v, first_update, threshold(c), Fact("c > 0", "the threshold is above 0", gt(c, 0)),
    positive_margin(), separable_rounds,
)  # fmt: skip


@lemma(*of_margin, claim=every(k, le(tau(k), chi(k)), below=rounds))
def margin_mistakes_updated(d: Derivation) -> None:
    """every mistake of the Margin Perceptron is its first example or an update, at a threshold cγ‖v‖ with c > 0.

    Proof. In a round p = τ(1 − χ) is 1 if there is a mistake and no update. Then cγ‖v‖ ≤ y⟨v, x⟩ ≤ 0, so v = 0; but ⟨u, v⟩ ≥ γN, and
    N ≥ 1 after the first example, which is an update.
    """

    after_first(d)
    added = d.induction(lambda i: ge(N(i), 0), (), lambda i, _: [between(d, i)[0], d.at("N", i)], upto=T)
    along = d.induction(
        lambda i: ge(inner(u, v(i)), gamma * N(i)), (), lambda i, _: [far(d, i), d.expand(d.at("v", i), u), d.at("N", i)], upto=T
    )

    i = Index("i")
    with d.supposing(i, ge(rounds, number(i) + 1)):
        missed, size, score_of_u = tau(i) * (1 - chi(i)), size_of_v(i), inner(u, v(i))
        between(d, i)
        d.have(ge(tau(i), 0), d.at("τ", i)), d.have(ge(1 - tau(i), 0), d.at("τ", i))
        sign = d.have(ge(missed, 0))
        short = d.have(le(c * gamma * size * missed, 0))
        by = certificate(strict("z", "c > 0", "positive margin"), product(d.at("‖v‖ ≥ 0", i), short))
        short = d.have(le(size**2 * missed, 0), by=by)
        count, reached, joined = d.at(added, i), d.at(along, i), d.cite("cauchy-schwarz", a=u, b=v(i))
        by = certificate(product(reached, reached), product(2, "positive margin", count, reached))
        reached = d.have(ge(score_of_u**2, gamma**2 * N(i) ** 2), by=by)
        parts = product(sign, reached), product(sign, joined), product(d.square(u), short)
        none = d.have(le(gamma**2 * N(i) ** 2 * missed, 0), by=certificate(*parts, multiple(missed * inner(u, u), d.at("‖v‖", i))))
        none = d.have(le(N(i) ** 2 * missed, 0), by=certificate(strict("z", "positive margin", "positive margin"), product(none)))
        more = d.have(ge((N(i) - 1) * missed, 0))
        none = d.have(le(missed, 0), by=certificate(product(none), product(more), product(count, more)))
        d.have(le(tau(i), chi(i)))


@lemma(*of_margin, claim=le(E(T), N(T)))
def margin_mistakes(d: Derivation) -> None:
    """the Margin Perceptron makes no more mistakes than updates, its first example among them, at a threshold cγ‖v‖ with c > 0."""
    updated = d.cite("margin-mistakes-updated")
    d.upto(T, lambda i: le(E(i), N(i)), (), lambda i, _: [d.at(updated, i), d.at("E′", i), d.at("N", i)])
