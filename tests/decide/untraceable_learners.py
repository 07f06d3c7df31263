"""Learners that lie in wait for a tracing: each would be another for real numbers, in other dimensions, or later. And the Perceptron in
other words. `REFUSED` says what each is refused for."""

from __future__ import annotations

import functools
import itertools
import random
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perceptron.learners.perceptron import Additive
from perceptron.numbers.enclosure import sqrt

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


class OnMistakes(Additive):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)


class Seeing(Additive):
    """Updates on mistakes, and where `more` says so of the example."""

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Any) -> bool:
        return bool(inner <= 0 or self.more(inner, x))

    def more(self, inner: Any, x: Any) -> Any: ...


# -- memory outside the object -------------------------------------------------------------------------------------------------------


@refused("changes CountsInItsClass.asked")
class CountsInItsClass(OnMistakes):
    asked = 0

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        CountsInItsClass.asked += 1
        return bool(inner <= 0 or CountsInItsClass.asked > 500)


SEEN: list[int] = []


@refused("the global SEEN")
class CountsInItsModule(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        SEEN.append(1)
        return super().step(w, x, y) if SEEN else w


class Box:
    n = 0


@refused("the attribute .n of something that is not the object itself")
class CountsInAnotherClass(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        Box.n += 1
        return super().step(w, x, y) if Box.n < 10**6 else w


NUMBERS = itertools.count()


@refused("the global NUMBERS")
class CountsByAnIterator(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y) if next(NUMBERS) < 10**6 else w


class Counting:
    def __init__(self) -> None:
        self.n = 0

    def __call__(self) -> int:
        self.n += 1
        return self.n


@refused("self.box holds a Counting")
class CountsByWhatItCalls(OnMistakes):
    def __init__(self) -> None:
        self.box = Counting()

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or self.box() > 10**6)


@refused("an object around <lambda>, is another for each copy of the learner; write it as a method")
class ClosesOverItself(OnMistakes):
    def __init__(self) -> None:
        self.beta = 0
        self.rule = lambda inner: inner <= self.beta

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(self.rule(inner))


@refused("self.rule holds a partial; write it as a method")
class HoldsAPartial(OnMistakes):
    def __init__(self) -> None:
        self.rule = functools.partial(max, 0)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(self.rule(inner) <= 0)


@refused("holds a _lru_cache_wrapper")
class Caches(OnMistakes):
    @functools.lru_cache  # noqa: B019
    def edge(self) -> int:
        return 0

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= self.edge())


@refused("changes it; keep it in an attribute of the object")
class ChangedByAnotherMethod(OnMistakes):
    beta = 0

    @classmethod
    def reset(cls) -> None:
        cls.beta = 100

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= self.beta)


@refused("a method __deepcopy__")
class IsItsOwnCopy(OnMistakes):
    def __deepcopy__(self, memo: Any) -> Any:
        return self


@refused("a second start leaves another self.runs")
class CountsItsStarts(OnMistakes):
    runs = 0

    def start(self, dimension: int) -> Any:
        self.runs += 1
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y if self.runs < 5 else -y)


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


@refused("its start takes a root")
class StartsWithARoot(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.rate = sqrt(Fraction(2))
        return super().start(dimension)


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


@refused("self.numbers holds a generator")
class HoldsAGenerator(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.numbers = (n for n in range(10**7))
        return super().start(dimension)


# -- what tells a traced number from another --------------------------------------------------------------------------------------------


@refused("two things are asked whether they are one")
class KnowsTheFirstRound(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.before = None
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= (5 if self.before is None else 0))

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.before = y
        return super().step(w, x, y)


@refused("isinstance(…) is not followed")
class AsksForTheKind(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or (isinstance(inner, Fraction) and inner == Fraction(12345, 678)))


@refused("two things are asked whether they are one")
class AsksForTheType(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or (type(inner) is Fraction and norm2 > 10**9))


@refused("the attribute .denominator of a traced number")
class AsksForAnAttribute(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or (hasattr(inner, "denominator") and norm2 > 10**9))


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


@refused("a number is made a text")
class ReadsTheText(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or f"{inner}" == "12345/7")


class AlwaysMore(Fraction):
    def __ge__(self, other: object) -> bool:
        return True


@refused("self.beta holds a AlwaysMore")
class HasAnotherNumber(OnMistakes):
    def __init__(self) -> None:
        self.beta = AlwaysMore(0)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= self.beta)


class Truth:
    def __init__(self, value: bool) -> None:
        self.value = value

    def __bool__(self) -> bool:
        return self.value


class Tomorrow:
    def __bool__(self) -> bool:
        return time.time() > 9e9


@refused("a default argument of more is no number")
class AsksADefault(OnMistakes):
    def more(self, *, later: Any = Tomorrow) -> bool:
        return bool(later())

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or self.more())


