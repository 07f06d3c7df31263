"""Numbers and coordinates that remember how they were made: what a learner's own code computes with while it is traced.

The code gets ordinary tuples of n entries, which are `Coordinate`s: linear combinations of one coordinate of w, of z = y·x and of the
vectors that the learner keeps.  A product of two coordinates is held back until every coordinate has been added in the same way.  Then it
is an inner product, and so a `Scalar`: a rational function of ‖w‖², ⟨w, z⟩, ‖z‖², of the learner's numbers and of roots.

Nothing here is sampled.  What has no such form (one coordinate by itself, a float, a remainder) raises `Untraceable`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

from sympy import QQ

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
            refuse(*FLOAT)
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
        if (o := lifted(other)) is None:
            if isinstance(other, Untouchable):
                return NotImplemented
            refuse(f"a number is compared with a {type(other).__name__}, which can pass for a number")
        return PATH.get().sign(self.value - o, yes)

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


def is_int(value: object) -> bool:
    """Whether the code has an int here, or may have one."""
    return value.of_int if isinstance(value, (Scalar, Coordinate)) else isinstance(value, int)


def scalar(value: object) -> Scalar | None:
    """An exact number as a scalar; None for anything else."""
    if isinstance(value, Scalar) or (o := lifted(value)) is None:
        return value if isinstance(value, Scalar) else None
    return Scalar(o, isinstance(value, int))


def counting() -> NoReturn:
    """Raise Untraceable: a number that is added to or multiplied at each coordinate counts them."""
    refuse("a number is added for each coordinate", "the tracing is for every dimension")


OTHER_NORMS = "bounds of p-norm and multiplicative learners are in other norms, which `perceptron-proofs show winnow` has"


FLOAT = "an int is divided by an int, which makes a float", "write Fraction(a, b) for a / b, and Fraction(0) for a 0 that is divided"


class Coordinate(Untouchable):
    """Coordinate number `tag` of a combination of vectors: {vector: coefficient}. `of_int`: the code may have an int here."""

    __slots__ = ("of_int", "parts", "tag")

    def __init__(self, tag: int, parts: Mapping[str, Any], of_int: bool = False) -> None:
        self.tag, self.parts, self.of_int = tag, {v: c for v, c in parts.items() if c}, of_int

    def __add__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            ints = self.of_int and other.of_int
            if not self.parts or not other.parts:
                one = self if self.parts else other
                return Coordinate(one.tag, one.parts, ints)
            if other.tag != self.tag:
                refuse("two different coordinates are added", "the tracing knows inner products: sums over all coordinates")
            zero = PATH.get().universe.field.zero
            both = {**self.parts, **other.parts}
            return Coordinate(self.tag, {v: self.parts.get(v, zero) + other.parts.get(v, zero) for v in both}, ints)
        o = lifted(other)
        if o is None:
            return NotImplemented
        if not PATH.get().is_zero(o):
            refuse("a number is added to a single coordinate")
        return self

    __radd__ = __add__

    def __neg__(self) -> Coordinate:
        return Coordinate(self.tag, {v: -c for v, c in self.parts.items()}, self.of_int)

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
            return Scalar(PATH.get().universe.field.zero, self.of_int and other.of_int, {self.tag: form(self.parts, other.parts)})
        o = lifted(other)
        if o is None:
            return NotImplemented
        return Coordinate(self.tag, {v: c * o for v, c in self.parts.items()}, self.of_int and is_int(other))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            refuse("a division by a single coordinate")
        o = lifted(other)
        if self.of_int and is_int(other):
            refuse(*FLOAT)
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
