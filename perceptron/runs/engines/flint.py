"""The exact engine for long integers: the same rules on python-flint's matrices of integers.

An inner product is one multiplication of a row by a column in C. From about 1,200 bits on this is faster than Python's integers, 3
times at 5,000 bits; at 100 bits it takes 5 times as long, in any dimension. Extremal sequences with exact unit vectors have numbers
so long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perceptron.learners.perceptron import Perceptron
from perceptron.runs.engines.integer import IntegerFold

if TYPE_CHECKING:
    from perceptron.runs.engines.integer import Rows


class FlintFold(IntegerFold):
    """`IntegerFold` with its loops on fmpz_mat: z is a row, W a column."""

    engine = "flint"

    def fold_signs(self, start: int, rows: Rows, labels: tuple[int, ...], skip: int) -> list[int]:
        """As `IntegerFold.fold_signs`."""
        w, scale, updates = self._column(self.weights), self.scale, []
        ties = self.learner.ties if isinstance(self.learner, Perceptron) else "mistake"
        for t in range(skip, len(rows)):
            z = self._row(rows[t])
            signed = (z * w)[0, 0]
            if signed < 0 or (signed == 0 and labels[t] != ties):
                w += z.transpose() * scale
                updates.append(start + t)
        self.weights = [int(n) for n in w.entries()]
        return updates

    def fold_margin(self, start: int, rows: Rows, skip: int) -> list[int]:
        """As `IntegerFold.fold_margin`."""
        w, updates = self._column(self.weights), []
        norm2 = (w.transpose() * w)[0, 0]
        p2, q2 = self.p**2, self.q**2
        for t in range(skip, len(rows)):
            z = self._row(rows[t])
            signed = (z * w)[0, 0]
            if signed < 0 or q2 * signed * signed < p2 * norm2:
                column = z.transpose()
                w += column
                norm2 += 2 * signed + (z * column)[0, 0]
                updates.append(start + t)
        self.weights = [int(n) for n in w.entries()]
        return updates

    @staticmethod
    def _row(z: tuple[int, ...]) -> Any:
        from flint import fmpz_mat

        return fmpz_mat(1, len(z), list(z))

    @staticmethod
    def _column(w: list[int]) -> Any:
        from flint import fmpz_mat

        return fmpz_mat(len(w), 1, w)
