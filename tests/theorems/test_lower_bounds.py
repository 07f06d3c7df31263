"""The lower halves: exponentially many mistakes on the cube, forced mistakes, and what a dummy input costs, by exact runs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron import Examples, Perceptron, passes
from perceptron.extremal.forcing_games import orthonormal_game
from perceptron.extremal.start_and_encoding import dummy_input, odd_max_bit
from perceptron.numbers.exact import dot
from proofs.derive.authoring.terms import real
from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance
from proofs.statements.property import Property
from proofs.theorems.lower_bounds import dummy_input as dummy_page
from proofs.theorems.lower_bounds import optimality, small_margin, small_margin_mistakes
from proofs.theorems.lower_bounds.cube import cube, cube_run, fibonacci
from proofs.theorems.lower_bounds.whole_numbers import whole
from proofs.theorems.witnesses import models
from proofs.verify.checks.definitions import introduced
from proofs.verify.checks.property_search import attack

PROPERTIES = (*small_margin.pages, *small_margin_mistakes.pages, *optimality.pages, dummy_page.page)


@pytest.mark.parametrize("item", PROPERTIES, ids=lambda p: p.id)
def test_instances_keep_the_facts_and_none_breaks_the_claim(item: Property) -> None:
    tried = attack(item, seconds=0, number=1)
    assert tried.found is None
    assert tried.held > 10


BROKEN = [(p, what) for p in PROPERTIES for what in p.breakable if what not in introduced(p, p.facts).lets_be]


@pytest.mark.parametrize("item, what", BROKEN, ids=lambda x: getattr(x, "id", x))
def test_each_hypothesis_is_needed(item: Property, what: str) -> None:
    instance = models.load(item, what)
    assert instance is not None and models.judge(item, what, instance).valid
    if what in item.hypotheses:
        assert item.failing(instance) == what


@pytest.mark.parametrize("n", range(1, 11))
def test_the_perceptron_needs_fibonacci_many_updates_on_the_cube(n: int) -> None:
    made = passes(Perceptron(), cube(n), limit=10**5)
    least = fibonacci(n)
    assert made.halted and least <= abs(made.final[-1]) <= made.M
    assert 2 * least**2 >= 2**n
    extremal = odd_max_bit(n)
    assert abs(extremal.u[-1]) == least  # the same comparator attains it: margin 1 with last weight F
    assert min(e.y * dot(extremal.u, e.x) for e in extremal.examples) == 1


def test_the_runs_of_the_property_are_runs_of_the_learner() -> None:
    instance = cube_run(Draw(b"\xff" + bytes(20)))
    assert instance.naturals == {"n": 3, "M": passes(Perceptron(), cube(3)).M}
    assert small_margin_mistakes.mistakes.failing(instance) == ""


@pytest.mark.parametrize("denominator", [1, 2, 3, 7])
def test_whole_holds_of_the_whole_numbers_alone(denominator: int) -> None:
    for r in (Fraction(p, denominator) for p in range(-4 * denominator, 4 * denominator + 1)):
        instance = Instance(8, {}, {"r": r}, {}, {}, {})
        assert holds(whole(real("r")), instance.model()) == (r.denominator == 1)


def test_halves_of_examples_are_not_whole_and_break_the_bound() -> None:
    """Two bits, F(2) = 2: one update by half the axes is right, and so are scores of 1/2."""
    half, none = (Fraction(-1, 2), Fraction(1)), (Fraction(0),) * 2
    f = [none, (Fraction(-1), Fraction(0)), (Fraction(0), Fraction(1)), none]
    z = [none, f[1], (Fraction(1), Fraction(1)), (Fraction(0), Fraction(-1))]
    vectors = {"f": f, "z": z, "w": [none, half, half, half], "x": [half, none, none, none]}
    instance = Instance(2, {"n": 2, "M": 1}, {}, {"F": [1, 1, 2, 3]}, {}, vectors)
    assert small_margin_mistakes.mistakes.failing(instance) == "bits"


@pytest.mark.parametrize("gamma", [Fraction(4, 5), Fraction(2, 3), Fraction(1, 3), Fraction(3, 10)])
def test_the_printed_lower_bound_is_missed_where_it_is_not_whole(gamma: Fraction) -> None:
    forced = orthonormal_game(Perceptron, gamma)
    assert forced.mistakes == 1 / gamma**2 // 1
    assert (forced.mistakes >= 1 / gamma**2) == ((1 / gamma**2).denominator == 1)


@pytest.mark.parametrize("theta", [1, 5, 10, 30, 100])
def test_a_small_dummy_costs_a_factor_of_the_threshold(theta: int) -> None:
    small, large = dummy_input(theta, 1), dummy_input(theta, theta)
    assert 4 * theta + 1 == large.M
    assert theta**2 <= small.M
    reach = theta + Fraction(1, 2)
    for made, size in ((large, reach), (dummy_input(theta, reach), reach)):
        assert 4 * size**2 / Fraction(1, 4) >= made.M
    if theta >= 5:
        assert small.M > large.M


def test_four_thousand_mistakes_with_a_dummy_of_a_thousand() -> None:
    lifted = Examples([("1999/2", 1000), ("2001/2", 1000)], [-1, 1])
    assert passes(Perceptron(), lifted, limit=10**4).M == 4001
