"""Vector algebra: the two classes in which a learner is written, and the learner itself.

    from perceptron import Learner, sqrt

    class FixedMargin(Learner):
        beta = Fraction(1, 2)
        def wants_update(self, w, x, y): return y * (w @ x) <= self.beta
        def step(self, w, x, y): return w + y * x

A `Vector` has +, −, multiples, the inner product `@`, `norm2` and `norm`. It has no coordinates and no length, so a learner does the
same in every dimension. A `Number` calculates, compares and has a root. The same two classes serve for runs, for runs with a kernel and
for tracing: `behind` a vector there are whole numbers, certified enclosures, examples and a kernel, or the letters of a trace.

numpy's functions on vectors and numbers are those of the algebra: np.dot, np.sign, np.linalg.norm, np.zeros_like and others. A float is
read as the decimal that it prints as: 0.1 is 1/10; with a rounding error, as in 1 - 0.8, it is the fraction nearby.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from perceptron.errors import InputError

LIFT: ContextVar[Callable[[Fraction], Any]] = ContextVar("LIFT", default=lambda value: value)  # a plain number in a representation
FLOATS_READ: ContextVar[dict[str, Fraction] | None] = ContextVar("FLOATS_READ", default=None)


class NotInAlgebra(InputError):
    """An operation that vectors or numbers do not have, with the expression to write in its place."""


def refuse(what: str, instead: str) -> NoReturn:
    """Raise NotInAlgebra."""
    raise NotInAlgebra(f"{what}; write {instead}")


def refusal(what: str, instead: str) -> Any:
    """A method that raises NotInAlgebra."""

    def method(*_: object, **__: object) -> NoReturn:
        refuse(what, instead)

    return method


ROUNDED = 2**51  # one over the error of a float after an operation or two


def read_number(value: Any) -> Fraction | None:
    """A plain Python or numpy number as a Fraction; None for anything else.

    A float is the decimal that it prints as. Where that has more digits than a float keeps, as 1 - 0.8 and 1/3 have, it is the fraction
    with a denominator up to 1000 that lies within a rounding error, if there is one.

    >>> read_number(0.1), read_number(1 - 0.8)
    (Fraction(1, 10), Fraction(1, 5))
    """
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, float) or type(value).__name__ in ("float16", "float32", "longdouble"):
        try:
            exact = Fraction(str(value))
        except ValueError:
            refuse(f"the float {value!s} is no number", "a number")
        near = exact.limit_denominator(1000)
        if abs(near - exact) * ROUNDED < abs(exact):
            exact = near
        if (read := FLOATS_READ.get()) is not None:
            read[str(abs(value))] = abs(exact)
        return exact
    if isinstance(value, Decimal):
        return Fraction(value)
    if hasattr(value, "dtype") and not getattr(value, "shape", (0,)):
        return read_number(value.item())
    return None


def number_behind(value: Any) -> Any:
    """The number of a representation: what stands behind a `Number`, or a plain number as a Fraction; None for anything else."""
    return value.behind if isinstance(value, Number) else value if hasattr(value, "ball") else read_number(value)


MOST_MODULUS = 16
WHOLE = "a counter that begins anew as k + 1 if k < 4 else 0"


class Number:
    """A number of a run.

    >>> from fractions import Fraction
    >>> a = Number(Fraction(2))
    >>> a / 4 + 0.1, a.sqrt(), a <= 2
    (3/5, ≈ 1.414213562, True)
    """

    __slots__ = ("behind",)

    def __init__(self, behind: Any) -> None:
        self.behind = behind

    def __hash__(self) -> int:
        """The hash of a whole number, for the key of a dictionary. Raises what `__index__` raises if this is none."""
        return hash(self.__index__())

    def __copy__(self) -> Number:
        return self

    def __deepcopy__(self, memo: object) -> Number:
        return self

    def _with(self, other: object, calculate: Callable[[Any, Any], Any]) -> Any:
        right = None if isinstance(other, Vector) else number_behind(other)
        return NotImplemented if right is None else calculate(self.behind, right)

    def _number(self, other: object, calculate: Callable[[Any, Any], Any]) -> Any:
        result = self._with(other, calculate)
        return result if result is NotImplemented else Number(result)

    def __add__(self, other: object) -> Any:
        return self._number(other, lambda a, b: a + b)

    def __sub__(self, other: object) -> Any:
        return self._number(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Any:
        return self._number(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Any:
        return self._number(other, lambda a, b: a * b)

    def __truediv__(self, other: object) -> Any:
        return self._number(other, lambda a, b: a / b)

    def __rtruediv__(self, other: object) -> Any:
        return self._number(other, lambda a, b: b / a)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Number:
        return Number(-self.behind)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return -self if self < 0 else self

    def __pow__(self, exponent: object) -> Number:
        power = read_number(exponent)
        if power is None or power.denominator > 2 or abs(power) > 64:
            refuse("a power that is neither whole nor a half", "a whole number, or sqrt")
        base = self.sqrt() if power.denominator == 2 else self
        raised = Number(base.behind ** abs(power.numerator))
        return 1 / raised if power < 0 else raised

    def __mod__(self, modulus: object) -> Number:
        n = None if isinstance(modulus, Number) else read_number(modulus)
        if n is None or n.denominator != 1 or not 0 < n <= MOST_MODULUS:
            refuse(f"a remainder by no whole number from 1 to {MOST_MODULUS}", WHOLE)
        return Number(self.behind % n)

    def __lt__(self, other: object) -> Any:
        return self._with(other, lambda a, b: bool(a < b))

    def __le__(self, other: object) -> Any:
        return self._with(other, lambda a, b: bool(a <= b))

    def __gt__(self, other: object) -> Any:
        return self._with(other, lambda a, b: bool(a > b))

    def __ge__(self, other: object) -> Any:
        return self._with(other, lambda a, b: bool(a >= b))

    def __eq__(self, other: object) -> Any:
        return self._with(other, lambda a, b: bool(a == b))

    def __ne__(self, other: object) -> Any:
        return self._with(other, lambda a, b: bool(a != b))

    def __bool__(self) -> bool:
        return bool(self.behind != 0)

    def sqrt(self) -> Number:
        """√."""
        return Number(_root(self.behind))

    root = sqrt  # what `perceptron.numbers.enclosure.sqrt` asks for

    def __repr__(self) -> str:
        return repr(self.behind) if not isinstance(self.behind, Fraction) else str(self.behind)

    def item(self) -> Number:
        """Itself, as numpy's numbers have it."""
        return self

    def __index__(self) -> int:
        """The whole number that it is, for the entry of a list. Raises ValueError if it is none."""
        if hasattr(self.behind, "whole"):
            return self.behind.whole()  # type: ignore[no-any-return]
        if not isinstance(self.behind, Fraction) or self.behind.denominator != 1:
            raise ValueError(f"{self!r} is no whole number, and so no entry of a list")
        return self.behind.numerator

    __float__ = refusal("a float is made of a number of the run", "the number itself, and sqrt(a) for a root")
    __int__ = __trunc__ = refusal("a whole number is made of a number of the run", WHOLE)
    __round__ = __floor__ = __ceil__ = refusal("a number of the run is rounded", "the number itself")
    __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = refusal("a remainder", WHOLE)
    __len__ = __iter__ = __getitem__ = refusal("a number of the run is used as a list", "the number itself")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return _ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: object, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
        return _function(function, inputs, options)


