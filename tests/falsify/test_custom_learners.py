"""Learners that nobody here has thought of: attacked as objects, judged in memory by themselves, refused as files."""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.falsifier.learners import HALF, LEARNERS, FixedMargin, OneOverT, OnMistakes, PassiveAggressive, RandomBudget, Romma, Tuple
from perceptron import Examples, Learner, MarginPerceptron, Perceptron, Vector, run
from perceptron.errors import InputError
from perceptron.learners.custom import InExpectation, Predictor, SideBySide
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import OverTuples
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import read, write
from proofs.counterexample.learner_object import CustomLearner, parse_for
from proofs.falsify import Found, Run, Survived, falsify, judge_with
from proofs.falsify.against_euclidean import LENGTH, arbitrary_run
from proofs.falsify.against_learner_object import OWN_STARTS, SHORTER, SPIRAL_GRIDS, CustomLearnerMoves, from_own_start
from proofs.falsify.evaluator import CannotMeasure, Evaluator, per_round
from proofs.falsify.genomes import GRIDS, PROGRESS_STEPS, alphabet
from proofs.falsify.geometries import evaluator_of, run_of
from tests.amounts import rows, tries


def test_the_judge_needs_the_learner_and_a_file_says_so(tmp_path: Path) -> None:
    learner = FixedMargin(HALF)
    outcome = falsify("M <= (1 + beta)/gamma**2", learner=learner, turns=8)
    assert isinstance(outcome, Found)
    found = outcome.counterexample
    assert found.rule is not None and "beta" in found.comparison.names
    assert not judge_with(FixedMargin(Fraction(0)), found).valid
    assert judge_with(FixedMargin(0.5), found).valid  # type: ignore[arg-type]  # the decimal that it prints as
    assert not judge_with(learner, replace(found, M=found.M + 1)).valid
    assert not judge_with(learner, replace(found, gamma=found.gamma * 2)).valid
    write(tmp_path / "found.json", found)
    told = json.loads((tmp_path / "found.json").read_text())["learner"]
    assert told["name"].endswith("FixedMargin") and told["parameters"] == {"beta": "1/2"}
    with pytest.raises(InputError, match="FixedMargin' is an object, which no file can hold"):
        read(tmp_path / "found.json")


@settings(max_examples=tries(60))
@given(st.data())
def test_a_known_learner_as_an_object_plays_as_the_known_one(data: st.DataObject) -> None:
    ties = data.draw(st.sampled_from(["mistake", 1, -1]))
    game, learner = data.draw(
        st.sampled_from(
            [
                (Game(ties=ties), Perceptron(ties)),
                (Game(learner="margin", eps=Fraction(1, 3)), lambda gamma: MarginPerceptron(gamma, Fraction(1, 3))),
                (Game(setting="agnostic", norm="any"), Perceptron()),
                (Game(passes=3), Perceptron()),
            ]
        )
    )
    genes, rule = alphabet(game, 12), CustomLearner(learner)
    spoken = data.draw(st.binary(min_size=len(genes.genes), max_size=len(genes.genes)))
    runs = [run_of(genes.decode(spoken), game, rule), arbitrary_run(spoken.ljust(LENGTH, b"7"), game)]
    comparison = parse("M + T + d + R + S2 + U + W + P >= 1000000")
    known, own = Evaluator(comparison, game), Evaluator(comparison, game, rule=rule)
    for drawn in filter(None, runs):
        one, two = known.measure(drawn), own.measure(drawn)
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert one.keeps == two.keeps
            assert {**one.values(), "eps": None}.items() <= {**two.values(), "eps": None}.items()
            assert own.judge(own.witness(drawn)).valid == own.breaks(drawn) == known.breaks(drawn)


def test_a_run_that_cannot_be_followed_would_take_for_ever() -> None:
    """A slice of a long run was given up by its learner, and the search ended in a traceback."""
    own = Evaluator(parse("M <= 1/gamma**2"), Game(), rule=CustomLearner(Perceptron()))
    run = Run(1, ((1,),), (1,), (1,), 1, Fraction(1))
    assert own.witness(run).M == 1 and per_round(own, run) < math.inf
    from_elsewhere = replace(run, start=(1,))  # which no learner object is asked to do
    assert per_round(own, from_elsewhere) == math.inf
    with pytest.raises(CannotMeasure):
        own.witness(from_elsewhere)


def test_a_long_run_is_played_anew_whenever_it_is_measured() -> None:
    """What was measured last would hide a learner that plays the same rounds in two ways, and how long its rounds take."""
    rounds = list[int]()

    class Counts(OverTuples):
        def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
            rounds.append(y)
            return inner <= 0

    evaluator = Evaluator(parse("M <= 1"), Game(), rule=CustomLearner(Counts()))
    run = Run(1, ((1,),), (1,), (1,), 1, Fraction(1)).prolong(50)
    assert evaluator.measure(run) and evaluator.measure(run) and len(rounds) == 100


class Draws(OverTuples):
    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return random.random() < 0.5


class OnlyPredicts:
    def predict(self, x: Tuple) -> int:
        return 1

    def update(self, x: Tuple, y: int) -> None: ...


