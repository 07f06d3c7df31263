"""A learner's code in, a bound out: learners of the literature as they stand, learners that lie, and code that was changed."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3

from benchmarks.falsifier import learners
from benchmarks.falsifier.learners import FURTHER, LEARNERS, RateAndMargin
from perceptron import Learner, Vector, sqrt
from perceptron.errors import InputError
from perceptron.learners.custom import Together
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import OverTuples
from perceptron.learners.representations import coordinates
from proofs.conjecture.game import Game
from proofs.counterexample.learner_object import Beside, CustomLearner, judge_with, predicts_otherwise
from proofs.decide import decide
from proofs.decide.bound import bound
from proofs.derive.tracing.held import hold
from proofs.derive.tracing.intervals import intervals
from proofs.derive.tracing.problem import Problem
from proofs.derive.tracing.table import Table
from proofs.derive.tracing.trace import trace
from proofs.derive.tracing.universe import Guard, Untraceable
from proofs.falsify import falsify
from tests.amounts import cases, rows, sampled
from tests.cli.running import answered, pp
from tests.decide.data import schedules
from tests.decide.replaying import accepted


class FirstExample(Learner):
    """It begins with its first example, and says so by the length of its weights, in place of adding it to 0."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return y * x if w.norm2 == 0 else w + y * x


class Counting(Learner):
    """It counts its updates."""

    def start(self, zero: Vector) -> Vector:
        self.k: Any = 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.k += 1
        return w + y * x


class EverySeventhTwice(Counting):
    """Every seventh update adds 2x."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.k = self.k + 1 if self.k < 6 else 0
        return w + y * (2 if self.k == 0 else 1) * x


class RateOfUpdates(Counting):
    """Steps of √4/√k. Its k counts the updates, which not all mistakes are where weights are long: the bound is on updates alone."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= 0 and w.norm2 < 100)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.k += 1
        return w + y * sqrt(4) / sqrt(self.k) * x


class TakesNames(Learner):
    """Its attributes are called as what a theorem speaks of: a count that goes up by two, the weights, a radius."""

    def start(self, zero: Vector) -> Vector:
        self.count: Any = 5
        self.R: Any = 0
        self.row1: Any = 0
        self.w = zero
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= (1 if self.count < 100 and self.R < 10 and self.row1 >= 0 else 2))

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.count, self.R, self.row1, self.w = self.count + 2, self.R + 1, self.row1 + 3, self.w + y * x
        return self.w


class OverARootOfASum(Learner):
    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * x / sqrt(1 + x.norm2)


@pytest.mark.parametrize("case", sampled(cases(__file__, "bounds.txt"), 2))
def test_the_bound_of_a_learner_as_it_stands(case: list[str]) -> None:
    learner, counted, setting, symbolic, below, expected = map(eval, case)
    answer = bound(learner, counted, setting, symbolic, below, budget=200, search=False)
    assert expected & {one.comparison.unicode() for one in answer.bounds}, str(answer)
    assert all(accepted(one.proof) for one in answer.bounds)


def test_intervals_end_at_starts_constants_and_fixed_points() -> None:
    """One that every row moves up has no upper end, and one that a row moves by another letter has none at all."""
    kinds = (schedules.RateToAFloor, schedules.WarmUp, schedules.TowardsAHalf, schedules.OneAndOneOverT, learners.Alma)
    ends = [[(str(low), str(high)) for low, high in intervals(trace(kind())).values()] for kind in kinds]
    assert ends == [[("1/10", "1")], [("1/4", "1")], [("1/2", "1")], [("0", "None")], [("1", "None")]]


def test_short_steps_have_a_bound_though_each_gain_is_small() -> None:
    """Rounded to a simple number it is 0, which is no potential, and was divided by."""
    assert bound(RateAndMargin(Fraction(1, 1000), Fraction(1)), "updates", budget=60, search=False).bounds


def test_a_table_is_written_alike_in_every_process() -> None:
    """A page has its rows as text, and is refused where the code is traced again and they are others."""
    assert all([*row.numbers] == ["self.R", "self.count"] for row in trace(TakesNames()).rows)


