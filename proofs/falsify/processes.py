"""The search in other processes: somebody's own learner in one that can be ended, and several that search at once.

Somebody's own learner is searched against in a process of its own, which is ended when the time is up (`search_apart`). It may hang in C
code that hears no signals, use up the memory or end its process. What it has told until then is not lost: the first counterexample is
judged and told before it is shrunk.

Several workers search with a result that does not depend on which of them is fast (`ParallelSearch`). Worker 0 has the seed given, worker i
one made from it, each in its own process and counting its turns. As soon as one finds something in its turn n, the others go on to the end
of their turn n and stop. The find of the earliest turn counts, and among equal ones that of the first worker. The report names a worker
that died, with its seed. A worker that is asked to stop (SIGTERM) answers first. Ctrl-C goes to the parent alone."""

from __future__ import annotations

import math
import multiprocessing as mp
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Collection, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn, cast

from perceptron.errors import InputError
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import CustomLearner, Faulty, said_of
from proofs.falsify.clock import CALL, Alarm, BudgetSpent
from proofs.falsify.custom_learner import refuse_random
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import Genome
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.report import Found, Interrupted, Report, Survived, Tally
from proofs.falsify.run import Measured, Run
from proofs.falsify.search import RunBreaks, Search
from proofs.falsify.strategies.interface import Settled, Strategy
from proofs.system.processes import MEMORY, Child, Ended, answer_signals, ending, told_by

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


LATE = 0.2  # seconds after the deadline, when somebody's own code is stopped wherever it is


@dataclass(frozen=True)
class WorkerTask:
    """What a worker is told; it makes its own evaluator."""

    comparison: Comparison
    game: Game
    rule: CustomLearner | None
    nontrivial: bool
    seed: int
    deadline: float
    shapes: bool
    strategies: tuple[Strategy, ...]
    watched: MutableSequence[float]  # where the call of a learner that is under way is seen: see `Call`
    late: float


@dataclass(frozen=True)
class WorkerAnswer:
    """What a worker reports: its tallies, how near it came, and what broke in which turn. It is the last one unless it is `partial`."""

    report: Report
    nearest: tuple[float, int, int]
    nearest_run: Measured | None
    undecided: int
    undefined: int
    overlong: int
    caught: tuple[int, Run, Genome | None] | None = None
    fault: str | None = None
    error: Exception | None = None  # a fault of this package
    proof: str = ""
    improved: float = 0.0  # when its nearest run was found (monotonic time, the same for all processes)
    stopped: bool = False  # somebody asked it to end before its time
    partial: bool = False


def work(line: Connection, task: WorkerTask, last_turn: Any) -> None:
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
        line.send(WorkerAnswer(report, search.nearest, search.nearest_run, *counted, **told))

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
    except BudgetSpent:
        pass
    except RunBreaks as broken:
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


MAX_WORKERS = 64
_FOREVER = 2**62
_LAST_ANSWER = 2.0  # seconds for the answer of a worker that was asked to stop
SHARE_OF_LAST = 0.05  # of the budget, for the same where somebody's own learner has to be ended in time
LEAST_LAST = 0.5  # seconds, for the same where the budget is short: a worker that has to wait for a processor answers later than its code
_LOOK = 0.1  # seconds: so often it is looked at whether a learner's call returns
DEAF = 0.6  # seconds beyond twice the patience, after which the code under way is taken to hear no signals


