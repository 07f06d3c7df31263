"""The data of a fit, kept only where somebody asked for it, and the run over it made anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scipy.sparse import csr_array

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.estimators.reading import AnyRows, as_rational
from perceptron.learners.perceptron import Learner
from perceptron.runs.engines.rational import RationalRows
from perceptron.runs.passes import Passes, passes
from perceptron.runs.trace import Trace, run


class Record:
    """The batches that were learned, each with the orders of its passes. Empty unless `keeps`."""

    def __init__(self, keeps: bool) -> None:
        self.keeps = keeps
        self.batches: list[tuple[RationalRows, list[int], list[list[int] | None]]] = []

    def add(self, rows: AnyRows, codes: Any, orders: list[Any]) -> None:
        """Keep a batch."""
        if self.keeps:
            self.batches.append((as_rational(rows), codes.tolist(), [None if order is None else order.tolist() for order in orders]))

    def run(self, learner: Learner, positive: int, seen: Callable[[Examples], Examples]) -> Trace | Passes:
        """The same run, but as passes if it is whole passes over one batch: then the rounds are not written out."""
        if len(self.batches) == 1 and not any(order is not None for order in self.batches[0][2]):
            rows, codes, orders = self.batches[0]
            return passes(learner, seen(examples_of(rows, signs(codes, positive))), len(orders))
        return self.trace(learner, positive, seen)

    def trace(self, learner: Learner, positive: int, seen: Callable[[Examples], Examples]) -> Trace:
        """The run over all rounds, with the label +1 for the class `positive`; `seen`: the examples as the learner sees them."""
        whole: Examples | None = None
        for rows, codes, orders in self.batches:
            made = _passes(examples_of(rows, signs(codes, positive)), orders)
            whole = made if whole is None else whole + made
        assert whole is not None
        return run(learner, seen(whole))

    def in_order(self, examples: Examples) -> Examples:
        """The examples of the only batch as its passes went through them. Raises InputError for others, and for several batches."""
        if len(self.batches) != 1 or self.batches[0][0].n != len(examples):
            raise InputError("these are not the rows of one fit, whose order is known")
        return _passes(examples, self.batches[0][2])


def _passes(once: Examples, orders: list[list[int] | None]) -> Examples:
    """The examples as passes in these orders go through them."""
    if orders == [None] * len(orders):
        return once.repeat(len(orders))
    return once.taken([i for order in orders for i in (range(len(once)) if order is None else order)])


def signs(codes: list[int], positive: int) -> list[int]:
    """+1 for the class with this place, −1 for the rest."""
    return [1 if code == positive else -1 for code in codes]


def examples_of(rows: AnyRows, labels: list[int]) -> Examples:
    """The rows with labels −1 and +1."""
    if isinstance(rows, RationalRows):
        return Examples.from_integers([[row.get(j, 0) for j in range(rows.d)] for row in rows.rows], labels, rows.denominator, rows.d)
    whole = rows.data.dtype.kind in "iu"
    if rows.dense:
        table = rows.data.reshape(rows.n, rows.d)
        return Examples.from_array(table, labels) if whole else Examples.from_float_array(table, labels)
    matrix = csr_array((rows.data, rows.indices, rows.indptr), shape=(rows.n, rows.d))
    return Examples.from_sparse(matrix, labels) if whole else Examples.from_float_array(matrix, labels)
