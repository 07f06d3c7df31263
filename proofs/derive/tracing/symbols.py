"""Numbers and coordinates that remember how they were made: what a learner's own code computes with while it is traced.

The code gets ordinary tuples of n entries, which are `Coordinate`s: linear combinations of one coordinate of w, of z = y·x and of the
vectors that the learner keeps.  A product of two coordinates is held back until every coordinate has been added in the same way.  Then it
is an inner product, and so a `Scalar`: a rational function of ‖w‖², ⟨w, z⟩, ‖z‖², of the learner's numbers and of roots.

Nothing here is sampled.  What has no such form (one coordinate by itself, a float, a remainder) raises `Untraceable`.

`len`, `range`, `zip`, `any` and so on are functions of this file for the learner's code while it is traced.  A table is for every
dimension. So the number of coordinates is a `Width`, which nothing can be compared with, and the place of one a `Place`, which only finds
it in a vector. Vectors are paired with what is just as long. Whether one coordinate is 0 can be asked of all of them together only. Of
anything else these functions are Python's own.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from itertools import islice
from typing import Any, NoReturn

from sympy import QQ

from perceptron.numbers.enclosure import sqrt
from proofs.derive.tracing.universe import ABOVE, BELOW, PATH, ZERO, refuse

ROOT = "sqrt from perceptron.numbers.enclosure, not from math"


def lifted(value: object) -> Any:
    """An exact number or a scalar as an element of the field; None for anything else."""
    if isinstance(value, Scalar):
        return value.value
    if isinstance(value, (int, Fraction)):
        return PATH.get().universe.field(QQ(value.numerator, value.denominator))
    if isinstance(value, (float, complex)):
        refuse(f"the {type(value).__name__} {value!r}", f"write Fraction({str(value)!r}), and for a root {ROOT}")
    return None


def refusal(what: str, instead: str = "") -> Any:
    """A method that refuses."""

    def refused(*_: object) -> NoReturn:
        refuse(what, instead)

    return refused


class Untouchable:
    """What neither a scalar nor a coordinate can do."""

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> Any:
        return self

    __float__ = refusal("a float is made here", f"calculate with exact numbers; for a root write {ROOT}")
    __int__ = __index__ = __trunc__ = refusal("a whole number is made here, which is no polynomial of the inner products")
    __round__ = __floor__ = __ceil__ = refusal("rounding, which is no polynomial of the inner products")
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = __rdivmod__ = refusal(
        "a remainder, which is no polynomial of the inner products", "a counter begins anew by k + 1 if k < 6 else 0"
    )
    __str__ = __format__ = __repr__ = refusal("a number is made a text, which is no polynomial of the inner products")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        refuse(f"the attribute .{name} of a traced number")


class Scalar(Untouchable):
    """A rational function of inner products and numbers, or a sum on the way to one.

    rest     the function, or what stands beside the sum
    parts    the products of coordinates that were added so far, as {tag: form}: over all of them it is an inner product
    of_int   whether the code has an int here: the quotient of two is a float"""

    __slots__ = ("of_int", "parts", "rest")

    def __init__(self, rest: Any, of_int: bool = False, parts: Mapping[int, Any] | None = None) -> None:
        self.rest, self.of_int, self.parts = rest, of_int, dict(parts or {})

    @property
    def value(self) -> Any:
        """The function. Raises Untraceable for a sum over some of the coordinates."""
        if not self.parts:
            return self.rest
        path, (first, *more) = PATH.get(), self.parts.values()
        if len(self.parts) != path.width or any(not path.is_zero(f - first) for f in more):
            refuse("the coordinates are not all used in the same way", "the tracing knows inner products: sums over all coordinates")
        return first + self.rest

    def settled(self) -> Scalar:
        """As a function, if it is a sum over all coordinates."""
        return Scalar(self.value) if len(self.parts) == PATH.get().width else self

    def with_int(self, other: Scalar) -> bool:
        """Whether this and the other are ints."""
        return self.of_int and other.of_int

    # -- arithmetic -------------------------------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Any:
        if (o := scalar(other)) is None:
            return NotImplemented
        a, b, zero = self.settled(), o.settled(), PATH.get().universe.field.zero
        if (a.parts or b.parts) and a.rest and b.rest:
            counting()
        parts = {t: a.parts.get(t, zero) + b.parts.get(t, zero) for t in {**a.parts, **b.parts}}
        return Scalar(a.rest + b.rest, self.with_int(o), parts)

    __radd__ = __add__

    def __neg__(self) -> Scalar:
        return Scalar(-self.rest, self.of_int, {t: -f for t, f in self.parts.items()})

    def __pos__(self) -> Scalar:
        return self

    def __sub__(self, other: object) -> Any:
        return NotImplemented if (o := scalar(other)) is None else self + -o

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            return other * self
        if (o := scalar(other)) is None:
            return NotImplemented
        a, b = self.settled(), o.settled()
        if a.parts and b.parts:
            return Scalar(a.value * b.value)
        if (a.parts and a.rest) or (b.parts and b.rest):
            counting()
        return Scalar(
            a.rest * b.rest, self.with_int(o), {t: f * (b.rest if a.parts else a.rest) for t, f in {**a.parts, **b.parts}.items()}
        )

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        if (o := scalar(other)) is None:
            return NotImplemented
        if self.with_int(o):
            refuse("an int is divided by an int, which makes a float", "write Fraction(a, b) for a / b")
        if PATH.get().sign(o.value, ZERO):
            raise ZeroDivisionError("division by zero")
        return self * Scalar(1 / o.value)

    def __rtruediv__(self, other: object) -> Any:
        return NotImplemented if (o := scalar(other)) is None else o / self

    def __pow__(self, exponent: object) -> Any:
        if not isinstance(exponent, int):
            refuse(f"the power {exponent!r:.40}", "write a whole number, or sqrt")
        return Scalar(self.value**exponent, self.of_int) if exponent >= 0 else 1 / Scalar(self.value**-exponent, self.of_int)

    def __abs__(self) -> Scalar:
        return Scalar(PATH.get().absolute(self.value), self.of_int)

    def root(self) -> Scalar:
        """√, which `perceptron.numbers.enclosure.sqrt` asks for."""
        return Scalar(PATH.get().root(self.value))

    # -- comparisons ------------------------------------------------------------------------------------------------------------------

    def compared(self, other: object, yes: frozenset[int]) -> Any:
        o = lifted(other)
        return NotImplemented if o is None else PATH.get().sign(self.value - o, yes)

    def __lt__(self, other: object) -> Any:
        return self.compared(other, BELOW)

    def __le__(self, other: object) -> Any:
        return self.compared(other, BELOW | ZERO)

    def __gt__(self, other: object) -> Any:
        return self.compared(other, ABOVE)

    def __ge__(self, other: object) -> Any:
        return self.compared(other, ABOVE | ZERO)

    def __eq__(self, other: object) -> Any:
        return self.compared(other, ZERO)

    def __ne__(self, other: object) -> Any:
        return self.compared(other, ABOVE | BELOW)

    def __bool__(self) -> bool:
        return PATH.get().sign(self.value, ABOVE | BELOW)


def scalar(value: object) -> Scalar | None:
    """An exact number as a scalar; None for anything else."""
    if isinstance(value, Scalar) or (o := lifted(value)) is None:
        return value if isinstance(value, Scalar) else None
    return Scalar(o, isinstance(value, int))


def counting() -> NoReturn:
    """Raise Untraceable: a number that is added to or multiplied at each coordinate counts them."""
    refuse("a number is added for each coordinate", "the tracing is for every dimension")


OTHER_NORMS = "bounds of p-norm and multiplicative learners are in other norms, which `perceptron-proofs show winnow` has"


class Coordinate(Untouchable):
    """Coordinate number `tag` of a combination of vectors: {vector: coefficient}."""

    __slots__ = ("parts", "tag")

    def __init__(self, tag: int, parts: Mapping[str, Any]) -> None:
        self.tag, self.parts = tag, {v: c for v, c in parts.items() if c}

    def __add__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            if not self.parts or not other.parts:
                return self if self.parts else other
            if other.tag != self.tag:
                refuse("two different coordinates are added", "the tracing knows inner products: sums over all coordinates")
            zero = PATH.get().universe.field.zero
            both = {**self.parts, **other.parts}
            return Coordinate(self.tag, {v: self.parts.get(v, zero) + other.parts.get(v, zero) for v in both})
        o = lifted(other)
        if o is None:
            return NotImplemented
        if not PATH.get().is_zero(o):
            refuse("a number is added to a single coordinate")
        return self

    __radd__ = __add__

    def __neg__(self) -> Coordinate:
        return Coordinate(self.tag, {v: -c for v, c in self.parts.items()})

    def __pos__(self) -> Coordinate:
        return self

    def __sub__(self, other: object) -> Any:
        return self + (-other if isinstance(other, Coordinate) else -1 * other)  # type: ignore[operator]

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            if other.tag != self.tag:
                refuse("two different coordinates are multiplied", "the tracing knows inner products, not matrices")
            return Scalar(PATH.get().universe.field.zero, parts={self.tag: form(self.parts, other.parts)})
        o = lifted(other)
        if o is None:
            return NotImplemented
        return Coordinate(self.tag, {v: c * o for v, c in self.parts.items()})

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            refuse("a division by a single coordinate")
        o = lifted(other)
        return NotImplemented if o is None else self * (1 / Scalar(o))

    __rtruediv__ = refusal("a division by a single coordinate")

    def __pow__(self, exponent: object) -> Any:
        if isinstance(exponent, int | Fraction) and exponent == 2:
            return self * self
        refuse(f"the power {exponent!r:.20} of a single coordinate", f"only squares add up to an inner product: {OTHER_NORMS}")

    __rpow__ = refusal("a single coordinate is an exponent", f"the tracing knows inner products: {OTHER_NORMS}")
    __abs__ = refusal("the absolute value of a single coordinate", "only inner products can be used")
    __lt__ = __le__ = __gt__ = __ge__ = refusal("a single coordinate is compared", "only inner products can be")
    __bool__ = asked = refusal("which coordinates are 0 matters here", "the tracing knows only whether a whole vector is: any(x)")

    def __eq__(self, other: object) -> Any:
        return Nullity(self - other, False)

    def __ne__(self, other: object) -> Any:
        return Nullity(self - other, True)


class Nullity(Untouchable):
    """Whether a coordinate is 0, or differs from 0: only `any` and `all` over all coordinates have an answer."""

    def __init__(self, of: Coordinate, differs: bool) -> None:
        self.of, self.differs = of, differs

    __bool__ = __eq__ = __ne__ = Coordinate.asked


def form(a: Mapping[str, Any], b: Mapping[str, Any]) -> Any:
    """⟨a, b⟩ of two combinations."""
    universe = PATH.get().universe
    return sum((c * d * universe.pair(v, u) for v, c in a.items() for u, d in b.items()), universe.field.zero)


class Hidden(Untouchable):
    """A number that may not be read, such as one that tells the dimension."""

    def __init__(self, why: str, instead: str = "", value: int = 0) -> None:
        self.why, self.instead, self.value = why, instead, value

    def used(self, *_: object) -> NoReturn:
        refuse(self.why, self.instead)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = used
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __neg__ = __abs__ = __int__ = __float__ = __index__ = __bool__ = used
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __str__ = __format__ = used


class Unset(Hidden):
    """What an attribute holds that every round writes before it is read."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.used()

    __iter__ = __len__ = __call__ = __getitem__ = Hidden.used


