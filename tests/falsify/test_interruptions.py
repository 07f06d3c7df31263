"""Somebody's own code that never returns: the search ends all the same, and what it has in hand is kept."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron.errors import InputError
from proofs.falsify import Found, Survived, falsify
from tests.amounts import sampled
from tests.falsify.custom_learners import After, stuck


@pytest.mark.parametrize("workers, budget", sampled([(1, 3.0), (2, 15.0)], 1))
def test_a_step_that_never_returns_ends_with_the_budget(workers: int, budget: float) -> None:
    outcome = falsify("M <= 1/gamma**2", learner=After(stuck), budget=budget, workers=workers)
    ended = "did not return from a call", "did not answer and was ended"  # the second on a machine too busy for a worker's answer
    assert isinstance(outcome, Survived) and any(said in str(outcome) for said in ended[:workers])


def test_the_counterexample_in_hand_is_kept() -> None:
    outcome = falsify("M <= 3", learner=After(stuck), budget=4)
    assert isinstance(outcome, Found) and outcome.verdict.valid and outcome.counterexample.M > 3


def test_a_start_that_never_returns_is_said_in_one_line() -> None:
    class NoStart(After):
        def start(self, dimension: int) -> Any:
            stuck()

    with pytest.raises(InputError, match="first calls"):
        falsify("M <= 3", learner=NoStart(stuck), budget=1)
