"""Learners that lie in wait for a tracing: each would be another for real numbers, in other dimensions, or later. And the Perceptron in
other words. `REFUSED` says what each is refused for. Lies of one line are in tables: `of_one_line` makes a file for such a learner."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from benchmarks.falsifier.learners import OnMistakes
from perceptron.learners.perceptron import Additive

REFUSED: dict[type, str] = {}
WRITTEN_OTHERWISE: list[type] = []


def refused(why: str) -> Callable[[type], type]:
    def note(kind: type) -> type:
        REFUSED[kind] = why
        return kind

    return note


def traced_as_it_is(kind: type) -> type:
    WRITTEN_OTHERWISE.append(kind)
    return kind


class Seeing(Additive):
    """Updates on mistakes, and where `more` says so of the example."""

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Any) -> bool:
        return bool(inner <= 0 or self.more(inner, x))

    def more(self, inner: Any, x: Any) -> Any: ...


# -- lies of one line --------------------------------------------------------------------------------------------------------------------


class Counting:
    """It is another number when it is asked again."""

    n = 0

    def __call__(self, *_: Any) -> int:
        self.n += 1
        return self.n


class CountingProperty(property):
    def __get__(self, *_: object) -> int:
        return COUNTING()


class CountingDict(dict[int, int]):
    def __missing__(self, _: object) -> int:
        return COUNTING()


class CountingError(Exception):
    def __eq__(self, _: object) -> bool:
        return COUNTING() > 10**6


class CountingType(type):
    beta = property(Counting())


class AlwaysMore(Fraction):
    def __ge__(self, other: object) -> bool:
        return True


SEEN, NUMBERS, COUNTING = [0], itertools.count(), Counting()

ANSWERS = [  # why it is refused, where it updates besides, a line of its class, and one of its start
    ("the global SEEN", "SEEN.append(1) == 0"),
    ("the global NUMBERS", "next(NUMBERS) > 10**6"),
    ("the attribute .n of something that is not the object itself", "COUNTING.n > 10**6"),
    ("self.box holds a Counting", "self.box() > 10**6", "def __init__(self): self.box = Counting()"),
    (
        "self.rule holds a partial; write it as a method",
        "self.rule(inner) > 1",
        "def __init__(self): self.rule = functools.partial(max, 0)",
    ),
    ("self.beta holds a AlwaysMore", "inner <= self.beta", "def __init__(self): self.beta = AlwaysMore(0)"),
    ("L.beta holds a Counting", "self.beta > 10**6", "beta = CountingProperty()"),
    ("L.beta holds a CountingDict", "self.beta[y] > 10**6", "beta = CountingDict()"),
    ("L.Box holds a type", "self.box > 10**6", "__module__, Box, box = 'abc', Counting, 0"),
    ("a method __getattr__", "self.beta > 10**6", "__getattr__, initialises, score, __deepcopy__ = COUNTING, False, None, None"),
    ("a round changes the global SEEN", "self == 0", "def __eq__(self, other): return SEEN.append(1) == 0"),
    ("a method __hash__", "self in {1: 2}", "__hash__ = COUNTING"),
    ("a round changes the global SEEN", "self()", "def __call__(self): return SEEN.append(1)"),
    ("CountingError, a type, is not followed", "CountingError() == 0"),
    ("a remainder", "'%s' % self == 'later'"),
    ("isinstance(…) is not followed", "isinstance(inner, Fraction) and inner == Fraction(12345, 678)"),
    ("a remainder", "inner % 7 == 0"),
    ("two things are asked whether they are one", "self.k is None", "k = None"),
    ("a value is given a name inside an expression", "sum(a * a + 0 * (n := 1) for a in x) > n"),
    ("two things are asked whether they are one", "type(inner) is Fraction and norm2 > 10**9"),
    ("the attribute .denominator of a traced number", "hasattr(inner, 'denominator') and norm2 > 10**9"),
    ("a number is made a text", "f'{inner}' == '12345/7'"),
    ("unhashable", "{inner: inner}[inner] > 1"),
    ("the complex (5+0j)", "inner == 5 + 0j"),
    ("the module random is not followed", "random.random() < 1e-9"),
    ("the module time is not followed", "time.time() > 2e9"),
    ("the number or the place of coordinates is compared", "len(x) == 7"),
    ("the number or the place of coordinates is compared", "len(x) // 40"),
    ("the number or the place of coordinates is compared", "len([0] * len(x)) > 40"),
    ("the number or the place of coordinates is compared", "len([*zip(x, x)]) > 40"),
    ("the number or the place of coordinates is compared", "len([*x, 0]) == len([*x, *x])"),
    ("a number is added for each coordinate", "reduce(lambda n, _: n + 1, x, 0) > 40"),
    ("a number is added for each coordinate", "reduce(lambda n, _: n + 1, x, inner - inner) > 40"),
    ("a number is added for each coordinate", "sum(map(self.one, x)) > 40", "one = lambda self, _: 1"),
    ("L.now holds a staticmethod", "self.now() > 2e9", "now = staticmethod(time.time)"),
    ("not arithmetic of the coordinates", "sum(1 for _ in x) > 40"),
    ("a number is added to a single coordinate", "sum(1 + 0 * a for a in x) > 40"),
    ("the coordinates are not all used in the same way", "sum(max(1, 0 * a * a) for a in x) > 40"),
    ("a part of a sequence", "any(x[40:])"),
    ("which coordinates are 0 matters", "x[0] != 0"),
    ("which coordinates are 0 matters", "all(x)"),
    ("which coordinates are 0 matters", "x.count(0) > 40"),
    ("which coordinates are 0 matters", "True in [a == 10**9 for a in x if a != 0]"),
    ("a number is added for each coordinate", "any(a == a * a + 10**9 for a in x)"),
    ("the float", "any(a == 12345.5 for a in x)"),
    ("a number is added to a single coordinate", "[a + 0 * a for a in x] == [10**9, 0, 0, 1]"),
    ("a method __deepcopy__", "False", "def __deepcopy__(self, memo): return self"),
    ("holds a _lru_cache_wrapper", "inner <= self.edge()", "edge = functools.lru_cache(lambda self: 0)"),
    ("a default argument of more is no number", "self.more()", "def more(self, *, later=random.random): return later() < 1e-9"),
    ("a second start leaves another self.k", "self.k > 5", "k = 0", "self.k += 1"),
    ("its start takes a root", "inner <= self.k", "pass", "self.k = sqrt(Fraction(2))"),
    ("self.k holds a generator", "False", "pass", "self.k = (n for n in range(10**7))"),
    ("the number or the place of coordinates is compared", "self.k == 7", "pass", "self.k = dimension"),
    ("vectors must start at 0", "False", "pass", "return (Fraction(1),) * dimension"),
    ("paired with something of another length", "sum(b for _, b in zip(self.k, (1,) * 30)) > 9", "pass", "self.k = (0,) * dimension"),
    ("a vector is made longer", "len(self.k) > 100", "pass", "self.k = (0,) * dimension * 3"),
    ("self.k has 4 entries for 2 coordinates", "len(self.k) > 100", "pass", "self.k = [*[0] * dimension, *[0] * dimension]"),
    ("not arithmetic of the coordinates", "len(self.k) > 100", "pass", "self.k = [0 for _ in range(dimension)] * 3"),
    ("not arithmetic of the coordinates", "len(self.k) > 100", "pass", "self.k = [0 for _ in range(dimension) for _ in range(3)]"),
    ("a sequence of more than 40 entries", "[a + 0 * a for a in x] == self.far", "far = (1,) * 41"),
]
STEPS = [  # why it is refused, and the new weights
    ("the number or the place of coordinates is compared", "[a + y * self.rates[i] * b for i, (a, b) in enumerate(zip(w, x))]"),
    ("paired with something of another length", "[a + y * c * b for a, b, c in zip(w, x, self.rates)]"),
    ("the float 0.5; write Fraction('0.5')", "[a + 0.5 * y * b for a, b in zip(w, x)]"),
    ("a single coordinate is compared", "[min(1, a + y * b) for a, b in zip(w, x)]"),
]
OTHER_WORDS = [  # the Perceptron's new weights, and a line of its class
    ["[w[i] + y * x[i] for i in range(len(w))]"],
    ["w if all(a == 0 for a in x) else super().step(w, x, y)"],
    ["super().step(w, x, y) if len(w) == len(x) else None"],
    ["list(map(lambda p: p[0] + y * p[1], zip(w, x)))"],
    ["w if y * reduce(lambda s, p: s + p[0] * p[1], zip(w, x), 0) > 0 else super().step(w, x, y)"],
    ["w if self.right(2 * inner_of(w, x, y)) else super().step(w, x, y)", "right = staticmethod(lambda inner: inner > 0)"],
    ["super().step(w, x, y if self.told(y) == 'up' else -1)", "told = lambda self, y: {1: 'up', -1: 'down'}[y]"],
]


def inner_of(w: Any, x: Any, y: int) -> Any:
    return y * sum(a * b for a, b in zip(w, x, strict=True))


def of_one_line(folder: Path, answer: str = "False", in_class: str = "rates = 5, 5, 5", start: str = "pass", step: str = "") -> Any:
    """A learner in a file of its own."""
    file = folder / "one_line.py"
    file.write_text(
        f"import random, time\nfrom functools import reduce\nfrom perceptron.numbers.enclosure import sqrt\nfrom {__name__} import *\n"
        f"class L(OnMistakes):\n    {in_class}\n"
        f"    def start(self, dimension):\n        {start}\n        return [0] * dimension\n"
        f"    def wants_update(self, inner, norm2, y, x):\n        return bool(inner <= 0 or {answer})\n"
        f"    def step(self, w, x, y):\n        return {step or '[a + y * b for a, b in zip(w, x)]'}\n",
        encoding="utf-8",
    )
    spec = spec_from_file_location("one_line", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.L()


# -- memory outside the object -------------------------------------------------------------------------------------------------------


@refused("changes CountsInItsClass.asked")
class CountsInItsClass(OnMistakes):
    asked = 0

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        CountsInItsClass.asked += 1
        return bool(inner <= 0 or CountsInItsClass.asked > 500)


@refused("an object around <lambda>, is another for each copy of the learner; write it as a method")
class ClosesOverItself(OnMistakes):
    def __init__(self) -> None:
        self.beta = 0
        self.rule = lambda inner: inner <= self.beta

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(self.rule(inner))


@refused("changes it; keep it in an attribute of the object")
class ChangedByAnotherMethod(OnMistakes):
    beta = 0

    @classmethod
    def reset(cls) -> None:
        cls.beta = 100

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= self.beta)


@refused("a round changes the global SEEN")
class CountsInAFunctionInside(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        def seen() -> int:
            SEEN.append(1)
            return len(SEEN)

        return seen() > 10**6


@refused("self.box holds a function; write it as a method")
class KeepsAFunction(OnMistakes):
    box: Any = None

    def start(self, dimension: int) -> Any:
        seen: list[int] = []
        if self.box == None:  # noqa: E711
            self.box = lambda: seen.append(1)
        return super().start(dimension)


@refused("a round changes the global SEEN")
class CountsInASetter(OnMistakes):
    def beta(self, value: int) -> None:
        self.past = len(SEEN) > 10**6
        SEEN.append(value)

    beta = property(lambda self: self.past, beta)  # type: ignore[assignment]

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.beta = 1  # type: ignore[assignment, method-assign]
        return w if self.beta else super().step(w, x, y)


@refused("a method __getattribute__")
@dataclass
class CountsItsAttributes(OnMistakes):
    beta: int = 0

    def __getattribute__(self, name: str) -> Any:
        return COUNTING() if name == "beta" else super().__getattribute__(name)


@refused("is made by CountingType")
class IsOfItsOwnType(OnMistakes, metaclass=CountingType):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or IsOfItsOwnType.beta > 10**6)  # type: ignore[operator]


exec(compile("\n" * 9 + "def elsewhere(learner, w, x, y): return w if __import__('time').time() > 2e9 else None", __file__, "exec"))


@refused("is not what stands there")
class CallsWhatStandsNowhere(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return elsewhere(self, w, x, y) or super().step(w, x, y)  # type: ignore[name-defined]  # noqa: F821


exec(  # in no file at all, as a command line of Python
    "@refused('is not what stands there')\n"
    "class StandsInNoFile(OnMistakes):\n"
    "    def wants_update(self, inner, norm2, y):\n"
    "        return bool(inner <= 0 or __import__('time').time() > 2e9)\n"
)


WATCHED: dict[str, Any] = {}
exec(  # in no file either, as the methods are that `dataclass` writes
    "def __getattribute__(self, name):\n"
    "    ASKED.append(name)\n"
    "    late = name == 'wants_update' and len(ASKED) > 10**9\n"
    "    return (lambda *_: True) if late else object.__getattribute__(self, name)\n",
    {"ASKED": []},
    WATCHED,
)


@refused("has a method __getattribute__")
@dataclass
class WatchesEveryName(OnMistakes):
    __getattribute__ = WATCHED["__getattribute__"]


@refused("an int is divided by an int")
class DividesInts(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.k = 10**304
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.k += 10**304
        return super().step(w, x, y) if 1 / self.k / 10**17 > 0 else w


@refused("self.now and self.before share one list")
class KeepsOneListTwice(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.now, self.before = [0] * dimension, [0] * dimension
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        if sum(a * a for a in w) > 10**9:
            self.before = self.now
        for i in range(len(w)):
            self.now[i] += y * x[i]
        return tuple(a + y * b for a, b in zip(w, self.before, strict=True))


@refused("self.w and self.other share one list")
class KeepsItsListInATuple(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.w = [0] * dimension
        self.other = (self.w,)
        return self.w

    def step(self, w: Any, x: Any, y: int) -> Any:
        far = sum(a * a for a in w) > 10**9
        for i in range(len(w)):
            self.w[i] += y * x[i]
        return [a - 2 * b for a, b in zip(w, self.other[0], strict=True)] if far else self.w


@refused("has no end: it holds itself")
class HoldsItself(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.me, self.k = self, 0
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.me.k += 1
        return super().step(w, x, y)


@refused("self.support is kept from round to round")
class Remembers(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.support: list[Any] = []
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.support = [*self.support, x]
        return super().step(w, self.support[0], y)


@refused("is a dict, which holds more than attributes")
class KeepsItInItself(dict[str, int]):
    start, step = Additive.start, Additive.step

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        self["k"] = self.get("k", 0) + 1
        return bool(inner <= 0 or self["k"] > 10**6)


# -- what tells a traced number from another --------------------------------------------------------------------------------------------


@refused("errors are caught here")
class CatchesErrors(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        try:
            return bool(inner.value or inner <= 0)
        except AttributeError:
            return bool(inner <= 0 or norm2 > 10**9)


@refused("a float is made here")
class SwallowsTheRefusal(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        try:
            return float(inner) <= 5
        except Exception:
            return bool(inner <= 0)


class Truth:
    def __init__(self, value: bool) -> None:
        self.value = value

    def __bool__(self) -> bool:
        return self.value


@refused("wants_update gives a Truth; it must answer True or False")
class AnswersAnother(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> Any:
        return Truth(inner <= 0)


# -- what tells one dimension, or one coordinate, from another -----------------------------------------------------------------------------


@refused("a loop over coordinates that does not add up")
class CountsByARange(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n, many = 0, len(x)
        for _ in range(many):
            n += 1
        return n > 40


@refused("not arithmetic of the coordinates")
class CountsByCalls(Seeing):
    def tick(self) -> int:
        self.n += 1
        return 1

    def more(self, inner: Any, x: Any) -> Any:
        self.n = 0
        return sum(self.tick() * a * a for a in x) < 0 or self.n > 40


@refused("a generator changes the object")
class CountsItsYields(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.k = 0
        return super().start(dimension)

    def moved(self, w: Any, x: Any, y: int) -> Any:
        for a, b in zip(w, x, strict=True):
            yield a + y * b
        self.k += 1

    def step(self, w: Any, x: Any, y: int) -> Any:
        return [b for _, b in zip(w, self.moved(w, x, y), strict=False)] if self.k < 10**6 else w


@refused("untraceable_learners.py:")
class MovesOneCoordinate(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        new = list(w)
        for i in range(2):
            new[i] += y * x[i]
        return new


@refused("a number is added for each coordinate")
class CountsBesideASum(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n = 0
        for a in x:
            n = n + 1 + 0 * a * a
        return n > 40


@refused("a number is added for each coordinate")
class CountsByDoubling(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n = 1 + sum(0 * a * a for a in x)
        for a in x:
            n = 2 * n + 0 * a * a
        return n > 2**40


@refused("a while loop")
class TakesApart(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n = 0
        while x:
            _, *x = x
            n += 1
        return n > 40


# -- the Perceptron in other words ---------------------------------------------------------------------------------------------------------


@traced_as_it_is
class ByAList(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        new = []
        for a, b in zip(w, x, strict=True):
            new.append(a + y * b)
        return new


@traced_as_it_is
class KeepsItsWeights(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.w = [0 for _ in range(dimension)]
        return self.w

    def step(self, w: Any, x: Any, y: int) -> Any:
        if (length2 := sum(b * b for b in x)) > 0 or length2 == 0:
            for i in range(len(w)):
                self.w[i] += y * x[i]
        return self.w


@traced_as_it_is
class Yields(OnMistakes):
    def moved(self, w: Any, x: Any, y: int) -> Any:
        for a, b in zip(w, x, strict=True):
            yield a + y * b

    def step(self, w: Any, x: Any, y: int) -> Any:
        return list(self.moved(w, x, y))


def through(function: Any) -> Any:
    @functools.wraps(function)
    def called(self: Any, *arguments: Any) -> Any:
        return function(self, *arguments)

    return called


@traced_as_it_is
class Matches(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        match y:
            case 1 | -1:
                return super().step(w, x, y)
            case _:
                return w


@traced_as_it_is
class Decorated(OnMistakes):
    @through
    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y)
