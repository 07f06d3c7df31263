"""The search in other processes: a user-supplied learner in one that can be ended, and several that search at once.

The search against a user-supplied learner has a process of its own, which is ended when the time is up (`search_apart`). It may hang in C
code that handles no signals, use up the memory or end its process. Its messages until then are kept: the first counterexample is judged and
sent before it is shrunk.

Several workers search with a result that does not depend on which of them is fast (`ParallelSearch`). Worker 0 has the seed given, worker i
one made from it, each in its own process and counting its turns. As soon as one finds something in its turn n, the others go on to the end
of their turn n and stop. The find of the earliest turn counts, and among equal ones that of the first worker. The report names a worker
that died, with its seed. A worker that receives SIGTERM answers first. Ctrl-C goes to the parent alone."""

from __future__ import annotations

import math
import pickle
import signal
from collections import Counter
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, NoReturn

from perceptron.errors import InputError
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample.learner_object import CustomLearner, Faulty, said_of
from proofs.falsify.against_learner_object import refuse_random
from proofs.falsify.clock import CALL, Alarm, BudgetSpent
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import Genome
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.report import Found, Interrupted, Report, Survived, Tally
from proofs.falsify.run import MeasuredRun, Run
from proofs.falsify.search import RunBreaks, Search
from proofs.falsify.strategies.interface import SettledByProof, Strategy
from proofs.system.processes import MEMORY, Event, Pool, ProcessEnded, apart, ending, forks
from proofs.system.signals import signals_blocked
from proofs.system.work_clock import STRETCH, by_the_clock, work_time

ENDS = 0.095  # a share of the budget: so long after its end a process that has not answered is ended
LEAST = 1.0  # seconds, the same for a small budget
JUDGES = 2  # times that, at least, for a first counterexample, which a loaded machine may bring after the end
WORKERS_END = 60.0  # seconds more, beyond STRETCH, for a process that only waits for its workers, which it ends itself

Outcome = Found | Survived
Callback = Callable[[str, Any], object]


@dataclass
class ProcessMessages:
    """The messages of the process so far.

    report    set as soon as the question is known
    first     of the run that broke the conjecture
    found     the current best counterexample
    judged    in work time, when the process is to have judged that run
    """

    report: Report | None = None
    first: Any = None
    found: Found | None = None
    judged: float = -math.inf


def search_apart(
    attack: Callable[[Callback], Outcome], learner: Any, budget: float, began: float, on_found: Callable[[Any], object]
) -> Outcome:
    """Run `attack` in a process of its own and return its result.

    attack sends "report", "first" (which is handed on to `on_found`) and "found" began when the budget began (`by_the_clock`)

    Raises InputError, and on Ctrl-C Interrupted.
    """
    grace = max(ENDS * budget, LEAST)
    hand, ends = ProcessMessages(), began + budget + grace

    def until() -> float:  # while it waits for its workers, it runs no code but ours, and ends them in time itself
        if hand.report is not None and hand.first is None:
            return ends + STRETCH * budget + WORKERS_END
        return ends if hand.found is not None else max(ends, hand.judged)

    def attack_tell(on_progress: Callable[[object], None]) -> Outcome | tuple[Report, Found | None]:
        try:
            return attack(lambda kind, content: on_progress((kind, content)))
        except Interrupted as stopped:
            return stopped.report, stopped.found

    try:
        for event in apart(attack_tell, until, learner):
            match event.content:
                case MemoryError():
                    return _after(hand, f"the learner has used up the memory (it may have {MEMORY >> 30} GiB)", budget)
                case Exception() as error:
                    raise error
                case BaseException() as error:
                    return _after(hand, f"the learner raised {said_of(error)}", budget)
                case Found() | Survived() as outcome:
                    return outcome
                case "first", first:
                    hand.first, hand.judged = first, began + first.seconds + JUDGES * grace
                    on_found(first)
                case str(name), content:
                    setattr(hand, name, content)
                case report, found:
                    hand.report, hand.found = report, found
                    raise KeyboardInterrupt
    except ProcessEnded as ended:
        return _after(hand, f"the learner {ended}", budget)
    except KeyboardInterrupt:
        if hand.report is None:
            raise
        raise Interrupted(hand.report, hand.found) from None
    raise InputError("the learner's process did not answer")  # it always does, or one of the above is raised


