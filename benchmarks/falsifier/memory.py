"""Learners that remember: sums and votes over all rounds, small steps, learners that sleep, give up or do not ask.

What breaks their bounds is a run in blocks: one example some hundred times and then its mirror image, or an example on which the learner is
sure and wrong for ever."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.falsifier.learners import HALF, OnMistakes, PassiveAggressiveI, Tuple, dot, moved
from perceptron.learners.perceptron import OverTuples


class SumOfRounds(OnMistakes):
    """It predicts with the sum of its weights over all rounds so far, updates or not: the averaged Perceptron of practice."""

    def start(self, dimension: int) -> Tuple:
        self.total, self.age = (Fraction(0),) * dimension, 1
        return super().start(dimension)

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        found: Fraction = dot(self.total, x) + self.age * dot(w, x)
        return found

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        self.age += 1
        return bool(inner <= 0)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.total, self.age = moved(self.total, self.age, w), 1
        return moved(w, y, x)


class Voted(OnMistakes):
    """The voted Perceptron (Freund and Schapire 1999) that learns from its own mistakes: a vote for each round that weights lived."""

    def start(self, dimension: int) -> Tuple:
        self.past: tuple[tuple[int, Tuple], ...] = ()
        self.age = 1
        return super().start(dimension)

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        votes = ((age, dot(v, x)) for age, v in (*self.past, (self.age, w)))
        return Fraction(sum(age * ((inner > 0) - (inner < 0)) for age, inner in votes))

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        self.age += 1
        return bool(inner <= 0)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.past, self.age = (*self.past, (self.age, w)), 1
        return moved(w, y, x)


class Selective(OverTuples):
    """It asks for a label only where |⟨w,x⟩| ≤ b (Cesa-Bianchi, Gentile and Zaniboni 2006, without the coin)."""

    def __init__(self, b: Fraction = HALF) -> None:
        self.b = b

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return -self.b <= inner <= 0


class GivesUp(OnMistakes):
    """It stops learning once it was right `patience` times in a row."""

    def __init__(self, patience: int = 10) -> None:
        self.patience = patience

    def start(self, dimension: int) -> Tuple:
        self.row = 0
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        if self.row < self.patience:
            self.row = self.row + 1 if inner > 0 else 0
        return bool(inner <= 0) and self.row < self.patience


class EverySecond(OnMistakes):
    """It learns from its first, third, fifth … mistake."""

    def start(self, dimension: int) -> Tuple:
        self.wrong = 0
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        self.wrong += bool(inner <= 0)
        return bool(inner <= 0) and self.wrong % 2 == 1


class Sleepy(OnMistakes):
    """After each update it sleeps for `rest` rounds."""

    def __init__(self, rest: int = 3) -> None:
        self.rest = rest

    def start(self, dimension: int) -> Tuple:
        self.asleep = 0
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        if self.asleep:
            self.asleep -= 1
            return False
        return bool(inner <= 0)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.asleep = self.rest
        return moved(w, y, x)


class Wary(OverTuples):
    """After a mistake it asks for the margin 1/2 in the next round."""

    def start(self, dimension: int) -> Tuple:
        self.wary = False
        return super().start(dimension)

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        update = inner <= (HALF if self.wary else 0)
        self.wary = inner <= 0
        return update


class GrowingMargin(OnMistakes):
    """Its k-th update asks for the margin k/8."""

    def start(self, dimension: int) -> Tuple:
        self.made = 0
        return super().start(dimension)

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(8 * inner <= self.made)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.made += 1
        return moved(w, y, x)


class Smoothed(OnMistakes):
    """It predicts with the mean of its weights and of what it predicted with before."""

    def start(self, dimension: int) -> Tuple:
        self.smooth = (Fraction(0),) * dimension
        return super().start(dimension)

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        found: Fraction = dot(self.smooth, x)
        return found

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        new = moved(w, y, x)
        self.smooth = tuple((a + b) / 2 for a, b in zip(self.smooth, new, strict=True))
        return new


class LastThree(OnMistakes):
    """It predicts with the sum of its last three weights."""

    def start(self, dimension: int) -> Tuple:
        self.last: tuple[Tuple, ...] = ()
        return super().start(dimension)

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        return sum((dot(v, x) for v in self.last), Fraction(0))

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        new = moved(w, y, x)
        self.last = (*self.last, new)[-3:]
        return new


class SixNorm(OnMistakes):
    """The p-norm Perceptron for p = 6: the sign of Σ θ_i⁵ x_i."""

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        found: Fraction = dot([a**5 for a in w], x)
        return found


LEARNERS = {
    "sum-of-rounds": SumOfRounds(),
    "voted": Voted(),
    "pa-1-small": PassiveAggressiveI(Fraction(1, 100)),
    "selective": Selective(),
    "gives-up": GivesUp(),
    "every-second": EverySecond(),
    "sleepy": Sleepy(),
    "wary": Wary(),
    "growing-margin": GrowingMargin(),
    "smoothed": Smoothed(),
    "last-three": LastThree(),
    "six-norm": SixNorm(),
}
