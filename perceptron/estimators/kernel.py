"""The kernel Perceptron as a classifier."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from perceptron.errors import InputError
from perceptron.estimators.base import LARGEST, ExactClassifier, as_fraction
from perceptron.estimators.folds import make_highest
from perceptron.estimators.kernel_passes import KernelFold, KernelPasses, KernelRun, matrix_of
from perceptron.estimators.kernel_rows import (
    SCORE_BITS,
    TINY,
    Gaussian,
    GramRows,
    KernelValues,
    OfFunction,
    OfKernel,
    OfMatrix,
    refuse_asymmetric,
    scale_of,
    source,
)
from perceptron.estimators.reading import AnyRows, signs, written_out
from perceptron.kernels import Kernel, KernelTrace, Linear, Polynomial, measure_kernel, run_kernel
from perceptron.learners.perceptron import Perceptron, checked_ties
from perceptron.runs.engines.integer import RationalRows
from perceptron.runs.quantities import Quantities


class KernelPerceptronClassifier(ExactClassifier):
    """The kernel Perceptron. A mistake adds a row of kernel values to all scores, so that memory grows as rows × mistaken rows.

    Parameters
    ----------
    kernel : default None
        "linear", "poly", (coef0 + ⟨x,z⟩)^degree; "rbf", exp(−gamma‖x−z‖²); "precomputed", X being the matrix of kernel values, which is
        symmetric in `fit`; one of `perceptron.kernels`, on vectors or strings, or its specification, such as {"name": "polynomial",
        "degree": 2}; or a function of two points. The linear kernel by default
    degree : default 3
        of "poly"
    gamma : default 1
        of "rbf", an exact number, or a float as the rational that it is; "scale" is SVC's float, 1/(d·variance of all entries)
    coef0 : default 1
        of "poly", likewise
    ties : default "mistake"
        as for `Perceptron`
    max_iter : default 1000
        the most passes in `fit`
    record : default False
        whether to keep all points, which `trace` and `measure` need; else only those with mistakes are kept

    Attributes
    ----------
    alphas_
        the mistakes on each row that was learned, in order
    support_
        the rows with mistakes
    support_vectors_
        these points
    dual_coef_
        label times mistakes of each
    n_mistakes_
        M over all passes and classes
    n_iter_
        passes
    halted_
        whether the last pass made no mistake
    classes_, n_features_in_, feature_names_in_
        the classes in order, how many columns there were, and their names where they had some

    Notes
    -----
    With more than two classes the first four are lists, one entry for each class.
    Source: MR, Figure 2.

    Examples
    --------
    >>> model = KernelPerceptronClassifier("poly", degree=2)
    >>> model.fit([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1]).n_mistakes_
    4
    """

    kernel: Any
    degree: int
    coef0: Any
    record: bool
    _why_no_end = "the kernel may not separate the rows"

    def __init__(
        self,
        kernel: Any = None,
        degree: int = 3,
        gamma: Any = 1,
        coef0: Any = 1,
        ties: str | int = "mistake",
        max_iter: int = 1000,
        record: bool = False,
    ) -> None:
        self._keep_parameters(locals())

    @property
    def alphas_(self) -> Any:
        """The mistakes on each row."""
        return self._each(lambda fold: tuple(fold.alphas))

    @property
    def support_(self) -> Any:
        """The rows with mistakes."""
        return self._each(lambda fold: np.flatnonzero(fold.alphas))

    @property
    def support_vectors_(self) -> Any:
        """The points with mistakes."""
        return self._each(lambda fold: fold.points)

    @property
    def dual_coef_(self) -> Any:
        """Label times mistakes, of each point with mistakes."""
        return self._each(lambda fold: np.array(fold.coefficients))

    @property
    def learner_(self) -> Perceptron:
        """The learner in the kernel's features, with the ties that it learned with."""
        check_is_fitted(self)
        return Perceptron(self._ties)

    @property
    def kernel_(self) -> Kernel[Any]:
        """The kernel that it learned with. Raises InputError if its values are not rational."""
        check_is_fitted(self)
        return self._exact_kernel()

    def trace(self) -> KernelTrace:
        """The exact run over every round that was learned, made anew from the points. Raises InputError without `record=True`, for
        several classes, and for a kernel whose values are not rational."""
        check_is_fitted(self)
        if not self._keeps:
            raise InputError("the model keeps only the points with mistakes: make it with record=True, which keeps all")
        if len(self._folds) > 1:
            raise InputError(f"there are {len(self._folds)} learners, one for each class: make a model of two classes for its trace")
        xs = [x for points, _, passes in self._parts for x in [*points] * passes]
        ys = [int(y) for _, labels, passes in self._parts for y in [*labels] * passes]
        return run_kernel(self._exact_kernel(), [self._as_given(x) for x in xs], ys, self._ties)

    def measure(self, coefficients: Iterable[object] | None = None, points: Iterable[Any] = (), gamma: object = None) -> Quantities:
        """The exact quantities of the run in feature space, against u = Σ coefficient·φ(point) and γ.

        coefficients    exact numbers; by default u is the learned combination
        points          as many points of the kernel
        gamma           γ > 0; by default the least margin of the learned combination, if that is positive

        Raises InputError, as `trace` does.
        """
        trace = self.trace()
        level = None if gamma is None else as_fraction(gamma, "gamma")
        if coefficients is not None:
            if level is None:
                raise InputError("a comparator u needs its gamma")
            return measure_kernel(trace, coefficients, points, level)
        learned, at = self._folds[0].coefficients, [self._as_given(x) for x in self._folds[0].points]
        margin = measure_kernel(trace, learned, at, 1 if level is None else level).margin
        if level is None and (margin is None or margin <= 0):
            raise InputError(f"the least margin of the learned combination is {margin}: a gamma > 0 is needed")
        return measure_kernel(trace, learned, at, margin if level is None else level)

    def run_over(self, X: Any, y: Any, passes: int, positive: object = None) -> KernelRun:
        """The exact run from no mistakes over rows, in their order, with the kernel's values on all pairs of them.

        X, y        as for `fit`, with its classes; a precomputed kernel needs the matrix of all rows with all rows
        passes      the most passes
        positive    with more than two classes, the one whose learner is wanted

        Raises InputError for more than 1000 rows, and for values that no kernel has.
        """
        check_is_fitted(self)
        points, codes = self._read(X, y, None, reset=False, finite=True)
        self._matrix = None
        labels = np.array(signs(codes.tolist(), self._code(positive)))
        matrix = matrix_of(self._source, points)
        return KernelRun(matrix, labels, *KernelPasses(self._source, self._ties).passes(KernelFold(), points, labels, passes, {}))

    def _exact_kernel(self) -> Kernel[Any]:
        match self._source:
            case OfMatrix(degree=degree, offset=offset):
                return Polynomial(degree, offset) if degree > 1 or offset else Linear()
            case OfKernel(kernel=kernel):
                return kernel
        raise InputError(
            "values of this kernel are not known to be rational, or only those of a matrix are known: trace and bounds need more"
        )

    @staticmethod
    def _as_given(x: Any) -> Any:
        return [*map(Fraction, x.tolist())] if isinstance(x, np.ndarray) else x

    def _each(self, get: Any) -> Any:
        check_is_fitted(self)
        values = [get(fold) for fold in self._folds]
        return values[0] if len(values) == 1 else values

    def _read(self, X: Any, y: Any, classes: Any, reset: bool, finite: bool) -> tuple[Any, Any]:
        if reset:
            self._source: KernelValues = source(self.kernel, self.degree, 1 if self._scales else self.gamma, self.coef0)
        if (texts := self._texts(X)) is not None:
            _, codes = super()._read(np.zeros((len(texts), 1)), y, classes, reset, finite)
            return self._source.points(texts), codes
        rows, codes = super()._read(X, y, classes, reset, finite=True)
        if reset and self._scales and isinstance(self._source, Gaussian):
            self._source = Gaussian(scale_of(rows))
        if isinstance(self._source, GramRows):
            if rows.n != rows.d:
                raise InputError(f"a precomputed kernel is learned from the matrix of all rows with all rows, not from {rows.n} × {rows.d}")
            if not isinstance(rows, RationalRows):
                refuse_asymmetric(written_out(rows))
        return self._points(rows), codes

    @property
    def _scales(self) -> bool:
        return isinstance(self.gamma, str) and self.gamma == "scale"

    def _texts(self, X: Any) -> Any:
        """The points of a string kernel, which scikit-learn's validation does not know: a sequence of texts, or a column of them."""
        if not isinstance(self._source, (OfKernel, OfFunction)):
            return None
        found = X.to_numpy() if hasattr(X, "to_numpy") else X  # of pandas and polars
        if isinstance(found, np.ndarray) and found.ndim == 2 and found.shape[1] == 1:
            found = found[:, 0]
        flat = isinstance(found, (list, tuple)) or (isinstance(found, np.ndarray) and found.ndim == 1)
        return found if flat and len(found) and isinstance(found[0], str) else None

    def _points(self, rows: AnyRows) -> Any:
        if not isinstance(rows, RationalRows):
            return self._source.points(written_out(rows))
        if not isinstance(self._source, OfKernel):
            self._keep_fractions()
        return self._source.points([[Fraction(row.get(j, 0), rows.denominator) for j in range(rows.d)] for row in rows.rows])

    def _keep_fractions(self) -> None:
        """Go on with points of fractions, those that are kept too. Raises InputError for kernels of floats only."""
        if not isinstance(self._source, OfMatrix):
            raise InputError("entries that float64 does not hold are for the kernels linear and poly, and for those of perceptron.kernels")
        self._source = OfKernel(self._exact_kernel())
        for fold in getattr(self, "_folds", ()):
            fold.points = None if fold.points is None else self._source.points(fold.points)

    def decision_function(self, X: Any) -> Any:
        """The score of each row, or text, as for the other classifiers."""
        check_is_fitted(self)
        if (texts := self._texts(X)) is None:
            return super().decision_function(X)
        scores = self._scores_of(self._source.points(texts))
        return scores if len(self.classes_) > 2 else scores[:, 0]

    def _start(self, rows: Any, codes: Any, passes: int) -> None:
        self._ties, self._keeps = checked_ties(self.ties), self.record
        self._folds = [KernelFold() for _ in self._positives]
        self._parts: list[tuple[Any, Any, int]] = []
        self.n_mistakes_ = self.n_iter_ = 0

    def _learn(self, points: Any, codes: Any, limit: int) -> None:
        """Make up to `limit` passes over the points with each class's learner, from its present coefficients."""
        made = KernelPasses(self._source, self._ties)
        most, halted, kept = 0, True, {}  # type: ignore[var-annotated]
        for fold, code in zip(self._folds, self._positives, strict=True):
            labels = np.where(codes == code, 1, -1)
            hits, passes, ended = made.passes(fold, points, labels, limit, kept)
            fold.keep(hits, labels, points)
            self.n_mistakes_ += int(hits.sum())
            most, halted = max(most, passes), halted and ended
        if self._keeps:
            self._parts.append((points, labels, most))
        self.n_iter_, self.halted_ = self.n_iter_ + most, halted

    def _scores(self, rows: AnyRows) -> Any:
        return self._scores_of(self._points(rows))

    def _scores_of(self, points: Any) -> Any:
        made, errors = np.zeros((2, len(points), len(self._folds)))
        for k, fold in enumerate(self._folds):
            made[:, k], errors[:, k] = KernelPasses(self._source, self._ties).scores(fold, points)
        with np.errstate(all="ignore"):
            unsure = np.argwhere(~(errors == 0) & ~(np.abs(made) > errors))
        for t, k in unsure.tolist():
            near = abs(score := self._exact_score(points[t], self._folds[k])[1])
            made[t, k], errors[t, k] = score, near * 2.0 ** (1 - SCORE_BITS) if TINY < near < LARGEST else near and np.inf
        make_highest(made, errors, lambda t, a, b: self._exact_score(points[t], self._folds[a], self._folds[b])[0])
        return made

    def _exact_score(self, point: Any, fold: KernelFold, less: KernelFold | None = None) -> tuple[int, float]:
        """The exact sign and value of the score by a learner, or of its excess over the score by another."""
        folds = [(1, fold), *([] if less is None else [(-1, less)])]
        coefficients = [sign * c for sign, one in folds for c in one.coefficients]
        learned = [one.points for _, one in folds if one.points is not None]
        if not coefficients:
            return 0, 0.0
        zs = np.concatenate(learned)
        if len(self._folds) == 1 and (near := self._source.nearly(coefficients, point, zs)):
            return (1 if near > 0 else -1), near
        return self._source.total(coefficients, *self._source.keys(point, zs))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        return tags
