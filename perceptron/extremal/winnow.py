"""Sequences that show what Winnow's bound says, and what it does not say: sparse targets, a fixed rate, dense targets.

BL: ‘Winnow does better if examples are dense but the target is sparse, and Perceptron does better if the target is dense but examples are
sparse.’ That compares bounds. The runs show more. On `hadamard` the Perceptron errs n times and Winnow O(log n) times. On `dense_target`
Winnow at rate 1 errs in every round. At the rate that is tuned to the margin it errs as often as the Perceptron: the rate is so small that
sinh(ηg) ≈ ηg, which is the Perceptron. On `fixed_rate` it errs for ever, for any fixed rate.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.perceptron import Perceptron, Vector
from perceptron.learners.winnow import Winnow
from perceptron.numbers.exact import exact


class SeparableExamples(NamedTuple):
    """Examples with ‖x‖∞ ≤ 1, a comparator with ‖u‖₁ = 1, and γ = min y⟨u,x⟩."""

    examples: Examples
    u: Vector
    gamma: Fraction


def hadamard(power: int) -> SeparableExamples:
    """The n = 2^power rows of Sylvester's Hadamard matrix, labelled by the first entry, which is 1: a target of one variable, margin 1.

    power    from 0 to 12

    The rows are orthogonal, so a Perceptron for which a tie is a mistake errs on all n of them: R²/γ² = n is attained. Raises
    InputError.

        >>> from perceptron import Perceptron, Winnow, run
        >>> examples = hadamard(4).examples
        >>> run(Perceptron(), examples).M, run(Winnow(eta=1), examples).M
        (16, 5)
    """
    if type(power) is not int or not 0 <= power <= 12:
        raise InputError(f"power must be a whole number from 0 to 12, not {power!r}")
    n = 1 << power
    rows = [[-1 if (i & j).bit_count() % 2 else 1 for j in range(n)] for i in range(n)]
    return SeparableExamples(Examples.from_integers(rows, [1] * n), (Fraction(1),) + (Fraction(0),) * (n - 1), Fraction(1))


def fixed_rate(beta: object, rounds: int) -> SeparableExamples:
    """Any number of rounds in the plane with one margin γ > 0, on each of which balanced Winnow with this β errs.

    beta      β > 1
    rounds    how many

    Take a rational t < 1 with t² ≥ 1/β. The first round is ((3−t)/4, (1−3t)/4), a tie; then come (−t, 1) and (1, −t) in turn, with
    u = (1/2, 1/2) and γ = (1−t)/2. In each round the exponents g differ by d = (1+t)/2, with the larger one at −t. For a > d,
    sinh(η(a−d)) ≤ e^(−ηd) sinh(ηa) ≤ t·sinh(ηa), because e^(−ηd) ≤ e^(−η/2) ≤ t. Raises InputError.

        >>> from perceptron import Winnow, run
        >>> run(Winnow(beta=2), fixed_rate(2, 50).examples).M
        50
    """
    factor = exact(beta, "beta")
    if factor <= 1:
        raise InputError(f"beta must be above 1, not {factor}")
    p, q, scale = factor.numerator, factor.denominator, 16
    while (t := Fraction(isqrt(p * q * scale * scale - 1) + 1, p * scale)) >= 1:
        scale *= 16
    first = ((3 - t) / 4, (1 - 3 * t) / 4)
    turns = [(-t, Fraction(1)), (Fraction(1), -t)]
    rows = [first if k == 0 else turns[(k - 1) % 2] for k in range(rounds)]
    return SeparableExamples(Examples(rows, [1] * rounds, dimension=2), (Fraction(1, 2), Fraction(1, 2)), (1 - t) / 2)


def dense_target(n: int, learner: Winnow | Perceptron, limit: int) -> SeparableExamples:
    """Examples with two non-zero entries, 1 and −3/4, for the target that weighs all n variables alike: γ = 1/(4n).

    n          at least 2
    learner    the examples are chosen against it: −3/4 where its weight is largest, and 1 where it is smallest
    limit      the most examples; there are fewer if such an example is no mistake any more

    Raises InputError.
    """
    if type(n) is not int or n < 2:
        raise InputError(f"two variables are needed, not {n!r}")
    g = [0] * n
    rows: list[list[int]] = []
    while len(rows) < limit:
        low = min(range(n), key=g.__getitem__)
        high = max((i for i in range(n) if i != low), key=g.__getitem__)
        if _score(learner, [g[low], g[high]]) > 0:
            break
        row = [0] * n
        row[low], row[high] = 4, -3
        rows.append(row)
        g = [a + b for a, b in zip(g, row, strict=True)]
    u = (Fraction(1, n),) * n
    return SeparableExamples(Examples.from_integers(rows, [1] * len(rows), 4, dimension=n), u, Fraction(1, 4 * n))


def _score(learner: Winnow | Perceptron, g: list[int]) -> int:
    """The sign of 4·f(low) − 3·f(high) for the learner's weights f at exponents g/4."""
    if isinstance(learner, Winnow):
        return learner.sign(g, [4, -3], 0, 4)
    return 4 * g[0] - 3 * g[1]
