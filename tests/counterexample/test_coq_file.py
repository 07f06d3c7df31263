"""Runs as counterexamples in Coq: Coq and the judge agree on altered ones. That all which ship are proved: tests/verify."""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron.errors import InputError
from proofs.conjecture.evaluate import Root
from proofs.counterexample import judge
from proofs.counterexample.coq_file import NAMES, THEORIES, judgement
from proofs.counterexample.format import Counterexample
from proofs.counterexample.reader import from_json
from proofs.referees.coq.toolchain import Coq, CoqError, build_theories, read_theories
from proofs.theorems.witnesses import FOLDER
from tests.cli.running import pp, refused

MEASURED = NAMES.keys() - {"phi", "R"}  # phi is a number; a run may declare R
HEAD = f"From Perceptron.learners Require Import {' '.join(THEORIES)}.\n"


def stored() -> Iterator[dict[str, Any]]:
    """Every counterexample that ships, as JSON."""
    for file in sorted(FOLDER.parent.glob("*/**/*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(data, dict) and "examples" in data and "conjecture" in data:
            yield data


def told(found: Counterexample) -> str | None:
    """What Coq is told of a counterexample; None for one that it cannot be told."""
    try:
        return judgement(found)
    except InputError:
        return None


def compiled(text: str, coq: Coq) -> str:
    """What Coq prints for a theory that imports ours; raises CoqError."""
    theories = {name: theory for name, theory in read_theories("learners").items() if name.removeprefix("learners/") in THEORIES}
    with build_theories(theories | {"judged": text}, coq) as build:
        return build.output["judged"]


def altered(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A counterexample with something else in one place; the recorded values are left out of the question."""
    data = json.loads(json.dumps(data))
    example = chance.choice(data["examples"])
    match chance.choice(("label", "coordinate", "gamma", "u", "relation", "drop")):
        case "label":
            example["y"] = -example["y"]
        case "coordinate":
            example["x"][chance.randrange(len(example["x"]))] = chance.choice(("0", "1/3", "-1", "2"))
        case "gamma":
            data["gamma"] = chance.choice(("1/2", "1/100", "3", "1"))
        case "u":
            data["u"][chance.randrange(len(data["u"]))] = chance.choice(("0", "1", "-1/2"))
        case "relation":
            data["conjecture"] = data["conjecture"].replace("<=", ">=")
        case _ if len(data["examples"]) > 1:
            data["examples"].remove(example)
        case _:
            pass
    return data


@pytest.mark.nocover
def test_coq_and_the_judge_agree_on_altered_counterexamples(coq: Coq) -> None:
    chance, texts, verdicts = random.Random(11), list[str](), list[bool]()
    sources = [
        data for data in stored() if data["learner"]["name"] in ("perceptron", "margin", "hebb") and told(from_json(data)) is not None
    ]
    while len(texts) < 200:
        found = from_json(altered(chance.choice(sources), chance))
        verdict = judge(found)
        recorded = ("M is", "the left side is", "the right side is")  # what the file records of the run, which is altered too
        if (text := told(found)) is None or any("not defined" in why for why in verdict.reasons):
            continue
        texts.append(decided(text))
        verdicts.append(not [why for why in verdict.reasons if not why.startswith(recorded)])
    printed = compiled(HEAD + "".join(f"\nModule c{i}.\n{text}End c{i}.\n" for i, text in enumerate(texts)), coq)
    answers = [word == "true" for word in re.findall(r"= (true|false)\s*:\s*bool", printed)]
    assert answers == verdicts and 20 < sum(verdicts) < 180


@pytest.mark.nocover
def test_coq_and_the_judge_measure_the_same_for_each_name(coq: Coq) -> None:
    """Within 1/1000: each of two conjectures is false, that a name is at least a little more, and that it is at most a little less."""
    chance, texts = random.Random(12), list[str]()
    runs = [data for data in stored() if told(from_json(data)) is not None and len(data["examples"]) > 1]
    for name in sorted(MEASURED):
        for data in chance.sample(runs, 6):
            value = judge(from_json(data | {"conjecture": f"{name} <= 0"})).values[name]
            if not isinstance(value, int | Fraction | Root):  # not defined
                continue
            size = math.sqrt(value.square) if isinstance(value, Root) else float(value)
            for claim in (f"{name} >= {size + 1 / 1000:.9f}", f"{name} <= {size - 1 / 1000:.9f}"):
                texts.append(decided(judgement(from_json(data | {"conjecture": claim}))))
    printed = compiled(HEAD + "".join(f"\nModule c{i}.\n{text}End c{i}.\n" for i, text in enumerate(texts)), coq)
    answers = re.findall(r"= (true|false)\s*:\s*bool", printed)
    assert answers == ["true"] * len(texts) and len(texts) > 10 * len(MEASURED)


def decided(text: str) -> str:
    """The same without its theorems: Coq computes whether the hypotheses and the comparisons hold."""
    play, _, theorems = text.partition("\nTheorem hypotheses_kept : ")
    tests = [theorems.partition("%bool")[0]]
    shown = r"\(meaning the_play (.*)\n    [><=]+ meaning the_play (.*)\)%R\.\nProof\. apply (\w+)_true"
    tests += [f"{test} the_play {left} {right}" for left, right, test in re.findall(shown, theorems)]
    return f"{play}\nEval vm_compute in ({' && '.join(tests)})%bool.\n"


@pytest.mark.nocover
def test_the_command_writes_a_file_that_needs_nothing_but_coq(coq: Coq, tmp_path: Path) -> None:
    file, made = tmp_path / "broken.v", tmp_path / "found.json"
    assert pp("export", "novikoff/separable", "--format", "coq", "-o", file).exit_code == 0
    text = file.read_text(encoding="utf-8")
    for content, code in ((text, 0), (text.replace("comparator := [(1 # 1)", "comparator := [(2 # 1)", 1), 1)):
        assert (content == text) == (code == 0)
        file.write_text(content, encoding="utf-8")
        assert (
            subprocess.run([coq.compiler, "-q", "-w", "-all", file.name], cwd=tmp_path, capture_output=True, check=False).returncode == code
        )
    made.write_text(pp("export", "novikoff/separable").stdout, encoding="utf-8")
    assert pp("export", made, "--format", "coq").stdout == text


def test_what_coq_is_not_told_is_refused(tmp_path: Path) -> None:
    data = next(data for data in stored() if data["learner"]["name"] == "perceptron")
    file = tmp_path / "found.json"
    file.write_text(json.dumps(data | {"conjecture": "M <= exp(1/gamma)"}))
    refused(pp("export", file, "--format", "coq"), "exp")
    refused(pp("export", file, "--format", "latex"))
    refused(pp("export", "novikoff/separable", "--format", "coq", "-o", tmp_path / "no-name.v"), "letters, digits and _")


def test_a_false_theorem_is_refused(coq: Coq) -> None:
    data = next(data for data in stored() if told(from_json(data)) is not None)
    text = judgement(from_json(data))
    assert "above_true" in text or "not_below_true" in text
    left, right = re.findall(r"meaning the_play \((.*)\)\)?(?:%R\.)?\n", text)[:2]
    swapped = text.replace(left, "LEFT").replace(right, left).replace("LEFT", right)
    with pytest.raises(CoqError):
        compiled(HEAD + swapped, coq)


@pytest.mark.parametrize("kind", ["KERNEL", "STRINGS", "ROWS", "WINNOW"])
def test_a_learner_without_coq_theory_is_refused_before_its_examples(kind: str) -> None:
    """Examples of a kernel may be strings or numbers of rows, which are no vectors."""
    sound = json.loads(Path(__file__).with_name("sound.json").read_text(encoding="utf-8"))
    with pytest.raises(InputError, match="a Coq file is for a run of the Perceptron or the Margin Perceptron"):
        judgement(from_json(sound[kind]))
