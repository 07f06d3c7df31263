"""Which of several classes has the highest score, where rounding could make another one first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perceptron.estimators.base import LARGEST


def make_highest(scores: Any, errors: Any, compare: Callable[[int, int, int], int]) -> None:
    """Change the scores so that the first greatest of each row belongs to the first class with the greatest exact score.

    scores     finite floats with the signs of the exact scores, shape (n, classes)
    errors     what each may be off by, possibly infinite or NaN
    compare    (row, a, b) → the sign of the exact score of class a minus that of class b
    """
    if scores.shape[1] == 1:
        return
    first = scores.argmax(axis=1)[:, None]
    best, off = np.take_along_axis(scores, first, 1), np.take_along_axis(errors, first, 1)
    with np.errstate(all="ignore"):
        rivals = ~(best - scores > (errors + off) * 1.01) & ~(errors + off == 0)
    np.put_along_axis(rivals, first, True, 1)
    for i in np.flatnonzero(rivals.sum(axis=1) > 1).tolist():
        highest, *others = np.flatnonzero(rivals[i]).tolist()
        for j in others:
            if compare(i, j, highest) > 0:
                highest = j
        _put_first(scores[i], highest)


def _put_first(row: Any, place: int) -> None:
    """Make the entry at a place the first greatest one, where no sign and no infinity is in the way."""
    top = row.max()
    if row.argmax() == place:
        return
    if 0 < top < LARGEST or top == -LARGEST:
        row[place] = np.nextafter(top, np.inf)
    else:
        np.minimum(row, np.nextafter(top, -np.inf), out=row)
        row[place] = top
