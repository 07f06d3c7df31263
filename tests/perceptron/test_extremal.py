"""Every extremal sequence is run and measured again, exactly; its numbers are compared with the theorem's, not with the code's."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import InputError, Quantities, measure, passes, run
from perceptron.costly import odd_max_bit
from perceptron.extremal import Extremal, margin_spiral, orthonormal, plane, spiral, uniform_slack
from perceptron.sphere import sqrt_below, unit_near
from perceptron.spirals import rational_circle

TIES = ["mistake", 1, -1]
PYTHAGOREAN = [Fraction(2 * m, m * m + 1) for m in (2, 3, 4, 5, 10, 20)]


def remeasured(e: Extremal, unit: bool = True) -> Quantities:
    """The run, after the checks that hold for all: M as promised, norms within the ball, u a unit vector with margin γ."""
    q = measure(run(e.learner, e.examples), e.u, e.gamma)
    assert q.M == e.M
    assert q.margin is not None and q.margin >= e.gamma > 0
    if unit:
        assert q.U2 == 1 and q.R2 <= 1
    return q


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("k", [1, 2, 3, 4, 7, 25, 99])
def test_orthonormal_attains_novikoff(k: int, ties: str | int) -> None:
    q = remeasured(orthonormal(k, ties))
    assert q.M == q.d == k == floor(1 / q.gamma**2)


@pytest.mark.parametrize("ties", TIES)
@given(st.fractions(Fraction(1, 30), 1, max_denominator=400))
def test_plane_is_within_one_of_what_two_dimensions_allow(ties: str | int, gamma: Fraction) -> None:
    q = remeasured(plane(gamma, ties))
    most = floor(1 / (2 * gamma**2)) + 1
    assert q.d == 2 and most - 1 <= q.M <= most
    assert most == q.M or (1 / (2 * gamma**2)).denominator == 1


@pytest.mark.parametrize("gamma", PYTHAGOREAN)
def test_plane_attains_its_bound(gamma: Fraction) -> None:
    assert floor(1 / (2 * gamma**2)) + 1 == remeasured(plane(gamma)).M


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("gamma", PYTHAGOREAN)
def test_spiral_attains_novikoff_in_space_on_unit_vectors(gamma: Fraction, ties: str | int) -> None:
    e = spiral(gamma, "unit", ties)
    q = remeasured(e)
    assert q.d == 3 and q.M == floor(1 / gamma**2) == q.T
    assert q.S2 == q.M  # all of them on the sphere


@given(st.fractions(Fraction(1, 20), Fraction(99, 100), max_denominator=500))
def test_spiral_attains_novikoff_for_other_margins(gamma: Fraction) -> None:
    e = spiral(gamma)
    assert ceil(1 / gamma**2) - 1 <= remeasured(e).M
    assert all(y * sum(a * b for a, b in zip(w, x, strict=True)) < 0 for (t, w), (x, y) in strict_rounds(e) if t)


def strict_rounds(e: Extremal) -> zip:  # type: ignore[type-arg]
    return zip(run(e.learner, e.examples).weights(), e.examples, strict=True)


@pytest.mark.parametrize("norm", ["ball", "unit"])
@pytest.mark.parametrize("eps", [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)])
def test_margin_spiral_approaches_the_sharp_constant(eps: Fraction, norm: str) -> None:
    """(M+1)γ² → τ*, the root of 2c(1−c)τ = ln(1+2cτ): within 2 % at γ = 1/20, below it always, and rising."""
    c, tau = float(1 - eps), 100.0
    for _ in range(200):
        tau = log(1 + 2 * c * tau) / (2 * c * (1 - c))
    ratios = []
    for m in (20, 40):
        q = remeasured(margin_spiral(Fraction(2 * m, m * m + 1), eps, norm))
        assert q.eps == eps and 2 / (eps * q.gamma) ** 2 - 2 / eps >= q.M
        ratios.append(float((q.M + 1) * q.gamma**2) / tau)
    assert 0.98 < ratios[0] < ratios[1] < 1


def test_margin_spiral_of_epsilon_one_is_the_plain_spiral() -> None:
    e = margin_spiral("40/401", 1)
    assert remeasured(e).M == 99


@pytest.mark.parametrize(("m", "gamma"), [(1, "1"), (1, "7/2"), (5, "1/5"), (5, "1/3"), (9, "4/7")])
def test_uniform_slack_attains_the_exact_hinge_root(m: int, gamma: str) -> None:
    e = uniform_slack(m, gamma)
    q = measure(run(e.learner, e.examples), e.u, e.gamma)
    assert (q.M, q.U2, q.R2) == (e.M, 1, 1)
    assert (q.gamma * q.M - q.TD) ** 2 == q.M


@pytest.mark.parametrize("n", range(1, 9))
def test_odd_max_bit_costs_a_fibonacci_number_of_updates(n: int) -> None:
    e = odd_max_bit(n)
    remeasured(e, unit=False)
    assert len(e.examples) == 2**n - 1
    result = passes(e.learner, e.examples, limit=10_000)
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    assert result.halted and result.M >= a == abs(e.u[-1])
    assert odd_max_bit(n, repeat=result.passes).M == result.M


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: orthonormal(0), "k must be an integer of at least 1"),
        (lambda: plane(0), "gamma must be positive"),
        (lambda: plane("3/2"), "gamma must be at most 1"),
        (lambda: spiral(1), "gamma must be below 1"),
        (lambda: spiral("1/2", "unit"), "irrational"),
        (lambda: spiral("1/2", "sphere"), "norm must be"),
        (lambda: margin_spiral("1/2", 2), "eps must be at most 1"),
        (lambda: uniform_slack(2, "1/3"), "at least 1/m = 1/2"),
        (lambda: odd_max_bit(40), "at most 20"),
    ],
)
def test_refuses(call: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()  # type: ignore[operator]


@given(st.lists(st.fractions(max_denominator=50), min_size=1, max_size=6).filter(any))
def test_unit_near_is_a_unit_vector_near_the_direction(direction: list[Fraction]) -> None:
    u = unit_near(direction)
    assert sum(a * a for a in u) == 1
    length = sqrt_below(sum((a * a for a in direction), Fraction(0)))
    if length:
        assert all(abs(a - b / length) < Fraction(1, 10**5) for a, b in zip(u, direction, strict=True))


def test_the_rational_circle_is_on_the_circle() -> None:
    angles, points, n = rational_circle()
    assert len(points) == len(set(points)) == 4 * 3**9
    assert all(p * p + q * q == n * n for p, q in points)
    assert all(b - a < 1.5e-3 for a, b in pairwise(angles))
