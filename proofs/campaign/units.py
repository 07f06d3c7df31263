"""A unit of a campaign's work: how a budget is cut into units, a worker's part of one, and its answer, which is examined.

A budget is cut into slices, each with its own seed, which are finished and recorded one by one. The first slice is short, so that every
conjecture is tried before one is tried for long. Each further slice is twice as long as the one before. So a kill loses less work than was
done before.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from perceptron.errors import InputError
from proofs.campaign import findings
from proofs.campaign.findings import Finding
from proofs.campaign.rules import Draws, LearnerGame, learner_in, rules_from_data
from proofs.conjecture.game import Ending, Game

PROOFS = tuple(ending.word for ending in (Ending.PROVED, Ending.EXHAUSTED, Ending.VACUOUS))  # states of a proved claim

FIRST_SLICE = 5.0  # seconds
LONGEST_SLICE = 60.0  # seconds, for budgets that then have at most about MAX_SLICES slices; others have longer slices
MAX_SLICES = 100

PROOF_SHARE = 0.5  # of the first slice
UNTRIED = "not tried: the budget ended before the first run"  # the note of a slice, which is tried when the campaign is resumed
UNMET = "not tried: none of the runs tried meets the conditions of the claim"
DONE = 0.6  # of the time after the first counterexample: shrinking that takes less has come to its end

Callback: TypeAlias = Callable[[dict[str, Any]], object]

_COUNTS = ("runs", "rounds", "longest", "undecided", "undefined")


@dataclass(frozen=True)
class Unit:
    """The task of a worker, as plain data.

    budget seconds shapes whether the search may use the known extremal families shrink_only whether it repeats a seed only to shrink its
    counterexample further decides whether the closed forms and the prover come before the search: a proved conjecture is not searched
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


def cut(budget: float, spent: float = 0.0, begun: int = 0) -> list[float]:
    """The lengths in seconds of the slices that complete a budget of which `spent` seconds, in `begun` slices, are planned already."""
    left = budget - spent
    longest = max(LONGEST_SLICE, budget / MAX_SLICES)
    lengths: list[float] = []
    while left > 1e-9:
        length = min(FIRST_SLICE * 2 ** min(begun + len(lengths), 60), longest)
        lengths.append(length if left >= 1.5 * length else left)
        left -= lengths[-1]
    return lengths


def work(unit: Unit, on_progress: Callback) -> dict[str, Any]:
    """Search, and answer with JSON data. `whole` is False if a KeyboardInterrupt stopped the search.

    on_progress: called with the time and the size of the first run or instance that breaks the claim, before it is shrunk."""
    import proofs.falsify  # noqa: F401  (whatever attacks needs it: loaded before a clock starts)

    rules = rules_from_data(unit.game)
    return _instances(rules, unit, on_progress) if isinstance(rules, Draws) else _runs(rules, unit, on_progress)


def _runs(game: Game, unit: Unit, on_progress: Callback) -> dict[str, Any]:
    from proofs.falsify import Found, Interrupted, falsify

    whole, how = True, dict[str, Any]()
    if isinstance(game, LearnerGame):
        how["learner"], game = learner_in(game.source), game.plain
    if unit.decides:
        from proofs.decide import DecideFirst

        how["strategies"] = [DecideFirst(proof_turn=0, seconds=PROOF_SHARE * unit.budget)]
    try:
        how |= {"budget": unit.budget, "seed": unit.seed, "shapes": unit.shapes, "on_found": lambda first: on_progress(asdict(first))}
        outcome = falsify(unit.text, game, **how)
        report, found = outcome.report, outcome if isinstance(outcome, Found) else None
    except Interrupted as stopped:
        whole, report, found = False, stopped.report, stopped.found
    answer = {"whole": whole, "report": report.to_json(), "counterexample": None}
    if found is not None:
        shrunk = whole and found.had_time
        answer |= {"counterexample": found.counterexample.to_json(), "first": found.first_seconds, "shrunk": shrunk}
        answer["sizes"] = {"T_first": found.first_size[0], "d_first": found.first_size[1]}
    return answer


