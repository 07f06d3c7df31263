"""Runs too long for a file that has every example: the file says how the examples go on, and the judge takes them one by one.

    {"format": "perceptron-proofs/recipe-1", "conjecture": "M <= 600000", "learner": …, "setting": …, "norm": …, "comparator": …,
     "u": ["1", "0"], "gamma": "1/1097", "rounds": 600001,
     "first": [{"x": ["1/1097", "1/2"], "y": 1}], "again": [{"x": ["1/1097", "-1096/1097"], "y": 1}, …], "values": {…}}

has the examples of "first" once and then those of "again" over and over, so many rounds in all. In place of the two,

    "spiral": {"margin": "1/1001", "share": "0", "grid": 1099511627776, "y": 1}

is the spiral in space of `perceptron.spirals`: (margin, v) with v on the grid within the unit ball and ⟨w,z⟩ just below share·margin·‖w‖,
with further coordinates 0 as u has them. Nothing is believed of it: the judge looks at every example that comes out.

Memory does not grow with the rounds. Only the Perceptron and the Margin Perceptron, with their own rules and start, are run like this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, cycle, islice
from math import lcm
from typing import Any, Protocol, cast

from perceptron.errors import InputError
from perceptron.spirals import GRID, Ball
from proofs.counterexample import reader
from proofs.counterexample.format import FORMAT, Counterexample, texts
from proofs.counterexample.replay import Round, Vector
from proofs.game import Game

MAX_RECIPE_ROUNDS = 10_000_000
MAX_LISTED = 1000  # examples in "first" or "again"
MAX_BITS = 256  # of the numbers of a spiral
Step = tuple[tuple[int, ...], int]  # z = y·x in whole numbers, and y


class Source(Protocol):
    """Examples that are made while they are looked at: `count` of them, in whole numbers over the denominator `below`."""

    @property
    def count(self) -> int: ...
    @property
    def below(self) -> int: ...
    def steps(self) -> Iterator[Step]: ...
    def cut(self, count: int) -> Source: ...
    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Repeated:
    """Some examples once, then some over and over."""

    first: tuple[Round, ...]
    again: tuple[Round, ...]
    count: int

    @property
    def below(self) -> int:
        return lcm(*(value.denominator for x, _ in (*self.first, *self.again) for value in x))

    def steps(self) -> Iterator[Step]:
        """The rounds in whole numbers."""
        below = self.below
        once, then = ([(tuple(int(y * value * below) for value in x), y) for x, y in part] for part in (self.first, self.again))
        return islice(chain(once, cycle(then)), self.count)

    def cut(self, count: int) -> Repeated:
        """Its first rounds."""
        return Repeated(self.first, self.again, min(count, self.count))

    def to_json(self) -> dict[str, Any]:
        """What the file says of it."""
        parts = {"first": self.first, "again": self.again}
        return {name: [{"x": texts(x), "y": y} for x, y in part] for name, part in parts.items()}


@dataclass(frozen=True)
class Spiral:
    """The spiral in space with this margin, in `dimension` ≥ 3 dimensions; y·x lies just below the threshold with that share."""

    margin: Fraction
    share: Fraction
    count: int
    dimension: int = 3
    y: int = 1
    grid: int = GRID

    @property
    def below(self) -> int:
        return lcm(self.margin.denominator, self.grid)

    def steps(self) -> Iterator[Step]:
        """The rounds in whole numbers; fewer than `count` if the spiral ends before."""
        forward, unit, rest = int(self.margin * self.below), self.below // self.grid, (0,) * (self.dimension - 3)
        for p, q in islice(Ball(self.margin, self.share, self.grid).unwound(), self.count):
            yield (forward, unit * p, unit * q, *rest), self.y

    def cut(self, count: int) -> Spiral:
        """Its first rounds."""
        return Spiral(self.margin, self.share, min(count, self.count), self.dimension, self.y, self.grid)

    def to_json(self) -> dict[str, Any]:
        """What the file says of it."""
        return {"spiral": {"margin": str(self.margin), "share": str(self.share), "grid": self.grid, "y": self.y}}


class Rounds:
    """A source's rounds as fractions, as a counterexample has them; they can be counted and gone through, any number of times."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __len__(self) -> int:
        return self.source.count

    def __getitem__(self, which: slice) -> tuple[Round, ...]:
        """The first few."""
        return tuple(Rounds(self.source.cut(which.stop)))

    def __iter__(self) -> Iterator[Round]:
        below = self.source.below
        return ((tuple(Fraction(y * n, below) for n in z), y) for z, y in self.source.steps())