TABLE = (Path(__file__).resolve().parents[2] / "docs" / "bounds.md").read_text(encoding="utf-8").splitlines()
ROWS = {line.split(" | ")[0].removeprefix("| "): line for line in TABLE if line.startswith("| ")}
KNOWN = dict(rows(__file__, "known_bounds.txt"))


def test_the_table_of_the_literature_has_a_row_for_each_learner() -> None:
    assert [name for name in ROWS if name != "learner"] == [*FURTHER, *LEARNERS]
    assert KNOWN.keys() <= ROWS.keys()


@pytest.mark.parametrize("name", sampled([name for name, row in ROWS.items() if "≤" in row.split(" | ")[2].split("no bound")[0]], 1))
def test_the_table_of_the_literature_says_what_is_found(name: str) -> None:
    answer = bound((FURTHER | LEARNERS)[name], budget=200, search=False)
    found = [one.comparison.unicode() for one in answer.bounds]
    assert found and KNOWN.get(name, found[0]) in found and all(one in ROWS[name] for one in found), str(answer)
    assert all(accepted(one.proof) for one in answer.bounds)


# -- what cannot be traced, and what lies ------------------------------------------------------------------------------------------------


LEARNERS_AS_TEXT = tomllib.loads(Path(__file__).with_name("data").joinpath("algebra.toml").read_text(encoding="utf-8"))


def in_a_file(folder: Path, learner: Mapping[str, str]) -> Any:
    """A learner of `algebra.toml`, in a file of its own."""
    code = learner.get("code") or LEARNERS_AS_TEXT["lines"].format(**LEARNERS_AS_TEXT["instead"] | learner)
    file = folder / "learner.py"
    file.write_text(LEARNERS_AS_TEXT["world"] + code, encoding="utf-8")
    spec = spec_from_file_location("learner", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, re.findall(r"^class (\w+)", code, re.MULTILINE)[-1])()


@pytest.mark.parametrize("learner", LEARNERS_AS_TEXT["refused"], ids=lambda learner: learner["why"])
def test_what_cannot_be_traced_is_refused_by_name(learner: Mapping[str, str], tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(learner["why"])):
        trace(in_a_file(tmp_path, learner))


class AsksForItsMargin(Learner):
    def __init__(self, gamma: Any) -> None:
        self.beta = gamma if 1 / gamma < 10**6 else 10**6

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= self.beta)


class ReadsItsMargin(AsksForItsMargin):
    def __init__(self, gamma: Any) -> None:
        self.beta = len(str(gamma))


MADE: list[int] = []


class CountsItsLike(Learner):
    """Made for each run, and another from the third on."""

    def __init__(self) -> None:
        MADE.append(1)
        self.rate = 1 if len(MADE) < 3 else -1

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + self.rate * y * x


class CopiedAsAnother(CountsItsLike):
    def __deepcopy__(self, memo: Any) -> Learner:
        return Learner()


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (AsksForItsMargin, "begins in another way for other gamma"),
        (ReadsItsMargin, "a number of the run is made a text"),
        (CountsItsLike, "a round changes the global MADE"),
        (CopiedAsAnother(), "a copy of CopiedAsAnother is a Learner"),
    ],
)
def test_what_is_made_for_each_run_is_made_alike(kind: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        bound(kind, budget=5, search=False)


@pytest.mark.parametrize("case", cases(__file__, "literature_refused.txt"))
def test_learners_of_the_literature_that_are_refused(case: list[str]) -> None:
    name, why = map(eval, case)
    with pytest.raises(InputError, match=why):
        trace(LEARNERS[name])


@pytest.mark.parametrize("words", sampled(LEARNERS_AS_TEXT["otherwise"], 4))
def test_the_perceptron_in_other_words_has_the_perceptrons_table(words: Mapping[str, str], tmp_path: Path) -> None:
    """In particular code behind a decorator, with indices, or that asks whether x is null."""
    learner = in_a_file(tmp_path, words)
    table = trace(learner)
    assert hold(table, learner).total >= 1000
    assert {" ".join(f"{c}·{v}" for v, c in row.weights.items()) for row in table.rows if row.updates} <= {"1·w 1·z", "1·w"}


class FarOut(OverTuples):
    """In more than a thousand dimensions it keeps its weights."""

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)

    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y) if len(w) < 1_000 else w


