"""From online to batch: one of a learner's hypotheses, with a certificate of its risk (MR Theorem 4, CBCG 2004).

A learner sees T examples once and has a hypothesis before each round: h₁, …, h_T (the last one it has is not among them). Chosen is
the hypothesis whose average loss on the k examples from its own round on, plus c(k) = √(ln(T(T+1)/δ)/(2k)), is least. With probability
at least 1 − δ over samples drawn independently from one distribution, its risk is at most

    average loss while learning + 6√(ln(2(T+1)/δ)/T)              as MR prints it, (9)
    average loss while learning + (4 + 1/√2)√(ln((T+1)/δ)/T)      as `perceptron-proofs show online-to-batch` proves it

for losses in [0, 1] and 0 < δ ≤ 1. Of errors the binomial tail says more: a hypothesis that is fixed before k independent examples and
errs on s of them has with probability 1 − δ at most the greatest risk p for which s errors or fewer have the probability δ (Langford
2005, the test set bound). With δ/T that holds of all T hypotheses at once, each on the examples from its round on, so of the one for
which it says most (`perceptron-proofs show test-set-bounds`); with δ, of a hypothesis learnt from other examples than those it is tested
on, be it averaged (`show test-set-bound`). The tail itself is computed in balls.

Nothing here can test whether the examples were drawn independently. The caller must know it.

What surrounds it on data comes first: the averaged and the voted hypothesis, and errors on held-out examples. The averaged hypothesis has
the mean of the weights before each round. The voted one has each of them vote (Freund and Schapire 1999). It errs only where half of them
err, so its risk is at most twice their mean risk. No such bound is known of the averaged one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import log, sqrt
from typing import Any

from perceptron.analysis.errors_made import BLOCK, Tester, add_row, adds_up, no_sum
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.custom import own_score
from perceptron.learners.losses import Ball, enclose
from perceptron.learners.perceptron import AnyLearner
from perceptron.numbers.exact import exact, positive, precision
from perceptron.runs.trace import Trace, run

Vector = tuple[Fraction, ...]


def average(trace: Trace) -> Vector:
    """The mean of the weights before each round, exactly.

    >>> from perceptron import Perceptron, run
    >>> average(run(Perceptron(), Examples([[1], [1], [1], [1]], [1, 1, 1, 1])))
    (Fraction(3, 4),)
    """
    T, examples = trace.T, trace.examples
    if adds_up(trace):
        sums = no_sum(examples, T * T)
        for t in trace.updates:
            add_row(sums, examples, t, (T - 1 - t) * examples.labels[t])
        return tuple(Fraction(n, T * examples.denominator) for n in sums.tolist())
    total = [Fraction(0)] * examples.dimension
    for first, last, w in trace.lives():
        total = [a + (last - first) * b for a, b in zip(total, w, strict=True)]
    return tuple(a / T for a in total)


def errors_of(learner: AnyLearner, w: Vector, examples: Examples, ties: str | int = "mistake") -> int:
    """How many examples the learner with the weights w gets wrong, exactly."""
    return sum(Tester(learner, examples, ties).errors(w, 0, len(examples)))


def voted_errors(trace: Trace, examples: Examples, ties: str | int = "mistake") -> int:
    """How many examples the voted hypothesis gets wrong: those on which the weights before half of the rounds or more err."""
    import numpy as np

    tester, votes = Tester(trace.learner, examples, ties), np.zeros(len(examples), dtype=np.int64)
    for first, last, known in tester.test(trace):
        votes += (last - first) * tester.wrong([known], 0, len(examples))[:, 0]
    return int((2 * votes >= trace.T).sum())


@dataclass(frozen=True)
class Candidate:
    """A hypothesis beside the others: what bounds its risk with probability 1 − δ (empty: nothing), and its errors on held-out examples.

    held    what these errors alone bound its risk by, with probability 1 − δ
    """

    name: str
    bound: str
    errors: int | None
    held: str | None = None


def beside(
    learner: AnyLearner,
    sample: Examples,
    held: Examples | None,
    delta: object = "1/20",
    on_progress: Callable[[int], object] = lambda rounds: None,
) -> tuple[ChosenHypothesis, list[Candidate]]:
    """The chosen hypothesis, that by the binomial tail, the voted, the averaged and the last one, with their bounds and held-out errors.

    `on_progress` is called now and then with the number of rounds whose hypotheses have been tested. Raises InputError as
    `online_to_batch` does.
    """
    delta = probability(delta)
    trace, ties = run(learner, sample), getattr(learner, "ties", "mistake")
    chosen, w = choice(trace, delta, on_progress=on_progress)
    by_tail, bound = tail_choice(trace, delta, on_progress=on_progress)

    def candidate(name: str, bound: str, weights: Any) -> Candidate:
        if held is None:
            return Candidate(name, bound, None)
        errors = voted_errors(trace, held, ties) if weights is None else errors_of(learner, weights, held, ties)
        return Candidate(name, bound, errors, tail_bound(errors, len(held), delta))

    candidates = [candidate("chosen", chosen.penalised, w), candidate("by the tail", bound, _weights_before(trace, by_tail))]
    candidates.append(candidate("voted", str(2 * Decimal(chosen.spread)), None))
    if own_score(learner) is None:  # a linear one
        candidates.append(candidate("averaged", "", average(trace)))
    return chosen, [*candidates, candidate("last", "", trace.final)]


def tail_bound(errors: int, examples: int, delta: object) -> str:
    """The greatest risk with which so few errors on independent examples have probability δ: a decimal, rounded up.

    errors      from 0 to `examples`, which are at least 1

    Raises InputError. Source: Langford (2005), the test set bound; proved by `perceptron-proofs show test-set-bound`.

        >>> tail_bound(0, 100, "1/20")  # 1 − 0.05^(1/100)
        '0.029514'
    """
    d = probability(delta)
    if type(examples) is not int or examples < 1 or not 0 <= errors <= examples:
        raise InputError(f"no bound from {errors} errors on {examples} examples")
    whole = int(float(_upper(errors, examples, float(d))) * 10**DIGITS) if errors < examples else 10**DIGITS
    while whole < 10**DIGITS:  # balls have the last word on the tail at the decimal
        with precision(FIRST_PRECISION):
            tail = enclose(1 - Fraction(whole, 10**DIGITS)).beta_lower(examples - errors, errors + 1, regularized=1)
            if tail < enclose(d):
                break
        whole += 1
    return _decimal(whole)


def _upper(errors: Any, examples: Any, delta: float) -> Any:
    """`tail_bound` in floats, for arrays too."""
    import numpy as np
    from scipy.special import betainccinv

    return np.where(errors < examples, betainccinv(errors + 1, np.maximum(examples - errors, 1), delta), 1.0)


def tail_choice(
    trace: Trace, delta: object = "1/20", ties: str | int | None = None, on_progress: Callable[[int], object] = lambda rounds: None
) -> tuple[int, str]:
    """The round before which the learner had the hypothesis with the least tail bound, at δ/T, and that bound; as for `choice`."""
    T, d = _size(trace.T), probability(delta)
    share = float(d / T)
    totals, _, _ = _totals(
        trace, Tester(trace.learner, trace.examples, _convention(trace, ties)), lambda s, k: _upper(s, k, share), on_progress
    )
    best = min(totals, key=lambda t: float(_upper(totals[t], T - t, share)))
    return best, tail_bound(totals[best], T - best, d / T)


# -- the hypothesis with its certificate


DIGITS = 6  # after the decimal point of a bound
FLOAT_ERROR = 1e-9  # balls compare penalised losses whose floats differ by less
FIRST_PRECISION = 128  # bits of these balls
GROUP = 64  # hypotheses that are tested together


@dataclass(frozen=True)
class ChosenHypothesis:
    """The chosen hypothesis, with bounds on its risk.

    round        the round, from 0, before which the learner had it
    T            the number of examples
    delta        δ
    empirical    its average loss on the `examples` examples from that round on
    average      the learner's average loss while learning
    penalised    empirical + c, itself a bound on the risk with probability 1 − δ/(T+1), and on real data the smallest
    printed      bound (9) as MR prints it
    proved       the bound that is proved here
    spread       average + √(ln(1/δ)/(2T)), a bound on the mean risk of all T hypotheses, so on the risk of one drawn at random

    The last four are decimals, rounded up. Each holds with its probability by itself, not all together.
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
        """The number of examples on which the hypothesis was tested."""
        return self.T - self.round

    @property
    def vacuous(self) -> bool:
        """Whether the printed bound (9) is 1 or more, and so says nothing."""
        return Fraction(self.printed) >= 1


