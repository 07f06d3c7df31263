"""Theorems beside the runs that they speak of: attained where their pages say so, false one step further, and their constants needed."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, measure, passes, run
from perceptron.extremal.sequences import Extremal, dummy_input, hadamard, odd_max_bit, plane, spiral
from perceptron.learners.winnow import Winnow
from perceptron.numbers.exact import dot
from proofs.counterexample import values_of
from proofs.derive.authoring.terms import le, real
from proofs.kernel.axioms import ln
from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance
from proofs.statements.property import Property
from proofs.statements.run_model import model_of
from proofs.theorems import catalogue
from proofs.theorems.lower_bounds import small_margin_mistakes
from proofs.theorems.lower_bounds.small_margin import cube, fibonacci
from proofs.theorems.lower_bounds.small_margin_mistakes import whole
from proofs.theorems.margin_perceptron import full
from proofs.theorems.winnow import bound, sample_runs
from proofs.theorems.winnow.total_weight import bernstein, spare
from proofs.verify.checks import property_search
from proofs.verify.checks.attack import attack
from tests.amounts import sampled, tries

ONE = Fraction(1)
margins = st.integers(2, 12).map(lambda m: Fraction(2 * m, m * m + 1))  # those with a rational √(1−γ²)


def status(id: str, extremal: Extremal) -> str:
    trace = run(extremal.learner, extremal.examples)
    values = values_of(measure(trace, extremal.u, extremal.gamma, ONE))
    return catalogue.page(id).statement.comparison.status(values)


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
    theorem = catalogue.build_ids([id])[id].theorem
    assert {"dimension-one": "on a line", "dimension-two": "in the plane"}[id] in dict(theorem.hypotheses)


# --- The Margin Perceptron that is told the greatest margin itself: its page's examples, on which the learner halts for every ε > 0


LARGEST = Fraction(3, 5)
A, B, C = ((LARGEST, 0, Fraction(4, 5)), (LARGEST, Fraction(4, 5), 0), (LARGEST, -Fraction(4, 5), 0))


@pytest.mark.parametrize("eps", ["1/2", "1/10", "1/100"])
def test_with_epsilon_it_halts(eps: str) -> None:
    learner = MarginPerceptron(LARGEST, eps)
    assert passes(learner, Examples([A, B, C], [1, 1, 1])).halted


def test_the_page_speaks_of_these_examples() -> None:
    instance = full.margin_perceptron_full.draw(Draw(bytes(80)))
    assert full.margin_perceptron_full.failing(instance) == "a came first"
    assert (instance.reals["γ"], instance.reals["c"]) == (LARGEST, Fraction(4, 5))


# --- The lower halves: exponentially many mistakes on the cube, forced mistakes, and what a dummy input costs, by exact runs


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
    instance = small_margin_mistakes.small_margin_mistakes.draw(Draw(b"\xff" + bytes(20)))
    assert instance.naturals == {"n": 3, "M": passes(Perceptron(), cube(3)).M}
    assert small_margin_mistakes.small_margin_mistakes.failing(instance) == ""


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
    assert small_margin_mistakes.small_margin_mistakes.failing(instance) == "bits"


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


# --- Winnow's theorem speaks of the Winnow that runs: what the kernel is told holds on its runs, and the runs that break it are real


AT_ANY_RATE, TUNED = WINNOW = (bound.winnow_rate, bound.winnow)
SIGNS = tuple(product((-1, 0, 1), repeat=2))


@pytest.mark.parametrize("beta", ["2", "5/4", "9/8"])
@given(rounds=st.lists(st.tuples(st.sampled_from(SIGNS), st.sampled_from([-1, 1])), max_size=7), u=st.tuples(*[st.integers(-2, 2)] * 2))
@settings(max_examples=tries(12))
def test_runs_satisfy_definitions_and_hypotheses_imply_the_claim(
    beta: str, rounds: list[tuple[tuple[int, ...], int]], u: tuple[int, ...]
) -> None:
    trace = run(Winnow(beta=beta), Examples([x for x, _ in rounds], [y for _, y in rounds], dimension=2))
    comparator = tuple(Fraction(value, 2) for value in u)
    for item in WINNOW:
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


def test_run_at_a_fixed_rate_exceeds_the_bound_of_the_tuned_rate() -> None:
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


@pytest.mark.parametrize("item", sampled(list(WINNOW), 1), ids=lambda p: p.id)
def test_it_is_attacked_by_runs_of_its_game_as_well(item: Property, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draws of instances end with their least number, which leaves the time to the search."""
    draws = property_search.attack
    monkeypatch.setattr(property_search, "attack", lambda item, seconds, number, at_least: draws(item, 0.01, number, at_least=at_least))
    survived = attack(item, 0.6)
    assert survived.survived and survived.played > 0 and survived.drawn > 0
    too_sharp = replace(item.reach, bound=item.reach.bound.replace("log(2*d)", "log(d)"))
    broken = attack(replace(item, reach=too_sharp), 120)
    assert broken.survived is False and broken.found is not None and broken.found["learner"]["name"] == "winnow"
