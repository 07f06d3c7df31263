"""Rational points of the circle over one denominator."""

from __future__ import annotations

from math import atan2, cos, sin, tau

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.numbers.rational_points import circle, fine_circle


@pytest.mark.parametrize("primes", [0, 1, 4, 9])
def test_the_points_of_a_circle(primes: int) -> None:
    angles, points, n = circle(primes)
    assert len(set(points)) == 4 * 3**primes and angles == sorted(angles) and angles[0] >= 0 and angles[-1] < tau
    assert all(p * p + q * q == n * n for p, q in points)


@given(st.floats(-10, 10), st.floats(1e-3, 1e9))
def test_near_every_direction_there_is_a_fine_point_beyond_it(angle: float, length: float) -> None:
    fine, ahead = fine_circle(), []
    for p, q in fine.beyond(length * cos(angle), length * sin(angle)):
        assert p * p + q * q == fine.denominator**2
        ahead.append((atan2(q, p) - angle) % tau)
    assert len(ahead) == 4 and max(ahead) < 5e-5 and ahead[0] < 2e-5
