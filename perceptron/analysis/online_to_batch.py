"""From online to batch: one hypothesis out of all that a learner had, with a certificate of its risk (MR Theorem 4, CBCG 2004).

A learner goes once over T examples and has, before each round, a hypothesis: h₁, …, h_T (what it has at the end is not among them).
Chosen is the one whose average loss on the k examples from its own round on, plus c(k) = √(ln(T(T+1)/δ)/(2k)), is least.  With probability
at least 1 − δ over samples drawn independently from one distribution, its risk is at most

    average loss while learning + 6√(ln(2(T+1)/δ)/T)              as MR prints it, (9)
    average loss while learning + (4 + 1/√2)√(ln((T+1)/δ)/T)      as `perceptron-proofs show online-to-batch` proves it

for losses in [0, 1] and 0 < δ ≤ 1.  Nothing here can know whether examples were drawn independently: that is the caller's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import log, sqrt
from typing import Any

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.losses import Ball, enclosed, precision
from perceptron.learners.perceptron import Learner
from perceptron.numbers.exact import common_denominator, exact, positive
from perceptron.runs.trace import run

DIGITS = 6
NEAR = 1e-9  # two penalised losses that floats put closer than this are told apart by balls


@dataclass(frozen=True)
class Chosen:
    """The hypothesis that was chosen, and what is certified of its risk.

    round: the 0-based round before which the learner had it.  empirical: its average loss on the `examples` examples from there on.
    average: the learner's average loss on the way.  printed, proved: the two bounds above.  penalised: empirical + c, itself a bound on
    the risk, with probability 1 − δ/(T+1), and on real data the smallest.  spread: average + √(ln(1/δ)/(2T)), a bound on the mean of the
    risks of all T hypotheses, so on the risk of one drawn at random.  Each is a decimal, rounded up, with its probability by itself.
    """

    round: int
    T: int
    delta: Fraction
    empirical: Fraction
    average: Fraction
    penalised: str
    printed: str
    proved: str
    spread: str

    @property
    def examples(self) -> int:
        """How many examples the hypothesis was judged on."""
        return self.T - self.round

    @property
    def vacuous(self) -> bool:
        """Whether (9), as it is printed, says nothing."""
        return Fraction(self.printed) >= 1


def penalty(T: int, delta: object) -> Ball:
    """6√(ln(2(T+1)/δ)/T), what (9) adds to the average loss, as a ball.  Raises InputError for T < 1 and for δ not in (0, 1]."""
    T, d = _size(T), _delta(delta)
    with precision():
        return 6 * _root(2 * (T + 1) / d, T)


def proved_penalty(T: int, delta: object) -> Ball:
    """(4 + 1/√2)√(ln((T+1)/δ)/T), what the companion's theorem adds, as a ball.  Raises InputError as `penalty` does."""
    T, d = _size(T), _delta(delta)
    with precision():
        return (4 + enclosed(Fraction(1, 2)).sqrt()) * _root((T + 1) / d, T)


def least_sample(delta: object, by: Callable[[int, object], Ball] = penalty) -> int:
    """The least T at which such a penalty is below 1: with fewer examples the bound says nothing, however few the mistakes."""
    low, high = 1, 2
    while not by(high, delta) < 1:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if by(middle, delta) < 1 else (middle, high)
    return high


def choose(losses: Iterable[Sequence[object]], delta: object) -> Chosen:
    """The penalised choice from a table: entry t of row i is the loss of hᵢ on example i + t, exact and from 0 to 1.

    Raises InputError for a table that is not triangular (T rows of T, T − 1, …, 1 entries) or has another number in it.
    """
    table = [[_loss(value) for value in row] for row in losses]
    T = _size(len(table))
    for i, row in enumerate(table):
        if len(row) != T - i:
            raise InputError(f"hypothesis {i} has {len(row)} losses, but {T - i} examples are left")
    return _chosen([sum(row, Fraction(0)) for row in table], sum((row[0] for row in table), Fraction(0)), delta)


