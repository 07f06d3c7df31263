"""What the catalogue says where a conjecture stays open: the theorem that is least on the run that came nearest."""

from __future__ import annotations

from proofs.conjecture import Root, Value, parse
from proofs.conjecture.approx import compile_term, guarded
from proofs.counterexample import judge
from proofs.decide.atlas import CatalogueBound, bounds, holds_in
from proofs.decide.verdict import Decision


def nearest_theorem(decision: Decision) -> tuple[CatalogueBound, float] | None:
    """A bound M ≤ … that holds in the conjecture's game, and its value on the nearest run; None if there is none, or no run."""
    if decision.nearest is None or decision.game.dropped:
        return None
    values = {name: number for name, value in judge(decision.nearest).values.items() if (number := _float(value)) is not None}
    found = []
    for bound in bounds():
        comparison = parse(f"M <= {bound.right}")
        if holds_in(bound, decision.game) and comparison.names <= values.keys():
            value = guarded(compile_term(comparison.right))(values)
            found.append((value, bound))
    usable = [(value, bound) for value, bound in found if value == value]
    if not usable:
        return None
    value, bound = min(usable, key=lambda pair: pair[0])
    return bound, value


def _float(value: Value) -> float | None:
    if value is None:
        return None
    return float(value.square) ** 0.5 if isinstance(value, Root) else float(value)