MOST_ENTRIES = 10_000
MANY = "a loop over the places of a long sequence, which is no vector"
MOST_COUNTED = 28  # entries of what is no vector: places in it are within the widest vector that is traced
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
        return kind(zeros(self.value))

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


def zeros(width: int) -> PlacedVector:
    """The null vector, whose coordinates know that they are coordinates."""
    return PlacedVector(Coordinate(tag, {}) for tag in range(width))


def entries_of(values: Any) -> list[Any]:
    return list(islice(values, MOST_ENTRIES))


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


def traced_enumerate(values: Any, start: Any = 0) -> Any:
    entries = entries_of(values)
    if not per_coordinate(entries):
        if len(entries) > MOST_COUNTED:
            refuse(MANY, PLACES)
        return enumerate(entries, start)
    if any(coordinates_in(entry) != {i} for i, entry in enumerate(entries)):
        refuse("numbers and coordinates are counted together", PLACES)
    return [(Place(i), entry) for i, entry in enumerate(entries, start)]


def traced_zip(*values: Any, strict: bool = False) -> Any:
    lists = [entries_of(v) for v in values]
    if any(map(per_coordinate, lists)) and len({len(entries) for entries in lists}) > 1:
        refuse("a vector is paired with something of another length", "the tracing is for every dimension")
    if any(len({frozenset(coordinates_in(entry)) for entry in column}) > 1 for column in zip(*lists, strict=False)) and any(
        map(per_coordinate, lists)
    ):
        refuse("a coordinate is paired with something else than the same coordinate", "the tracing is for every dimension")
    return zip(*lists, strict=strict)


def traced_map(function: Callable[..., Any], *values: Any) -> Any:
    lists = list(traced_zip(*values))
    images = [function(*entries) for entries in lists]
    if per_coordinate(lists) and PATH.get().width > 1 and any(len(coordinates_in(value)) != 1 for value in images):
        counting()
    return images


def traced_reduce(function: Callable[..., Any], values: Iterable[Any], *first: Any) -> Any:
    entries = entries_of(values)
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


def traced_any(values: Any) -> bool:
    entries = entries_of(values)
    return nullity(entries, True) if any(isinstance(v, (Nullity, Coordinate)) for v in entries) else any(entries)


def traced_all(values: Any) -> bool:
    entries = entries_of(values)
    return not nullity(entries, False) if any(isinstance(v, (Nullity, Coordinate)) for v in entries) else all(entries)


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
