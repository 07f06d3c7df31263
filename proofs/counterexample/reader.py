"""Reading a counterexample file: strictly, so that every malformed field gives one line with the fault and its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from perceptron.extremal.sources import Cube, RepeatedExamples, Source, Spiral
from perceptron.extremal.spirals import GRID
from perceptron.numbers.rational_points import sqrt_exact
from proofs.conjecture import parse
from proofs.conjecture.game import MAX_DIMENSION, Game, default_game
from proofs.conjecture.learners import LEARNERS, Opponent
from proofs.conjecture.learners.base import number
from proofs.counterexample.format import FORMAT, RECIPE, Counterexample
from proofs.counterexample.learner_object import Beside, CustomLearner, parse_for, rule_of, rules_for
from proofs.counterexample.recipe import MAX_BITS, MAX_CUBE, MAX_LISTED, recipe
from proofs.counterexample.repetitions import MOST_PLAYED, MOST_REPEATED
from proofs.counterexample.replay import Round, Vector
from proofs.system.files import read_json

MAX_BYTES = 256_000_000
MAX_ROUNDS = 2_000_000
MAX_PAIRED = 5000
MAX_LETTERS = 200  # of a string
_REQUIRED = ("format", "conjecture", "learner", "setting", "norm", "comparator", "u", "gamma", "examples", "values")
_OPTIONAL = ("dropped", "R", "eps", "points", "flips", "coordinates", "passes", "shuffled")


def read(path: str | Path, learner: Any = None) -> Counterexample:
    """The counterexample in a file. `learner`: the learner object of a file, which cannot contain it.

    Raises InputError, which names the file and the field, if the file does not have the format or is about another learner."""
    try:
        data = read_json(path, MAX_BYTES)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'cannot be read'}") from None
    try:
        return from_json(data, learner)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def from_json(data: Any, learner: Any = None) -> Counterexample:
    """A counterexample from JSON data, and the learner object that it names. Raises InputError that names the field, and Faulty."""
    if not isinstance(data, Mapping):
        raise InputError("a counterexample is a JSON object")
    if data.get("format") == RECIPE:
        return recipe_from_json(data, learner)
    for name in _REQUIRED:
        if name not in data:
            raise InputError(f"field {name!r} is missing")
    for name in data:
        if name not in _REQUIRED and name not in _OPTIONAL:
            raise InputError(f"unknown field {name!r:.60}")
    if data["format"] != FORMAT:
        raise InputError(f"field 'format' must be {FORMAT!r}, not {data['format']!r:.60}")
    if not isinstance(data["conjecture"], str):
        raise InputError("field 'conjecture' must be text")
    game, rule = _game(data), _rule(data["learner"], learner)
    if rule is None:
        parse(data["conjecture"], conditions=True)
    else:
        parse_for(data["conjecture"], rule)
        rules_for(game)
    if "points" in data and not game.kernel:
        raise InputError("field 'points': only a kernel's comparator is made of points")
    u = _vector(data["u"], "field 'u'", None)
    points = _points(data, len(u), game) if game.kernel else None
    dimension = len(u) if points is None or game.points_are != "vectors" else len(points[0])
    if points is not None and isinstance(data["examples"], list) and len(data["examples"]) + len(points) > MAX_PAIRED:
        raise InputError(f"a kernel looks at all pairs of examples and points, and they are more than {MAX_PAIRED}")
    if isinstance(data["examples"], list) and len(data["examples"]) * game.repeats > MAX_ROUNDS:
        raise InputError(f"field 'passes': more than {MAX_ROUNDS} rounds in all")
    values = _values(data["values"])
    return Counterexample(
        conjecture=data["conjecture"].strip(),
        game=game,
        u=u,
        gamma=number(data["gamma"], "field 'gamma'"),
        rounds=rounds(data["examples"], dimension, game),
        M=values[0],
        lhs=values[1],
        rhs=values[2],
        radius=number(data["R"], "field 'R'") if "R" in data else None,
        start=_start(data["learner"], len(u)),
        points=points,
        rule=rule,
    )


def _rule(record: Any, learner: Any) -> CustomLearner | None:
    """The learner object that a file names; None for a learner of the list. Raises InputError and Faulty."""
    if isinstance(record, Mapping) and "object" in record:
        if learner is None:
            shown = f"{record.get('name')!r:.60} is an object, which no file can hold"
            raise InputError(f"field 'learner': {shown}: judge_with needs it, and `check` --learner FILE.py:NAME")
        rule = rule_of(learner)
        rule.refuse_other(record)
        return rule if "beside" not in record else Beside(rule, _opponent(record["beside"]))
    if learner is not None:
        raise InputError("field 'learner': it is a learner of the list, so none is to be given")
    if "beside" not in record:
        return None
    if "start" in record:
        raise InputError("field 'learner': remove the start; each of two learners beside each other sets its own")
    return Beside(*(_opponent(one) for one in (record, record["beside"])))


def _opponent(record: Any) -> Opponent:
    """A learner of the list by itself."""
    alone = {key: value for key, value in _learner(record).items() if key != "beside"}
    return default_game(frozenset(), **_options(alone, [], None)).opponent


def _learner(record: Any) -> Mapping[str, Any]:
    """The learner's record in a file."""
    if not isinstance(record, Mapping):
        raise InputError("field 'learner' must be an object with a name")
    if not isinstance(record.get("name"), str) or record["name"] not in LEARNERS:
        raise InputError(f"field 'learner': the name must be one of {', '.join(LEARNERS)}")
    return record


