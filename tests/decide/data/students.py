"""Sixty learners as students and researchers write them, half of them with numpy: each is traced in `tests/decide/test_students.py`.

They are what people hand in: other names for the same thing, helpers, inherited constructors, numbers as floats."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from perceptron import Learner, sqrt

# -- in numpy -------------------------------------------------------------------------------------------------------------------------


class CourseScript(Learner):
    def start(self, zero):
        self.lr = 0.1
        return np.zeros_like(zero)

    def predict(self, w, x):
        return 1 if np.dot(w, x) >= 0 else -1

    def wants_update(self, w, x, y):
        return self.predict(w, x) != y

    def step(self, w, x, y):
        return w + self.lr * y * x


class SignOfDot(Learner):
    def wants_update(self, w, x, y):
        return np.sign(np.dot(w, x)) != y

    def step(self, w, x, y):
        return np.add(w, y * x)


class ErrorTimesRate(Learner):
    """Rosenblatt's rule as in a textbook: w += eta·(y − ŷ)·x."""

    eta = 0.01

    def wants_update(self, w, x, y):
        yhat = np.where(w.dot(x) > 0, 1, -1)
        self.error = y - yhat
        return self.error != 0

    def start(self, zero):
        self.error = 0
        return zero

    def step(self, w, x, y):
        return w + self.eta * self.error * x


class UnitExamples(Learner):
    def step(self, w, x, y):
        norm = np.linalg.norm(x)
        return w + y * x / norm if norm > 0 else w


class CosineScore(Learner):
    """Updates if the cosine is below 0.1."""

    def wants_update(self, w, x, y):
        lengths = np.linalg.norm(w) * np.linalg.norm(x)
        return bool(lengths == 0) or bool(y * np.inner(w, x) / lengths <= 0.1)


class HingeSubgradient(Learner):
    def wants_update(self, w, x, y):
        return np.maximum(0, 1 - y * np.dot(w, x)) > 0

    def step(self, w, x, y):
        return np.subtract(w, -0.5 * y * x)


class PegasosLike(Learner):
    """Shrinks by 1 − 1/t and steps by 1/(λt)."""

    def start(self, zero):
        self.t = 1
        self.lam = 0.25
        return zero

    def wants_update(self, w, x, y):
        return y * (w @ x) < 1

    def step(self, w, x, y):
        self.t += 1
        rate = 1 / (self.lam * self.t)
        return (1 - rate * self.lam) * w + rate * y * x


class ClippedWeights(Learner):
    """Projects onto the ball of radius 2."""

    def step(self, w, x, y):
        new = w + y * x
        size = np.linalg.norm(new)
        return new * 2 / size if size > 2 else new


class MultipliedAndSummed(Learner):
    def wants_update(self, w, x, y):
        return y * (w * x).sum() <= 0


class SumOfProducts(Learner):
    def wants_update(self, w, x, y):
        return y * np.sum(w * x) <= 0

    def step(self, w, x, y):
        return w + np.multiply(y, x)


class SquaredLength(Learner):
    """Steps of PA, with np.square and np.sum for the length."""

    def wants_update(self, w, x, y):
        self.loss = max(0, 1 - y * np.dot(w, x))
        return self.loss > 0

    def start(self, zero):
        self.loss = 0.0
        return zero

    def step(self, w, x, y):
        return w + self.loss / np.sum(np.square(x)) * y * x


class PassiveAggressiveClipped(Learner):
    C = 0.5

    def wants_update(self, w, x, y):
        return y * w.dot(x) < 1 and np.dot(x, x) > 0

    def step(self, w, x, y):
        tau = np.minimum(self.C, (1 - y * w.dot(x)) / x.dot(x))
        return w + tau * y * x


class PassiveAggressiveNpClip(Learner):
    def wants_update(self, w, x, y):
        return y * w.dot(x) < 1 and x.any()

    def step(self, w, x, y):
        return w + np.clip((1 - y * w.dot(x)) / np.dot(x, x), 0, 1) * y * x


class Affine(Learner):
    """Weights and bias as in a lab sheet."""

    def start(self, zero):
        self.b = 0.0
        return zero

    def score(self, w, x):
        return np.dot(w, x) + self.b

    def step(self, w, x, y):
        self.b += y
        return w + y * x


class AffineWithRate(Affine):
    rate = np.float64(0.1)

    def step(self, w, x, y):
        self.b = self.b + self.rate * y
        return w + self.rate * y * x


class MomentumNp(Learner):
    def start(self, zero):
        self.velocity = np.zeros_like(zero)
        return zero

    def step(self, w, x, y):
        self.velocity = 0.9 * self.velocity + y * x
        return w + self.velocity


class Nesterov(Learner):
    def start(self, zero):
        self.v = 0 * zero
        self.mu = 0.5
        return zero

    def wants_update(self, w, x, y):
        return y * ((w + self.mu * self.v) @ x) <= 0

    def step(self, w, x, y):
        self.v = self.mu * self.v + y * x
        return w + self.v


