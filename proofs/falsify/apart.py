"""Somebody's own learner is searched against in a process of its own, which is ended when the time is up.

It may hang in C code that hears no signals, use up the memory or end its process. What it has told until then is not lost: the first
counterexample is judged and told before it is shrunk."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from perceptron.errors import InputError
from proofs.counterexample.learner_object import said_of
from proofs.falsify.report import Found, Interrupted, Report, Survived
from proofs.system.processes import MEMORY, Ended, told_by

ENDS = 0.095  # a share of the budget: so long after its end a process that has not answered is ended
LEAST = 1.0  # seconds, the same for a small budget
WORKERS_END = 60.0  # seconds more for a process that only waits for its workers, which it ends itself: a machine may be very busy

Outcome = Found | Survived
Tell = Callable[[str, Any], object]


@dataclass
class Told:
    """What the process has told so far.

    report    comes as soon as it is known what is asked
    first     of the run that broke the conjecture
    found     the counterexample in hand
    """

    report: Report | None = None
    first: Any = None
    found: Found | None = None


def search_apart(attack: Callable[[Tell], Outcome], learner: Any, budget: float, began: float, told: Callable[[Any], object]) -> Outcome:
    """What `attack` returns, in a process of its own.

    attack    tells "report", "first" (which is handed on to `told`) and "found"
    began     when the budget began (monotonic time)

    Raises InputError, and on Ctrl-C Interrupted.
    """
    hand, ends = Told(), began + budget + max(ENDS * budget, LEAST)

    def until() -> float:  # while it waits for its workers, it runs no code but ours, and ends them in time itself
        return ends + WORKERS_END if hand.report is not None and hand.first is None else ends

    try:
        for kind, content in told_by(lambda tell: _attacked(attack, tell), until, learner):
            match kind:
                case "outcome":
                    return content
                case "interrupted":
                    hand.report, hand.found = content
                    raise KeyboardInterrupt
                case "refused":
                    raise InputError(content)
                case "failed":
                    return _after(hand, content, budget)
                case "error":
                    raise content
                case "first":
                    hand.first = content
                    told(content)
                case _:
                    setattr(hand, kind, content)
    except Ended as ended:
        return _after(hand, f"the learner {ended}", budget)
    except KeyboardInterrupt:
        if hand.report is None:
            raise
        raise Interrupted(hand.report, hand.found) from None
    raise InputError("the learner's process did not answer")  # `attack` always tells one of these


def _attacked(attack: Callable[[Tell], Outcome], tell: Callable[[object], None]) -> None:
    """In the new process: tell how the attack ends."""
    try:
        tell(("outcome", attack(lambda kind, content: tell((kind, content)))))
    except Interrupted as stopped:
        tell(("interrupted", (stopped.report, stopped.found)))
    except InputError as error:
        tell(("refused", str(error)))
    except MemoryError:
        tell(("failed", f"the learner has used up the memory (it may have {MEMORY >> 30} GiB)"))
    except (SystemExit, GeneratorExit, KeyboardInterrupt) as error:
        tell(("failed", f"the learner raised {said_of(error)}"))
    except Exception as error:
        error.add_note(traceback.format_exc())
        tell(("error", error))


def _after(hand: Told, why: str, budget: float) -> Outcome:
    """The outcome from what is in hand, after a process that has not done its work. Raises InputError where nothing was searched yet."""
    if hand.found is not None:
        hand.found.report.notes.append(f"{why}: the counterexample is not shrunk as far as it could be")
        return hand.found
    if hand.report is None or hand.first is None:
        raise InputError(f"{why}: it had not returned from its first calls within the budget of {budget:g} s")
    rounds = f"a run of {hand.first.rounds:,} rounds seems to break it"
    hand.report.notes.append(f"{why}: {rounds}, but was not judged, and so is not counted")
    return Survived(hand.report)
