"""What surrounds a property's proof, checked live: the stored instances, judged again, and a short attack, which also shows non-vacuity."""

from __future__ import annotations

from pathlib import Path

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.kernel import Theorem
from proofs.statements.property import PRINTED, Property
from proofs.theorems import witnesses
from proofs.theorems.witnesses import models
from proofs.verify.checks.bounds import at_last
from proofs.verify.checks.verdict import Attack, Hypothesis

DRAWS = 30  # instances that the attack tries, however short its time


def necessity(item: Property, theorem: Theorem, folder: Path = witnesses.FOLDER) -> tuple[Hypothesis, ...]:
    """Every hypothesis: needed (by a stored instance, judged now), not needed (by the kernel's theorem), or open."""
    used = {name for name, _ in theorem.hypotheses}
    return tuple(_hypothesis(item, name, name in used, folder) for name in item.hypotheses)


def _hypothesis(item: Property, name: str, used: bool, folder: Path) -> Hypothesis:
    if not used:
        return Hypothesis(name, False, proof=f"the kernel's theorem {item.id} does not rest on it")
    fault, stored = _judged(item, name, folder)
    if fault or not stored:
        return Hypothesis(name, None, fault=fault)
    return Hypothesis(name, True, {"file": witnesses.shown(witnesses.path(item.id, name, folder), folder)})


def refutation(item: Property, folder: Path = witnesses.FOLDER) -> tuple[str | None, str]:
    """Where the printed form is false: the file that shows it, judged now, and what is wrong with that file."""
    if item.refuted is None:
        return None, ""
    fault, stored = _judged(item, PRINTED, folder)
    if fault or not stored:
        return None, f"the printed form: {fault or 'no instance is stored that refutes it'}"
    return witnesses.shown(witnesses.path(item.id, PRINTED, folder), folder), ""


def _judged(item: Property, what: str, folder: Path) -> tuple[str, bool]:
    """What is wrong with a stored instance (empty if nothing), and whether there is one."""
    try:
        instance = models.load(item, what, folder)
        if instance is None:
            return "", False
        verdict = models.judge(item, what, instance)
    except InputError as error:
        return f"its witness cannot be read: {error}", True
    return ("" if verdict.valid else f"its witness is not valid: {'; '.join(verdict.reasons)}"), True


def attack(item: Property, seconds: float, seed: int = 0) -> Attack:
    """A search of about so many seconds; `runs` counts the instances in which all facts and the claim held, and the runs that were played.

    A property that is `played` has half the time spent on runs of its game, by the falsifier."""
    from proofs.falsify import Found, falsify
    from proofs.verify.checks.property_search import attack as try_instances

    played = item.reach if item.played else None

    def search(seconds: float) -> Attack:
        trial = try_instances(item, seconds if played is None else seconds / 2, seed, at_least=DRAWS)
        found = None if trial.found is None else models.record(item, "", trial.found)
        if played is None or found is not None:
            return Attack(found is None, trial.held, trial.seconds, found)
        outcome = falsify(parse(played.bound), played.game, budget=seconds / 2, seed=seed)
        broken = outcome.counterexample.to_json() if isinstance(outcome, Found) else None
        return Attack(broken is None, trial.held + outcome.report.runs, trial.seconds + outcome.report.seconds, broken)

    return at_last(search, seconds)
