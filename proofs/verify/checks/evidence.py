"""What breaks a theorem once a hypothesis is dropped, or as it is printed: a run for a bound, an instance for a property, judged just now.

It is stored with the theorem, and the judge shares nothing with the kernel.  For a learner object, which no file can hold, a run is
searched here and now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, singledispatch
from pathlib import Path
from types import MappingProxyType
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.evaluate import enclose
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, judge, write
from proofs.statements.instance import Instance
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.provable import PRINTED, Provable, Stated
from proofs.theorems import witnesses
from proofs.theorems.witnesses import FOLDER, load, load_refutation, models, path
from proofs.verify.checks.verdict import Hypothesis

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
    run = witnesses.load_refutation(page, folder) if what == PRINTED else witnesses.load(page.statement, what, folder)
    if run is None:
        return None
    return Evidence(run, judge(run).reasons, {"file": _file(page, what, folder)} | _measured(run))


@evidence.register(Property)
def _instance(item: Property, what: str, folder: Path = witnesses.FOLDER) -> Evidence | None:
    instance = models.load(item, what, folder)
    return None if instance is None else Evidence(instance, models.judge(item, what, instance).reasons, {"file": _file(item, what, folder)})


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


def _measured(run: Counterexample) -> dict[str, Any]:
    return {"M": run.M, "lhs": run.lhs, "rhs": run.rhs}


def _file(item: Provable, what: str, folder: Path) -> str:
    return witnesses.shown(witnesses.path(item.id, what, folder), folder)


@dataclass(frozen=True)
class Made:
    """What became of one hypothesis: "kept", "written", or "none" (the search found nothing in its time)."""

    id: str
    hypothesis: str
    outcome: str
    file: Path


def make(pages: Iterable[Page], budget: float, folder: Path = FOLDER, again: bool = False) -> Iterator[Made]:
    """One search of up to `budget` seconds for each hypothesis without a telling witness (for each one, if `again`)."""
    for page in pages:
        statement = page.statement
        for hypothesis in statement.droppable:
            file, present = path(statement.id, hypothesis, folder), _present(partial(load, statement, hypothesis, folder))
            yield _made(statement.id, hypothesis, *statement.without(hypothesis), budget, file, None if again else present)
        if page.refuted:
            file, present = path(page.id, PRINTED, folder), _present(partial(load_refutation, page, folder))
            yield _made(page.id, PRINTED, parse(page.refuted), statement.game, budget, file, None if again else present)


def _made(id: str, what: str, conjecture: Comparison, game: Game, budget: float, file: Path, present: Counterexample | None) -> Made:
    from proofs.falsify import Found, falsify  # here, so that what only shows evidence does not load the search

    if present is not None and is_telling(present):
        return Made(id, what, "kept", file)
    outcome = falsify(conjecture, game, budget=budget, nontrivial=True)
    if not outcome.found and present is not None:
        return Made(id, what, "kept", file)
    if not outcome.found:
        outcome = falsify(conjecture, game, budget=budget)
    if isinstance(outcome, Found):
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, outcome.counterexample)
    return Made(id, what, "written" if outcome.found else "none", file)


def is_telling(run: Counterexample) -> bool:
    """Whether the learner made an update and the bound that it breaks is above zero."""
    return run.M >= 1 and bool(enclose(run.comparison.right, judge(run).values) > 0)


def _present(reader: Callable[[], Counterexample | None]) -> Counterexample | None:
    """The run that is there already, if it is valid."""
    try:
        run = reader()
    except InputError:
        return None
    return run if run is not None and judge(run).valid else None


def necessity(
    item: Stated, used: Collection[str], lets_be: Mapping[str, Sequence[str]] = MappingProxyType({}), folder: Path = FOLDER
) -> tuple[Hypothesis, ...]:
    """Every hypothesis: needed (by evidence, judged now, or since by it there is something that the theorem names: `lets_be`), not needed
    (the kernel's theorem does not use it), or open."""
    names = dict.fromkeys((*item.hypotheses, *lets_be))
    return tuple(_hypothesis(item, name, name in used, lets_be.get(name, ()), folder) for name in names)


def _hypothesis(item: Stated, name: str, used: bool, lets_be: Sequence[str], folder: Path) -> Hypothesis:
    if not used and not lets_be:
        return Hypothesis(name, False, proof=f"the kernel's theorem {item.id} does not rest on it")
    shown, fault = _judged(item, name, folder) if used and name in item.hypotheses else (None, "")
    if shown is not None:
        return Hypothesis(name, True, shown.record)
    return Hypothesis(name, True if lets_be else None, proof=f"by it there is {', '.join(lets_be)}" if lets_be else "", fault=fault)


def refutation(item: Stated, folder: Path = FOLDER) -> tuple[str | None, str]:
    """For a theorem that is false as printed: the file that shows it, judged now, or what speaks against that file."""
    if not item.printed_form:
        return None, ""
    shown, fault = _judged(item, PRINTED, folder)
    if shown is None:
        return None, f"the printed form: {fault or 'nothing is stored that breaks it'}"
    return shown.record["file"], ""


def _judged(item: Stated, what: str, folder: Path) -> tuple[Evidence | None, str]:
    """Valid evidence, or what is wrong with what is stored; neither where nothing is."""
    try:
        stored = evidence(item, what, folder)
    except InputError as error:
        return None, f"its witness cannot be read: {error}"
    if stored is not None and stored.reasons:
        return None, f"its witness is not valid: {'; '.join(stored.reasons)}"
    return stored, ""
