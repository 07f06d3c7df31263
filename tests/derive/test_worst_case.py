"""The worst case by computation: both halves exact, the proofs accepted and their mutants refused, and what is known recovered."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import perceptron
from perceptron import InputError, MarginPerceptron
from proofs.cli import main
from proofs.derive.authoring.terms import le
from proofs.derive.worst_case import WorstCase, most_updates, worst_case
from proofs.kernel import replay_all
from proofs.kernel.codec import read
from proofs.statements.standard_facts import gamma
from tests.amounts import cases

F = Fraction
ROUNDED = [  # questions whose value is no simple fraction
    {"M": 6, "start": 1},
    {"M": 5, "learner": MarginPerceptron("1/3")},
    {"M": 4, "learner": MarginPerceptron("1/2", "1/4"), "loss": 1},
    {"M": 7, "start": "1/2", "loss": 1},
]


def enclosed(found: WorstCase) -> None:
    """The lower bound is proved, the upper one is a run of the learner that is measured here once more, and they are near."""
    assert replay_all(read(json.loads(json.dumps(found.document())))).keys() == {p.id for p in found.proofs}
    assert found.upper is not None
    assert 0 <= found.upper - found.lower <= 1e-4 * (1 + found.lower)
    for made in (found.attained, found.near):
        if made is not None:
            assert perceptron.run(found.question.player(made.start), made.examples).M == found.M
            assert made.objective >= found.lower


@pytest.mark.parametrize("M", [1, 2, 3, 7, 20, 40, 100])
def test_the_computer_finds_novikoffs_proof(M: int) -> None:
    """Multipliers 2, 1, 2 and the one square ‖u − w‖²; both bounds are M exactly, and a run in space is as good as."""
    found = worst_case(M)
    enclosed(found)
    assert found.lower == found.upper == M
    assert found.attained is not None and found.attained.dimension == M
    expected = {"margin": {F(2)}, "bounded": {F(1)}} | ({"mistake": {F(2)}} if M > 1 else {})
    assert {kind: set(values) for kind, values in found.multipliers().items()} == expected
    assert found.square() == 1 and len(found.certificate.vectors) == 1 and not found.certificate.constants
    assert found.near is not None and found.near.dimension == min(M, 3)
    assert found.gamma == pytest.approx(1 / sqrt(M)) and found.gamma**2 * M >= 1


@pytest.mark.parametrize("case", cases(__file__, "known_values.txt"))
def test_known_values_are_found_exactly(case: list[str]) -> None:
    asked, value = map(eval, case)
    found = worst_case(**asked)
    enclosed(found)
    assert found.lower == value and found.certificate.recognised


@pytest.mark.parametrize("asked", ROUNDED, ids=str)
def test_a_value_that_is_no_simple_fraction_is_enclosed(asked: dict[str, Any]) -> None:
    found = worst_case(**asked)
    enclosed(found)
    assert not found.certificate.recognised and abs(float(found.lower) - found.solution.value) < 1e-4


@pytest.mark.parametrize(("gamma", "eps", "M"), [("3/5", "1/2", 4), ("5/13", "1/2", 14), ("1/2", "1/4", 17)])
def test_the_margin_perceptrons_exact_worst_case_at_one_margin(gamma: str, eps: str, M: int) -> None:
    """M updates by a run, M + 1 excluded by proof, where the fastest growth of ‖w‖ alone leaves M or M + 1 (17 or 18 at γ = 1/2)."""
    learner = MarginPerceptron(gamma, eps)
    most, excluded = most_updates(gamma, learner)
    assert (most.M, most.possible, excluded.M, excluded.possible) == (M, True, M + 1, False)
    length, examples = 1.0, 1  # ‖w‖² ↦ ‖w‖² + 2cγ‖w‖ + 1, until γ times the number of examples exceeds ‖w‖
    while float(learner.gamma) * (examples + 1) <= sqrt(grown := length**2 + 2 * float(learner.threshold) * length + 1):
        length, examples = sqrt(grown), examples + 1
    assert examples - 1 in (M, M + 1)


@pytest.mark.parametrize(("gamma", "M"), [("1", 1), ("1/3", 9), ("3/10", 11), ("1/5", 25)])
def test_the_perceptrons_exact_worst_case_at_one_margin(gamma: str, M: int) -> None:
    most, excluded = most_updates(gamma)
    assert (most.M, excluded.M) == (M, M + 1) and int(1 / F(gamma) ** 2) == M


@pytest.mark.parametrize(
    ("gamma", "learner", "said"),
    [("2", None, "at most 1"), ("0", None, "gamma"), ("1/2", MarginPerceptron("1/3"), "promised"), ("1/100", None, "more than the 200")],
)
def test_a_margin_that_cannot_be_asked_about_is_said(gamma: str, learner: MarginPerceptron | None, said: str) -> None:
    with pytest.raises(InputError, match=said):
        most_updates(gamma, learner)


def test_the_margin_form_is_proved_too() -> None:
    found = worst_case(4)
    names = [name for name, _ in found.theorems[1].hypotheses]
    assert {"positive margin", "unit comparator", "margin 0", "bounded 3", "mistake 2"} <= set(names)
    assert found.theorems[1].axioms == frozenset() and found.theorems[1].conclusion == le(4 * gamma**2, 1)


def test_the_command_replays_the_file(tmp_path: Path) -> None:
    file = tmp_path / "worst.json"
    file.write_text(json.dumps(worst_case(3).document()), encoding="utf-8")
    answer = CliRunner().invoke(main, ["replay", str(file)])
    assert answer.exit_code == 0 and "accepted: worst-case-perceptron-3: ‖u‖² ≥ 3" in answer.output


@pytest.mark.parametrize("case", cases(__file__, "refused.txt"))
def test_bad_input_is_one_line(case: list[str]) -> None:
    asked, said = map(eval, case)
    with pytest.raises(InputError) as caught:
        worst_case(**asked)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_the_answer_reads_well() -> None:
    found = worst_case(3)
    assert "‖u‖² − 3 = ‖u − w‖² + 2·Σ(⟨u, z⟩ − 1) + Σ(1 − ‖z‖²) + 2·Σ(−⟨w, z⟩)" in str(found)
    assert "γ ≤ 0.57735027" in str(found) and found._repr_html_().startswith("<table>")
