"""Valid files with something else in some place, through the real commands: an exit code and a line, never an exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofs.derive.authoring.encoding import write
from proofs.theorems import catalogue
from tests.amounts import tries
from tests.cli.running import pp
from tests.hostile.counterexample_files import SOUND, kernel, recipe, spiral, winnow

ROUND = SOUND["examples"][0]
COUNTEREXAMPLES = [
    SOUND,
    SOUND | {"dropped": ["zero start"], "learner": {"name": "perceptron", "ties": 1, "start": ["1/2"]}, "R": "1"},
    SOUND | {"dropped": ["margin rule"], "learner": {"name": "hebb", "initialises": True}, "eps": "1/2"},
    SOUND | {"learner": {"name": "margin", "eps": "1/2"}},
    kernel({"name": "polynomial", "degree": 2, "offset": "1"}, [["1", "2"]], [{"x": ["1", "0"], "y": 1}]),
    kernel({"name": "substrings", "count": "product", "length": 2}, ["abab"], [{"x": "ba", "y": -1}]),
    kernel({"name": "precomputed", "matrix": [["2", "1/2"], ["1/2", "1"]]}, [0], [{"x": 1, "y": 1}]),
    winnow({"eta": "1/4"}, [ROUND]),
    winnow({"beta": "3/2"}, [ROUND] * 2) | {"dropped": ["balanced weights"]},
    recipe(rounds=9, first=[], again=[ROUND]),
    spiral(margin="1/11") | {"rounds": 9},
]
PROOFS = [json.loads(json.dumps(write(catalogue.proofs([id])))) for id in ("progress", "norm-growth")]
OTHERS = [None, True, False, 0, 1, -1, 10**30, int("9" * 4001), "", "x", "1/0", "-1", "≈ 0e1000", "1e999", "\x1b[31m", "\ud800", "9" * 5000]
OTHERS += [[], {}, [[]], [0], ["1"], [None], {"": None}, {"name": None}, {"Fraction": "1"}, {"Nat": [0]}, {"Vector": []}, [{}], [["a", 1]]]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


@st.composite
def altered(draw: st.DrawFn, sound: list[Any]) -> Any:
    """One of them with one to three places changed, removed or doubled."""
    content = copy.deepcopy(draw(st.sampled_from(sound)))
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        holder, key = draw(st.sampled_from(list(places(content)) or [([None], 0)]))
        match draw(st.sampled_from(("change", "change", "change", "remove", "double"))):
            case "change":
                holder[key] = copy.deepcopy(draw(st.sampled_from(OTHERS)))
            case "remove":
                del holder[key]
            case _ if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case _:
                holder[f"{key}'"] = copy.deepcopy(holder[key])
    return content


def answers(command: list[str], content: Any) -> None:
    """The command answers the file with an exit code, and with one line on stderr where it refuses it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "altered.json"
        file.write_text(json.dumps(content))
        result = pp(*command, file)
    assert result.exit_code in (0, 1, 2), result.output
    assert (result.exit_code == 2) == bool(result.stderr and not result.stdout), result.output
    assert len(result.stderr.splitlines()) <= 1 and "Traceback" not in result.output
    assert all(c.isprintable() for c in result.stderr.strip("\n"))


FUZZ = settings(max_examples=tries(150), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@FUZZ
@given(altered(COUNTEREXAMPLES))
def test_check_answers_whatever_it_is_handed(content: Any) -> None:
    answers(["check"], content)


@FUZZ
@given(altered(PROOFS))
def test_replay_answers_whatever_it_is_handed(content: Any) -> None:
    answers(["replay"], content)


@settings(FUZZ, max_examples=tries(40))
@given(altered(PROOFS))
def test_verify_answers_whatever_it_is_handed(content: Any) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "altered.json"
        file.write_text(json.dumps(content))
        result = pp("verify", "--referee", "kernel", file)
    assert result.exit_code in (0, 1, 2) and "Traceback" not in result.output, result.output


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: ascii(other)[:20])
def test_every_field_may_be_anything(other: Any) -> None:
    for sound in COUNTEREXAMPLES[:5]:
        for field in sound:
            answers(["check"], sound | {field: other})
