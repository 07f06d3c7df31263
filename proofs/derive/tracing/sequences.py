"""What `len`, `range`, `zip`, `any` and so on are for the learner's code while it is traced.

A table is for every dimension.  So the number of coordinates is a `Width`, which nothing can be compared with, and the place of one a
`Place`, which only finds it in a vector.  Vectors are paired with what is just as long.  Whether one coordinate is 0 can be asked of all
of them together only.  Of anything else these functions are Python's own.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import Any, NoReturn

from perceptron.numbers.enclosure import sqrt
from proofs.derive.tracing.symbols import Coordinate, Hidden, Nullity, Scalar, counting, form, lifted
from proofs.derive.tracing.universe import ABOVE, BELOW, PATH, refuse

MANY = "a loop over the places of a long sequence, which is no vector"
MOST_COUNTED = 28  # entries of what is no vector: places in it are within the widest vector that is traced
OTHER_LENGTH, EVERY = "a vector is paired with something of another length", "the tracing is for every dimension"
PLACES = "the tracing is for every dimension: zeros are [0] * dimension, sums are sum(a * b for a, b in zip(w, x))"


class Counted(Hidden):
    """A whole number that depends on the dimension: its value may not enter anything."""

    def __init__(self, value: int) -> None:
        super().__init__("the number or the place of coordinates is compared or calculated with", PLACES, value)


class Width(Counted):
    """The number of coordinates, which only makes a vector of zeros and a range, and is that of another vector."""

    def __eq__(self, other: object) -> Any:  # type: ignore[override]
        return True if isinstance(other, Width) and other.value == self.value else self.used()

    def __ne__(self, other: object) -> Any:  # type: ignore[override]
        return not self == other

    def __rmul__(self, entries: object) -> Any:  # type: ignore[override]
        if not isinstance(entries, (tuple, list)) or len(entries) != 1:
            self.used()
        if type(entries[0]) not in (int, Fraction) or entries[0] != 0:
            zero = "write 0 or Fraction(0) for 0.0" if entries[0] == 0 else "to be traced in every dimension"
            refuse("a vector of another number than 0", f"vectors must start at 0, {zero}")
        kind = PlacedList if isinstance(entries, list) else PlacedVector
        return kind(zeros(self.value, type(entries[0]) is int))

    __mul__ = __rmul__  # type: ignore[assignment]


class Place(Counted):
    """The place of a coordinate."""


class Placed:
    """What a sequence of coordinates can do that a `Place` can be looked up in."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        entry = super().__getitem__(place.value if isinstance(place, Place) else place)  # type: ignore[misc]
        if isinstance(place, Place) and coordinates_in(entry) != {place.value}:
            refuse("something else than a coordinate has its place", PLACES)
        return entry

    def joined(self, other: object) -> NoReturn:
        refuse("a vector is made longer", PLACES)

    __add__ = __radd__ = __iadd__ = __mul__ = __rmul__ = __imul__ = joined

    def compared(self, other: object) -> Any:
        if isinstance(other, (tuple, list)) and other:
            refuse("vectors are compared as wholes", "any(a != b for a, b in zip(x, v)) asks whether they differ")
        return NotImplemented


class PlacedVector(Placed, tuple[Any, ...]):
    """A tuple of coordinates."""

    __slots__ = ()
    __eq__ = __ne__ = Placed.compared

    def __setitem__(self, place: object, value: object) -> None:
        refuse("weights and examples are tuples, which cannot be changed in place", "write new = list(w)")


class PlacedList(Placed, list[Any]):
    """A list of coordinates, which can be changed in place."""

    __eq__ = __ne__ = Placed.compared

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place.value if isinstance(place, Place) else place, value)


def zeros(width: int, of_int: bool = False) -> PlacedVector:
    """The null vector, whose coordinates know that they are coordinates."""
    return PlacedVector(Coordinate(tag, {}, of_int) for tag in range(width))