@refused("wants_update gives a Truth; it must answer True or False")
class AnswersAnother(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> Any:
        return Truth(inner <= 0)


@refused("unhashable")
class UsesAsAKey(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool({inner: inner}[inner] <= 0)


@refused("the module random is not followed")
class Random(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or random.random() < 1e-9)


@refused("the module time is not followed")
class LooksAtTheClock(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0 or time.time() > 2e9)


# -- what tells one dimension, or one coordinate, from another -----------------------------------------------------------------------------


@refused("the number or the place of coordinates is compared")
class ComparesTheDimension(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.large = dimension
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= (5 if self.large == 7 else 0))


@refused("the number or the place of coordinates is compared")
class ComparesALength(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return w if len(w) == 7 else super().step(w, x, y)


@refused("the number or the place of coordinates is compared")
class DividesALength(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return len(x) // 40


@refused("the number or the place of coordinates is compared")
class LooksUpThePlace(OnMistakes):
    rates = (1,) * 40 + (9,) * 1000

    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(a + y * self.rates[i] * b for i, (a, b) in enumerate(zip(w, x, strict=True)))


@refused("paired with something of another length")
class PairsWithALongList(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(a + y * c * b for a, b, c in zip(w, x, (1,) * 39 + (5,) * 1000, strict=False))


@refused("not arithmetic of the coordinates")
class CountsCoordinates(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return sum(1 for _ in x) > 40


@refused("a loop over coordinates that does not add up")
class CountsInALoop(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n = 0
        for _ in x:
            n += 1
        return n > 40


@refused("a loop over coordinates that does not add up")
class CountsByARange(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n, many = 0, len(x)
        for _ in range(many):
            n += 1
        return n > 40


@refused("a value is given a name inside an expression")
class CountsOnTheWay(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        n = 0
        return sum(a * a + 0 * (n := n + 1) for a in x) < 0 or n > 40


@refused("not arithmetic of the coordinates")
class CountsByCalls(Seeing):
    def tick(self) -> int:
        self.n += 1
        return 1

    def more(self, inner: Any, x: Any) -> Any:
        self.n = 0
        return sum(self.tick() * a * a for a in x) < 0 or self.n > 40


@refused("paired with something of another length")
class CountsAlongZeros(Seeing):
    def start(self, dimension: int) -> Any:
        self.zeros = tuple(Fraction(0) for _ in range(dimension))
        return super().start(dimension)

    def more(self, inner: Any, x: Any) -> Any:
        return sum(b for _, b in zip(self.zeros, (1,) * 1000, strict=False)) > 40


@refused("the number or the place of coordinates is compared")
class CountsTheZeros(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return len([0] * len(x)) > 40


class CountsInStart(OnMistakes):
    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= (0 if len(self.more) < 100 else 5))


@refused("a vector is made longer")
class CountsRepeatedZeros(CountsInStart):
    def start(self, dimension: int) -> Any:
        self.zeros = (Fraction(0),) * dimension
        self.more = self.zeros * 3
        return super().start(dimension)


@refused("self.more has 4 entries for 2 coordinates")
class CountsJoinedZeros(CountsInStart):
    def start(self, dimension: int) -> Any:
        self.zeros = (Fraction(0),) * dimension
        self.more = [*self.zeros, *self.zeros]
        return super().start(dimension)


@refused("not arithmetic of the coordinates")
class CountsWrittenZeros(CountsInStart):
    def start(self, dimension: int) -> Any:
        self.zeros = [0 for _ in range(dimension)]
        self.more = self.zeros * 3
        return super().start(dimension)


@refused("not arithmetic of the coordinates")
class CountsThriceWrittenZeros(CountsInStart):
    def start(self, dimension: int) -> Any:
        self.more = [0 for _ in range(dimension) for _ in range(3)]
        return super().start(dimension)


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


@refused("a number is added to a single coordinate")
class CountsByZeros(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return sum(1 + 0 * a for a in x) > 40


@refused("the coordinates are not all used in the same way")
class CountsByMaxima(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return sum(max(1, 0 * a * a) for a in x) > 40


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


@refused("a part of a sequence")
class LooksFarOut(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return any(x[40:])


@refused("which coordinates are 0 matters")
class LooksAtTheFirst(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y) if x[0] != 0 else w


@refused("which coordinates are 0 matters")
class AllOfThem(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y) if all(x) else w


@refused("which coordinates are 0 matters")
class CountsZeros(Seeing):
    def more(self, inner: Any, x: Any) -> Any:
        return x.count(0) > 40


# -- no polynomial of inner products -----------------------------------------------------------------------------------------------------


@refused("a remainder")
class EverySeventh(OnMistakes):
    def start(self, dimension: int) -> Any:
        self.k = 0
        return super().start(dimension)

    def step(self, w: Any, x: Any, y: int) -> Any:
        self.k += 1
        return w if self.k % 7 == 0 else super().step(w, x, y)


@refused("the float 0.5; write Fraction('0.5')")
class Floats(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(a + 0.5 * y * b for a, b in zip(w, x, strict=True))


@refused("vectors must start at 0")
class StartsElsewhere(OnMistakes):
    def start(self, dimension: int) -> Any:
        return (Fraction(1),) * dimension


@refused("a single coordinate is compared")
class ClipsCoordinates(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(min(Fraction(1), a) for a in super().step(w, x, y))


# -- the Perceptron in other words ---------------------------------------------------------------------------------------------------------


@traced_as_it_is
class ByIndices(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return tuple(w[i] + y * x[i] for i in range(len(w)))


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


@traced_as_it_is
class AsksForNull(OnMistakes):
    def step(self, w: Any, x: Any, y: int) -> Any:
        return w if all(a == 0 for a in x) else super().step(w, x, y)


@traced_as_it_is
class ByALambda(OnMistakes):
    right = staticmethod(lambda inner: inner > 0)

    def __init__(self) -> None:
        self.doubled = lambda inner: 2 * inner

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return not self.right(self.doubled(inner))


def through(function: Any) -> Any:
    @functools.wraps(function)
    def called(self: Any, *arguments: Any) -> Any:
        return function(self, *arguments)

    return called


@traced_as_it_is
class Decorated(OnMistakes):
    @through
    def step(self, w: Any, x: Any, y: int) -> Any:
        return super().step(w, x, y)
