"""One unit of work, done: a conjecture, a game, a seed and so many seconds.  The same function runs in a process here and on a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Unit:
    """What a worker is given.  Plain data, so that it goes anywhere.  `again`: only to shrink further what the same seed found before."""

    id: int
    conjecture: int
    name: str
    text: str
    game: Mapping[str, Any] = field(compare=False)
    slice: int
    seed: int
    budget: float
    shapes: bool
    again: bool = False

    def to_data(self) -> dict[str, Any]:
        """The unit as JSON data."""
        return asdict(self)


def work(data: Mapping[str, Any]) -> dict[str, Any]:
    """Attack, and answer with JSON data.  `whole` is false where a KeyboardInterrupt stopped it."""
    from proofs.campaign.plan import game_json
    from proofs.falsify import Found, Interrupted, falsify

    unit = Unit(**data)
    whole = True
    try:
        outcome = falsify(unit.text, game_json.from_data(unit.game), budget=unit.budget, seed=unit.seed, shapes=unit.shapes)
        report, found = outcome.report, outcome if isinstance(outcome, Found) else None
    except Interrupted as stopped:
        whole, report, found = False, stopped.report, stopped.found
    answer = {"unit": unit.id, "whole": whole, "report": report.to_json(), "counterexample": None}
    if found is not None:
        shrunk = whole and report.seconds < unit.budget  # it ended before it had to
        answer |= {"counterexample": found.counterexample.to_json(), "first": found.first_seconds, "shrunk": shrunk}
    return answer
