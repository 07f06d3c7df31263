"""Samples, as a tree of draws: what the theorems on online to batch say of the learner, its hypotheses and their losses.

An example is z < N with probability D(z), and T of them are drawn independently, one after the other.  A history h is the empty one, 0, or
a history followed by z, written (h, z); left(h) examples are still to come, and a history with none left is a sample.  Hypothesis k < T is
what the learner makes of the history with k + 1 examples left, so of earlier examples only; that history is arbitrary, and so is what is
made of it.  loss(h, k, z) is its loss on z, where h is that history or a later one.

A list of numbers stands for one number, so loss(h, k, z) is an entry of a sequence, and nothing is assumed of the learner.
"""

from proofs.statements.authoring import (
    Callable, Fact, Formula, Index, Polynomial, Term, eq, every, ge, implies, nat, number, seq, sequel, summed,
)  # fmt: skip
from proofs.theorems.batch.samples import still
from proofs.theorems.probability.draws import T, after, before, examples, fewer, for_examples, h, left, n, start, used, z
from proofs.theorems.probability.finite import D, N, mean, positive_power, unfold, weights, whole

__all__ = [  # what the pages of this folder say with them
    "D", "N", "T", "for_examples", "h", "left", "mean", "n", "positive_power", "still", "unfold", "used", "z",
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
distribution = (
    Fact("D ≥ 0", "D(z) is the probability of the example z: it is not negative", weights[1]),
    Fact("ΣD = 1", "the probabilities sum to 1", whole[1]),
)
bounded = (
    Fact("loss ≥ 0", "a loss is not negative", hypotheses(implies(learnt, every(z, ge(loss(sequel(h, k, z)), 0), below=number(N))))),
    Fact("loss ≤ 1", "a loss is at most 1", hypotheses(implies(learnt, every(z, ge(1 - loss(sequel(h, k, z)), 0), below=number(N))))),
)
names = (
    Fact("left starts", "T examples are to be drawn", start[1], defines=left),
    Fact("left", "left(h) is how many are still to come after the history h", fewer[1], defines=left),
    Fact(
        "loss kept",
        "loss(h, k, z) is the loss on z of hypothesis k, learnt with k + 1 examples left; it no longer changes",
        draws(implies(learnt, every(y, eq(loss(sequel(after, k, y)), loss(sequel(h, k, y))), below=number(N)))),
        defines=loss,
    ),
    Fact(
        "risk",
        "risk(h, k) is the mean loss of hypothesis k",
        hypotheses(implies(learnt, eq(risk(of), mean(lambda z: loss(sequel(h, k, z)))))),
        defines=risk,
    ),
    Fact(
        "tested before",
        "tested(h, k) is how many of the last k examples have come",
        hypotheses(implies(ge(left(h), number(k)), eq(tested(of), 0)), below=n + 2),
        defines=tested,
    ),
    Fact(
        "tested",
        "tested(h, k) is how many of the last k examples have come",
        hypotheses(implies(ge(number(k), left(h)), eq(tested(of), number(k) - left(h))), below=n + 2),
        defines=tested,
    ),
    Fact(
        "total before",
        "total(h, k) is the sum of the losses of hypothesis k from its own round on",
        hypotheses(implies(ge(left(h), number(k) + 1), eq(total(of), 0))),
        defines=total,
    ),
    Fact(
        "total",
        "total(h, k) is the sum of the losses of hypothesis k from its own round on",
        draws(implies(learnt, eq(total(later), total(of) + loss(sequel(h, k, z))))),
        defines=total,
    ),
    Fact(
        "met before",
        "met(h, k) is the loss of hypothesis k on the example of its own round, 0 until that comes",
        hypotheses(implies(ge(left(h), number(k) + 1), eq(met(of), 0))),
        defines=met,
    ),
    Fact(
        "met",
        "met(h, k) is the loss of hypothesis k on the example of its own round",
        draws(implies(eq(left(h), number(k) + 1), eq(met(later), loss(sequel(h, k, z))))),
        defines=met,
    ),
    Fact(
        "met later",
        "met(h, k) is the loss of hypothesis k on the example of its own round",
        draws(implies(ge(number(k), left(h)), eq(met(later), met(of)))),
        defines=met,
    ),
)
probability = Fact("P before", "P(h) is the probability of failure once h has been seen", before[1], defines=P)
averages = Fact(
    "average",
    "average(h, k) is total(h, k)/(k + 1): for a sample, the average loss of hypothesis k on the k + 1 examples from its own round on",
    hypotheses(eq((number(k) + 1) * average(of), total(of))),
    defines=average,
)
tree = (*distribution, *bounded, *names, probability)


def over(term: Callable[[Index], Term], below: Index = T) -> Polynomial:
    """Σ term(k) over the hypotheses."""
    return summed(below, term)
