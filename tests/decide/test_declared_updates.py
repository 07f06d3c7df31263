"""`decide` for learners that say how their updates lengthen the weights: proofs by the sharp bound, refutations, and untrue statements."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive, Vector
from proofs.conjecture.game import Ending, Game, default_game
from proofs.counterexample.custom_learner import CustomLearner, judge_with, parse_for
from proofs.decide import DecideFirst, Decision, attempts, decide, declared_updates
from proofs.decide.declared_updates import StatedUpdate, hold_to_it, stated
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify import falsify
from tests.amounts import cases, rows, sampled
from tests.cli.running import pp
from tests.decide import untrue_learners as untrue
from tests.decide.replaying import accepted

PATIENT = 120  # seconds, on a busy machine; a budget is not what is tested


@pytest.fixture(autouse=True)
def a_short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved as declared is searched for a second, not for ten."""
    monkeypatch.setattr(attempts, "ON_TRIAL", 1.0)


class Threshold(Additive):
    """It updates where y⟨w,x⟩ ≤ share·γ‖w‖ + extra."""

    said: tuple[Any, Any] | None = None

    def __init__(self, gamma: Fraction, share: Fraction, extra: Fraction = Fraction(0), **stated: Any) -> None:
        self.slope, self.extra, self.stated = share * gamma, extra, stated
        for name, pair in stated.items():
            setattr(self, name, pair)

    def parameters(self) -> dict[str, Fraction]:
        return {"extra": self.extra}

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        over = inner - self.extra
        return over <= 0 or over * over <= self.slope * self.slope * norm2


HALF = Fraction(1, 2)
RULE = {"updates_below": ("gamma/2", "0")}
STEP = {"energy_step": ("gamma", 1)}
EXTRA = {"updates_below": ("gamma/2", "extra")}


def told(share: Fraction, extra: Fraction = Fraction(0), **stated: Any) -> Any:
    return lambda gamma: Threshold(gamma, share, extra, **stated)


def holds_up(decision: Decision) -> None:
    assert decision.proof is not None and accepted(decision.proof)
    assert all(f"<code>{id}</code>" in decision._repr_html_() for id in decision.rests_on)


@pytest.mark.parametrize("bound", sampled(["phi**2/gamma**2", "2.7/gamma**2", "2.52/gamma**2", "floor(2.6/gamma**2)"], 1))
@pytest.mark.parametrize("stated", sampled([pytest.param(RULE, id="rule"), pytest.param(STEP, id="step")], 1))
def test_the_constants_of_the_margin_perceptron_are_proved_for_such_learners(bound: str, stated: dict[str, Any]) -> None:
    found = decide(f"M <= {bound}", learner=told(HALF, **stated), budget=PATIENT)
    holds_up(found)
    assert "sharp-growth" in found.rests_on and "‖w‖" in found.given


@pytest.mark.parametrize(
    ("eps", "bound"), sampled([(HALF, "2.5129"), (Fraction(3, 4), "1.7"), (Fraction(1, 10), "30"), (Fraction(1), "1")], 1)
)
def test_the_margin_perceptron_at_any_epsilon(eps: Fraction, bound: str) -> None:
    holds_up(decide(f"M + 1 <= {bound}/gamma**2", default_game(frozenset({"M", "gamma"}), learner="margin", eps=eps), budget=PATIENT))


def test_below_the_sharp_constant_nothing_is_tried() -> None:
    rule = CustomLearner(told(HALF, **RULE))
    with pytest.raises(NotFound, match="would be enough"):
        attempts.prove_of_learner(rule, parse_for("M <= 2.5/gamma**2", rule), Game(), PATIENT)


@pytest.mark.nocover
def test_a_fixed_margin_and_one_with_both_parts() -> None:
    fixed = decide("M <= (1 + 2*extra)/gamma**2", learner=told(Fraction(0), HALF, updates_below=("0", "extra")), budget=PATIENT)
    mixed = decide("M <= 2.6*(1 + 2*extra)/gamma**2", learner=told(HALF, Fraction(1, 4), **EXTRA), budget=PATIENT)
    holds_up(fixed)
    holds_up(mixed)


@pytest.mark.parametrize("learner", sampled([told for (told,) in rows(__file__, "told_in_vain.txt")], 4))
def test_what_is_not_true_or_cannot_be_read_is_refused(learner: str) -> None:
    with pytest.raises(InputError):
        decide("M <= 3/gamma**2", learner=eval(learner), budget=5)


class Boastful(Additive):
    """Its code is traced, so what it says of itself is not needed."""

    updates_below = ("0", "1/4")

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= HALF


def test_what_is_not_true_of_code_that_is_traced_is_refused_with_its_line() -> None:
    line = Boastful.wants_update.__code__.co_firstlineno + 1
    with pytest.raises(InputError, match=rf"^test_declared_updates\.py:{line}: Boastful\.updates_below is not true: at gamma"):
        decide("M <= 3/gamma**2", learner=Boastful(), budget=PATIENT)


def test_a_step_that_does_not_add_the_example_is_refused() -> None:
    class Doubled(Threshold):
        def step(self, w: Vector, x: Vector, y: int) -> Vector:
            return tuple(a + 2 * y * b for a, b in zip(w, x, strict=True))

    with pytest.raises(InputError, match="must add y·x"):
        decide("M <= 9/gamma**2", learner=lambda gamma: Doubled(gamma, HALF, **RULE), budget=5)


