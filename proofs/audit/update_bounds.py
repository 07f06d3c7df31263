"""The theorems of the catalogue that bound the updates of an audited learner, and their values on its run.

Some theorems ask for ‖x‖ ≤ 1.  Dividing all examples by their greatest length R does not change a run from w = 0; for the Margin
Perceptron γ is divided too.  So these theorems are read in the quantities of the divided examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from perceptron import MarginPerceptron, Perceptron, Quantities
from perceptron.learners.custom import first_weights
from proofs.conjecture import Comparison, Root, Values
from proofs.conjecture.evaluate import compile_term, round_node
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.nodes import Add, Div, Mul, Name, Node, Sub, walk
from proofs.counterexample import values_of
from proofs.statements.page import Page
from proofs.theorems import catalogue

DIGITS = 6
M, GAMMA = Name("M"), Name("gamma")


@dataclass(frozen=True)
class UpdateBound:
    """A theorem's bound on M in a game: the comparison as it is stated, and the resulting upper bound on M."""

    id: str
    comparison: Comparison
    limit: Node
    game: Game

    @property
    def asks_for_margin(self) -> bool:
        """Whether y⟨u,x⟩ ≥ γ has to hold on every round."""
        return self.game.demands(Hypothesis.SEPARABLE)

    @property
    def reads_weights(self) -> bool:
        """Whether ‖w‖ at the end of the run stands in the bound."""
        return Name("W") in walk(self.limit)

    def allows(self, q: Quantities) -> bool:
        """Whether the measured comparator and γ keep the theorem's hypotheses about them."""
        within = q.U2 == 1 or self.game.comparator == "any" or (self.game.comparator == "ball" and q.U2 < 1)
        return (within or not self.game.demands(Hypothesis.UNIT_COMPARATOR)) and (not self.asks_for_margin or (q.margin or 0) >= q.gamma)

    def values(self, q: Quantities) -> Values:
        """Values of the names, in the unit of length in which the examples are as long as the theorem allows."""
        return _divide(q) if self.game.norm == "ball" else values_of(q)

    def estimates(self, q: Quantities, named: Mapping[str, Any]) -> Any:
        """The bound's values in floats at many comparators, for ranking them.

        q        measured on the run
        named    arrays for the names that depend on the comparator, in lengths of which R is the unit
        """
        known = {"M": q.M, "T": q.T, "d": q.d, "R": 1.0, "S2": float(q.S2 / q.R2), "W": sqrt(q.W2 / q.R2), "eps": float(q.eps or 0)}
        estimated = self.floats(known | dict(named)) + np.zeros_like(named["gamma"])
        return np.where(np.isnan(estimated), np.inf, estimated)

    def floats(self, named: Mapping[str, Any]) -> Any:
        """The bound's values in floats where names stand for numbers or arrays of them; NaN or infinite where it has none."""
        with np.errstate(all="ignore"):  # numpy's numbers divide by 0 without an exception
            return np.asarray(_compile(self.limit)({name: np.asarray(a, dtype=np.float64) for name, a in named.items()}))


@cache
def _compile(term: Node) -> Callable[[Mapping[str, Any]], Any]:
    """A term as a function of arrays of floats."""
    functions = {name: getattr(np, name) for name in ("sqrt", "log", "exp", "floor", "ceil")} | {"min": np.minimum, "max": np.maximum}
    return compile_term(term, functions)


def update_bounds(learner: Perceptron | MarginPerceptron, dimension: int) -> list[UpdateBound]:
    """Every bound on M that the catalogue states for runs of this learner in this dimension; one that several pages state is listed under
    the first."""
    bounds: dict[tuple[Node, Game], UpdateBound] = {}
    from_zero = not any(first_weights(learner, dimension))
    for page in catalogue.PAGES:
        bound = next((bound for bound in _state(page) if _plays(learner, dimension, from_zero, bound)), None)
        if bound is not None:
            bounds.setdefault((bound.limit, bound.game), bound)
    return list(bounds.values())


def _state(page: Page) -> Iterator[UpdateBound]:
    """The page's bound in each of its games, if it is one on M in measured quantities, and a run in the game keeps every hypothesis."""
    statement = page.statement
    if statement.parameters or statement.learner is not None or page.outside([fact.name for fact in statement.facts]):
        return
    for comparison, game in statement.attacks:
        limit = _solve(comparison.left, comparison.right) if comparison.op == "<=" else None
        imposed = all(without.game != game for without in statement.beyond.values())  # as the dimension is, by Game.dimension
        if limit is not None and M not in walk(limit) and imposed:
            yield UpdateBound(page.id, comparison, limit, game)


def _solve(left: Node, right: Node) -> Node | None:
    """The term that M is at most if left ≤ right; None where this does not show by moving terms and dividing by γ > 0."""
    match left:
        case Name("M"):
            return right
        case Add(rest, other) if M not in walk(other):
            return _solve(rest, Sub(right, other))
        case Sub(rest, other) if M not in walk(other):
            return _solve(rest, Add(right, other))
        case Mul(factor, rest) if factor == GAMMA:
            return _solve(rest, Div(right, GAMMA))
    return None


def _plays(learner: Perceptron | MarginPerceptron, dimension: int, from_zero: bool, bound: UpdateBound) -> bool:
    """Whether the learner's runs in this dimension are runs of the bound's game, as far as this does not depend on u, γ and lengths."""
    game, eps = bound.game, getattr(learner, "eps", None)
    return (
        game.learner == learner.spec()["name"]
        and not game.always_updates
        and game.ties in ("mistake", getattr(learner, "ties", None))  # "mistake" allows an update at 0 and does not force it
        and (game.opponent.eps == eps or "eps" in bound.comparison.names)  # written in ε, it holds for each
        and game.dimension in (None, dimension)
        and game.norm != "unit"  # whether all examples are equally long is not measured
        and (from_zero or not game.demands(Hypothesis.ZERO_START))
    )


def _divide(q: Quantities) -> Values:
    """The quantities of the examples divided by R. P has a sign, which a root has not, and none of these theorems is about it."""
    roots = {"gamma": q.gamma**2, "TD": q.TD**2, "W": q.W2}
    return values_of(q) | {"R": 1, "S2": q.S2 / q.R2, "P": None} | {name: Root(square / q.R2) for name, square in roots.items()}


def decimal_above(term: Node, values: Values) -> str:
    """A term's value as a decimal with DIGITS places, rounded up, so never below the exact value.  Raises Undefined."""
    return round_node(term, values, DIGITS, up=True)
