"""`online-to-batch`: what it prints is what its JSON says; what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perceptron import Perceptron, datasets
from perceptron.analysis import online_to_batch as room
from perceptron.analysis.online_to_batch import online_to_batch
from tests.amounts import sampled
from tests.cli.running import pp, refused

NAME = "penguins-adelie-gentoo"


def test_the_choice_and_its_bounds_are_those_of_the_api(tmp_path: Path) -> None:
    chosen, _ = online_to_batch(Perceptron(), datasets.load(NAME).examples)
    result = pp("online-to-batch", NAME, "--json", tmp_path / "o.json")
    assert result.exit_code == 0, result.output
    record = json.loads((tmp_path / "o.json").read_text())
    assert (record["round"], record["penalised"], record["printed"]) == (chosen.round, chosen.penalised, chosen.printed)
    assert chosen.penalised in result.stdout and f"{chosen.printed} (vacuous)" in result.stdout
    assert f"before round {chosen.round + 1}" in result.stdout and "as proved here from 182, MR (9) from 344" in result.stdout


@pytest.mark.parametrize("delta, shown", [("0.05", "1 − 1/20"), ("1e-20", "1 − 1e-20"), ("1e-1000", "1 − 1e-1000")])
def test_a_small_delta_does_not_become_certainty(delta: str, shown: str) -> None:
    result = pp("online-to-batch", NAME, "--delta", delta)
    assert result.exit_code == 0 and f"with probability {shown} each" in result.stdout


@pytest.mark.parametrize(
    "options",
    sampled([["--learner", "winnow:eta=1/100"], ["--learner", "margin", "--gamma", "1/10"], ["--learner", "kernel:poly:degree=2"]], 1),
)
def test_held_out_examples_and_coverage(options: list[str]) -> None:
    result = pp("online-to-batch", NAME, "--shuffle", "3", "--holdout", "1/4", "--coverage", "4", *options, "--json", "-")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert (record["examples"], record["held_out"]) == (206, 68)
    assert all(0 <= h["errors"] <= 68 for h in record["hypotheses"])
    assert record["coverage"]["runs"] == 4 and all(low == 0 for low, _ in record["coverage"]["intervals"].values())


def test_a_coverage_without_a_number_draws_enough_samples_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    real = room.coverage

    def few(learner: Any, population: Any, T: int, runs: int, *rest: Any) -> Any:
        drawn.append(runs)
        return real(learner, population, T, 2, *rest)

    monkeypatch.setattr(room, "coverage", few)
    assert pp("online-to-batch", NAME, "--coverage").exit_code == pp("online-to-batch", NAME, "--coverage", "7").exit_code == 0
    assert drawn == [2000, 7] and room.interval(0, drawn[0])[1] < 1 / 20 / 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--delta", "2"], ["delta"]),
        (["--delta", "0"], ["delta"]),
        (["--gamma", "1/3"], ["perceptron takes no --gamma"]),
        (["--gamma", "1/3", "--learner", "winnow:eta=1/4"], ["winnow:eta=1/4 takes no --gamma"]),
        (["--holdout", "1"], ["--holdout"]),
        (["--holdout", "1/1000"], ["--holdout"]),
        (["--coverage", "0"], ["--coverage"]),
        (["--learner", "winnow"], ["--gamma"]),
        (["--learner", "kernel:substrings"], ["compares strings"]),
        (["--label", "nothing"], ["nothing"]),
    ],
)
def test_bad_input_is_refused_in_one_line(options: list[str], words: list[str]) -> None:
    refused(pp("online-to-batch", NAME, *options), *words)
