"""Learners in vector algebra: the same in coordinates, with roots, and in the feature space of a kernel."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.falsifier.learners import FURTHER, LEARNERS
from perceptron import Examples, Learner, run
from perceptron.kernels import Linear, Polynomial, run_kernel, run_learner
from perceptron.learners.learner import Stepper
from perceptron.numbers.enclosure import NotSeparated

POINTS = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from((1, -1))), min_size=1, max_size=8)
KINDS = {n: one for n, one in {**FURTHER, **LEARNERS}.items() if isinstance(one, Learner) and "random" not in n and n != "reflecting"}


@given(POINTS, st.sampled_from(sorted(KINDS)))
def test_updates_in_coordinates_and_in_feature_space_agree(rounds: list[tuple[int, int, int]], name: str) -> None:
    points, labels = [[a, b] for a, b, _ in rounds], [y for *_, y in rounds]
    try:
        play = Stepper(deepcopy(KINDS[name]), 2)
        known = [t for t, (a, b, y) in enumerate(rounds) if play.round((Fraction(a), Fraction(b)), y)]
        assert run_learner(KINDS[name], Linear(), points, labels)[0] == tuple(known)
    except (ZeroDivisionError, NotSeparated):
        pass  # 1/0 in either, and roots that no precision tells apart


@given(POINTS)
def test_the_perceptron_with_a_kernel_is_the_kernel_perceptron(rounds: list[tuple[int, int, int]]) -> None:
    points, labels = [[a, b] for a, b, _ in rounds], [y for *_, y in rounds]
    assert run_learner(Learner(), Polynomial(2), points, labels)[0] == run_kernel(Polynomial(2), points, labels).updates


class Course(Learner):
    """A script of a course, with numpy and floats."""

    def start(self, zero: Any) -> Any:
        self.bias = 0.0
        return zero

    def score(self, w: Any, x: Any) -> Any:
        import numpy as np

        return np.dot(x, w) + self.bias

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.bias += 0.1 * y
        return w + 0.1 * y * x


def test_floats_of_a_learner_are_the_decimals_that_they_print_as() -> None:
    trace = run(Course(), Examples([[1, 0], [1, 1], [-1, 0]], [1, 1, -1]))
    assert trace.updates == (0, 2) and trace.final == (Fraction(1, 5), Fraction(0))
    with pytest.raises(Exception, match="the float nan is no number"):
        run(type("Nan", (Course,), {"step": lambda self, w, x, y: float("nan") * w})(), Examples([[1]], [1]))