def coordinates_in(value: Any) -> set[int]:
    """The coordinates that a value depends on: one for each of a tuple of them, many for a vector or an inner product."""
    match value:
        case tuple() | list():
            return set().union(*map(coordinates_in, value))
        case Coordinate():
            return {value.tag}
        case Nullity():
            return {value.of.tag}
        case Place():
            return {value.value}
        case Scalar():
            return set(value.parts)
    return set()


def per_coordinate(values: Iterable[Any]) -> bool:
    """Whether values are one for each coordinate, or several in a tuple."""
    return any(len(coordinates_in(value)) == 1 for value in values)


class Long(int):
    """The length of a long sequence that is no vector: a loop over its places does not find them among coordinates."""


def traced_len(values: Any) -> Any:
    if not isinstance(values, (PlacedVector, PlacedList)) and not per_coordinate(values):
        return Long(len(values)) if len(values) > MOST_COUNTED else len(values)
    if any(len(coordinates_in(value)) != 1 for value in values):
        refuse("numbers and coordinates are counted together", PLACES)
    return Width(len(values))


def traced_range(*limits: Any) -> Any:
    if len(limits) == 1 and isinstance(limits[0], Width):
        return [Place(i) for i in range(limits[0].value)]
    if any(isinstance(limit, Long) for limit in limits):
        refuse(MANY, PLACES)
    return range(*limits)


def traced_enumerate(values: Iterable[Any], start: Any = 0) -> Iterator[tuple[Any, Any]]:
    vector = False
    for i, (n, entry) in enumerate(enumerate(values, start)):
        tags = coordinates_in(entry)
        vector = vector or (i == 0 and len(tags) == 1)
        if tags != {i} if vector else len(tags) == 1:
            refuse("numbers and coordinates are counted together", PLACES)
        if not vector and i == MOST_COUNTED:
            refuse(MANY, PLACES)
        yield Place(n) if vector else n, entry


def traced_zip(*values: Iterable[Any], strict: bool = False) -> Iterator[tuple[Any, ...]]:
    return paired([iter(v) for v in values], strict)


def paired(iterators: list[Iterator[Any]], strict: bool) -> Iterator[tuple[Any, ...]]:
    """One entry of each, as long as all have one: as lazily as `zip`, since an entry may be made of what the loop has left."""
    coordinates, column = False, list[Any]()
    while iterators:
        column = []
        for entry in (next(one, MISSING) for one in iterators):
            if entry is MISSING:
                break
            column.append(entry)
        if len(column) < len(iterators):
            break
        coordinates = coordinates or per_coordinate(column)
        if coordinates and len({frozenset(coordinates_in(entry)) for entry in column}) > 1:
            left = {sum(1 for _ in one) for one in iterators}
            refuse(OTHER_LENGTH if len(left) > 1 else "a coordinate is paired with something else than the same coordinate", EVERY)
        yield tuple(column)
    try:
        column += [entry for one in iterators[len(column) + 1 :] if (entry := next(one, MISSING)) is not MISSING]
    except Exception as failure:  # which `zip` would not have asked for
        refuse(f"{type(failure).__name__}: {failure}, beyond the end of what it is paired with")
    if column and (coordinates or per_coordinate(column)):
        refuse(OTHER_LENGTH, EVERY)
    if column and strict:
        raise ValueError("zip() of sequences of different lengths")


def traced_map(function: Callable[..., Any], *values: Iterable[Any]) -> Iterator[Any]:
    for entries in traced_zip(*values):
        image = function(*entries)
        if per_coordinate(entries) and PATH.get().width > 1 and len(coordinates_in(image)) != 1:
            counting()
        yield image


def traced_reduce(function: Callable[..., Any], values: Iterable[Any], *first: Any) -> Any:
    entries = list(values)
    total = reduce(function, entries, *first)
    if per_coordinate(entries) and PATH.get().width > 1 and not (isinstance(total, Scalar) and len(total.parts) == PATH.get().width):
        counting()
    return total


