"""Counterexamples in a learner's own game: the file, strictly read, and the judge.

    {"format": "perceptron-proofs/own-game-1", "conjecture": "M <= log(N)/(2*log(2))", "learner": {"name": "halving"}, "dropped": [],
     "losses": [["1", "0"]], "values": {"lhs": "1", "rhs": "≈ 0.5000000000"}}

has a list of losses for each round. In the game with classes there are in place of "losses"

    "u": ["1", "0", …], "gamma": "1", "examples": [{"x": ["1"], "y": 3}, …]

with a weight vector for each class in "u", one after the other. The judge plays the learner by its definition and computes both sides."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from perceptron.errors import InputError
from perceptron.numbers.enclosure import NotSeparated, precision
from proofs.conjecture import Comparison, parse
from proofs.conjecture.evaluate import tells
from proofs.conjecture.learners.base import number
from proofs.conjecture.own_games import OWN_GAMES, Multiclass, OwnChoice, OwnGame, Vector, own_game
from proofs.counterexample.format import texts
from proofs.counterexample.judge import HOLDS, Verdict

FORMAT = "perceptron-proofs/own-game-1"
PRECISIONS = (128, 512, 2048)  # bits
MAX_ENTRIES, MAX_ROUNDS = 1000, 10_000
T = TypeVar("T")


@dataclass(frozen=True)
class OwnCounterexample:
    """A run in a learner's own game that is said to break a conjecture."""

    comparison: Comparison
    game: OwnGame
    choice: OwnChoice
    dropped: tuple[str, ...]
    sides: tuple[str, str]

    def to_json(self) -> dict[str, Any]:
        """The file's content."""
        rounds, choice = self.choice.rounds, self.choice
        head = {"format": FORMAT, "conjecture": self.comparison.text, "learner": self.game.record, "dropped": list(self.dropped)}
        played: dict[str, Any] = {"losses": [texts(losses) for losses, _ in rounds]}
        if isinstance(self.game, Multiclass):
            examples = [{"x": texts(x), "y": y} for x, y in rounds]
            played = {"u": texts(choice.u), "gamma": str(choice.gamma), "examples": examples}
        return head | played | {"values": dict(zip(("lhs", "rhs"), self.sides, strict=True))}

    def dumps(self) -> str:
        """The file's text."""
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in self.to_json().items())
        return "{\n" + lines + "\n}\n"


def parse_in(text: str, game: OwnGame) -> Comparison:
    """A comparison in the letters of the game. Raises InputError."""
    comparison = parse(text, game.letters, conditions=True)
    game.refuse_other_names(comparison.names)
    return comparison


def at_some_precision(attempt: Callable[[], T]) -> T | None:
    """The result of an attempt with balls that are fine enough; None where the finest are not."""
    for bits in PRECISIONS:
        try:
            with precision(bits):
                return attempt()
        except NotSeparated:
            continue
    return None


def judge_own(found: OwnCounterexample) -> Verdict:
    """Play the run, check every hypothesis in force and compute both sides again."""
    verdict = at_some_precision(lambda: _judge(found))
    undecided = Verdict(False, ("it is undecided at the highest precision",), (), ("not defined", "not defined"), {})
    return undecided if verdict is None else verdict


def _judge(found: OwnCounterexample) -> Verdict:
    game, comparison, checked, reasons = found.game, found.comparison, list[str](), list[str]()
    for name in game.hypotheses(comparison.names):
        if name not in found.dropped:
            why = game.failing(found.choice, name)
            (reasons if why else checked).append(f"hypothesis '{name}' " + (f"does not hold: {why}" if why else "holds"))
    values = game.values(found.choice)
    status, sides = comparison.status(values), comparison.sides(values)
    if status == "undecided":
        raise NotSeparated(comparison.text)
    broken = f"{HOLDS}: {sides[0]} {comparison.op} {sides[1]}" if status == "true" else f"the comparison is {status} for this run"
    (checked if status == "false" else reasons).append("the comparison is false" if status == "false" else broken)
    for side, node, recorded, known in zip(("left", "right"), (comparison.left, comparison.right), found.sides, sides, strict=True):
        agrees = status != "undefined" and tells(recorded, node, values)
        (checked if agrees else reasons).append(
            f"the {side} side is as recorded" if agrees else f"the {side} side is {known}, but {recorded!a} is recorded"
        )
    return Verdict(not reasons, tuple(reasons), tuple(checked), sides, values)


