"""One of the processes that search at once: what it is told, what it does, what it answers."""

from __future__ import annotations

import math
import signal
import traceback
from collections.abc import MutableSequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.counterexample.learner_object import Faulty
from proofs.falsify.clock import CALL, Alarm, OutOfTime
from proofs.falsify.custom_learner import refuse_random
from proofs.falsify.genomes import Genome
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.report import Report
from proofs.falsify.run import Measured, Run
from proofs.falsify.search import Search
from proofs.falsify.strategies.interface import Settled, Strategy
from proofs.falsify.strategies.streamed_runs import Recipe
from proofs.falsify.trials import Broken
from proofs.system.processes import answer_signals

LATE = 0.2  # seconds after the deadline, when somebody's own code is stopped wherever it is


@dataclass(frozen=True)
class Task:
    """What a worker is told; it makes its own evaluator."""

    comparison: Comparison
    game: Game
    rule: Rule | None
    nontrivial: bool
    seed: int
    deadline: float
    shapes: bool
    strategies: tuple[Strategy, ...]
    watched: MutableSequence[float]  # where the call of a learner that is under way is seen: see `Call`
    late: float


@dataclass(frozen=True)
class Answer:
    """What a worker reports: its tallies, how near it came, and what broke in which turn. It is the last one unless it is `partial`."""

    report: Report
    nearest: tuple[float, int, int]
    nearest_run: Measured | None
    undecided: int
    undefined: int
    overlong: int
    recipe: Recipe | None = None
    caught: tuple[int, Run, Genome | None] | None = None
    fault: str | None = None
    error: Exception | None = None  # a fault of this package
    proof: str = ""
    improved: float = 0.0  # when its nearest run was found (monotonic time, the same for all processes)
    stopped: bool = False  # somebody asked it to end before its time
    partial: bool = False


def work(line: Connection, task: Task, last_turn: Any) -> None:
    """One worker: search until something breaks, the time is up or the others are done, then answer. With somebody's own learner it also
    answers now and then before, since it may be ended."""
    evaluator = evaluator_of(task.comparison, task.game, task.nontrivial, task.rule)
    report = Report(task.comparison, task.game, task.seed, math.inf)
    search = Search(evaluator, report, task.deadline, task.shapes, last_turn, task.strategies)
    found: dict[str, Any] = {}

    def stop(number: int, frame: object) -> None:
        search.deadline = evaluator.deadline = -math.inf

    def answer(partial: bool = False) -> None:
        counted = evaluator.undecided, evaluator.undefined, evaluator.overlong
        told: dict[str, Any] = found | {"improved": search.improved, "stopped": search.deadline == -math.inf, "partial": partial}
        line.send(Answer(report, search.nearest, search.nearest_run, *counted, recipe=search.recipe, **told))

    answer_signals(stop)
    alarm = Alarm(task.rule is not None and hasattr(signal, "SIGALRM"))
    if alarm.works:
        signal.signal(signal.SIGALRM, lambda *_: alarm.ring())
        alarm.set(task.deadline + task.late)
    try:
        if task.rule is not None:
            CALL.watched, CALL.heard = task.watched, False
            search.pulse = lambda: answer(partial=True)
            refuse_random(task.rule, task.game.dimension or 2)
        search.run()
    except OutOfTime:
        pass
    except Broken as broken:
        with last_turn.get_lock():
            last_turn.value = min(last_turn.value, search.turn)
        found["caught"] = search.turn, broken.run, broken.genome
    except Settled as settled:
        last_turn.value, found["proof"] = -1, str(settled)  # there is nothing for the others to find
    except Faulty as error:
        found["fault"] = str(error)
    except MemoryError:
        if task.rule is None:
            raise
        found["fault"] = f"the learner {task.rule.label} has used up the memory"
    except Exception as error:
        error.add_note(traceback.format_exc())
        found["error"] = error
    alarm.set(math.inf)
    answer()
    line.close()
