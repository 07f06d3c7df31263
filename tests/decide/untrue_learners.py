"""Learners that are not what they say: each is the Perceptron but for one thing, and says that it is the Perceptron."""

from __future__ import annotations

from fractions import Fraction

from benchmarks.falsifier.learners import OnMistakes, Vector


class Plain(OnMistakes):
    """It tells the truth."""

    updates_below: tuple[object, object] = ("0", "0")


class Counting(Plain):
    """It counts its updates, in a number that is nobody's name."""

    def start(self, dimension: int) -> Vector:
        self._made = 0
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self._made += 1
        return super().step(w, x, y)


class Late(Counting):
    """Its rule changes after forty updates."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= (self._made >= 40)


class TooLate(Counting):
    """Its rule changes after five thousand, which nobody sees who does not play so long."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= (self._made >= 5000)


class Idle(Counting):
    """Every seventh update adds nothing."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        after = super().step(w, x, y)
        return after if self._made % 7 else w


class AtSmallMargins(Plain):
    def __init__(self, gamma: Fraction) -> None:
        self._room = Fraction(0) if gamma >= Fraction(1, 12) else Fraction(1, 10)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self._room


class InHighDimensions(Plain):
    def start(self, dimension: int) -> Vector:
        self._room = Fraction(1, 2) if dimension > 4 else Fraction(0)
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self._room


class OnShortExamples(Plain):
    """It updates on every short example, but not on a line or in the plane."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int, x: Vector) -> bool:
        return inner <= 0 or (len(x) > 2 and sum(a * a for a in x) < Fraction(1, 4))


class OfTheClass(Plain):
    """It remembers in its class what another run did."""

    made = 0

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= (OfTheClass.made > 200)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        OfTheClass.made += 1
        return super().step(w, x, y)


class Numbered(Plain):
    """Its number c is one as long as nobody plays it."""

    def __init__(self) -> None:
        self.c = Fraction(1)


class Steps(Numbered):
    def start(self, dimension: int) -> Vector:
        self.c = Fraction(1)
        return super().start(dimension)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.c += Fraction(1, 30)
        return super().step(w, x, y)


class BySetattr(Numbered):
    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        setattr(self, "".join(["c"]), self.c + 1)
        return super().step(w, x, y)


def bump(learner: Numbered) -> None:
    learner.c += 1


class ByAFunction(Numbered):
    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        bump(self)
        return super().step(w, x, y)


class ByADictionary(Numbered):
    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.__dict__["c"] = self.c + 1
        return super().step(w, x, y)


class Helper:
    def __init__(self, owner: Numbered) -> None:
        self.owner = owner

    def help(self) -> None:
        self.owner.c += 1


class ByAnother(Numbered):
    def __init__(self) -> None:
        super().__init__()
        self._helper = Helper(self)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self._helper.help()
        return super().step(w, x, y)


class InAList(Plain):
    def __init__(self) -> None:
        self._parts = [Fraction(1)]

    def parameters(self) -> dict[str, Fraction]:
        return {"c": sum(self._parts, Fraction(0))}

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self._parts.append(Fraction(1))
        return super().step(w, x, y)


class ByAStoredPart(Plain):
    def __init__(self) -> None:
        self._many = 1

    def parameters(self) -> dict[str, Fraction]:
        return {"c": Fraction(self._many)}

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self._many += 1
        return super().step(w, x, y)


class OfGamma(Plain):
    """Its number is the same for every margin that is not small."""

    updates_below = ("0", "c")

    def __init__(self, gamma: Fraction) -> None:
        self.c = max(Fraction(1, 100), 1 / (1000 * gamma))

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self.c


class SaysOfGamma(Plain):
    """What it says is another thing for small margins."""

    def __init__(self, gamma: Fraction) -> None:
        self._room, self.c = (0 if gamma > Fraction(1, 4) else 1), Fraction(1)
        self.updates_below = ("0", self._room)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= self._room


class NeverReset(Plain):
    """A count that `start` leaves as it is."""

    def __init__(self) -> None:
        self.count = 0

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self.count += 1
        return super().step(w, x, y)


class SharedDefault(Plain):
    def __init__(self, seen: list[int] = []) -> None:  # noqa: B006  (that is what it is about)
        self._seen = seen

    def parameters(self) -> dict[str, int]:
        return {"count": len(self._seen)}

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        self._seen.append(y)
        return super().step(w, x, y)