def own_from_json(data: Mapping[str, Any]) -> OwnCounterexample:
    """A counterexample from JSON data. Raises InputError that names the field."""
    game = _game(data.get("learner"))
    classes = isinstance(game, Multiclass)
    known = ("format", "conjecture", "learner", "dropped", *(("u", "gamma", "examples") if classes else ("losses",)), "values")
    for name in sorted({*known} ^ data.keys()):
        raise InputError(f"field {name!r} is missing" if name in known else f"unknown field {name!r:.60}")
    if not isinstance(data["conjecture"], str):
        raise InputError("field 'conjecture' must be text")
    comparison, dropped, values = parse_in(data["conjecture"].strip(), game), data["dropped"], data["values"]
    if not isinstance(dropped, list) or any(name not in game.hypotheses(comparison.names) for name in dropped):
        raise InputError(f"field 'dropped' must be a list of hypotheses of {game.name}: {', '.join(game.hypotheses(comparison.names))}")
    if (
        not isinstance(values, Mapping)
        or set(values) != {"lhs", "rhs"}
        or not all(type(v) is str and len(v) <= 200 for v in values.values())
    ):
        raise InputError("field 'values' must be an object with lhs and rhs, each a short text")
    choice = _classes(data, game) if isinstance(game, Multiclass) else OwnChoice(tuple((x, 0) for x in _losses(data["losses"])))
    return OwnCounterexample(comparison, game, choice, tuple(dropped), (values["lhs"], values["rhs"]))


def _game(record: Any) -> OwnGame:
    name = record.get("name") if isinstance(record, Mapping) else None
    if not isinstance(name, str) or name not in OWN_GAMES or not all(isinstance(value, str) for value in record.values()):
        raise InputError(f'field \'learner\' must be like {{"name": "hedge", "eta": "1/2"}}, with one of {", ".join(OWN_GAMES)}')
    game = own_game(":".join([name, *(f"{option}={value}" for option, value in record.items() if option != "name")]))
    assert game is not None
    return game


def _list(value: Any, where: str, most: int) -> list[Any]:
    if not isinstance(value, list) or not 1 <= len(value) <= most:
        raise InputError(f"{where} must be a list of 1 to {most} entries")
    return value


def _vector(value: Any, where: str, entries: int | None = None) -> Vector:
    listed = _list(value, where, MAX_ENTRIES)
    if entries not in (None, len(listed)):
        raise InputError(f"{where} has {len(listed)} entries, not {entries}")
    return tuple(number(entry, f"{where}, entry {i}") for i, entry in enumerate(listed))


def _losses(value: Any) -> list[Vector]:
    rounds = _list(value, "field 'losses'", MAX_ROUNDS)
    first = _vector(rounds[0], "field 'losses': round 0")
    return [first, *(_vector(losses, f"field 'losses': round {t}", len(first)) for t, losses in enumerate(rounds[1:], 1))]


def _classes(data: Mapping[str, Any], game: Multiclass) -> OwnChoice:
    u, gamma = _vector(data["u"], "field 'u'"), number(data["gamma"], "field 'gamma'")
    if len(u) % game.classes:
        raise InputError(f"field 'u' must have a vector for each of {game.classes} classes, one after the other, not {len(u)} entries")
    if gamma <= 0:
        raise InputError(f"field 'gamma' must be above 0, not {gamma}")
    rounds = list[tuple[Vector, int]]()
    for t, one in enumerate(_list(data["examples"], "field 'examples'", MAX_ROUNDS)):
        if not isinstance(one, Mapping) or set(one) != {"x", "y"} or type(one["y"]) is not int or not 1 <= one["y"] <= game.classes:
            raise InputError(f'example {t} must be like {{"x": ["1"], "y": 1}}, with y from 1 to {game.classes}')
        rounds.append((_vector(one["x"], f"example {t}: x", len(u) // game.classes), one["y"]))
    return OwnChoice(tuple(rounds), u, gamma)