def penalty(T: int, delta: object) -> Ball:
    """6√(ln(2(T+1)/δ)/T), which (9) adds to the average loss, as a ball.

    T        the number of examples, at least 1
    delta    0 < δ ≤ 1

    Raises InputError. Source: MR, equation (9).

        >>> float(penalty(1000, "1/20")) < 0.65
        True
    """
    T, d = _size(T), probability(delta)
    with precision():
        return 6 * _root(2 * (T + 1) / d, T)


def proved_penalty(T: int, delta: object) -> Ball:
    """(4 + 1/√2)√(ln((T+1)/δ)/T), which the theorem proved here adds, as a ball. Arguments and errors as for `penalty`."""
    T, d = _size(T), probability(delta)
    with precision():
        return (4 + enclose(Fraction(1, 2)).sqrt()) * _root((T + 1) / d, T)


def penalty_of_the_first(T: int, delta: object) -> Ball:
    """c(T) = √(ln(T(T+1)/δ)/(2T)), the least that is added to the loss of a chosen hypothesis, as a ball. Arguments as for `penalty`."""
    T, d = _size(T), probability(delta)
    with precision():
        return _root(T * (T + 1) / d, 2 * T)


def least_sample(delta: object, by: Callable[[int, object], Ball] = penalty) -> int:
    """The least T for which a penalty is below 1. With fewer examples the bound says nothing, however few the mistakes are.

    delta    0 < δ ≤ 1
    by       `penalty`, `proved_penalty` or `penalty_of_the_first`

        >>> least_sample("1/20"), least_sample("1/20", proved_penalty)
        (344, 182)
    """
    low, high = 0, 1
    while not by(high, delta) < 1:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if by(middle, delta) < 1 else (middle, high)
    return high


