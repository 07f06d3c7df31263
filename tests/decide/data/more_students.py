"""Learners by counters, texts, arrays of rates, properties and dictionaries, and some that are refused: see `test_students.py`."""

import collections
import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import NamedTuple

import numpy as np

from perceptron import Learner

# -- numpy


class LabSheet(Learner):
    """Weights kept on self; margin by np.dot in an f-string free helper."""

    def __init__(self, learning_rate=0.01, n_iter=10):
        self.learning_rate = learning_rate
        self.n_iter = n_iter
        self.errors_ = []

    def start(self, zero):
        self.errors_ = 0
        self.w_ = np.zeros_like(zero)
        return self.w_

    def net_input(self, w, x):
        return np.dot(x, w)

    def predict(self, w, x):
        return np.where(self.net_input(w, x) >= 0.0, 1, -1)

    def wants_update(self, w, x, y):
        update = self.learning_rate * (y - self.predict(w, x))
        self.errors_ += int(update != 0.0)
        return update != 0.0

    def step(self, w, x, y):
        update = self.learning_rate * (y - self.predict(w, x))
        w += update * x
        return w


class SoftMarginSGD(Learner):
    lam = 1e-2

    def start(self, zero):
        self.t = 0
        return np.zeros_like(zero)

    def wants_update(self, w, x, y):
        self.t += 1
        return True

    def step(self, w, x, y):
        eta = 1.0 / (self.lam * self.t)
        w = (1 - eta * self.lam) * w
        if y * np.dot(w, x) < 1:
            w = w + eta * y * x
        return w


class CosineAnnealed(Learner):
    rates = np.linspace(1.0, 0.5, 4)

    def start(self, zero):
        self.k = 0
        return zero

    def step(self, w, x, y):
        rate = self.rates[self.k]
        self.k = (self.k + 1) % len(self.rates)
        return w + rate * y * x


class HeavyBall(Learner):
    beta = 0.5

    def start(self, zero):
        self.prev = zero
        return zero

    def step(self, w, x, y):
        new = w + y * x + self.beta * (w - self.prev)
        self.prev = w
        return new


class PAWithEps(Learner):
    """Guards the division with eps, as scikit-learn users do."""

    def wants_update(self, w, x, y):
        return max(0.0, 1.0 - y * np.dot(w, x)) > 0.0

    def step(self, w, x, y):
        loss = max(0.0, 1.0 - y * np.dot(w, x))
        tau = loss / (np.linalg.norm(x) ** 2 + 1e-8)
        return w + tau * y * x


class UnitWeights(Learner):
    """Normalises the weights after each step."""

    def step(self, w, x, y):
        v = w + y * x
        n = np.linalg.norm(v)
        return v / n if n else v


class MedianOfThree(Learner):
    """Clips the step by np.median of three numbers."""

    def step(self, w, x, y):
        m = -y * np.dot(w, x)
        return w + np.median([0.5, 1 + m, 2]) * y * x


class Stacked(Learner):
    """Two weight vectors in a stacked array, averaged for the score."""

    def start(self, zero):
        self.W = np.array([zero, zero])
        self.turn = 0
        return zero

    def step(self, w, x, y):
        self.W[self.turn] = self.W[self.turn] + y * x
        self.turn = 1 - self.turn
        return self.W.mean(axis=0)


class LinalgDot(Learner):
    def wants_update(self, w, x, y):
        score = np.linalg.multi_dot([w, x]) if False else np.tensordot(w, x, axes=1)
        return bool(y * score <= 0)


class AtOperator(Learner):
    def wants_update(self, w, x, y):
        return not np.isclose(np.sign(w @ x), y)

    def step(self, w, x, y):
        return np.add(w, np.dot(y, x))


class FloatCast(Learner):
    def wants_update(self, w, x, y):
        return float(y) * w.dot(x) <= 0.0

    def step(self, w, x, y):
        return w + np.float32(0.5) * np.int64(y) * x


class Whitened(Learner):
    """Divides by the running mean of squared lengths."""

    def start(self, zero):
        self.s, self.n = 1.0, 1
        return zero

    def step(self, w, x, y):
        self.n += 1
        self.s += (np.dot(x, x) - self.s) / self.n
        return w + y * x / np.sqrt(self.s)