def _after(hand: ProcessMessages, why: str, budget: float) -> Outcome:
    """Build an outcome from the messages received before the process died. Raises InputError where nothing was searched yet."""
    if hand.found is not None:
        hand.found.report.notes.append(f"{why}: the counterexample is not shrunk as far as it could be")
        return hand.found
    if hand.report is None or hand.first is None:
        raise InputError(f"{why}: it had not returned from its first calls within the budget of {budget:g} s")
    rounds = f"a run of {hand.first.rounds:,} rounds seems to break it"
    hand.report.notes.append(f"{why}: {rounds}, but was not judged, and so is not counted")
    return Survived(hand.report)


LATE = 0.2  # seconds after the deadline, when somebody's own code is stopped wherever it is
MAX_WORKERS = 64
_FOREVER = 2**62
_LAST_ANSWER = 2.0  # seconds for the answer of a worker that was asked to stop
SHARE_OF_LAST = 0.05  # of the budget, for the same where somebody's own learner has to be ended in time
LEAST_LAST = 0.5  # seconds, for the same where the budget is short: a worker that has to wait for a processor answers later than its code
_LOOK = 0.1  # seconds: so often it is looked at whether a learner's call returns
DEAF = 0.6  # seconds beyond twice the patience, after which the code under way is taken to hear no signals


@dataclass(frozen=True)
class SearchPlan:
    """The plan that all workers get; each makes its own evaluator. `late`: seconds after the deadline, when a learner's call is stopped."""

    comparison: Comparison
    game: Game
    rule: CustomLearner | None
    nontrivial: bool
    seed: int
    deadline: float
    shapes: bool
    strategies: tuple[Strategy, ...]
    late: float

    def seed_of(self, i: int) -> int:
        """Worker i's seed."""
        return self.seed if i == 0 else (abs(self.seed) * MAX_WORKERS + i) * 2_147_483_647 + (self.seed < 0)

    def strategies_of(self, i: int) -> tuple[Strategy, ...]:
        """Worker i's. The first alone has those that ask for it, and it alone tries the families."""
        return tuple(strategy for strategy in self.strategies if i == 0 or not getattr(strategy, "alone", False))


@dataclass(frozen=True)
class WorkerTally:
    """A worker's tallies, and its nearest run. With a user's learner object the worker sends them now and then, because it may be ended."""

    report: Report
    nearest: tuple[float, int, int]
    nearest_run: MeasuredRun | None
    statuses: Counter[str]
    improved: float  # when its nearest run was found (its work time)
    stopped: bool  # somebody asked it to end before its time


Caught = tuple[int, Run, Genome | None]  # in which turn, and what


def work(
    i: int, on_progress: Callable[[object], None], plan: SearchPlan, last_turn: Any, watched: Sequence[MutableSequence[float]]
) -> Caught | None:
    """Worker i: search until something breaks, the time is up or the others are done. `watched`: where the calls of learners that are under
    way are seen (`LearnerCall`)."""
    evaluator = evaluator_of(plan.comparison, plan.game, plan.nontrivial, plan.rule)
    report = Report(plan.comparison, plan.game, plan.seed_of(i), math.inf)
    search = Search(evaluator, report, plan.deadline, plan.shapes and i == 0, last_turn, plan.strategies_of(i))

    def stop(number: int, frame: object) -> None:
        search.deadline = evaluator.deadline = -math.inf

    def tell_tried() -> None:
        stopped = search.deadline == -math.inf
        on_progress(WorkerTally(report, search.nearest, search.nearest_run, evaluator.statuses, search.improved, stopped))

    signal.signal(signal.SIGTERM, stop)
    alarm = Alarm(plan.rule is not None and hasattr(signal, "SIGALRM"))
    if alarm.works:
        signal.signal(signal.SIGALRM, lambda *_: alarm.ring())
        alarm.set(plan.deadline + plan.late)
    try:
        if plan.rule is not None:
            CALL.watched, CALL.heard = watched[i], False
            search.pulse = tell_tried
            refuse_random(plan.rule, plan.game.dimension or 2)
        search.run()
    except BudgetSpent:
        pass
    except RunBreaks as broken:
        with last_turn.get_lock():
            last_turn.value = min(last_turn.value, search.turn)
        return search.turn, broken.run, broken.genome
    except SettledByProof:
        last_turn.value = -1  # there is nothing for the others to find
        raise
    except MemoryError:
        if plan.rule is None:
            raise
        raise Faulty(f"the learner {plan.rule.label} has used up the memory") from None
    finally:
        alarm.set(math.inf)
        tell_tried()
    return None