def _options(record: Mapping[str, Any], dropped: list[str], eps: Fraction | None) -> dict[str, Any]:
    """The fields of a game that a learner's record says."""
    try:
        return LEARNERS[record["name"]].read(record, dropped, eps)
    except InputError as error:
        raise InputError(f"field 'learner': {error}") from None


def _game(data: Mapping[str, Any]) -> Game:
    record, dropped = data["learner"], data.get("dropped", [])
    if not isinstance(dropped, list) or not all(isinstance(name, str) for name in dropped):
        raise InputError("field 'dropped' must be a list of names of hypotheses")
    if isinstance(record, Mapping) and "object" in record:
        record = {"name": "perceptron"}  # the object decides by which rule it plays
    alone = {key: value for key, value in _learner(record).items() if key != "beside"}
    eps = number(data["eps"], "field 'eps'") if "eps" in data else None
    listed = data.get("coordinates", [])
    if not isinstance(listed, list):
        raise InputError("field 'coordinates' must be a list of numbers")
    coordinates = tuple(number(value, "field 'coordinates'") for value in listed)
    options = _options(alone, dropped, eps)
    try:
        return Game(
            setting=data["setting"],
            norm=data["norm"],
            comparator=data["comparator"],
            radius="declared" if "R" in data else "measured",
            dropped=frozenset(dropped),
            flips=data.get("flips", 0),
            coordinates=coordinates,
            passes=data.get("passes", 1),
            shuffled=data.get("shuffled", False),
            **options,
        )
    except InputError as error:
        raise InputError(f"the rules of the game: {error}") from None


def _points(data: Mapping[str, Any], count: int, game: Game) -> tuple[Any, ...]:
    """The points p of a comparator Σ a φ(p)."""
    points = data.get("points")
    if not isinstance(points, list) or len(points) != count:
        raise InputError(f"field 'points' must be a list of {count} points, one for each entry of 'u'")
    first = _example(points[0], "field 'points': point 0", None, game)
    dimension = len(first) if game.points_are == "vectors" else None
    return (first, *(_example(p, f"field 'points': point {j + 1}", dimension, game) for j, p in enumerate(points[1:])))


def _example(value: Any, where: str, dimension: int | None, game: Game | None) -> Any:
    """An example or a point: a vector, a string or the number of a row, as the kernel has it."""
    if game is None or game.points_are == "vectors":
        return _vector(value, where, dimension)
    if isinstance(value, str) and len(value) > MAX_LETTERS:
        raise InputError(f"{where}: a string of {len(value)} letters is longer than {MAX_LETTERS}")
    return game.kernel_object().point(value, where)


def _start(learner: Mapping[str, Any], dimension: int) -> Vector | None:
    return _vector(learner["start"], "field 'learner': start", dimension) if "start" in learner else None


def rounds(records: Any, dimension: int, game: Game | None = None) -> tuple[Round, ...]:
    """Examples with their labels. Raises InputError that says which one is malformed."""
    if not isinstance(records, list) or not 1 <= len(records) <= MAX_ROUNDS:
        raise InputError(f"field 'examples' must be a list of 1 to {MAX_ROUNDS} examples")
    rounds = []
    for t, record in enumerate(records):
        if not isinstance(record, Mapping) or set(record) != {"x", "y"}:
            raise InputError(f'example {t} must be of the form {{"x": [...], "y": 1}}')
        if type(record["y"]) is not int or record["y"] not in (-1, 1):
            raise InputError(f"example {t}: y must be -1 or 1, not {record['y']!r:.40}")
        rounds.append((_example(record["x"], f"example {t}: x", dimension, game), record["y"]))
    return tuple(rounds)


def _vector(entries: Any, where: str, dimension: int | None) -> Vector:
    if not isinstance(entries, list) or not 1 <= len(entries) <= MAX_DIMENSION:
        raise InputError(f"{where} must be a list of 1 to {MAX_DIMENSION} numbers")
    if dimension is not None and len(entries) != dimension:
        raise InputError(f"{where} has dimension {len(entries)}, but u has dimension {dimension}")
    return tuple(number(entry, f"{where}, entry {i}") for i, entry in enumerate(entries))


def _values(values: Any) -> tuple[int, str, str]:
    if not isinstance(values, Mapping) or set(values) != {"M", "lhs", "rhs"}:
        raise InputError("field 'values' must be an object with M, lhs and rhs")
    if type(values["M"]) is not int or values["M"] < 0:
        raise InputError("field 'values': M must be a whole number")
    for side in ("lhs", "rhs"):
        if not isinstance(values[side], str) or len(values[side]) > 200:
            raise InputError(f"field 'values': {side} must be a short text")
    return values["M"], values["lhs"], values["rhs"]