def choose(losses: Iterable[Sequence[object]], delta: object) -> ChosenHypothesis:
    """The penalised choice from a table of losses.

    losses    T rows of T, T − 1, …, 1 exact numbers from 0 to 1: entry t of row i is the loss of hᵢ on example i + t
    delta     0 < δ ≤ 1

    Raises InputError.

        >>> choose([[1, 1], [0]], "1/20").round
        1
    """
    table = [[_loss(value) for value in row] for row in losses]
    T = _size(len(table))
    for i, row in enumerate(table):
        if len(row) != T - i:
            raise InputError(f"hypothesis {i} has {len(row)} losses, but {T - i} examples are left")
    totals = {i: sum(row, Fraction(0)) for i, row in enumerate(table)}
    return _choose(totals, T, sum((row[0] for row in table), Fraction(0)), probability(delta))


def online_to_batch(
    learner: AnyLearner, examples: Examples, delta: object = "1/20", ties: str | int | None = None
) -> tuple[ChosenHypothesis, Any]:
    """The choice among the weights that a learner had, with the zero-one loss.

    learner     a learner whose prediction is the sign of its score: ⟨w, x⟩, or `learner.score(w, x)` if it has that method
    examples    T ≥ 1 rounds
    delta       0 < δ ≤ 1
    ties        the prediction at a score of 0: "mistake" (an error for either label), 1 or −1; by default the learner's

    Returns the choice and the chosen weights (Winnow's are exponents). Weights that changed too late to win are not tested: c alone exceeds
    the value found until then. Raises InputError. Source: MR, Theorem 4.

        >>> from perceptron import Perceptron
        >>> choice, weights = online_to_batch(Perceptron(), Examples([[1, 0], [0, 1]] * 20, [1, 1] * 20))
        >>> choice.round, choice.average
        (2, Fraction(1, 20))
    """
    _size(len(examples)), probability(delta)
    return choice(run(learner, examples), delta, ties)


def choice(
    trace: Trace, delta: object = "1/20", ties: str | int | None = None, on_progress: Callable[[int], object] = lambda rounds: None
) -> tuple[ChosenHypothesis, Any]:
    """Return the result of `online_to_batch` for a run of the learner.

    `on_progress` is called now and then with the number of rounds whose hypotheses have been tested.
    """
    T, d = _size(trace.T), probability(delta)
    tester, penalised = Tester(trace.learner, trace.examples, _convention(trace, ties)), _penalise(T * (T + 1) / d)
    chosen = _choose(*_totals(trace, tester, penalised, on_progress), d)
    return chosen, _weights_before(trace, chosen.round)


def _convention(trace: Trace, ties: str | int | None) -> str | int:
    """The prediction at a score of 0: the convention that the caller names, else the learner's."""
    convention = getattr(trace.learner, "ties", "mistake") if ties is None else ties
    if type(convention) not in (int, str) or convention not in ("mistake", 1, -1):
        raise InputError(f"ties must be 'mistake', 1 or -1, not {convention!r}")
    return convention


def _penalise(confidence: Fraction) -> Callable[[Any, Any], Any]:
    """The average of some errors on some examples and its penalty, in floats and for arrays."""
    import numpy as np

    half = _ln(confidence) / 2
    return lambda errors, examples: errors / examples + np.sqrt(half / examples)


def _weights_before(trace: Trace, t: int) -> tuple[Fraction, ...]:
    """The weights before round t."""
    if not adds_up(trace):
        return next(w for first, last, w in trace.lives() if first <= t < last)
    examples, w = trace.examples, no_sum(trace.examples, len(trace.updates))
    for k in (k for k in trace.updates if k < t):
        add_row(w, examples, k, examples.labels[k])
    return tuple(Fraction(n, examples.denominator) for n in w.tolist())