def test_where_nothing_is_said_the_search_is_all() -> None:
    found = decide("M <= 4/gamma**2", learner=told(HALF), budget=2)
    assert found.verdict == "undecided" and "updates_below" in found.how


def declared(learner: Any, text: str = "M + c <= 1/gamma**2 + 5") -> tuple[CustomLearner, StatedUpdate]:
    rule = CustomLearner(learner)
    return rule, stated(rule, parse_for(text if "c" in rule.names else text.replace("+ c ", ""), rule))


@pytest.mark.parametrize("name", ["Late", "Idle", "AtSmallMargins", "InHighDimensions", "OnShortExamples", "OfTheClass"])
def test_a_learner_that_is_not_what_it_says_is_seen_in_the_box(name: str) -> None:
    """Margins to 1/1000, ten dimensions, hundreds of rounds."""
    with pytest.raises(InputError, match=r"is not true: at gamma|must add y·x|twice in two ways"):
        hold_to_it(*declared(getattr(untrue, name)))


CHANGING = "Steps BySetattr ByAFunction ByADictionary ByAnother InAList ByAStoredPart OfGamma SaysOfGamma"


@pytest.mark.parametrize("name", CHANGING.split())
def test_a_number_that_may_change_is_no_constant_of_a_proof(name: str) -> None:
    with pytest.raises(NotFound, match=r"may change in a run|depends on gamma"):
        declared(getattr(untrue, name))


def test_a_number_that_changes_unseen_is_met_in_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declared_updates, "may_change", lambda *_: "")
    for learner in (untrue.Steps, untrue.ByADictionary, untrue.InAList):
        with pytest.raises(NotFound, match="is no constant of a proof: it is"):
            hold_to_it(*declared(learner))


def test_a_number_that_nothing_changes_is_a_constant() -> None:
    rule, said = declared(untrue.Numbered)
    assert said.constants == {"c": 1} and "c is 1 in every run" in said.declared and hold_to_it(rule, said) > 1000
    assert declared(told(HALF, Fraction(1, 4), **EXTRA), "M <= 3/gamma**2")[1].constants == {"extra": Fraction(1, 4)}


@pytest.mark.parametrize("case", sampled(cases(__file__, "refuted.txt"), 3))
def test_what_is_false_is_refuted_by_decide_and_by_falsify(case: list[str]) -> None:
    learner, text, rules = map(eval, case)
    game = Game(**rules)
    decided = decide(text, game, learner=learner, budget=PATIENT)
    searched = falsify(text, game, learner=learner, turns=40, strategies=[DecideFirst()])
    assert decided.ending is searched.ending is Ending.REFUTED, (decided, searched)
    assert decided.counterexample is not None and judge_with(learner, decided.counterexample).valid


def test_what_no_sample_shows_is_said_to_rest_on_what_is_declared() -> None:
    found = decide("M <= 1/gamma**2 + 1", learner=untrue.TooLate, budget=PATIENT)
    assert found.verdict == "proved as declared" and found.ending.code == 5 and found.range is None
    assert "is true if TooLate keeps to what it declares" in str(found) and "declared: an update happens only if y⟨w, x⟩ ≤ 0" in str(found)


OWN = """
from fractions import Fraction
from perceptron.learners.perceptron import Additive

class Fixed(Additive):
    updates_below = ("0", "beta")
    def __init__(self): self.beta = Fraction(1, 2)
    def wants_update(self, inner, norm2, y): return inner <= self.beta

class Counted(Fixed):
    def start(self, dimension):
        self.seen = []
        return super().start(dimension)
    def step(self, w, x, y):
        self.seen.append(y)
        return super().step(w, x, self.seen[-1])
"""


@pytest.mark.nocover
def test_the_command_takes_a_learner_from_a_file(tmp_path: Path) -> None:
    file, proof = tmp_path / "own.py", tmp_path / "proof.json"
    file.write_text(OWN, encoding="utf-8")
    of_code = pp("decide", "M <= (1 + 2*beta)/gamma**2", "--learner", f"{file}:Fixed", "--budget", "60")
    assert of_code.exit_code == 0 and "of its code, which was traced" in of_code.stdout
    # Counted keeps a list, which is not traced
    told = pp("decide", "M <= (1 + 2*beta)/gamma**2", "--learner", f"{file}:Counted", "--out", proof, "--budget", "60")
    assert told.exit_code == 5 and "is true if Counted keeps to what it declares" in told.stdout and "y⟨w, x⟩ ≤ β" in told.stdout
    replayed = pp("replay", proof)
    assert replayed.exit_code == 0 and "accepted: plain-growth" in replayed.stdout
    answer = json.loads(pp("decide", "M <= 2/gamma**2", "--learner", f"{file}:Counted", "--json", "-", "--budget", "60").stdout)
    assert answer["verdict"] == "proved as declared" and "Counted" in answer["given"] and "beta is 1/2 in every run" in answer["given"]
    searched = pp("falsify", "M <= 2/gamma**2", "--learner", f"{file}:Counted", "--turns", "2", "--budget", "200")
    assert searched.exit_code == 5 and "is proved if the learner keeps to what it declares, and survived this search" in searched.stdout
    for wrong in (f"{file}:Missing", f"{tmp_path / 'none.py'}:Fixed"):
        assert pp("decide", "M <= 2/gamma**2", "--learner", wrong).exit_code == 2
