"""An instance: exact values for the names of a formula, small and finite, drawn by a search or read from a file.

    {"format": "perceptron-proofs/model-1", "theorem": "ogd-regret", "without": "zero start", "horizon": 1,
     "naturals": {"T": 0}, "reals": {"η": "1", "‖x‖": {"root": "2"}}, "sequences": {"f": ["0", "0", "0"]},
     "vectors": {"u": ["1"]}, "vector sequences": {"w": [["1"], ["1"], ["1"]]}}

A number is a fraction as text, or the root of one, or a sum of roots: {"sum": [["-1/8", "1"], ["1/8", "17"]]} is (√17 − 1)/8. ∀k means k ≤
horizon, so a sequence has horizon + 2 entries: its definition, a recurrence, is for k + 1. A hypothesis is guarded (k < M with M ≤
horizon), so what holds up to the horizon holds.

"base": 4 says how lists are numbered: x(h, z) is entry 4h + z + 1 of x, and (h, z) is that number; sequences may then be longer.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeVar

from perceptron.errors import InputError
from perceptron.numbers.exact import parse
from proofs.conjecture import Root
from proofs.conjecture.surd import Surd
from proofs.statements.evaluation import Coordinates, Model

FORMAT = "perceptron-proofs/model-1"
MAX_HORIZON = 1000
MAX_ENTRIES = 200  # of a vector, or names of one kind
MAX_DIGITS = 400
MAX_ROOTS = 8  # in a sum
MAX_LISTED = 5000  # of a sequence whose entries are numbered by lists
KINDS = ("naturals", "reals", "sequences", "vectors", "vector_sequences")  # of names that have values
Exact = Fraction | Root | Surd
Shape = tuple[int, int]
T = TypeVar("T")
PLAIN = "0 1 -1 2 -2 1/2 -1/2 3 -3 3/2 -3/2 1/3 -1/3 4 -4 1/4 -1/4 5 -5 3/4 10"  # the plainest first: a search shrinks to them
NUMBERS = tuple(map(Fraction, PLAIN.split()))


@dataclass(frozen=True)
class Instance:
    horizon: int
    naturals: Mapping[str, int] = field(default_factory=dict)
    reals: Mapping[str, Exact | int] = field(default_factory=dict)
    sequences: Mapping[str, Sequence[Exact | int]] = field(default_factory=dict)
    vectors: Mapping[str, Coordinates] = field(default_factory=dict)
    vector_sequences: Mapping[str, Sequence[Coordinates]] = field(default_factory=dict)
    base: int = 0  # of the numbers of lists; horizon + 1 where it is 0

    def model(self) -> Model:
        """The values as formulas are evaluated in them."""
        return Model(
            {name: surd(v) for name, v in self.reals.items()},
            {name: _entry(name, values, surd) for name, values in self.sequences.items()},
            self.vectors,
            {name: _entry(name, values, tuple) for name, values in self.vector_sequences.items()},
            self.naturals,
            self.horizon,
            self.base,
        )

    @property
    def shape(self) -> Shape:
        """Its horizon, and the dimension of its vectors; 0 if it has none."""
        every = (*self.vectors.values(), *(vector for vectors in self.vector_sequences.values() for vector in vectors))
        return self.horizon, max(map(len, every), default=0)

    def only(self, names: Container[object]) -> Instance:
        """The instance without the names that are not among these."""
        kept: dict[str, Any] = {kind: {name: v for name, v in getattr(self, kind).items() if name in names} for kind in KINDS}
        return replace(self, **kept)

    def to_json(self) -> dict[str, Any]:
        """The values as they stand in a file."""
        written = {kind.replace("_", " "): {name: _write(v) for name, v in getattr(self, kind).items()} for kind in KINDS[1:]}
        return {"horizon": self.horizon, "naturals": dict(self.naturals), **written, **({"base": self.base} if self.base else {})}


@dataclass(frozen=True)
class InstanceTable:
    """An instance as a reader follows it: the choices at the start, and the rounds, each with a value under each head."""

    chosen: Sequence[tuple[str, Exact | int | Coordinates]]
    heads: Sequence[str]
    rounds: Sequence[Sequence[Exact | int | Coordinates]]


class Draw:
    """Bytes read as small exact choices; zero bytes, and none left, give the plainest: so Hypothesis can shrink an instance."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)

    def upto(self, most: int) -> int:
        """A whole number from 0 to `most`."""
        return next(self._data, 0) * (most + 1) >> 8

    def rarely(self) -> bool:
        return next(self._data, 0) >= 232

    def number(self, below: int = len(NUMBERS)) -> Fraction:
        """A small number, of either sign; the first `below` of `NUMBERS`."""
        return NUMBERS[self.upto(below - 1)]

    def numbers(self, count: int) -> list[Fraction]:
        return [self.number() for _ in range(count)]

    def positive(self) -> Fraction:
        """Mostly a positive number, rarely another one."""
        return self.number() if self.rarely() else abs(self.number()) or Fraction(1)

    def vector(self, dimension: int) -> Coordinates:
        return tuple(self.number(9) for _ in range(dimension))

    def vectors(self, count: int, dimension: int) -> list[Coordinates]:
        return [self.vector(dimension) for _ in range(count)]


