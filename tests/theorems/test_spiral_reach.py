"""How far the spiral's theorem reaches, in balls: next to the sharp bound, and no further than exact runs go."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from perceptron.extremal.sequences import margin_spiral

HALF = Fraction(1, 2)


def ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


class Spiral:
    def __init__(self, c: Fraction, gamma: Fraction) -> None:
        self.c, self.gamma = ball(c), ball(gamma)
        self.kappa = (1 - self.gamma**2 / (1 - self.gamma**2)).sqrt()

    def goes_on(self, k: int) -> bool:
        """Whether γk ≤ κ‖w‖ after k vectors: by ‖w‖ ≥ √k, or by `margin-perceptron-spiral`."""
        if self.gamma**2 * k <= self.kappa**2:
            return True
        c, gamma, N = self.c, self.gamma, self.gamma * k / self.kappa
        potential = 2 * c * gamma * N - (1 + 2 * c * gamma * N).log()
        return bool(potential <= 2 * c**2 * gamma**2 * (k - 1 - N.log()))

    def allowed(self, k: int) -> bool:
        """Whether the sharp bound allows k vectors."""
        tau = self.gamma**2 * k
        return bool(2 * self.c * (1 - self.c) * tau <= (1 + 2 * self.c * tau).log())

    def last(self, condition: str) -> int:
        """The last k of those from 1 on for which it holds, by halving."""
        holds, low, high = getattr(self, condition), 1, 1
        while holds(high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return low


@pytest.mark.parametrize("c", [Fraction(1, 4), HALF, Fraction(3, 4)])
def test_every_round_up_to_the_last_goes_on(c: Fraction) -> None:
    spiral = Spiral(c, Fraction(1, 30))
    last = spiral.last("goes_on")
    assert all(spiral.goes_on(k) for k in range(1, last + 1))
    assert not spiral.goes_on(last + 1)


@pytest.mark.parametrize("gamma, reached, most", [("1/10", 237, 251), ("1/100", 25109, 25128), ("1/1000", 2512837, 2512862)])
def test_what_is_reached_and_what_is_allowed(gamma: str, reached: int, most: int) -> None:
    spiral = Spiral(HALF, Fraction(gamma))
    assert (spiral.last("goes_on"), spiral.last("allowed")) == (reached, most)


@pytest.mark.parametrize("eps, share", [("1/2", 0.999), ("1/10", 0.998), ("1/100", 0.99)])
def test_so_the_rate_in_epsilon_is_the_learner_s_own(eps: str, share: float) -> None:
    spiral = Spiral(1 - Fraction(eps), Fraction(1, 100))
    assert share * spiral.last("allowed") <= spiral.last("goes_on") <= spiral.last("allowed")


@pytest.mark.parametrize("gamma", ["1/10", "1/20"])
@pytest.mark.parametrize("eps", ["1/2", "1/4", "3/4"])
def test_exact_runs_go_at_least_as_far(gamma: str, eps: str) -> None:
    spiral = Spiral(1 - Fraction(eps), Fraction(gamma))
    run = margin_spiral(Fraction(gamma), Fraction(eps))
    assert spiral.last("goes_on") <= run.M + 1 <= spiral.last("allowed")
