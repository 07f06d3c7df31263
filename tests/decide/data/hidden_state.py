"""Learners that depend on something that a table does not have: each is refused, or its table differs from its code."""

import collections
import operator
from fractions import Fraction

import numpy as np

from perceptron import Learner, Vector


class KeyOrder(Learner):
    """The order of a dictionary's keys."""

    def start(self, zero):
        self.d = {"a": 0, "b": 0}
        return zero

    def step(self, w, x, y):
        k = next(iter(self.d))
        v = self.d.pop(k)
        self.d[k] = v
        return w + y * x if k == "a" else w - y * x


class HashOfNumber(Learner):
    """hash of a number of the run, when it is whole."""

    def step(self, w, x, y):
        try:
            h = hash(x.norm2)
        except ValueError:
            return w + y * x
        return w - y * x if h == 4 else w + y * x


class SetOfNumbers(Learner):
    def start(self, zero):
        self.k = 0
        self.seen = {0: 0}
        return zero

    def step(self, w, x, y):
        self.k += 1
        if self.k not in self.seen:
            self.seen[self.k] = 1
        return w + y * x if len(self.seen) < 50 else w - 9 * y * x


class DefaultDict(Learner):
    def start(self, zero):
        self.c = collections.defaultdict(int)
        return zero

    def step(self, w, x, y):
        self.c["n"] += 1
        return w + y * x if self.c["n"] < 50 else w


class ArrayHidden(Learner):
    """The length of a dict by key numbers."""

    def start(self, zero):
        self.k = 0
        return zero

    def step(self, w, x, y):
        self.k = self.k + 1
        table = {i: 1 for i in range(2000)}
        return w + y * x if table.get(self.k, -1) > 0 else w - y * x


class TextGrows(Learner):
    def start(self, zero):
        self.s = ""
        return zero

    def step(self, w, x, y):
        self.s += "x"
        return w + y * x if len(self.s) < 50 else w


class IteratorState(Learner):
    def start(self, zero):
        self.it = iter(range(50))
        return zero

    def step(self, w, x, y):
        return w + y * x if next(self.it, None) is not None else w


class GeneratorState(Learner):
    def start(self, zero):
        self.it = (i for i in range(50))
        return zero

    def step(self, w, x, y):
        return w + y * x if next(self.it, None) is not None else w


class NpRecord(Learner):
    def start(self, zero):
        self.a = np.zeros(1, dtype=[("n", int)])
        return zero

    def step(self, w, x, y):
        self.a["n"] += 1
        return w + y * x if self.a["n"][0] < 50 else w


class NumpyView(Learner):
    base = np.zeros(3)

    def start(self, zero):
        return zero

    def step(self, w, x, y):
        self.base[1] += 1
        return w + y * x if self.base[1] < 50 else w


class MethodDefault(Learner):
    def helper(self, *, box={"n": 0}):  # noqa: B006
        box["n"] += 1
        return box["n"]

    def step(self, w, x, y):
        return w + y * x if self.helper() < 50 else w


class LocalsDir(Learner):
    def step(self, w, x, y):
        return w + y * x if len(dir(w)) > 3 else w


class GetAttrBehind(Learner):
    def step(self, w, x, y):
        b = getattr(w, "beh" + "ind")
        return w + y * x if type(b).__name__ == "Generic" else w - y * x


class FormatSpec(Learner):
    def step(self, w, x, y):
        return w + y * x if format(w) != "0" else w


class OperatorAttr(Learner):
    def step(self, w, x, y):
        b = operator.attrgetter("behind.below")
        try:
            return w - y * x if b(w) > 10**6 else w + y * x
        except AttributeError:
            return w + y * x


class Reduce(Learner):
    def step(self, w, x, y):
        r = w.__reduce_ex__(2)
        return w + y * x if len(str(r)) > 10**9 else w - y * x


class MatchClass(Learner):
    def step(self, w, x, y):
        match w:
            case Vector(behind=b) if hasattr(b, "entries"):
                return w - y * x
        return w + y * x


class NegativeIndexFar(Learner):
    rates = [1] * 10 + [-9]

    def start(self, zero):
        self.k = 0
        return zero

    def step(self, w, x, y):
        self.k -= Fraction(1, 3)
        r = self.rates[self.k * 3] if self.k > -4 else 1
        return w + r * y * x
