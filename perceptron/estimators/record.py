"""The data of a fit, kept only where somebody asked for it, and the run over it made anew."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.estimators.reading import AnyRows, as_rational
from perceptron.learners.perceptron import Learner
from perceptron.runs.engines.rational import RationalRows
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

    def trace(self, learner: Learner, intercept: bool, positive: int) -> Trace:
        """The run over all rounds, with the label +1 for the class `positive`."""
        if not self.batches:
            raise InputError("nothing was recorded: record=True was set after the fit")
        whole: Examples | None = None
        for rows, codes, orders in self.batches:
            labels = [1 if code == positive else -1 for code in codes]
            dense = [[row.get(j, 0) for j in range(rows.d)] for row in rows.rows]
            once = Examples.from_integers(dense, labels, rows.denominator, rows.d)
            if orders == [None] * len(orders):
                made = once.repeat(len(orders))
            else:
                places = [i for order in orders for i in (range(rows.n) if order is None else order)]
                made = Examples.from_integers([dense[i] for i in places], [labels[i] for i in places], rows.denominator, rows.d)
            whole = made if whole is None else whole + made
        assert whole is not None
        return run(learner, whole.with_constant(Fraction(1)) if intercept else whole)
