"""MR's augmentation, run: the Perceptron on the augmented examples predicts as before, and u′ separates them as the proof says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, measure, run
from perceptron.numbers.exact import dot
from proofs.statements.instance import Draw
from proofs.theorems.hinge.augmented_space import sample
from tests.amounts import tries

Vector = tuple[Fraction, ...]
vectors = st.tuples(*[st.integers(-3, 3)] * 2)
runs = st.lists(st.tuples(vectors, st.sampled_from([-1, 1])), min_size=1, max_size=7)
deltas = st.fractions(Fraction(1, 4), 3, max_denominator=4)
UNITS = [(Fraction(3, 5), Fraction(4, 5)), (Fraction(1), Fraction(0)), (Fraction(1, 3), Fraction(1, 2))]


def augmented(examples: Examples, delta: Fraction) -> Examples:
    """A coordinate for each round, Δ in its own."""
    T = len(examples)
    rows = [(*e.x, *(delta if i == t else Fraction(0) for i in range(T))) for t, e in enumerate(examples)]
    return Examples(rows, examples.labels)


@given(rounds=runs, delta=deltas, ties=st.sampled_from(["mistake", 1, -1]))
@settings(max_examples=tries(60))
def test_the_predictions_coincide(rounds: list[tuple[tuple[int, int], int]], delta: Fraction, ties: str | int) -> None:
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    old, new = run(Perceptron(ties), examples), run(Perceptron(ties), augmented(examples, delta))
    assert old.updates == new.updates and old.final == new.final[:2]
    for (_, w), (_, wide), e, far in zip(old.weights(), new.weights(), examples, new.examples, strict=True):
        assert dot(w, e.x) == dot(wide, far.x)


@given(rounds=runs, delta=deltas, u=st.sampled_from(UNITS), rho=st.fractions(Fraction(1, 4), 4, max_denominator=4))
@settings(max_examples=tries(60))
def test_the_comparator_is_short_and_separates_by_rho(
    rounds: list[tuple[tuple[int, int], int]], delta: Fraction, u: Vector, rho: Fraction
) -> None:
    """‖u′Z‖² ≤ Z² with Z² = 1 + ρ²‖L‖²/Δ², y⟨u′Z, x′⟩ ≥ ρ at each update, and the displayed inequality."""
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    trace = run(Perceptron(), examples)
    wide, measured = augmented(examples, delta), measure(trace, u, rho)
    losses = [max(Fraction(0), rho - e.y * dot(u, e.x)) if t in trace.updates else Fraction(0) for t, e in enumerate(examples)]
    comparator = (*u, *(e.y * loss / delta for e, loss in zip(examples, losses, strict=True)))
    square = 1 + rho**2 * measured.H2sq / delta**2
    assert dot(comparator, comparator) <= square
    assert all(wide[t].y * dot(comparator, wide[t].x) >= rho for t in trace.updates)
    assert (1 / rho**2 + measured.H2sq / delta**2) * (measured.S2 + trace.M * delta**2) >= trace.M**2


def test_without_the_positive_part_the_comparator_is_too_long() -> None:
    """u = 1, x = 2, ρ = Δ = 1: l = 1 − 2 = −1 while ‖L‖ = 0, so Z = 1, and ‖u′‖² = 1 + 1."""
    trace = run(Perceptron(), Examples([[2]], [1]))
    measured = measure(trace, [1], 1)
    printed = 1 - Fraction(2)
    assert trace.M == 1 and measured.H2sq == 0
    assert 1 + printed**2 > 1 + measured.H2sq


@pytest.mark.parametrize("data", [bytes(80), bytes(range(7, 87)), bytes((37 * i) % 256 for i in range(80))])
def test_the_instances_that_are_drawn_are_runs_in_such_a_space(data: bytes) -> None:
    instance = sample(Draw(data))
    axes, size = instance.vector_sequences["f"], instance.reals["Δ"]
    assert isinstance(size, Fraction)
    assert all(dot(a, b) == (i == j) for i, a in enumerate(axes) for j, b in enumerate(axes))
    assert all(dot(axis, z) == 0 for axis in axes for z in instance.vector_sequences["z"])
