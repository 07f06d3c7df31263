"""Before the search: what the closed forms refute is broken at once, and what the kernel accepts a proof of is not searched."""

from __future__ import annotations

import time

from proofs.campaign.plan import game_json
from proofs.campaign.plan.result import Result
from proofs.campaign.plan.unit import Unit
from proofs.campaign.runner import Watcher
from proofs.campaign.store.store import Store
from proofs.conjecture import parse
from proofs.decide import at_once

RUN_SECONDS, PROOF_SECONDS = 1.0, 5.0
NO_COUNTS = dict.fromkeys(("runs", "rounds", "longest", "undecided", "undefined"), 0)


def decide_first(store: Store, watcher: Watcher) -> None:
    """Finish the first slice of each conjecture that no slice has been searched of, where it can be decided without a search."""
    begun = {unit["conjecture"] for unit in store.units() if unit["state"] != "open"}
    for unit in store.open_units():
        if unit.slice == 0 and unit.conjecture not in begun and (result := decided(unit)) is not None and store.finish(unit, result):
            watcher.finished(unit, result)


def decided(unit: Unit) -> Result | None:
    """A counterexample or a proof, None if neither was found in time."""
    began = time.monotonic()
    decision = at_once(parse(unit.text, conditions=True), game_json.from_data(unit.game), RUN_SECONDS, PROOF_SECONDS)
    if decision is None:
        return None
    seconds, proof = time.monotonic() - began, decision.proof
    said = "" if proof is None else f"proved: {len(proof.proof.steps)} steps, accepted by the kernel"
    return Result(unit.id, True, NO_COUNTS, seconds, None, {}, None, decision.counterexample, seconds, True, said)
