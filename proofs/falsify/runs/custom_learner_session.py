"""Playing against any learner object: its parameters as names, its rule asked exactly, its threshold found by asking.

A learner is whatever has the three methods of `perceptron.Learner`: start(dimension), wants_update(inner, norm2, y) and
step(w, x, y), all in exact Fractions. It may keep a state (a count of its updates, say), which `start` must put back, for
`start` begins every run. A function from gamma to such an object stands for a learner that is told the margin.

    @dataclass
    class FixedMargin(Additive):                     # from perceptron.learners.perceptron: start at 0, step to w + y·x
        beta: Fraction
        def wants_update(self, inner, norm2, y): return inner <= self.beta

    falsify("M <= (1 + beta)/gamma**2", learner=FixedMargin(Fraction(1, 2)))        # beta is a name: a number of the object
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from operator import mul
from typing import Any, NoReturn

from perceptron.learners.perceptron import Additive, Learner
from perceptron.numbers.exact import common_denominator, vector
from proofs.counterexample.custom_learner import Faulty, Rule, is_plain

_FINENESS = 2.0**-34  # of the threshold, relative to the longest inner product that can occur


class Session:
    """One run of a learner over whole vectors z = y·x·grid: the exact weights, and what the next z would do."""

    def __init__(self, rule: Rule, gamma: Fraction, dimension: int, grid: int) -> None:
        self.learner = copy.copy(rule.fresh(gamma))
        self.plain = is_plain(self.learner)
        self.grid, self.grid2 = grid, grid * grid
        start = self.call(lambda: vector(self.learner.start(dimension), "start of the learner"))
        if len(start) != dimension:
            self.fail(f"its start has dimension {len(start)}, not {dimension}")
        self.scale = common_denominator(start)  # weights are whole numbers over grid·scale
        self.w = [value.numerator * (self.scale // value.denominator) * grid for value in start]
        self.additive = getattr(type(self.learner), "step", None) is Additive.step
        self.fresh = rule.initialises
        self.last = self.share = 0.0  # the threshold that was found last, and as a share of the weights' length
        self.measure()

    def measure(self) -> None:
        """The norm, after the weights changed."""
        self.norm2 = Fraction(sum(map(mul, self.w, self.w)), (self.grid * self.scale) ** 2)

    def wants(self, z: Sequence[int], y: int) -> bool:
        """Whether z makes a step, asked of a copy where asking might change the learner."""
        if self.fresh:
            return True
        inner = Fraction(sum(map(mul, self.w, z)), self.grid2 * self.scale)
        return self.ask(self.double(), inner, y)

    def take(self, z: Sequence[int], y: int) -> bool:
        """Play a round; whether it was a step that counts or initialised."""
        if not self.fresh:
            inner = Fraction(sum(map(mul, self.w, z)), self.grid2 * self.scale)
            if not self.ask(self.learner, inner, y):
                return False
        self.fresh = False
        if self.additive:
            self.w = [a + self.scale * b for a, b in zip(self.w, z, strict=True)]
        else:
            below = self.grid * self.scale
            w = tuple(Fraction(n, below) for n in self.w)
            x = tuple(Fraction(y * n, self.grid) for n in z)
            new = self.call(lambda: vector(self.learner.step(w, x, y), "step of the learner"))
            if len(new) != len(self.w):
                self.fail(f"its step has dimension {len(new)}, not {len(self.w)}")
            self.scale = common_denominator(new)
            self.w = [value.numerator * (self.scale // value.denominator) * self.grid for value in new]
        self.measure()
        return True

    def ask(self, learner: Learner, inner: Fraction, y: int) -> bool:
        """The learner's own answer."""
        return bool(self.call(lambda: learner.wants_update(inner, self.norm2, y)))

    def double(self) -> Learner:
        """A copy whose answers leave the learner as it is."""
        return copy.copy(self.learner) if self.plain else copy.deepcopy(self.learner)

    def floats(self) -> list[float]:
        """The weights in grid units."""
        return [n / self.scale for n in self.w]

    def threshold(self, y: int, longest: float) -> float:
        """About the greatest <w,z>, in units of grid², that makes a step, for ‖z‖ ≤ longest grid units: found by bisection,
        which takes it that what makes a step also makes one further on the wrong side. The move is asked about again."""
        size = sqrt(self.norm2) if self.norm2 < 1 << 1000 else 0.0
        reach = 1.000001 * size * longest / self.grid + 1e-12
        probe = self.double()
        fine = reach * _FINENESS
        for guess in (self.last, self.share * size):  # most learners' thresholds are constant, or go with the length of w
            near = min(max(guess, -reach), reach)
            if self.ask(probe, Fraction(near - fine), y) and not self.ask(probe, Fraction(near + fine), y):
                self.last, self.share = near, near / size if size else 0.0
                return near * self.grid2
        low, high = -reach, reach
        if not self.ask(probe, Fraction(low), y):
            return low * self.grid2
        while high - low > fine:
            middle = (low + high) / 2
            low, high = (middle, high) if self.ask(probe, Fraction(middle), y) else (low, middle)
        if low < 0 < high or abs(high) < 2 * fine:
            low = 0.0
        self.last, self.share = low, low / size if size else 0.0
        return low * self.grid2

    def call(self, action: Callable[[], Any]) -> Any:
        """Something that the learner does; what goes wrong there is its fault and said so."""
        try:
            return action()
        except Exception as error:
            self.fail(f"{type(error).__name__}: {error}", error)

    def fail(self, why: str, cause: Exception | None = None) -> NoReturn:
        raise Faulty(f"the learner {type(self.learner).__name__} failed: {why}") from cause