@dataclass(frozen=True)
class Recipe(Counterexample):
    """A counterexample whose rounds are made while they are looked at."""

    @property
    def source(self) -> Source:
        """Where the rounds come from."""
        return cast(Rounds, self.rounds).source

    def to_json(self) -> dict[str, Any]:
        """The file's content as JSON data."""
        return {"format": reader.RECIPE, "rounds": self.source.count} | super().to_json() | {"format": reader.RECIPE}

    def told(self) -> dict[str, Any]:
        return self.source.to_json()


def recipe(source: Source, conjecture: str, game: Game, u: Vector, gamma: Fraction, M: int, sides: tuple[str, str],
           radius: Fraction | None = None) -> Recipe:  # fmt: skip
    """A counterexample from a source. Raises InputError for a game whose runs are not followed like this."""
    if game.learner not in ("perceptron", "margin") or game.always_updates or "zero start" in game.dropped:
        raise InputError("a recipe is for a Perceptron or Margin Perceptron with its own rule, from w = 0")
    rounds = cast("tuple[Round, ...]", Rounds(source))
    return Recipe(conjecture, game, u, gamma, rounds, M, *sides, radius)


def from_json(data: Mapping[str, Any]) -> Recipe:
    """A recipe from JSON data. Raises InputError that names the field."""
    count = data.get("rounds")
    if type(count) is not int or not 1 <= count <= MAX_RECIPE_ROUNDS:
        raise InputError(f"field 'rounds' must be a whole number from 1 to {MAX_RECIPE_ROUNDS}")
    if "examples" in data:
        raise InputError("field 'examples': a recipe says how they go on instead")
    ways = [name for name in ("again", "spiral") if name in data]
    if len(ways) != 1 or ("first" in data) != (ways == ["again"]):
        raise InputError("a recipe has either 'first' and 'again' or 'spiral'")
    told = {name: value for name, value in data.items() if name not in ("rounds", "first", "again", "spiral")}
    u = told.get("u")
    blank = {"x": ["0"] * (len(u) if isinstance(u, list) else 1), "y": 1}
    head = reader.from_json(told | {"format": FORMAT, "examples": [blank]})
    source: Source
    if ways == ["again"]:
        parts = [_listed(data, name, head.dimension, least) for name, least in (("first", 0), ("again", 1))]
        source = Repeated(parts[0], parts[1], count)
    else:
        source = _spiral(data["spiral"], count, head.dimension)
    if head.start is not None or head.points is not None:
        raise InputError("field 'learner': a recipe's starts at w = 0")
    return recipe(source, head.conjecture, head.game, head.u, head.gamma, head.M, (head.lhs, head.rhs), head.radius)


def _listed(data: Mapping[str, Any], name: str, dimension: int, least: int) -> tuple[Round, ...]:
    if not isinstance(data[name], list) or not least <= len(data[name]) <= MAX_LISTED:
        raise InputError(f"field {name!r} must be a list of {least} to {MAX_LISTED} examples")
    try:
        return reader.rounds(data[name], dimension) if data[name] else ()
    except InputError as error:
        raise InputError(f"field {name!r}, {error}") from None


def _spiral(record: Any, count: int, dimension: int) -> Spiral:
    if not isinstance(record, Mapping) or set(record) != {"margin", "share", "grid", "y"}:
        raise InputError("field 'spiral' must be an object with margin, share, grid and y")
    margin, share = (reader.number(record[name], f"field 'spiral': {name}") for name in ("margin", "share"))
    grid, y = record["grid"], record["y"]
    if type(grid) is not int or not 2 <= grid < 2**MAX_BITS:
        raise InputError("field 'spiral': grid must be a whole number of at least 2 and some 256 bits at most")
    if type(y) is not int or y not in (-1, 1):
        raise InputError("field 'spiral': y must be -1 or 1")
    if not 0 < margin < 1 or not 0 <= share < 1 or dimension < 3:
        raise InputError("field 'spiral': it needs 0 < margin < 1, 0 <= share < 1 and three dimensions")
    if max(value.numerator.bit_length() + value.denominator.bit_length() for value in (margin, share)) > MAX_BITS:
        raise InputError(f"field 'spiral': {MAX_BITS} bits are enough for a number")
    return Spiral(margin, share, count, dimension, y, grid)


