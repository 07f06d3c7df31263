"""The kernel Perceptron as a classifier."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from perceptron.errors import InputError
from perceptron.estimators.base import ExactClassifier, as_float, as_fraction
from perceptron.kernels import Kernel, KernelTrace, Linear, Polynomial, kernel_from_spec, measure_kernel, run_kernel
from perceptron.learners.perceptron import Perceptron
from perceptron.numbers.exact import common_denominator
from perceptron.runs.quantities import Quantities

Points = Sequence[Any]


class KernelPerceptronClassifier(ExactClassifier):
    """The kernel Perceptron, run on the Gram matrix in integers. Time and memory grow with the square of the number of rows.

    kernel      one of `perceptron.kernels` for vectors, or its specification, such as {"name": "polynomial", "degree": 2}; the
                linear kernel by default
    ties        as for `Perceptron`
    max_iter    the most passes in `fit`

    Attributes after a fit: `points_` and `labels_` (the exact points, and −1 or +1), `alphas_` (the mistakes on each point),
    `support_` (the rows with mistakes), `n_mistakes_`, `n_iter_` (passes) and `halted_` (whether the last pass made no mistake).
    Source: MR, Figure 2.

        >>> model = KernelPerceptronClassifier({"name": "polynomial", "degree": 2})
        >>> model.fit([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, -1, -1, 1]).n_mistakes_
        4
    """

    def __init__(self, kernel: Any = None, ties: str | int = "mistake", max_iter: int = 1000) -> None:
        self.kernel = kernel
        self.ties = ties
        self.max_iter = max_iter

    def trace(self) -> KernelTrace:
        """The exact run over every round that was learned, made anew from the points."""
        check_is_fitted(self)
        order = [t for rows, times in self.parts_ for t in [*rows] * times]
        return run_kernel(self._kernel(), [self.points_[t] for t in order], [self.labels_[t] for t in order], self.ties)

    def measure(self, coefficients: Iterable[object] | None = None, points: Iterable[Any] = (), gamma: object = None) -> Quantities:
        """The exact quantities of the run in feature space, against u = Σ coefficient·φ(point) and γ.

        coefficients    exact numbers; by default u is the learned combination
        points          as many points of the kernel
        gamma           γ > 0; by default the least margin of the learned combination, if that is positive

        Raises InputError.
        """
        trace = self.trace()
        level = None if gamma is None else as_fraction(gamma, "gamma")
        if coefficients is not None:
            if level is None:
                raise InputError("a comparator u needs its gamma")
            return measure_kernel(trace, coefficients, points, level)
        learned = [a * y for a, y in zip(self.alphas_, self.labels_, strict=True)]
        margin = measure_kernel(trace, learned, self.points_, 1 if level is None else level).margin
        if level is None and (margin is None or margin <= 0):
            raise InputError(f"the least margin of the learned combination is {margin}: a gamma > 0 is needed")
        return measure_kernel(trace, learned, self.points_, margin if level is None else level)

    def _kernel(self) -> Kernel[Any]:
        if self.kernel is None or isinstance(self.kernel, Mapping):
            return kernel_from_spec({"name": "linear"} if self.kernel is None else self.kernel)
        kernel: Kernel[Any] = self.kernel
        return kernel

    def _begin(self, rows: Any, labels: list[int]) -> None:
        self._forget()
        self._learn(rows, labels, self.max_iter)
        if not self.halted_:
            warnings.warn(f"no end in {self.max_iter} passes: the kernel may not separate the rows", ConvergenceWarning, stacklevel=3)

    def _go_on(self, rows: Any, labels: list[int], new: bool) -> None:
        if new:
            self._forget()
        self._learn(rows, labels, 1)

    def _forget(self) -> None:
        self.points_: tuple[Any, ...] = ()
        self.labels_: tuple[int, ...] = ()
        self.alphas_: tuple[int, ...] = ()
        self.parts_: list[tuple[range, int]] = []
        self.n_mistakes_ = self.n_iter_ = 0

    def _learn(self, rows: Any, labels: list[int], limit: int) -> None:
        """Make up to `limit` passes over the rows, from the present α. An update at row s adds y_s·K(s, ·) to all scores."""
        kernel, rule = self._kernel(), Perceptron(self.ties)
        points = [kernel.point([Fraction(value) for value in row], f"row {t}") for t, row in enumerate(rows.tolist())]
        whole, below = values(kernel, points, points)
        known, scale = self._known(kernel, points)
        clear = lcm(below, scale)
        scores = [n * (clear // scale) for n in known]
        whole = [[n * (clear // below) for n in row] for row in whole]
        hits, halted, made = [0] * len(points), False, 0
        while made < limit and not halted:
            made, halted = made + 1, True
            for t, y in enumerate(labels):
                if rule.wants_update(Fraction(y * scores[t]), Fraction(0), y):
                    hits[t], halted = hits[t] + 1, False
                    scores = [a + y * b for a, b in zip(scores, whole[t], strict=True)]
        self.parts_ = [*self.parts_, (range(len(self.points_), len(self.points_) + len(points)), made)]
        self.points_, self.labels_ = (*self.points_, *points), (*self.labels_, *labels)
        self.alphas_ = (*self.alphas_, *hits)
        self.support_ = np.flatnonzero(self.alphas_)
        self.n_mistakes_, self.n_iter_, self.halted_ = self.n_mistakes_ + sum(hits), self.n_iter_ + made, halted

    def _known(self, kernel: Kernel[Any], points: Points) -> tuple[list[int], int]:
        """The present scores of some points, as integers over a common denominator."""
        chosen = [(p, a * y) for p, y, a in zip(self.points_, self.labels_, self.alphas_, strict=True) if a]
        rows, below = values(kernel, points, [p for p, _ in chosen])
        return [sum(map(mul, row, (c for _, c in chosen))) for row in rows], below

    def _scores(self, rows: Any) -> Any:
        kernel = self._kernel()
        points = [kernel.point([Fraction(value) for value in row]) for row in rows.tolist()]
        scores, below = self._known(kernel, points)
        return np.array([as_float(Fraction(n, below)) for n in scores])


def values(kernel: Kernel[Any], xs: Points, zs: Points) -> tuple[list[list[int]], int]:
    """K(x, z) for every pair, as integers over a common denominator. Kernels of one inner product need no Fraction for it."""
    if not xs or not zs or not isinstance(kernel, (Linear, Polynomial)):
        rows = [[kernel(x, z) for z in zs] for x in xs]
        below = common_denominator(value for row in rows for value in row)
        return [[value.numerator * (below // value.denominator) for value in row] for row in rows], below
    (a, p), (b, q) = _whole(xs), _whole(zs)
    products = [[sum(map(mul, x, z)) for z in b] for x in a]
    if isinstance(kernel, Linear):
        return products, p * q
    c, below = kernel.offset.numerator * p * q, kernel.offset.denominator  # (c/below + n)/(p·q), to the power of the degree
    return [[(c + below * n) ** kernel.degree for n in row] for row in products], (below * p * q) ** kernel.degree


def _whole(points: Points) -> tuple[list[list[int]], int]:
    """The points as integer vectors over a common denominator."""
    below = common_denominator(value for x in points for value in x)
    return [[value.numerator * (below // value.denominator) for value in x] for x in points], below
