"""`falsify` and `check`: what is found is a counterexample, whoever looks at it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofs.theorems import catalogue
from tests.amounts import sampled
from tests.cli.running import pp, refused

FALSE = "M <= 1/gamma**2 - 1"


def test_a_theorem_survives() -> None:
    result = pp("falsify", "novikoff", "--turns", "2")
    assert result.exit_code == 4
    assert result.stdout.startswith("M ≤ R²/γ² survived this search\ntried ")


@pytest.mark.parametrize("hypothesis", sampled(list(catalogue.page("novikoff").statement.game.hypotheses), 2))
def test_without_a_hypothesis_it_does_not(tmp_path: Path, hypothesis: str) -> None:
    file = tmp_path / "broken.json"
    found = pp("falsify", "novikoff", "--drop", hypothesis, "--turns", "40", "--out", file)
    assert found.exit_code == 1, found.output
    assert json.loads(file.read_text())["dropped"] == [hypothesis]
    checked = pp("check", file)
    assert checked.exit_code == 0 and checked.stdout.startswith("valid: M ≤ R²/γ²")
    assert [p.name for p in tmp_path.iterdir()] == ["broken.json"]


def test_shuffled_passes_are_searched_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "shuffled.json"
    assert pp("falsify", "M <= T/2 + 1", "--passes", "2", "--shuffled", "--turns", "40", "--out", file).exit_code == 1
    checked = pp("check", file)
    assert checked.exit_code == 0 and "hypothesis 'same examples' holds" in checked.stdout
    file.write_text(json.dumps(json.loads(file.read_text()) | {"passes": 50}))
    assert "50 passes" in pp("check", file).stdout
    refused(pp("falsify", "M <= 1", "--shuffled"), "passes")


def test_a_name_may_be_written_with_dashes() -> None:
    assert pp("falsify", "novikoff", "--drop", "zero-start", "--turns", "40").exit_code == 1


def test_a_free_conjecture_is_refuted_and_printed() -> None:
    result = pp("falsify", FALSE, "--turns", "40")
    assert result.exit_code == 1
    text = result.stdout[result.stdout.index("\n{\n") :]
    assert json.loads(text)["conjecture"] == FALSE


def test_the_account_as_json_says_whether_it_fell_and_by_what() -> None:
    survived = json.loads(pp("falsify", "novikoff", "--turns", "2", "--json", "-").stdout)
    assert survived["found"] is False and survived["runs"] > 0 and survived["ratio"] == 1.0 and survived["outcome"] == "survived"
    found = json.loads(pp("falsify", FALSE, "--turns", "40", "--json", "-").stdout)
    assert found["found"] is True and found["outcome"] == "refuted" and found["counterexample"]["conjecture"] == FALSE


@pytest.mark.parametrize(
    "options",
    sampled(
        [
            ["--learner", "perceptron:ties=+1"],
            ["--learner", "perceptron:ties=-1"],
            ["--learner", "margin"],
            ["--learner", "margin:eps=1/4"],
            ["--norm", "unit", "--comparator", "ball"],
            ["--setting", "agnostic"],
            ["--dim", "2", "--seed", "7"],
        ],
        3,
    ),
)
def test_options_make_the_game_that_the_file_records(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "f.json"
    assert pp("falsify", "M <= 0", "--turns", "40", "--out", file, *options).exit_code == 1
    assert pp("check", file).exit_code == 0
    data, given = json.loads(file.read_text()), dict(zip(options[::2], options[1::2], strict=True))
    name, _, rest = given.get("--learner", "perceptron").partition(":")
    assert data["learner"]["name"] == name
    if rest.startswith("ties"):
        assert data["learner"]["ties"] == int(rest[5:])
    if name == "margin":
        assert data["learner"]["eps"] == (rest[4:] or "1/2")
    assert data["norm"] == given.get("--norm", "ball") and data["comparator"] == given.get("--comparator", "unit")
    assert data["setting"] == given.get("--setting", "separable")
    assert len(data["u"]) == int(given.get("--dim", len(data["u"])))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["novikoff", "--drop", "gravity"], ["no hypothesis 'gravity'", "zero start, mistake-driven, positive margin"]),
        (["novikov"], ["no theorem 'novikov'", "novikoff"]),
        (["M <= foo"], ["conjecture", "foo"]),
        (["M <= (1"], ["conjecture, position 8"]),
        (["M <= 1/eps**2"], ["--learner margin:eps"]),
        (["M"], ["no theorem 'M'"]),
        (["M <= __import__('os')"], ["conjecture"]),
        (["M <= 10**10**10**10"], ["conjecture"]),
        (["M <= " + "(" * 5000 + "1" + ")" * 5000], ["conjecture"]),
        (["M <= " + "9" * 100_000], ["conjecture"]),
        (["M <= 1/gamma**1000000000"], ["conjecture"]),
        (["M <= 1", "--budget", "0"], ["budget"]),
        (["M <= 1", "--budget", "nan"], ["budget"]),
        (["M <= 1", "--turns", "-1"], ["turns"]),
        (["M <= 1", "--learner", "oracle"], ["--learner must be one of"]),
        (["M <= 1", "--learner", "margin:eps=0"], ["eps"]),
        (["M <= 1", "--learner", "margin:eps=1e999999999"], ["exponent"]),
        (["M <= 1", "--learner", "perceptron:ties=2"], ["--learner"]),
        (["M <= 1", "--dim", "0"], ["dimension"]),
        (["M <= 1", "--out", "no/such/folder/f.json"], ["no/such/folder"]),
        (["M <= 1", "--out", "."], ["directory"]),
        (["M <= 1", "--norm", "huge"], ["--norm"]),
        ([], ["Missing argument"]),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], words: list[str]) -> None:
    refused(pp("falsify", *arguments), *words)


@pytest.fixture
def counterexample(tmp_path: Path) -> Path:
    file = tmp_path / "c.json"
    assert pp("falsify", FALSE, "--turns", "40", "--out", file).exit_code == 1
    return file


def change_m(data: dict[str, Any]) -> None:
    data["values"]["M"] += 1


def claim_less(data: dict[str, Any]) -> None:
    data["conjecture"] = "M <= 1/gamma**2 + 1000"


def break_a_rule(data: dict[str, Any]) -> None:
    data["u"] = ["2" for _ in data["u"]]


def turn_a_label(data: dict[str, Any]) -> None:
    data["examples"][0]["y"] *= -1


@pytest.mark.parametrize("change", [change_m, claim_less, break_a_rule, turn_a_label])
def test_a_tampered_counterexample_is_invalid(counterexample: Path, change: Any) -> None:
    data = json.loads(counterexample.read_text())
    change(data)
    counterexample.write_text(json.dumps(data))
    result = pp("check", counterexample)
    assert result.exit_code == 1 and result.stdout.startswith("invalid:"), result.output


def no_gamma(data: dict[str, Any]) -> None:
    del data["gamma"]


def float_gamma(data: dict[str, Any]) -> None:
    data["gamma"] = 0.5


def nan_gamma(data: dict[str, Any]) -> None:
    data["gamma"] = float("nan")


def third_label(data: dict[str, Any]) -> None:
    data["examples"][0]["y"] = 2


def ragged(data: dict[str, Any]) -> None:
    data["examples"][0]["x"].append("0")


def hostile(data: dict[str, Any]) -> None:
    data["conjecture"] = "M <= " + "9**" * 500 + "9"


def huge_exponent(data: dict[str, Any]) -> None:
    data["gamma"] = "1e1000000000"


@pytest.mark.parametrize("change", [no_gamma, float_gamma, nan_gamma, third_label, ragged, hostile, huge_exponent])
def test_a_malformed_counterexample_is_refused(counterexample: Path, change: Any) -> None:
    data = json.loads(counterexample.read_text())
    change(data)
    counterexample.write_text(json.dumps(data))
    refused(pp("check", counterexample), counterexample.name)
