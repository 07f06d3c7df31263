"""`falsify --learner kernel:… | winnow…` and `check`, through the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.amounts import sampled
from tests.cli.running import pp, refused

TRACE = "M <= TD/gamma + S2/gamma"


@pytest.mark.parametrize(
    ("learner", "conjecture", "recorded"),
    sampled(
        [
            (
                "kernel:poly:degree=2:offset=0",
                TRACE,
                {"name": "kernel", "kernel": {"name": "polynomial", "degree": 2, "offset": "0"}, "ties": "mistake"},
            ),
            ("kernel:linear:ties=-1", TRACE, {"name": "kernel", "kernel": {"name": "linear"}, "ties": -1}),
            ("kernel:subsets", "M <= R**2/gamma**2 - 1", {"name": "kernel", "kernel": {"name": "subsets"}, "ties": "mistake"}),
            ("winnow", "M <= log(2*d)/gamma**2", {"name": "winnow", "eta": "gamma", "ties": "mistake"}),
            ("winnow:factor=3/2", "M <= 2*log(2*d)/gamma**2", {"name": "winnow", "beta": "3/2", "ties": "mistake"}),
            ("winnow:eta=1/4:ties=+1", "M <= 2*log(2*d)/gamma**2 - 1", {"name": "winnow", "eta": "1/4", "ties": 1}),
        ],
        2,
    ),
)
def test_what_is_found_says_its_learner_and_is_judged_valid(tmp_path: Path, learner: str, conjecture: str, recorded: Any) -> None:
    file, picture = tmp_path / "f.json", tmp_path / "f.svg"
    found = pp("falsify", conjecture, "--learner", learner, "--turns", "40", "--out", file, "--plot", picture)
    assert found.exit_code == 1, found.output
    assert json.loads(file.read_text())["learner"] == recorded
    checked = pp("check", file, "--plot", tmp_path / "again.svg")
    assert checked.exit_code == 0 and "two independent runs agree" in checked.stdout
    assert picture.read_bytes() == (tmp_path / "again.svg").read_bytes()


@pytest.mark.parametrize(
    "hypothesis", sampled(["mistake-driven", "balanced-weights", "unit-comparator", "bounded-examples", "separable"], 1)
)
def test_each_hypothesis_of_winnow_s_bound_is_needed(tmp_path: Path, hypothesis: str) -> None:
    file = tmp_path / "f.json"
    conjecture = "M <= 2*log(2*d)/gamma**2"
    found = pp("falsify", conjecture, "--learner", "winnow", "--drop", hypothesis, "--turns", "40", "--out", file)
    assert found.exit_code == 1, found.output
    assert json.loads(file.read_text())["dropped"] == [hypothesis if "driven" in hypothesis else hypothesis.replace("-", " ")]
    assert pp("check", file).exit_code == 0


def test_winnow_s_bound_and_a_kernel_s_survive() -> None:
    assert pp("falsify", "M <= 2*log(2*d)/gamma**2", "--learner", "winnow", "--turns", "4", "--search").exit_code == 4
    assert pp("falsify", "M <= TD/gamma + sqrt(S2)/gamma", "--learner", "kernel:subsets", "--turns", "4", "--search").exit_code == 4


@pytest.mark.nocover
def test_two_workers_find_it_too() -> None:
    assert pp("falsify", TRACE, "--learner", "kernel:linear", "--turns", "40", "--workers", "2").exit_code == 1


def test_the_dimension_is_that_of_the_points(tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    assert pp("falsify", TRACE, "--learner", "kernel:linear", "--dim", "3", "--turns", "40", "--out", file).exit_code == 1
    data = json.loads(file.read_text())
    assert {len(p) for p in data["points"]} == {len(e["x"]) for e in data["examples"]} == {3}


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        ("kernel", ["--learner must be one of", "kernel:linear"]),
        ("kernel:poly", ["needs the field 'degree'"]),
        ("kernel:poly:degree=-1", ["degree must be a whole number"]),
        ("kernel:poly:degree=65", ["degree must be at most 64"]),
        ("kernel:poly:degree=2:offset=-1", ["offset must not be negative"]),
        ("kernel:poly:degree=2:colour=red", ["no field 'colour'"]),
        ("kernel:rbf", ["the kernel must be one of", "subsets"]),
        ("kernel:linear:ties=0", ["--learner must be one of"]),
        ("winnow:factor=1", ["beta must be above 1"]),
        ("winnow:factor=1e300", ["too long a number"]),
        ("winnow:eta=0", ["eta must be positive"]),
        ("winnow:speed=2", ["--learner must be one of"]),
        ("winnow:eta=1/4:factor=2", ["--learner must be one of"]),
        ("winnow:eta=1/4:eta=1/2", ["--learner must be one of"]),
    ],
)
def test_unknown_options_are_refused_in_one_line(learner: str, words: list[str]) -> None:
    refused(pp("falsify", "M <= 1", "--learner", learner), *words)


@pytest.mark.parametrize(
    ("learner", "words"),
    [("forgetron", "--learner must be one of perceptron"), ("kernel:substrings:length=2", "compares strings, and DATA has vectors")],
)
def test_learners_that_an_audit_does_not_take(learner: str, words: str) -> None:
    refused(pp("audit", "penguins-adelie-gentoo", "--learner", learner), words)


def test_a_hypothesis_that_a_learner_lacks() -> None:
    refused(pp("falsify", "M <= 1", "--learner", "winnow", "--drop", "zero-start"), "no hypothesis", "balanced weights")
    refused(pp("falsify", "M <= 1", "--learner", "kernel:linear", "--drop", "balanced weights"), "no hypothesis")


def another_kernel(data: dict[str, Any]) -> None:
    data["learner"]["kernel"]["degree"] = 3


def another_point(data: dict[str, Any]) -> None:
    data["points"][0] = ["7" for _ in data["points"][0]]


def another_label(data: dict[str, Any]) -> None:
    data["examples"][0]["y"] *= -1
    data["examples"][0]["x"] = ["2" for _ in data["examples"][0]["x"]]


@pytest.mark.parametrize("change", sampled([another_kernel, another_point, another_label], 1))
def test_a_tampered_file_is_invalid(tmp_path: Path, change: Any) -> None:
    file = tmp_path / "f.json"
    assert pp("falsify", TRACE, "--learner", "kernel:poly:degree=2:offset=0", "--turns", "40", "--out", file).exit_code == 1
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))
    result = pp("check", file)
    assert result.exit_code == 1 and result.stdout.startswith("invalid:"), result.output


def test_a_file_without_its_points_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    assert pp("falsify", TRACE, "--learner", "kernel:linear", "--turns", "40", "--out", file).exit_code == 1
    data = json.loads(file.read_text())
    del data["points"]
    file.write_text(json.dumps(data))
    refused(pp("check", file), "f.json", "field 'points'")


OWN = """
import os, sys, time
from perceptron.learners.perceptron import Additive

