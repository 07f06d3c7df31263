"""The instances that show the need for a property's hypotheses, as files <property>/<hypothesis>.json, and the judge of such a file.

A file is never trusted: each is read strictly and every formula evaluated again when it is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.kernel.formula import names
from proofs.statements.evaluation import holds
from proofs.statements.instance import FORMAT, Instance, read
from proofs.statements.property import Misprint, Property
from proofs.system.files import read_json
from proofs.theorems.witnesses import FOLDER, path


Claiming = Property | Misprint  # facts, and a claim about all instances in which they hold


@dataclass(frozen=True)
class JudgedModel:
    """Whether the file's instance breaks the claim without the hypothesis that it names, with the reasons for and against."""

    item: Claiming
    without: str
    valid: bool
    checked: tuple[str, ...]
    reasons: tuple[str, ...]


def load(item: Property, what: str, folder: Path = FOLDER, lesson: bool = False) -> Instance | None:
    """The stored instance for a hypothesis (or the printed form), not yet judged; None if there is none.  InputError if it is of another
    theorem or malformed.  `lesson`: the instance that teaches more."""
    file = path(item.id, what, folder, lesson)
    if not file.is_file():
        return None
    theorem, without, instance = read(read_json(file))
    if (theorem, without) != (item.id, what):
        raise InputError(f"{file.name}: it is about {theorem} without {without!r}")
    return instance


def judge(item: Claiming, what: str, instance: Instance) -> JudgedModel:
    """Evaluate every fact (but the one it is without, if `what` is not empty) and the claim.  InputError for a name without a value."""
    weaker = item.without(what) if what else item
    model = instance.model()
    checked: list[str] = []
    reasons: list[str] = []
    for fact in weaker.facts:
        true = holds(fact.formula, model)
        (checked if true else reasons).append(f"{fact.name} holds" if true else f"{fact.name} does not hold: {fact.words}")
    claim = holds(weaker.claim, model)
    (reasons if claim else checked).append("the claim holds" if claim else "the claim is false")
    return JudgedModel(item, what, not reasons, tuple(checked), tuple(reasons))


def judge_tail(item: Property, document: Mapping[str, Any]) -> JudgedModel:
    """Play the learner of a file again, which has to be one of those that attack the theorem.  InputError if it is none of them."""
    known = {json.dumps(tail.to_json(item.id), sort_keys=True): tail for tail in (item.tails(item) if item.tails is not None else ())}
    tail = known.get(json.dumps(dict(document), sort_keys=True))
    if tail is None:
        raise InputError(f"none of the {len(known)} learners that are played against {item.id} has these numbers")
    reasons = () if tail.breaks else (f"the bound holds: it {str(tail).partition('the bound ')[2]}",)
    return JudgedModel(item, "", tail.breaks, (str(tail),), reasons)


def record(item: Claiming, what: str, instance: Instance) -> dict[str, object]:
    """The file's content: the values of the formulas' names. `what` is empty where nothing is dropped."""
    weaker = item.without(what) if what else item
    spoken = {name for fact in weaker.facts for _, name in names(fact.formula)} | {name for _, name in names(weaker.claim)}
    return {"format": FORMAT, "theorem": item.id, "without": what, **instance.only(spoken).to_json()}


def dumps(item: Claiming, what: str, instance: Instance) -> str:
    """The file's text: a line for each field."""
    fields = record(item, what, instance).items()
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields)
    return "{\n" + lines + "\n}\n"
