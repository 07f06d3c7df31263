"""Twenty-four further learners as students write them, of other kinds than those of `students.py`: optimisers, modes, classes, buffers."""

import math
from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

import numpy as np

from perceptron import Learner


class Polyak(Learner):
    """Polyak step with suffix averaging after 10 updates."""

    def start(self, zero):
        self.avg, self.n = zero, 0
        return zero

    def step(self, w, x, y):
        loss = max(0, 1 - y * np.dot(w, x))
        w = w + loss / np.dot(x, x) * y * x if np.any(x) else w
        self.n += 1
        if self.n > 10:
            self.avg = self.avg + (w - self.avg) / (self.n - 10)
        return w


class Adam(Learner):
    """Adam on the whole vector (norm variant)."""

    lr, b1, b2, eps = 0.1, 0.9, 0.99, 1e-3

    def start(self, zero):
        self.m, self.v = zero, 0.0
        return zero

    def step(self, w, x, y):
        g = -y * x
        self.m = self.b1 * self.m + (1 - self.b1) * g
        self.v = self.b2 * self.v + (1 - self.b2) * np.linalg.norm(g) ** 2
        return w - self.lr * self.m / (np.sqrt(self.v) + self.eps)


class RMSProp(Learner):
    def start(self, zero):
        self.v = 0.0
        return np.zeros_like(zero)

    def step(self, w, x, y):
        self.v = 0.5 * self.v + 0.5 * x.dot(x)
        return w + y * x / np.sqrt(self.v) if self.v > 0 else w


class AdaGradNorm(Learner):
    def start(self, zero):
        self.G = 0
        return zero

    def step(self, w, x, y):
        self.G += x @ x
        return w + y * x / np.sqrt(1 + self.G)


class LossEnum(Enum):
    HINGE = 1
    SQUARED = 2


class EnumLoss(Learner):
    loss = LossEnum.SQUARED

    def wants_update(self, w, x, y):
        return y * np.dot(w, x) < 1

    def step(self, w, x, y):
        if self.loss is LossEnum.HINGE:
            return w + y * x
        return w + Fraction(1, 2) * (1 - y * np.dot(w, x)) * y * x


@dataclass
class DataClass(Learner):
    eta: float = 0.5
    gamma0: float = 0.1
    history: list = field(default_factory=list)

    def start(self, zero):
        self.w_prev = zero
        return zero

    def wants_update(self, w, x, y):
        return bool(y * np.inner(w, x) <= self.gamma0)

    def step(self, w, x, y):
        w, self.w_prev = w + self.eta * y * x + 0.25 * (w - self.w_prev), w
        return w


class Dequed(Learner):
    """The mean of the last two steps."""

    def start(self, zero):
        self.d = deque([zero, zero], maxlen=2)
        return zero

    def step(self, w, x, y):
        self.d.append(y * x)
        return w + sum(self.d) / 2


class Reduced(Learner):
    def start(self, zero):
        self.parts = (zero, zero)
        return zero

    def step(self, w, x, y):
        _, b = self.parts
        self.parts = (b, y * x)
        return reduce(lambda p, q: p + q, [w, y * x / 2, b / 2])


class Match(Learner):
    def start(self, zero):
        self.phase = "warm"
        self.k = 0
        return zero

    def step(self, w, x, y):
        self.k = self.k + 1 if self.k < 3 else self.k
        match self.k:
            case 1 | 2:
                return w + y * x / 2
            case _:
                return w + y * x


class StringState(Learner):
    """A mode kept as text."""

    def start(self, zero):
        self.mode = "a"
        return zero

    def step(self, w, x, y):
        w = w + (1 if self.mode == "a" else 2) * y * x
        self.mode = "b" if self.mode == "a" else "a"
        return w


class BoolState(Learner):
    def start(self, zero):
        self.last_wrong = False
        return zero

    def wants_update(self, w, x, y):
        wrong = bool(y * (w @ x) <= 0)
        double = wrong and self.last_wrong
        self.last_wrong = wrong
        self.c = 2 if double else 1
        return wrong

    def step(self, w, x, y):
        return w + self.c * y * x


class NoneState(Learner):
    """Keeps the last example, None before there is one."""

    def start(self, zero):
        self.last = None
        return zero

    def step(self, w, x, y):
        if self.last is not None:
            w = w + self.last / 4
        self.last = y * x
        return w + y * x


class Tilted(Learner):
    """Step weighted by a logistic-like rational."""

    def step(self, w, x, y):
        m = y * np.dot(w, x)
        return w + y * x / (1 + m * m)


class Sigmoid(Learner):
    def wants_update(self, w, x, y):
        p = 1 / (1 + math.exp(-(w @ x)))
        return (p > 0.5) != (y == 1)


class ArgmaxTwo(Learner):
    """Two classes with np.argmax."""

    def start(self, zero):
        self.W = [zero, zero]
        return zero

    def wants_update(self, w, x, y):
        k = int(np.argmax([np.dot(v, x) for v in self.W]))
        return k != (y == 1)

    def step(self, w, x, y):
        good, bad = (1, 0) if y == 1 else (0, 1)
        self.W[good] = self.W[good] + x
        self.W[bad] = self.W[bad] - x
        return self.W[1] - self.W[0]


