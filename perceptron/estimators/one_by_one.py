"""River's interface: one example at a time, with named features that may be new at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.estimators.reading import read_rows, rows_beyond_floats

FIRST_WIDTH = 16


class OneByOne:
    """`learn_one` and `predict_one`, as river calls them, for a model with `partial_fit` of its folds. Nothing of an example is kept."""

    classes_: Any
    feature_index_: dict[Any, int]
    _folds: list[Any]

    def learn_one(self, x: Mapping[Any, Any], y: Any, classes: Any = (False, True)) -> None:
        """Learn one example, as a pass of one round.

        x          {feature: number}; a feature that is not named is 0, one that was never named before is new
        y          its class
        classes    all classes, read in the first call

        A model learns either this way or by `fit` and `partial_fit`, since a matrix has no names. Raises InputError.
        """
        new = not hasattr(self, "_folds")  # which the first example makes that was learned
        if new:
            self.classes_, self.feature_index_ = np.unique(list(classes)), {}
            self._width = FIRST_WIDTH
        self._refuse_unnamed()
        place = int(np.searchsorted(self.classes_, y))
        if place == len(self.classes_) or self.classes_[place] != y:
            raise InputError(f"class {y!r} was not among the classes of the first call, {self.classes_}")
        for name in x:
            self.feature_index_.setdefault(name, len(self.feature_index_))
        self.n_features_in_ = self._width
        if len(self.feature_index_) > self._width:
            self._width = self.n_features_in_ = 2 * len(self.feature_index_)
            for fold in () if new else self._folds:
                fold.widen(self._width)
        self._go_on(self._one(x), np.array([place]), new)  # type: ignore[attr-defined]

    def predict_one(self, x: Mapping[Any, Any]) -> Any:
        """The class of one example; classes[0] before the first. Unknown features are left out."""
        if not hasattr(self, "_folds"):
            return False
        self._refuse_unnamed()
        scores = self._scores(self._one({name: value for name, value in x.items() if name in self.feature_index_}))  # type: ignore[attr-defined]
        return self.classes_[int(scores[0].argmax()) if len(self.classes_) > 2 else int(scores[0, 0] > 0)].item()

    def _one(self, x: Mapping[Any, Any]) -> Any:
        row = np.zeros((1, self._width), dtype=object)
        row[0, [self.feature_index_[name] for name in x]] = list(x.values())
        beyond = rows_beyond_floats(row)
        if beyond is not None:
            return beyond
        floats = row.astype(np.float64)
        if not np.isfinite(floats).all():
            raise InputError("a feature is NaN or infinite")
        return read_rows(floats)

    def _refuse_unnamed(self) -> None:
        if not hasattr(self, "feature_index_"):
            raise InputError("this model was fitted on a matrix, whose columns have no names: learn_one needs a model of its own")
