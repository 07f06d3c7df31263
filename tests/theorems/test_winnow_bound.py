"""Winnow's theorem speaks of the Winnow that runs: what the kernel is told holds on its runs, and the runs that break it are real."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, Perceptron, run
from perceptron.extremal.winnow import hadamard
from perceptron.learners.winnow import Winnow
from proofs.derive.authoring.terms import le, real
from proofs.kernel.axioms import ln
from proofs.statements.evaluation import holds
from proofs.statements.property import Property
from proofs.theorems.winnow import bound, sample_runs
from proofs.theorems.winnow.log_cosh import bernstein, spare
from proofs.verify.checks.attack import attack
from tests.amounts import tries

AT_ANY_RATE, TUNED = bound.pages
SIGNS = tuple(product((-1, 0, 1), repeat=2))


@pytest.mark.parametrize("beta", ["2", "5/4", "9/8"])
@given(rounds=st.lists(st.tuples(st.sampled_from(SIGNS), st.sampled_from([-1, 1])), max_size=7), u=st.tuples(*[st.integers(-2, 2)] * 2))
@settings(max_examples=tries(12))
def test_on_any_run_its_definitions_hold_and_the_claim_follows_from_the_hypotheses(
    beta: str, rounds: list[tuple[tuple[int, ...], int]], u: tuple[int, ...]
) -> None:
    trace = run(Winnow(beta=beta), Examples([x for x, _ in rounds], [y for _, y in rounds], dimension=2))
    comparator = tuple(Fraction(value, 2) for value in u)
    for item in bound.pages:
        model = sample_runs.of_run(trace, comparator, Fraction(1, 4)).model()
        broken = {fact.name for fact in item.facts if not holds(fact.formula, model)}
        assert broken <= {"unit comparator", "separable"}  # the adversary's choices; the learner's own facts hold
        assert broken or holds(item.claim, model)


def test_the_bound_holds_with_little_to_spare_where_all_hypotheses_hold() -> None:
    shown = hadamard(3)
    trace = run(Winnow(beta=2), shown.examples)
    model = sample_runs.of_run(trace, shown.u, shown.gamma).model()
    assert all(holds(fact.formula, model) for fact in AT_ANY_RATE.facts) and holds(AT_ANY_RATE.claim, model)
    assert (most := Winnow(beta=2).bound(8, 1)) is not None and trace.M == 4 <= most < 6


def test_a_run_at_a_fixed_rate_exceeds_the_number_that_the_tuned_rate_keeps() -> None:
    first, left, right = ("3/5", "1/5"), ("-1/5", 1), (1, "-1/5")
    trace = run(Winnow(beta=1024), Examples([first, *[left, right] * 12], [1] * 25))
    model = sample_runs.of_run(trace, (Fraction(1, 2), Fraction(1, 2)), Fraction(2, 5)).model()
    assert trace.M == 25 and all(holds(fact.formula, model) for fact in AT_ANY_RATE.facts) and holds(AT_ANY_RATE.claim, model)
    assert not holds(le(bound.m * bound.gamma**2, 2 * ln(bound.size)), model)


def test_a_run_of_another_learner_is_refused() -> None:
    shown = hadamard(1)
    for learner in (Perceptron(), Winnow(eta=1), Winnow(beta=2, balanced=False)):
        with pytest.raises(InputError, match="balanced Winnow with a rational beta"):
            sample_runs.of_run(run(learner, shown.examples), shown.u, shown.gamma)
    with pytest.raises(InputError, match="irrational"):
        sample_runs.power(Fraction(2), Fraction(1, 2))


LIES = {  # what is said of a run at β = 2, and the facts that it breaks
    "twice the rate": ({"reals": {"β": Fraction(4), "1/β": Fraction(1, 4)}}, {"w"}),
    "a rate below 1": ({"reals": {"β": Fraction(1, 2), "1/β": Fraction(2)}}, {"w", "factor"}),
    "no reciprocal": ({"reals": {"1/β": Fraction(1, 3)}}, {"1/β"}),
    "labels with a minus": ({"vector_sequences": {"z": -1}}, {"update", "h", "separable"}),
    "twice the examples": ({"vector_sequences": {"z": 2}}, {"update", "h", "bounded examples"}),
    "half the weights": ({"vector_sequences": {"w": Fraction(1, 2)}}, {"w", "h"}),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_is_not_so_of_its_run_is_named(lie: str) -> None:
    """The rate, the labels, the examples and the weights are those of the run and no others."""
    shown = hadamard(2)
    true = sample_runs.of_run(run(Winnow(beta=2), shown.examples), shown.u, shown.gamma)
    changed, broken = LIES[lie]
    reals = dict(true.reals) | changed.get("reals", {})
    paths = {
        name: [tuple(by * value for value in row) for row in rows] if (by := changed.get("vector_sequences", {}).get(name)) else rows
        for name, rows in true.vector_sequences.items()
    }
    model = replace(true, reals=reals, vector_sequences=paths).model()
    assert {fact.name for fact in AT_ANY_RATE.facts if not holds(fact.formula, true.model())} == set()
    found = {fact.name for fact in AT_ANY_RATE.facts if not holds(fact.formula, model)}
    assert found == broken


def test_the_polynomial_is_what_its_bernstein_coefficients_say() -> None:
    x, end = real("x"), Fraction(3, 10)
    total = sum((b * x ** (4 + j) * (end - x) ** (12 - j) for j, b in enumerate(bernstein())), 0 * x)
    assert total == spare(x) and all(b > 0 for b in bernstein())


@pytest.mark.parametrize("item", bound.pages, ids=lambda p: p.id)
def test_it_is_attacked_by_runs_of_its_game_as_well(item: Property) -> None:
    survived = attack(item, 0.6)
    assert survived.survived and survived.runs > 100
    assert item.reach is not None
    too_sharp = replace(item.reach, bound=item.reach.bound.replace("log(2*d)", "log(d)"))
    broken = attack(replace(item, reach=too_sharp), 2)
    assert broken.survived is False and broken.found is not None and broken.found["learner"]["name"] == "winnow"