class RunningMean(Learner):
    """Keeps the mean of its weights beside them."""

    def start(self, zero):
        self.mean, self.n = zero.copy(), 0
        return zero

    def step(self, w, x, y):
        new = w + y * x
        self.n += 1
        self.mean = self.mean + (new - self.mean) / self.n
        return new


class ExponentialAverage(Learner):
    def start(self, zero):
        self.shadow = zero
        return zero

    def step(self, w, x, y):
        w = w + y * x
        self.shadow = 0.99 * self.shadow + 0.01 * w
        return w


class OuterMatrix(Learner):
    """A matrix of second moments."""

    def start(self, zero):
        self.A = np.outer(zero, zero)
        return zero

    def step(self, w, x, y):
        self.A = self.A + np.outer(x, x)
        return w + y * x


class DiagonalAdaGrad(Learner):
    def start(self, zero):
        self.g = zero
        return zero

    def step(self, w, x, y):
        self.g = self.g + x * x
        return w + y * x


class FirstCoordinateBias(Learner):
    def wants_update(self, w, x, y):
        return y * (np.dot(w[1:], x[1:]) + w[0]) <= 0


class PowerHalf(Learner):
    def step(self, w, x, y):
        return w + y * x / (1 + x @ x) ** 0.5


class RootOfUpdates(Learner):
    def start(self, zero):
        self.updates = 0
        return zero

    def step(self, w, x, y):
        self.updates += 1
        return w + y / np.sqrt(self.updates) * x


class AbsoluteMargin(Learner):
    def wants_update(self, w, x, y):
        m = np.dot(w, x)
        return np.abs(m) <= 0.2 or np.sign(m) != y


class ReshapedColumns(Learner):
    def wants_update(self, w, x, y):
        return y * np.dot(w.T, x) <= 0

    def step(self, w, x, y):
        return w + np.squeeze(y * np.ravel(x))


class InPlace(Learner):
    def step(self, w, x, y):
        w = w.copy()
        w += y * x
        return w


class Logical(Learner):
    def wants_update(self, w, x, y):
        s = w.dot(x)
        return np.logical_or(y * s <= 0, np.logical_and(s > 0, s < 0.1))


class Vdot(Learner):
    def wants_update(self, w, x, y):
        return not np.vdot(w, x) * y > 0


class EinsteinSum(Learner):
    def wants_update(self, w, x, y):
        return y * np.einsum("i,i->", w, x) <= 0


# -- in plain Python ------------------------------------------------------------------------------------------------------------------


class Rated(Learner):
    def __init__(self, rate=Fraction(1, 10)):
        self.rate = rate

    def step(self, w, x, y):
        return w + self.rate * y * x


class RatedWithMargin(Rated):
    def __init__(self, rate=Fraction(1, 10), margin=Fraction(1, 2)):
        super().__init__(rate)
        self.margin = margin

    def wants_update(self, w, x, y):
        return y * (w @ x) <= self.margin


@dataclass
class Thick(Learner):
    thickness: Fraction = Fraction(1, 3)
    history: list = field(default_factory=list)

    def wants_update(self, w, x, y):
        return y * (w @ x) <= self.thickness * x.norm


class EveryThird(Learner):
    """Every third update is doubled."""

    def start(self, zero):
        self.k = 0
        return zero

    def step(self, w, x, y):
        self.k += 1
        return w + (2 if self.k % 3 == 0 else 1) * y * x


class Alternating(Learner):
    def start(self, zero):
        self.flag = True
        return zero

    def step(self, w, x, y):
        self.flag = not self.flag
        return w + (1 if self.flag else 2) * y * x


class LastThree(Learner):
    """Weights are the sum of the last three examples."""

    def start(self, zero):
        self.buffer = []
        return zero

    def step(self, w, x, y):
        self.buffer.append(y * x)
        self.buffer = self.buffer[-3:]
        return sum(self.buffer)


class RingBuffer(Learner):
    def start(self, zero):
        self.ring, self.i = [zero, zero], 0
        return zero

    def step(self, w, x, y):
        old, self.ring[self.i] = self.ring[self.i], y * x
        self.i = (self.i + 1) % 2
        return w - old + y * x


class MiniBatch(Learner):
    def start(self, zero):
        self.batch = []
        return zero

    def step(self, w, x, y):
        self.batch = [*self.batch, y * x]
        if len(self.batch) == 2:
            w = w + sum(self.batch) / 2
            self.batch = []
        return w


class Restarts(Learner):
    def start(self, zero):
        self.mistakes, self.zero = 0, zero
        return zero

    def step(self, w, x, y):
        self.mistakes += 1
        if self.mistakes == 4:
            self.mistakes = 0
            return self.zero
        return w + y * x


class Voted(Learner):
    """The voted Perceptron, as in a lecture: a list of weights and how long each has lasted."""

    def start(self, zero):
        self.votes, self.c = [], 0
        return zero

    def wants_update(self, w, x, y):
        wrong = y * (w @ x) <= 0
        if not wrong:
            self.c += 1
        return wrong

    def step(self, w, x, y):
        self.votes.append((w, self.c))
        self.c = 1
        return w + y * x


