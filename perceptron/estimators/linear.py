"""The shared part of the linear classifiers: a learner with weights for each class, run by the engines.

Before it come class weights, and river's interface of one example at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import check_is_fitted

from perceptron.analysis.comparators import least_hinge, max_margin
from perceptron.analysis.separability import separability
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.estimators.base import ExactClassifier, as_float, as_fraction
from perceptron.estimators.folds import Fold, Mean, certified_scores, compiled_scores, continue_with, start_fold
from perceptron.estimators.passes import PassesOfFit, Record
from perceptron.estimators.reading import AnyRows, matrix_of, read_rows, take
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.numbers.exact import exact
from perceptron.runs.engines.integer import RationalRows
from perceptron.runs.quantities import Quantities, measure
from perceptron.runs.trace import Trace

MOST_TIMES = 2**26  # as in perceptron.runs.engines.certified, which is not loaded for this


# -- class weights as whole multiples: an update on a row of weight 3/2 beside one of weight 1 adds the row three times, not twice


@dataclass(frozen=True)
class Multiples:
    """The weight of each class, exactly."""

    weights: tuple[Fraction, ...]

    def pair(self, code: int) -> tuple[Fraction, Fraction]:
        """The weights of the rest and of the class with this place; of several classes the rest has weight 1, as in scikit-learn."""
        return (self.weights[1 - code] if len(self.weights) == 2 else Fraction(1)), self.weights[code]

    def times(self) -> list[tuple[int, int]]:
        """How often an update of each learner adds its row, for the labels −1 and +1, in units of `scale`."""
        return [self._whole(*self.pair(code)) for code in ([1] if len(self.weights) == 2 else range(len(self.weights)))]

    def scale(self, k: int) -> Fraction:
        """The factor by which the multiples of the k-th learner are to be multiplied."""
        return _unit(*self.pair(k))

    def _whole(self, down: Fraction, up: Fraction) -> tuple[int, int]:
        unit = _unit(down, up)
        times = int(down / unit), int(up / unit)
        if max(times) > MOST_TIMES:
            raise InputError(f"class weights {down} and {up} are refused: their ratio needs more than 26 bits to be kept exactly")
        return times


def _unit(a: Fraction, b: Fraction) -> Fraction:
    """The greatest rational of which both are whole multiples; 1 if both are 0."""
    clear = lcm(a.denominator, b.denominator)
    return Fraction(gcd(int(a * clear), int(b * clear)), clear) or Fraction(1)


def multiples(given: Any, classes: Any, codes: Any) -> Multiples:
    """The class weights that scikit-learn's parameter describes: None, "balanced" (rows/(classes·rows of the class)) or {class: weight}.

    codes    the place of each label among the classes

    Raises InputError.
    """
    ones = (Fraction(1),) * len(classes)
    if given is None:
        return Multiples(ones)
    if isinstance(given, str) and given == "balanced":
        counts = np.bincount(codes, minlength=len(classes)).tolist()
        return Multiples(tuple(Fraction(len(codes), len(classes) * count) if count else Fraction(1) for count in counts))
    if not isinstance(given, Mapping):
        raise InputError(f"class_weight must be None, 'balanced' or a mapping of classes to weights, not {given!r}")
    known = classes.tolist()
    if unknown := [name for name in given if name not in known]:
        raise InputError(f"class_weight names {unknown[0]!r}, which is none of the classes {known}")
    weights = tuple(_weight(given.get(name, 1)) for name in known)
    return Multiples(weights)


def _weight(value: object) -> Fraction:
    weight = exact(str(value) if isinstance(value, (float, np.floating)) else value, "class weight")
    if weight < 0:
        raise InputError(f"a class weight must not be negative, not {weight}")
    return weight


# -- one example at a time, with named features that may be new at any time


FIRST_WIDTH = 16


class OneByOne:
    """`learn_one` and `predict_one`, as river calls them, for a model with `partial_fit` of its folds. Nothing of an example is kept."""

    classes_: Any
    feature_index_: dict[Any, int]
    n_features_in_: int
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
        values = self._values(x)
        if not new:
            return self._learn_row(values, x, place, new)
        with self._as_before_if_refused():  # type: ignore[attr-defined]
            self.classes_, self.feature_index_ = known, {}
            self._learn_row(values, x, place, new)

    def _learn_row(self, values: Any, x: Mapping[Any, Any], place: Any, new: bool) -> None:
        for name in x:
            self.feature_index_.setdefault(name, len(self.feature_index_))
        self.n_features_in_ = len(self.feature_index_)
        room = FIRST_WIDTH if new else self._width
        if self.n_features_in_ > room:
            room = 2 * self.n_features_in_
            for fold in () if new else self._folds:
                fold.widen(room)
        self._go_on(self._place(values, x, room), place, new)  # type: ignore[attr-defined]

    def predict_one(self, x: Mapping[Any, Any]) -> Any:
        """The class of one example; False before the first. Unknown features are left out."""
        if not hasattr(self, "_folds"):
            return False
        self._refuse_unnamed()
        known = {name: value for name, value in x.items() if name in self.feature_index_}
        scores = self._scores(self._place(self._values(known), known, self.n_features_in_))  # type: ignore[attr-defined]
        return self.classes_[int(scores[0].argmax()) if len(self.classes_) > 2 else int(scores[0, 0] > 0)].item()

    @property
    def _width(self) -> int:
        """How many features the folds have room for."""
        raise NotImplementedError

    def _place(self, values: Any, names: Iterable[Any], width: int) -> AnyRows:
        """The row of this width with these values of the named features, and zeros elsewhere."""
        at = [self.feature_index_[name] for name in names]
        if isinstance(values, RationalRows):
            return RationalRows([{at[j]: n for j, n in values.rows[0].items()}], values.denominator, 1, width)
        row = np.zeros((1, width))
        row[0, at] = values
        return read_rows(row)

    def _values(self, x: Mapping[Any, Any]) -> Any:
        """The values as floats, or as a row of fractions if float64 does not hold one. Raises InputError."""
        row = np.empty((1, len(x)), dtype=object)
        row[0, :] = list(x.values())
        if (beyond := self._beyond_floats(row)) is not None:  # type: ignore[attr-defined]
            return beyond
        try:
            floats = row[0].astype(np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(f"a feature is no number: {error}") from None
        if not np.isfinite(floats).all():
            raise InputError("a feature is NaN or infinite")
        return floats

    def _refuse_unnamed(self) -> None:
        if not hasattr(self, "feature_index_"):
            raise InputError("this model was fitted on a matrix, whose columns have no names: learn_one needs a model of its own")


# -- the classifiers


class LinearClassifier(OneByOne, ExactClassifier):
    """A learner with a weight vector for each class, or with one for two classes.

    Attributes
    ----------
    weights_
        exact, the intercept last if there is one; a tuple of these for more than two classes
    coef_, intercept_
        the same in floats, shapes (1, d) and (1,), or (classes, d) and (classes,)
    n_mistakes_
        M over all passes and classes
    n_iter_
        passes
    halted_
        whether the last pass made no update
    """

    fit_intercept: bool
    average = False
    record: bool
    class_weight: Any = None
    n_jobs: int | None = None
    _scores_test = True
    _folds: list[Fold]
    _multiples: Multiples

    @property
    def weights_(self) -> Any:
        """The exact weights, computed on first access."""
        check_is_fitted(self)
        named, end = self.n_features_in_, self._width  # between these is room for features that may yet come by `learn_one`
        each = map(self._whole, range(len(self._folds)))
        exact = [tuple(Fraction(n, below) for n in whole[:named] + whole[end:]) for whole, below in each]
        return exact[0] if len(exact) == 1 else tuple(exact)

    def trace(self, positive: object = None) -> Trace:
        """The exact run over every round that was learned: all passes of `fit`, then the batches of `partial_fit`.

        positive    with more than two classes, the one whose learner is wanted

        With class weights it is the run on the rows times their weights, which is the same. Raises InputError without `record=True`, since
        nothing is kept of the data then, and where a class has weight 0.
        """
        code = self._code(positive)
        return self._record_of().trace(self.learner_, code, lambda examples: self._view(examples, code))

    def in_order_of_fit(self, examples: Examples) -> Examples | None:
        """The examples of a fit once for each round in which it learned them; None if it went through them in their order.

        Raises InputError without `record=True`, and for other examples than those of one fit.
        """
        check_is_fitted(self)
        if not self._reordered:
            return None
        if not self._record.keeps:
            raise InputError(
                "the fit went through its rows in an order of its own, by shuffle or early_stopping, and a bound is of one order: make "
                "the model with record=True, or give passes= for a run through these rows in their order"
            )
        return self._record.in_order(examples)

    def _record_of(self) -> Record:
        check_is_fitted(self)
        if not self._record.keeps:
            raise InputError("the model keeps none of its data: make it with record=True, which keeps all of it")
        return self._record

    def measure(self, u: Iterable[object] | None = None, gamma: object = None) -> Quantities:
        """The exact quantities of the run against a comparator u and γ: M, R², S², TD, H, ‖u‖² and so on.

        u        d exact numbers, and one more for the intercept with fit_intercept. By default it is computed: the separator of
                 (nearly) the greatest margin, or if nothing separates the vector with (nearly) the least hinge bound.
        gamma    γ > 0; needed with u; by default that of the computed u

        If `margin` ≥ γ, Novikoff's bound is M ≤ R2·U2/γ². Raises InputError, as `trace` does.
        """
        code = self._code(None)
        made = self._record_of().run(self.learner_, code, lambda examples: self._view(examples, code))
        if u is not None:
            if gamma is None:
                raise InputError("a comparator u needs its gamma")
            return measure(made, u, as_fraction(gamma, "gamma"))
        decided = separability(made.examples)
        found = max_margin(made, decided.u) if decided.separable else least_hinge(made)
        return measure(made, found.u, found.gamma if gamma is None else as_fraction(gamma, "gamma"))

    @property
    def learner_(self) -> Perceptron | MarginPerceptron:
        """The learner, with the parameters that it learned with."""
        check_is_fitted(self)
        return self._learner_

    def _weights_of(self, code: int) -> tuple[Fraction, Fraction]:
        return self._multiples.pair(code)

    def _learner(self) -> Perceptron | MarginPerceptron:
        raise NotImplementedError

    def _begin(self, rows: AnyRows, codes: Any, new: bool) -> None:
        if new:
            self.__dict__.pop("feature_index_", None)  # of examples before this fit
            self._start(rows, codes, self.max_iter)
        made = PassesOfFit(self, codes)
        rows = self._rows = self._ready(rows)
        while made.is_wanted():
            order = made.order()
            made.add(self._passes(rows, codes, order))
        self._record.add(rows, codes, made.orders, self.n_features_in_)
        self._reordered |= made.random is not None
        self._keep(made.mistakes, made.passes, made.halted)
        del self._rows
        made.warn()

    def _errors(self, held: Any, codes: Any) -> int:
        """How many of the rows held out are predicted wrongly now, in the midst of a fit."""
        scores = self._scores(take(self._rows, held))
        predicted = scores.argmax(axis=1) if scores.shape[1] > 1 else (scores[:, 0] > 0).astype(int)
        return int((predicted != codes[held]).sum())

    def _go_on(self, rows: AnyRows, codes: Any, new: bool) -> None:
        if new:
            if isinstance(self.class_weight, str) and self.class_weight == "balanced":
                raise InputError(
                    "class_weight='balanced' is refused where rows come in parts: the first do not tell how often each class will come; "
                    "give the weights, or begin with fit"
                )
            self._start(rows, codes, 1)
        rows = self._ready(rows)
        fresh = self._fresh()
        mistakes = [made for made, _ in self._passes(rows, codes, None)]
        self._record.add(rows, codes, [None], self.n_features_in_)
        self._keep(sum(mistakes), 1, not any(mistakes) and not fresh)

    def _start(self, rows: AnyRows, codes: Any, passes: int) -> None:
        """Begin at w = 0, with the parameters as they are now."""
        self._learner_, self._intercept, self._averages = self._learner(), self.fit_intercept, self.average
        self._multiples = multiples(self.class_weight, self.classes_, codes)
        self._folds = [
            start_fold(self._learner_.rescale(1 / self._multiples.scale(k)), rows, self._intercept, times, passes)
            for k, times in enumerate(self._multiples.times())
        ]
        self._means = [Mean() for _ in self._folds] if self._averages else []
        self._record, self._reordered = Record(self.record), False
        self._longest2: list[Fraction | None] = [Fraction(0)] * len(self._folds)  # of the rows before those that are learned now
        self.n_mistakes_ = self.n_iter_ = 0

    def _fresh(self) -> bool:
        """Whether the next round makes the step that is no mistake."""
        return self._learner_.initialises and not self._folds[0].updates

    def longest2(self, k: int) -> Fraction | None:
        """A number that is no less than ‖x‖² for all rows that the k-th learner learned, each times its class's weight, if one is known."""
        now = self._folds[k].longest2()
        before = self._longest2[k]
        return None if now is None or before is None else max(now * self._multiples.scale(k) ** 2, before)

    def _ready(self, rows: AnyRows) -> AnyRows:
        """The rows as the folds read them, which then wait for a pass over them. Raises InputError for a table after `learn_one`."""
        if rows.d != self._width:
            raise InputError(
                "this model learned examples with names, by learn_one: a table, whose columns have none, needs a fit of its own"
            )
        self._folds, rows = continue_with(self._folds, rows)
        return rows

    def _passes(self, rows: AnyRows, codes: Any, order: Any) -> list[tuple[int, int | Fraction]]:
        """Make a pass of each learner, in threads if there are several: the compiled loops let others run."""
        self._made: list[Any] = []
        if len(self._folds) == 1 or self.n_jobs in (None, 1):
            return [self._pass(k, rows, codes, order) for k in range(len(self._folds))]
        passes = (delayed(self._pass)(k, rows, codes, order) for k in range(len(self._folds)))
        return list(Parallel(n_jobs=self.n_jobs, prefer="threads")(passes))

    def _pass(self, k: int, rows: AnyRows, codes: Any, order: Any) -> tuple[int, int | Fraction]:
        """Make a pass of the k-th learner. Returns its mistakes, without the Margin Perceptron's first round, and what they weigh."""
        fold, code, (down, up) = self._folds[k], self._positives[k], self._folds[k].times
        first = self._learner_.initialises and not fold.updates and rows.n > 0
        rounds = rows.n if order is None else len(order)
        out = np.empty(fold.updates + rounds, np.int64) if self._averages or down != up else None
        try:
            made = int(fold.go(rows, codes, code, order, out))
        except InputError:
            self._finite()
            raise
        if out is None:
            return made - first, (made - first) * self._weights_of(code)[1]
        updates = out[fold.updates - made : fold.updates]
        places = updates if order is None else order[updates]
        times = np.where(codes[places] == code, up, -down)
        if self._averages:
            self._means[k].add(fold, rows, places, updates, times, rounds)
        return made - first, int(np.abs(times[int(first) :]).sum()) * self._multiples.scale(k)

    def _whole(self, k: int, at: Any = slice(None)) -> tuple[list[int], int]:
        """The exact weights of the k-th learner at some places, as integers over one denominator."""
        fold, scale = self._folds[k], self._multiples.scale(k)
        whole, below = self._means[k].integers(fold, at) if self._averages else fold.integers(at)
        return [n * scale.numerator for n in whole], below * scale.denominator

    def _keep(self, mistakes: int, passes: int, halted: bool) -> None:
        self.n_mistakes_, self.n_iter_, self.halted_ = self.n_mistakes_ + mistakes, self.n_iter_ + passes, halted
        if self._learner_.initialises:
            self._longest2 = [self.longest2(k) for k in range(len(self._folds))]
        for k, fold in enumerate(self._folds):
            fold.let_go()
            if self._averages:
                self._means[k].add_up(fold)

    @property
    def coef_(self) -> Any:
        """The weights in floats without the intercepts, computed on first access."""
        return self._in_floats()[:, : self.n_features_in_]

    @property
    def intercept_(self) -> Any:
        """The intercepts in floats, zeros if there are none."""
        floats = self._in_floats()
        return floats[:, self._width] if self._intercept else np.zeros(len(floats))

    def _in_floats(self) -> Any:
        """The weights in floats, the intercept's last. They are kept until the next pass."""
        check_is_fitted(self)
        if not self._made:  # a list, so that to predict does not change what the model's names stand for
            each = [self._floats(k) for k in range(len(self._folds))]
            self._made.append(np.array(each) if len(each) > 1 else each[0][None])
        return self._made[0]

    @property
    def _width(self) -> int:
        return int(self._folds[0].width - self._intercept)

    def _floats(self, k: int) -> Any:
        if self._multiples.scale(k) == 1:
            quick = self._means[k].floats(self._folds[k]) if self._averages else self._folds[k].floats()
            if quick is not None:
                return quick
        whole, below = self._whole(k)
        return np.array([as_float(n, below) for n in whole])

    def _integers(self, columns: Any) -> tuple[list[list[int]], int]:
        """The exact weights of each learner, of some columns or of all, as integers over one denominator for all learners."""
        at = slice(None) if columns is None else np.append(columns, [self._width] * self._intercept).astype(np.int64)
        each = [self._whole(k, at) for k in range(len(self._folds))]
        clear = lcm(*(below for _, below in each))
        return [whole if below == clear else [n * (clear // below) for n in whole] for whole, below in each], clear

    def _scores(self, rows: AnyRows) -> Any:
        return self._scores_of_table(rows if isinstance(rows, RationalRows) else matrix_of(rows))

    def _scores_of_table(self, X: Any) -> Any:
        plain = len(self._folds) == 1 and not self._averages and self._multiples.scale(0) == 1
        if plain and (scores := compiled_scores(self._folds[0], X)) is not None:
            return scores[:, None]
        return certified_scores(X, self.coef_, self.intercept_, self._integers, self._are_floats)

    def _are_floats(self) -> bool:
        """Whether floats are known to hold every learner's weights."""
        return not self._averages and all(fold.held_by_floats and self._multiples.scale(k) == 1 for k, fold in enumerate(self._folds))