class MaxKey(Learner):
    """Three prototypes; the nearest one moves."""

    def start(self, zero):
        self.W = {1: zero, -1: zero}
        return zero

    def score(self, w, x):
        return self.W[1] @ x - self.W[-1] @ x

    def wants_update(self, w, x, y):
        guess = max(self.W, key=lambda label: self.W[label] @ x)
        return guess != y

    def step(self, w, x, y):
        self.W[y] = self.W[y] + x
        self.W[-y] = self.W[-y] - x
        return self.W[1] - self.W[-1]


class SlicedList(Learner):
    def start(self, zero):
        self.buf = [zero] * 3
        return zero

    def step(self, w, x, y):
        self.buf = [*self.buf[1:], y * x]
        return w + np.mean(self.buf, axis=0)


class WalrusLoop(Learner):
    """Halves the step until the example is right, at most 3 times."""

    def step(self, w, x, y):
        eta, n = 4, 0
        while y * ((v := w + eta * y * x) @ x) > 1 and n < 3:
            eta, n = eta / 2, n + 1
        return v


class Bias(Learner):
    """A bias kept beside w, without score."""

    def start(self, zero):
        self.b = 0.0
        return zero

    def wants_update(self, w, x, y):
        return y * (np.dot(w, x) + self.b) <= 0

    def step(self, w, x, y):
        self.b += y
        return w + y * x


class UnitWeights(Learner):
    """Keeps w on the unit sphere."""

    def step(self, w, x, y):
        v = w + y * x
        n = np.linalg.norm(v)
        return v / n if n > 0 else v


class Ema(Learner):
    """Predicts with an exponential moving average of w."""

    def start(self, zero):
        self.a = zero
        return zero

    def score(self, w, x):
        return np.dot(self.a, x)

    def wants_update(self, w, x, y):
        return y * np.dot(self.a, x) <= 0

    def step(self, w, x, y):
        w = w + y * x
        self.a = 0.5 * self.a + 0.5 * w
        return w


class FStringCounter(Learner):
    """Counts by a dictionary with text keys."""

    def start(self, zero):
        self.count = {"+1": 0, "-1": 0}
        return zero

    def step(self, w, x, y):
        self.count[f"{y:+d}"] += 1
        n = self.count["+1"] + self.count["-1"]
        return w + y * x / math.sqrt(n)


class Comprehension(Learner):
    """Small committee: three perceptrons with different margins, mean of weights."""

    margins = (0, 0.1, 0.2)

    def start(self, zero):
        self.ws = [zero for _ in self.margins]
        return zero

    def wants_update(self, w, x, y):
        return any(y * (v @ x) <= m for v, m in zip(self.ws, self.margins, strict=True))

    def step(self, w, x, y):
        self.ws = [v + y * x if y * (v @ x) <= m else v for v, m in zip(self.ws, self.margins, strict=True)]
        return sum(self.ws) / 3


class SuperStep(Polyak):
    def step(self, w, x, y):
        w = super().step(w, x, y)
        return w - 0.1 * w if w @ w > 4 else w


class RowsArgmax(Learner):
    """Three classes in numpy's way: an array of weight vectors, and np.outer for the update."""

    def start(self, zero):
        self.W = np.array([zero] * 3)
        return zero

    def guess(self, x):
        return int(np.argmax(self.W @ x))

    def wants_update(self, w, x, y):
        return self.guess(x) != (0 if y == 1 else 1)

    def step(self, w, x, y):
        right, guess = (0 if y == 1 else 1), self.guess(x)
        self.W = self.W + np.outer([(k == right) - (k == guess) for k in range(3)], x)
        return self.W[0] - self.W[1]


class Pair(NamedTuple):
    w: object
    n: int


class PairState(Learner):
    def start(self, zero):
        self.s = Pair(zero, 0)
        return zero

    def step(self, w, x, y):
        self.s = self.s._replace(w=self.s.w + y * x, n=self.s.n + 1)
        return self.s.w


class Rolled(Learner):
    """The mean of the last three steps, in an array that np.roll turns."""

    def start(self, zero):
        self.h = np.array([zero, zero, zero])
        return zero

    def step(self, w, x, y):
        self.h = np.roll(self.h, 1)
        self.h[0] = y * x
        return w + self.h.mean()


class Heaviside(Learner):
    def wants_update(self, w, x, y):
        return 2 * np.heaviside(w @ x, 0.5) - 1 != y

    def step(self, w, x, y):
        return w + y * x / np.hypot(1.0, np.linalg.norm(x, ord=2))


class FloatArray(Learner):
    def step(self, w, x, y):
        return w + y * np.asarray(x, dtype=float)


class SumNorm(Learner):
    def step(self, w, x, y):
        return w + y * x / np.linalg.norm(x, ord=1)
