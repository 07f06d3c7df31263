"""A short attack on a theorem, through code that shares nothing with the kernel: on runs of its game, or on instances that it draws."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from proofs.conjecture import parse
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.provable import Stated
from proofs.theorems.witnesses import models
from proofs.verify.checks.verdict import Attack

MIN_INSTANCES = 30  # instances that an attack tries, however short its time


@singledispatch
def attack(item: Stated, seconds: float, seed: int = 0) -> Attack:
    """A search of about `seconds` on the statement itself; `runs` counts the runs or instances that did not break it."""
    raise TypeError(f"no attack on a {type(item).__name__}")


@attack.register(Page)
def _on_runs(page: Page, seconds: float, seed: int = 0) -> Attack:
    from proofs.falsify import Found, falsify

    statement = page.statement

    def search(seconds: float) -> Attack:
        outcome = falsify(statement.comparison, statement.game, budget=seconds, seed=seed, learner=statement.learner)
        broken_by = outcome.counterexample.to_json() if isinstance(outcome, Found) else None
        return Attack(broken_by is None, outcome.report.runs, outcome.report.seconds, broken_by)

    return _at_last(search, seconds)


@attack.register(Property)
def _on_instances(item: Property, seconds: float, seed: int = 0) -> Attack:
    """One that is `played` has half the time spent on runs of its game, by the falsifier."""
    from proofs.falsify import Found, falsify
    from proofs.verify.checks.property_search import attack as try_instances

    played = item.reach if item.played else None

    def search(seconds: float) -> Attack:
        trial = try_instances(item, seconds if played is None else seconds / 2, seed, at_least=MIN_INSTANCES)
        broken_by = None if trial.found is None else models.record(item, "", trial.found)
        if played is None or broken_by is not None:
            return Attack(broken_by is None, trial.held, trial.seconds, broken_by)
        outcome = falsify(parse(played.bound), played.game, budget=seconds / 2, seed=seed)
        broken = outcome.counterexample.to_json() if isinstance(outcome, Found) else None
        return Attack(broken is None, trial.held + outcome.report.runs, trial.seconds + outcome.report.seconds, broken)

    return _at_last(search, seconds)


def _at_last(search: Callable[[float], Attack], seconds: float) -> Attack:
    """The result of a search of `seconds`, or of a longer one if the first could try nothing, as on a busy machine."""
    if seconds <= 0:
        return Attack(None, reason="not asked for")
    for longer in (1, 10, 100):
        result = search(seconds * longer)
        if result.runs or result.found is not None:
            break
    return result
