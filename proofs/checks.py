"""What surrounds a proof, checked live: is each hypothesis needed, how tight is the bound, does a short attack break it?

All three go through code that shares nothing with the kernel: the learner that runs, exact measurement, and the independent judge.
"""

from __future__ import annotations

import inspect
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from pathlib import Path

from perceptron import measure, run
from perceptron.errors import InputError
from perceptron.extremal import Extremal
from proofs.counterexample import build, judge, replay, values_of
from proofs.counterexample.judge import hypotheses as keeps
from proofs.counterexample.judge import learner as played
from proofs.kernel import Theorem
from proofs.language import Call, Comparison, Div, Name, Values
from proofs.language.evaluate import enclose, exact
from proofs.page import Page
from proofs.report.verdict import ATTAINED, NOT_APPLICABLE, SLACK, Attack, Hypothesis, Tightness
from proofs.setting import M, R, bounded
from proofs.statement import Statement
from proofs.theorems import witnesses

DIGITS = 6  # of a ratio
SEARCH = 1.0  # seconds for a hypothesis of a statement about somebody's own learner
OWN = ("zero start", "mistake-driven", "margin rule")  # what a learner object brings along itself
_RADIUS = tuple(bounded(R, updates).formula for updates in (M, M + 1))  # ‖x‖ ≤ R says nothing of an R that is measured


def necessity(statement: Statement, theorem: Theorem, folder: Path = witnesses.FOLDER) -> tuple[Hypothesis, ...]:
    """Every hypothesis of the game: needed (by a stored run, judged now), not needed (by the kernel's theorem), or open."""
    used = {name for name, _ in theorem.hypotheses}
    if statement.learner is not None:
        return tuple(_searched(statement, name, name in used) for name in statement.game.hypotheses if name not in OWN)
    return tuple(_hypothesis(statement, name, name in used, folder) for name in statement.game.hypotheses)


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
    imposed = {*game.hypotheses, *(() if game.learner == "perceptron" else ("zero start",))}  # the others always start at 0
    used = {name for name, _ in theorem.hypotheses}
    return tuple(
        f.words
        for f in statement.hypotheses
        if f.name in used and not f.definition and f.name not in imposed and not (game.radius == "measured" and f.formula in _RADIUS)
    )


def tightness(page: Page) -> Tightness:
    """The page's extremal run, made and measured exactly against its bound."""
    if page.attained is None:
        return Tightness(NOT_APPLICABLE)
    words = " ".join(inspect.cleandoc(page.attained.__doc__ or "an extremal run").split())
    try:
        extremal = page.attained()
    except Exception as error:  # a page is the author's code
        return Tightness(SLACK, words, fault=f"it cannot be made: {type(error).__name__}: {error}")
    statement, radius = page.statement, _radius(page.statement, extremal)
    trace = run(extremal.learner, extremal.examples)
    values = values_of(measure(trace, extremal.u, extremal.gamma, radius))
    comparison = statement.comparison
    bound = comparison.sides(values)[1]
    fault = _fault(statement, extremal, radius) or ("" if trace.M == extremal.M else f"M is {trace.M}, not {extremal.M}")
    if not fault and comparison.status(values) != "true":
        fault = f"the bound does not hold: {' '.join((comparison.sides(values)[0], comparison.op, bound))} is {comparison.status(values)}"
    status = ATTAINED if _attained(comparison, values) else SLACK
    return Tightness(status, words, trace.M, bound, _ratio(comparison, values), fault)


def _fault(statement: Statement, extremal: Extremal, radius: Fraction | None) -> str:
    """Which rule of the game the run breaks; empty if it keeps them all."""
    rounds = [(example.x, example.y) for example in extremal.examples]
    recorded = build(statement.comparison, statement.game, rounds, extremal.u, extremal.gamma, radius)
    if played(recorded) != extremal.learner:
        return "it is a run of another learner"
    judged = keeps(recorded, replay(statement.game, rounds, extremal.u, extremal.gamma))
    return "; ".join(f"{name} does not hold: {why}" for name, (holds, why) in judged.items() if not holds)


def _radius(statement: Statement, extremal: Extremal) -> Fraction | None:
    """The radius to declare: the longest example, rounded up to a rational where it is irrational."""
    if statement.game.radius != "declared":
        return None
    square = Fraction(max(extremal.examples.norms2(), default=0), extremal.examples.denominator**2)
    top, bottom = isqrt(square.numerator * square.denominator), square.denominator
    return Fraction(top + (top * top != square.numerator * square.denominator), bottom)


def _attained(comparison: Comparison, values: Values) -> bool:
    """Equality; for a bound on M also M = ⌊bound⌋, since M is whole."""
    if replace(comparison, op="=").status(values) == "true":
        return True
    whole = comparison.left == Name("M") and comparison.op == "<="
    return whole and replace(comparison, op="=", right=Call("floor", (comparison.right,))).status(values) == "true"


def _ratio(comparison: Comparison, values: Values) -> str:
    """The smaller side over the greater one, as a decimal rounded down."""
    sides = (comparison.left, comparison.right)
    quotient = Div(*sides) if comparison.op in ("<=", "<", "=") else Div(*reversed(sides))
    known = exact(quotient, values)
    rational = None if known is None else known.as_rational()
    scale = 10**DIGITS
    whole = rational * scale // 1 if rational is not None else int((enclose(quotient, values) * scale).lower().floor().unique_fmpz())
    return f"{whole // scale}.{whole % scale:0{DIGITS}d}".rstrip("0").rstrip(".")


def attack(statement: Statement, seconds: float, seed: int = 0) -> Attack:
    """A search of about so many seconds on the very statement."""
    if seconds <= 0:
        return Attack(None, reason="not asked for")
    from proofs.falsify import Found, falsify

    outcome = falsify(statement.comparison, statement.game, budget=seconds, seed=seed, learner=statement.learner)
    found = outcome.counterexample.to_json() if isinstance(outcome, Found) else None
    return Attack(found is None, outcome.report.runs, outcome.report.seconds, found)
