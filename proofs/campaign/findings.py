"""The record of an attack: a run, or an instance of a property, that breaks the claim or comes nearest to that. It is kept as the JSON of a
file that `perceptron-proofs check` reads, and is judged again before it is believed."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from proofs.campaign.rules import learner_in
from proofs.counterexample import Counterexample, from_json, judge
from proofs.counterexample.learner_object import Faulty
from proofs.statements import instance as instances
from proofs.statements.instance import Instance
from proofs.system.escaping import visible

LONGEST = 100  # characters of an instance in a line

_TEST = '''"""{name}: {claim} is false."""

from pathlib import Path

{imports}


def test_the_counterexample_breaks_it() -> None:
'''
_RUN = """    found = read(Path(__file__).with_name({file!r}){learner})
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


@dataclass(frozen=True)
class FoundRun:
    """A run of a game."""

    value: Counterexample
    source: str = ""  # FILE.py:NAME of a learner object

    @property
    def shows(self) -> Hashable:
        """A key of the finding: of two findings with equal keys one is enough."""
        run = self.value
        return run.conjecture, run.game, run.lhs, run.rhs, len(run.rounds), run.dimension

    @property
    def figures(self) -> dict[str, Any]:
        """The cells of its row in a table."""
        run = self.value
        size = {"T": len(run.rounds), "d": run.dimension}
        return {"M": run.M} | size | {"gamma": str(run.gamma), "lhs": run.lhs, "rhs": run.rhs}

    def dumps(self) -> str:
        """The text of its file."""
        return self.value.dumps()

    def fault(self) -> str:
        """Judged again: why it does not break its claim; empty if it does."""
        try:
            verdict = judge(self.value)
        except Faulty as fault:
            return str(fault)
        return "" if verdict.valid else verdict.reasons[0]

    def answers(self, claim: str, rules: Mapping[str, Any]) -> bool:
        """Whether it is about this claim, by these rules."""
        if "property" in rules:
            return False
        game = self.value.game
        if rules.get("source", "") != self.source:
            return False
        mine = (self.value.conjecture, game.learner, game.setting, game.norm, game.comparator, sorted(game.dropped))
        theirs = (claim, *(rules[name] for name in ("learner", "setting", "norm", "comparator")), sorted(rules["dropped"]))
        return mine == theirs and rules["dimension"] in (None, self.value.dimension)

    def test(self, name: str, claim: str, file: str) -> str:
        """A test file for pytest that judges `file`, beside it."""
        values = self.value.M, self.value.lhs, self.value.rhs
        imports, learner = "from proofs.counterexample import judge, read", ""
        if self.source:
            imports, learner = f"{imports}\nfrom proofs.system.files import object_in", f", object_in({self.source!r})"
        what = {"file": file, "learner": learner, "text": self.value.conjecture, "values": values}
        return (_TEST + _RUN).format(name=name, claim=_in_docstring(claim), imports=imports, **what)


@dataclass(frozen=True)
class FoundInstance:
    """An instance of a property, without one of its hypotheses if `without` names one."""

    id: str
    without: str
    value: Instance

    @property
    def shows(self) -> Hashable:
        return self.id, self.without, self.dumps()

    @property
    def figures(self) -> dict[str, Any]:
        values = {kind: named for kind, named in self.value.to_json().items() if isinstance(named, dict)}
        line = ", ".join(f"{name} = {_short(value)}" for named in values.values() for name, value in named.items())
        where = line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
        return {"where": where, "horizon": self.value.shape[0], "d": self.value.shape[1]}

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
        what = self.id, self.without
        return (_TEST + _INSTANCE).format(name=name, claim=_in_docstring(claim), imports=_JUDGES_OF_INSTANCES, file=file, what=what)


def _in_docstring(text: str) -> str:
    """A claim that cannot end the docstring in which it stands."""
    return visible(text).replace("\\", "/").replace('"', "'")


Finding: TypeAlias = "FoundRun | FoundInstance"  # each answers the same questions


def read(data: Any) -> Finding:
    """The finding in a file's JSON data, read strictly but not judged yet. Raises InputError."""
    is_instance = isinstance(data, Mapping) and data.get("format") == instances.FORMAT
    if is_instance:
        return FoundInstance(*instances.read(data))
    record = data.get("learner") if isinstance(data, Mapping) else None
    source = str(record["file"]) if isinstance(record, Mapping) and record.get("object") is True and "file" in record else ""
    return FoundRun(from_json(data, learner_in(source) if source else None), source)


@lru_cache(1000)
def loads(text: str) -> Finding:
    """The finding in a file's text."""
    return read(json.loads(text))


def words(figures: Mapping[str, Any]) -> str:
    """The figures of a finding in a line."""
    shown = "where {where}" if "where" in figures else "M = {M}, {lhs} against {rhs}"
    return f"{shown.format(**figures)} ({size(figures)})"


def size(figures: Mapping[str, Any]) -> str:
    """The size of a finding, which shrinking makes smaller, in words."""
    return ("horizon {horizon}, d = {d}" if "where" in figures else "T = {T}, d = {d}").format(**figures)


def _short(value: Any) -> str:
    """An exact number of a file, or a list of them."""
    match value:
        case list():
            return f"({', '.join(map(_short, value))})"
        case {"root": number}:
            return f"√{number}"
        case {"sum": parts}:
            return " + ".join(f"{c}√{n}" for c, n in parts)
    return str(value)
