"""When a fit ends: a pass without mistakes, the limit of passes, no more progress, or a margin that was promised too large."""

from __future__ import annotations

import warnings
from fractions import Fraction
from math import floor
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit
from sklearn.utils import check_random_state

from perceptron.errors import InputError
from perceptron.estimators.base import as_fraction, positive_integer
from perceptron.learners.perceptron import MarginPerceptron


class Passes:
    """The passes of one fit of a linear model, counted in whole numbers."""

    def __init__(self, model: Any, codes: Any) -> None:
        self.model, self.n, self.fresh = model, len(codes), model._fresh()
        self.tol = None if model.tol is None else as_fraction(model.tol, "tol")
        positive_integer(model.n_iter_no_change, "n_iter_no_change")
        self.random = check_random_state(model.random_state) if model.shuffle or model.early_stopping else None
        self.kept, self.held = self._held_out(codes)
        self.codes, self.orders = codes, []  # type: ignore[var-annotated]  # None, or the rows of each pass in order
        self.mistakes, self.passes, self.halted, self.stopped, self.reason = 0, 0, False, False, ""
        self.fewest: int | None = None
        self.waited = 0

    def wanted(self) -> bool:
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

    def add(self, mistakes: list[int]) -> None:
        """Count the mistakes that the pass made, of each class's learner."""
        self.passes += 1
        self.mistakes += sum(mistakes)
        self.halted = not any(mistakes) and not self.fresh
        self.fresh = False
        if self.model.verbose:
            print(f"pass {self.passes}: {sum(mistakes)} mistakes")
        if not self.halted:
            self._watch(sum(mistakes))
            self._promised()

    def warn(self) -> None:
        """Warn if the last pass made mistakes, unless the fit was told to stop then."""
        if self.reason or not (self.halted or self.stopped):
            times = f"{self.passes} {'pass' if self.passes == 1 else 'passes'}"
            reason = self.reason or f"no end in {times}: the rows may not be separable, or only by a small margin"
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

    def _watch(self, mistakes: int) -> None:
        """Stop if n_iter_no_change passes in a row were not better than the best by more than tol."""
        if self.tol is None and self.held is None:
            return
        now = mistakes if self.held is None else self.model._errors(self.held, self.codes)
        rounds = self.n * len(self.model._folds) if self.held is None else len(self.held)
        better = self.fewest is None or Fraction(self.fewest - now, rounds) > (self.tol or 0)
        self.waited = 0 if better else self.waited + 1
        self.fewest = now if self.fewest is None else min(now, self.fewest)
        self.stopped = self.waited >= self.model.n_iter_no_change

    def _promised(self) -> None:
        """Stop the Margin Perceptron at more updates than its promised margin allows."""
        learner = self.model._learner_
        for fold in self.model._folds if isinstance(learner, MarginPerceptron) else ():
            longest2 = self.model.longest2(fold)
            bound = None if longest2 is None else learner.bound(longest2)
            if bound is not None and fold.updates - 1 > bound:
                self.stopped = True
                self.reason = (
                    f"{fold.updates - 1} updates exceed 2R²/(ε²γ²) − 2/ε ≈ {floor(bound)}: gamma = {learner.gamma} is above the true "
                    "margin of the examples, and the Margin Perceptron may never halt on them"
                )
