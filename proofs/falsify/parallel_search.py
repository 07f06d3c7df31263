"""Several processes that search at once, with a result that does not depend on which of them is fast.

Worker 0 searches with the seed given, worker i with a seed made from it, each in its own process and counting its turns. As soon as one
finds something in its turn n, the others go on to the end of their turn n and stop. The find of the earliest turn counts, and among
equal ones that of the first worker. The report names a worker that died, with its seed. A worker that is asked to stop (SIGTERM)
answers first. Ctrl-C goes to the parent alone."""

from __future__ import annotations

import math
import multiprocessing as mp
import pickle
import signal
import threading
import time
from collections.abc import Collection, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn, cast

from perceptron.errors import InputError
from proofs.counterexample.learner_object import Faulty
from proofs.falsify.clock import CALL, OutOfTime
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.report import Report, Tally
from proofs.falsify.run import Measured
from proofs.falsify.strategies.interface import Settled, Strategy
from proofs.falsify.strategies.streamed_runs import Recipe
from proofs.falsify.trials import Broken
from proofs.falsify.worker import LATE, Answer, Task, work
from proofs.system.own_process import ending
from proofs.system.processes import Child

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
        self.recipe: Recipe | None = None
        self.answers: dict[int, Answer] = {}
        self.partial: dict[int, Answer] = {}  # what a worker said before its last answer
        self.replaced: list[Answer] = []  # and what those said that were ended and replaced
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
            raise Broken(run, genome)
        if faults:
            raise Faulty(faults[0])
        if errors := [answer.error for answer in self.answers.values() if answer.error]:
            raise errors[0]
        if not self.answers and not overdue:
            raise InputError(f"all workers died, so nothing was tried (is there memory for {self.workers}?): {self.report.notes[0]}")
        if proofs := [answer.proof for answer in self.answers.values() if answer.proof]:
            raise Settled(proofs[0])
        raise OutOfTime

    def start(self, i: int) -> Child:
        """Worker i."""
        return Child(work, self.task(i), self.last_turn, context=self.context)

    def task(self, i: int) -> Task:
        """Worker i's. The families are tried by the first alone, and so are strategies that ask for it."""
        evaluator = self.evaluator
        seed = self.report.seed if i == 0 else (abs(self.report.seed) * MAX_WORKERS + i) * 2_147_483_647 + (self.report.seed < 0)
        return Task(
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
                told = f"worker {i} (seed {self.task(i).seed}) {died}"
                if self.rule is not None and i in overdue and self.watched[i][0]:
                    told = f"{self.unanswered()}a call when the time was up, and was ended"
                lost = "what it tried last" if i in self.partial else "what it tried"
                self.report.notes.append(f"{told}: {lost} is not counted here")
            for answer in filter(None, (self.answers.get(i, self.partial.get(i)),)):
                self.add(answer)
                if answer.stopped:
                    self.report.notes.append(f"worker {i} was told to stop before its time")

    def add(self, answer: Answer) -> None:
        """One worker's tallies, and how near it came."""
        report = self.report
        for name, tally in answer.report.strategies.items():
            mine = report.strategies.setdefault(name, Tally())
            mine.runs, mine.rounds, mine.best = mine.runs + tally.runs, mine.rounds + tally.rounds, max(mine.best, tally.best)
        report.longest = max(report.longest, answer.report.longest)
        report.declared = report.declared or answer.report.declared
        report.judged, report.once = report.judged + answer.report.judged, report.once + answer.report.once
        self.evaluator.undecided += answer.undecided
        self.evaluator.undefined += answer.undefined
        self.evaluator.overlong += answer.overlong
        if answer.nearest > self.nearest:
            self.nearest, self.nearest_run, self.improved = answer.nearest, answer.nearest_run, answer.improved
        if answer.recipe is not None and (self.recipe is None or answer.recipe.ratio > self.recipe.ratio):
            self.recipe = answer.recipe


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