def test_a_table_is_held_to_its_code_in_more_than_a_thousand_dimensions() -> None:
    with pytest.raises(Untraceable, match=r"w is not what its table says, in 1,025 dimensions$"):
        hold(trace(Learner()), FarOut())


@pytest.mark.parametrize(
    ("name", "text"),
    [("perceptron", "W <= 2*R**2/gamma"), ("fixed-margin", "W <= 2*(R**2 + 1)/gamma"), ("pa", "W <= 2/gamma"), ("romma", "W <= 2/gamma")],
)
def test_the_length_of_the_weights_is_bounded_by_the_potential(name: str, text: str) -> None:
    """The weights stay in a ball about b·u/(A·γ). Where no potential counts updates, one that counts mistakes serves."""
    learner = (FURTHER | LEARNERS)[name] if name != "perceptron" else Learner()
    answer = bound(learner, "length", budget=20, search=False)
    assert text in [one.comparison.text for one in answer.bounds], str(answer)
    assert all(accepted(one.proof) for one in answer.bounds) and answer.to_json()["bounds"][0]["counted"] == "length"


def test_a_claim_about_the_length_of_the_weights_follows_or_falls() -> None:
    assert decide("W <= 3*R**2/gamma", learner=Slow(), budget=20).verdict == "proved"
    assert decide("W <= R**2/(20*gamma)", learner=Slow(), budget=20).verdict == "refuted"
    averaged = bound((FURTHER | LEARNERS)["one-over-root"], "length", budget=10, search=False)
    assert not averaged.bounds and "does not bound the length of w" in str(averaged)


class LateInTheRun(Counting):
    """From its thousandth update on it updates always."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= 0 or self.k > 1000)


def test_rule_that_changes_after_1000_updates_has_no_bound() -> None:
    answer = bound(LateInTheRun(), "updates", budget=60, search=False)
    assert not answer.bounds and answer.tried
    assert len(answer.table.rows) == 3 and not answer.held.rows_without_run(answer.table)


class TakesARoot(Learner):
    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * sqrt(1 - w.norm2) * x


class ForgetsAll(Learner):
    """Weights of two updates at most."""

    def start(self, zero: Vector) -> Vector:
        self.kept: Any = 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.kept = 1 if self.kept == 2 else self.kept + 1
        return y * x if self.kept == 1 else w + y * x


class RootOfARoot(Learner):
    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y / sqrt(x.norm) * x if x else w


@pytest.mark.parametrize("case", cases(__file__, "endless.txt"))
def test_where_there_is_no_bound_a_run_shows_it(case: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first takes the root of 0 after an update of length 1, and of a negative number after a longer one: then it plays no more."""
    learner, period, code = map(eval, case)
    if period is None:  # what is searched for in vain takes all the time that there is
        monkeypatch.setattr(import_module("proofs.decide.bound"), "SEARCH_SECONDS", 1.0)
    answer = bound(learner, "mistakes", budget=12, search=False)
    assert not answer.bounds and answer.ending.code == code, str(answer)
    assert [run.period for run in answer.endless] == ([] if period is None else [period])
    assert all(judge_with(learner, run.run).valid for run in answer.endless)
    assert "it fails at this: if" in str(answer)


class OwnBias(Learner):
    """Keeps a bias and predicts by it, without a `score` that says so."""

    def start(self, zero: Vector) -> Vector:
        self.b: Any = 0
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x + self.b) <= 0)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.b += y
        return w + y * x


class FixedBias(Learner):
    b = Fraction(1, 1000)

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return (1 if w @ x + self.b > 0 else -1) != y