class ParallelSearch:
    """Stands in for a `Search`: `run` raises Broken, Settled or OutOfTime (or KeyboardInterrupt), with everything merged before."""

    def __init__(
        self, evaluator: Evaluator, report: Report, deadline: float, with_shapes: bool, workers: int, strategies: Sequence[Strategy] = ()
    ) -> None:
        self.strategies = tuple(strategies)
        self.evaluator, self.report, self.deadline, self.with_shapes, self.workers = evaluator, report, deadline, with_shapes, workers
        self.nearest: tuple[float, int, int] = (-math.inf, 0, 0)
        self.nearest_run: Measured | None = None
        self.improved = time.monotonic()
        self.answers: dict[int, WorkerAnswer] = {}
        self.partial: dict[int, WorkerAnswer] = {}  # what a worker said before its last answer
        self.replaced: list[WorkerAnswer] = []  # and what those said that were ended and replaced
        self.rule, share = evaluator.rule, math.inf if evaluator.rule is None else max(LEAST_LAST, SHARE_OF_LAST * report.budget)
        self.last_answer, self.late = min(_LAST_ANSWER, share), min(LATE, share / 2)
        self.children: list[Child] = []
        self.context = _context(evaluator, self.strategies)
        self.last_turn = self.context.Value("q", _FOREVER if report.turns is None else report.turns)
        self.watched = [self.cells() for _ in range(workers)]

    def run(self) -> None:
        """Start the workers, listen, merge."""
        try:
            for i in range(self.workers):
                self.children.append(self.start(i))
            self.listen(self.deadline)
        finally:
            with _undisturbed():
                self.last_turn.value = -1  # whoever is still searching stops at its next run
                self.listen(time.monotonic() + self.last_answer)
                if not any(self.watched[i][0] for i in self.listening().values()):  # no learner's call, so they wait for a processor
                    self.listen(time.monotonic() + _LAST_ANSWER)
                overdue, dead = set(self.listening().values()), self.dead()
                for i, child in enumerate(self.children):  # how an interpreter takes itself apart is not worth waiting for
                    child.end(0.0 if i in self.answers or i in overdue else 0.2)
                self.merge(overdue)
        self.end(overdue, dead)

    def end(self, overdue: Collection[int], dead: Sequence[int]) -> NoReturn:
        """Raise what the search ended with."""
        caught = [(answer.caught[0], i, answer.caught) for i, answer in sorted(self.answers.items()) if answer.caught]
        faults = [answer.fault for answer in self.answers.values() if answer.fault] or list(filter(None, map(self.fatal, dead)))
        if caught:
            _, _, (_, run, genome) = min(caught, key=lambda one: one[:2])
            self.report.notes += faults
            raise RunBreaks(run, genome)
        if faults:
            raise Faulty(faults[0])
        if errors := [answer.error for answer in self.answers.values() if answer.error]:
            raise errors[0]
        if not self.answers and not overdue:
            raise InputError(f"all workers died, so nothing was tried (is there memory for {self.workers}?): {self.report.notes[0]}")
        if proofs := [answer.proof for answer in self.answers.values() if answer.proof]:
            raise Settled(proofs[0])
        raise BudgetSpent

    def start(self, i: int) -> Child:
        """Worker i."""
        return Child(work, self.task(i), self.last_turn, context=self.context)

    def task(self, i: int) -> WorkerTask:
        """Worker i's. The families are tried by the first alone, and so are strategies that ask for it."""
        evaluator = self.evaluator
        seed = self.report.seed if i == 0 else (abs(self.report.seed) * MAX_WORKERS + i) * 2_147_483_647 + (self.report.seed < 0)
        return WorkerTask(
            evaluator.comparison,
            evaluator.game,
            evaluator.rule,
            evaluator.nontrivial,
            seed,
            self.deadline,
            self.with_shapes and i == 0,
            tuple(strategy for strategy in self.strategies if i == 0 or not getattr(strategy, "alone", False)),
            self.watched[i],
            self.late,
        )

    def listening(self) -> dict[Connection, int]:
        """The lines of those who have not answered yet."""
        return {child.line: i for i, child in enumerate(self.children) if not child.line.closed and i not in self.answers}

    def dead(self) -> list[int]:
        """Workers that have died without an answer."""
        return [i for i, child in enumerate(self.children) if child.line.closed and i not in self.answers]

    def listen(self, until: float) -> None:
        """Take in answers until all have answered or died, or the time is up; or until a learner has failed."""
        while (lines := self.listening()) and (left := until - time.monotonic()) > 0:
            ready = wait(list(lines), timeout=left if self.rule is None else min(left, _LOOK))
            for line in [line for line in lines if line in ready]:
                self.hear(lines[line], line)
            if any(answer.fault or answer.error for answer in self.answers.values()) or any(map(self.fatal, self.dead())):
                return
            self.replace_deaf()

    def hear(self, i: int, line: Connection) -> None:
        """Take in what worker i says, or that it has died."""
        try:
            answer = line.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            line.close()
            self.children[i].process.join(_LOOK)
        else:
            (self.partial if answer.partial else self.answers)[i] = answer

    def fatal(self, i: int) -> str:
        """Why worker i has died, where that is the learner's doing; empty otherwise."""
        code = self.children[i].process.exitcode
        if self.rule is None or code is None or (code < 0 and not self.watched[i][0]):
            return ""
        return f"the learner {self.rule.label} failed: it {ending(code)}"

    def replace_deaf(self) -> None:
        """End those whose learner does not return and hears no signals, and start others, whose runs are not played as far."""
        for i in self.listening().values():
            since, rounds = self.watched[i]
            if not since or time.monotonic() - since < 2 * CALL.patience + DEAF:
                continue
            if rounds < 2:
                raise Faulty(f"{self.unanswered()}its first calls, where it hears no signals")
            CALL.most = min(CALL.most, rounds - 1)
            self.children[i].end()
            if i in self.partial:
                self.replaced.append(self.partial.pop(i))
            self.report.notes.append(
                f"{self.unanswered()}round {rounds:g} of a run and hears no signals: runs were played less far from then on"
            )
            self.watched[i] = self.cells()
            self.children[i] = self.start(i)

    def cells(self) -> MutableSequence[float]:
        """Where a worker's `Call` can be seen."""
        return cast("MutableSequence[float]", self.context.Array("d", 2, lock=False))

    def unanswered(self) -> str:
        return f"the learner {'' if self.rule is None else self.rule.label} did not return from "

    def merge(self, overdue: Collection[int]) -> None:
        """All the tallies in the one report, in the order of the workers. overdue: those that had to be ended."""
        for answer in self.replaced:
            self.add(answer)
        for i, child in enumerate(self.children):
            if i not in self.answers:
                died = "did not answer and was ended" if i in overdue else f"died with exit code {child.process.exitcode}"
                note = f"worker {i} (seed {self.task(i).seed}) {died}"
                if self.rule is not None and i in overdue and self.watched[i][0]:
                    note = f"{self.unanswered()}a call when the time was up, and was ended"
                lost = "what it tried last" if i in self.partial else "what it tried"
                self.report.notes.append(f"{note}: {lost} is not counted here")
            for answer in filter(None, (self.answers.get(i, self.partial.get(i)),)):
                self.add(answer)
                if answer.stopped:
                    self.report.notes.append(f"worker {i} was told to stop before its time")

    def add(self, answer: WorkerAnswer) -> None:
        """One worker's tallies, and how near it came."""
        report = self.report
        for name, tally in answer.report.strategies.items():
            mine = report.strategies.setdefault(name, Tally())
            mine.runs, mine.rounds, mine.best = mine.runs + tally.runs, mine.rounds + tally.rounds, max(mine.best, tally.best)
            mine.turns += tally.turns
        report.longest = max(report.longest, answer.report.longest)
        report.declared = report.declared or answer.report.declared
        report.notes += [note for note in answer.report.notes if note not in report.notes]
        report.judged, report.once = report.judged + answer.report.judged, report.once + answer.report.once
        self.evaluator.undecided += answer.undecided
        self.evaluator.undefined += answer.undefined
        self.evaluator.overlong += answer.overlong
        if answer.nearest > self.nearest:
            self.nearest, self.nearest_run, self.improved = answer.nearest, answer.nearest_run, answer.improved
            report.nearest_by = answer.report.nearest_by


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A second Ctrl-C (or the same one, to the whole group) does not lose the workers' answers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _context(evaluator: Evaluator, strategies: tuple[Strategy, ...]) -> Any:
    """Fresh processes; copies of this one for somebody's own learner, which is as it is here, and for strategies that cannot be sent."""
    forks = "fork" in mp.get_all_start_methods()
    if evaluator.rule is not None and forks:
        return mp.get_context("fork")
    try:
        pickle.dumps((evaluator.rule, strategies))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if not forks:
            raise InputError(f"workers need what can be pickled: {error}") from None
        return mp.get_context("fork")
    return mp.get_context("spawn")


def check_workers(workers: object) -> int:
    """The number of workers. Raises InputError unless it is from 1 to MAX_WORKERS."""
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"workers must be an integer from 1 to {MAX_WORKERS}, not {workers!r}")
    return workers
