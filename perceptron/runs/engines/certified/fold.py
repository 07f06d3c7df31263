"""A learner of the Perceptron family over rows of floats or integers, at the speed of floats and without their errors."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from mmap import mmap
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.data.arrays import of_floats
from perceptron.errors import InputError
from perceptron.learners.perceptron import MarginPerceptron, Perceptron, is_mistake
from perceptron.learners.winnow import WinnowFold
from perceptron.numbers.exact import precision
from perceptron.runs.engines.certified import loops
from perceptron.runs.engines.certified.digits import LENGTH, LOWEST_EXPONENT, PRODUCT_LENGTH
from perceptron.runs.engines.certified.float_errors import TINY
from perceptron.runs.engines.certified.grid import grid_limit, lattice
from perceptron.runs.engines.certified.rows import Writeable, rows_of
from perceptron.runs.engines.certified.steps import settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from perceptron.data.examples import Examples
    from perceptron.learners.winnow import Winnow
    from perceptron.runs.engines.certified.rows import Rows

    Array = NDArray[Any]

BELOW = 2**-LOWEST_EXPONENT  # over which every float is an integer
MOST_SUM = 1e140  # of what `add_rows` adds, so that no product overflows
NONE = np.empty(0, np.int64)
THRESHOLDS = Fraction(1, 10**100), Fraction(10**100)  # of the Margin Perceptron, so that no float of it under- or overflows


class CertifiedFold:
    """The Perceptron or the Margin Perceptron from w = 0, over as many passes and batches as are handed to `go`.

    learner      a Perceptron that starts at 0, or a MarginPerceptron
    dimension    d
    intercept    whether every row has a last input 1 beside its d entries
    times        what an update on a label −1 and on a label +1 adds: so often y·x, whole numbers from 0 to 2²⁶

    Updates may wait. After a pass in which floats settled every row, those of the next over the same batch are added to `high` alone, in
    floats, and `_pending` counts how often each row was added. `_add_up` makes w exact again: it goes back to `_before`, which `high` was
    when nothing waited, and adds each row as often as counted, without any error. The order of a sum does not matter to it. That is done as
    soon as a row or a caller needs the exact weights, and before another batch.

    Raises InputError for a learner or numbers that this engine does not take; `RationalFold` takes them.
    """

    engine = "certified"

    def __init__(
        self, learner: Perceptron | MarginPerceptron, dimension: int, intercept: bool = False, times: tuple[int, int] = (1, 1)
    ) -> None:
        self.learner, self.intercept, self.times = learner, intercept, times
        width = dimension + intercept
        self.high, self.low, self.used = np.zeros(width), np.zeros(width), np.zeros(width, np.uint8)
        self.rest = _no_digits(width)
        self.reach = np.array([np.inf, 0.0, 0.0])
        self._rows: Rows | None = None  # the batch, and where updates wait
        self._pending: Array = NONE  # how often each of its rows is to be added to `low` and `rest`,
        self._before: Array | None = None  # and to what was in `high` before these
        self._lazy = False  # whether updates may wait until a row needs them, as where none did in a pass over this batch
        self.state, self.counts = np.zeros(6), np.zeros(12, np.int64)
        self.state[loops.THRESHOLD] = -1.0
        self.ties = 0
        if isinstance(learner, MarginPerceptron):
            if times != (1, 1):
                raise InputError("weights of classes, by which the Margin Perceptron multiplies its rows")
            if learner.threshold and not THRESHOLDS[0] < learner.threshold < THRESHOLDS[1]:
                raise InputError(f"a threshold (1−ε)γ = {learner.threshold} that is far from 1")
            self.state[loops.THRESHOLD], self.counts[loops.FRESH] = float(learner.threshold), 1
        elif learner.origin is not None:
            raise InputError("a start other than 0")
        else:
            self.ties = 0 if learner.ties == "mistake" else int(learner.ties)

    @property
    def updates(self) -> int:
        """The updates so far, with the initialising one."""
        return int(self.counts[loops.UPDATES])

    @property
    def width(self) -> int:
        """The number of weights, the intercept's among them."""
        return len(self.used)

    @property
    def unsure(self) -> int:
        """The rows so far that the float bound did not settle."""
        return int(self.counts[loops.UNSURE])

    def start_batch(self, rows: Rows) -> None:
        """Say that the next passes go over other rows than those before."""
        self._turn_to(rows)
        data, state = Writeable.of(rows.data), self.state
        limit = grid_limit(data, self.intercept)
        c = 0.0 if limit or self.intercept else lattice(data)
        same = not self.updates or c == state[loops.LATTICE]
        state[loops.GRID], state[loops.LATTICE] = min(state[loops.GRID], limit) if self.updates else limit, c if same else 0.0
        state[loops.LONGEST], self.counts[loops.KNOWN] = 0.0, 0

    def go(self, rows: Rows, codes: Array, positive: int = 1, order: Array | None = None, out: Array | None = None) -> int:
        """Make one pass. Returns the number of updates.

        codes       the class of each row, integers; `positive` is the one with the label +1
        order       the rows of the pass in their order, int64; all by default, one after the other
        out         an int64 array with room for the update rounds of this pass and those before, or None

        Raises InputError for NaN and infinities, for which the fold is not to be used any further.
        """
        before, unsure, counts = self.updates, self.unsure, self.counts
        if counts[loops.FRESH] and rows.n:
            self._refuse_start(rows, 0 if order is None else int(order[0]))
        if self._rows is not rows:
            self._turn_to(rows)
        if self._lazy and not len(self._pending):
            self._pending = np.zeros(rows.n, np.int64)
        order = NONE if order is None else order
        rule = loops.Rule(positive, int(self.intercept), self.ties, *self.times)
        (table, weights, work), rounds = self._arguments(rows, codes, order), NONE if out is None else out[before:]
        counts[loops.START], counts[loops.LAZY] = before, self._lazy
        if before == counts[loops.ADDED]:
            self._before = self.high.copy() if self._lazy else None
        elif not self._lazy:
            self._add_up()
        while (status := loops.fold(table, rule, weights, work, self.state, counts, self._pending, rounds)) == loops.ASK:
            self._add_up()
            counts[loops.LAZY] = 0
            if self.learner.initialises:
                counts[loops.DECISION] = loops.UPDATE if self._ask_learner(rows, codes, positive, order) else loops.PASS
        if status == loops.NOT_FINITE:
            raise InputError("an entry is NaN or infinite")
        self._lazy = self.unsure == unsure
        return self.updates - before

    def _add_up(self) -> None:
        """Bring w up to date with all updates, and the floats of scores to the nearest of it."""
        counts, late = self.counts, self.counts[loops.ADDED] < self.updates
        if late and self._rows is not None and self._before is not None:
            if counts[loops.ROUNDED]:
                self.high[:] = self._before
                table, weights, work = self._arguments(self._rows, NONE, at := np.flatnonzero(self._pending != 0))
                loops.add_rows(table, weights, work, self.width - self.intercept, int(self.intercept), self._pending[at], False)
            self._pending.fill(0)
        if not (late or counts[loops.ROUNDINGS]):
            return  # and nothing is written: the arrays may be mapped into memory
        if not counts[loops.GAVE_UP]:
            settle(self.high, self.low, self.rest, self.used, self.reach)
            self.state[loops.LEVEL] = np.sqrt(np.einsum("j,j->", self.high, self.high))  # in one thread
        counts[loops.ADDED], counts[loops.ROUNDINGS] = self.updates, 0

    def let_go(self) -> None:
        """Bring w up to date with all updates, and keep nothing of the rows."""
        self._turn_to(None)

    def _turn_to(self, rows: Rows | None) -> None:
        """Bring w up to date with all updates, before passes over these rows, or none. No update on them waits yet."""
        self._add_up()
        self._rows, self._pending, self._before, self._lazy = rows, NONE, None, False

    def scores(self, rows: Rows) -> Any:
        """The score of every row, in floats that have the signs of the exact ones; None where the weights are not at hand in floats.

        Raises InputError for NaN and infinities.
        """
        self._add_up()
        if self.counts[loops.GAVE_UP]:
            return None
        scores = np.empty(rows.n)
        table, weights, work = self._arguments(rows, NONE, NONE)
        if loops.score(table, weights, work, rows.d, int(self.intercept), self.state, self.counts, scores) == loops.NOT_FINITE:
            raise InputError("an entry is NaN or infinite")
        return scores

    def add_rows(self, rows: Rows, at: Array, times: Array, like: CertifiedFold) -> bool:
        """Add some rows, each a given number of times, to a fold that learns nothing; False, and nothing added, if they may be too long for
        floats.

        like    that of which these are updates: ‖x‖ ≤ 2N
        """
        size = self.state[loops.LENGTH2] + 2 * np.sqrt(like.state[loops.LENGTH2]) * float(np.abs(times).sum())
        if like.counts[loops.GAVE_UP] or not size < MOST_SUM:
            return False
        table, weights, work = self._arguments(rows, NONE, at)
        self.state[loops.LENGTH2], on_grid = size, bool(size < 2.0**27 * like.state[loops.GRID] ** 0.25)  # size: no weight exceeds it
        loops.add_rows(table, weights, work, self.width - self.intercept, int(self.intercept), times, on_grid)
        return True

    def means(self, late: CertifiedFold, T: int) -> tuple[Any, Any]:
        """((T+1)·w − late)/T in floats, each the nearest, and the places of those for which that is not certain."""
        found, unsure = np.empty(self.width), np.zeros(self.width, np.uint8)
        self.let_go()
        if self.counts[loops.GAVE_UP]:
            return found, np.arange(self.width)
        loops.means(self._weights(), late._weights(), T, found, unsure)
        return found, np.flatnonzero(unsure)

    def _arguments(self, rows: Rows, codes: Array, order: Array) -> tuple[loops.Table, loops.Weights, loops.Work]:
        weights = self._weights()
        total, span = np.zeros(PRODUCT_LENGTH, np.int64), np.array([PRODUCT_LENGTH, -1])
        longest = self.width if rows.dense else int(np.diff(rows.indptr).max(initial=0))
        table = loops.Table(*map(Writeable.of, (rows.data, rows.indices, rows.indptr, codes, order)))
        return table, weights, loops.Work(total, span, np.empty(2 * longest))

    def _weights(self) -> loops.Weights:
        return loops.Weights(self.high, self.low, self.rest, self.used, self.reach)

    def longest2(self) -> Fraction | None:
        """A number that is just above max ‖x‖² over the rows of the batch that were met, if floats hold it: for the Margin Perceptron."""
        longest = float(self.state[loops.LONGEST]) + self.width * TINY  # what squares lose that underflow
        return Fraction(longest) * (1 + Fraction(1, 2**30)) if self.learner.initialises and longest < np.inf else None

    def floats(self) -> Any:
        """The weights in floats, each the nearest to the exact one; None where they are not at hand."""
        self.let_go()
        return None if self.counts[loops.GAVE_UP] or self.used.any() else self.high.copy()

    @property
    def held_by_floats(self) -> bool:
        """Whether `floats` are the exact weights."""
        self.let_go()
        return not (self.counts[loops.GAVE_UP] or self.used.any() or self.low.any())

    def integers(self, at: Any = slice(None)) -> tuple[list[int], int]:
        """The weights at some places, as integers over one power of two."""
        self.let_go()
        used = np.flatnonzero(self.used[at])
        pairs = np.array([self.high[at], self.low[at]])
        matrix, below = of_floats(np.zeros_like(pairs) if self.counts[loops.GAVE_UP] else pairs)
        whole = [high + low for high, low in zip(*matrix.integers().tolist(), strict=True)]
        if not len(used):
            return whole, below
        whole = [n * (BELOW // below) for n in whole]
        for j, digits in zip(used.tolist(), _values(self.rest[at][used]), strict=True):
            whole[j] += digits
        return whole, BELOW

    def weights(self) -> list[Fraction]:
        """The exact weights, the intercept last."""
        whole, below = self.integers()
        return [Fraction(n, below) for n in whole]

    def widen(self, dimension: int) -> None:
        """Give every row `dimension` entries; those that are new were 0 in the rows so far."""
        self.let_go()
        bias, new = self.width - self.intercept, dimension + self.intercept - self.width
        for name in ("high", "low", "used", "rest"):
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old[:bias], np.zeros((new, *old.shape[1:]), old.dtype), old[bias:]]))

    def __getstate__(self) -> dict[str, Any]:
        """Without the digits that are 0, which are nearly all, and without rows."""
        self.let_go()
        at = np.flatnonzero(self.used)
        return self.__dict__ | {"rest": (at, self.rest[at])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        at, digits = state["rest"]
        self.__dict__.update(state | {"rest": _no_digits(len(state["used"]))})
        self.rest[at] = digits

    def _row(self, rows: Rows, i: int) -> tuple[list[int], list[Fraction]]:
        at, values = rows.row(i)
        return (at, [*map(Fraction, values)]) if not self.intercept else ([*at, self.width - 1], [*map(Fraction, values), Fraction(1)])

    def _refuse_start(self, rows: Rows, i: int) -> None:
        _, values = rows.row(i)
        if not all(map(np.isfinite, values)):
            raise InputError("an entry is NaN or infinite")
        if not self.intercept and not any(values):
            raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start: its rule divides by ‖w‖")

    def _ask_learner(self, rows: Rows, codes: Array, positive: int, order: Array) -> bool:
        """Whether the learner updates on the row that the loop did not settle."""
        t = int(self.counts[loops.PLACE])
        i = int(order[t]) if len(order) else t
        at, x = self._row(rows, i)
        whole, _ = self.integers()
        y = 1 if codes[i] == positive else -1
        inner = y * sum((whole[j] * value for j, value in zip(at, x, strict=True)), Fraction(0))
        return self.learner.rule()(inner, Fraction(sum(n * n for n in whole)), y)


def _no_digits(width: int) -> Array:
    """Zeros, straight from the operating system, so that untouched pages cost nothing: numpy may clear memory used before."""
    if width < 64:
        return np.zeros((width, LENGTH), np.int64)
    return np.frombuffer(mmap(-1, width * LENGTH * 8), np.int64).reshape(width, LENGTH)


def _values(digits: Array) -> list[int]:
    """The integers that rows of normalised digits stand for, times `BELOW`."""
    middle = sum(1 << (32 * k + 31) for k in range(LENGTH))  # so that every digit is positive
    return [int.from_bytes(row.tobytes(), "little") - middle for row in (digits + (1 << 31)).astype("<u4")]


# -- on `Examples`, as the other engines run them


LARGEST_WHOLE = 2**53  # up to which every integer is a float
RATES = 1e-250, 1e250  # of Winnow, so that no product with an exponent under- or overflows
RATE_BITS = 64  # that are certain of the rate, so that its float is the nearest; of β near 1 the ball of ln β has few


class MatrixFold:
    """A Perceptron or Margin Perceptron from 0 over numbers that float64 holds. Each `go` continues where the last one stopped.

    Raises InputError for other numbers, and for learners that `CertifiedFold` does not take.
    """

    engine = CertifiedFold.engine

    def __init__(self, learner: Perceptron | MarginPerceptron, examples: Examples) -> None:
        matrix, self.below = matrix_of_floats(examples)
        self.learner, self.rows, self.codes = learner, rows_of(matrix), examples.labels_array()
        self.fold = CertifiedFold(learner.rescale(self.below), examples.dimension)
        self.fold.start_batch(self.rows)

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        out = np.empty(self.fold.updates + self.rows.n, np.int64)
        made = self.fold.go(self.rows, self.codes, out=out)
        updates: list[int] = out[self.fold.updates - made : self.fold.updates].tolist()
        return updates

    @property
    def denominator(self) -> int:
        """A common denominator of the weights."""
        return self.below * self.fold.integers()[1]

    @property
    def weights(self) -> list[int]:
        """The weights times `denominator`."""
        return self.fold.integers()[0]


def matrix_of_floats(examples: Examples) -> tuple[Any, int]:
    """A matrix of numpy's or CSR that float64 holds, and D with x = row/D: the numerators, or where these are too long the x themselves.

    The run on x is that on n = D·x with γ·D for γ. Raises InputError where float64 holds neither.
    """
    matrix = examples.matrix()
    if examples.largest() <= LARGEST_WHOLE:
        return matrix.fill(matrix.parts[0]), examples.denominator
    if (floats := matrix.exact_floats(examples.denominator)) is None:
        raise InputError("entries that float64 does not hold exactly")
    return floats, 1


# -- Winnow


def winnow_pass(learner: Winnow, rows: Rows, codes: Array, positive: int, intercept: bool, g: Array, below: int = 1) -> Array | None:
    """Make a pass of Winnow. Returns the update rounds; None where floats do not do, and the exponents are lost then.

    rows    the examples times `below`
    g       the exponents times `below`, g[0, j] + g[1, j] exactly, to which the pass adds its updates
    """
    with precision():
        ball = learner.rate() / below
    rate, level = float(ball.mid()), learner.threshold * below
    if not (ball.rel_accuracy_bits() > RATE_BITS and RATES[0] < rate < RATES[1] and (level == 0 or RATES[0] < abs(level) < RATES[1])):
        return None
    table = loops.Table(*map(Writeable.of, (rows.data, rows.indices, rows.indptr, codes, NONE)))
    rule = rate, learner.balanced, float(level), 0 if learner.ties == "mistake" else int(learner.ties)
    counts, out, w = np.zeros(11, np.int64), np.empty(rows.n, np.int64), np.empty(g.shape[1])
    while (status := loops.winnow(table, positive, int(intercept), g, w, rule, counts, out)) == loops.ASK:
        t = int(counts[loops.PLACE])
        at, row = rows.row(t)
        x = (*(Fraction(value) / below for value in row), *[Fraction(1)] * intercept)
        weights = tuple(value / below for value in exponents(g, [*at, *[g.shape[1] - 1] * intercept]))
        y = 1 if codes[t] == positive else -1
        counts[loops.DECISION] = loops.UPDATE if is_mistake(y * learner.score(weights, x), y, learner.ties) else loops.PASS
    return out[: counts[loops.UPDATES]] if status == loops.DONE else None


def exponents(g: Array, at: Any = slice(None)) -> list[Fraction]:
    """The exact sums of two floats each, at some places."""
    return [Fraction(a) + Fraction(b) for a, b in g[:, at].T.tolist()]


def pairs(values: Sequence[Fraction]) -> Array | None:
    """Two floats for each number; None where they do not hold one."""
    try:
        high = [*map(float, values)]
    except OverflowError:
        return None
    g = np.array([high, [float(value - Fraction(near)) for value, near in zip(values, high, strict=True)]])
    return g if exponents(g) == [*values] else None


class CompiledWinnow(WinnowFold):
    """Winnow with its powers in floats; where these do not settle a sign, and for numbers that they do not hold, balls do."""

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        if self._rows_as_floats is None:
            return super().go()
        rows, labels, below = self._rows_as_floats
        unit = Fraction(below, self.denominator)  # the exponents, times this, are sums of rows of the matrix
        g = pairs([n * unit for n in self.weights])
        updates = None if g is None else winnow_pass(self.learner, rows, labels, 1, False, g, below)
        if g is None or updates is None:  # balls make the whole pass
            return super().go()
        self.weights = [int(value / unit) for value in exponents(g)]
        return [*map(int, updates)]

    @cached_property
    def _rows_as_floats(self) -> tuple[Rows, Array, int] | None:
        """The rows, their labels, and the divisors of the rows; None if floats do not hold them."""
        try:
            matrix, below = matrix_of_floats(self.examples)
            return rows_of(matrix), self.examples.labels_array(), below
        except InputError:
            return None