COORDINATES = "w + y * x, w @ x, x.norm2 (a learner that needs coordinates is written over tuples, for falsify alone)"
DIMENSION = "zero or 0 * x for the null vector (a learner is the same in every dimension)"


class Vector:
    """A vector of a run.

    >>> from fractions import Fraction
    >>> from perceptron.learners.representations import vector_of
    >>> w, x = vector_of((Fraction(1), Fraction(0))), vector_of((Fraction(3), Fraction(4)))
    >>> w + 2 * x, w @ x, x.norm
    ((7, 8), 3, 5)
    """

    __slots__ = ("behind",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, behind: Any) -> None:
        self.behind = behind

    def __copy__(self) -> Vector:
        return self

    def __deepcopy__(self, memo: object) -> Vector:
        return self

    def __add__(self, other: object) -> Any:
        if isinstance(other, Vector):
            return Vector(self.behind.plus(other.behind))
        if isinstance(other, Number) or not (plain := read_number(other)):
            return NotImplemented if isinstance(other, Number) or plain is None else self  # sum() begins with 0
        refuse("a number added to each coordinate", COORDINATES)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self + -other if isinstance(other, Vector) else NotImplemented

    def __neg__(self) -> Vector:
        return Vector(self.behind.times(Fraction(-1)))

    def __pos__(self) -> Vector:
        return self

    def __mul__(self, factor: object) -> Any:
        if isinstance(factor, Vector):
            return Products(self, factor)
        number = number_behind(factor)
        return NotImplemented if number is None else Vector(self.behind.times(number))

    __rmul__ = __mul__

    def __truediv__(self, factor: object) -> Any:
        if (number := None if isinstance(factor, Vector) else number_behind(factor)) is None:
            refuse("a division by a vector", COORDINATES)
        return self * (1 / Number(number))

    def __matmul__(self, other: object) -> Any:
        return Number(self.behind.inner(other.behind)) if isinstance(other, Vector) else NotImplemented

    def dot(self, other: Vector) -> Number:
        """⟨·, ·⟩."""
        product: Number = self @ other
        return product

    @property
    def norm2(self) -> Number:
        """‖·‖²."""
        return self.dot(self)

    @property
    def norm(self) -> Number:
        """‖·‖."""
        return self.norm2.sqrt()

    @property
    def T(self) -> Vector:
        """Itself: a vector is neither a row nor a column."""
        return self

    def copy(self) -> Vector:
        """Itself, which nothing can change."""
        return self

    def at(self, coordinates: Iterable[Any]) -> Vector:
        """The vector with these coordinates, for a start away from 0. Raises InputError if the examples have another dimension."""
        entries = tuple(number_behind(entry) for entry in coordinates)
        return refuse("a start with an entry that is no number", "zero.at((1, 0))") if None in entries else Vector(self.behind.at(entries))

    def any(self) -> bool:
        """Whether it is not null."""
        return bool(self)

    def __pow__(self, exponent: object) -> Any:
        return Products(self, self) if exponent == 2 else refuse("a power of each coordinate", COORDINATES)

    def __eq__(self, other: object) -> Any:
        return (self - other).norm2 == 0 if isinstance(other, Vector) else refuse("a vector compared with no vector", "not w")

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __bool__(self) -> bool:
        return bool(self.norm2 != 0)

    def __repr__(self) -> str:
        return repr(self.behind)

    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = refusal("the coordinates of a vector are compared", COORDINATES)
    __getitem__ = __setitem__ = __contains__ = refusal("a coordinate of a vector", COORDINATES)
    __iter__ = sum = mean = max = min = refusal("a loop over coordinates", COORDINATES)
    __len__ = refusal("the number of coordinates", DIMENSION)
    __float__ = refusal("a float is made of a vector", "the vector itself, and no dtype")
    shape = size = ndim = property(__len__)
    __rtruediv__ = refusal("a division by a vector", COORDINATES)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return _ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: object, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
        return _function(function, inputs, options)


