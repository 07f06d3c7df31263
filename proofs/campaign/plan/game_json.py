"""A game as JSON data, field by field, for the store and for workers; and a learner as files write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from perceptron.numbers.exact import exact
from proofs.conjecture.game import Game
from proofs.conjecture.learners import LEARNERS


def to_data(game: Game) -> dict[str, Any]:
    """The game's fields, with fractions as text."""
    return {field.name: _plain(getattr(game, field.name)) for field in fields(Game)}


def from_data(data: Mapping[str, Any]) -> Game:
    """The game with these fields. Raises InputError if they do not make a game."""
    unknown = sorted(set(data) - {field.name for field in fields(Game)})
    if unknown:
        raise InputError(f"unknown rule {unknown[0]!r:.60}")
    try:
        numbers = tuple(exact(value, "coordinates") for value in data.get("coordinates", ()))
        read = {"eps": exact(data["eps"], "eps"), "dropped": frozenset(data["dropped"]), "coordinates": numbers}
        return Game(**dict(data) | read)
    except (KeyError, TypeError) as error:
        raise InputError(f"not the rules of a game: {error!s:.100}") from None


def learner(value: object) -> dict[str, Any]:
    """The fields of a Game for a learner: {"name": "margin", "eps": "1/4"}, as counterexample files write it, or its name alone."""
    if callable(value) or hasattr(value, "wants_update"):
        raise InputError("a learner object cannot be kept in a campaign's store: attack it by falsify(…, learner=…)")
    record: object = {"name": value} if isinstance(value, str) else value
    if not isinstance(record, Mapping) or not isinstance(name := record.get("name"), str) or name not in LEARNERS:
        raise InputError(f'learner must be like {{"name": "margin", "eps": "1/2"}} with one of {", ".join(LEARNERS)}, not {value!a:.60}')
    if unknown := sorted(set(record) - {"name"} - LEARNERS[name].options):
        raise InputError(f"learner: {name} has no {unknown[0]!a:.60}")
    if not isinstance(record.get("ties", ""), (str, int)):
        raise InputError(f"learner: ties must be 'mistake', 1 or -1, not {record['ties']!a:.60}")
    try:
        return {"learner": name} | LEARNERS[name].chosen(record)
    except InputError as error:
        raise InputError(f"learner: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [str(entry) for entry in value]
    return str(value) if isinstance(value, Fraction) else value
