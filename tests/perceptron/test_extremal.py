"""Extremal sequences attain what they promise, and the games that force mistakes beat every deterministic learner."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import ceil, floor, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import InputError, MarginPerceptron, Perceptron, Quantities, measure, passes, run
from perceptron.extremal import sequences
from perceptron.extremal.forcing_games import LostGame, NotDeterministic, dyadic_game, orthonormal_game
from perceptron.kernels import CommonSubstrings, run_kernel
from perceptron.learners.custom import first_weights
from perceptron.numbers.rational_points import sqrt_below, unit_near

TIES = ["mistake", 1, -1]
PYTHAGOREAN = [Fraction(2 * m, m * m + 1) for m in (2, 3, 4, 5, 10, 20)]


def remeasured(e: sequences.Extremal, unit: bool = True) -> Quantities:
    """The run, after the checks that hold for all: M as promised, norms within the ball, u a unit vector with margin γ."""
    q = measure(run(e.learner, e.examples), e.u, e.gamma)
    assert q.M == e.M
    assert q.margin is not None and q.margin >= e.gamma > 0
    if unit:
        assert q.U2 == 1 and q.R2 <= 1
    return q


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("k", [1, 2, 3, 4, 7, 25, 99])
def test_orthonormal_attains_novikoff(k: int, ties: str | int) -> None:
    q = remeasured(sequences.orthonormal(k, ties))
    assert q.M == q.d == k == floor(1 / q.gamma**2)


@pytest.mark.parametrize("ties", TIES)
@given(st.fractions(Fraction(1, 30), 1, max_denominator=400))
def test_plane_attains_its_bound_for_every_margin_that_allows_it(ties: str | int, gamma: Fraction) -> None:
    q = remeasured(sequences.plane(gamma, ties))
    whole = (1 / (2 * gamma**2)).denominator == 1
    assert q.d == 2 and floor(1 / (2 * gamma**2)) + 1 - whole == q.M


@pytest.mark.parametrize("below", [10**-6, 10**-15])
def test_plane_and_spiral_are_refined_as_far_as_a_margin_asks(below: float) -> None:
    """γ is a hair below 1/4 (or 1/5), where the last mistake has next to no room."""
    hair = Fraction(below).limit_denominator(10**18)
    assert remeasured(sequences.plane(Fraction(1, 4) - hair)).M == 9
    assert remeasured(sequences.spiral(Fraction(1, 5) - hair)).M == 25


def test_plane_is_as_near_the_irrational_run_as_asked() -> None:
    gamma = Fraction(1, 7)
    gaps = []
    for scale in (10**3, 10**12):
        e = sequences.plane(gamma, scale=scale)
        assert remeasured(e).M == 25
        gaps.append(1 - max(Fraction(n, e.examples.denominator**2) for n in e.examples.norms2()))
    assert 0 < gaps[1] < Fraction(2, 10**12) and gaps[1] < gaps[0] < Fraction(2, 10**3)


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("gamma", PYTHAGOREAN)
def test_spiral_attains_novikoff_in_space_on_unit_vectors(gamma: Fraction, ties: str | int) -> None:
    e = sequences.spiral(gamma, "unit", ties)
    q = remeasured(e)
    assert q.d == 3 and q.M == floor(1 / gamma**2) == q.T
    assert q.S2 == q.M  # all of them on the sphere


@given(st.fractions(Fraction(1, 20), Fraction(99, 100), max_denominator=500))
def test_spiral_attains_novikoff_for_other_margins(gamma: Fraction) -> None:
    e = sequences.spiral(gamma)
    assert ceil(1 / gamma**2) - 1 == remeasured(e).M
    assert all(y * sum(a * b for a, b in zip(w, x, strict=True)) < 0 for (t, w), (x, y) in strict_rounds(e) if t)


def strict_rounds(e: sequences.Extremal) -> zip:  # type: ignore[type-arg]
    return zip(run(e.learner, e.examples).weights(), e.examples, strict=True)


@pytest.mark.parametrize("norm", ["ball", "unit"])
@pytest.mark.parametrize("eps", [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)])
def test_margin_spiral_approaches_the_sharp_constant(eps: Fraction, norm: str) -> None:
    """(M+1)γ² → τ*, the root of 2c(1−c)τ = ln(1+2cτ): within 2 % at γ = 1/20, below it always, and rising."""
    c, tau = float(1 - eps), 100.0
    for _ in range(200):
        tau = log(1 + 2 * c * tau) / (2 * c * (1 - c))
    ratios = []
    for m in (20, 40):
        q = remeasured(sequences.margin_spiral(Fraction(2 * m, m * m + 1), eps, norm))
        assert q.eps == eps and 2 / (eps * q.gamma) ** 2 - 2 / eps >= q.M
        ratios.append(float((q.M + 1) * q.gamma**2) / tau)
    assert 0.98 < ratios[0] < ratios[1] < 1


@pytest.mark.parametrize(("m", "gamma"), [(1, "1"), (1, "7/2"), (5, "1/5"), (5, "1/3"), (9, "4/7")])
def test_uniform_slack_attains_the_exact_hinge_root(m: int, gamma: str) -> None:
    e = sequences.uniform_slack(m, gamma)
    q = measure(run(e.learner, e.examples), e.u, e.gamma)
    assert (q.M, q.U2, q.R2) == (e.M, 1, 1)
    assert (q.gamma * q.M - q.TD) ** 2 == q.M


def test_a_long_run_is_exact_with_small_denominators() -> None:
    """10⁴ and 25,127 updates at γ = 1/100: every denominator divides that of the grid and γ. With ε = 1 it is the plain spiral."""
    for e, most in (
        (sequences.spiral("1/100"), 10**4 - 1),
        (sequences.margin_spiral("1/100"), 25_126),
        (sequences.margin_spiral("40/401", 1), 99),
    ):
        assert most == remeasured(e).M
        assert e.examples.denominator <= 401 * 2**40


@pytest.mark.parametrize("B", ["101/100", "11/10", "6/5", "3/2", "2"])
@pytest.mark.parametrize("m", [1, 3, 5])
def test_the_pareto_family_is_attained_at_each_factor(B: str, m: int) -> None:
    e, b = sequences.pareto(B, m), Fraction(B)
    q = measure(run(e.learner, e.examples), e.u, e.gamma)
    assert q.M == m * m == b**2 / (4 * (b - 1)) / q.gamma**2 + b * q.H
    assert (q.H > 0) == (b < 2)


@pytest.mark.parametrize(("m", "gamma"), [(1, "2"), (2, "3/2"), (3, "1"), (4, "1/2")])
def test_strings_attain_the_root_of_the_trace(m: int, gamma: str) -> None:
    """The kernel Perceptron itself errs on every string, and Tr K is the run's Σ‖x‖²."""
    e, kernel = sequences.same_letters(m, gamma), CommonSubstrings("distinct")
    q = measure(run(e.learner, e.examples), e.u, e.gamma)
    learned = run_kernel(kernel, sequences.letters(m * m), [1] * (m * m))
    assert learned.M == q.M == e.M == m * m and q.U2 == 1
    assert learned.gram_trace == q.S2 == 4 * m * m
    assert q.H + 2 * m / q.gamma == q.M


