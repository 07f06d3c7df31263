"""How near an instance comes to breaking a claim: the measure of tightness where there is no run and no M.

A comparison says that a sum of terms is not negative. With P the sum of those that are positive there and N that of the others, without
their signs, it says N ≤ P: so N/P is 1 at equality and above 1 where it is broken, whatever the scale. Of a claim with several parts the
nearest one counts; equations, which always hold with equality, and parts in which nothing stands on either side say nothing.
"""

from __future__ import annotations

from perceptron.errors import InputError
from proofs.conjecture.surd import TooLarge
from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Polynomial
from proofs.statements.evaluation import Model, holds, value


def nearness(claim: Formula, model: Model, bound: tuple[int, ...] = ()) -> float | None:
    """The ratio N/P of the nearest part of a claim, in floats; None where no part has one, as with a logarithm among its terms."""
    match claim:
        case Compare(left, ">=" | ">"):
            return _ratio(left, model, bound)
        case Both(first, second):
            return _greatest(nearness(first, model, bound), nearness(second, model, bound))
        case Implies(premise, conclusion):
            return nearness(conclusion, model, bound) if holds(premise, model, bound) else None
        case ForAll(body):
            return _greatest(*(nearness(body, model, (k, *bound)) for k in range(model.horizon + 1)))
    return None


def _ratio(left: Polynomial, model: Model, bound: tuple[int, ...]) -> float | None:
    try:
        terms = [float(value(Polynomial({monomial: c}), model, bound).ball()) for monomial, c in left.terms.items()]
    except (InputError, TooLarge):
        return None
    for_it, against = sum(t for t in terms if t > 0), -sum(t for t in terms if t < 0)
    return against / for_it if for_it else None


def _greatest(*ratios: float | None) -> float | None:
    return max((r for r in ratios if r is not None), default=None)