def _instances(draws: Draws, unit: Unit, on_progress: Callback) -> dict[str, Any]:
    from proofs.theorems.witnesses.models import record
    from proofs.verify.checks.property_search import PropertySearch, PropertySearchInterrupted, Trial

    def describe(trial: Trial) -> None:
        on_progress({"seconds": trial.first, "horizon": trial.first_shape[0], "dimension": trial.first_shape[1]})

    whole = True
    try:
        trial = PropertySearch(draws.whole, unit.budget, draws.without, unit.seed, shape=draws.shape, on_found=describe).run()
    except PropertySearchInterrupted as stopped:
        whole, trial = False, stopped.trial
    files = [None if one is None else record(draws.whole, draws.without, one) for one in (trial.nearest, trial.found)]
    answer = {"whole": whole, "report": trial.to_json() | {"witness": files[0]}, "counterexample": files[1]}
    if trial.first is not None:
        ended = trial.seconds - trial.first < DONE * (unit.budget - trial.first)
        answer |= {"first": trial.first, "shrunk": whole and ended}
        answer["sizes"] = {"horizon_first": trial.first_shape[0], "d_first": trial.first_shape[1]}
    return answer


@dataclass(frozen=True)
class Result:
    """The result of a unit.

    whole                      whether the unit was not stopped early
    columns                    of its row in the store
    nearest, counterexample    what came nearest to the bound, and what breaks the claim
    first, is_shrunk           after how many seconds that was found, and whether shrinking it came to an end
    """

    whole: bool
    columns: Mapping[str, Any]
    nearest: Finding | None
    counterexample: Finding | None
    first: float
    is_shrunk: bool

    @property
    def has_counterexample(self) -> bool:
        """Whether there is a counterexample."""
        return self.counterexample is not None

    @property
    def settles(self) -> bool:
        """Whether nothing is left to search: the claim is broken, or proved as the note says."""
        return self.has_counterexample or self.columns["state"] in PROOFS


def examine(data: Mapping[str, Any], unit: Unit) -> Result:
    """The result in a worker's answer. Raises InputError if it is not for this unit, or if its counterexample is invalid."""
    try:
        report = data["report"]
        counts = {name: int(report[name]) for name in _COUNTS}
        ratio = None if report["witness"] is None or not math.isfinite(report["ratio"]) else float(report["ratio"])
        nearest, broken_by = (None if file is None else findings.read(file) for file in (report["witness"], data["counterexample"]))
        outcomes = {name: int(report["outcomes"][name]) for name in ("runs", "once")}
        about = {"outcomes": outcomes, "stale": float(report["stale"]), "sizes": {k: int(n) for k, n in data.get("sizes", {}).items()}}
        about |= {"outside": report["outside"]} if "outside" in report else {}
        proved = (report.get("settled") or "proved") if report.get("proof") else None
        note = f"{proved}: {report['proof']}" if proved else None
        if broken_by is None and note is None:
            note = UNTRIED if not counts["runs"] else None if report.get("met", True) else UNMET
        state = "broken" if broken_by is not None else "skipped" if note in (UNTRIED, UNMET) else proved or "survived"
        if proved and proved not in PROOFS:
            raise ValueError(f"settled is {proved!r:.40}")
        tallies = json.dumps({"strategies": dict(report["strategies"])} | about)
        columns = counts | {"state": state, "seconds": float(report["seconds"]), "ratio": ratio, "note": note, "tallies": tallies}
        first, shrunk = (0.0, True) if broken_by is None else (float(data["first"]), bool(data["shrunk"]))
        result = Result(bool(data["whole"]), columns, nearest, broken_by, first, shrunk)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{unit.name}: a worker sent an answer that cannot be read ({error!s:.200})") from None
    for witness in (nearest, broken_by):
        if witness is not None and not witness.answers(unit.text, unit.game):
            raise InputError(f"{unit.name}: a worker answered for another conjecture or other rules")
    if broken_by is not None and (fault := broken_by.fault()):
        raise InputError(f"{unit.name}: a worker's counterexample is invalid: {fault:.200}")
    return result
