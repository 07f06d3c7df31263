"""What breaks a theorem once a hypothesis is dropped, or as it is printed: a run for a bound, an instance for a property, judged just now.

It is stored with the theorem, and the judge shares nothing with the kernel.  For a learner object, which no file can hold, a run is
searched here and now.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatch
from pathlib import Path
from typing import Any

from proofs.counterexample import Counterexample, judge
from proofs.statements.instance import Instance
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.provable import PRINTED, Provable
from proofs.theorems import witnesses
from proofs.theorems.witnesses import models

SEARCH_SECONDS = 1.0  # seconds for a hypothesis of a statement about somebody's own learner


@dataclass(frozen=True)
class Evidence:
    """A run or an instance, why it does not count (empty if it does), and what a verdict's record says of it."""

    found: Counterexample | Instance
    reasons: tuple[str, ...]
    record: dict[str, Any] = field(default_factory=dict)


@singledispatch
def evidence(item: Provable, what: str, folder: Path = witnesses.FOLDER) -> Evidence | None:
    """The evidence against an item without the hypothesis `what`, or against its printed form; None if there is none, as for a lemma.

    Raises InputError for a file that cannot be read, or speaks of something else.
    """
    return None


@evidence.register(Page)
def _run(page: Page, what: str, folder: Path = witnesses.FOLDER) -> Evidence | None:
    if page.statement.learner is not None and what != PRINTED:
        return _searched(page, what)
    found = witnesses.load_refutation(page, folder) if what == PRINTED else witnesses.load(page.statement, what, folder)
    if found is None:
        return None
    return Evidence(found, judge(found).reasons, {"file": _file(page, what, folder)} | _measured(found))


@evidence.register(Property)
def _instance(item: Property, what: str, folder: Path = witnesses.FOLDER) -> Evidence | None:
    found = models.load(item, what, folder)
    return None if found is None else Evidence(found, models.judge(item, what, found).reasons, {"file": _file(item, what, folder)})


@singledispatch
def lesson(item: Provable, what: str) -> Counterexample | Instance | None:
    """What shows best what a hypothesis is for, not yet judged; None if the smallest does.  Raises InputError as `evidence` does."""
    return None


@lesson.register(Page)
def _lesson_run(page: Page, what: str) -> Counterexample | None:
    return witnesses.lesson(page.statement, what) if what in page.hypotheses else None


@lesson.register(Property)
def _lesson_instance(item: Property, what: str) -> Instance | None:
    return models.lesson(item, what) if what in item.hypotheses else None


def _searched(page: Page, what: str) -> Evidence | None:
    from proofs.falsify import Found, falsify

    comparison, game = page.statement.without(what)
    outcome = falsify(comparison, game, budget=SEARCH_SECONDS, learner=page.statement.learner)
    if not isinstance(outcome, Found):
        return None
    return Evidence(outcome.counterexample, (), {"run": outcome.counterexample.to_json()} | _measured(outcome.counterexample))


def _measured(found: Counterexample) -> dict[str, Any]:
    return {"M": found.M, "lhs": found.lhs, "rhs": found.rhs}


def _file(item: Provable, what: str, folder: Path) -> str:
    return witnesses.shown(witnesses.path(item.id, what, folder), folder)
