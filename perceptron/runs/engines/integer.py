"""The exact engine for integers of any size: a rule multiplied out until only integers are left.

Let E be a common denominator of the examples and the start, x = n/E, z = y·n and w = W/E. Then y⟨w,x⟩ = ⟨W,z⟩/E² and a step is
W += z. A learner's `rule(E)` decides on ⟨W,z⟩ and ‖W‖².
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import add, mul
from typing import TYPE_CHECKING, Any, TypeGuard

from perceptron.learners.custom import first_weights
from perceptron.learners.perceptron import Additive
from perceptron.numbers.exact import clear_values
from perceptron.runs.engines.fraction import refuse_zero_start

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import AnyLearner, MarginPerceptron, Perceptron

    Round = tuple[int, int, Collection[tuple[int, int]]]


def is_known(learner: AnyLearner) -> TypeGuard[Additive]:
    """Whether this engine may run the learner: it adds y·x when its `rule` says so, and no subclass has changed that."""
    own = (getattr(type(learner), method, None) for method in ("step", "wants_update", "score"))
    return isinstance(learner, Additive) and tuple(own) == (Additive.step, Additive.wants_update, Additive.score)


class WholeNumbers:
    """Weights in Python integers over a denominator, and a learner's changes of them in sparse rounds.

    times    how often an update adds y·x, for the labels −1 and 1
    """

    engine = "int"

    def __init__(self, learner: Additive, weights: list[int], denominator: int, times: tuple[int, int] = (1, 1)) -> None:
        self.learner, self.whole, self.denominator, self.times = learner, weights, denominator, times
        self.norm2, self.fresh = sum(map(mul, weights, weights)), learner.initialises

    def play(self, rounds: Iterable[Round], below: int) -> Iterator[int]:
        """Play rounds (t, y, the entries n other than 0, with their columns), where x = n/below. Yields t where there is an update."""
        w, rule, scale = self.whole, self.learner.rule(self.denominator), self.denominator // below
        for t, y, x in rounds:
            times = self.times[y > 0]
            inner = y * scale * sum([w[j] * n for j, n in x])  # over denominator²
            if self.fresh:
                self.begin(bool(times) and any(n for _, n in x))
            elif not rule(times * inner if self.learner.reads_length else inner, self.norm2, y):
                continue
            for j, n in x:
                w[j] += times * y * scale * n
            self.norm2 += 2 * times * inner + (times * scale) ** 2 * sum([n * n for _, n in x])
            yield t

    def begin(self, nonzero: bool) -> None:
        """The first round. Raises InputError if the learner cannot start from it."""
        refuse_zero_start(self.learner, nonzero)
        self.fresh = False


class IntegerFold(WholeNumbers):
    """A learner over a sequence, dense or sparse. Each `go` continues where the last one stopped."""

    def __init__(self, learner: Additive, examples: Examples) -> None:
        super().__init__(learner, *clear_values(first_weights(learner, examples.dimension), examples.denominator))
        self.examples = examples

    @property
    def weights(self) -> list[int]:
        """The weights times the denominator."""
        return self.whole

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        if self.examples.sparse is None:
            return self._dense()
        rounds = ((t, y, self.examples.entries(t)) for t, y in enumerate(self.examples.labels))
        return list(self.play(rounds, self.examples.denominator))

    def _dense(self) -> list[int]:
        """A pass over rows with their zeros, whose sums the interpreter makes faster."""
        w, norm2, updates = self.whole, self.norm2, []
        rule, scale = self.learner.rule(self.denominator), self.denominator // self.examples.denominator
        for first, rows, labels in self.examples.blocks():
            for t, z in enumerate(rows):
                inner = sum(map(mul, w, z)) * scale
                if self.fresh:
                    self.begin(any(z))
                elif not rule(inner, norm2, labels[t]):
                    continue
                w = list(map(add, w, z if scale == 1 else [scale * n for n in z]))
                if self.learner.reads_length:
                    norm2 += 2 * inner + scale**2 * sum(map(mul, z, z))
                updates.append(first + t)
        self.whole, self.norm2 = w, norm2
        return updates


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
    whole, below = clear_values(value for row in rows for value in row.values())
    left = iter(whole)
    return RationalRows([{j: n for j in row if (n := next(left))} for row in rows], below, len(rows), d)


class RationalFold(WholeNumbers):
    """A Perceptron or Margin Perceptron from w = 0 over as many passes and batches as are handed to `go`; see `CertifiedFold`."""

    def __init__(
        self, learner: Perceptron | MarginPerceptron, dimension: int, intercept: bool = False, times: tuple[int, int] = (1, 1)
    ) -> None:
        super().__init__(learner, [0] * (dimension + intercept), 1, times)
        self.intercept, self.updates, self.unsure, self.longest = intercept, 0, 0, Fraction(0)

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
        before, last = self.updates, len(self.whole) - 1
        places = range(rows.n) if order is None or not len(order) else order.tolist()
        signs = [1 if codes[i] == positive else -1 for i in places]
        bias = [(last, rows.denominator)] * self.intercept
        for t in self.play(((t, signs[t], [*rows.rows[i].items(), *bias]) for t, i in enumerate(places)), rows.denominator):
            if out is not None and len(out):
                out[self.updates] = t
            self.updates += 1
        return self.updates - before

    def add_rows(self, rows: RationalRows, at: Any, times: Any, like: Any = None) -> bool:
        """Add some rows, each a given number of times, to a fold that learns nothing."""
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

    def let_go(self) -> None:
        """Nothing of the rows is kept anyway."""

    def floats(self) -> None:
        """None: see `CertifiedFold.floats`."""
        return None

    @property
    def held_by_floats(self) -> bool:
        """Whether floats are known to hold the weights."""
        return self.denominator == 1 and max(map(abs, self.whole), default=0) <= 1 << 53

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