class Fails(OverTuples):
    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return bool(1 / (norm2 - norm2))


class FloatBeta(OnMistakes):
    def __init__(self) -> None:
        self.beta = 0.5


class InFloats(OverTuples):
    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return True

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        return tuple(0.5 for _ in w)  # type: ignore[misc]


@pytest.mark.parametrize(("attack", "why"), rows(__file__, "not_to_be_played.txt"))
def test_a_learner_that_cannot_be_played_with(attack: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        eval(attack)


class NeverReset(OnMistakes):
    """A count that `start` leaves as it is."""

    def __init__(self) -> None:
        self.count = 0

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.count += 1
        return super().step(w, x, y)


class SharedDefault(OnMistakes):
    def __init__(self, seen: list[int] = []) -> None:  # noqa: B006  (that is what it is about)
        self._seen = seen

    def parameters(self) -> dict[str, int]:
        return {"count": len(self._seen)}

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self._seen.append(y)
        return super().step(w, x, y)


@pytest.mark.parametrize("learner", [NeverReset(), NeverReset, SharedDefault()])
def test_every_run_has_an_object_of_its_own(learner: Any) -> None:
    """So that what is counted is counted in one run, whoever played before."""
    outcome = falsify("count <= 0", learner=learner, turns=8)
    assert isinstance(outcome, Found) and outcome.counterexample.lhs == str(outcome.counterexample.M)
    assert [judge_with(learner, outcome.counterexample).sides for _ in range(3)] == [(outcome.counterexample.lhs, "0")] * 3


def test_a_learner_that_remembers_in_its_class_is_refused() -> None:
    class Remembers(NeverReset):
        made = 0

        def parameters(self) -> dict[str, int]:
            return {"made": Remembers.made}

        def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
            Remembers.made += 1
            return super().step(w, x, y)

    with pytest.raises(InputError, match=r"twice in two ways.*not in its class"):
        falsify("made <= M", learner=Remembers(), turns=3)


def test_the_numbers_of_a_learner_are_names() -> None:
    class Odd(OneOverT):
        def __init__(self) -> None:
            self.rate, self.gamma, self._hidden, self.flag, self.eps = 2, 3, 4, True, HALF

    assert CustomLearner(Odd()).names == {"rate", "eps", "made"}
    assert parse_for("M <= rate + eps", CustomLearner(Odd())).names == {"M", "rate", "eps"}

    class Declares(OneOverT):
        def parameters(self) -> dict[str, Fraction]:
            return {"eta": HALF}

    assert CustomLearner(Declares()).parameters(HALF) == {"eta": HALF}


# --- What a learner of one's own may do: count, score, see x, take roots, be told γ, draw at random, take ever longer numbers


ROWS = Examples([["3/5", "4/5"], ["1/2", "-1/2"], ["1", "0"], ["-3/5", "4/5"]], [1, 1, -1, 1])


class Counts(OnMistakes):
    """A Perceptron that counts its updates."""

    def __init__(self) -> None:
        self.count = 0

    def start(self, dimension: int) -> Tuple:
        self.count = 0
        return super().start(dimension)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.count += 1
        return super().step(w, x, y)


@dataclass
class LetsEveryThirdPass(OverTuples):
    """A third mistake is not learned from, so that the adversary has to lose a round on it."""

    seen: int = 0

    def start(self, dimension: int) -> tuple[Fraction, ...]:
        self.seen = 0
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        self.seen += inner <= 0
        return inner <= 0 and self.seen % 3 != 0


def test_a_learner_that_lets_a_mistake_pass_is_waited_for() -> None:
    rule, game = CustomLearner(LetsEveryThirdPass()), Game()
    genome = alphabet(game, 100).make(rounds=99, dimension=2, grid=GRIDS.index(32768), progress=3 * PROGRESS_STEPS)
    run = CustomLearnerMoves(genome, game, rule).run(math.inf)
    measured = run and evaluator_of(parse("M <= 0.9/gamma**2 + 1"), game, rule=rule).measure(run)
    assert measured and measured.counted > 60 and len(measured.run.moves) > 90


def test_what_a_learner_counts_is_read_at_the_end_of_the_run() -> None:
    assert not falsify("M <= count", learner=Counts(), turns=1).found
    outcome = falsify("count <= 0.9/gamma**2", learner=Counts(), turns=8)
    assert isinstance(outcome, Found) and outcome.verdict.values["count"] == outcome.counterexample.M


def test_a_score_is_what_the_learner_predicts_by() -> None:
    """ROMMA scored the wrong way round is wrong where it should be right."""

    class Backwards(Counts):
        def score(self, w: Tuple, x: Tuple) -> Fraction:
            return -sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))

    outcome = falsify("M <= 1/gamma**2", learner=Backwards(), turns=8)
    assert isinstance(outcome, Found) and judge_with(Backwards(), outcome.counterexample)
    assert not judge_with(Counts(), outcome.counterexample)


