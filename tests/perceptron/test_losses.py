"""Losses: convex, not negative, above their supporting line at 0, and as Lipschitz as they say; and MR (1) for each of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, Perceptron, measure, run
from perceptron.learners import losses
from perceptron.learners.losses import Loss
from tests.amounts import tries

ALL = [
    losses.hinge(),
    losses.hinge("1/3"),
    losses.squared_hinge(),
    losses.squared_hinge(2),
    losses.huber("1/2"),
    losses.shifted_huber(),
    losses.shifted_huber("1/2"),
    losses.shifted_huber(3),
    losses.logistic(),
    losses.exponential(),
    losses.power(1),
    losses.power(3),
    losses.shifted_power(1),
    losses.shifted_power(4),
]
margins = st.fractions(-6, 6, max_denominator=12)
each = pytest.mark.parametrize("loss", ALL, ids=lambda loss: f"{loss.name}-{loss.slope}")


def value(loss: Loss, x: Fraction):  # type: ignore[no-untyped-def]
    return loss(x) if loss.rational else loss.ball(x)


def not_above(a, b) -> bool:  # type: ignore[no-untyped-def]
    """a ≤ b; for balls, that they do not show a > b."""
    return not (a > b)


@each
@settings(max_examples=tries(30))
@given(x=margins, y=margins, share=st.fractions(0, 1, max_denominator=8))
def test_it_is_convex_not_negative_above_its_line_and_lipschitz(loss: Loss, x: Fraction, y: Fraction, share: Fraction) -> None:
    from flint import arb

    def number(q: Fraction):  # type: ignore[no-untyped-def]
        return q if loss.rational else arb(q.numerator) / q.denominator

    at_x, at_y, between = value(loss, x), value(loss, y), value(loss, share * x + (1 - share) * y)
    assert not_above(0, at_x)
    assert not_above(between, number(share) * at_x + number(1 - share) * at_y)
    assert not_above(value(loss, Fraction(0)) - number(loss.slope * x), at_x)
    if loss.lipschitz is not None:
        assert not_above(abs(at_x - at_y), number(loss.lipschitz * abs(x - y)))


@each
def test_the_slope_is_that_at_0_and_the_lipschitz_constant_the_least(loss: Loss) -> None:
    small = Fraction(1, 10**6)
    rise = (loss.ball(-small) - loss.ball(small)) / (2 * float(small))
    assert abs(rise - float(loss.slope)) < 1e-4
    steepest = abs(float(loss.ball(-1000)) - float(loss.ball(-999))) if loss.name != "exponential" else float("inf")
    if loss.lipschitz is None:
        assert steepest > 400
    else:
        assert steepest == pytest.approx(float(loss.lipschitz))


def test_which_losses_are_admissible() -> None:
    assert {loss.name for loss in ALL if loss.admissible} == {"hinge", "shifted Huber", "logistic", "|1 − x|^1"}
    assert {loss.name for loss in ALL if not loss.positive_at_zero} == {"Huber", "|x|^1", "|x|^3"}


@each
@settings(max_examples=tries(30))
@given(rounds=st.lists(st.tuples(st.tuples(*[st.integers(-3, 3)] * 2), st.sampled_from([-1, 1])), min_size=1, max_size=8))
def test_no_run_makes_more_updates_than_mr_1_allows(loss: Loss, rounds: list[tuple[tuple[int, int], int]]) -> None:
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    u = (Fraction(3, 5), Fraction(4, 5))
    trace = run(Perceptron(), examples)
    along = [sum((a * b for a, b in zip(u, z, strict=True)), Fraction(0)) for z in trace.steps()]
    squares = measure(trace, u, 1).S2
    if not loss.positive_at_zero:
        with pytest.raises(InputError, match="bounds nothing"):
            loss.bound(along, squares)
        return
    assert not loss.bound(along, squares) < trace.M
    if loss.rational:  # one hinge lies below: MR (1) for φ is implied by the hinge bound at ρ = φ(0)/g
        hinge = losses.hinge(loss(0) / loss.slope)
        assert all(loss(x) >= loss(0) * hinge(x) for x in along)
        assert not loss.bound(along, squares) < hinge.bound(along, squares)


def test_the_hinge_bound_is_attained_with_positive_loss() -> None:
    """Nine orthonormal examples, u = (1, …, 1)/3 and ρ = 1/2: 9 = 9/3 + 3·2."""
    bound = losses.hinge("1/2").bound([Fraction(1, 3)] * 9, Fraction(9))
    assert bound.contains(9) and bound.rad() < 1e-30


@pytest.mark.parametrize("make", [losses.hinge, losses.squared_hinge, losses.huber, losses.shifted_huber])
@pytest.mark.parametrize("parameter", [0, -1, 0.5, "x", None])
def test_a_parameter_that_is_not_positive_and_exact_is_refused(make, parameter: object) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError):
        make(parameter)


@pytest.mark.parametrize("p", [0, -2, True, "2", Fraction(3, 2)])
def test_a_power_is_a_whole_number(p: int) -> None:
    for make in (losses.power, losses.shifted_power):
        with pytest.raises(InputError, match="whole number"):
            make(p)


def test_an_irrational_value_is_not_passed_off_as_a_fraction() -> None:
    with pytest.raises(InputError, match="use its ball"):
        losses.logistic()(1)
    with pytest.raises(InputError, match="float"):
        losses.hinge()(0.5)
