"""Numbers and coordinates that remember how they were made: what a learner's own code computes with while it is traced.

The code gets ordinary tuples of n entries, which are `Coordinate`s: linear combinations of one coordinate of w, of z = y·x and of the
vectors that the learner keeps.  A product of two coordinates is held back as an `Unsummed` until every coordinate has been added in the
same way.  Then it is an inner product, and so a `Scalar`: a rational function of ‖w‖², ⟨w, z⟩, ‖z‖², of the learner's numbers and of roots.

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
    if isinstance(value, Unsummed):
        return value.whole().value
    if isinstance(value, (int, Fraction)):
        return PATH.get().universe.field(QQ(value.numerator, value.denominator))
    if isinstance(value, (float, complex)):
        refuse(f"the {type(value).__name__} {value!r}", f"write Fraction({str(value)!r}), and for a root {ROOT}")
    return None


class Untouchable:
    """What neither a scalar nor a coordinate can do."""

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __float__(self) -> float:
        refuse("a float is made here", f"calculate with exact numbers; for a root write {ROOT}")

    def __int__(self) -> int:
        refuse("a whole number is made here, which is no polynomial of the inner products")

    __index__ = __trunc__ = __int__

    def __round__(self, digits: int | None = None) -> int:
        refuse("rounding, which is no polynomial of the inner products")

    def __floor__(self) -> int:
        refuse("rounding, which is no polynomial of the inner products")

    __ceil__ = __floor__

    def __mod__(self, other: object) -> Any:
        refuse("a remainder, which is no polynomial of the inner products", "a counter begins anew by k + 1 if k < 6 else 0")

    __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = __rdivmod__ = __mod__

    def __str__(self) -> str:
        refuse("a number is made a text, which is no polynomial of the inner products")

    def __format__(self, kind: str) -> str:
        return str(self)

    __repr__ = __str__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        refuse(f"the attribute .{name} of a traced number")


class TracedNumber(Untouchable):
    """What is a scalar, or is one when it is summed: it can be compared."""

    def whole(self) -> Scalar:
        """The scalar. Raises Untraceable if there is none yet."""
        raise NotImplementedError

    def compared(self, other: object, yes: frozenset[int]) -> Any:
        o = lifted(other)
        return NotImplemented if o is None else PATH.get().sign(self.whole().value - o, yes)

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
        return PATH.get().sign(self.whole().value, ABOVE | BELOW)

    def __abs__(self) -> Scalar:
        return Scalar(PATH.get().absolute(self.whole().value), self.whole().of_int)

    def root(self) -> Scalar:
        """√, which `perceptron.numbers.enclosure.sqrt` asks for."""
        return Scalar(PATH.get().root(self.whole().value))

    def __pow__(self, exponent: object) -> Any:
        if not isinstance(exponent, int):
            refuse(f"the power {exponent!r:.40}", "write a whole number, or sqrt")
        value = self.whole().value
        of_int = isinstance(self, Scalar) and self.of_int
        return Scalar(value**exponent, of_int) if exponent >= 0 else 1 / Scalar(value**-exponent, of_int)

    def __rtruediv__(self, other: object) -> Any:
        o = lifted(other)
        return NotImplemented if o is None else Scalar(o, isinstance(other, int)) / self.whole()


class Scalar(TracedNumber):
    """A rational function of inner products and numbers.

    of_int   whether the code has an int here: the quotient of two is a float"""

    __slots__ = ("of_int", "value")

    def __init__(self, value: Any, of_int: bool = False) -> None:
        self.value, self.of_int = value, of_int

    def whole(self) -> Scalar:
        return self

    def with_int(self, other: object) -> bool:
        """Whether this and the other are ints."""
        return self.of_int and (isinstance(other, int) or (isinstance(other, Scalar) and other.of_int))

    def __add__(self, other: object) -> Any:
        o = lifted(other)
        return NotImplemented if o is None else Scalar(self.value + o, self.with_int(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        o = lifted(other)
        return NotImplemented if o is None else Scalar(self.value - o, self.with_int(other))

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __mul__(self, other: object) -> Any:
        if isinstance(other, (Coordinate, Unsummed)):
            return other * self
        o = lifted(other)
        return NotImplemented if o is None else Scalar(self.value * o, self.with_int(other))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        o = lifted(other)
        if o is None:
            return NotImplemented
        if self.with_int(other):
            refuse("an int is divided by an int, which makes a float", "write Fraction(a, b) for a / b")
        if PATH.get().sign(o, ZERO):
            raise ZeroDivisionError("division by zero")
        return Scalar(self.value / o)

    def __neg__(self) -> Scalar:
        return Scalar(-self.value, self.of_int)

    def __pos__(self) -> Scalar:
        return self


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
            return Unsummed({self.tag: form(self.parts, other.parts)})
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

    def __rtruediv__(self, other: object) -> Any:
        refuse("a division by a single coordinate")

    def __pow__(self, exponent: object) -> Any:
        if exponent == 2:
            return self * self
        refuse(f"the power {exponent!r:.20} of a single coordinate", f"only squares add up to an inner product: {OTHER_NORMS}")

    def __rpow__(self, base: object) -> Any:
        refuse("a single coordinate is an exponent", f"the tracing knows inner products: {OTHER_NORMS}")

    def asked(self, *_: object) -> Any:
        refuse("which coordinates are 0 matters here", "the tracing knows only whether a whole vector is: any(x)")

    __bool__ = asked

    def __eq__(self, other: object) -> Any:
        return Nullity(self - other, False)

    def __ne__(self, other: object) -> Any:
        return Nullity(self - other, True)

    def order(self, other: object) -> Any:
        refuse("a single coordinate is compared", "only inner products can be")

    __lt__ = __le__ = __gt__ = __ge__ = order

    def __abs__(self) -> Any:
        refuse("the absolute value of a single coordinate", "only inner products can be used")


class Nullity(Untouchable):
    """Whether a coordinate is 0, or differs from 0: only `any` and `all` over all coordinates have an answer."""

    def __init__(self, of: Coordinate, differs: bool) -> None:
        object.__setattr__(self, "of", of)
        object.__setattr__(self, "differs", differs)

    __bool__ = __eq__ = __ne__ = Coordinate.asked


def form(a: Mapping[str, Any], b: Mapping[str, Any]) -> Any:
    """⟨a, b⟩ of two combinations."""
    universe = PATH.get().universe
    return sum((c * d * universe.pair(v, u) for v, c in a.items() for u, d in b.items()), universe.field.zero)


class Unsummed(TracedNumber):
    """A sum of products of coordinates, over some of the coordinates so far: {tag: form}; and a number beside it."""

    __slots__ = ("parts", "rest")

    def __init__(self, parts: Mapping[int, Any], rest: Any = None) -> None:
        self.parts, self.rest = dict(parts), PATH.get().universe.field.zero if rest is None else rest

    @property
    def complete(self) -> bool:
        return len(self.parts) == PATH.get().width

    def whole(self) -> Scalar:
        """The sum, if it is one over all coordinates."""
        path = PATH.get()
        forms = list(self.parts.values())
        if not self.complete or any(not path.is_zero(f - forms[0]) for f in forms):
            refuse("the coordinates are not all used in the same way", "the tracing knows inner products: sums over all coordinates")
        return Scalar(forms[0] + self.rest)

    def counting(self) -> NoReturn:
        """Raise Untraceable: a number that is added to or multiplied at each coordinate counts them."""
        refuse("a number is added for each coordinate", "the tracing is for every dimension")

    def __add__(self, other: object) -> Any:
        if isinstance(other, Unsummed) and not (self.complete or other.complete):
            zero = PATH.get().universe.field.zero
            if self.rest and other.rest:
                self.counting()
            both = {**self.parts, **other.parts}
            return Unsummed({t: self.parts.get(t, zero) + other.parts.get(t, zero) for t in both}, self.rest + other.rest)
        if isinstance(other, Unsummed) and not other.complete:
            return other + self.whole()
        o = lifted(other)
        if o and self.rest and not self.complete:
            self.counting()
        return NotImplemented if o is None else Unsummed(self.parts, self.rest + o)

    __radd__ = __add__

    def __neg__(self) -> Unsummed:
        return Unsummed({t: -f for t, f in self.parts.items()}, -self.rest)

    def __sub__(self, other: object) -> Any:
        return self + -1 * other if isinstance(other, (Unsummed, Scalar, int, Fraction)) else NotImplemented

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Coordinate):
            return other * self.whole()
        if isinstance(other, Unsummed):
            return self.whole() * other.whole()
        o = lifted(other)
        if self.rest and not self.complete:
            self.counting()
        return NotImplemented if o is None else Unsummed({t: f * o for t, f in self.parts.items()}, self.rest * o)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        o = lifted(other)
        return NotImplemented if o is None else self * (1 / Scalar(o))


class Unset(Untouchable):
    """What an attribute holds that may not be read: one that is written in every round, before it is; one that tells the dimension."""

    def __init__(self, name: str, why: str) -> None:
        object.__setattr__(self, "why", f"self.{name} {why}")

    def used(self, *_: object) -> Any:
        refuse(object.__getattribute__(self, "why"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.used()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __neg__ = __abs__ = used
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = __iter__ = __len__ = __call__ = __getitem__ = used
