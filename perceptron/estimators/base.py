"""What the classifiers share: reading the data exactly, two classes, and prediction by the sign of an exact score."""

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
    """Two classes; `max_iter` passes in `fit`, one in `partial_fit`. A learner says how it begins, goes on and scores."""

    classes_: Any
    max_iter: int

    def fit(self: Self, X: Any, y: Any) -> Self:
        """Go over the rows in their order until a pass makes no mistake, at most `max_iter` times (a ConvergenceWarning then).

        X: (n, d), finite numbers; y: (n,), two classes. Raises ValueError for what is neither.
        """
        if type(self.max_iter) is not int or self.max_iter < 1:
            raise InputError(f"max_iter must be a positive integer, not {self.max_iter!r}")
        self._begin(*self._read(X, y, None, reset=True))
        return self

    def partial_fit(self: Self, X: Any, y: Any, classes: Any = None) -> Self:
        """Go on from the weights so far, once over these rows. classes: both classes, where the first rows may lack one."""
        new = not hasattr(self, "classes_")
        examples = self._read(X, y, classes, reset=new)
        self._go_on(*examples, new=new)
        return self

    def predict(self, X: Any) -> Any:
        """The class of each row: classes_[1] where the exact score is positive."""
        check_is_fitted(self)
        return self.classes_[(self.decision_function(X) > 0).astype(int)]

    def decision_function(self, X: Any) -> Any:
        """The score of each row, in floats with the sign of the exact one."""
        check_is_fitted(self)
        return self._scores(_numbers(validate_data(self, X, reset=False)))

    def _read(self, X: Any, y: Any, classes: Any, reset: bool) -> tuple[Any, list[int]]:
        """The rows as an array, the labels as −1 and +1."""
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
    """The nearest finite float that has the same sign."""
    try:
        near = float(value)
    except OverflowError:
        near = LARGEST if value > 0 else -LARGEST
    return near or (SMALLEST if value > 0 else -SMALLEST if value else 0.0)


def told(value: object, what: str) -> Fraction:
    """An exact number, or the dyadic rational that a float is."""
    return from_float(value, what) if isinstance(value, float) else exact(value, what)


def _numbers(rows: Any) -> Any:
    """Rows of integers, or of float64 if they came in a narrower kind of float: no value changes."""
    if rows.dtype.kind in "iub":
        return rows.astype(np.int64) if rows.dtype.kind == "b" else rows
    return rows.astype(np.float64)