class ParallelSearch:
    """Stands in for a `Search`: `run` raises as `Search.run` does, or KeyboardInterrupt, with everything merged before."""

    def __init__(
        self, evaluator: Evaluator, report: Report, deadline: float, with_shapes: bool, workers: int, strategies: Sequence[Strategy] = ()
    ) -> None:
        self.evaluator, self.report, self.rule = evaluator, report, evaluator.rule
        self.nearest: tuple[float, int, int] = (-math.inf, 0, 0)
        self.nearest_run: MeasuredRun | None = None
        self.improved = work_time()
        self.tried: dict[int, WorkerTally] = {}
        self.replaced: list[WorkerTally] = []  # what those told that were ended and replaced
        self.ended: dict[int, Event] = {}
        share = math.inf if self.rule is None else max(LEAST_LAST, SHARE_OF_LAST * report.budget)
        self.last_answer = min(_LAST_ANSWER, share)
        rules = (evaluator.comparison, evaluator.game, self.rule, evaluator.nontrivial)
        asked = (*rules, report.seed, by_the_clock(deadline), with_shapes)
        self.plan = SearchPlan(*asked, tuple(strategies), min(LATE, share / 2))
        copies = _copy(self.plan)
        context: Any = get_context("fork" if copies else "spawn")
        self.last_turn = context.Value("q", _FOREVER if report.turns is None else report.turns)
        self.watched: list[MutableSequence[float]] = [context.Array("d", 2, lock=False) for _ in range(workers)]
        self.pool = Pool(work, self.plan, self.last_turn, self.watched, size=workers, copies=copies)

    def run(self) -> NoReturn:
        """Start the workers, listen, merge."""
        with closing(self.pool):
            try:
                for i in range(self.pool.size):
                    self.pool.give(i)
                self.listen(self.plan.deadline)
            finally:
                with signals_blocked():  # a second Ctrl-C (or the same one, to the whole group) does not lose the workers' answers
                    self.last_turn.value = -1  # whoever is still searching stops at its next run
                    self.listen(self.pool.work_time() + self.last_answer)
                    if not any(self.watched[i][0] for i in self.pool.busy):  # no learner's call, so they wait for a processor
                        self.listen(self.pool.work_time() + _LAST_ANSWER)
                    self.pool.close()
                    self.merge()
        self.end()

    def end(self) -> NoReturn:
        """Raise the exception that ended the search."""
        events = [self.ended[i] for i in sorted(self.ended)]
        failures = [failure for failure in map(self.failure, events) if failure is not None]
        failures.sort(key=lambda failure: not isinstance(failure, Faulty))
        caught: list[Caught] = [event.content for event in events if event.kind == "done" and event.content is not None]
        if caught:
            _, run, genome = min(caught, key=lambda one: one[0])
            self.report.notes += [str(failure) for failure in failures if isinstance(failure, Faulty)]
            raise RunBreaks(run, genome)
        if failures:
            raise failures[0]
        if len(events) == self.pool.size and all(event.kind == "lost" for event in events):
            raise InputError(f"all workers died, so nothing was tried (is there memory for {self.pool.size}?): {self.report.notes[0]}")
        raise next((event.content for event in events if event.kind == "raised"), BudgetSpent())

    def listen(self, until: float) -> None:
        """Read the workers' messages until all have answered or died, the time is up for each, or a learner has failed."""
        while self.pool.busy and (left := until - self.pool.work_time()) > 0:
            for event in self.pool.wait(left if self.rule is None else min(left, _LOOK)):
                if event.kind == "message":
                    self.tried[event.job] = event.content
                else:
                    self.ended[event.job] = event
            if any(map(self.failure, self.ended.values())):
                return
            self.replace_deaf()

    def failure(self, event: Event) -> BaseException | None:
        """The error of a worker: an exception that it raised, or its death if the learner caused it."""
        if event.kind == "raised":
            return None if isinstance(event.content, SettledByProof) else event.content
        if event.kind != "lost" or self.rule is None or (event.content < 0 and not self.watched[event.job][0]):
            return None
        return Faulty(f"the learner {self.rule.label} failed: it {ending(event.content)}")

    def replace_deaf(self) -> None:
        """End those whose learner does not return and handles no signals, and start others, whose runs are not played as far."""
        for i in self.pool.busy:
            since, rounds = self.watched[i]
            if not since or self.pool.work_time(i) - since < 2 * CALL.patience + DEAF:
                continue
            if rounds < 2:
                raise Faulty(f"{self.unanswered()}its first calls, where it hears no signals")
            CALL.most = min(CALL.most, rounds - 1)
            self.pool.kill(i)
            self.replaced += [self.tried.pop(i)] if i in self.tried else []
            self.report.notes.append(
                f"{self.unanswered()}round {rounds:g} of a run and hears no signals: runs were played less far from then on"
            )
            self.watched[i][0] = 0.0
            self.pool.give(i)

    def unanswered(self) -> str:
        return f"the learner {'' if self.rule is None else self.rule.label} did not return from "

    def merge(self) -> None:
        """All the tallies in the one report, in the order of the workers."""
        for one in self.replaced:
            self.add(one)
        for i in range(self.pool.size):
            event, tried = self.ended.get(i), self.tried.get(i)
            if event is None or event.kind == "lost":
                died = "did not answer and was ended" if event is None else f"died with exit code {event.content}"
                note = f"worker {i} (seed {self.plan.seed_of(i)}) {died}"
                if self.rule is not None and event is None and self.watched[i][0]:
                    note = f"{self.unanswered()}a call when the time was up, and was ended"
                lost = "what it tried" if tried is None else "what it tried last"
                self.report.notes.append(f"{note}: {lost} is not counted here")
            if tried is not None:
                self.add(tried)
                if tried.stopped:
                    self.report.notes.append(f"worker {i} was told to stop before its time")

    def add(self, tried: WorkerTally) -> None:
        """One worker's tallies, and how near it came."""
        report = self.report
        for name, tally in tried.report.strategies.items():
            mine = report.strategies.setdefault(name, Tally())
            mine.runs, mine.rounds, mine.best = mine.runs + tally.runs, mine.rounds + tally.rounds, max(mine.best, tally.best)
            mine.turns += tally.turns
        report.longest = max(report.longest, tried.report.longest)
        report.met |= tried.report.met
        report.notes += [note for note in tried.report.notes if note not in report.notes]
        report.judged, report.once = report.judged + tried.report.judged, report.once + tried.report.once
        self.evaluator.statuses += tried.statuses
        if tried.nearest > self.nearest:
            self.nearest, self.nearest_run, self.improved = tried.nearest, tried.nearest_run, tried.improved
            report.nearest_by = tried.report.nearest_by


def _copy(plan: SearchPlan) -> bool:
    """Whether workers are copies of this process: for a user-supplied learner, which is as it is here, and for strategies that cannot be
    sent. Raises InputError where there are no copies."""
    if plan.rule is not None and forks():
        return True
    try:
        pickle.dumps((plan.rule, plan.strategies))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if not forks():
            raise InputError(f"workers need what can be pickled: {error}") from None
        return True
    return False
