"""What a researcher asks: conditions, two sides, finite classes, label noise, several passes, final weights; and as a state machine."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from perceptron import Examples, Perceptron, run
from proofs.conjecture.game import Game
from proofs.counterexample import from_json, judge, read, write
from proofs.falsify import Found, Run, Survived, falsify
from proofs.falsify.passes_and_classes import in_passes

CLASS = (Fraction(-1), Fraction(0), Fraction(1))


def found(text: str, game: Game | None = None) -> Found:
    outcome = falsify(text, game, turns=8)
    assert isinstance(outcome, Found), str(outcome)
    again = from_json(outcome.counterexample.to_json())
    assert judge(again) and again.game == outcome.counterexample.game
    return outcome


def test_a_condition_binds_the_adversary() -> None:
    assert not falsify("M <= 4 where gamma >= 1/2", turns=1).found
    outcome = found("M <= 4 where gamma >= 1/3")
    assert outcome.counterexample.gamma >= Fraction(1, 3) and outcome.counterexample.M > 4
    assert outcome.counterexample.comparison.unicode() == "M ≤ 4 where γ ≥ 1/3"


@pytest.mark.nocover
def test_of_a_claim_with_several_sides_the_false_one_is_shown() -> None:
    outcome = found("0 <= M <= 1/gamma**2 and W <= 0.9*R*sqrt(M)")
    assert outcome.counterexample.comparison.unicode() == "‖w‖ ≤ 0.9·R·√M"
    outcome_true = falsify("0 <= M <= 1/gamma**2", turns=1)
    assert isinstance(outcome_true, Survived)
    assert any("survived too" in note for note in outcome_true.report.notes)


def test_flipped_labels_are_as_many_as_may_be_and_wrong_by_the_margin(tmp_path: Path) -> None:
    outcome = found("M <= 1/gamma^2", Game(flips=2))
    wrong = [t for t, (x, y) in enumerate(outcome.counterexample.rounds) if y * _along(outcome, x) < 0]
    assert 1 <= len(wrong) <= 2
    data = outcome.counterexample.to_json()
    assert data["flips"] == 2
    assert not judge(from_json({name: value for name, value in data.items() if name != "flips"}))
    assert not falsify("M <= 1/gamma^2 + 100/gamma^2", Game(flips=1), turns=1).found


def test_examples_of_a_finite_class() -> None:
    game = Game(norm="any", comparator="any", coordinates=CLASS)
    outcome = found("M <= 0.5*R**2*U**2/gamma**2 + 1", game)
    assert all(set(x) <= set(CLASS) for x, _ in outcome.counterexample.rounds)
    assert not falsify("M <= R**2*U**2/gamma**2", game, turns=1).found
    data = outcome.counterexample.to_json()
    assert not judge(from_json(data | {"coordinates": ["5"]}))
    half = falsify("M <= 1", Game(norm="any", coordinates=(Fraction(1, 2), Fraction(-1, 2))), turns=8)
    assert isinstance(half, Found) and half.verdict.valid


def test_several_passes_are_played_by_the_learner(tmp_path: Path) -> None:
    outcome = found("M <= T/4 + 1", Game(passes=3))
    write(tmp_path / "found.json", outcome.counterexample)
    again = read(tmp_path / "found.json")
    assert judge(again) and again.game.passes == 3
    rows = [x for x, _ in again.rounds] * 3
    assert again.M == run(Perceptron(), Examples(rows, [y for _, y in again.rounds] * 3)).M
    assert outcome.verdict.values["T"] == len(rows)


def test_shuffled_passes_are_permutations_of_one_set(tmp_path: Path) -> None:
    """Bounds in T are false by later passes alone: the first has no more than T/2 rounds."""
    outcome = found("M <= T/2 + 1", Game(passes=2, shuffled=True))
    c = outcome.counterexample
    half = len(c.rounds) // 2
    assert len(c.rounds) == 2 * half == outcome.verdict.values["T"]
    assert sorted(c.rounds[:half]) == sorted(c.rounds[half:])
    assert c.M == run(Perceptron(), Examples([x for x, _ in c.rounds], [y for _, y in c.rounds])).M
    data = c.to_json()
    changed = [*data["examples"][:-1], {"x": ["0"] * c.dimension, "y": 1}]
    for broken, why in ((changed, "same examples"), (data["examples"][:-1], "same examples")):
        verdict = judge(from_json(data | {"examples": broken}))
        assert not verdict and any(why in reason for reason in verdict.reasons)
    once = judge(from_json({name: value for name, value in data.items() if name not in ("passes", "shuffled")}))
    assert once, "the same run without that rule"
    assert not falsify("M <= 1/gamma**2", Game(passes=3, shuffled=True), turns=1).found
    margin = Game(learner="margin", setting="agnostic", passes=2, shuffled=True)
    assert in_passes(Run(1, ((0,), (1,)), (1, 1), (1,), 1, Fraction(1)), margin, 0) is None, "it cannot begin with 0"


def test_labels_may_be_flipped_in_every_pass() -> None:
    outcome = found("M <= 1/gamma^2", Game(flips=1, passes=2, shuffled=True))
    c = outcome.counterexample
    assert len({(x, y) for x, y in c.rounds if y * _along(outcome, x) < 0}) <= 1
    assert sum(y * _along(outcome, x) < 0 for x, y in c.rounds) in (0, 2)


def test_the_final_weights_may_be_asked_about() -> None:
    """After one pass an example may be on the wrong side still."""
    outcome = found("F >= 0")
    c = outcome.counterexample
    w = run(Perceptron(), Examples([x for x, _ in c.rounds], [y for _, y in c.rounds])).final
    assert min(y * sum(a * b for a, b in zip(w, x, strict=True)) for x, y in c.rounds) < 0


def _along(outcome: Found, x: tuple[Fraction, ...]) -> Fraction:
    return sum((a * b for a, b in zip(outcome.counterexample.u, x, strict=True)), Fraction(0))