class AveragedTrick(Learner):
    """Daumé's trick: w, and u = Σ c·y·x, beside a counter of rounds."""

    def start(self, zero):
        self.u, self.c = zero, 1
        return zero

    def wants_update(self, w, x, y):
        self.c += 1
        return y * (w @ x) <= 0

    def step(self, w, x, y):
        self.u = self.u + y * self.c * x
        return w + y * x


class DictState(Learner):
    def start(self, zero):
        self.state = {"seen": 0, "weights": zero}
        return zero

    def step(self, w, x, y):
        self.state["seen"] += 1
        self.state["weights"] = self.state["weights"] + y * x
        return self.state["weights"]


class TwoVectors(Learner):
    """One vector for each class, as for several classes."""

    def start(self, zero):
        self.pos, self.neg = zero, zero
        return zero

    def score(self, w, x):
        return self.pos @ x - self.neg @ x

    def step(self, w, x, y):
        if y == 1:
            self.pos, self.neg = self.pos + x, self.neg - x
        else:
            self.pos, self.neg = self.pos - x, self.neg + x
        return self.pos - self.neg


class ByClass(Learner):
    def start(self, zero):
        self.W = {1: zero, -1: zero}
        return zero

    def predict(self, x):
        return max(self.W, key=lambda c: self.W[c] @ x)

    def score(self, w, x):
        return (self.W[1] - self.W[-1]) @ x

    def step(self, w, x, y):
        self.W[y] = self.W[y] + x
        self.W[-y] = self.W[-y] - x
        return self.W[1] - self.W[-1]


class HelperFunctions(Learner):
    def wants_update(self, w, x, y):
        return margin(w, x, y) <= 0

    def step(self, w, x, y):
        return moved(w, x, y)


def margin(w, x, y):
    return y * (w @ x)


def moved(w, x, y, rate=1):
    return w + rate * y * x


class AsLambda(Learner):
    rule = staticmethod(lambda m: m <= 0)

    def wants_update(self, w, x, y):
        return self.rule(y * (w @ x))


class Properties(Learner):
    def start(self, zero):
        self._k = 0
        return zero

    @property
    def rate(self):
        return Fraction(1) if self._k < 10 else Fraction(1, 2)

    def step(self, w, x, y):
        self._k += 1
        return w + self.rate * y * x


class DecayingRate(Learner):
    def start(self, zero):
        self.t = 0
        return zero

    def step(self, w, x, y):
        self.t += 1
        return w + y * x / (1 + Fraction(1, 10) * self.t)


class DecayingMargin(Learner):
    def start(self, zero):
        self.t = 1
        return zero

    def wants_update(self, w, x, y):
        return y * (w @ x) <= 1 / self.t

    def step(self, w, x, y):
        self.t += 1
        return w + y * x


class StepDecay(Learner):
    """Halves its rate after every five updates, down to 1/8."""

    def start(self, zero):
        self.k, self.rate = 0, Fraction(1)
        return zero

    def step(self, w, x, y):
        self.k += 1
        if self.k == 5:
            self.k, self.rate = 0, max(self.rate / 2, Fraction(1, 8))
        return w + self.rate * y * x


class LongestSoFar(Learner):
    """Normalises by the longest example that it has seen."""

    def start(self, zero):
        self.longest = 1
        return zero

    def wants_update(self, w, x, y):
        self.longest = max(self.longest, x.norm2)
        return y * (w @ x) <= 0

    def step(self, w, x, y):
        return w + y * x / self.longest


class Confidence(Learner):
    """Updates also where the last round was a mistake."""

    def start(self, zero):
        self.wrong = False
        return zero

    def wants_update(self, w, x, y):
        before, self.wrong = self.wrong, y * (w @ x) <= 0
        return self.wrong or (before and y * (w @ x) <= 1)


class Reflection(Learner):
    """The modified Perceptron (Dasgupta, Kalai and Monteleoni), which starts with the first example."""

    def step(self, w, x, y):
        if not w:
            return y * x
        return w - 2 * (w @ x) / x.norm2 * x if x else w


class WhileLoop(Learner):
    """Steps until the example is right, at most three times."""

    def step(self, w, x, y):
        for _ in range(3):
            if y * (w @ x) > 0:
                break
            w = w + y * x
        return w


class SquareRootMargin(Learner):
    def wants_update(self, w, x, y):
        return y * (w @ x) <= sqrt(w.norm2) / 10


class MathSqrt(Learner):
    def step(self, w, x, y):
        return w + y * x / math.sqrt(2)


class MathSqrtOfNorm(Learner):
    def step(self, w, x, y):
        return w + y * x / math.sqrt(1 + x.norm2)


class TryExcept(Learner):
    def step(self, w, x, y):
        try:
            return w + y * x / x.norm
        except ZeroDivisionError:
            return w


class Positions(Learner):
    """Loops over coordinates, as one writes it without numpy."""

    def step(self, w, x, y):
        return [a + y * b for a, b in zip(w, x, strict=True)]


class Rounded(Learner):
    def step(self, w, x, y):
        return w + round(y * (w @ x)) * x
