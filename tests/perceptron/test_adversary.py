"""Every deterministic learner loses every round, and what is exhibited afterwards separates the sequence."""

from __future__ import annotations

import hashlib
import importlib
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import InputError, MarginPerceptron, Perceptron, measure, run
from perceptron.extremal.forcing_games import Forced, NotDeterministic, dyadic_game, orthonormal_game


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


def lost(forced: Forced, make: Callable[[], Any]) -> None:
    """Every round is a mistake of a fresh learner, counted apart from the game."""
    if isinstance(make(), Perceptron):
        assert forced.mistakes == run(make(), forced.examples).M
    assert all(e.y * sum((a * b for a, b in zip(forced.direction, e.x, strict=True)), Fraction(0)) > 0 for e in forced.examples)


@given(make=makers, gamma=gammas)
def test_every_deterministic_learner_makes_exactly_the_mistakes_of_the_theorem(make: Callable[[], Any], gamma: Fraction) -> None:
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


@given(gamma=gammas)
def test_the_perceptron_makes_no_more_on_that_sequence_than_its_bound(gamma: Fraction) -> None:
    forced = orthonormal_game(Perceptron, gamma)
    again = measure(run(Perceptron(), forced.examples), forced.direction, gamma)
    assert again.M == again.T == forced.mistakes <= 1 / gamma**2


def test_scikit_learn_estimators_fall_too() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    for make in (linear.Perceptron, lambda: linear.SGDClassifier(random_state=0)):
        assert orthonormal_game(make, Fraction(1, 4)).mistakes == 16


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


def test_river_classifiers_fall_too() -> None:
    """Where river is installed: it is no dependency, but anybody's learner may come from there."""
    linear = pytest.importorskip("river.linear_model")
    trees, bayes, forests = (importlib.import_module(f"river.{name}") for name in ("tree", "naive_bayes", "forest"))
    makers = (
        linear.Perceptron,
        linear.LogisticRegression,
        linear.PAClassifier,
        trees.HoeffdingTreeClassifier,
        bayes.GaussianNB,
        lambda: forests.ARFClassifier(seed=1),
    )
    for make in makers:
        assert orthonormal_game(make, Fraction(1, 4)).mistakes == 16
        assert dyadic_game(make, 16).mistakes == 16
    with pytest.raises(NotDeterministic):
        orthonormal_game(forests.ARFClassifier, Fraction(1, 6))


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
    for learner in (Coin, Coin()):
        with pytest.raises(NotDeterministic):
            dyadic_game(learner, 40)


@given(rules=st.lists(st.tuples(st.sampled_from("hlsx"), st.integers(-5, 5), st.integers(1, 7)), min_size=1, max_size=4), gamma=gammas)
def test_learners_drawn_at_random_fall(rules: list[tuple[str, int, int]], gamma: Fraction) -> None:
    """Votes of odd rules: a hash of the history, the last label, the score modulo something, a coordinate."""

    def predict(history: list[Any], x: Any) -> int:
        score = sum(y * (1 if at else 2) for at, (_, y) in enumerate(history))
        votes = {
            "h": lambda a, m: hash((a, len(history), score)) % m,
            "l": lambda a, m: a * (history[-1][1] if history else 1),
            "s": lambda a, m: (score + a) % m - m // 2,
            "x": lambda a, m: a * x[m % len(x)] - m % 2,
        }
        total = sum(votes[kind](a, m) for kind, a, m in rules)
        return (total > 0) - (total < 0)

    assert orthonormal_game(predict, gamma).mistakes == 1 / gamma**2 // 1
    assert dyadic_game(predict, 20).mistakes == 20


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


def test_a_learner_that_is_not_deterministic_is_detected() -> None:
    fresh = count()
    with pytest.raises(NotDeterministic, match="not deterministic: in round"):
        orthonormal_game(lambda: Seeded(next(fresh)), Fraction(1, 6))


@pytest.mark.parametrize("wrong", [2, "+", None, True, 0.5])
def test_a_prediction_that_is_no_label_is_refused(wrong: object) -> None:
    with pytest.raises(InputError, match="a prediction is"):
        orthonormal_game(lambda: lambda history, x: wrong, Fraction(1, 2))


@pytest.mark.parametrize(
    "play",
    [
        lambda: orthonormal_game(Perceptron, 2),
        lambda: orthonormal_game(Perceptron, 0),
        lambda: dyadic_game(Perceptron, 0),
        lambda: dyadic_game(Perceptron, 3, 1),
        lambda: orthonormal_game(lambda: object(), 1),
    ],
)
def test_games_that_make_no_sense_are_refused(play: Callable[[], Forced]) -> None:
    with pytest.raises(InputError):
        play()