class BiasPerEntry(OverTuples):
    """Over tuples: the bias moves once for each coordinate."""

    def start(self, dimension: int) -> Any:
        self.b = 0
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner + y * self.b <= 0)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.b += y * len(x)
        return super().step(w, x, y)


class ScoredBias(OwnBias):
    def score(self, w: Vector, x: Vector) -> Any:
        return w @ x + self.b


class EvenIfRight(Learner):
    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= 0 or y > 0)


def test_mistakes_that_are_not_the_learners_own_are_not_concluded_from() -> None:
    """Those of the sign of ⟨w, x⟩ go on without end; its own are updates."""
    answer = bound(OwnBias(), budget=8, search=False)
    assert [b.comparison.text for b in answer.bounds] == ["M <= (R**2 + 1)/gamma**2"] and not answer.endless
    assert "give score(w, x)" in str(answer) and answer.to_json()["remarks"]
    alone = bound(OwnBias(), "mistakes", budget=8, search=False)
    assert alone.ending.code == 3 and not alone.endless and "give score(w, x)" in str(alone)


@pytest.mark.parametrize("learner", [OwnBias, FixedBias, BiasPerEntry])
def test_a_claim_on_mistakes_of_another_score_asks_for_the_score(learner: type) -> None:
    for ask in (falsify, decide):
        with pytest.raises(InputError, match=r"give score\(w, x\)"):
            ask("E <= M", learner=learner())


@pytest.mark.parametrize("learner", [ScoredBias(), EvenIfRight(), Learner(), *LEARNERS.values()], ids=lambda x: type(x).__name__)
def test_a_learner_that_predicts_by_its_score_is_not_asked_for_one(learner: Any) -> None:
    """Margins, costs and budgets change when it updates, and not what it predicts."""
    assert not predicts_otherwise(CustomLearner(learner))


class NeverBegins(Learner):
    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(2 * y * (w @ x) <= -1)


class StrictSign(Learner):
    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) < 0)


class NeverUpdates(Learner):
    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return False


class Momentum(StrictSign):
    """Its velocity would move the weights, but no round changes it either."""

    def start(self, zero: Vector) -> Vector:
        self.v = zero
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.v = self.v / 2 + y * x
        return w + self.v  # type: ignore[no-any-return]


class BeginsLater(StrictSign):
    """At its start it updates as little, but its threshold rises."""

    def start(self, zero: Vector) -> Vector:
        self.k: Any = 0
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        self.k += 1
        return bool(y * (w @ x) < self.k - 9)


def test_rule_that_never_holds_at_zero_weights_makes_no_update() -> None:
    stays = [Problem(trace(one())).still for one in (NeverBegins, StrictSign, BeginsLater, Learner, NeverUpdates, Momentum)]
    assert stays == [True, True, False, False, True, True]


@pytest.mark.parametrize("learner", [NeverBegins, StrictSign, NeverUpdates, Momentum])
def test_bound_of_a_learner_that_stays_at_zero_is_proved_to_be_0(learner: type[Learner]) -> None:
    """No potential of a single round shows it: an update would lengthen w, but at w = 0 its guard fails."""
    assert "M ≤ 0 where ‖x‖ ≤ R: proved" in str(bound(learner(), "updates", budget=8, search=False))


@pytest.mark.parametrize("claim", ["M = 0", "M <= TD/gamma"])
def test_decide_of_a_learner_that_stays_at_zero_proves_what_follows(claim: str) -> None:
    assert decide(claim, learner=StrictSign()).verdict == "proved"


class FarAndGivenTheMargin(Learner):
    """Starts away from 0 and updates below its margin."""

    def __init__(self, gamma: Fraction) -> None:
        self.gamma = gamma

    def start(self, zero: Vector) -> Vector:
        return zero.at((1, 1))

    def wants_update(self, w: Vector, x: Vector, y: int) -> Any:
        return y * (w @ x) <= self.gamma


