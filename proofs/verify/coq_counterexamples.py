"""Every stored counterexample judged in Coq: the runs of a learner, and the values for the names of formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs.counterexample import coq_file as of_runs
from proofs.counterexample.reader import from_json
from proofs.referees.coq.gate import WHITELIST, assumed
from proofs.referees.coq.toolchain import Coq, CoqError, built
from proofs.statements import instance
from proofs.system.files import read_json
from proofs.system.processes import cores
from proofs.theorems.lookup import claim
from proofs.theorems.witnesses import FOLDER, models, name
from proofs.theorems.witnesses import coq_file as of_instances

Values = tuple[models.Claim, str, instance.Instance]
PARTS = 4  # files of instances, which Coq compiles side by side


@dataclass(frozen=True)
class Judged:
    """The names of those that Coq has proved to be counterexamples: runs, and instances.  `refused`: why it stopped at one."""

    runs: tuple[str, ...]
    instances: tuple[str, ...]
    refused: str = ""


def stored(folder: Path = FOLDER) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and the content of each file in the folder that holds a counterexample."""
    for file in sorted(folder.rglob("*.json")):
        data = read_json(file)
        if isinstance(data, dict) and ("conjecture" in data or data.get("format") == instance.FORMAT):
            yield name(file) if folder == FOLDER else file.stem, data


def judge(coq: Coq, tell: Callable[[str], object] = lambda _: None, folder: Path = FOLDER) -> Judged:
    """Coq on every counterexample in the folder.  Raises InputError for a file that is malformed or has no translation."""
    runs: dict[str, str] = {}
    values: dict[str, Values] = {}
    for called, data in stored(folder):
        if "conjecture" in data:
            runs[called] = of_runs.judgement(from_json(data))
        else:
            id, without, found = instance.read(data)
            values[called] = claim(id), without, found
    theories = of_instances.theories() | _theories(runs, values)  # those for runs are among the first
    try:
        with built(theories, coq, cores(), tell) as build:
            told = {axiom for theory, output in build.output.items() if theory.startswith("stored/") for axiom in assumed(output)}
    except CoqError as error:
        return Judged((), (), f"{_at(theories[error.theory], error.line)}: {error}")
    if not told <= WHITELIST:
        return Judged((), (), f"they assume {', '.join(sorted(told - WHITELIST))}")
    return Judged(tuple(runs), tuple(values))


def _theories(runs: Mapping[str, str], values: Mapping[str, Values]) -> dict[str, str]:
    """A theory for the runs and some for the instances."""
    made = {"stored/Runs": _theory("learners", of_runs.THEORIES, runs)} if runs else {}
    for part in range(PARTS):
        formulas = Formulas()
        texts = {called: of_instances.judgement(*value, formulas.short) for called, value in list(values.items())[part::PARTS]}
        made |= {f"stored/Instances{part}": _theory("instances", ["Instances"], texts, formulas.defined)} if texts else {}
    return made


class Formulas:
    """A formula of many instances is written once, for reading it takes Coq longer than judging it."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def short(self, formula: str) -> str:
        return self.names.setdefault(formula, f"formula{len(self.names)}")

    @property
    def defined(self) -> str:
        return "".join(f"Definition {name} : formula := {formula}.\n" for formula, name in self.names.items())


def _theory(folder: str, required: Iterable[str], texts: Mapping[str, str], before: str = "") -> str:
    """A module for each text, and one question what all that they prove assumes."""
    parts = [f"From Perceptron.{folder} Require Import {' '.join(required)}.\n", before]
    parts += [f"\n(* {called} *)\nModule c{n}.{text}End c{n}.\n" for n, (called, text) in enumerate(texts.items())]
    everything = "".join(f"(c{n}.broken, " for n in range(len(texts))) + "tt" + ")" * len(texts)
    return "".join([*parts, f"Definition everything := {everything}.\nPrint Assumptions everything.\n"])


def _at(theory: str, line: int) -> str:
    """The name of the counterexample to which a line of a theory belongs."""
    above = re.findall(r"^\(\* (.*) \*\)\nModule", "\n".join(theory.splitlines()[:line]), re.MULTILINE)
    return str(above[-1]) if above else "none of them"
