"""River's interface: one example at a time, with named features that may be new at any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.estimators.reading import AnyRows, read_rows, rows_beyond_floats
from perceptron.runs.engines.rational import RationalRows

FIRST_WIDTH = 16


class OneByOne:
    """`learn_one` and `predict_one`, as river calls them, for a model with `partial_fit` of its folds. Nothing of an example is kept."""

    classes_: Any
    feature_index_: dict[Any, int]
    n_features_in_: int  # room for more than are known
    _folds: list[Any]
    _supervised = _multiclass = True  # what river's pipelines and evaluations ask of a model

    def learn_one(self, x: Mapping[Any, Any], y: Any, classes: Any = (False, True)) -> None:
        """Learn one example, as a pass of one round.

        x          {feature: number}; a feature that is not named is 0, one that was never named before is new
        y          its class
        classes    all classes, read in the first call

        A model learns either this way or by `fit` and `partial_fit`, since a matrix has no names. Raises InputError.
        """
        new = not hasattr(self, "_folds")  # which the first example makes that was learned
        known = np.unique(list(classes)) if new else self.classes_
        if len(known) < 2:
            raise InputError(f"two classes are needed, but there is {len(known)} class: {known}")
        if not new:
            self._refuse_unnamed()
        place = np.flatnonzero(known == y)
        if not len(place):
            raise InputError(f"class {y!r} was not among the classes of the first call, {known}")
        values = _values(x)
        if not new:
            return self._learn_row(values, x, place, new)
        with self._as_before_if_refused():  # type: ignore[attr-defined]
            self.classes_, self.feature_index_, self.n_features_in_ = known, {}, FIRST_WIDTH
            self._learn_row(values, x, place, new)

    def _learn_row(self, values: Any, x: Mapping[Any, Any], place: Any, new: bool) -> None:
        for name in x:
            self.feature_index_.setdefault(name, len(self.feature_index_))
        if len(self.feature_index_) > self.n_features_in_:
            self.n_features_in_ = 2 * len(self.feature_index_)
            for fold in () if new else self._folds:
                fold.widen(self.n_features_in_)
        self._go_on(self._placed(values, x), place, new)  # type: ignore[attr-defined]

    def predict_one(self, x: Mapping[Any, Any]) -> Any:
        """The class of one example; False before the first. Unknown features are left out."""
        if not hasattr(self, "_folds"):
            return False
        self._refuse_unnamed()
        known = {name: value for name, value in x.items() if name in self.feature_index_}
        scores = self._scores(self._placed(_values(known), known))  # type: ignore[attr-defined]
        return self.classes_[int(scores[0].argmax()) if len(self.classes_) > 2 else int(scores[0, 0] > 0)].item()

    def _placed(self, values: Any, names: Iterable[Any]) -> AnyRows:
        """The row with these values of the named features, and zeros elsewhere."""
        at = [self.feature_index_[name] for name in names]
        if isinstance(values, RationalRows):
            return RationalRows([{at[j]: n for j, n in values.rows[0].items()}], values.denominator, 1, self.n_features_in_)
        row = np.zeros((1, self.n_features_in_))
        row[0, at] = values
        return read_rows(row)

    def _refuse_unnamed(self) -> None:
        if not hasattr(self, "feature_index_"):
            raise InputError("this model was fitted on a matrix, whose columns have no names: learn_one needs a model of its own")


def _values(x: Mapping[Any, Any]) -> Any:
    """The values as floats, or as a row of fractions if float64 does not hold one. Raises InputError."""
    row = np.empty((1, len(x)), dtype=object)
    row[0, :] = list(x.values())
    if (beyond := rows_beyond_floats(row)) is not None:
        return beyond
    try:
        floats = row[0].astype(np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"a feature is no number: {error}") from None
    if not np.isfinite(floats).all():
        raise InputError("a feature is NaN or infinite")
    return floats
