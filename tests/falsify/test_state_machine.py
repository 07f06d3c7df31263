"""The state machine: a true bound stands, a false one falls with a judged run, and a class of it is a test for pytest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from perceptron import MarginPerceptron, Perceptron
from perceptron.errors import InputError
from proofs.conjecture.game import Game
from proofs.falsify import judge_with
from proofs.falsify.state_machine import Broken, machine_for
from tests.amounts import sampled
from tests.falsify.custom_learners import Decaying, FixedMargin

BETA = Fraction(1, 2)
QUICK = settings(max_examples=25, stateful_step_count=15, deadline=None, database=None, derandomize=True)
LONGER = settings(QUICK, max_examples=1000, stateful_step_count=15, phases=(Phase.generate,))  # a stateful run is slow to shrink


class TestFixedMargin(machine_for(FixedMargin(BETA), "M <= (1 + 2*beta)/gamma**2").TestCase):  # type: ignore[misc]
    """As a user would write it."""

    settings = QUICK


@pytest.mark.parametrize(
    ("learner", "text", "game"),
    sampled(
        [
            (Perceptron(), "M <= 1/gamma**2 + 2*TD/gamma", None),
            (Perceptron(1), "M <= 1/gamma**2", Game(norm="unit")),
            (Perceptron(), "M <= R**2/gamma**2", Game(norm="any", radius="declared", dimension=2)),
            (lambda gamma: MarginPerceptron(gamma), "M <= 8/gamma**2 - 4", None),
            (Perceptron(), "gamma*M - TD <= U*sqrt(S2)", Game(setting="agnostic", norm="any", comparator="any")),
        ],
        2,
    ),
)
def test_what_is_true_stands(learner: Any, text: str, game: Game | None) -> None:
    run_state_machine_as_test(machine_for(learner, text, game), settings=QUICK)


@pytest.mark.parametrize(
    ("learner", "text", "game"),
    sampled(
        [
            (FixedMargin(BETA), "M <= (1 + beta)/gamma**2", None),
            (Decaying(), "M <= 1/gamma**2", None),
            (Perceptron(), "M <= 1/gamma**2 + TD/gamma", None),
            (lambda gamma: MarginPerceptron(gamma), "M <= 1/gamma**2 - 1", None),
            (Perceptron(), "M <= 0.7/gamma**2", Game(norm="unit")),
        ],
        2,
    ),
)
def test_what_is_false_falls_with_a_run_that_the_judge_accepts(learner: Any, text: str, game: Game | None) -> None:
    with pytest.raises(Broken, match="is false") as broken:
        run_state_machine_as_test(machine_for(learner, text, game), settings=LONGER)
    assert judge_with(learner, broken.value.counterexample).valid


def test_bad_requests() -> None:
    with pytest.raises(InputError, match="unknown name 'beta'"):
        machine_for(Perceptron(), "M <= beta")
    with pytest.raises(InputError, match="methods"):
        machine_for(7, "M <= 1")