def traced_tuple(values: Any = ()) -> Any:
    entries = tuple(values)
    return PlacedVector(entries) if per_coordinate(entries) else entries


def traced_list(values: Any = ()) -> Any:
    entries = list(values)
    return PlacedList(entries) if per_coordinate(entries) else entries


def nullity(values: list[Any], found: bool) -> bool:
    """Whether a vector is 0 in all its coordinates (`found` = False), or not. Raises Untraceable for what no inner product says."""
    path = PATH.get()
    asked = [v if isinstance(v, Nullity) else Nullity(v, True) for v in values if isinstance(v, (Nullity, Coordinate))]
    first = asked[0].of.parts
    same = all(
        a.differs is found and a.of.tag == i and not any(not path.is_zero(c) for c in (a.of - Coordinate(i, first)).parts.values())
        for i, a in enumerate(asked)
    )
    if len(asked) != len(values) or len(values) != path.width or not same:
        refuse("which coordinates are 0 matters here", "the tracing knows only whether a whole vector is: any(x)")
    return path.sign(form(first, first), ABOVE | BELOW)


def traced_any(values: Iterable[Any]) -> bool:
    return first_that_is(True, values)


def traced_all(values: Iterable[Any]) -> bool:
    return first_that_is(False, values)


def first_that_is(found: bool, values: Iterable[Any]) -> bool:
    """`found` if a value is so, else the contrary. Of numbers none is asked after the first; of coordinates all are, together."""
    entries: list[Any] = []
    for value in values:
        entries.append(value)
        if not any(isinstance(v, (Nullity, Coordinate)) for v in entries) and bool(value) is found:
            return found
    asked = any(isinstance(v, (Nullity, Coordinate)) for v in entries)
    return nullity(entries, found) is found if asked else not found


class _OfTraced(type(Fraction)):  # type: ignore[misc]
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Fraction)


class TracedFraction(Fraction, metaclass=_OfTraced):
    """`Fraction` as the learner's modules see it while they are traced: of traced numbers it is their quotient."""

    def __new__(cls, numerator: Any = 0, denominator: Any = None) -> Any:
        if isinstance(numerator, Scalar) or isinstance(denominator, Scalar):
            return numerator + Fraction(0) if denominator is None else numerator / Scalar(lifted(denominator))
        return Fraction(numerator, denominator)


def traced_sqrt(value: Any) -> Any:
    """The root of a number, as a root of this way through the code; of a traced number as ever."""
    path = PATH.get(None)
    return Scalar(path.root(lifted(value))) if path is not None and isinstance(value, (int, Fraction)) else sqrt(value)


INSTEAD_OF = ((Fraction, TracedFraction), (sqrt, traced_sqrt), (reduce, traced_reduce))
FOLLOWED = (traced_len, traced_range, traced_enumerate, traced_zip, traced_map, traced_tuple, traced_list, traced_any, traced_all)
OURS: dict[str, Any] = {function.__name__.removeprefix("traced_"): function for function in FOLLOWED}
MISSING = object()


@contextmanager
def read_as_traced(modules: Sequence[dict[str, Any]]) -> Iterator[None]:
    """Within it these names stand for the functions above, and Fraction and sqrt for ours, in the learner's modules."""
    changes = [(m, name, ours) for m in modules for name, value in m.items() for theirs, ours in INSTEAD_OF if value is theirs]
    changes += [(m, n, ours) for m in modules for n, ours in OURS.items() if m.get(n, getattr(builtins, n)) is getattr(builtins, n)]
    before = [(m, name, m.get(name, MISSING)) for m, name, _ in changes]
    try:
        for module, name, ours in changes:
            module[name] = ours
        yield
    finally:
        for module, name, value in before:
            if value is MISSING:
                module.pop(name, None)
            else:
                module[name] = value
