"""The passes of one fit: when they end, and their record, kept only if the caller wants it.

A fit ends with a pass without mistakes, at the limit of passes, without progress, or at a margin that was promised too large.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from math import floor
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit
from sklearn.utils import check_random_state

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.estimators.base import as_fraction, positive_integer
from perceptron.estimators.reading import AnyRows, as_rational, examples_of, signs
from perceptron.learners.perceptron import AnyLearner, MarginPerceptron
from perceptron.runs.engines.integer import RationalRows
from perceptron.runs.passes import Passes, passes
from perceptron.runs.trace import Trace, run


class Record:
    """The batches that were learned, each with the orders of its passes. Empty unless `keeps`."""

    def __init__(self, keeps: bool) -> None:
        self.keeps, self.d = keeps, 0
        self.batches: list[tuple[RationalRows, list[int], list[list[int] | None]]] = []

    def add(self, rows: AnyRows, codes: Any, orders: list[Any], d: int) -> None:
        """Keep a batch. Rows of named features may have room for more than the d that there are now."""
        self.d = d
        if self.keeps:
            self.batches.append((as_rational(rows), codes.tolist(), [None if order is None else order.tolist() for order in orders]))

    def run(self, learner: AnyLearner, positive: int, seen: Callable[[Examples], Examples]) -> Trace | Passes:
        """The run, as passes if it is whole passes over one batch: then the rounds are not written out."""
        if len(self.batches) == 1 and not any(order is not None for order in self.batches[0][2]):
            rows, codes, orders = self.batches[0]
            return passes(learner, seen(self._examples(rows, codes, positive)), len(orders))
        return self.trace(learner, positive, seen)

    def trace(self, learner: AnyLearner, positive: int, seen: Callable[[Examples], Examples]) -> Trace:
        """The run over all rounds, with the label +1 for the class `positive`; `seen`: the examples as the learner sees them."""
        whole: Examples | None = None
        for rows, codes, orders in self.batches:
            made = _passes(self._examples(rows, codes, positive), orders)
            whole = made if whole is None else whole + made
        assert whole is not None
        return run(learner, seen(whole))

    def _examples(self, rows: RationalRows, codes: list[int], positive: int) -> Examples:
        return examples_of(RationalRows(rows.rows, rows.denominator, rows.n, self.d), signs(codes, positive))

    def in_order(self, examples: Examples) -> Examples:
        """The examples of the only batch as its passes went through them. Raises InputError for others, and for several batches."""
        if len(self.batches) != 1 or self.batches[0][0].n != len(examples):
            raise InputError("these are not the rows of one fit, whose order is known")
        return _passes(examples, self.batches[0][2])


def _passes(once: Examples, orders: list[list[int] | None]) -> Examples:
    """The examples as passes in these orders go through them."""
    if orders == [None] * len(orders):
        return once.repeat(len(orders))
    return once.take([i for order in orders for i in (range(len(once)) if order is None else order)])


# -- when a fit ends


class PassesOfFit:
    """The passes of one fit of a linear model, counted in whole numbers."""

    def __init__(self, model: Any, codes: Any) -> None:
        self.model, self.n, self.fresh = model, len(codes), model._fresh()
        self.tol = None if model.tol is None else as_fraction(model.tol, "tol")
        positive_integer(model.n_iter_no_change, "n_iter_no_change")
        self.random = check_random_state(model.random_state) if model.shuffle or model.early_stopping else None
        self.kept, self.held = self._held_out(codes)
        self.codes, self.orders = codes, []  # type: ignore[var-annotated]  # None, or the rows of each pass in order
        self.mistakes, self.passes, self.halted, self.stopped, self.reason = 0, 0, False, False, ""
        self.seen: list[list[int | Fraction]] = []  # of each pass what it lost, for each class's learner

    def is_wanted(self) -> bool:
        """Whether another pass is to be made."""
        return self.passes < self.model.max_iter and not (self.halted or self.stopped)

    def order(self) -> Any:
        """The rows of the next pass in their order, or None for all of them, one after the other."""
        order = self.kept
        if self.model.shuffle:
            assert self.random is not None
            order = self.random.permutation(self.n if order is None else order).astype(np.int64)
        if self.model._record.keeps:
            self.orders.append(order)
        return order

    def add(self, counted: list[tuple[int, int | Fraction]]) -> None:
        """Count the mistakes that the pass made, and what they weigh, of each class's learner."""
        mistakes = [made for made, _ in counted]
        self.passes += 1
        self.mistakes += sum(mistakes)
        self.halted = not any(mistakes) and not self.fresh
        self.fresh = False
        if self.model.verbose:
            print(f"pass {self.passes}: {sum(mistakes)} mistakes")
        if not self.halted:
            self._watch([weight for _, weight in counted])
            self._promise()

    def warn(self) -> None:
        """Warn if the last pass made mistakes, and say why it was the last; not if held-out rows ended the fit."""
        if self.reason or not (self.halted or (self.stopped and self.held is not None)):
            times = f"{self.passes} {'pass' if self.passes == 1 else 'passes'}"
            why = "the rows may not be separable, or only by a small margin"
            stopped = f"stopped by tol after {times}, the last with mistakes; tol=None goes on until a pass has none, or to max_iter"
            reason = self.reason or (stopped if self.stopped else f"no end in {times}: {why}")
            warnings.warn(reason, ConvergenceWarning, stacklevel=4)

    def _held_out(self, codes: Any) -> tuple[Any, Any]:
        """The rows that are learned and those that are held out; None for all and none."""
        if not self.model.early_stopping:
            return None, None
        if isinstance(self.model.validation_fraction, Integral):  # which scikit-learn would take for a number of rows
            raise InputError(f"validation_fraction must be between 0 and 1, not {self.model.validation_fraction}")
        for kind in (StratifiedShuffleSplit, ShuffleSplit):  # the former where each class has rows enough
            try:
                split = kind(1, test_size=self.model.validation_fraction, random_state=self.random)
                kept, held = next(split.split(np.zeros((self.n, 1)), codes))
                break
            except ValueError as error:
                if kind is ShuffleSplit:
                    raise InputError(f"early stopping with {self.n} sample(s): {error}") from None
        return np.sort(kept).astype(np.int64), np.sort(held)

    @cached_property
    def _whole(self) -> list[Any]:
        """The weights of the rows for each learner."""
        counts = np.bincount(self.codes, minlength=len(self.model.classes_)).tolist()
        pairs = ((counts[k], *self.model._weights_of(k)) for k in self.model._positives)
        return [count * up + (self.n - count) * down for count, down, up in pairs]

    def _watch(self, lost: list[int | Fraction]) -> None:
        """Stop if the best of n_iter_no_change passes was not better by more than tol than the best before them, for any class's learner.

        In an order of its own one pass may be lucky, and many after it worse although the learner still learns. So shuffled passes are
        added up, and compared with as many before them. Each mistake counts as its class weighs: where one class weighs 10⁷ times as much
        as the other, nearly all mistakes are on the other while those that matter still become fewer. The mean of the weights moves on
        when these stand, so tol does not end its fit.
        """
        if self.held is not None:
            now, whole = [self.model._errors(self.held, self.codes)], [len(self.held)]
        elif self.tol is not None and not self.model._averages:
            now, whole = lost, self._whole
        else:
            return
        self.seen.append(now)
        count, tol = self.model.n_iter_no_change, self.tol or 0
        before, after = self.seen[:-count], self.seen[-count:]
        before, made, passes = (before[-count:], sum, count) if self.model.shuffle else (before, min, 1)
        each = zip(zip(*before, strict=True), zip(*after, strict=True), whole, strict=False)  # empty, if there is none before
        self.stopped = len(before) >= passes and not any(made(a) - made(b) > tol * passes * weight for a, b, weight in each)

    def _promise(self) -> None:
        """Stop the Margin Perceptron at more updates than its promised margin allows."""
        learner = self.model._learner_
        for k, fold in enumerate(self.model._folds if isinstance(learner, MarginPerceptron) else ()):
            longest2 = self.model.longest2(k)
            bound = None if longest2 is None else learner.bound(longest2)
            if bound is not None and fold.updates - 1 > bound:
                self.stopped = True
                self.reason = (
                    f"{fold.updates - 1} updates exceed 2R²/(ε²γ²) − 2/ε ≈ {floor(bound)}: gamma = {learner.gamma} is above the true "
                    "margin of the examples, and the Margin Perceptron may never halt on them"
                )
