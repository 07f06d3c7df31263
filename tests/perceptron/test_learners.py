"""The learners by their definitions: the Perceptrons, online gradient descent with its regret, and the losses with MR (1) for each."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, InputError, MarginPerceptron, Perceptron, learner_from_spec, measure, passes, run  # noqa: F401  (Hebb is learned by hand in a text)
from perceptron.learners import losses
from perceptron.learners.losses import Loss
from perceptron.learners.ogd import OGD, MaxAffine, descend, into_ball
from perceptron.learners.perceptron import AnyLearner
from perceptron.numbers.exact import dot
from tests.amounts import cases, tries
from tests.perceptron.strategies import examples, positive, runs

ENGINES = ["fraction", "int", "auto"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", cases(__file__, "runs_by_hand.txt"))
def test_runs_by_hand(engine: str, case: list[str]) -> None:
    learner, rows, labels, updates, counted, final = map(eval, case)
    trace = run(learner, Examples(rows, labels), engine)
    assert (trace.updates, trace.counted_rounds, trace.M, trace.final) == (updates, counted, len(counted), final)


class Concave:
    """−w²: no convex loss."""

    def value(self, w: tuple[Fraction, ...]) -> Fraction:
        return -(w[0] ** 2)

    def subgradient(self, w: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        return (-2 * w[0],)


def test_the_bound_needs_convex_losses() -> None:
    with pytest.raises(InputError, match="round 0: the loss is not convex"):
        descend([Concave()], 1, 1).bound([1])


@given(st.one_of(runs().map(lambda drawn: drawn[0]), st.sampled_from([OGD(), OGD("1/3", "hinge", "5/2")])))
def test_specification_survives_json(learner: Any) -> None:
    spec = json.loads(json.dumps(learner.spec()))
    assert learner_from_spec(spec, getattr(learner, "gamma", None)) == learner
    assert isinstance(learner, AnyLearner)


def test_passes_until_no_update() -> None:
    data = Examples([["3/5", "4/5"], ["3/5", "-4/5"], [1, 0]], [1, 1, 1])
    result = passes(Perceptron(), data)
    assert result.halted and result.updates[-1][0] < result.passes
    assert run(Perceptron(), data[:], "int").M <= result.M
    assert all(y * sum(a * b for a, b in zip(result.final, x, strict=True)) > 0 for x, y in data)


@given(runs())
def test_passes_are_one_run_over_the_repeated_sequence(drawn: tuple[Any, Examples]) -> None:
    learner, data = drawn
    for engine in ENGINES:
        result = passes(learner, data, limit=4, engine=engine)
        trace = run(learner, result.sequence())
        assert trace.updates == tuple(p * len(data) + t for p, t in result.updates) == tuple(result.rounds)
        assert (trace.final, trace.M) == (result.final, result.M)


NEARLY = Examples([["3/5", "4/5"], ["3/5", "-4/5"]], [1, 1])  # margin 3/5


@pytest.mark.parametrize(
    ("learner", "data", "limit", "most", "reason"),
    [
        (Perceptron(), Examples([[1], [1]], [1, -1]), 50, 50, "no end in 50 passes"),
        (MarginPerceptron(3), Examples([[1]], [1]), 10**9, 2, "gamma = 3 is above the true margin"),  # BL 2.8
        (MarginPerceptron("7/10", "1/100"), NEARLY, 10**9, 10**5, "above the true margin"),  # no direction keeps to its rule
    ],
)
def test_what_never_halts_stops_at_the_limit_or_at_the_bound(learner: Any, data: Examples, limit: int, most: int, reason: str) -> None:
    result = passes(learner, data, limit)
    assert not result.halted and result.passes <= most and reason in result.reason
    if isinstance(learner, MarginPerceptron):
        assert learner.bound() < result.M <= max(0, learner.bound() + len(data))


# --- OGD: the Perceptron for every rate, regret within its bound, and a projection that stays rational


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
def test_regret_is_within_its_bound(data: Examples, rate: Fraction, radius: Fraction | None, draw: st.DataObject) -> None:
    made = OGD(rate, "hinge", radius).descent(data)
    u = tuple(draw.draw(numbers) for _ in range(data.dimension))
    u = u if radius is None else into_ball(u, radius)
    assert made.regret(u) <= made.bound(u)


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


# --- Losses: convex, not negative, above their supporting line at 0, and as Lipschitz as they say; and MR (1) for each of them


# Every loss.
ALL: list[Loss] = [
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
