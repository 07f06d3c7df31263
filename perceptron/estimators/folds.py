"""Which engine learns, scores in floats that have the signs of the exact ones, and which of several classes has the highest."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils.validation import assert_all_finite

from perceptron.errors import InputError
from perceptron.estimators.base import LARGEST, as_float
from perceptron.estimators.reading import AnyRows, as_rational, integers_of, take
from perceptron.extras import is_installed
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.runs.engines.certified.float_errors import of_sum
from perceptron.runs.engines.certified.rows import Rows, rows_of
from perceptron.runs.engines.integer import RationalFold, RationalRows


def make_highest(scores: Any, errors: Any, compare: Callable[[int, int, int], int]) -> None:
    """Change the scores so that the first greatest of each row belongs to the first class with the greatest exact score.

    scores     finite floats with the signs of the exact scores, shape (n, classes)
    errors     what each may be off by, possibly infinite or NaN
    compare    (row, a, b) → the sign of the exact score of class a minus that of class b
    """
    if scores.shape[1] == 1:
        return
    first = scores.argmax(axis=1)[:, None]
    best, off = np.take_along_axis(scores, first, 1), np.take_along_axis(errors, first, 1)
    with np.errstate(all="ignore"):
        rivals = ~(best - scores > (errors + off) * 1.01) & ~(errors + off == 0)
    np.put_along_axis(rivals, first, True, 1)
    for i in np.flatnonzero(rivals.sum(axis=1) > 1).tolist():
        highest, *others = np.flatnonzero(rivals[i]).tolist()
        for j in others:
            if compare(i, j, highest) > 0:
                highest = j
        _put_first(scores[i], highest)


def _put_first(row: Any, place: int) -> None:
    """Make the entry at a place the first greatest one, where no sign and no infinity is in the way."""
    top = row.max()
    if row.argmax() == place:
        return
    if 0 < top < LARGEST or top == -LARGEST:
        row[place] = np.nextafter(top, np.inf)
    else:
        np.minimum(row, np.nextafter(top, -np.inf), out=row)
        row[place] = top


# -- engines and scores


Fold: TypeAlias = Any  # CertifiedFold or RationalFold

# Of some columns, or of all for None: the exact weights of each vector, the intercept's last, as integers over one denominator.
Weights: TypeAlias = Callable[[Any], tuple[list[list[int]], int]]

# Entries to go through, each a microsecond, for which it pays to load compiled code, which takes a third of a second; and those that all
# fits so far went through: many small ones are worth it too.
WORTH_LOADING = 300_000
gone_through = 0
USUAL_PASSES = 30
LARGEST_COUNT, LARGEST_WHOLE = 2**51, 2.0**52
TINY, HUGE = 1e-290, 1e300
LOST = 1e-150  # above the root of what is lost where squares underflow, and above what a weight that underflows is off by
READ = "dfhil"  # types of arrays that the compiled loops read
WIDENED, COPIED = "bB?H", 1 << 20  # small integers, which are copied for that, and of dense rows so many entries at a time
CELLS = 1 << 15  # entries of dense rows that are scored at a time, so that they stay in the processor's cache


def start_fold(learner: Perceptron | MarginPerceptron, rows: AnyRows, intercept: bool, times: tuple[int, int], passes: int) -> Fold:
    """The engine for these rows: compiled floats where they are exact enough to begin with and save time."""
    arguments = learner, rows.d, intercept, times
    if worth_compiling(rows, passes):
        from perceptron.runs.engines.certified.fold import CertifiedFold

        try:
            return CertifiedFold(*arguments)
        except InputError:
            pass  # numbers that only fractions hold
    return RationalFold(*arguments)


def worth_compiling(rows: AnyRows, passes: int) -> bool:
    """Whether compiled loops read the rows, and save more time in this number of passes than their loading takes."""
    if not isinstance(rows, Rows) or not is_installed("numba"):
        return False
    global gone_through
    gone_through += len(rows.data) * min(passes, USUAL_PASSES)
    return gone_through >= WORTH_LOADING or "perceptron.runs.engines.certified.loops" in sys.modules


def continue_with(folds: list[Fold], rows: AnyRows) -> tuple[list[Fold], AnyRows]:
    """The folds, ready for passes over these rows, and the rows as they read them: all in fractions, if one of them needs that."""
    if isinstance(rows, RationalRows) or any(isinstance(fold, RationalFold) for fold in folds):
        folds = [fold if isinstance(fold, RationalFold) else RationalFold.continuing(fold) for fold in folds]
        rows = as_rational(rows)
    for fold in folds:
        _make_writeable(fold)
        fold.start_batch(rows)
    return folds, rows


def _make_writeable(fold: Fold) -> None:
    """Copy the arrays that joblib has mapped into memory, for a worker or with mmap_mode="r"."""
    for name, value in vars(fold).items():
        if isinstance(value, np.ndarray) and not value.flags.writeable:
            setattr(fold, name, np.array(value))


class Mean:
    """The mean of a learner's weights after each of T rounds: w holds from round r on, so ((T+1)·w − Σ r·(what round r added))/T.

    How often each row was added, times r, is counted over all passes. A fold of its own, `late`, adds up the rows so often, once when the
    mean is wanted, or before a count could be too large.
    """

    def __init__(self) -> None:
        self.rounds, self.largest = 0, 0  # of |count| the latter
        self.late: Any = None
        self.rows: Any = None
        self.counts: Any = None

    def add(self, fold: Fold, rows: AnyRows, places: Any, updates: Any, times: Any, rounds: int) -> None:
        """Count a pass.

        places, updates, times    the row of each update, its round in this pass, and how often it added the row
        """
        added = int(np.abs(times).max(initial=0)) * (self.rounds + rounds)
        if rows is not self.rows or self.largest + added > LARGEST_COUNT:
            self.add_up(fold)
            self.rows, self.counts, self.largest = rows, np.zeros(rows.n, np.int64), 0
        self.counts[places] += times * (self.rounds + 1 + updates)
        self.rounds, self.largest = self.rounds + rounds, self.largest + added

    def add_up(self, fold: Fold) -> None:
        """Add to `late`, which becomes as wide as the fold."""
        if self.late is None:
            self.late = type(fold)(Perceptron(), fold.width - fold.intercept, fold.intercept)
        if self.late.width < fold.width:
            self.late.widen(fold.width - fold.intercept)
        if self.rows is None:
            return
        _make_writeable(self.late)
        at, rows = np.flatnonzero(self.counts != 0), self.rows  # of truth values in a fifth of the time
        times, rational = self.counts[at], isinstance(self.late, RationalFold) or isinstance(rows, RationalRows)
        if rational or self.largest > LARGEST_COUNT or not self.late.add_rows(rows, at, times, fold):
            self.late = self.late if isinstance(self.late, RationalFold) else RationalFold.continuing(self.late)
            rows = as_rational(take(rows, at))
            self.late.start_batch(rows)
            self.late.add_rows(rows, np.arange(len(at)), times)
        self.rows = self.counts = None

    def integers(self, fold: Fold, at: Any = slice(None)) -> tuple[list[int], int]:
        """The mean at some places, as integers over one denominator."""
        self.add_up(fold)
        (whole, below), (late, under), T = fold.integers(at), self.late.integers(at), self.rounds
        clear = lcm(below, under)
        return [(T + 1) * n * (clear // below) - a * (clear // under) for n, a in zip(whole, late, strict=True)], clear * max(1, T)

    def floats(self, fold: Fold) -> Any:
        """The mean in floats, each the nearest."""
        self.add_up(fold)
        if isinstance(fold, RationalFold) or isinstance(self.late, RationalFold):
            whole, below = self.integers(fold)
            return np.array([as_float(n, below) for n in whole])
        found, unsure = fold.means(self.late, self.rounds)
        whole, below = self.integers(fold, unsure)
        found[unsure] = [as_float(n, below) for n in whole]
        return found


def compiled_scores(fold: Fold, X: Any) -> Any:
    """The scores by a learner that is compiled, of a matrix of which it reads the numbers; else None. Raises ValueError for NaN and
    infinities."""
    dense = not hasattr(X, "indptr")
    held = X if dense else X.data
    if not isinstance(held, np.ndarray) or isinstance(fold, RationalFold):
        return None
    if not (held.dtype.isnative and held.dtype.char in READ + WIDENED):
        return None
    if not held.flags.c_contiguous:
        return None  # as frames are, which are held column by column
    _make_writeable(fold)
    step = max(1, COPIED // max(1, X.shape[1])) if dense and held.dtype.char in WIDENED else X.shape[0]
    try:
        scores = [fold.scores(rows_of(X[first : first + step] if dense else X)) for first in range(0, X.shape[0], step)]
        return scores[0] if len(scores) == 1 or scores[0] is None else np.concatenate(scores)
    except InputError:
        assert_all_finite(X, input_name="X")
        raise


def certified_scores(X: Any, coef: Any, intercept: Any, weights: Weights, held_by_floats: Callable[[], bool]) -> Any:
    """⟨w,x⟩ for every row and weight vector, shape (n, k): in floats, and by integers where rounding could change the sign.

    X                  a matrix of numpy's, CSR, or rows in fractions; floats are processed in blocks and not copied
    coef, intercept    shapes (k, d) and (k,), each within 2⁻⁵² of the exact weight
    weights            asked for where they are needed
    held_by_floats     whether coef and intercept are the exact weights; asked if they are whole

    With several vectors the greatest score of a row is that of the vector for which it is the greatest exactly. Raises ValueError for NaN
    and infinities.
    """
    k = len(coef)
    if isinstance(X, RationalRows):
        scores = np.zeros((X.n, k))
        _settle(scores, np.ones((X.n, k), bool), X, weights)
        return scores
    dense, n = isinstance(X, np.ndarray), X.shape[0]
    counts = None if dense else np.diff(X.indptr)
    in_blocks = dense and not (X.flags.f_contiguous and X.dtype == np.float64)  # frames are held column by column
    cells = max(1, CELLS // max(1, X.shape[1]))  # rows at a time
    step = cells if in_blocks else max(1, n)
    by, scores, sizes = coef.T if k > 1 else coef[0], np.empty((k, n)).T, np.empty(-(-n // step))  # numpy compares long columns sooner
    into = scores if k > 1 else scores[:, 0]
    whole = _is_whole(coef) and _is_whole(intercept) and held_by_floats()  # of sums of whole numbers below 2⁵² floats make no error
    with np.errstate(all="ignore"):
        for block, first in enumerate(range(0, n, step)):
            x = (X[first : first + step] if in_blocks else X).astype(np.float64, copy=False)
            entries = x.ravel(order="K") if dense else x.data
            sizes[block] = np.vdot(entries, entries)
            into[first : first + step] = x @ by
            whole = whole and (X.dtype.kind in "iub" or _is_whole(entries))
        if not (sizes < np.inf).all():
            assert_all_finite(X, input_name="X")
        scores += intercept
        lengths = np.sqrt(np.einsum("kj,kj->k", coef, coef)) * (1 + 1e-9) + LOST
        above = (np.sqrt(sizes) * (1 + 1e-6) + LOST)[:, None] * lengths + np.abs(intercept)  # no row is longer than its block
        if whole and float(above.max(initial=0.0)) < LARGEST_WHOLE:
            return scores
        terms = X.shape[1] if counts is None else int(counts.max(initial=0))
        unsure = _unsure(scores, np.repeat(above.T, step, axis=1)[:, :n].T if len(above) > 1 else above, of_sum(terms))
    rows = np.flatnonzero(unsure.any(axis=1) if k > 1 else unsure)
    if len(empty := rows[(counts[rows] == 0) if counts is not None else ~X[rows].any(axis=1)]):  # each has the intercepts for scores
        settled = scores[empty[:1]]
        _settle(settled, unsure[empty[:1]], X[empty[:1]], weights)
        scores[empty], unsure[empty] = settled, False
        rows = rows[unsure[rows].any(axis=1)]
    for first in range(0, len(rows), step := cells if dense else CELLS):
        some = rows[first : first + step]
        x = X[some]
        with np.errstate(all="ignore"):  # nearer, where a few entries are far greater than the others
            above = abs(x.astype(np.float64)) @ (np.abs(coef.T) + LOST) + np.abs(intercept)
            still = unsure[some] & _unsure(scores[some], np.where(lengths < np.inf, above, np.inf), of_sum(terms))
        if (left := still.any(axis=1)).any():
            settled = scores[some[left]]
            _settle(settled, still[left], x[left], weights)
            scores[some[left]] = settled
    return scores


def _is_whole(values: Any) -> bool:
    return bool((values == np.rint(values)).all())


def _unsure(scores: Any, above: Any, share: float) -> Any:
    """Which scores may lack the exact sign; of several to a row all, where the greatest may be another one.

    above    no less than Σ|w_i x_i| for each score, which is off by this times `share` at most
    """
    errors = np.where(above < HUGE, share * above + TINY, np.inf)
    unsure = ~(np.abs(scores) > errors)
    if scores.shape[1] > 1:
        rivals = ~(scores.max(axis=1, keepdims=True) - scores > 2.02 * errors.max(axis=1, keepdims=True))  # the highest is one of them
        unsure[rivals.sum(axis=1) > 1] = True
    return unsure


def _settle(scores: Any, unsure: Any, X: Any, weights: Weights) -> None:
    """Put the exact scores in place of those that are unsure, and the highest of each row first."""
    columns = None
    if hasattr(X, "indptr") and X.nnz < X.shape[1]:
        columns, places = np.unique(X.indices, return_inverse=True)
        X = csr_array((X.data, places.astype(np.int32), X.indptr), shape=(X.shape[0], len(columns)))
    whole, below = weights(columns)
    matrix, unit = integers_of(X)
    d = matrix.shape[1]
    exact = [matrix.times(w[:d], sum(w[d:]) * unit) for w in whole]
    scores[unsure] = 0.0
    for j, column in enumerate(exact):
        for i in np.flatnonzero(unsure[:, j] & (np.array(column) != 0)).tolist():
            scores[i, j] = as_float(column[i], below * unit)
    if len(exact) > 1:
        for i, row in enumerate(zip(*exact, strict=True)):
            _put_first(scores[i], row.index(max(row)))