def test_bound_of_a_start_away_from_0_adds_up_terms_and_brackets_squares() -> None:
    """γ‖w(0)‖ is a product, so that its square has brackets, and a multiple of γ, so that the bound has one term in γ."""
    text = str(bound(FarAndGivenTheMargin, "mistakes", budget=8, search=False))
    claimed = re.search(r"E ≤ (.*) where ‖x‖ ≤ R", text)
    assert claimed and all(len(re.findall(r"\d·γ(?!\w|[²³])", one)) <= 1 for one in re.findall(r"\(([^()]*)\)", claimed[1]))
    text += str(bound(FarAndGivenTheMargin(Fraction(1, 2)), "mistakes", budget=8, search=False))
    assert "γ‖w(0)‖" in text and "γ‖w(0)‖²" not in text


class CountsOfLabels(Learner):
    """Counts the updates of each label, and has a rate with a Greek name."""

    def start(self, zero: Vector) -> Vector:
        self.n: dict[int, Any] = {1: 0, -1: 0}
        self.eta: Any = 2
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.n[y] += 1
        self.eta = 1 if self.n[y] > 3 else self.eta
        return w + self.eta * y * x


def test_row_without_update_lists_no_number_that_stays() -> None:
    """A number is compared by the name that a reader sees, as η for eta and n.−1 for n.-1."""
    rows = [row for row in str(bound(CountsOfLabels(), "updates", budget=8, search=False)).splitlines() if row.startswith("  if ")]
    assert sum("no update  (" in row for row in rows) == 1
    assert not re.search(r"eta|n\.-1", "".join(rows)) and re.search(r"η′ = 1\b.*n\.−1′ = n\.−1 \+ 1", "".join(rows))


# -- what a learner counts, and a second learner beside it ------------------------------------------------------------------------------


class Counting(Learner):
    """It counts rounds and, by twos, updates."""

    def start(self, zero: Vector) -> Vector:
        self.k: Any = 0
        self.t: Any = 0
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        self.t += 1
        return bool(y * (w @ x) <= 0)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.k += 2
        return w + y * x


class Slow(Learner):
    rate = Fraction(1, 2)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        return w + self.rate * y * x  # type: ignore[no-any-return]


class Mute(Learner):
    """A number that is no attribute has the name of one that is 0 as long as a run is short."""

    def start(self, zero: Vector) -> Vector:
        self.k: Any = 0
        return zero

    def parameters(self) -> dict[str, int]:
        return {"k": 1}


@pytest.mark.parametrize("claim", ["k = 2*M", "t >= M", "k <= 2/gamma**2", "k + M <= 3/gamma**2"])
def test_decide_of_a_number_that_follows_the_updates_is_proved(claim: str) -> None:
    """Each row of the table says by how much the number rises, so it is compared with M by induction."""
    assert decide(claim, learner=Counting()).verdict == "proved"


@pytest.mark.parametrize(("claim", "learner"), [("k = 2*M", Mute()), ("M <= t", Slow()), ("k >= t", Counting()), ("k <= M", Counting())])
def test_decide_of_a_number_that_does_not_follow_is_not_proved(claim: str, learner: Learner) -> None:
    try:
        assert decide(claim, budget=3, learner=learner).verdict != "proved"
    except InputError as unknown:
        assert "unknown name 't'" in str(unknown)


@pytest.mark.parametrize("claim", ["M_2 = M", "E_2 = M", "M_2 + M <= 2/gamma**2"])
def test_decide_of_two_rates_side_by_side_is_proved_by_one_table(claim: str) -> None:
    """The second one's weights are found to be a multiple of the first one's, so both answer alike in every round."""
    assert decide(claim, learner=beside(Slow(), "perceptron")).verdict == "proved"


def beside(first: Learner, second: str) -> Beside:
    return Beside(CustomLearner(first), Game(learner=second).opponent)


IN_ALGEBRA = {name: one for name, one in LEARNERS.items() if isinstance(one, Learner) and not one.initialises}  # as `Beside` takes them


class Spoilt(Slow):
    seen = [0]  # noqa: RUF012  # of the class, so that copies share it

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        self.seen[0] += 1
        return bool(y * (w @ x) <= 0) and self.seen[0] < 10**6


