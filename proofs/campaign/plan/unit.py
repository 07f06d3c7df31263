"""A unit of work: a conjecture, a game, a seed and a number of seconds. The same function does it in a local process and on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

PROOF_SHARE = 0.5  # of the first slice


@dataclass(frozen=True)
class Unit:
    """The task of a worker, as plain data.

    budget         seconds
    shapes         whether the search may use the known extremal families
    shrink_only    whether it repeats a seed only to shrink its counterexample further
    decides        whether the closed forms and the prover come before the search: what is proved is not searched
    """

    id: int
    conjecture: int
    name: str
    text: str
    game: Mapping[str, Any] = field(compare=False)
    slice: int
    seed: int
    budget: float
    shapes: bool
    shrink_only: bool = False
    decides: bool = field(default=False, compare=False)

    def to_data(self) -> dict[str, Any]:
        """The unit as JSON data."""
        return asdict(self)


def work(data: Mapping[str, Any], tell: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
    """Search, and answer with JSON data. `whole` is False if a KeyboardInterrupt stopped the search.

    tell: called with the time and the size of the first run that breaks the conjecture, before it is shrunk."""
    from proofs.campaign.plan import game_json
    from proofs.falsify import Found, Interrupted, falsify

    unit = Unit(**data)
    whole, how = True, dict[str, Any]()
    if unit.decides:
        from proofs.decide import DecideFirst

        how["strategies"] = [DecideFirst(proof_turn=0, seconds=PROOF_SHARE * unit.budget)]
    try:
        told = None if tell is None else lambda first: tell(asdict(first))
        game = game_json.from_data(unit.game)
        outcome = falsify(unit.text, game, budget=unit.budget, seed=unit.seed, shapes=unit.shapes, told=told, **how)
        report, found = outcome.report, outcome if isinstance(outcome, Found) else None
    except Interrupted as stopped:
        whole, report, found = False, stopped.report, stopped.found
    answer = {"unit": unit.id, "whole": whole, "report": report.to_json(), "counterexample": None}
    if found is not None:
        shrunk = whole and found.had_time
        answer |= {"counterexample": found.counterexample.to_json(), "first": found.first_seconds, "shrunk": shrunk}
        answer["sizes"] = {"first": list(found.first_size)}
    return answer
