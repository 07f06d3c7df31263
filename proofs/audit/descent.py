"""One bound at a time made small: Newton's method from a comparator that is nearly best. In floats; nothing here is certified.

The least comparator of a bound often lies on the edge of those that are called trivial (`proofs.audit.comparators`), where the paths, which
serve all bounds, pass beside it. So the bound is minimised as a function of w* itself, with a penalty for what lies beyond the edge. The
hinge's corner is rounded off less and less, and the penalty grows as the corner shrinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

CORNERS = (0.3, 0.1, 0.03, 0.01, 0.003, 0.001)  # widths of the hinge's rounded corner
STEPS = 40  # of Newton's method for each corner
EDGE, PENALTY = 5e-4, 30.0  # how far within the edge the penalty begins, and its weight
CUT = 100  # at least M/CUT of the loss on the updates is cut off at 0
DIFFERENCE = 1e-5  # for the slopes of the bound in its three numbers
SHORTEST, ENOUGH = 1e-6, 1e-6  # a step that is shorter, or gains less of the bound, ends the steps
LEAST_BEND, LEAST_LENGTH = 1e-9, 1e-9


@dataclass(frozen=True)
class Descent:
    """A bound as a function of a comparator w* = u/γ, in lengths of which R is the unit.

    rows          the z = y·x of the rounds with a mistake, `counts` how often each is one
    everything    the z of all rounds of a pass
    value         the bound for arrays of ‖w*‖, of the hinge loss on the mistakes, and of its squares' sum
    """

    rows: Any
    counts: Any
    everything: Any
    value: Callable[[Any, Any, Any], Any]

    def vectors(self, w: Any) -> list[Any]:
        """Vectors near w at which the bound is less and that are hardly beyond the edge, one for each corner."""
        import numpy as np

        found = []
        with np.errstate(all="ignore"), suppress(np.linalg.LinAlgError):  # what is not finite ends the steps
            for near in self._steps(w):
                if float(near @ near) > LEAST_LENGTH**2:
                    found.append(near)
        return found

    def _steps(self, w: Any) -> Iterator[Any]:
        import numpy as np

        for corner in CORNERS:
            value, slope, bend = self._fined(w, corner)
            for _ in range(STEPS):
                if not (np.isfinite(value) and np.isfinite(slope).all() and np.isfinite(bend).all()):
                    return
                step, size = np.linalg.lstsq(bend, slope, rcond=1e-14)[0], 1.0
                gain = float(slope @ step)
                while not (moved := self._fined(w - size * step, corner))[0] <= value - 1e-4 * size * gain and size > SHORTEST:
                    size /= 2
                if size <= SHORTEST or value - moved[0] <= ENOUGH * abs(value):
                    break
                w, (value, slope, bend) = w - size * step, moved
            yield w

    def _fined(self, w: Any, corner: float) -> tuple[float, Any, Any]:
        """The bound with a rounded corner and the penalties; its gradient, and its Hessian without what is not positive there."""
        import numpy as np

        rows, counts, M = self.rows, self.counts, float(self.counts.sum())
        own, length = rows @ w, max(float(np.sqrt(w @ w)), LEAST_LENGTH)
        short, loss, falls, bends = _rounded(rows, counts, own, corner)
        value, by_length, by_loss, by_squares = self._sloped(length, loss, float(counts @ (short * short)))
        slope = by_length * w / length - by_loss * falls - 2 * by_squares * (rows.T @ (counts * short))
        bends = (by_loss * bends + 2 * by_squares * counts * (short > 0)).clip(min=0)
        bend = (rows.T * bends) @ rows + max(by_length / length, LEAST_BEND) * np.eye(len(w))
        weight = PENALTY * M / corner
        every, share = self.everything, np.full(len(self.everything), 2 / len(self.everything))
        _, lost, falls_all, bends_all = _rounded(every, share, every @ w, corner)
        if (over := lost - (1 - EDGE)) > 0:
            value, slope = value + weight * over**2, slope - 2 * weight * over * falls_all
            bend += 2 * weight * ((every.T * (over * bends_all)) @ every + np.outer(falls_all, falls_all))
        if (missing := 1 + EDGE - CUT * (loss + float(counts @ own) - M) / M) > 0:
            rises = (rows.T @ counts - falls) * (CUT / M)
            value, slope = value + weight * missing**2, slope - 2 * weight * missing * rises
            bend += 2 * weight * np.outer(rises, rises)
        return value, slope, bend

    def _sloped(self, *at: float) -> tuple[float, ...]:
        """The bound and its slopes in its three numbers."""
        import numpy as np

        steps = np.maximum(np.array(at) * DIFFERENCE, 1e-12)
        values = self.value(*np.vstack([at, at + np.diag(steps), (at - np.diag(steps)).clip(min=0)]).T)
        return float(values[0]), *map(float, (values[1:4] - values[4:]) / (2 * steps))


def _rounded(rows: Any, counts: Any, gains: Any, corner: float) -> tuple[Any, float, Any, Any]:
    """What each row lacks of 1; the loss on them with the corner rounded off; how it falls with w; and how much each row bends it."""
    import numpy as np

    short = (1 - gains).clip(min=0)
    bent = np.minimum(short, corner)
    loss = float(counts @ (bent * (short - bent / 2))) / corner
    return short, loss, rows.T @ (counts * bent) / corner, counts / corner * ((short > 0) & (short < corner))
