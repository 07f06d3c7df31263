"""The share of failures of the bounds of `online_to_batch`, in runs on samples of a finite population, whose risks are known exactly."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from perceptron.analysis.errors_made import Tester
from perceptron.analysis.online_to_batch import online_to_batch
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.perceptron import AnyLearner
from perceptron.numbers.exact import exact


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
    learner: AnyLearner,
    population: Examples,
    T: int,
    runs: int,
    delta: object = "1/20",
    seed: int = 0,
    on_progress: Callable[[int], object] = lambda samples: None,
) -> Coverage:
    """Draw samples from a finite population with replacement, choose a hypothesis by each, and compare its bounds with its true risk.

    The distribution is uniform on the population, so that the hypothesis's share of errors on it is its risk, exactly. Some thousand runs
    separate a probability of failing that is well below δ from δ. On 3,000 samples of the Perceptron as large as each table of penguins,
    with δ = 1/20, `penalised` did not fail once: it does so with probability 0.13 per cent at most, with 95 per cent confidence. The other
    two bounds were vacuous on all but five of these samples. `on_progress` is called with the number of samples made so far. Raises
    InputError.

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
    for number in range(runs):
        on_progress(number)
        sample = population.take([generator.randrange(len(population)) for _ in range(T)])
        chosen, w = online_to_batch(learner, sample, delta_given)
        risk = Fraction(sum(everywhere.errors(w, 0, len(population))), len(population))
        total += risk
        for name in names:
            bound = Fraction(getattr(chosen, name))
            failures[name] += risk > bound
            vacuous[name] += bound >= 1
    return Coverage(runs, T, delta_given, failures, vacuous, total / runs)
