"""Counterexamples to a theorem without a hypothesis, or as it is printed: a run for a bound, an instance for a property, judged just now.

It is stored with the theorem, and the judge shares nothing with the kernel.  For a learner object, which no file can hold, a run is
searched here and now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.evaluate import enclose
from proofs.counterexample import Counterexample, judge, write
from proofs.statements.docstrings import PRINTED
from proofs.statements.instance import Instance
from proofs.statements.page import Page, Provable, StatedTheorem
from proofs.statements.property import Property
from proofs.theorems import witnesses
from proofs.theorems.witnesses import FOLDER, models
from proofs.verify.checks.verdict import Hypothesis

SEARCH_SECONDS = 1.0  # for a hypothesis of a statement about a user-supplied learner
TURNS, MOST_SECONDS = 10, 20.0  # of a second search, since a busy machine may give the first one no time


@dataclass(frozen=True)
class Evidence:
    """A run or an instance, why it does not count (empty if it does), and the verdict's record of it."""

    found: Counterexample | Instance
    reasons: tuple[str, ...]
    record: dict[str, Any] = field(default_factory=dict)


def evidence(item: Provable, what: str, folder: Path = FOLDER) -> Evidence | None:
    """The evidence against an item without the hypothesis `what`, or against its printed form; None if there is none, as for a lemma.

    Raises InputError for a file that cannot be read, or is about something else.
    """
    if isinstance(item, Page) and item.statement.learner is not None and what != PRINTED:
        return _search(item, what)
    witness, record = _store(item, what, folder), {"file": witnesses.display_path(witnesses.path(item.id, what, folder), folder)}
    if isinstance(witness, Counterexample):
        return Evidence(witness, judge(witness).reasons, record | _measure(witness))
    return None if witness is None else Evidence(witness, models.judge(item, what, witness).reasons, record)  # type: ignore[arg-type]


def _store(item: Provable, what: str, folder: Path, lesson: bool = False) -> Counterexample | Instance | None:
    """The stored counterexample, not yet judged; `lesson`: the one that teaches more."""
    if isinstance(item, Property):
        return models.load(item, what, folder, lesson)
    if not isinstance(item, Page):
        return None
    return witnesses.load_refutation(item, folder) if what == PRINTED else witnesses.load(item.statement, what, folder, lesson)


def lesson(item: Provable, what: str) -> Counterexample | Instance | None:
    """The most instructive counterexample without a hypothesis, not yet judged; None if that is the smallest.  Raises InputError as
    `evidence` does."""
    return _store(item, what, FOLDER, lesson=True) if what in item.hypotheses else None


def _search(page: Page, what: str) -> Evidence | None:
    from proofs.falsify import Found, falsify

    comparison, game = page.statement.without(what)
    outcome = falsify(comparison, game, budget=SEARCH_SECONDS, learner=page.statement.learner)
    if not outcome.found:
        outcome = falsify(comparison, game, budget=MOST_SECONDS, turns=TURNS, learner=page.statement.learner)
    if not isinstance(outcome, Found):
        return None
    return Evidence(outcome.counterexample, (), {"run": outcome.counterexample.to_json()} | _measure(outcome.counterexample))


def _measure(run: Counterexample) -> dict[str, Any]:
    return {"M": run.M, "lhs": run.lhs, "rhs": run.rhs}


@dataclass(frozen=True)
class HypothesisResult:
    """The result for one hypothesis: "kept", "written", or "none" (the search found nothing in its time)."""

    id: str
    hypothesis: str
    outcome: str
    file: Path


def make(pages: Iterable[Page], budget: float, folder: Path = FOLDER, again: bool = False) -> Iterator[HypothesisResult]:
    """One search of up to `budget` seconds for each hypothesis without a telling witness (for each one, if `again`)."""
    for page in pages:
        for what in (*page.statement.droppable, *([PRINTED] if page.refuted else ())):
            file, present = witnesses.path(page.id, what, folder), None if again else _present(page, what, folder)
            yield HypothesisResult(page.id, what, _make(page, what, budget, file, present), file)


def _make(page: Page, what: str, budget: float, file: Path, present: Counterexample | None) -> str:
    from proofs.falsify import Found, falsify  # here, so that what only shows evidence does not load the search

    if present is not None and is_telling(present):
        return "kept"
    conjecture, game = (parse(page.refuted), page.statement.game) if what == PRINTED else page.statement.without(what)
    outcome = falsify(conjecture, game, budget=budget, nontrivial=True)
    if not outcome.found and present is not None:
        return "kept"
    if not outcome.found:
        outcome = falsify(conjecture, game, budget=budget)
    if isinstance(outcome, Found):
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, outcome.counterexample)
    return "written" if outcome.found else "none"


def is_telling(run: Counterexample) -> bool:
    """Whether the learner made an update and the bound that it breaks is above zero."""
    return run.M >= 1 and bool(enclose(run.comparison.right, judge(run).values) > 0)


def _present(page: Page, what: str, folder: Path) -> Counterexample | None:
    """The run that is there already, if it is valid."""
    try:
        run = _store(page, what, folder)
    except InputError:
        return None
    return run if isinstance(run, Counterexample) and judge(run).valid else None


def necessity(
    item: StatedTheorem, used: Collection[str], lets_be: Mapping[str, Sequence[str]] = MappingProxyType({}), folder: Path = FOLDER
) -> tuple[Hypothesis, ...]:
    """Every hypothesis: needed (by evidence, judged now, or since by it there is something that the theorem names: `lets_be`), not needed
    (the kernel's theorem does not use it), or open."""
    names = dict.fromkeys((*item.hypotheses, *lets_be))
    return tuple(_hypothesis(item, name, name in used, lets_be.get(name, ()), folder) for name in names)


def _hypothesis(item: StatedTheorem, name: str, used: bool, lets_be: Sequence[str], folder: Path) -> Hypothesis:
    if not used and not lets_be:
        return Hypothesis(name, False, proof=f"the kernel's theorem {item.id} does not rest on it")
    shown, fault = _judge(item, name, folder) if used and name in item.hypotheses else (None, "")
    if shown is not None:
        return Hypothesis(name, True, shown.record)
    return Hypothesis(name, True if lets_be else None, proof=f"by it there is {', '.join(lets_be)}" if lets_be else "", fault=fault)


def refutation(item: StatedTheorem, folder: Path = FOLDER) -> tuple[str | None, str]:
    """For a theorem that is false as printed: the file that shows it, judged now, or what speaks against that file."""
    if not item.printed_form:
        return None, ""
    shown, fault = _judge(item, PRINTED, folder)
    if shown is None:
        return None, f"the printed form: {fault or 'nothing is stored that breaks it'}"
    return shown.record["file"], ""


def _judge(item: StatedTheorem, what: str, folder: Path) -> tuple[Evidence | None, str]:
    """Valid evidence, or the fault of the stored file; neither where nothing is."""
    try:
        stored = evidence(item, what, folder)
    except InputError as error:
        return None, f"its witness cannot be read: {error}"
    if stored is not None and stored.reasons:
        return None, f"its witness is not valid: {'; '.join(stored.reasons)}"
    return stored, ""