print("the file is run")

class Outer:
    class Inner(Additive):
        def __init__(self, *, gamma=1):
            print("one is made")

        def wants_update(self, inner, norm2, y):
            return inner <= 0

class Dies(Outer.Inner):
    def start(self, dimension):
        os._exit(0)

class Fails(Outer.Inner):
    def step(self, w, x, y):
        raise ValueError("never")

class Hangs(Outer.Inner):
    def start(self, dimension):
        return sum(range(10**13))
"""


def test_what_a_learner_of_ones_own_prints_leaves_the_report_whole(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    done = pp("falsify", "M <= 1/gamma**2 - 1", "--learner", f"{file}:Outer.Inner", "--turns", "40", "--json", "-")
    assert done.exit_code == 1 and json.loads(done.stdout)["found"], done.output


def test_a_file_about_a_learner_of_ones_own_is_checked_with_it(tmp_path: Path) -> None:
    own, found, picture = tmp_path / "own.py", tmp_path / "found.json", tmp_path / "run.svg"
    own.write_text(OWN.replace("print", "str"))
    assert pp("falsify", "M + E <= 2", "--learner", f"{own}:Outer.Inner", "--turns", "40", "--out", found).exit_code == 1
    checked = pp("check", found, "--learner", f"{own}:Outer.Inner", "--plot", picture)
    assert checked.exit_code == 0 and "learner Inner" in checked.stdout and picture.exists(), checked.output
    found.write_text(json.dumps(json.loads(found.read_text()) | {"gamma": "10"}))
    assert pp("check", found, "--learner", f"{own}:Outer.Inner").exit_code == 1
    refused(pp("check", found), "--learner FILE.py:NAME")
    refused(pp("check", found, "--learner", f"{own}:Fails"), "speaks of Inner", "not of Fails")
    found.write_text(found.read_text().replace("Outer.Inner", "Fails"))
    refused(pp("check", found, "--learner", f"{own}:Fails"), "found.json: the learner Fails failed: ValueError: never")
    refused(pp("check", found, "--learner", "perceptron"), "FILE.py:NAME")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Dies", ["own.py", "making Dies ended its process, with exit code 0"]),
        ("Hangs", ["own.py", "making Hangs did not return in time"]),
        ("Outer.Missing", ["defines no 'Outer.Missing'"]),
    ],
)
def test_a_file_that_hangs_or_dies_is_said_in_one_line(tmp_path: Path, name: str, words: list[str]) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    refused(pp("falsify", "M <= 1", "--learner", f"{file}:{name}", "--budget", "2"), *words)