def online_to_batch(learner: Learner, examples: Examples, delta: object = "1/20", ties: str | int | None = None) -> tuple[Chosen, Any]:
    """The choice among a linear learner's weights with the zero-one loss, and the weights that were chosen.

    ties: which prediction ⟨w, x⟩ = 0 is: "mistake" (an error for either label), 1 or −1; by default what the learner does.
    Raises InputError for no examples, and as `run` and `penalty` do.
    """
    convention = getattr(learner, "ties", "mistake") if ties is None else ties
    if type(convention) not in (int, str) or convention not in ("mistake", 1, -1):
        raise InputError(f"ties must be 'mistake', 1 or -1, not {convention!r}")
    T, trace = _size(len(examples)), run(learner, examples)
    totals: list[Fraction] = []
    met, previous, suffix = 0, None, [0]
    weights = [w for _, w in trace.weights()]
    for t, w in enumerate(weights):
        if w is not previous:  # the weights changed: their errors from each round on, summed from the end
            wrong = _errors(w, examples, convention, t)
            suffix, previous, since = [*accumulate(reversed(wrong), initial=0)], w, t
        totals.append(Fraction(suffix[T - t]))
        met += wrong[t - since]
    made = _chosen(totals, Fraction(met), delta)
    return made, weights[made.round]


def _errors(w: Sequence[Fraction], examples: Examples, ties: str | int, start: int) -> list[int]:
    """Which of the examples from `start` on these weights get wrong: 1 or 0 each."""
    clear = common_denominator(w)
    whole = [value.numerator * (clear // value.denominator) for value in w]
    margins, labels = examples[start:].against(whole), examples.labels[start:]
    return [int(margin < 0 or (margin == 0 and ties != y)) for margin, y in zip(margins, labels, strict=True)]


def _chosen(totals: Sequence[Fraction], met: Fraction, delta: object) -> Chosen:
    """From the sums of losses of each hypothesis on the examples from its round on, and that of the losses while learning."""
    T, d = len(totals), _delta(delta)
    confidence = T * (T + 1) / d
    rough = [float(total / (T - i)) + sqrt(log(confidence) / (2 * (T - i))) for i, total in enumerate(totals)]
    close = [i for i, value in enumerate(rough) if value <= min(rough) + NEAR]
    bits = 128
    while True:  # ends: ln of a rational is transcendental, so no two of these numbers are equal
        with precision(bits):
            balls = {i: enclosed(totals[i] / (T - i)) + _root(confidence, 2 * (T - i)) for i in close}
            best = min(close, key=lambda i: float(balls[i]))
            close = [i for i in close if not balls[i] > balls[best]]
        if len(close) == 1:
            break
        bits *= 2
    average = met / T
    with precision():
        spread = enclosed(average) + _root(1 / d, 2 * T)
        values = balls[best], enclosed(average) + penalty(T, d), enclosed(average) + proved_penalty(T, d), spread
        return Chosen(best, T, d, totals[best] / (T - best), average, *map(_decimal_above, values))


def _root(argument: Fraction, over: int) -> Ball:
    """√(ln(argument)/over)."""
    return (enclosed(argument).log() / over).sqrt() if argument != 1 else enclosed(Fraction(0))


def _decimal_above(ball: Ball) -> str:
    whole = int((ball * 10**DIGITS).upper().ceil().unique_fmpz())
    return f"{whole // 10**DIGITS}.{whole % 10**DIGITS:0{DIGITS}d}"


def _loss(value: object) -> Fraction:
    loss = exact(value, "loss")
    if not 0 <= loss <= 1:
        raise InputError(f"a loss must be from 0 to 1, not {loss}: the theorem is false without that")
    return loss


def _delta(delta: object) -> Fraction:
    value = positive(delta, "delta")
    if value > 1:
        raise InputError(f"delta must be at most 1, not {value}: it is a probability")
    return value


def _size(T: int) -> int:
    if type(T) is not int or T < 1:
        raise InputError("there must be an example" if T == 0 else f"T must be a whole number from 1, not {T!r}")
    return T
