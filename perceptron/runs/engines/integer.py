"""The exact engine for integers of any size: a rule multiplied out until only integers are left.

Let E be a common denominator of the examples and the start, x = n/E, z = y·n and w = W/E. Then y⟨w,x⟩ = ⟨W,z⟩/E² and a step is
W += z. A learner's `rule(E)` decides on ⟨W,z⟩ and ‖W‖².
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import add, mul
from typing import TYPE_CHECKING, Any, TypeGuard

from perceptron.learners.perceptron import Additive
from perceptron.numbers.exact import common_denominator
from perceptron.runs.engines.fraction import refuse_zero_start

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import Learner, MarginPerceptron, Perceptron


def is_known(learner: Learner) -> TypeGuard[Additive]:
    """Whether this engine may run the learner: it adds y·x when its `rule` says so, and no subclass has changed that."""
    kind, plain = type(learner), ("step", "wants_update")
    return isinstance(learner, Additive) and not hasattr(learner, "score") and all(getattr(kind, m) is getattr(Additive, m) for m in plain)


class IntegerFold:
    """A learner over a sequence in Python integers, dense or sparse. Each `go` continues where the last one stopped."""

    engine = "int"

    def __init__(self, learner: Additive, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        start = learner.start(examples.dimension)
        self.denominator = lcm(common_denominator(start), examples.denominator)
        self.scale = self.denominator // examples.denominator
        self.weights = [value.numerator * (self.denominator // value.denominator) for value in start]
        self.rule, self.fresh = learner.rule(self.denominator), learner.initialises

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        return self._dense() if self.examples.sparse is None else self._sparse()

    def _dense(self) -> list[int]:
        w, rule, scale, updates = self.weights, self.rule, self.scale, []
        norm2 = sum(map(mul, w, w))
        for first, rows, labels in self.examples.blocks():
            for t, z in enumerate(rows):
                inner = sum(map(mul, w, z)) * scale
                if self.fresh:
                    self._begin(any(z))
                elif not rule(inner, norm2, labels[t]):
                    continue
                w = list(map(add, w, z if scale == 1 else [scale * n for n in z]))
                if self.learner.reads_length:
                    norm2 += 2 * inner + scale**2 * sum(map(mul, z, z))
                updates.append(first + t)
        self.weights = w
        return updates

    def _sparse(self) -> list[int]:
        """The pass on the entries other than 0 alone."""
        w, scale, updates = self.weights, self.scale, []
        norm2 = sum(map(mul, w, w))
        for t, y in enumerate(self.examples.labels):
            x = self.examples.entries(t)
            inner = y * scale * sum(w[i] * n for i, n in x)
            if self.fresh:
                self._begin(bool(x))
            elif not self.rule(inner, norm2, y):
                continue
            for i, n in x:
                w[i] += scale * y * n
            norm2 += 2 * inner + scale**2 * sum(n * n for _, n in x)
            updates.append(t)
        return updates

    def _begin(self, nonzero: bool) -> None:
        refuse_zero_start(self.learner, nonzero)
        self.fresh = False


# -- `CertifiedFold`'s interface in Python's integers: for entries that no float64 holds, and where nothing is compiled


@dataclass(frozen=True)
class RationalRows:
    """n rows of d rational entries, each row as its entries other than 0: {column: numerator} over one common denominator."""

    rows: Sequence[dict[int, int]]
    denominator: int
    n: int
    d: int

    def row(self, i: int) -> tuple[list[int], list[Fraction]]:
        """The columns and the entries of row i that are not 0."""
        return list(self.rows[i]), [Fraction(n, self.denominator) for n in self.rows[i].values()]


def rational_rows(rows: Sequence[dict[int, Fraction]], d: int) -> RationalRows:
    """Rows of Fractions, each as {column: entry}, over one common denominator."""
    below = common_denominator(value for row in rows for value in row.values())
    whole = [{j: value.numerator * (below // value.denominator) for j, value in row.items() if value} for row in rows]
    return RationalRows(whole, below, len(rows), d)


class RationalFold:
    """A Perceptron or Margin Perceptron from w = 0 over as many passes and batches as are handed to `go`; see `CertifiedFold`."""

    engine = "int"

    def __init__(
        self, learner: Perceptron | MarginPerceptron, dimension: int, intercept: bool = False, times: tuple[int, int] = (1, 1)
    ) -> None:
        self.learner, self.intercept, self.times = learner, intercept, times
        self.whole, self.denominator = [0] * (dimension + intercept), 1  # w = whole/denominator
        self.norm2, self.updates, self.unsure = 0, 0, 0
        self.longest = Fraction(0)
        self.fresh = learner.initialises

    @property
    def width(self) -> int:
        """The number of weights, the intercept's among them."""
        return len(self.whole)

    def start_batch(self, rows: RationalRows) -> None:
        """Put the weights over a denominator that the rows' divides."""
        clear = lcm(self.denominator, rows.denominator)
        scale, self.denominator = clear // self.denominator, clear
        self.whole = [n * scale for n in self.whole]
        self.norm2 *= scale**2
        squares = (sum(n * n for n in row.values()) + self.intercept * rows.denominator**2 for row in rows.rows)
        self.longest = Fraction(max(squares, default=0) * max(self.times) ** 2, rows.denominator**2)

    def go(self, rows: RationalRows, codes: Any, positive: int = 1, order: Any = None, out: Any = None) -> int:
        """Make one pass. Returns the number of updates. The arguments are those of `CertifiedFold.go`."""
        rule = self.learner.rule(self.denominator)
        w, scale, before, last = self.whole, self.denominator // rows.denominator, self.updates, len(self.whole) - 1
        places = range(rows.n) if order is None or not len(order) else order.tolist()
        for t, i in enumerate(places):
            x = {**rows.rows[i], last: rows.denominator} if self.intercept else rows.rows[i]
            y = 1 if codes[i] == positive else -1
            inner = y * scale * sum(w[j] * n for j, n in x.items())  # times denominator²
            times = self.times[y > 0]
            if self.fresh:
                refuse_zero_start(self.learner, bool(times) and any(x.values()))
                self.fresh = False
            elif not rule(times * inner if self.learner.reads_length else inner, self.norm2, y):
                continue
            for j, n in x.items():
                w[j] += times * y * scale * n
            self.norm2 += 2 * times * inner + (times * scale) ** 2 * sum(n * n for n in x.values())
            if out is not None and len(out):
                out[self.updates] = t
            self.updates += 1
        return self.updates - before

    def add_rows(self, rows: RationalRows, at: Any, times: Any, like: Any = None) -> bool:
        """Add some rows so many times each, to a fold that learns nothing."""
        scale, last = self.denominator // rows.denominator, len(self.whole) - 1
        for i, n in zip(at.tolist(), times.tolist(), strict=True):
            for j, value in rows.rows[i].items():
                self.whole[j] += n * scale * value
            if self.intercept:
                self.whole[last] += n * self.denominator
        return True

    def longest2(self) -> Fraction:
        """max ‖x‖² over the rows of the batch, as if each were added as often as those of the heavier label."""
        return self.longest

    def floats(self) -> None:
        """None: see `CertifiedFold.floats`."""
        return None

    @classmethod
    def continuing(cls, fold: Any) -> RationalFold:
        """A fold that goes on where a `CertifiedFold` stopped."""
        new = cls(fold.learner, fold.width - fold.intercept, fold.intercept, fold.times)
        new.whole, new.denominator = fold.integers()
        new.norm2, new.updates = sum(n * n for n in new.whole), fold.updates
        new.fresh = new.fresh and not fold.updates
        return new

    def widen(self, dimension: int) -> None:
        """Give every row `dimension` entries; those that are new were 0 in the rows so far."""
        bias, new = len(self.whole) - self.intercept, dimension + self.intercept - len(self.whole)
        self.whole[bias:bias] = [0] * new

    def integers(self, at: Any = slice(None)) -> tuple[list[int], int]:
        """The weights at some places, as integers over one denominator."""
        return (self.whole[at] if isinstance(at, slice) else [self.whole[j] for j in at.tolist()]), self.denominator

    def weights(self) -> list[Fraction]:
        """The exact weights, the intercept last."""
        return [Fraction(n, self.denominator) for n in self.whole]
