"""Does a unit of work. The same function does it in a local process and on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import singledispatch
from typing import Any, TypeAlias

from proofs.campaign.plan import rules
from proofs.campaign.plan.draws import Draws
from proofs.campaign.plan.unit import Unit
from proofs.conjecture.game import Game

PROOF_SHARE = 0.5  # of the first slice
DONE = 0.6  # of the time after the first counterexample: shrinking that takes less has come to its end

Tell: TypeAlias = Callable[[dict[str, Any]], object]


def work(data: Mapping[str, Any], tell: Tell | None = None) -> dict[str, Any]:
    """Search, and answer with JSON data. `whole` is False if a KeyboardInterrupt stopped the search.

    tell: called with the time and the size of the first run or instance that breaks the claim, before it is shrunk."""
    unit = Unit(**data)
    return {"unit": unit.id} | search(rules.from_data(unit.game), unit, tell)


@singledispatch
def search(how: object, unit: Unit, tell: Tell | None) -> dict[str, Any]:
    """What came of the unit by these rules."""
    raise TypeError(f"no rules of an attack: {type(how).__name__}")


@search.register(Game)
def _runs(game: Game, unit: Unit, tell: Tell | None) -> dict[str, Any]:
    from proofs.falsify import Found, Interrupted, falsify

    whole, how = True, dict[str, Any]()
    if unit.decides:
        from proofs.decide import DecideFirst

        how["strategies"] = [DecideFirst(proof_turn=0, seconds=PROOF_SHARE * unit.budget)]
    try:
        told = None if tell is None else lambda first: tell(asdict(first))
        outcome = falsify(unit.text, game, budget=unit.budget, seed=unit.seed, shapes=unit.shapes, told=told, **how)
        report, found = outcome.report, outcome if isinstance(outcome, Found) else None
    except Interrupted as stopped:
        whole, report, found = False, stopped.report, stopped.found
    answer = {"whole": whole, "report": report.to_json(), "counterexample": None}
    if found is not None:
        shrunk = whole and found.had_time
        answer |= {"counterexample": found.counterexample.to_json(), "first": found.first_seconds, "shrunk": shrunk}
        answer["sizes"] = {"T_first": found.first_size[0], "d_first": found.first_size[1]}
    return answer


@search.register(Draws)
def _instances(draws: Draws, unit: Unit, tell: Tell | None) -> dict[str, Any]:
    from proofs.theorems.witnesses.models import record
    from proofs.verify.checks.property_search import Interrupted, PropertySearch, Trial

    def told(trial: Trial) -> None:
        if tell is not None:
            tell({"seconds": trial.first, "horizon": trial.first_shape[0], "dimension": trial.first_shape[1]})

    whole = True
    try:
        trial = PropertySearch(draws.whole, unit.budget, draws.without, unit.seed, shape=draws.shape, told=told).run()
    except Interrupted as stopped:
        whole, trial = False, stopped.trial
    files = [None if one is None else record(draws.whole, draws.without, one) for one in (trial.nearest, trial.found)]
    answer = {"whole": whole, "report": trial.to_json() | {"witness": files[0]}, "counterexample": files[1]}
    if trial.first is not None:
        ended = trial.seconds - trial.first < DONE * (unit.budget - trial.first)
        answer |= {"first": trial.first, "shrunk": whole and ended}
        answer["sizes"] = {"horizon_first": trial.first_shape[0], "d_first": trial.first_shape[1]}
    return answer
