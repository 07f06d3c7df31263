"""One attack on one comparison: a run that breaks it is searched for, shrunk and judged, within a budget."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

from perceptron.errors import InputError
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import Faulty
from proofs.falsify.apart import Outcome, Tell
from proofs.falsify.clock import GRACE, JUDGING_ENDS, Alarm, Budget, OutOfTime, judging
from proofs.falsify.custom_learner import HOW_TO_DRAW
from proofs.falsify.evaluator import Evaluator, Unmeasured
from proofs.falsify.parallel_search import ParallelSearch
from proofs.falsify.report import Found, Interrupted, Report, Survived
from proofs.falsify.run import Run
from proofs.falsify.search import Search
from proofs.falsify.shrink import shrink
from proofs.falsify.strategies.interface import Settled, Strategy
from proofs.falsify.trials import Broken

HELD = 1.0  # seconds between counterexamples that are kept in case the learner's process does not come to an end
PLAYED_AGAIN = 3  # times, a run that the judge rejects


@dataclass(frozen=True)
class First:
    """The first run that broke a conjecture: after how many seconds, and its size. It is not shrunk and not judged yet."""

    seconds: float
    rounds: int
    dimension: int


@dataclass(frozen=True)
class How:
    """The ways of searching that `falsify` is asked for."""

    seed: int
    shapes: bool
    workers: int
    strategies: tuple[Strategy, ...]
    tell: Tell
    apart: bool = False  # in a process of its own, which may be ended
    turns: int | None = None  # of the strategies, against each comparison
    alarm: Alarm = field(default_factory=lambda: Alarm(False))

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise InputError(f"the seed must be an integer, not {self.seed!r}")
        if self.turns is not None and (type(self.turns) is not int or self.turns < 0):
            raise InputError(f"turns must be a whole number from 0, not {self.turns!r}")


class ComparisonAttack:
    """An attack on one comparison. What it has in hand:

    smallest    the run that breaks the comparison, as far as it is shrunk; None before there is one
    original    the same as it was found
    first       when that was, and its size
    """

    def __init__(self, evaluator: Evaluator, how: How, budget: float, spent: float = 0.0) -> None:
        self.evaluator, self.how = evaluator, how
        self.span = Budget(time.monotonic() - min(spent, budget / 2), float(budget), how.turns)
        self.report = Report(evaluator.comparison, evaluator.game, how.seed, self.span.seconds, how.turns)
        self.grace = math.inf if evaluator.rule is None else GRACE * self.span.seconds
        self.smallest: Run | None = None
        self.original: Run | None = None
        self.first = First(0.0, 0, 0)
        how.tell("report", self.report)
        self.search = self._search()

    def _search(self) -> Search | ParallelSearch:
        how, deadline = self.how, self.span.deadline
        if how.workers == 1 and not how.apart:
            last_turn = None if how.turns is None else SimpleNamespace(value=how.turns)
            return Search(self.evaluator, self.report, deadline, how.shapes, last_turn, how.strategies)
        return ParallelSearch(self.evaluator, self.report, deadline, how.shapes, how.workers, how.strategies)

    def run(self) -> Outcome:
        """What comes of it. Raises Faulty, and on Ctrl-C Interrupted."""
        try:
            self._break()
        except OutOfTime:
            pass
        except Faulty as fault:
            if self.smallest is None:
                raise
            self.report.notes.append(f"{fault}: the counterexample is not shrunk as far as it could be")
        except Settled as settled:
            self.report.proof = str(settled)
        except KeyboardInterrupt:
            self.evaluator.deadline = math.inf
            self._close()
            raise Interrupted(self.report, self._found()) from None
        self.evaluator.deadline = math.inf
        found, rule = self._judged(), self.evaluator.rule
        if self.how.alarm.rang and rule is not None:
            self.report.notes.append(f"the learner {rule.label} had not returned from a call when the time was up: it was stopped there")
        self._close(self.span.started + self.first.seconds if self.first.seconds else 0.0)
        return found or Survived(self.report)

    def _break(self) -> None:
        """Search, and shrink what is found."""
        in_workers = isinstance(self.search, ParallelSearch)  # which have alarms of their own
        try:
            self.how.alarm.set(math.inf if in_workers else self.span.deadline + self.grace)
            self.search.run()
        except Broken as broken:
            self._shrink(broken)

    def _shrink(self, broken: Broken) -> None:
        self.smallest = self.original = broken.run
        self.first = First(time.monotonic() - self.span.started, len(broken.run.moves), broken.run.dimension)
        self.how.tell("first", self.first)
        held = -math.inf
        for run in shrink(self.evaluator, broken.run, broken.genome, self.span):
            self.smallest = run
            if self.how.apart and time.monotonic() > held + HELD and judging(self.evaluator, run) < HELD:
                self.how.alarm.set(self.span.judged + self.grace, anywhere=True)
                self.how.tell("found", self._found())
                held = time.monotonic()
            self.how.alarm.set(self.span.shrunk + self.grace)

    def _judged(self) -> Found | None:
        """The counterexample, as far as it can be judged in time. If it cannot, the report says so."""
        found: Found | None = None
        try:
            self.how.alarm.set(self.span.judged + self.grace, anywhere=True)
            if self.smallest is not None and self._in_time(self.smallest):
                found = self._found()
            if found is not None and self.original is not None:
                found = replace(found, original=self.evaluator.witness(self.original))
            self.how.alarm.set(math.inf)
        except (OutOfTime, Unmeasured):
            told = f"a run of {self.first.rounds:,} rounds seems to break it"
            self.report.notes.append(f"{told}, but judging it did not end in time: it is not counted")
        return found

    def _in_time(self, run: Run) -> bool:
        needs = judging(self.evaluator, run)
        over = time.monotonic() + needs - self.span.judged
        if over > 0 and needs > self.span.seconds * (JUDGING_ENDS - 1):
            size = f"{len(run.moves):,} rounds (d = {run.dimension})"
            told = f"a run of {size} seems to break it, but judging that takes some {needs:.0f} s"
            self.report.notes.append(f"{told}, for which there was no time left: it is not counted as broken; give a larger budget")
            return False
        return True

    def _found(self) -> Found | None:
        """The smallest run as a counterexample that is judged; None if there is none. Raises Faulty."""
        if self.smallest is None:
            return None
        evaluator, run = self.evaluator, self.smallest.folded() if self.evaluator.game.is_plain else self.smallest
        counterexample = evaluator.witness(run)
        verdict = evaluator.judge(counterexample)
        if not verdict.valid and evaluator.rule is not None and not _goes_again(evaluator, run, counterexample):
            raise Faulty(f"the learner {evaluator.rule.label} is not deterministic: the same run went two ways. {HOW_TO_DRAW}")
        if not verdict.valid:  # a fault of this room: better no result than a wrong one
            raise RuntimeError(f"the judge rejects what the search found: {'; '.join(verdict.reasons)}")
        return Found(counterexample, verdict, self.report, self.first.seconds, (self.first.rounds, self.first.dimension))

    def _close(self, ended: float = 0.0) -> None:
        """Complete the report. `ended`: when the search did, if it was before now."""
        report, evaluator, search = self.report, self.evaluator, self.search
        report.undecided, report.undefined = evaluator.undecided, evaluator.undefined
        if evaluator.overlong:
            report.notes.append(
                f"given up because the learner's numbers grew too long or it did not return from a call: {evaluator.overlong:,} runs"
            )
        if (near := search.nearest_run) is not None:
            report.sides = evaluator.comparison.sides(evaluator.values(near))
            report.best = evaluator.named(near, report.sides)
            report.ratio = search.nearest[0]
        if search.recipe is not None and search.recipe.ratio > search.nearest[0]:
            report.recipe = search.recipe
        report.seconds = time.monotonic() - self.span.started
        report.stale = max(0.0, (ended or time.monotonic()) - search.improved)


def _goes_again(evaluator: Evaluator, run: Run, counterexample: Counterexample) -> bool:
    """Whether somebody's own learner plays a run as it did before."""
    with suppress(Unmeasured):
        return evaluator.breaks(run) and all(evaluator.witness(run) == counterexample for _ in range(PLAYED_AGAIN))
    return False
