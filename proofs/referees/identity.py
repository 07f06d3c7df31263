"""Certificates expanded by Z3, for the steps that are too hard for it to decide unaided.

With z the negated claim's left side, a positive product plus non-negative products plus multiples of equations cannot be 0.  So if Z3's own
expansion of the certificate is 0, premises and negated claim contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import z3

from proofs.kernel import Formula, Polynomial, Step
from proofs.referees.encode import Opaque, comparison, equal, rational, total


def is_identity(step: Step, claims: Mapping[str, Formula], reading: Opaque) -> bool:
    """Whether the certificate's sum is 0 by Z3's arithmetic and each of its products has the sign that it must have."""
    goal, facts = comparison(step.claim), {p: comparison(claims[p]) for p in step.premises}
    if goal.relation == "=":
        return False
    relations = {p: f.relation for p, f in facts.items()} | {"z": ">" if goal.relation == ">=" else ">="}
    values = {p: reading.polynomial(f.left) for p, f in facts.items()} | {"z": -reading.polynomial(goal.left)}

    def product(entry: Any, allowed: set[str], squares: bool) -> Any:
        coefficient, factors = entry
        signs = all(relations[f] in allowed if isinstance(f, str) else squares for f in factors)
        if not signs or not coefficient > 0:
            raise ValueError("a product of the wrong sign")
        parts = [[values[f]] if isinstance(f, str) else [reading.polynomial(f)] * 2 for f in factors]
        return z3.Product([rational(coefficient), *(x for part in parts for x in part)])

    def multiple(entry: Any) -> Any:
        multiplier, name = entry
        if facts[name].relation != "=" or not isinstance(multiplier, Polynomial):
            raise ValueError("no equation")
        return reading.polynomial(multiplier) * values[name]

    data: Mapping[str, Any] = step.data
    try:
        terms = [product(data["strict"], {">"}, False), *(product(t, {">", ">="}, True) for t in data["terms"])]
        return equal(total([*terms, *map(multiple, data["equations"])]), z3.RealVal(0))
    except (ValueError, KeyError, TypeError):
        return False