def test_two_learners_of_which_one_hides_a_state_are_not_traced() -> None:
    with pytest.raises(Untraceable, match=r"a round changes Spoilt\.seen"):
        trace(Together(Learner(), Spoilt()), keep=["M_2"])


@pytest.mark.parametrize(("a", "b"), sampled([(a, b) for a in IN_ALGEBRA for b in IN_ALGEBRA if a < b], 12))
def test_two_learners_together_play_as_each_of_them_alone(a: str, b: str) -> None:
    """A proof about two learners is about one run of each."""
    one, two = IN_ALGEBRA[a], IN_ALGEBRA[b]
    draw, both, plays = Random(a + b), Stepper(Together(deepcopy(one), deepcopy(two)), 2), [Stepper(deepcopy(x), 2) for x in (one, two)]
    updates = [0, 0]
    for _ in range(9):
        x, y = tuple(Fraction(draw.randint(-9, 9), 13) for _ in range(2)), draw.choice((-1, 1))
        try:
            updates = [n + play.round(x, y) for n, play in zip(updates, plays, strict=True)]
        except (ArithmeticError, InputError):
            break
        both.round(x, y)
        assert updates[1] == both.learner.M_2
        first, second = (play.coordinates for play in plays)
        assert repr((both.coordinates, coordinates(both.learner.w_2))) == repr((first, second))  # roots are known by enclosures


# -- code that was changed --------------------------------------------------------------------------------------------------------------


def changes(table: Table) -> Iterator[Table]:
    """The table with one coefficient or one guard changed, each in turn: what it would be for code that was changed there.

    A guard that is changed where no state is, such as z·z > 0 beside a guard that z = 0 does not meet, is left out.
    """
    for i, row in enumerate(table.rows):
        changed = [replace(row, weights=row.weights | {v: c * Fraction(1001, 1000)}) for v, c in row.weights.items() if row.updates]
        for g in row.guards:
            rest = tuple(h for h in row.guards if h is not g)
            others = (replace(g, signs=g.signs ^ {0}), *(replace(g, of=g.of + Fraction(n, 1000)) for n in (1, -1)))
            changed += [replace(row, guards=(*rest, other)) for other in others if other.signs and differ(rest, g, other)]
        changed.append(replace(row, updates=not row.updates))
        yield from (replace(table, rows=(*table.rows[:i], one, *table.rows[i + 1 :])) for one in changed if not row.error)


def differ(rest: Sequence[Guard], one: Guard, other: Guard) -> bool:
    """Whether there are inner products that meet all of the rest, and one of two guards but not the other."""
    known = {symbol.name: z3.Real(symbol.name) for symbol in one.of.ring.symbols}

    def met(g: Guard) -> Any:
        terms = [
            z3.Q(int(c.numerator), int(c.denominator)) * z3.Product([v**e for v, e in zip(known.values(), m, strict=True) if e] or [1])
            for m, c in g.of.terms()
        ]
        return z3.Or([{-1: z3.Sum(terms) < 0, 0: z3.Sum(terms) == 0, 1: z3.Sum(terms) > 0}[sign] for sign in g.signs])

    w, m, x = (known[name] for name in ("w·w", "w·z", "z·z"))
    solver = z3.Solver()
    solver.add(w >= 0, x >= 0, m * m <= w * x, *(met(g) for g in rest), met(one) != met(other))
    return bool(solver.check() == z3.sat)


@pytest.mark.parametrize(
    "name", sampled(["fixed-margin", "pa-1", "normalised", "biased", "cost-sensitive", "relaxation", "uneven-margins"], 2)
)
def test_a_table_with_one_change_is_not_of_the_code(name: str) -> None:
    table, learner = trace(LEARNERS[name]), LEARNERS[name]
    many = list(changes(table))
    assert len(many) > len(table.rows)
    for other in many:
        with pytest.raises(Untraceable, match="table"):
            hold(other, learner)