class Products:
    """The products of the coordinates of two vectors, of which only the sum is in the algebra."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, a: Vector, b: Vector) -> None:
        self._inner = a.dot(b)

    def sum(self) -> Number:
        """⟨a, b⟩."""
        return self._inner

    def __array_function__(self, function: Any, types: object, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
        return (
            self._inner if function.__name__ == "sum" and len(inputs) == 1 and not options else refuse("a product of coordinates", "w @ x")
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __bool__ = (
        refusal("a product of coordinates", COORDINATES)
    )
    __iter__ = __len__ = __getitem__ = __array_ufunc__ = __neg__ = refusal("a product of coordinates", COORDINATES)


def sqrt(number: Any) -> Number:
    """√number, exact where it is rational.

    >>> sqrt(4), sqrt(2)
    (2, ≈ 1.414213562)
    """
    if (plain := number_behind(number)) is None:
        refuse(f"the root of a {type(number).__name__}", "sqrt of a number")
    return Number(_root(LIFT.get()(plain) if isinstance(plain, Fraction) else plain))


def _root(number: Any) -> Any:
    from perceptron.numbers import enclosure  # FLINT comes with it

    return enclosure.sqrt(number)


def sign(number: Any) -> int:
    """−1, 0 or 1."""
    return 1 if number > 0 else -1 if number < 0 else 0


UFUNCS: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b, "divide": lambda a, b: a / b,
    "true_divide": lambda a, b: a / b, "negative": lambda a: -a, "positive": lambda a: a, "absolute": abs, "fabs": abs,
    "square": lambda a: a**2, "power": lambda a, b: a**b, "float_power": lambda a, b: a**b, "matmul": lambda a, b: a @ b, "sqrt": sqrt,
    "sign": sign, "maximum": max, "minimum": min, "fmax": max, "fmin": min, "less": lambda a, b: a < b, "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b, "greater_equal": lambda a, b: a >= b, "equal": lambda a, b: a == b, "not_equal": lambda a, b: a != b,
    "remainder": lambda a, b: a % b, "logical_not": lambda a: not a, "reciprocal": lambda a: 1 / a, "vecdot": lambda a, b: a @ b,
    "heaviside": lambda a, at_0: 1 if a > 0 else 0 if a < 0 else at_0, "hypot": lambda a, b: sqrt(a * a + b * b),
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "dot": lambda a, b: a @ b if isinstance(a, Vector) and isinstance(b, Vector) else a * b,
    "inner": lambda a, b: a @ b, "vdot": lambda a, b: a @ b, "norm": lambda a, ord=2: _norm(a, ord),
    "zeros_like": lambda a, dtype=float: 0 * a, "copy": lambda a: a, "where": lambda c, a, b: a if c else b, "any": bool, "all": bool,
    "clip": lambda a, a_min, a_max: max(a_min, min(a, a_max)), "ravel": lambda a: a, "squeeze": lambda a: a,
    "stack": lambda a, axis=0: _stack(a, axis), "vstack": lambda a: _stack(a, 0),
    "sum": lambda a: a.sum() if isinstance(a, Vector) else a, "outer": lambda a, b: _outer(a, b),
    "isclose": lambda a, b, rtol=1e-5, atol=1e-8: abs(a - b) <= atol + rtol * abs(b),
    "einsum": lambda how, a, b: a @ b if how.replace(" ", "") in ("i,i", "i,i->") else refuse("np.einsum of coordinates", "w @ x"),
}  # fmt: skip


def _ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    if method != "__call__" or ufunc.__name__ not in UFUNCS or options:
        refuse(f"np.{ufunc.__name__} of a vector or a number of the run", "+, −, *, / and @, and sqrt for a root")
    entries = [_entries(i) for i in inputs]
    if (count := max(map(len, entries))) > 1:
        parts = [[e[i % len(e)] for e in entries] for i in range(count)]
        if not all(isinstance(p, Vector) for e in entries for p in e if len(e) > 1):
            refuse("an array of numbers beside a vector or a number of the run", COORDINATES)
        return rows([UFUNCS[ufunc.__name__](*part) for part in parts])
    plain = [i if isinstance(i, (Number, Vector)) else read_number(i) for (i,) in entries]
    if any(i is None for i in plain):
        refuse("an array beside a vector or a number of the run", COORDINATES)
    return UFUNCS[ufunc.__name__](*plain)


def _entries(value: Any) -> list[Any]:
    """The rows of an array of vectors; a vector or a number alone, also where numpy has put it into an array."""
    return list(value.ravel()) if type(value).__name__ == "ndarray" and value.dtype == object and value.ndim < 2 else [value]


def rows(values: list[Any]) -> Any:
    """numpy's array of these vectors or numbers, which it keeps as objects."""
    import numpy as np

    array = np.empty(len(values), object)
    array[:] = values
    return array


