"""What a campaign records of an attack: a run, or an instance of a property, that breaks the claim or comes nearest to that.

Either is kept as the JSON of a file that `perceptron-proofs check` reads, and is judged again before it is believed."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from proofs.counterexample import Counterexample, from_json, judge
from proofs.statements import instance as instances
from proofs.statements.instance import Instance

LONGEST = 100  # characters of an instance in a line

_TEST = '''"""{name}: {claim} is false."""

from pathlib import Path

{imports}


def test_the_counterexample_breaks_it() -> None:
'''
_RUN = """    found = read(Path(__file__).with_name({file!r}))
    assert found.conjecture == {text!r}
    verdict = judge(found)
    assert verdict.valid, str(verdict)
    assert (found.M, found.lhs, found.rhs) == {values!r}
"""
_INSTANCE = """    id, without, instance = read(read_json(Path(__file__).with_name({file!r})))
    assert (id, without) == {what!r}
    verdict = models.judge(claim(id), without, instance)
    assert verdict.valid, verdict.reasons
"""
_JUDGES_OF_INSTANCES = """from proofs.statements.instance import read
from proofs.system.files import read_json
from proofs.theorems.lookup import claim
from proofs.theorems.witnesses import models"""


class Finding(Protocol):
    """A run or an instance. `value` is the object itself."""

    @property
    def value(self) -> Counterexample | Instance: ...
    @property
    def shows(self) -> Hashable:
        """What it shows: of two that show the same, one is enough."""

    def dumps(self) -> str:
        """The text of its file."""

    def fault(self) -> str:
        """Judged again: why it does not break its claim; empty if it does."""

    def answers(self, claim: str, rules: Mapping[str, Any]) -> bool:
        """Whether it is about this claim, by these rules."""

    def test(self, name: str, claim: str, file: str) -> str:
        """A test file for pytest that judges `file`, beside it."""


@dataclass(frozen=True)
class FoundRun:
    """A run of a game."""

    value: Counterexample

    @property
    def shows(self) -> Hashable:
        found = self.value
        return found.conjecture, found.game, found.lhs, found.rhs, len(found.rounds), found.dimension

    def dumps(self) -> str:
        return self.value.dumps()

    def fault(self) -> str:
        verdict = judge(self.value)
        return "" if verdict.valid else verdict.reasons[0]

    def answers(self, claim: str, rules: Mapping[str, Any]) -> bool:
        if "property" in rules:
            return False
        game = self.value.game
        mine = (self.value.conjecture, game.learner, game.setting, game.norm, game.comparator, sorted(game.dropped))
        theirs = (claim, *(rules[name] for name in ("learner", "setting", "norm", "comparator")), sorted(rules["dropped"]))
        return mine == theirs and rules["dimension"] in (None, self.value.dimension)

    def test(self, name: str, claim: str, file: str) -> str:
        head = _TEST.format(name=name, claim=claim, imports="from proofs.counterexample import judge, read")
        found = self.value
        return head + _RUN.format(file=file, text=found.conjecture, values=(found.M, found.lhs, found.rhs))


@dataclass(frozen=True)
class FoundInstance:
    """An instance of a property, without one of its hypotheses if `without` names one."""

    id: str
    without: str
    value: Instance

    @property
    def shows(self) -> Hashable:
        return self.id, self.without, self.dumps()

    def dumps(self) -> str:
        from proofs.theorems.lookup import claim
        from proofs.theorems.witnesses import models

        return models.dumps(claim(self.id), self.without, self.value)

    def fault(self) -> str:
        from proofs.theorems.lookup import claim
        from proofs.theorems.witnesses import models

        verdict = models.judge(claim(self.id), self.without, self.value)
        return "" if verdict.valid else verdict.reasons[0]

    def answers(self, claim: str, rules: Mapping[str, Any]) -> bool:
        fits = (rules.get("property"), rules.get("without")) == (self.id, self.without)
        return fits and rules["shape"] in (None, list(self.value.shape))

    def test(self, name: str, claim: str, file: str) -> str:
        head = _TEST.format(name=name, claim=claim, imports=_JUDGES_OF_INSTANCES)
        return head + _INSTANCE.format(file=file, what=(self.id, self.without))


def read(data: Any) -> Finding:
    """The finding in a file's JSON data, read strictly but not judged yet. Raises InputError."""
    return FoundInstance(*instances.read(data)) if _is_instance(data) else FoundRun(from_json(data))


def loads(text: str) -> Finding:
    """The finding in a file's text."""
    return read(json.loads(text))


def figures(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a table shows of a finding that was recorded, from its JSON data: M, T, d, gamma, lhs and rhs of a run, and of an instance its
    values in a line (`where`), its horizon and the dimension of its vectors."""
    if _is_instance(data):
        _, _, instance = instances.read(data)
        return {"where": _in_a_line(data), "horizon": instance.shape[0], "d": instance.shape[1]}
    # with a kernel, u is a combination of points; strings and rows have no dimension
    first = data.get("points", [data["u"]])[0]
    long = {"T": data["rounds"] if "rounds" in data else len(data["examples"]), "d": len(first) if isinstance(first, list) else 0}
    values = data["values"]
    return {"M": values["M"]} | long | {"gamma": data["gamma"], "lhs": values["lhs"], "rhs": values["rhs"]}


def words(figures: Mapping[str, Any]) -> str:
    """The figures in a line."""
    shown = "where {where}" if "where" in figures else "M = {M}, {lhs} against {rhs}"
    return f"{shown.format(**figures)} ({size(figures)})"


def size(figures: Mapping[str, Any]) -> str:
    """How large it is: what shrinking makes smaller."""
    return ("horizon {horizon}, d = {d}" if "where" in figures else "T = {T}, d = {d}").format(**figures)


def _is_instance(data: Any) -> bool:
    return isinstance(data, Mapping) and data.get("format") == instances.FORMAT


def _in_a_line(data: Mapping[str, Any]) -> str:
    named = {
        name: value for kind in ("naturals", "reals", "vectors", "sequences", "vector sequences") for name, value in data[kind].items()
    }
    line = ", ".join(f"{name} = {_short(value)}" for name, value in named.items())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _short(value: Any) -> str:
    """An exact number of a file, or a list of them."""
    if isinstance(value, list):
        return f"({', '.join(map(_short, value))})"
    if isinstance(value, Mapping) and "root" in value:
        return f"√{value['root']}"
    if isinstance(value, Mapping):
        return " + ".join(f"{c}√{n}" for c, n in value["sum"])
    return str(value)