def _totals(
    trace: Trace, tester: Tester, measure: Callable[[Any, Any], Any], on_progress: Callable[[int], object]
) -> tuple[dict[int, int], int, Fraction]:
    """For each round whose hypothesis may win its errors from there on; T; and the errors while learning.

    measure    of some errors on some examples, growing with the errors; the least wins

    That takes M·T tests, of which a product of matrices makes GROUP·BLOCK at a time. A hypothesis is given up as soon as its errors so far
    are too many for it to win.
    """
    import numpy as np

    T = trace.T
    totals: dict[int, int] = {}
    met, best = 0, math.inf
    each = tester.test(trace)
    while group := list(islice(each, GROUP)):
        end, tried = group[-1][1], []
        on_progress(group[0][0])
        for first, last, known in group:
            own = tester.wrong([known], first, last)[:, 0]
            met += int(own.sum())
            if best > measure(0, T - first) - FLOAT_ERROR:
                tried.append((first, own, known, int(tester.wrong([known], last, end).sum())))
        later, lengths = np.array([errors for *_, errors in tried]), np.array([T - first for first, *_ in tried])
        live = np.arange(len(tried))
        for at in range(end, T, BLOCK):
            live = live[measure(later[live], lengths[live]) - FLOAT_ERROR <= best]
            if not len(live):
                break
            later[live] += tester.wrong([tried[k][2] for k in live], at, min(at + BLOCK, T)).sum(axis=0)
        for k in live.tolist():
            first, own, _, _ = tried[k]
            left = later[k] + np.cumsum(own[::-1])[::-1]  # from each of its rounds on
            values = measure(left, T - first - np.arange(len(own)))
            totals |= {first + t: int(left[t]) for t in np.flatnonzero(values <= best + FLOAT_ERROR).tolist()}
            best = min(best, float(values.min()))
    return totals, T, Fraction(met)


def _choose(totals: Mapping[int, Fraction | int], T: int, met: Fraction, d: Fraction) -> ChosenHypothesis:
    """The choice, from the sum of the losses from its round on of each hypothesis that may win, and of the losses while learning."""
    confidence = T * (T + 1) / d
    rough = {i: float(Fraction(total) / (T - i)) + sqrt(_ln(confidence) / (2 * (T - i))) for i, total in totals.items()}
    least = min(rough.values())
    close = [i for i, value in rough.items() if value <= least + FLOAT_ERROR]
    bits = FIRST_PRECISION
    while True:  # this ends: ln of a rational is transcendental, so no two of these numbers are equal
        with precision(bits):
            balls = {i: enclose(Fraction(totals[i]) / (T - i)) + _root(confidence, 2 * (T - i)) for i in close}
            best = min(close, key=lambda i: float(balls[i]))
            close = [i for i in close if not balls[i] > balls[best]]
        if len(close) == 1:
            break
        bits *= 2
    average = met / T
    with precision():
        spread = enclose(average) + _root(1 / d, 2 * T)
        values = balls[best], enclose(average) + penalty(T, d), enclose(average) + proved_penalty(T, d), spread
        return ChosenHypothesis(best, T, d, Fraction(totals[best]) / (T - best), average, *map(_decimal_above, values))


def _ln(argument: Fraction) -> float:
    """ln(argument) as a float, also if the argument is too large for one."""
    return log(argument.numerator) - log(argument.denominator)


def _root(argument: Fraction, over: int) -> Ball:
    """√(ln(argument)/over)."""
    return (enclose(argument).log() / over).sqrt() if argument != 1 else enclose(Fraction(0))


def _decimal_above(ball: Ball) -> str:
    return _decimal(int((ball * 10**DIGITS).upper().ceil().unique_fmpz()))


def _decimal(whole: int) -> str:
    return f"{whole // 10**DIGITS}.{whole % 10**DIGITS:0{DIGITS}d}"


def _loss(value: object) -> Fraction:
    loss = exact(value, "loss")
    if not 0 <= loss <= 1:
        raise InputError(f"a loss must be from 0 to 1, not {loss}: the theorem is false without that")
    return loss


def probability(delta: object) -> Fraction:
    """δ as a Fraction. Raises InputError unless 0 < δ ≤ 1."""
    value = positive(delta, "delta")
    if value > 1:
        raise InputError(f"delta must be at most 1, not {value}: it is a probability")
    return value


def _size(T: int) -> int:
    if type(T) is not int or T < 1:
        raise InputError("there must be an example" if T == 0 else f"T must be a whole number from 1, not {T!r}")
    return T
