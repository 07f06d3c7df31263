"""The base of the classifiers: exact data, two classes, and prediction by the sign of an exact score."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from perceptron.errors import InputError
from perceptron.numbers.exact import exact, from_float

Self = TypeVar("Self", bound="ExactClassifier")
SMALLEST, LARGEST = math.nextafter(0.0, 1.0), math.nextafter(math.inf, 0.0)


class ExactClassifier(ClassifierMixin, BaseEstimator):
    """A classifier with two classes. `fit` makes up to `max_iter` passes and `partial_fit` one. A subclass starts, continues and scores."""

    classes_: Any
    max_iter: int

    def fit(self: Self, X: Any, y: Any) -> Self:
        """Learn the rows in their order, pass after pass, until a pass makes no mistake.

        X    finite numbers, shape (n, d)
        y    two classes, shape (n,)

        Returns self. Warns with a ConvergenceWarning after `max_iter` passes. Raises ValueError for other data.
        """
        if type(self.max_iter) is not int or self.max_iter < 1:
            raise InputError(f"max_iter must be a positive integer, not {self.max_iter!r}")
        self._begin(*self._read(X, y, None, reset=True))
        return self

    def partial_fit(self: Self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn these rows once, from the present weights.

        X, y       as for `fit`
        classes    both classes, needed in the first call if its rows may lack one

        Returns self. Raises ValueError.
        """
        new = not hasattr(self, "classes_")
        examples = self._read(X, y, classes, reset=new)
        self._go_on(*examples, new=new)
        return self

    def predict(self, X: Any) -> Any:
        """The class of each row, shape (n,): classes_[1] where the exact score is positive, else classes_[0]."""
        check_is_fitted(self)
        return self.classes_[(self.decision_function(X) > 0).astype(int)]

    def decision_function(self, X: Any) -> Any:
        """The score of each row, shape (n,): floats that have the signs of the exact scores."""
        check_is_fitted(self)
        return self._scores(_numbers(validate_data(self, X, reset=False)))

    def _read(self, X: Any, y: Any, classes: Any, reset: bool) -> tuple[Any, list[int]]:
        """The rows as an array, and the labels as −1 and +1."""
        rows, y = validate_data(self, X, y, reset=reset)
        check_classification_targets(y)
        if (kind := type_of_target(y, input_name="y", raise_unknown=True)) != "binary":
            raise InputError(f"Only binary classification is supported. The type of the target is {kind}.")
        if reset:
            self.classes_ = np.unique(y if classes is None else classes)
        if len(self.classes_) != 2:
            raise InputError(f"two classes are needed, but there is {len(self.classes_)} class: {self.classes_}")
        if len(unknown := np.setdiff1d(y, self.classes_)):
            raise InputError(f"class {unknown[0]!r} was not among the classes of the first call, {self.classes_}")
        return _numbers(rows), [1 if value == self.classes_[1] else -1 for value in y]

    def _begin(self, rows: Any, labels: list[int]) -> None:
        raise NotImplementedError

    def _go_on(self, rows: Any, labels: list[int], new: bool) -> None:
        raise NotImplementedError

    def _scores(self, rows: Any) -> Any:
        raise NotImplementedError

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def as_float(value: Fraction) -> float:
    """The nearest finite float with the same sign."""
    try:
        near = float(value)
    except OverflowError:
        near = LARGEST if value > 0 else -LARGEST
    return near or (SMALLEST if value > 0 else -SMALLEST if value else 0.0)


def as_fraction(value: object, what: str) -> Fraction:
    """An exact number, or a float as the dyadic rational that it is. Raises InputError."""
    return from_float(value, what) if isinstance(value, float) else exact(value, what)


def _numbers(rows: Any) -> Any:
    """The rows as integers or as float64. No value changes."""
    if rows.dtype.kind in "iub":
        return rows.astype(np.int64) if rows.dtype.kind == "b" else rows
    return rows.astype(np.float64)
