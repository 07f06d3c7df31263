"""The exact worst case by dimension: attained where its page says so, false one dimension further."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, measure, run
from perceptron.extremal.sequences import Extremal, orthonormal, plane, spiral
from perceptron.numbers.rational_points import sqrt_exact
from proofs.counterexample import values_of
from proofs.statements.evaluation import holds
from proofs.statements.run_model import model_of
from proofs.theorems import catalogue
from tests.amounts import tries

ONE = Fraction(1)
margins = st.integers(2, 12).map(lambda m: Fraction(2 * m, m * m + 1))  # those with a rational √(1−γ²)


def status(id: str, extremal: Extremal) -> str:
    trace = run(extremal.learner, extremal.examples)
    values = values_of(measure(trace, extremal.u, extremal.gamma, ONE))
    return catalogue.page(id).statement.comparison.status(values)


@given(gamma=st.fractions(Fraction(1, 9), 1, max_denominator=60))
@settings(max_examples=tries(30))
def test_the_zig_zag_attains_the_bound_of_the_plane_wherever_the_root_is_near_enough(gamma: Fraction) -> None:
    attained = plane(gamma)
    assert status("dimension-two", attained) == "true"
    worst = 1 / (2 * gamma**2)
    if sqrt_exact(1 - gamma**2) is not None or worst % 1 > Fraction(1, 1000):
        assert worst // 1 + 1 == attained.M


@given(gamma=margins)
@settings(max_examples=tries(11))
def test_one_dimension_more_breaks_the_bound_of_the_plane_and_of_the_line(gamma: Fraction) -> None:
    in_space = spiral(gamma)
    assert status("dimension-three", in_space) == "true"
    assert in_space.M == -(-1 / gamma**2 // 1) - 1 == 1 / gamma**2 // 1
    if 1 / (2 * gamma**2) + 1 < in_space.M:
        assert status("dimension-two", in_space) == "false"
    if plane(gamma).M > 1:
        assert status("dimension-one", plane(gamma)) == "false"


@pytest.mark.parametrize("k", [1, 4, 9, 16])
def test_where_the_bound_is_whole_the_basis_attains_it(k: int) -> None:
    assert status("dimension-three", orthonormal(k)) == "true"
    assert 1 / orthonormal(k).gamma ** 2 == orthonormal(k).M


def test_the_floor_has_a_value_on_a_run_and_fails_if_it_is_wrong() -> None:
    statement = catalogue.page("dimension-three").statement
    extremal = spiral(Fraction(3, 5))
    model = model_of(statement, run(extremal.learner, extremal.examples), extremal.u, extremal.gamma, ONE)
    floors = [f for f in statement.hypotheses if f.name.startswith("⌊")]
    assert len(floors) == 2 and model.naturals["⌊R²/γ²⌋"] == 2
    assert all(holds(f.formula, model) for f in floors)
    for wrong in (1, 3):
        other = model_of(statement, run(Perceptron(), Examples([[1]], [1])), (ONE,), Fraction(3, 5), ONE)
        other.naturals["⌊R²/γ²⌋"] = wrong  # type: ignore[index]
        assert not all(holds(f.formula, other) for f in floors)


@pytest.mark.parametrize("id", ["dimension-one", "dimension-two"])
def test_the_proof_needs_the_dimension(id: str) -> None:
    theorem = catalogue.built([id])[id].theorem
    assert {"dimension-one": "on a line", "dimension-two": "in the plane"}[id] in dict(theorem.hypotheses)