class Tanh(Learner):
    def step(self, w, x, y):
        return w + (1 - np.tanh(y * np.dot(w, x))) * y * x


# -- plain


class Config(NamedTuple):
    rate: Fraction = Fraction(1, 2)
    margin: Fraction = Fraction(1, 10)


class Configured(Learner):
    config = Config()

    def wants_update(self, w, x, y):
        return y * (w @ x) <= self.config.margin

    def step(self, w, x, y):
        return w + self.config.rate * y * x


class Schedule(Learner):
    def start(self, zero):
        self.schedule = {"warmup": 3, "rate": Fraction(1, 10)}
        self.steps = 0
        return zero

    def step(self, w, x, y):
        self.steps += 1
        if self.steps > self.schedule["warmup"]:
            self.schedule["rate"] = Fraction(1)
        return w + self.schedule["rate"] * y * x


class PhaseMachine(Learner):
    def start(self, zero):
        self.phase = "cold"
        self.count = 0
        return zero

    def step(self, w, x, y):
        self.count += 1
        match self.phase:
            case "cold":
                if self.count >= 2:
                    self.phase = "hot"
                return w + y * x
            case "hot":
                return w + 2 * y * x
        return w


class Cached(Learner):
    """Keeps the last score to use it in step."""

    def start(self, zero):
        self.last_score = 0
        return zero

    def wants_update(self, w, x, y):
        self.last_score = w @ x
        return y * self.last_score <= 0

    def step(self, w, x, y):
        return w + y * x / (1 + abs(self.last_score))


class WithProperty(Learner):
    def start(self, zero):
        self._n = 0
        return zero

    @property
    def rate(self):
        return 1 / Fraction(2) if self._n < 5 else Fraction(1, 4)

    def step(self, w, x, y):
        self._n = self._n + 1
        return w + self.rate * y * x


class Reduced(Learner):
    def start(self, zero):
        self.recent = collections.deque([zero] * 3, maxlen=3)
        return zero

    def step(self, w, x, y):
        self.recent.append(y * x)
        return w + reduce(lambda a, b: a + b, self.recent) / 3


class Zipped(Learner):
    coefficients = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))

    def start(self, zero):
        self.past = [zero, zero, zero]
        return zero

    def step(self, w, x, y):
        self.past = [y * x, *self.past[:2]]
        return w + sum(c * z for c, z in zip(self.coefficients, self.past, strict=True))


@dataclass
class Stats:
    seen: int = 0
    wrong: int = 0


class WithStats(Learner):
    def start(self, zero):
        self.stats = Stats()
        return zero

    def wants_update(self, w, x, y):
        self.stats.seen += 1
        return y * (w @ x) <= 0


class EarlyStop(Learner):
    patience = 50

    def start(self, zero):
        self.quiet = 0
        return zero

    def wants_update(self, w, x, y):
        wrong = y * (w @ x) <= 0
        self.quiet = 0 if wrong else self.quiet + 1
        return wrong and self.quiet < self.patience


class Cycle(Learner):
    """A rate by itertools.cycle."""

    def start(self, zero):
        self.rates = itertools.cycle([1, 2])
        return zero

    def step(self, w, x, y):
        return w + next(self.rates) * y * x


class PartialRule(Learner):
    def __init__(self):
        self.rule = partial(max, 0)

    def wants_update(self, w, x, y):
        return self.rule(1 - y * (w @ x)) > 0


class Angle(Learner):
    """Updates within 30 degrees of the plane, on the wrong side and at 0."""

    def wants_update(self, w, x, y):
        m = y * (w @ x)
        return m <= 0 or 4 * m * m <= w.norm2 * x.norm2


class LoggedMargin(Learner):
    def start(self, zero):
        self.worst = None
        return zero

    def wants_update(self, w, x, y):
        m = y * (w @ x)
        if self.worst is None or m < self.worst:
            self.worst = m
        return m <= 0


class EnumMode(Learner):
    def step(self, w, x, y):
        for _ in range(3):
            if y * (w @ x) > 0:
                break
            w = w + y * x
        return w


class Printed(Learner):
    verbose = False

    def step(self, w, x, y):
        if self.verbose:
            print("update", w)
        return w + y * x
