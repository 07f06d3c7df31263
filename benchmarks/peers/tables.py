"""The rows that each library learns, and the loops that reproduce its count of updates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from sklearn.datasets import load_iris

from perceptron import Examples, Perceptron, Trace, run
from perceptron.learners.perceptron import is_mistake

Orders = Sequence[Sequence[int]]
Step = Callable[[float, float, int], float]


class Table(NamedTuple):
    """Rows and their labels −1 and +1, and the number of passes over them."""

    name: str
    X: Any
    y: Any
    passes: int

    @property
    def in_order(self) -> Orders:
        """The rows of each pass, one after the other."""
        return [range(len(self.y))] * self.passes

    def dictionaries(self) -> list[dict[str, float]]:
        """Each row by names, without its zeros."""
        return [{f"x{j}": float(row[j]) for j in np.flatnonzero(row)} for row in self.X]


def tables() -> list[Table]:
    """AND, iris in millimetres and centimetres, texts made from a seed, and river's phishing set if river is installed."""
    rng = np.random.default_rng(0)
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    rows, kinds = load_iris(return_X_y=True)
    order = rng.permutation(np.flatnonzero(kinds > 0))
    pair, sides = rows[order], np.where(kinds[order] == 2, 1, -1)
    words = (rng.random((200, 120)) < 0.06).astype(float)
    subject = np.where(words @ rng.normal(size=120) > 0, 1, -1)
    found = [
        Table("AND", corners, np.array([-1, -1, -1, 1]), 100),
        Table("iris, whole numbers", np.rint(10 * pair), sides, 10),
        Table("iris, tenths", pair, sides, 10),
        Table("texts", words, subject, 5),
    ]
    return [*found, *([_phishing()] if find_spec("river") else [])]


def _phishing() -> Table:
    from river.datasets import Phishing

    rows, labels = zip(*Phishing(), strict=True)
    return Table("phishing", np.array([[*map(float, row.values())] for row in rows]), np.where(labels, 1, -1), 1)


# -- loops that reproduce a count


def exact(table: Table, orders: Orders, ties: str | int = "mistake", start: Sequence[Fraction] | None = None) -> Trace:
    """The run of the theorem's learner in these orders with a constant input of 1, in exact numbers."""
    examples = Examples.from_float_array(table.X, table.y.tolist()).with_constant(1)
    return run(Perceptron(ties, start), examples.take([t for order in orders for t in order]))


def in_floats(table: Table, orders: Orders, step: Step, constant: float = 1.0, kind: Any = np.float64) -> int:
    """The moves of a loop of floats that adds step(y·score, ‖x‖², y)·y·x, and `constant` times the same step to its intercept."""
    w, intercept, count = np.zeros(table.X.shape[1], kind), kind(0), 0
    for t in (t for order in orders for t in order):
        x, y, score = table.X[t].astype(kind), int(table.y[t]), kind(0)
        for j in np.flatnonzero(x):
            score += w[j] * x[j]
        if length := step(float(y * (score + intercept)), float(x @ x), y):
            w, intercept, count = (w + kind(length * y) * x).astype(kind), kind(intercept + kind(length * y) * constant), count + 1
    return count


class Counts(NamedTuple):
    """The updates of a library, those of the loop with its difference, and those in exact numbers if rounding is part of the difference.

    None for `seen` if the library makes none that could be counted; for `again` if there is no loop.
    """

    seen: int | None
    again: int | None
    unrounded: int | None = None

    def __str__(self) -> str:
        if self.seen is None or self.again is None:
            return "—" if self.again is None else f"not counted, loop {self.again:,}: unexplained"
        exact = "" if self.unrounded is None else f" (rounded; exact {self.unrounded:,})"
        return f"{self.seen:,} = {self.again:,}{exact}" if self.seen == self.again else f"{self.seen:,}, loop {self.again:,}: unexplained"


def counts(seen: int, table: Table, orders: Orders, ties: str | int = "mistake", start: Sequence[Fraction] | None = None) -> Counts:
    """The count beside that of the Perceptron in these orders, in floats if the exact one differs."""
    again = exact(table, orders, ties, start).M
    if again == seen or start is not None:
        return Counts(seen, again)
    return Counts(seen, in_floats(table, orders, lambda margin, _, y: float(is_mistake(margin, y, ties))), again)
