"""The benchmark's proofs that no comparator makes a bound much less, against every comparator of a fine grid in the plane."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.least_bound import LeastBound, Node
from perceptron import Examples, Perceptron
from perceptron.data.read import Dataset
from proofs.audit import audit
from proofs.audit.learners import bounds_of

rng = np.random.default_rng(2)
rows = rng.integers(-9, 10, size=(30, 2))
labels = [1 if a + b > 0 or k % 9 == 0 else -1 for k, (a, b) in enumerate(rows.tolist())]
made = audit(Dataset("plane", Examples(rows.tolist(), labels), {"no": -1, "yes": 1}, ("a", "b")), Perceptron(), limit=4)


@pytest.mark.parametrize("id", ["hinge-root", "hinge-l1-radius", "hinge-l2-radius", "squared-hinge", "weights-l1"])
def test_nothing_is_proved_of_what_a_grid_refutes_and_the_least_of_the_grid_is_nearly_proved(id: str) -> None:
    bound = next(bound for bound in bounds_of(made.run.learner, made.data.examples) if bound.id == id)  # type: ignore[arg-type]
    least = LeastBound(made, bound)
    turns, lengths = np.linspace(0, 2 * np.pi, 721), np.geomspace(0.05, 30, 400)
    on_grid = min(least.exact(r * np.array([np.cos(a), np.sin(a)])) for a in turns for r in lengths)
    assert least.below(on_grid * 1.001, 400)[0] is not False
    assert least.below(on_grid * 0.97, 400)[0] is False
    found = next(float(bound.value) for bound in made.bounds if bound.id == id)
    assert found < on_grid * 1.01


@pytest.mark.filterwarnings("error")
def test_an_interval_that_can_be_cut_no_further_refutes_nothing() -> None:
    """Its slope was 0/0."""
    bound = next(bound for bound in bounds_of(made.run.learner, made.data.examples) if bound.id == "hinge-root")
    least = LeastBound(made, bound)
    found = next(bound for bound in made.bounds if bound.id == "hinge-root")
    length = made.data.examples.longest2() ** 0.5 / float(found.gamma)
    node, beta = Node(length, length, True), 1.01 * float(found.value)
    low, near, _ = least._relaxed(node, beta, float("inf"))
    assert -float("inf") < low < 0 and near is not None
    assert all(child.low == child.high == length for child in least._branches(node, near, beta))
