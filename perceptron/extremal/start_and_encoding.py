"""Runs that are long for other reasons than a small margin: a start away from 0, a small dummy input, a target on the cube.

    far_start        M → 1/γ² + 2‖w₁‖/γ in dimension 3           what a start away from 0, or a small rate, costs
    odd_max_bit      M ≥ Fibonacci(n+1) on the cube {0,1}ⁿ       a margin exponentially small in n
    cube_passes      the same until the Perceptron is right
    dummy_input      M > θ² with a dummy 1, ≈ 4θ with a dummy θ   a threshold by a dummy input, with and without loss

Each is an `Extremal`, as in `perceptron.extremal.sequences`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal, at_most_one, first_axis
from perceptron.extremal.sources import Spiral
from perceptron.learners.perceptron import Perceptron
from perceptron.numbers.exact import at_least, positive
from perceptron.runs.passes import passes
from perceptron.runs.trace import run


def far_start(gamma: object, behind: int, limit: int = 10**7) -> Extremal:
    """The spiral from w₁ = −behind·γu instead of 0: about 1/γ² + 2·behind mistakes, where ‖w₁‖ = behind·γ.

    gamma     0 < γ < 1
    behind    at least 0
    limit     the most rounds

    At first the start lets z go straight ahead in the plane across u, until ⟨w_t, z_t⟩ = 0 is possible. From there ‖w_t‖² grows
    by 1 at each mistake, while ⟨u, w_t⟩ = (t − behind)γ. So (t − behind)²γ² ≤ behind²γ² + t, which is the bound
    M ≤ 1/γ² + 2‖w₁‖/γ. The first phase loses up to O(behind·γ²) of it. A rate η acts like a start η times nearer to 0. Raises
    InputError. Source: MR; NG, footnote.

        >>> far_start("1/5", 0).M, far_start("1/5", 10).M
        (24, 44)
    """
    g = at_most_one(gamma, strictly=True)
    examples = Spiral(g, Fraction(0), limit, behind=at_least(behind, 0, "behind")).listed()
    start = (-behind * g, Fraction(0), Fraction(0))
    learner = Perceptron(start=start if behind else None)
    return Extremal(examples, first_axis(3), g, learner, len(examples))


def odd_max_bit(n: int, repeat: int = 1) -> Extremal:
    """The cube {0,1}ⁿ without 0, in binary order, labelled (−1)^i by the highest bit i that is set (bits 1, …, n).

    n         from 1 to 20
    repeat    how many times the cube is listed, at least 1

    Any w with y⟨w,x⟩ ≥ 1 has |w_i| ≥ 1 + |w_{i−1}| + |w_{i−3}| + …, hence |w_n| ≥ F(n+1), the Fibonacci number. The
    Perceptron's weights are whole and change by at most 1 in an update. So it makes at least F(n+1) updates before it is right
    everywhere (run `passes`, or repeat the listing here). u has |u_i| = F(i+1), is not a unit vector, and has γ = 1. M is the
    number of the Perceptron's updates on this listing. Raises InputError.

        >>> odd_max_bit(3).u
        (Fraction(-1, 1), Fraction(2, 1), Fraction(-3, 1))
    """
    at_least(n, 1, "n")
    at_least(repeat, 1, "repeat")
    if n > 20:
        raise InputError(f"n must be at most 20, not {n}: the cube has 2^n points")
    rows = [bits[::-1] for bits in product((0, 1), repeat=n) if any(bits)]
    labels = [(-1) ** max(i for i, bit in enumerate(row, 1) if bit) for row in rows]
    fibonacci = [1, 1]
    while len(fibonacci) <= n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    u = tuple(Fraction((-1) ** i * fibonacci[i]) for i in range(1, n + 1))
    data = Examples.from_integers(rows, labels).repeat(repeat)
    return Extremal(data, u, Fraction(1), Perceptron(), run(Perceptron(), data).M)


def cube_passes(n: int) -> Extremal:
    """The listing of `odd_max_bit`, repeated until the Perceptron is right everywhere: M ≥ F(n+1). Raises InputError for n > 12."""
    if at_least(n, 1, "n") > 12:
        raise InputError(f"n must be at most 12, not {n}: the updates grow exponentially")
    once = odd_max_bit(n)
    made = passes(Perceptron(), once.examples, limit=10**6)
    return Extremal(made.sequence(), once.u, Fraction(1), Perceptron(), made.M)


def dummy_input(threshold: object, size: object = 1) -> Extremal:
    """The points θ − 1/2 (label −1) and θ + 1/2 (label 1) of a line with a dummy input, repeated until the Perceptron is right.

    threshold    0 < θ ≤ 100
    size         the dummy input, > 0

    u = (1, −θ/size) is the threshold θ. It does not have length 1, and γ = 1/2 whatever the dummy. With a dummy of 1 M is between
    θ² and 2θ² + 2 (2,000,002 for θ = 1000). With a dummy of θ it is 4θ + 1: the dummy has to be as large as the data. Raises
    InputError. Source: BL, section 1.

        >>> dummy_input(10).M, dummy_input(10, 10).M
        (101, 41)
    """
    theta, dummy = positive(threshold, "threshold"), positive(size, "size")
    if theta > 100:
        raise InputError(f"threshold must be at most 100, not {theta}: the updates grow with its square")
    lifted = Examples([(theta - Fraction(1, 2), dummy), (theta + Fraction(1, 2), dummy)], [-1, 1])
    made = passes(Perceptron(), lifted, limit=10**6)
    return Extremal(made.sequence(), (Fraction(1), -theta / dummy), Fraction(1, 2), Perceptron(), made.M)
