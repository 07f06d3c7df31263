"""`falsify`: from a conjecture to a judged counterexample, or to a report of the search.

ComparisonAttack    one attack on one comparison: a run that breaks it is searched for, shrunk and judged, within a budget
falsify             reads the request, and has each comparison attacked in its turn
several             several counterexamples to one conjecture, of different kinds: in other dimensions, away from the known families"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, claims
from proofs.conjecture.game import Ending, Game, default_game, weakest
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import CustomLearner, Faulty, claims_for, refuse_unscored, rule_of
from proofs.falsify.against_learner_object import HOW_TO_DRAW, refuse_random
from proofs.falsify.clock import CALL, GRACE, JUDGING_ENDS, PATIENCE, Alarm, Budget, BudgetSpent, interruptible
from proofs.falsify.evaluator import CannotMeasure, Evaluator, judging
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.processes import MAX_WORKERS, Callback, Outcome, ParallelSearch, search_apart
from proofs.falsify.report import Found, Interrupted, Report, Survived
from proofs.falsify.run import Run
from proofs.falsify.search import RunBreaks, Search
from proofs.falsify.shrink import shrink
from proofs.falsify.strategies.interface import SettledByProof, Strategy
from proofs.system.processes import check_workers, possible
from proofs.system.work_clock import Work, by_the_clock, work_time

HELD = 1.0  # seconds between counterexamples that are kept in case the learner's process does not come to an end
PLAYED_AGAIN = 3  # times, a run that the judge rejects


@dataclass(frozen=True)
class First:
    """The first run that broke a conjecture: after how many seconds, and its size. It is not shrunk and not judged yet."""

    seconds: float
    rounds: int
    dimension: int


@dataclass(frozen=True)
class SearchRequest:
    """The request to `falsify`, and the ways in which to search."""

    conjecture: str | Comparison | Sequence[Comparison]
    game: Game | None
    dimension: int | None
    learner: Any
    nontrivial: bool
    seed: int
    shapes: bool
    workers: int
    strategies: tuple[Strategy, ...]
    on_progress: Callback
    apart: bool = False  # in a process of its own, which may be ended
    turns: int | None = None  # of the strategies, against each comparison
    alarm: Alarm = field(default_factory=lambda: Alarm(False))

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise InputError(f"the seed must be an integer, not {self.seed!r}")
        if self.turns is not None and (type(self.turns) is not int or self.turns < 0):
            raise InputError(f"turns must be a whole number from 0, not {self.turns!r}")


class ComparisonAttack:
    """An attack on one comparison. Its current best run:

    smallest    the run that breaks the comparison, as far as it is shrunk; None before there is one
    original    the same as it was found
    first       when that was, and its size
    """

    def __init__(self, evaluator: Evaluator, how: SearchRequest, budget: float, spent: float = 0.0) -> None:
        self.evaluator, self.how = evaluator, how
        self.work = Work(float(budget))
        self.span = Budget(work_time() - min(spent, budget / 2), float(budget), how.turns)
        self.report = Report(evaluator.comparison, evaluator.game, how.seed, self.span.seconds, how.turns)
        self.grace = math.inf if evaluator.rule is None else GRACE * self.span.seconds
        self.smallest: Run | None = None
        self.original: Run | None = None
        self.first = First(0.0, 0, 0)
        how.on_progress("report", self.report)
        self.search = self._search()

    def _search(self) -> Search | ParallelSearch:
        how, deadline = self.how, self.span.deadline
        if how.workers == 1 and not how.apart:
            last_turn = None if how.turns is None else SimpleNamespace(value=how.turns)
            return Search(self.evaluator, self.report, deadline, how.shapes, last_turn, how.strategies)
        return ParallelSearch(self.evaluator, self.report, deadline, how.shapes, how.workers, how.strategies)

    def run(self) -> Outcome:
        """Run the search and return its outcome. Raises Faulty, and on Ctrl-C Interrupted."""
        try:
            self._break()
        except BudgetSpent:
            pass
        except Faulty as fault:
            if self.smallest is None:
                raise
            self.report.notes.append(f"{fault}: the counterexample is not shrunk as far as it could be")
        except SettledByProof as settled:
            self.report.proof, self.report.settled, self.report.where = settled.proof, settled.ending, settled.where
        except KeyboardInterrupt:
            self.evaluator.deadline = math.inf
            self._close()
            raise Interrupted(self.report, self._find()) from None
        self.evaluator.deadline = math.inf
        found, rule = self._judge(), self.evaluator.rule
        if self.how.alarm.rang and rule is not None:
            self.report.notes.append(f"the learner {rule.label} had not returned from a call when the time was up: it was stopped there")
        self._close(self.span.started + self.first.seconds if self.first.seconds else 0.0)
        return found or Survived(self.report)

    def _break(self) -> None:
        """Search, and shrink the first counterexample."""
        in_workers = isinstance(self.search, ParallelSearch)  # which have alarms of their own
        try:
            self.how.alarm.set(math.inf if in_workers else self.span.deadline + self.grace)
            self.search.run()
        except RunBreaks as broken:
            self._shrink(broken)

    def _shrink(self, broken: RunBreaks) -> None:
        self.smallest = self.original = broken.run
        self.first = First(work_time() - self.span.started, len(broken.run.moves), broken.run.dimension)
        self.how.on_progress("first", self.first)
        held = -math.inf
        for run in shrink(self.evaluator, broken.run, broken.genome, self.span):
            self.smallest = run
            if self.how.apart and work_time() > held + HELD and judging(self.evaluator, run) < HELD:
                self.how.alarm.set(self.span.judged + self.grace, anywhere=True)
                self.how.on_progress("found", self._find())
                held = work_time()
            self.how.alarm.set(self.span.shrunk + self.grace)

    def _judge(self) -> Found | None:
        """The counterexample, as far as it can be judged in time. If it cannot, the report says so."""
        found: Found | None = None
        try:
            self.how.alarm.set(self.span.judged + self.grace, anywhere=True)
            if self.smallest is not None and self._in_time(self.smallest):
                found = self._find()
            if found is not None and self.original is not None:
                found = replace(found, original=self.evaluator.witness(self.original))
            self.how.alarm.set(math.inf)
        except (BudgetSpent, CannotMeasure):
            note = f"a run of {self.first.rounds:,} rounds seems to break it"
            self.report.notes.append(f"{note}, but judging it did not end in time: it is not counted")
        return found

    def _in_time(self, run: Run) -> bool:
        needs = judging(self.evaluator, run)
        over = work_time() + needs - self.span.judged
        if over > 0 and needs > self.span.seconds * (JUDGING_ENDS - 1):
            size = f"{len(run.moves):,} rounds (d = {run.dimension})"
            note = f"a run of {size} seems to break it, but judging that takes some {needs:.0f} s"
            self.report.notes.append(f"{note}, for which there was no time left: it is not counted as broken; give a larger budget")
            return False
        return True

    def _find(self) -> Found | None:
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
        report.undecided, report.undefined = evaluator.statuses["undecided"], evaluator.statuses["undefined"]
        if overlong := evaluator.statuses["overlong"]:
            report.notes.append(f"given up because the learner's numbers grew too long or it did not return from a call: {overlong:,} runs")
        if self.how.turns is None and self.smallest is None and not report.proof and (cut := self.work.cut_short()):
            report.notes.append(cut)
        if (near := search.nearest_run) is not None:
            report.sides = evaluator.comparison.sides(near.values())
            report.best = evaluator.named(near, report.sides)
            report.ratio = search.nearest[0]
        report.seconds = work_time() - self.span.started
        report.stale = max(0.0, (ended or work_time()) - search.improved)


def _goes_again(evaluator: Evaluator, run: Run, counterexample: Counterexample) -> bool:
    """Whether a user-supplied learner plays a run as it did before."""
    with suppress(CannotMeasure):
        return evaluator.breaks(run) and all(evaluator.witness(run) == counterexample for _ in range(PLAYED_AGAIN))
    return False


ENOUGH = 3600.0  # seconds for a search that is bounded by its turns


def falsify(
    conjecture: str | Comparison | Sequence[Comparison],
    game: Game | None = None,
    *,
    budget: float | None = None,
    turns: int | None = None,
    seed: int = 0,
    dimension: int | None = None,
    shapes: bool = True,
    learner: Any = None,
    nontrivial: bool = False,
    workers: int = 1,
    spent: float = 0.0,
    on_found: Callable[[First], object] | None = None,
    strategies: Sequence[Strategy] = (),
) -> Outcome:
    """Search for a run that breaks the conjecture.

    conjecture    such as "M <= 1/gamma**2 + TD/gamma", or parsed. Of several comparisons, as in "if gamma <= 1/4: 1 <= M <= 9", each is
                  attacked in its turn, and the first to fall is returned
    game          the rules; by default those of a free-form conjecture (Perceptron, ‖x‖ ≤ 1, ‖u‖ = 1, agnostic if TD, H or H2
                  occurs)
    budget        about how many seconds to search: 10 by default, and an hour if turns are given
    turns         how many turns the strategies take against each comparison, after the known families; shrinking has as much effort. With
                  the same seed, turns and number of workers the outcome is the same on every machine, unless the budget ends first. The
                  last digits of the local optimiser's runs depend on the processor; the environment's OPENBLAS_CORETYPE fixes them.
                  If one of several workers finds a counterexample, the report also counts the runs that the others had tried by then, and
                  that is another amount each time
    seed          with the same seed and number of workers the same counterexample is found, if it is found within the budget
    dimension     search only in this dimension
    shapes        whether to use the known extremal families
    learner       any object with the methods of `perceptron.Learner`, or a function from gamma to one; its exact numbers are
                  names in the conjecture (see `proofs.falsify.against_learner_object`). It is run in copies of this process, which
                  may hang, take some GiB of memory or die: the search ends in time, and keeps its results. Its prints go to stderr, and
                  its changes outside itself are not seen here. Without such copies (Windows, or in a daemonic process of
                  `multiprocessing`) it runs here, and a call inside C code that looks at no signals is waited for
    nontrivial    whether only counterexamples with M ≥ 1 and a right side above zero count
    workers       processes that search at once
    strategies    strategies of your own, which take turns with the others: see `proofs.falsify.strategies.interface`
    on_found      called as soon as a run breaks the conjecture, before it is shrunk and judged
    spent         seconds of the budget that are used already (the command counts its own start); half of it is kept in any case

    Returns Found, with the counterexample, shrunk and judged valid by `proofs.counterexample.judge`; or Survived, with the report of the
    search. Raises InputError, and on Ctrl-C Interrupted (a KeyboardInterrupt with the report).

        >>> outcome = falsify("M <= 0.5/gamma**2", budget=2)
        >>> outcome.found, outcome.counterexample.M
        (True, 1)
    """
    budget = (10.0 if turns is None else ENOUGH) if budget is None else budget
    if not 0 < budget < math.inf:
        raise InputError(f"the budget must be a positive number of seconds, not {budget!r}")
    began = work_time()
    on_first = on_found or (lambda first: None)
    on_progress: Callback = lambda kind, what: on_first(what) if kind == "first" else None  # noqa: E731
    question, ways = (conjecture, game, dimension, learner, nontrivial), (seed, shapes, check_workers(workers, MAX_WORKERS))
    asked = SearchRequest(*question, *ways, tuple(strategies), on_progress, turns=turns)
    if learner is None or not possible():
        return _answer(asked, budget, began, spent)

    start = by_the_clock(began)

    def attack(on_progress: Callback) -> Outcome:
        return _answer(replace(asked, on_progress=on_progress, apart=True), budget, start, spent)

    return search_apart(attack, learner, budget, start - min(spent, budget / 2), on_first)


def _answer(asked: SearchRequest, budget: float, began: float, spent: float) -> Outcome:
    """The outcome, found in this process and those of its workers. Raises InputError and Interrupted."""
    CALL.patience = min(PATIENCE, budget / 20)
    learner = asked.learner
    try:
        with interruptible() as alarm:
            if learner is not None:
                alarm.set(began + budget, anywhere=True)
            rule = None if learner is None else rule_of(learner)
            parts = _parts(asked.conjecture, rule)
            asked = replace(asked, alarm=alarm)
            evaluators = [_evaluator(part, asked, rule) for part in parts]
            if len(evaluators) == 1:
                return ComparisonAttack(evaluators[0], asked, budget, spent + work_time() - began).run()
            return _in_turn(evaluators, asked, budget, spent)
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    except BudgetSpent:
        raise InputError(f"the learner did not return from its first calls within the budget of {budget:g} s") from None


def _parts(conjecture: str | Comparison | Sequence[Comparison], rule: CustomLearner | None) -> Sequence[Comparison]:
    """The comparisons of a claim."""
    if isinstance(conjecture, Comparison):
        return (conjecture,)
    if not isinstance(conjecture, str):
        return conjecture
    return claims(conjecture) if rule is None else claims_for(conjecture, rule)


def _in_turn(evaluators: Sequence[Evaluator], asked: SearchRequest, budget: float, spent: float) -> Outcome:
    """The comparisons of one claim, each with an equal share of the remaining time; the report of the nearest mentions the others."""
    began, survived = work_time() - spent, list[Survived]()
    for i, evaluator in enumerate(evaluators):
        left = max(budget - (work_time() - began), budget / (4 * len(evaluators)))
        outcome = ComparisonAttack(evaluator, asked, left / (len(evaluators) - i)).run()
        if isinstance(outcome, Found):
            return replace(outcome, first_seconds=work_time() - began if i else outcome.first_seconds)
        survived.append(outcome)
    whole = weakest(*(one.ending for one in survived))
    nearest = max(survived, key=lambda one: (one.ending is whole, one.report.ratio))
    for other in survived:
        if other is not nearest:
            report = other.report
            tried = f"{report.runs:,} runs, nearest ratio {report.ratio:.6f}"
            ended = {
                Ending.PROVED: f"is proved: {report.proof}",
                Ending.EXHAUSTED: f"is proved {report.proof}",
                Ending.VACUOUS: f"says nothing: {report.proof}",
                Ending.SURVIVED: f"survived too: {tried}",
            }.get(other.ending, other.ended)
            nearest.report.notes.append(f"{report.comparison.unicode()} {ended}")
    return nearest


def _evaluator(comparison: Comparison, asked: SearchRequest, rule: CustomLearner | None) -> Evaluator:
    game = default_game(comparison.names) if asked.game is None else asked.game
    if asked.dimension is not None:
        game = replace(game, dimension=asked.dimension)
    game = game if rule is None else rule.in_its_dimension(game)
    if rule is not None and not game.is_euclidean:
        raise InputError(f"the game names the learner {game.learner}, and a learner object is given: leave one of them out")
    if rule is not None and not asked.apart:
        refuse_random(rule, game.dimension or 2)
    if rule is not None:
        refuse_unscored(comparison, rule)
    return evaluator_of(comparison, game, asked.nontrivial, rule)


DIMENSIONS = (2, 3, 1, 4, 5)


def several(conjecture: Comparison, game: Game, count: int, *, budget: float = 10.0, seed: int = 0, **how: Any) -> Iterator[Found]:
    """Up to `count` counterexamples that show different things, the first one as `falsify` finds it.

    budget    seconds for all of them; the other arguments are those of `falsify`. Raises InputError.

        >>> from proofs.conjecture import parse
        >>> [found.counterexample.size for found in several(parse("M <= 1"), Game(), 2, budget=20)]
        ['T = 2, d = 2', 'T = 2, d = 3']
    """
    began, shown = work_time(), set[tuple[object, ...]]()
    tried = list(ways(game, count))
    for k, (rules, shapes) in enumerate(tried):
        left = budget - (work_time() - began)
        if len(shown) >= count or left <= 0:
            return
        share = left / (len(tried) - k) if k else left / 2
        outcome = falsify(conjecture, rules, budget=share, seed=seed + k, shapes=shapes, **how)
        if not isinstance(outcome, Found):
            continue
        c = replace(outcome.counterexample, game=game)
        key = (c.lhs, c.rhs, len(c.rounds), c.dimension)
        if key not in shown:
            shown.add(key)
            yield replace(outcome, counterexample=c)


def ways(game: Game, count: int) -> Iterator[tuple[Game, bool]]:
    """Rules to search by and whether to use the known families: those given, then narrower ones."""
    yield game, True
    if game.dimension is None and game.points_are == "vectors":
        yield from ((replace(game, dimension=d), d > 1) for d in DIMENSIONS)
    yield from ((game, False) for _ in range(2 * count))
