"""`CertifiedFold`'s interface in Python's integers: for entries that no float64 holds, and where nothing is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from perceptron.numbers.exact import common_denominator
from perceptron.runs.engines.fraction import refuse_zero_start

if TYPE_CHECKING:
    from perceptron.learners.perceptron import MarginPerceptron, Perceptron


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
        self,
        learner: Perceptron | MarginPerceptron,
        dimension: int,
        intercept: bool = False,
        times: tuple[int, int] = (1, 1),
        averages: bool = False,
    ) -> None:
        self.learner, self.intercept, self.times = learner, intercept, times
        self.whole, self.denominator = [0] * (dimension + intercept), 1  # w = whole/denominator
        self.late = [0] * (dimension + intercept) if averages else None
        self.norm2, self.updates, self.rounds, self.unsure = 0, 0, 0, 0
        self.longest = Fraction(0)
        self.fresh = learner.initialises

    def start_batch(self, rows: RationalRows) -> None:
        """Put the weights over a denominator that the rows' divides."""
        clear = lcm(self.denominator, rows.denominator)
        scale, self.denominator = clear // self.denominator, clear
        self.whole = [n * scale for n in self.whole]
        self.norm2 *= scale**2
        if self.late is not None:
            self.late = [n * scale for n in self.late]
        squares = (sum(n * n for n in row.values()) + self.intercept * rows.denominator**2 for row in rows.rows)
        self.longest = Fraction(max(squares, default=0), rows.denominator**2)

    def go(self, rows: RationalRows, codes: Any, positive: int = 1, order: Any = None, out: Any = None) -> int:
        """Make one pass. Returns the number of updates. The arguments are those of `CertifiedFold.go`."""
        rule = self.learner.rule(self.denominator)
        w, scale, before, last = self.whole, self.denominator // rows.denominator, self.updates, len(self.whole) - 1
        places = range(rows.n) if order is None or not len(order) else order.tolist()
        for t, i in enumerate(places):
            x = {**rows.rows[i], last: rows.denominator} if self.intercept else rows.rows[i]
            y = 1 if codes[i] == positive else -1
            inner = y * scale * sum(w[j] * n for j, n in x.items())  # times denominator²
            if self.fresh:
                refuse_zero_start(self.learner, any(x.values()))
                self.fresh = False
            elif not rule(inner, self.norm2, y):
                continue
            times = self.times[y > 0]
            for j, n in x.items():
                w[j] += times * y * scale * n
                if self.late is not None:
                    self.late[j] += (self.rounds + t + 1) * times * y * scale * n
            self.norm2 += 2 * times * inner + (times * scale) ** 2 * sum(n * n for n in x.values())
            if out is not None and len(out):
                out[self.updates] = t
            self.updates += 1
        self.rounds += len(places)
        return self.updates - before

    def longest2(self) -> Fraction:
        """max ‖x‖² over the rows of the batch."""
        return self.longest

    def floats(self) -> None:
        """None: see `CertifiedFold.floats`."""
        return None

    @classmethod
    def continuing(cls, fold: Any) -> RationalFold:
        """A fold that goes on where a `CertifiedFold` stopped."""
        dimension = fold.width - fold.intercept
        new = cls(fold.learner, dimension, fold.intercept, fold.times, bool(len(fold.late)))
        weights, late = fold.weights(), []
        if new.late is not None:
            late = [(fold.rounds + 1) * w - max(1, fold.rounds) * mean for w, mean in zip(weights, fold.average(), strict=True)]
        new.denominator = clear = common_denominator([*weights, *late])
        new.whole = [int(value * clear) for value in weights]
        new.late = [int(value * clear) for value in late] if new.late is not None else None
        new.norm2, new.updates, new.rounds = sum(n * n for n in new.whole), fold.updates, fold.rounds
        new.fresh = new.fresh and not fold.updates
        return new

    def widen(self, dimension: int) -> None:
        """Give every row `dimension` entries; those that are new were 0 in the rows so far."""
        bias, new = len(self.whole) - self.intercept, dimension + self.intercept - len(self.whole)
        self.whole[bias:bias] = [0] * new
        if self.late is not None:
            self.late[bias:bias] = [0] * new

    def weights(self) -> list[Fraction]:
        """The exact weights, the intercept last."""
        return [Fraction(n, self.denominator) for n in self.whole]

    def average(self) -> list[Fraction]:
        """The mean of the weights after each round so far."""
        assert self.late is not None
        total = self.rounds + 1
        return [Fraction(total * w - late, self.denominator * max(1, self.rounds)) for w, late in zip(self.whole, self.late, strict=True)]