def running(values: Iterable[Fraction]) -> list[Fraction]:
    """Σ of the values before the k-th, as many entries as there are values."""
    sums, total = [], Fraction(0)
    for value in values:
        sums.append(total)
        total += value
    return sums


def read(document: object) -> tuple[str, str, Instance]:
    """The theorem's id, the hypothesis that is dropped, and the instance. Raises InputError, which names the field that is malformed."""
    known = ("format", "theorem", "without", "horizon", "naturals", "reals", "sequences", "vectors", "vector sequences")
    if not isinstance(document, dict):
        raise InputError("a model is a JSON object")
    for name in known:
        if name not in document:
            raise InputError(f"field {name!r} is missing")
    for name in document:
        if name not in (*known, "base"):
            raise InputError(f"unknown field {name!r:.60}")
    if document["format"] != FORMAT:
        raise InputError(f"field 'format' must be {FORMAT!r}, not {document['format']!r:.60}")
    for name in ("theorem", "without"):
        if not isinstance(document[name], str):
            raise InputError(f"field {name!r} must be text")
    horizon = _whole(document["horizon"], "field 'horizon'", MAX_HORIZON)
    base = _whole(document["base"], "field 'base'", MAX_HORIZON) if "base" in document else 0
    most = MAX_LISTED if base else None
    vectors = {name: _vector(v, where) for name, v, where in _name(document, "vectors")}
    numbers, paths = _name(document, "sequences"), _name(document, "vector sequences")
    instance = Instance(
        horizon,
        {name: _whole(v, where, max(horizon, base - 1)) for name, v, where in _name(document, "naturals")},
        {name: _number(v, where) for name, v, where in _name(document, "reals")},
        {name: [_number(v, where) for v in _list(values, where, horizon + 2, most)] for name, values, where in numbers},
        vectors,
        {name: [_vector(v, where) for v in _list(values, where, horizon + 2, most)] for name, values, where in paths},
        base,
    )
    lengths = {len(v) for v in vectors.values()} | {len(v) for values in instance.vector_sequences.values() for v in values}
    if len(lengths) > 1:
        raise InputError(f"vectors of different dimensions: {', '.join(map(str, sorted(lengths)))}")
    return document["theorem"], document["without"], instance


def _name(document: Mapping[str, Any], kind: str) -> list[tuple[str, Any, str]]:
    values = document[kind]
    if not isinstance(values, dict) or len(values) > MAX_ENTRIES:
        raise InputError(f"field {kind!r} must be an object with at most {MAX_ENTRIES} names")
    return [(name, value, f"field {kind!r}, {name!r:.40}") for name, value in values.items()]


def _list(value: Any, where: str, count: int | None = None, most: int | None = None) -> list[Any]:
    """A list of `count` entries, of up to `most` if that is given, else of up to `MAX_ENTRIES`."""
    least, most = (1, MAX_ENTRIES) if count is None else (count, most or count)
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise InputError(f"{where} must be a list of {least if least == most else f'{least} to {most}'} entries")
    return value


def _whole(value: Any, where: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise InputError(f"{where} must be a whole number from 0 to {most}, not {value!r:.40}")
    return value


def _number(value: Any, where: str) -> Exact:
    if isinstance(value, dict):
        if set(value) == {"sum"}:
            return _sum(value["sum"], where)
        if set(value) != {"root"}:
            raise InputError(f'{where}: a root is of the form {{"root": "2"}}')
        return Root(_fraction(value["root"], where))
    return _fraction(value, where)


def _sum(parts: Any, where: str) -> Surd:
    """Σ c√n of the pairs [c, n]."""
    if not isinstance(parts, list) or len(parts) > MAX_ROOTS or any(not isinstance(p, list) or len(p) != 2 for p in parts):
        raise InputError(f"{where}: a sum is a list of up to {MAX_ROOTS} pairs [c, n], for c√n")
    total = Surd.rational(0)
    for part in parts:
        total += Surd.rational(_fraction(part[0], where)) * Surd.root(Root(_fraction(part[1], where)).square)
    return total


def _fraction(value: Any, where: str) -> Fraction:
    if not isinstance(value, str) or len(value) > MAX_DIGITS:
        raise InputError(f'{where} must be an exact number as text such as "3/5", not {value!r:.40}')
    try:
        return parse(value)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _vector(value: Any, where: str) -> Coordinates:
    return tuple(_fraction(v, where) for v in _list(value, where))


def surd(value: Exact | int) -> Surd:
    if isinstance(value, Surd):
        return value
    return Surd.root(value.square) if isinstance(value, Root) else Surd.rational(value)


def _entry(name: str, values: Sequence[Any], read: Callable[[Any], T]) -> Callable[[int], T]:
    def at(k: int) -> T:
        if k >= len(values):
            raise InputError(f"{name}({k}) has no value: it lies beyond the horizon")
        return read(values[k])

    return at


def _write(value: Exact | int | Sequence[Any]) -> Any:
    if isinstance(value, Sequence):
        return [_write(v) for v in value]
    if isinstance(value, Surd):
        return {"sum": [[str(c), str(n)] for n, c in sorted(value.terms.items())]}
    return {"root": str(value.square)} if isinstance(value, Root) else str(value)