@pytest.mark.parametrize("behind", [0, 1, 7, 50, 400])
@pytest.mark.parametrize("gamma", [Fraction(1, 5), Fraction(3, 20), Fraction(1, 12)])
def test_a_start_far_behind_costs_twice_its_length_over_the_margin(gamma: Fraction, behind: int) -> None:
    e = sequences.far_start(gamma, behind)
    assert len(e.examples) == remeasured(e).M
    start = first_weights(e.learner, 3)
    assert sum(a * a for a in start) == (behind * gamma) ** 2
    bound = 1 / gamma**2 + 2 * behind
    assert bound - 2 - behind * 2 * gamma**2 <= e.M <= bound


@pytest.mark.parametrize("n", [1, 3, 6])
def test_the_cube_until_the_perceptron_is_right(n: int) -> None:
    e, once = sequences.cube_passes(n), sequences.odd_max_bit(n)
    made = run(e.learner, e.examples)
    assert made.M == e.M >= abs(once.u[-1])
    assert all(y * sum(a * b for a, b in zip(made.final, x, strict=True)) > 0 for x, y in once.examples)


@pytest.mark.parametrize("n", range(1, 9))
def test_odd_max_bit_costs_a_fibonacci_number_of_updates(n: int) -> None:
    e = sequences.odd_max_bit(n)
    remeasured(e, unit=False)
    assert len(e.examples) == 2**n - 1
    result = passes(e.learner, e.examples, limit=10_000)
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    assert result.halted and result.M >= a == abs(e.u[-1])
    assert sequences.odd_max_bit(n, repeat=result.passes).M == result.M


@given(st.lists(st.fractions(max_denominator=50), min_size=1, max_size=6).filter(any))
def test_unit_near_is_a_unit_vector_near_the_direction(direction: list[Fraction]) -> None:
    u = unit_near(direction)
    assert sum(a * a for a in u) == 1
    length = sqrt_below(sum((a * a for a in direction), Fraction(0)))
    if length:
        assert all(abs(a - b / length) < Fraction(1, 10**5) for a, b in zip(u, direction, strict=True))


