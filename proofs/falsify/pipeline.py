"""`falsify`: from a conjecture to a counterexample that was judged, or to an account of what was tried."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, claims
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import Counterexample
from proofs.counterexample.custom_learner import Rule, claims_for
from proofs.counterexample.learner_object import Faulty
from proofs.falsify.apart import Outcome, Tell, search_apart
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.interruptions import GRACE, Alarm, interruptible
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.judging.time_budget import JUDGING_ENDS, Budget, judging
from proofs.falsify.parallel_search import ParallelSearch, check_workers
from proofs.falsify.report import Found, Interrupted, Report, Survived
from proofs.falsify.runs.clock import CALL, PATIENCE, OutOfTime
from proofs.falsify.runs.custom_learner_session import HOW_TO_DRAW, refuse_random
from proofs.falsify.runs.run import Run
from proofs.falsify.search import Search
from proofs.falsify.shrinking.shrink import shrink
from proofs.falsify.strategies.interface import Settled, Strategy
from proofs.falsify.trials import Broken
from proofs.system import own_process

HELD = 1.0  # seconds between counterexamples that are kept in case the learner's process does not come to an end
PLAYED_AGAIN = 3  # times, a run that the judge rejects


@dataclass(frozen=True)
class First:
    """The first run that broke a conjecture: after how many seconds, and its size. It is not shrunk and not judged yet."""

    seconds: float
    rounds: int
    dimension: int


@dataclass(frozen=True)
class Asked:
    """What `falsify` is asked."""

    conjecture: str | Comparison | Sequence[Comparison]
    game: Game | None
    dimension: int | None
    learner: Any
    nontrivial: bool


@dataclass(frozen=True)
class How:
    """The ways of searching that `falsify` is asked for."""

    seed: int
    shapes: bool
    workers: int
    strategies: tuple[Strategy, ...]
    tell: Tell
    apart: bool = False  # in a process of its own, which may be ended
    alarm: Alarm = field(default_factory=lambda: Alarm(False))

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise InputError(f"the seed must be an integer, not {self.seed!r}")


def falsify(
    conjecture: str | Comparison | Sequence[Comparison],
    game: Game | None = None,
    *,
    budget: float = 10.0,
    seed: int = 0,
    dimension: int | None = None,
    shapes: bool = True,
    learner: Any = None,
    nontrivial: bool = False,
    workers: int = 1,
    spent: float = 0.0,
    told: Callable[[First], object] | None = None,
    strategies: Sequence[Strategy] = (),
) -> Outcome:
    """Search for a run that breaks the conjecture.

    conjecture    such as "M <= 1/gamma**2 + TD/gamma", or parsed. Of several comparisons, as in "if gamma <= 1/4: 1 <= M <= 9", each is
                  attacked in its turn, and the first to fall is returned
    game          the rules; by default those of a free-form conjecture (Perceptron, ‖x‖ ≤ 1, ‖u‖ = 1, agnostic if TD, H or H2
                  occurs)
    budget        about how many seconds to search
    seed          with the same seed and number of workers the same counterexample is found, if it is found within the budget
    dimension     search only in this dimension
    shapes        whether to use the known extremal families
    learner       any object with the methods of `perceptron.Learner`, or a function from gamma to one; its exact numbers are
                  names in the conjecture (see `proofs.falsify.runs.custom_learner_session`). It is run in copies of this process, which
                  may hang, take some GiB of memory or die: the search ends in time, and keeps what it has. What it prints goes to stderr,
                  and what it changes outside itself is not seen here. Without such copies (Windows, or in a daemonic process of
                  `multiprocessing`) it runs here, and a call inside C code that looks at no signals is waited for
    nontrivial    whether only counterexamples with M ≥ 1 and a right side above zero count
    workers       processes that search at once
    strategies    strategies of your own, which take turns with the others: see `proofs.falsify.strategies.interface`
    told          called as soon as a run breaks the conjecture, before it is shrunk and judged
    spent         seconds of the budget that are used already (the command counts its own start); half of it is kept in any case

    Returns Found, with the counterexample, shrunk and judged valid by `proofs.counterexample.judge`; or Survived, which says what
    was tried. Raises InputError, and on Ctrl-C Interrupted (a KeyboardInterrupt with the report).

        >>> outcome = falsify("M <= 0.5/gamma**2", budget=2)
        >>> outcome.found, outcome.counterexample.M
        (True, 1)
    """
    _refuse_budget(budget)
    began = time.monotonic()
    tell_first = told or (lambda first: None)
    how = How(seed, shapes, check_workers(workers), tuple(strategies), lambda kind, what: tell_first(what) if kind == "first" else None)
    asked = Asked(conjecture, game, dimension, learner, nontrivial)
    if learner is None or not own_process.possible():
        return _answer(asked, how, budget, began, spent)

    def attack(tell: Tell) -> Outcome:
        return _answer(asked, replace(how, tell=tell, apart=True), budget, began, spent)

    return search_apart(attack, learner, budget, began - min(spent, budget / 2), tell_first)


def _answer(asked: Asked, how: How, budget: float, began: float, spent: float) -> Outcome:
    """The outcome, found in this process and those of its workers. Raises InputError and Interrupted."""
    CALL.patience = min(PATIENCE, budget / 20)
    learner = asked.learner
    try:
        with interruptible() as alarm:
            if learner is not None:
                alarm.set(began + budget, anywhere=True)
            rule = None if learner is None else Rule(learner)
            parts = _parts(asked.conjecture, rule)
            how = replace(how, alarm=alarm)
            evaluators = [_evaluator(part, asked, rule, how) for part in parts]
            if len(evaluators) == 1:
                return _attack(evaluators[0], how, budget, spent + time.monotonic() - began)
            return _in_turn(evaluators, how, budget, spent)
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    except OutOfTime:
        raise InputError(f"the learner did not return from its first calls within the budget of {budget:g} s") from None


def _parts(conjecture: str | Comparison | Sequence[Comparison], rule: Rule | None) -> Sequence[Comparison]:
    """The comparisons of a claim."""
    if isinstance(conjecture, Comparison):
        return (conjecture,)
    if not isinstance(conjecture, str):
        return conjecture
    return claims(conjecture) if rule is None else claims_for(conjecture, rule)


def _in_turn(evaluators: Sequence[Evaluator], how: How, budget: float, spent: float) -> Outcome:
    """The comparisons of one claim, each with an equal share of what is left; the report of the nearest speaks of the others."""
    began, survived = time.monotonic() - spent, list[Survived]()
    for i, evaluator in enumerate(evaluators):
        left = max(budget - (time.monotonic() - began), budget / (4 * len(evaluators)))
        outcome = _attack(evaluator, how, left / (len(evaluators) - i))
        if isinstance(outcome, Found):
            return replace(outcome, first_seconds=time.monotonic() - began if i else outcome.first_seconds)
        survived.append(outcome)
    nearest = max(survived, key=lambda one: (not one.report.proof, one.report.ratio))
    for other in survived:
        if other is not nearest:
            tried = f"{other.report.runs:,} runs, nearest ratio {other.report.ratio:.6f}"
            ended = f"is proved: {other.report.proof}" if other.report.proof else f"survived too: {tried}"
            nearest.report.notes.append(f"{other.report.comparison.unicode()} {ended}")
    return nearest


def _evaluator(comparison: Comparison, asked: Asked, rule: Rule | None, how: How) -> Evaluator:
    game = default_game(comparison.names) if asked.game is None else asked.game
    if asked.dimension is not None:
        game = replace(game, dimension=asked.dimension)
    if rule is not None and not game.is_euclidean:
        raise InputError(f"the game names the learner {game.learner}, and a learner object is given: leave one of them out")
    if rule is not None and not how.apart:
        refuse_random(rule, game.dimension or 2)
    return evaluator_of(comparison, game, asked.nontrivial, rule)


def _attack(evaluator: Evaluator, how: How, budget: float, spent: float = 0.0) -> Outcome:
    alarm = how.alarm
    span = Budget(time.monotonic() - min(spent, budget / 2), float(budget))
    report = Report(evaluator.comparison, evaluator.game, how.seed, span.seconds)
    how.tell("report", report)
    if how.workers == 1 and not how.apart:
        search: Search | ParallelSearch = Search(evaluator, report, span.deadline, how.shapes, strategies=how.strategies)
    else:
        search = ParallelSearch(evaluator, report, span.deadline, how.shapes, how.workers, how.strategies)
    grace = math.inf if evaluator.rule is None else GRACE * span.seconds
    smallest: Run | None = None
    original: Run | None = None
    first = First(0.0, 0, 0)
    try:
        try:
            alarm.set(math.inf if isinstance(search, ParallelSearch) else span.deadline + grace)  # workers have alarms of their own
            search.run()
        except Broken as broken:
            smallest = original = broken.run
            first = First(time.monotonic() - span.started, len(smallest.moves), smallest.dimension)
            how.tell("first", first)
            held = -math.inf
            for run in shrink(evaluator, smallest, broken.genome, span):
                smallest = run
                if how.apart and time.monotonic() > held + HELD and judging(evaluator, run) < HELD:
                    alarm.set(span.judged + grace, anywhere=True)
                    how.tell("found", _found(evaluator, report, run, first))
                    held = time.monotonic()
                alarm.set(span.shrunk + grace)
    except OutOfTime:
        pass
    except Faulty as fault:
        if smallest is None:
            raise
        report.notes.append(f"{fault}: the counterexample is not shrunk as far as it could be")
    except Settled as settled:
        report.proof = str(settled)
    except KeyboardInterrupt:
        evaluator.deadline = math.inf
        _close(search, span)
        raise Interrupted(report, _found(evaluator, report, smallest, first)) from None
    evaluator.deadline = math.inf
    found: Found | None = None
    try:
        alarm.set(span.judged + grace, anywhere=True)
        if smallest is not None and _in_time(evaluator, report, smallest, span):
            found = _found(evaluator, report, smallest, first)
        if found is not None and original is not None:
            found = replace(found, original=evaluator.witness(original))
        alarm.set(math.inf)
    except OutOfTime:
        report.notes.append(f"a run of {first.rounds:,} rounds seems to break it, but judging it did not end in time: it is not counted")
    if alarm.rang and evaluator.rule is not None:
        report.notes.append(f"the learner {evaluator.rule.label} had not returned from a call when the time was up: it was stopped there")
    _close(search, span, span.started + first.seconds if first.seconds else 0.0)
    return found or Survived(report)


def _refuse_budget(budget: float) -> None:
    if not 0 < budget < math.inf:
        raise InputError(f"the budget must be a positive number of seconds, not {budget!r}")


def _found(evaluator: Evaluator, report: Report, smallest: Run | None, first: First) -> Found | None:
    if smallest is None:
        return None
    if evaluator.game.is_plain:
        smallest = smallest.folded()
    counterexample = evaluator.witness(smallest)
    verdict = evaluator.judge(counterexample)
    if not verdict.valid and evaluator.rule is not None and not _goes_again(evaluator, smallest, counterexample):
        raise Faulty(f"the learner {evaluator.rule.label} is not deterministic: the same run went two ways. {HOW_TO_DRAW}")
    if not verdict.valid:  # a fault of this room: better no result than a wrong one
        raise RuntimeError(f"the judge rejects what the search found: {'; '.join(verdict.reasons)}")
    return Found(counterexample, verdict, report, first.seconds, (first.rounds, first.dimension))


def _goes_again(evaluator: Evaluator, run: Run, counterexample: Counterexample) -> bool:
    """Whether somebody's own learner plays a run as it did before."""
    return evaluator.breaks(run) and all(evaluator.witness(run) == counterexample for _ in range(PLAYED_AGAIN))


def _in_time(evaluator: Evaluator, report: Report, smallest: Run, span: Budget) -> bool:
    """Whether there is time to judge a run. If not, the report says so."""
    rounds = len(smallest.moves)
    needs = judging(evaluator, smallest)
    over = time.monotonic() + needs - span.judged
    if over > 0 and needs > span.seconds * (JUDGING_ENDS - 1):
        told = f"a run of {rounds:,} rounds (d = {smallest.dimension}) seems to break it, but judging that takes some {needs:.0f} s"
        report.notes.append(f"{told}, for which there was no time left: it is not counted as broken; give a larger budget")
        return False
    return True


def _close(search: Search | ParallelSearch, span: Budget, ended: float = 0.0) -> None:
    """Complete the report. `ended`: when the search did, if it was before now."""
    report, evaluator = search.report, search.evaluator
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
    report.seconds = time.monotonic() - span.started
    report.stale = max(0.0, (ended or time.monotonic()) - search.improved)
