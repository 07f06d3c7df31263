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
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Faulty, Rule
from proofs.falsify.genomes.population import Genome
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.interruptions import Alarm
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.report import Report, Tally
from proofs.falsify.runs.clock import OutOfTime
from proofs.falsify.runs.run import Measured, Run
from proofs.falsify.search import Search
from proofs.falsify.strategies.interface import Settled, Strategy
from proofs.falsify.strategies.streamed_runs import Recipe
from proofs.falsify.trials import Broken
from proofs.system.processes import Child, answer_signals

MAX_WORKERS = 64
_FOREVER = 2**62
LATE = 0.2  # seconds after the deadline, when somebody's own code is stopped wherever it is
_LAST_ANSWER = 2.0  # seconds for the answer of a worker that was asked to stop


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


@dataclass(frozen=True)
class Answer:
    """What a worker reports: its tallies, how near it came, and what broke in which turn."""

    report: Report
    nearest: tuple[float, int, int]
    nearest_run: Measured | None
    undecided: int
    undefined: int
    overlong: int
    recipe: Recipe | None = None
    caught: tuple[int, Run, Genome | None] | None = None
    fault: str | None = None
    proof: str = ""
    improved: float = 0.0  # when its nearest run was found (monotonic time, the same for all processes)
    stopped: bool = False  # somebody asked it to end before its time


def work(line: Connection, task: Task, last_turn: Any) -> None:
    """One worker: search until something breaks, the time is up or the others are done, then answer."""
    evaluator = evaluator_of(task.comparison, task.game, task.nontrivial, task.rule)
    report = Report(task.comparison, task.game, task.seed, math.inf)
    search = Search(evaluator, report, task.deadline, task.shapes, last_turn, task.strategies)

    def stop(number: int, frame: object) -> None:
        search.deadline = evaluator.deadline = -math.inf

    answer_signals(stop)
    caught, fault, proof = None, None, ""
    alarm = Alarm(task.rule is not None and hasattr(signal, "SIGALRM"))
    if alarm.works:
        signal.signal(signal.SIGALRM, lambda *_: alarm.ring())
        alarm.set(task.deadline + LATE)
    try:
        search.run()
    except OutOfTime:
        pass
    except Broken as broken:
        with last_turn.get_lock():
            last_turn.value = min(last_turn.value, search.turn)
        caught = search.turn, broken.run, broken.genome
    except Settled as settled:
        last_turn.value, proof = -1, str(settled)  # there is nothing for the others to find
    except Faulty as error:
        fault = str(error)
    alarm.set(math.inf)
    told = (
        report,
        search.nearest,
        search.nearest_run,
        evaluator.undecided,
        evaluator.undefined,
        evaluator.overlong,
        search.recipe,
        caught,
        fault,
        proof,
    )
    line.send(Answer(*told, improved=search.improved, stopped=search.deadline == -math.inf))
    line.close()


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

    def run(self) -> None:
        """Start the workers, listen, merge."""
        tasks = [self.task(i) for i in range(self.workers)]
        context = _context(tasks[0])
        last_turn = context.Value("q", _FOREVER)
        children: list[Child] = []
        try:
            for task in tasks:
                children.append(Child(work, task, last_turn, context=context))
            self.listen([child.line for child in children], self.deadline)
        finally:
            with _undisturbed():
                last_turn.value = -1  # whoever is still searching stops at its next run
                self.listen([child.line for child in children], time.monotonic() + _LAST_ANSWER)
                overdue = {i for i, child in enumerate(children) if i not in self.answers and not child.line.closed}
                for i, child in enumerate(children):  # how an interpreter takes itself apart after its answer is not worth waiting for
                    child.end(0.0 if i in self.answers else 0.2)
                self.merge(children, overdue)
        if faults := [answer.fault for answer in self.answers.values() if answer.fault]:
            raise Faulty(faults[0])
        if not self.answers and not overdue:
            raise InputError(f"all workers died, so nothing was tried (is there memory for {self.workers}?): {self.report.notes[0]}")
        caught = [(answer.caught[0], i, answer.caught) for i, answer in sorted(self.answers.items()) if answer.caught]
        if caught:
            _, _, (_, run, genome) = min(caught, key=lambda one: one[:2])
            raise Broken(run, genome)
        if proofs := [answer.proof for answer in self.answers.values() if answer.proof]:
            raise Settled(proofs[0])
        raise OutOfTime

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
        )

    def listen(self, lines: list[Connection], until: float) -> None:
        """Take in answers until all have answered or died, or the time is up."""
        open_lines = {line: i for i, line in enumerate(lines) if not line.closed and i not in self.answers}
        while open_lines and (left := until - time.monotonic()) > 0:
            ready = wait(list(open_lines), timeout=left)
            for line in [line for line in open_lines if line in ready]:
                i = open_lines.pop(line)
                try:
                    self.answers[i] = line.recv()
                except (EOFError, OSError, pickle.UnpicklingError):
                    line.close()

    def merge(self, children: list[Child], overdue: Container[int]) -> None:
        """All the tallies in the one report, in the order of the workers. overdue: those that had to be ended."""
        report = self.report
        for i, child in enumerate(children):
            answer = self.answers.get(i)
            if answer is None:
                died = "did not answer and was ended" if i in overdue else f"died with exit code {child.process.exitcode}"
                told = f"worker {i} (seed {self.task(i).seed}) {died}"
                report.notes.append(f"{told}: what it tried is not counted here")
                continue
            if answer.stopped:
                report.notes.append(f"worker {i} was told to stop before its time")
            for name, tally in answer.report.strategies.items():
                mine = report.strategies.setdefault(name, Tally())
                mine.runs, mine.rounds, mine.best = mine.runs + tally.runs, mine.rounds + tally.rounds, max(mine.best, tally.best)
            report.longest = max(report.longest, answer.report.longest)
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


def _context(task: Task) -> Any:
    """Fresh processes; copies of this one only for a learner that cannot be sent to a fresh one."""
    try:
        pickle.dumps(task)
        return mp.get_context("spawn")
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if "fork" in mp.get_all_start_methods():
            return mp.get_context("fork")
        raise InputError(f"workers need a learner that can be pickled: {error}") from None


def check_workers(workers: object) -> int:
    """The number of workers. Raises InputError unless it is from 1 to MAX_WORKERS."""
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"workers must be an integer from 1 to {MAX_WORKERS}, not {workers!r}")
    return workers
