"""Theorems beside the runs that they speak of: attained where their pages say so, false one step further, and their constants needed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, measure, passes, run
from perceptron.extremal.forcing_games import orthonormal_game
from perceptron.extremal.sequences import Extremal, dummy_input, hadamard, margin_spiral, odd_max_bit, orthonormal, plane, spiral
from perceptron.learners.winnow import Winnow
from perceptron.numbers.exact import dot
from perceptron.numbers.rational_points import sqrt_exact
from proofs.counterexample import values_of
from proofs.derive.authoring.terms import le, real
from proofs.kernel.axioms import ln
from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance
from proofs.statements.page import gathered
from proofs.statements.property import Property
from proofs.statements.run_model import model_of
from proofs.theorems import catalogue
from proofs.theorems.lower_bounds import dummy_input as dummy_page
from proofs.theorems.lower_bounds import optimality, small_margin, small_margin_mistakes
from proofs.theorems.lower_bounds.small_margin import cube, cube_run, fibonacci
from proofs.theorems.lower_bounds.small_margin_mistakes import whole
from proofs.theorems.margin_perceptron import full
from proofs.theorems.winnow import bound, sample_runs
from proofs.theorems.winnow.total_weight import bernstein, spare
from proofs.theorems.witnesses import models
from proofs.verify.checks import property_search
from proofs.verify.checks.attack import attack
from proofs.verify.checks.definitions import introduced
from tests.amounts import sampled, tries

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


# --- The Margin Perceptron that is told the greatest margin itself: exact runs that do not end, and the learner that halts for every ε > 0


LARGEST = Fraction(3, 5)
A, B, C = ((LARGEST, 0, Fraction(4, 5)), (LARGEST, Fraction(4, 5), 0), (LARGEST, -Fraction(4, 5), 0))
Point = tuple[Fraction, ...]


def updates(order: tuple[Point, ...], rounds: int) -> list[int]:
    """How many updates each pass makes at the threshold γ‖w‖, in exact arithmetic."""
    w, counts = order[0], []
    for _ in range(rounds):
        before = w
        made = 0
        for x in order:
            score = dot(w, x)
            if score < 0 or score**2 < LARGEST**2 * dot(w, w):
                w = tuple(p + q for p, q in zip(w, x, strict=True))
                made += 1
        assert made or w == before
        counts.append(made)
    return counts


@pytest.mark.parametrize("order", [o for o in permutations((A, B, C)) if (o[0], o[1]) not in ((B, C), (C, B))])
def test_without_epsilon_every_pass_makes_an_update(order: tuple[Point, ...]) -> None:
    assert all(dot(x, x) == 1 for x in order)
    assert min(updates(order, 300)) >= 1


def test_it_halts_where_the_first_two_make_up_the_greatest_margin() -> None:
    assert updates((B, C, A), 3) == [1, 0, 0]


@pytest.mark.parametrize("eps", ["1/2", "1/10", "1/100"])
def test_with_epsilon_it_halts(eps: str) -> None:
    learner = MarginPerceptron(LARGEST, eps)
    assert passes(learner, Examples([A, B, C], [1, 1, 1])).halted


def test_the_page_speaks_of_these_examples() -> None:
    instance = full.sample_counts(Draw(bytes(80)))
    assert full.margin_perceptron_full.failing(instance) == "a came first"
    assert (instance.reals["γ"], instance.reals["c"]) == (LARGEST, Fraction(4, 5))


# --- How far the spiral's theorem reaches, in balls: next to the sharp bound, and no further than exact runs go


HALF = Fraction(1, 2)


def ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


class Spiral:
    def __init__(self, c: Fraction, gamma: Fraction) -> None:
        self.c, self.gamma = ball(c), ball(gamma)
        self.kappa = (1 - self.gamma**2 / (1 - self.gamma**2)).sqrt()

    def goes_on(self, k: int) -> bool:
        """Whether γk ≤ κ‖w‖ after k vectors: by ‖w‖ ≥ √k, or by `margin-perceptron-spiral`."""
        if self.gamma**2 * k <= self.kappa**2:
            return True
        c, gamma, N = self.c, self.gamma, self.gamma * k / self.kappa
        potential = 2 * c * gamma * N - (1 + 2 * c * gamma * N).log()
        return bool(potential <= 2 * c**2 * gamma**2 * (k - 1 - N.log()))

    def allowed(self, k: int) -> bool:
        """Whether the sharp bound allows k vectors."""
        tau = self.gamma**2 * k
        return bool(2 * self.c * (1 - self.c) * tau <= (1 + 2 * self.c * tau).log())

    def last(self, condition: str) -> int:
        """The last k of those from 1 on for which it holds, by halving."""
        holds, low, high = getattr(self, condition), 1, 1
        while holds(high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return low


@pytest.mark.parametrize("c", [Fraction(1, 4), HALF, Fraction(3, 4)])
def test_every_round_up_to_the_last_goes_on(c: Fraction) -> None:
    spiral = Spiral(c, Fraction(1, 30))
    last = spiral.last("goes_on")
    assert all(spiral.goes_on(k) for k in range(1, last + 1))
    assert not spiral.goes_on(last + 1)


@pytest.mark.parametrize("gamma, reached, most", [("1/10", 237, 251), ("1/100", 25109, 25128), ("1/1000", 2512837, 2512862)])
def test_what_is_reached_and_what_is_allowed(gamma: str, reached: int, most: int) -> None:
    spiral = Spiral(HALF, Fraction(gamma))
    assert (spiral.last("goes_on"), spiral.last("allowed")) == (reached, most)


@pytest.mark.parametrize("eps, share", [("1/2", 0.999), ("1/10", 0.998), ("1/100", 0.99)])
def test_so_the_rate_in_epsilon_is_the_learner_s_own(eps: str, share: float) -> None:
    spiral = Spiral(1 - Fraction(eps), Fraction(1, 100))
    assert share * spiral.last("allowed") <= spiral.last("goes_on") <= spiral.last("allowed")


@pytest.mark.parametrize("gamma", ["1/10", "1/20"])
@pytest.mark.parametrize("eps", ["1/2", "1/4", "3/4"])
def test_exact_runs_go_at_least_as_far(gamma: str, eps: str) -> None:
    spiral = Spiral(1 - Fraction(eps), Fraction(gamma))
    run = margin_spiral(Fraction(gamma), Fraction(eps))
    assert spiral.last("goes_on") <= run.M + 1 <= spiral.last("allowed")


# --- √17 in MR Theorem 4: what the argument itself needs at given T and δ, in balls, and how near to √17 that comes


def needed(T: int, delta: arb, penalties: arb) -> arb:
    """(2Σc/T + a)/√(ln(2(T+1)/δ)/T) with Σc = √(ln(T(T+1)/δ)/2)·Σ1/√k."""
    chosen, rest, wide = (arb(T) * (T + 1) / delta).log(), ((T + 1) / ((T - 1) * delta)).log(), (2 * (T + 1) / delta).log()
    return (2 * (chosen / 2).sqrt() * penalties / T + (rest / (2 * T)).sqrt()) / (wide / T).sqrt()


def summed(T: int) -> arb:
    return sum((1 / arb(k).sqrt() for k in range(1, T + 1)), arb(0))


@pytest.mark.parametrize("T", [2, 3, 10, 100, 1000])
@pytest.mark.parametrize("delta", [Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**6)])
def test_small_samples_need_less_than_the_root_of_17(T: int, delta: Fraction) -> None:
    assert needed(T, arb(delta.numerator) / delta.denominator, summed(T)) < arb("4.02") < arb(17).sqrt()


@pytest.mark.parametrize("digits, least", [(20, "4.01"), (40, "4.06"), (100, "4.1"), (1000, "4.12")])
def test_no_smaller_constant_will_do_for_this_argument(digits: int, least: str) -> None:
    """Σ1/√k > 2√(T+1) − 2, along δ = T^(−2/15)."""
    before = ctx.prec
    try:
        ctx.prec = 8 * digits + 200
        T = 10**digits
        delta = (-2 * arb(T).log() / 15).exp()
        assert arb(least) < needed(T, delta, 2 * arb(T + 1).sqrt() - 2) < arb(17).sqrt()
    finally:
        ctx.prec = before


@pytest.mark.parametrize("squared, delta, first", [(36, "1/10", 316), (36, "1/20", 344), (36, "1/100", 408), (17, "1/10", 135)])
def test_from_which_size_of_sample_on_the_bound_says_something(squared: int, delta: str, first: int) -> None:
    """Where squared·ln(2(T+1)/δ) < T; the left side over T falls."""
    inverse = 1 / Fraction(delta)

    def says_something(T: int) -> bool:
        return bool(squared * (2 * (T + 1) * arb(int(inverse))).log() < T)

    assert [T for T in range(1, first + 1) if says_something(T)] == [first]


# --- The lower halves: exponentially many mistakes on the cube, forced mistakes, and what a dummy input costs, by exact runs


PROPERTIES = (*gathered(small_margin, small_margin_mistakes, optimality)[0], dummy_page.dummy_input)


@pytest.mark.parametrize("item", sampled(list(PROPERTIES), 4), ids=lambda p: p.id)
def test_instances_keep_the_facts_and_none_breaks_the_claim(item: Property) -> None:
    tried = property_search.attack(item, seconds=0, number=1)
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


# --- Winnow's theorem speaks of the Winnow that runs: what the kernel is told holds on its runs, and the runs that break it are real


AT_ANY_RATE, TUNED = WINNOW = (bound.winnow_rate, bound.winnow)
SIGNS = tuple(product((-1, 0, 1), repeat=2))


@pytest.mark.parametrize("beta", ["2", "5/4", "9/8"])
@given(rounds=st.lists(st.tuples(st.sampled_from(SIGNS), st.sampled_from([-1, 1])), max_size=7), u=st.tuples(*[st.integers(-2, 2)] * 2))
@settings(max_examples=tries(12))
def test_on_any_run_its_definitions_hold_and_the_claim_follows_from_the_hypotheses(
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


@pytest.mark.parametrize("item", sampled(list(WINNOW), 1), ids=lambda p: p.id)
def test_it_is_attacked_by_runs_of_its_game_as_well(item: Property, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draws of instances end with their least number, which leaves the time to the search."""
    draws = property_search.attack
    monkeypatch.setattr(property_search, "attack", lambda item, seconds, number, at_least: draws(item, 0, number, at_least=at_least))
    survived = attack(item, 0.6)
    assert survived.survived and survived.runs > 0
    assert item.reach is not None
    too_sharp = replace(item.reach, bound=item.reach.bound.replace("log(2*d)", "log(d)"))
    broken = attack(replace(item, reach=too_sharp), 120)
    assert broken.survived is False and broken.found is not None and broken.found["learner"]["name"] == "winnow"