def _stack(vectors: Any, axis: int) -> Any:
    if axis or not isinstance(vectors, (list, tuple)) or not all(isinstance(v, Vector) for v in vectors):
        refuse("an array of coordinates", COORDINATES)
    return rows(list(vectors))


def _outer(numbers: Any, vector: Any) -> Any:
    if not isinstance(numbers, (list, tuple)):
        refuse("np.outer of vectors", COORDINATES)
    return rows([number * vector for number in numbers])


def _norm(value: Any, ord: Any) -> Any:
    if ord not in (2, None):
        refuse("a norm by coordinates", "x.norm")
    return value.norm if isinstance(value, Vector) else abs(value)


def _function(function: Any, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    name, at = function.__name__, [_entries(i) for i in inputs]
    if name in ("dot", "inner") and len(at) == 2 and not options and max(map(len, at)) > 1:
        return inputs[0] @ inputs[1]
    try:
        return FUNCTIONS[name](*(e[0] if len(e) == 1 else i for e, i in zip(at, inputs, strict=True)), **options)
    except (KeyError, TypeError):
        how = "".join(f", {option}={value!r:.20}" for option, value in options.items())
        refuse(f"np.{name}{how} of a vector or a number of the run", "w @ x, x.norm2, 0 * x, a if c else b")


def attributes(learner: Any) -> dict[str, Any]:
    """The attributes that an object itself holds, in its dictionary or its slots."""
    held = dict(getattr(learner, "__dict__", {}))
    for kind in type(learner).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        held |= {name: getattr(learner, name) for name in ((slots,) if isinstance(slots, str) else slots) if hasattr(learner, name)}
    return held


def put(learner: Any, name: str, value: object) -> None:
    """Set an attribute, also of a frozen object."""
    object.__setattr__(learner, name, value)
