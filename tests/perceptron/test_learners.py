"""Conventions of the sources, specifications as JSON, and what each learner refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from perceptron import Examples, Hebb, InputError, Learner, MarginPerceptron, Perceptron, learner_from_spec, passes, run
from tests.perceptron.strategies import examples, positive, runs

ENGINES = ["fraction", "int"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("ties", "updates"), [("mistake", (0, 1)), (1, (1,)), (-1, (0,))], ids=["mistake", "NG: +1", "BL: -1"])
def test_tie_conventions_at_the_first_example(engine: str, ties: str | int, updates: tuple[int, ...]) -> None:
    """w = 0 and orthogonal examples: the only question is what ⟨w,x⟩ = 0 predicts."""
    assert run(Perceptron(ties), Examples([[1, 0], [0, 1]], [1, -1]), engine).updates == updates


@pytest.mark.parametrize("engine", ENGINES)
def test_an_example_of_length_zero_counts_but_moves_nothing(engine: str) -> None:
    trace = run(Perceptron(), Examples([[0, 0], [1, 2]], [1, -1]), engine)
    assert trace.updates == (0, 1) and trace.final == (-1, -2)


@pytest.mark.parametrize("engine", ENGINES)
def test_margin_perceptron_takes_the_first_example_without_counting_it(engine: str) -> None:
    trace = run(MarginPerceptron("1/2"), Examples([["3/5", "4/5"], ["3/5", "-4/5"]], [1, 1]), engine)
    assert (trace.updates, trace.counted, trace.M) == ((0, 1), (1,), 1)
    assert trace.final == (Fraction(6, 5), 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_margin_perceptron_cannot_start_from_the_zero_vector(engine: str) -> None:
    with pytest.raises(InputError, match="example 0 is the zero vector"):
        run(MarginPerceptron("1/2"), Examples([[0, 0], [1, 0]], [1, 1]), engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_margin_perceptron_back_at_zero_stays_there(engine: str) -> None:
    """Inseparable data leads to w = 0, where 0 < 0 fails: the rule multiplied out makes no update."""
    trace = run(MarginPerceptron("1/2"), Examples([[1], [1], [1]], [1, -1, 1]), engine)
    assert trace.updates == (0, 1) and trace.final == (0,)


@pytest.mark.parametrize("engine", ENGINES)
def test_hebb_updates_always(engine: str) -> None:
    data = Examples([[1], [1], [1]], [1, 1, 1])
    assert run(Hebb(), data, engine).M == 3
    assert run(Hebb(initialises=True), data, engine).counted == (1, 2)


@given(runs())
def test_specification_survives_json(drawn: tuple[Any, Examples]) -> None:
    learner, _ = drawn
    spec = json.loads(json.dumps(learner.spec()))
    assert learner_from_spec(spec, getattr(learner, "gamma", None)) == learner
    assert isinstance(learner, Learner)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Perceptron(ties=0), "ties must be"),
        (lambda: Perceptron(ties=True), "ties must be"),
        (lambda: Perceptron(ties=1.0), "ties must be"),
        (lambda: Perceptron(start=[0.5]), "start, entry 0: is the float 0.5"),
        (lambda: Perceptron(start=["1/0"]), "divides by zero"),
        (lambda: run(Perceptron(start=[1]), Examples([[1, 2]], [1])), "start has dimension 1, but"),
        (lambda: MarginPerceptron(0), "gamma must be positive, not 0"),
        (lambda: MarginPerceptron("-1/2"), "gamma must be positive, not -1/2"),
        (lambda: MarginPerceptron(0.1), "gamma: is the float"),
        (lambda: MarginPerceptron(1, 0), "eps must be positive"),
        (lambda: MarginPerceptron(1, "3/2"), "eps must be at most 1"),
        (lambda: learner_from_spec({"name": "adaline"}), "a learner is an object whose name"),
        (lambda: learner_from_spec([]), "a learner is an object whose name"),
        (lambda: learner_from_spec({"name": "perceptron", "rate": 1}), "no field 'rate'"),
        (lambda: learner_from_spec({"name": "margin"}), "needs gamma"),
        (lambda: learner_from_spec({"name": "hebb", "initialises": 1}), "must be true or false"),
        (lambda: passes(Perceptron(), Examples([[1]], [1]), limit=0), "limit of passes"),
    ],
)
def test_refuses(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


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


def test_perceptron_on_inseparable_data_stops_at_the_limit() -> None:
    result = passes(Perceptron(), Examples([[1], [1]], [1, -1]), limit=50)
    assert not result.halted and result.passes == 50 and "no end in 50 passes" in result.reason


def test_margin_perceptron_with_gamma_above_the_margin_does_not_spin() -> None:
    """BL 2.8: gamma = 3 on one point never halts. The bound 8/γ² − 4 is passed at once, and said."""
    result = passes(MarginPerceptron(3), Examples([[1]], [1]), limit=10**9)
    assert not result.halted and result.passes <= 2 and "gamma = 3 is above the true margin" in result.reason


def test_margin_perceptron_just_above_the_margin_stops_at_the_bound() -> None:
    """Margin 3/5, threshold (1−ε)γ = 99/100·γ above it: no direction satisfies the rule, so no pass is ever quiet."""
    data = Examples([["3/5", "4/5"], ["3/5", "-4/5"]], [1, 1])
    learner = MarginPerceptron("7/10", "1/100")
    result = passes(learner, data, limit=10**9)
    assert not result.halted and "margin of the examples" in result.reason
    assert learner.bound() < result.M <= learner.bound() + len(data)


@given(examples(), positive)
def test_margin_perceptron_never_exceeds_its_bound_when_the_margin_is_true(data: Examples, scale: Fraction) -> None:
    """First entries pushed above the others: u = e₁ has margin γ there, so the passes halt below the bound."""
    rows = [(abs(row[0]) + 1 + max(map(abs, row)), *row[1:]) for row in data.numerators]
    if not rows:
        return
    gamma = Fraction(min(row[0] for row in rows))
    shifted = Examples.from_integers([tuple(y * n for n in row) for row, y in zip(rows, data.labels, strict=True)], data.labels)
    learner = MarginPerceptron(gamma)
    result = passes(learner, shifted, limit=10**6)
    radius2 = Fraction(max(sum(n * n for n in row) for row in rows))
    assert result.halted and learner.bound(radius2) >= result.M
