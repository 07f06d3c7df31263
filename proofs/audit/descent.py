"""One bound at a time made small: Newton's method from a comparator that is nearly best. In floats; nothing here is certified.

The least comparator of a bound often lies on the edge of those that are called trivial (`proofs.audit.comparators`), where the paths, which
serve all bounds, pass beside it. So the bound is minimised as a function of w* itself, with a penalty for what lies beyond the edge. The
hinge's corner is rounded off less and less, and the penalty grows as the corner shrinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

CORNERS = (0.3, 0.1, 0.03, 0.01, 0.003, 0.001)  # widths of the hinge's rounded corner
STEPS = 40  # of Newton's method for each corner
SIZES = tuple(2.0**-k for k in range(16))  # shares of a step that are tried, all at once
EDGES, PENALTY = (5e-4, 1.5e-4), 30.0  # how far within the edge the penalty begins, first and at last, and its weight
CUT = 100  # at least M/CUT of the loss on the updates is cut off at 0
FEW = 8  # rows that are cut off, of which one may be let go
BELOW = 0.8  # its gain then
FINE = 2  # the corner with which steps begin then: wider ones would cut it off again
DIFFERENCE = 1e-5  # for the slopes of the bound in its three numbers
ENOUGH = 1e-6  # a step that gains less of the bound ends the steps
LEAST_BEND, LEAST_LENGTH = 1e-9, 1e-9


@dataclass(frozen=True)
class ComparatorObjective:
    """A bound as a function of a comparator w* = u/γ, in lengths of which R is the unit.

    rows          the z = y·x of the rounds with a mistake, `counts` how often each is one
    everything    the z of all rounds of a pass
    value         the bound for arrays of ‖w*‖, of the hinge loss on the mistakes, and of its squares' sum
    edge          how far within the edge the penalty begins
    """

    rows: Any
    counts: Any
    everything: Any
    value: Callable[[Any, Any, Any], Any]
    edge: float = EDGES[0]

    def vectors(self, w: Any, corners: Sequence[float] = CORNERS) -> list[Any]:
        """Vectors near w at which the bound is less and that are hardly beyond the edge, one for each corner."""
        vectors = []
        with np.errstate(all="ignore"), suppress(np.linalg.LinAlgError):  # what is not finite ends the steps
            for near in self._steps(w, corners):
                if float(near @ near) > LEAST_LENGTH**2:
                    vectors.append(near)
        return vectors

    def with_one_less(self, w: Any) -> list[Any]:
        """Vectors from another start. Where w cuts off the loss of a few rows, the one it cuts off by the least is let go.

        Which rows are cut off is a choice that steps from w do not make anew.
        """
        gains = self.rows @ w
        beyond = gains > 1
        if not 1 < beyond.sum() <= FEW:
            return []
        row, gain = min(zip(self.rows[beyond], gains[beyond], strict=True), key=lambda pair: pair[1])
        return self.vectors(w - (gain - BELOW) / (row @ row) * row, CORNERS[FINE:])

    def _steps(self, w: Any, corners: Sequence[float]) -> Iterator[Any]:
        sizes = np.array(SIZES)[:, None]
        for corner in corners:
            value = float(self._penalty(w[None], (self.rows @ w)[None], (self.everything @ w)[None], corner)[0])
            for _ in range(STEPS):
                slope, bend = self._bent(w, corner)
                if not (np.isfinite(value) and np.isfinite(slope).all() and np.isfinite(bend).all()):
                    return
                step = np.linalg.lstsq(bend, slope, rcond=1e-14)[0]
                tried = w - sizes * step
                own, every = ((rows @ w)[None] - sizes * (rows @ step) for rows in (self.rows, self.everything))
                values = self._penalty(tried, own, every, corner)
                best = int(np.nan_to_num(values, nan=np.inf).argmin())
                if not value - values[best] > ENOUGH * abs(value):
                    break
                w, value = tried[best], float(values[best])
            yield w

    def _penalty(self, vectors: Any, own: Any, every: Any, corner: float) -> Any:
        """The bound with a rounded corner and the penalties, for some vectors and their products with `rows` and `everything`."""
        M = float(self.counts.sum())
        short = (1 - own).clip(min=0)
        loss = _lose(1 - own, corner) @ self.counts
        values = self.value(np.linalg.norm(vectors, axis=1), loss, (short * short) @ self.counts)
        over = (2 * _lose(1 - every, corner).mean(axis=-1) - (1 - self.edge)).clip(min=0)
        missing = (1 + self.edge - CUT * (loss + own @ self.counts - M) / M).clip(min=0)
        return values + PENALTY * M / corner * (over**2 + missing**2)

    def _bent(self, w: Any, corner: float) -> tuple[Any, Any]:
        """The gradient of `_penalty`, and its Hessian without the parts that are negative."""
        rows, counts, M = self.rows, self.counts, float(self.counts.sum())
        own, length = rows @ w, max(float(np.sqrt(w @ w)), LEAST_LENGTH)
        short, loss, falls, bends = _round(rows, counts, own, corner)
        by_length, by_loss, by_squares = self._slopes(length, loss, float(counts @ (short * short)))
        slope = by_length * w / length - by_loss * falls - 2 * by_squares * (rows.T @ (counts * short))
        bends = (by_loss * bends + 2 * by_squares * counts * (short > 0)).clip(min=0)
        bend = (rows.T * bends) @ rows + max(by_length / length, LEAST_BEND) * np.eye(len(w))
        weight = PENALTY * M / corner
        every, share = self.everything, np.full(len(self.everything), 2 / len(self.everything))
        _, lost, falls_all, bends_all = _round(every, share, every @ w, corner)
        if (over := lost - (1 - self.edge)) > 0:
            slope = slope - 2 * weight * over * falls_all
            bend += 2 * weight * ((every.T * (over * bends_all)) @ every + np.outer(falls_all, falls_all))
        if (missing := 1 + self.edge - CUT * (loss + float(counts @ own) - M) / M) > 0:
            rises = (rows.T @ counts - falls) * (CUT / M)
            slope = slope - 2 * weight * missing * rises
            bend += 2 * weight * np.outer(rises, rises)
        return slope, bend

    def _slopes(self, *at: float) -> Any:
        """The slopes of the bound in its three numbers."""
        steps = np.maximum(np.array(at) * DIFFERENCE, 1e-12)
        values = self.value(*np.vstack([at + np.diag(steps), (at - np.diag(steps)).clip(min=0)]).T)
        return (values[:3] - values[3:]) / (2 * steps)


def _lose(short: Any, corner: float) -> Any:
    """The hinge loss of rounds that lack so much of 1, with its corner rounded off: more in the corner, so that what keeps within the edge
    does so exactly, and the same elsewhere."""
    within = (short + corner / 2).clip(0, corner)
    return np.where(within < corner, within * within / (2 * corner), short)


def _round(rows: Any, counts: Any, gains: Any, corner: float) -> tuple[Any, float, Any, Any]:
    """The amount by which each row lacks 1, the loss with its corner rounded off, its gradient in w, and the curvature of each row."""
    short = 1 - gains
    within = (short + corner / 2).clip(0, corner)
    bends = counts / corner * ((within > 0) & (within < corner))
    return short.clip(min=0), float(counts @ _lose(short, corner)), rows.T @ (counts * within) / corner, bends