def test_a_bound_in_a_letter_that_a_page_does_not_have_is_refused_there(tmp_path: Path) -> None:
    file, page = tmp_path / "aggressive.py", tmp_path / "page.py"
    file.write_text(
        "from perceptron import Learner\nclass Second(Learner):\n    C = 1\n"
        "    def wants_update(self, w, x, y):\n        return y * (w @ x) < 1\n"
        "    def step(self, w, x, y):\n        return w + (1 - y * (w @ x)) / (x @ x + 1 / (2 * self.C)) * y * x\n",
        encoding="utf-8",
    )
    asked = ("--symbolic", "C", "--count", "mistakes", "--setting", "agnostic", "--budget", "20", "--page", page)
    result = pp("bound", f"{file}:Second", *asked)
    answered(result, "E ≤ K/γ² + 2·C·K·H2_all²", code=2)
    assert "--page: a bound in a letter K has no page" in result.stderr and not page.exists()


def test_page_of_a_bound_with_a_letter_and_hinge_losses_is_verified(tmp_path: Path) -> None:
    """PA-I is not defined at x = 0, which the search without ‖x‖ ≤ R meets. The letter C stays one in the page's proof."""
    file, page = tmp_path / "cut.py", tmp_path / "cut_page.py"
    file.write_text(
        "from perceptron import Learner\nclass First(Learner):\n    C = 1\n"
        "    def wants_update(self, w, x, y):\n        return y * (w @ x) < 1\n"
        "    def step(self, w, x, y):\n        return w + min(self.C, (1 - y * (w @ x)) / (x @ x)) * y * x\n",
        encoding="utf-8",
    )
    asked = ("--symbolic", "C", "--count", "mistakes", "--setting", "agnostic", "--budget", "10", "--page", page)
    answered(pp("bound", f"{file}:First", *asked), "E ≤ (C·R² + 1)²/(2·C·γ²) + (C·R² + 1)·TD/γ where ‖x‖ ≤ R: proved")
    answered(pp("verify", page), "1 of 1 theorem holds")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("proofs.decide.bound"), "SEARCH_SECONDS", 2.0)
    file = tmp_path / "learners.py"
    file.write_text(
        "from fractions import Fraction\nfrom perceptron import Learner\n"
        "class L(Learner):\n    def wants_update(self, w, x, y):\n        return y * (w @ x) <= Fraction(1, 2)\n"
        "good = L()\n"
        "class B(L):\n    def step(self, w, x, y):\n        return w + round(w @ x) * x\n"
        "bad = B()\n",
        encoding="utf-8",
    )
    out, page = tmp_path / "proof.json", tmp_path / "page.py"
    result = pp("bound", f"{file}:good", "--count", "updates", "--budget", "30", "--out", out, "--page", page)
    assert result.exit_code == 0, result.output
    assert re.search(r"nearest run: \d", result.output) and len({*result.output.splitlines()}) == len(result.output.splitlines())
    assert result.output.count("written to ") == 2  # once for each file
    assert "M ≤ (R² + 1)/γ² where ‖x‖ ≤ R: proved" in result.output and "learners.py:5" in result.output
    for command in (("replay", out), ("verify", out, "--referee", "kernel"), ("verify", page), ("tight", page)):
        taken = pp(*command)
        assert taken.exit_code == 0, taken.output
    assert len(page.read_text(encoding="utf-8").splitlines()) <= 40
    file.write_text(file.read_text(encoding="utf-8").replace("Fraction(1, 2)", "Fraction(3, 4)"), encoding="utf-8")
    sys.modules.pop("learners")
    other = pp("verify", page)
    assert other.exit_code == 2 and "the code of L is another than the page says: if 4·y⟨w, x⟩ − 3 ≤ 0: w′ = w + y·x; if" in other.output
    assert "write it anew by `perceptron-proofs bound … --page`" in other.output
    taken = pp("bound", f"{file}:good", "--symbolic", "gamma")
    assert taken.exit_code == 2 and "a bound has this name for something else" in taken.output
    refused = pp("bound", f"{file}:bad")
    assert refused.exit_code == 2 and "learners.py:9: a number of the run is rounded" in refused.output
