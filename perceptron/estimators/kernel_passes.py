"""Passes of the kernel Perceptron over points, in numpy or compiled blocks: signs by floats with a bound on their error, else exactly."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perceptron.estimators.kernel_rows import MOST, UNIT, Source
from perceptron.extras import installed
from perceptron.learners.perceptron import is_mistake

MANY_POINTS = 1000  # for which it pays to load compiled loops
KEPT_VALUES = 3 * 10**7  # kernel values kept for later passes


@dataclass
class KernelFold:
    """The mistakes of one class's learner: signed multiples of the points it erred on, and how often it erred on each row."""

    points: Any = None
    coefficients: list[int] = field(default_factory=list)
    alphas: list[int] = field(default_factory=list)

    def terms(self, hits: Any, labels: Any, points: Any) -> list[tuple[int, Any]]:
        """Σ coefficient·K(point, ·) as it stands in the midst of a batch."""
        before = [] if self.points is None else list(zip(self.coefficients, self.points, strict=True))
        return before + [(int(hits[t] * labels[t]), points[t]) for t in np.flatnonzero(hits).tolist()]

    def keep(self, hits: Any, labels: Any, points: Any) -> None:
        """Add the points of a batch on which there were mistakes."""
        at = np.flatnonzero(hits)
        self.points = points[at] if self.points is None else np.concatenate([self.points, points[at]])
        self.coefficients += (hits[at] * labels[at]).tolist()
        self.alphas += hits.tolist()


@dataclass
class KernelPasses:
    """A kernel's values, and what is predicted at a score of 0."""

    source: Source
    ties: Any

    def passes(self, fold: KernelFold, points: Any, labels: Any, limit: int, kept: dict[int, Any]) -> tuple[Any, int, bool]:
        """How often the learner errs on each point, in how many passes, and whether the last is without a mistake.

        kept    kernel values of points with all points, which learners of other classes share
        """
        if self.source.in_loops is not None and _worth_compiling(points):
            return self._in_loops(fold, points, labels, limit)
        scores, errors = self.scores(fold, points)
        hits, passes, ended = np.zeros(len(points), np.int64), 0, False
        while passes < limit and not ended:
            passes, ended, t = passes + 1, True, -1
            while (t := _next(scores, errors, labels, t + 1)) < len(points):
                if abs(scores[t]) > errors[t]:
                    sign = -1
                elif errors[t] == 0.0:
                    sign = 0
                else:
                    sign = int(labels[t]) * self.source.sign(points[t], fold.terms(hits, labels, points))
                if not is_mistake(sign, labels[t], self.ties):
                    continue
                hits[t], ended = hits[t] + 1, False
                self._add(scores, errors, int(labels[t]), self._row(points, t, kept))
        return hits, passes, ended

    def _in_loops(self, fold: KernelFold, points: Any, labels: Any, limit: int) -> tuple[Any, int, bool]:
        """The same in compiled blocks."""
        from perceptron.runs.engines.certified import kernel_loops as loops

        source, known = self.source, np.zeros((0, points.shape[1])) if fold.points is None else fold.points
        shape: Any = source.in_loops
        with np.errstate(all="ignore"):
            squares, own = (points * points).sum(axis=1), (known * known).sum(axis=1)
            sizes = source.sizes(np.concatenate([squares, own]))[: len(points)]  # type: ignore[attr-defined]
        before, ties = np.array(fold.coefficients, dtype=np.float64), self.ties if isinstance(self.ties, int) else 0
        hits, passes, ended = np.zeros(len(points), np.int64), 0, False
        total = float(np.abs(before).sum())
        while passes < limit and not ended:
            start, passes = total, passes + 1
            for first in range(0, len(points), loops.BLOCK):
                last, t, decided = min(len(points), first + loops.BLOCK), first, 0
                at = np.flatnonzero(hits)
                support, lengths = np.vstack([known, points[at]]), np.concatenate([own, squares[at]])
                scores, weights = np.zeros(last - first), np.concatenate([before, hits[at] * labels[at]])
                with np.errstate(all="ignore"):
                    loops.score_block(points[first:last] @ support.T, weights, squares[first:last], lengths, *shape, scores)
                while True:
                    t, total = loops.go_on(
                        points, squares, labels, sizes, t, first, last, ties, source.whole, total, *shape, scores, hits, decided
                    )
                    if t == last:
                        break
                    sign = int(labels[t]) * source.sign(points[t], fold.terms(hits, labels, points))
                    decided = 1 if is_mistake(sign, labels[t], self.ties) else -1
            ended = total == start
        return hits, passes, ended

    def _row(self, points: Any, t: int, kept: dict[int, Any]) -> Any:
        """The kernel values of point t with all points. They are kept for the next time that it is a mistake."""
        if t not in kept:
            row = self.source.row(points[t], points)
            if (len(kept) + 1) * len(points) > KEPT_VALUES:
                return row
            kept[t] = row
        return kept[t]

    def _add(self, scores: Any, errors: Any, times: int, row: Any) -> None:
        """scores += times·row, and the error that this may make."""
        with np.errstate(all="ignore"):
            scores += times * row[0]
            if self.source.whole and np.abs(scores).max(initial=0.0) < MOST and not row[1].any():
                return
            errors += (abs(times) * row[1] * 1.01 + UNIT * np.abs(scores)) * 1.01

    def scores(self, fold: KernelFold, points: Any) -> tuple[Any, Any]:
        """The scores of points by a learner, in floats, and bounds on their errors."""
        scores, errors = np.zeros(len(points)), np.zeros(len(points))
        for c, x in zip(fold.coefficients, () if fold.points is None else fold.points, strict=False):
            values, off = self.source.row(x, points)
            with np.errstate(all="ignore"):
                product = c * values
                exact = (np.abs(product) < MOST) if self.source.whole else abs(c) == 1
                self._add(scores, errors, 1, (product, abs(c) * off + np.where(exact, 0.0, UNIT * np.abs(product))))
        return scores, errors


def _next(scores: Any, errors: Any, labels: Any, start: int) -> int:
    """The first point from `start` on that floats do not certainly get right."""
    width = 64
    with np.errstate(all="ignore"):
        while start < len(scores):
            part = slice(start, start + width)
            doubtful = ~(labels[part] * scores[part] > errors[part])
            if doubtful.any():
                return start + int(doubtful.argmax())
            start, width = start + width, 2 * width
    return start


def _worth_compiling(points: Any) -> bool:
    """Whether compiled loops are there and gain more than it takes to load them."""
    return installed("numba") and (len(points) >= MANY_POINTS or "perceptron.runs.engines.certified.kernel_loops" in sys.modules)
