"""The rules of an attack: a game, a learner object's game, or the draws of a property's instances; field by field as a store keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from perceptron.errors import InputError
from perceptron.numbers.exact import exact
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.conjecture.learners import LEARNERS
from proofs.counterexample.learner_object import CustomLearner, Faulty
from proofs.statements.instance import Shape
from proofs.statements.property import Property
from proofs.system.files import object_in


@dataclass(frozen=True)
class Draws:
    """An attack on a property: instances are drawn as its page says, in place of runs of a game.

    id         the property
    without    the hypothesis that is dropped, or "as printed"; empty for the property itself
    shape      the only horizon and dimension that count; None for all
    """

    id: str
    without: str = ""
    shape: Shape | None = None

    @property
    def whole(self) -> Property:
        """The property with every hypothesis. Raises InputError if the catalogue has none of this id."""
        from proofs.theorems import catalogue

        if (property_ := catalogue.property_(self.id)) is None:
            raise InputError(f"the catalogue has no property {self.id!r:.60}")
        return property_

    @property
    def item(self) -> Property:
        """The attacked property. Raises InputError, also if the property has no such hypothesis."""
        return self.whole.without(self.without) if self.without else self.whole


@dataclass(frozen=True)
class LearnerGame(Game):
    """A game of a learner object.

    source    FILE.py:NAME, with the whole path of the file, which is run by every process that works on the entry
    digest    SHA-256 of the file: what was found of its code is not said of another's
    names     the numbers of the learner, which a conjecture may call by name
    """

    source: str = ""
    digest: str = ""
    names: tuple[str, ...] = ()

    @property
    def plain(self) -> Game:
        """The game without the learner."""
        return Game(**{field.name: getattr(self, field.name) for field in fields(Game)})


class OtherLearner(InputError):
    """The file of a learner object is not there, or not as it was when its campaign began."""


def digest_of(source: str) -> str:
    """The SHA-256 of the file in FILE.py:NAME. Raises OtherLearner if it cannot be read."""
    file = source.rpartition(":")[0]
    try:
        return sha256(Path(file).read_bytes()).hexdigest()
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise OtherLearner(f"the learner's file {file}: {why}; put it back, or start a new campaign") from None


@lru_cache(100)
def learner_in(source: str) -> CustomLearner:
    """The learner object that FILE.py:NAME names. Raises InputError."""
    try:
        rule = CustomLearner(object_in(source))
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    rule.record["file"] = source  # a finding says where its learner is
    return rule


Rules: TypeAlias = Game | Draws


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """The rules of an attack field by field, with fractions as text."""
    if isinstance(rules, Draws):
        return {"property": rules.id, "without": rules.without, "shape": None if rules.shape is None else list(rules.shape)}
    plain = {"eps": str(rules.eps), "dropped": sorted(rules.dropped), "coordinates": list(map(str, rules.coordinates))}
    return {field.name: getattr(rules, field.name) for field in fields(rules)} | plain


def rules_from_data(data: Mapping[str, Any]) -> Rules:
    """The rules with these fields. Raises InputError."""
    known = {"property", "without", "shape"} if "property" in data else {field.name for field in fields(LearnerGame)}
    if unknown := sorted(set(data) - known):
        raise InputError(f"unknown rule {unknown[0]!r:.60}")
    try:
        if "property" in data:
            shape = None if data["shape"] is None else (int(data["shape"][0]), int(data["shape"][1]))
            return Draws(str(data["property"]), str(data["without"]), shape)
        numbers = tuple(exact(value, "coordinates") for value in data.get("coordinates", ()))
        read = {"eps": exact(data["eps"], "eps"), "dropped": frozenset(data["dropped"]), "coordinates": numbers}
        if "source" in data:
            read |= {name: str(data[name]) for name in ("source", "digest")} | {"names": tuple(map(str, data["names"]))}
            if digest_of(str(data["source"])) != data["digest"]:
                file = str(data["source"]).rpartition(":")[0]
                raise OtherLearner(f"the learner's file {file} has changed since the campaign began; put it back, or start a new campaign")
            return LearnerGame(**dict(data) | read)
        return Game(**dict(data) | read)
    except OtherLearner:
        raise
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(f"not the rules of an attack: {error!s:.100}") from None


def learner_rules(value: object) -> dict[str, Any]:
    """The fields of a Game for a learner: {"name": "margin", "eps": "1/4"}, as counterexample files write it, or its name alone."""
    if callable(value) or hasattr(value, "wants_update"):
        raise InputError("a learner object is kept by its file in a campaign's store: give FILE.py:NAME, or falsify(…, learner=…)")
    record: object = {"name": value} if isinstance(value, str) else value
    if not isinstance(record, Mapping) or not isinstance(name := record.get("name"), str) or name not in LEARNERS:
        raise InputError(f'learner must be like {{"name": "margin", "eps": "1/2"}} with one of {", ".join(LEARNERS)}, not {value!a:.60}')
    if unknown := sorted(set(record) - {"name"} - LEARNERS[name].options):
        raise InputError(f"learner: {name} has no {unknown[0]!a:.60}")
    if not isinstance(record.get("ties", ""), (str, int)):
        raise InputError(f"learner: ties must be 'mistake', 1 or -1, not {record['ties']!a:.60}")
    try:
        return {"learner": name} | LEARNERS[name].parse_options(record)
    except InputError as error:
        raise InputError(f"learner: {error}") from None


def as_unicode(text: str, data: Mapping[str, Any]) -> str:
    """A claim by these rules as it is read: a property's is a sentence already."""
    return text if "property" in data else parse(text, data.get("names", ()), conditions=True).unicode()


def as_html(text: str, data: Mapping[str, Any]) -> str:
    """A claim by these rules as HTML, for a notebook."""
    return escape(text) if "property" in data else f"${parse(text, data.get('names', ()), conditions=True).latex()}$"


def trials(data: Mapping[str, Any]) -> str:
    """The kind of trials that an attack by these rules makes."""
    return "instances" if "property" in data else "runs"


def count(number: int, data: Mapping[str, Any]) -> str:
    """A number of runs, or instances, in words."""
    return f"{number:,} {trials(data).removesuffix('s') if number == 1 else trials(data)}"