def test_mistakes_and_updates_are_counted_apart() -> None:
    play = Stepper(PassiveAggressive(), 2)
    mistakes = sum(play.inner(x, y) <= 0 for x, y in [(tuple(x), y) for x, y in ROWS] if play.round(x, y) or True)
    assert mistakes <= len(ROWS)
    outcome = falsify("M <= E", learner=PassiveAggressive(), turns=8)
    assert isinstance(outcome, Found)
    values = outcome.verdict.values
    assert values["M"] > values["E"] >= 1  # type: ignore[operator]


@pytest.mark.nocover
def test_numbers_that_grow_with_every_step_keep_to_the_budget() -> None:
    """Exact ROMMA triples its digits with every step."""
    outcome = falsify("E <= 1/gamma**2", learner=Romma(), budget=12)
    assert isinstance(outcome, Survived) and any("grew too long" in note for note in outcome.report.notes)


def test_two_learners_on_one_sequence() -> None:
    both = lambda gamma: SideBySide(Perceptron(), MarginPerceptron(gamma, HALF))  # noqa: E731
    outcome = falsify("M <= M_2", learner=both, turns=8)
    assert isinstance(outcome, Found)
    found = outcome.counterexample
    alone = run(MarginPerceptron(found.gamma, HALF), Examples([x for x, _ in found.rounds], [y for _, y in found.rounds]))
    assert outcome.verdict.values["M_2"] == alone.M
    first = SideBySide(MarginPerceptron("1/10"), Perceptron())
    assert run(first, ROWS).updates == run(MarginPerceptron("1/10"), ROWS).updates
    assert first.parameters()["M_2"] == run(Perceptron(), ROWS).M


def test_a_random_learner_in_expectation_over_its_seeds() -> None:
    outcome = falsify("mean_M <= 0.9/gamma**2", learner=InExpectation(RandomBudget, range(4)), turns=8)
    assert isinstance(outcome, Found)
    rounds = outcome.counterexample.rounds
    plays = [Stepper(RandomBudget(seed), outcome.counterexample.dimension) for seed in range(4)]
    made = [sum([play.round(x, y) for x, y in rounds]) for play in plays]
    assert outcome.verdict.values["mean_M"] == Fraction(sum(made), 4)


def test_a_learner_that_only_predicts() -> None:
    def last_label(history: list[tuple[Tuple, int]], x: Tuple) -> int:
        return history[-1][1] if history else 1

    outcome = falsify("M <= 2", learner=Predictor(last_label), turns=8)
    assert isinstance(outcome, Found) and judge_with(Predictor(last_label), outcome.counterexample)


def test_a_rule_that_sees_x_runs_in_perceptron_too() -> None:
    learner: Any = LEARNERS["margin-of-length"]
    play = Stepper(learner, 2)
    assert run(learner, ROWS).updates == tuple(t for t, (x, y) in enumerate(ROWS) if play.round(tuple(x), y))


class StartsAtAUnitVector(OverTuples):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)

    def start(self, dimension: int) -> Any:
        return tuple(Fraction(i == 0) for i in range(dimension))


def test_a_start_away_from_0_is_attacked_from_there() -> None:
    """A course's "M <= 1/γ² + 1/γ" for ‖w(0)‖ = 1 is false by seven updates at γ = 1/2; 1/γ² + 2/γ is true."""
    found = falsify("M <= 1/gamma**2 + 1/gamma", budget=10, learner=StartsAtAUnitVector())
    assert isinstance(found, Found) and judge_with(StartsAtAUnitVector(), found.counterexample).valid
    runs = list(from_own_start(CustomLearner(StartsAtAUnitVector()), Game(norm="ball")))
    spirals = (*SPIRAL_GRIDS, SHORTER)
    assert [run.gamma for run in runs if run.dimension == 3] == [gamma for gamma in OWN_STARTS for _ in spirals]
    assert all(len(run.moves) <= 1 / run.gamma**2 + 2 / run.gamma for run in runs)
    of_0 = list(from_own_start(CustomLearner(Perceptron()), Game(norm="ball")))
    assert all(1 / (3 * run.gamma**2) <= len(run.moves) <= 1 / run.gamma**2 for run in of_0 if run.dimension == 3)


class RateOfLengths(Learner):
    """The rate 1/(1 + Σ‖x‖²) over its updates."""

    def start(self, zero: Vector) -> Vector:
        self.lengths = 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.lengths += x.norm2
        return w + y * x / (1 + self.lengths)


class PassesOverShortOnes(Learner):
    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(x.norm2 >= Fraction(1, 4) and y * (w @ x) <= 0)


class Forgets(Learner):
    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return Fraction(9, 10) * w + y * x


@pytest.mark.parametrize(
    ("kind", "bound"), [(RateOfLengths, "M <= 4/gamma**2"), (PassesOverShortOnes, "E <= 3/gamma**2"), (Forgets, "M <= 10/gamma**2")]
)
def test_rates_that_fall_short_examples_and_forgetting_are_attacked(kind: type[Learner], bound: str) -> None:
    """A spiral against the learner's own weights, one short example for ever, two examples in turn for ever."""
    found = falsify(bound, budget=40, learner=kind())
    assert isinstance(found, Found) and judge_with(kind(), found.counterexample).valid
