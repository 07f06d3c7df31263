"""Stored counterexamples in Coq: all are proved there, and Coq and the judge agree on altered instances."""

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from perceptron.errors import InputError
from proofs.referees.coq.toolchain import Coq, build_theories
from proofs.statements.instance import read
from proofs.theorems.lookup import claim
from proofs.theorems.witnesses import FOLDER, models
from proofs.theorems.witnesses.coq_file import judgement, theories
from proofs.verify.coq import judge_counterexamples as judge
from proofs.verify.coq import store
from tests.cli.running import answered, pp, refused

ALTERED = 150


def instances() -> list[dict[str, Any]]:
    return [data for _, data in store() if "theorem" in data]


@pytest.mark.nocover
def test_every_stored_counterexample_is_proved_in_coq(coq: Coq) -> None:
    counts = re.findall(r"(\d+) (?:counterexamples|runs|instances)", answered(pp("check", "--coq")))
    everything, runs, values = map(int, counts)
    assert everything == runs + values == len(list(store())) >= 790
    assert values == len(instances())


def altered(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """An instance with another number in one place."""
    data = json.loads(json.dumps(data))
    numbers: list[tuple[Any, Any]] = []

    def walk(parent: Any) -> None:
        for key, value in list(parent.items() if isinstance(parent, dict) else enumerate(parent)):
            numbers.append((parent, key)) if isinstance(value, str) else walk(value)

    for kind in ("reals", "sequences", "vectors", "vector sequences"):
        walk(data[kind])
    if not numbers or chance.random() < 0.1:
        data["naturals"] = {name: chance.randint(0, data["horizon"]) for name in data["naturals"]}
    else:
        parent, key = chance.choice(numbers)
        parent[key] = chance.choice(("0", "1/3", "1", "2"))
    return data  # type: ignore[no-any-return]


@pytest.mark.nocover
def test_coq_and_the_judge_agree_on_altered_instances(coq: Coq) -> None:
    chance, texts, verdicts = random.Random(11), list[str](), list[bool]()
    sources = [data for data in instances() if "winnow" not in data["theorem"]]  # logarithms take longer
    while len(texts) < ALTERED:
        id, without, instance = read(altered(chance.choice(sources), chance))
        try:
            verdict = models.judge(claim(id), without, instance).valid
        except InputError:
            verdict = False  # a name has no value where it is asked for one
        values = judgement(claim(id), without, instance).partition("\nTheorem broken")[0]
        texts.append(f"Module c{len(texts)}.{values}\nEval vm_compute in judge the_values the_claim.\nEnd c{len(texts)}.\n")
        verdicts.append(verdict)
    text = "From Perceptron.instances Require Import Instances.\n" + "".join(texts)
    with build_theories({**theories(), "altered": text}, coq) as build:
        answers = [word == "true" for word in re.findall(r"= (true|false)\s*:\s*bool", build.output["altered"])]
    assert answers == verdicts and 20 < sum(verdicts) < ALTERED - 20


def test_a_file_with_wrong_values_is_refused_by_name(coq: Coq, tmp_path: Path) -> None:
    good = json.loads((FOLDER / "ogd-regret" / "zero-start.json").read_text(encoding="utf-8"))
    (tmp_path / "good.json").write_text(json.dumps(good))
    assert (accepted := judge(coq, folder=tmp_path)).instances == ("good",) and not accepted.refused
    (tmp_path / "wrong.json").write_text(json.dumps(good | {"without": "subgradient"}))
    judged = judge(coq, folder=tmp_path)
    assert not judged.instances and judged.refused.startswith("wrong: ")


@pytest.mark.nocover
def test_the_command_writes_a_file_that_needs_nothing_but_coq(coq: Coq, tmp_path: Path) -> None:
    file = tmp_path / "broken.v"
    assert pp("export", "winnow-rate/factor", "--format", "coq", "-o", file).exit_code == 0
    done = subprocess.run([coq.compiler, "-q", "-w", "-all", file.name], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "Axioms:" in done.stdout


def test_check_coq_takes_no_file_and_check_takes_one() -> None:
    refused(pp("check", "--coq", "novikoff/zero-start"), "--coq goes alone")
    refused(pp("check"), "Missing argument 'FILE'")
