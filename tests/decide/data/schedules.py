"""Learners whose rate or margin changes by a schedule: it falls to a floor, warms up, is halved, or tends to a number."""

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