# --- Every deterministic learner loses every round, and what is exhibited afterwards separates the sequence


def hashing(salt: int) -> Callable[[list[Any], Any], int]:
    """A learner that predicts by a hash of all that it has seen: deterministic and as odd as can be."""
    return lambda history, x: (-1, 0, 1)[hashlib.sha256(repr((salt, history, x)).encode()).digest()[0] % 3]


class Stubborn:
    """Predicts the label that was right least often."""

    def __init__(self) -> None:
        self.score = 0

    def predict(self, x: object) -> int:
        return -1 if self.score > 0 else 1

    def update(self, x: object, y: int) -> None:
        self.score += y


class Seeded:
    """Has a generator of its own: deterministic after all."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def predict(self, x: object) -> int:
        return self.random.choice((-1, 1))

    def update(self, x: object, y: int) -> None:
        self.random.random()


makers = st.one_of(
    st.integers(0, 10**6).map(lambda salt: lambda: hashing(salt)),
    st.integers(0, 10**6).map(lambda seed: lambda: Seeded(seed)),
    st.sampled_from([Stubborn, lambda: MarginPerceptron(Fraction(1, 3))]),
    st.sampled_from(["mistake", 1, -1]).map(lambda ties: lambda: Perceptron(ties)),
)
gammas = st.fractions(Fraction(1, 7), 1, max_denominator=50)


def lost(forced: LostGame, make: Callable[[], Any]) -> None:
    """Every round is a mistake of a fresh learner, counted apart from the game."""
    if isinstance(make(), Perceptron):
        assert forced.mistakes == run(make(), forced.examples).M
    assert all(e.y * sum((a * b for a, b in zip(forced.direction, e.x, strict=True)), Fraction(0)) > 0 for e in forced.examples)


@given(make=makers, gamma=gammas)
def test_deterministic_learners_make_the_mistakes_of_the_lower_bound(make: Callable[[], Any], gamma: Fraction) -> None:
    forced = orthonormal_game(make, gamma)
    assert forced.mistakes == 1 / gamma**2 // 1
    assert forced.margin2 >= gamma**2 > Fraction(1, forced.mistakes + 1)
    lost(forced, make)


@given(make=makers, depth=st.integers(1, 30), dimension=st.integers(2, 4))
def test_the_tree_of_dyadic_fractions_forces_any_number(make: Callable[[], Any], depth: int, dimension: int) -> None:
    forced = dyadic_game(make, depth, dimension)
    assert forced.mistakes == depth
    assert len(forced.direction) == dimension
    lost(forced, make)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_sequential_estimators_of_every_kind_fall() -> None:
    linear, bayes, network = (pytest.importorskip(f"sklearn.{name}") for name in ("linear_model", "naive_bayes", "neural_network"))
    makers = (
        linear.Perceptron,
        lambda: linear.SGDClassifier(loss="log_loss", random_state=1),
        bayes.GaussianNB,
        lambda: network.MLPClassifier((3,), random_state=2),
    )
    for make in makers:
        assert orthonormal_game(make, Fraction(1, 3)).mistakes == 9
        assert dyadic_game(make, 12).mistakes == 12


def test_a_finished_learner_is_taken_as_it_is_and_left_so() -> None:
    scored = Stubborn()
    scored.score = 5
    assert orthonormal_game(scored, Fraction(1, 3)).mistakes == 9
    assert scored.score == 5
    assert orthonormal_game(Perceptron(-1), Fraction(1, 2)).mistakes == 4
    assert orthonormal_game(hashing(3), Fraction(1, 3)).mistakes == 9  # a function of (history, x)
    with pytest.raises(InputError, match="is not a learner"):
        orthonormal_game(3, Fraction(1, 3))


def test_chance_from_outside_the_learner_is_detected() -> None:
    class Coin:
        def predict(self, x: object) -> int:
            return random.choice((-1, 1))

        def update(self, x: object, y: int) -> None:
            pass

    random.seed(4)
    fresh = count()
    for learner in (Coin, Coin(), lambda: Seeded(next(fresh))):
        with pytest.raises(NotDeterministic, match="not deterministic: in round"):
            dyadic_game(learner, 40)


def test_a_stream_learner_by_its_methods() -> None:
    class Stream:
        """The methods of a river classifier: the majority so far."""

        def __init__(self) -> None:
            self.total = 0

        def predict_one(self, x: dict[str, float]) -> bool | None:
            assert set(map(type, x.values())) == {float}
            return None if self.total == 0 else self.total > 0

        def learn_one(self, x: dict[str, float], y: int) -> None:
            self.total += y

    assert orthonormal_game(Stream, Fraction(1, 3)).mistakes == 9