def recipe_from_json(data: Mapping[str, Any], learner: Any = None) -> Counterexample:
    """A recipe from JSON data. Raises InputError that names the field, and Faulty."""
    count, most = data.get("rounds"), MOST_REPEATED if "again" in data else MOST_PLAYED
    if type(count) is not int or not 1 <= count <= most:
        raise InputError(f"field 'rounds' must be a whole number from 1 to {most}")
    if "examples" in data:
        raise InputError("field 'examples': a recipe says how they go on instead")
    ways = [name for name in ("again", "spiral", "cube") if name in data]
    if len(ways) != 1 or ("first" in data) != (ways == ["again"]):
        raise InputError("a recipe has either 'first' and 'again', or 'spiral', or 'cube'")
    rest = {name: value for name, value in data.items() if name not in ("rounds", "first", *ways)}
    listed = [_list(data, name, least) for name, least in (("first", 0), ("again", 1))] if ways == ["again"] else []
    head = from_json(rest | {"format": FORMAT, "examples": [{"x": _some_point(data, listed), "y": 1}]}, learner)
    source: Source
    if listed:
        parts = [_rounds_of(name, part, head) for name, part in zip(("first", "again"), listed, strict=True)]
        source = RepeatedExamples(parts[0], parts[1], count)
    elif head.points is not None and ways == ["spiral"]:
        raise InputError("field 'spiral': it is for learners with Euclid's inner product")
    else:
        source = (_spiral if ways == ["spiral"] else _cube)(data[ways[0]], count, head.dimension)
    chosen = (head.conjecture, head.game, head.u, head.gamma, head.M, (head.lhs, head.rhs))
    return replace(recipe(source, *chosen, head.radius, head.start, head.points), rule=head.rule)


def _some_point(data: Mapping[str, Any], listed: list[list[Any]]) -> Any:
    """A point of the kind that the recipe's are, to read the rest of the file with."""
    if listed and isinstance(listed[1][0], Mapping):
        return listed[1][0].get("x")
    points, u = data.get("points"), data.get("u")
    return points[0] if isinstance(points, list) and points else ["0"] * (len(u) if isinstance(u, list) else 1)


def _list(data: Mapping[str, Any], name: str, least: int) -> list[Any]:
    records = data[name]
    if not isinstance(records, list) or not least <= len(records) <= MAX_LISTED:
        raise InputError(f"field {name!r} must be a list of {least} to {MAX_LISTED} examples")
    return records


def _rounds_of(name: str, records: list[Any], head: Counterexample) -> tuple[Round, ...]:
    try:
        return rounds(records, head.dimension, head.game) if records else ()
    except InputError as error:
        raise InputError(f"field {name!r}, {error}") from None


def _cube(record: Any, count: int, dimension: int) -> Cube:
    if not isinstance(record, Mapping) or set(record) != {"y"} or type(record["y"]) is not int or record["y"] not in (-1, 1):
        raise InputError("field 'cube' must be an object with y, which is -1 or 1")
    if not 1 <= dimension <= MAX_CUBE or count > 2**dimension:
        raise InputError(f"field 'cube': it has 2^d points, for d from 1 to {MAX_CUBE}, and not {count} in dimension {dimension}")
    return Cube(dimension, count, record["y"])


def _spiral(record: Any, count: int, dimension: int) -> Spiral:
    if not isinstance(record, Mapping) or set(record) not in ({"margin", "share", "y", "grid"}, {"margin", "share", "y", "norm"}):
        raise InputError("field 'spiral' must be an object with margin, share, y, and grid or norm")
    margin, share = (number(record[name], f"field 'spiral': {name}") for name in ("margin", "share"))
    grid, norm, y = record.get("grid", GRID), record.get("norm", "ball"), record["y"]
    if type(grid) is not int or not 2 <= grid < 2**MAX_BITS:
        raise InputError("field 'spiral': grid must be a whole number of at least 2 and some 256 bits at most")
    if "norm" in record and norm != "unit":
        raise InputError("field 'spiral': norm must be 'unit'; without it there is a grid")
    if type(y) is not int or y not in (-1, 1):
        raise InputError("field 'spiral': y must be -1 or 1")
    if not 0 < margin < 1 or not 0 <= share < 1 or dimension < 3:
        raise InputError("field 'spiral': it needs 0 < margin < 1, 0 <= share < 1 and three dimensions")
    if max(value.numerator.bit_length() + value.denominator.bit_length() for value in (margin, share)) > MAX_BITS:
        raise InputError(f"field 'spiral': {MAX_BITS} bits are enough for a number")
    if norm == "unit" and sqrt_exact(1 - margin * margin) is None:
        raise InputError("field 'spiral': with norm 'unit' 1 - margin² must be a square")
    return Spiral(margin, share, count, dimension, y, grid, norm)
