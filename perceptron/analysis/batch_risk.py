"""What surrounds online to batch on data: the averaged and the voted hypothesis, errors on held-out examples, and how often bounds fail.

The averaged hypothesis has the mean of the weights before each round. The voted one has each of them vote (Freund and Schapire 1999). It
errs only where half of them err, so its risk is at most twice their mean risk. No such bound is known of the averaged one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from perceptron.analysis.errors_made import Tester, add_row, adds_up, lives, no_sum
from perceptron.analysis.online_to_batch import Chosen, choice, online_to_batch, probability
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.perceptron import Learner
from perceptron.numbers.exact import exact
from perceptron.runs.trace import Trace, run

Vector = tuple[Fraction, ...]


def averaged(trace: Trace) -> Vector:
    """The mean of the weights before each round, exactly.

    >>> from perceptron import Perceptron, run
    >>> averaged(run(Perceptron(), Examples([[1], [1], [1], [1]], [1, 1, 1, 1])))
    (Fraction(3, 4),)
    """
    T, examples = trace.T, trace.examples
    if adds_up(trace):
        sums = no_sum(examples, T * T)
        for t in trace.updates:
            add_row(sums, examples, t, (T - 1 - t) * examples.labels[t])
        return tuple(Fraction(n, T * examples.denominator) for n in sums.tolist())
    total = [Fraction(0)] * examples.dimension
    for first, last, w in lives(trace):
        total = [a + (last - first) * b for a, b in zip(total, w, strict=True)]
    return tuple(a / T for a in total)


def errors_of(learner: Learner, w: Vector, examples: Examples, ties: str | int = "mistake") -> int:
    """How many examples the learner with the weights w gets wrong, exactly."""
    return sum(Tester(learner, examples, ties).errors(w, 0, len(examples)))


def voted_errors(trace: Trace, examples: Examples, ties: str | int = "mistake") -> int:
    """How many examples the voted hypothesis gets wrong: those on which the weights before half of the rounds or more err."""
    import numpy as np

    tester, votes = Tester(trace.learner, examples, ties), np.zeros(len(examples), dtype=np.int64)
    for first, last, known in tester.tested(trace):
        votes += (last - first) * tester.wrong([known], 0, len(examples))[:, 0]
    return int((2 * votes >= trace.T).sum())


def interval(failures: int, runs: int, confidence: object = "19/20") -> tuple[float, float]:
    """Clopper and Pearson's exact interval for the probability of a failure, of which there were some in independent runs.

    failures      from 0 to runs
    runs          at least 1
    confidence    1 − α; either end is wrong with probability α/2 at most

    Raises InputError.

        >>> low, high = interval(0, 100)
        >>> low, round(high, 4)
        (0.0, 0.0362)
    """
    from scipy.stats import beta

    alpha = 1 - exact(confidence, "confidence")
    if not 0 < alpha < 1 or not 0 <= failures <= runs or runs < 1:
        raise InputError(f"no interval for {failures} failures in {runs} runs with confidence {confidence}")
    half = float(alpha) / 2
    low = float(beta.ppf(half, failures, runs - failures + 1)) if failures else 0.0
    return low, float(beta.ppf(1 - half, failures + 1, runs - failures)) if failures < runs else 1.0


@dataclass(frozen=True)
class Coverage:
    """How often the bounds failed in independent runs on samples of one distribution, whose risks are known.

    runs, T      samples, and the examples of each
    delta        the probability with which each bound may fail
    failures     by the name of a bound, in how many runs the risk was above it
    vacuous      by the same name, in how many it was 1 or more, and could not fail
    risk         the mean risk of the chosen hypothesis
    """

    runs: int
    T: int
    delta: Fraction
    failures: dict[str, int]
    vacuous: dict[str, int]
    risk: Fraction

    def interval(self, name: str) -> tuple[float, float]:
        """The 95 per cent interval for the probability with which a bound fails."""
        return interval(self.failures[name], self.runs)


def coverage(
    learner: Learner,
    population: Examples,
    T: int,
    runs: int,
    delta: object = "1/20",
    seed: int = 0,
    tell: Callable[[int], object] = lambda made: None,
) -> Coverage:
    """Draw samples from a finite population with replacement, choose a hypothesis by each, and compare its bounds with its true risk.

    The distribution is uniform on the population, so that the hypothesis's share of errors on it is its risk, exactly. Some thousand runs
    tell a probability of failing that is well below δ from δ. On 3,000 samples of the Perceptron as large as each table of penguins, with
    δ = 1/20, `penalised` did not fail once: it does so with probability 0.13 per cent at most, with 95 per cent confidence. The other two
    bounds were vacuous on all but five of these samples. `tell` is called with the number of samples made so far. Raises InputError.

        >>> from perceptron import Perceptron, datasets
        >>> found = coverage(Perceptron(), datasets.load("penguins-adelie-gentoo").examples, T=100, runs=5)
        >>> found.failures["penalised"], found.runs
        (0, 5)
    """
    if type(runs) is not int or runs < 1 or type(T) is not int or T < 1:
        raise InputError(f"a coverage experiment needs runs and examples, not {runs!r} and {T!r}")
    generator, ties = random.Random(seed), getattr(learner, "ties", "mistake")
    everywhere = Tester(learner, population, ties)
    names = ("penalised", "proved", "printed")
    failures, vacuous, total, delta_given = dict.fromkeys(names, 0), dict.fromkeys(names, 0), Fraction(0), exact(delta, "delta")
    for made in range(runs):
        tell(made)
        sample = population.taken([generator.randrange(len(population)) for _ in range(T)])
        chosen, w = online_to_batch(learner, sample, delta_given)
        risk = Fraction(sum(everywhere.errors(w, 0, len(population))), len(population))
        total += risk
        for name in names:
            bound = Fraction(getattr(chosen, name))
            failures[name] += risk > bound
            vacuous[name] += bound >= 1
    return Coverage(runs, T, delta_given, failures, vacuous, total / runs)


@dataclass(frozen=True)
class Candidate:
    """A hypothesis beside the others: what bounds its risk with probability 1 − δ (empty: nothing), and its errors on held-out examples."""

    name: str
    bound: str
    errors: int | None


def beside(
    learner: Learner, sample: Examples, held: Examples | None, delta: object = "1/20", tell: Callable[[int], object] = lambda rounds: None
) -> tuple[Chosen, list[Candidate]]:
    """The chosen hypothesis, the voted, the averaged and the last one, with their bounds and their errors on held-out examples.

    `tell` is called now and then with the number of rounds whose hypotheses have been tested. Raises InputError as `online_to_batch` does.
    """
    delta = probability(delta)
    trace, ties = run(learner, sample), getattr(learner, "ties", "mistake")
    chosen, w = choice(trace, delta, tell=tell)
    linear = not hasattr(learner, "score")

    def tested(weights: Any) -> int | None:
        return None if held is None else errors_of(learner, weights, held, ties)

    voted = Candidate("voted", str(2 * Decimal(chosen.spread)), None if held is None else voted_errors(trace, held, ties))
    found = [Candidate("chosen", chosen.penalised, tested(w)), voted]
    if linear:
        found.append(Candidate("averaged", "", tested(averaged(trace))))
    return chosen, [*found, Candidate("last", "", tested(trace.final))]
