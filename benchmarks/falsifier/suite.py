"""The conjectures of `suite.toml`, checked when they are read."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.falsifier import learners, memory
from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample.learner_object import CustomLearner, parse_for

LEARNERS = learners.LEARNERS | memory.LEARNERS
FILE = Path(__file__).with_name("suite.toml")
KINDS = ("printed", "constant", "term", "exponent", "hypothesis", "order", "learner", "rules", "window", "giant", "memory")


@dataclass(frozen=True)
class Item:
    """One conjecture with its game; `kind` is empty for a true one."""

    id: str
    comparison: Comparison
    game: Game
    false: bool
    why: str
    kind: str = ""
    quick: bool = False
    learner: Any = None  # somebody's own, by its name in `learners`


def load(file: Path = FILE) -> tuple[Item, ...]:
    """All conjectures, the false ones first.  Raises InputError for a bad one, an unknown field, or an id that occurs twice."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    items = tuple(_item(record, name == "false") for name in ("false", "true") for record in data.pop(name, []))
    ids = [item.id for item in items]
    if twice := sorted({id for id in ids if ids.count(id) > 1}):
        raise InputError(f"{file.name}: {twice[0]!r} occurs twice")
    if data:
        raise InputError(f"{file.name}: unknown table {sorted(data)[0]!r}")
    return items


def _item(record: dict[str, Any], false: bool) -> Item:
    try:
        name = record.pop("learner", None)
        learner = None if name is None else LEARNERS[name]
        text = record.pop("conjecture")
        comparison = parse(text, conditions=True) if name is None else parse_for(text, CustomLearner(learner))
        game, told = _game(comparison, record.pop("game", {})), (record.pop("kind", ""), record.pop("quick", False), learner)
        item = Item(record.pop("id"), comparison, game, false, record.pop("why"), *told)
    except KeyError as missing:
        raise InputError(f"{record.get('id', 'a conjecture')}: {missing} is missing") from None
    if record or (item.kind not in KINDS) == false:
        raise InputError(f"{item.id}: unknown field {sorted(record)[0]!r}" if record else f"{item.id}: kind {item.kind!r}")
    return item


def _game(comparison: Comparison, rules: dict[str, Any]) -> Game:
    dropped = rules.pop("drop", [])
    if "coordinates" in rules:
        rules["coordinates"] = tuple(map(Fraction, rules["coordinates"]))
    if "eps" in rules:
        rules["eps"] = Fraction(rules["eps"])
    game = default_game(comparison.names, **rules)
    for name in dropped:
        game = game.drop(name)
    return game
