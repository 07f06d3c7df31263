"""What surrounds a proof, checked live: is each hypothesis needed, how tight is the bound, does a short attack break it?

All three go through code that shares nothing with the kernel: the learner that runs, exact measurement, and the independent judge.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from perceptron.errors import InputError
from proofs.counterexample import judge
from proofs.kernel import Theorem
from proofs.statements.page import Page
from proofs.statements.standard_facts import M, R, bounded
from proofs.statements.statement import Statement
from proofs.theorems import witnesses
from proofs.verify.checks.verdict import Attack, Hypothesis

SEARCH = 1.0  # seconds for a hypothesis of a statement about somebody's own learner
OWN = ("zero start", "mistake-driven", "margin rule")  # what a learner object brings along itself
_RADIUS = tuple(bounded(R, updates).formula for updates in (M, M + 1))  # ‖x‖ ≤ R says nothing of an R that is measured


def necessity(statement: Statement, theorem: Theorem, folder: Path = witnesses.FOLDER) -> tuple[Hypothesis, ...]:
    """Every hypothesis of the statement: needed (by a stored run, judged now), not needed (by the kernel's theorem), or open."""
    used = {name for name, _ in theorem.hypotheses}
    if statement.learner is not None:
        return tuple(_searched(statement, name, name in used) for name in statement.game.hypotheses if name not in OWN)
    return tuple(_hypothesis(statement, name, name in used, folder) for name in statement.droppable)


def _searched(statement: Statement, name: str, used: bool) -> Hypothesis:
    """The same for a learner object, which no file can hold: the run that breaks the bound is searched here and now."""
    if not used:
        return Hypothesis(name, False, proof=f"the kernel's theorem {statement.id} does not rest on it")
    from proofs.falsify import Found, falsify

    outcome = falsify(statement.comparison, statement.game.drop(name), budget=SEARCH, learner=statement.learner)
    if not isinstance(outcome, Found):
        return Hypothesis(name, None)
    found = outcome.counterexample
    return Hypothesis(name, True, {"run": found.to_json(), "M": found.M, "lhs": found.lhs, "rhs": found.rhs})


def _hypothesis(statement: Statement, name: str, used: bool, folder: Path) -> Hypothesis:
    if not used:
        return Hypothesis(name, False, proof=f"the kernel's theorem {statement.id} does not rest on it")
    try:
        found = witnesses.load(statement, name, folder)
        if found is None:
            return Hypothesis(name, None)
        verdict = judge(found)
    except InputError as error:
        return Hypothesis(name, None, fault=f"its witness cannot be read: {error}")
    if not verdict.valid:
        return Hypothesis(name, None, fault=f"its witness is not valid: {'; '.join(verdict.reasons)}")
    file = witnesses.path(statement.id, name, folder)
    shown = file.relative_to(folder.parents[2]).as_posix() if folder == witnesses.FOLDER else str(file)
    return Hypothesis(name, True, {"file": shown, "M": found.M, "lhs": found.lhs, "rhs": found.rhs})


def refutation(page: Page, folder: Path = witnesses.FOLDER) -> tuple[str | None, str]:
    """For a bound that is false as printed: the file whose run breaks it, judged now, and what speaks against that file ('' if nothing)."""
    if not page.refuted:
        return None, ""
    try:
        found = witnesses.load_refutation(page, folder)
        if found is None:
            return None, "no run is stored that breaks the bound as printed"
        verdict = judge(found)
    except InputError as error:
        return None, f"the run that breaks the bound as printed cannot be read: {error}"
    if not verdict.valid:
        return None, f"the run that breaks the bound as printed is not valid: {'; '.join(verdict.reasons)}"
    file = witnesses.path(page.id, witnesses.PRINTED, folder)
    return (file.relative_to(folder.parents[2]).as_posix() if folder == witnesses.FOLDER else str(file)), ""


def outside(statement: Statement, theorem: Theorem) -> tuple[str, ...]:
    """Hypotheses that the proof uses but the game does not impose: whoever attacks the statement does not know of them."""
    game = statement.game
    imposed = {*statement.droppable, *(() if game.learner == "perceptron" else ("zero start",))}  # the others always start at 0
    used = {name for name, _ in theorem.hypotheses}
    return tuple(
        f.words
        for f in statement.hypotheses
        if f.name in used and not f.definition and f.name not in imposed and not (game.radius == "measured" and f.formula in _RADIUS)
    )


def attack(statement: Statement, seconds: float, seed: int = 0) -> Attack:
    """A search of about so many seconds on the very statement."""
    from proofs.falsify import Found, falsify

    def search(seconds: float) -> Attack:
        outcome = falsify(statement.comparison, statement.game, budget=seconds, seed=seed, learner=statement.learner)
        found = outcome.counterexample.to_json() if isinstance(outcome, Found) else None
        return Attack(found is None, outcome.report.runs, outcome.report.seconds, found)

    return at_last(search, seconds)


def at_last(search: Callable[[float], Attack], seconds: float) -> Attack:
    """What a search of so many seconds says, or a longer one where it came to try nothing, as on a loaded machine."""
    if seconds <= 0:
        return Attack(None, reason="not asked for")
    for longer in (1, 10, 100):
        result = search(seconds * longer)
        if result.runs or result.found is not None:
            break
    return result
