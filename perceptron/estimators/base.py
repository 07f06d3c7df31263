"""The base of the classifiers: what they read, their classes, and what they refuse."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from numbers import Integral
from typing import Any, TypeVar

import numpy as np
from scipy.sparse import csr_array, csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import assert_all_finite, check_is_fitted, validate_data

from perceptron.data.examples import Examples, weigh
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from perceptron.estimators.reading import AnyRows, examples_of, read_rows, rows_beyond_floats, signs, whole
from perceptron.numbers.exact import exact, from_float
from perceptron.runs.engines.certified.rows import Rows
from perceptron.runs.engines.integer import RationalRows

Self = TypeVar("Self", bound="ExactClassifier")
MOST_COUNTED = 1 << 12  # by which labels may differ that are counted
SMALLEST, LARGEST = math.nextafter(0.0, 1.0), math.nextafter(math.inf, 0.0)
NO_SAMPLE_WEIGHT = (
    "sample_weight is refused: to scikit-learn a row of weight 2 means the same as the row twice, wherever it stands, and no online "
    "learner has that property, whose second look at a row may be no mistake. Repeat rows where they should count more, or use class_weight"
)


class ExactClassifier(ClassifierMixin, BaseEstimator):
    """A classifier whose `fit` makes passes over the rows and whose `partial_fit` makes one. A subclass starts, continues and scores."""

    classes_: Any
    max_iter: int
    fit_intercept: bool = False
    floats: str = "binary"
    _intercept = False  # whether the rows that were learned had one
    _why_no_end = "the rows may not be separable"
    _scores_test = False  # whether NaN and infinities are found while rows are scored
    learner_: Any  # that of the last fit, as `perceptron` runs it
    kernel_: Any = None  # in whose features it runs
    ties: Any
    gamma: Any
    halted_: bool
    n_mistakes_: int
    n_iter_: int
    _matrix: Any  # the rows while they are learned

    def _keep_parameters(self, given: dict[str, Any]) -> None:
        """Set the parameters of `__init__`, whose names scikit-learn reads from its signature."""
        self.__dict__.update((name, value) for name, value in given.items() if name != "self")

    def fit(self: Self, X: Any, y: Any, **refused: Any) -> Self:
        """Learn the rows pass after pass, until a pass makes no mistake or `max_iter` passes are made.

        Parameters
        ----------
        X : shape (n, d)
            finite numbers: an array, a sparse matrix, a frame or lists; what float64 does not hold is kept exactly
        y : shape (n,)
            classes; with more than two, one learner separates each class from the rest
        **refused
            sample_weight, if it is not None, and anything else

        Returns
        -------
        self

        Warns with a ConvergenceWarning after `max_iter` passes. Raises ValueError for other data and for sample_weight.
        """
        self._refuse(refused)
        positive_integer(self.max_iter, "max_iter")
        new = not (getattr(self, "warm_start", False) and hasattr(self, "classes_"))
        finite = not new or getattr(self, "early_stopping", False)  # rows that are held out never come to the loop
        with self._as_before_if_refused():
            self._begin(*self._read(X, y, None, reset=new, finite=finite), new)
        return self

    def partial_fit(self: Self, X: Any, y: Any, classes: Any = None, **refused: Any) -> Self:
        """Learn these rows once, from the present weights. None of them is kept.

        Parameters
        ----------
        X, y : shapes (n, d) and (n,)
            as for `fit`
        classes : default None
            all classes, needed in the first call if its rows may lack one
        **refused
            as for `fit`

        Returns
        -------
        self

        Raises ValueError.
        """
        self._refuse(refused)
        new = not hasattr(self, "classes_")
        with self._as_before_if_refused():
            self._go_on(*self._read(X, y, classes, reset=new, finite=True), new)
        return self

    def predict(self, X: Any) -> Any:
        """The class of each row: classes_[1] where the exact score is positive, else classes_[0]; of several the highest.

        Parameters
        ----------
        X : shape (n, d)
            as for `fit`

        Returns
        -------
        an array of shape (n,)
        """
        scores = self.decision_function(X)
        return self.classes_[scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)]

    def decision_function(self, X: Any) -> Any:
        """The score of each row: floats that have the signs of the exact scores.

        Parameters
        ----------
        X : shape (n, d)
            as for `fit`

        Returns
        -------
        an array of shape (n,), or (n, classes) for more than two
        """
        if not hasattr(self, "classes_"):
            check_is_fitted(self)  # which says what is wrong, and takes its time
        read = self._check(X, reset=False, finite=not self._scores_test)
        scores = self._scores_of_table(read)
        return scores if len(self.classes_) > 2 else scores[:, 0]

    @property
    def predict_proba(self) -> Any:
        """Not there: Raises AttributeError with the reason, so that hasattr is False."""
        raise AttributeError(
            "there is no predict_proba: the theorems bound mistakes, and a score is no probability; decision_function has the scores, and "
            "sklearn.calibration.CalibratedClassifierCV fits probabilities to them"
        )

    def dataset(self, X: Any, y: Any, positive: object = None) -> Dataset:
        """Rows and labels as this model's learner reads them, exactly, with the intercept's input and times the weights of their classes.

        X, y        as for `fit`, with the classes of the fit
        positive    with more than two classes, the one whose learner is wanted

        Raises InputError for a class of weight 0.
        """
        check_is_fitted(self)
        code = self._code(positive)
        rows, codes = ExactClassifier._read(self, X, y, None, reset=False, finite=True)
        self._matrix = None
        examples = self._view(examples_of(rows, signs(codes.tolist(), code)), code)
        names = [*map(str, getattr(self, "feature_names_in_", (f"x{j + 1}" for j in range(rows.d))))]
        rest = str(self.classes_[1 - code]) if len(self.classes_) == 2 else "the rest"
        return Dataset("X", examples, {rest: -1, str(self.classes_[code]): 1}, (*names, *["intercept"] * self._intercept))

    def _view(self, examples: Examples, code: int) -> Examples:
        """The examples as the learner of the class with this place sees them."""
        return weigh(examples.with_constant() if self._intercept else examples, *self._weights_of(code))

    def _weights_of(self, code: int) -> tuple[Fraction, Fraction]:
        """The weights of the labels −1 and +1 for the learner of this class."""
        return Fraction(1), Fraction(1)

    def _beyond_floats(self, X: Any) -> RationalRows | None:
        """The rows in fractions where floats are not to be read as they are, or do not hold them; else None."""
        if self.floats not in ("binary", "decimal"):
            raise InputError(f"floats must be 'binary' or 'decimal', not {self.floats!r}")
        return rows_beyond_floats(X, decimals=self.floats == "decimal")

    def _check(self, X: Any, *labels: Any, reset: bool, finite: bool) -> Any:
        """The rows, and labels if there are some, as scikit-learn validates them; the rows in fractions where floats do not hold them."""
        X = whole(X)
        beyond = self._beyond_floats(X)
        finite = finite and beyond is None
        checks: Any = {"accept_sparse": "csr", "ensure_all_finite": finite, "dtype": "numeric" if beyond is None else None}
        if beyond is None and not finite and _plain(X, *labels):
            checks = {"skip_check_array": True}
        checked = validate_data(self, X, *labels, reset=reset, **checks)
        rows, *rest = checked if labels else (checked,)
        if beyond is not None:
            rows = beyond
        elif hasattr(rows, "iloc"):  # a frame that was plain
            rows = np.asarray(rows)
        elif rows.dtype == object:  # of lists, in which scikit-learn lets None pass
            assert_all_finite(rows := rows.astype(np.float64), input_name="X")
        return (rows, *rest) if labels else rows

    def _code(self, positive: object) -> int:
        if positive is None and len(self.classes_) > 2:
            raise InputError(f"there are {len(self.classes_)} classes, each with its learner: say which one is positive")
        found = np.flatnonzero(self.classes_ == (self.classes_[1] if positive is None else positive))
        if not len(found):
            raise InputError(f"{positive!r} is none of the classes {self.classes_}")
        return int(found[0])

    def _read(self, X: Any, y: Any, classes: Any, reset: bool, finite: bool) -> tuple[AnyRows, Any]:
        """The rows, and the place of each label among the classes. Whether the rows are finite is tested here or by the engine's loop."""
        X, y = self._check(X, y, reset=reset, finite=finite)
        X = X if isinstance(X, RationalRows) else read_rows(X)  # a frame's rows were copied, and are not held twice
        found, codes = encode(y)
        if reset:
            self.classes_ = found if classes is None else np.unique(classes)
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise InputError(f"classes are {np.unique(classes)}, but in the first call they were {self.classes_}")
        if len(self.classes_) < 2:
            raise InputError(f"two classes are needed, but there is {len(self.classes_)} class: {self.classes_}")
        if found is not self.classes_ and not np.array_equal(found, self.classes_):
            if len(unknown := np.setdiff1d(found, self.classes_)):
                raise InputError(f"class {unknown.tolist()[0]!r} was not among the classes of the first call, {self.classes_}")
            codes = np.searchsorted(self.classes_, found)[codes]
        self._matrix = X  # until they are learned: for the message where the loop finds NaN
        return X, codes.astype(np.int64, copy=False)

    @contextmanager
    def _as_before_if_refused(self) -> Iterator[None]:
        """Rows that are refused leave the model as it was: a later call must neither find half a fit nor the classes of theirs."""
        before = self.__dict__.copy()
        try:
            yield
            self._matrix = None
        except BaseException:
            self.__dict__ = before
            raise

    def _finite(self) -> None:
        """Raise scikit-learn's error about rows in which the loop found NaN or an infinity."""
        if isinstance(self._matrix, Rows):
            assert_all_finite(self._matrix.data, input_name="X")

    def _refuse(self, arguments: dict[str, Any]) -> None:
        for name, value in arguments.items():
            if name != "sample_weight":
                raise TypeError(f"{type(self).__name__} takes no argument {name!r}")
            if value is not None:
                raise InputError(NO_SAMPLE_WEIGHT)

    def _begin(self, rows: Any, codes: Any, new: bool) -> None:
        """Make the passes of a fit."""
        self._start(rows, codes, self.max_iter)
        self._learn(rows, codes, self.max_iter)
        if not self.halted_:
            times = f"{self.max_iter} {'pass' if self.max_iter == 1 else 'passes'}"
            warnings.warn(f"no end in {times}: {self._why_no_end}", ConvergenceWarning, stacklevel=3)

    def _go_on(self, rows: Any, codes: Any, new: bool) -> None:
        """Make one pass."""
        if new:
            self._start(rows, codes, 1)
        self._learn(rows, codes, 1)

    def _start(self, rows: Any, codes: Any, passes: int) -> None:
        raise NotImplementedError

    def _learn(self, rows: Any, codes: Any, limit: int) -> None:
        raise NotImplementedError

    @property
    def _positives(self) -> Sequence[int]:
        """The places of the classes that have a learner: of two the second."""
        return [1] if len(self.classes_) == 2 else range(len(self.classes_))

    def _make_passes(self, learners: Iterable[Iterator[tuple[int, Any]]], limit: int) -> list[Any]:
        """Make up to `limit` passes with each class's learner, until one makes no mistake. Returns what each has learned.

        learners    of each of its passes the mistakes, and the weights by then
        """
        most, halted, learned = 0, True, []
        for passes in learners:
            count, mistakes, state = 0, 1, None
            while count < limit and mistakes:
                mistakes, state = next(passes)
                count += 1
                self.n_mistakes_ += mistakes
            most, halted = max(most, count), halted and not mistakes
            learned.append(state)
        self.n_iter_, self.halted_ = self.n_iter_ + most, halted
        return learned

    def _scores_of_table(self, X: Any) -> Any:
        """The scores of a validated matrix, or of rows in fractions, shape (n, classes), or (n, 1) for two."""
        return self._scores(X if isinstance(X, RationalRows) else read_rows(X))

    def _scores(self, rows: AnyRows) -> Any:
        raise NotImplementedError

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def positive_integer(value: Any, what: str) -> None:
    """Raise InputError unless the value is a positive integer, of Python or numpy."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise InputError(f"{what} must be a positive integer, not {value!r}")


def _plain(X: Any, *labels: Any) -> bool:
    """Whether X, and labels, are numbers as they should be. For scikit-learn to find that out takes as long as thousands of rows."""
    frame = hasattr(X, "iloc")
    if not (frame or type(X) in (np.ndarray, csr_array, csr_matrix)) or X.ndim != 2 or min(X.shape) == 0:
        return False
    if not all(isinstance(kind, np.dtype) and kind.char in "fdbhilq" for kind in (X.dtypes if frame else [X.dtype])):
        return False
    return all(type(y) is np.ndarray and y.dtype.kind in "iu" and y.shape == X.shape[:1] for y in labels)


def encode(y: Any) -> tuple[Any, Any]:
    """The classes in order, and the place of each label among them; without sorting the labels where they are small integers."""
    if y.dtype.kind in "iu" and len(y) and y.ndim == 1 and (span := int(y.max()) - (low := int(y.min()))) < MOST_COUNTED:
        upper = y == y.dtype.type(low + span)
        if span and np.count_nonzero(upper) + np.count_nonzero(y == y.dtype.type(low)) == len(y):
            return np.array([low, low + span], y.dtype), upper.astype(np.int64)
        places = (y - y.dtype.type(low) if span <= np.iinfo(y.dtype).max else y.astype(np.int64) - low).astype(np.int64, copy=False)
        found = np.flatnonzero(np.bincount(places))
        order = np.zeros(span + 1, np.int64)
        order[found] = np.arange(len(found))
        return np.array([low + place for place in found.tolist()], y.dtype), order[places]
    check_classification_targets(y)
    return np.unique(y, return_inverse=True)


def as_float(value: Fraction | int, below: int = 1) -> float:
    """The finite float nearest to value/below with the same sign."""
    near = min(max(round_value(value, below), -LARGEST), LARGEST)
    return near or (SMALLEST if value > 0 else -SMALLEST if value else 0.0)


def round_value(value: Fraction | int, below: int = 1) -> float:
    """The float nearest to value/below, which is infinite beyond the largest."""
    try:
        return float(value / below)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def as_fraction(value: object, what: str) -> Fraction:
    """An exact number, or a float of any width as the dyadic rational that it is. Raises InputError."""
    return from_float(value, what) if isinstance(value, (float, np.floating)) else exact(value, what)  # type: ignore[arg-type]
