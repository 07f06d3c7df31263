"""`falsify`: from a conjecture to a counterexample that was judged, or to an account of what was tried."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, claims
from proofs.conjecture.ending import Ending, weakest
from proofs.conjecture.game import Game, default_game
from proofs.counterexample.custom_learner import Rule, claims_for, rule_of
from proofs.counterexample.learner_object import Faulty
from proofs.falsify.apart import Outcome, Tell, search_apart
from proofs.falsify.attack import ComparisonAttack, First, How
from proofs.falsify.clock import CALL, PATIENCE, OutOfTime, interruptible
from proofs.falsify.custom_learner import refuse_random
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.parallel_search import check_workers
from proofs.falsify.report import Found, Survived
from proofs.falsify.strategies.interface import Strategy
from proofs.system import own_process

ENOUGH = 3600.0  # seconds for a search that is bounded by its turns


@dataclass(frozen=True)
class Asked:
    """What `falsify` is asked."""

    conjecture: str | Comparison | Sequence[Comparison]
    game: Game | None
    dimension: int | None
    learner: Any
    nontrivial: bool


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
    told: Callable[[First], object] | None = None,
    strategies: Sequence[Strategy] = (),
) -> Outcome:
    """Search for a run that breaks the conjecture.

    conjecture    such as "M <= 1/gamma**2 + TD/gamma", or parsed. Of several comparisons, as in "if gamma <= 1/4: 1 <= M <= 9", each is
                  attacked in its turn, and the first to fall is returned
    game          the rules; by default those of a free-form conjecture (Perceptron, ‖x‖ ≤ 1, ‖u‖ = 1, agnostic if TD, H or H2
                  occurs)
    budget        about how many seconds to search: 10 by default, and an hour if turns are given
    turns         how many turns the strategies take against each comparison, after the known families; shrinking has as much effort. With
                  the same seed, turns and number of workers the outcome is the same on every machine, unless the budget ends first
    seed          with the same seed and number of workers the same counterexample is found, if it is found within the budget
    dimension     search only in this dimension
    shapes        whether to use the known extremal families
    learner       any object with the methods of `perceptron.Learner`, or a function from gamma to one; its exact numbers are
                  names in the conjecture (see `proofs.falsify.custom_learner`). It is run in copies of this process, which
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
    budget = (10.0 if turns is None else ENOUGH) if budget is None else budget
    _refuse_budget(budget)
    began = time.monotonic()
    tell_first = told or (lambda first: None)
    tell: Tell = lambda kind, what: tell_first(what) if kind == "first" else None  # noqa: E731
    how = How(seed, shapes, check_workers(workers), tuple(strategies), tell, turns=turns)
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
            rule = None if learner is None else rule_of(learner)
            parts = _parts(asked.conjecture, rule)
            how = replace(how, alarm=alarm)
            evaluators = [_evaluator(part, asked, rule, how) for part in parts]
            if len(evaluators) == 1:
                return ComparisonAttack(evaluators[0], how, budget, spent + time.monotonic() - began).run()
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
        outcome = ComparisonAttack(evaluator, how, left / (len(evaluators) - i)).run()
        if isinstance(outcome, Found):
            return replace(outcome, first_seconds=time.monotonic() - began if i else outcome.first_seconds)
        survived.append(outcome)
    whole = weakest(*(one.ending for one in survived))
    nearest = max(survived, key=lambda one: (one.ending is whole, one.report.ratio))
    for other in survived:
        if other is not nearest:
            report = other.report
            tried = f"{report.runs:,} runs, nearest ratio {report.ratio:.6f}"
            ended = {Ending.PROVED: f"is proved: {report.proof}", Ending.SURVIVED: f"survived too: {tried}"}.get(other.ending, other.ended)
            nearest.report.notes.append(f"{report.comparison.unicode()} {ended}")
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


def _refuse_budget(budget: float) -> None:
    if not 0 < budget < math.inf:
        raise InputError(f"the budget must be a positive number of seconds, not {budget!r}")
