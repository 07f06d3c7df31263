"""Learners whose rate or margin changes by a schedule or with their weights, and how students write such states."""

from fractions import Fraction

import numpy as np

from perceptron import Learner


class RateToAFloor(Learner):
    def start(self, zero):
        self.eta = 1.0
        return zero

    def step(self, w, x, y):
        w = w + self.eta * y * x
        self.eta = np.maximum(self.eta * 0.9, 0.1)
        return w


class Patience(Learner):
    """Halves its rate after three updates in a row."""

    def start(self, zero):
        self.row, self.eta = 0, Fraction(1)
        return zero

    def wants_update(self, w, x, y):
        if y * (w @ x) <= 0:
            return True
        self.row = 0
        return False

    def step(self, w, x, y):
        self.row += 1
        if self.row >= 3:
            self.row, self.eta = 0, max(self.eta / 2, Fraction(1, 16))
        return w + self.eta * y * x


class WarmUp(Learner):
    def start(self, zero):
        self.eta = Fraction(1, 4)
        return zero

    def step(self, w, x, y):
        self.eta = min(1, self.eta * 3 / 2)
        return w + self.eta * y * x


class HalvedMargin(Learner):
    """Halves its margin after each update of an example that it had right."""

    def start(self, zero):
        self.beta = Fraction(1)
        return zero

    def wants_update(self, w, x, y):
        return y * (w @ x) <= self.beta

    def step(self, w, x, y):
        if y * (w @ x) > 0:
            self.beta = self.beta / 2
        return w + y * x


class TowardsAHalf(Learner):
    def start(self, zero):
        self.eta = Fraction(1)
        return zero

    def step(self, w, x, y):
        self.eta = self.eta / 2 + Fraction(1, 4)
        return w + self.eta * y * x


class OneAndOneOverT(Learner):
    def start(self, zero):
        self.t = 0
        return zero

    def step(self, w, x, y):
        self.t += 1
        return w + (1 + 1 / self.t) * y * x


class UnitExamples(RateToAFloor):
    """The rate multiplies x/‖x‖, so that the weights have a root in the denominator."""

    def wants_update(self, w, x, y):
        return bool(x) and y * (w @ x) <= 0

    def step(self, w, x, y):
        self.eta = max(self.eta / 2, Fraction(1, 4))
        return w + self.eta * y * x / x.norm


class RatesInTurn(Learner):
    """Takes its rates from a list, again and again."""

    rates = (1, Fraction(1, 2))

    def start(self, zero):
        self.k = 0
        return zero

    def step(self, w, x, y):
        eta = self.rates[self.k]
        self.k = (self.k + 1) % 2
        return w + eta * y * x


class FirstRates(Learner):
    """Takes its first rates from a list, by a counter that goes on."""

    rates = (1.0, 0.5)

    def start(self, zero):
        self.t = 0
        return zero

    def step(self, w, x, y):
        eta = self.rates[self.t] if self.t < 2 else 0.25
        self.t += 1
        return w + eta * y * x


class FarWithBias(Learner):
    """Starts away from 0, with a bias that starts at 0 and a margin."""

    def start(self, zero):
        self.b = 0
        return zero.at(np.array([2.0, 0.0]))

    def score(self, w, x):
        return np.dot(w, x) + self.b

    def wants_update(self, w, x, y):
        return y * self.score(w, x) <= 1

    def step(self, w, x, y):
        self.b += y
        return w + y * x


class DynamicFromOne(Learner):
    """The Perceptron with dynamic margin, ε = 4/5, whose count starts at 1."""

    def __init__(self, eps=0.8):
        self.eps = eps

    def start(self, zero):
        self.t = 1
        return zero

    def wants_update(self, w, x, y):
        return y * np.dot(w, x) <= (1 - self.eps) * np.linalg.norm(w) ** 2 / self.t

    def step(self, w, x, y):
        self.t += 1
        return w + y * x


class DynamicMultiplied(DynamicFromOne):
    """The same without a division, from 0: no case of its own for the first update."""

    def start(self, zero):
        self.t = 0
        return zero

    def wants_update(self, w, x, y):
        return self.t * (y * (w @ x)) <= (1 - self.eps) * w.norm2


class RommaWithParallelCase(Learner):
    """ROMMA, which begins anew where the example is a multiple of the weights: no run takes that path."""

    def step(self, w, x, y):
        w2, x2, inner = w.norm2, x.norm2, w @ x
        if not w2 or not x2:
            return w + y / x2 * x if x2 else w
        gap = x2 * w2 - inner**2
        if gap == 0:
            return y / x2 * x
        return (x2 * w2 - y * inner) / gap * w + w2 * (y - inner) / gap * x


class InADictionary(Learner):
    """A text in a dictionary names the phase: a margin of 1 at the first updates."""

    def start(self, zero):
        self.state = {"phase": "warm", "k": 0}
        return zero

    def wants_update(self, w, x, y):
        return y * (w @ x) <= (1 if self.state["phase"] == "warm" else 0)

    def step(self, w, x, y):
        self.state["k"] += 1
        if self.state["k"] > 3:
            self.state["phase"] = "cold"
        return w + y * x


class MeanOfTwo(Learner):
    def step(self, w, x, y):
        return np.mean(np.stack([w, w + 2 * y * x]), axis=0)
