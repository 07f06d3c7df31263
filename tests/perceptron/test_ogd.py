"""OGD: the Perceptron for every rate, regret within its bound, and a projection that stays rational."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Examples, InputError, Perceptron, learner_from_spec, run
from perceptron.learners.ogd import OGD, Descent, MaxAffine, descend, into_ball
from perceptron.numbers.exact import dot
from proofs.statements.instance import Instance, running
from proofs.theorems.online.ogd_regret import page
from tests.perceptron.strategies import examples, positive

numbers = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 6))


@given(examples(), positive)
def test_any_rate_makes_the_perceptron_s_updates_with_scaled_weights(data: Examples, rate: Fraction) -> None:
    plain, ogd = run(Perceptron(), data), run(OGD(rate), data)
    assert ogd.updates == plain.updates
    assert ogd.final == tuple(rate * value for value in plain.final)


@given(examples(), positive, st.sampled_from(["mistakes", "hinge"]), st.none() | positive)
def test_the_learner_is_the_descent_on_its_losses(data: Examples, rate: Fraction, loss: str, radius: Fraction | None) -> None:
    learner = OGD(rate, loss, radius)
    trace, made = run(learner, data), learner.descent(data)
    assert made.final == trace.final
    assert made.weights == tuple(w for _, w in trace.weights())
    assert [t for t, v in enumerate(made.subgradients) if any(v)] == [t for t in trace.updates if any(data[t].x)]


@given(examples(max_rounds=6), positive, st.none() | positive, st.data())
def test_regret_is_within_its_bound_and_the_page_s_claim_holds_of_the_run(
    data: Examples, rate: Fraction, radius: Fraction | None, draw: st.DataObject
) -> None:
    made = OGD(rate, "hinge", radius).descent(data)
    u = tuple(draw.draw(numbers) for _ in range(data.dimension))
    u = u if radius is None else into_ball(u, radius)
    assert made.regret(u) <= made.bound(u)
    if radius is None:
        assert not page.broken_by(instance(made, u)) and page.failing(instance(made, u)) == ""


def instance(made: Descent, u: tuple[Fraction, ...]) -> Instance:
    """The run as the page speaks of it, continued by a round of no loss."""
    T, zero = len(made.losses), (Fraction(0),) * len(u)
    f = [g.value(w) for g, w in zip(made.losses, made.weights, strict=True)] + [Fraction(0)] * 2
    g = [loss.value(u) for loss in made.losses] + [Fraction(0)] * 2
    v = [*made.subgradients, zero, zero]
    return Instance(
        T,
        {"T": T},
        {"η": made.rate, "1/η": 1 / made.rate},
        {"f(w)": f, "f(u)": g, "Σf(w)": running(f), "Σf(u)": running(g), "V": running([dot(s, s) for s in v])},
        {"u": u},
        {"w": [*made.weights, made.final, made.final], "v": v},
    )


@given(st.lists(numbers, min_size=1, max_size=4), positive, st.data())
def test_the_way_into_the_ball_leads_away_from_no_point_of_it(w: list[Fraction], radius: Fraction, draw: st.DataObject) -> None:
    far = tuple(100 * value for value in w)
    near = into_ball(far, radius)
    assert dot(near, near) <= radius**2
    u = tuple(draw.draw(numbers) for _ in w)
    while dot(u, u) > radius**2:
        u = tuple(value / 2 for value in u)
    edge = into_ball(tuple(1000 * value for value in w), radius)
    for point in (u, edge, tuple(-value for value in edge)):
        assert square(near, point) <= square(far, point)


def square(a: tuple[Fraction, ...], b: tuple[Fraction, ...]) -> Fraction:
    return sum(((p - q) ** 2 for p, q in zip(a, b, strict=True)), Fraction(0))


def test_a_rational_projection_is_the_exact_one() -> None:
    assert into_ball((Fraction(30), Fraction(40)), Fraction(1)) == (Fraction(3, 5), Fraction(4, 5))


def test_losses_chosen_after_a_look_at_the_weights() -> None:
    """The adversary of the absolute loss |w − b| answers with the end that w is further from: regret is near its bound."""

    def far(w: tuple[Fraction, ...]) -> MaxAffine:
        b = -1 if w[0] > 0 else 1
        return MaxAffine([([1], -b), ([-1], b)])

    made = descend([far] * 16, "1/4", 1, radius=1)
    assert made.loss() >= 16 and made.regret([0]) <= made.bound([0]) == 2
    assert all(abs(w[0]) <= 1 for w in made.weights)


@dataclass(frozen=True)
class Concave:
    """−w²: no convex loss."""

    def value(self, w: tuple[Fraction, ...]) -> Fraction:
        return -(w[0] ** 2)

    def subgradient(self, w: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        return (-2 * w[0],)


def test_what_the_bound_needs_is_checked() -> None:
    with pytest.raises(InputError, match="round 0: the loss is not convex"):
        descend([Concave()], 1, 1).bound([1])
    with pytest.raises(InputError, match="outside the ball"):
        descend([MaxAffine([([1], 0)])], 1, 1, radius=1).bound([2])
    with pytest.raises(InputError, match="u has dimension 2, not 1"):
        descend([], 1, 1).bound([1, 1])
    with pytest.raises(InputError, match="the loss has dimension 2, but w has dimension 1"):
        descend([MaxAffine([([1, 2], 0)])], 1, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rate": 0}, "rate must be positive"),
        ({"rate": 0.5}, "rate: is the float"),
        ({"loss": "square"}, "the loss must be one of mistakes, hinge"),
        ({"radius": -1}, "radius must be positive"),
    ],
)
def test_what_ogd_refuses(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        OGD(**options)  # type: ignore[arg-type]


def test_specification_survives_json() -> None:
    for learner in (OGD(), OGD("1/3", "hinge", "5/2")):
        assert learner_from_spec(learner.spec()) == learner
